//! Kalah, congkak, dakon, sungka, naranj and related games: players sow into their own store; a last seed there moves again.
//!
#![doc = include_str!("congkak.md")]

pub(super) mod options;
mod turn;

pub use options::{
    AtTheEnd, Capture, CaptureRow, Circle, EmptyAcross, FullRound, GrandSlam, InStore, InTheirs,
    Laps, Over, Rules, Stores, Taken,
};

use crate::rulesets::kalah::Kalah;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{DirectionRule, Feeding, From, Setup, Stuck, Turns, TwoRowGame};
use crate::variant::ruleset::COMPACT;

use turn::Turn;

/// Ruleset of Kalah, congkak and related games.
#[derive(Debug, Clone, Copy)]
pub struct Congkak;

impl Ruleset for Congkak {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "congkak";
    const ALSO: &'static [&'static str] = &["kalah"];
    const BOOK: &'static str = include_str!("congkak.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 1..=15);
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(&mut conflicts);
        conflicts.none()?;
        let kalah = rules.is_kalah(file.rounds);
        Ok(if kalah && board.columns == 6 {
            Kalah::<PitsInHalves<7>>::new(board.columns, setup, rules).boxed()
        } else if kalah && board.columns <= 7 && !COMPACT {
            Kalah::<Pits16>::new(board.columns, setup, rules).boxed()
        } else {
            general(file)
        })
    }
}

/// Creates the variant of a file without conflicts by the code for all files, even if there is special code.
pub fn general(file: &Sections<'_, Congkak>) -> Box<dyn AnyVariant> {
    // Both stores have a spot, even if laps skip one.
    by_pits!(2 * file.board.columns + 2, |P| game::<P>(file))
}

impl Rules {
    /// Checks combinations of values.
    fn check(&self, conflicts: &mut Conflicts) {
        let in_empty = !matches!(self.capture, Capture::Never | Capture::Swap);
        let together = matches!(
            self.direction,
            DirectionRule::Counterclockwise | DirectionRule::Clockwise | DirectionRule::FirstMover
        );
        let usual = self.direction == DirectionRule::Counterclockwise
            && self.stores == Stores::Own
            && self.store == AtTheEnd::Right
            && self.ring == Circle::BothRows;
        conflicts!(conflicts;
            "rules.taken" if self.taken != Taken::Both && self.capture != Capture::OppositeFilled
                => "\"opposite\" requires capture = \"opposite-filled\"";
            "rules.side" if self.side != CaptureRow::Own && !in_empty
                => "must be \"own\" without captures in empty pits";
            "rules.capture" if self.capture == Capture::Swap
                && !matches!(self.laps, Laps::Relay | Laps::RelayOwnRow)
                => "\"swap\" requires laps = \"relay\" or \"relay-own-row\"";
            "rules.feeding" if self.capture == Capture::Swap && self.feeding != Feeding::None
                => "not allowed with capture = \"swap\", which lets the player stop";
            "rules.store" if self.stores != Stores::Own && self.store != AtTheEnd::Right
                => "must be \"right\" if both stores are sown";
            "rules.store" if self.store == AtTheEnd::Ahead && !together
                => "\"ahead\" requires direction = \"counterclockwise\", \"clockwise\" or \"first-mover\"";
            "rules.from" if self.ring != Circle::BothRows && self.from == From::AnyPit
                => "\"any-pit\" requires ring = \"both-rows\"";
            "rules.full_round" if self.full_round != FullRound::Played && !usual
                => "\"barred\" requires counterclockwise laps over both rows and the store at the right";
            "rules.stuck" if self.stuck == Stuck::RowEmpty => "use over = \"row-empty\" instead";
            "rules.in_theirs" if self.in_theirs != InTheirs::Ends && self.stores != Stores::Both
                => "requires stores = \"both\"";
            "rules.empty_across" if self.empty_across != EmptyAcross::Nothing
                && self.side != CaptureRow::Own
                => "a last seed in an empty pit of the opponent can't both capture and lose the store";
        );
    }

    /// Returns `true` if [`Kalah`] implements these rules: those with the default values of all keys but these.
    fn is_kalah(&self, rounds: &Rounds) -> bool {
        // No seed falls in the opponent's store.
        let Self { capture, in_theirs, max_sown, .. } = *self;
        let seeds_only = !rounds.closes_pits() && !rounds.moves_border();
        // KA1: a lap has 255 seeds at most.
        let sown = max_sown.0 >= 255;
        // KA3
        let taken = matches!(capture, Capture::OppositeFilled | Capture::Always);
        // KA2, KA4
        let others = Self { capture, in_theirs, max_sown, ..Self::default() };
        seeds_only && sown && taken && *self == others
    }
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Congkak>) -> TwoRowGame<P, Turn> {
    let rules = file.rules;
    let ring = match (rules.stores, rules.store) {
        (Stores::Both, _) => Ring::SharedWithStores,
        (Stores::Own, AtTheEnd::Right) => Ring::SharedWithStore,
        (Stores::Own, AtTheEnd::Left | AtTheEnd::Ahead) => Ring::SharedWithStoreAtEitherEnd,
    };
    let turns = Turn { rules: *rules };
    let common = rules.common();
    let mut game = TwoRowGame::new(file.board, file.setup, file.rounds, common, ring, turns);
    let directions = common.sowing.directions();
    let closed = [Direction::Forward, Direction::Backward].map(|direction| {
        let closed = turns.closed(&game.rows, turns.store_is_before(direction));
        if directions.allow(direction) { closed } else { 0 }
    });
    game.laps = game.laps.with_closed(closed);
    game
}
