//! Reasons for low grades, from the events and the seeds of moves and replies.

use super::Valued;
use mankala_core::game::Game;
use mankala_core::kernel::board::Side;
use mankala_core::kernel::event::{Act, Effect, Event, Note};
use mankala_core::text::several;
use mankala_core::text::trace::Replay;
use mankala_core::variant::{AnyPosition, Move, moves};

/// Smallest difference in seeds that explains a grade.
const SEEDS: i32 = 2;
/// Most pits whose capture a reason names.
const PITS: usize = 2;

/// Explains why a move is worse than the best one.
///
/// It gave away a result, missed an event or seeds, or allows a reply that the best move prevents.
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
        return Some(format!("{own} loses by force, {other} perhaps not"));
    }
    let mover = game.to_move();
    let [with_own, with_best] = [made, best].map(|valued| played(game, valued.mv, &valued.after));
    let missed = |events: fn(Event) -> bool| {
        let [made, best] = [made, best].map(|valued| happens(game, valued.mv, events));
        let missed = best.into_iter().find(|words| !made.contains(words))?;
        Some(format!("after {other}, {missed}"))
    };
    if let Some(reason) = missed(marks) {
        return Some(reason);
    }
    let [gained, possible] = [&with_own, &with_best].map(|after| gain(game, after, mover));
    if possible > 0 && possible >= gained + SEEDS {
        let gained = if gained > 0 { gained.to_string() } else { "none".to_owned() };
        return Some(format!("{other} wins {}, {own} {gained}", several(possible, "seed")));
    }
    let own_replies = replies(&with_own, mover, stop);
    let best_replies = replies(&with_best, mover, stop);
    if let (Some(free), Some(forced)) = (own_replies.first(), best_replies.first())
        && free.mv.tier < forced.mv.tier
    {
        let tier = game.variant().properties().tiers[usize::from(forced.mv.tier)];
        return Some(format!("after {other}, {} has only {tier}", mover.other()));
    }
    let most = |replies: &[Reply]| replies.iter().map(|reply| reply.gain).max();
    let least = most(&best_replies).unwrap_or(0);
    let worst = own_replies.iter().max_by_key(|reply| reply.gain);
    if let Some(worst) = worst.filter(|worst| worst.gain > 0 && worst.gain >= least + SEEDS) {
        let reply = with_own.write_move(worst.mv, worst.after);
        let pits = happens(&with_own, worst.mv, captures).join(" and ");
        let pits = Some(pits).filter(|pits| !pits.is_empty());
        let pits = pits.map_or_else(String::new, |pits| format!("captures {pits} and "));
        let won = several(worst.gain, "seed");
        return Some(format!("{own} allows {reply}, which {pits}wins {won}"));
    }
    let mark = |game: &Game, reply: &Reply| {
        let mark = happens(game, reply.mv, marks).into_iter().next()?;
        Some((game.write_move(reply.mv, reply.after), mark))
    };
    let prevented: Vec<_> =
        (best_replies.iter()).filter_map(|reply| mark(&with_best, reply)).collect();
    let mut allowed = own_replies.iter().filter_map(|reply| mark(&with_own, reply));
    let allowed = allowed.find(|(_, mark)| prevented.iter().all(|(_, other)| other != mark));
    if let Some((reply, mark)) = allowed {
        return Some(format!("{own} allows {reply}: {mark}"));
    }
    missed(|event| matches!(event, Event::Mark { note, .. } if note == Note::MOVES_AGAIN))
}

/// Returns `true` for an event that gives a player a pit, such as a tuzdik.
fn marks(event: Event) -> bool {
    let Event::Mark { note, .. } = event else { return false };
    matches!(note.effect, Effect::Marks(field) if field != "touched")
}

fn captures(event: Event) -> bool {
    matches!(event, Event::Move { act: Act::Capture, .. })
}

/// Returns the events of a kind that a move brings, in words; for captures the names of the pits, unless there are
/// many.
fn happens(game: &Game, mv: Move, kind: fn(Event) -> bool) -> Vec<String> {
    let replay = Replay::new(game.layout(), &game.diagram());
    let (mut words, mut pits) = (Vec::new(), 0);
    game.variant().make(game.position(), mv, &mut |event| {
        let text = match event {
            _ if !kind(event) => return,
            Event::Move { from, .. } => {
                pits += 1;
                replay.name(from)
            }
            _ => replay.describe(event),
        };
        if !words.contains(&text) {
            words.push(text);
        }
    });
    if pits > PITS {
        words.clear();
    }
    words
}

fn played(game: &Game, mv: Move, after: &AnyPosition) -> Game {
    let mut next = game.clone();
    next.commit(mv, after);
    next
}

/// Returns by how many seeds a player gets ahead.
fn gain(before: &Game, after: &Game, side: Side) -> i32 {
    let [before, after] =
        [before, after].map(|game| i32::from(game.variant().decisive_seeds(game.position())[side]));
    after - before
}

/// Move of the opponent, with the seeds by which it gets ahead.
struct Reply {
    mv: Move,
    after: AnyPosition,
    gain: i32,
}

/// Returns the replies of the opponent, if it is the opponent's turn.
fn replies(game: &Game, mover: Side, stop: &dyn Fn() -> bool) -> Vec<Reply> {
    if game.result().is_some() || game.to_move() == mover {
        return Vec::new();
    }
    let legal = moves(game.variant(), game.position(), stop).into_iter();
    let reply = |(mv, after)| Reply {
        mv,
        after,
        gain: gain(game, &played(game, mv, &after), mover.other()),
    };
    legal.map(reply).collect()
}
