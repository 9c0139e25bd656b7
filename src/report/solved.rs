//! Games whose value with perfect play is known from literature or the solver, shown beside the results of players.

use std::sync::LazyLock;

use crate::files::catalogue::{Catalogue, Loaded};

/// Value of a game with perfect play, and its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// `first`, `second`, `draw` or `endless`.
    pub value: &'static str,
    /// Margin in seeds, if it is known.
    pub margin: Option<i32>,
    /// Source of the value.
    pub source: &'static str,
}

/// Values that this program proved.
const PROVED: &str = include_str!("../../examples/solved/values.csv");

/// Source of these values.
const BY_PROOF: &str = "proved by `mankala solve`, see `examples/solved`";

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
const OTHERS: [(&str, &str, &str); 1] = [(
    "awari",
    "draw",
    "J. W. Romein, H. E. Bal, Awari is solved, ICGA Journal 25 (2002), 162–165; Solving the game of Awari using parallel retrograde analysis, IEEE Computer 36 (2003), 26–33",
)];

/// Known values, each with the digest of its game: a game is recognised by its rules, not by its name.
static KNOWN: LazyLock<Vec<(String, Solved)>> = LazyLock::new(|| {
    let catalogue = Catalogue::new();
    let kalah = KALAH.map(|(columns, seeds, value)| {
        let changes = format!("board.columns={columns},setup.seeds={seeds},rules.capture=always");
        let source =
            "G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), 139–147";
        (format!("kalah:{changes}"), value, source)
    });
    let others = OTHERS.map(|(name, value, source)| (name.to_owned(), value, source));
    let known = |(name, value, source): (String, _, _)| {
        let known = catalogue.load(&name, &[]).ok()?;
        Some((known.digest(), Solved::new(value, None, source)))
    };
    let published = others.into_iter().chain(kalah).filter_map(known);
    proved().chain(published).collect()
});

/// Reads the values that this program proved.
fn proved() -> impl Iterator<Item = (String, Solved)> {
    PROVED.lines().skip(1).filter_map(|row| {
        let mut fields = row.split(',').skip(1);
        let (rules, unit, margin) = (fields.next()?, fields.next()?, fields.next()?);
        let value = fields.nth(2).filter(|value| !value.is_empty())?;
        let margin = margin.parse().ok().filter(|_| unit == "seeds");
        Some((rules.to_owned(), Solved::new(value, margin, BY_PROOF)))
    })
}

impl Solved {
    const fn new(value: &'static str, margin: Option<i32>, source: &'static str) -> Self {
        Self {
            value,
            margin,
            source,
        }
    }

    /// Returns the known value of a game.
    pub fn of(loaded: &Loaded) -> Option<&'static Self> {
        let digest = loaded.digest();
        let (_, solved) = KNOWN.iter().find(|(known, _)| *known == digest)?;
        Some(solved)
    }

    /// Returns the value as a sentence.
    pub fn words(&self) -> String {
        let value = match self.value {
            "first" => "the first player wins",
            "second" => "the second player wins",
            "draw" => "the game is a draw",
            _ => "the game never ends",
        };
        let margin = self.margin.filter(|&margin| margin != 0);
        let margin = margin.map_or_else(String::new, |margin| format!(" by {}", margin.abs()));
        format!("With perfect play {value}{margin} ({}).", self.source)
    }
}
