//! The Bao family against the second opinion: both find the same legal moves, leading to the same positions.

use mankala::{Catalogue, Dice, Loaded};

use crate::common::compared::{agree_in, follow, moves_to_compare};
use crate::opinion::zanzibar::Zanzibar;

/// Positions scattered at random that are compared, for each variant.
const SCATTERED: u64 = 2_000;

/// A variant and what thinks of it independently.
fn compared() -> [(&'static str, Zanzibar); 5] {
    [
        ("zanzibar-bao", Zanzibar::zanzibar()),
        ("bawo", Zanzibar::bawo()),
        ("bao-la-kiswahili", Zanzibar::kiswahili()),
        ("bao-la-kujifunza", Zanzibar::kujifunza()),
        ("bao-kiswahili-congo", Zanzibar::congo()),
    ]
}

fn load(name: &str) -> Loaded {
    Catalogue::new().load(name, &[]).unwrap_or_else(|errors| panic!("{name}: {:?}", errors.told))
}

/// No game is followed for longer.
const LONGEST: usize = 1_000;

#[test]
fn random_games_agree() {
    for (name, judge) in compared() {
        let loaded = load(name);
        let mut dice = Dice::seeded(1995);
        let mut compared = 0;
        // There is most to go wrong here, and a position has about ten moves.
        while compared < 10 * moves_to_compare() {
            let ask = |text: &str| judge.opinion(text);
            compared += follow(loaded.game(), LONGEST, &mut dice, &name, ask);
        }
    }
}

/// A position with seeds, stores, houses and takasia as the dice fall.
fn scattered(name: &str, dice: &mut Dice) -> String {
    let most = [1, 2, 3, 4, 7, 13][dice.below(6) as usize];
    let filled = 1 + dice.below(4);
    let mut heap = [0, 5, 17, 40][dice.below(4) as usize];
    let mut rest = 180;
    let mut rows = [[0; 8]; 4];
    for pit in rows.as_flattened_mut() {
        if dice.below(4) < filled {
            *pit = dice.below(most + 1).min(rest);
            rest -= *pit;
        }
        // Now and then a pit so full that its sowing goes around.
        if dice.below(40) == 0 {
            *pit += std::mem::take(&mut heap);
        }
    }
    let front = [rows[2], rows[1]];
    let rows: Vec<String> =
        rows.iter().map(|row| row.map(|seeds| seeds.to_string()).join(",")).collect();
    let side = ["S", "N"][dice.below(2) as usize];
    let board = format!("{} {side}", rows.join("/"));
    if name == "bao-la-kujifunza" {
        return board;
    }
    let left = [0, 0, 1, 2, 9][dice.below(5) as usize];
    let with_store = format!("{board} store={left},{left}");
    if ["bao-la-kiswahili", "bao-kiswahili-congo"].contains(&name) {
        return with_store;
    }
    let house = ["-", "S", "N", "SN"][dice.below(4) as usize];
    let number = dice.below(16) as usize;
    let (letter, seeds) = match side {
        "S" => ('A', front[0].get(number)),
        _ => ('a', front[1].iter().rev().nth(number)),
    };
    let takasia = match seeds {
        Some(0) | None => "-".to_owned(),
        Some(_) => format!("{letter}{}", number + 1),
    };
    format!("{with_store} house={house} takasia={takasia}")
}

#[test]
fn scattered_positions_agree() {
    for (name, judge) in compared() {
        let loaded = load(name);
        for number in 0..SCATTERED {
            let text = scattered(name, &mut Dice::numbered(1995, number));
            agree_in(&loaded, &text, &name, |text| judge.opinion(text));
        }
    }
}
