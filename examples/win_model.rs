//! Fits the winning chances that `mankala review` shows: `cargo run --release --example win_model -- oware kalah`.
//!
//! For each variant the program plays games against itself from random openings, and searches some positions of each
//! game as `review` does. Logistic regression then finds the model that best predicts the results. Half of the
//! games are held out: the error of calibration is the mean distance between predicted and actual points over ten bins of these
//! games. The same seed gives the same models on any number of threads.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use mankala::review::{Engine, Model};
use mankala::{Catalogue, Dice, Game, Loaded, PlayerSpec};

/// Number of games for each variant.
const GAMES: u64 = 2000;
/// Number of positions of each game.
const POSITIONS: usize = 6;
/// One in this many games is held out for validation.
const HELD_OUT: u64 = 2;
/// Number of random plies at the start, at most.
const OPENING: u32 = 8;
/// Longer games are discarded.
const LONGEST: usize = 400;
/// Polls for each position; fewer than `review` takes, as most of them change little.
const EFFORT: u32 = 128;
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
    if names.is_empty() {
        eprintln!("expected names of variants");
        return ExitCode::FAILURE;
    }
    for name in &names {
        match Catalogue::new().load(name, &[]) {
            Ok(loaded) => println!("{}", fitted(name, &loaded)),
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Plays the games and returns the model as a line of TOML, with its error.
fn fitted(name: &str, loaded: &Loaded) -> String {
    let (next, games) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= GAMES {
                        break;
                    }
                    let samples = played(loaded, game);
                    games
                        .lock()
                        .expect("no thread panics")
                        .push((game, samples));
                }
            });
        }
    });
    let mut games = games.into_inner().expect("no thread panics");
    games.sort_by_key(|&(game, _)| game);
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
fn played(loaded: &Loaded, number: u64) -> Vec<Sample> {
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
    let player =
        |depth: u32| -> PlayerSpec { format!("alphabeta:{depth}").parse().expect("a player") };
    let players = [player(1 + dice.below(4)), player(1 + dice.below(4))];
    let mut seen: Vec<Game> = Vec::new();
    while game.result().is_none() && game.plies() < LONGEST {
        seen.push(game.clone());
        let player = players[usize::from(game.to_move() == mankala::Side::North)];
        let Some(text) = game.choose(player, &mut dice, &|| false) else {
            break;
        };
        if game.play(&text).is_err() {
            break;
        }
    }
    let Some(outcome) = game.result() else {
        return Vec::new();
    };
    let mut engine = Engine::new(EFFORT);
    let mut samples = Vec::new();
    for _ in 0..POSITIONS.min(seen.len()) {
        let place = dice.below(u32::try_from(seen.len()).unwrap_or(1)) as usize;
        let at = seen.swap_remove(place);
        let values = engine.weigh(&at, &|| false);
        let Some(value) = values.iter().map(|&(.., value)| value).max() else {
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
