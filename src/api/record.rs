//! `record`: a game as a transcript.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::given::{GameOf, short_enough};
use super::limits::LONGEST_WORD;
use super::transcript::{ALL_ROUNDS, ROUNDS};
use super::wire::Refusal;
use super::work::Work;
use crate::game::{Ending, Game};
use crate::kernel::board::Side;
use crate::text::transcript::Transcript;
use crate::variant::Outcome;

/// Game and names of the players.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game up to now.
    pub game: GameOf,
    /// Name of South's player.
    #[serde(default)]
    pub south: Option<String>,
    /// Name of North's player.
    #[serde(default)]
    pub north: Option<String>,
    /// Whether the player to move has resigned.
    #[serde(default)]
    pub resigned: bool,
}

/// The game as a transcript.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The transcript.
    pub text: String,
}

/// Writes a game as a transcript with the given headers.
pub(crate) fn written(headers: Vec<(String, String)>, game: &Game) -> Transcript {
    let mut transcript = Transcript {
        headers,
        ..Transcript::default()
    };
    if let Some(winner) = game.result().and_then(Outcome::winner) {
        let header = ("winner".to_owned(), winner.to_string());
        transcript.headers.push(header);
    }
    for text in game.record() {
        transcript.push(text);
    }
    if game.ending() == Some(Ending::Resignation) {
        let side = game.to_move();
        transcript.resigned = Some(side);
        match transcript.plies.last_mut() {
            Some(last) => last.comment = format!("{side} resigns"),
            // Without a move, there is no place for a comment.
            None => transcript
                .headers
                .push(("resigned".to_owned(), side.to_string())),
        }
    }
    transcript
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, Refusal> {
        let (loaded, mut game) = self.game.play(work.catalogue, work.stop)?;
        let mut headers = Vec::new();
        let mut header = |key: &str, value: String| headers.push((key.to_owned(), value));
        let names = [("south", &self.south), ("north", &self.north)];
        for ((field, name), side) in names.into_iter().zip(Side::BOTH) {
            let Some(name) = name else { continue };
            if short_enough(name, LONGEST_WORD, field)?.contains(char::is_control) {
                return Err(Refusal::invalid(field, "expected a name in one line"));
            }
            header(&side.to_string(), name.trim().to_owned());
        }
        header("variant", loaded.label());
        header("digest", loaded.digest());
        let mut start = game.clone();
        while start.undo() {}
        header("position", start.text());
        if self.game.rounds {
            header(ROUNDS, ALL_ROUNDS.to_owned());
        }
        if self.resigned {
            game.resign(game.to_move());
        }
        let text = written(headers, &game).write();
        Ok(Answer { text })
    }
}
