//! Rankings of many variants by each measure: shrunk values, and the variants that are surely at the ends.

use super::document::{End, Rank};
use super::prelude::*;
use mankala_core::measure::family::Family;
use mankala_core::measure::stats::{Z95, false_discovery};
use mankala_core::measure::student::two_sided;

/// Maximum number of variants that are compared with the first. More are ranked: each is compared with all, and the
/// false discovery rate is controlled.
pub(super) const FEW: usize = 12;

/// Maximum share of false alarms among the alarms in a ranking.
const FALSE: f64 = 0.05;

/// Share of all variants at each end of a ranking.
const TENTH: f64 = 0.1;

/// Returns the rankings of a report by all measures shown; none for few variants.
pub(super) fn rankings(report: &Report) -> Vec<Ranking> {
    let count = report.variants().count();
    if count <= FEW {
        return Vec::new();
    }
    let (players, judges) = (report.subjects.len() / count, report.judged.len() / count);
    let (mut found, mut tests) = (Vec::new(), Vec::new());
    for measure in report.comparison.shown() {
        let (subjects, each) = match measure.topic() {
            Topic::Fair if judges > 0 => (&report.judged, judges),
            _ => (&report.subjects, players),
        };
        // Measures with their own players are the same in all subjects.
        let asked = if measure == Measure::EloPerDoubling { 1 } else { each };
        for player in 0..asked {
            found.extend(ranking(measure, subjects.iter().skip(player).step_by(each), &mut tests));
        }
    }
    let corrected = false_discovery(&tests);
    let places = found.iter_mut().flat_map(|ranking: &mut Ranking| &mut ranking.places);
    for (place, corrected) in places.zip(corrected) {
        place.corrected = corrected;
        place.end = place.end.filter(|_| corrected < FALSE);
    }
    found
}

/// Returns one ranking, and adds the p-value of each place to `tests`.
fn ranking<'a>(
    measure: Measure,
    subjects: impl Iterator<Item = &'a Subject>,
    tests: &mut Vec<f64>,
) -> Option<Ranking> {
    let (mut player, mut by) = (String::new(), None);
    let mut measured = Vec::new();
    for subject in subjects {
        player = subject.player_of(measure);
        by = (measure != Measure::EloPerDoubling).then_some(subject.spec.players[0]);
        let number = subject.number(measure);
        if let (Some(value), Some([low, high])) = (number.value, number.interval)
            && low < high
        {
            measured.push((subject.variant.clone(), value, [low, high]));
        }
    }
    let log = !measure.is_share() && measured.iter().all(|(_, _, [low, _])| *low > 0.0);
    let to = |value: f64| if log { value.ln() } else { value };
    let from = |scaled: f64| if log { scaled.exp() } else { scaled };
    let error = |[low, high]: [f64; 2]| (to(high) - to(low)) / (2.0 * Z95);
    let values: Vec<(f64, f64)> =
        measured.iter().map(|(_, value, ends)| (to(*value), error(*ends))).collect();
    let family = Family::of(&values)?;
    let shrunk: Vec<Estimate> =
        values.iter().map(|&(value, error)| family.shrunk(value, error)).collect();
    let mut ordered: Vec<f64> = shrunk.iter().map(|estimate| estimate.value).collect();
    sort_by(&mut ordered, f64::total_cmp);
    #[expect(clippy::cast_sign_loss, reason = "a share of a small count, rounded down")]
    let tenth = (real(ordered.len() as u128) * TENTH) as usize;
    let (least, most) = (ordered[tenth], ordered[ordered.len() - 1 - tenth]);
    let mut places: Vec<Rank> = Vec::new();
    for ((name, value, _), (&(scaled, error), left)) in
        measured.iter().zip(values.iter().zip(&shrunk))
    {
        // Distance beyond the nearer end in standard errors; negative inside.
        let (end, beyond) = if scaled > family.mean {
            (End::Most, (scaled - most) / error)
        } else {
            (End::Least, (least - scaled) / error)
        };
        let two = two_sided(beyond, u64::MAX) / 2.0;
        places.push(Rank {
            variant: name.clone(),
            value: *value,
            shrunk: if measure.is_share() { left.as_share(f64::INFINITY) } else { left.map(from) },
            end: Some(end),
            corrected: if beyond > 0.0 { two } else { 1.0 - two },
        });
    }
    sort_by(&mut places, |a, b| b.shrunk.value.total_cmp(&a.shrunk.value));
    tests.extend(places.iter().map(|place| place.corrected));
    Some(Ranking { measure, player, by, log, mean: from(family.mean), places })
}

/// Withdraws verdicts for a side that exceed the false discovery rate, if variants are ranked.
pub(super) fn sober(report: &mut Report) {
    if report.variants().count() <= FEW {
        return;
    }
    let asked = |subject: &Subject| {
        let said = matches!(
            subject.verdict,
            Verdict::First | Verdict::Second | Verdict::Undecided | Verdict::Even
        );
        let games = real(subject.tally.finished().into());
        let score = subject.number(Measure::FirstPlayerScore).value;
        let score = score.filter(|_| said && games >= 2.0)?;
        Some(two_sided((score - 0.5) * 2.0 * games.sqrt(), u64::MAX))
    };
    let tests: Vec<f64> = report.judged.iter().filter_map(asked).collect();
    let tested = report.judged.iter_mut().filter(|it| asked(it).is_some());
    for (subject, corrected) in tested.zip(false_discovery(&tests)) {
        let is_sided = matches!(subject.verdict, Verdict::First | Verdict::Second);
        if is_sided && corrected >= FALSE {
            subject.verdict = Verdict::Undecided;
        }
    }
}
