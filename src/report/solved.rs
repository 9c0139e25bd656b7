//! Games whose value with perfect play is known from literature or the solver, shown beside the results of players.

use std::sync::LazyLock;

use crate::files::catalogue::{Catalogue, Loaded};

/// Value of a game with perfect play, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// `first`, `second` or `draw`.
    pub value: &'static str,
    /// Source of the value.
    pub source: &'static str,
}

/// Values of Kalah by columns and seeds, from G. Irving and others. A last seed in an empty pit captures even if nothing
/// is opposite.
const KALAH: [(u8, u8, &str); 8] = [
    (6, 4, "first"),
    (6, 5, "first"),
    (3, 1, "draw"),
    (3, 2, "first"),
    (3, 3, "first"),
    (3, 4, "first"),
    (3, 5, "first"),
    (3, 6, "second"),
];

/// Values of other variants of the catalogue, each with its source.
const OTHERS: [(&str, &str, &str); 2] = [
    (
        "awari",
        "draw",
        "J. W. Romein, H. E. Bal, Awari is solved, ICGA Journal 25 (2002), 162–165; Solving the game of Awari using parallel retrograde analysis, IEEE Computer 36 (2003), 26–33",
    ),
    (
        "bao-kingulu",
        "first",
        "`mankala solve bao-kingulu` proves it in a second",
    ),
];

/// Known values, each with the digest of its game: a game is recognised by its rules, not by its name.
static KNOWN: LazyLock<Vec<(String, Solved)>> = LazyLock::new(|| {
    let catalogue = Catalogue::new();
    let kalah = KALAH.map(|(columns, seeds, value)| {
        let changes = format!("board.columns={columns},setup.seeds={seeds},rules.capture=always");
        let source =
            "G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), 139–147";
        (format!("kalah:{changes}"), Solved { value, source })
    });
    let others = OTHERS.map(|(name, value, source)| (name.to_owned(), Solved { value, source }));
    let digest = |(name, solved): (String, _)| {
        let known = catalogue.load(&name, &[]).ok()?;
        Some((known.digest(), solved))
    };
    others.into_iter().chain(kalah).filter_map(digest).collect()
});

impl Solved {
    /// Returns the known value of a game.
    pub(crate) fn of(loaded: &Loaded) -> Option<&'static Self> {
        let digest = loaded.digest();
        let mut known = KNOWN.iter();
        known
            .find(|(known, _)| *known == digest)
            .map(|(_, solved)| solved)
    }

    /// Returns the value as a sentence.
    pub fn words(&self) -> String {
        let value = match self.value {
            "first" => "the first player wins",
            "second" => "the second player wins",
            _ => "the game is a draw",
        };
        format!("With perfect play {value} ({}).", self.source)
    }
}
