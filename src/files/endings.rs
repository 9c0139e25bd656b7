//! Games that repetition ends, from `docs/endings.md`.

/// Table of all games that repetition can end.
const ENDINGS: &str = include_str!("../../docs/endings.md");
/// Number of endings by repetition, of 1000, from which on a game is marked.
const OFTEN: u16 = 500;

/// Returns the number of random games of a built-in variant, of 1000, that ended because a position was repeated.
pub fn ended_by_repetition(variant: &str) -> Option<u16> {
    let name = format!("| `{variant}` | ");
    let mut lines = ENDINGS.lines().filter_map(|line| line.strip_prefix(&name));
    lines.next()?.trim_end_matches(" |").parse().ok()
}

/// Returns `true` if most random games of a built-in variant end only because a position is repeated.
pub fn rarely_ends(variant: &str) -> bool {
    ended_by_repetition(variant).is_some_and(|count| count >= OFTEN)
}

/// Returns a sentence about the games that ended by repetition, if there were any.
pub fn repetition_note(variant: &str) -> Option<String> {
    let count = ended_by_repetition(variant)?;
    Some(format!("Repetition ended {count} of 1000 random games."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        assert_eq!(ended_by_repetition("ali-guli-mane"), Some(1000));
        assert_eq!(ended_by_repetition("kalah"), None);
        assert!(rarely_ends("ali-guli-mane") && !rarely_ends("oware"));
        for line in super::ENDINGS.lines().filter(|line| line.starts_with("| `")) {
            let name = line.split('`').nth(1).expect("a name");
            assert!(ended_by_repetition(name).is_some_and(|count| count <= 1000), "{line}");
        }
    }
}
