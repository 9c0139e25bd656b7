//! `mankala convert`: games in the notations of other programs.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use strum::VariantNames as _;

use super::prelude::*;
use super::replay::{OfFile, Source};
use super::variant::game_from;
use crate::api::record::{rules_of, written};
use crate::text::foreign::Foreign;
use crate::text::notation::Legal;
use crate::text::without_mark;

/// Game, its notation, and the one to write.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript, or moves in another notation; - reads standard input.
    file: String,
    #[command(flatten)]
    of: OfFile,
    /// Notation of the file; that of this program if left out.
    #[arg(long, value_name = "NOTATION", requires = "variant", value_parser = parser())]
    from: Option<Foreign>,
    /// Notation to write; a transcript if left out.
    #[arg(long, value_name = "NOTATION", value_parser = parser())]
    to: Option<Foreign>,
    #[command(flatten)]
    out: OutArgs,
}

fn parser() -> impl clap::builder::TypedValueParser<Value = Foreign> {
    PossibleValuesParser::new(Foreign::VARIANTS).try_map(|name| name.parse::<Foreign>())
}

/// Reads the game in one notation and writes it in another.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let source = arguments.of.source(&arguments.file);
    let place = arguments.out.place(&[PathBuf::from(&arguments.file)])?;
    let (loaded, game) = if let Some(from) = arguments.from {
        read(&source, from, catalogue, output)?
    } else {
        let show = &mut |_: &Game, _, _: &str, _: &str, _: &mut Output| Ok(());
        let (loaded, _, game) = source.play(source.open()?, catalogue, show, output)?;
        (loaded, game)
    };
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
            let lines = position.into_iter().chain(moves);
            lines.map(|line| line + "\n").collect()
        }
        None => {
            let mut headers = rules_of(catalogue, &loaded);
            headers.push(("position".to_owned(), first.text()));
            written(headers, &game).write()
        }
    };
    print_or_write(&text, place, output)
}

/// Reads a game in another notation.
fn read(
    source: &Source<'_>,
    from: Foreign,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(Loaded, Game)> {
    let loaded = load(catalogue, source.variant.unwrap_or_default(), source.set)?;
    let text = source.read(source.open()?)?;
    let (position, moves) = from.split(without_mark(&text));
    let mut game = match position {
        Some(position) => {
            let own = from.read_position(loaded.game().layout(), position);
            let message = || source.refused(format!("expected a position, found {position:?}"));
            game_from(&loaded, &own.ok_or_else(message)?, output)?
        }
        None => loaded.game(),
    };
    for (number, text) in (1..).zip(moves) {
        interrupt::check()?;
        if game.result().is_some() {
            let message = format!("ply {number}: the game is over, found {text:?}");
            return Err(source.refused(message));
        }
        let legal = from.read_move(game.variant(), game.position(), text);
        let legal = legal.map_err(|error| source.refused(format!("ply {number}: {error}")))?;
        game.play(&legal.text)
            .map_err(|error| source.refused(error))?;
    }
    Ok((loaded, game))
}

/// Returns the first position, unless it is the opening, and the moves in another notation.
fn foreign(first: &Game, game: &Game, to: Foreign) -> Result<(Option<String>, Vec<String>)> {
    let cant = |what: String| Failure::Refused(format!("the notation {to} can't write {what}"));
    let variant = game.variant();
    let is_usual = *first.position() == variant.opening() && game.plies() > 0;
    let position = (!is_usual).then(|| {
        let written = to.write_position(variant, first.position());
        written.ok_or_else(|| cant(format!("the position {}", first.text())))
    });
    let plies = game.past().iter().zip(game.afters()).zip(game.record());
    let moves = plies.map(|(((before, mv), after), text)| {
        let legal = Legal {
            mv: *mv,
            after: *after,
            text,
        };
        let written = to.write_move(variant, before, &legal);
        let written = written.filter(|written| {
            let again = to.read_move(variant, before, written);
            again.is_ok_and(|again| again.mv == *mv)
        });
        written.ok_or_else(|| cant(format!("the move {}", legal.text)))
    });
    Ok((position.transpose()?, moves.collect::<Result<_>>()?))
}
