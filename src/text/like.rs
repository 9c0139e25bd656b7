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

/// The letters and digits of a name, in small.
pub(crate) fn letters(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
