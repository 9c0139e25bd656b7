//! `mankala convert`: games in the notations of other programs.

use super::prelude::*;
use super::replay::{OfFile, Source, notations};
use crate::api::record::{rules_of, written};
use crate::api::transcript::{ALL_ROUNDS, DIGEST, ROUNDS, VARIANT, VARIANT_FILE};
use mankala_core::text::foreign::Foreign;
use mankala_core::text::notation::Legal;
use mankala_core::text::transcript::Transcript;

/// Game, its notation, and the one to write.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript, moves in another notation, or with --game a file of games from `match`; - reads standard input.
    file: String,
    /// Number of the game in a file from `match`.
    #[arg(long, value_name = "N", conflicts_with = "from")]
    game: Option<u64>,
    #[command(flatten)]
    of: OfFile,
    /// Notation to write; a transcript if left out.
    #[arg(long, value_name = "NOTATION", value_parser = notations())]
    to: Option<Foreign>,
    #[command(flatten)]
    out: OutArgs,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let source = Source { game: arguments.game, ..arguments.of.source(&arguments.file, catalogue) };
    let input = source.open()?;
    let (loaded, read, game) = source.play(input, &mut |_, _, _, _, _| Ok(()), output)?;
    let mut inputs = files_of(&loaded);
    inputs.push(PathBuf::from(&arguments.file));
    let place = arguments.out.place(&inputs)?;
    let mut first = game.clone();
    first.rewind();
    let (position, moves) = match arguments.to {
        Some(to) => foreign(&first, &game, to)?,
        None => (Some(first.text()), game.record()),
    };
    let text = match arguments.to {
        _ if output.is_json() => {
            let notation = arguments.to.map(|to| to.to_string());
            let game = json!({ "notation": notation, "position": position, "moves": moves });
            format!("{game}\n")
        }
        Some(to) => {
            let moves = Some(moves.join(to.gap())).filter(|moves| !moves.is_empty());
            position.into_iter().chain(moves).map(|line| line + "\n").collect()
        }
        None => {
            let mut headers = rules_of(catalogue, &loaded);
            let rounds = game.is_over_rounds().then(|| (ROUNDS.to_owned(), ALL_ROUNDS.to_owned()));
            headers.extend(rounds);
            headers.push(("position".to_owned(), first.text()));
            with_rest(written(headers, &game), read).write()
        }
    };
    print_or_write(&text, place, output)
}

/// Adds the other headers and the comments of the transcript from which a game was read.
fn with_rest(mut written: Transcript, read: Transcript) -> Transcript {
    for (ply, old) in written.plies.iter_mut().zip(read.plies) {
        if !old.comment.is_empty() {
            ply.comment = old.comment;
        }
    }
    // These are written anew.
    let of_game = [VARIANT, DIGEST, VARIANT_FILE, "position", "winner"];
    let mut others = read.headers;
    others.retain(|(key, _)| {
        let is_new = |name: &&str| key.eq_ignore_ascii_case(name);
        written.header(key).is_none() && !of_game.iter().any(is_new)
    });
    written.headers.splice(0..0, others);
    written
}

/// Returns the first position, unless it is the opening, and the moves in another notation.
fn foreign(first: &Game, game: &Game, to: Foreign) -> Result<(Option<String>, Vec<String>)> {
    let cant = |what: String| {
        let games = to.games();
        CommandError::Input(format!("the notation {to} can't write {what}; it is for {games}"))
    };
    let variant = game.variant();
    let is_usual = *first.position() == variant.opening() && game.plies() > 0;
    let position = (!is_usual).then(|| {
        let written = to.write_position(variant, first.position());
        written.ok_or_else(|| cant(format!("the position {}", first.text())))
    });
    let plies = game.past().iter().zip(game.afters()).zip(game.record());
    let moves = plies.map(|(((before, mv), after), text)| {
        let legal = Legal { mv: *mv, after: *after, text };
        let written = to.write_move(variant, before, &legal);
        let written = written.filter(|written| {
            let again = to.read_move(variant, before, written);
            again.is_ok_and(|again| again.mv == *mv)
        });
        written.ok_or_else(|| cant(format!("the move {}", legal.text)))
    });
    Ok((position.transpose()?, moves.collect::<Result<_>>()?))
}
