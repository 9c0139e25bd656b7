//! Guarantees about files and signals, tested from outside. `docs/promises.md` names the test of each.

mod faults;
mod files;
mod kept;
mod kills;
pub(crate) mod program;
mod records;
mod saves;
mod stops;
mod texts;
mod work;
