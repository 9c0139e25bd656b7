//! Player that looks one move ahead.

use super::{Chosen, Player, Valuation, Weighed};
use crate::game::Game;
use crate::kernel::Dice;
use crate::variant::score::{Judge, PROVEN, WON, of_outcome};
use crate::variant::{AnyPosition, AnyVariant, Poll, Position, moves};

/// Plays the move with the best evaluation right after it; wins are best, losses worst.
///
/// Among equal moves it prefers the fewest moves for the opponent, or the most for itself if it moves again. Remaining
/// ties are broken at random. If the rules end a game by repetition, it accounts for that.
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen {
        let (variant, position) = (game.variant(), game.position());
        let mut poll = Poll::default();
        let mut best = (-WON, i32::MIN);
        let (mut chosen, mut equal) = (None, 0);
        let _ = variant.show_moves(position, &mut |mv, after| {
            let value = value(game, after);
            if value < best.0 {
                return poll.step(stop);
            }
            let room = if value.abs() > PROVEN {
                0
            } else {
                after.seen_from(position, mobility(variant, after, &mut poll, stop))
            };
            if (value, room) > best {
                best = (value, room);
                equal = 0;
            }
            if (value, room) == best {
                equal += 1;
                if dice.below(equal) == 0 {
                    chosen = Some((mv, *after));
                }
            }
            poll.step(stop)
        });
        chosen
    }

    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        _told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        let moves = moves(game.variant(), game.position(), stop).into_iter();
        Weighed {
            choice: self.choose(game, dice, stop),
            depth: Some(1),
            moves: moves
                .map(|(mv, after)| (mv, after, Valuation::Value(value(game, &after))))
                .collect(),
        }
    }
}

/// Returns the value of a position right after a move for the player who made it.
fn value(game: &Game, after: &AnyPosition) -> i32 {
    let (variant, position) = (game.variant(), game.position());
    match game.repeated(after) {
        Some(outcome) => of_outcome(outcome, position.status().to_move, 1),
        None => after.seen_from(position, variant.static_value(position, after, 1, Judge::Plain)),
    }
}

/// Counts the legal moves of a position, or those found before `stop` returns `true`.
fn mobility(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    poll: &mut Poll,
    stop: &dyn Fn() -> bool,
) -> i32 {
    let mut moves = 0;
    let _ = variant.show_moves(position, &mut |_, _| {
        moves += 1;
        poll.step(stop)
    });
    moves
}
