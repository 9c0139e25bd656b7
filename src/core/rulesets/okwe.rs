//! Okwe and Azigo: each player sows over their own row, and captured seeds enter it again.
//!
#![doc = include_str!("okwe.md")]

use crate::kernel::Value;
use crate::rulesets::four_rows::{FourRows, Memory};
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Counts, Setup};

keys! {
    /// Keys of `[rules]`.
    #[derive(Copy)]
    pub struct Rules {
        /// Numbers of seeds that a last seed opposite captures (OK4).
        pub counts: Counts = "one_three_five",
        /// Whether the pits before a captured one are captured too, as long as they hold such a number (OK5).
        pub chain: bool,
        /// Number of turns, both players' together, after which the player with more seeds wins; 0 means no limit (OK7).
        #[schemars(range(max = 510))]
        pub limit: u16,
    }
}

/// Returns the default of `counts`.
fn one_three_five() -> Counts {
    Counts::of(&[1, 3, 5])
}

/// Ruleset of Okwe and Azigo.
#[derive(Debug, Clone, Copy)]
pub struct Okwe;

impl Ruleset for Okwe {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "okwe";
    const BOOK: &'static str = include_str!("okwe.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 2..=20);
        setup.check(board, &mut conflicts);
        conflicts!(conflicts;
            "rules.limit" if rules.limit > 2 * u16::from(u8::MAX) => "must be at most 510";
        );
        conflicts.none()?;
        Ok(OkweGame::<Pits32>::new(board.columns, setup, *rules).boxed())
    }
}

/// Position: captured seeds lie in the stores, and the turns of both players are counted.
type OkwePosition<P> = FourRows<P>;

/// Game of Okwe with its tables.
#[derive(Debug, Clone)]
pub struct OkweGame<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    rules: Rules,
    opening: OkwePosition<P>,
}

impl<P: Pits> OkweGame<P> {
    fn new(columns: u8, setup: &Setup, rules: Rules) -> Self {
        let [own, across] = setup.rows(columns).map(P::of);
        let directions = Directions::Forward;
        Self {
            layout: Layout::new(2, columns, Ring::Own, directions),
            laps: LapTable::new(columns, directions, &[Skip::Nothing]),
            rules,
            opening: FourRows {
                own,
                across,
                captured: ByTurn(setup.captured),
                extra: Memory::default(),
                status: Status::going(Side::South),
            },
        }
    }

    /// Returns the maximum number of turns counted for each player: half of the limit.
    fn counted(&self) -> u8 {
        self.rules.limit.div_ceil(2) as u8
    }

    /// Returns the number of seeds that a pick enters from the store, or 0 if the pit is played (`OK3`).
    ///
    /// A move from the leftmost pit has one pick. Its options are the pit, if it is filled, and every number of seeds
    /// in the store.
    fn entered(position: &OkwePosition<P>, picked: u32) -> u8 {
        picked as u8 + u8::from(position.own.get(0) == 0)
    }

    /// Returns the number of seeds that a move enters from the store; 0 if it plays a pit.
    fn entered_by(position: &OkwePosition<P>, mv: Move) -> u8 {
        if mv.start.spot == 0 { Self::entered(position, mv.picks) } else { 0 }
    }

    /// Captures the pits opposite to that of the last seed and before it (`OK4`, `OK5`).
    fn capture(&self, play: &mut OkwePosition<P>, observer: &mut impl Observer, last: u8) {
        let mut spot = last;
        loop {
            let facing = self.laps.len() - 1 - spot;
            if !self.rules.counts.has(play.across.get(facing)) {
                return;
            }
            let from = Place::Across(facing);
            play.captured[Player::Mover] += observer.capture(&mut play.across, from, Place::STORE);
            if !self.rules.chain {
                return;
            }
            spot = self.laps.next(spot, Direction::Backward);
        }
    }
}

impl<P: Pits> Variant for OkweGame<P> {
    type Position = OkwePosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &OkwePosition<P>, _: u8) -> Starts {
        // OK2, OK3: seeds of the store enter in the leftmost pit.
        let enters = u32::from(position.captured.own() > 0);
        Starts::forward(position.own.filled() | enters)
    }

    #[inline(never)]
    fn turn(
        &self,
        position: &OkwePosition<P>,
        _: u8,
        Start { spot, direction }: Start,
        chooser: &mut impl Chooser<OkwePosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<OkwePosition<P>, TurnError> {
        let mut play = *position;
        let entered = if spot == 0 {
            let filled = u16::from(play.own.get(0) > 0);
            let options = u16::from(play.captured.own()) + filled;
            Self::entered(position, chooser.pick(options)?.into())
        } else {
            0
        };
        let (first, seeds) = if entered > 0 {
            play.captured[Player::Mover] -= entered;
            observer.moved(Act::Lift, Place::STORE, Place::Hand, entered);
            (0, entered)
        } else {
            match observer.lift(&mut play.own, spot) {
                1 => (self.laps.next(spot, direction), 1),
                seeds => (spot, seeds),
            }
        };
        let lap = Lap { first, seeds, direction, skip: Skip::Nothing };
        let (own, landing) = self.laps.sow(play.own, lap);
        play.own = own;
        observer.sown(lap);
        self.capture(&mut play, observer, landing.spot);
        let mut extra = play.extra;
        extra.turns[Player::Mover] = (extra.turns.own().saturating_add(1)).min(self.counted());
        let mut after = FourRows {
            own: play.across,
            across: play.own,
            captured: play.captured.turned(),
            extra: extra.turned(),
            status: Status::going(position.status.to_move.other()),
        };
        after.status.result = self.ended(&after);
        Ok(after)
    }

    #[inline]
    fn choices(&self, position: &OkwePosition<P>, _: u8) -> Choices {
        if position.captured.own() > 0 { Choices::Any } else { Choices::None }
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::ALL, true)
    }

    fn ended(&self, position: &OkwePosition<P>) -> Option<Outcome> {
        // OK7
        position.by_limit(self.rules.limit)
    }

    fn stuck(&self, _: Option<&OkwePosition<P>>, position: &OkwePosition<P>) -> Outcome {
        // OK6
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, position: &OkwePosition<P>) -> BySide<u16> {
        position.holdings()
    }
}

impl<P: Pits> Notation for OkweGame<P> {
    const START: Option<&'static str> = Some("OK2");

    fn fields(&self) -> Vec<Field> {
        // In a position that omits its turns, the limit is far.
        let turns = FourRows::<P>::turns(self.counted()).or(Value::Turns(BySide([0; 2])));
        Field::used([(true, FourRows::<P>::aside("store")), (self.rules.limit > 0, turns)])
    }

    fn write_move(&self, position: &OkwePosition<P>, mv: Move, _: &OkwePosition<P>) -> String {
        // OK8
        let pit = self.layout.start_name(position.status.to_move, mv.start);
        match Self::entered_by(position, mv) {
            0 => pit,
            entered => format!("{pit}+{entered}"),
        }
    }

    fn other_spellings(
        &self,
        position: &OkwePosition<P>,
        mv: Move,
        after: &OkwePosition<P>,
    ) -> Vec<String> {
        match Self::entered_by(position, mv) {
            0 => vec![format!("{}R", self.write_move(position, mv, after))],
            _ => Vec::new(),
        }
    }
}

impl<P: Pits> Repeating for OkweGame<P> {}

impl<P: Pits> Judging for OkweGame<P> {}

impl<P: Pits> Solving for OkweGame<P> {}
