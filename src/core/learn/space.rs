//! Games played by actions, one at a time.

use std::sync::Arc;

use super::actions::{digits, group};
use super::{Actions, Illegal, Open, Scope, Sight};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::text::notation::{Legal, legal_moves, legal_ways};
use crate::variant::{AnyPosition, AnyVariant, Fixed, Move};

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

/// Actions that are open in a position of a game, and the start chosen so far.
#[derive(Debug, Clone, Default)]
pub struct Pending {
    open: Open,
    tier: u8,
    /// Chosen start with several continuations (its action + 1), else 0.
    chosen: u8,
    /// Continuations left.
    directions: Vec<Legal>,
}

impl Space {
    /// Creates the actions and observations of a variant.
    pub fn new(variant: Arc<dyn AnyVariant>, scope: Scope) -> Self {
        let actions = Actions::new(&*variant, scope.possible_only);
        let repetitions = scope.repetitions(&*variant, &actions);
        let of_actions = actions
            .names(variant.layout())
            .into_iter()
            .take(repetitions);
        let of_actions = of_actions.map(|name| format!("repetitions {name}"));
        let tiers = variant.properties().tiers.len() as u8;
        let sight = Sight::of(variant);
        let mut names = sight.names();
        names.extend(of_actions);
        names.extend(["start chosen", "ways chosen among"].map(str::to_owned));
        Self {
            actions,
            sight,
            tiers,
            names,
            repetitions,
        }
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
        if game.result().is_some() {
            return Pending::default();
        }
        let (tier, open) = Open::of(game.variant(), self.tiers, game.position());
        Pending {
            open,
            tier,
            ..Pending::default()
        }
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
            *chosen = pending.chosen.into();
            *directions = (pending.directions.len() as u32).cast_signed();
            let own = before.len() - self.repetitions;
            for (action, times) in (0..).zip(&mut before[own..]) {
                if self.actions.allows(pending.open, action)
                    && let Some((_, after)) = self.selected(game, &mut pending.clone(), action)
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
            return Err(Illegal {
                game: 0,
                action,
                legal: self.list(pending),
            });
        }
        if let Some((mv, after)) = self.selected(game, pending, number) {
            self.advance(game, pending, mv, &after);
        }
        Ok(())
    }

    /// Notes an open action, and returns the move if it is complete, with the position after it.
    fn selected(
        &self,
        game: &Game,
        pending: &mut Pending,
        number: u8,
    ) -> Option<(Move, AnyPosition)> {
        let variant = game.variant();
        if let Some(digit) = number.checked_sub(self.actions.first_digit()) {
            let size = group(pending.directions.len() as u32) as usize;
            pending.directions.drain(..size * usize::from(digit));
            pending.directions.truncate(size);
        } else if let Some(start) = self.actions.start(number) {
            let (mv, mut first) = (Move::new(pending.tier, start), Fixed::first());
            let turn = variant.turn(game.position(), pending.tier, start, &mut first, None);
            if first.asked() == [0, 0]
                && let Ok(after) = turn
            {
                return Some((mv, after));
            }
            pending.directions = legal_ways(variant, game.position(), mv);
            pending.chosen = number + 1;
        } else {
            pending.directions = legal_moves(variant, game.position(), &|| false);
            let is_pass = |legal: &Legal| [Move::PASS, Move::SWAP].contains(&legal.mv);
            pending.directions.retain(is_pass);
        }
        match &pending.directions[..] {
            [only] => {
                let made = variant.make(game.position(), only.mv, &mut |_| ());
                Some((only.mv, made.unwrap_or(only.after)))
            }
            directions => {
                pending.open = digits(directions.len() as u32);
                None
            }
        }
    }

    /// Advances like [`Game::commit`], and finds the open actions.
    fn advance(&self, game: &mut Game, pending: &mut Pending, mv: Move, after: &AnyPosition) {
        game.advance(mv, after);
        *pending = self.pending(game);
        if game.result().is_none() && pending.open.is_empty() {
            game.conclude();
            *pending = self.pending(game);
        }
    }
}
