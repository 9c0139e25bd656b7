//! Pallanguzhi, Olinda Keliya, Ali Guli Mane, Bay Khom, Eson Xorgol and their kin: the next pit is sown on, and an empty one captures what lies beyond.
//!
#![doc = include_str!("pussa.md")]

mod options;
mod turn;

pub use options::{Again, Capture, GoesOn, LastSeed, Middle, Owners, Passing};
pub use turn::Turn;

use crate::kernel::board::Pits;
use crate::kernel::layout::Ring;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{Counts, Setup, TwoRowGame, Written};
use crate::variant::AnyVariant;
use crate::variant::ruleset::{BoardSpec, Faults, Rounds, Ruleset, Sections, by_pits};

two_row_rules! {
    /// What a variant file says under `[rules]`.
    pub struct Rules {
        /// How a turn goes on after a lap (PU1).
        #[serde(default)]
        pub goes_on: GoesOn,
        /// What is captured when the laps have ended (PU2).
        #[serde(default)]
        pub capture: Capture,
        /// Where the last seed must lie for a capture (PU3).
        #[serde(default)]
        pub last_seed: LastSeed,
        /// Whether the last seed is taken with a capture (PU4).
        #[serde(default)]
        pub with_last: bool,
        /// Whether what lies opposite a captured pit is taken with it (PU4).
        #[serde(default)]
        pub with_opposite: bool,
        /// Whether captures go on as long as empty and filled pits alternate (PU5).
        #[serde(default)]
        pub chain: bool,
        /// Who captures a pit in which a seed makes one of the counts (PU6).
        #[serde(default)]
        pub passing: Passing,
        /// These counts (PU6).
        #[serde(default = "four")]
        pub counts: Counts,
        /// Whether a capture gives the player another move (PU7).
        #[serde(default)]
        pub again: Again,
        /// The pits of each row, from its owner's left, from which no move starts (PU8).
        #[serde(default = "none")]
        pub unplayed: Counts,
        /// When the middle pits are captured (PU14).
        #[serde(default)]
        pub middle: Middle,
        /// Whose pits are whose (PU8).
        #[serde(default)]
        pub owners: Owners,
        /// When a turn leaves so few seeds on the board, the mover takes them and the round ends (PU9). Never if it is 0.
        #[serde(default)]
        pub last_seeds: u8,
    }
}

/// What is captured in passing where a file says nothing.
fn four() -> Counts {
    Counts::of(&[4])
}

/// No pit is unplayed where a file says nothing.
const fn none() -> Counts {
    Counts::NONE
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Pussa;

impl Ruleset for Pussa {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "pussa";
    const BOOK: &'static str = include_str!("pussa.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut faults = Faults::default();
        faults.check_board(board, 2, 2..=16);
        setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(*board, file.rounds, &mut faults);
        faults.none()?;
        let ring = 2 * board.columns;
        Ok(by_pits!(ring, |P| game::<P>(file)))
    }
}

impl Rules {
    /// Checks that the values go with each other and with the board.
    fn check(&self, board: BoardSpec, rounds: &Rounds, faults: &mut Faults) {
        faults.conflict(
            self.passing != Passing::Nobody && self.counts.is_none(),
            "rules.counts",
            format_args!("expected a number at least"),
        );
        faults.conflict(self.chain && !matches!(self.capture, Capture::BeyondGap | Capture::OppositeGap),
            "rules.chain",
            format_args!("empty and filled pits alternate where capture is \"beyond-gap\" or \"opposite-gap\""),
        );
        let all = (1..=board.columns).all(|pit| self.unplayed.has(pit));
        faults.conflict(
            all,
            "rules.unplayed",
            format_args!("a pit of each row must be left to play from"),
        );
        faults.conflict(
            self.middle != Middle::AtOnce && board.columns % 2 != 1,
            "rules.middle",
            format_args!("a row of {} has no pit in the middle", board.columns),
        );
        faults.conflict(
            self.owners != Owners::Rows && rounds.moves_border(),
            "rules.owners",
            format_args!(
                "a border between halves can't be moved, so rounds must not be \"territory\""
            ),
        );
    }
}

/// The game of a file.
fn game<P: Pits>(file: &Sections<'_, Pussa>) -> TwoRowGame<P, Turn> {
    let (columns, rules) = (file.board.columns, file.rules);
    let (sowing, opening) = (rules.sowing(), file.setup.opening(columns, false));
    let turn = Turn::new(rules, columns);
    let mut game = TwoRowGame::new(columns, Ring::Shared, sowing, rules.ending(), opening, turn);
    if rules.owners == Owners::Halves {
        game.rows.part_in_halves();
    }
    game.max_sown = rules.max_sown.0;
    game.quiet = rules.quiet;
    game.counted = rules.quiet;
    game.written = Written {
        out: file.rounds.closes_pits(),
        owned: file.rounds.moves_border(),
        again: rules.again == Again::Once,
        earned: rules.middle == Middle::AtTheEnd,
        ..game.written
    };
    game
}
