//! Reasons for low grades, from the seeds that moves and replies win.

use super::Valued;
use crate::game::Game;
use crate::kernel::board::Side;
use crate::variant::{AnyPosition, Move, moves};

/// Smallest difference in seeds that explains a grade.
const SEEDS: i32 = 2;

/// Explains why a move is worse than the best one: a result given away, seeds not won, or a reply that wins seeds.
pub(super) fn reason(
    game: &Game,
    made: &Valued,
    best: &Valued,
    stop: &dyn Fn() -> bool,
) -> Option<String> {
    let [own, other] = [made, best].map(|valued| game.write_move(valued.mv, valued.after));
    let loses = made.proved && made.points < 0.25;
    if best.proved {
        return Some(match best.points > 0.75 {
            true if loses => format!("{other} wins, {own} loses"),
            true => format!("{other} wins by force"),
            false => format!("{other} holds the draw"),
        });
    }
    if loses {
        return Some(format!("{own} loses by force"));
    }
    let mover = game.to_move();
    let [with_own, with_best] = [made, best].map(|valued| played(game, valued.mv, &valued.after));
    let [gained, possible] = [&with_own, &with_best].map(|after| gain(game, after, mover));
    if possible > 0 && possible >= gained + SEEDS {
        let gained = match gained {
            1.. => gained.to_string(),
            _ => "none".to_owned(),
        };
        return Some(format!("{other} wins {}, {own} {gained}", seeds(possible)));
    }
    let (reply, lost) = best_reply(&with_own, mover, stop)?;
    let least = best_reply(&with_best, mover, stop).map_or(0, |(_, lost)| lost);
    (lost > 0 && lost >= least + SEEDS)
        .then(|| format!("{own} allows {reply}, which wins {}", seeds(lost)))
}

fn seeds(count: i32) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} seed{s}")
}

fn played(game: &Game, mv: Move, after: &AnyPosition) -> Game {
    let mut next = game.clone();
    next.commit(mv, after);
    next
}

/// Returns by how many seeds a player gets ahead.
fn gain(before: &Game, after: &Game, side: Side) -> i32 {
    let [before, after] = [before, after].map(|game| {
        let seeds = game.variant().decisive_seeds(game.position());
        i32::from(seeds[side])
    });
    after - before
}

/// Returns the reply that gains most seeds, with their number.
fn best_reply(game: &Game, mover: Side, stop: &dyn Fn() -> bool) -> Option<(String, i32)> {
    if game.result().is_some() || game.to_move() == mover {
        return None;
    }
    let legal = moves(game.variant(), game.position(), stop).into_iter();
    let gains = legal.map(|(mv, after)| {
        let gain = gain(game, &played(game, mv, &after), mover.other());
        (mv, after, gain)
    });
    let (mv, after, gain) = gains.max_by_key(|&(.., gain)| gain)?;
    Some((game.write_move(mv, after), gain))
}
