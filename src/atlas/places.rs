//! Gazetteer: parts of the world and the places in them, so that games are found by region.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use mankala_core::text::like::{folded, letters};
use serde::Deserialize;

/// Place that regions name, from `places.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceEntry {
    /// Other names.
    #[serde(default)]
    also: Vec<String>,
    /// Places that contain it.
    #[serde(default, rename = "in")]
    within: Vec<String>,
    /// Latitude and longitude in degrees, north and east positive.
    at: [f64; 2],
    /// Whether it is a subregion of the UN standard M.49 that has games, or Oceania as a whole.
    #[serde(default)]
    subregion: bool,
}

/// All places by name.
static PLACES: LazyLock<BTreeMap<String, PlaceEntry>> =
    LazyLock::new(|| toml::from_str(include_str!("places.toml")).expect("valid TOML"));

/// Other names and languages of peoples and places, from `peoples.toml`.
static PEOPLES: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(include_str!("peoples.toml")).expect("valid TOML"));

/// Returns other names and the languages of the peoples of a region; if it names none, the languages of its places.
pub fn spoken_in(region: &str) -> Vec<&'static str> {
    fn lies(place: &str, outer: &str) -> bool {
        let around = PLACES.get(place).into_iter().flat_map(|place| &place.within);
        place == outer || around.clone().any(|around| lies(around, outer))
    }
    let is_here = |name: &str| {
        if PLACES.contains_key(name) {
            people_of(region).is_none() && named(region).any(|(place, _)| lies(place, name))
        } else {
            word_ends(region, name).any(|after| !after.starts_with(char::is_alphanumeric))
        }
    };
    let here = PEOPLES.iter().filter(|(name, _)| is_here(name));
    here.flat_map(|(_, others)| others).map(String::as_str).collect()
}

/// Returns `true` if a region names this people in brackets, or if they, or the speakers of this language, live there.
pub fn is_home_of(region: &str, asked: &str) -> bool {
    let is_asked = |other: &&str| letters(other) == letters(asked);
    people(region).any(|people| has_word(people, asked)) || spoken_in(region).iter().any(is_asked)
}

/// Returns the peoples of `peoples.toml`, with their other names and languages.
pub fn all_peoples() -> impl Iterator<Item = &'static str> {
    let all = PEOPLES.iter().flat_map(|(name, others)| std::iter::once(name).chain(others));
    all.map(String::as_str)
}

/// Returns the names of all places.
pub fn all_places() -> impl Iterator<Item = &'static str> {
    let all = PLACES.iter().flat_map(|(name, place)| std::iter::once(name).chain(&place.also));
    all.map(String::as_str)
}

/// Returns `true` if a region names the place asked for, or a place in it.
///
/// `asked` is the beginning of a word of the place's name, in upper or lower case.
pub fn lies_in(region: &str, asked: &str) -> bool {
    has_word(region, asked) || named(region).any(|(name, _)| is_within(name, asked))
}

/// Returns the known places of a region.
pub fn known_places(region: &str) -> Vec<&'static str> {
    named(region).map(|(name, _)| &**name).collect()
}

/// Returns the first known place of a region.
pub fn first_place(region: &str) -> Option<&'static str> {
    named(region).next().map(|(name, _)| &**name)
}

/// Returns the subregion of the UN standard M.49 in which the first known place of a region lies.
pub fn subregion(region: &str) -> Option<&'static str> {
    fn around(name: &'static str) -> Option<&'static str> {
        let place = PLACES.get(name)?;
        if place.subregion {
            return Some(name);
        }
        place.within.iter().find_map(|outer| around(outer))
    }
    first_place(region).and_then(around)
}

/// Returns the distance between two points in kilometres along a great circle.
pub fn kilometres(a: [f64; 2], b: [f64; 2]) -> f64 {
    /// Mean radius of the Earth.
    const RADIUS: f64 = 6371.0;
    let [[north_a, east_a], [north_b, east_b]] = [a, b].map(|at| at.map(f64::to_radians));
    let half = |one: f64, other: f64| ((one - other) / 2.0).sin().powi(2);
    let chord = half(north_a, north_b) + north_a.cos() * north_b.cos() * half(east_a, east_b);
    2.0 * RADIUS * chord.sqrt().min(1.0).asin()
}

/// Returns the latitude and longitude in degrees of the first known place of a region.
pub fn coordinates(region: &str) -> Option<[f64; 2]> {
    named(region).next().map(|(_, place)| place.at)
}

/// Returns `true` if this place, or one that contains it, has a name like the one asked for.
fn is_within(name: &str, asked: &str) -> bool {
    let Some(place) = PLACES.get(name) else { return false };
    has_word(name, asked)
        || place.also.iter().any(|other| has_word(other, asked))
        || place.within.iter().any(|outer| is_within(outer, asked))
}

/// Iterates over the places that a region names, in upper or lower case: of two names at the same position the longer
/// one.
fn named(region: &str) -> impl Iterator<Item = (&'static String, &'static PlaceEntry)> {
    let mut rest = region;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let names = PLACES.iter().flat_map(|(name, place)| {
                let others = place.also.iter().map(move |other| (other, name, place));
                std::iter::once((name, name, place)).chain(others)
            });
            let here = names.filter(|(called, ..)| {
                let parts = rest.split_at_checked(called.len());
                let parts = parts.filter(|(name, _)| name.eq_ignore_ascii_case(called));
                parts.is_some_and(|(_, after)| {
                    !after.starts_with(|c: char| c.is_alphanumeric() || c == '-')
                })
            });
            let found = here.max_by_key(|(called, ..)| called.len());
            let word = rest.find(|c: char| !c.is_alphanumeric());
            let next = found.map_or(word.unwrap_or(rest.len()), |(called, ..)| called.len());
            rest = rest[next..].trim_start_matches(|c: char| !c.is_alphanumeric());
            if let Some((_, name, place)) = found {
                return Some((name, place));
            }
        }
        None
    })
}

/// Returns the parts of the world in which a region lies, the larger ones first.
pub fn parts_around(region: &str) -> Vec<&'static str> {
    let mut parts = BTreeSet::new();
    for (name, _) in named(region) {
        add_parts(name, &mut parts);
    }
    parts.into_iter().map(|(_, name)| name).collect()
}

/// Adds a place that contains others, and the places that contain it; returns the number of levels above it.
fn add_parts(name: &'static str, parts: &mut BTreeSet<(usize, &'static str)>) -> usize {
    let outer = PLACES.get(name).into_iter().flat_map(|place| &place.within);
    let levels = outer.map(|outer| add_parts(outer, parts) + 1).max().unwrap_or(0);
    if PLACES.values().flat_map(|place| &place.within).any(|outer| outer == name) {
        parts.insert((levels, name));
    }
    levels
}

/// Returns `true` if a word of the text, or several words in a row, begin like this. Case, accents and hyphens do not
/// count, and no word begins with nothing.
pub(crate) fn has_word(text: &str, beginning: &str) -> bool {
    word_ends(text, beginning).next().is_some()
}

/// Returns the texts after each place where a word, or several in a row, begin like this.
fn word_ends(text: &str, beginning: &str) -> impl Iterator<Item = String> {
    let [text, beginning] =
        [text, beginning].map(|text| folded(text).collect::<String>().replace('-', " "));
    let found = text
        .match_indices(&*beginning)
        .filter(|(at, _)| !beginning.is_empty() && !text[..*at].ends_with(char::is_alphanumeric));
    let after: Vec<String> = found.map(|(at, found)| text[at + found.len()..].to_owned()).collect();
    after.into_iter()
}

/// Returns what a region names in brackets: peoples who play a game, or places.
pub fn people(region: &str) -> impl Iterator<Item = &str> {
    region.split('(').skip(1).filter_map(|within| within.split(')').next())
}

/// Returns the people who play a game, if the region ends with them in brackets and names no place there.
pub fn people_of(region: &str) -> Option<&str> {
    let (_, people) = region.strip_suffix(')')?.split_once('(')?;
    named(people).next().is_none().then_some(people)
}

#[cfg(test)]
mod tests {
    use super::*;
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
            ("Indonesia (Aceh, Sumatra)", "indonesia", true),
            ("Borneo (Penihing)", "malaysia", true),
            ("Egypt (Suez)", "middle east", true),
            ("Togo and Ghana (Ewe)", "western africa", true),
            ("Equatorial Guinea", "western africa", false),
            ("Turkey (Safranbolu)", "Europe", false),
            ("DR Congo (Luba)", "drc", true),
            ("Philippines", "south-east asia", true),
            ("Philippines", "ǁ", false),
        ] {
            assert_eq!(lies_in(region, asked), lies, "{region} in {asked}");
        }
        assert!(people("India (Assam) and Myanmar (Lakher)").eq(["Assam", "Lakher"]));
        assert_eq!(people_of("Togo and Ghana (Ewe)"), Some("Ewe"));
        assert_eq!(people("Togo").next(), None);
    }

    #[test]
    fn peoples_have_other_names_and_languages() {
        for (region, asked, is) in [
            ("Uganda (Baganda)", "luganda", true),
            ("Uganda (Baganda)", "Bagan", true),
            ("Uganda (Baganda)", "lug", false),
            ("Indonesia (Aceh, Sumatra)", "Javanese", false),
            ("Indonesia (Java)", "Javanese", true),
            ("Kenya and Tanzania (Maasai)", "Masai", true),
            ("Kenya and Tanzania (Maasai)", "Swahili", false),
            ("Tanzania, Kenya, northern Mozambique", "Swahili", true),
            ("Cameroon (Mvele, east of Yaoundé)", "Chiyao", false),
            ("Ethiopia (Lalibela and Shewa)", "Laadi", false),
            ("Ethiopia (Konso)", "Amharic", false),
            ("Indonesia (Aceh, Sumatra)", "Acehnese", true),
            ("India (Assam) and Myanmar (Lakher)", "Assam", true),
            ("India (Assam) and Myanmar (Lakher)", "Lakher", true),
            ("India (Assam) and Myanmar (Lakher)", "Myanmar", false),
            ("Nigeria (Yoruba) and Ghana", "Ghana", false),
        ] {
            assert_eq!(is_home_of(region, asked), is, "{asked} in {region}");
        }
    }

    #[test]
    fn names_mean_the_longest_place() {
        let names = known_places;
        assert_eq!(names("Equatorial Guinea"), ["Equatorial Guinea"]);
        assert_eq!(names("Guinea-Bissau"), ["Guinea-Bissau"]);
        assert!(names("Guinea-Conakry").is_empty());
        assert_eq!(names("Nigeria (Oron)"), ["Nigeria"]);
        assert_eq!(names("West Africa and the Caribbean"), ["Western Africa", "Caribbean"]);
        assert_eq!(coordinates("Iraq (Mesopotamia)"), Some([33.0, 44.0]));
        assert_eq!(coordinates("the computer"), None);
    }

    #[test]
    fn no_place_contains_itself() {
        fn climb(name: &str, below: &[&str]) {
            assert!(!below.contains(&name), "{name} in {below:?}");
            let place = PLACES.get(name).unwrap_or_else(|| panic!("{name}"));
            assert!(place.at[0].abs() <= 90.0 && place.at[1].abs() <= 180.0);
            for outer in &place.within {
                climb(outer, &[below, &[name]].concat());
            }
        }
        for name in PLACES.keys() {
            climb(name, &[]);
        }
    }

    #[test]
    fn every_people_plays_a_game() {
        let catalogue = Catalogue::new();
        let names = catalogue.names().map(|name| catalogue.load(name, &[]).expect("a variant"));
        let regions: Vec<String> = names.map(|loaded| loaded.header.region.clone()).collect();
        for name in PEOPLES.keys() {
            let spoken = |region: &String| spoken_in(region).contains(&&*PEOPLES[name][0]);
            assert!(regions.iter().any(spoken), "{name}");
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
            assert_eq!(coordinates(region).is_some(), somewhere, "{name}: {region}");
        }
    }
}
