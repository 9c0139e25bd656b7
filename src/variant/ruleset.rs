//! What a ruleset offers so that variant files can be read for it: its name, its rule book, its typed keys.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::AnyVariant;
pub use super::sections::{BoardSpec, Faults, MaxSown, Rounds, SameSeeds, rounds};

/// A family of games played by the same code: what its files hold, and how a file becomes a game.
pub trait Ruleset: Send + Sync + 'static {
    /// What `[setup]` holds. A doc comment on each field becomes its description. What a file may leave out is
    /// told with the rest, as it is written out again.
    type Setup: DeserializeOwned + Serialize + JsonSchema;
    /// What `[rules]` holds.
    type Rules: DeserializeOwned + Serialize + JsonSchema;
    /// The name that files give as `ruleset`.
    const NAME: &'static str;
    /// Other names that files may give: of rulesets that it has taken in, whose files it plays as they are.
    const ALSO: &'static [&'static str] = &[];
    /// The rule book: Markdown, each rule an item that begins with its identifier in bold, `- **K5** …`.
    ///
    /// It begins with lists under the headings *Aim* and *A turn*, the game in a few lines; see
    /// [`brief`](crate::files::brief) for how these follow the options of a file.
    const BOOK: &'static str;

    /// Checks what takes several keys to check, and builds the tables.
    ///
    /// # Errors
    ///
    /// The [`Faults`] found.
    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults>
    where
        Self: Sized;
}

/// The sections of a variant file, as its ruleset has them read.
#[derive(Debug)]
pub struct Sections<'a, R: Ruleset> {
    /// The shape of the board.
    pub board: &'a BoardSpec,
    /// How a round begins.
    pub setup: &'a R::Setup,
    /// What two players agree on before they sit down.
    pub rules: &'a R::Rules,
    /// How rounds follow each other: of use to a ruleset for the fields of its positions only, `out` for pits
    /// out of play ([`Rounds::closes_pits`]), `owned-S` and `owned-N` for a border that moves
    /// ([`Rounds::moves_border`]).
    pub rounds: &'a Rounds,
}

impl<R: Ruleset> Clone for Sections<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Sections<'_, R> {}

/// Whether small boards have the room of large ones, so that there is half as much code.
pub const COMPACT: bool = cfg!(feature = "compact");

/// Builds a game with room for as many pits as its ring has: `by_pits!(12, |P| Game::<P>::new(…))`.
#[macro_export]
macro_rules! by_pits {
    ($len:expr, |$pits:ident| $game:expr) => {
        if $len <= 16 && !$crate::variant::ruleset::COMPACT {
            type $pits = $crate::kernel::board::Pits16;
            $crate::variant::Play::boxed($game)
        } else {
            type $pits = $crate::kernel::board::Pits32;
            $crate::variant::Play::boxed($game)
        }
    };
}

#[doc(inline)]
pub use by_pits;

/// A list that rulesets are named to; it keeps of each what it needs.
pub trait Register {
    /// Takes one ruleset more.
    fn add<R: Ruleset>(&mut self);
}
