//! `record`: a game as a transcript.

use super::limits::LONGEST_WORD;
use super::prelude::*;
use super::transcript::{ALL_ROUNDS, DIGEST, ROUNDS, VARIANT, VARIANT_FILE};
use crate::files::catalogue::Written;
use mankala_core::text::transcript::Transcript;

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

/// Returns the headers that select the rules of a game.
///
/// They contain the whole variant file unless the name, or the name with changes, selects the same rules.
pub(crate) fn rules_of(catalogue: &Catalogue, loaded: &Loaded) -> Vec<(String, String)> {
    let digest = loaded.digest();
    let is_same = |read: &Loaded| read.ruleset == loaded.ruleset && read.digest() == digest;
    let gives = |named: &String| {
        let read = catalogue.load(named, &[]);
        named.len() <= LONGEST_WORD && read.is_ok_and(|read| is_same(&read))
    };
    let named = Some(loaded.label()).filter(gives);
    let named = named.or_else(|| changed(catalogue, loaded).filter(gives));
    let header = |key: &str, value: String| (key.to_owned(), value);
    let mut headers = vec![
        header(VARIANT, named.clone().unwrap_or_else(|| loaded.label())),
        header(DIGEST, digest.clone()),
    ];
    if named.is_none() {
        let text = loaded.text_with_changes();
        // A file that refers to others can't be read without them.
        let is_whole = catalogue.parse(TEXT, &text, &[]).is_ok_and(|read| is_same(&read));
        let quoted = serde_json::to_string(&text).ok().filter(|_| is_whole);
        headers.extend(quoted.map(|text| header(VARIANT_FILE, text)));
    }
    headers
}

/// Returns the name of the known variant of this name and the values that differ from it, as changes.
fn changed(catalogue: &Catalogue, loaded: &Loaded) -> Option<String> {
    let known = catalogue.load(&loaded.header.name, &[]).ok()?;
    if known.header.title != loaded.header.title {
        return None;
    }
    let is_other = |written: &&Written| {
        let mut values = known.values.iter();
        !values.any(|value| (&value.key, &value.value) == (&written.key, &written.value))
    };
    let changes = loaded.values.iter().filter(is_other);
    let changes: Vec<String> = changes.map(Written::assignment).collect();
    Some(format!("{}:{}", loaded.header.name, changes.join(",")))
}

/// Writes a game as a transcript with the given headers.
pub(crate) fn written(headers: Vec<(String, String)>, game: &Game) -> Transcript {
    let mut transcript = Transcript { headers, ..Transcript::default() };
    let winner = game.result().and_then(Outcome::winner);
    transcript.headers.extend(winner.map(|side| ("winner".to_owned(), side.to_string())));
    for text in game.record() {
        transcript.push(text);
    }
    let resigned = game.ending() == Some(Ending::Resignation);
    if let (true, Some(winner)) = (resigned, winner) {
        let side = winner.other();
        transcript.resigned = Some(side);
        match transcript.plies.last_mut() {
            Some(last) => last.comment = format!("{side} resigns"),
            // Without a move, there is no place for a comment.
            None => transcript.headers.push(("resigned".to_owned(), side.to_string())),
        }
    }
    transcript
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let (loaded, mut game) = self.game.play(work.catalogue, work.stop)?;
        let header = |key: &str, value: String| (key.to_owned(), value);
        let mut headers = Vec::new();
        let names = [("south", &self.south), ("north", &self.north)];
        for ((field, name), side) in names.into_iter().zip(Side::BOTH) {
            let Some(name) = name else { continue };
            if short_enough(name, LONGEST_WORD, field)?.contains(char::is_control) {
                return Err(RequestError::invalid(field, "expected a name in one line"));
            }
            headers.push(header(&side.to_string(), name.trim().to_owned()));
        }
        headers.extend(rules_of(work.catalogue, &loaded));
        let mut start = game.clone();
        while start.undo() {}
        headers.push(header("position", start.text()));
        headers.extend(self.game.rounds.then(|| header(ROUNDS, ALL_ROUNDS.to_owned())));
        if self.resigned {
            game.resign(game.to_move());
        }
        Ok(Answer { text: written(headers, &game).write() })
    }
}
