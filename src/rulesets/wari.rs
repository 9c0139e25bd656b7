//! Oware, Awari, songo, Um el-Bagara and their kin: one lap, and captures by the number of seeds it makes.
//!
#![doc = include_str!("wari.md")]

mod captures;
mod options;

pub use captures::Captures;
pub use options::{
    Before, Chain, FacingSingles, FromSingle, OnlySingles, Opening, Side, Taker, Unmoved, Where,
};

use crate::kernel::board::{Pits, Pits16, Pits32, PitsInHalves};
use crate::kernel::layout::Ring;
use crate::ruleset::{COMPACT, Faults, Rounds, Ruleset, Sections};
use crate::rulesets::two_rows::{
    Counts, CrossingBack, Extra, GrandSlam, Marks, Setup, Stuck, TwoRowGame, Written,
};
use crate::two_row_rules;
use crate::variant::{AnyVariant, Play};

two_row_rules! {
    /// What a variant file says under `[rules]`.
    pub struct Rules {
        /// How many seeds a pit holds that is captured (W3).
        pub counts: Counts,
        /// In whose row pits are captured (W3).
        #[serde(default)]
        pub side: Side,
        /// Which pits are looked at (W4).
        #[serde(default)]
        pub r#where: Where,
        /// Which further pits are captured (W5).
        #[serde(default)]
        pub chain: Chain,
        /// Who gets what is captured (W6).
        #[serde(default)]
        pub taker: Taker,
        /// What a capture of all of the opponent's seeds does (W7).
        #[serde(default)]
        pub grand_slam: GrandSlam,
        /// What is captured before the seeds are lifted (W8).
        #[serde(default)]
        pub before_sowing: Before,
        /// What a start from a single seed may capture (W9).
        #[serde(default)]
        pub from_single: FromSingle,
        /// Whether a move may start from a pit that faces a single seed (W9).
        #[serde(default)]
        pub facing_singles: FacingSingles,
        /// Whether a single seed that came across may be moved back at once (W9).
        #[serde(default)]
        pub crossing_back: CrossingBack,
        /// From which pits the first moves are made (W10).
        #[serde(default)]
        pub opening: Opening,
        /// Whether pits may be captured from which nobody has moved yet (W11).
        #[serde(default)]
        pub unmoved: Unmoved,
        /// How many seeds a pit may hold; a fuller one is passed over (W12). No limit if it is 0.
        #[serde(default)]
        pub most: u8,
        /// What becomes of a game in which no pit holds more than one seed (W17).
        #[serde(default)]
        pub only_singles: OnlySingles,
    }
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Wari;

impl Ruleset for Wari {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "wari";
    const BOOK: &'static str = include_str!("wari.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            rounds,
        } = *file;
        let mut faults = Faults::default();
        faults.check_board(board, 2, 2..=16);
        setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(&mut faults);
        faults.none()?;
        let ring = 2 * board.columns;
        let marked = rules.marked(rounds);
        Ok(if board.columns == 6 && !marked {
            game::<PitsInHalves<6>, ()>(file).boxed()
        } else if ring > 16 || COMPACT {
            // Large boards are few, and played as if there were marks.
            game::<Pits32, Marks>(file).boxed()
        } else if marked {
            game::<Pits16, Marks>(file).boxed()
        } else {
            game::<Pits16, ()>(file).boxed()
        })
    }
}

impl Rules {
    /// Checks that the values go with each other.
    fn check(&self, faults: &mut Faults) {
        let single = matches!(self.r#where, Where::Last | Where::Next);
        faults.check(
            single || self.chain == Chain::None,
            "rules.chain",
            format_args!("a chain begins at one pit, so where must be \"last\" or \"next\""),
        );
        faults.check(
            self.side != Side::OpponentFirst || self.chain != Chain::None,
            "rules.side",
            format_args!("\"opponent-first\" is about further pits, so there must be a chain"),
        );
        let at_once = self.r#where != Where::Passing && self.taker == Taker::Mover;
        faults.check(
            at_once || self.grand_slam == GrandSlam::Captures,
            "rules.grand_slam",
            format_args!("captures in passing or by the owner of the pit know no grand slam"),
        );
        faults.check(
            self.crossing_back == CrossingBack::Free || self.stuck == Stuck::Ends,
            "rules.crossing_back",
            format_args!("where players pass a single seed may be moved back"),
        );
    }

    /// Whether more has to be told of a turn than where its seeds lie.
    fn marked(&self, rounds: &Rounds) -> bool {
        !self.is_plain(rounds) || !Captures::new(self).needs_no_marks()
    }
}

/// The game of a file.
fn game<P: Pits, X: Extra>(file: &Sections<'_, Wari>) -> TwoRowGame<P, X, Captures> {
    let (columns, rules) = (file.board.columns, file.rules);
    let opening = file.setup.opening(columns, false);
    let turns = Captures::new(rules);
    let mut game = TwoRowGame::new(
        columns,
        Ring::Shared,
        rules.sowing(),
        rules.ending(),
        opening,
        turns,
    );
    let first_is_set = rules.opening == Opening::FirstFromRight;
    game.max_sown = rules.max_sown.0;
    game.quiet = rules.quiet;
    game.counted = rules.quiet.max(u8::from(first_is_set));
    game.written = Written {
        out: file.rounds.closes_pits(),
        owned: file.rounds.moves_border(),
        moved: rules.unmoved == Unmoved::Safe || rules.opening == Opening::EachPitOnce,
        barred: rules.crossing_back == CrossingBack::Barred,
        turns: game.counted > 0,
        ..game.written
    };
    game
}
