//! Keys of `[rules]` that all two-row rulesets share, expanded into the struct of each.

use crate::rulesets::prelude::*;
use std::fmt;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Serializer;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use super::{Ending, Sowing};

/// Set of numbers of seeds, for example those at which a pit is captured: `[2, 3]`, `"even"`, `"odd"` or `"any"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts([u64; 4]);

impl Counts {
    /// The empty set.
    pub const NONE: Self = Self([0; 4]);

    /// Returns all numbers from 1.
    pub fn any() -> Self {
        Self::when(|_| true)
    }

    /// Returns `true` if the set contains this number.
    #[inline]
    pub const fn has(self, seeds: u8) -> bool {
        self.0[(seeds >> 6) as usize] >> (seeds & 63) & 1 == 1
    }

    /// Returns the smallest number, or 255 if there is none.
    #[inline]
    pub fn least(self) -> u8 {
        let first = (0..4_u8).find(|&word| self.0[usize::from(word)] != 0);
        first.map_or(u8::MAX, |word| 64 * word + self.0[usize::from(word)].trailing_zeros() as u8)
    }

    /// Returns the largest number, or 0 if there is none.
    #[inline]
    pub fn most(self) -> u8 {
        let last = (0..4_u8).rfind(|&word| self.0[usize::from(word)] != 0);
        last.map_or(0, |word| 64 * word + self.0[usize::from(word)].ilog2() as u8)
    }

    /// Returns `true` if the set is empty.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns the numbers from 1 for which `holds` is true.
    fn when(holds: impl Fn(u8) -> bool) -> Self {
        let mut counts = Self::NONE;
        for seeds in (1..=u8::MAX).filter(|&seeds| holds(seeds)) {
            counts.0[usize::from(seeds >> 6)] |= 1 << (seeds & 63);
        }
        counts
    }

    /// Returns the numbers of a list.
    pub fn of(list: &[u8]) -> Self {
        Self::when(|seeds| list.contains(&seeds))
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;

        impl<'de> Visitor<'de> for Numbers {
            type Value = Counts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of numbers from 1 to 255, \"even\", \"odd\" or \"any\"")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Counts, E> {
                match word {
                    "even" => Ok(Counts::when(|seeds| seeds % 2 == 0)),
                    "odd" => Ok(Counts::when(|seeds| seeds % 2 == 1)),
                    "any" => Ok(Counts::any()),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Counts, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element::<u8>()? {
                    if number == 0 {
                        return Err(de::Error::invalid_value(de::Unexpected::Unsigned(0), &self));
                    }
                    numbers.push(number);
                }
                Ok(Counts::of(&numbers))
            }
        }

        deserializer.deserialize_any(Numbers)
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = [
            ("even", Self::when(|seeds| seeds % 2 == 0)),
            ("odd", Self::when(|seeds| seeds % 2 == 1)),
            ("any", Self::any()),
        ];
        match words.into_iter().find(|(_, counts)| counts == self) {
            Some((word, _)) => word.serialize(serializer),
            None => serializer.collect_seq((1..=u8::MAX).filter(|&seeds| self.has(seeds))),
        }
    }
}

impl JsonSchema for Counts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "oneOf": [
                { "type": "array", "items": { "type": "integer", "minimum": 1, "maximum": 255 } },
                { "enum": ["even", "odd", "any"] },
            ],
        })
    }
}

/// Maximum number of seeds that a move may sow (`G3`), 10 000 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct MostSown(#[schemars(range(min = 1))] pub u32);

impl Default for MostSown {
    fn default() -> Self {
        Self(10_000)
    }
}

/// Values of the keys that all two-row rulesets share.
#[derive(Debug, Clone, Copy)]
pub struct Common {
    /// Options of sowing.
    pub sowing: Sowing,
    /// Options for the end of the game.
    pub ending: Ending,
    /// Number of turns at the start of a round, counting those of both players, in which nothing is captured.
    pub quiet: u8,
    /// Limit on the seeds sown in a move; a longer move is endless (`G3`).
    pub max_sown: u32,
}

/// Declares the struct `Rules` of a two-row ruleset, for `[rules]` in its files: its own keys, as
/// [`keys!`](crate::keys) declares them, then the common ones.
#[macro_export]
macro_rules! two_row_rules {
    ($(#[$about:meta])* pub struct Rules { $($keys:tt)* }) => {
        $crate::keys! {
            $(#[$about])*
            #[derive(Copy)]
            pub struct Rules {
                $($keys)*
                /// Direction of sowing.
                pub direction: $crate::rulesets::two_rows::DirectionRule,
                /// Treatment of the pit that a lap is lifted from.
                pub origin: $crate::rulesets::two_rows::Origin,
                /// Whether a move may start from a single seed.
                pub singles: $crate::rulesets::two_rows::Singles,
                /// Pits from which a move may start.
                pub from: $crate::rulesets::two_rows::From,
                /// Number of turns at the start of a round, counting those of both players, in which nothing is captured.
                pub quiet: u8,
                /// Effect if the player to move has no legal move.
                pub stuck: $crate::rulesets::two_rows::Stuck,
                /// Whether an opponent without seeds must be given some.
                pub feeding: $crate::rulesets::two_rows::Feeding,
                /// Owner of the seeds left on the board at the end.
                pub rest: $crate::rulesets::two_rows::Rest,
                /// Condition for winning.
                pub goal: $crate::rulesets::two_rows::Goal,
                /// Whether the game ends once a player has won more than half of the seeds, or both have won half.
                pub majority: bool,
                /// Effect of a repeated position.
                pub repetition: $crate::rulesets::two_rows::Repetition,
                /// A move that would sow more seeds than this counts as endless and is illegal (G3).
                pub max_sown: $crate::rulesets::two_rows::MostSown,
            }
        }

        impl Rules {
            /// Returns the values of the keys that all two-row rulesets share.
            pub const fn common(&self) -> $crate::rulesets::two_rows::Common {
                $crate::rulesets::two_rows::Common {
                    sowing: $crate::rulesets::two_rows::Sowing {
                        way: self.direction,
                        origin: self.origin,
                        singles: self.singles,
                        from: self.from,
                    },
                    ending: $crate::rulesets::two_rows::Ending {
                        stuck: self.stuck,
                        feeding: self.feeding,
                        rest: self.rest,
                        goal: self.goal,
                        majority: self.majority,
                        repetition: self.repetition,
                    },
                    quiet: self.quiet,
                    max_sown: self.max_sown.0,
                }
            }
        }
    };
}

#[doc(inline)]
pub use two_row_rules;
