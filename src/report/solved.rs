//! Games whose value with perfect play is known from literature or the solver, shown beside the results of players.

use std::sync::LazyLock;

use crate::files::catalogue::{Catalogue, Loaded};

/// Value of a game with perfect play, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    variant: &'static str,
    changes: &'static [&'static str],
    /// `first`, `second` or `draw`.
    pub value: &'static str,
    /// Source of the value.
    pub source: &'static str,
}

/// Known values, each for a variant of the catalogue with changes. A game is recognised by its rules, not by its name.
const SOLVED: &[Solved] = &[
    Solved {
        variant: "awari",
        changes: &[],
        value: "draw",
        source: "J. W. Romein, H. E. Bal, Awari is solved, ICGA Journal 25 (2002), 162–165; Solving the game of Awari using parallel retrograde analysis, IEEE Computer 36 (2003), 26–33",
    },
    Solved {
        variant: "bao-kingulu",
        changes: &[],
        value: "first",
        source: "`mankala solve bao-kingulu` proves it in a second",
    },
    kalah(&["rules.capture=\"always\""], "first"),
    kalah(&["setup.seeds=5", "rules.capture=\"always\""], "first"),
    kalah(
        &[THREE, "setup.seeds=1", "rules.capture=\"always\""],
        "draw",
    ),
    kalah(
        &[THREE, "setup.seeds=2", "rules.capture=\"always\""],
        "first",
    ),
    kalah(
        &[THREE, "setup.seeds=3", "rules.capture=\"always\""],
        "first",
    ),
    kalah(
        &[THREE, "setup.seeds=4", "rules.capture=\"always\""],
        "first",
    ),
    kalah(
        &[THREE, "setup.seeds=5", "rules.capture=\"always\""],
        "first",
    ),
    kalah(
        &[THREE, "setup.seeds=6", "rules.capture=\"always\""],
        "second",
    ),
];

const THREE: &str = "board.columns=3";

/// Board of Kalah from the paper on many boards. A last seed in an empty pit captures even if nothing is opposite.
const fn kalah(changes: &'static [&'static str], value: &'static str) -> Solved {
    Solved {
        variant: "kalah",
        changes,
        value,
        source: "G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), 139–147",
    }
}

impl Solved {
    /// Returns the known value of a game.
    pub(super) fn of(loaded: &Loaded) -> Option<&'static Self> {
        static DIGESTS: LazyLock<Vec<(String, &Solved)>> = LazyLock::new(|| {
            let catalogue = Catalogue::new();
            let digest = |solved: &'static Solved| {
                let changes: Vec<String> = solved.changes.iter().map(|&c| c.to_owned()).collect();
                let known = catalogue.load(solved.variant, &changes).ok()?;
                Some((known.digest(), solved))
            };
            SOLVED.iter().filter_map(digest).collect()
        });
        let digest = loaded.digest();
        let mut known = DIGESTS.iter();
        known
            .find(|(known, _)| *known == digest)
            .map(|(_, solved)| *solved)
    }

    /// Returns the value as a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let value = match self.value {
            "first" => "the first player wins",
            "second" => "the second player wins",
            _ => "the game is a draw",
        };
        format!("With perfect play {value} ({}).", self.source)
    }
}
