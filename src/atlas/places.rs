//! Parts of the world and the places in them, so that games are found by region.

/// Part of the world, and the places in it that regions name.
type Part = (&'static str, &'static [&'static str]);

/// Parts that contain other parts come first.
const PARTS: &[Part] = &[
    (
        "Africa",
        &[
            "West Africa",
            "East Africa",
            "Eastern Africa",
            "Central Africa",
            "Southern Africa",
            "North Africa",
        ],
    ),
    (
        "Asia",
        &[
            "South Asia",
            "Southeast Asia",
            "Western Asia",
            "Central Asia",
            "East Asia",
        ],
    ),
    (
        "Europe",
        &[
            "Baltic",
            "Catalonia",
            "Estonia",
            "France",
            "Germany",
            "Greece",
            "Netherlands",
            "Spain",
            "Ukraine",
        ],
    ),
    ("Americas", &["Caribbean", "Suriname", "United States"]),
    (
        "West Africa",
        &[
            "Benin",
            "Burkina Faso",
            "Cape Verde",
            "Gambia",
            "Ghana",
            "Guinea",
            "Ivory Coast",
            "Liberia",
            "Mali",
            "Mauritania",
            "Niger",
            "Nigeria",
            "Senegal",
            "Sierra Leone",
            "Togo",
            "Western Sahara",
        ],
    ),
    (
        "East Africa",
        &[
            "African Great Lakes",
            "Burundi",
            "Eastern Africa",
            "Horn of Africa",
            "Kenya",
            "Madagascar",
            "Malawi",
            "Mozambique",
            "Rwanda",
            "Seychelles",
            "South Sudan",
            "Tanzania",
            "Uganda",
            "Zanzibar",
        ],
    ),
    (
        "Horn of Africa",
        &["Djibouti", "Eritrea", "Ethiopia", "Somalia", "Somaliland"],
    ),
    (
        "Central Africa",
        &[
            "Angola",
            "Cameroon",
            "Chad",
            "Congo",
            "Equatorial Guinea",
            "Gabon",
            "Zambia",
        ],
    ),
    (
        "Southern Africa",
        &[
            "Angola",
            "Botswana",
            "Namibia",
            "South Africa",
            "Zambia",
            "Zimbabwe",
        ],
    ),
    (
        "North Africa",
        &["Algeria", "Egypt", "Libya", "Morocco", "Sudan", "Tunisia"],
    ),
    (
        "South Asia",
        &[
            "Bangladesh",
            "India",
            "Maldives",
            "Meghalaya",
            "Nepal",
            "Pakistan",
            "South India",
            "Sri Lanka",
        ],
    ),
    (
        "Southeast Asia",
        &[
            "Aceh",
            "Borneo",
            "Cambodia",
            "Indonesia",
            "Java",
            "Laos",
            "Malay",
            "Mariana Islands",
            "Myanmar",
            "Philippines",
            "Sulawesi",
            "Sumatra",
            "Thailand",
            "Vietnam",
        ],
    ),
    (
        "Western Asia",
        &[
            "Iran",
            "Iraq",
            "Israel",
            "Mesopotamia",
            "Oman",
            "Palestine",
            "Syria",
            "Turkey",
            "Yemen",
        ],
    ),
    (
        "Central Asia",
        &["Kazakhstan", "Kyrgyzstan", "Mongolia", "Turkmenistan"],
    ),
    ("East Asia", &["China", "Japan"]),
    (
        "Caribbean",
        &[
            "Barbados",
            "Cayman Islands",
            "Dominican Republic",
            "Haiti",
            "Saint Lucia",
            "Trinidad",
        ],
    ),
];

/// Returns `true` if a region names the place asked for, or a place in it.
///
/// `asked` is the beginning of a word of the place's name, in upper or lower case.
#[must_use]
pub fn lies_in(region: &str, asked: &str) -> bool {
    if has_word(region, asked) {
        return true;
    }
    let parts = PARTS.iter().filter(|(name, _)| has_word(name, asked));
    let mut places = parts.flat_map(|(_, places)| *places);
    // Parts of the world may contain others, but never themselves.
    places.any(|place| has_word(region, place) || within(region, place))
}

/// Returns the parts of the world in which a region lies, the larger ones first.
#[must_use]
pub fn parts_around(region: &str) -> Vec<&'static str> {
    let names = PARTS.iter().map(|(name, _)| *name);
    names.filter(|name| within(region, name)).collect()
}

/// Returns `true` if a region lies in the part of the world with exactly this name.
fn within(region: &str, part: &str) -> bool {
    let part = PARTS.iter().find(|(name, _)| *name == part);
    let mut places = part.into_iter().flat_map(|(_, places)| *places);
    places.any(|place| has_word(region, place) || within(region, place))
}

/// Returns `true` if a word of the text, or several words in a row, begin like this.
#[must_use]
pub fn has_word(text: &str, beginning: &str) -> bool {
    let (text, beginning) = (text.to_lowercase(), beginning.to_lowercase());
    let mut found = text.match_indices(&*beginning);
    found.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// Returns the people who play a game, if the region names them in brackets.
#[must_use]
pub fn people(region: &str) -> &str {
    let within = region.split_once('(').map_or("", |(_, within)| within);
    within.trim_end_matches(')')
}

#[cfg(test)]
mod tests {
    use super::{PARTS, lies_in, people};
    use crate::Catalogue;

    #[test]
    fn places_lie_in_parts_of_the_world() {
        for (region, asked, lies) in [
            ("Togo and Ghana (Ewe)", "africa", true),
            ("Togo and Ghana (Ewe)", "West Africa", true),
            ("Togo and Ghana (Ewe)", "ghana", true),
            ("Togo and Ghana (Ewe)", "asia", false),
            ("Somalia (Darod)", "Mali", false),
            ("Ethiopia (Wollo)", "East Africa", true),
            ("Ethiopia (Wollo)", "horn", true),
            ("the Caribbean", "Americas", true),
            ("Turkey (Safranbolu)", "Europe", false),
        ] {
            assert_eq!(lies_in(region, asked), lies, "{region} in {asked}");
        }
        assert_eq!(people("Togo and Ghana (Ewe)"), "Ewe");
        assert_eq!(people("Togo"), "");
    }

    #[test]
    fn no_part_is_made_of_itself() {
        fn depth(part: &str, above: &[&str]) {
            assert!(!above.contains(&part), "{part} in {above:?}");
            let above = [above, &[part]].concat();
            let parts = PARTS.iter().filter(|(name, _)| *name == part);
            for place in parts.flat_map(|(_, places)| *places) {
                depth(place, &above);
            }
        }
        for (name, _) in PARTS {
            depth(name, &[]);
        }
    }

    /// A game that is played somewhere is found by its continent.
    #[test]
    fn every_region_lies_somewhere() {
        let catalogue = Catalogue::new();
        for name in catalogue.names() {
            let loaded = catalogue.load(name, &[]).expect("a variant");
            let region = &*loaded.header.region;
            let nowhere = ["the computer", "an example of the program MancalaGames"];
            let continents = ["Africa", "Asia", "Europe", "Americas"];
            let somewhere = continents.iter().any(|part| lies_in(region, part));
            assert_eq!(somewhere, !nowhere.contains(&region), "{name}: {region}");
        }
    }
}
