//! A move in progress: what is in play, and what a ruleset can do with it.

use super::{Marked, Marks, Origin, Parts, Player, Turns, TwoRowGame};
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Act, Choice, Observer, Place, Tell};
use crate::kernel::lap::Lap;
use crate::kernel::pair::ByTurn;
use crate::kernel::sow::{Next, Sown};
use crate::variant::{Chooser, Decision, Refusal, Starts};

/// What changes in the course of a move and decides how it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InPlay<P, M> {
    /// Both rows, the mover's first.
    pub ring: P,
    /// Seeds won.
    pub captured: ByTurn<u8>,
    /// The marks.
    pub marks: Marks,
    /// Whether the mover has another move.
    pub again: bool,
    /// Whether the mover's store lies before their first pit.
    pub store_before: bool,
    /// Whether the move may not be made, as it has turned out.
    pub refused: bool,
    /// A lap that is sown in parts.
    pub parts: Parts,
    /// What a ruleset remembers of the move so far.
    pub memory: M,
}

impl<P: Pits, M: Copy + Eq> Sown for InPlay<P, M> {
    type Pits = P;

    #[inline]
    fn ring(&mut self) -> &mut P {
        &mut self.ring
    }
}

/// The types of a move in progress, under one name.
pub trait InHand {
    /// The seeds of the ring.
    type Pits: Pits;
    /// What the ruleset adds.
    type Turns: Turns;
    /// Makes the choices.
    type Chooser: Chooser<Marked<Self::Pits>>;
    /// Watches.
    type Observer: Observer;
}

impl<P: Pits, T: Turns, C: Chooser<Marked<P>>, O: Observer> InHand for (P, T, C, O) {
    type Pits = P;
    type Turns = T;
    type Chooser = C;
    type Observer = O;
}

/// A move in progress.
pub struct Hand<'a, H: InHand> {
    /// The game.
    pub game: &'a TwoRowGame<H::Pits, H::Turns>,
    /// The position before the move.
    pub before: &'a Marked<H::Pits>,
    /// What has changed.
    pub play: &'a mut InPlay<H::Pits, <H::Turns as Turns>::Memory>,
    /// Whether nothing is captured in this move.
    pub quiet: bool,
    /// Makes the choices.
    pub chooser: &'a mut H::Chooser,
    /// Watches.
    pub observer: &'a mut H::Observer,
}

impl<H: InHand> Hand<'_, H> {
    /// The marks as they are now.
    #[must_use]
    #[inline]
    pub fn marks(&self) -> Marks {
        self.play.marks
    }

    /// The lap of seeds just lifted from a pit.
    #[must_use]
    #[inline]
    pub fn lap_from(&self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        self.game.lap(self.play, spot, seeds, direction)
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
        self.capture_for(Player::Mover, spot)
    }

    /// Captures a pit for a player; how many seeds it held.
    #[inline]
    pub fn capture_for(&mut self, player: Player, spot: u8) -> u8 {
        let ring = &mut self.play.ring;
        let seeds = self
            .observer
            .capture(ring, Place::Ring(spot), player.store());
        self.win(player, seeds);
        seeds
    }

    /// Banks a pit of the mover's own; how many seeds it held.
    #[inline]
    pub fn bank(&mut self, spot: u8) -> u8 {
        let ring = &mut self.play.ring;
        let seeds = self.observer.bank(ring, Place::Ring(spot), Place::STORE);
        self.win(Player::Mover, seeds);
        seeds
    }

    /// Puts seeds that left the board to a player's credit.
    #[inline]
    fn win(&mut self, player: Player, seeds: u8) {
        if H::Turns::STORES {
            let store = self.store(player);
            self.play.ring.add(store, seeds);
            return;
        }
        // An index that is not known would keep the whole hand in memory.
        match player {
            Player::Mover => self.play.captured[Player::Mover] += seeds,
            Player::Other => self.play.captured[Player::Other] += seeds,
        }
    }

    /// The spot of a player's store, where stores are part of the ring.
    #[must_use]
    #[inline]
    pub fn store(&self, player: Player) -> u8 {
        self.game.store(if self.play.store_before {
            player.other()
        } else {
            player
        })
    }

    /// Asks whether the player stops in this pit; `stopped` is what the move comes to then.
    pub fn may_stop(
        &mut self,
        spot: u8,
        direction: Direction,
        stopped: InPlay<H::Pits, <H::Turns as Turns>::Memory>,
    ) -> Decision {
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
    #[must_use]
    #[inline]
    pub fn next(&self, spot: u8, direction: Direction) -> u8 {
        self.game.next_in_play(self.marks(), spot, direction)
    }

    /// The player gives the opponent one seed out of a pit of their choice that holds two or more.
    pub(super) fn give(&mut self) -> Result<(), Refusal> {
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
            self.play.marks.barred = 1 << spot;
        }
    }

    /// Whether the mover owns a pit.
    #[must_use]
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
