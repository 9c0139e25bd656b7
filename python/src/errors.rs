//! What is wrong, as exceptions of the package. They are written in Python, where their names can be found by pickle.

use std::fmt::Display;

use pyo3::PyErr;

/// The exceptions themselves.
mod own {
    pyo3::import_exception!(mankala.errors, Error);
    pyo3::import_exception!(mankala.errors, ArgumentError);
    pyo3::import_exception!(mankala.errors, VariantError);
    pyo3::import_exception!(mankala.errors, PositionError);
    pyo3::import_exception!(mankala.errors, MoveError);
    pyo3::import_exception!(mankala.errors, InternalError);
}

/// Something that can't be done now.
pub fn refused(message: impl Display) -> PyErr {
    own::Error::new_err(message.to_string())
}

/// An argument that is none of those expected.
pub fn argument(message: impl Display) -> PyErr {
    own::ArgumentError::new_err(message.to_string())
}

/// A variant that there is not, or with mistakes in it.
pub fn variant(message: impl Display) -> PyErr {
    own::VariantError::new_err(message.to_string())
}

/// A position that can't be read.
pub fn position(message: impl Display) -> PyErr {
    own::PositionError::new_err(message.to_string())
}

/// A move that can't be made.
pub fn illegal(message: impl Display) -> PyErr {
    own::MoveError::new_err(message.to_string())
}

/// The engine has broken off where it should not.
pub fn internal(message: impl Display) -> PyErr {
    own::InternalError::new_err(message.to_string())
}
