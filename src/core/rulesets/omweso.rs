//! Omweso and its relatives: four rows, and captured seeds are sown on.
//!
#![doc = include_str!("omweso.md")]

use crate::rulesets::four_rows::{FourRows, OwnRows, Setup};
use crate::rulesets::prelude::*;

mod capture;
mod file;
mod starts;
mod turn;
mod written;

pub use file::{
    ClosedUntil, DirectionRule, Fallback, FilledFront, FirstLap, Goal, LastInEmpty, Needs, Omweso,
    On, Origin, Reserve, Resow, Rules, Singles, Takes, Turning,
};

/// Tier of the moves that have priority.
const FIRST: u8 = 0;

/// Pits with a special role, as bits of their owner's ring.
#[derive(Debug, Clone)]
struct Marks {
    /// Pits from which seeds may be sown clockwise (`OM15`).
    reverse: u32,
    /// Pits from which a first move starts; none if it is free (`OM18`).
    first_move: u32,
    /// Pits that are out of play at first (`OM21`).
    closed: u32,
    /// Set first moves: the pit that is lifted, and the pit of its first seed (`OM20`).
    set_moves: Vec<(u8, u8)>,
}

/// Game of the family with its tables.
#[derive(Debug, Clone)]
pub struct OmwesoGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: OwnRows<P>,
    columns: u8,
    opening: FourRows<P>,
    marks: Marks,
    /// Maximum number of turns that are counted for each player.
    counted: u8,
    /// Number of a player's turns after which no rule on first turns applies.
    quiet_or_set: u8,
    rules: Rules,
}

impl<P: Pits> OmwesoGame<P> {
    fn new(columns: u8, setup: &Setup, rules: &Rules, marks: Marks) -> Self {
        let only_backward = rules.direction == DirectionRule::Counterclockwise
            && marks.reverse == 0
            && marks.set_moves.is_empty();
        let directions = if only_backward { Directions::Backward } else { Directions::Both };
        let is_set = marks.first_move != 0 || !marks.set_moves.is_empty();
        let quiet_or_set = rules.quiet.max(u8::from(is_set));
        let mut opening = FourRows::opening(setup, columns, marks.closed);
        if rules.reserve == Reserve::OneEach {
            opening.captured = ByTurn([2 * columns; 2]);
        }
        Self {
            layout: Layout::new(4, columns, Ring::Own, directions),
            laps: LapTable::new(2 * columns, directions, &[Skip::Nothing]),
            rows: OwnRows::new(columns),
            columns,
            opening,
            // Half of the limit for each player, as the limit counts the turns of both.
            counted: quiet_or_set.max(rules.limit.div_ceil(2) as u8),
            quiet_or_set,
            marks,
            rules: rules.clone(),
        }
    }

    /// Returns `true` if players choose the direction, for each move or once (`OM3`).
    #[inline]
    fn is_chosen(&self) -> bool {
        self.rules.direction != DirectionRule::Counterclockwise
    }

    /// Returns `true` if each player keeps the direction of their first move (`OM3`).
    #[inline]
    fn is_kept(&self) -> bool {
        self.rules.direction == DirectionRule::OwnChoiceKept
    }

    /// Returns `true` if the player to move has pits that are still closed (`OM21`).
    #[inline]
    const fn is_shut(position: &FourRows<P>) -> bool {
        position.extra.pits.own() != 0
    }

    /// Returns `true` if the player with these seeds has lost (`OM26`, `OM28`).
    #[inline]
    fn has_lost(&self, ring: P) -> bool {
        let too_few = || ring.total() <= self.rules.lost_with.into();
        let bare = || ring.filled() & self.rows.back_bits() == 0;
        self.rules.lost_with > 0 && too_few() || self.rules.goal == Goal::BackRowEmpty && bare()
    }

    /// Returns `true` if the player to move may lay a seed of their reserve in each of their pits (`OM29`).
    #[inline]
    fn may_lay(&self, position: &FourRows<P>) -> bool {
        self.rules.reserve == Reserve::OneEach
            && position.captured[Player::Mover] >= self.laps.len()
    }

    /// Returns `true` if this is the first turn of the player to move, in a game with rules on first turns.
    #[inline]
    const fn is_first_turn(&self, position: &FourRows<P>) -> bool {
        self.quiet_or_set > 0 && position.extra.turns.own() == 0
    }
}

impl<P: Pits> Repeating for OmwesoGame<P> {}

impl<P: Pits> Judging for OmwesoGame<P> {
    // A player who can't move has lost, whatever the seed counts are.
    const LEAD: Lead = Lead::Evaluation;
}

impl<P: Pits> Solving for OmwesoGame<P> {}
