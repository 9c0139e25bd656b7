//! Measures how often the verdicts of `mankala review` agree with a search twenty times as long:
//! `cargo run --release --example review_agreement -- GAMES VARIANT …`.
//!
//! It plays games of `alphabeta:3` after up to eight random plies, and reviews each as the command does. In a few random
//! plies of each game, a fresh search of the position with twenty times the work gives the verdict to compare.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use mankala::review::{EFFORT, Grade, Model, ReviewTask, review};
use mankala::{Catalogue, Dice, Game, Loaded, PlayerSpec};

/// Number of random plies at the start, at most.
const OPENING: u32 = 8;
/// Number of plies of each game that are searched again.
const PLIES: u32 = 3;
/// Work of the longer search in that of the review.
const LONGER: u32 = 20;
/// Longer games are cut off.
const LONGEST: usize = 400;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|games| games.parse().ok());
    let names: Vec<String> = arguments.collect();
    let (Some(games), false) = (games, names.is_empty()) else {
        eprintln!("expected a number of games and names of variants");
        return ExitCode::FAILURE;
    };
    for name in &names {
        match Catalogue::new().load(name, &[]) {
            Ok(loaded) => measure(name, &loaded, games),
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Prints the share of equal verdicts, the numbers of pairs of verdicts, and the time of a ply.
fn measure(name: &str, loaded: &Loaded, games: u64) {
    let model = Model::of(loaded);
    let (mut pairs, mut plies, mut time) = ([[0_u32; 5]; 5], 0, Duration::ZERO);
    let mut sides = 0;
    for number in 0..games {
        let mut dice = Dice::seeded(number);
        let mut game = played(loaded, &mut dice);
        let begin = Instant::now();
        let task = ReviewTask::new(model, EFFORT);
        let found = review(&game, &task, &|| false, &mut |_| ());
        time += begin.elapsed();
        let found = found.expect("it is not stopped").plies;
        plies += found.len();
        let count = u32::try_from(found.len()).expect("few plies");
        let chosen: Vec<usize> = (0..PLIES).map(|_| dice.below(count) as usize).collect();
        while game.undo() {
            let ply = &found[game.plies()];
            for _ in chosen.iter().filter(|&&place| place == game.plies()) {
                let longer = longer(loaded, &game, &ply.text, model);
                pairs[ply.grade as usize][longer as usize] += 1;
                // A good move instead of a best one misleads nobody.
                sides += u32::from((ply.grade > Grade::Good) == (longer > Grade::Good));
            }
        }
    }
    let all: u32 = pairs.iter().flatten().sum();
    let same: u32 = (0..5).map(|grade| pairs[grade][grade]).sum();
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(all.max(1));
    println!(
        "{name}: {same} of {all} verdicts agree, {:.1} %; {:.1} % on whether a move is a mistake of any kind; {:.1} ms a ply; {pairs:?}",
        share(same),
        share(sides),
        1000.0 * time.as_secs_f64() / f64::from(u32::try_from(plies).unwrap_or(1).max(1)),
    );
}

/// Plays a game.
fn played(loaded: &Loaded, dice: &mut Dice) -> Game {
    let player: PlayerSpec = "alphabeta:3".parse().expect("a player");
    let (mut game, mut player) = (loaded.game(), player.player());
    for _ in 0..dice.below(OPENING + 1) {
        if let Some(text) = game.random_move(dice) {
            game.play(&text).expect("a legal move");
        }
    }
    while game.result().is_none() && game.plies() < LONGEST {
        let Some((mv, after)) = player.choose(&game, dice, &|| false) else {
            break;
        };
        game.commit(mv, &after);
    }
    game
}

/// Returns the verdict of the longer search on a move.
fn longer(loaded: &Loaded, at: &Game, text: &str, model: Model) -> Grade {
    let mut game = loaded.game_from(&at.text()).expect("a position");
    game.play(text).expect("a legal move");
    let task = ReviewTask::new(model, LONGER * EFFORT);
    let found = review(&game, &task, &|| false, &mut |_| ());
    found.expect("it is not stopped").plies[0].grade
}
