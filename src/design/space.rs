//! Space of rule sets: the keys of each ruleset with their possible values, and random changes.

use std::collections::BTreeMap;

use crate::atlas::mechanisms::Profile;
use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::schema;
use mankala_core::kernel::Dice;

use super::race::Candidate;

/// Keys that stay: a limit that no player notices, and seeds won before the game.
const FIXED: [&str; 2] = ["rules.max_sown", "setup.captured"];
/// Largest range of numbers that is filled in between known values.
const WIDEST: i64 = 32;
/// Maximum number of keys changed at once.
const MOST_CHANGES: u32 = 6;

/// Key with its possible values.
type Key = (String, Vec<String>);

/// Keys of rulesets with their possible values.
pub(super) struct Space(BTreeMap<&'static str, Vec<Key>>);

impl Space {
    /// Collects the values that the schemas of the rulesets allow and that known games have.
    pub(super) fn of(catalogue: &Catalogue, known: &[(Loaded, Profile)], bases: &[String]) -> Self {
        let mut space = BTreeMap::new();
        for base in bases {
            let Ok(loaded) = catalogue.load(base, &[]) else { continue };
            let ruleset = loaded.ruleset;
            space.entry(ruleset).or_insert_with(|| {
                let own = known.iter().map(|(game, _)| game).filter(|game| game.ruleset == ruleset);
                let own: Vec<&Loaded> = own.chain([&loaded]).collect();
                keys(&catalogue.schema(ruleset).unwrap_or_default(), &own)
            });
        }
        Self(space)
    }

    /// Returns random changes of the first parent, some of them rules of the second one; `None` if there are none.
    ///
    /// `blind` makes any number of changes equally likely; otherwise few are.
    pub(super) fn changed(
        &self,
        parents: &[&Candidate; 2],
        blind: bool,
        dice: &mut Dice,
    ) -> Option<Vec<String>> {
        let [own, other] = parents;
        let keys = self.0.get(own.ruleset).filter(|keys| !keys.is_empty())?;
        let mut new: BTreeMap<&str, &str> = BTreeMap::new();
        if !blind && own.ruleset == other.ruleset && dice.below(4) == 0 {
            for (key, value) in &other.values {
                let differs = own.values.get(key) != Some(value) && !key.starts_with("rounds.");
                if differs && dice.below(2) == 0 {
                    new.insert(key, value);
                }
            }
        }
        let more = if blind {
            1 + dice.below(MOST_CHANGES)
        } else if new.is_empty() {
            1 + dice.bits().trailing_ones().min(MOST_CHANGES - 1)
        } else {
            dice.below(2)
        };
        for _ in 0..more {
            let (key, values) = &keys[dice.below(keys.len() as u32) as usize];
            let values: Vec<&String> =
                values.iter().filter(|it| own.values.get(key) != Some(*it)).collect();
            if let Some(value) = values.get(dice.below(values.len() as u32) as usize) {
                new.insert(key, value);
            }
        }
        let new = new.into_iter().map(|(key, value)| format!("{key}={value}"));
        let new: Vec<String> = new.collect();
        (!new.is_empty()).then_some(new)
    }
}

/// Returns the keys of a ruleset that can have several values.
fn keys(schema: &serde_json::Value, games: &[&Loaded]) -> Vec<Key> {
    let mut keys = Vec::new();
    for section in ["board", "setup", "rules"] {
        let own = schema["properties"][section]["properties"].as_object();
        for (name, about) in own.into_iter().flatten() {
            let key = format!("{section}.{name}");
            let written = games.iter().flat_map(|game| &game.values);
            let written = written.filter(|written| written.key == key);
            let mut values: Vec<String> = written.map(|written| written.value.clone()).collect();
            let is = |kind: &str| {
                about["type"] == kind
                    || about["type"].as_array().is_some_and(|all| all.iter().any(|it| it == kind))
            };
            if is("integer") {
                values = with_neighbours(&values);
            } else {
                values.extend(schema::all_values(schema, &key));
            }
            values.sort();
            values.dedup();
            if values.len() > 1 && !FIXED.contains(&&*key) {
                keys.push((key, values));
            }
        }
    }
    keys
}

/// Returns whole numbers from one below the smallest to one above the largest; known ones only if these lie far apart.
fn with_neighbours(values: &[String]) -> Vec<String> {
    let mut known: Vec<i64> = values.iter().filter_map(|value| value.parse().ok()).collect();
    known.sort_unstable();
    if let (Some(&least), Some(&most)) = (known.first(), known.last())
        && most - least <= WIDEST
    {
        known = ((least - 1).max(0)..=most + 1).collect();
    }
    known.iter().map(i64::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::profiled;

    #[test]
    fn numbers_get_neighbours() {
        let texts =
            |numbers: &[&str]| numbers.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(with_neighbours(&texts(&["4", "2"])), ["1", "2", "3", "4", "5"]);
        assert_eq!(with_neighbours(&texts(&["0"])), ["0", "1"]);
        assert_eq!(with_neighbours(&texts(&["0", "99"])), ["0", "99"]);
    }

    /// Board, seeds, options and lists change, and most changes of Kalah are valid games.
    #[test]
    fn changes_name_keys_of_all_sections() {
        let catalogue = Catalogue::new();
        let games = profiled(&catalogue);
        let space = Space::of(&catalogue, &games, &["kalah".to_owned()]);
        let kalah = catalogue.load("kalah", &[]).expect("Kalah");
        let own = Candidate::new("kalah", &kalah);
        let (mut changes, mut valid) = (Vec::new(), 0);
        for number in 0..200 {
            let mut dice = Dice::numbered(1, number);
            let new = space.changed(&[&own, &own], false, &mut dice).expect("changes");
            valid += u32::from(catalogue.load("kalah", &new).is_ok());
            changes.extend(new);
        }
        for part in ["board.columns=", "setup.seeds=", "rules.capture=", "rules.direction="] {
            assert!(changes.iter().any(|change| change.starts_with(part)), "{part}");
        }
        assert!(!changes.iter().any(|change| change.starts_with("rules.max_sown")));
        assert!(valid > 20, "only {valid} of 200 are valid");
    }
}
