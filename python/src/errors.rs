//! Exceptions of the package. They are defined in Python, where pickle can find their names.

use std::fmt::Display;

use pyo3::prelude::*;

/// Imported exception classes.
mod own {
    pyo3::import_exception!(mankala.errors, Error);
    pyo3::import_exception!(mankala.errors, ArgumentError);
    pyo3::import_exception!(mankala.errors, ArgumentTypeError);
    pyo3::import_exception!(mankala.errors, ColumnError);
    pyo3::import_exception!(mankala.errors, VariantError);
    pyo3::import_exception!(mankala.errors, PositionError);
    pyo3::import_exception!(mankala.errors, MoveError);
    pyo3::import_exception!(mankala.errors, InternalError);
}

/// Creates an `Error` for an operation that is not possible now.
pub fn refused(message: impl Display) -> PyErr {
    own::Error::new_err(message.to_string())
}

/// Creates an `ArgumentError` for an unexpected argument.
pub fn argument(message: impl Display) -> PyErr {
    own::ArgumentError::new_err(message.to_string())
}

/// Creates an `ArgumentTypeError`; PyO3 adds the name of the argument.
pub fn wrong_type(message: impl Display) -> PyErr {
    own::ArgumentTypeError::new_err(message.to_string())
}

/// Reads an argument, so that one of a wrong type raises an `ArgumentTypeError`.
pub fn typed<'a, 'py, T: FromPyObject<'a, 'py>>(given: &'a Bound<'py, PyAny>) -> PyResult<T> {
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        wrong_type(error.value(given.py()))
    })
}

/// Creates a `ColumnError` for a column that a table lacks.
pub fn column(message: impl Display) -> PyErr {
    own::ColumnError::new_err(message.to_string())
}

/// Creates a `VariantError` for a variant that is unknown or has errors.
pub fn variant(message: impl Display) -> PyErr {
    own::VariantError::new_err(message.to_string())
}

/// Creates a `PositionError` for an invalid position.
pub fn position(message: impl Display) -> PyErr {
    own::PositionError::new_err(message.to_string())
}

/// Creates a `MoveError` for an illegal move.
pub fn illegal(message: impl Display) -> PyErr {
    own::MoveError::new_err(message.to_string())
}

/// Creates an `InternalError` for a panic of the engine.
pub fn internal(message: impl Display) -> PyErr {
    own::InternalError::new_err(message.to_string())
}
