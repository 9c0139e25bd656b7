//! Finding one's way among many games: what each does in common words, how far apart two are by their rules, where they are played.

pub mod distance;
pub(crate) mod eigen;
pub mod linkage;
pub mod mechanisms;
pub mod places;
pub mod plane;

use crate::files::catalogue::Loaded;
use crate::variant::sort_by;
use distance::{Apart, apart};
use mechanisms::Profile;

/// A game and how far it is from another one.
pub struct Relative<'a> {
    /// The game.
    pub loaded: &'a Loaded,
    /// What it does.
    pub profile: Profile,
    /// How far it is.
    pub apart: Apart,
}

/// These games by their distance from one of the same name or another, the nearest first; equally near ones by name.
///
/// The game itself is left out: one that has its name and differs in nothing.
#[must_use]
pub fn by_distance<'a>(
    to: &Loaded,
    games: impl IntoIterator<Item = &'a Loaded>,
) -> Vec<Relative<'a>> {
    let own = Profile::of(to);
    let relative = |loaded: &'a Loaded| {
        let profile = Profile::of(loaded);
        let apart = apart(&own, &profile);
        Relative {
            loaded,
            profile,
            apart,
        }
    };
    let is_other = |relative: &Relative<'_>| {
        relative.loaded.header.name != to.header.name || relative.apart.distance > 0.0
    };
    let games = games.into_iter().map(relative);
    let mut games: Vec<_> = games.filter(is_other).collect();
    sort_by(&mut games, |a, b| {
        let names = || a.loaded.header.name.cmp(&b.loaded.header.name);
        a.apart
            .distance
            .total_cmp(&b.apart.distance)
            .then_with(names)
    });
    games
}
