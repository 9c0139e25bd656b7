//! Kalah, congkak, dakon, sungka, naranj and their kin: the own store lies in the ring, and a last seed there moves again.
//!
#![doc = include_str!("congkak.md")]

mod options;
mod turn;

pub use options::{
    AtTheEnd, Capture, Circle, EmptyAcross, FullRound, GrandSlam, InStore, InTheirs, Laps, Over,
    Side, Stores, Taken,
};

use crate::kernel::board::{Direction, Pits, Pits16, Pits32, PitsInHalves};
use crate::kernel::layout::Ring;
use crate::ruleset::{COMPACT, Faults, Rounds, Ruleset, Sections};
use crate::rulesets::two_rows::{
    Extra, Feeding, From, Marks, Origin, Setup, Turns, TwoRowGame, Way, Written,
};
use crate::two_row_rules;
use crate::variant::{AnyVariant, Play};

use turn::Turn;

two_row_rules! {
    /// What a variant file says under `[rules]`; what it leaves out is as in Kalah.
    pub struct Rules {
        /// When a last seed in an empty pit captures (CK5, CK6, CK7).
        #[serde(default)]
        pub capture: Capture,
        /// Whether the capturing seed goes to the store with what is captured (CK5).
        #[serde(default)]
        pub taken: Taken,
        /// In whose row a last seed captures (CK5).
        #[serde(default)]
        pub side: Side,
        /// Whether the move goes on after a lap (CK4).
        #[serde(default)]
        pub laps: Laps,
        /// Which stores get seeds (CK1, CK8).
        #[serde(default)]
        pub stores: Stores,
        /// At which end of the own row the own store lies (CK1).
        #[serde(default)]
        pub store: AtTheEnd,
        /// What a last seed in the own store does (CK3).
        #[serde(default)]
        pub in_store: InStore,
        /// What a last seed in the opponent's store does (CK8).
        #[serde(default)]
        pub in_theirs: InTheirs,
        /// Which rows are sown (CK1).
        #[serde(default)]
        pub ring: Circle,
        /// What a capture of all of the opponent's seeds does (CK5).
        #[serde(default)]
        pub grand_slam: GrandSlam,
        /// Whether a move may start from a pit whose seeds come round to its owner's row (CK2).
        #[serde(default)]
        pub full_round: FullRound,
        /// What a last seed in an empty pit of the opponent costs (CK9).
        #[serde(default)]
        pub empty_across: EmptyAcross,
        /// When the game is over though the player to move could go on (CK10).
        #[serde(default)]
        pub over: Over,
    }
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Congkak;

impl Ruleset for Congkak {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "congkak";
    const ALSO: &'static [&'static str] = &["kalah"];
    const BOOK: &'static str = include_str!("congkak.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            rounds,
        } = *file;
        let mut faults = Faults::default();
        faults.check_board(board, 2, 1..=15);
        setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(&mut faults);
        faults.none()?;
        // Both stores have a spot, whether laps come there or not.
        let spots = 2 * board.columns + 2;
        let marked = rules.marked(rounds);
        Ok(if board.columns == 6 && !marked {
            game::<PitsInHalves<7>, ()>(file).boxed()
        } else if spots > 16 || COMPACT {
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
        faults.check(
            self.taken == Taken::Both || self.capture == Capture::OppositeFilled,
            "rules.taken",
            format_args!("\"opposite\" is about captures of what is filled, so capture must be \"opposite-filled\""),
        );
        let in_empty = !matches!(self.capture, Capture::Never | Capture::Swap);
        faults.check(
            self.side == Side::Own || in_empty,
            "rules.side",
            format_args!("without captures in empty pits this must be \"own\""),
        );
        faults.check(
            self.capture != Capture::Swap || matches!(self.laps, Laps::Relay | Laps::RelayOwnRow),
            "rules.capture",
            format_args!("\"swap\" is a choice between stopping and sowing on, so laps must be \"relay\" or \"relay-own-row\""),
        );
        faults.check(
            self.capture != Capture::Swap || self.feeding == Feeding::None,
            "rules.feeding",
            format_args!("where a player may stop and swap, nobody can be made to feed"),
        );
        faults.check(
            self.stores == Stores::Own || self.store == AtTheEnd::Right,
            "rules.store",
            format_args!("where both stores are sown each lies at its owner's right"),
        );
        let together = matches!(
            self.direction,
            Way::Counterclockwise | Way::Clockwise | Way::FirstMover
        );
        faults.check(
            self.store != AtTheEnd::Ahead || together,
            "rules.store",
            format_args!("\"ahead\" asks for one way of both players, so direction must be \"counterclockwise\", \"clockwise\" or \"first-mover\""),
        );
        faults.check(
            self.ring == Circle::BothRows || self.from != From::AnyPit,
            "rules.from",
            format_args!("where only the own row is sown moves start there"),
        );
        let usual = self.direction == Way::Counterclockwise
            && self.stores == Stores::Own
            && self.store == AtTheEnd::Right
            && self.ring == Circle::BothRows;
        faults.check(
            self.full_round == FullRound::Played || usual,
            "rules.full_round",
            format_args!("\"barred\" asks for laps as in Kalah: counterclockwise over both rows and the own store at the right"),
        );
        faults.check(
            self.in_theirs == InTheirs::Ends || self.stores == Stores::Both,
            "rules.in_theirs",
            format_args!("no seed falls in the opponent's store unless stores is \"both\""),
        );
        faults.check(
            self.empty_across == EmptyAcross::Nothing || self.side == Side::Own,
            "rules.empty_across",
            format_args!(
                "a last seed in an empty pit of the opponent captures or costs the store, not both"
            ),
        );
    }

    /// Whether there is more to look at than the own store and captures in the own row, as in Kalah.
    fn marked(&self, rounds: &Rounds) -> bool {
        !self.is_plain(rounds)
            || self.origin != Origin::Sown
            || self.majority
            || self.laps != Laps::Single
            || !matches!(self.capture, Capture::OppositeFilled | Capture::Always)
            || self.taken != Taken::Both
            || self.side != Side::Own
            || self.stores != Stores::Own
            || self.store != AtTheEnd::Right
            || self.empty_across != EmptyAcross::Nothing
            || self.ring != Circle::BothRows
            || self.grand_slam != GrandSlam::Captures
            || self.full_round != FullRound::Played
    }
}

/// The game of a file.
fn game<P: Pits, X: Extra>(file: &Sections<'_, Congkak>) -> TwoRowGame<P, X, Turn> {
    let (columns, rules) = (file.board.columns, file.rules);
    let ring = match (rules.stores, rules.store) {
        (Stores::Both, _) => Ring::SharedWithStores,
        (Stores::Own, AtTheEnd::Right) => Ring::SharedWithStore,
        (Stores::Own, AtTheEnd::Left | AtTheEnd::Ahead) => Ring::SharedWithStoreAtEitherEnd,
    };
    let turns = Turn::new(columns, rules);
    let opening = file.setup.opening(columns, true);
    let mut game = TwoRowGame::new(
        columns,
        ring,
        rules.sowing(),
        rules.ending(),
        opening,
        turns,
    );
    let ways = rules.sowing().ways();
    let closed = [Direction::Forward, Direction::Backward].map(|direction| {
        let closed = turns.closed(&game.rows, turns.store_is_before(direction));
        if ways.allow(direction) { closed } else { 0 }
    });
    game.laps = game.laps.with_closed(closed);
    game.max_sown = rules.max_sown.0;
    game.quiet = rules.quiet;
    game.counted = rules.quiet;
    game.written = Written {
        out: file.rounds.closes_pits(),
        owned: file.rounds.moves_border(),
        ..game.written
    };
    game
}
