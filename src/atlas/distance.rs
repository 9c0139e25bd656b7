//! Distance between two games by their rules, from 0 to 1, after Gower.
//!
//! The five blocks (board, sowing, capture, ending, special) have equal weight, whatever the number of their
//! mechanisms. Within a block, each mechanism that at least one of the games has counts equally. It adds 1 if the other
//! game lacks it or has another word there. Sizes add their ratio as a share of the largest ratio, sets of numbers the
//! share not common to both. If both games have the same word, its parts decide, with half the weight. A block that
//! neither game has does not count.
//!
//! This is a metric: 0 only between games that do the same, symmetric, and it obeys the triangle inequality.
//!
//! J. C. Gower, *A General Coefficient of Similarity and Some of Its Properties*, Biometrics 27 (1971), 857–871.

use strum::{EnumCount as _, IntoEnumIterator as _};

use super::eigen::symmetric;
use super::mechanisms::{Block, Profile, Value, all};
use super::plane::pairs;
use mankala_core::kernel::Dice;
use mankala_core::system::number::real;
use mankala_core::variant::sort_by;

/// Weight of the parts of a mechanism if both games have the same value.
const PARTS: f64 = 0.5;

/// Distance between two games and its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// Distance, from 0 to 1.
    pub distance: f64,
    /// Distance within each block that at least one of the games has.
    pub blocks: Vec<(Block, f64)>,
    /// Contribution of each mechanism to the distance, largest first, by its index in [`all`].
    pub by: Vec<(usize, f64)>,
}

/// Returns the distance between two games.
pub fn distance(a: &Profile, b: &Profile) -> f64 {
    apart(a, b).distance
}

/// Returns the distances between all pairs of games.
pub fn matrix(games: &[Profile]) -> Vec<Vec<f64>> {
    symmetric(games.len(), |row, column| distance(&games[row], &games[column]))
}

/// Distances between games, ready for samples of the mechanisms as in a bootstrap.
pub struct Sampled {
    games: usize,
    /// Mechanisms of each block that some game has.
    blocks: Vec<Vec<usize>>,
    /// Mechanisms that at least one game of a pair has, with the distance in each, for all [`pairs`].
    apart: Vec<Vec<(usize, f64)>>,
}

impl Sampled {
    /// Compares all pairs of games.
    pub fn new(games: &[Profile]) -> Self {
        let is_had = |place: &usize| games.iter().any(|game| game.at(*place).is_some());
        let blocks = Block::iter().map(|block| wholes(block).filter(is_had).collect());
        let apart = pairs(games.len()).map(|(i, j)| {
            let (a, b) = (&games[i], &games[j]);
            let pair = Pair { a, b };
            let counted = pair.counted(Block::iter().flat_map(wholes)).into_iter();
            counted.map(|place| (place, pair.at(place, 0.0, &mut Vec::new()))).collect()
        });
        Self { games: games.len(), blocks: blocks.collect(), apart: apart.collect() }
    }

    /// Returns the distances if each mechanism counts this many times.
    pub fn weighted(&self, times: &[u32]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.games]; self.games];
        for ((i, j), apart) in pairs(self.games).zip(&self.apart) {
            let (mut sums, mut counts) = ([0.0; Block::COUNT], [0.0; Block::COUNT]);
            for &(place, distance) in apart {
                let (block, weight) = (all()[place].block as usize, f64::from(times[place]));
                sums[block] += weight * distance;
                counts[block] += weight;
            }
            let means = sums.iter().zip(counts).filter(|(_, count)| *count > 0.0);
            let means: Vec<f64> = means.map(|(sum, count)| sum / count).collect();
            let distance = means.iter().sum::<f64>().abs() / real(means.len().max(1) as u128);
            (matrix[i][j], matrix[j][i]) = (distance, distance);
        }
        matrix
    }

    /// Returns the distances by a sample: in each block, as many mechanisms as it has, drawn with replacement.
    pub fn draw(&self, dice: &mut Dice) -> Vec<Vec<f64>> {
        let mut times = vec![0; all().len()];
        for own in self.blocks.iter().filter(|own| !own.is_empty()) {
            for _ in own {
                let drawn = dice.below(u32::try_from(own.len()).unwrap_or(u32::MAX));
                times[own[drawn as usize]] += 1;
            }
        }
        self.weighted(&times)
    }
}

/// Returns the mechanisms of a block that are not parts of others.
fn wholes(block: Block) -> impl Iterator<Item = usize> {
    let own = move |place: &usize| all()[*place].block == block && all()[*place].parent.is_none();
    (0..all().len()).filter(own)
}

/// Returns the distance between two games and its parts.
pub fn apart(a: &Profile, b: &Profile) -> Apart {
    let pair = Pair { a, b };
    let blocks = Block::iter().map(|block| (block, pair.counted(wholes(block))));
    let blocks: Vec<_> = blocks.filter(|(_, own)| !own.is_empty()).collect();
    let share = 1.0 / real(blocks.len().max(1) as u128);
    let mut by = Vec::new();
    let blocks: Vec<(Block, f64)> =
        blocks.into_iter().map(|(block, own)| (block, pair.mean(&own, share, &mut by))).collect();
    by.retain(|(_, adds)| *adds > 0.0);
    sort_by(&mut by, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Apart {
        distance: (blocks.iter().map(|(_, apart)| apart * share)).sum::<f64>().abs(),
        blocks,
        by,
    }
}

struct Pair<'a> {
    a: &'a Profile,
    b: &'a Profile,
}

impl Pair<'_> {
    /// Returns the mechanisms that at least one of them has.
    fn counted(&self, places: impl Iterator<Item = usize>) -> Vec<usize> {
        let is_had = |place: &usize| self.a.at(*place).is_some() || self.b.at(*place).is_some();
        places.filter(is_had).collect()
    }

    /// Returns the mean over some mechanisms, 0 if there are none; `share` is their weight, `by` gets the part of each.
    fn mean(&self, places: &[usize], share: f64, by: &mut Vec<(usize, f64)>) -> f64 {
        let each = 1.0 / real(places.len().max(1) as u128);
        let apart = places.iter().map(|&place| self.at(place, share * each, by) * each);
        // An empty sum is −0, which should not be printed.
        apart.sum::<f64>().abs()
    }

    /// Returns the distance in one mechanism, from 0 to 1.
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

/// Returns the distance between two different values, from 0 to 1.
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
    /// Returns the differences in words, largest first: what `b` has and `a` lacks.
    pub fn words(&self, a: &Profile, b: &Profile) -> Vec<String> {
        let differs = self.by.iter().map(|&(place, _)| {
            let name = all()[place].name.replace('.', " ");
            match (a.at(place), b.at(place)) {
                (_, Some(Value::Yes)) | (None, None) => name,
                (Some(_), None) => format!("no {name}"),
                (None, Some(is)) => format!("{name}: {is}"),
                (Some(was), Some(is)) => format!("{name}: {is}, not {was}"),
            }
        });
        differs.collect()
    }
}
