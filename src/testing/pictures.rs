//! Examples as text: description, board, each move step by step, board after the moves, result.

use crate::files::catalogue::Loaded;
use crate::files::check::wrong_examples;
use crate::files::spec::Example;
use mankala_core::game::Game;
use mankala_core::text::render::{Marks, board};
use mankala_core::text::trace::Step;

/// Maximum number of steps of an example in which every step has its board.
const MOST_BOARDS: usize = 12;

/// Number of boards at either end of a longer example.
const OUTERMOST: usize = 3;

/// Maximum length of an example's name in a file name.
const LONGEST_NAME: usize = 60;

/// Example as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Valid file name, unique in the variant: `kalah-move-again` for the example "move again" of `kalah`.
    pub name: String,
    /// Rules that it shows: `shows KA2, KA1`.
    pub description: String,
    /// Example for people to read.
    pub text: String,
}

/// Returns all examples of a variant as text, in order.
///
/// # Panics
///
/// If an example does not give what it states; the message is that of `mankala check`.
pub fn pictures(loaded: &Loaded) -> Vec<Picture> {
    let wrong = wrong_examples(loaded, &|| false);
    assert!(wrong.is_empty(), "{wrong}");
    let mut pictures: Vec<Picture> = Vec::new();
    for example in &loaded.examples {
        let plain = format!("{}-{}", loaded.header.name, file_name(&example.name));
        let mut names = (1..).map(|number| match number {
            1 => plain.clone(),
            _ => format!("{plain}-{number}"),
        });
        let free = |name: &String| pictures.iter().all(|other| other.name != *name);
        pictures.push(Picture {
            name: names.find(free).unwrap_or(plain),
            description: format!("shows {}", example.rules.join(", ")),
            text: picture(loaded, example),
        });
    }
    pictures
}

/// Joins the words of a name with hyphens and drops whatever a file name can't have.
fn file_name(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST_NAME).collect();
    if name.is_empty() { "example".to_owned() } else { name }
}

/// Returns one example as text: description, board, each move step by step, board after the moves, result.
///
/// # Panics
///
/// If its position can't be read or its moves can't be played.
pub fn picture(loaded: &Loaded, example: &Example) -> String {
    let game = loaded.game_at(example.position.as_deref());
    let mut game = game.unwrap_or_else(|error| panic!("{error}"));
    let mut text = format!(
        "{}: {}\nrules: {}\n{}\n\n{}",
        loaded.header.title,
        example.name,
        example.rules.join(" "),
        example.shows,
        position(&game)
    );
    if example.legal.is_some() {
        let moves = game.moves();
        let legal: Vec<&str> = moves.iter().map(|legal| &*legal.text).collect();
        let legal = if legal.is_empty() { "none".to_owned() } else { legal.join(" ") };
        text += &format!("legal: {legal}\n");
    }
    for refused in example.illegal.iter().flat_map(|moves| moves.split_whitespace()) {
        let played = game.clone().play(refused);
        let reason = played.map_or_else(|error| error.reason, |_| "is legal".to_owned());
        text += &format!("{refused} {reason}\n");
    }
    let traces = traces(&game, example);
    let steps: usize = traces.iter().map(Vec::len).sum();
    let mut number = 0;
    for (mv, trace) in example.moves.iter().zip(&traces) {
        let mover = game.to_move();
        let written = game.play(mv).unwrap_or_else(|error| panic!("{error}"));
        text += &format!("\n{}: {mover} plays {written}\n", game.plies());
        for step in trace {
            number += 1;
            let has_board =
                steps <= MOST_BOARDS || number <= OUTERMOST || number + OUTERMOST > steps;
            text += &describe(&game, step, has_board);
        }
        if steps > MOST_BOARDS {
            text += &format!("  {}\n", game.text());
        }
    }
    if !example.moves.is_empty() {
        text += &format!("\nafter\n{}", position(&game));
    }
    let result = game.result().map_or("none", |result| result.word());
    let ending = game.ending().map_or(String::new(), |ending| format!(" ({ending})"));
    text + &format!("result: {result}{ending}\n")
}

fn traces(game: &Game, example: &Example) -> Vec<Vec<Step>> {
    let mut game = game.clone();
    let trace = |mv: &String| {
        let steps = game.trace(mv).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{error}"));
        steps
    };
    example.moves.iter().map(trace).collect()
}

/// Describes a step, with or without its board.
fn describe(game: &Game, step: &Step, has_board: bool) -> String {
    let hand = if step.hand > 0 { format!(" ({} in hand)", step.hand) } else { String::new() };
    let mut text = format!("- {}{hand}\n", step.text);
    if has_board {
        let marks = Marks { changed: &step.changed, ..Marks::default() };
        text += &board(game.layout(), &step.diagram, marks);
    }
    text
}

/// Returns the position as a board and as a line.
fn position(game: &Game) -> String {
    let board = board(game.layout(), &game.diagram(), Marks::default());
    format!("{board}{}\n", game.text())
}
