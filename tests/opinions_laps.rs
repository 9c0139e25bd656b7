//! The rulesets `tanzanian`, `kingulu`, `catalan`, `katro`, `okwe`, `pere` and `tchela` against their second opinions,
//! over random games.

use mankala::{Catalogue, Dice};

use crate::common::compared::{examples_agree, follow, moves_to_compare, one_of};
use crate::common::drawn::thrown;
use crate::opinion::{self, Opinion};

/// The boards that games start from besides the opening: this many seeds at random.
const SEEDS: [u32; 6] = [4, 8, 14, 24, 48, 90];

/// Start of random games, and the second opinion on it.
struct Match {
    name: &'static str,
    ask: fn(&str) -> Opinion,
    /// Rows, columns and what stands after the player to move.
    board: (u32, u32, &'static str),
}

/// The rules of Katro and Katrayo.
const KATRO: opinion::katro::Rules = opinion::katro::Rules { chosen: true, on_empty: false };

/// Compares all moves of all positions of random games.
fn agree(Match { name, ask, board }: Match) {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    examples_agree(name, &loaded, ask);
    let mut dice = Dice::seeded(2006);
    let (mut compared, mut games) = (0, 0);
    let (rows, columns, fields) = board;
    while compared < moves_to_compare() {
        let mut game = loaded.game();
        if games % 3 > 0 {
            let seeds = one_of(&mut dice, &SEEDS);
            let position = thrown(&mut dice, columns, rows, seeds) + fields;
            game = loaded.game_from(&position).expect(&position);
        }
        games += 1;
        compared += follow(game, 200, &mut dice, &name, ask);
    }
}

#[test]
fn tanzanian_bao_agrees_with_its_second_opinion() {
    agree(Match { name: "tanzanian-bao", ask: opinion::tanzanian::opinion, board: (4, 8, "") });
}

#[test]
fn bao_kingulu_agrees_with_its_second_opinion() {
    agree(Match {
        name: "bao-kingulu",
        ask: opinion::kingulu::opinion,
        board: (2, 6, " captured=0,0 reserved=-"),
    });
}

#[test]
fn bao_6x2_agrees_with_its_second_opinion() {
    agree(Match {
        name: "bao-6x2",
        ask: opinion::catalan::opinion,
        board: (2, 6, " captured=0,0"),
    });
}

#[test]
fn katro_agrees_with_its_second_opinion() {
    agree(Match {
        name: "katro",
        ask: |text| opinion::katro::opinion(KATRO, text),
        board: (6, 6, ""),
    });
    agree(Match {
        name: "katrayo",
        ask: |text| opinion::katro::opinion(KATRO, text),
        board: (2, 6, ""),
    });
}

#[test]
fn mikro_tsoro_agrees_with_its_second_opinion() {
    let rules = |text: &str| {
        let rules = opinion::katro::Rules { chosen: false, on_empty: true };
        opinion::katro::opinion(rules, text)
    };
    agree(Match { name: "mikro-tsoro", ask: rules, board: (2, 5, "") });
}

#[test]
fn okwe_and_azigo_agree_with_their_second_opinion() {
    const LIMIT: u32 = 300;
    agree(Match {
        name: "okwe",
        ask: |text| {
            let (chain, limit) = (false, LIMIT);
            opinion::okwe::opinion(opinion::okwe::Rules { chain, limit }, text)
        },
        board: (2, 10, " store=9,4 turns=140,140"),
    });
    agree(Match {
        name: "azigo",
        ask: |text| {
            let (chain, limit) = (true, LIMIT);
            opinion::okwe::opinion(opinion::okwe::Rules { chain, limit }, text)
        },
        board: (2, 20, " store=0,12 turns=140,140"),
    });
}

#[test]
fn i_pere_agrees_with_its_second_opinion() {
    agree(Match { name: "i-pere", ask: opinion::pere::opinion, board: (2, 5, " sown=-") });
}

#[test]
fn tchela_agrees_with_its_second_opinion() {
    for fields in [" captured=0,0 store=0,1", " captured=5,7 store=1,0"] {
        agree(Match { name: "tchela", ask: opinion::tchela::opinion, board: (4, 8, fields) });
    }
}
