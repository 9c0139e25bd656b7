//! `mankala diff`: where two variants differ, in their files and in a position.

use std::collections::BTreeMap;

use crate::{AnyGame, Catalogue, Loaded};
use clap::Args;
use serde_json::{Map, Value, json};

use super::Failure;
use super::columns::table;
use super::moves::result;
use super::output::Output;
use super::variant::{game_from, load};

/// Which two variants, and in which position.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    first: String,
    /// The variant to compare it with.
    second: String,
    /// A position that both can read.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Change a key of both variants.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Prints the differing rules, and legal moves side by side.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let sides = [&arguments.first, &arguments.second];
    let loaded = [
        load(catalogue, sides[0], &arguments.set)?,
        load(catalogue, sides[1], &arguments.set)?,
    ];
    let rules = differing(&loaded);
    let games = match &arguments.position {
        Some(position) => Some([
            game_of(0, sides, &loaded, position, output)?,
            game_of(1, sides, &loaded, position, output)?,
        ]),
        None => None,
    };
    if output.is_json() {
        return output.object(&object(sides, &rules, games.as_ref()));
    }
    let names = sides.map(String::clone);
    if rules.is_empty() {
        output.line("no rule differs")?;
    } else {
        let mut rows = vec![["rule".to_owned(), names[0].clone(), names[1].clone()]];
        rows.extend(
            rules
                .into_iter()
                .map(|(key, [first, second])| [key, first, second]),
        );
        table(&rows, output)?;
    }
    if let Some(games) = games {
        output.line("")?;
        moves_side_by_side(&names, &games, output)?;
    }
    Ok(())
}

/// A game of one of the variants from a position without the fields that only the other one has.
fn game_of(
    side: usize,
    names: [&String; 2],
    loaded: &[Loaded; 2],
    position: &str,
    output: &mut Output,
) -> Result<Box<dyn AnyGame>, Failure> {
    let fields = loaded.each_ref().map(|loaded| {
        let opening = loaded.game().diagram();
        let names = opening.fields.into_iter().map(|(name, _)| name);
        names.collect::<Vec<_>>()
    });
    let foreign = |word: &&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !fields[side].contains(&name) && fields[1 - side].contains(&name)
        })
    };
    for word in position.split(' ').filter(foreign) {
        output.note(format!("{word} is left out for {}", names[side]));
    }
    let own: Vec<&str> = position.split(' ').filter(|word| !foreign(word)).collect();
    let game = game_from(&loaded[side], &own.join(" "), output);
    game.map_err(|failure| failure.about(&format!("--position for {}", names[side])))
}

/// The keys whose values differ; `-` stands for a key that a file does not have.
fn differing(loaded: &[Loaded; 2]) -> Vec<(String, [String; 2])> {
    let mut keys: Vec<String> = vec!["ruleset".to_owned()];
    let values = loaded.each_ref().map(|loaded| {
        let written = loaded
            .values
            .iter()
            .map(|written| (written.key.clone(), written.value.clone()));
        written
            .chain([("ruleset".to_owned(), loaded.ruleset.to_owned())])
            .collect::<BTreeMap<_, _>>()
    });
    for written in loaded.iter().flat_map(|loaded| &loaded.values) {
        if !keys.contains(&written.key) {
            keys.push(written.key.clone());
        }
    }
    let value = |side: usize, key: &str| {
        values[side]
            .get(key)
            .cloned()
            .unwrap_or_else(|| "-".to_owned())
    };
    let rows = keys.into_iter().map(|key| {
        let pair = [value(0, &key), value(1, &key)];
        (key, pair)
    });
    rows.filter(|(_, [first, second])| first != second)
        .collect()
}

/// Every move of either game with what it leads to in each.
fn joined(games: &[Box<dyn AnyGame>; 2]) -> BTreeMap<String, [Option<(String, Value)>; 2]> {
    let mut joined: BTreeMap<String, [Option<(String, Value)>; 2]> = BTreeMap::new();
    for (index, game) in games.iter().enumerate() {
        for written in game.moves() {
            let entry = joined.entry(written.text).or_default();
            entry[index] = Some((written.after, result(written.result)));
        }
    }
    joined
}

/// Rows, side to move and result of a position: what two games with different fields can compare.
fn board_of(after: &str) -> Vec<&str> {
    let mut words = after.split(' ');
    words
        .by_ref()
        .take(2)
        .chain(after.split(' ').filter(|word| word.starts_with("result=")))
        .collect()
}

fn differs(pair: &[Option<(String, Value)>; 2]) -> bool {
    match pair {
        [Some((first, _)), Some((second, _))] => board_of(first) != board_of(second),
        _ => true,
    }
}

fn moves_side_by_side(
    names: &[String; 2],
    games: &[Box<dyn AnyGame>; 2],
    output: &mut Output,
) -> Result<(), Failure> {
    let [first, second] = games.each_ref().map(|game| match game.result() {
        Some(outcome) => format!("over, result {outcome}"),
        None => "goes on".to_owned(),
    });
    let mut rows = vec![[String::new(), names[0].clone(), names[1].clone()]];
    rows.push([
        if first == second { "" } else { "!" }.to_owned(),
        first,
        second,
    ]);
    for (text, pair) in joined(games) {
        let mark = if differs(&pair) { "!" } else { "" }.to_owned();
        let [first, second] = pair.map(|leads| match leads {
            Some((after, _)) => format!("{text}  {}", board_of(&after).join(" ")),
            None => "-".to_owned(),
        });
        rows.push([mark, first, second]);
    }
    table(&rows, output)
}

fn object(
    names: [&String; 2],
    rules: &[(String, [String; 2])],
    games: Option<&[Box<dyn AnyGame>; 2]>,
) -> Value {
    let rules: Map<String, Value> = rules
        .iter()
        .map(|(key, values)| (key.clone(), json!(values)))
        .collect();
    let mut object = json!({ "variants": names, "rules": rules });
    if let Some(games) = games {
        object["position"] = json!(games.each_ref().map(|game| game.text()));
        object["result"] = json!(games.each_ref().map(|game| result(game.result())));
        let moves: Vec<Value> = joined(games)
            .into_iter()
            .map(|(text, pair)| {
                let differs = differs(&pair);
                let leads = pair.map(|leads| {
                    leads.map_or(
                        Value::Null,
                        |(after, result)| json!({ "after": after, "result": result }),
                    )
                });
                json!({ "move": text, "differs": differs, "leads": leads })
            })
            .collect();
        object["moves"] = moves.into();
    }
    object
}
