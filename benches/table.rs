//! Table of the speed of each variant, beside that of a reference program if there is one.
//!
//! `MANKALA_YARDSTICK` may name a program that takes `bao`, `kalah` or `oware` and prints lines with
//! `… 18.5 Mn/s` for perft and `… 9.3 Mplies/s` or `Mmoves/s 9.3` for random games. It runs right before and right
//! after the corresponding variant, and the better result counts. `MANKALA_BENCH_SECONDS` sets the time for a variant.

use std::process::Command;

use mankala::Catalogue;
use mankala::play::speed::Speed;

/// Variants that the reference program plays, with its names for them.
const YARDSTICKS: [(&str, &str); 3] =
    [("zanzibar-bao", "bao"), ("kalah", "kalah"), ("oware", "oware")];

/// Perft nodes/s and random plies/s, in millions.
type Figures = (f64, f64);

fn main() {
    // `cargo test --benches` runs this program, which has no tests.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let seconds = std::env::var("MANKALA_BENCH_SECONDS").ok();
    let seconds = seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or(2.0);
    let yardstick = std::env::var("MANKALA_YARDSTICK").ok();
    println!(
        "{:<18}{:>14}{:>16}{:>12}{:>10}{:>22}{:>18}",
        "variant",
        "perft nodes/s",
        "random plies/s",
        "laps/s",
        "bytes",
        "yardstick nodes/s",
        "plies/s"
    );
    let catalogue = Catalogue::new();
    for name in catalogue.names() {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let loaded = catalogue.load(name, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let rival =
            YARDSTICKS.iter().find(|(variant, _)| *variant == name).zip(yardstick.as_deref());
        let run = || rival.and_then(|((_, game), program)| rival_figures(program, game));
        let before = run();
        let Speed { nodes, plies, laps, .. } = loaded.variant.speed(seconds, 1);
        let after = run();
        let bytes = loaded.variant.properties().position_size;
        let compared = before.zip(after).map_or_else(String::new, |(before, after)| {
            let (rival_nodes, rival_plies) = (before.0.max(after.0), before.1.max(after.1));
            let (of_nodes, of_plies) = (nodes / 1e6 / rival_nodes, plies / 1e6 / rival_plies);
            format!("{rival_nodes:>14.1} M ({of_nodes:.2}){rival_plies:>10.1} M ({of_plies:.2})")
        });
        println!(
            "{name:<18}{:>12.2} M{:>14.2} M{:>10.2} M{bytes:>10}{compared}",
            nodes / 1e6,
            plies / 1e6,
            laps / 1e6,
        );
    }
}

/// Runs the reference program for one game and returns its results.
fn rival_figures(program: &str, game: &str) -> Option<Figures> {
    let output = Command::new(program).arg(game).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| words.get(index)?.parse::<f64>().ok();
    let mut figures = (None, None);
    for (index, word) in words.iter().enumerate() {
        match *word {
            "Mn/s" => figures.0 = number(index.checked_sub(1)?).or(figures.0),
            "Mplies/s" | "Mmoves/s" => figures.1 = number(index + 1).or(figures.1),
            _ => {}
        }
    }
    Some((figures.0?, figures.1?))
}
