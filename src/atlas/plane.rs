//! Layout of things in the plane whose distances on paper approximate given ones.
//!
//! Classical scaling (Torgerson 1952) gives the start. Each step of SMACOF (de Leeuw 1977) then reduces the sum of
//! squared errors. Equal distances give an equal picture.

use super::eigen::{all, square};
use mankala_core::system::number::real;

/// Maximum number of steps; more change nothing visible.
const STEPS: usize = 500;
/// Relative gain below which a step is the last one.
const GAIN: f64 = 1e-7;

/// Layout of things, and its errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// Points around 0; the first axis is the longer one.
    pub points: Vec<[f64; 2]>,
    /// Kruskal's stress-1: the root of the sum of squared errors over the sum of squared distances on paper.
    pub stress: f64,
    /// Squared correlation between the distances given and those on paper.
    pub explained: f64,
    /// Root mean square error of the distances of each thing.
    pub off: Vec<f64>,
}

/// Lays things out by the distances between all pairs.
pub fn plane(distances: &[Vec<f64>]) -> Plane {
    let mut points = classical(distances);
    let mut loss = raw_stress(distances, &points);
    for _ in 0..STEPS {
        let better = step(distances, &points);
        let next = raw_stress(distances, &better);
        if next >= loss {
            break;
        }
        let gain = (loss - next) / loss;
        (points, loss) = (better, next);
        if gain < GAIN {
            break;
        }
    }
    upright(&mut points);
    let n = points.len();
    let others = real(n.max(2) as u128 - 1);
    let off = (0..n).map(|i| {
        let squares = (0..n).map(|j| (distances[i][j] - between(points[i], points[j])).powi(2));
        (squares.sum::<f64>() / others).sqrt()
    });
    let on_paper: Vec<f64> = pairs(n).map(|(i, j)| between(points[i], points[j])).collect();
    let given: Vec<f64> = pairs(n).map(|(i, j)| distances[i][j]).collect();
    let size: f64 = on_paper.iter().map(|d| d * d).sum();
    Plane {
        stress: if size > 0.0 { (loss / size).sqrt() } else { 0.0 },
        explained: correlation(&given, &on_paper).powi(2),
        off: off.collect(),
        points,
    }
}

/// Returns every pair of indices below `n`.
pub fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
}

/// Returns Pearson's correlation; 0 if one of the two does not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = real(a.len().max(1) as u128);
    let [mean_a, mean_b] = [a, b].map(|list| list.iter().sum::<f64>() / n);
    let sum = |x: &[f64], mean_x: f64, y: &[f64], mean_y: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum()
    };
    let both = (sum(a, mean_a, a, mean_a) * sum(b, mean_b, b, mean_b)).sqrt();
    if both > 0.0 { sum(a, mean_a, b, mean_b) / both } else { 0.0 }
}

fn between(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the sum of squared errors over all pairs.
fn raw_stress(distances: &[Vec<f64>], points: &[[f64; 2]]) -> f64 {
    let off = pairs(points.len()).map(|(i, j)| distances[i][j] - between(points[i], points[j]));
    off.map(|off| off * off).sum()
}

/// Returns the first two principal coordinates: squared distances, centred both ways, are scalar products of points.
fn classical(distances: &[Vec<f64>]) -> Vec<[f64; 2]> {
    let n = distances.len();
    let count = real(n.max(1) as u128);
    let means: Vec<f64> =
        distances.iter().map(|row| row.iter().map(|d| d * d).sum::<f64>() / count).collect();
    let mean = means.iter().sum::<f64>() / count;
    let products = square(n, |i, j| -0.5 * (distances[i][j].powi(2) - means[i] - means[j] + mean));
    let mut points = vec![[0.0; 2]; n];
    for (axis, (value, vector)) in all(products).into_iter().take(2).enumerate() {
        for (point, share) in points.iter_mut().zip(vector) {
            point[axis] = share * value.max(0.0).sqrt();
        }
    }
    points
}

/// Applies Guttman's transform: each point moves to the mean of the places at which the others want it.
fn step(distances: &[Vec<f64>], points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let each = 1.0 / real(points.len().max(1) as u128);
    let moved = points.iter().enumerate().map(|(i, &[x, y])| {
        let mut sum = [0.0; 2];
        for (j, &[other_x, other_y]) in points.iter().enumerate() {
            let apart = between([x, y], [other_x, other_y]);
            if apart > 0.0 {
                let pull = distances[i][j] / apart;
                sum[0] += pull * (x - other_x);
                sum[1] += pull * (y - other_y);
            }
        }
        sum.map(|sum| sum * each)
    });
    moved.collect()
}

/// Turns the points so that the first axis is the longer one, and the farthest point along each axis is positive.
fn upright(points: &mut [[f64; 2]]) {
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| points.iter().map(of).sum::<f64>();
    let (xx, yy, xy) = (sum(&|[x, _]| x * x), sum(&|[_, y]| y * y), sum(&|[x, y]| x * y));
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    for [x, y] in &mut *points {
        (*x, *y) = (cos * *x + sin * *y, cos * *y - sin * *x);
    }
    for axis in 0..2 {
        let farthest = points
            .iter()
            .map(|point| point[axis])
            .fold(0.0, |far: f64, at| if at.abs() > far.abs() * (1.0 + 1e-9) { at } else { far });
        if farthest < 0.0 {
            for point in &mut *points {
                point[axis] = -point[axis];
            }
        }
    }
}
