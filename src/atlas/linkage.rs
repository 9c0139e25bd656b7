//! Tree of nested groups by average linkage: the two groups with the smallest mean distance are joined repeatedly.
//!
//! R. R. Sokal, C. D. Michener, *A statistical method for evaluating systematic relationships*, University of Kansas
//! Science Bulletin 38 (1958), 1409–1438. The tree shows nearness, not descent.

use super::plane::{correlation, pairs};
use mankala_core::system::number::real;

/// Join of two groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Join {
    /// Joined groups, the tighter one first: leaves have the numbers below n, and join i has the number n + i.
    pub parts: [usize; 2],
    /// Mean distance between their members.
    pub height: f64,
    /// Number of leaves in both.
    pub leaves: usize,
}

/// Groups within groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Joins; the last one holds all leaves.
    pub joins: Vec<Join>,
    /// Leaves from one end to the other, so that no lines cross.
    pub order: Vec<usize>,
}

/// Builds the tree from the distances between all pairs. Of equally near pairs the first is joined first.
pub fn average(distances: &[Vec<f64>]) -> Tree {
    let n = distances.len();
    let mut apart = distances.to_vec();
    // Group in each place with its number of leaves; `None` once it was joined to another place.
    let mut groups: Vec<Option<(usize, usize)>> = (0..n).map(|leaf| Some((leaf, 1))).collect();
    let mut joins: Vec<Join> = Vec::new();
    while let Some((i, j)) = nearest(&apart, &groups)
        && let (Some((a, of_a)), Some((b, of_b))) = (groups[i], groups[j])
    {
        let (left, right) = (real(of_a as u128), real(of_b as u128));
        let joined: Vec<f64> =
            (0..n).map(|k| (left * apart[i][k] + right * apart[j][k]) / (left + right)).collect();
        let leaves = of_a + of_b;
        let tightness = |part: usize| part.checked_sub(n).map_or(0.0, |join| joins[join].height);
        let parts = if tightness(b) < tightness(a) { [b, a] } else { [a, b] };
        joins.push(Join { parts, height: apart[i][j], leaves });
        for (k, distance) in joined.into_iter().enumerate() {
            apart[i][k] = distance;
            apart[k][i] = distance;
        }
        groups[i] = Some((n + joins.len() - 1, leaves));
        groups[j] = None;
    }
    let mut tree = Tree { joins, order: Vec::new() };
    tree.order = match tree.joins.len() {
        0 => (0..n).collect(),
        joins => tree.leaves_of(n + joins - 1),
    };
    tree
}

/// Returns the two nearest places that still have a group.
fn nearest(apart: &[Vec<f64>], groups: &[Option<(usize, usize)>]) -> Option<(usize, usize)> {
    let stand = pairs(groups.len()).filter(|&(i, j)| groups[i].is_some() && groups[j].is_some());
    stand.min_by(|one, other| apart[one.0][one.1].total_cmp(&apart[other.0][other.1]))
}

impl Tree {
    /// Returns the leaves of each join, in ascending order.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let n = self.joins.len() + 1;
        let group = |join| {
            let mut leaves = self.leaves_of(n + join);
            leaves.sort_unstable();
            leaves
        };
        (0..self.joins.len()).map(group).collect()
    }

    /// Returns the leaves of a group from one end to the other.
    fn leaves_of(&self, group: usize) -> Vec<usize> {
        let n = self.joins.len() + 1;
        let (mut open, mut leaves) = (vec![group], Vec::new());
        while let Some(group) = open.pop() {
            match group.checked_sub(n) {
                None => leaves.push(group),
                Some(join) => open.extend(self.joins[join].parts.iter().rev()),
            }
        }
        leaves
    }

    /// Returns the correlation of the distances with the heights at which two leaves are joined.
    pub fn cophenetic(&self, distances: &[Vec<f64>]) -> f64 {
        let (mut given, mut heights) = (Vec::new(), Vec::new());
        for join in &self.joins {
            let [left, right] = join.parts.map(|part| self.leaves_of(part));
            for &a in &left {
                for &b in &right {
                    given.push(distances[a][b]);
                    heights.push(join.height);
                }
            }
        }
        correlation(&given, &heights)
    }
}
