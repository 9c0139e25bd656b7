//! What holds for every variant, in positions of random games, of the examples, and with seeds scattered at random.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mankala::any::LegalMove;
use mankala::text::notation::{Diagram, Value};
use mankala::text::trace::Replay;
use mankala::{AnyGame, Dice, Direction, Loaded, Outcome, Pit, Side};

mod common;

/// Positions of each kind for each variant.
const POSITIONS: usize = 200;

/// Random games are cut off after so many moves.
const LONGEST_GAME: usize = 400;

/// A variant with positions to try it in, as text.
struct Case {
    name: &'static str,
    loaded: Loaded,
    positions: Vec<String>,
}

impl Case {
    fn game(&self, position: &str) -> Box<dyn AnyGame> {
        let game = self.loaded.game_from(position);
        game.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |(name, loaded): (&'static str, Loaded)| {
        let given = loaded
            .examples
            .iter()
            .filter_map(|example| example.position.clone());
        let mut positions: Vec<String> = given.collect();
        positions.extend(played(&loaded));
        positions.extend(scattered(name, &loaded));
        Case {
            name,
            loaded,
            positions,
        }
    };
    common::variants().map(case).collect()
});

/// Calls `law` with the game of every position of every variant, and says in which one it failed.
fn for_each_position(law: impl Fn(&Case, &dyn AnyGame)) {
    for_some_positions(1, law);
}

/// The same with one position in `every`, for laws that take long to try.
fn for_some_positions(every: usize, law: impl Fn(&Case, &dyn AnyGame)) {
    for case in CASES.iter() {
        for position in case.positions.iter().step_by(every) {
            let failing = Failing(case.name, position);
            law(case, &*case.game(position));
            std::mem::forget(failing);
        }
    }
}

/// Says, when it is dropped by a panic, where the law did not hold.
struct Failing<'a>(&'a str, &'a str);

impl Drop for Failing<'_> {
    fn drop(&mut self) {
        eprintln!("{} in {}", self.0, self.1);
    }
}

/// Positions of random games, from the opening to the end.
fn played(loaded: &Loaded) -> Vec<String> {
    let mut dice = Dice::seeded(1);
    let mut positions = Vec::new();
    for _ in 0..6 {
        let mut game = loaded.game();
        let mut all = vec![game.text()];
        while all.len() < LONGEST_GAME {
            let Some(mv) = game.random_move(&mut dice) else {
                break;
            };
            game.play(&mv).expect("a legal move");
            all.push(game.text());
        }
        // The last position is over, most often.
        positions.extend(all.pop());
        let kept = all.len().div_ceil(POSITIONS / 6).max(1);
        positions.extend(all.into_iter().step_by(kept));
    }
    positions
}

/// Positions that no game may ever reach: few seeds or many, in few pits or many, fields set at random.
fn scattered(name: &str, loaded: &Loaded) -> Vec<String> {
    let mut dice = Dice::seeded(2);
    let opening = loaded.game();
    let mut positions = Vec::new();
    let mut attempts = 0;
    while positions.len() < POSITIONS {
        attempts += 1;
        assert!(
            attempts < 40 * POSITIONS,
            "{name}: hardly any position is accepted"
        );
        let text = scatter(&*opening, &mut dice);
        if let Ok(game) = loaded.game_from(&text) {
            positions.push(game.text());
        }
    }
    positions
}

fn scatter(opening: &dyn AnyGame, dice: &mut Dice) -> String {
    let mut diagram = opening.diagram();
    let side = u32::from(opening.layout().pits_a_side());
    let mut seeds = 1 + dice.below(opening.seeds());
    diagram.to_move = Side::BOTH[dice.below(2) as usize];
    diagram.pits = [vec![0; side as usize], vec![0; side as usize]];
    let pit = |dice: &mut Dice| Pit {
        owner: Side::BOTH[dice.below(2) as usize],
        spot: dice.below(side) as u8,
    };
    let mut emptied = Vec::new();
    for (_, value) in &mut diagram.fields {
        match value {
            Value::Seeds(counts) => {
                // Nothing, or up to half of what is there.
                let off = dice.below(2) * dice.below(seeds / 2 + 1);
                let south = dice.below(off + 1);
                seeds -= off;
                *counts = [south as u8, (off - south) as u8];
            }
            Value::Sides(sides) => *sides = [dice.below(2) == 0, dice.below(2) == 0],
            Value::Number(number) => *number = dice.below(10) as u16,
            Value::Turns(made) => *made = [dice.below(2) as u8, dice.below(2) as u8],
            Value::Directions(ways) => {
                for way in ways {
                    let all = [None, Some(Direction::Forward), Some(Direction::Backward)];
                    *way = all[dice.below(3) as usize];
                }
            }
            Value::Pits(pits) => {
                let first = pit(dice);
                let second = pit(dice);
                let choices = [vec![], vec![], vec![first], vec![first, second]];
                pits.clone_from(&choices[dice.below(4) as usize]);
                pits.dedup();
                // Some marks are for empty pits only.
                if dice.below(2) == 0 {
                    emptied.clone_from(pits);
                }
            }
        }
    }
    let places: Vec<Pit> = (0..=dice.below(2 * side)).map(|_| pit(dice)).collect();
    for _ in 0..seeds {
        let pit = places[dice.below(places.len() as u32) as usize];
        diagram.pits[pit.owner.index()][usize::from(pit.spot)] += 1;
    }
    for pit in emptied {
        diagram.pits[pit.owner.index()][usize::from(pit.spot)] = 0;
    }
    diagram.write(opening.layout())
}

#[test]
fn positions_are_many_and_of_all_kinds() {
    for case in CASES.iter() {
        let games: Vec<_> = case
            .positions
            .iter()
            .map(|position| case.game(position))
            .collect();
        let going = games.iter().filter(|game| game.result().is_none()).count();
        assert!(
            going >= POSITIONS,
            "{}: only {going} positions go on",
            case.name
        );
        assert!(going < games.len(), "{}: no position is over", case.name);
        for side in Side::BOTH {
            assert!(
                games.iter().any(|game| game.to_move() == side),
                "{}: {side} is never to move",
                case.name
            );
        }
    }
}

#[test]
fn written_positions_read_back_the_same() {
    for_each_position(|case, game| {
        let text = game.text();
        let again = case.game(&text);
        assert_eq!(again.text(), text);
        assert_eq!(again.diagram(), game.diagram());
        assert_eq!(again.moves(), game.moves());
        for written in game.moves() {
            let after = case.game(&written.after);
            assert_eq!(after.text(), written.after);
            assert_eq!(after.result(), written.result, "after {}", written.text);
        }
    });
}

#[test]
fn no_move_is_listed_twice() {
    for_each_position(|_, game| {
        let mut texts: Vec<String> = game
            .moves()
            .into_iter()
            .map(|written| written.text)
            .collect();
        texts.sort();
        let all = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), all);
    });
}

#[test]
fn a_game_is_over_where_there_is_no_move() {
    for_each_position(|_, game| {
        assert_eq!(game.moves().is_empty(), game.result().is_some());
        assert_eq!(game.ending().is_some(), game.result().is_some());
    });
}

/// Who has won may hang on the last move, which a written position does not tell; that it is over does not.
#[test]
fn a_finished_position_is_over_also_without_its_result() {
    let compared = std::cell::Cell::new(0);
    for_each_position(|case, game| {
        for written in game.moves() {
            let Some((unfinished, _)) = written.after.split_once(" result=") else {
                continue;
            };
            // Some can't be gone on with, so that they are positions only while their result is written.
            let Ok(again) = case.loaded.game_from(unfinished) else {
                continue;
            };
            let mut played = game.boxed_clone();
            played.play(&written.text).expect("a legal move");
            assert_eq!(again.ending(), played.ending(), "after {}", written.text);
            assert_eq!(again.text(), unfinished);
            assert!(again.moves().is_empty());
            compared.set(compared.get() + 1);
        }
    });
    assert!(
        compared.get() > 100,
        "only {} were compared",
        compared.get()
    );
}

#[test]
fn listed_moves_play_and_lead_where_the_list_says() {
    for_each_position(|_, game| {
        for (index, written) in game.moves().into_iter().enumerate() {
            let mut played = game.boxed_clone();
            assert_eq!(played.play(&written.text).as_ref(), Ok(&written.text));
            assert_eq!(played.text(), written.after, "after {}", written.text);
            assert_eq!(played.result(), written.result, "after {}", written.text);
            assert_eq!(played.plies(), 1);
            assert_eq!(played.record(), [written.text], "move {index}");
        }
    });
}

/// A move as it is written, taken apart.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    row: Option<char>,
    number: String,
    direction: Option<char>,
    choice: String,
    stars: usize,
}

impl Parts {
    fn of(text: &str) -> Self {
        let bare = text.trim_end_matches('*');
        let row = bare.chars().next().filter(|c| "aAbB".contains(*c));
        let rest = &bare[row.map_or(0, char::len_utf8)..];
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (number, rest) = rest.split_at(digits);
        let direction = rest.chars().next().filter(|c| "LR".contains(*c));
        Self {
            row,
            number: number.to_owned(),
            direction,
            choice: rest[direction.map_or(0, char::len_utf8)..].to_owned(),
            stars: text.len() - bare.len(),
        }
    }

    /// Whether `text` may stand for this move: it leaves out marks, or adds the row and a direction
    /// where the canonical form has none.
    fn may_be_written(&self, text: &str, mover: Side) -> bool {
        let other = Self::of(text);
        let front = if mover == Side::South { 'A' } else { 'a' };
        let direction_fits = match self.direction {
            Some(_) => other.direction == self.direction,
            None => true,
        };
        other.number == self.number
            && other.choice == self.choice
            && other.stars <= self.stars
            && (other.row == self.row || self.row.is_none() && other.row == Some(front))
            && direction_fits
    }
}

/// Every text that looks like a move of this board.
fn all_texts(game: &dyn AnyGame) -> Vec<String> {
    let columns = usize::from(game.layout().columns());
    let mut texts = Vec::new();
    for row in ["", "A", "B", "a", "b"] {
        for number in 0..=columns + 1 {
            for direction in ["", "L", "R"] {
                for choice in ["", ">", ">>", "!0", "!1", "!2"] {
                    for stars in ["", "*", "**"] {
                        texts.push(format!("{row}{number}{direction}{choice}{stars}"));
                    }
                }
            }
        }
    }
    texts
}

/// Tries to play a text: it must be a spelling of a legal move, or be refused and change nothing.
fn plays_or_is_refused(game: &dyn AnyGame, legal: &[LegalMove], text: &str) {
    let mut played = game.boxed_clone();
    match played.play(text) {
        Ok(canonical) => {
            let written = legal.iter().find(|written| written.text == canonical);
            let written = written.unwrap_or_else(|| panic!("{text} is played as {canonical}"));
            assert_eq!(played.text(), written.after, "after {text}");
            assert!(
                Parts::of(&canonical).may_be_written(text, game.to_move()),
                "{text} is taken for {canonical}"
            );
        }
        Err(error) => {
            assert!(
                legal.iter().all(|written| written.text != text),
                "{text} is listed and refused: {error}"
            );
            let listed: Vec<&str> = legal.iter().map(|written| &*written.text).collect();
            assert_eq!(error.legal, listed);
            assert_eq!(played.text(), game.text());
            assert_eq!(played.diagram(), game.diagram());
            assert_eq!(
                (played.plies(), played.result()),
                (game.plies(), game.result())
            );
            assert!(game.trace(text).is_err() && game.events(text).is_err());
        }
    }
}

#[test]
fn what_is_not_listed_is_refused_and_changes_nothing() {
    let dice = std::cell::RefCell::new(Dice::seeded(3));
    for_some_positions(3, |_, game| {
        let (legal, texts) = (game.moves(), all_texts(game));
        for _ in 0..40 {
            let text = &texts[dice.borrow_mut().below(texts.len() as u32) as usize];
            plays_or_is_refused(game, &legal, text);
        }
    });
    for_some_positions(97, |_, game| {
        let legal = game.moves();
        for text in all_texts(game) {
            plays_or_is_refused(game, &legal, &text);
        }
    });
}

#[test]
fn marks_that_the_position_implies_may_be_left_out() {
    for_some_positions(2, |_, game| {
        for written in game.moves() {
            let bare = written.text.trim_end_matches('*');
            assert_eq!(game.boxed_clone().play(bare).as_ref(), Ok(&written.text));
            let starred = format!("{}*", written.text);
            assert!(
                game.boxed_clone().play(&starred).is_err(),
                "{starred} has a star too many"
            );
        }
    });
}

#[test]
fn events_make_the_new_board_of_the_old_one() {
    for_each_position(|case, game| {
        for written in game.moves() {
            let before = game.diagram();
            let mut replay = Replay::new(game.layout(), &before);
            for event in game.events(&written.text).expect("a legal move") {
                replay.apply(event);
                let seeds = replay.diagram.total() + u32::from(replay.hand);
                assert_eq!(seeds, before.total(), "{} at {event:?}", written.text);
            }
            let after = case.game(&written.after).diagram();
            assert_eq!(replay.hand, 0, "{}", written.text);
            assert_eq!(replay.diagram.pits, after.pits, "{}", written.text);
            assert_eq!(
                seed_fields(&replay.diagram),
                seed_fields(&after),
                "{}",
                written.text
            );
            let trace = game.trace(&written.text).expect("a legal move");
            let last = trace.last().expect("a move has a step");
            assert_eq!(
                (&last.diagram.pits, last.hand),
                (&after.pits, 0),
                "{}",
                written.text
            );
        }
    });
}

/// What lies off the board.
fn seed_fields(diagram: &Diagram) -> Vec<[u8; 2]> {
    let seeds = diagram.fields.iter().filter_map(|(_, value)| match value {
        Value::Seeds(seeds) => Some(*seeds),
        _ => None,
    });
    seeds.collect()
}

#[test]
fn no_seed_is_lost_and_none_found() {
    let mut dice = Dice::seeded(4);
    for case in CASES.iter() {
        for _ in 0..4 {
            let mut game = case.loaded.game();
            let seeds = game.seeds();
            while let (Some(mv), true) = (game.random_move(&mut dice), game.plies() < LONGEST_GAME)
            {
                game.play(&mv).expect("a legal move");
                let off: u32 = seed_fields(&game.diagram())
                    .concat()
                    .into_iter()
                    .map(u32::from)
                    .sum();
                let board: u32 = game
                    .diagram()
                    .pits
                    .concat()
                    .into_iter()
                    .map(u32::from)
                    .sum();
                assert_eq!(board + off, seeds, "{}: {}", case.name, game.text());
                assert_eq!(game.seeds(), seeds);
            }
        }
    }
}

/// The same position with the board turned round, so that each player has what the other had.
fn turned(game: &dyn AnyGame) -> String {
    let mut diagram = game.diagram();
    diagram.pits.swap(0, 1);
    diagram.to_move = diagram.to_move.other();
    for (_, value) in &mut diagram.fields {
        match value {
            Value::Seeds(pair) | Value::Turns(pair) => pair.swap(0, 1),
            Value::Sides(pair) => pair.swap(0, 1),
            Value::Directions(pair) => pair.swap(0, 1),
            Value::Number(_) => {}
            Value::Pits(pits) => pits
                .iter_mut()
                .for_each(|pit| pit.owner = pit.owner.other()),
        }
    }
    // A result is turned only where it is written: the others are to be found again.
    let written = game.text().contains(" result=");
    diagram.result = turned_result(game.result()).filter(|_| written);
    diagram.write(game.layout())
}

fn turned_result(result: Option<Outcome>) -> Option<Outcome> {
    result.map(|result| match result {
        Outcome::South => Outcome::North,
        Outcome::North => Outcome::South,
        Outcome::Draw => Outcome::Draw,
    })
}

/// The move of the other player: the row in the other case.
fn turned_move(text: &str) -> String {
    let swap = |c: char| match c {
        'A' => 'a',
        'a' => 'A',
        'B' => 'b',
        'b' => 'B',
        _ => c,
    };
    text.chars().map(swap).collect()
}

#[test]
fn the_board_turned_round_gives_the_moves_turned_round() {
    for_each_position(|case, game| {
        let other = case.game(&turned(game));
        assert_eq!(other.result(), turned_result(game.result()));
        let mut moves: Vec<LegalMove> = game.moves();
        for written in &mut moves {
            written.text = turned_move(&written.text);
            written.after = turned(&*case.game(&written.after));
            written.result = turned_result(written.result);
        }
        assert_eq!(other.moves(), moves);
    });
}

#[test]
fn undo_restores_every_earlier_position() {
    let mut dice = Dice::seeded(5);
    for case in CASES.iter() {
        for start in case.positions.iter().step_by(10) {
            let mut game = case.game(start);
            let seen = |game: &dyn AnyGame| {
                (
                    game.text(),
                    game.result(),
                    game.ending(),
                    game.record(),
                    game.repetitions(),
                )
            };
            let mut past = vec![seen(&*game)];
            while let (Some(mv), true) = (game.random_move(&mut dice), past.len() < 60) {
                game.play(&mv).expect("a legal move");
                past.push(seen(&*game));
            }
            while let Some(expected) = past.pop() {
                assert_eq!(seen(&*game), expected, "{} from {start}", case.name);
                assert_eq!(game.undo(), !past.is_empty());
            }
            assert_eq!(game.text(), case.game(start).text());
        }
    }
}

/// Where a move can be stopped on its way the draw is between two moves of one start, so positions
/// with such moves are tried first.
#[test]
fn each_move_is_drawn_equally_often() {
    let mut dice = Dice::seeded(6);
    for case in CASES.iter() {
        let has_choice = |game: &dyn AnyGame| {
            let moves = game.moves();
            moves
                .iter()
                .any(|written| written.text.contains(['>', '!']))
        };
        let games = case.positions.iter().map(|position| case.game(position));
        let mut games: Vec<_> = games.filter(|game| game.moves().len() > 1).collect();
        games.sort_by_key(|game| !has_choice(&**game));
        let spread = games.len() / 4;
        let some = games
            .iter()
            .take(4)
            .chain(games.iter().step_by(spread.max(1)).skip(1));
        for game in some {
            let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
            let moves = game.moves();
            for written in &moves {
                drawn.insert(written.text.clone(), 0);
            }
            let expected = 200;
            for _ in 0..expected * moves.len() {
                let mv = game.random_move(&mut dice).expect("a legal move");
                *drawn
                    .get_mut(&mv)
                    .unwrap_or_else(|| panic!("{mv} is not legal")) += 1;
            }
            let expected = f64::from(expected as u32);
            let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
            let sum: f64 = drawn.values().map(square).sum();
            // The sum has a mean of `free` and a variance of `2 * free` where the draw is even.
            let free = f64::from(u32::try_from(moves.len() - 1).expect("few moves"));
            let bound = free + 6.0 * (2.0 * free).sqrt() + 6.0;
            assert!(
                sum < bound,
                "{} in {}: {sum} of {bound}, {drawn:?}",
                case.name,
                game.text()
            );
        }
    }
}

#[test]
fn nothing_is_drawn_where_the_game_is_over() {
    let mut dice = Dice::seeded(7);
    for case in CASES.iter() {
        for position in &case.positions {
            let game = case.game(position);
            assert_eq!(
                game.random_move(&mut dice).is_none(),
                game.result().is_some(),
                "{position}"
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for case in CASES.iter() {
        let record = |seed: u64| {
            let mut dice = Dice::seeded(seed);
            let mut game = case.loaded.game();
            while let (Some(mv), true) = (game.random_move(&mut dice), game.plies() < 30) {
                game.play(&mv).expect("a legal move");
            }
            game.record()
        };
        assert_eq!(record(8), record(8), "{}", case.name);
        let others: Vec<_> = (9..17).map(record).collect();
        assert!(
            others.iter().any(|other| *other != record(8)),
            "{}: nine seeds give the same game",
            case.name
        );
    }
}

#[test]
fn perft_counts_the_listed_moves() {
    for_some_positions(5, |case, game| {
        let moves = game.moves();
        assert_eq!(game.perft(0), 1);
        assert_eq!(game.perft(1), moves.len() as u64);
        let replies = |written: &LegalMove| case.game(&written.after).moves().len() as u64;
        assert_eq!(game.perft(2), moves.iter().map(replies).sum::<u64>());
        let listed = moves
            .iter()
            .map(|written| (written.text.clone(), replies(written)));
        let divided: BTreeMap<String, u64> = game.divide(2, 2).into_iter().collect();
        assert_eq!(divided, listed.collect());
    });
}

#[test]
fn who_resigns_has_lost_and_the_board_stays() {
    for_some_positions(10, |_, game| {
        for side in Side::BOTH {
            let mut resigned = game.boxed_clone();
            resigned.resign(side);
            let expected = game.result().or(Some(Outcome::win(side.other())));
            assert_eq!(resigned.result(), expected);
            assert_eq!(resigned.diagram().pits, game.diagram().pits);
            assert!(resigned.moves().is_empty());
        }
    });
}
