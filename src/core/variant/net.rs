//! Small neural networks that evaluate positions.
//!
//! The inputs are binary, and are called facts: the number of seeds on a spot, the lead of the player to move, a pit won
//! for good. Each fact has a row of weights. The sum of the rows of all true facts has sixteen lanes: a linear estimate,
//! and the hidden units.

use serde::Deserialize;

use super::ByTurn;
use crate::kernel::{Layout, Pits as _, Pits32, Ring};

/// Number of lanes of a row.
pub const LANES: usize = 16;
/// Maximum value of a hidden unit.
pub const FULL: i16 = 1024;
/// Number of classes of seeds on a spot, and of leads.
const CLASSES: usize = 16;
/// Maximum number of spots, and of pits won for good.
const MOST: usize = 32;

/// Weights of a fact.
type Row = [i16; LANES];

/// Inputs of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inputs {
    /// Number of spots of the mover's ring, or of the common ring.
    own: usize,
    /// Number of spots of all rings.
    spots: usize,
    /// Unit of the lead, in seeds.
    step: i32,
}

impl Inputs {
    /// Creates the inputs for a board; `step` is the unit of leads, in seeds.
    ///
    /// # Errors
    ///
    /// If there are too many spots, or `step` is not from 1 to 100.
    pub fn new(layout: &Layout, step: i32) -> Result<Self, String> {
        let own = usize::from(layout.ring_len());
        let spots = own * (1 + usize::from(layout.ring() == Ring::Own));
        if spots > MOST {
            return Err(format!("a network is for at most {MOST} spots, found {spots}"));
        }
        if !(1..=100).contains(&step) {
            return Err(format!("step: expected a number from 1 to 100, found {step}"));
        }
        Ok(Self { own, spots, step })
    }

    /// Returns the number of facts; the last one is always true.
    pub const fn facts(self) -> usize {
        (self.spots + 1) * CLASSES + MOST + 1
    }

    /// Calls `visit` with the number of each true fact, given both rings, the evaluation in hundredths of a seed, and the
    /// pits won for good.
    #[inline]
    pub fn each(
        self,
        rings: ByTurn<Pits32>,
        evaluation: i32,
        mut claims: u32,
        mut visit: impl FnMut(usize),
    ) {
        let ByTurn([own, other]) = rings.map(Pits32::bytes);
        let other = &other[..self.spots - self.own];
        for (spot, &seeds) in own[..self.own].iter().chain(other).enumerate() {
            visit(spot * CLASSES + usize::from(CLASS[usize::from(seeds)]));
        }
        visit(self.spots * CLASSES + class_of_lead(evaluation / (100 * self.step)));
        while claims != 0 {
            visit((self.spots + 1) * CLASSES + claims.trailing_zeros() as usize);
            claims &= claims - 1;
        }
        visit(self.facts() - 1);
    }
}

/// Class of each number of seeds: small numbers have one each.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut seeds = 0;
    while seeds < class.len() {
        class[seeds] = match seeds {
            0..=10 => seeds as u8,
            11..=12 => 11,
            13..=15 => 12,
            16..=19 => 13,
            20..=26 => 14,
            _ => 15,
        };
        seeds += 1;
    }
    class
};

/// Returns the class of a lead: half of the classes are for each player.
#[inline]
const fn class_of_lead(lead: i32) -> usize {
    let size = match lead.unsigned_abs() {
        small @ 0..=1 => small as usize,
        2..=3 => 2,
        4..=5 => 3,
        6..=8 => 4,
        9..=12 => 5,
        13..=18 => 6,
        _ => 7,
    };
    if lead < 0 { CLASSES - 1 - size } else { size }
}

/// Network of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    inputs: Inputs,
    /// Weights of each fact: the first in hundredths of a seed, the others in units of 1 / [`FULL`].
    rows: Vec<Row>,
    /// Value of each hidden unit at its maximum, in hundredths of a seed; the first lane has none.
    out: Row,
}

/// Items that a file of a network needs.
#[derive(Deserialize)]
struct File {
    step: i32,
    out: Row,
    rows: Vec<Row>,
}

impl Net {
    /// Reads the text of a file that `examples/train_net.rs` wrote for this board; `None` if it does not fit.
    pub fn read(text: &str, layout: &Layout) -> Option<Self> {
        let File { step, out, rows } = toml::from_str(text).ok()?;
        let inputs = Inputs::new(layout, step).ok()?;
        (rows.len() == inputs.facts()).then_some(Self { inputs, rows, out })
    }

    /// Evaluates a position for its player to move, in hundredths of a seed; the parameters are those of
    /// [`Inputs::each`].
    pub fn value(&self, rings: ByTurn<Pits32>, evaluation: i32, claims: u32) -> i32 {
        let mut sum: Row = [0; LANES];
        self.inputs.each(rings, evaluation, claims, |fact| {
            for (lane, weight) in sum.iter_mut().zip(&self.rows[fact]) {
                *lane = lane.saturating_add(*weight);
            }
        });
        let hidden = sum[1..].iter().zip(&self.out[1..]);
        let hidden = hidden.map(|(&unit, &out)| i32::from(unit.clamp(0, FULL)) * i32::from(out));
        evaluation + i32::from(sum[0]) + hidden.sum::<i32>() / i32::from(FULL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::layout::Directions;

    /// Returns a board of a pit a side.
    fn board() -> Layout {
        Layout::new(2, 1, Ring::Shared, Directions::Forward)
    }

    #[test]
    fn numbers_near_each_other_share_a_class_once_they_are_large() {
        assert_eq!(
            [0, 1, 9, 10, 11, 12, 13, 15, 16, 19, 20, 26, 27, 28, 255].map(|seeds| CLASS[seeds]),
            [0, 1, 9, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15]
        );
        assert_eq!([0, 1, 3, 4, 8, 9, 18, 19, 90].map(class_of_lead), [0, 1, 2, 3, 4, 5, 6, 7, 7]);
        assert_eq!([-1, -3, -19].map(class_of_lead), [14, 13, 8]);
    }

    /// Returns a network whose weights are all 0.
    fn nothing() -> Net {
        let inputs = Inputs::new(&board(), 2).expect("a shared ring");
        Net { inputs, rows: vec![[0; LANES]; inputs.facts()], out: [0; LANES] }
    }

    #[test]
    fn rows_add_up_and_hidden_units_are_limited() {
        let mut net = nothing();
        let mut rings = ByTurn([Pits32::default(); 2]);
        rings.0[0].add(1, 3);
        assert_eq!(net.value(rings, -250, 0), -250);
        // Spot 1 has three seeds.
        net.rows[16 + 3][0] = 40;
        assert_eq!(net.value(rings, -250, 0), -210);
        // A lead of −1 step, the second claim, and what always holds.
        net.rows[32 + 14][1] = 300;
        net.rows[48 + 1][1] = 200;
        net.rows[80][1] = 12;
        (net.out[1], net.out[2]) = (100, 100);
        assert_eq!(net.value(rings, -250, 0b10), -210 + 100 * 512 / 1024);
        net.rows[80][1] = 600;
        net.rows[80][2] = -5;
        assert_eq!(net.value(rings, -250, 0b10), -210 + 100);
        net.rows[80][1] = i16::MAX;
        assert_eq!(net.value(rings, -250, 0b10), -210 + 100);
    }

    #[test]
    fn the_opponents_ring_follows_the_movers() {
        let layout = Layout::new(4, 2, Ring::Own, Directions::Both);
        let inputs = Inputs::new(&layout, 1).expect("a small board");
        let mut rings = ByTurn([Pits32::default(); 2]);
        rings.0[0].add(3, 2);
        rings.0[1].add(1, 5);
        let mut facts = Vec::new();
        inputs.each(rings, 300, 0, |fact| facts.push(fact));
        let seeds = [0, 0, 0, 2, 0, 5, 0, 0].into_iter().enumerate();
        let mut expected: Vec<usize> = seeds.map(|(spot, seeds)| 16 * spot + seeds).collect();
        // The lead of three seeds, and what always holds.
        expected.extend([8 * 16 + 2, 9 * 16 + 32]);
        assert_eq!(facts, expected);
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let file = |step: i32, rows: usize| {
            let row = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
            let rows = [row].repeat(rows).join(",");
            format!("digest = \"\"\nstep = {step}\nout = {row}\nrows = [{rows}]")
        };
        let fitting = file(2, 81);
        assert_eq!(Net::read(&fitting, &board()), Some(nothing()));
        let beyond = fitting.replace("0]\n", "40000]\n");
        for text in [file(2, 80), file(0, 81), beyond] {
            assert_eq!(Net::read(&text, &board()), None, "{text}");
        }
        let large = Layout::new(4, 16, Ring::Own, Directions::Both);
        assert_eq!(Net::read(&fitting, &large), None, "two rings of 32");
    }
}
