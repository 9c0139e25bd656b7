//! Pallanguzhi, Olinda Keliya, Ali Guli Mane, Bay Khom, Eson Xorgol and others: laps and captures by the next pit.
//!
#![doc = include_str!("pussa.md")]

mod options;
mod turn;

pub use options::{Again, Capture, GoesOn, LastSeed, Middle, Over, Owners, Passing};
pub use turn::Turn;

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{Counts, Feeding, Setup, TwoRowGame, Written};

two_row_rules! {
    /// Keys of `[rules]`.
    pub struct Rules {
        /// Continuation of a turn after a lap (PU1).
        pub goes_on: GoesOn,
        /// Pits captured when the laps have ended (PU2).
        pub capture: Capture,
        /// Pits in which a last seed can capture (PU3).
        pub last_seed: LastSeed,
        /// Whether a capture also takes the last seed (PU4).
        pub with_last: bool,
        /// Whether the seeds opposite a captured pit are captured with it (PU4).
        pub with_opposite: bool,
        /// Whether captures continue while empty and filled pits alternate (PU5).
        pub chain: bool,
        /// Player who captures a pit in which a seed makes one of the counts (PU6).
        pub passing: Passing,
        /// Numbers of seeds at which a pit is captured (PU2, PU6).
        pub counts: Counts = "four",
        /// Whether a capture gives the player another move (PU7).
        pub again: Again,
        /// Pits of each row, numbered from the owner's left, from which no move starts (PU8).
        pub unplayed: Counts,
        /// Time at which the middle pits are captured (PU14).
        pub middle: Middle,
        /// Division of the pits between the players (PU8).
        pub owners: Owners,
        /// Position that ends the game, besides one in which players can't move (PU10).
        pub over: Over,
        /// A turn that leaves at most this many seeds ends the round, and the mover takes them (PU9). 0 for never.
        pub last_seeds: u8,
    }
}

/// Returns the default of `counts`.
fn four() -> Counts {
    Counts::of(&[4])
}

/// Ruleset of Pallanguzhi and related games.
#[derive(Debug, Clone, Copy)]
pub struct Pussa;

impl Ruleset for Pussa {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "pussa";
    const BOOK: &'static str = include_str!("pussa.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 2..=16);
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(*board, file.rounds, &mut conflicts);
        conflicts.none()?;
        Ok(game::<Pits32>(file).boxed())
    }
}

impl Rules {
    /// Checks combinations of values, and the values against the board.
    fn check(&self, board: BoardSpec, rounds: &Rounds, conflicts: &mut Conflicts) {
        let beside = self.capture == Capture::LandingAndBeside;
        let alone = self.goes_on == GoesOn::Single
            && !self.with_opposite
            && !self.with_last
            && self.again == Again::Never
            && self.middle == Middle::AtOnce
            && self.feeding == Feeding::None;
        let columns = board.columns;
        let all = (1..=columns).all(|pit| self.unplayed.has(pit));
        conflicts!(conflicts;
            "rules.counts" if (self.passing != Passing::Nobody
                || matches!(self.capture, Capture::Landing | Capture::LandingAndBeside))
                && self.counts.is_none()
                => "expected at least one number";
            "rules.capture" if beside && !alone
                => "\"landing-and-beside\" requires goes_on = \"single\", and no with_opposite, with_last, again, middle or feeding";
            "rules.chain" if self.chain && self.capture != Capture::BeyondGap
                => "requires capture = \"beyond-gap\"";
            "rules.unplayed" if all => "at least one pit of each row must be playable";
            "rules.goes_on" if self.goes_on == GoesOn::NextIfPlayed && self.unplayed.is_none()
                => "\"next-if-played\" requires unplayed";
            "rules.middle" if self.middle != Middle::AtOnce && columns % 2 != 1
                => "a row of {columns} pits has no middle pit";
            "rules.owners" if self.owners != Owners::Rows && rounds.moves_border()
                => "\"halves\" is not allowed with \"territory\" rounds";
        );
    }
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Pussa>) -> TwoRowGame<P, Turn> {
    let (board, rules) = (file.board, file.rules);
    let (common, ring) = (rules.common(), Ring::Shared);
    let turn = Turn::new(rules, board.columns);
    let mut game = TwoRowGame::new(board, file.setup, file.rounds, common, ring, turn);
    if rules.owners == Owners::Halves {
        game.rows.part_in_halves();
    }
    game.written = Written {
        again: rules.again == Again::Once,
        earned: rules.middle == Middle::AtTheEnd,
        ..game.written
    };
    game
}
