//! How far two games are apart by their rules, from 0 to 1, after Gower.
//!
//! Each of the five blocks (board, sowing, capture, ending, special) weighs the same, whatever the number of its
//! mechanisms. In a block the mechanisms count that at least one of the games has, each the same: 1 if the other game lacks it
//! or has another word there, the ratio as a share of the greatest for sizes, what is not common to both for sets of
//! numbers. Where both have the same word, its parts decide, for half of it. A block that neither game has anything in
//! does not count.
//!
//! So it is a metric: 0 only between games that do the same, the same both ways, and no way round is shorter.
//!
//! J. C. Gower, *A General Coefficient of Similarity and Some of Its Properties*, Biometrics 27 (1971), 857–871.

use strum::IntoEnumIterator;

use super::mechanisms::{Block, Profile, Value, all};
use crate::system::number::real;
use crate::variant::sort_by;

/// What the parts of a mechanism can add where both games have it.
const PARTS: f64 = 0.5;

/// How far two games are apart, and by what.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// From 0 to 1.
    pub distance: f64,
    /// The same for each block that either has anything in.
    pub blocks: Vec<(Block, f64)>,
    /// What each mechanism adds to the distance, most first; by its place in [`all`].
    pub by: Vec<(usize, f64)>,
}

/// How far two games are apart.
#[must_use]
pub fn distance(a: &Profile, b: &Profile) -> f64 {
    apart(a, b).distance
}

/// How far each of some games is from each.
#[must_use]
pub fn matrix(games: &[Profile]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; games.len()]; games.len()];
    for (row, a) in games.iter().enumerate() {
        for (column, b) in games.iter().enumerate().skip(row + 1) {
            let distance = distance(a, b);
            matrix[row][column] = distance;
            matrix[column][row] = distance;
        }
    }
    matrix
}

/// How far two games are apart, and by what.
#[must_use]
pub fn apart(a: &Profile, b: &Profile) -> Apart {
    let pair = Pair { a, b };
    let whole = |block: Block| {
        let places = 0..all().len();
        let own = places.filter(|&place| all()[place].block == block);
        let own = own.filter(|&place| all()[place].parent.is_none());
        pair.counted(own)
    };
    let blocks: Vec<(Block, Vec<usize>)> =
        Block::iter().map(|block| (block, whole(block))).collect();
    let blocks: Vec<_> = blocks
        .into_iter()
        .filter(|(_, own)| !own.is_empty())
        .collect();
    let share = 1.0 / real(blocks.len().max(1) as u128);
    let mut by = Vec::new();
    let blocks: Vec<(Block, f64)> = blocks
        .into_iter()
        .map(|(block, own)| (block, pair.mean(&own, share, &mut by)))
        .collect();
    by.retain(|(_, adds)| *adds > 0.0);
    sort_by(&mut by, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Apart {
        // A sum of nothing is −0, which nobody wants to read.
        distance: blocks
            .iter()
            .map(|(_, apart)| apart * share)
            .sum::<f64>()
            .abs(),
        blocks,
        by,
    }
}

/// Two games.
struct Pair<'a> {
    a: &'a Profile,
    b: &'a Profile,
}

impl Pair<'_> {
    /// The mechanisms that at least one of them has.
    fn counted(&self, places: impl Iterator<Item = usize>) -> Vec<usize> {
        let is_had = |place: &usize| self.a.at(*place).is_some() || self.b.at(*place).is_some();
        places.filter(is_had).collect()
    }

    /// The mean over some mechanisms, 0 if there are none; each is told what it adds to the whole, of which these have a share.
    fn mean(&self, places: &[usize], share: f64, by: &mut Vec<(usize, f64)>) -> f64 {
        let each = 1.0 / real(places.len().max(1) as u128);
        let apart = places
            .iter()
            .map(|&place| self.at(place, share * each, by) * each);
        apart.sum()
    }

    /// How far they are apart in one mechanism, from 0 to 1.
    fn at(&self, place: usize, share: f64, by: &mut Vec<(usize, f64)>) -> f64 {
        let apart = match (self.a.at(place), self.b.at(place)) {
            (Some(a), Some(b)) if a == b => {
                let parts = (0..all().len()).filter(|&part| all()[part].parent == Some(place));
                return PARTS * self.mean(&self.counted(parts), PARTS * share, by);
            }
            (Some(a), Some(b)) => between(a, b),
            (None, None) => 0.0,
            _ => 1.0,
        };
        by.push((place, apart * share));
        apart
    }
}

/// How far two values that are not the same are apart, from 0 to 1.
fn between(a: &Value, b: &Value) -> f64 {
    match (a, b) {
        (Value::Size { value: a, range }, Value::Size { value: b, .. }) => {
            let [least, most] = range;
            let (ratio, greatest) = ((a / b).ln().abs(), (most / least).ln());
            (ratio / greatest).clamp(0.0, 1.0)
        }
        (Value::Numbers(a, _), Value::Numbers(b, _)) => {
            let (common, together) = (a.intersection(b).count(), a.union(b).count());
            1.0 - real(common as u128) / real(together.max(1) as u128)
        }
        _ => 1.0,
    }
}

impl Apart {
    /// What differs most, the most first, in words that say what `b` has and `a` has not.
    #[must_use]
    pub fn words(&self, a: &Profile, b: &Profile) -> Vec<String> {
        let differs = self.by.iter().map(|&(place, _)| {
            let name = all()[place].name.replace('.', " ");
            match (a.at(place), b.at(place)) {
                (_, Some(Value::Yes)) | (None, None) => name,
                (Some(Value::Yes), None) => format!("no {name}"),
                (Some(was), None) => format!("no {name} {was}"),
                (None, Some(is)) => format!("{name} {is}"),
                (Some(was), Some(is)) => format!("{name} {is}, not {was}"),
            }
        });
        differs.collect()
    }
}
