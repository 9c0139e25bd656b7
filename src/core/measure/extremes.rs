//! Extremes of a game: the shortest play to an endless move, the longest moves, and the shortest game, among the positions
//! nearest to a position.

use std::collections::HashSet;
use std::ops::ControlFlow;

use serde::Serialize;

use super::census::{Deeds, each_legal};
use crate::game::Game;
use crate::text::notation::{settle, write_move};
use crate::variant::{AnyPosition, AnyVariant, Move, Position};

/// Move with its effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feat {
    /// Moves that lead to it, and the move itself.
    pub moves: Vec<String>,
    /// Effects of the move.
    #[serde(flatten)]
    pub deeds: Deeds,
}

/// Extremes among the positions that were visited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Extremes {
    /// Number of positions whose moves were all made.
    pub positions: usize,
    /// Number of plies after which all positions were visited.
    pub plies: u32,
    /// Whether these are all positions of the game.
    pub complete: bool,
    /// Shortest play to an endless move, which is its last one.
    pub endless: Option<Vec<String>>,
    /// Move of the most laps.
    pub most_laps: Option<Feat>,
    /// Move that sows the most seeds.
    pub most_seeds: Option<Feat>,
    /// Move that captures the most seeds.
    pub most_captured: Option<Feat>,
    /// Shortest play to the end of a game.
    pub shortest: Option<Vec<String>>,
    /// Result of that game: `S`, `N` or `draw`.
    pub result: Option<&'static str>,
    /// Shortest play that wins in the first turn.
    pub first_turn: Option<Vec<String>>,
}

/// Visited position, with the place before it.
struct Visited {
    position: AnyPosition,
    before: usize,
    mv: Move,
    plies: u32,
    /// Whether only the first player has moved.
    first: bool,
}

/// Kind of feat, by its measure.
type Kind = fn(&Deeds) -> u32;

const KINDS: [Kind; 3] = [|it| it.laps, |it| it.seeds, |it| it.captured];

/// Feat that was found: the place before it, the move, and the position after it.
#[derive(Clone, Copy)]
struct Best {
    place: usize,
    mv: Move,
    after: AnyPosition,
    deeds: Deeds,
}

impl Extremes {
    /// Visits at most `most` positions, the nearest first. Returns `None` if the search is stopped.
    pub fn of(
        game: &Game,
        most: usize,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(usize),
    ) -> Option<Self> {
        let (variant, opening) = (game.variant(), *game.position());
        let side = game.to_move();
        let mut found = Self::default();
        if game.result().is_some() {
            found.complete = true;
            return Some(found);
        }
        let mut places =
            vec![Visited { position: opening, before: 0, mv: Move::PASS, plies: 0, first: true }];
        let mut seen = HashSet::from([variant.key(&opening)]);
        let mut best: [Option<Best>; 3] = [None; 3];
        while found.positions < most.min(places.len()) {
            if stop() {
                return None;
            }
            tell(found.positions);
            let number = found.positions;
            let here = &places[number];
            let (position, plies, first) = (here.position, here.plies, here.first);
            found.plies = plies;
            found.positions += 1;
            let mut nexts = Vec::new();
            let endless = each_legal(variant, &position, stop, &mut |mv, after, deeds| {
                for (best, kind) in best.iter_mut().zip(KINDS) {
                    if kind(&deeds) > best.map_or(0, |best| kind(&best.deeds)) {
                        *best = Some(Best { place: number, mv, after: *after, deeds });
                    }
                }
                nexts.push((mv, *after));
            });
            if let (None, Some(&mv)) = (&found.endless, endless.first()) {
                found.endless = Some(line(variant, &places, number, (mv, &position)));
            }
            if nexts.is_empty() {
                let _ = variant.show_moves(&position, &mut |mv, after| {
                    nexts.push((mv, *after));
                    ControlFlow::Continue(())
                });
            }
            for (mv, after) in nexts {
                let after = settle(variant, &position, after);
                if let Some(result) = after.status().result {
                    let line = || line(variant, &places, number, (mv, &after));
                    if found.shortest.is_none() {
                        found.shortest = Some(line());
                        found.result = Some(result.word());
                    }
                    if first && result.winner() == Some(side) && found.first_turn.is_none() {
                        found.first_turn = Some(line());
                    }
                } else if places.len() <= most && seen.insert(variant.key(&after)) {
                    places.push(Visited {
                        position: after,
                        before: number,
                        mv,
                        plies: plies + 1,
                        first: first && after.status().to_move == side,
                    });
                }
            }
        }
        found.complete = places.len() <= most;
        if found.complete {
            found.plies += 1;
        }
        let feats = best.map(|best| {
            best.map(|best| Feat {
                moves: line(variant, &places, best.place, (best.mv, &best.after)),
                deeds: best.deeds,
            })
        });
        [found.most_laps, found.most_seeds, found.most_captured] = feats;
        Some(found)
    }
}

/// Returns the moves to a place and one from there.
fn line(
    variant: &dyn AnyVariant,
    places: &[Visited],
    mut number: usize,
    (mv, after): (Move, &AnyPosition),
) -> Vec<String> {
    let mut moves = vec![write_move(variant, &places[number].position, mv, after)];
    while number > 0 {
        let here = &places[number];
        let (mv, after) = (here.mv, &here.position);
        number = here.before;
        moves.push(write_move(variant, &places[number].position, mv, after));
    }
    moves.reverse();
    moves
}
