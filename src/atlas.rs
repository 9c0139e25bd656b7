//! Rule features of games, distances between games, trees and maps of them, and regions.

pub mod distance;
pub(crate) mod eigen;
pub mod evaluation;
pub mod grouping;
pub mod guess;
pub mod linkage;
pub mod mechanisms;
pub mod places;
pub mod plane;
mod regression;
pub mod which;

use crate::files::catalogue::{Catalogue, Loaded};
use distance::{Apart, apart};
use mankala_core::variant::sort_by;
use mechanisms::Profile;

/// Loads all readable variants of a catalogue with their mechanisms.
pub fn profiled(catalogue: &Catalogue) -> Vec<(Loaded, Profile)> {
    let profiled = catalogue.load_all().into_iter().flatten().map(|loaded| {
        let profile = Profile::of(&loaded);
        (loaded, profile)
    });
    profiled.collect()
}

/// Game with its distance from another one.
pub struct Relative<'a> {
    /// Game.
    pub loaded: &'a Loaded,
    /// Its mechanisms.
    pub profile: Profile,
    /// Its distance.
    pub apart: Apart,
}

/// Returns games by their distance from `to`, nearest first; equally near games are sorted by name.
///
/// The game itself is left out: the one with the same name and distance 0.
pub fn by_distance<'a>(
    to: &Loaded,
    games: impl IntoIterator<Item = &'a Loaded>,
) -> Vec<Relative<'a>> {
    let own = Profile::of(to);
    let relative = |loaded: &'a Loaded| {
        let profile = Profile::of(loaded);
        let apart = apart(&own, &profile);
        Relative { loaded, profile, apart }
    };
    let is_other = |relative: &Relative<'_>| {
        relative.loaded.header.name != to.header.name || relative.apart.distance > 0.0
    };
    let mut games: Vec<_> = games.into_iter().map(relative).filter(is_other).collect();
    sort_by(&mut games, |a, b| {
        let names = || a.loaded.header.name.cmp(&b.loaded.header.name);
        a.apart.distance.total_cmp(&b.apart.distance).then_with(names)
    });
    games
}
