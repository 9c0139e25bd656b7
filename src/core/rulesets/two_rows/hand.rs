//! A move in progress: its state, and the operations of rulesets on it.

use super::{Marked, Marks, Origin, Parts, Player, Turns, TwoRowGame};
use crate::rulesets::prelude::*;

/// Event of a round that ends because few seeds are left.
pub(in crate::rulesets) const FEW_LEFT: Note = Note::new("few seeds are left, so the round ends");

/// State of a move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InPlay<P, M> {
    /// Both rows, the mover's first.
    pub ring: P,
    /// Seeds won.
    pub captured: ByTurn<u8>,
    /// The marks.
    pub marks: Marks,
    /// Set if the mover has another move.
    pub again: bool,
    /// Set if the mover's store is before their first pit.
    pub store_before: bool,
    /// Set if the move has turned out to be illegal.
    pub refused: bool,
    /// Lap that is sown in parts.
    pub parts: Parts,
    /// State of the ruleset in this move.
    pub memory: M,
}

/// Types of a move in progress, under one name.
pub trait InHand {
    /// Seeds of the ring.
    type Pits: Pits;
    /// Ruleset-specific part.
    type Turns: Turns;
    /// Chooser of the move.
    type Chooser: Chooser<Marked<Self::Pits>>;
    /// Observer of the move.
    type Observer: Observer;
}

impl<P: Pits, T: Turns, C: Chooser<Marked<P>>, O: Observer> InHand for (P, T, C, O) {
    type Pits = P;
    type Turns = T;
    type Chooser = C;
    type Observer = O;
}

/// Types of a move in progress in a game with the ruleset-specific part `T`.
pub trait Of<T>: InHand<Turns = T> {}

impl<H: InHand> Of<H::Turns> for H {}

/// Move in progress.
pub struct Hand<'a, H: InHand> {
    /// The game.
    pub game: &'a TwoRowGame<H::Pits, H::Turns>,
    /// The position before the move.
    pub before: &'a Marked<H::Pits>,
    /// Current state.
    pub play: &'a mut InPlay<H::Pits, <H::Turns as Turns>::Memory>,
    /// Set if nothing is captured in this move.
    pub quiet: bool,
    /// Chooser of the move.
    pub chooser: &'a mut H::Chooser,
    /// Observer of the move.
    pub observer: &'a mut H::Observer,
}

impl<H: InHand> Hand<'_, H> {
    /// Returns the current marks.
    #[inline]
    pub fn marks(&self) -> Marks {
        self.play.marks
    }

    /// Returns the lap of seeds just lifted from a pit.
    #[inline]
    pub fn lap_from(&self, spot: u8, seeds: u8, direction: Direction) -> Lap {
        self.game.lap(self.play, spot, seeds, direction)
    }

    /// Lifts the seeds of a pit and returns them as the next lap.
    #[inline]
    pub fn relay_from(&mut self, spot: u8, direction: Direction) -> Next {
        let seeds = self.observer.lift(&mut self.play.ring, spot);
        Next::Sow(self.lap_from(spot, seeds, direction))
    }

    /// Captures a pit for the mover and returns its number of seeds.
    #[inline]
    pub fn capture(&mut self, spot: u8) -> u8 {
        self.capture_for(Player::Mover, spot)
    }

    /// Captures a pit for a player and returns its number of seeds.
    #[inline]
    pub fn capture_for(&mut self, player: Player, spot: u8) -> u8 {
        let seeds = self.observer.capture(&mut self.play.ring, Place::Ring(spot), player.store());
        self.win(player, seeds);
        seeds
    }

    /// Banks one of the mover's pits and returns its number of seeds.
    #[inline]
    pub fn bank(&mut self, spot: u8) -> u8 {
        let seeds = self.observer.bank(&mut self.play.ring, Place::Ring(spot), Place::STORE);
        self.win(Player::Mover, seeds);
        seeds
    }

    /// Sweeps all seeds on the board to a player.
    pub(in crate::rulesets) fn sweep(&mut self, player: Player) {
        for Start { spot, .. } in
            Starts::forward(self.play.ring.filled() & self.game.rows.all_bits())
        {
            let (ring, from) = (&mut self.play.ring, Place::Ring(spot));
            let seeds = self.observer.moved_all(Act::Sweep, ring, from, player.store());
            self.win(player, seeds);
        }
    }

    /// Credits seeds taken off the board to a player.
    #[inline]
    fn win(&mut self, player: Player, seeds: u8) {
        if H::Turns::STORES {
            let store = self.store(player);
            self.play.ring.add(store, seeds);
            return;
        }
        // A variable index would force the whole hand into memory.
        match player {
            Player::Mover => self.play.captured[Player::Mover] += seeds,
            Player::Other => self.play.captured[Player::Other] += seeds,
        }
    }

    /// Returns the spot of a player's store, if stores are part of the ring.
    #[inline]
    pub fn store(&self, player: Player) -> u8 {
        self.game.store(if self.play.store_before { player.other() } else { player })
    }

    /// Lets the player stop in this pit, as [`may_stop`] does; `stopped` is the state of the move in that case.
    pub fn may_stop(
        &mut self,
        spot: u8,
        direction: Direction,
        stopped: InPlay<H::Pits, <H::Turns as Turns>::Memory>,
    ) -> Option<Next> {
        let (game, before) = (self.game, self.before);
        may_stop(self.chooser, self.observer, spot, direction, || game.stopped(before, stopped))
    }

    /// Returns the next pit in play.
    #[inline]
    pub fn next(&self, spot: u8, direction: Direction) -> u8 {
        self.game.next_in_play(self.marks(), spot, direction)
    }

    /// Gives the opponent one seed from a pit of two or more that the player chooses.
    pub(super) fn give(&mut self) -> Result<(), TurnError> {
        let own = self.game.own_bits(self.marks());
        let from = Starts::forward(self.game.givers(&self.play.ring, self.marks()));
        let theirs = self.game.rows.all_bits() & !own & !self.marks().out;
        let Some(to) = first_of(theirs, self.game.rows.beyond()).filter(|_| !from.is_empty())
        else {
            return Err(TurnError::Unfit);
        };
        let from = from.nth(self.chooser.pick(from.len() as u16)?.into());
        let (ring, to) = (&mut self.play.ring, Place::Ring(to));
        self.observer.move_some(Act::Join, ring, from.spot, to, 1);
        Ok(())
    }

    /// Bars a single seed that a lap of one has moved across the border into an empty pit from moving back in the next
    /// turn.
    pub fn bar_crossing_back(&mut self, lap: Lap, spot: u8) {
        let game = self.game;
        let start = game.laps.next(lap.first, lap.direction.turned());
        let row = |spot: u8| game.rows.own_bits() >> spot & 1;
        let moved_on = game.common.sowing.origin != Origin::FirstSeed;
        if moved_on && row(start) != row(spot) && self.play.ring.get(spot) == 1 {
            self.play.marks.barred = 1 << spot;
        }
    }

    /// Returns `true` if the mover owns a pit.
    #[inline]
    pub fn owns(&self, spot: u8) -> bool {
        self.game.own_bits(self.marks()) >> spot & 1 == 1
    }
}

/// Returns the first of these pits, counted from the opponent's first pit.
fn first_of(pits: u32, beyond: u8) -> Option<u8> {
    let across = pits >> beyond << beyond;
    let among = if across == 0 { pits } else { across };
    (among != 0).then(|| among.trailing_zeros() as u8)
}
