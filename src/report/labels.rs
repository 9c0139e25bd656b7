//! Labels in a picture, moved so that none overlaps another.

use std::iter::{once, successors};

/// Label, as the centre of its box and half of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Label {
    pub(super) at: [f64; 2],
    pub(super) half: [f64; 2],
}

/// Distance between the circles on which a free place is searched, and number of directions on each.
const STEP: f64 = 2.0;
const DIRECTIONS: u8 = 24;

impl Label {
    /// Returns the overlap of two boxes along each axis, if they overlap.
    pub(super) fn overlap(&self, other: &Self) -> Option<[f64; 2]> {
        let along = |axis: usize| {
            self.half[axis] + other.half[axis] - (self.at[axis] - other.at[axis]).abs()
        };
        let both = [along(0), along(1)];
        both.iter().all(|along| *along > 1e-9).then_some(both)
    }

    /// Moves the label into a frame.
    fn within(mut self, frame: [f64; 2]) -> Self {
        for ((at, half), frame) in self.at.iter_mut().zip(self.half).zip(frame) {
            let (low, high) = (half, frame - half);
            *at = at.clamp(low.min(high), high.max(low));
        }
        self
    }
}

/// Moves labels away from each other and from fixed ones, one after another, each to the nearest free place within a
/// frame. A label without a free place stays.
pub(super) fn spread(labels: &mut [Label], fixed: &[Label], frame: [f64; 2]) {
    let turn = std::f64::consts::TAU / f64::from(DIRECTIONS);
    let angles = (0..DIRECTIONS).map(|direction| turn * f64::from(direction));
    let directions: Vec<(f64, f64)> = angles.map(f64::sin_cos).collect();
    let farthest = frame[0].hypot(frame[1]);
    for place in 0..labels.len() {
        let (placed, rest) = labels.split_at_mut(place);
        let wish = rest[0].within(frame);
        let is_free = |label: &Label| {
            let mut others = placed.iter().chain(fixed);
            label.within(frame) == *label && others.all(|other| label.overlap(other).is_none())
        };
        let radii = successors(Some(STEP), |radius| Some(radius + STEP));
        let nearby = radii.take_while(|radius| *radius < farthest).flat_map(|radius| {
            directions.iter().map(move |(sin, cos)| Label {
                at: [wish.at[0] + radius * cos, wish.at[1] + radius * sin],
                ..wish
            })
        });
        rest[0] = once(wish).chain(nearby).find(is_free).unwrap_or(wish);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::plane::pairs;

    #[test]
    fn overlapping_labels_are_separated() {
        let mut labels = vec![Label { at: [50.0, 50.0], half: [10.0, 4.0] }; 40];
        let dot = Label { at: [50.0, 50.0], half: [3.0, 3.0] };
        let frame = [300.0, 200.0];
        spread(&mut labels, &[dot], frame);
        for (a, b) in pairs(40) {
            assert_eq!(labels[a].overlap(&labels[b]), None, "{a} {b}");
        }
        for label in &labels {
            assert_eq!(label.overlap(&dot), None);
            for ((at, half), frame) in label.at.iter().zip(label.half).zip(frame) {
                assert!((half..=frame - half).contains(at));
            }
        }
    }

    #[test]
    fn labels_with_room_stay() {
        let at = |x| Label { at: [x, 20.0], half: [10.0, 4.0] };
        let mut labels = [at(20.0), at(41.0)];
        spread(&mut labels, &[], [100.0, 40.0]);
        assert_eq!(labels, [at(20.0), at(41.0)]);
    }
}
