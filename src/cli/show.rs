//! `mankala show`: a variant explained so that a person could learn the game from it.

use crate::files::catalogue::{GivenBy, Written};
use crate::files::check::play_example;
use crate::files::schema;
use crate::files::spec::Example;
use crate::ruleset::BoardSpec;
use crate::text::render::{Marks, board};
use crate::text::trace::Change;
use crate::{AnyGame, Catalogue, Loaded};
use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::apply::picture;
use super::output::Output;
use super::variant::VariantArgs;

pub(crate) mod book;

/// Which variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
}

/// How wide text is set.
const WIDTH: usize = 96;

/// Prints what the file says, the rule book and the examples.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let loaded = arguments.variant.load(catalogue)?;
    if output.is_json() {
        return output.object(&object(&loaded));
    }
    let header = &loaded.header;
    output.line(format!("{} ({})", header.title, header.name))?;
    output.line("=".repeat(header.title.chars().count() + header.name.chars().count() + 3))?;
    output.line("")?;
    paragraph(&header.about, "", output)?;
    output.line("")?;
    let BoardSpec { rows, columns } = loaded.board;
    output.line(format!(
        "Region   {}, first described {}",
        header.region, header.year
    ))?;
    output.line(format!("Board    {rows} rows of {columns} pits"))?;
    output.line(format!("Ruleset  {}", loaded.ruleset))?;
    if let Some(parent) = &header.inherits {
        output.line(format!("Inherits {parent}"))?;
    }
    for source in &header.sources {
        output.line("")?;
        paragraph(&source.to_string(), "  ", output)?;
    }
    heading("The opening", output)?;
    let opening = loaded.game();
    output.line(picture(&*opening, output))?;
    output.line(opening.text())?;
    heading("Rules in force", output)?;
    let schema = catalogue.schema(loaded.ruleset).unwrap_or_default();
    for written in &loaded.values {
        let Written {
            key, value, origin, ..
        } = written;
        let (section, name) = key.split_once('.').unwrap_or(("", key));
        output.line(format!("{key} = {value}"))?;
        let meaning = schema::description(&schema, section, name);
        let changed = written.given_by == GivenBy::Change;
        let given = changed || header.inherits.is_some();
        let inherited = if given && !origin.is_empty() {
            format!(" [{origin}]")
        } else {
            String::new()
        };
        paragraph(&format!("{meaning}{inherited}"), "    ", output)?;
    }
    heading("Rule book", output)?;
    output.line(book::rules(&loaded, WIDTH))?;
    heading("Examples", output)?;
    let shown = holding(&loaded);
    let left_out = loaded.examples.len() - shown.len();
    for (example, end) in shown {
        show_example(&loaded, example, &*end, output)?;
    }
    if left_out > 0 {
        let all = loaded.examples.len();
        let changed = loaded
            .values
            .iter()
            .any(|written| written.given_by == GivenBy::Change);
        let why = if changed {
            "because rules were changed"
        } else {
            "as `check` tells"
        };
        output.line(format!(
            "{left_out} of the {all} examples of the file {} not hold here, {why}.",
            if left_out == 1 { "does" } else { "do" }
        ))?;
    }
    Ok(())
}

/// The examples that hold under the rules in force, each with its end.
fn holding(loaded: &Loaded) -> Vec<(&Example, Box<dyn AnyGame>)> {
    let played = |example| Some((example, play_example(loaded, example).ok()?));
    loaded.examples.iter().filter_map(played).collect()
}

/// Everything that `show` tells, as one object.
fn object(loaded: &Loaded) -> Value {
    let shown = holding(loaded);
    let left_out = loaded.examples.len() - shown.len();
    let examples: Vec<&Example> = shown.into_iter().map(|(example, _)| example).collect();
    let values: serde_json::Map<String, Value> = loaded
        .values
        .iter()
        .map(|written| (written.key.clone(), written.value.clone().into()))
        .collect();
    json!({
        "header": loaded.header,
        "board": loaded.board,
        "opening": loaded.game().text(),
        "rules": values,
        "rule_book": loaded.book,
        "examples": examples,
        "examples_left_out": left_out,
    })
}

fn heading(title: &str, output: &mut Output) -> Result<(), Failure> {
    output.line(format!(
        "\n{title}\n{}\n",
        "-".repeat(title.chars().count())
    ))
}

/// Prints a text in lines of bounded width.
fn paragraph(text: &str, indent: &str, output: &mut Output) -> Result<(), Failure> {
    let mut line = indent.to_owned();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        line.push_str(word);
        match words.peek() {
            Some(next) if line.chars().count() + 1 + next.chars().count() <= WIDTH => {
                line.push(' ');
            }
            Some(_) => output.line(std::mem::replace(&mut line, indent.to_owned()))?,
            None => output.line(&line)?,
        }
    }
    Ok(())
}

/// Prints an example: what it shows, the board before, the moves, the board after.
fn show_example(
    loaded: &Loaded,
    example: &Example,
    end: &dyn AnyGame,
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(format!("{} ({})", example.name, example.rules.join(", ")))?;
    paragraph(&example.shows, "  ", output)?;
    output.line("")?;
    let start = match &example.position {
        Some(position) => loaded.game_from(position).map_err(Failure::refused)?,
        None => loaded.game(),
    };
    output.line(picture(&*start, output))?;
    for (label, moves) in [("legal", &example.legal), ("not legal", &example.illegal)] {
        if let Some(moves) = moves {
            let moves = if moves.is_empty() { "none" } else { moves };
            output.line(format!("{label}: {moves}\n"))?;
        }
    }
    if example.moves.is_empty() {
        return Ok(());
    }
    output.line(format!("after {}:\n", example.moves.join(" ")))?;
    let (before, after) = (start.diagram(), end.diagram());
    let pits = end.layout().paper().into_iter().flat_map(|(_, pits)| pits);
    let changed: Vec<_> = pits
        .filter_map(|pit| Some((pit, Change::between(before.at(pit), after.at(pit))?)))
        .collect();
    let marks = Marks {
        changed: &changed,
        colour: output.has_colour(),
    };
    output.line(board(end.layout(), &after, marks))
}
