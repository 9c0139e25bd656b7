//! Named features of positions and their weights, for games in which seed counts alone say little.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// Maximum number of features of a game.
pub const MOST_FEATURES: usize = 16;

/// Each feature of the player to move minus that of the opponent; 0 beyond the named features.
pub type Features = [i16; MOST_FEATURES];

/// Returns the features: first one for having the move, which is always 1, then the mover's counts minus the
/// opponent's.
#[inline]
pub fn compared<const COUNTED: usize>(own: [i16; COUNTED], across: [i16; COUNTED]) -> Features {
    let mut features = [0; MOST_FEATURES];
    features[0] = 1;
    for (feature, (own, across)) in features[1..].iter_mut().zip(own.into_iter().zip(across)) {
        *feature = own - across;
    }
    features
}

/// Weight of each feature, in hundredths of a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights([i16; MOST_FEATURES]);

/// Part of a weights file that the game reads; the other keys record its origin.
#[derive(Deserialize)]
struct File {
    weights: BTreeMap<String, i16>,
}

impl Weights {
    /// All weights 0.
    pub const NONE: Self = Self([0; MOST_FEATURES]);

    /// Reads the weights of a ruleset from the text of the file next to it, which `examples/tune.rs` wrote.
    ///
    /// # Panics
    ///
    /// If the weights do not match the features.
    pub fn of(text: &str, names: &[&str]) -> Self {
        let file: File = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            file.weights.keys().eq(&names.iter().copied().collect::<BTreeSet<_>>()),
            "expected weights of {names:?}, found {:?}",
            file.weights
        );
        let mut weights = Self::NONE;
        for (weight, &name) in weights.0.iter_mut().zip(names) {
            *weight = file.weights[name];
        }
        weights
    }

    /// Returns the sum of the weighted features.
    #[inline]
    pub fn sum(&self, features: &Features) -> i32 {
        let pairs = self.0.iter().zip(features);
        pairs.map(|(&weight, &feature)| i32::from(weight) * i32::from(feature)).sum()
    }
}
