//! What a position is judged by where seeds alone say little: named numbers, and what each of them is worth.

use serde::Deserialize;

/// The most features that a game can name.
pub const MOST_FEATURES: usize = 16;

/// How much more of each feature the player to move has than the opponent; 0 beyond those that are named.
pub type Features = [i16; MOST_FEATURES];

/// Features of which the first is that it is the player's turn, and the others are counted for each player in the same way.
#[must_use]
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

/// What each feature is worth, in hundredths of a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights([i16; MOST_FEATURES]);

/// The part of a file of weights that the game needs; the rest says where they come from.
#[derive(Deserialize)]
struct File {
    weights: toml::Table,
}

impl Weights {
    /// Nothing is worth anything.
    pub const NONE: Self = Self([0; MOST_FEATURES]);

    /// Reads what `examples/tune.rs` writes.
    ///
    /// # Errors
    ///
    /// Which feature has no weight, or which weight no feature.
    pub fn read(text: &str, names: &[&str]) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if let Some(name) = file.weights.keys().find(|name| !names.contains(&&***name)) {
            let names = names.join(", ");
            return Err(format!("weights.{name} is no feature, expected {names}"));
        }
        let mut weights = Self::NONE;
        for (weight, &name) in weights.0.iter_mut().zip(names) {
            let number = file.weights.get(name).and_then(toml::Value::as_integer);
            *weight = number
                .and_then(|number| i16::try_from(number).ok())
                .ok_or_else(|| format!("weights.{name}: expected a number of 16 bits"))?;
        }
        Ok(weights)
    }

    /// The weights of a ruleset, from the file beside it.
    ///
    /// # Panics
    ///
    /// If they are not those of these features.
    #[must_use]
    pub fn of(text: &str, names: &[&str]) -> Self {
        Self::read(text, names).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What features are worth together.
    #[must_use]
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
    use super::{MOST_FEATURES, Weights};

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
                "weights.b: expected a number",
            ),
            (
                "[weights]\na = 1\nb = 40000",
                ["a", "b"],
                "weights.b: expected a number",
            ),
            (
                "[weights]\na = 1\nc = 1",
                ["a", "b"],
                "weights.c is no feature, expected a, b",
            ),
            ("a = 1", ["a", "b"], "missing field `weights`"),
        ] {
            let error = Weights::read(text, &names).expect_err(text);
            assert!(error.contains(message), "{error}");
        }
    }
}
