//! Whole numbers as arguments; errors name the argument that is out of range.

use std::convert::Infallible;

use pyo3::prelude::*;

use crate::errors;

/// Argument for a whole number.
pub enum Number {
    Whole(i128),
    /// Any other object, or a number beyond 64 bits, as Python writes it.
    Other(String),
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self::Whole(number.into())
    }
}

impl FromPyObject<'_, '_> for Number {
    type Error = Infallible;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> Result<Self, Infallible> {
        let signed = || given.extract::<i64>().map(i128::from);
        let whole = given.extract::<u64>().map(i128::from).or_else(|_| signed());
        Ok(whole.map_or_else(
            |_| {
                let written = given.repr().map(|text| text.to_string());
                let written =
                    written.unwrap_or_else(|_| "an object without a text form".to_owned());
                Self::Other(written.chars().take(40).collect())
            },
            Self::Whole,
        ))
    }
}

impl Number {
    /// Returns the number if it is in range, else an error that names the argument.
    pub fn within<T: TryFrom<i128>>(&self, what: &str, least: u64, most: u64) -> PyResult<T> {
        let found = match self {
            Self::Whole(number) => {
                let fits = (i128::from(least)..=i128::from(most)).contains(number);
                match T::try_from(*number) {
                    Ok(number) if fits => return Ok(number),
                    _ => number.to_string(),
                }
            }
            Self::Other(written) => written.clone(),
        };
        Err(errors::argument(format!(
            "{what}: expected a whole number from {least} to {most}, found {found}"
        )))
    }
}
