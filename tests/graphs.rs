//! Games on small random graphs, full of cycles: what searches and proofs find agrees with retrograde analysis.

use std::cell::Cell;

use mankala::proof::Claim;
use mankala::search::{Bounds, Method, Solution, Task};
use mankala::variant::limited;
use mankala::{Dice, Game, Side};

use crate::common::graph::Next::{End, On};
use crate::common::graph::{Graph, seen_by};

/// Checks a claim with these chosen moves, and counts those that were asked for.
fn checked(game: &Game, claim: Claim, moves: &[usize]) -> Result<usize, String> {
    let mut read = 0;
    let mut choose = || {
        read += 1;
        let chosen = moves.get(read - 1).copied();
        chosen.ok_or_else(|| "no more moves".to_owned())
    };
    game.check(claim, &mut choose, &mut |_| Ok(()), &|| false)?;
    Ok(read)
}

fn endless(side: Side, least: i32) -> Claim {
    Claim { endless: true, ..Claim::new(side, least) }
}

#[test]
fn cycles_prove_nothing() {
    let (south, north) = (Side::South, Side::North);
    let graph = Graph::new(vec![
        (south, vec![On(1), End(1)]),
        (north, vec![On(0), On(2)]),
        (south, vec![End(1), End(0)]),
    ]);
    let game = graph.game();
    let claim = Claim::new;
    assert_eq!(checked(&game, claim(south, 1), &[1]), Ok(1));
    let round = checked(&game, claim(south, 1), &[0, 0]);
    assert!(round.is_err_and(|error| error.contains("comes back")));
    assert!(checked(&game, claim(south, 1), &[2]).is_err());
    assert!(checked(&game, claim(south, 1), &[]).is_err());
    assert!(checked(&game, claim(south, 2), &[1]).is_err());
    assert!(checked(&game, claim(north, 0), &[0]).is_err());
    assert_eq!(checked(&game, claim(north, -1), &[]), Ok(0));
    assert_eq!(checked(&game, endless(south, 1), &[0, 0]), Ok(2));
    assert!(checked(&game, endless(south, 1), &[0, 1]).is_err());
}

/// False claims are proved by no moves, true claims by some. A side can avoid ends that the other can't force.
#[test]
fn false_claims_are_refused() {
    let mut dice = Dice::seeded(3);
    let (mut proved, mut open) = (0, 0);
    for number in 0..4000_u32 {
        let graph = Graph::draw(2 + dice.below(8), 2 + number % 4, &mut dice);
        let (game, least) = (graph.game(), number.cast_signed() % 2);
        let (claim, sure) = if number % 3 == 0 {
            let forced = graph.sure(Side::South, 1 - least)[0];
            (endless(Side::North, least), !forced)
        } else {
            let sure = graph.sure(Side::North, least)[0];
            (Claim::new(Side::North, least), sure)
        };
        for _ in 0..20 {
            let moves: Vec<usize> = (0..30).map(|_| dice.below(3) as usize).collect();
            let found = checked(&game, claim, &moves).is_ok();
            assert!(sure || !found, "{number}: {graph:?} {moves:?}");
            proved += usize::from(found);
            open += usize::from(!sure);
        }
    }
    assert!(proved > 4000 && open > 4000, "{proved} {open}");
}

/// Solves a graph with a table of this many bytes; `false` if that takes too many positions.
fn solved(graph: &Graph, method: Method, memory: usize) -> (Solution, bool) {
    let task =
        Task { memory, proofs: true, moves: graph.repeated.is_some(), method, ..Task::default() };
    let left = Cell::new(1000);
    let long = limited(&left, &|| false);
    let solution = graph.game().solve(task, &long, &mut |_| ());
    (solution, left.get() > 0)
}

/// Returns the bounds by retrograde analysis, for the first player.
fn bounds(graph: &Graph) -> Bounds {
    let (first, _) = graph.vertices[0];
    let best = |side| [1, 0].into_iter().find(|&least| graph.sure(side, least)[0]);
    let [low, high] = match [first, first.other()].map(best) {
        [Some(1), _] => [Some(1); 2],
        [_, Some(1)] => [Some(-1); 2],
        bounds => bounds,
    };
    Bounds { low, high }
}

/// Tests tables of all sizes. Bounds match retrograde analysis, and with enough memory all are found, with a proof of
/// each that can be checked. Winning moves may lead into endless cycles; those of a proof do not, unless endless play
/// suffices.
#[test]
fn cycles_prove_nothing_and_hide_nothing() {
    let mut dice = Dice::seeded(1);
    let (mut wins, mut draws, mut rounds, mut moves) = (0, 0, 0, 0);
    for number in 0..3000_u32 {
        let vertices = 2 + dice.below(14);
        let graph = Graph::draw(vertices, 3 + number % 3, &mut dice);
        let (game, expected) = (graph.game(), bounds(&graph));
        for (method, memory) in [
            (Method::Numbers, 0),
            (Method::Numbers, 1 << 9),
            (Method::Numbers, 1 << 16),
            (Method::Margin, 1 << 16),
        ] {
            let (found, whole) = solved(&graph, method, memory);
            let told = format!("{number}, {method} with {memory}: {graph:?}");
            if whole || memory > 1 << 10 {
                assert_eq!(found.bounds, expected, "{told}");
                let open = expected.value().is_none();
                assert_eq!(found.endless, open, "{told}");
            } else {
                let fits = |found: Option<i32>, due| found.is_none_or(|_| found == due);
                let Bounds { low, high } = found.bounds;
                assert!(fits(low, expected.low) && fits(high, expected.high), "{told}");
            }
            if memory > 1 << 10 {
                assert_eq!(found.proofs.len(), found.claims.len(), "{told}");
            }
            for proof in &found.proofs {
                let chosen: Vec<usize> = proof.moves.iter().map(|&mv| mv.into()).collect();
                let read = checked(&game, proof.claim, &chosen);
                assert_eq!(read, Ok(chosen.len()), "{told}");
                moves += chosen.len();
            }
            wins += usize::from(matches!(found.bounds.value(), Some(1 | -1)));
            draws += usize::from(found.bounds.value() == Some(0));
            rounds += usize::from(found.endless);
        }
    }
    assert!(wins > 3000 && draws > 30 && rounds > 300, "{wins} {draws} {rounds}");
    assert!(moves > 3000, "{moves}");
}

/// The search for a proof stops and is continued with more positions.
#[test]
fn a_stopped_search_can_be_continued() {
    let graph = Graph::draw(250, 100, &mut Dice::seeded(20));
    let (found, whole) = solved(&graph, Method::Numbers, 1 << 24);
    assert!(whole && found.nodes > 1 << 14, "{}", found.nodes);
    assert_eq!(found.bounds, bounds(&graph));
}

/// A position that comes back ends the game, so endless play is worth that end. After the first move, the first
/// position has occurred.
#[test]
fn repeated_positions_end_games() {
    let mut dice = Dice::seeded(7);
    let (mut decided, mut other) = (0, 0);
    for number in 0..300_u32 {
        let mut graph = Graph::draw(2 + dice.below(10), 3 + number % 4, &mut dice);
        let again = number.cast_signed() % 3 - 1;
        graph.repeated = Some(again);
        let (found, _) = solved(&graph, Method::Margin, 1 << 16);
        let (first, moves) = graph.vertices[0].clone();
        let mut left = graph.clone();
        for (_, moves) in &mut left.vertices {
            for next in moves.iter_mut().filter(|next| matches!(next, On(0))) {
                *next = End(again);
            }
        }
        let value = |graph: &Graph, vertex: u8| {
            let forced = |&least: &i32| graph.sure(first, least)[usize::from(vertex)];
            [1, 0].into_iter().find(forced).unwrap_or(-1)
        };
        assert_eq!(found.bounds.value(), Some(value(&graph, 0)), "{number}: {graph:?}");
        assert_eq!(found.moves.len(), moves.len());
        for (found, next) in found.moves.iter().zip(moves) {
            let expected = match next {
                End(south) => seen_by(first, south),
                On(0) => seen_by(first, again),
                On(vertex) => value(&left, vertex),
            };
            let value_found = found.bounds.value();
            assert_eq!(value_found, Some(expected), "{number}: {graph:?}");
            decided += 1;
            other += usize::from(matches!(next, On(to) if value(&graph, to) != expected));
        }
    }
    assert!(decided > 400 && other > 3, "{decided}, {other} of them because of the past");
}
