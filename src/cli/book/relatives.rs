//! Relatives of a game, and the differences of their rules in words.

use super::Book;
use crate::atlas::distance::{Apart, apart};
use crate::atlas::mechanisms::{Mechanism, Profile, Value, all};
use crate::files::schema;
use mankala_core::variant::sort_by;

/// Number of relatives on a page.
const NEAREST: usize = 5;

/// Number of differences from each.
const TOLD: usize = 5;

pub(super) struct Relative {
    /// Its index.
    pub(super) place: usize,
    /// Distance by rules.
    pub(super) distance: f64,
    /// Largest differences in words.
    pub(super) words: Vec<String>,
    /// Number of further differences.
    pub(super) more: usize,
}

impl Book {
    /// Returns the nearest games, nearest first.
    pub(super) fn relatives(&self, place: usize) -> Vec<Relative> {
        let own = &self.games[place].1;
        let others = (0..self.games.len()).filter(|&other| other != place);
        let mut near: Vec<(usize, Apart)> =
            others.map(|other| (other, apart(own, &self.games[other].1))).collect();
        sort_by(&mut near, |a, b| a.1.distance.total_cmp(&b.1.distance));
        near.truncate(NEAREST);
        let relative = |(other, apart): (usize, Apart)| {
            let sides = [(place, own), (other, &self.games[other].1)];
            let told = apart.by.iter().take(TOLD);
            Relative {
                place: other,
                distance: apart.distance,
                words: told.map(|&(mechanism, _)| self.difference(mechanism, sides)).collect(),
                more: apart.by.len().saturating_sub(TOLD),
            }
        };
        near.into_iter().map(relative).collect()
    }

    /// Describes a mechanism that differs: its value there, and here.
    fn difference(&self, place: usize, sides: [(usize, &Profile); 2]) -> String {
        let mechanism = &all()[place];
        let meaning = mechanism.meaning.trim_end_matches('.');
        match sides.map(|(_, profile)| profile.at(place)) {
            [None, Some(Value::Yes)] => format!("Only there: {meaning}"),
            [Some(Value::Yes), _] => format!("Only here: {meaning}"),
            _ => {
                let [here, there] = sides.map(|(game, profile)| {
                    let value = profile.at(place);
                    let words = value.map(|value| self.said(game, mechanism, value));
                    words.unwrap_or_else(|| "none".to_owned())
                });
                format!("{meaning}. There: {there}; here: {here}")
            }
        }
    }

    /// Formats a value for people: its meaning, or the value without the marks of a file.
    pub(super) fn said(&self, game: usize, mechanism: &Mechanism, value: &Value) -> String {
        let text = value.to_string();
        let own = mechanism.words().find(|(word, _)| *word == text);
        let own = own.map(|(_, meaning)| meaning.to_owned());
        let schema = self.schemas.get(self.games[game].0.ruleset);
        let of_key = || mechanism.keys().find_map(|key| schema::meaning(schema?, &key, &text));
        if let Some(meaning) = own.or_else(of_key) {
            let meaning = meaning.trim_end_matches('.').replace('`', "");
            let mut letters = meaning.chars();
            let first = letters.next().map(char::to_lowercase);
            return first.into_iter().flatten().chain(letters).collect();
        }
        let plain = text.replace(" = ", " ").replace(['{', '}', '[', ']'], "");
        plain.replace('-', " ").trim().to_owned()
    }
}
