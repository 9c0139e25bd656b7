//! `transcript`: a game that is written down, played ply by ply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::{TEXT, short_enough, stopped};
use super::limits::{LONGEST_TRANSCRIPT, MOST_MOVES};
use super::play::Ply;
use super::requests::Work;
use super::{Mistake, Refusal, TextOf, VariantOf};
use crate::game::Ending;
use crate::text::transcript::Transcript;
use crate::text::visible::visible;
use crate::text::without_mark;
use crate::{Game, Loaded, Outcome, Side};

/// The header of a transcript that names the variant.
pub(crate) const VARIANT: &str = "variant";
/// The header of a transcript that stands for the rules.
pub(crate) const DIGEST: &str = "digest";
/// The header of a transcript that holds the file of the variant, as a string of JSON.
pub(crate) const VARIANT_FILE: &str = "variant-file";
/// The header of a transcript that says which rounds are played.
pub(crate) const ROUNDS: &str = "rounds";
/// What it says there.
pub(crate) const ALL_ROUNDS: &str = "all";
/// That a transcript does not say what is played.
pub(crate) const NO_VARIANT: &str = "no variant is named, expected a header `variant: NAME`";

/// Which transcript.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The transcript.
    pub text: String,
    /// By which rules it is played; by those that its header names if left out.
    #[serde(default)]
    pub variant: Option<VariantOf>,
}

/// A game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// What the variant can be named again by, if it is no text.
    pub variant: String,
    /// The text of the variant, if the transcript holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The headers, as pairs.
    pub headers: Vec<[String; 2]>,
    /// The position at the start.
    pub start: String,
    /// Whether the game goes on after its first round.
    pub rounds: bool,
    /// The moves.
    pub plies: Vec<Commented>,
    /// Who resigned.
    pub resigned: Option<Side>,
    /// The result, once the game is over.
    pub result: Option<Outcome>,
    /// How the game came to its end, once it is over.
    pub ending: Option<Ending>,
    /// What the transcript says that may be a mistake.
    pub notes: Vec<String>,
}

/// A move with what is said about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Commented {
    /// Who made it.
    pub mover: Side,
    /// The move and what comes of it.
    #[serde(flatten)]
    pub ply: Ply,
    /// The comment behind it.
    pub comment: String,
}

/// The file of the variant that a transcript holds, if it holds one.
pub(crate) fn held(transcript: &Transcript) -> Option<Result<String, String>> {
    let written = transcript.header(VARIANT_FILE)?;
    Some(serde_json::from_str(written).map_err(|error| {
        format!("{VARIANT_FILE}: expected the text of a variant as a string of JSON, {error}")
    }))
}

/// Changes of the rules by headers: one that is a rule of the variant, with yes or no, sets that rule.
pub(crate) fn switches(loaded: &Loaded, transcript: &Transcript) -> Vec<String> {
    let mut set = Vec::new();
    for (key, value) in &transcript.headers {
        let wanted = match value.to_ascii_lowercase().as_str() {
            "yes" => "true",
            "no" => "false",
            _ => continue,
        };
        // Only rules that are on or off can be set so; other headers are about something else.
        let key = format!("rules.{}", key.to_ascii_lowercase());
        let switch = |value: &str| matches!(value, "true" | "false") && value != wanted;
        let mut values = loaded.values.iter();
        if values.any(|written| written.key == key && switch(&written.value)) {
            set.push(format!("{key}={wanted}"));
        }
    }
    set
}

/// What is said of a change that a header makes.
pub(crate) fn said_of(switch: &str) -> String {
    format!("the header sets {}", switch.replace('=', " = "))
}

/// That a game was played by other rules than these, if its header says so.
pub(crate) fn other_rules(loaded: &Loaded, transcript: &Transcript) -> Option<String> {
    let digest = loaded.digest();
    let played = transcript.header(DIGEST);
    let played = played.filter(|played| *played != digest)?;
    Some(format!(
        "the game was played by other rules: the digest of {} is {digest}, in the header it is {played:?}",
        loaded.header.name
    ))
}

/// Goes on after the first round if the header says so, or says what it says instead.
pub(crate) fn over_rounds(
    game: &mut Game,
    loaded: &Loaded,
    transcript: &Transcript,
) -> Option<String> {
    match transcript.header(ROUNDS)? {
        ALL_ROUNDS => {
            game.over_rounds(loaded.rounds);
            None
        }
        other => Some(format!(
            "{ROUNDS}: expected {ALL_ROUNDS}, found {}; one round is played",
            visible(other)
        )),
    }
}

/// Ends a game that was resigned, and says if it was not that player's turn.
pub(crate) fn resign(game: &mut Game, transcript: &Transcript) -> Option<String> {
    let side = transcript.resigned?;
    let mover = game.to_move();
    if game.result().is_none() {
        game.resign(side);
    }
    (mover != side).then(|| format!("{side} resigns with {mover} to move"))
}

/// That the header names another winner than the moves.
pub(crate) fn false_winner(game: &Game, transcript: &Transcript) -> Option<String> {
    let claimed = transcript.header("winner")?;
    let is = |side: &Side| claimed.eq_ignore_ascii_case(&side.to_string());
    let claimed = Side::BOTH.into_iter().find(is)?;
    let winner = game.result().and_then(Outcome::winner);
    (winner != Some(claimed)).then(|| {
        let name = transcript.header("winner").unwrap_or_default();
        format!("the header says that {name} has won, the moves do not")
    })
}

impl Request {
    /// The rules, with the changes that the header makes.
    fn rules(
        &self,
        work: &Work<'_>,
        transcript: &Transcript,
        notes: &mut Vec<String>,
    ) -> Result<Loaded, Refusal> {
        let text = held(transcript).filter(|_| self.variant.is_none());
        let text = text.transpose();
        let text = text.map_err(|message| Refusal::invalid("text", message))?;
        let (variant, field) = match (&self.variant, text, transcript.header(VARIANT)) {
            (Some(variant), ..) => (variant.clone(), "variant"),
            (None, Some(text), _) => {
                let text = Some(text);
                (
                    VariantOf::Given(TextOf {
                        text,
                        ..TextOf::default()
                    }),
                    "text",
                )
            }
            (None, None, Some(named)) => (VariantOf::Named(named.to_owned()), "text"),
            (None, None, None) => {
                let message = format!("{NO_VARIANT}, or the field `variant`");
                return Err(Refusal::invalid("text", message));
            }
        };
        let loaded = variant.load(work.catalogue, field)?;
        let switches = switches(&loaded, transcript);
        notes.extend(switches.iter().map(|switch| said_of(switch)));
        let loaded = if switches.is_empty() {
            loaded
        } else {
            variant.changed(switches).load(work.catalogue, field)?
        };
        match other_rules(&loaded, transcript) {
            Some(message) if self.variant.is_none() => Err(Refusal::invalid(
                "text",
                format!("{message}; `variant` plays it by the rules that you name"),
            )),
            message => {
                notes.extend(message);
                Ok(loaded)
            }
        }
    }

    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let text = without_mark(short_enough(&self.text, LONGEST_TRANSCRIPT, "text")?);
        let transcript = Transcript::read(TEXT, text)
            .map_err(|wrong| Refusal::mistaken("text", &wrong.into()))?;
        let count = transcript.plies.len();
        if count > MOST_MOVES {
            return Err(Refusal::too_large("text", MOST_MOVES, "moves", count));
        }
        let mut notes = Vec::new();
        let loaded = self.rules(work, &transcript, &mut notes)?;
        let mut game = match transcript.header("position") {
            Some(position) => {
                let game = loaded.game_from(position);
                game.map_err(|error| Refusal::invalid("text", error))?
            }
            None => loaded.game(),
        };
        notes.extend(super::unusual_seeds(&loaded, &game));
        notes.extend(over_rounds(&mut game, &loaded, &transcript));
        let start = game.text();
        let mut plies = Vec::with_capacity(count);
        for (number, ply) in (1..).zip(&transcript.plies) {
            let mover = game.to_move();
            let written = game.play_until(&ply.text, work.stop);
            if (work.stop)() {
                return Err(stopped(format!("at ply {number}")));
            }
            let written = written.map_err(|error| Refusal {
                mistakes: vec![Mistake::in_line(TEXT, ply.line, error.to_string())],
                ..Refusal::invalid("text", format!("line {}, ply {number}: {error}", ply.line))
            })?;
            plies.push(Commented {
                mover,
                ply: Ply::of(&game, Some(&written)),
                comment: ply.comment.clone(),
            });
        }
        notes.extend(resign(&mut game, &transcript));
        notes.extend(false_winner(&game, &transcript));
        let rounds = transcript.header(ROUNDS) == Some(ALL_ROUNDS);
        let is_held = self.variant.is_none() && transcript.header(VARIANT_FILE).is_some();
        let text = is_held.then(|| loaded.text_with_changes());
        let headers = transcript.headers.into_iter();
        Ok(Answer {
            variant: loaded.label(),
            text,
            rounds: rounds && loaded.rounds.several(),
            headers: headers.map(|(key, value)| [key, value]).collect(),
            start,
            plies,
            resigned: transcript.resigned,
            result: game.result(),
            ending: game.ending(),
            notes,
        })
    }
}
