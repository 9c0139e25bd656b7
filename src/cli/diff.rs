//! `mankala diff`: the differences between two variants, in their files and in a position.

use super::prelude::*;
use crate::api::diff::{After, Answer, Positions, board_of, own_part};

/// Two variants and a position.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    first: String,
    /// The second variant.
    second: String,
    /// Also compare the moves of a position that is valid in both variants.
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Override a key of both variants.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let sides = [&arguments.first, &arguments.second];
    let loaded =
        [load(catalogue, sides[0], &arguments.set)?, load(catalogue, sides[1], &arguments.set)?];
    // Starts a game from the position, without the fields that only the other variant has.
    let mut game_of = |side: usize, position: &str| {
        let (own, left_out) = own_part(&loaded, side, position);
        for word in left_out {
            output.note(format!("ignored {word} for {}", sides[side]));
        }
        let game = game_at(&loaded[side], Some(&own), output);
        game.of(format_args!("--position for {}", sides[side]))
    };
    let games = match &arguments.position {
        Some(position) => Some([game_of(0, position)?, game_of(1, position)?]),
        None => None,
    };
    let names = sides.map(String::clone);
    let answer = Answer::new(names.clone(), &loaded, games.as_ref(), &interrupt::stopped);
    let answer = answer.ok_or_else(|| CommandError::Interrupted("stopped".to_owned()))?;
    if output.is_json() {
        return output.object(&json!(answer));
    }
    let rules = answer.rules.0;
    if rules.is_empty() {
        output.line("all rules are the same")?;
    } else {
        let [first, second] = &loaded;
        let titles = [first, second].map(|side| &side.header.title);
        // A game and a change of it have the same title.
        let called = if titles[0] == titles[1] { names.each_ref() } else { titles };
        for (called, lines) in called.into_iter().zip(first.rules_apart(second)) {
            if !lines.is_empty() {
                output.line(format!("Only in {}:", visible(called)))?;
            }
            for (_, line) in lines {
                output.text(&paragraph(&line, "  - ", output.look().width))?;
            }
        }
        output.line("")?;
        let is_lacking = |both: &[String; 2]| both.iter().any(|it| it == "-");
        let lacking = rules.iter().any(|(_, both)| is_lacking(both));
        // Two rulesets have few keys in common; the sentences say what the others mean.
        let is_cut = first.ruleset != second.ruleset;
        let rows = rules.into_iter().filter(|(_, both)| !(is_cut && is_lacking(both)));
        let rows = rows.map(|(key, [first, second])| [key, first, second]);
        table(["rule", &names[0], &names[1]], rows, output)?;
        if lacking && is_cut {
            output.line(
                "\nKeys that only one of the games has are left out; --json lists them too.",
            )?;
        } else if lacking {
            output.line("\n-: not set, or the ruleset of this game has no such key")?;
        }
    }
    if let Some(positions) = &answer.position {
        output.line("")?;
        moves_side_by_side(&names, positions, output)?;
    }
    Ok(())
}

fn moves_side_by_side(names: &[String; 2], positions: &Positions, output: &mut Output) -> Result {
    let [first, second] = positions.result.map(|result| match result {
        Some(outcome) => format!("over, result {outcome}"),
        None => "goes on".to_owned(),
    });
    let mark = |differs: bool| if differs { "!" } else { "" }.to_owned();
    let mut rows = vec![[mark(first != second), first, second]];
    for pair in &positions.moves {
        let [first, second] = pair.leads.each_ref().map(|leads| match leads {
            Some(After { after, .. }) => format!("{}  {}", pair.text, board_of(after).join(" ")),
            None => "-".to_owned(),
        });
        rows.push([mark(pair.differs), first, second]);
    }
    table(["", &names[0], &names[1]], rows, output)
}
