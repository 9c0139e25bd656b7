//! What a game is to the rest of the crate: the trait [`Variant`], its positions, moves and outcomes.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::kernel::board::{Direction, Side};
use crate::kernel::diagram::{Diagram, Fault, Field};
use crate::kernel::dice::Dice;
use crate::kernel::event::Observer;
use crate::kernel::layout::{Layout, Ways};
pub use crate::kernel::outcome::Outcome;
pub use crate::kernel::start::{Start, Starts};

/// What tells who is ahead in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Lead {
    /// The seeds of each side ([`Variant::holdings`]): the game is about seeds.
    Seeds,
    /// The ruleset's evaluation ([`Variant::evaluate`]): seeds alone do not win it.
    Evaluation,
}

/// What every position tells about itself, whatever the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status {
    /// The player to move; in a finished position the one whose turn it would be.
    pub to_move: Side,
    /// How the game ended, if it is known to be over without looking for moves.
    pub result: Option<Outcome>,
}

impl Status {
    /// The game goes on, with `to_move` next.
    #[must_use]
    pub const fn going(to_move: Side) -> Self {
        Self {
            to_move,
            result: None,
        }
    }
}

/// A position of some game: small, copied freely, and complete but for history.
pub trait Position: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Whose turn it is, and whether the game is over.
    fn status(&self) -> Status;

    /// Where the status is kept.
    fn status_mut(&mut self) -> &mut Status;
}

/// A move: where it starts and what was chosen on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Pit and direction.
    pub start: Start,
    /// Which of the moves that start so; 0 where nothing is there to choose.
    ///
    /// In the Bao family it counts how often the house is played, in Bao 6x2 it is the sowing after
    /// which the player stops.
    pub choice: u16,
}

/// Makes a struct with a field `status` a [`Position`].
#[macro_export]
macro_rules! position {
    ($name:ident $(<$pits:ident: $bound:path>)?) => {
        impl$(<$pits: $bound>)? $crate::variant::Position for $name$(<$pits>)? {
            #[inline]
            fn status(&self) -> $crate::variant::Status {
                self.status
            }

            #[inline]
            fn status_mut(&mut self) -> &mut $crate::variant::Status {
                &mut self.status
            }
        }
    };
}

/// The position that a turn leads to, and the choice that it came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<P> {
    /// The position after the move.
    pub position: P,
    /// What [`Move::choice`] is for this turn.
    pub choice: u16,
}

impl<P> Turn<P> {
    /// A turn in which there was nothing to choose.
    #[must_use]
    #[inline]
    pub const fn new(position: P) -> Self {
        Self {
            position,
            choice: 0,
        }
    }
}

/// Why a start that looked possible gives no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The move never ends (`G3`).
    Endless,
    /// The move does not have what its tier asks for.
    Unfit,
}

impl From<crate::kernel::sow::Endless> for Refusal {
    #[inline]
    fn from(_: crate::kernel::sow::Endless) -> Self {
        Self::Endless
    }
}

/// Where within a move a choice is met; with the position it tells whether the move goes in circles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// What [`Move::choice`] is for the move that stops here.
    pub choice: u16,
    /// The spot where the hand is.
    pub spot: u8,
    /// The way it moves.
    pub direction: Direction,
}

/// What to do where a move may be stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Stop here.
    Stop,
    /// Go on.
    GoOn,
    /// The same choice in the same state came up before: the move goes in circles and is endless.
    Repeated,
}

/// Someone who decides where a move may be stopped.
pub trait Choices<P> {
    /// Asked once for each place where the move may be stopped; `position` is what stopping leads to.
    fn meet(&mut self, crossing: Crossing, position: impl FnOnce() -> P) -> Decision;
}

/// Takes the choices of one given move.
#[derive(Debug, Clone, Copy)]
pub struct Wanted(pub u16);

impl<P> Choices<P> for Wanted {
    #[inline]
    fn meet(&mut self, crossing: Crossing, _position: impl FnOnce() -> P) -> Decision {
        if crossing.choice == self.0 {
            Decision::Stop
        } else {
            Decision::GoOn
        }
    }
}

/// Takes both branches of every choice: shows the stopped move to a visitor and goes on.
struct Both<'a, P, V> {
    start: Start,
    met: Vec<(u8, Direction, P)>,
    visit: &'a mut V,
    shown: bool,
    flow: ControlFlow<()>,
}

impl<P: Position, V: FnMut(Move, &P) -> ControlFlow<()>> Choices<P> for Both<'_, P, V> {
    fn meet(&mut self, crossing: Crossing, position: impl FnOnce() -> P) -> Decision {
        let state = (crossing.spot, crossing.direction, position());
        if self.met.contains(&state) {
            return Decision::Repeated;
        }
        self.shown = true;
        self.flow = (self.visit)(
            Move {
                start: self.start,
                choice: crossing.choice,
            },
            &state.2,
        );
        self.met.push(state);
        if self.flow.is_break() {
            Decision::Stop
        } else {
            Decision::GoOn
        }
    }
}

/// How many moves one start can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Branching {
    /// At most one.
    One,
    /// At most two, with choices 0 and 1, and only the second where the choice really comes up.
    Two,
    /// Any number.
    Many,
}

/// A mancala game with all its rules.
///
/// A ruleset says where a move may start ([`starts`](Self::starts)), how a turn goes
/// ([`turn`](Self::turn)), and who has won ([`ended`](Self::ended), [`stuck`](Self::stuck)). All else
/// (legal moves, playing, searching, notation, pictures, statistics) is made from these.
pub trait Variant: Send + Sync + 'static {
    /// A position of this game.
    type Position: Position;

    /// The classes of moves, by name; a class counts only if those before it hold no legal move (`G4`).
    const TIERS: &'static [&'static str] = &["moves"];

    /// Whether a position that comes back ends the game; see [`repeated`](Self::repeated).
    const REPETITION: bool = false;

    /// What tells who is ahead in the middle of a game.
    const LEAD: Lead = Lead::Seeds;

    /// The shape of the board.
    fn layout(&self) -> &Layout;

    /// The position at the start of a game.
    fn opening(&self) -> Self::Position;

    /// Where a move of this tier may start.
    ///
    /// Each start that gives a finite turn is a legal move, if no earlier tier has one. The position
    /// is not a finished one.
    fn starts(&self, position: &Self::Position, tier: u8) -> Starts;

    /// Plays one turn from a start of this tier: the one place where a move is carried out.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the start gives no move.
    fn turn(
        &self,
        position: &Self::Position,
        tier: u8,
        start: Start,
        choices: &mut impl Choices<Self::Position>,
        observer: &mut impl Observer,
    ) -> Result<Turn<Self::Position>, Refusal>;

    /// How many moves one start of this tier can give at most.
    #[inline]
    fn branching(&self, _position: &Self::Position, _tier: u8) -> Branching {
        Branching::One
    }

    /// The result of a position that is over by what lies on the board, as if the last move had just been made (`G9`).
    fn ended(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The result where the player to move has no legal move (`G5`); `before` is the position that the last move was made in.
    fn stuck(&self, before: Option<&Self::Position>, position: &Self::Position) -> Outcome;

    /// The result when a position comes back in a game, if the rules know one; may tidy the board up.
    fn repeated(&self, _position: &mut Self::Position) -> Option<Outcome> {
        None
    }

    /// The seeds that count for each side, `[south, north]`: what lies on his side or was won by him.
    fn holdings(&self, position: &Self::Position) -> [u16; 2];

    /// How good a position is for the player to move, in hundredths of a seed.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let side = position.status().to_move;
        let [own, other] = side.arrange(self.holdings(position));
        100 * (i32::from(own) - i32::from(other))
    }

    /// The fields of a written position besides rows, side and result, in order.
    fn fields(&self) -> Vec<Field>;

    /// The position as a diagram.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// The position that a diagram shows; the board has the right shape and at most 255 seeds.
    ///
    /// # Errors
    ///
    /// A [`Fault`] that names the field and says what is wrong with it.
    fn read_diagram(&self, diagram: &Diagram) -> Result<Self::Position, Fault>;

    /// Writes a legal move, given the position after it.
    fn write_move(&self, position: &Self::Position, mv: Move, _after: &Self::Position) -> String {
        self.layout()
            .start_name(position.status().to_move, mv.start)
    }

    /// Other ways in which this legal move may be written: with the direction that the rules force, say.
    fn other_spellings(
        &self,
        position: &Self::Position,
        mv: Move,
        after: &Self::Position,
    ) -> Vec<String> {
        match self.layout().ways() {
            Ways::Forward => vec![format!("{}R", self.write_move(position, mv, after))],
            Ways::Both => Vec::new(),
        }
    }

    /// Shows every legal move with the position after it, until the visitor breaks off.
    #[inline]
    fn each_move(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Move, &Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.status().result.is_some() {
            return ControlFlow::Continue(());
        }
        for tier in 0..Self::TIERS.len() as u8 {
            let mut found = false;
            // Where a start gives one move at most, nothing has to be kept while it is played.
            let plain = self.branching(position, tier) == Branching::One;
            for start in self.starts(position, tier) {
                if plain {
                    let turn = self.turn(position, tier, start, &mut Wanted(0), &mut ());
                    if let Ok(Turn { position, choice }) = turn {
                        found = true;
                        visit(Move { start, choice }, &position)?;
                    }
                } else {
                    found |= self.each_choice(position, tier, start, visit)?;
                }
            }
            if found {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows every move of one start; tells whether there was one.
    #[doc(hidden)]
    fn each_choice(
        &self,
        position: &Self::Position,
        tier: u8,
        start: Start,
        visit: &mut impl FnMut(Move, &Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let (met, flow) = (Vec::new(), ControlFlow::Continue(()));
        let mut both = Both {
            start,
            met,
            visit,
            shown: false,
            flow,
        };
        let turn = self.turn(position, tier, start, &mut both, &mut ());
        let shown = both.shown;
        both.flow?;
        match turn {
            Ok(Turn { position, choice }) => {
                visit(Move { start, choice }, &position)?;
                ControlFlow::Continue(true)
            }
            Err(_) => ControlFlow::Continue(shown),
        }
    }

    /// Whether the player to move has a legal move.
    fn has_move(&self, position: &Self::Position) -> bool {
        self.each_move(position, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// One of the legal moves, each equally likely, with the position after it; `None` if there is none.
    ///
    /// Plays starts until one is found to be legal, instead of all to choose from: the same
    /// distribution, a fraction of the work.
    #[expect(
        clippy::inline_always,
        reason = "a copy of the position it returns costs as much as the move"
    )]
    #[inline(always)]
    fn draw_move(
        &self,
        position: &Self::Position,
        dice: &mut Dice,
    ) -> Option<(Move, Self::Position)> {
        if position.status().result.is_some() {
            return None;
        }
        for tier in 0..Self::TIERS.len() as u8 {
            let starts = self.starts(position, tier);
            let drawn = match self.branching(position, tier) {
                Branching::One => self.draw_one(position, tier, starts, dice),
                Branching::Two => self.draw_among(position, tier, [starts, starts], dice),
                Branching::Many => return self.draw_from_all(position, dice),
            };
            if drawn.is_some() {
                return drawn;
            }
        }
        None
    }

    /// Draws starts until one is a legal move; nearly always the first is.
    #[doc(hidden)]
    #[expect(clippy::inline_always, reason = "see draw_move")]
    #[inline(always)]
    fn draw_one(
        &self,
        position: &Self::Position,
        tier: u8,
        starts: Starts,
        dice: &mut Dice,
    ) -> Option<(Move, Self::Position)> {
        if starts.is_empty() {
            return None;
        }
        let start = starts.draw(dice);
        if let Ok(turn) = self.turn(position, tier, start, &mut Wanted(0), &mut ()) {
            return Some((Move { start, choice: 0 }, turn.position));
        }
        let mut others = starts;
        others.remove(start);
        self.draw_among(position, tier, [others, Starts::NONE], dice)
    }

    /// Draws pairs of start and choice until one is a legal move.
    #[doc(hidden)]
    #[inline(never)]
    fn draw_among(
        &self,
        position: &Self::Position,
        tier: u8,
        mut pool: [Starts; 2],
        dice: &mut Dice,
    ) -> Option<(Move, Self::Position)> {
        loop {
            let (plain, all) = (pool[0].len(), pool[0].len() + pool[1].len());
            if all == 0 {
                return None;
            }
            let drawn = dice.below(all);
            let (choice, start) = if drawn < plain {
                (0, pool[0].nth(drawn))
            } else {
                (1, pool[1].nth(drawn - plain))
            };
            match self.turn(position, tier, start, &mut Wanted(choice), &mut ()) {
                Ok(turn) if turn.choice == choice => {
                    return Some((Move { start, choice }, turn.position));
                }
                _ => pool[usize::from(choice)].remove(start),
            }
        }
    }

    /// Draws from all legal moves, keeping the n-th with a chance of one in n.
    #[doc(hidden)]
    fn draw_from_all(
        &self,
        position: &Self::Position,
        dice: &mut Dice,
    ) -> Option<(Move, Self::Position)> {
        let (mut drawn, mut seen) = (None, 0);
        let _ = self.each_move(position, &mut |mv, after| {
            seen += 1;
            if dice.below(seen) == 0 {
                drawn = Some((mv, *after));
            }
            ControlFlow::Continue(())
        });
        drawn
    }

    /// Carries out a move that is known to be legal, with an observer watching; `None` if it is no move at all.
    fn make(
        &self,
        position: &Self::Position,
        mv: Move,
        observer: &mut impl Observer,
    ) -> Option<Self::Position> {
        let tier = self.tier_of(position, mv)?;
        let turn = self.turn(position, tier, mv.start, &mut Wanted(mv.choice), observer);
        turn.ok().map(|turn| turn.position)
    }

    /// The tier to which a legal move belongs.
    fn tier_of(&self, position: &Self::Position, mv: Move) -> Option<u8> {
        (0..Self::TIERS.len() as u8).find(|&tier| {
            self.starts(position, tier).contains(mv.start)
                && self
                    .turn(position, tier, mv.start, &mut Wanted(mv.choice), &mut ())
                    .is_ok_and(|turn| turn.choice == mv.choice)
        })
    }

    /// Whether a tier holds a finite move.
    fn tier_has_move(&self, position: &Self::Position, tier: u8) -> bool {
        let goes = |start| {
            self.turn(position, tier, start, &mut Wanted(0), &mut ())
                .is_ok()
        };
        self.starts(position, tier).iter().any(goes)
    }
}

#[cfg(test)]
mod tests {
    use super::{Start, Starts};
    use crate::kernel::dice::Dice;

    #[test]
    fn every_start_is_drawn_equally_often() {
        let mut dice = Dice::seeded(1);
        for starts in [
            Starts::forward(0b1),
            Starts::forward(0b1010_0110),
            Starts::forward(0b1_0000_0010),
            Starts::new(0xffff, 0xffff),
            Starts::new(0x8000_0001, 0x8001_0f00),
        ] {
            let all: Vec<Start> = starts.iter().collect();
            let mut counts = vec![0_u32; all.len()];
            for _ in 0..1000 * starts.len() {
                let drawn = starts.draw(&mut dice);
                let place = all.iter().position(|&start| start == drawn);
                counts[place.expect("a start of the set")] += 1;
            }
            let fair = |count: &u32| (850..1150).contains(count);
            assert!(counts.iter().all(fair), "{starts:?}: {counts:?}");
        }
    }
}
