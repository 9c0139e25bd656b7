//! Measures by search and by shifted seeds, computed a second time by a slow program that sees only positions and moves.

use std::ops::ControlFlow;
use std::sync::Arc;

use mankala::kernel::board::Side;
use mankala::kernel::dice::Dice;
use mankala::kernel::layout::Ring;
use mankala::play::matches::{MatchHeader, Played};
use mankala::text::notation::{Diagram, Value};
use mankala::variant::BySide;
use mankala::{Catalogue, Comparison, Game, Loaded, MatchSpec, Measure, Outcome, PlayerSpec};

/// The moves of each of the random games of a match, of those that came to an end.
fn records(loaded: &Loaded, spec: &MatchSpec) -> Vec<(u64, Vec<String>)> {
    let mut records = Vec::new();
    let mut sink = |games: Vec<(Played, String)>| {
        for (played, line) in games {
            let record: serde_json::Value = serde_json::from_str(&line).expect("JSON");
            let moves = record["moves"].as_array().expect("moves").iter();
            let moves = moves.map(|mv| mv.as_str().expect("a move").to_owned());
            if played.result.is_some() {
                records.push((played.game, moves.collect()));
            }
        }
        ControlFlow::Continue(())
    };
    let (header, never) = (MatchHeader::new("", "", spec), || false);
    let variant = Arc::clone(&loaded.variant);
    variant.play_games(&header, spec, 0..spec.games, 1, &never, &mut sink);
    records
}

/// Which position of a game is looked into, with the move made there, and the chance that is left.
fn drawn(loaded: &Loaded, spec: &MatchSpec, number: u64, moves: &[String]) -> (Game, String, Dice) {
    let mut dice = Dice::numbered(spec.seed ^ 0x70_726f_6265, number);
    let ply = dice.below(u32::try_from(moves.len()).expect("few")) as usize;
    let mut game = loaded.game();
    for mv in &moves[..ply] {
        game.play(mv).expect("a legal move");
    }
    (game, moves[ply].clone(), dice)
}

/// The numbers in a position: the pits, then what both have won.
fn numbers(game: &Game) -> Vec<u8> {
    let Diagram { pits, fields, .. } = game.diagram();
    let won = fields.into_iter().filter_map(|(_, value)| match value {
        Value::Seeds(BySide(won)) => Some(won),
        _ => None,
    });
    pits.into_iter().flatten().chain(won.flatten()).collect()
}

/// Returns the position with a seed of the drawn pit moved one pit further.
fn shifted(game: &Game, dice: &mut Dice) -> String {
    let (mut diagram, layout) = (game.diagram(), game.layout());
    let (mut pits, side) = (diagram.pits.concat(), diagram.pits[0].len());
    let filled: Vec<usize> = (0..pits.len()).filter(|&pit| pits[pit] > 0).collect();
    let pit = filled[dice.below(u32::try_from(filled.len()).expect("few")) as usize];
    let next = match layout.ring() {
        Ring::Own => pit / side * side + (pit + 1) % side,
        _ => (pit + 1) % pits.len(),
    };
    pits[pit] -= 1;
    pits[next] += 1;
    diagram.pits = [&pits[..side], &pits[side..]].map(<[u8]>::to_vec);
    diagram.write(layout)
}

/// One seed lies elsewhere, the same move is made: how many differ after it, two to a seed.
#[test]
fn one_seed_is_shifted_again() {
    for name in ["kalah", "oware", "dakon", "hus-nama"] {
        let loaded = Catalogue::new().load(name, &[]).expect("a variant");
        let spec = MatchSpec::new([PlayerSpec::Random; 2], 150, 4);
        let (mut sum, mut asked) = (0, 0);
        for (number, moves) in records(&loaded, &spec) {
            let (game, mv, mut dice) = drawn(&loaded, &spec, number, &moves);
            let other = shifted(&game, &mut dice);
            let Ok(mut other) = loaded.game_from(&other) else {
                continue;
            };
            if other.play(&mv).is_err() {
                continue;
            }
            let mut game = game;
            game.play(&mv).expect("a legal move");
            let [one, two] = [game, other].map(|game| numbers(&game));
            let off = one.iter().zip(&two).map(|(one, two)| one.abs_diff(*two));
            sum += off.map(u128::from).sum::<u128>();
            asked += 1;
        }
        let comparison = Comparison {
            measures: Some(vec![Measure::OneSeedSensitivity]),
            ..Comparison::new(spec.games, spec.seed)
        };
        let never = || false;
        let report = comparison.run(&[(name.to_owned(), loaded)], &never, |_| {});
        let report = report.expect("nobody stops it");
        let sums = report.subjects[0].tally.displaced.sums;
        assert_eq!((sums.total(), sums.games()), (sum, asked), "{name}");
        assert!(asked > 50, "{name}: {asked}");
    }
}

/// Returns the value of a position for South after so many plies of best play: seeds held, in hundredths; all of them
/// if a side has won.
fn worth(game: &Game, plies: u32) -> i64 {
    let all = 100 * i64::from(game.seeds());
    match game.result() {
        Some(Outcome::South) => return all,
        Some(Outcome::North) => return -all,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    if plies == 0 {
        let BySide([south, north]) = game.holdings().map(i64::from);
        return 100 * (south - north);
    }
    let values = game.moves().into_iter().map(|mv| {
        let mut next = game.clone();
        next.play(&mv.text).expect("a legal move");
        worth(&next, plies - 1)
    });
    match game.to_move() {
        Side::South => values.max().expect("a move"),
        Side::North => values.min().expect("a move"),
    }
}

/// Values by going all ways through four plies, against those of the search: how often the best is worth a seed more than the median, and what
/// greed loses, where there is but one move that greed can choose.
#[test]
fn values_are_searched_again() {
    let set = ["board.columns=4".to_owned()];
    let loaded = Catalogue::new().load("kalah", &set).expect("a variant");
    let spec = MatchSpec::new([PlayerSpec::Random; 2], 60, 4);
    let all = 100 * i64::from(loaded.game().seeds());
    // What greed loses at least and at most: which of equal moves it makes is chance.
    let (mut choices, mut trap, mut asked) = (0, [0, 0], 0);
    for (number, moves) in records(&loaded, &spec) {
        let (game, _, _) = drawn(&loaded, &spec, number, &moves);
        let sign = match game.to_move() {
            Side::South => 1,
            Side::North => -1,
        };
        let values = game.moves().into_iter().map(|mv| {
            let mut next = game.clone();
            next.play(&mv.text).expect("a legal move");
            (sign * worth(&next, 0), sign * worth(&next, 3))
        });
        let values: Vec<(i64, i64)> = values.collect();
        let mut ahead: Vec<i64> = values.iter().map(|(_, ahead)| *ahead).collect();
        ahead.sort_unstable();
        let (best, median) = (ahead[ahead.len() - 1], ahead[(ahead.len() - 1) / 2]);
        choices += u128::from(best - median >= 100);
        let greediest = values.iter().map(|(now, _)| *now).max();
        let made = values.iter().filter(|(now, _)| Some(*now) == greediest);
        let lost = || made.clone().map(|(_, ahead)| (best - ahead) * 1_000_000 / all);
        trap[0] += lost().min().expect("a move");
        trap[1] += lost().max().expect("a move");
        asked += 1;
    }
    let comparison = Comparison {
        measures: Some(vec![Measure::RealChoice, Measure::GreedyTrap]),
        ..Comparison::new(spec.games, spec.seed)
    };
    let never = || false;
    let report = comparison.run(&[("kalah".to_owned(), loaded)], &never, |_| {});
    let tally = &report.expect("nobody stops it").subjects[0].tally;
    let sums = tally.real_choice.sums;
    assert_eq!((sums.total(), sums.games()), (choices, asked));
    assert!(choices > 5 && choices < u128::from(asked), "{choices} of {asked}");
    let found = i64::try_from(tally.trap.sums.total()).expect("few");
    assert!((trap[0]..=trap[1]).contains(&found) && trap[0] > 0, "{found}, expected {trap:?}");
}
