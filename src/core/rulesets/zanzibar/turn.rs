//! A turn without takasia: the relay of laps with its captures, and the house.

use super::{Bao, BaoPosition, EndChoice, NOWHERE, TakasaAtHouse};
use crate::kernel::Endless;
use crate::rulesets::prelude::*;

/// Marks the loss of the house (`Z2.5a`).
const HOUSE_LOST: Note = Note::new("the house {pit} is lost").unmarking("house");
/// Marks the end of a takasa in the full house (`Z2.5b`).
const ENDS_IN_HOUSE: Note = Note::new("the move ends in the house {pit}");
/// Marks the end of a sowing in the pit that is takasia-ed (`Z4.1b`).
const ENDS_IN_TAKASIA: Note = Note::new("the move ends in {pit}, which is takasia-ed");

/// State of a move in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    own: P,
    across: P,
    house: ByTurn<bool>,
    /// Front row that the move has emptied: 0 the mover's, 1 the opponent's.
    emptied: Option<u8>,
}

/// Parts of a move that do not change while it is played.
#[derive(Clone, Copy)]
struct Turn<'a, P: Pits> {
    game: &'a Bao<P>,
    before: &'a BaoPosition<P>,
    /// Whether the move enters a seed (`Z2.2`): the stage is that of the position before the move.
    namua: bool,
    captures: bool,
    /// Whether sowings from the board may capture (`Z1.7`, `D3`).
    sowings_capture: bool,
}

impl<P: Pits> Turn<'_, P> {
    /// Starts the first lap: enters a seed or lifts a pit.
    #[inline]
    fn first_lap(self, play: &mut InPlay<P>, observer: &mut impl Observer, start: Start) -> Lap {
        if self.namua {
            self.enter(play, observer, start)
        } else {
            self.lift(play, observer, start.spot, start.direction)
        }
    }

    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(
        self,
        play: &mut InPlay<P>,
        chooser: &mut impl Chooser<BaoPosition<P>>,
        observer: &mut impl Observer,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let (game, spot) = (self.game, landing.spot);
        // Z1.2, Z1.5
        if play.emptied.is_some() || landing.was_empty() {
            return Next::Stop;
        }
        // Z1.4, Z1.7
        if self.sowings_capture
            && spot < game.columns
            && play.across.get(game.rows.facing(spot)) > 0
        {
            return match self.end_for(chooser, spot, lap.direction) {
                Ok(direction) => Next::Sow(self.capture(play, observer, spot, direction)),
                Err(Endless) => Next::Endless,
            };
        }
        // Z4.1b
        if spot == self.before.takasia {
            observer.note(ENDS_IN_TAKASIA, Place::Ring(spot));
            return Next::Stop;
        }
        // B2
        let at_house = self.namua && spot == game.nyumba && landing.seeds >= game.rules.house_full;
        if at_house
            && game.has_house(play.house[Player::Mover])
            && let Some(end) = self.at_house(*play, chooser, observer, spot, lap.direction)
        {
            return end;
        }
        // Z1.6
        Next::Sow(self.lift(play, observer, spot, lap.direction))
    }

    /// Enters a seed, then lifts the opponent's pit or the mover's for the first lap.
    #[inline]
    fn enter(self, play: &mut InPlay<P>, observer: &mut impl Observer, start: Start) -> Lap {
        let (game, Start { spot, direction }) = (self.game, start);
        let before = play.own.get(spot);
        let lone = play.own.filled() & game.rows.front_bits() == 1 << spot;
        play.own.add(spot, 1);
        observer.moved(Act::Enter, Place::STORE, Place::Ring(spot), 1);
        if self.captures {
            // Z2.3
            return self.capture(play, observer, spot, direction);
        }
        // Z2.4b, B4
        let spares = spot == game.nyumba
            && game.has_house(play.house[Player::Mover])
            && lone
            && before >= game.rules.house_full;
        if !spares {
            return self.lift(play, observer, spot, direction);
        }
        observer.move_some(Act::Lift, &mut play.own, spot, Place::Hand, 2);
        self.onward(play, spot, 2, direction)
    }

    /// Returns the direction in which a capture by a sowing is sown, unless its pit is near an end (`Z1.4c`, `D1`).
    #[inline]
    fn end_for(
        self,
        chooser: &mut impl Chooser<BaoPosition<P>>,
        spot: u8,
        direction: Direction,
    ) -> Result<Direction, Endless> {
        if self.game.rules.end_choice == EndChoice::FromStore || self.game.forces_side(spot) {
            return Ok(direction);
        }
        Ok(match chooser.pick(2)? {
            0 => Direction::Forward,
            _ => Direction::Backward,
        })
    }

    /// Lifts the seeds that face this pit and sows them from a kichwa (`Z1.4`).
    #[inline]
    fn capture(
        self,
        play: &mut InPlay<P>,
        observer: &mut impl Observer,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        let game = self.game;
        let facing = Place::Across(game.rows.facing(spot));
        let seeds = observer.capture(&mut play.across, facing, Place::Hand);
        // Z2.5a
        if play.house[Player::Other] && (!self.namua || facing.spot() == game.nyumba) {
            play.house[Player::Other] = false;
            observer.note(HOUSE_LOST, Place::Across(game.nyumba));
        }
        if play.house[Player::Mover] && !self.namua {
            play.house[Player::Mover] = false;
            observer.note(HOUSE_LOST, Place::Ring(game.nyumba));
        }
        // Z1.2
        if game.rows.front_is_empty(play.across) {
            play.emptied = Some(1);
            observer.note(Note::ROW_EMPTY, facing);
        }
        let turned = game.side_of(spot, direction);
        if turned != direction {
            observer.note(Note::TURN, Place::Ring(spot));
        }
        Lap { first: game.kichwa(turned), seeds, direction: turned, skip: Skip::Nothing }
    }

    /// Returns the end of a move whose lap ends in the full house without a capture (`Z2.5b`, `B3`); `None` if it
    /// goes on.
    #[inline]
    fn at_house(
        self,
        play: InPlay<P>,
        chooser: &mut impl Chooser<BaoPosition<P>>,
        observer: &mut impl Observer,
        spot: u8,
        direction: Direction,
    ) -> Option<Next> {
        if !self.captures && self.game.rules.takasa_at_house == TakasaAtHouse::Stops {
            observer.note(ENDS_IN_HOUSE, Place::Ring(spot));
            return Some(Next::Stop);
        }
        may_stop(chooser, observer, spot, direction, || after(self.before, play))
    }

    /// Lifts a pit; an emptied house is lost (`Z2.5a`).
    #[inline]
    fn lift(
        self,
        play: &mut InPlay<P>,
        observer: &mut impl Observer,
        spot: u8,
        direction: Direction,
    ) -> Lap {
        let seeds = observer.lift(&mut play.own, spot);
        if spot == self.game.nyumba && play.house[Player::Mover] {
            play.house[Player::Mover] = false;
            observer.note(HOUSE_LOST, Place::Ring(spot));
        }
        self.onward(play, spot, seeds, direction)
    }

    /// Returns the lap from the pit just lifted; a first seed in the back row can leave the front row empty (`Z1.2`).
    #[inline]
    fn onward(self, play: &mut InPlay<P>, spot: u8, seeds: u8, direction: Direction) -> Lap {
        let game = self.game;
        let lap = game.laps.onward(spot, seeds, direction, Skip::Nothing);
        if lap.first >= game.columns && game.rows.front_is_empty(play.own) {
            play.emptied = Some(0);
        }
        lap
    }
}

impl<P: Pits> Bao<P> {
    /// Plays a move, without the takasia that may follow.
    #[inline]
    pub(super) fn carry_out(
        &self,
        position: &BaoPosition<P>,
        captures: bool,
        start: Start,
        chooser: &mut impl Chooser<BaoPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<BaoPosition<P>, TurnError> {
        let namua = position.store[Player::Mover] > 0;
        let turn = Turn {
            game: self,
            before: position,
            namua,
            captures,
            sowings_capture: captures || namua && self.rules.takasa_captures,
        };
        let mut play = InPlay {
            own: position.own,
            across: position.across,
            house: position.house,
            emptied: None,
        };
        let first = turn.first_lap(&mut play, observer, start);
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            turn.landed(play, chooser, observer, lap, landing)
        };
        let max_sown = self.rules.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.own, observer, first, landed)?;
        Ok(after(position, play))
    }
}

/// Returns the position after a move that ends here, from the opponent's point of view.
#[inline]
fn after<P: Pits>(before: &BaoPosition<P>, play: InPlay<P>) -> BaoPosition<P> {
    let mover = before.status.to_move;
    let result = play.emptied.map(|row| Outcome::win(if row == 0 { mover.other() } else { mover }));
    BaoPosition {
        own: play.across,
        across: play.own,
        store: ByTurn([before.store.other(), before.store.own().saturating_sub(1)]),
        house: play.house.turned(),
        takasia: NOWHERE,
        status: Status { to_move: mover.other(), result },
    }
}
