//! Games whose value with perfect play is known, from print or from the solver, to stand beside what players make of them.

use std::sync::LazyLock;

use crate::files::catalogue::{Catalogue, Loaded};

/// What perfect play comes to, and where that was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    variant: &'static str,
    changes: &'static [&'static str],
    /// `first`, `second` or `draw`.
    pub value: &'static str,
    /// Where it was shown.
    pub source: &'static str,
}

/// Each by a variant of the catalogue with changes; a game is recognised by its rules and not by its name.
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

/// A board of Kalah of the one paper on many, whose last seed in an empty pit captures also where nothing lies opposite.
const fn kalah(changes: &'static [&'static str], value: &'static str) -> Solved {
    Solved {
        variant: "kalah",
        changes,
        value,
        source: "G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), 139–147",
    }
}

impl Solved {
    /// What is known of this game.
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

    /// The same as a sentence.
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
