//! Suggestions for misspelled names.

/// Minimum similarity of two names, from 0 to 1, for a suggestion.
const LIKE: f64 = 0.8;

/// Returns up to three names similar to this one, the most similar first. Ignores case, spaces and hyphens.
pub fn likest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = letters(name);
    let likeness = |other: &str| strsim::jaro_winkler(&wanted, &letters(other));
    let mut like: Vec<(f64, &str)> = (names.into_iter())
        .map(|other| (likeness(other), other))
        .filter(|(likeness, _)| *likeness > LIKE)
        .collect();
    crate::variant::sort_by(&mut like, |a, b| b.0.total_cmp(&a.0));
    like.into_iter().map(|(_, name)| name).take(3).collect()
}

/// Returns the question whether similar names were meant, `did you mean A or B? `; empty if there are none.
pub fn hint<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let like = likest(name, names).join(" or ");
    if like.is_empty() { like } else { format!("did you mean {like}? ") }
}

/// Returns the letters and digits of a name, [folded].
pub fn letters(name: &str) -> String {
    folded(name).filter(|c| c.is_alphanumeric()).collect()
}

/// Returns `true` if a name contains this text, ignoring case, accents, spaces and hyphens.
pub fn contains(name: &str, text: &str) -> bool {
    let wanted = letters(text);
    !wanted.is_empty() && letters(name).contains(&wanted)
}

/// Converts a text to lower case without accents and click letters.
pub fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase).filter_map(plain)
}

/// Removes the accent of a lower-case letter; returns `None` for click letters and combining accents.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'ǀ'..='ǃ' | 'ʘ' | '\u{300}'..='\u{36f}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć'..='č' => 'c',
        'ď' | 'đ' | 'ḍ'..='ḓ' => 'd',
        'è'..='ë' | 'ē'..='ě' | 'ɛ' | 'ẹ'..='ệ' => 'e',
        'ĝ'..='ģ' => 'g',
        'ḣ'..='ḫ' => 'h',
        'ì'..='ï' | 'ĩ'..='ı' | 'ǐ' | 'ỉ'..='ị' => 'i',
        'ĺ'..='ł' | 'ḷ'..='ḽ' => 'l',
        'ñ' | 'ń'..='ň' | 'ṅ'..='ṋ' => 'n',
        'ò'..='ö' | 'ø' | 'ō'..='ő' | 'ɔ' | 'ơ' | 'ǒ' | 'ọ'..='ợ' => 'o',
        'ŕ'..='ř' | 'ṙ'..='ṟ' => 'r',
        'ś'..='š' | 'ș' | 'ṡ'..='ṩ' => 's',
        'ţ'..='ŧ' | 'ț' | 'ṫ'..='ṱ' => 't',
        'ù'..='ü' | 'ũ'..='ų' | 'ư' | 'ǔ' | 'ụ'..='ự' => 'u',
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => 'y',
        'ź'..='ž' | 'ẓ' => 'z',
        other => other,
    })
}
