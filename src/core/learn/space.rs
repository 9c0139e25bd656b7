//! Games played by actions, one at a time.

use std::sync::Arc;

use super::actions::{digits, group};
use super::{Actions, Illegal, Open, Scope, Sight};
use crate::game::Game;
use crate::kernel::{Side, Swap};
use crate::text::notation::legal_ways;
use crate::variant::{AnyPosition, AnyVariant, Fixed, Move, Start};

/// Actions and observations of a variant.
#[derive(Clone)]
pub struct Space {
    pub(super) actions: Actions,
    pub(super) sight: Sight,
    pub(super) tiers: u8,
    names: Vec<String>,
    /// Number of repetitions in an observation.
    pub(super) repetitions: usize,
}

/// Part of a move that is chosen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    pub(super) tier: u8,
    /// Chosen start with several continuations (its action + 1), else 0.
    pub(super) chosen: u8,
    /// Index of the first continuation left, and number of continuations left.
    pub(super) directions: [u32; 2],
}

/// Actions that are open in a position of a game, and the part of a move chosen so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pending {
    open: Open,
    part: Part,
}

impl Space {
    /// Creates the actions and observations of a variant.
    pub fn new(variant: Arc<dyn AnyVariant>, scope: Scope) -> Self {
        let actions = Actions::new(&*variant, scope.possible_only);
        let repetitions = scope.repetitions(&*variant, &actions);
        let of_actions = actions.names(variant.layout()).into_iter().take(repetitions);
        let tiers = variant.properties().tiers.len() as u8;
        let sight = Sight::of(variant);
        let mut names = sight.names();
        names.extend(of_actions.map(|name| format!("repetitions {name}")));
        names.extend(["start chosen", "ways chosen among"].map(str::to_owned));
        Self { actions, sight, tiers, names, repetitions }
    }

    /// Returns the action space.
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// Returns the name of each number of an observation: those of [`Sight`], repetitions if the [`Scope`] contains them,
    /// then two about continuations.
    ///
    /// These two are the chosen start (its action + 1) and the number of continuations left.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the open actions of a game; none if it is over.
    pub fn pending(&self, game: &Game) -> Pending {
        let mut pending = Pending::default();
        if game.result().is_none() {
            (pending.part.tier, pending.open) =
                Open::of(game.variant(), self.tiers, game.position());
        }
        pending
    }

    /// Returns the open actions in order.
    pub fn list(&self, pending: &Pending) -> Vec<u8> {
        self.actions.list(pending.open)
    }

    /// Returns a mask with one entry per action: 1 if it is open, else 0.
    pub fn mask(&self, pending: &Pending) -> Vec<i8> {
        let mut mask = vec![0; self.actions.count().into()];
        self.actions.mask(pending.open, &mut mask);
        mask
    }

    /// Returns the position as a side sees it; only the player to move sees the choice in progress.
    pub fn observe(&self, game: &Game, pending: &Pending, side: Side) -> Vec<i32> {
        let mut numbers = vec![0; self.names.len()];
        self.sight.write(game.position(), side, &mut numbers);
        if let [before @ .., chosen, directions] = &mut numbers[..]
            && side == game.to_move()
        {
            *chosen = pending.part.chosen.into();
            *directions = pending.part.directions[1].cast_signed();
            let own = before.len() - self.repetitions;
            for (action, times) in (0..).zip(&mut before[own..]) {
                let Pending { mut open, mut part } = *pending;
                let mut select = || self.select(game.position(), (&mut part, &mut open), action);
                if self.actions.allows(pending.open, action)
                    && let Some((_, after)) = select()
                {
                    let past = game.this_round().iter().map(|(past, _)| past);
                    let past = past.chain([game.position()]);
                    let before = past.filter(|past| **past == after).count();
                    *times = (before as u32).cast_signed();
                }
            }
        }
        numbers
    }

    /// Plays an action: a move, or a part of one that has several continuations.
    ///
    /// # Errors
    ///
    /// Returns the open actions if this is none of them; then nothing changes.
    pub fn act(&self, game: &mut Game, pending: &mut Pending, action: i64) -> Result<(), Illegal> {
        let number = u8::try_from(action).unwrap_or(u8::MAX);
        if !self.actions.allows(pending.open, number) {
            return Err(Illegal { game: 0, action, legal: self.list(pending) });
        }
        let Pending { open, part } = pending;
        if let Some((mv, after)) = self.select(game.position(), (part, open), number) {
            // As `Game::commit` does; the open actions show whether there is a move.
            game.advance(mv, &after);
            *pending = self.pending(game);
            if game.result().is_none() && pending.open.is_empty() {
                game.conclude();
                *pending = self.pending(game);
            }
        }
        Ok(())
    }

    /// Notes an open action, and returns the move if it is complete, with the position after it.
    #[inline]
    pub(super) fn select(
        &self,
        position: &AnyPosition,
        (part, open): (&mut Part, &mut Open),
        action: u8,
    ) -> Option<(Move, AnyPosition)> {
        let variant = &*self.sight.variant;
        if let Some(start) = self.actions.start(action) {
            let mut first = Fixed::first();
            let turn = variant.turn(position, part.tier, start, &mut first, None);
            if first.asked() == [0, 0] {
                return Some((Move::new(part.tier, start), turn.ok()?));
            }
            return self.choose_among(position, (part, open), start);
        }
        let start = part.chosen.checked_sub(1);
        let Some(start) = start.and_then(|start| self.actions.start(start)) else {
            let mv = match position.swap() {
                Swap::Open => Move::SWAP,
                Swap::Next | Swap::Closed => Move::PASS,
            };
            return Some((mv, variant.pass(position)?));
        };
        let [first, count] = part.directions;
        let digit = action.saturating_sub(self.actions.first_digit());
        let size = group(count);
        let passed = u32::from(digit) * size;
        part.directions = [first + passed, size.min(count.saturating_sub(passed))];
        self.choose_among(position, (part, open), start)
    }

    /// Returns the only continuation left, or asks for another digit.
    #[inline(never)]
    fn choose_among(
        &self,
        position: &AnyPosition,
        (part, open): (&mut Part, &mut Open),
        start: Start,
    ) -> Option<(Move, AnyPosition)> {
        if part.directions[1] > 1 {
            *open = digits(part.directions[1]);
            return None;
        }
        let variant = &*self.sight.variant;
        let directions = legal_ways(variant, position, Move::new(part.tier, start));
        if part.chosen == 0 && directions.len() > 1 {
            part.chosen = self.actions.number(start) + 1;
            part.directions = [0, directions.len() as u32];
            *open = digits(part.directions[1]);
            return None;
        }
        let way = directions.get(part.directions[0] as usize)?;
        Some((way.mv, variant.make(position, way.mv, &mut |_| ()).unwrap_or(way.after)))
    }
}
