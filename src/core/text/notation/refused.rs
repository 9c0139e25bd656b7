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

/// Rules and the words for what they forbid.
///
/// `{pit}` is the refused pit and `{other}` the opponent. After a colon the playable pits follow.
const BY_RULE: &[(&str, &str)] = &[
    ("C1", ""),
    ("CK1", "seeds go the other way"),
    ("CK2", ""),
    ("CK11", "you must give {other} seeds:"),
    ("EN1", ""),
    (
        "EN10",
        "the first lap must reach a pit of {other} or end in an empty pit of your own:",
    ),
    (
        "EN11",
        "a pit of two seeds is played only if there is no other:",
    ),
    ("EN12", "the first move starts from certain pits:"),
    (
        "EN20",
        "the turn starts after the pit in which the last one ended:",
    ),
    ("EN15", "you must give {other} seeds:"),
    ("G3", "this move would never end"),
    ("K1", "seeds go the other way"),
    ("K2", "no move starts from a reserved pit"),
    (
        "K3",
        "the first lap may not end in a filled pit of your own",
    ),
    ("KO2", ""),
    ("NA1", ""),
    ("NA13", "you must give {other} seeds:"),
    ("NA19", "the first move starts from a certain pit:"),
    ("OK2", ""),
    ("OM3", "seeds go the other way"),
    ("OM4", ""),
    ("OM14", "a capture is available and must be taken:"),
    (
        "OM15",
        "from {pit} seeds go this way only if that captures at once",
    ),
    ("OM18", "the first move starts from certain pits:"),
    ("OM20", "the first move is one of those that are set:"),
    ("OM21", "{pit} is closed: it is not in play yet"),
    ("OM22", "closed pits are played only if there is no other:"),
    ("PU1", ""),
    ("PU8", "no move starts from {pit}"),
    ("PU11", "you must give {other} seeds:"),
    ("QN2", ""),
    ("T2", ""),
    ("TO1", "no move starts from a tuzdik"),
    ("TS2", ""),
    ("TS3", "seeds go the other way"),
    (
        "TS5",
        "a single seed may not start while the rules put other pits first:",
    ),
    ("TS6", "the first move starts from certain pits:"),
    ("TS7", "the first turn is a gambit from a front pit:"),
    (
        "TS20",
        "only pits of one or two seeds start until two of your seeds are captured:",
    ),
    ("TS21", "start from a pit that none of your others exceeds:"),
    ("TS22", "moves start from the rearmost pit:"),
    ("W1", "seeds go the other way"),
    ("W2", ""),
    ("W7", "no move may capture all seeds of {other}"),
    ("W8", "the captures before the sowing would empty {pit}"),
    (
        "W9",
        "no move starts from a pit that faces a single seed, or from a single seed that has just crossed over",
    ),
    ("W10", "the first moves start from certain pits:"),
    ("W13", "you must give {other} seeds:"),
    ("W18", "{pit} is closed until {other} sows into it"),
    ("WG1", "no move starts from a claimed pit"),
    ("WG6", "no single seed may be moved into a pit of {other}"),
    (
        "WG15",
        "the left end pit is kept while it holds three seeds or fewer:",
    ),
    (
        "WG16",
        "a single seed that has just crossed over may not be moved",
    ),
    ("WG17", "the first move starts from the right end pit:"),
    ("WG24", "another pit comes first by its seeds:"),
    ("WG25", "no move starts from a neutral pit"),
    ("Z1.4b", "a capture is sown from the kichwa on its side"),
    (
        "Z2.4",
        "takasa: nothing captures, so the seed goes into a filled pit of the front row:",
    ),
    (
        "Z2.4a",
        "takasa from the only filled front pit may not go towards the back row",
    ),
    ("Z2.4b", "the house may not be lifted"),
    (
        "Z2.4c",
        "takasa does not start from a single seed while another front pit holds more:",
    ),
    ("Z3.3", "no move starts from a single seed"),
    ("Z3.4", ""),
    (
        "Z3.5b",
        "from the only filled front pit no move goes towards the back row",
    ),
    (
        "Z4.1",
        "{pit} is takasia-ed: no move starts from it in this turn",
    ),
];

/// Words for the kinds of moves that have priority.
const BY_KIND: &[(&str, &str)] = &[
    ("captures", "a capture is available and must be taken:"),
    (
        "takasa (from the front row)",
        "takasa: nothing captures, so play the front row:",
    ),
    (
        "moves that leave the opponent seeds",
        "you must give {other} seeds:",
    ),
];

/// Explains why a move is refused, with the playable pits where that helps.
pub(super) fn in_words(refused: IllegalMove, rule: Option<&str>, facts: &Facts<'_>) -> String {
    let find = |words: &[(&str, &'static str)], name: &str| {
        let mut found = words.iter().filter(|(key, _)| *key == name);
        found.next().map_or("", |(_, words)| words)
    };
    let ruled = find(BY_RULE, rule.unwrap_or_default());
    let words = match refused {
        IllegalMove::Endless => find(BY_RULE, "G3"),
        IllegalMove::Later => match find(BY_KIND, facts.first) {
            "" => ruled,
            words => words,
        },
        IllegalMove::OtherDirection(_) if ruled.is_empty() => "seeds go the other way",
        _ => ruled,
    };
    let words = match words {
        "" if facts.seeds == 1 => "no move starts from this single seed now:",
        "" => "no move starts from {pit} now:",
        words => words,
    };
    let words = words
        .replace("{pit}", facts.pit)
        .replace("{other}", facts.other);
    match (words.strip_suffix(':'), facts.starts) {
        (Some(words), starts) if starts.is_empty() || starts.len() > MOST_PITS => words.to_owned(),
        (Some(_), starts) => format!("{words} {}", starts.join(", ")),
        (None, _) => words,
    }
}

/// Returns whether the rule has words, or needs none because it only selects where moves start.
pub fn has_words(rule: &str) -> bool {
    BY_RULE.iter().any(|(name, _)| *name == rule) || rule == "G4"
}
