//! The keys of `[rules]` that all two-row rulesets share, written into each one's own struct.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A set of numbers, as of the seeds that a pit must hold to be captured: `[2, 3]`, `"even"`, `"odd"` or `"any"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts([u64; 4]);

impl Counts {
    /// No number at all.
    pub const NONE: Self = Self([0; 4]);

    /// All numbers from 1.
    #[must_use]
    pub fn any() -> Self {
        Self::when(|_| true)
    }

    /// Whether a pit of so many seeds is meant.
    #[must_use]
    #[inline]
    pub const fn has(self, seeds: u8) -> bool {
        self.0[(seeds >> 6) as usize] >> (seeds & 63) & 1 == 1
    }

    /// The least number that is meant, 255 if there is none.
    #[must_use]
    #[inline]
    pub fn least(self) -> u8 {
        let first = (0..4_u8).find(|&word| self.0[usize::from(word)] != 0);
        first.map_or(u8::MAX, |word| {
            64 * word + self.0[usize::from(word)].trailing_zeros() as u8
        })
    }

    /// The greatest number that is meant, 0 if there is none.
    #[must_use]
    #[inline]
    pub fn most(self) -> u8 {
        let last = (0..4_u8).rfind(|&word| self.0[usize::from(word)] != 0);
        last.map_or(0, |word| {
            64 * word + self.0[usize::from(word)].ilog2() as u8
        })
    }

    /// Whether no number is meant.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The numbers from 1 for which this is true.
    fn when(holds: impl Fn(u8) -> bool) -> Self {
        let mut counts = Self::NONE;
        for seeds in (1..=u8::MAX).filter(|&seeds| holds(seeds)) {
            counts.0[usize::from(seeds >> 6)] |= 1 << (seeds & 63);
        }
        counts
    }

    /// The numbers of a list.
    #[must_use]
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

/// How many seeds a move may sow (`G3`): 10 000 where a file does not say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct MostSown(#[schemars(range(min = 1))] pub u32);

impl Default for MostSown {
    fn default() -> Self {
        Self(10_000)
    }
}

/// Declares the struct `Rules` of a two-row ruleset, what its files hold under `[rules]`: its own keys, then those that
/// all share. The crates `serde` and `schemars` must be there.
#[macro_export]
macro_rules! two_row_rules {
    ($(#[$about:meta])* pub struct Rules { $($(#[$doc:meta])* pub $key:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $($(#[$doc])* pub $key: $type,)*
            /// Which way a player sows.
            #[serde(default)]
            pub direction: $crate::rulesets::two_rows::Way,
            /// What becomes of the pit that a lap is lifted from.
            #[serde(default)]
            pub origin: $crate::rulesets::two_rows::Origin,
            /// Whether a move may start from a single seed.
            #[serde(default)]
            pub singles: $crate::rulesets::two_rows::Singles,
            /// Whose pits a move may start from.
            #[serde(default)]
            pub from: $crate::rulesets::two_rows::From,
            /// In the first so many turns of a round, both players' together, nothing is captured.
            #[serde(default)]
            pub quiet: u8,
            /// What becomes of a player who is to move and can't.
            #[serde(default)]
            pub stuck: $crate::rulesets::two_rows::Stuck,
            /// Whether an opponent without seeds must be given some.
            #[serde(default)]
            pub feeding: $crate::rulesets::two_rows::Feeding,
            /// Who gets the seeds that lie on the board at the end.
            #[serde(default)]
            pub rest: $crate::rulesets::two_rows::Rest,
            /// Who wins.
            #[serde(default)]
            pub goal: $crate::rulesets::two_rows::Goal,
            /// Whether the game is over as soon as a player has won more than half of the seeds, or both half.
            #[serde(default)]
            pub majority: bool,
            /// Who gets the seeds on the board when a position comes back.
            #[serde(default)]
            pub repetition: $crate::rulesets::two_rows::Repetition,
            /// A move that would sow more seeds than this counts as endless and is illegal (G3).
            #[serde(default)]
            pub max_sown: $crate::rulesets::two_rows::MostSown,
        }

        impl Rules {
            /// How seeds are sown.
            #[must_use]
            pub const fn sowing(&self) -> $crate::rulesets::two_rows::Sowing {
                $crate::rulesets::two_rows::Sowing {
                    way: self.direction,
                    origin: self.origin,
                    singles: self.singles,
                    from: self.from,
                }
            }

            /// How the game ends.
            #[must_use]
            pub const fn ending(&self) -> $crate::rulesets::two_rows::Ending {
                $crate::rulesets::two_rows::Ending {
                    stuck: self.stuck,
                    feeding: self.feeding,
                    rest: self.rest,
                    goal: self.goal,
                    majority: self.majority,
                    repetition: self.repetition,
                }
            }
        }
    };
}

#[doc(inline)]
pub use two_row_rules;
