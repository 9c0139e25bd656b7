//! Compares three ways to capture, step by step: `cargo run --release --example compare`.

use mankala::{Catalogue, Comparison, Loaded, Measure, PlayerSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Step 1: the variants, each with its name in the report. The third is the first with one rule changed.
    let catalogue = Catalogue::new();
    let changed = ["rules.capture=\"always\"".to_owned()];
    let variants: Vec<(String, Loaded)> = vec![
        ("kalah".to_owned(), catalogue.load("kalah", &[])?),
        ("oware".to_owned(), catalogue.load("oware", &[])?),
        ("kalah:rules.capture=\"always\"".to_owned(), catalogue.load("kalah", &changed)?),
    ];

    // Step 2: the settings. Random games show what the rules do by themselves, games of a player that searches show
    // what competent play is like; so use both.
    let comparison = Comparison {
        players: vec![PlayerSpec::Random, "alphabeta:2".parse()?],
        threads: 2,
        ..Comparison::new(400, 2024)
    };

    // Step 3: play. `stop` may return `true` at any time; then there is no report.
    let stop = || false;
    let Some(report) = comparison.run(&variants, &stop, |_| {}) else {
        return Ok(());
    };

    // Step 4: read numbers. Each has a confidence interval and, if it varies between games, a distribution.
    for subject in &report.subjects {
        let plies = subject.number(Measure::Plies);
        if let (Some(mean), Some([low, high])) = (plies.value, plies.interval) {
            println!(
                "{} by {}: {mean:.1} plies a game ({low:.1} to {high:.1})",
                subject.variant,
                subject.conditions()
            );
        }
    }

    // Step 5: the difference of each variant from the first, with an interval; print those that are significant.
    for question in &report.differences {
        if question.is_sure() {
            println!("{}", question.sentence());
        }
    }

    // Step 6: the whole report: `table()` for people, `json()` and `csv()` for programs, `page()` for browsers.
    println!("\n{}", report.table());
    Ok(())
}
