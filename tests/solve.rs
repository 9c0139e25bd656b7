//! Solving: values that are known, a naive solver beside ours, and what is promised about bounds.

use std::collections::HashMap;

use mankala::game::Ending;
use mankala::search::{Bounds, Method, Solution, Task};
use mankala::testing::Budget;
use mankala::variant::{BySide, ByTurn, moves};
use mankala::{Catalogue, Dice, Game, Loaded, Outcome, Side};

use crate::common::run::{keys, mankala, text};
use crate::common::{each_variant, tries};

pub(crate) fn load(name: &str, changes: &[&str]) -> Loaded {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let loaded = Catalogue::new().load(name, &changes);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

fn solve(game: &Game, moves: bool) -> Solution {
    let task = Task { memory: 16 << 20, moves, ..Task::default() };
    game.solve(task, &|| false, &mut |_| ())
}

/// The value of Kalah with so many pits a side and seeds a pit.
fn kalah(capture: &str, columns: u8, seeds: u8) -> Option<i32> {
    let [columns, seeds] = [format!("board.columns={columns}"), format!("setup.seeds={seeds}")];
    let loaded = load("kalah", &[&columns, &seeds, capture]);
    let solution = solve(&loaded.game(), false);
    assert!(solution.seeds);
    solution.bounds.value()
}

/// With one to three pits a side: by brute force over a program of its own, given with the task; the signs are those of
/// G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000).
#[test]
fn kalah_has_its_known_values() {
    let known = [(1, [0, -2, 6, -2, 2, 0]), (2, [2, -2, -2, -12, 6, 8]), (3, [0, 4, 2, 2, 6, -10])];
    for (columns, margins) in known {
        for (seeds, margin) in (1..).zip(margins) {
            let found = kalah("rules.capture=always", columns, seeds);
            assert_eq!(found, Some(margin), "{columns} pits, {seeds} seeds");
        }
    }
    for (seeds, margin) in (1..).zip([0, 4, 2, 2, 6, -8]) {
        let found = kalah("rules.capture=opposite-filled", 3, seeds);
        assert_eq!(found, Some(margin), "{seeds} seeds");
    }
}

/// Larger boards: who wins is as in the paper, by how much was found here.
#[test]
fn larger_kalah_boards_agree_with_the_literature() {
    let boards = [(4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (6, 1), (6, 2)];
    let more = [(4, 4), (4, 5), (4, 6), (5, 3), (5, 4), (6, 3)];
    let full = Budget::from_env() == Budget::FULL;
    for (columns, seeds) in boards.into_iter().chain(more.into_iter().filter(|_| full)) {
        let expected = match (columns, seeds) {
            (4, 6) | (5, 1 | 2) => 0,
            _ => 1,
        };
        let found = kalah("rules.capture=always", columns, seeds);
        let found = found.map(i32::signum);
        assert_eq!(found, Some(expected), "{columns} pits, {seeds} seeds");
    }
}

/// The game itself, as in the paper.
#[test]
fn kalah_is_won_by_ten() {
    if Budget::from_env() != Budget::FULL {
        return;
    }
    let game = load("kalah", &["rules.capture=always"]).game();
    let task = Task { memory: 1 << 30, moves: false, ..Task::default() };
    let solution = game.solve(task, &|| false, &mut |_| ());
    assert_eq!(solution.bounds.value(), Some(10));
}

/// Bao Kingulu from its opening: found here, and by the naive solver on smaller boards below.
#[test]
fn bao_kingulu_is_solved() {
    let solution = solve(&load("bao-kingulu", &[]).game(), true);
    assert!(solution.seeds);
    assert_eq!(solution.bounds.value(), Some(4));
    let best = solution.moves.iter().filter(|found| found.bounds.value() == Some(4));
    let best: Vec<&str> = best.map(|found| &*found.text).collect();
    assert_eq!(best, ["A3"]);
    assert!(solution.moves.iter().all(|found| found.bounds.value() <= Some(4)));
    assert_eq!(solution.line.first().map(|mv| &**mv), Some("A3"));
}

/// No move is worth more than the position, even if the search ends before it has solved any move.
#[test]
fn moves_have_the_bounds_of_the_position() {
    let game = load("kalah", &["board.columns=5", "setup.seeds=2"]).game();
    let solved = std::cell::Cell::new(false);
    let task = Task { memory: 16 << 20, moves: true, ..Task::default() };
    let solution = game.solve(task, &|| solved.get(), &mut |far| {
        solved.set(far.bounds.value().is_some());
    });
    let value = solution.bounds.value();
    assert!(value.is_some() && solution.moves.len() == 5, "{solution:?}");
    let highs = solution.moves.iter().map(|found| found.bounds.high);
    assert!(highs.into_iter().all(|high| high.is_some() && high <= value), "{solution:?}");
}

/// A line of best play leads to the value that was found.
#[test]
fn the_line_reaches_the_value() {
    let mut followed = 0;
    for (name, changes) in [
        ("kalah", &["board.columns=3", "setup.seeds=3"][..]),
        ("kalah", &["board.columns=4", "setup.seeds=2"]),
        // What is left in pits that nobody has claimed is nobody's.
        ("andot", &["board.columns=2", "setup.seeds=2"]),
        ("bao-kingulu", &["board.columns=4", "setup.seeds=3"]),
        ("bao-kingulu", &[]),
        ("oware", &["board.columns=3", "setup.seeds=2", "rules.majority=false"]),
    ] {
        let mut game = load(name, changes).game();
        let solution = solve(&game, false);
        let Some(value) = solution.bounds.value() else {
            continue;
        };
        for mv in &solution.line {
            game.play(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        if game.result().is_some() {
            let BySide([south, north]) = game.holdings().map(i32::from);
            assert_eq!(south - north, value, "{name} {changes:?}: {:?}", solution.line);
            followed += 1;
        }
    }
    assert!(followed >= 5, "only {followed} lines led to an end");
}

/// Facts about a position, found by brute force: the positions after its moves, whether each has the same player to
/// move, and bounds.
struct Known {
    after: Vec<(usize, bool)>,
    bounds: [i32; 2],
}

/// Returns the seeds that South and North have for good in a written position: captured ones, and those in reserved
/// pits.
fn won(text: &str) -> [i32; 2] {
    let field = |name: &str| {
        let mut fields = text.split(' ').filter_map(|field| field.strip_prefix(name));
        fields.next().unwrap_or("-").split(',').collect::<Vec<_>>()
    };
    let captured = field("captured=");
    let mut won =
        [0, 1].map(|side| captured.get(side).map_or(0, |seeds| seeds.parse().expect(text)));
    let rows = text.split(' ').next().expect(text).split('/');
    let rows: Vec<Vec<i32>> =
        rows.map(|row| row.split(',').map(|seeds| seeds.parse().expect(text)).collect()).collect();
    for pit in field("reserved=").iter().filter(|&&pit| pit != "-") {
        let place = pit[1..].parse::<usize>().expect(text) - 1;
        if pit.starts_with('A') {
            won[1] += rows[1][place];
        } else {
            won[0] += rows[0][rows[0].len() - 1 - place];
        }
    }
    won
}

/// Returns the value of a finished game for South, in seeds or by its result.
fn worth(game: &Game, seeds: bool) -> Option<i32> {
    let result = game.result()?;
    // What lies on the board where a position has come back is nobody's, unless it was moved to who has won it.
    let [south, north] = match game.ending() {
        Some(Ending::Repetition) => won(&game.text()),
        _ => game.holdings().map(i32::from).0,
    };
    Some(match result {
        _ if seeds => south - north,
        Outcome::South => 1,
        Outcome::North => -1,
        Outcome::Draw => 0,
    })
}

/// Every position that can be reached, by its text, with bounds that follow from the ends of games alone: repeated
/// until nothing changes, so that nothing rests on itself. `None` if there are too many.
///
/// If seeds that are won are kept for good and more of them win, nobody comes to more than those and all that are left.
fn brute_force(loaded: &Loaded, seeds: bool, kept: bool, most: usize) -> Option<[i32; 2]> {
    let opening = loaded.game();
    let all_seeds = opening.seeds().cast_signed();
    let widest = if seeds { all_seeds } else { 1 };
    let mut places: HashMap<String, usize> = HashMap::from([(opening.text(), 0)]);
    let mut texts = vec![opening.text()];
    let mut all: Vec<Known> = Vec::new();
    while all.len() < texts.len() {
        let game = loaded.game_from(&texts[all.len()]).expect("a position");
        let mut known = Known { after: Vec::new(), bounds: [-widest, widest] };
        if kept {
            let ByTurn([own, other]) = BySide(won(&texts[all.len()])).seen_by(game.to_move());
            let left = all_seeds - own - other;
            let bounds = [own - other - left, own - other + left];
            known.bounds = bounds.map(|bound| bound.clamp(-widest, widest));
        }
        if let Some(value) = worth(&game, seeds) {
            let value = match game.to_move() {
                Side::South => value,
                Side::North => -value,
            };
            known.bounds = [value, value];
        }
        for written in game.moves() {
            let next = texts.len();
            let place = *places.entry(written.after.clone()).or_insert(next);
            if place == next {
                texts.push(written.after.clone());
            }
            let mover = |text: &str| text.split(' ').nth(1) == Some("S");
            let same = mover(&written.after) == (game.to_move() == Side::South);
            known.after.push((place, same));
        }
        all.push(known);
        if texts.len() > most {
            return None;
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for place in 0..all.len() {
            let after = all[place].after.iter().map(|&(next, same)| {
                let [low, high] = all[next].bounds;
                if same { [low, high] } else { [-high, -low] }
            });
            let best = after.reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])]);
            if let Some(best) = best.filter(|best| *best != all[place].bounds) {
                all[place].bounds = best;
                changed = true;
            }
        }
    }
    Some(all[0].bounds)
}

/// Values that keys of a file may have, of which some are tried together.
pub(crate) type Options<'a> = &'a [(&'a str, &'a [&'a str])];

pub(crate) const GAMES: &[(&str, Options<'_>)] = &[
    (
        "kalah",
        &[
            ("rules.capture", &["opposite-filled", "always", "never"]),
            ("rules.laps", &["single", "relay", "relay-own-row"]),
            ("rules.in_store", &["again", "ends"]),
            ("rules.stores", &["own", "both"]),
            ("rules.in_theirs", &["ends", "again", "captures"]),
            ("rules.empty_across", &["nothing", "loses-store"]),
            ("rules.over", &["row-empty", "stuck", "own-row-empty"]),
            ("rules.side", &["own", "any"]),
            ("rules.stuck", &["ends", "passes"]),
            ("rules.majority", &["false", "true"]),
        ],
    ),
    (
        "oware",
        &[
            ("rules.majority", &["false", "true"]),
            ("rules.feeding", &["none", "required", "if-possible"]),
            ("rules.stuck", &["ends", "passes"]),
            ("rules.rest", &["own-row", "other", "last-mover"]),
            ("rules.repetition", &["none", "own-rows"]),
            ("rules.goal", &["most", "last-move"]),
        ],
    ),
    (
        "krur",
        &[
            ("rules.majority", &["false", "true"]),
            ("rules.takes", &["1", "3"]),
            ("rules.sown", &["all"]),
        ],
    ),
    ("bao-kingulu", &[]),
    ("bao-6x2", &[]),
    ("toguz-korgool", &[]),
];

/// A variant with a small board and some of these options; `None` if they don't go together.
pub(crate) fn small(name: &str, options: Options<'_>, dice: &mut Dice) -> Option<(Loaded, String)> {
    let mut changes = vec![
        format!("board.columns={}", 1 + dice.below(3)),
        format!("setup.seeds={}", 1 + dice.below(3)),
    ];
    for (key, values) in options {
        if dice.below(3) == 0 {
            let value = values[dice.below(u32::try_from(values.len()).expect("few")) as usize];
            changes.push(format!("{key}={value}"));
        }
    }
    let loaded = Catalogue::new().load(name, &changes).ok()?;
    Some((loaded, format!("{name} {changes:?}")))
}

/// Over random small games, with and without cycles, the solver proves what brute force proves: no more, and no less.
/// If a repetition ends the game, it may prove more, which playing out every line confirms.
#[test]
fn a_naive_solver_agrees() {
    let mut dice = Dice::seeded(14);
    let (mut open, mut settled, mut repeated) = (0, 0, 0);
    for (name, options) in GAMES {
        let mut compared = 0;
        for _ in 0..tries(200, 7000) {
            let Some((loaded, told)) = small(name, options, &mut dice) else {
                continue;
            };
            let game = loaded.game();
            let solution = solve(&game, false);
            // What is won may be lost again, or does not win.
            let lost = ["loses-store", "in_theirs=captures", "goal=last-move"];
            let claimed = *name == "krur" && !solution.seeds;
            let kept = !claimed && !lost.iter().any(|&how| told.contains(how));
            let Some([low, high]) = brute_force(&loaded, solution.seeds, kept, 2000) else {
                continue;
            };
            let widest = if solution.seeds { game.seeds().cast_signed() } else { 1 };
            let Bounds { low: least, high: most } = solution.bounds;
            let found = [least.unwrap_or(-widest), most.unwrap_or(widest)];
            if found != [low, high] {
                // A repetition that ends the game proves more.
                assert!(low <= found[0] && found[1] <= high, "{told}, {solution:?}");
                assert!(game.variant().recurrence() > 0, "{told}, {solution:?}");
                let value = played_out(&mut loaded.game(), solution.seeds, &mut 100_000);
                let holds = |value| found[0] <= value && value <= found[1];
                assert!(value.is_none_or(holds), "{told}, {value:?}, {solution:?}");
                repeated += u32::from(value.is_some());
            }
            compared += 1;
            if low == high {
                settled += 1;
            } else {
                open += 1;
            }
        }
        assert!(compared > 0, "nothing of {name} was small enough");
    }
    assert!(open > 3 && settled > 20, "{open} open, {settled} settled");
    assert!(repeated > 0, "no repetition proved anything");
}

/// Returns the value of a game for South, in seeds or by its result, by playing every line to its end. Nothing is
/// remembered, so the past counts. `None` if that takes more than this number of moves.
fn played_out(game: &mut Game, seeds: bool, left: &mut u32) -> Option<i32> {
    if let Some(value) = worth(game, seeds) {
        return Some(value);
    }
    let good = if game.to_move() == Side::South { 1 } else { -1 };
    let mut best = None;
    for (mv, after) in moves(game.variant(), game.position(), &|| false) {
        *left = left.checked_sub(1)?;
        game.commit(mv, &after);
        let value = played_out(game, seeds, left);
        assert!(game.undo());
        best = best.max(Some(good * value?));
        if best == Some(1) && !seeds {
            break;
        }
    }
    best.map(|best| good * best)
}

/// A move that only comes back to where the game has been ends it there: that counts in the values of moves and in the line.
#[test]
fn values_of_moves_respect_earlier_positions() {
    // A1 and then a1 lead back here, which is a draw; A3 wins at once.
    let loaded = load("koumma", &["board.columns=3"]);
    let game = loaded.game_from("0,0,1/1,1,2 S captured=0,0");
    let solution = solve(&game.expect("a position"), true);
    let values = solution.moves.iter();
    let values: Vec<_> = values.map(|mv| (&*mv.text, mv.bounds.value())).collect();
    assert_eq!(values, [("A1", Some(0)), ("A2", Some(0)), ("A3", Some(1))]);
    assert_eq!(solution.line, ["A3"]);
    let mut dice = Dice::seeded(29);
    let mut compared = [0; 2];
    for _ in 0..1200 {
        let columns = 2 + dice.below(4);
        let (name, seeds, ends) = [
            ("koumma", false, "nobodys"),
            ("oware", false, "own-rows"),
            ("oware", true, "own-rows"),
            ("oware", true, "nobodys"),
        ][dice.below(4) as usize];
        let changes = [
            format!("board.columns={columns}"),
            format!("rules.majority={}", !seeds),
            format!("rules.repetition={ends}"),
        ];
        let loaded = load(name, &changes.each_ref().map(|change| &**change));
        let mut pits = vec![0_u32; 2 * columns as usize];
        for _ in 0..2 + dice.below(4) {
            let pit = dice.below(2 * columns) as usize;
            pits[pit] += 1;
        }
        let pits: Vec<String> = pits.iter().map(u32::to_string).collect();
        let [south, north] =
            [0, 1].map(|row| pits[row * columns as usize..][..columns as usize].join(","));
        let Ok(mut game) = loaded.game_from(&format!("{south}/{north} S captured=0,0")) else {
            continue;
        };
        if game.result().is_some() {
            continue;
        }
        let solution = solve(&game, true);
        assert_eq!(solution.seeds, seeds, "{name}");
        for mv in &solution.moves {
            game.play(&mv.text).expect("a legal move");
            let value = played_out(&mut game, seeds, &mut 3_000);
            assert!(game.undo());
            let (Some(value), Bounds { low, high }) = (value, mv.bounds) else {
                continue;
            };
            let right = low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high);
            assert!(right, "{} of {}: {value}, not {:?}", mv.text, game.text(), mv.bounds);
            compared[usize::from(seeds)] += 1;
        }
        let Some(value) = solution.bounds.value() else {
            continue;
        };
        let from = game.text();
        for mv in &solution.line {
            game.play(mv).expect("a legal move");
        }
        let come_to = worth(&game, seeds);
        assert!(come_to.is_none_or(|found| found == value), "{from}: {:?}", solution.line);
    }
    assert!(compared.iter().all(|&compared| compared > 300), "{compared:?} compared");
}

/// A majority that rests on claimed pits may be lost again: only where it can't is the game searched as if it went on.
#[test]
fn a_majority_of_claimed_pits_is_the_end() {
    // A1 is the end: South has 26 of 48 seeds, captured and claimed. If the game went on North could take some back.
    let position = "4,0,1,0,13,1/1,15,4,0,1,0 S captured=6,2 claimed-S=a2,a6 claimed-N=A2,A3 owned-S=- owned-N=-";
    let loaded = load("um-el-banat", &["rules.majority=true"]);
    let mut game = loaded.game_from(position).expect("a position");
    let solution = solve(&game, true);
    assert_eq!(solution.bounds.value(), Some(1));
    let best = solution.moves.iter();
    let best: Vec<&str> =
        best.filter(|mv| mv.bounds.value() == Some(1)).map(|mv| &*mv.text).collect();
    assert!(best.contains(&"A1"), "{best:?}");
    for mv in &solution.line {
        game.play(mv).expect("a legal move");
    }
    assert_eq!(worth(&game, false), Some(1));
    // Played on, this one would stay open: claimed seeds are not won for good.
    let small = solve(&load("no-sides-child", &["board.columns=3"]).game(), false);
    assert_eq!(small.bounds.value(), Some(-1));
}

/// Compares the value of finished games with their result, for every game.
#[test]
fn a_finished_game_is_worth_its_result() {
    each_variant(|name, loaded| {
        let mut dice = Dice::seeded(3);
        let mut game = loaded.game();
        while game.result().is_none() && game.plies() < 400 {
            let Some(mv) = game.random_move(&mut dice) else {
                break;
            };
            game.play(&mv).expect("a legal move");
        }
        if game.ending() == Some(Ending::Repetition) {
            return;
        }
        let Some(result) = game.result() else { return };
        let value = solve(&game, false).bounds.value().expect("a value");
        let winner = match (value.signum(), game.to_move()) {
            (0, _) => None,
            (1, side) => Some(side),
            (_, side) => Some(side.other()),
        };
        assert_eq!(result.winner(), winner, "{name}: {}", game.text());
    });
}

/// Whatever is cut short, what is said stays true.
#[test]
fn proofs_within_a_budget_are_true() {
    let loaded = load("kalah", &["board.columns=4", "setup.seeds=3", "rules.capture=always"]);
    for nodes in [0_u64, 1, 10, 100] {
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > nodes
        };
        let task = Task { memory: 0, moves: true, ..Task::default() };
        for method in [Method::Margin, Method::Winner] {
            let task = Task { method, ..task };
            let Bounds { low, high } = loaded.game().solve(task, &stop, &mut |_| ()).bounds;
            assert!(low.is_none_or(|low| low <= 8) && high.is_none_or(|high| high >= 8));
        }
    }
    // Without its margin, a win is a win by one or more.
    let task = Task { memory: 16 << 20, method: Method::Winner, ..Task::default() };
    let Bounds { low, high } = loaded.game().solve(task, &|| false, &mut |_| ()).bounds;
    assert_eq!((low, high), (Some(1), None));
}

#[test]
fn solve_prints_what_scripts_rely_on() {
    let small = ["--set", "board.columns=3", "--set", "setup.seeds=2"];
    let always = ["--set", "rules.capture=always"];
    let run = |more: &[&str]| {
        let arguments = [&["solve", "kalah", "--json"], &small[..], &always, more].concat();
        mankala(&arguments).done().object()
    };
    let plain = ["variant", "position", "unit", "value", "low", "high", "line", "nodes", "seconds"];
    let object = run(&[]);
    assert_eq!(keys(&object), plain);
    assert_eq!(text(&object, "position"), "2,2,2/2,2,2 S captured=0,0");
    assert_eq!(text(&object, "unit"), "seeds");
    assert_eq!([&object["value"], &object["low"], &object["high"]], [4, 4, 4]);
    let object = run(&["--moves"]);
    assert_eq!(object["moves"]["A2"], 4);
    assert_eq!(object["moves"].as_object().expect("moves").len(), 3);
    assert_eq!(object["bounds"]["A2"], serde_json::json!({ "low": 4, "high": 4 }));
    let told = mankala(&[&["solve", "kalah", "--moves"], &small[..], &always].concat()).done().out;
    assert!(told.contains("\n  A2  wins by 4\n"), "{told}");
    let object = run(&["--position", "0,0,1/1,0,0 N captured=3,5"]);
    assert_eq!(object["position"], "0,0,1/1,0,0 N captured=3,5");
    let over = run(&["--position", "0,0,0/1,0,0 S captured=3,6"]);
    assert_eq!((&over["value"], over["line"].as_array().map(Vec::len)), (&(-2).into(), Some(0)));
    let bao = ["solve", "zanzibar-bao", "--budget", "50ms", "--memory", "1M", "--json"];
    let object = mankala(&bao).done().quiet().object();
    assert_eq!((text(&object, "unit"), &object["value"]), ("result", &().into()));
    let open = ["solve", "kalah", "--budget", "20ms", "--memory", "1M", "--json"];
    let known = &mankala(&open).done().object()["known"];
    assert_eq!(known["margin"], 8);
    assert_eq!(text(known, "best"), "A3");
    mankala(&["solve", "kalah", "--budget", "5"]).misused();
    mankala(&["solve", "kalah", "--budget", "0s"]).misused();
    mankala(&["solve", "kalah", "--memory", "12"]).misused();
    if std::path::Path::new("/proc/meminfo").exists() {
        let all = mankala(&["solve", "kalah", "--memory", "1024G"]);
        all.refused(&["--memory", "1099512 MB"]);
    }
    let told = mankala(&["solve", "oware", "--budget", "20ms", "--memory", "1M"]).done().out;
    assert!(told.starts_with("not solved: "), "{told}");
    let cyclic = mankala(&["solve", "oware:board.columns=2,setup.seeds=3"]).done();
    assert!(cyclic.err.contains("more time does not help, but a larger --memory"), "{cyclic:?}");
    let cyclic = mankala(&["solve", "oware:board.columns=2,setup.seeds=3", "--proof"]).done();
    assert!(cyclic.err.contains("but a search without --proof may"), "{cyclic:?}");
    let draws = mankala(&["solve", "oware:board.columns=2,setup.seeds=1"]).done().out;
    assert!(draws.starts_with("the player to move wins or draws\n"), "{draws}");
    // A known winner is no news.
    let told = mankala(&["solve", "dakon", "--budget", "1s", "--memory", "64M"]).done();
    assert!(told.out.starts_with("the player to move wins by "), "{told:?}");
    assert!(!told.err.contains("With perfect play"), "{told:?}");
}

#[test]
fn values_of_single_rounds_are_told_as_such() {
    let short = ["--budget", "20ms", "--memory", "1M"];
    let known = mankala(&[&["solve", "hoyito-rounds"], &short[..]].concat()).done().err;
    let openings = ["openings", "hoyito-rounds", "--plies", "1", "--effort", "1"];
    let openings = mankala(&openings).done().out.replace('\n', " ");
    let over = ["--position", "0,0,0,0,0,0/1,0,0,0,0,0 S captured=30,17"];
    let found = mankala(&[&["solve", "hoyito-rounds"], &over[..]].concat()).done().err;
    for told in [known, openings, found] {
        assert!(told.contains("This is the value of a single round."), "{told}");
    }
}

/// A search that is stopped early has proved less, but nothing wrong.
#[test]
fn a_stopped_search_proves_nothing_wrong() {
    let loaded = load("kalah", &["board.columns=3", "setup.seeds=3"]);
    let mut game = loaded.game();
    for text in ["A2", "a1"] {
        game.play(text).expect("a legal move");
    }
    for method in [Method::Winner, Method::Margin, Method::Numbers] {
        for polls in 0..100 {
            let left = std::cell::Cell::new(polls);
            let stop = mankala::variant::limited(&left, &|| false);
            let task = Task { memory: 1 << 22, method, ..Task::default() };
            let bounds = game.solve(task, &stop, &mut |_| ()).bounds;
            let holds =
                bounds.low.is_none_or(|low| low <= 2) && bounds.high.is_none_or(|high| high >= 1);
            assert!(holds, "{method:?}, {polls} polls: {bounds:?}");
        }
    }
}
