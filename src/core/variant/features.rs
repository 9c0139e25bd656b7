//! Named features of positions and their weights, for games in which seed counts alone say little.

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
    let counts = own.into_iter().zip(across);
    for (feature, (own, across)) in features[1..].iter_mut().zip(counts) {
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
    weights: toml::Table,
}

impl Weights {
    /// All weights 0.
    pub const NONE: Self = Self([0; MOST_FEATURES]);

    /// Reads a file written by `examples/tune.rs`.
    ///
    /// # Errors
    ///
    /// A message that names the feature without a weight, or the weight without a feature.
    pub fn read(text: &str, names: &[&str]) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if let Some(name) = file.weights.keys().find(|name| !names.contains(&&***name)) {
            let names = names.join(", ");
            return Err(format!("weights.{name}: unknown feature, expected {names}"));
        }
        let mut weights = Self::NONE;
        for (weight, &name) in weights.0.iter_mut().zip(names) {
            let number = file.weights.get(name).and_then(toml::Value::as_integer);
            *weight = number
                .and_then(|number| i16::try_from(number).ok())
                .ok_or_else(|| format!("weights.{name}: expected an integer of 16 bits"))?;
        }
        Ok(weights)
    }

    /// Reads the weights of a ruleset from the text of the file next to it.
    ///
    /// # Panics
    ///
    /// If the weights do not match the features.
    pub fn of(text: &str, names: &[&str]) -> Self {
        Self::read(text, names).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the sum of the weighted features.
    #[inline]
    pub fn sum(&self, features: &Features) -> i32 {
        let pairs = self.0.iter().zip(features);
        pairs
            .map(|(&weight, &feature)| i32::from(weight) * i32::from(feature))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_weighed_by_their_names() {
        let text = "variant = \"any\"\n[weights]\nback = -7\nfront = 100";
        let weights = Weights::read(text, &["front", "back"]).expect("weights");
        let mut features = [0; MOST_FEATURES];
        features[..2].copy_from_slice(&[3, -2]);
        assert_eq!(weights.sum(&features), 314);
    }

    #[test]
    fn weights_that_do_not_fit_are_refused_with_their_names() {
        for (text, names, message) in [
            (
                "[weights]\na = 1",
                ["a", "b"],
                "weights.b: expected an integer",
            ),
            (
                "[weights]\na = 1\nb = 40000",
                ["a", "b"],
                "weights.b: expected an integer",
            ),
            (
                "[weights]\na = 1\nc = 1",
                ["a", "b"],
                "weights.c: unknown feature, expected a, b",
            ),
            ("a = 1", ["a", "b"], "missing field `weights`"),
        ] {
            let error = Weights::read(text, &names).expect_err(text);
            assert!(error.contains(message), "{error}");
        }
    }
}
