//! Variant files: their typed and strict parts, inheritance, mistakes with their places, and the catalogue that finds them.

pub mod brief;
pub mod catalogue;
pub mod check;
pub(crate) mod condition;
mod document;
mod mistakes;
pub(crate) mod named;
mod reader;
mod registry;
mod rewrite;
pub mod schema;
mod shelf;
pub mod spec;
mod tree;
