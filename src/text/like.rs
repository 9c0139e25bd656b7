//! Names for whoever wrote one that there is not: which others they may have meant.

/// Names less like one another than this are not taken for each other, from 0 to 1.
const LIKE: f64 = 0.8;

/// Of these names the three most like one, the likest first; none if none is. Case, spaces and hyphens don't matter.
pub(crate) fn likest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = letters(name);
    let likeness = |other: &str| strsim::jaro_winkler(&wanted, &letters(other));
    let mut like: Vec<(f64, &str)> = (names.into_iter())
        .map(|other| (likeness(other), other))
        .filter(|(likeness, _)| *likeness > LIKE)
        .collect();
    crate::variant::sort_by(&mut like, |a, b| b.0.total_cmp(&a.0));
    like.into_iter().map(|(_, name)| name).take(3).collect()
}

/// The letters and digits of a name, [folded](folded).
pub(crate) fn letters(name: &str) -> String {
    folded(name).filter(|c| c.is_alphanumeric()).collect()
}

/// A text in small letters as any keyboard has them: without accents and the letters of clicks.
pub(crate) fn folded(text: &str) -> impl Iterator<Item = char> {
    let small = text.chars().flat_map(char::to_lowercase);
    small.filter_map(plain)
}

/// A small letter without its accent; `None` for the letter of a click and for an accent by itself.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'ǀ'..='ǃ' | 'ʘ' | '\u{300}'..='\u{36f}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć'..='č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē'..='ě' | 'ɛ' => 'e',
        'ĝ'..='ģ' => 'g',
        'ì'..='ï' | 'ĩ'..='ı' => 'i',
        'ĺ'..='ł' => 'l',
        'ñ' | 'ń'..='ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō'..='ő' | 'ɔ' => 'o',
        'ŕ'..='ř' => 'r',
        'ś'..='š' | 'ș' => 's',
        'ţ'..='ŧ' | 'ț' => 't',
        'ù'..='ü' | 'ũ'..='ų' => 'u',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź'..='ž' => 'z',
        other => other,
    })
}
