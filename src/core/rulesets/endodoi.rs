//! Ayoayo, En Gehé, Giuthi, Lamlameta, Sadeqa and others: relay laps, and captures from empty pits.
//!
#![doc = include_str!("endodoi.md")]

mod captures;
mod options;
mod turn;

pub use options::{
    After, By, CaptureRow, Chain, First, GrandSlam, Laps, Reach, Sown, StartPits, Taken, Track,
    Twos, Uncrossed,
};
pub use turn::Turn;

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{Counts, DirectionRule, From, Setup, TwoRowGame};

two_row_rules! {
    /// Keys of `[rules]`.
    pub struct Rules {
        /// Effect of a last seed in a filled pit (EN1).
        pub laps: Laps,
        /// Order in which laps pass the opponent's pits on three rows (EN1).
        pub track: Track,
        /// Empty pits in which a last seed captures (EN2).
        pub side: CaptureRow,
        /// Seeds taken by a capture (EN3).
        pub taken: Taken,
        /// Numbers of seeds at which a pit can be captured (EN4).
        pub counts: Counts = "Counts::any",
        /// Further pits captured with the first one (EN5).
        pub chain: Chain,
        /// Effect of a capture of all of a player's seeds (EN6).
        pub grand_slam: GrandSlam,
        /// Effect of a last seed in an empty pit of the mover before the move has reached a pit of the opponent (EN7).
        pub uncrossed: Uncrossed,
        /// Effect of a capture (EN8).
        pub after: After,
        /// Laps skip the opponent's pits with exactly this many seeds (EN9). 0 for none.
        #[schemars(range(max = 127))]
        pub passed_over: u8,
        /// Condition on all moves except the special first ones (EN10, EN12).
        pub reach: Reach,
        /// Whether a move may start from a pit of two seeds (EN11).
        pub twos: Twos,
        /// Players, start pits and sowing of special first moves (EN12).
        pub first: Option<First>,
        /// Pits from which a turn may start (EN20).
        pub start: StartPits,
        /// A turn that leaves at most this many seeds on the board ends the round (EN14). 0 for never.
        pub last_seeds: u8,
        /// Whether seeds leave the board at the end of the row once all pits hold single seeds (EN19).
        pub bearing_off: bool,
    }
}

/// Ruleset of Ayoayo, En Gehé and related games.
#[derive(Debug, Clone, Copy)]
pub struct Endodoi;

impl Ruleset for Endodoi {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "endodoi";
    const BOOK: &'static str = include_str!("endodoi.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let across = [("rules.direction", rules.direction.is_by_half())];
        conflicts.check_two_or_three_rows(board, &across);
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(*board, &mut conflicts);
        conflicts.none()?;
        Ok(game::<Pits32>(file).boxed())
    }
}

impl Rules {
    /// Checks combinations of values, and the values against the board.
    fn check(&self, board: BoardSpec, conflicts: &mut Conflicts) {
        let winding = self.track == Track::Winding;
        let free = self.first.is_none()
            && self.reach == Reach::Free
            && self.twos == Twos::Free
            && self.passed_over == 0
            && !self.bearing_off
            && !winding
            && self.from == From::AnyPit
            && self.direction == DirectionRule::Counterclockwise;
        let from = self.first.map_or(Counts::any(), |first| first.from);
        conflicts!(conflicts;
            "rules.laps" if self.laps == Laps::Alternating
                && self.common().sowing.directions() != Directions::Both
                => "\"alternating\" requires a direction that allows both";
            "rules.after" if self.after == After::LastMovesOn && self.taken != Taken::Opposite
                => "\"last-moves-on\" requires taken = \"opposite\"";
            "rules.counts" if self.counts.is_none() => "expected at least one number";
            "rules.track" if winding && !board.has_three_rows()
                => "\"winding\" requires board.rows = 3";
            "rules.passed_over" if self.passed_over > 127 => "must be at most 127";
            "rules.reach" if self.reach == Reach::EndAcrossOrEmpty
                && (self.passed_over > 0 || self.bearing_off)
                => "\"end-across-or-empty\" requires passed_over = 0 and bearing_off = false";
            "rules.bearing_off" if self.bearing_off && self.passed_over > 0
                => "not allowed with passed_over";
            "rules.start" if self.start == StartPits::AfterOpponent && !free
                => "\"after-opponent\" requires from = \"any-pit\" and direction = \"counterclockwise\", and no track, first, reach, twos, passed_over or bearing_off";
            "rules.first" if from.least() > board.pits_a_side()
                => "from must contain a pit of the row, counted from 1 at its right end";
        );
    }
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Endodoi>) -> TwoRowGame<P, Turn> {
    let (board, rules) = (file.board, file.rules);
    let common = rules.common();
    let ring = match rules.track {
        Track::Ring => Ring::Shared,
        Track::Winding => Ring::SharedWinding,
    };
    let turn = Turn::new(rules, board.pits_a_side(), board.has_three_rows());
    let mut game = TwoRowGame::new(board, file.setup, file.rounds, common, ring, turn);
    let follows = rules.start == StartPits::AfterOpponent;
    game.counted = rules.quiet.max(u8::from(rules.first.is_some() || follows));
    game.written.ended = follows;
    game
}
