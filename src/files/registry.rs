//! Type-erased rulesets, for lists of them.

use std::marker::PhantomData;
use std::sync::Arc;

use toml::Table;

use crate::files::document::{Document, SWAP};
use crate::files::schema::Own;
use mankala_core::variant::ruleset::{BoardSpec, Conflicts, Rounds, Ruleset, Sections};
use mankala_core::variant::{AnyVariant, Swapping};

/// Game built from a file.
pub(crate) struct Built {
    pub variant: Arc<dyn AnyVariant>,
    /// Sections with all values, including defaults.
    pub sections: [(&'static str, Table); 4],
    pub rounds: Rounds,
}

/// Object-safe interface of rulesets.
pub(crate) trait Entry: Send + Sync {
    fn name(&self) -> &'static str;
    /// Returns other names that files may give.
    fn also(&self) -> &'static [&'static str];
    fn book(&self) -> &'static str;
    /// Parses setup and rules and builds the game. Without a board both are still parsed, to find all errors.
    fn build(&self, board: Option<BoardSpec>, document: &mut Document) -> Option<Built>;
    /// Returns the ruleset's parts of the JSON Schema of its files.
    fn schema(&self) -> Own;
}

struct Registered<R>(PhantomData<R>);

/// Erases the type of a ruleset.
pub(crate) fn entry<R: Ruleset>() -> Box<dyn Entry> {
    Box::new(Registered::<R>(PhantomData))
}

impl<R: Ruleset> Entry for Registered<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn also(&self) -> &'static [&'static str] {
        R::ALSO
    }

    fn book(&self) -> &'static str {
        R::BOOK
    }

    fn build(&self, board: Option<BoardSpec>, document: &mut Document) -> Option<Built> {
        let setup = document.section::<R::Setup>("setup");
        let rules = document.section::<R::Rules>("rules");
        let swap = document.key::<bool>("rules.swap");
        let rounds = document.section::<Rounds>("rounds");
        let (board, setup, rules, rounds) = (board?, setup?, rules?, rounds?);
        let variant = R::variant(&Sections {
            board: &board,
            setup: &setup,
            rules: &rules,
            rounds: &rounds,
        });
        let variant = variant
            .map_err(|conflicts| document.conflicts(&conflicts))
            .ok()?;
        let mut variant: Arc<dyn AnyVariant> = variant.into();
        if swap == Some(true) {
            variant = Arc::new(Swapping::new(variant));
        }
        let mut conflicts = Conflicts::default();
        let game = Arc::clone(&variant).game();
        rounds.check(game.layout(), &game.diagram(), &mut conflicts);
        document.conflicts(&conflicts);
        let mut rules = document.written_out("rules", &rules)?;
        if let Some(swap) = swap {
            rules.insert(SWAP.to_owned(), swap.into());
        }
        // An explicit `none` is a value too: it may differ from the inherited one.
        let several = if rounds.several() || document.get("rounds").is_some() {
            document.written_out("rounds", &rounds)?
        } else {
            Table::new()
        };
        Some(Built {
            sections: [
                ("board", document.written_out("board", &board)?),
                ("setup", document.written_out("setup", &setup)?),
                ("rules", rules),
                ("rounds", several),
            ],
            variant,
            rounds,
        })
    }

    fn schema(&self) -> Own {
        Own::of::<R>()
    }
}
