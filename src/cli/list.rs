//! `mankala list`: the variants, or some of them, in any order; and the mechanisms by which they are told apart.

use strum::IntoEnumIterator;

use crate::atlas::mechanisms::{Block, Mechanism, Value, all};
use crate::{Catalogue, Loaded};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::Failure;
use super::columns::{Column, fitted, table};
use super::filter::{Filters, Game};
use super::output::Output;
use super::pager::page;
use super::paragraph::paragraph;

/// Which variants, and in which order.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// In which order; by the first of several, then the next.
    #[arg(long, value_enum, value_name = "KEY", value_delimiter = ',')]
    sort: Vec<Key>,
    /// The last first.
    #[arg(long)]
    reverse: bool,
    /// Print the mechanisms that --has knows, what each means, and how many of the variants have it.
    #[arg(long)]
    mechanisms: bool,
    #[command(flatten)]
    filters: Filters,
}

/// By what variants are put in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Key {
    Name,
    Title,
    /// Rows, then columns.
    Board,
    /// Seeds in a pit.
    Seeds,
    Region,
    Year,
    /// Author, then year.
    Source,
    Ruleset,
}

/// Prints a line for each variant that is meant; one that can't be read does not keep back the others.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let (mut games, mistakes) = arguments.filters.select(catalogue)?;
    sort(&mut games, &arguments.sort);
    if arguments.reverse {
        games.reverse();
    }
    if arguments.mechanisms {
        mechanisms(&games, output)?;
    } else if output.is_json() {
        for game in &games {
            output.object(&object(game))?;
        }
    } else {
        let rows: Vec<_> = games.iter().map(|(loaded, _)| row(loaded)).collect();
        match output.look().columns {
            Some(width) => page(&fitted(&COLUMNS, &rows, width), output)?,
            None => table(
                &[&[COLUMNS.map(|column| column.title.to_owned())], &*rows].concat(),
                output,
            )?,
        }
    }
    if games.is_empty() && mistakes.is_empty() {
        output.note("no variant is meant by all of these options");
    }
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(mistakes.join("\n")))
}

/// Puts variants in order; those that are equal keep the order that they have.
fn sort(games: &mut [Game], keys: &[Key]) {
    for key in keys.iter().rev() {
        let text = |(loaded, _): &Game| {
            let header = &loaded.header;
            match key {
                Key::Name => header.name.clone(),
                Key::Title => header.title.to_lowercase(),
                Key::Region => header.region.to_lowercase(),
                Key::Source => source(loaded),
                Key::Ruleset => loaded.ruleset.to_owned(),
                Key::Board | Key::Seeds | Key::Year => String::new(),
            }
        };
        let number = |(loaded, profile): &Game| match key {
            Key::Board => 256.0 * f64::from(loaded.board.rows) + f64::from(loaded.board.columns),
            Key::Year => loaded.header.year.into(),
            Key::Seeds => match profile.get("seeds") {
                Some(Value::Size { value, .. }) => *value,
                _ => 0.0,
            },
            _ => 0.0,
        };
        games.sort_by(|a, b| {
            number(a)
                .total_cmp(&number(b))
                .then_with(|| text(a).cmp(&text(b)))
        });
    }
}

fn object((loaded, profile): &Game) -> serde_json::Value {
    let (header, board) = (&loaded.header, loaded.board);
    json!({
        "name": header.name,
        "title": header.title,
        "board": format!("{}x{}", board.rows, board.columns),
        "region": header.region,
        "year": header.year,
        "source": header.sources.first().map(ToString::to_string),
        "ruleset": loaded.ruleset,
        "also": header.also,
        "mechanisms": profile.json(),
    })
}

/// The columns of the list. A name is never cut, as it is typed again.
const COLUMNS: [Column; 6] = [
    column("name", None, None),
    column("title", Some(14), None),
    column("board", None, Some(3)),
    column("region", Some(14), Some(1)),
    column("year", None, Some(2)),
    column("source", Some(16), Some(0)),
];

const fn column(title: &'static str, least: Option<usize>, leaves: Option<u8>) -> Column {
    Column {
        title,
        least,
        leaves,
    }
}

fn row(loaded: &Loaded) -> [String; 6] {
    let (header, board) = (&loaded.header, loaded.board);
    [
        header.name.clone(),
        header.title.clone(),
        format!("{}x{}", board.rows, board.columns),
        header.region.clone(),
        header.year.to_string(),
        source(loaded),
    ]
}

/// The first source in short.
fn source(loaded: &Loaded) -> String {
    let source = loaded.header.sources.first();
    source.map_or_else(String::new, |source| {
        format!("{}, {}", source.author, source.year)
    })
}

/// Prints what each mechanism means, and how many of these variants have it.
fn mechanisms(games: &[Game], output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return all().iter().try_for_each(|mechanism| {
            let words = mechanism.words();
            let words: serde_json::Map<_, _> = words
                .map(|(word, meaning)| (word.to_owned(), meaning.into()))
                .collect();
            output.object(&json!({
                "name": mechanism.name,
                "block": mechanism.block.to_string(),
                "meaning": mechanism.meaning,
                "words": words,
                "variants": having(games, mechanism, None),
            }))
        });
    }
    let width = output.look().width;
    let mut text = String::new();
    for block in Block::iter() {
        let title = block.to_string();
        text.push_str(&format!("{title}\n{}\n\n", "=".repeat(title.len())));
        for mechanism in all().iter().filter(|mechanism| mechanism.block == block) {
            let indent = if mechanism.parent.is_some() { "  " } else { "" };
            let count = having(games, mechanism, None);
            let about = format!("({count}) {}", mechanism.meaning);
            let hang = format!(
                "{indent}{:<width$}",
                mechanism.name,
                width = NAMES - indent.len()
            );
            text.push_str(&paragraph(&about, &hang, width));
            for (word, meaning) in mechanism.words() {
                let count = having(games, mechanism, Some(word));
                let hang = format!("{:<NAMES$}", format!("{indent}  {word}"));
                text.push_str(&paragraph(&format!("({count}) {meaning}"), &hang, width));
            }
        }
        text.push('\n');
    }
    page(text.strip_suffix('\n').unwrap_or(&text), output)
}

/// How wide the names of mechanisms are set.
const NAMES: usize = 36;

/// How many of these variants have a mechanism, or this word of it.
fn having(games: &[Game], mechanism: &Mechanism, word: Option<&str>) -> usize {
    let has = |(_, profile): &&Game| match (profile.get(&mechanism.name), word) {
        (Some(Value::Word(is)), Some(word)) => is == word,
        (value, None) => value.is_some(),
        (_, Some(_)) => false,
    };
    games.iter().filter(has).count()
}
