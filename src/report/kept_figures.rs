//! Measures of variants in a file of kept results.

use std::collections::HashMap;
use std::io::Read;

use super::kept::{KeptFile, Pairs, Piece, Results};
use super::prelude::*;
use mankala_core::play::matches::PartError;
use mankala_core::variant::sections::Rounds;

/// Results of all matches in a file, in order; each piece is a whole match.
#[derive(Debug, Clone, Default)]
pub struct KeptFigures(Vec<Piece>);

impl KeptFigures {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// A [`PartError`] with the first wrong line.
    pub fn read<R: Read>(file: &mut KeptFile<R>) -> Result<Self, PartError> {
        let (mut own, mut places) = (Self::default(), HashMap::new());
        while let Some(piece) = file.next_piece()? {
            let place = places.entry(piece.header.clone()).or_insert(own.0.len());
            match own.0.get_mut(*place) {
                Some(whole) => whole.found.merge(&piece.found),
                None => own.0.push(piece),
            }
        }
        Ok(own)
    }

    /// Returns a measure of a variant with these rules, in single rounds, from the first match that has it.
    pub fn get(&self, variant: &str, rules: &str, measure: Measure) -> Option<f64> {
        let mut own = self.0.iter().filter(|Piece { header, .. }| {
            header.variant == variant && header.rules == rules && !header.rounds
        });
        own.find_map(|piece| match &piece.found {
            Results::Tally(tally) => figure(measure, tally).value,
            Results::Pairs(pairs) => {
                elo(piece, pairs).filter(|_| measure == Measure::EloPerDoubling)
            }
        })
    }
}

/// Returns the Elo gained in a match if `elo_per_doubling` is measured by it.
fn elo(piece: &Piece, pairs: &Pairs) -> Option<f64> {
    let (spec, _) = piece.spec(Rounds::default()).ok()?;
    let rung = Rung::new("", &spec, pairs.clone());
    rung.elo.value.filter(|_| rung.is_step())
}
