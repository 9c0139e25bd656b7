//! Katro and others: each player sows relay laps over their own rows, and captured seeds are sown on.
//!
#![doc = include_str!("katro.md")]

use std::iter::repeat_n;

use crate::rulesets::four_rows::FourRows;
use crate::rulesets::prelude::*;

keys! {
    /// Keys of `[rules]`.
    #[derive(Copy)]
    pub struct Rules {
        /// Maximum number of seeds that a move may sow; a longer move counts as endless and is illegal (G3).
        #[schemars(range(min = 1))]
        required pub max_sown: u32,
        /// Direction of sowing (KO2).
        pub direction: DirectionRule,
        /// Pits in which a last seed captures (KO4).
        pub on: On,
    }
}

options! {
    /// Direction of sowing (`KO2`).
    pub enum DirectionRule {
        /// Each player chooses a direction for each move.
        Chosen,
        /// To the right over the front row.
        Rightward,
    }

    /// Pits in which a last seed captures (`KO4`).
    pub enum On {
        /// A pit that was filled.
        Filled,
        /// A pit that was empty.
        Empty,
    }
}

/// Ruleset of Katro and related games.
#[derive(Debug, Clone, Copy)]
pub struct Katro;

impl Ruleset for Katro {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "katro";
    const BOOK: &'static str = include_str!("katro.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let rows = if matches!(board.rows, 2 | 4) { board.rows } else { 6 };
        conflicts.check_board(board, rows, 2..=if rows == 6 { 10 } else { 16 });
        conflicts.check_seeds(board, setup);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        conflicts.none()?;
        Ok(KatroGame::<Pits32>::new(*board, setup.seeds, *rules).boxed())
    }
}

/// Position: seeds lie in the rings only.
type KatroPosition<P> = FourRows<P, ()>;

/// Game of Katro with its tables.
#[derive(Debug, Clone)]
pub struct KatroGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    /// The pits of each row, as bits, from the front row.
    rows: [u32; 3],
    rules: Rules,
    opening: KatroPosition<P>,
}

impl<P: Pits> KatroGame<P> {
    fn new(board: BoardSpec, seeds: u8, rules: Rules) -> Self {
        let directions = match rules.direction {
            DirectionRule::Chosen => Directions::Both,
            DirectionRule::Rightward => Directions::Forward,
        };
        let layout = Layout::new(board.rows, board.columns, Ring::Own, directions);
        let ring = P::of(repeat_n(seeds, layout.ring_len().into()));
        let bits = |row| {
            let spots = (row < board.rows / 2).then(|| layout.spots_of(row));
            spots.into_iter().flatten().fold(0, |bits, spot| bits | 1 << spot)
        };
        Self {
            laps: LapTable::new(layout.circuit(), directions, &[Skip::Nothing]),
            rows: [0, 1, 2].map(bits),
            opening: FourRows::new(ByTurn([ring; 2]), Status::going(Side::South)),
            layout,
            rules,
        }
    }

    /// Returns the pit of the opponent that a last seed in this pit captures (`KO4`).
    #[inline]
    fn prey(&self, play: &KatroPosition<P>, spot: u8) -> Option<u8> {
        let innermost = |ring: P| self.rows.iter().position(|row| ring.filled() & row != 0);
        if innermost(play.own)? != usize::from(self.layout.row_of(spot)) {
            return None;
        }
        let row = innermost(play.across)? as u8;
        let column = self.layout.columns() - self.layout.number(spot);
        let facing = self.layout.spots_of(row).nth(column.into())?;
        (play.across.get(facing) > 0).then_some(facing)
    }

    /// Decides how the turn continues after a lap (`KO3` to `KO5`).
    fn landed(
        &self,
        play: &mut KatroPosition<P>,
        observer: &mut impl Observer,
        lap: Lap,
        Landing { spot, seeds }: Landing,
    ) -> Next {
        let empty = seeds == 1;
        let prey = match self.rules.on {
            On::Filled if empty => None,
            On::Empty if !empty => None,
            _ => self.prey(play, spot),
        };
        if let Some(facing) = prey {
            let (from, to) = (Place::Across(facing), Place::Ring(spot));
            let captured = observer.capture(&mut play.across, from, to);
            play.own.add(spot, captured);
        }
        if empty && prey.is_none() || play.across.is_empty() {
            return Next::Stop;
        }
        let seeds = observer.lift(&mut play.own, spot);
        Next::Sow(self.laps.onward(spot, seeds, lap.direction, Skip::Nothing))
    }
}

impl<P: Pits> Variant for KatroGame<P> {
    type Position = KatroPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &KatroPosition<P>, _: u8) -> Starts {
        // KO2
        let filled = position.own.filled();
        let outermost = self.rows.iter().rev().find(|&&row| filled & row != 0);
        let spots = outermost.map_or(0, |row| filled & row);
        match self.rules.direction {
            DirectionRule::Chosen => Starts::both(spots),
            DirectionRule::Rightward => Starts::forward(spots),
        }
    }

    #[inline(never)]
    fn turn(
        &self,
        position: &KatroPosition<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<KatroPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<KatroPosition<P>, TurnError> {
        let Start { spot, direction } = start;
        let mut play = *position;
        let seeds = observer.lift(&mut play.own, spot);
        let first = self.laps.onward(spot, seeds, direction, Skip::Nothing);
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            self.landed(play, observer, lap, landing)
        };
        let max_sown = self.rules.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.own, observer, first, landed)?;
        let to_move = position.status.to_move.other();
        let mut after = FourRows::new(ByTurn([play.across, play.own]), Status::going(to_move));
        after.status.result = self.ended(&after);
        Ok(after)
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::ALL, false)
    }

    fn ended(&self, position: &KatroPosition<P>) -> Option<Outcome> {
        // KO5
        by_loss(position.status.to_move, position.rings().map(P::is_empty))
    }

    fn stuck(&self, _: Option<&KatroPosition<P>>, position: &KatroPosition<P>) -> Outcome {
        // KO5
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &KatroPosition<P>) -> BySide<u16> {
        position.holdings()
    }
}

impl<P: Pits> Notation for KatroGame<P> {
    const START: Option<&'static str> = Some("KO2");
}

impl<P: Pits> Repeating for KatroGame<P> {
    fn recurrence(&self) -> usize {
        3
    }

    fn repeated(&self, _: &mut KatroPosition<P>) -> Option<Outcome> {
        // KO6
        Some(Outcome::Draw)
    }
}

impl<P: Pits> Judging for KatroGame<P> {}

impl<P: Pits> Solving for KatroGame<P> {}
