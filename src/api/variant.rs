//! `variant`: one variant as `mankala show --json` explains it, with its board and its text.

use super::prelude::*;
use crate::files::brief::Chapter;
use crate::files::catalogue::Written;
use crate::files::check::holding;
use crate::files::schema;
use crate::files::spec::{Example, Header};
use mankala_core::kernel::board::Pit;
use mankala_core::kernel::layout::{Directions, Layout};
use mankala_core::variant::ruleset::BoardSpec;

use super::position::Board;

/// Variant to show.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The variant.
    pub variant: VariantOf,
}

/// A variant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// Name and changes of the variant, which name it again unless the request gives a text.
    pub label: String,
    /// Fingerprint of its rules: equal rules have equal digests.
    pub digest: String,
    /// Ruleset that plays it.
    pub ruleset: &'static str,
    /// The explanation.
    #[serde(flatten)]
    pub shown: Shown,
    /// Its board as drawn.
    pub layout: Shape,
    /// The opening.
    pub start: Board,
    /// Whether a game may go on after its first round.
    pub rounds: bool,
    /// Every key with its value and origin.
    pub keys: Vec<Key>,
    /// The text of its file with the changes written into it, without inherited settings.
    pub text: String,
}

/// Explanation of a variant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Shown {
    /// The header of its file.
    pub header: Header,
    /// The size of the board.
    pub board: BoardSpec,
    /// The opening.
    pub opening: String,
    /// The rules in force, as TOML.
    pub rules: Ordered<String>,
    /// The rule book of its ruleset, in Markdown.
    pub rule_book: String,
    /// The correct examples.
    pub examples: Vec<Example>,
    /// Number of incorrect examples in the file.
    pub examples_left_out: usize,
    /// The aim of the game.
    pub aim: Vec<String>,
    /// How a turn is played, line by line.
    pub turn: Vec<String>,
    /// The rules that the variant sets and that neither list shows, a line each.
    pub besides: Vec<String>,
    /// All its rules in words.
    pub in_words: Vec<Chapter>,
    /// Its mechanisms, in words common to all games.
    pub mechanisms: Ordered<Value>,
}

impl Shown {
    /// Explains a variant; once `stop` returns `true`, the remaining examples are left out.
    pub fn new(loaded: &Loaded, stop: &dyn Fn() -> bool) -> Self {
        let examples: Vec<Example> =
            holding(loaded, stop).into_iter().map(|(example, _)| example.clone()).collect();
        let values = loaded.values.iter();
        let in_words = loaded.in_words();
        let brief = loaded.brief(&in_words);
        Self {
            header: loaded.header.clone(),
            board: loaded.board,
            opening: loaded.game().text(),
            rules: values.map(|written| (written.key.clone(), written.value.clone())).collect(),
            rule_book: loaded.rule_book(),
            examples_left_out: loaded.examples.len() - examples.len(),
            examples,
            besides: brief.besides,
            in_words,
            aim: brief.aim,
            turn: brief.turn,
            mechanisms: Profile::of(loaded).json(),
        }
    }
}

/// A board as drawn.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Shape {
    /// The names of the pits of each row from left to right, the top row first; South sits below.
    pub rows: Vec<Vec<String>>,
    /// The pits called house, if any.
    pub house: Vec<String>,
    /// Whether moves are written with a direction.
    pub two_ways: bool,
}

impl From<&Layout> for Shape {
    fn from(layout: &Layout) -> Self {
        let rows = layout.drawn().into_iter();
        let house = layout.house().into_iter();
        let houses = house.flat_map(|spot| Side::BOTH.map(|owner| Pit { owner, spot }));
        Self {
            rows: rows.map(|row| row.into_iter().map(|pit| layout.name(pit)).collect()).collect(),
            house: houses.map(|pit| layout.name(pit)).collect(),
            two_ways: layout.directions() == Directions::Both,
        }
    }
}

/// A key of a variant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Key {
    /// The key with its value.
    #[serde(flatten)]
    pub written: Written,
    /// Description of the key.
    pub means: String,
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let loaded = self.variant.load(work.catalogue, "variant")?;
        let game = loaded.game();
        let schema = work.catalogue.schema(loaded.ruleset).unwrap_or_default();
        let key = |written: &Written| Key {
            written: written.clone(),
            means: schema::description(&schema, &written.key),
        };
        let shown = Shown::new(&loaded, work.stop);
        if (work.stop)() {
            return Err(stopped("while playing its examples"));
        }
        Ok(Answer {
            label: loaded.label(),
            digest: loaded.digest(),
            ruleset: loaded.ruleset,
            shown,
            layout: game.layout().into(),
            start: Board::of(&game),
            rounds: loaded.rounds.several(),
            keys: loaded.values.iter().map(key).collect(),
            text: loaded.text_with_changes(),
        })
    }
}
