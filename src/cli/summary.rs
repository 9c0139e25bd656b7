//! The summary of a match: scores with confidence intervals, and the reasons of the games' ends.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::prelude::*;
use mankala_core::measure::sample::Sample;
use mankala_core::measure::stats::{Estimate, share};
use mankala_core::play::matches::{Record, Score, Tally};

/// Different games of a match, if both players choose randomly only between equal moves.
#[derive(Debug)]
pub(crate) struct Repeats {
    sample: Option<Sample>,
    /// Set if both players are the same, so that seats make no difference.
    alike: bool,
}

impl Repeats {
    /// Starts without games, for the match with this header.
    pub(crate) fn new(header: &MatchHeader) -> Self {
        let repeats = |stated: &String| {
            stated.split(' ').next().unwrap_or_default().parse().is_ok_and(PlayerSpec::repeats)
        };
        let [first, second] = &header.players;
        Self {
            sample: (repeats(first) && repeats(second)).then(Sample::default),
            alike: first == second,
        }
    }

    /// Counts a game by the line of its record.
    pub(crate) fn add_line(&mut self, game: u64, line: &str) {
        let moves = line.split_once("\"moves\":[").and_then(|(_, rest)| rest.split_once(']'));
        self.count(game, moves.map_or("", |(moves, _)| moves));
    }

    /// Counts a game by its record.
    pub(crate) fn add(&mut self, record: &Record) {
        let moves = record.moves.iter().map(|mv| format!("\"{mv}\""));
        self.count(record.played.game, &join(moves, ","));
    }

    fn count(&mut self, game: u64, moves: &str) {
        if let Some(sample) = &mut self.sample {
            let mut hasher = DefaultHasher::new();
            (moves, !self.alike && game % 2 == 1).hash(&mut hasher);
            sample.add(hasher.finish());
        }
    }

    /// Returns a caveat if the games repeat each other noticeably.
    fn caution(&self, games: f64) -> Option<String> {
        match self.sample.as_ref()?.different() {
            one if one < 2.0 && games > 1.0 => Some(format!(
                "all {games} games are identical, so there are no confidence intervals"
            )),
            few if few < 0.9 * games => {
                Some(format!("only {few:.0} of {games} games are different"))
            }
            _ => None,
        }
    }
}

pub(crate) fn print(
    header: &MatchHeader,
    tally: &Tally,
    repeats: &Repeats,
    output: &mut Output,
) -> Result {
    output.say(&object(header, tally, repeats), text(header, tally, repeats).trim_end())
}

/// Returns the rows of the summary, each a key, a name and a score.
fn rows<'a>(header: &'a MatchHeader, tally: &'a Tally) -> [(&'static str, String, &'a Score); 3] {
    let [first, second] = header.players.each_ref().map(|player| visible(player));
    let [own, other] = &tally.players;
    [
        ("player_a", format!("A: {first}"), own),
        ("player_b", format!("B: {second}"), other),
        ("first_player", "first to move".to_owned(), &tally.first),
    ]
}

pub(crate) fn text(header: &MatchHeader, tally: &Tally, repeats: &Repeats) -> String {
    let MatchHeader { variant, games, seed, ply_limit, .. } = header;
    let (variant, played) = (visible(variant), tally.games());
    let mut text = format!("{variant}, {played} of {games} games, seed {seed}\n");
    let rows = rows(header, tally);
    let name = widest(rows.iter().map(|row| &*row.1));
    let _ = writeln!(
        text,
        "{:name$}  {:>9} {:>9} {:>9}  {:>7}  95 % interval",
        "", "wins", "draws", "losses", "score"
    );
    for (_, who, score) in rows {
        let (who, Score { wins, draws, losses, .. }) = (padded(&who, name), score);
        let _ = write!(text, "{who}  {wins:>9} {draws:>9} {losses:>9}  ");
        let _ = match points(score, repeats) {
            Some(it) if it.is_sampled() => writeln!(
                text,
                "{:>5.1} %  {:.1}–{:.1} %",
                100.0 * it.value,
                100.0 * it.low,
                100.0 * it.high
            ),
            Some(it) => writeln!(text, "{:>5.1} %  -", 100.0 * it.value),
            None => writeln!(text, "{:>7}", "-"),
        };
    }
    let ended = tally.reasons.iter().map(|(reason, games)| format!("{reason} {games}"));
    let ended = join(ended, ", ").replace('_', " ");
    let _ = writeln!(text, "ended by: {ended}; plies per game: {:.1}", plies(tally));
    if tally.first.unfinished > 0 {
        let _ = writeln!(
            text,
            "unfinished games: {} (limit of plies: {ply_limit}), not counted in the scores",
            tally.first.unfinished
        );
    }
    if let Some(caution) = repeats.caution(real(played.into())) {
        let _ = writeln!(text, "{caution}");
    }
    text
}

fn object(header: &MatchHeader, tally: &Tally, repeats: &Repeats) -> Value {
    let mut object = json!({
        "variant": header.variant,
        "rules": header.rules,
        "version": header.version,
        "players": header.players,
        "games": tally.games(),
        "of": header.games,
        "seed": header.seed,
        "opening_plies": header.opening_plies,
        "ply_limit": header.ply_limit,
    });
    for (key, _, score) in rows(header, tally) {
        let found = points(score, repeats);
        object[key] = json!({
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            // JSON turns infinite bounds into null.
            "score": {
                "value": found.map(|it| it.value),
                "low": found.map(|it| it.low),
                "high": found.map(|it| it.high),
            },
        });
    }
    object["unfinished"] = tally.first.unfinished.into();
    let reasons = tally.reasons.iter().map(|(reason, &games)| (reason.to_string(), games.into()));
    object["reasons"] = reasons.collect::<Map<_, _>>().into();
    object["plies"] = plies(tally).into();
    if let Some(sample) = &repeats.sample {
        object["different"] = sample.different().into();
        object["effective"] = sample.effective().into();
    }
    object
}

/// Returns the mean number of moves of a game.
fn plies(tally: &Tally) -> f64 {
    real(tally.plies.into()) / real(tally.games().max(1).into())
}

/// Returns the share of points in finished games with its interval; `None` without a finished game.
fn points(score: &Score, repeats: &Repeats) -> Option<Estimate> {
    let found = share(score.points(), real(score.finished().into()))?;
    let is_one = |sample: &Sample| sample.different() < 2.0;
    Some(match &repeats.sample {
        Some(sample) if is_one(sample) => Estimate::unsampled(found.value),
        _ => found,
    })
}
