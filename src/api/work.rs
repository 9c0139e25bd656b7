//! The means that every request does its work with.

use super::progress::Progress;
use crate::files::catalogue::Catalogue;

pub(crate) struct Work<'a> {
    pub(crate) catalogue: &'a Catalogue,
    /// The names of the requests that are known, and what each is for.
    pub(crate) requests: &'a [(&'static str, &'static str)],
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    pub(crate) tell: &'a dyn Fn(Progress),
}
