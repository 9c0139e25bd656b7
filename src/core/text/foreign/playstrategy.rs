//! Notation of PlayStrategy for Oware, Togyzkumalak and Bestemshe: `g1d2`, and FENs like `4S,1,2S/1,9S,2 30 2 N 12`.
//!
//! The rows come from the top. `3S` is a pit with three stones, a bare number that many empty pits, `t` a tuzdik. The
//! scores of South and North, the player to move and the number of the move follow.

use super::{Made, TUZDIK, diagram};
use crate::kernel::{Diagram, Layout, Value};

/// Writes the squares of the first and the last pit.
pub(super) fn write_move(made: &Made<'_>) -> Option<String> {
    Some(made.square(made.start) + &made.square(made.end?))
}

/// Compares the first squares: programs differ about the last one where a lap returns to its start.
pub(super) fn means(text: &str, written: &str) -> bool {
    text.len() == written.len() && text.get(..2) == written.get(..2)
}

/// Reads a FEN.
pub(super) fn read(layout: &Layout, text: &str) -> Option<Diagram> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let ([rows, south, north, side] | [rows, south, north, side, _]) = words[..] else {
        return None;
    };
    let paper = layout.paper();
    if rows.split('/').count() != paper.len() {
        return None;
    }
    let side_pits = usize::from(layout.pits_a_side());
    let (mut pits, mut tuzdiks) = ([vec![0; side_pits], vec![0; side_pits]], Vec::new());
    for (row, (_, places)) in rows.split('/').zip(paper) {
        let mut places = places.into_iter();
        for word in row.split(',') {
            if let Some(seeds) = word.strip_suffix(['S', 's']) {
                let pit = places.next()?;
                pits[pit.owner.index()][usize::from(pit.spot)] = seeds.parse().ok()?;
            } else if word.len() == 1 && word.chars().all(char::is_alphabetic) {
                tuzdiks.push(places.next()?);
            } else {
                let empty: usize = word.parse().ok()?;
                places.nth(empty.checked_sub(1)?)?;
            }
        }
        if places.next().is_some() {
            return None;
        }
    }
    let won = [south.parse().ok()?, north.parse().ok()?];
    let mut found = diagram(pits, won, side.parse().ok()?);
    if !tuzdiks.is_empty() {
        found.fields.push((TUZDIK, Value::Pits(tuzdiks)));
    }
    Some(found)
}

/// Writes a FEN of a first move.
pub(super) fn write(layout: &Layout, diagram: &Diagram, [south, north]: [u8; 2]) -> String {
    let tuzdiks = match diagram.value(TUZDIK) {
        Some(Value::Pits(pits)) => &pits[..],
        _ => &[],
    };
    let rows = layout.paper().into_iter().map(|(_, places)| {
        let (mut words, mut empty) = (Vec::new(), 0);
        let last = places.len();
        for (place, pit) in (1..).zip(places) {
            let word = match diagram.at(pit) {
                _ if tuzdiks.contains(&pit) => Some("t".to_owned()),
                0 => None,
                seeds => Some(format!("{seeds}S")),
            };
            empty += u32::from(word.is_none());
            if empty > 0 && (word.is_some() || place == last) {
                words.push(std::mem::take(&mut empty).to_string());
            }
            words.extend(word);
        }
        words.join(",")
    });
    let (rows, side) = (rows.collect::<Vec<_>>().join("/"), diagram.to_move.letter());
    format!("{rows} {south} {north} {side} 1")
}
