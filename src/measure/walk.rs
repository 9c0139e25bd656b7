//! A game of coin flips, which nobody plays well: what the course of a lead looks like where only chance decides.

use super::stats::ln_choose;
use crate::system::number::real;

/// Beyond so many flips the limit is as good.
const MANY: u64 = 20_000;

/// How often the side ahead after `part` of `flips` fair coin flips, a point each, is ahead at the end; games level then or at the end
/// are left out.
///
/// For very many flips ½ + asin(√share)/π: W. Feller: An Introduction to Probability Theory and Its Applications, volume 1,
/// chapter III. `None` where nobody can be ahead.
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
    // How likely fewer heads than each number are in the rest.
    let mut fewer = vec![0.0];
    for heads in 0..=rest {
        fewer.push(fewer.last().unwrap_or(&0.0) + chance(heads, rest));
    }
    let fewer = |heads: u64| fewer[usize::try_from(heads).map_or(0, |at| at.min(fewer.len() - 1))];
    let (mut wins, mut losses) = (0.0, 0.0);
    // By symmetry it is enough to look at the walks that are ahead then: more heads than tails.
    for heads in part / 2 + 1..=part {
        let (here, ahead) = (chance(heads, part), 2 * heads - part);
        match rest.checked_sub(ahead) {
            // The rest would have to be twice its heads behind by more than that.
            Some(behind) => {
                wins += here * (1.0 - fewer(behind / 2 + 1));
                losses += here * fewer(behind.div_ceil(2));
            }
            None => wins += here,
        }
    }
    (wins + losses > 0.0).then(|| wins / (wins + losses))
}
