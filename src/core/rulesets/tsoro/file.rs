//! Options of the ruleset in variant files, and their validation.

use super::TsoroGame;
use crate::rulesets::four_rows::{Setup, pits_named};
use crate::rulesets::prelude::*;

keys! {
    /// Section `[rules]`.
    pub struct Rules {
        /// Maximum number of seeds that a move may sow; a longer move counts as endless and is illegal (G3).
        #[schemars(range(min = 1, max = 65535))]
        required pub max_sown: u32,
        /// Direction of sowing (TS2, TS3).
        pub direction: DirectionRule,
        /// Whether a lap that ends in a filled pit is sown on (TS4).
        pub laps: LapsOfMove,
        /// Pits of a single seed from which a move may start (TS5).
        required pub singles: Singles,
        /// Pits from which a move may start (TS21, TS22).
        pub start: StartPits,
        /// Pits from which each player's first move starts, as their owner names them; an empty list allows any pit (TS6).
        pub first_move: Vec<String>,
        /// Kind of each player's first turn (TS7).
        pub first_turn: FirstTurn,
        /// Pits from which a player starts before two of their seeds have been captured (TS20, TS21).
        pub first_phase: FirstPhase,
        /// Seeds that capture, by the pit that they fall in (TS8, TS11).
        pub on: On,
        /// Own pits from which a last seed captures (TS8).
        pub from: From,
        /// Opposite pits that a capture takes (TS9, TS10).
        pub takes: Takes,
        /// Number of further pits of the opponent that are taken after a capture (TS12).
        #[schemars(range(max = 3))]
        pub extra: u8,
        /// Captures after which further pits are taken (TS13).
        pub extra_after: ExtraAfter,
        /// Filled pits in which a lap may be ended, as their owner names them (TS14, TS15).
        pub stop_pits: Vec<String>,
        /// Goal of the game (TS16, TS17).
        pub goal: Goal,
        /// Effect of a repeated position (TS18).
        pub repetition: Repetition,
        /// Number of turns, both players' together, after which the player with more seeds wins; 0 means no limit (TS23).
        #[schemars(range(max = 510))]
        pub limit: u16,
    }
}

options! {
    /// Direction of sowing.
    pub enum DirectionRule {
        /// Counterclockwise: to the left over the player's front row.
        Counterclockwise,
        /// Clockwise: to the right over the player's front row.
        Clockwise,
        /// Either way, chosen for each move.
        Chosen,
        /// Clockwise in each player's first move; with the second they choose a direction and keep it.
        FirstClockwiseThenOwnChoice,
    }

    /// Whether a lap that ends in a filled pit is sown on.
    pub enum LapsOfMove {
        /// Laps are sown on until one ends in an empty pit.
        Relay,
        /// A move is one lap.
        Single,
    }

    /// Pits of a single seed from which a move may start.
    pub enum Singles {
        /// Any.
        Free,
        /// None while one of the player's pits holds two or more.
        Last,
        /// None while one of the player's pits holds two or more; after that, only those whose seed falls in an empty pit.
        LastToEmpty,
        /// None while one of the player's pits holds two or more; after that, only those whose seed falls in a filled pit, if
        /// there are any.
        LastToFilled,
        /// Any, but only into an empty pit.
        ToEmpty,
        /// Any; once all of the player's pits hold single seeds, only into an empty pit.
        FreeThenToEmpty,
    }

    /// Pits from which a move may start.
    pub enum StartPits {
        /// Any pit of the player.
        Any,
        /// The filled pit with the most empty pits right behind it.
        Rearmost,
        /// Pits with the most seeds.
        Fullest,
    }

    /// Kind of each player's first turn.
    pub enum FirstTurn {
        /// A sowing like any other.
        Sowing,
        /// Two seeds move from a front pit to an empty back pit; the pits opposite the front pit and one further are taken.
        Gambit,
    }

    /// Pits from which a player starts before two of their seeds have been captured.
    pub enum FirstPhase {
        /// As later in the game.
        None,
        /// Pits of one or two seeds; then once a pit with the most seeds.
        SmallPits,
    }

    /// Seeds that capture, by the pit that they fall in.
    pub enum On {
        /// The last seed of a lap, in an empty pit.
        Empty,
        /// The last seed of a lap, in a filled pit.
        Filled,
        /// The last seed of a lap, in any pit.
        Any,
        /// Every seed of a lap.
        Each,
    }

    /// Own pits from which a seed captures.
    pub enum From {
        /// Pits of the front row.
        FrontRow,
        /// Pits of both rows.
        BothRows,
    }

    /// Opposite pits that a capture takes.
    pub enum Takes {
        /// The front pit and with it the back pit behind, but never the back pit alone.
        FrontThenBack,
        /// Each pit that is filled.
        Either,
        /// Both if both are filled, otherwise neither.
        BothOrNone,
        /// The back pit alone, if the front pit is empty.
        BackIfFrontEmpty,
        /// The front pit alone.
        Front,
    }

    /// Captures after which further pits are taken.
    pub enum ExtraAfter {
        /// Every capture.
        AnyCapture,
        /// A capture of both the front pit and the back pit.
        BothPits,
    }

    /// Goal of the game.
    pub enum Goal {
        /// To leave the opponent without a move.
        Last,
        /// To have more seeds when a player has no move.
        Most,
    }

    /// Effect of a repeated position.
    pub enum Repetition {
        /// The third occurrence draws the game.
        ThirdTimeDraws,
        /// Repetition has no effect.
        None,
    }
}

impl DirectionRule {
    /// Returns the directions that the board needs.
    const fn directions(self) -> Directions {
        match self {
            Self::Counterclockwise => Directions::Backward,
            Self::Clockwise => Directions::Forward,
            Self::Chosen | Self::FirstClockwiseThenOwnChoice => Directions::Both,
        }
    }
}

/// Ruleset of Tsoro and its relatives.
#[derive(Debug, Clone, Copy)]
pub struct Tsoro;

/// Maximum number of columns with three further pits, as it bounds the number of choices in a move.
const COLUMNS_FOR_THREE: u8 = 13;

impl Ruleset for Tsoro {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "tsoro";
    const BOOK: &'static str = include_str!("../tsoro.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 4, 2..=16);
        conflicts.none()?;
        let columns = board.columns;
        setup.check(columns, &mut conflicts);
        // A written stop names the number of the sowing, which a move stores in 16 bits.
        conflicts.check_max_sown(rules.max_sown, u32::from(u16::MAX));
        rules.check(columns, &mut conflicts);
        let layout = Layout::new(4, columns, Ring::Own, rules.direction.directions());
        let mut named = |key, names| pits_named(&layout, key, names, &mut conflicts);
        let first_move = named("rules.first_move", &rules.first_move);
        let stop_pits = named("rules.stop_pits", &rules.stop_pits);
        conflicts.none()?;
        Ok(TsoroGame::<Pits32>::new(layout, setup, rules, first_move, stop_pits).boxed())
    }
}

impl Rules {
    /// Checks conditions between several keys.
    fn check(&self, columns: u8, conflicts: &mut Conflicts) {
        let (single, each) = (self.laps == LapsOfMove::Single, self.on == On::Each);
        let extra = self.extra;
        conflicts!(conflicts;
            "rules.extra" if extra > 3 => "must be from 0 to 3, not {extra}";
            "rules.extra" if extra >= 3 && columns > COLUMNS_FOR_THREE
                => "three further pits need at most {COLUMNS_FOR_THREE} columns, found {columns}";
            "rules.first_move" if self.first_turn != FirstTurn::Sowing
                && !self.first_move.is_empty()
                => "can't be combined with first_turn = \"gambit\"";
            "rules.first_phase" if self.first_phase != FirstPhase::None
                && (self.first_turn != FirstTurn::Sowing || !self.first_move.is_empty()
                || self.direction == DirectionRule::FirstClockwiseThenOwnChoice)
                => "can't be combined with first_turn, first_move or \"first-clockwise-then-own-choice\"";
            "rules.start" if self.start != StartPits::Any && self.singles != Singles::Free
                => "\"rearmost\" and \"fullest\" need singles = \"free\"";
            "rules.singles" if self.singles == Singles::LastToFilled
                && !matches!(self.direction, DirectionRule::Counterclockwise | DirectionRule::Clockwise)
                => "\"last-to-filled\" needs direction = \"counterclockwise\" or \"clockwise\"";
            "rules.limit" if self.limit > 2 * u16::from(u8::MAX) => "must be at most 510";
            "rules.limit" if self.limit > 0 && self.first_phase != FirstPhase::None
                => "can't be combined with first_phase";
            "rules.on" if each && !single => "\"each\" needs moves of one lap (laps = \"single\")";
            "rules.extra" if each && extra > 0
                => "further pits can't be combined with on = \"each\"";
            "rules.stop_pits" if single && !self.stop_pits.is_empty()
                => "stop pits can't be combined with laps = \"single\"";
        );
    }
}
