//! Game of coin flips: the course of a lead that only chance decides.

use super::stats::ln_choose;
use crate::system::number::real;

/// Number of flips beyond which the limit is used.
const MANY: u64 = 20_000;

/// Returns how often the side ahead after this many quarters of fair coin flips is ahead at the end, over games of these
/// lengths, each with its number of games. Each flip is a point; games level at either time are left out.
///
/// Games of even length may be level at the end, so that neighbouring lengths differ. Returns `None` if no side can be
/// ahead.
pub fn leader_wins(quarters: u64, lengths: impl Iterator<Item = (u64, u64)>) -> Option<f64> {
    let (mut won, mut all) = (0.0, 0.0);
    for (flips, games) in lengths {
        let [wins, losses] = decided(flips.saturating_mul(quarters) / 4, flips);
        won += real(games.into()) * wins;
        all += real(games.into()) * (wins + losses);
    }
    (all > 0.0).then(|| won / all)
}

/// Returns the weights of the games in which the leader after `part` of the flips wins, and in which that side loses. They
/// are probabilities up to a common factor.
///
/// For very many flips the limit is ½ + asin(√share)/π: W. Feller: An Introduction to Probability Theory and Its
/// Applications, volume 1, chapter III.
fn decided(part: u64, flips: u64) -> [f64; 2] {
    if part == 0 || part > flips {
        return [0.0; 2];
    }
    if flips > MANY {
        let share = real(part.into()) / real(flips.into());
        let wins = share.sqrt().asin() / std::f64::consts::PI;
        return [0.25 + wins / 2.0, 0.25 - wins / 2.0];
    }
    let rest = flips - part;
    let chance = |heads: u64, all: u64| {
        (ln_choose(all, heads) - real(all.into()) * std::f64::consts::LN_2).exp()
    };
    // Probability of fewer heads than each number in the rest.
    let mut fewer = vec![0.0];
    for heads in 0..=rest {
        fewer.push(fewer.last().unwrap_or(&0.0) + chance(heads, rest));
    }
    let fewer = |heads: u64| fewer[usize::try_from(heads).map_or(0, |at| at.min(fewer.len() - 1))];
    let (mut wins, mut losses) = (0.0, 0.0);
    // By symmetry, only walks that are ahead at `part` matter: more heads than tails.
    for heads in part / 2 + 1..=part {
        let (here, ahead) = (chance(heads, part), 2 * heads - part);
        match rest.checked_sub(ahead) {
            // The leader wins if twice the heads of the rest exceed `behind`, and loses if they fall short of it.
            Some(behind) => {
                wins += here * (1.0 - fewer(behind / 2 + 1));
                losses += here * fewer(behind.div_ceil(2));
            }
            None => wins += here,
        }
    }
    [wins, losses]
}
