//! Fits the winning chances that `mankala review` shows, and prints `src/review/win.toml`:
//! `cargo run --release --example win_model > src/review/win.toml`, or only some variants: `… -- oware kalah`.
//!
//! For each variant the program plays games against itself from random openings, and searches some positions of each
//! game as `review` does, but with less work. Logistic regression then finds the model that best predicts the results.
//! Half of the games are held out: the error of calibration is the mean distance between predicted and actual points
//! over ten bins of these games. The same seed gives the same models on any number of threads.

use std::cell::Cell;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use mankala::review::{Engine, Model};
use mankala::{Catalogue, Dice, Game, Loaded, Move, PlayerSpec};

/// Variants with models of their own: the dozen of the benchmarks.
const OWN: [&str; 12] = [
    "awari",
    "bao-6x2",
    "bao-kingulu",
    "bao-la-kiswahili",
    "bao-la-kujifunza",
    "bawo",
    "kalah",
    "omweso",
    "oware",
    "tanzanian-bao",
    "toguz-korgool",
    "zanzibar-bao",
];
/// Variants that stand for all others of their ruleset.
const SHARED: [(&str, [&str; 3]); 11] = [
    ("congkak", ["dakon", "jongkak", "sungka"]),
    ("endodoi", ["altiev", "ayoayo", "endodoi"]),
    ("namnam", ["adi", "anywoli", "nam-nam"]),
    (
        "omweso",
        ["hus-nama", "choro-acholi", "ikibuguzo-opening-1"],
    ),
    ("pussa", ["ali-guli-mane", "pallankuli", "walak-pussa"]),
    ("quan", ["o-an-quan", "", ""]),
    ("toguz", ["toguz-xorgol", "", ""]),
    ("tsoro", ["tsoro", "chisolo", "hawalis"]),
    ("wari", ["ako-okwe", "songo", "wari"]),
    ("weg", ["andot", "deka", "weg"]),
    ("zanzibar", ["bau", "katra-fandatsaka", "mraha-wa-ntso"]),
];
/// Number of games of a variant with a model of its own, and of one that stands for others.
const GAMES: [u64; 2] = [2000, 500];
/// If the games have fewer positions than this for each game, five times as many games are played at most.
const FEW: usize = 3;
/// Number of additional games after which the positions are counted.
const MORE: u64 = 500;
/// Number of positions of each game.
const POSITIONS: usize = 6;
/// One in this many games is held out for validation.
const HELD_OUT: u64 = 2;
/// Number of random plies at the start, at most.
const OPENING: u32 = 8;
/// Longer games are discarded.
const LONGEST: usize = 400;
/// Polls for each position; fewer than `review` takes, as most of them change little.
const EFFORT: u32 = 64;
/// Ridge penalty on the squares of the weights.
const RIDGE: f64 = 1.0;
/// Number of steps of Newton's method, more than enough.
const STEPS: usize = 25;
/// Number of bins of predicted points.
const BINS: u32 = 10;

/// Position of a game: factors of the model, and the points of the player to move.
type Sample = ([f64; 3], f64);

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let all = names.is_empty();
    let own = OWN.iter().map(|&name| name.to_owned());
    let own = if all { own.collect() } else { names };
    println!("# Models of winning chances, as the example `win_model` prints them.");
    println!("\n[variants]");
    for name in &own {
        let Some(games) = sampled(name, GAMES[0]) else {
            return ExitCode::FAILURE;
        };
        println!("{}", fitted(name, games));
    }
    if all {
        println!("\n# Other variants of a ruleset: from those that are named.\n[rulesets]");
    }
    for (ruleset, names) in SHARED.iter().filter(|_| all) {
        let names = names.iter().filter(|name| !name.is_empty());
        let mut games = Vec::new();
        for name in names.clone() {
            games.extend(sampled(name, GAMES[1]).unwrap_or_default());
        }
        let names: Vec<&str> = names.copied().collect();
        println!("{} of {}", fitted(ruleset, games), names.join(", "));
    }
    ExitCode::SUCCESS
}

/// Plays this many games of a variant, or more if they are short, and searches some positions of each.
fn sampled(name: &str, count: u64) -> Option<Vec<(u64, Vec<Sample>)>> {
    let loaded = Catalogue::new().load(name, &[]);
    let loaded = loaded.map_err(|errors| eprintln!("{errors}")).ok()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, games) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let (mut end, mut enough) = (count, FEW * count as usize);
    loop {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let number = || next.fetch_add(1, Ordering::Relaxed);
                    let mut engine = Engine::default();
                    while let Some(game) = Some(number()).filter(|&game| game < end) {
                        engine.forget();
                        let samples = played(&loaded, game, &mut engine);
                        let mut games = games.lock().expect("no thread panics");
                        games.push((game, samples));
                    }
                });
            }
        });
        next.store(end, Ordering::Relaxed);
        let mut games = games.lock().expect("no thread panics");
        let found: usize = games.iter().map(|(_, samples)| samples.len()).sum();
        if found >= enough || end >= 5 * count {
            games.sort_by_key(|&(game, _)| game);
            return Some(std::mem::take(&mut *games));
        }
        (end, enough) = (end + MORE, 5 * count as usize);
    }
}

/// Returns the model as a line of TOML, with its error.
fn fitted(name: &str, games: Vec<(u64, Vec<Sample>)>) -> String {
    let (held_out, used): (Vec<_>, Vec<_>) = games
        .into_iter()
        .partition(|(game, _)| game % HELD_OUT == 0);
    let flat = |games: Vec<(u64, Vec<Sample>)>| -> Vec<Sample> {
        games.into_iter().flat_map(|(_, samples)| samples).collect()
    };
    let (held_out, used) = (flat(held_out), flat(used));
    let [seed, late, turn] = fit(&used);
    let model = Model { seed, late, turn };
    let error = 100.0 * calibration(&held_out, model);
    format!(
        "{name} = {{ seed = {seed:.4}, late = {late:.4}, turn = {turn:.4} }} # {} positions, calibration error {error:.1} %",
        used.len() + held_out.len()
    )
}

/// Plays a game and searches some of its positions.
fn played(loaded: &Loaded, number: u64, engine: &mut Engine) -> Vec<Sample> {
    let mut dice = Dice::seeded(number);
    let mut game = loaded.game();
    for _ in 0..dice.below(OPENING + 1) {
        let Some(text) = game.random_move(&mut dice) else {
            break;
        };
        if game.play(&text).is_err() {
            break;
        }
    }
    // Players of different strength lead to positions with every value.
    let player = |depth: u32| {
        let spec: PlayerSpec = format!("alphabeta:{depth}").parse().expect("a player");
        spec.player()
    };
    let mut players = [player(1 + dice.below(3)), player(1 + dice.below(3))];
    let mut seen: Vec<(Game, Move)> = Vec::new();
    while game.result().is_none() && game.plies() < LONGEST {
        let player = &mut players[usize::from(game.to_move() == mankala::Side::North)];
        let Some((mv, after)) = player.choose(&game, &mut dice, &|| false) else {
            break;
        };
        seen.push((game.clone(), mv));
        game.commit(mv, &after);
    }
    let Some(outcome) = game.result() else {
        return Vec::new();
    };
    let mut samples = Vec::new();
    for _ in 0..POSITIONS.min(seen.len()) {
        let place = dice.below(u32::try_from(seen.len()).unwrap_or(1)) as usize;
        let (at, mv) = seen.swap_remove(place);
        let (polls, mut value) = (Cell::new(EFFORT), None);
        engine.depths(&at, mv, &polls, &|| false, &mut |[_, (.., best)]| {
            value = Some(best);
        });
        let Some(value) = value else {
            continue;
        };
        if mankala::play::players::proven(value).is_some() {
            continue;
        }
        let points = match outcome.winner() {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == at.to_move())),
        };
        samples.push((Model::factors(&at, value), points));
    }
    samples
}

/// Fits the weights by Newton's method.
fn fit(samples: &[Sample]) -> [f64; 3] {
    let mut weights = [0.0; 3];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; 3], [[0.0; 3]; 3]);
        for (factors, points) in samples {
            let odds: f64 = factors
                .iter()
                .zip(weights)
                .map(|(factor, weight)| factor * weight)
                .sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            for row in 0..3 {
                gradient[row] += (points - chance) * factors[row];
                for column in 0..3 {
                    curvature[row][column] +=
                        chance * (1.0 - chance) * factors[row] * factors[column];
                }
            }
        }
        for row in 0..3 {
            gradient[row] -= RIDGE * weights[row];
            curvature[row][row] += RIDGE;
        }
        let step = solved(curvature, gradient);
        for row in 0..3 {
            weights[row] += step[row];
        }
    }
    weights
}

/// Solves three linear equations by elimination; the matrix is positive definite.
fn solved(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        for row in pivot + 1..3 {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *value -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..3).rev() {
        let known: f64 = (row + 1..3)
            .map(|column| matrix[row][column] * right[column])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Returns the mean distance between predicted and actual points, over bins of predicted points.
fn calibration(samples: &[Sample], model: Model) -> f64 {
    let mut bins = [[0.0; 3]; BINS as usize];
    for (factors, points) in samples {
        let [seeds, late, turn] = factors;
        let odds = model.seed * seeds + model.late * late + model.turn * turn;
        let chance = 1.0 / (1.0 + (-odds).exp());
        let edges = (1..BINS).take_while(|&edge| chance * f64::from(BINS) >= f64::from(edge));
        let bin = &mut bins[edges.count()];
        bin[0] += 1.0;
        bin[1] += chance;
        bin[2] += points;
    }
    let apart: f64 = bins
        .iter()
        .map(|[_, chance, points]| (chance - points).abs())
        .sum();
    let all: f64 = bins.iter().map(|[count, ..]| count).sum();
    apart / all.max(1.0)
}
