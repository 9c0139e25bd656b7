//! Material for random games: random options, and boards with random seeds.

use mankala::{Dice, Loaded};

use super::compared::one_of;

/// An option and the values that it can have.
pub(crate) type Values = (&'static str, &'static [&'static str]);

/// Which way, in games without a way that is kept.
pub(crate) const DIRECTION: Values = (
    "direction",
    &["counterclockwise", "clockwise", "chosen", "by-half", "to-middle", "chosen-later"],
);

/// Whether single seeds may start; nearly always they may.
pub(crate) const SINGLES: Values = (
    "singles",
    &["free", "free", "never", "last", "last-leaving-last", "to-own", "to-empty", "last-to-empty"],
);

/// A player without a move.
pub(crate) const STUCK: Values = ("stuck", &["ends", "passes", "row-empty"]);

/// An opponent without seeds, in games with marks.
pub(crate) const FEEDING: Values = ("feeding", &["none", "required", "if-possible", "one-seed"]);

/// Values of the key for the remaining seeds.
pub(crate) const REST: Values = ("rest", &["own-row", "other", "last-mover", "unfed", "nobody"]);

/// The kind of rounds.
pub(crate) const ROUNDS: Values = ("rounds", &["none", "burnt", "territory"]);

/// Positions that come back: one position tells nothing of those before it.
pub(crate) const REPETITION: Values = ("repetition", &["none"]);

/// Each option with one of its values.
pub(crate) fn each_drawn(dice: &mut Dice, options: &[Values]) -> Vec<(&'static str, &'static str)> {
    let mut value = |&(key, values): &Values| (key, one_of(dice, values));
    options.iter().map(&mut value).collect()
}

/// Each option with its first value half of the time, which nearly all games have.
pub(crate) fn half_drawn(dice: &mut Dice, options: &[Values]) -> Vec<(&'static str, &'static str)> {
    let mut value = |&(key, values): &Values| {
        let drawn = dice.below(2) == 0;
        (key, if drawn { one_of(dice, values) } else { values[0] })
    };
    options.iter().map(&mut value).collect()
}

/// An option of the rules as a change to a variant, words in quotes; `rounds` tells of the kind of rounds.
pub(crate) fn change(key: &str, value: &str) -> String {
    let key = match key {
        "rounds" => "rounds.kind".to_owned(),
        _ => format!("rules.{key}"),
    };
    let bare = ["true", "false"].contains(&value)
        || value.starts_with(|first: char| "[{\"".contains(first) || first.is_ascii_digit());
    if bare { format!("{key}={value}") } else { format!("{key}=\"{value}\"") }
}

/// Returns the settings of a variant's file and of those it inherits from, as changes to a variant.
pub(crate) fn changes_of(loaded: &Loaded) -> Vec<String> {
    let written = loaded.values.iter();
    written.map(|written| format!("{}={}", written.key, written.value)).collect()
}

/// Rows of pits in writing, from the top down.
pub(crate) fn rows(rows: &[Vec<u32>]) -> String {
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// A board with so many seeds thrown on it and a player to move.
pub(crate) fn thrown(dice: &mut Dice, columns: u32, row_count: u32, seeds: u32) -> String {
    let mut board = vec![vec![0; columns as usize]; row_count as usize];
    for _ in 0..seeds {
        // Two throws, so that some pits get many.
        let row = dice.below(row_count) as usize;
        let limit = 1 + dice.below(columns);
        board[row][dice.below(limit) as usize] += 1;
    }
    format!("{} {}", rows(&board), one_of(dice, &["S", "N"]))
}

/// The pits of two rows for which this holds, counted round the board from South's first.
pub(crate) fn pits(columns: u32, holds: impl Fn(u32) -> bool) -> String {
    let name = |pit: u32| format!("{}{}", ['A', 'a'][(pit / columns) as usize], pit % columns + 1);
    let names: Vec<String> = (0..2 * columns).filter(|&pit| holds(pit)).map(name).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

/// Two rows that are full or sparse, empty where pits are out of play, a player to move and what both have won.
pub(crate) fn two_rows(dice: &mut Dice, columns: u32, out: impl Fn(u32) -> bool) -> String {
    let (most, filled) = (1 + dice.below(14), 1 + dice.below(8));
    let mut seeds = |pit: u32| {
        if dice.below(8) < filled && !out(pit) { dice.below(most) } else { 0 }
    };
    let south: Vec<u32> = (0..columns).map(&mut seeds).collect();
    let north: Vec<u32> = (columns..2 * columns).map(&mut seeds).rev().collect();
    let side = one_of(dice, &["S", "N"]);
    let (first, second) = (dice.below(9), dice.below(9));
    format!("{} {side} captured={first},{second}", rows(&[north, south]))
}

/// Pits out of play, each with one chance in six.
pub(crate) fn some_out(dice: &mut Dice, columns: u32) -> Vec<bool> {
    (0..2 * columns).map(|_| dice.below(6) == 0).collect()
}

/// Two rows with what rounds of this kind do to them: pits out of play, or a border that has moved.
pub(crate) fn two_rows_in_a_round(dice: &mut Dice, columns: u32, rounds: &str) -> String {
    let burnt = rounds == "burnt";
    let out = if burnt { some_out(dice, columns) } else { vec![false; 2 * columns as usize] };
    let mut text = two_rows(dice, columns, |pit| out[pit as usize]);
    if burnt {
        let out = pits(columns, |pit| out[pit as usize]);
        text.push_str(&format!(" out={out}"));
    }
    if rounds == "territory" && dice.below(2) == 0 {
        text.push_str(&border(columns, 1 + dice.below(columns - 1)));
    }
    text
}

/// The fields that say that South owns so many pits more than a row.
pub(crate) fn border(columns: u32, more: u32) -> String {
    let souths = pits(columns, |pit| pit < columns + more);
    let norths = pits(columns, |pit| pit >= columns + more);
    format!(" owned-S={souths} owned-N={norths}")
}
