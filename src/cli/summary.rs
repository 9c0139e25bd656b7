//! The summary of a match: scores with Wilson intervals, and how the games ended.

use std::fmt::Write as _;

use crate::measure::stats::{Z95, wilson};
use crate::play::matches::{Heading, Score, Tally};
use serde_json::{Map, Value, json};

use super::Failure;
use super::output::Output;
use crate::text::visible::visible;
use crate::text::width::{padded, widest};

/// Prints the summary as text or JSON.
pub(crate) fn print(heading: &Heading, tally: &Tally, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.object(&object(heading, tally));
    }
    output.line(text(heading, tally).trim_end())
}

/// The rows of the summary: a key, a name and a score each.
fn rows<'a>(heading: &'a Heading, tally: &'a Tally) -> [(&'static str, String, &'a Score); 3] {
    let [first, second] = &heading.players;
    [
        (
            "player_a",
            format!("A: {}", visible(first)),
            &tally.players[0],
        ),
        (
            "player_b",
            format!("B: {}", visible(second)),
            &tally.players[1],
        ),
        ("first_player", "first to move".to_owned(), &tally.first),
    ]
}

/// The summary for people.
pub(crate) fn text(heading: &Heading, tally: &Tally) -> String {
    let mut text = format!(
        "{}, {} of {} games, seed {}\n",
        visible(&heading.variant),
        tally.games(),
        heading.games,
        heading.seed
    );
    let rows = rows(heading, tally);
    let name = widest(rows.iter().map(|row| &*row.1));
    let _ = writeln!(
        text,
        "{:name$}  {:>9} {:>9} {:>9}  {:>7}  95 % interval (Wilson)",
        "", "wins", "draws", "losses", "score"
    );
    for (_, who, score) in rows {
        let _ = write!(
            text,
            "{}  {:>9} {:>9} {:>9}  ",
            padded(&who, name),
            score.wins,
            score.draws,
            score.losses
        );
        let _ = match share(score) {
            Some((value, low, high)) => writeln!(
                text,
                "{:>6.2}%  {:.2}% to {:.2}%",
                100.0 * value,
                100.0 * low,
                100.0 * high
            ),
            None => writeln!(text, "{:>7}", "-"),
        };
    }
    let ended = tally.reasons.iter();
    let ended: Vec<String> = ended
        .map(|(reason, games)| format!("{reason} {games}"))
        .collect();
    let _ = writeln!(
        text,
        "ended by: {}; plies a game: {:.1}",
        ended.join(", "),
        plies(tally)
    );
    if tally.first.unfinished > 0 {
        let _ = writeln!(
            text,
            "{} games unfinished after {} plies; they count for no score",
            tally.first.unfinished, heading.ply_limit
        );
    }
    text
}

/// The summary for programs.
fn object(heading: &Heading, tally: &Tally) -> Value {
    let mut object = json!({
        "variant": heading.variant,
        "rules": heading.rules,
        "version": heading.version,
        "players": heading.players,
        "games": tally.games(),
        "of": heading.games,
        "seed": heading.seed,
        "opening_plies": heading.opening_plies,
        "ply_limit": heading.ply_limit,
    });
    for (key, _, score) in rows(heading, tally) {
        let (value, low, high) = share(score).map_or(
            (Value::Null, Value::Null, Value::Null),
            |(value, low, high)| (value.into(), low.into(), high.into()),
        );
        object[key] = json!({
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "score": { "value": value, "low": low, "high": high },
        });
    }
    object["unfinished"] = tally.first.unfinished.into();
    let reasons = tally.reasons.iter();
    let reasons = reasons.map(|(reason, &games)| (reason.to_string(), games.into()));
    object["reasons"] = reasons.collect::<Map<_, _>>().into();
    object["plies"] = plies(tally).into();
    object
}

/// The mean number of moves of a game.
#[expect(clippy::cast_precision_loss, reason = "a mean to be shown")]
fn plies(tally: &Tally) -> f64 {
    tally.plies as f64 / tally.games().max(1) as f64
}

/// The share of points in finished games, with the bounds of its interval; `None` without a finished game.
#[expect(clippy::cast_precision_loss, reason = "no match has so many games")]
fn share(score: &Score) -> Option<(f64, f64, f64)> {
    let games = score.finished() as f64;
    if games == 0.0 {
        return None;
    }
    let (low, high) = wilson(score.points(), games, Z95);
    Some((score.points() / games, low, high))
}
