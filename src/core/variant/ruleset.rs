//! Rulesets: the name, the rule book and the typed keys with which variant files are read.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::AnyVariant;
pub use super::sections::{BoardSpec, Conflicts, MaxSown, Rounds, SameSeeds, rounds};

/// Ruleset: code that plays a family of games, and the types of its variant files.
pub trait Ruleset: Send + Sync + 'static {
    /// Keys of `[setup]`. The doc comment of each field becomes its description. Serializing writes the defaults
    /// of omitted keys too.
    type Setup: DeserializeOwned + Serialize + JsonSchema;
    /// Keys of `[rules]`.
    type Rules: DeserializeOwned + Serialize + JsonSchema;
    /// Name that files give as `ruleset`.
    const NAME: &'static str;
    /// Other names that files may give: those of rulesets it has replaced, whose files it plays unchanged.
    const ALSO: &'static [&'static str] = &[];
    /// Rule book in Markdown. Each rule is an item that begins with its identifier in bold, `- **K5** …`.
    ///
    /// The book begins with lists under the headings *Aim* and *A turn*, a summary of the game.
    /// `brief` of the module `files` in the crate `mankala` describes how these depend on the options of a file.
    const BOOK: &'static str;

    /// Checks conditions on several keys, and builds the tables.
    ///
    /// # Errors
    ///
    /// The [`Conflicts`] found.
    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts>
    where
        Self: Sized;
}

/// Sections of a variant file, parsed into the types of its ruleset.
#[derive(Debug)]
pub struct Sections<'a, R: Ruleset> {
    /// Shape of the board.
    pub board: &'a BoardSpec,
    /// Setup of a round.
    pub setup: &'a R::Setup,
    /// Options of the rules.
    pub rules: &'a R::Rules,
    /// Rules of rounds. A ruleset needs them only for the fields of its positions. The field `out` holds the pits out
    /// of play ([`Rounds::closes_pits`]), and `locked` the locked ones ([`Rounds::locks_pits`]). The fields `owned-S` and
    /// `owned-N` hold the pits of each player if the border moves ([`Rounds::moves_border`]).
    pub rounds: &'a Rounds,
}

impl<R: Ruleset> Clone for Sections<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Sections<'_, R> {}

/// Set if small boards use the types of large ones, which halves the code size.
pub const COMPACT: bool = cfg!(feature = "compact");

/// Builds a game with pits of the smallest type that holds its ring: `by_pits!(12, |P| Game::<P>::new(…))`.
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

/// List to which rulesets are added.
pub trait Register {
    /// Adds a ruleset.
    fn add<R: Ruleset>(&mut self);
}
