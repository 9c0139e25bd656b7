//! `mankala play --puzzles`: a person solves the puzzles of a file.

use super::super::kept;
use super::super::kept::Asked;
use super::super::lines::Line;
use super::super::prelude::*;
use super::super::puzzles::{PuzzleFile, question};
use super::prompt::Prompt;
use super::typed::{Typed, list, meant};
use crate::review::Puzzle;

/// Shows each puzzle, and asks for the moves of its solution.
pub(super) fn solve(path: &Path, catalogue: &Catalogue, output: &mut Output) -> Result {
    let asked = Asked { path, variant: None, catalogue };
    let mut file = PuzzleFile::open(asked, kept::open(path)?)?;
    let (mut prompt, mut solved, mut number) = (Prompt::new(true), 0, 0);
    let mut is_left = false;
    while let Some(puzzle) = file.next_puzzle().of_file(path)? {
        number += 1;
        let refuse = |message| refused(path, format!("line {}: {message}", number + 1));
        let puzzle = puzzle.map_err(refuse)?;
        let game = file.loaded.game_from(&puzzle.position);
        let game = game.map_err(|error| refuse(error.to_string()))?;
        if !output.is_json() {
            let question = question(&puzzle, number, file.header.puzzles);
            output.text(&output.look().told("", &question))?;
        }
        let Some(is_right) = ask(&puzzle, game, &mut prompt, file.loaded.book, output)? else {
            number -= 1;
            is_left = true;
            if !output.is_json() {
                output.line(format!(
                    "Stopped at puzzle {} of {}.",
                    number + 1,
                    file.header.puzzles
                ))?;
            }
            break;
        };
        solved += u32::from(is_right);
        if output.is_json() {
            let mut object = json!(puzzle.written(&file.loaded).map_err(CommandError::Input)?);
            object["puzzle"] = number.into();
            object["solved"] = is_right.into();
            output.object(&object)?;
        }
    }
    interrupt::check()?;
    let all = file.header.puzzles;
    if !is_left && number != all {
        return Err(refused(path, format!("number of puzzles: expected {all}, found {number}")));
    }
    if output.is_json() || number == 0 {
        return Ok(());
    }
    output.line(format!("Solved {solved} of {number}."))
}

/// Asks for moves until the puzzle is solved or a move is wrong; `None` if the person leaves.
fn ask(
    puzzle: &Puzzle,
    mut game: Game,
    prompt: &mut Prompt,
    book: &str,
    output: &mut Output,
) -> Result<Option<bool>> {
    let mut is_solved = true;
    let main = puzzle.solution.first().map_or(&[][..], Vec::as_slice);
    for (ply, right) in main.iter().enumerate() {
        let look = output.look();
        if game.to_move() == puzzle.side {
            let moves = game.moves();
            if !output.is_json() {
                let (board, score) = (look.board(&game, &[]), look.score(&game));
                output.tell(&format!("\n{board}\n{score}\n"))?;
                output.text(&list(&moves, look.columns))?;
            }
            prompt.offer(&moves, book);
            loop {
                output.flush()?;
                let line = match prompt.read(&format!("{}> ", game.to_move()))? {
                    None => return Ok(None),
                    Some(Line::Whole(line) | Line::TooLong(line)) => line,
                };
                match Typed::read(&line) {
                    Typed::Nothing => {}
                    Typed::Quit => return Ok(None),
                    Typed::Hint(_) => {
                        if !output.is_json() {
                            output.line(format!("The solution is {}.\n", main[ply..].join(" ")))?;
                        }
                        return Ok(Some(false));
                    }
                    Typed::Move(text) => {
                        // Any spelling of a legal move is read as that move.
                        let typed = meant(&moves, text).map_err(CommandError::Input);
                        let written = typed.and_then(|text| {
                            let played = game.clone().play(text);
                            played.map_err(|error| CommandError::Input(error.told()))
                        });
                        match written {
                            Ok(written) if written == *right => break,
                            // A pipe has one answer for each puzzle.
                            Ok(_) if !prompt.is_edited() => {
                                if !output.is_json() {
                                    let rest = main[ply..].join(" ");
                                    output.line(format!("Wrong: the solution is {rest}.\n"))?;
                                }
                                return Ok(Some(false));
                            }
                            Ok(written) => {
                                is_solved = false;
                                output.note(format!(
                                    "{written} is wrong; try another move, or type hint for the solution"
                                ));
                            }
                            Err(CommandError::Input(message)) => output.complain(&message),
                            Err(other) => return Err(other),
                        }
                    }
                    _ => output.note("type a move or its number in the list (#3), hint or quit"),
                }
            }
            if !output.is_json() && ply + 1 < main.len() {
                output.line("Right.")?;
            }
        } else if !output.is_json() {
            output.line(format!("{} replies {right}.", game.to_move()))?;
        }
        game.follow(right).map_err(CommandError::Input)?;
    }
    if !output.is_json() {
        output.line(if is_solved { "Right: solved.\n" } else { "Right.\n" })?;
    }
    Ok(Some(is_solved))
}
