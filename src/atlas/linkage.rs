//! A tree of nested groups by average linkage: the two groups whose members are nearest in the mean become one, again and again.
//!
//! R. R. Sokal, C. D. Michener, *A statistical method for evaluating systematic relationships*, University of Kansas Science Bulletin 38 (1958),
//! 1409–1438. It tells who is near whom and is no descent.

use super::plane::{correlation, pairs};
use crate::system::number::real;

/// Two groups that became one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Join {
    /// The groups: below the number of leaves a leaf, above it the join of that place; the tighter one first.
    pub parts: [usize; 2],
    /// The mean distance between their members.
    pub height: f64,
    /// How many leaves there are in both.
    pub leaves: usize,
}

/// Groups within groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The joins, the last one of all leaves.
    pub joins: Vec<Join>,
    /// The leaves from one end to the other, so that no lines cross.
    pub order: Vec<usize>,
}

/// The tree of things by the distances of each from each. Of equally near pairs the first is joined first.
#[must_use]
pub fn average(distances: &[Vec<f64>]) -> Tree {
    let n = distances.len();
    let mut apart = distances.to_vec();
    // What stands in each place now, with how many leaves; `None` where it was joined to another place.
    let mut groups: Vec<Option<(usize, usize)>> = (0..n).map(|leaf| Some((leaf, 1))).collect();
    let mut joins: Vec<Join> = Vec::new();
    while let Some((i, j)) = nearest(&apart, &groups)
        && let (Some((a, of_a)), Some((b, of_b))) = (groups[i], groups[j])
    {
        let (left, right) = (real(of_a as u128), real(of_b as u128));
        let joined: Vec<f64> = (0..n)
            .map(|k| (left * apart[i][k] + right * apart[j][k]) / (left + right))
            .collect();
        let leaves = of_a + of_b;
        let tightness = |part: usize| part.checked_sub(n).map_or(0.0, |join| joins[join].height);
        let parts = if tightness(b) < tightness(a) {
            [b, a]
        } else {
            [a, b]
        };
        joins.push(Join {
            parts,
            height: apart[i][j],
            leaves,
        });
        for (k, distance) in joined.into_iter().enumerate() {
            apart[i][k] = distance;
            apart[k][i] = distance;
        }
        groups[i] = Some((n + joins.len() - 1, leaves));
        groups[j] = None;
    }
    let mut tree = Tree {
        joins,
        order: Vec::new(),
    };
    tree.order = match tree.joins.len() {
        0 => (0..n).collect(),
        joins => tree.leaves_of(n + joins - 1),
    };
    tree
}

/// The nearest two places that still stand.
fn nearest(apart: &[Vec<f64>], groups: &[Option<(usize, usize)>]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for (i, j) in pairs(groups.len()) {
        let stand = groups[i].is_some() && groups[j].is_some();
        if stand && best.is_none_or(|(a, b)| apart[i][j] < apart[a][b]) {
            best = Some((i, j));
        }
    }
    best
}

impl Tree {
    /// The leaves of a group from one end to the other.
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

    /// The correlation of the distances with the heights at which two leaves come together: how well a tree tells them.
    #[must_use]
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
