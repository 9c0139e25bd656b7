//! What is promised about files and signals, tried from outside. `docs/promises.md` names the test of each.

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
