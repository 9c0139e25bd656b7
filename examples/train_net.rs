//! Trains the network of a game: `cargo run --release --example train_net -- oware --threads 2 > src/files/nets/oware.toml`.
//!
//! The program plays games against itself from random openings. The network learns to predict the winner from the
//! seeds on each spot; one game in ten is held out to validate it. The same seed gives the same network on any number
//! of threads. The files in `src/files/nets/` contain the commands that made them.
#![expect(clippy::cast_precision_loss, reason = "seeds and games are few")]

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use mankala::play::players::{AlphaBeta, Effort, Search};
use mankala::system::threads::work_off;
use mankala::variant::net::{FULL, Inputs, LANES};
use mankala::variant::score::{Judge, proven};
use mankala::{AnyPosition, AnyVariant, Catalogue, Dice, Position as _, Side};

/// Maximum number of plies; longer games are discarded.
const LONGEST: usize = 400;
/// One in this many games is held out for validation.
const HELD_OUT: u64 = 10;
/// Share of the later result in the goal of a position; the rest is the value that the search found.
const LATER: f32 = 0.97;
/// Number of passes over all positions.
const PASSES: u16 = 12;

/// Weights of a fact while they are trained.
type Row = [f32; LANES];

/// Options of the command line.
struct Asked {
    variant: String,
    games: u64,
    seed: u64,
    depth: u32,
    opening: usize,
    step: i32,
    threads: usize,
}

/// Position of a game: the facts that hold, the lead in seeds, and the score of the player to move, 1 for a win.
#[derive(Debug, PartialEq)]
struct Sample {
    facts: Vec<u16>,
    lead: f32,
    score: f32,
    /// Value that the search found, in hundredths of a seed.
    found: i32,
    to_move: Side,
    game: u64,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| trained(&asked)) {
        Ok(file) => {
            print!("{file}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Parses the command line.
fn asked() -> Result<Asked, String> {
    let mut words = std::env::args().skip(1);
    let mut asked = Asked {
        variant: words.next().ok_or("expected the name of a variant")?,
        games: 3000,
        seed: 1,
        depth: 6,
        opening: 10,
        step: 1,
        threads: 1,
    };
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        let number: u32 =
            value.parse().map_err(|_| format!("{key}: expected a number, found {value:?}"))?;
        match &*key {
            "--games" => asked.games = number.into(),
            "--seed" => asked.seed = number.into(),
            "--depth" => asked.depth = number,
            "--opening-plies" => asked.opening = number as usize,
            "--step" => asked.step = number.cast_signed(),
            "--threads" => asked.threads = number.max(1) as usize,
            _ => {
                return Err(format!(
                    "{key}: expected --games, --seed, --depth, --opening-plies, --step or --threads"
                ));
            }
        }
    }
    Ok(asked)
}

/// Plays the games, trains the network, and returns its file.
fn trained(asked: &Asked) -> Result<String, String> {
    let loaded =
        Catalogue::new().load(&asked.variant, &[]).map_err(|mistakes| mistakes.to_string())?;
    let inputs = Inputs::new(loaded.variant.layout(), asked.step)?;
    let mut samples = played(asked, &loaded.variant, inputs);
    let scale = scale(&samples);
    mixed(&mut samples, scale);
    let (rows, out, [before, after]) = learned(asked, inputs, scale, &samples);
    let mut file = format!(
        "digest = \"{}\"\n\
         command = \"cargo run --release --example train_net -- {} --games {} --seed {} --depth {} --opening-plies {} --step {}\"\n\
         positions = {}\n\
         # Of games held out, by the difference in seeds alone, and by the network; 0.6931 is knowing nothing.\n\
         log_loss_before = {before:.4}\nlog_loss_after = {after:.4}\n\
         step = {}\n",
        loaded.digest(),
        asked.variant,
        asked.games,
        asked.seed,
        asked.depth,
        asked.opening,
        asked.step,
        samples.len(),
        asked.step,
    );
    let whole = |weight: f32, unit: f32| (weight * unit).round().clamp(-32000.0, 32000.0) as i16;
    let full = f32::from(FULL);
    let units: [f32; LANES] = std::array::from_fn(|lane| if lane == 0 { 100.0 } else { full });
    let written = |row: &Row, units: &Row| {
        let words = row.iter().zip(units).map(|(&weight, &unit)| whole(weight, unit).to_string());
        format!("[{}]", words.collect::<Vec<_>>().join(","))
    };
    file += &format!("out = {}\nrows = [\n", written(&out, &[100.0; LANES]));
    for row in &rows {
        file += &format!("{},\n", written(row, &units));
    }
    Ok(file + "]\n")
}

/// Plays all games; the result does not depend on the number of threads.
fn played(asked: &Asked, variant: &Arc<dyn AnyVariant>, inputs: Inputs) -> Vec<Sample> {
    let games = Mutex::new(Vec::new());
    work_off(asked.threads, 0..asked.games, &|number| {
        let samples = one_game(asked, variant, inputs, number);
        let mut games = games.lock().expect("no thread panics");
        games.push((number, samples));
    });
    let mut games = games.into_inner().expect("no thread panics");
    games.sort_by_key(|&(number, _)| number);
    games.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Plays a game and returns its positions after the opening, the last one first; none for an unfinished game.
fn one_game(
    asked: &Asked,
    variant: &Arc<dyn AnyVariant>,
    inputs: Inputs,
    number: u64,
) -> Vec<Sample> {
    let mut dice = Dice::numbered(asked.seed, number);
    let mut player = AlphaBeta::new(Search::from(Effort::Count(asked.depth)));
    // Half of the openings are a ply longer, so that each side moves first after them.
    let opening = asked.opening + dice.below(2) as usize;
    let mut game = Arc::clone(variant).game();
    let mut seen = Vec::new();
    while game.result().is_none() && game.plies() < LONGEST {
        let position = *game.position();
        let chosen = if game.plies() < opening {
            let drawn = variant.random_move(&position, &mut dice, &|| false);
            drawn.map(|(mv, after)| (0, mv, after))
        } else {
            player.search(&game, &mut dice, &|| false)
        };
        let Some((value, mv, after)) = chosen else {
            break;
        };
        if game.plies() >= opening {
            seen.push((position, value));
        }
        game.advance(mv, &after);
        if game.result().is_none() && !variant.has_move(game.position()) {
            game.conclude();
        }
    }
    let Some(result) = game.result() else {
        return Vec::new();
    };
    let sample = |(position, found): (AnyPosition, i32)| {
        let evaluation = variant.estimate(&position, Judge::Plain);
        let (rings, claims) = (position.rings(), variant.claims(&position));
        let mut facts = Vec::new();
        inputs.each(rings, evaluation, claims, |fact| facts.push(fact as u16));
        let to_move = position.status().to_move;
        Sample {
            facts,
            lead: evaluation as f32 / 100.0,
            score: result.winner().map_or(0.5, |winner| f32::from(u8::from(winner == to_move))),
            found,
            to_move,
            game: number,
        }
    };
    seen.into_iter().rev().map(sample).collect()
}

/// Mixes the values that the search found into the scores of all earlier positions of a game.
fn mixed(samples: &mut [Sample], scale: f32) {
    for game in samples.chunk_by_mut(|one, other| one.game == other.game) {
        let seen_by = |side, score: f32| {
            if side == Side::South { score } else { 1.0 - score }
        };
        let mut south = seen_by(game[0].to_move, game[0].score);
        for Sample { score, found, to_move, .. } in game {
            *score = seen_by(*to_move, south);
            let won = proven(*found).map(|won| f32::from(u8::from(won)));
            let found = won.unwrap_or_else(|| chance(scale, *found as f32 / 100.0));
            south = LATER * south + (1.0 - LATER) * seen_by(*to_move, found);
        }
    }
}

/// Returns the probability to win that a lead predicts.
fn chance(scale: f32, lead: f32) -> f32 {
    1.0 / (1.0 + (-scale * lead).exp())
}

/// Returns the log loss of a prediction: the negative logarithm of the probability of the actual result.
fn loss(chance: f32, score: f32) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    let score = f64::from(score);
    -score * chance.ln() - (1.0 - score) * (1.0 - chance).ln()
}

/// Fits by Newton's method how much a lead of a seed adds to the logarithm of the odds to win.
fn scale(samples: &[Sample]) -> f32 {
    let mut scale = 0.1;
    for _ in 0..30 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for &Sample { lead, score, .. } in samples {
            let chance = chance(scale, lead);
            slope += f64::from((chance - score) * lead);
            bend += f64::from(chance * (1.0 - chance) * lead * lead);
        }
        scale = (scale - (slope / bend) as f32).clamp(scale / 2.0, scale * 2.0);
    }
    scale
}

/// Trains the network by stochastic gradient descent. Returns the rows, the values of hidden units, and the log loss
/// of games held out by the lead alone and by the network.
fn learned(
    asked: &Asked,
    inputs: Inputs,
    scale: f32,
    samples: &[Sample],
) -> (Vec<Row>, Row, [f64; 2]) {
    let mut dice = Dice::seeded(asked.seed);
    let mut small = || dice.below(20001) as f32 / 10000.0 - 1.0;
    let mut rows: Vec<Row> = (0..inputs.facts())
        .map(|fact| {
            // The last fact always holds: hidden units begin between their limits.
            let last = fact + 1 == inputs.facts();
            let mut row = [(); LANES].map(|()| if last { 0.4 } else { 0.08 * small() });
            row[0] = 0.0;
            row
        })
        .collect();
    let mut out = [(); LANES].map(|()| 2.0 * small());
    out[0] = 0.0;
    // Mean squares of the gradients, by which steps are divided.
    let (mut squares, mut out_squares) = (vec![[1e-4; LANES]; rows.len()], [1e-4; LANES]);
    let (held_out, mut fitted): (Vec<_>, Vec<_>) =
        samples.iter().partition(|sample| sample.game.is_multiple_of(HELD_OUT));
    let mean = |of: &dyn Fn(&Sample) -> f32| {
        let all = held_out.iter().map(|sample| loss(of(sample), sample.score));
        all.sum::<f64>() / held_out.len().max(1) as f64
    };
    let before = mean(&|sample| chance(scale, sample.lead));
    let mut after = before;
    for pass in 0..PASSES {
        dice.shuffle(&mut fitted);
        let rate = 0.02 * (1.0 - f32::from(pass) / f32::from(PASSES));
        for sample in &fitted {
            let (sum, found) = value(&rows, &out, sample);
            let error = chance(scale, found) - sample.score;
            let mut slope = [error; LANES];
            for lane in 1..LANES {
                let hidden = sum[lane].clamp(0.0, 1.0);
                let inside = sum[lane] > 0.0 && sum[lane] < 1.0;
                slope[lane] = if inside { error * out[lane] } else { 0.0 };
                let square = &mut out_squares[lane];
                *square += 1e-4 * ((error * hidden).powi(2) - *square);
                out[lane] -= 0.3 * rate * error * hidden / (square.sqrt() + 1e-3);
            }
            for &fact in &sample.facts {
                let (row, squares) =
                    (&mut rows[usize::from(fact)], &mut squares[usize::from(fact)]);
                row[0] -= 0.15 * rate * error;
                for lane in 1..LANES {
                    squares[lane] += 1e-3 * (slope[lane].powi(2) - squares[lane]);
                    row[lane] -= 0.05 * rate * slope[lane] / (squares[lane].sqrt() + 1e-2);
                }
            }
        }
        after = mean(&|sample| chance(scale, value(&rows, &out, sample).1));
        eprintln!("pass {}: log loss {before:.4} by seeds, {after:.4} by the network", pass + 1);
    }
    (rows, out, [before, after])
}

/// Returns the sum of the rows of a position, and its value in seeds.
fn value(rows: &[Row], out: &Row, sample: &Sample) -> (Row, f32) {
    let mut sum = [0.0; LANES];
    for &fact in &sample.facts {
        for (lane, weight) in sum.iter_mut().zip(&rows[usize::from(fact)]) {
            *lane += weight;
        }
    }
    let hidden = sum[1..].iter().zip(&out[1..]);
    let hidden: f32 = hidden.map(|(unit, out)| unit.clamp(0.0, 1.0) * out).sum();
    (sum, sample.lead + sum[0] + hidden)
}

#[cfg(test)]
mod tests {
    use super::{Asked, trained};
    use mankala::Catalogue;
    use mankala::variant::net::Net;

    #[test]
    fn threads_change_nothing() {
        let [one, three] = [1, 3].map(|threads| {
            trained(&Asked {
                variant: "toguz-korgool".to_owned(),
                games: 12,
                seed: 7,
                depth: 1,
                opening: 4,
                step: 3,
                threads,
            })
        });
        assert_eq!(one, three);
        let loaded = Catalogue::new().load("toguz-korgool", &[]).expect("a variant");
        Net::read(&one.expect("a file"), loaded.variant.layout()).expect("a network");
    }
}
