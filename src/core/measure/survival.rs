//! Kaplan–Meier estimate of game lengths if some games were cut off.

use super::stats::Histogram;
use crate::system::number::real;

/// Distribution of game lengths. A game that was cut off counts as one that lasts longer than it was watched.
///
/// E. L. Kaplan, P. Meier: Nonparametric estimation from incomplete observations, Journal of the American Statistical
/// Association 53 (1958), 457–481. Without games cut off it is the empirical distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Survival {
    /// One step for each length at which games ended.
    steps: Vec<Step>,
    /// Length of the longest game observed.
    longest: u64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    length: u64,
    /// Number of games that ended here.
    ended: u64,
    /// Estimated share of games that last longer.
    longer: f64,
}

impl Survival {
    /// Computes the distribution from the lengths of all games, and those at which a game was cut off.
    pub fn new(all: &Histogram, cut: &Histogram) -> Self {
        let mut cut: std::collections::BTreeMap<u64, u64> = cut.entries().collect();
        let (mut going, mut longer) = (all.count(), 1.0);
        let mut steps = Vec::new();
        for (length, games) in all.entries() {
            let ended = games - cut.remove(&length).unwrap_or(0).min(games);
            if ended > 0 && ended <= going {
                longer *= real((going - ended).into()) / real(going.into());
                steps.push(Step { length, ended, longer });
            }
            going = going.saturating_sub(games);
        }
        Self { steps, longest: all.entries().last().map_or(0, |(length, _)| length) }
    }

    /// Returns the length that this share of all games does not exceed; `None` if too many games were cut off.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let found = self.steps.iter().find(|step| step.longer <= 1.0 - share + 1e-9)?;
        Some(real(found.length.into()))
    }

    /// Returns each length at which games ended, with the number of these games.
    pub fn endings(&self) -> impl Iterator<Item = (u64, u64)> {
        self.steps.iter().map(|step| (step.length, step.ended))
    }

    /// Returns the mean length up to the longest game observed.
    ///
    /// If the longest games were cut off, the true mean is larger.
    pub fn mean(&self) -> f64 {
        let ends = self.steps.iter().skip(1).map(|step| step.length).chain([self.longest]);
        let beyond = self.steps.iter().zip(ends);
        let beyond = beyond.map(|(step, end)| step.longer * real((end - step.length).into()));
        let first = self.steps.first().map_or(self.longest, |step| step.length);
        real(first.into()) + beyond.sum::<f64>()
    }
}
