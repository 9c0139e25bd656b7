//! Small neural networks that evaluate positions of two rows, from the seeds in each pit.
//!
//! The inputs are facts that hold or not: a pit has so many seeds, the player to move leads by so much, a pit is won
//! for good. Each fact has a row of weights, and the rows of all facts that hold are added up. The first lane of the
//! sum is an estimate by itself; the other lanes are the hidden units.

use serde::Deserialize;

/// Number of lanes of a row.
pub const LANES: usize = 16;
/// Value of a hidden unit from which on it grows no more.
pub const FULL: i16 = 1024;
/// Number of classes of seeds in a pit, and of leads.
const CLASSES: usize = 16;
/// Maximum number of pits, and of pits won for good.
const MOST_PITS: usize = 32;

/// Weights of a fact.
pub type Row = [i16; LANES];

/// Inputs of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Inputs {
    /// Number of pits on the ring, at most 32.
    pub pits: usize,
    /// Unit of the lead, in seeds.
    pub step: i32,
}

impl Inputs {
    /// Returns the number of facts; the last one always holds.
    pub const fn facts(self) -> usize {
        (self.pits + 1) * CLASSES + MOST_PITS + 1
    }

    /// Calls `visit` with the number of each fact that holds, given the seeds of the pits, the evaluation by seeds in
    /// hundredths, and the pits won for good.
    #[inline]
    pub fn each(
        self,
        pits: &[u8; MOST_PITS],
        evaluation: i32,
        claims: u32,
        mut visit: impl FnMut(usize),
    ) {
        for (pit, &seeds) in pits[..self.pits].iter().enumerate() {
            visit(pit * CLASSES + class(seeds));
        }
        visit(self.pits * CLASSES + class_of_lead(evaluation / (100 * self.step)));
        let mut claims = claims;
        while claims != 0 {
            visit((self.pits + 1) * CLASSES + claims.trailing_zeros() as usize);
            claims &= claims - 1;
        }
        visit(self.facts() - 1);
    }
}

/// Returns the class of a number of seeds: small numbers are told apart.
#[inline]
fn class(seeds: u8) -> usize {
    /// Classes of all numbers.
    const OF: [u8; 256] = {
        let mut of = [15; 256];
        let ends = [11, 13, 16, 20, 27];
        let (mut seeds, mut class) = (0, 0);
        while seeds < 27 {
            of[seeds] = if seeds < 11 { seeds as u8 } else { 11 + class };
            seeds += 1;
            if seeds > 11 && seeds == ends[class as usize + 1] {
                class += 1;
            }
        }
        of
    };
    usize::from(OF[usize::from(seeds)])
}

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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Net {
    /// Its inputs.
    pub inputs: Inputs,
    /// Weights of each fact: the first in hundredths of a seed, the others in units of 1 / [`FULL`].
    pub rows: Vec<Row>,
    /// Value of each hidden unit at its maximum, in hundredths of a seed; the first lane has none.
    pub out: Row,
}

impl Net {
    /// Reads the text of a file written by `examples/train_net.rs`.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong with the file.
    pub fn read(text: &str) -> Result<Self, String> {
        let net: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        let Inputs { pits, step } = net.inputs;
        if pits > MOST_PITS || !(1..=100).contains(&step) {
            return Err(format!(
                "inputs: expected at most {MOST_PITS} pits and a step from 1 to 100, found {pits} and {step}"
            ));
        }
        let (found, facts) = (net.rows.len(), net.inputs.facts());
        if found != facts {
            return Err(format!("rows: expected {facts}, found {found}"));
        }
        Ok(net)
    }

    /// Evaluates a position for its player to move, in hundredths of a seed; the parameters are those of
    /// [`Inputs::each`].
    pub fn value(&self, pits: &[u8; MOST_PITS], evaluation: i32, claims: u32) -> i32 {
        let mut sum: Row = [0; LANES];
        self.inputs.each(pits, evaluation, claims, |fact| {
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

    #[test]
    fn numbers_near_each_other_share_a_class_once_they_are_large() {
        let classes = |seeds: [u8; 9]| seeds.map(class);
        assert_eq!(
            classes([0, 1, 9, 10, 11, 12, 13, 15, 16]),
            [0, 1, 9, 10, 11, 11, 12, 12, 13]
        );
        assert_eq!(
            classes([19, 20, 26, 27, 28, 50, 99, 200, 255]),
            [13, 14, 14, 15, 15, 15, 15, 15, 15]
        );
        assert_eq!(
            [0, 1, 3, 4, 8, 9, 18, 19, 90].map(class_of_lead),
            [0, 1, 2, 3, 4, 5, 6, 7, 7]
        );
        assert_eq!([-1, -3, -19].map(class_of_lead), [14, 13, 8]);
    }

    /// Returns a network of one pit whose weights are all 0.
    fn nothing() -> Net {
        let inputs = Inputs { pits: 1, step: 2 };
        Net {
            inputs,
            rows: vec![[0; LANES]; inputs.facts()],
            out: [0; LANES],
        }
    }

    #[test]
    fn rows_add_up_and_hidden_units_are_limited() {
        let mut net = nothing();
        let mut pits = [0; MOST_PITS];
        pits[0] = 3;
        assert_eq!(net.value(&pits, -250, 0), -250);
        net.rows[3][0] = 40;
        assert_eq!(net.value(&pits, -250, 0), -210);
        // A lead of −1 step, the second claim, and what always holds.
        net.rows[16 + 14][1] = 300;
        net.rows[32 + 1][1] = 200;
        net.rows[64][1] = 12;
        (net.out[1], net.out[2]) = (100, 100);
        assert_eq!(net.value(&pits, -250, 0b10), -210 + 100 * 512 / 1024);
        net.rows[64][1] = 600;
        net.rows[64][2] = -5;
        assert_eq!(net.value(&pits, -250, 0b10), -210 + 100);
        net.rows[64][1] = i16::MAX;
        assert_eq!(net.value(&pits, -250, 0b10), -210 + 100);
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let file = |pits: usize, step: i32, rows: usize| {
            let row = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
            let rows = [row].repeat(rows).join(",");
            format!("rows = [{rows}]\nout = {row}\n[inputs]\npits = {pits}\nstep = {step}")
        };
        assert_eq!(Net::read(&file(1, 2, 65)), Ok(nothing()));
        for (text, expected) in [
            (file(1, 2, 64), "rows: expected 65, found 64"),
            (file(33, 2, 577), "at most 32 pits"),
            (file(1, 0, 65), "a step from 1 to 100, found 1 and 0"),
            (file(1, 2, 65).replace("0]\n", "40000]\n"), "out = "),
        ] {
            let error = Net::read(&text).expect_err(expected);
            assert!(error.contains(expected), "{error}");
        }
    }
}
