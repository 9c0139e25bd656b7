//! Archive: the best candidate of each cell of a grid over two measures, and the front of the candidates.

use std::collections::HashSet;

use crate::report::deciles;
use mankala_core::kernel::Dice;
use mankala_core::measure::names::Measure;
use mankala_core::variant::sort_by;

use super::race::{Candidate, Plan};

/// Returns the number of the tenth in which a value lies.
fn tenth(deciles: &[f64], value: f64) -> usize {
    deciles.iter().filter(|limit| **limit <= value).count()
}

/// Grid of the best candidates.
pub(super) struct Archive {
    /// Deciles of the measures for the known games in random games.
    axes: [Vec<f64>; 2],
    pub(super) cells: Vec<([usize; 2], Candidate)>,
    /// Known games, from which a blind search starts each time, and any other while there is nothing better.
    first: Vec<Candidate>,
}

impl Archive {
    pub(super) fn new(measures: [Measure; 2], first: Vec<Candidate>) -> Self {
        let axes = measures.map(|measure| deciles(measure).unwrap_or_default());
        Self { axes, cells: Vec::new(), first }
    }

    /// Puts a candidate into its cell, if it is better than the one there.
    pub(super) fn put(&mut self, candidate: Candidate) {
        let [first, second] = &self.axes;
        let at = [tenth(first, candidate.at[0]), tenth(second, candidate.at[1])];
        if candidate.at.iter().all(|value| value.is_finite()) {
            put(&mut self.cells, at, candidate);
        }
    }

    /// Returns two random candidates: each from a random cell, and half of the time the better one of two.
    pub(super) fn parents(&self, plan: &Plan, dice: &mut Dice) -> [&Candidate; 2] {
        let any = |dice: &mut Dice| &self.cells[dice.below(self.cells.len() as u32) as usize].1;
        let mut one = || {
            if plan.blind || self.cells.is_empty() {
                return &self.first[dice.below(self.first.len() as u32) as usize];
            }
            let (own, other) = (any(dice), any(dice));
            let best_of_both = dice.below(2) == 0 && is_better(other, own);
            if best_of_both { other } else { own }
        };
        [one(), one()]
    }
}

/// Returns `true` if a candidate got further in its race than another one, or equally far with a smaller miss.
fn is_better(a: &Candidate, b: &Candidate) -> bool {
    (b.stage, a.misses) < (a.stage, b.misses)
}

/// Puts a candidate into its cell, if it is better than the one there. Cells are in order.
pub(super) fn put(cells: &mut Vec<([usize; 2], Candidate)>, at: [usize; 2], candidate: Candidate) {
    match cells.binary_search_by_key(&at, |(at, _)| *at) {
        Ok(place) if is_better(&candidate, &cells[place].1) => cells[place].1 = candidate,
        Ok(_) => {}
        Err(place) => cells.insert(place, (at, candidate)),
    }
}

/// Returns, for each list of qualities, whether no other one is at least as good in all and better in one.
pub(super) fn on_front(all: &[&[f64]]) -> Vec<bool> {
    let beats = |a: &[f64], b: &[f64]| a != b && a.iter().zip(b).all(|(a, b)| a >= b);
    let is_free = |own: &&[f64]| !all.iter().any(|other| beats(other, own));
    all.iter().map(is_free).collect()
}

/// Sorts candidates by their miss; of equal ones, those on the front come first.
pub(super) fn best_first(candidates: &mut [Candidate]) {
    let qualities: Vec<&[f64]> = candidates.iter().map(|it| &*it.qualities).collect();
    let front = candidates.iter().zip(on_front(&qualities)).filter(|(_, front)| *front);
    let front: HashSet<String> = front.map(|(it, _)| it.digest.clone()).collect();
    let behind = |it: &Candidate| !front.contains(&it.digest);
    sort_by(candidates, |a, b| {
        let rest = || behind(a).cmp(&behind(b)).then_with(|| a.game.cmp(&b.game));
        a.misses.total_cmp(&b.misses).then_with(rest)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_has_the_games_that_none_beats() {
        let all: [&[f64]; 5] = [&[1.0, 0.0], &[0.0, 1.0], &[0.5, 0.5], &[0.4, 0.5], &[1.0, 0.0]];
        assert_eq!(on_front(&all), [true, true, true, false, true]);
    }

    #[test]
    fn cells_are_the_tenths_of_known_games() {
        let tenths = [0.5, 1.0, 2.5, 9.0].map(|value| tenth(&[1.0, 2.0, 3.0], value));
        assert_eq!(tenths, [0, 1, 2, 3]);
    }
}
