//! A game on two rows but for what follows a lap: starts, feeding, passing, the end, everything written.

use std::fmt::Write as _;
use std::hint::select_unpredictable;

use super::{
    Ending, Extra, Feeding, Goal, Marks, Origin, Repetition, Rest, Rows, Singles, Sowing, Stuck,
    TwoRows, Written, majority, stopped_after,
};
use crate::kernel::board::{Direction, Pits, Side};
use crate::kernel::event::{Act, Choice, Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap, Skip};
use crate::kernel::layout::{Layout, Ring};
use crate::kernel::sow::{LapTable, Next, Relay, relay};
use crate::variant::{
    Choices, Chooser, Decision, Field, Fixed, Lead, Move, Outcome, Refusal, Start, Starts, Status,
    Variant,
};

/// What one ruleset adds: what follows a lap, and whatever else it does in its own way.
pub trait Turns: Clone + Send + Sync + Sized + 'static {
    /// Whether what is won lies in stores that are part of the ring.
    const STORES: bool = false;

    /// What follows when a lap has ended.
    ///
    /// In games without marks the turn is over then. For speed, it should be inlined there
    /// (`#[inline(always)]`), do what nearly always happens by itself, and leave the rest to [`Hand::aside`].
    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next;

    /// The first lap of a turn; the seeds are lifted here. In games without marks it is not asked for.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the start gives no move.
    #[inline]
    fn first_lap<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        start: Start,
    ) -> Result<Lap, Refusal> {
        let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
        Ok(hand.lap_from(start.spot, seeds, start.direction))
    }

    /// Which of these starts may be chosen.
    #[inline]
    fn starts<P: Pits, X: Extra>(
        &self,
        _game: &TwoRowGame<P, X, Self>,
        _position: &TwoRows<P, X>,
        starts: Starts,
    ) -> Starts {
        starts
    }

    /// Whether [`starts`](Self::starts) may leave a player without a start who has one otherwise; games in which it
    /// does not are faster.
    #[inline]
    fn bars(&self) -> bool {
        true
    }

    /// The pits that the mover's laps pass over, as bits: those out of play.
    #[inline]
    fn passed<P: Pits, X: Extra>(
        &self,
        _game: &TwoRowGame<P, X, Self>,
        play: &InPlay<P, X>,
    ) -> u32 {
        play.extra.marks().out
    }

    /// Whether [`passed`](Self::passed) holds for the next seed only, where a lap is sown in parts.
    #[inline]
    fn passed_by_one<P: Pits, X: Extra>(
        &self,
        _game: &TwoRowGame<P, X, Self>,
        _play: &InPlay<P, X>,
    ) -> bool {
        false
    }

    /// What is left to do when the last lap is over; `true` ends the game, the rest going to each pit's owner.
    #[inline]
    fn finish<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        _hand: &mut Hand<'_, P, X, Self, C, O>,
    ) -> bool {
        false
    }

    /// Whether the game is over by what lies on the board, whatever is possible: after a move, seen by the player
    /// who `moved`, or in a position that is given, seen by the player to move.
    #[inline]
    fn ends_with<P: Pits, X: Extra>(
        &self,
        _game: &TwoRowGame<P, X, Self>,
        _ring: P,
        _extra: X,
        _moved: bool,
    ) -> bool {
        false
    }

    /// The pits whose seeds are nobody's when the game ends, as bits.
    #[inline]
    fn nobodys<P: Pits, X: Extra>(&self, _game: &TwoRowGame<P, X, Self>, _ring: P) -> u32 {
        0
    }

    /// What each player gets of these all the same, the mover first, as seeds of each pit.
    #[inline]
    fn settled<P: Pits, X: Extra>(&self, _position: &TwoRows<P, X>) -> [P; 2] {
        [P::default(); 2]
    }

    /// Whether the mover's store lies before their first pit in a move that goes this way; else it lies after the last.
    #[inline]
    fn store_is_before(&self, _direction: Direction) -> bool {
        false
    }

    /// Whether there may be moves that are refused, or are endless, so that a player can be stuck who has a start.
    #[inline]
    fn refuses(&self) -> bool {
        false
    }

    /// Whether what is won is never lost again, nor looked at before the end.
    #[inline]
    fn keeps_won(&self) -> bool {
        true
    }

    /// What may come up to be chosen within a move.
    #[inline]
    fn choices(&self) -> Choices {
        Choices::None
    }
}

/// A game on two rows with its tables.
#[derive(Debug, Clone)]
pub struct TwoRowGame<P: Pits, X: Extra, T> {
    /// The shape of the board.
    pub layout: Layout,
    /// The laps on its ring.
    pub laps: LapTable<P>,
    /// Its rows.
    pub rows: Rows<P>,
    /// How seeds are sown.
    pub sowing: Sowing,
    /// How the game ends.
    pub ending: Ending,
    /// What positions are written with.
    pub written: Written,
    /// How many turns the ruleset has counted; none where it is 0.
    pub counted: u8,
    /// In the first so many turns, both players' together, nothing is captured.
    pub quiet: u8,
    /// A move that sows more is endless (`G3`).
    pub max_sown: u32,
    /// The position at the start.
    pub opening: TwoRows<P, X>,
    /// What the ruleset adds.
    pub turns: T,
    /// Whether every player can move who has a seed in a pit that is not marked.
    open: bool,
}

/// What changes in the course of a move and decides how it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InPlay<P, X> {
    /// Both rows, the mover's first.
    pub ring: P,
    /// Seeds won, the mover's first.
    pub captured: [u8; 2],
    /// The marks.
    pub extra: X,
    /// Whether the mover has another move.
    pub again: bool,
    /// Whether the mover's store lies before their first pit.
    pub store_before: bool,
    /// Whether the move may not be made, as it has turned out.
    pub refused: bool,
    /// What a ruleset remembers of the move so far.
    pub memory: u32,
}

/// A move in progress.
pub struct Hand<'a, P: Pits, X: Extra, T, C, O> {
    /// The game.
    pub game: &'a TwoRowGame<P, X, T>,
    /// The position before the move.
    pub before: &'a TwoRows<P, X>,
    /// What has changed.
    pub play: InPlay<P, X>,
    /// Whether nothing is captured in this move.
    pub quiet: bool,
    /// Who makes the choices.
    pub chooser: &'a mut C,
    /// Who watches.
    pub observer: &'a mut O,
}

impl<P: Pits, X: Extra, T: Turns, C: Chooser<TwoRows<P, X>>, O: Observer> Relay
    for Hand<'_, P, X, T, C, O>
{
    type Pits = P;
    type State = InPlay<P, X>;
    type Observer = O;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.play.ring
    }

    #[inline]
    fn state(&self) -> InPlay<P, X> {
        self.play
    }

    #[inline]
    fn observer(&mut self) -> &mut O {
        self.observer
    }

    #[inline]
    fn landed(&mut self, lap: Lap, landing: Landing) -> Next {
        let game = self.game;
        game.turns.landed(self, lap, landing)
    }
}

impl<P: Pits, X: Extra, T: Turns, C: Chooser<TwoRows<P, X>>, O: Observer> Hand<'_, P, X, T, C, O> {
    /// The marks as they are now.
    #[inline]
    pub fn marks(&self) -> Marks {
        self.play.extra.marks()
    }

    /// Changes the marks.
    #[inline]
    pub fn mark(&mut self, change: impl FnOnce(&mut Marks)) {
        self.play.extra.change(change);
    }

    /// The lap of seeds just lifted from a pit.
    #[inline]
    pub fn lap_from(&self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        self.game.lap(&self.play, spot, seeds, direction)
    }

    /// Does what comes up seldom out of line, on a copy of what is in play: so that it can stay in registers where it
    /// doesn't come up.
    #[inline]
    pub fn aside<R>(&mut self, act: impl FnOnce(&mut Hand<'_, P, X, T, C, O>) -> R) -> R {
        let hand = Hand {
            game: self.game,
            before: self.before,
            play: self.play,
            quiet: self.quiet,
            chooser: &mut *self.chooser,
            observer: &mut *self.observer,
        };
        let (play, result) = hand.after(act);
        self.play = play;
        result
    }

    /// What is in play after this.
    #[inline(never)]
    fn after<R>(mut self, act: impl FnOnce(&mut Self) -> R) -> (InPlay<P, X>, R) {
        let result = act(&mut self);
        (self.play, result)
    }

    /// Lifts a pit and sows on from it.
    #[inline]
    pub fn relay_from(&mut self, spot: u8, direction: Direction) -> Next {
        let seeds = self.observer.lift(&mut self.play.ring, spot);
        Next::Sow(self.lap_from(spot, seeds, direction))
    }

    /// Captures a pit for the mover; how many seeds it held.
    #[inline]
    pub fn capture(&mut self, spot: u8) -> u8 {
        self.capture_for(0, spot)
    }

    /// Captures a pit for the mover (0) or the opponent (1); how many seeds it held.
    #[inline]
    pub fn capture_for(&mut self, player: usize, spot: u8) -> u8 {
        let store = [Place::STORE, Place::STORE_ACROSS][player & 1];
        let ring = &mut self.play.ring;
        let seeds = self.observer.capture(ring, Place::Ring(spot), store);
        self.win(player & 1, seeds);
        seeds
    }

    /// Banks a pit of the mover's own; how many seeds it held.
    #[inline]
    pub fn bank(&mut self, spot: u8) -> u8 {
        let ring = &mut self.play.ring;
        let seeds = self.observer.bank(ring, Place::Ring(spot), Place::STORE);
        self.win(0, seeds);
        seeds
    }

    /// Puts seeds that left the board to the credit of the mover (0) or the opponent (1).
    #[inline]
    fn win(&mut self, player: usize, seeds: u8) {
        if T::STORES {
            let store = self.store(player);
            self.play.ring.add(store, seeds);
            return;
        }
        // An index that is not known would keep the whole hand in memory.
        match player {
            0 => self.play.captured[0] += seeds,
            _ => self.play.captured[1] += seeds,
        }
    }

    /// The spot of the store of the mover (0) or the opponent (1), where stores are part of the ring.
    #[inline]
    pub fn store(&self, player: usize) -> u8 {
        self.game
            .store(player ^ usize::from(self.play.store_before))
    }

    /// Asks whether the player stops in this pit; `stopped` is what the move comes to then.
    pub fn may_stop(&mut self, spot: u8, direction: Direction, stopped: InPlay<P, X>) -> Decision {
        let (game, before) = (self.game, self.before);
        let position = || game.stopped(before, stopped);
        let decision = self.chooser.stop(spot, direction, position);
        match decision {
            Decision::Stop => self.observer.chose(Choice::Stop),
            Decision::GoOn => self.observer.chose(Choice::GoOn),
            Decision::Repeated => {}
        }
        decision
    }

    /// The next pit in play.
    #[inline]
    pub fn next(&self, spot: u8, direction: Direction) -> u8 {
        self.game.next_in_play(self.marks(), spot, direction)
    }

    /// The player gives the opponent one seed out of a pit of their choice that holds two or more.
    fn give(&mut self) -> Result<(), Refusal> {
        let own = self.game.own_bits(self.marks());
        let from = Starts::forward(self.game.givers(&self.play.ring, self.marks()));
        let theirs = self.game.rows.all_bits() & !own & !self.marks().out;
        let count = u16::try_from(from.iter().count()).unwrap_or(0);
        let Some(to) = first_of(theirs, self.game.rows.beyond()).filter(|_| count > 0) else {
            return Err(Refusal::Unfit);
        };
        let picked = usize::from(self.chooser.pick(count)?);
        if let Some(from) = from.iter().nth(picked) {
            let (from, ring) = (from.spot, &mut self.play.ring);
            let seeds = ring.take(from);
            ring.add(from, seeds - 1);
            ring.add(to, 1);
            let (from, to) = (Place::Ring(from), Place::Ring(to));
            self.observer.moved(Act::Join, from, to, 1);
        }
        Ok(())
    }

    /// Bars a single seed that a lap of one has taken across the border into an empty pit from going back
    /// in the next turn.
    pub fn bar_crossing_back(&mut self, lap: Lap, spot: u8) {
        let game = self.game;
        let start = game.laps.next(lap.first, lap.direction.turned());
        let row = |spot: u8| game.rows.own_bits() >> spot & 1;
        let moved_on = game.sowing.origin != Origin::FirstSeed;
        if moved_on && row(start) != row(spot) && self.play.ring.get(spot) == 1 {
            self.mark(|marks| marks.barred = 1 << spot);
        }
    }

    /// Whether the mover owns a pit.
    #[inline]
    pub fn owns(&self, spot: u8) -> bool {
        self.game.own_bits(self.marks()) >> spot & 1 == 1
    }
}

/// The first of these pits from the opponent's first one on.
fn first_of(pits: u32, beyond: u8) -> Option<u8> {
    let across = pits >> beyond << beyond;
    let among = if across == 0 { pits } else { across };
    (among != 0).then(|| among.trailing_zeros() as u8)
}

/// Whether a player has claimed pits.
#[inline]
fn holds_claims<X: Extra>(extra: X) -> bool {
    X::MARKED && extra.marks().all_claimed() != 0
}

/// Seeds in a set of pits.
fn total_of<P: Pits>(ring: P, bits: u32) -> u16 {
    Starts::forward(bits)
        .iter()
        .map(|start| u16::from(ring.get(start.spot)))
        .sum()
}

impl<P: Pits, X: Extra, T: Turns> TwoRowGame<P, X, T> {
    /// A game with tables made for its options.
    ///
    /// # Panics
    ///
    /// If a game that is not plain has no marks.
    pub fn new(
        columns: u8,
        ring: Ring,
        sowing: Sowing,
        ending: Ending,
        opening: TwoRows<P, X>,
        turns: T,
    ) -> Self {
        let rows = Rows::new(columns, u8::from(T::STORES));
        let layout = Layout::new(2, columns, ring, sowing.ways());
        assert!(
            X::MARKED || sowing.is_plain() && ending.is_plain(),
            "a game that is not plain needs marks"
        );
        let as_kalah = sowing.origin == Origin::Sown && !ending.majority;
        assert!(
            X::MARKED || !T::STORES || as_kalah,
            "a game with stores whose laps or end are not those of Kalah needs marks"
        );
        Self {
            laps: LapTable::new(layout.ring_len(), sowing.ways(), sowing.skips()),
            layout,
            rows,
            sowing,
            ending,
            written: Written {
                stores: T::STORES,
                ways: sowing.keeps_way(),
                ..Written::default()
            },
            counted: 0,
            quiet: 0,
            max_sown: 10_000,
            opening,
            open: sowing.frees_singles()
                && ending.feeding != Feeding::OneSeed
                && !turns.refuses()
                && !turns.bars(),
            turns,
        }
    }

    /// The pits that the mover owns, as bits.
    #[must_use]
    #[inline]
    pub fn own_bits(&self, marks: Marks) -> u32 {
        Sowing::own(&self.rows, marks) & self.rows.all_bits()
    }

    /// The pit opposite this one.
    #[must_use]
    #[inline]
    pub const fn opposite(&self, spot: u8) -> u8 {
        // Both rows and the stores between them lie symmetrically.
        self.rows.beyond() + self.layout.columns() - 1 - spot
    }

    /// The next pit in play.
    #[inline]
    pub(super) fn next_in_play(&self, marks: Marks, spot: u8, direction: Direction) -> u8 {
        let mut next = self.laps.next(spot, direction);
        while marks.out >> next & 1 == 1 && next != spot {
            next = self.laps.next(next, direction);
        }
        next
    }

    /// The lap of seeds lifted from a pit in the course of a move.
    #[inline]
    pub fn lap(&self, play: &InPlay<P, X>, spot: u8, seeds: u8, direction: Direction) -> Lap {
        if X::MARKED {
            let passed = self.turns.passed(self, play);
            return (self.sowing).lap(&self.laps, spot, seeds, direction, passed);
        }
        // A kind that is known costs nothing to look up; and after a pit of the mover's there always is another spot.
        Lap {
            first: spot + 1,
            seeds,
            direction: Direction::Forward,
            skip: if T::STORES {
                Skip::Nothing
            } else {
                self.sowing.skip()
            },
        }
    }

    /// The spot of the store of the player to move (0) or the opponent (1), each after its owner's last pit.
    #[inline]
    const fn store(&self, player: usize) -> u8 {
        self.layout.columns() + self.rows.beyond() * player as u8
    }

    /// The ring with the seeds of both stores in each other's place.
    #[inline]
    fn with_stores_changed(&self, mut ring: P) -> P {
        let stores = [0, 1].map(|player| self.store(player));
        let [own, across] = stores.map(|store| ring.take(store));
        ring.add(stores[0], across);
        ring.add(stores[1], own);
        ring
    }

    /// What each player has won, the mover's first.
    #[inline]
    fn won(&self, ring: P, captured: [u8; 2]) -> [u8; 2] {
        if T::STORES {
            [ring.get(self.store(0)), ring.get(self.store(1))]
        } else {
            captured
        }
    }

    /// The result where a player has won more than half of all seeds, those in claimed pits included, or both half.
    #[inline]
    fn by_majority(&self, ring: P, captured: [u8; 2], extra: X, mover: Side) -> Option<Outcome> {
        if !T::STORES && !holds_claims(extra) {
            return majority(ring, captured, mover);
        }
        let claims = extra.marks().claimed;
        let won = self.won(ring, captured);
        let of = |player: usize| u16::from(won[player]) + total_of(ring, claims[player]);
        let won = [of(0), of(1)];
        let off = u16::from(captured[0]) + u16::from(captured[1]);
        Outcome::by_majority(mover.arrange(won), off + ring.total())
    }

    /// What each player has where a position has come back, the mover's first.
    fn won_by_repetition(&self, position: &TwoRows<P, X>) -> [u16; 2] {
        let mut counts = self.won(position.ring, position.captured).map(u16::from);
        if self.ending.repetition == Repetition::OwnRows {
            let rows = self.rows.totals(position.ring);
            for player in [0, 1] {
                counts[player] += rows[player];
            }
        }
        counts
    }

    /// Puts seeds that left the board to a player's credit.
    fn credit(&self, position: &mut TwoRows<P, X>, player: usize, seeds: u8) {
        if T::STORES {
            position.ring.add(self.store(player), seeds);
        } else {
            position.captured[player] += seeds;
        }
    }

    /// How far it is round to the opponent's first pit.
    #[inline]
    const fn half(&self) -> u8 {
        self.rows.beyond()
    }

    /// A turn, where it is asked for.
    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    fn turn_here<C: Chooser<TwoRows<P, X>>>(
        &self,
        position: &TwoRows<P, X>,
        tier: u8,
        start: Start,
        chooser: &mut C,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        let mut hand = self.hand(position, chooser, observer);
        let over = self.play_out(&mut hand, start)?;
        let other_moves = T::STORES || !hand.play.again;
        if other_moves && !over && self.goes_on(position, &hand.play) {
            if T::STORES && hand.play.again {
                hand.observer.note(Note::MOVES_AGAIN, Place::STORE);
            }
            return Ok(self.passed_on(position, &hand.play));
        }
        // Not handed on where it lies: then the position would be in memory, not in registers, where the move ends above.
        let after = self.conclude(position, tier, hand.play, over, hand.observer)?;
        Ok(after)
    }

    /// The same in a place of its own: where turns take long, the copy of the result is little, and the program smaller.
    #[inline(never)]
    fn turn_apart<C: Chooser<TwoRows<P, X>>>(
        &self,
        position: &TwoRows<P, X>,
        tier: u8,
        start: Start,
        chooser: &mut C,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        self.turn_here(position, tier, start, chooser, observer)
    }

    /// The position as the other player sees it, who is to move.
    #[inline]
    fn turned(&self, position: &TwoRows<P, X>) -> TwoRows<P, X> {
        let mut extra = position.extra;
        if X::MARKED {
            extra.set(extra.marks().turned(self.half()));
        }
        TwoRows {
            ring: position.ring.turned(self.half()),
            captured: [position.captured[1], position.captured[0]],
            extra,
            status: Status {
                to_move: position.status.to_move.other(),
                ..position.status
            },
        }
    }

    /// The position as the other player sees it, when who is to move passes.
    #[inline]
    fn after_pass(&self, position: &TwoRows<P, X>) -> TwoRows<P, X> {
        let mut others = self.turned(position);
        if X::MARKED {
            let mut marks = others.extra.marks();
            marks.barred = 0;
            others.extra.set(marks);
        }
        others
    }

    /// Where the player to move may start, feeding not looked at.
    #[inline]
    fn base_starts(&self, position: &TwoRows<P, X>) -> Starts {
        if X::MARKED {
            return self.chosen_starts(position);
        }
        Starts::forward(position.ring.filled_in_first_half() & self.rows.own_bits())
    }

    /// The same where not every filled pit may be played counterclockwise.
    #[inline(never)]
    fn chosen_starts(&self, position: &TwoRows<P, X>) -> Starts {
        if self.gives(position) && self.givers(&position.ring, position.extra.marks()) == 0 {
            return Starts::NONE;
        }
        let mut starts = self.sowing.starts(&self.rows, position);
        match self.sowing.singles {
            Singles::LastLeavingLast => {
                let own = self.own_bits(position.extra.marks());
                let staying = self.with_singles_to(own, position, starts);
                if !staying.is_empty() {
                    starts = staying;
                }
            }
            Singles::ToEmpty | Singles::LastToEmpty => {
                starts = self.with_singles_to(!position.ring.filled(), position, starts);
            }
            Singles::Free | Singles::Never | Singles::Last => {}
        }
        self.turns.starts(self, position, starts)
    }

    /// The starts but for those from single seeds whose next pit is none of these.
    fn with_singles_to(&self, pits: u32, position: &TwoRows<P, X>, starts: Starts) -> Starts {
        let several = position.ring.at_least(2);
        let mut left = starts;
        for start in starts.iter().filter(|start| several >> start.spot & 1 == 0) {
            if pits >> self.next_of(position, start) & 1 == 0 {
                left.remove(start);
            }
        }
        left
    }

    /// The next pit in play after that of a start, or the store that laps come to there.
    fn next_of(&self, position: &TwoRows<P, X>, start: Start) -> u8 {
        if !T::STORES {
            return self.next_in_play(position.extra.marks(), start.spot, start.direction);
        }
        let store_before = self.turns.store_is_before(start.direction);
        let play = InPlay {
            store_before,
            ..Self::in_play(position)
        };
        let next = self.next_sown(&play, start.spot, start.direction);
        // In a position, each store lies after its owner's last pit.
        match [0, 1].map(|player| self.store(player)) {
            [own, across] if store_before && next == own => across,
            [own, across] if store_before && next == across => own,
            _ => next,
        }
    }

    /// The spot that gets the seed after one that fell in this pit.
    #[inline]
    pub fn next_sown(&self, play: &InPlay<P, X>, spot: u8, direction: Direction) -> u8 {
        let skip = Skip::Pits(self.turns.passed(self, play));
        self.laps.end(self.laps.onward(spot, 1, direction, skip))
    }

    /// How many turns of each player are counted, as far as sowing or the ruleset asks.
    #[inline]
    const fn counted(&self) -> u8 {
        if self.sowing.counted() > self.counted {
            self.sowing.counted()
        } else {
            self.counted
        }
    }

    /// The mover's pits out of which a seed may be given to an opponent without seeds, as bits.
    #[inline]
    fn givers(&self, ring: &P, marks: Marks) -> u32 {
        ring.at_least(2) & self.own_bits(marks) & !marks.out
    }

    /// Whether the mover has to give the opponent a seed before moving.
    #[inline]
    fn gives(&self, position: &TwoRows<P, X>) -> bool {
        X::MARKED
            && self.ending.feeding == Feeding::OneSeed
            && !self.has_seeds(position.ring, position.extra, 1)
    }

    /// Whether a player has seeds to sow: 0 the mover, 1 the opponent.
    #[inline]
    pub fn has_seeds(&self, ring: P, extra: X, player: usize) -> bool {
        if !X::MARKED {
            return if player == 0 {
                !self.rows.own_is_empty(ring)
            } else {
                !self.rows.across_is_empty(ring)
            };
        }
        let marks = extra.marks();
        let own = self.own_bits(marks);
        let pits = if player == 0 {
            own
        } else {
            self.rows.all_bits() & !own
        };
        ring.filled() & pits & !(marks.all_claimed() | marks.out) != 0
    }

    /// How feeding is asked for: where players pass, nobody can be required to.
    #[inline]
    const fn feeding(&self) -> Feeding {
        match (self.ending.feeding, self.ending.stuck) {
            (Feeding::Required, Stuck::Passes) => Feeding::IfPossible,
            (feeding, _) => feeding,
        }
    }

    /// Whether moves that leave the opponent seeds come first in this position.
    #[inline]
    fn must_feed(&self, position: &TwoRows<P, X>) -> bool {
        match self.feeding() {
            Feeding::None | Feeding::OneSeed => false,
            Feeding::Always => true,
            Feeding::Required | Feeding::IfPossible => {
                !self.has_seeds(position.ring, position.extra, 1)
            }
        }
    }

    /// Whether the player to move has a legal start as far as can be told without playing, or by
    /// playing where the opponent has to be fed.
    #[inline]
    fn can_move(&self, position: &TwoRows<P, X>) -> bool {
        if self.base_starts(position).is_empty() {
            return false;
        }
        if self.feeding() == Feeding::Required && self.must_feed(position) {
            return self.can_feed(position);
        }
        !self.turns.refuses() || self.can_finish(position)
    }

    /// The seeds that count for the mover and the opponent where the rest is shared out.
    ///
    /// `stuck` is the player who can't move, `last` who moved last: 0 the mover, 1 the opponent.
    fn shares(&self, position: &TwoRows<P, X>, stuck: usize, last: usize) -> [u16; 2] {
        let marks = position.extra.marks();
        let own = self.own_bits(marks);
        let nobodys = self.turns.nobodys(self, position.ring);
        let free = self.rows.all_bits() & !(marks.all_claimed() | nobodys);
        let rows = if X::MARKED {
            [own & free, free & !own].map(|bits| total_of(position.ring, bits))
        } else {
            self.rows.totals(position.ring)
        };
        let claims = marks.claimed.map(|bits| total_of(position.ring, bits));
        let rest = rows[0] + rows[1];
        let to = |player: usize| {
            let mut shares = [0, 0];
            shares[player] = rest;
            shares
        };
        // Who has starts and is stuck all the same could not feed the other.
        let unfed = || match stuck {
            0 => !self.base_starts(position).is_empty(),
            _ => !self.base_starts(&self.turned(position)).is_empty(),
        };
        let shared = match self.ending.rest {
            Rest::Other => to(1 - stuck),
            Rest::LastMover => to(last),
            Rest::Unfed if unfed() => to(1 - stuck),
            Rest::OwnRow | Rest::Unfed => rows,
            Rest::Nobody => [0, 0],
            Rest::Divided => [rest / 2, rest / 2],
        };
        let won = self.won(position.ring, position.captured);
        let settled = self.turns.settled(position).map(P::total);
        [0, 1].map(|player| {
            u16::from(won[player]) + claims[player] + settled[player] + shared[player]
        })
    }

    /// The result where the player to move (0) or the opponent (1) can't move.
    fn outcome(&self, position: &TwoRows<P, X>, stuck: usize, last: usize) -> Outcome {
        self.outcome_of(position, stuck, || self.shares(position, stuck, last))
    }

    /// The same, given what counts for each where that decides.
    fn outcome_of(
        &self,
        position: &TwoRows<P, X>,
        stuck: usize,
        shares: impl FnOnce() -> [u16; 2],
    ) -> Outcome {
        let mover = position.status.to_move;
        match self.ending.goal {
            Goal::Most | Goal::FirstEmpty => Outcome::by_count(mover.arrange(shares())),
            Goal::LastMove | Goal::LastMoveUnlessFull | Goal::LastWithSeeds => {
                let loser = [mover, mover.other()][stuck];
                let first = self.rows.totals(self.opening.ring)[loser.index()];
                let won = self.won(position.ring, position.captured);
                let full = u16::from(won[stuck]) >= first;
                if full && self.ending.goal == Goal::LastMoveUnlessFull {
                    return Outcome::Draw;
                }
                Outcome::win(loser.other())
            }
        }
    }

    /// Ends the game: what is left goes to its takers, and the board is empty (but for seeds that are nobody's).
    #[cold]
    fn end(
        &self,
        position: &mut TwoRows<P, X>,
        stuck: usize,
        last: usize,
        observer: &mut impl Observer,
    ) {
        let shares = self.shares(position, stuck, last);
        position.status.result = Some(self.outcome_of(position, stuck, || shares));
        if !matches!(self.ending.goal, Goal::Most | Goal::FirstEmpty)
            || self.ending.rest == Rest::Nobody
        {
            return;
        }
        let won = self.won(position.ring, position.captured);
        let settled = self.turns.settled(position);
        for (player, pits) in settled.into_iter().enumerate() {
            for Start { spot, .. } in Starts::forward(pits.filled()) {
                let (seeds, taken) = (position.ring.take(spot), pits.get(spot));
                position.ring.add(spot, seeds - taken);
                self.sweep(position, spot, player, taken, observer);
            }
        }
        let won = [0, 1].map(|player| u16::from(won[player]) + settled[player].total());
        let mut left = [0, 1].map(|player| shares[player] - won[player]);
        let marks = position.extra.marks();
        let own = self.own_bits(marks);
        let nobodys = self.turns.nobodys(self, position.ring);
        let filled = position.ring.filled() & self.rows.all_bits() & !nobodys;
        for Start { spot, .. } in Starts::forward(filled) {
            let bit = 1_u32 << spot;
            let owner = if marks.claimed[0] & bit != 0 {
                0
            } else if marks.claimed[1] & bit != 0 {
                1
            } else {
                usize::from(own & bit == 0)
            };
            let mut seeds = position.ring.take(spot);
            for player in [owner, 1 - owner] {
                let taken = seeds.min(u8::try_from(left[player]).unwrap_or(u8::MAX));
                if taken > 0 {
                    self.sweep(position, spot, player, taken, observer);
                    left[player] -= u16::from(taken);
                    seeds -= taken;
                }
            }
            position.ring.add(spot, seeds);
        }
    }

    /// What changes in a move, as it is before.
    #[inline]
    fn in_play(before: &TwoRows<P, X>) -> InPlay<P, X> {
        InPlay {
            ring: before.ring,
            captured: if T::STORES { [0, 0] } else { before.captured },
            extra: before.extra,
            again: false,
            store_before: false,
            refused: false,
            memory: 0,
        }
    }

    /// Seeds lifted from a pit at the end go to a player: 0 the mover.
    fn sweep(
        &self,
        position: &mut TwoRows<P, X>,
        spot: u8,
        player: usize,
        seeds: u8,
        observer: &mut impl Observer,
    ) {
        let store = [Place::STORE, Place::STORE_ACROSS][player & 1];
        observer.moved(Act::Sweep, Place::Ring(spot), store, seeds);
        self.credit(position, player, seeds);
    }

    /// A hand that begins a move.
    #[inline]
    fn hand<'a, C, O>(
        &'a self,
        before: &'a TwoRows<P, X>,
        chooser: &'a mut C,
        observer: &'a mut O,
    ) -> Hand<'a, P, X, T, C, O> {
        let [own, other] = before.extra.marks().turns;
        Hand {
            game: self,
            before,
            play: Self::in_play(before),
            quiet: X::MARKED && u16::from(own) + u16::from(other) < u16::from(self.quiet),
            chooser,
            observer,
        }
    }

    /// Plays a turn to the end of its last lap; tells whether the ruleset ends the game then.
    #[expect(clippy::inline_always, reason = "called once a move, from the turn")]
    #[inline(always)]
    fn play_out<C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, T, C, O>,
        start: Start,
    ) -> Result<bool, Refusal> {
        if X::MARKED {
            hand.mark(|marks| {
                marks.turns[0] = marks.turns[0].saturating_add(1).min(self.counted());
                marks.barred = 0;
                if marks.ways == [None; 2] {
                    marks.ways = self.sowing.settled(start.direction);
                }
            });
        }
        if self.gives(hand.before) {
            hand.give()?;
        }
        if T::STORES && X::MARKED && self.turns.store_is_before(start.direction) {
            hand.play.store_before = true;
            hand.play.ring = self.with_stores_changed(hand.play.ring);
        }
        if X::MARKED {
            let first = self.turns.first_lap(hand, start)?;
            relay(&self.laps, self.max_sown, hand, first)?;
        } else {
            let seeds = hand.observer.lift(&mut hand.play.ring, start.spot);
            let only = self.lap(&hand.play, start.spot, seeds, start.direction);
            let (ring, landing) = self.laps.sow(hand.play.ring, only);
            hand.play.ring = ring;
            hand.observer.sown(only);
            self.turns.landed(hand, only, landing);
        }
        let over = self.turns.finish(hand);
        if T::STORES && X::MARKED {
            hand.play = self.settled(hand.play);
        }
        if hand.play.refused {
            return Err(Refusal::Unfit);
        }
        Ok(over)
    }

    /// A move that has ended, with each store after its owner's last pit again.
    #[inline]
    fn settled(&self, play: InPlay<P, X>) -> InPlay<P, X> {
        if !play.store_before {
            return play;
        }
        InPlay {
            ring: self.with_stores_changed(play.ring),
            store_before: false,
            ..play
        }
    }

    /// Whether some move leaves the opponent seeds.
    #[cold]
    fn can_feed(&self, position: &TwoRows<P, X>) -> bool {
        self.base_starts(position).iter().any(|start| {
            let (mut chooser, mut nobody) = (Fixed::first(), ());
            let mut hand = self.hand(position, &mut chooser, &mut nobody);
            let played = self.play_out(&mut hand, start);
            played.is_ok() && self.has_seeds(hand.play.ring, hand.play.extra, 1)
        })
    }

    /// Whether some move stands.
    #[cold]
    fn can_finish(&self, position: &TwoRows<P, X>) -> bool {
        self.base_starts(position).iter().any(|start| {
            let (mut chooser, mut nobody) = (Fixed::first(), ());
            let mut hand = self.hand(position, &mut chooser, &mut nobody);
            self.play_out(&mut hand, start).is_ok()
        })
    }

    /// Whether it can be seen at once that both players can go on, as nearly always, and that nothing ends the game.
    #[inline]
    fn goes_on(&self, before: &TwoRows<P, X>, play: &InPlay<P, X>) -> bool {
        let both = if X::MARKED {
            let ends = || self.turns.ends_with(self, play.ring, play.extra, true);
            self.open && self.both_have_starts(play) && !ends()
        } else {
            !self.rows.one_is_empty(play.ring)
        };
        let changed = Self::shares_changed(before, play);
        let mover = before.status.to_move;
        let undecided = || {
            self.by_majority(play.ring, play.captured, play.extra, mover)
                .is_none()
        };
        let counts = self.ending.majority && (X::MARKED || !T::STORES);
        both && (!changed || !counts || undecided())
    }

    /// Whether a player may have another share of all seeds than before: they have won some, or some went out of play.
    #[inline]
    fn shares_changed(before: &TwoRows<P, X>, play: &InPlay<P, X>) -> bool {
        let lost = || X::MARKED && play.extra.marks().lost != before.extra.marks().lost;
        T::STORES || play.captured != before.captured || holds_claims(play.extra) || lost()
    }

    /// Whether both players have seeds in pits that they may start from, where nothing else decides that.
    #[inline]
    fn both_have_starts(&self, play: &InPlay<P, X>) -> bool {
        let marks = play.extra.marks();
        let filled = play.ring.filled() & !(marks.all_claimed() | marks.out | marks.barred);
        let own = self.own_bits(marks);
        filled & own != 0 && filled & self.rows.all_bits() & !own != 0
    }

    /// The position after a move that has ended, with the other player to move, or in games with stores the same.
    #[inline]
    fn passed_on(&self, before: &TwoRows<P, X>, play: &InPlay<P, X>) -> TwoRows<P, X> {
        let again = T::STORES && play.again;
        let mut extra = play.extra;
        if X::MARKED && !again {
            extra.set(extra.marks().turned(self.half()));
        }
        // Who moves next in such a game can't be foreseen, so both are worked out.
        let (mover, turned) = (before.status.to_move, play.ring.turned(self.half()));
        TwoRows {
            ring: P::select(again, [play.ring, turned]),
            // Both at once: they are read together in the next move, and would have to be gathered.
            captured: u16::from_ne_bytes(play.captured).swap_bytes().to_ne_bytes(),
            extra,
            status: Status::going(select_unpredictable(again, mover, mover.other())),
        }
    }

    /// The position when the move has ended, seen by who is to move then; ends the game where it is over.
    #[inline(never)]
    fn conclude(
        &self,
        before: &TwoRows<P, X>,
        tier: u8,
        play: InPlay<P, X>,
        over: bool,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        let fed = self.has_seeds(play.ring, play.extra, 1);
        if !fed && tier == FEEDING && self.must_feed(before) {
            return Err(Refusal::Unfit);
        }
        let mut after = TwoRows {
            ring: play.ring,
            captured: play.captured,
            extra: play.extra,
            status: before.status,
        };
        if self.ending.majority && Self::shares_changed(before, &play) {
            let mover = before.status.to_move;
            after.status.result = self.by_majority(play.ring, play.captured, play.extra, mover);
        }
        if after.status.result.is_none() {
            after.status.result = self.by_emptiness(&after, 0);
        }
        let over = over || self.turns.ends_with(self, after.ring, after.extra, true);
        if after.status.result.is_none() && over {
            self.end(&mut after, 1, 0, observer);
        }
        let turned = self.turned(&after);
        if after.status.result.is_some() {
            return Ok(if play.again { after } else { turned });
        }
        if play.again {
            if self.can_move(&after) {
                observer.note(Note::MOVES_AGAIN, Place::STORE);
                return Ok(after);
            }
            return Ok(self.stuck_after(after, turned, 0, observer));
        }
        if self.can_move(&turned) {
            return Ok(turned);
        }
        Ok(self.stuck_after(after, turned, 1, observer))
    }

    /// The position after a move that was stopped, where nobody has to be fed.
    fn stopped(&self, before: &TwoRows<P, X>, play: InPlay<P, X>) -> TwoRows<P, X> {
        let (play, tier) = (self.settled(play), FEEDING + 1);
        let position = self.conclude(before, tier, play, false, &mut ());
        position.unwrap_or(*before)
    }

    /// Who has won by having no seeds, or by having some when the other has none, where that is the aim; `last` is
    /// who moved last: 0 the player to move.
    #[inline]
    fn by_emptiness(&self, position: &TwoRows<P, X>, last: usize) -> Option<Outcome> {
        let (asked_first, empty_wins) = match self.ending.goal {
            Goal::FirstEmpty => (last, true),
            Goal::LastWithSeeds => (1 - last, false),
            Goal::Most | Goal::LastMove | Goal::LastMoveUnlessFull => return None,
        };
        let empty = [asked_first, 1 - asked_first]
            .into_iter()
            .find(|&player| !self.has_seeds(position.ring, position.extra, player))?;
        let mover = position.status.to_move;
        let owner = [mover, mover.other()][empty];
        Some(Outcome::win(if empty_wins { owner } else { owner.other() }))
    }

    /// The player who should move next can't: the other plays on, or the game ends. `next` is 0 if that is the mover.
    #[cold]
    fn stuck_after(
        &self,
        after: TwoRows<P, X>,
        turned: TwoRows<P, X>,
        next: usize,
        observer: &mut impl Observer,
    ) -> TwoRows<P, X> {
        let others = self.after_pass(if next == 0 { &after } else { &turned });
        if self.ending.stuck == Stuck::Passes && self.can_move(&others) {
            observer.note(PASSES[next], Place::Hand);
            return others;
        }
        let mut after = after;
        self.end(&mut after, next, 0, observer);
        if next == 0 {
            return after;
        }
        self.turned(&after)
    }

    /// The result of a position that is over as it stands (`G9`).
    fn over(&self, position: &TwoRows<P, X>) -> Option<Outcome> {
        if self.ending.majority
            && let Some(result) = self.by_majority(
                position.ring,
                position.captured,
                position.extra,
                position.status.to_move,
            )
        {
            return Some(result);
        }
        if let Some(result) = self.by_emptiness(position, 1) {
            return Some(result);
        }
        let over = (self.turns).ends_with(self, position.ring, position.extra, false);
        if !over && self.can_move(position) {
            return None;
        }
        let passes = self.ending.stuck == Stuck::Passes;
        if !over && passes && self.can_move(&self.after_pass(position)) {
            return None;
        }
        Some(self.outcome(position, 0, 1))
    }
}

/// Who passes, the mover or the opponent.
const PASSES: [Note; 2] = [Note::PASS, Note::new("{other} passes")];

/// The tier of moves that do not leave the opponent without seeds where that is asked.
const FEEDING: u8 = 0;

impl<P: Pits, X: Extra, T: Turns> Variant for TwoRowGame<P, X, T> {
    type Position = TwoRows<P, X>;

    const LEAD: Lead = Lead::Won;

    const TIERS: &'static [&'static str] = &[
        "moves that leave the opponent seeds",
        "moves that leave the opponent none",
    ];

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> TwoRows<P, X> {
        self.opening
    }

    #[inline]
    fn starts(&self, position: &TwoRows<P, X>, tier: u8) -> Starts {
        let may_leave_none = matches!(self.feeding(), Feeding::IfPossible | Feeding::Always);
        if tier != FEEDING && !(may_leave_none && self.must_feed(position)) {
            return Starts::NONE;
        }
        self.base_starts(position)
    }

    #[inline]
    fn starts_are_moves(&self, position: &TwoRows<P, X>, _tier: u8) -> bool {
        !X::MARKED && !self.turns.refuses() && !self.must_feed(position)
    }

    #[expect(
        clippy::inline_always,
        reason = "called once a move; a copy of its result costs as much as the move"
    )]
    #[inline(always)]
    fn turn(
        &self,
        position: &TwoRows<P, X>,
        tier: u8,
        start: Start,
        chooser: &mut impl Chooser<TwoRows<P, X>>,
        observer: &mut impl Observer,
    ) -> Result<TwoRows<P, X>, Refusal> {
        if X::MARKED {
            self.turn_apart(position, tier, start, chooser, observer)
        } else {
            self.turn_here(position, tier, start, chooser, observer)
        }
    }

    #[inline]
    fn choices(&self, _position: &TwoRows<P, X>, _tier: u8) -> Choices {
        if !X::MARKED {
            return Choices::None;
        }
        if self.ending.feeding == Feeding::OneSeed {
            return Choices::Any;
        }
        self.turns.choices()
    }

    fn pass(
        &self,
        position: &TwoRows<P, X>,
        observer: &mut impl Observer,
    ) -> Option<TwoRows<P, X>> {
        let others = self.after_pass(position);
        if self.ending.stuck != Stuck::Passes || !self.can_move(&others) {
            return None;
        }
        observer.note(Note::PASS, Place::Hand);
        Some(others)
    }

    fn ended(&self, position: &TwoRows<P, X>) -> Option<Outcome> {
        self.over(position)
    }

    fn stuck(&self, _before: Option<&TwoRows<P, X>>, position: &TwoRows<P, X>) -> Outcome {
        self.outcome(position, 0, 1)
    }

    fn recurrence(&self) -> usize {
        match self.ending.repetition {
            Repetition::None => 0,
            Repetition::OwnRows | Repetition::Nobodys => 2,
        }
    }

    #[inline]
    fn never_returns(&self, before: &TwoRows<P, X>, after: &TwoRows<P, X>) -> bool {
        let [before, after] = [before, after].map(|position| {
            let [own, across] = self.won(position.ring, position.captured);
            own + across
        });
        self.turns.keeps_won() && after > before
    }

    fn repeated(&self, position: &mut TwoRows<P, X>) -> Option<Outcome> {
        let mover = position.status.to_move;
        let counts = self.won_by_repetition(position);
        if self.ending.repetition == Repetition::OwnRows {
            let won = self.won(position.ring, position.captured);
            let rows = self.rows.sweep(position.ring, &mut ());
            position.ring = P::default();
            for player in [0, 1] {
                let held = if T::STORES { won[player] } else { 0 };
                self.credit(position, player, held + rows[player]);
            }
        }
        Some(Outcome::by_count(mover.arrange(counts)))
    }

    fn holdings(&self, position: &TwoRows<P, X>) -> [u16; 2] {
        let counts = if X::MARKED {
            let marks = position.extra.marks();
            let own = self.own_bits(marks) & !marks.claimed[1] | marks.claimed[0];
            [own, self.rows.all_bits() & !own].map(|bits| total_of(position.ring, bits))
        } else {
            self.rows.totals(position.ring)
        };
        let won = self.won(position.ring, position.captured);
        let held = [0, 1].map(|player| counts[player] + u16::from(won[player]));
        position.status.to_move.arrange(held)
    }

    fn count(&self, _before: Option<&TwoRows<P, X>>, position: &TwoRows<P, X>) -> Option<[u16; 2]> {
        // Seeds won after a majority are nobody's business.
        let counts = self.ending.goal == Goal::Most && !self.ending.majority;
        let mover = position.status.to_move;
        counts.then(|| mover.arrange(self.shares(position, 0, 1)))
    }

    #[inline]
    fn set_aside(&self, position: &TwoRows<P, X>) -> Option<(TwoRows<P, X>, i16)> {
        if self.ending.majority || !self.turns.keeps_won() {
            return None;
        }
        let mut rest = *position;
        if T::STORES {
            rest.ring.take(self.store(0));
            rest.ring.take(self.store(1));
        } else {
            rest.captured = [0, 0];
        }
        // Who began the round matters to some games only, which write it then.
        if X::MARKED && !self.written.starter {
            rest.extra.change(|marks| marks.second = false);
        }
        let [own, other] = self.won(position.ring, position.captured).map(i16::from);
        Some((rest, own - other))
    }

    fn count_repeated(&self, position: &TwoRows<P, X>) -> Option<[u16; 2]> {
        let mover = position.status.to_move;
        Some(mover.arrange(self.won_by_repetition(position)))
    }

    fn played_out(&self) -> Option<Self> {
        let mut game = self.clone();
        game.ending.majority = false;
        self.ending.majority.then_some(game)
    }

    #[inline]
    fn exact_key(&self, position: &TwoRows<P, X>) -> Option<u64> {
        if X::MARKED {
            return None;
        }
        self.rows.number(position.ring)
    }

    fn fields(&self) -> Vec<Field<TwoRows<P, X>>> {
        let turns = self.counted() > 0;
        Written {
            turns: turns || self.written.turns,
            ..self.written
        }
        .fields(self.counted())
    }

    fn write_move(&self, position: &TwoRows<P, X>, mv: Move, _after: &TwoRows<P, X>) -> String {
        let mut name = self.layout.start_name(position.status.to_move, mv.start);
        // A direction that the rules force is left out.
        let starts = self.starts(position, mv.tier);
        let other = Start {
            direction: mv.start.direction.turned(),
            ..mv.start
        };
        if !starts.contains(other) && name.ends_with(['L', 'R']) {
            name.pop();
        }
        if self.turns.choices() != Choices::None
            && let Some(sowings) = stopped_after(self, position, mv)
        {
            let _ = write!(name, "!{sowings}");
        }
        if self.gives(position) {
            let from = Starts::forward(self.givers(&position.ring, position.extra.marks()));
            if let Some(start) = from.iter().nth(mv.picks as usize) {
                let pit = self.layout.start_name(position.status.to_move, start);
                name = format!("{name}+{}", pit.trim_end_matches(['L', 'R']));
            }
        }
        name
    }

    fn other_spellings(
        &self,
        position: &TwoRows<P, X>,
        mv: Move,
        after: &TwoRows<P, X>,
    ) -> Vec<String> {
        let name = self.write_move(position, mv, after);
        if name.ends_with(['L', 'R']) {
            return Vec::new();
        }
        let pit = self.layout.start_pit(position.status.to_move, mv.start);
        let start = Start {
            spot: pit.spot,
            ..mv.start
        };
        vec![format!("{name}{}", self.layout.direction_letter(start))]
    }
}
