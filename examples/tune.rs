//! Fits the weights of a game's features to played games: `cargo run --release --example tune -- zanzibar-bao`.
//!
//! The program plays games against itself from random openings. Logistic regression then fits the weights with which
//! the features of a position best predict the winner. One game in five is held out to validate them. The same seed
//! gives the same weights on any number of threads.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use mankala::system::threads::work_off;
use mankala::variant::BySide;
use mankala::{AnyVariant, Catalogue, Dice, PlayerSpec, Side};

/// Maximum number of plies; longer games are discarded.
const LONGEST: usize = 400;
/// One in this many games is held out for validation.
const HELD_OUT: usize = 5;
/// Ridge penalty on the squares of the weights, which keeps those of irrelevant features near zero.
const RIDGE: f64 = 1.0;
/// Number of steps of Newton's method, more than enough.
const STEPS: usize = 25;

/// Options of the command line.
struct Asked {
    variant: String,
    games: usize,
    seed: u64,
    player: String,
    opening: usize,
    threads: usize,
}

/// Position of a game: its features, the lead in seeds of the player to move, and that player's score, 1 for a win.
struct Sample {
    features: Vec<f64>,
    seeds: [f64; 1],
    score: f64,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| tuned(&asked)) {
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
    let mut asked = Asked {
        variant: String::new(),
        games: 4000,
        seed: 1,
        player: "alphabeta:4".to_owned(),
        opening: 8,
        threads: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let Some(key) = word.strip_prefix("--") else {
            asked.variant = word;
            continue;
        };
        let value = words.next().unwrap_or_default();
        let number =
            || value.parse().map_err(|_| format!("--{key}: expected a number, found {value:?}"));
        match key {
            "games" => asked.games = number()?,
            "seed" => {
                asked.seed = value
                    .parse()
                    .map_err(|_| format!("--seed: expected a number, found {value:?}"))?;
            }
            "player" => asked.player = value,
            "opening-plies" => asked.opening = number()?,
            "threads" => asked.threads = number()?.max(1),
            _ => {
                return Err(format!(
                    "--{key}: expected --games, --seed, --player, --opening-plies or --threads"
                ));
            }
        }
    }
    if asked.variant.is_empty() {
        return Err("expected the name of a variant".to_owned());
    }
    Ok(asked)
}

/// Plays the games, fits the weights, and returns the file of weights.
fn tuned(asked: &Asked) -> Result<String, String> {
    let loaded =
        Catalogue::new().load(&asked.variant, &[]).map_err(|mistakes| mistakes.to_string())?;
    let player: PlayerSpec = asked.player.parse().map_err(|error| format!("{error}"))?;
    let names: Vec<&str> = loaded.game().features().iter().map(|&(name, _)| name).collect();
    if names.is_empty() {
        return Err(format!("{} has no features", asked.variant));
    }
    let games = played(asked, &loaded.variant, player);
    let (held_out, fitted): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|(number, _)| number % HELD_OUT == 0);
    let flat = |games: Vec<(usize, Vec<Sample>)>| -> Vec<Sample> {
        games.into_iter().flat_map(|(_, game)| game).collect()
    };
    let (held_out, fitted) = (flat(held_out), flat(fitted));
    let seed = fit(&fitted, |sample| &sample.seeds, 1);
    let weights = fit(&fitted, |sample| &sample.features, names.len());
    let before = loss(&held_out, |sample| &sample.seeds, &seed);
    let after = loss(&held_out, |sample| &sample.features, &weights);
    let mut file = format!(
        "# What the features of the ruleset are worth, in hundredths of a seed.\n\
         command = \"cargo run --release --example tune -- {} --games {} --seed {} --player {} --opening-plies {}\"\n\
         variant = \"{}\"\ndigest = \"{}\"\nplayer = \"{}\"\ngames = {}\nseed = {}\npositions = {}\n\
         # Of games held out, by the difference in seeds alone, and by these weights; 0.6931 is knowing nothing.\n\
         log_loss_before = {before:.4}\nlog_loss_after = {after:.4}\n\n[weights]\n",
        asked.variant,
        asked.games,
        asked.seed,
        asked.player,
        asked.opening,
        asked.variant,
        loaded.digest(),
        player.stated(),
        asked.games,
        asked.seed,
        held_out.len() + fitted.len(),
    );
    for (name, weight) in names.iter().zip(weights) {
        // Scales the weights so that a seed is worth as much as in the model with seeds alone.
        file += &format!("{name} = {}\n", (100.0 * weight / seed[0]).round());
    }
    Ok(file)
}

/// Plays all games; the result does not depend on the number of threads.
fn played(asked: &Asked, variant: &Arc<dyn AnyVariant>, player: PlayerSpec) -> Vec<Vec<Sample>> {
    let games = Mutex::new(Vec::new());
    work_off(asked.threads, (0..).take(asked.games), &|number| {
        let samples = one_game(asked, variant, player, number);
        let mut games = games.lock().expect("no thread panics");
        games.push((number, samples));
    });
    let mut games = games.into_inner().expect("no thread panics");
    games.sort_by_key(|&(number, _)| number);
    games.into_iter().map(|(_, samples)| samples).collect()
}

/// Plays a game and returns its positions after the opening; none for an unfinished game.
fn one_game(
    asked: &Asked,
    variant: &Arc<dyn AnyVariant>,
    player: PlayerSpec,
    number: u64,
) -> Vec<Sample> {
    let mut dice = Dice::numbered(asked.seed, number);
    let mut game = Arc::clone(variant).game();
    let mut seen = Vec::new();
    while game.result().is_none() && game.plies() < LONGEST {
        let open = game.plies() < asked.opening;
        if !open {
            let BySide([south, north]) = game.holdings().map(f64::from);
            let ahead = if game.to_move() == Side::South { south - north } else { north - south };
            let features = game.features().iter().map(|&(_, count)| f64::from(count)).collect();
            seen.push((game.to_move(), Sample { features, seeds: [ahead], score: 0.5 }));
        }
        let by = if open { PlayerSpec::Random } else { player };
        let Some(mv) = game.choose(by, &mut dice, &|| false) else {
            break;
        };
        game.follow(&mv).expect("a legal move");
    }
    let Some(result) = game.result() else {
        return Vec::new();
    };
    let score = |side| match result.winner() {
        Some(winner) => f64::from(u8::from(winner == side)),
        None => 0.5,
    };
    seen.into_iter().map(|(side, sample)| Sample { score: score(side), ..sample }).collect()
}

/// Returns the probability to win that these weights predict.
fn foretold(features: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Returns the log loss: the mean negative logarithm of the probability of the actual result.
fn loss(samples: &[Sample], of: impl Fn(&Sample) -> &[f64], weights: &[f64]) -> f64 {
    let each = samples.iter().map(|sample| {
        let chance = foretold(of(sample), weights).clamp(1e-9, 1.0 - 1e-9);
        -sample.score * chance.ln() - (1.0 - sample.score) * (1.0 - chance).ln()
    });
    let number: f64 = samples.iter().map(|_| 1.0).sum();
    each.sum::<f64>() / number
}

/// Fits the weights to these games with Newton's method.
fn fit(samples: &[Sample], of: impl Fn(&Sample) -> &[f64], many: usize) -> Vec<f64> {
    let mut weights = vec![0.0; many];
    for _ in 0..STEPS {
        // The gradient of the loss, and its Hessian.
        let mut slope: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
        let mut bend = vec![vec![0.0; many]; many];
        for sample in samples {
            let features = of(sample);
            let chance = foretold(features, &weights);
            let sure = chance * (1.0 - chance);
            let rows = slope.iter_mut().zip(&mut bend);
            for (one, (slope, row)) in features.iter().zip(rows) {
                *slope += (chance - sample.score) * one;
                for (cell, other) in row.iter_mut().zip(features) {
                    *cell += sure * one * other;
                }
            }
        }
        for (place, row) in bend.iter_mut().enumerate() {
            row[place] += RIDGE;
        }
        for (weight, step) in weights.iter_mut().zip(solved(bend, slope)) {
            *weight -= step;
        }
    }
    weights
}

/// Solves linear equations by elimination; the matrix is positive definite.
fn solved(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let many = right.len();
    for pivot in 0..many {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let top = &above[pivot];
        for (place, row) in (pivot + 1..).zip(below) {
            let times = row[pivot] / top[pivot];
            for (cell, above) in row.iter_mut().zip(top) {
                *cell -= times * above;
            }
            right[place] -= times * right[pivot];
        }
    }
    for pivot in (0..many).rev() {
        let known = (pivot + 1..many).map(|column| rows[pivot][column] * right[column]);
        right[pivot] = (right[pivot] - known.sum::<f64>()) / rows[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{Asked, Sample, fit, loss, tuned};

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        // Pairs of features with the probabilities for weights of 0.5 and −1 as fractional results.
        let pairs = (-3..=3).flat_map(|one| (-3..=3).map(move |other| [one, other].map(f64::from)));
        let samples: Vec<Sample> = pairs
            .cycle()
            .take(49 * 1000)
            .map(|[one, other]| Sample {
                features: vec![one, other],
                seeds: [one],
                score: 1.0 / (1.0 + (other - 0.5 * one).exp()),
            })
            .collect();
        let weights = fit(&samples, |sample| &sample.features, 2);
        assert!((weights[0] - 0.5).abs() < 1e-3 && (weights[1] + 1.0).abs() < 1e-3, "{weights:?}");
        let seeds = fit(&samples, |sample| &sample.seeds, 1);
        let [less, more] = [
            loss(&samples, |sample| &sample.features, &weights),
            loss(&samples, |sample| &sample.seeds, &seeds),
        ];
        assert!(less < more, "{less} {more}");
    }

    #[test]
    fn threads_change_nothing() {
        let [one, three] = [1, 3].map(|threads| {
            tuned(&Asked {
                variant: "tanzanian-bao".to_owned(),
                games: 60,
                seed: 7,
                player: "alphabeta:1".to_owned(),
                opening: 4,
                threads,
            })
        });
        assert!(one.as_ref().is_ok_and(|file| file.contains("[weights]\ntempo = ")), "{one:?}");
        assert_eq!(one, three);
    }

    #[test]
    fn a_game_without_features_is_refused() {
        let asked = Asked {
            variant: "kalah".to_owned(),
            games: 1,
            seed: 1,
            player: "random".to_owned(),
            opening: 0,
            threads: 1,
        };
        assert_eq!(tuned(&asked), Err("kalah has no features".to_owned()));
    }
}
