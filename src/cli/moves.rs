//! `mankala moves`: the legal moves of one position or of a stream of positions.

use super::prelude::*;
use crate::api::position::Moves;

use super::file::open_input;
use super::lines::{Line, next_line};

/// Variant and positions.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// File with a position on each line; - reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<String>,
}

/// Maximum size of a line with a position, in bytes.
const LONGEST_LINE: usize = 1 << 16;

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let Some(path) = &arguments.positions else {
        return print(&arguments.position.game(&loaded, output)?, output);
    };
    let source = format!("--positions: {path}");
    let mut input = open_input(path, &source)?;
    let (mut number, mut refused) = (0_u64, 0_u64);
    loop {
        interrupt::check()?;
        // Sends the answers before waiting for more input.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        let Some(line) = next_line(&mut input, LONGEST_LINE).of(&source)? else {
            break;
        };
        number += 1;
        let (text, game) = match &line {
            Line::Whole(text) => {
                let text = if number == 1 { without_mark(text) } else { text };
                if text.is_empty() {
                    continue;
                }
                (text, game_at(&loaded, Some(text), output))
            }
            Line::TooLong(text) => {
                let message = format!("expected a line of at most {LONGEST_LINE} bytes");
                (&**text, Err(CommandError::Input(message)))
            }
        };
        match game {
            Ok(game) => print(&game, output)?,
            Err(CommandError::Input(message)) => {
                refused += 1;
                output.complain(&format!("line {number}: {message}"));
                if output.is_json() {
                    let shown: String = text.chars().take(1000).collect();
                    output.object(&json!({ "position": shown, "error": message }))?;
                }
            }
            Err(failure) => return Err(failure),
        }
    }
    match refused {
        0 => Ok(()),
        1 => refuse!("1 position was refused"),
        _ => refuse!("{refused} positions were refused"),
    }
}

fn print(game: &Game, output: &mut Output) -> Result {
    if output.is_json() {
        return output.object(&json!(Moves::of(game)));
    }
    let moves = game.moves();
    output.line(game.text())?;
    if let Some(outcome) = game.result() {
        return output.line(format!("  over, result {outcome}"));
    }
    let width = widest(moves.iter().map(|written| &*written.text));
    for written in &moves {
        output.line(format!("  {}  {}", padded(&written.text, width), written.after))?;
    }
    Ok(())
}
