//! Tchela: four rows, relays, and a store in each front row that holds a single seed.
//!
#![doc = include_str!("tchela.md")]

use std::iter::repeat_n;

use crate::rulesets::four_rows::{FourRows, OwnRows};
use crate::rulesets::prelude::*;

/// Ruleset of Tchela.
#[derive(Debug, Clone, Copy)]
pub struct Tchela;

impl Ruleset for Tchela {
    type Setup = SameSeeds;
    type Rules = MaxSown;
    const NAME: &'static str = "tchela";
    const BOOK: &'static str = include_str!("tchela.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 4, 2..=16);
        conflicts.check_seeds(board, setup);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        let columns = board.columns;
        conflicts!(conflicts;
            "board.columns" if columns % 2 != 0
                => "the store lies in the middle of a row, so rows must be even, not {columns}";
        );
        conflicts.none()?;
        Ok(TchelaGame::<Pits32>::new(columns, setup.seeds, rules.max_sown).boxed())
    }
}

/// Place of the mover's store: the second field of seeds.
const STORE: Place = Place::Store(1);

/// Position: captured seeds lie beside the board, and `extra` counts the seed in each store.
type TchelaPosition<P> = FourRows<P, ByTurn<u8>>;

/// Game of Tchela with its tables.
#[derive(Debug, Clone)]
pub struct TchelaGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rows: OwnRows<P>,
    opening: TchelaPosition<P>,
    /// Ring from which the opening is played: a single seed in every pit (`TL2`).
    singles: P,
    /// Front pit that comes right after the store.
    after_store: u8,
    max_sown: u32,
}

/// State of a move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    captured: u8,
    /// Seeds in the mover's store.
    store: u8,
    /// Whether the player may still choose to sow into the store (`TL6`).
    may_store: bool,
    /// Seeds that follow the one for the store, while the lap up to the store is sown.
    to_follow: Option<u8>,
}

impl<P: Pits> TchelaGame<P> {
    fn new(columns: u8, seeds: u8, max_sown: u32) -> Self {
        let directions = Directions::Backward;
        let ring = |seeds| P::of(repeat_n(seeds, 2 * usize::from(columns)));
        Self {
            layout: Layout::new(4, columns, Ring::Own, directions),
            laps: LapTable::new(2 * columns, directions, &[Skip::Nothing]),
            rows: OwnRows::new(columns),
            opening: FourRows {
                own: ring(seeds),
                across: ring(seeds),
                captured: ByTurn([0; 2]),
                extra: ByTurn([0; 2]),
                status: Status::going(Side::South),
            },
            singles: ring(1),
            after_store: columns / 2 - 1,
            max_sown,
        }
    }

    /// Returns `true` if the player to move plays the opening (`TL2`).
    #[inline]
    fn is_opening(&self, position: &TchelaPosition<P>) -> bool {
        position.own == self.singles
    }

    /// Joins the single seeds in pairs from this pit on, and returns the pit of the last pair (`TL2`).
    fn join(&self, own: &mut P, observer: &mut impl Observer, first: u8) -> u8 {
        let (mut spot, mut pair) = (first, first);
        for _ in 0..self.layout.columns() {
            let seeds = observer.lift(own, spot);
            let lap = self.onward(spot, seeds);
            (*own, Landing { spot: pair, .. }) = self.laps.sow(*own, lap);
            observer.sown(lap);
            spot = self.laps.next(pair, Direction::Backward);
        }
        pair
    }

    /// Returns the lap of these seeds from the pit after a spot, past the store (`TL3`).
    #[inline]
    fn onward(&self, spot: u8, seeds: u8) -> Lap {
        self.laps.onward(spot, seeds, Direction::Backward, Skip::Nothing)
    }

    /// Lifts a pit and decides whether its seeds go into the store too (`TL4`, `TL6`).
    #[inline]
    fn lift(
        &self,
        play: &mut InPlay<P>,
        chooser: &mut impl Chooser<TchelaPosition<P>>,
        observer: &mut impl Observer,
        spot: u8,
    ) -> Next {
        let seeds = observer.lift(&mut play.own, spot);
        let around = self.laps.len();
        let before = (spot + around - 1 - self.after_store) % around;
        let lap = self.onward(spot, seeds);
        if !play.may_store || seeds <= before {
            return Next::Sow(lap);
        }
        play.may_store = false;
        match chooser.pick(2) {
            Err(_) => Next::Endless,
            Ok(0) => Next::Sow(lap),
            Ok(_) if before == 0 => self.store(play, observer, seeds - 1),
            Ok(_) => {
                play.to_follow = Some(seeds - before - 1);
                let seeds = before;
                Next::Sow(Lap { seeds, ..lap })
            }
        }
    }

    /// Drops a seed in the store; these seeds are sown from there (`TL6`).
    fn store(&self, play: &mut InPlay<P>, observer: &mut impl Observer, to_follow: u8) -> Next {
        play.store = 1;
        observer.moved(Act::Bank, Place::Hand, STORE, 1);
        match to_follow {
            0 => Next::Stop,
            seeds => Next::Sow(self.onward(self.after_store + 1, seeds)),
        }
    }

    /// Captures the pits opposite a front pit (`TL5`).
    #[inline]
    fn capture(&self, play: &mut InPlay<P>, observer: &mut impl Observer, spot: u8) {
        for pit in [self.rows.facing(spot), self.rows.facing_back(spot)] {
            let seeds = observer.capture(&mut play.across, Place::Across(pit), Place::STORE);
            play.captured += seeds;
            if seeds == 0 {
                return;
            }
        }
    }

    /// Returns `true` if the move plays the seed of the store (`TL7`): by choice, or because the pit is empty.
    #[inline]
    fn leaves_store(
        &self,
        position: &TchelaPosition<P>,
        spot: u8,
        chooser: &mut impl Chooser<TchelaPosition<P>>,
    ) -> Result<bool, TurnError> {
        if spot != self.after_store || position.extra.own() == 0 {
            return Ok(false);
        }
        Ok(position.own.get(spot) == 0 || chooser.pick(2)? == 1)
    }

    /// Returns the signs of a move from the store and of one into it (`TL10`).
    fn signs(&self, position: &TchelaPosition<P>, mv: Move) -> String {
        let mut signs = String::new();
        self.make(position, mv, &mut |event| match event {
            Event::Move { from: STORE, .. } => signs.push('-'),
            Event::Move { to: STORE, .. } => signs.push('+'),
            _ => {}
        });
        signs
    }
}

impl<P: Pits> Variant for TchelaGame<P> {
    type Position = TchelaPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &TchelaPosition<P>, _: u8) -> Starts {
        // TL3, TL7: the seed of the store falls in the pit after it.
        let stored = u32::from(position.extra.own()) << self.after_store;
        Starts::backward(position.own.filled() | stored)
    }

    #[inline(never)]
    fn turn(
        &self,
        position: &TchelaPosition<P>,
        _: u8,
        Start { spot, .. }: Start,
        chooser: &mut impl Chooser<TchelaPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<TchelaPosition<P>, TurnError> {
        let opening = self.is_opening(position);
        let mut play = InPlay {
            own: position.own,
            across: position.across,
            captured: position.captured.own(),
            store: position.extra.own(),
            may_store: !opening && position.extra.own() == 0,
            to_follow: None,
        };
        let first = if opening {
            let pair = self.join(&mut play.own, observer, spot);
            self.lift(&mut play, chooser, observer, pair)
        } else if self.leaves_store(position, spot, chooser)? {
            observer.moved(Act::Lift, STORE, Place::Hand, 1);
            play.store = 0;
            play.may_store = true;
            Next::Sow(self.onward(spot + 1, 1))
        } else {
            self.lift(&mut play, chooser, observer, spot)
        };
        match first {
            Next::Stop => {}
            Next::Endless => return Err(TurnError::Endless),
            Next::Sow(lap) => {
                play = relay(
                    &self.laps,
                    self.max_sown,
                    play,
                    |play| &mut play.own,
                    observer,
                    lap,
                    |play, observer, _, landing| {
                        if let Some(to_follow) = play.to_follow.take() {
                            return self.store(play, observer, to_follow);
                        }
                        let spot = landing.spot;
                        if !landing.was_empty() {
                            return self.lift(play, chooser, observer, spot);
                        }
                        if !opening && self.rows.in_front(spot) {
                            self.capture(play, observer, spot);
                        }
                        Next::Stop
                    },
                )?;
            }
        }
        Ok(FourRows {
            own: play.across,
            across: play.own,
            captured: ByTurn([position.captured.other(), play.captured]),
            extra: ByTurn([position.extra.other(), play.store]),
            status: Status::going(position.status.to_move.other()),
        })
    }

    #[inline]
    fn choices(&self, position: &TchelaPosition<P>, _: u8) -> Choices {
        if self.is_opening(position) { Choices::None } else { Choices::Any }
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::ALL, true)
    }

    fn stuck(&self, _: Option<&TchelaPosition<P>>, position: &TchelaPosition<P>) -> Outcome {
        // TL8
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &TchelaPosition<P>) -> BySide<u16> {
        TchelaPosition { captured: position.captured + position.extra, ..*position }.holdings()
    }
}

impl<P: Pits> Notation for TchelaGame<P> {
    const START: Option<&'static str> = Some("TL3");

    fn fields(&self) -> Vec<Field> {
        let store = Field::new(
            "store",
            FieldKind::Seeds,
            |_, position: &TchelaPosition<P>| position.extra,
            |_, position: &mut TchelaPosition<P>, seeds: ByTurn<u8>| {
                if seeds.own() > 1 || seeds.other() > 1 {
                    return Err("a store holds at most one seed".to_owned());
                }
                position.extra = seeds;
                Ok(())
            },
        );
        vec![TchelaPosition::<P>::captured(), store]
    }

    fn write_move(&self, position: &TchelaPosition<P>, mv: Move, _: &TchelaPosition<P>) -> String {
        self.layout.start_name(position.status.to_move, mv.start) + &self.signs(position, mv)
    }

    fn other_spellings(
        &self,
        position: &TchelaPosition<P>,
        mv: Move,
        _: &TchelaPosition<P>,
    ) -> Vec<String> {
        let pit = self.layout.start_name(position.status.to_move, mv.start);
        let letter = self.layout.direction_letter(mv.start);
        vec![format!("{pit}{letter}{}", self.signs(position, mv))]
    }
}

impl<P: Pits> Repeating for TchelaGame<P> {
    fn recurrence(&self) -> usize {
        3
    }

    fn repeated(&self, _: &mut TchelaPosition<P>) -> Option<Outcome> {
        // TL9
        Some(Outcome::Draw)
    }
}

impl<P: Pits> Judging for TchelaGame<P> {}

impl<P: Pits> Solving for TchelaGame<P> {
    fn count(
        &self,
        _: Option<&TchelaPosition<P>>,
        position: &TchelaPosition<P>,
    ) -> Option<BySide<u16>> {
        // TL8
        Some(self.holdings(position))
    }
}
