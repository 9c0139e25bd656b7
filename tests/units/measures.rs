//! Names and descriptions of measures.

use mankala::measure::{LITERATURE, Measure};
use strum::IntoEnumIterator as _;

#[test]
fn every_measure_is_described() {
    for measure in Measure::iter() {
        for text in [
            measure.label(),
            measure.unit(),
            measure.definition(),
            measure.source(),
            measure.interval(),
            measure.topic().about(),
        ] {
            assert!(!text.is_empty(), "{measure}");
        }
        assert_eq!(measure.to_string().parse(), Ok(measure));
    }
}

#[test]
fn the_dozen_is_the_default() {
    let shown = Measure::named("dozen").unwrap();
    // The three points of the curve count as one measure, and so do laps and seeds a move.
    assert_eq!(shown.len(), 12 + 2 + 1);
    assert!(shown.iter().all(|measure| measure.is_shown()));
    assert_eq!(Measure::named("choice").unwrap().len(), 3);
    assert_eq!(Measure::named("turns"), Some(vec![Measure::Turns]));
    assert_eq!(Measure::named("drama"), None);
}

#[test]
fn sources_are_listed_with_their_titles() {
    for measure in Measure::iter() {
        let source = measure.source();
        if source.contains(|c: char| c.is_ascii_digit()) {
            let listed = LITERATURE.iter().any(|work| {
                let (short, _) = work.split_once(':').unwrap();
                source.contains(short)
            });
            assert!(listed, "{measure}: {source}");
        }
    }
}
