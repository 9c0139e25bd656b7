//! Measures how often the verdicts of `mankala review` agree with a search twenty times as long:
//! `cargo run --release --example review_agreement -- GAMES SEED EFFORT PLAYER VARIANT …`.
//!
//! It plays games of the player against itself after up to eight random plies, and reviews each as the command does. In
//! a few random plies of each game, a fresh search of the position with twenty times the work gives the verdict to
//! compare. A search with forty times the work shows how much a verdict depends on the work at all.

use std::ops::Range;
use std::process::ExitCode;

use mankala::review::{Grade, Model, ReviewTask, review};
use mankala::{Catalogue, Dice, Game, Loaded, PlayerSpec};
use strum::IntoEnumIterator as _;

/// Number of random plies at the start, at most.
const OPENING: u32 = 8;
/// Number of plies of each game that are searched again.
const PLIES: u32 = 8;
/// Work of the longer searches in that of the review; the first gives the verdict to compare with.
const LONGER: [u32; 2] = [20, 40];
/// Longer games are cut off.
const LONGEST: usize = 400;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let [games, seed] = [(); 2].map(|()| arguments.next().and_then(|number| number.parse().ok()));
    let effort = arguments.next().and_then(|number| number.parse().ok());
    let player = arguments.next().and_then(|player| player.parse().ok());
    let names: Vec<String> = arguments.collect();
    let (Some(games), Some(seed), Some(effort), Some(player), false) =
        (games, seed, effort, player, names.is_empty())
    else {
        eprintln!("expected a number of games, a seed, an effort, a player, and names of variants");
        return ExitCode::FAILURE;
    };
    for name in &names {
        match Catalogue::new().load(name, &[]) {
            Ok(loaded) => measure(name, &loaded, effort, &player, seed..seed + games),
            Err(errors) => {
                eprintln!("{errors}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Prints the share of equal verdicts and the numbers of pairs of verdicts.
fn measure(name: &str, loaded: &Loaded, effort: u32, player: &PlayerSpec, seeds: Range<u64>) {
    let model = Model::of(loaded);
    let (mut pairs, mut alike) = ([[0_u32; 5]; 5], 0);
    for seed in seeds {
        let mut dice = Dice::seeded(seed);
        let mut game = played(loaded, player, &mut dice);
        let task = ReviewTask::new(model, effort);
        let found = review(&game, &task, &|| false, &mut |_| ());
        let found = found.expect("it is not stopped").plies;
        let count = u32::try_from(found.len()).expect("few plies");
        let chosen: Vec<usize> = (0..PLIES).map(|_| dice.below(count) as usize).collect();
        while game.undo() {
            let ply = &found[game.plies()];
            if chosen.contains(&game.plies()) {
                let [longer, longest] =
                    LONGER.map(|times| longer(loaded, &game, &ply.text, model, times * effort));
                pairs[ply.grade as usize][longer as usize] += 1;
                alike += u32::from(longer == longest);
            }
        }
    }
    let count = |fits: &dyn Fn(usize, usize) -> bool| -> u32 {
        let all = (0..5).flat_map(|one| (0..5).map(move |other| (one, other)));
        let fitting = all.filter(|&(one, other)| fits(one, other));
        fitting.map(|(one, other)| pairs[one][other]).sum()
    };
    let percent = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
    let all = count(&|_, _| true);
    let share = |fits: &dyn Fn(usize, usize) -> bool| percent(count(fits), all);
    let is_low = |grade: usize| grade > Grade::Good as usize;
    let low = count(&|one, other| is_low(one) && is_low(other));
    println!(
        "{name}: of {all} verdicts {:.1} % agree, {:.1} % within one grade, {:.1} % on whether a move is an inaccuracy or worse; the review finds {:.0} % of such moves, and {:.0} % of those that it finds are such; two searches with twenty and forty times the work agree in {:.1} %",
        share(&|one, other| one == other),
        share(&|one, other| one.abs_diff(other) <= 1),
        share(&|one, other| is_low(one) == is_low(other)),
        percent(low, count(&|_, other| is_low(other))),
        percent(low, count(&|one, _| is_low(one))),
        percent(alike, all),
    );
    for (grade, row) in Grade::iter().zip(pairs) {
        println!("{grade:>10} {row:>4?}");
    }
}

/// Plays a game.
fn played(loaded: &Loaded, player: &PlayerSpec, dice: &mut Dice) -> Game {
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

/// Returns the verdict of a longer search on a move.
fn longer(loaded: &Loaded, at: &Game, text: &str, model: Model, effort: u32) -> Grade {
    let mut game = loaded.game_from(&at.text()).expect("a position");
    game.play(text).expect("a legal move");
    let task = ReviewTask::new(model, effort);
    let found = review(&game, &task, &|| false, &mut |_| ());
    found.expect("it is not stopped").plies[0].grade
}
