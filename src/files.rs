//! Variant files: typed parsing, inheritance, errors with their locations, and the catalogue that finds files.

pub mod brief;
pub mod catalogue;
pub mod check;
mod citation;
pub(crate) mod condition;
pub(crate) mod document;
pub mod draft;
pub mod endings;
mod mistakes;
pub(crate) mod named;
pub(crate) mod nets;
mod reader;
mod registry;
mod rewrite;
pub mod schema;
mod shelf;
pub mod solved;
pub mod spec;
pub(crate) mod tree;
pub mod unknown;
