//! A game of coin flips, which nobody plays well: what the course of a lead looks like where only chance decides.

use super::stats::{ln_choose, real};

/// Beyond so many flips the limit is as good.
const MANY: u64 = 400;

/// How often the side ahead after `part` of `flips` fair coin flips, a point each, is ahead at the end; both level ends left out.
///
/// For many flips ½ + asin(√share)/π: W. Feller: An Introduction to Probability Theory and Its Applications, volume 1, chapter III.
/// `None` where nobody can be ahead.
#[must_use]
pub fn leader_wins(part: u64, flips: u64) -> Option<f64> {
    if part == 0 || part > flips {
        return None;
    }
    if flips > MANY {
        let share = real(part.into()) / real(flips.into());
        return Some(0.5 + share.sqrt().asin() / std::f64::consts::PI);
    }
    let rest = flips - part;
    let chance = |heads: u64, all: u64| {
        (ln_choose(all, heads) - real(all.into()) * std::f64::consts::LN_2).exp()
    };
    let (mut wins, mut losses) = (0.0, 0.0);
    // By symmetry it is enough to look at the walks that are ahead then: more heads than tails.
    for heads in part / 2 + 1..=part {
        let ahead = 2 * heads - part;
        let here = chance(heads, part);
        for more in 0..=rest {
            let (up, down) = (ahead + 2 * more, rest);
            match up.cmp(&down) {
                std::cmp::Ordering::Greater => wins += here * chance(more, rest),
                std::cmp::Ordering::Less => losses += here * chance(more, rest),
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    (wins + losses > 0.0).then(|| wins / (wins + losses))
}
