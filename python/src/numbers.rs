//! Positions and moves as numbers, as a program that learns wants them: always as one player sees them.

use mankala::any::LegalMove;
use mankala::kernel::diagram::{Diagram, Value};
use mankala::kernel::layout::{Layout, Ways};
use mankala::{Direction, Pit, Side};

/// What each number of a position is.
pub fn names(layout: &Layout, diagram: &Diagram) -> Vec<String> {
    let both = |word: &str| ["own", "other"].map(|whose| format!("{whose} {word}"));
    let pits = |before: &str| -> Vec<String> {
        let pit = |spot| {
            layout.name(Pit {
                owner: Side::South,
                spot,
            })
        };
        let names = ["own", "other"].into_iter().flat_map(|whose| {
            (0..layout.pits_a_side()).map(move |spot| format!("{before}{whose} {}", pit(spot)))
        });
        names.collect()
    };
    let mut names = pits("");
    names.push("to move".to_owned());
    for (name, value) in &diagram.fields {
        match value {
            Value::Number(_) => names.push((*name).to_owned()),
            Value::Pits(_) => names.extend(pits(&format!("{name} "))),
            Value::Seeds(_) | Value::Turns(_) | Value::Sides(_) | Value::Directions(_) => {
                names.extend(both(name));
            }
        }
    }
    names
}

/// The numbers of a position, as this side sees it.
pub fn position(layout: &Layout, diagram: &Diagram, side: Side) -> Vec<i32> {
    let sides = [side, side.other()];
    let mut numbers: Vec<i32> = Vec::new();
    for side in sides {
        numbers.extend(
            diagram.pits[side.index()]
                .iter()
                .map(|&seeds| i32::from(seeds)),
        );
    }
    numbers.push(i32::from(diagram.to_move == side));
    for (_, value) in &diagram.fields {
        match value {
            Value::Number(number) => numbers.push(i32::from(*number)),
            Value::Seeds(of) | Value::Turns(of) => {
                numbers.extend(sides.map(|side| i32::from(of[side.index()])));
            }
            Value::Sides(of) => numbers.extend(sides.map(|side| i32::from(of[side.index()]))),
            Value::Directions(of) => numbers.extend(sides.map(|side| match of[side.index()] {
                Some(Direction::Forward) => 1,
                Some(Direction::Backward) => -1,
                None => 0,
            })),
            Value::Pits(named) => numbers.extend(sides.into_iter().flat_map(|owner| {
                let is_named = move |spot| named.contains(&Pit { owner, spot });
                (0..layout.pits_a_side()).map(move |spot| i32::from(is_named(spot)))
            })),
        }
    }
    numbers
}

/// How many numbers there are for a move's start, the last of them for a pass.
pub fn starts(layout: &Layout) -> usize {
    let ways = if layout.ways() == Ways::Both { 2 } else { 1 };
    usize::from(layout.pits_a_side()) * 2 * ways + 1
}

/// The number of a move's start: the mover's pits from A1 on, then the opponent's; the same again for the moves backward, where there are
/// two ways; then a pass.
pub fn start(layout: &Layout, mover: Side, legal: &LegalMove) -> usize {
    let Some(pit) = legal.pit else {
        return starts(layout) - 1;
    };
    let side = usize::from(layout.pits_a_side());
    let of = if pit.owner == mover { 0 } else { side };
    let back = match legal.direction {
        Some(Direction::Backward) => 2 * side,
        Some(Direction::Forward) | None => 0,
    };
    back + of + usize::from(pit.spot)
}
