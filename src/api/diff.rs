//! `diff`: the differences between two variants, in their rules and in a position.

use std::collections::{BTreeMap, BTreeSet};

use super::limits::LONGEST_WORD;
use super::prelude::*;

/// Variants to compare.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The first variant.
    pub first: VariantOf,
    /// The second variant.
    pub second: VariantOf,
    /// A position that both can read; fields that only one of them has are left out for the other.
    #[serde(default)]
    pub position: Option<String>,
}

/// Differences, as `mankala diff --json` prints them; in each pair the first item is the first variant's.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The names of the variants as given.
    pub variants: [String; 2],
    /// The keys with different values; `-` stands for a key that a file lacks.
    pub rules: Ordered<[String; 2]>,
    /// The comparison of a position, if one was given.
    #[serde(flatten)]
    pub position: Option<Positions>,
}

/// A position in two variants.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Positions {
    /// The position as each variant writes it.
    pub position: [String; 2],
    /// Its result in each variant, if the game is over there.
    pub result: [Option<Outcome>; 2],
    /// Every move that is legal in one or both.
    pub moves: Vec<Pair>,
}

/// A move in two variants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pair {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether the boards after the move differ.
    pub differs: bool,
    /// The position after it in each variant; null where it is not legal.
    pub leads: [Option<After>; 2],
}

/// Position after a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct After {
    /// The position.
    pub after: String,
    /// The result, if the game is over.
    pub result: Option<Outcome>,
}

impl Answer {
    /// Compares two variants with these labels, and their games from one position; `None` if stopped by `stop`.
    pub fn new(
        variants: [String; 2],
        loaded: &[Loaded; 2],
        games: Option<&[Game; 2]>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let position = match games {
            Some(games) => Some(Positions::of(games, stop)?),
            None => None,
        };
        Some(Self { variants, rules: differing(loaded), position })
    }
}

impl Positions {
    fn of(games: &[Game; 2], stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut joined: BTreeMap<String, [Option<After>; 2]> = BTreeMap::new();
        for (index, game) in games.iter().enumerate() {
            for legal in game.moves_until(stop)? {
                let (after, result) = (legal.after, legal.result);
                joined.entry(legal.text).or_default()[index] = Some(After { after, result });
            }
        }
        let pair = |(text, leads): (String, [Option<After>; 2])| Pair {
            text,
            differs: match &leads {
                [Some(first), Some(second)] => board_of(&first.after) != board_of(&second.after),
                _ => true,
            },
            leads,
        };
        Some(Self {
            position: games.each_ref().map(Game::text),
            result: games.each_ref().map(Game::result),
            moves: joined.into_iter().map(pair).collect(),
        })
    }
}

/// Returns rows, side to move and result of a position: the part that games with different fields share.
pub(crate) fn board_of(after: &str) -> Vec<&str> {
    let result = after.split(' ').filter(|word| word.starts_with("result="));
    after.split(' ').take(2).chain(result).collect()
}

/// Returns the keys with different values; `-` stands for a key that a file lacks.
fn differing(loaded: &[Loaded; 2]) -> Ordered<[String; 2]> {
    let values = loaded.each_ref().map(|loaded| {
        let written = loaded.values.iter().map(|it| (&*it.key, &*it.value));
        [("ruleset", loaded.ruleset)].into_iter().chain(written).collect::<Vec<(&str, &str)>>()
    });
    let mut seen = BTreeSet::new();
    let keys = values.iter().flatten().map(|(key, _)| *key).filter(|key| seen.insert(*key));
    let value = |side: usize, key: &str| {
        let found = values[side].iter().find(|(other, _)| *other == key);
        found.map_or("-", |&(_, value)| value).to_owned()
    };
    let rows = keys.map(|key| (key.to_owned(), [value(0, key), value(1, key)]));
    rows.filter(|(_, [first, second])| first != second).collect()
}

/// Splits a position into the text without the fields that only the other variant has, and these fields.
pub(crate) fn own_part(loaded: &[Loaded; 2], side: usize, position: &str) -> (String, Vec<String>) {
    let fields = loaded.each_ref().map(|loaded| {
        loaded.game().diagram().fields.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    });
    let foreign = |word: &&str| {
        word.split_once('=').is_some_and(|(name, _)| {
            !fields[side].contains(&name) && fields[1 - side].contains(&name)
        })
    };
    let (left_out, own): (Vec<&str>, Vec<&str>) = position.split(' ').partition(foreign);
    (own.join(" "), left_out.into_iter().map(str::to_owned).collect())
}

impl Request {
    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let loaded = [
            self.first.load(work.catalogue, "first")?,
            self.second.load(work.catalogue, "second")?,
        ];
        let games = match &self.position {
            Some(position) => {
                let position = short_enough(position, LONGEST_WORD, "position")?;
                let game = |side: usize| {
                    let (own, _) = own_part(&loaded, side, position);
                    let game = loaded[side].game_from(&own);
                    game.map_err(|error| RequestError::invalid("position", error))
                };
                Some([game(0)?, game(1)?])
            }
            None => None,
        };
        let labels = loaded.each_ref().map(Loaded::label);
        let answer = Answer::new(labels, &loaded, games.as_ref(), work.stop);
        answer.ok_or_else(|| stopped("while generating legal moves"))
    }
}
