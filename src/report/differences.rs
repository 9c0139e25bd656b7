//! Differences between each variant and the first one, measure by measure.

use super::comparison::Comparison;
use super::document::{Compared, Report, Subject};
use super::ranking::FEW;
use mankala_core::measure::difference::{Difference, Scale};
use mankala_core::measure::figures::batches;
use mankala_core::measure::names::{Measure, Topic};
use mankala_core::measure::stats::{Estimate, holm};

/// Source of the correction.
pub(super) const CORRECTION: &str = "Holm 1979";

/// Answers all questions of a report; none with fewer than two variants, or if they are ranked instead.
pub(super) fn differences(report: &Report) -> Vec<Compared> {
    if report.variants().count() > FEW {
        return Vec::new();
    }
    let Comparison { players, judges, .. } = &report.comparison;
    let [players, judges] = [players, judges].map(|all| all.len().max(1));
    let mut found = Vec::new();
    for measure in report.comparison.shown() {
        found.extend(match measure {
            Measure::EloPerDoubling => steps(report),
            _ if measure.topic() == Topic::Fair => against_first(&report.judged, judges, measure),
            _ => against_first(&report.subjects, players, measure),
        });
    }
    let p_values: Vec<f64> = found.iter().map(|question| question.p).collect();
    for (question, corrected) in found.iter_mut().zip(holm(&p_values)) {
        question.corrected = corrected;
    }
    found
}

/// Compares the subjects of each variant with those of the first, player by player.
fn against_first(subjects: &[Subject], players: usize, measure: Measure) -> Vec<Compared> {
    let (first, others) = subjects.split_at(players.min(subjects.len()));
    let pairs = others.iter().zip(first.iter().cycle());
    pairs.filter_map(|(subject, first)| compared(measure, subject, first)).collect()
}

fn compared(measure: Measure, subject: &Subject, first: &Subject) -> Option<Compared> {
    // Lengths and totals of games that were cut off can't be compared.
    if [subject, first].iter().any(|it| it.number(measure).at_least.is_some()) {
        return None;
    }
    let (own, unit) = batches(measure, &subject.tally)?;
    let (other, _) = batches(measure, &first.tally)?;
    let games = subject.tally.games().min(first.tally.games());
    let above = |scale| own.above(other, unit, scale, games);
    let found = above(Scale::Plain)?;
    let mut estimate = found.estimate;
    if measure.is_share() {
        let [own, other] = [subject, first].map(|subject| subject.number(measure).estimate());
        estimate = Estimate::sum([(1.0, own?), (-1.0, other?)], found.correlation);
        if !estimate.is_sampled() {
            return None;
        }
    }
    let ratio =
        matches!(measure, Measure::Turns | Measure::Plies | Measure::HandWork | Measure::Rounds);
    let ratio = if ratio { above(Scale::Log) } else { None };
    Some(Compared {
        measure,
        variants: [subject.variant.clone(), first.variant.clone()],
        player: subject.conditions(),
        by: Some(subject.spec.players[0]),
        difference: estimate,
        ratio: ratio.map(|it| it.estimate.map(f64::exp)),
        p: found.p,
        corrected: found.p,
    })
}

/// Compares the gain from twice the effort with that of the first variant.
fn steps(report: &Report) -> Vec<Compared> {
    let mut found = report.strength.iter().filter(|rung| rung.is_step());
    let Some(first) = found.next() else { return Vec::new() };
    let compared = |rung: &super::document::Rung| {
        let pairs = rung.pairs.sums.games().min(first.pairs.sums.games());
        let (own, other) = (&rung.pairs.batches, &first.pairs.batches);
        let Difference { estimate, p, .. } = own.above(other, 4.0, Scale::Elo, pairs)?;
        Some(Compared {
            measure: Measure::EloPerDoubling,
            variants: [rung.variant.clone(), first.variant.clone()],
            player: rung.who(),
            by: None,
            difference: estimate,
            ratio: None,
            p,
            corrected: p,
        })
    };
    found.filter_map(compared).collect()
}
