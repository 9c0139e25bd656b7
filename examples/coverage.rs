//! Coverage of the intervals: `cargo run --release --example coverage -- REPEATS VARIANT …`.
//!
//! It measures each variant again and again by a hundred games of other random seeds. It prints, for each measure, how
//! often the 95 % interval holds the mean of all repeats together. `docs/measures.md` has such a table.

use std::process::ExitCode;

use mankala::{Catalogue, Comparison, Loaded, Measure};

/// Number of games in each repeat.
const GAMES: u64 = 100;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let repeats = arguments.next().and_then(|repeats| repeats.parse().ok());
    let names: Vec<String> = arguments.collect();
    let (Some(repeats), false) = (repeats, names.is_empty()) else {
        eprintln!("expected a number of repeats and names of variants");
        return ExitCode::FAILURE;
    };
    for name in &names {
        match Catalogue::new().load(name, &[]) {
            Ok(loaded) => cover(name, loaded, repeats),
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Prints the coverage of each measure of a variant.
fn cover(name: &str, loaded: Loaded, repeats: u32) {
    let variants = [(name.to_owned(), loaded)];
    let measures = Measure::named("dozen").unwrap_or_default();
    let measures: Vec<Measure> =
        measures.into_iter().filter(|&measure| measure != Measure::EloPerDoubling).collect();
    let mut found: Vec<Vec<(f64, Option<[f64; 2]>)>> = vec![Vec::new(); measures.len()];
    for repeat in 0..repeats {
        let comparison = Comparison {
            judges: Vec::new(),
            measures: Some(measures.clone()),
            threads: 2,
            ..Comparison::new(GAMES, 1_000_000 + u64::from(repeat))
        };
        let Some(report) = comparison.run(&variants, &|| false, |_| {}) else {
            return;
        };
        for (found, measure) in found.iter_mut().zip(&measures) {
            let number = report.subjects[0].number(*measure);
            found.extend(number.value.map(|value| (value, number.interval)));
        }
    }
    for (found, measure) in found.iter().zip(&measures) {
        let repeats = f64::from(u32::try_from(found.len()).unwrap_or(u32::MAX));
        let mean = found.iter().map(|(value, _)| value).sum::<f64>() / repeats;
        let held = found
            .iter()
            .filter(|(_, ends)| ends.is_some_and(|[low, high]| low <= mean && mean <= high));
        let held = f64::from(u32::try_from(held.count()).unwrap_or(u32::MAX));
        println!("{name},{measure},{:.3}", held / repeats);
    }
}
