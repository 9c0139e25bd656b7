//! `transcript`: a transcript, played ply by ply.

use super::given::at_most;
use super::limits::{LONGEST_TRANSCRIPT, MOST_MOVES};
use super::play::Ply;
use super::prelude::*;
use super::wire::TextError;
use mankala_core::text::diagnostic::Diagnostic;
use mankala_core::text::transcript::Transcript;
use mankala_core::text::visible::visible;
use mankala_core::text::without_mark;

/// Header of a transcript that names the variant.
pub(crate) const VARIANT: &str = "variant";
/// Header of a transcript with the digest of the rules.
pub(crate) const DIGEST: &str = "digest";
/// Header of a transcript with the variant file, as a JSON string.
pub(crate) const VARIANT_FILE: &str = "variant-file";
/// Header of a transcript that selects the rounds to play.
pub(crate) const ROUNDS: &str = "rounds";
/// Value of that header for all rounds.
pub(crate) const ALL_ROUNDS: &str = "all";
/// Error message for a transcript that names no variant.
pub(crate) const NO_VARIANT: &str =
    "the transcript names no variant; expected a header `variant: NAME`";

/// Transcript to play.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The transcript.
    pub text: String,
    /// The variant to play it by; the one in its header if left out.
    #[serde(default)]
    pub variant: Option<VariantOf>,
}

/// The game of a transcript.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Name and changes of the variant, which name it again unless the request gives a text.
    pub variant: String,
    /// Text of the variant, if the transcript contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The headers, as pairs of key and value.
    pub headers: Vec<[String; 2]>,
    /// The first position.
    pub start: String,
    /// Whether the game goes on after its first round.
    pub rounds: bool,
    /// The moves.
    pub plies: Vec<Commented>,
    /// The side that resigned.
    pub resigned: Option<Side>,
    /// The result, if the game is over.
    pub result: Option<Outcome>,
    /// Kind of the game's end, if it is over.
    pub ending: Option<Ending>,
    /// Warnings about the transcript.
    pub notes: Vec<String>,
}

/// A move with its comment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Commented {
    /// The mover.
    pub mover: Side,
    /// The move and the position after it.
    #[serde(flatten)]
    pub ply: Ply,
    /// The comment after the move.
    pub comment: String,
}

/// Returns the variant file in a transcript, if it contains one.
pub(crate) fn held(transcript: &Transcript) -> Option<Result<String, String>> {
    Some(serde_json::from_str(transcript.header(VARIANT_FILE)?).map_err(|error| {
        format!("{VARIANT_FILE}: expected the text of a variant as a JSON string, {error}")
    }))
}

/// Returns the changes that headers make: a header named like a boolean rule sets it by `yes` or `no`.
pub(crate) fn switches(loaded: &Loaded, transcript: &Transcript) -> Vec<String> {
    let mut set = Vec::new();
    for (key, value) in &transcript.headers {
        let wanted = match value.to_ascii_lowercase().as_str() {
            "yes" => "true",
            "no" => "false",
            _ => continue,
        };
        // Headers named like other rules do not set them.
        let key = format!("rules.{}", key.to_ascii_lowercase());
        let switch = |value: &str| matches!(value, "true" | "false") && value != wanted;
        if loaded.values.iter().any(|written| written.key == key && switch(&written.value)) {
            set.push(format!("{key}={wanted}"));
        }
    }
    set
}

/// A note on a change that a header makes.
pub(crate) fn said_of(switch: &str) -> String {
    format!("the header sets {}", switch.replace('=', " = "))
}

/// Returns an error if the header's digest differs from that of these rules.
pub(crate) fn other_rules(loaded: &Loaded, transcript: &Transcript) -> Option<String> {
    let digest = loaded.digest();
    let played = transcript.header(DIGEST);
    let played = played.filter(|played| *played != digest)?;
    Some(format!(
        "the rules differ: the header has the digest {played:?}, that of {} is {digest}",
        loaded.header.name
    ))
}

/// Plays all rounds if the header says so, and returns a note on any other value.
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
            "{ROUNDS}: expected {ALL_ROUNDS}, found {}; playing one round",
            visible(other)
        )),
    }
}

/// Ends a resigned game, and returns a note if the other player was to move.
pub(crate) fn resign(game: &mut Game, transcript: &Transcript) -> Option<String> {
    let side = transcript.resigned?;
    let mover = game.to_move();
    if game.result().is_none() {
        game.resign(side);
    }
    (mover != side).then(|| format!("{side} resigns with {mover} to move"))
}

/// Returns a note if the header names a winner other than the moves.
pub(crate) fn false_winner(game: &Game, transcript: &Transcript) -> Option<String> {
    let name = transcript.header("winner")?;
    let is = |side: &Side| name.eq_ignore_ascii_case(&side.to_string());
    let claimed = Side::BOTH.into_iter().find(is)?;
    let winner = game.result().and_then(Outcome::winner);
    let message = || format!("the header names {name} as the winner, but the moves do not");
    (winner != Some(claimed)).then(message)
}

impl Request {
    /// Loads the rules, with the changes that the headers make; `true` if the transcript itself contains them.
    fn rules(
        &self,
        work: &Work<'_>,
        transcript: &Transcript,
        notes: &mut Vec<String>,
    ) -> Result<(Loaded, bool), RequestError> {
        let text = held(transcript).filter(|_| self.variant.is_none()).transpose();
        let text = text.map_err(|message| RequestError::invalid("text", message))?;
        let is_held = text.is_some();
        let (variant, field) = match (&self.variant, text, transcript.header(VARIANT)) {
            (Some(variant), ..) => (variant.clone(), "variant"),
            (None, Some(text), _) => (VariantOf::of_text(text), "text"),
            (None, None, Some(named)) => (VariantOf::Named(named.to_owned()), "text"),
            (None, None, None) => {
                let message = format!("{NO_VARIANT}, or the field `variant`");
                return Err(RequestError::invalid("text", message));
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
            Some(message) if self.variant.is_none() => Err(RequestError::invalid(
                "text",
                format!("{message}; use `variant` to choose the rules"),
            )),
            message => {
                notes.extend(message);
                Ok((loaded, is_held))
            }
        }
    }

    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let text = without_mark(short_enough(&self.text, LONGEST_TRANSCRIPT, "text")?);
        let transcript = Transcript::read(TEXT, text)
            .map_err(|wrong| RequestError::mistaken("text", &wrong.into()))?;
        let count = transcript.plies.len();
        at_most(count, MOST_MOVES, "moves", "text")?;
        let mut notes = Vec::new();
        let (loaded, is_held) = self.rules(work, &transcript, &mut notes)?;
        let game = loaded.game_at(transcript.header("position"));
        let mut game = game.map_err(|error| RequestError::invalid("text", error))?;
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
            let written = written.map_err(|error| RequestError {
                mistakes: vec![TextError {
                    line: Some(ply.line),
                    ..TextError::from(&Diagnostic::new(TEXT, error.to_string()))
                }],
                ..RequestError::invalid("text", format!("line {}, ply {number}: {error}", ply.line))
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
        let headers = transcript.headers.into_iter();
        Ok(Answer {
            variant: loaded.label(),
            text: is_held.then(|| loaded.text_with_changes()),
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
