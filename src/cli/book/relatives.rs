//! Relatives of a game, and the differences of their rules in words.

use super::Book;
use crate::atlas::distance::{Apart, apart};
use crate::atlas::mechanisms::{Mechanism, Profile, Value, all};
use crate::variant::sort_by;

/// Number of relatives on a page.
const NEAREST: usize = 5;

/// Number of differences from each.
const TOLD: usize = 5;

/// Relative of a game.
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
        let mut near: Vec<(usize, Apart)> = others
            .map(|other| (other, apart(own, &self.games[other].1)))
            .collect();
        sort_by(&mut near, |a, b| {
            let distances = a.1.distance.total_cmp(&b.1.distance);
            distances.then(a.0.cmp(&b.0))
        });
        near.truncate(NEAREST);
        let relative = |(other, apart): (usize, Apart)| {
            let there = &self.games[other].1;
            let told = apart.by.iter().take(TOLD);
            Relative {
                place: other,
                distance: apart.distance,
                words: told
                    .map(|&(mechanism, _)| difference(mechanism, own, there))
                    .collect(),
                more: apart.by.len().saturating_sub(TOLD),
            }
        };
        near.into_iter().map(relative).collect()
    }
}

/// Describes a mechanism that differs: its value there, and here.
fn difference(place: usize, here: &Profile, there: &Profile) -> String {
    let mechanism = &all()[place];
    let meaning = mechanism.meaning.trim_end_matches('.');
    match (here.at(place), there.at(place)) {
        (None, Some(Value::Yes)) => format!("Only there: {meaning}"),
        (Some(Value::Yes), _) => format!("Only here: {meaning}"),
        (here, there) => {
            let [here, there] = [here, there].map(|value| {
                value.map_or_else(
                    || "nothing of the kind".to_owned(),
                    |it| said(mechanism, it),
                )
            });
            format!("{meaning}. There: {there}; here: {here}")
        }
    }
}

/// Formats a value for people: its meaning, or the value without the marks of a file.
pub(super) fn said(mechanism: &Mechanism, value: &Value) -> String {
    let text = value.to_string();
    let mut words = mechanism.words();
    if let Some((_, meaning)) = words.find(|(word, _)| *word == text) {
        return meaning.trim_end_matches('.').to_owned();
    }
    let plain = text.replace(" = ", " ").replace(['{', '}', '[', ']'], "");
    plain.replace('-', " ").trim().to_owned()
}
