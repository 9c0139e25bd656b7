//! Type-erased rulesets, for lists of them.

use std::sync::Arc;

use serde_json::Value;
use toml::Table;

use crate::files::document::{Document, SWAP};
use crate::files::schema;
use mankala_core::variant::ruleset::{BoardSpec, Conflicts, Rounds, Ruleset, Sections};
use mankala_core::variant::{AnyVariant, Swapping};

/// Game built from a file.
pub(crate) struct Built {
    pub variant: Arc<dyn AnyVariant>,
    /// Sections with all values, including defaults.
    pub sections: [(&'static str, Table); 4],
    pub rounds: Rounds,
}

/// Ruleset without its types, for lists of rulesets.
pub(crate) struct Entry {
    pub name: &'static str,
    /// Other names that files may give.
    pub also: &'static [&'static str],
    pub book: &'static str,
    /// Parses setup and rules and builds the game. Without a board both are still parsed, to find all errors.
    pub build: fn(Option<BoardSpec>, &mut Document) -> Option<Built>,
    /// Returns the schemas of setup and rules.
    pub schema: fn() -> [Value; 2],
}

impl Entry {
    pub(crate) const fn of<R: Ruleset>() -> Self {
        Self {
            name: R::NAME,
            also: R::ALSO,
            book: R::BOOK,
            build: build::<R>,
            schema: schema::own::<R>,
        }
    }
}

fn build<R: Ruleset>(board: Option<BoardSpec>, document: &mut Document) -> Option<Built> {
    let setup = document.section::<R::Setup>("setup");
    let rules = document.section::<R::Rules>("rules");
    let swap = document.key::<bool>("rules.swap");
    let rounds = document.section::<Rounds>("rounds");
    let (board, setup, rules, rounds) = (board?, setup?, rules?, rounds?);
    let variant =
        R::variant(&Sections { board: &board, setup: &setup, rules: &rules, rounds: &rounds });
    let variant = variant.map_err(|conflicts| document.conflicts(&conflicts)).ok()?;
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
