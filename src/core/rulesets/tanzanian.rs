//! Simplified Tanzanian Bao: four rows without a house, nothing compulsory.
//!
#![doc = include_str!("tanzanian.md")]

use std::iter::repeat_n;

use crate::rulesets::four_rows::{FourRows, OwnRows};
use crate::rulesets::prelude::*;

/// Ruleset of Simplified Tanzanian Bao.
#[derive(Debug, Clone, Copy)]
pub struct Tanzanian;

impl Ruleset for Tanzanian {
    type Setup = SameSeeds;
    type Rules = MaxSown;
    const NAME: &'static str = "tanzanian";
    const BOOK: &'static str = include_str!("tanzanian.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        conflicts.check_board(board, 4, 2..=16);
        conflicts.check_seeds(board, setup);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        conflicts.none()?;
        Ok(by_pits!(2 * columns, |P| SimplifiedBao::<P>::new(columns, seeds, rules.max_sown)))
    }
}

/// Game of Simplified Bao with its tables.
#[derive(Debug, Clone)]
pub struct SimplifiedBao<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: OwnRows<P>,
    opening: TanzanianPosition<P>,
    max_sown: u32,
    weights: Weights,
}

/// Position: seeds lie in the rings only.
type TanzanianPosition<P> = FourRows<P, ()>;

/// State of a move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    /// Set when the opponent's front row has been emptied (`T5`).
    won: bool,
}

impl<P: Pits> SimplifiedBao<P> {
    fn new(columns: u8, seeds: u8, max_sown: u32) -> Self {
        let ring = P::of(repeat_n(seeds, 2 * usize::from(columns)));
        Self {
            layout: Layout::new(4, columns, Ring::Own, Directions::Both),
            laps: LapTable::new(2 * columns, Directions::Both, &[Skip::Nothing]),
            rows: OwnRows::new(columns),
            opening: TanzanianPosition::new(ByTurn([ring, ring]), Status::going(Side::South)),
            max_sown,
            weights: Weights::of(include_str!("tanzanian.weights.toml"), Self::FEATURES),
        }
    }

    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(
        &self,
        play: &mut InPlay<P>,
        observer: &mut impl Observer,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let spot = landing.spot;
        // T5, T3
        if play.won || landing.was_empty() {
            return Next::Stop;
        }
        // T4
        let eaten = if self.rows.in_front(spot) { self.eat(play, observer, spot) } else { 0 };
        let seeds = eaten + observer.lift(&mut play.own, spot);
        Next::Sow(self.laps.onward(spot, seeds, lap.direction, Skip::Nothing))
    }

    /// Captures the seeds that face this front pit, and returns their number (`T4`).
    #[inline]
    fn eat(&self, play: &mut InPlay<P>, observer: &mut impl Observer, spot: u8) -> u8 {
        let facing = Place::Across(self.rows.facing(spot));
        let eaten = observer.capture(&mut play.across, facing, Place::Hand);
        // T5
        if eaten > 0 && self.rows.front_is_empty(play.across) {
            play.won = true;
            observer.note(Note::ROW_EMPTY, facing);
        }
        eaten
    }
}

impl<P: Pits> Variant for SimplifiedBao<P> {
    type Position = TanzanianPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &TanzanianPosition<P>, _: u8) -> Starts {
        // T2
        Starts::both(position.own.at_least(2))
    }

    #[inline]
    fn turn(
        &self,
        position: &TanzanianPosition<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<TanzanianPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<TanzanianPosition<P>, TurnError> {
        let Start { spot, direction } = start;
        let mut play = InPlay { own: position.own, across: position.across, won: false };
        let seeds = observer.lift(&mut play.own, spot);
        let first = self.laps.onward(spot, seeds, direction, Skip::Nothing);
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            self.landed(play, observer, lap, landing)
        };
        let max_sown = self.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.own, observer, first, landed)?;
        let mover = position.status.to_move;
        let result = if play.won {
            Some(Outcome::win(mover))
        } else if self.rows.front_is_empty(play.own) {
            // T6
            observer.note(Note::ROW_EMPTY, Place::Ring(0));
            Some(Outcome::win(mover.other()))
        } else {
            None
        };
        let to_move = mover.other();
        Ok(TanzanianPosition::new(ByTurn([play.across, play.own]), Status { to_move, result }))
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::ALL, false)
    }

    fn ended(&self, position: &TanzanianPosition<P>) -> Option<Outcome> {
        // G9: T5 comes before T6.
        let empty = position.rings().map(|ring| self.rows.front_is_empty(ring));
        by_loss(position.status.to_move, empty)
    }

    fn stuck(&self, _: Option<&TanzanianPosition<P>>, position: &TanzanianPosition<P>) -> Outcome {
        // T7, T8
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &TanzanianPosition<P>) -> BySide<u16> {
        position.holdings()
    }
}

impl<P: Pits> Notation for SimplifiedBao<P> {
    const START: Option<&'static str> = Some("T2");
}

impl<P: Pits> Repeating for SimplifiedBao<P> {}

impl<P: Pits> Judging for SimplifiedBao<P> {
    // An empty front row loses, whatever the seed counts are.
    const LEAD: Lead = Lead::Evaluation;

    const FEATURES: &'static [&'static str] =
        &["tempo", "front", "back", "filled", "ones", "starts", "exposed"];

    #[inline]
    fn features(&self, position: &TanzanianPosition<P>) -> Features {
        let (own, across) = (position.own, position.across);
        compared(self.rows.features_of(own, across), self.rows.features_of(across, own))
    }

    #[inline]
    fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl<P: Pits> Solving for SimplifiedBao<P> {}
