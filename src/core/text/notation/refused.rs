//! Reasons for refusing a move, in the words of a player.

use crate::variant::IllegalMove;

/// Facts that the words of a refusal name.
pub(super) struct Facts<'a> {
    /// Pit where the move would start.
    pub(super) pit: &'a str,
    /// Seeds in that pit.
    pub(super) seeds: u8,
    /// Name of the opponent.
    pub(super) other: &'a str,
    /// Kind of the moves that have priority, or empty.
    pub(super) first: &'a str,
    /// Pits where legal moves start.
    pub(super) starts: &'a [String],
}

/// Limit on listed pits; a longer list is left out.
const MOST_PITS: usize = 8;

/// Rules and the words for what they forbid, if there are any: a rule on each line.
///
/// `{pit}` is the refused pit and `{other}` the opponent. After a colon the playable pits follow.
const BY_RULE: &str = include_str!("refused.txt");

/// Words for the kinds of moves that have priority.
const BY_KIND: &[(&str, &str)] = &[
    ("captures", "a capture is available and must be taken:"),
    ("takasa (from the front row)", "takasa: nothing captures, so play the front row:"),
    ("moves that leave the opponent seeds", "you must give {other} seeds:"),
];

/// Explains why a move is refused, with the playable pits where that helps.
pub(super) fn in_words(refused: IllegalMove, rule: Option<&str>, facts: &Facts<'_>) -> String {
    let ruled = rule.and_then(words_for).unwrap_or_default();
    let words = match refused {
        IllegalMove::Endless => words_for("G3").unwrap_or_default(),
        IllegalMove::Later => {
            BY_KIND.iter().find(|(kind, _)| *kind == facts.first).map_or(ruled, |(_, words)| words)
        }
        IllegalMove::OtherDirection(_) if ruled.is_empty() => "seeds go the other way",
        _ => ruled,
    };
    let words = match words {
        "" if facts.seeds == 1 => "no move starts from this single seed now:",
        "" => "no move starts from {pit} now:",
        words => words,
    };
    let words = words.replace("{pit}", facts.pit).replace("{other}", facts.other);
    match (words.strip_suffix(':'), facts.starts) {
        (Some(words), starts) if starts.is_empty() || starts.len() > MOST_PITS => words.to_owned(),
        (Some(_), starts) => format!("{words} {}", starts.join(", ")),
        (None, _) => words,
    }
}

/// Returns the words for what a rule forbids, which are empty if it only selects where moves start.
fn words_for(rule: &str) -> Option<&'static str> {
    BY_RULE.lines().find_map(|line| {
        let (name, words) = line.split_once(' ').unwrap_or((line, ""));
        (name == rule).then_some(words)
    })
}

/// Returns whether the rule has words, or needs none because it only selects where moves start.
pub fn has_words(rule: &str) -> bool {
    words_for(rule).is_some() || rule == "G4"
}
