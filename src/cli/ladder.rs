//! `mankala ladder`: ratings of players from few games.

use std::io;

use super::exec::{self, ExecArgs};
use super::keep::{goes_on, open_at};
use super::prelude::*;
use super::records::Records;
use mankala_core::measure::ladder::{Ladder, LadderSpec};
use mankala_core::measure::ratings::Rating;
use mankala_core::play::matches::PLY_LIMIT;

/// Players, number of games, and the file to keep them in.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Player: random, greedy, alphabeta:6, mcts:2000, exec:COMMAND …; repeat for all.
    #[arg(long = "player", value_name = "WHO", value_parser = exec::player, default_values = ["random", "greedy", "alphabeta:2", "alphabeta:4", "mcts:500"])]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    exec: ExecArgs,
    /// Number of games in all, rounded up to tens.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Random seed: the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Open each pair of games with K random moves.
    #[arg(long, value_name = "K", default_value_t = 4)]
    opening_plies: u32,
    /// Count a game as a draw after N moves.
    #[arg(long, value_name = "N", default_value_t = PLY_LIMIT, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ply_limit: u32,
    /// Player whose rating is 0; the first if left out.
    #[arg(long, value_name = "WHO", value_parser = exec::player)]
    anchor: Option<PlayerSpec>,
    /// Keep the scores in this file; the same command continues it.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl Arguments {
    /// Opens or creates the file, and reads its games.
    fn open(&self, ladder: &mut Ladder, loaded: &Loaded) -> Result<Option<Records>> {
        let Some(name) = &self.keep else {
            return Ok(None);
        };
        let first = ladder.header();
        let records = open_at(name, &files_of(loaded), &first, |file| {
            let text = io::read_to_string(file).map_err(|error| error.to_string())?;
            Ok::<_, String>(ladder.resume(&text, self.games)? as u64)
        });
        records.map(Some)
    }
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let players = &arguments.players;
    let names: Vec<&str> = players.iter().map(|player| player.name()).collect();
    arguments.exec.prepare(&names, &loaded, false, catalogue)?;
    let anchor = arguments.anchor.unwrap_or(players[0]);
    let Some(zero) = players.iter().position(|player| *player == anchor) else {
        misuse!("--anchor: expected one of the players, found {anchor}");
    };
    let spec = LadderSpec {
        variant: loaded.label(),
        digest: loaded.digest(),
        players: players.iter().map(|player| (player.to_string(), player.stated())).collect(),
        anchor: zero,
        seed: arguments.seed,
        opening_plies: arguments.opening_plies,
        ply_limit: arguments.ply_limit,
    };
    check_players(&loaded, players)?;
    let mut ladder = Ladder::new(spec).map_err(CommandError::Usage)?;
    ladder.check(arguments.games).map_err(CommandError::Usage)?;
    let mut memory: Vec<usize> = players.iter().map(|player| player.memory()).collect();
    memory.sort_unstable();
    let threads = memory.iter().rev().take(2).sum();
    let threads = arguments.threads.count(threads, output)?;
    let mut records = arguments.open(&mut ladder, &loaded)?;
    let goes_on = arguments.keep.as_deref().map(goes_on);
    if let Some(words) = &goes_on {
        interrupt::last_words(&format!("note: {words}\n"));
    }
    let mut progress = ProgressLine::new();
    let count = |ladder: &Ladder| ladder.games().len() as u64;
    while count(&ladder) < arguments.games {
        progress.show(count(&ladder), arguments.games, "");
        let pair = ladder.next_pair();
        let seated = pair.map(|player| players[player]);
        let scores = ladder.play(&loaded.variant, pair, seated, threads, &exec::stopped);
        if let Some(why) = exec::failure() {
            refuse!("{why}");
        }
        let Some(scores) = scores else {
            let stopped =
                || format!("stopped after {} of {} games", count(&ladder), arguments.games);
            return Err(CommandError::Interrupted(goes_on.unwrap_or_else(stopped)));
        };
        if let Some(records) = &mut records {
            records.add([&*ladder.line(pair, &scores)])?;
        }
        ladder.add(pair, &scores);
    }
    drop(progress);
    if let Some(records) = &mut records {
        records.sync()?;
    }
    interrupt::last_words("");
    print(arguments, &loaded, &ladder, anchor, output)
}

fn print(
    arguments: &Arguments,
    loaded: &Loaded,
    ladder: &Ladder,
    anchor: PlayerSpec,
    output: &mut Output,
) -> Result {
    let stated = |rating: &Rating| arguments.players[rating.player].stated();
    let ratings = ladder.ratings();
    if output.is_json() {
        let rating = |rating: &Rating| {
            let points = rating.points;
            json!({ "player": stated(rating), "rating": points.value, "low": points.low, "high": points.high, "games": rating.games })
        };
        return output.object(&json!({
            "variant": loaded.label(),
            "rules": loaded.digest(),
            "version": env!("CARGO_PKG_VERSION"),
            "games": ladder.games().len(),
            "seed": arguments.seed,
            "opening_plies": arguments.opening_plies,
            "ply_limit": arguments.ply_limit,
            "anchor": anchor.stated(),
            "ratings": ratings.iter().map(rating).collect::<Vec<_>>(),
        }));
    }
    let row = |rating: &Rating| {
        let points = rating.points;
        let [value, low, high] =
            [points.value, points.low, points.high].map(|it| format!("{it:.0}").replace('-', "−"));
        [
            arguments.players[rating.player].to_string(),
            value,
            format!("{low} to {high}"),
            rating.games.to_string(),
        ]
    };
    table(["player", "rating", "95 % interval", "games"], ratings.iter().map(row), output)
}
