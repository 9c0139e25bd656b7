//! Fits the winning chances that `mankala review` shows, and prints `src/review/win.toml`:
//! `cargo run --release --example win_model > src/review/win.toml`, or only some models: `… -- oware kalah`.
//!
//! For each variant the program plays games against itself from random openings, and searches some positions of each
//! game as `review` does, but with less work. Logistic regression then finds the model that best predicts the results.
//! Half of the games are held out. Their positions fall into ten bins by the predicted points; standard error gets the
//! mean predicted and actual points of each bin, in percent, as rows of the table in `docs/review.md`. The error of
//! calibration is the mean distance between the two. The same seed gives the same models on any number of threads.

use std::cell::Cell;
use std::process::ExitCode;
use std::sync::Mutex;

use mankala::review::{Engine, Model};
use mankala::system::threads::work_off;
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
/// Rulesets with the variants that stand for all others.
const SHARED: [(&str, &[&str]); 11] = [
    ("endodoi", &["altiev", "ayoayo", "endodoi"]),
    ("katro", &["katrayo", "katro", "mikro-tsoro"]),
    ("namnam", &["adi", "anywoli", "nam-nam"]),
    ("omweso", &["hus-nama", "choro-acholi", "ikibuguzo-opening-1"]),
    ("pussa", &["ali-guli-mane", "pallankuli", "walak-pussa"]),
    ("quan", &["o-an-quan"]),
    ("toguz", &["toguz-xorgol"]),
    ("tsoro", &["tsoro", "chisolo", "hawalis"]),
    ("wari", &["ako-okwe", "songo", "wari"]),
    ("weg", &["andot", "deka", "weg"]),
    ("zanzibar", &["bau", "katra-fandatsaka", "mraha-wa-ntso"]),
];
/// Number of games of a variant with a model of its own, and of one that stands for others.
const GAMES: [u64; 2] = [2000, 300];
/// Number of games whose positions one search remembers; all numbers of games are multiples of it.
const TOGETHER: usize = 20;
/// If the games have fewer positions than this for each game, five times as many games are played at most.
const FEW: usize = 5;
/// Number of additional games after which the positions are counted again.
const MORE: u64 = 300;
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
    let shared = SHARED.into_iter().map(|(name, _)| name);
    let known: Vec<&str> = OWN.into_iter().chain(shared).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&&***name)) {
        eprintln!("expected {}, found {unknown}", known.join(", "));
        return ExitCode::FAILURE;
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    println!("# Models of winning chances, as the example `win_model` prints them.\n\n[variants]");
    let mut congkak = None;
    for name in OWN.into_iter().filter(|name| wanted(name)) {
        let line = fitted(name, sampled(name, GAMES[0]));
        println!("{line}");
        // Most games of this ruleset are close to Kalah.
        if name == "kalah" {
            congkak = Some(line.replace(name, "congkak"));
        }
    }
    println!("\n# Other variants of a ruleset: from those that are named.\n[rulesets]");
    if let Some(line) = congkak {
        println!("{line} # kalah");
    }
    for (ruleset, names) in SHARED.into_iter().filter(|(name, _)| wanted(name)) {
        let games = names.iter().flat_map(|name| sampled(name, GAMES[1]));
        println!("{} # {}", fitted(ruleset, games), names.join(", "));
    }
    ExitCode::SUCCESS
}

/// Plays this many games of a variant, or more if they are short, and searches some positions of each.
fn sampled(name: &str, count: u64) -> Vec<(u64, Vec<Sample>)> {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let games = Mutex::new(Vec::new());
    let (mut begin, mut end) = (0, count);
    loop {
        let parts = (begin..end).step_by(TOGETHER);
        work_off(threads, parts, &|first| {
            let mut engine = Engine::default();
            for game in (first..end).take(TOGETHER) {
                let samples = played(&loaded, game, &mut engine);
                let mut games = games.lock().expect("no thread panics");
                games.push((game, samples));
            }
        });
        let mut games = games.lock().expect("no thread panics");
        let found: usize = games.iter().map(|(_, samples)| samples.len()).sum();
        if found >= FEW * count as usize || end >= 5 * count {
            games.sort_by_key(|&(game, _)| game);
            return std::mem::take(&mut *games);
        }
        (begin, end) = (end, end + MORE);
    }
}

/// Returns the model as a line of TOML, and prints its calibration.
fn fitted(name: &str, games: impl IntoIterator<Item = (u64, Vec<Sample>)>) -> String {
    let (held_out, used): (Vec<_>, Vec<_>) =
        games.into_iter().partition(|(game, _)| game % HELD_OUT == 0);
    let flat = |games: Vec<(u64, Vec<Sample>)>| -> Vec<Sample> {
        games.into_iter().flat_map(|(_, samples)| samples).collect()
    };
    let (held_out, used) = (flat(held_out), flat(used));
    let weights = fit(&used);
    let cells = calibration(&held_out, weights);
    let [seed, late, turn] = weights;
    eprintln!("| `{name}` | {} | {cells} |", held_out.len());
    format!("{name} = {{ seed = {seed:.4}, late = {late:.4}, turn = {turn:.4} }}")
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

/// Returns the expected points, as [`Model::points`] does.
fn chance(factors: [f64; 3], weights: [f64; 3]) -> f64 {
    let odds: f64 = factors.iter().zip(weights).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// Fits the weights by Newton's method.
fn fit(samples: &[Sample]) -> [f64; 3] {
    let mut weights = [0.0; 3];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; 3], [[0.0; 3]; 3]);
        for &(factors, points) in samples {
            let chance = chance(factors, weights);
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

/// Solves linear equations by elimination; the matrix is positive definite.
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
        let known: f64 = (row + 1..3).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Returns the error of calibration, and the predicted and actual points of each bin, as cells of a table.
fn calibration(samples: &[Sample], weights: [f64; 3]) -> String {
    let mut bins = [[0.0; 3]; BINS as usize];
    for &(factors, points) in samples {
        let chance = chance(factors, weights);
        let edges = (1..BINS).take_while(|&edge| chance * f64::from(BINS) >= f64::from(edge));
        let bin = &mut bins[edges.count()];
        bin[0] += 1.0;
        bin[1] += chance;
        bin[2] += points;
    }
    let apart = bins.iter().map(|[_, chance, points]| (chance - points).abs());
    let count: f64 = bins.iter().map(|[count, ..]| count).sum();
    let error = 100.0 * apart.sum::<f64>() / count;
    let cell = |[count, chance, points]: [f64; 3]| {
        let [predicted, actual] = [chance, points].map(|sum| 100.0 * sum / count);
        if count > 0.0 { format!("{predicted:.0} → {actual:.0}") } else { "–".to_owned() }
    };
    format!("{error:.1} % | {}", bins.map(cell).join(" | "))
}
