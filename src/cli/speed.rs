//! `mankala speed`: the speed of this machine.

use super::prelude::*;

/// Variants, and time for each.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Names from `list` or paths to .toml files; NAME:key=value,… changes rules.
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// Seconds for each variant.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Override a key of every variant.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    if !(arguments.seconds > 0.0 && arguments.seconds <= 86_400.0) {
        misuse!("expected more than 0 and at most 86400 seconds, found {}", arguments.seconds);
    }
    let titles = ["variant", "perft nodes/s", "random plies/s", "random games/s", "laps/s"];
    let mut rows = Vec::new();
    for named in &arguments.variants {
        interrupt::check()?;
        let loaded = load(catalogue, named, &arguments.set)?;
        let threads = usize::from(arguments.threads);
        let speed = loaded.variant.speed(arguments.seconds, threads);
        if output.is_json() {
            output.object(&json!({
                "variant": named,
                "threads": arguments.threads,
                "perft_nodes_per_s": speed.nodes.round(),
                "random_plies_per_s": speed.plies.round(),
                "random_games_per_s": speed.games.round(),
                "laps_per_s": speed.laps.round(),
            }))?;
            output.flush()?;
        } else {
            let rates = [speed.nodes, speed.plies, speed.games, speed.laps];
            let [nodes, plies, games, laps] = rates.map(in_units);
            rows.push([named.clone(), nodes, plies, games, laps]);
        }
    }
    if output.is_json() {
        return Ok(());
    }
    table(titles, rows, output)
}

/// Formats a rate in millions or thousands.
pub(crate) fn in_units(rate: f64) -> String {
    match rate {
        rate if rate >= 1e6 => format!("{:.2} M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.2} k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}
