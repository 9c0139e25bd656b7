//! The rulesets `tanzanian`, `kingulu` and `catalan` against their second opinions, over random games.

use mankala::{AnyGame, Catalogue, Dice};

use crate::opinion::{self, Opinion, moves_to_compare};

/// The boards that games start from besides the opening: this many seeds at random.
const SEEDS: [u32; 6] = [4, 8, 14, 24, 48, 90];

/// Where random games start, and how the second opinion is asked.
struct Match {
    name: &'static str,
    ask: fn(&str) -> Opinion,
    /// Rows, columns and what stands after the player to move.
    board: (u32, u32, &'static str),
}

/// What the engine says of a position, in the form of an opinion.
fn engine(game: &dyn AnyGame) -> Opinion {
    let result = game.result().map(|result| result.word().to_owned());
    let moves = game.moves().into_iter();
    Opinion {
        result,
        moves: moves.map(|written| (written.text, written.after)).collect(),
    }
}

fn sorted(mut opinion: Opinion) -> Opinion {
    opinion.moves.sort();
    opinion
}

/// A random index of a list.
fn below(dice: &mut Dice, len: usize) -> usize {
    dice.below(u32::try_from(len).expect("a short list")) as usize
}

/// A board with some seeds thrown on it.
fn scattered(dice: &mut Dice, (rows, columns, fields): (u32, u32, &str)) -> String {
    let mut pits = vec![vec![0_u32; columns as usize]; rows as usize];
    let seeds = SEEDS[below(dice, SEEDS.len())];
    for _ in 0..seeds {
        // Two throws, so that some pits get many.
        let row = dice.below(rows) as usize;
        let limit = 1 + dice.below(columns);
        pits[row][dice.below(limit) as usize] += 1;
    }
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = pits.iter().map(row).collect();
    let side = ["S", "N"][dice.below(2) as usize];
    format!("{} {side}{fields}", rows.join("/"))
}

/// Compares all moves of all positions of random games.
fn agree(Match { name, ask, board }: Match) {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    for position in loaded.examples.iter().filter_map(|e| e.position.as_ref()) {
        let game = loaded.game_from(position);
        let found = engine(&*game.expect(position));
        assert_eq!(sorted(found), sorted(ask(position)), "{name}: {position}");
    }
    let mut dice = Dice::seeded(2006);
    let mut compared = 0;
    let mut games = 0;
    while compared < moves_to_compare() {
        let mut game = loaded.game();
        if games % 3 > 0 {
            let position = scattered(&mut dice, board);
            game = loaded.game_from(&position).expect(&position);
        }
        games += 1;
        for _ in 0..200 {
            // A result that came of the last move is the opinion's of the position before.
            let text = game.text();
            let found = sorted(engine(&*game));
            assert_eq!(found, sorted(ask(&text)), "{name}: {text}");
            compared += found.moves.len();
            if found.moves.is_empty() {
                break;
            }
            let drawn = below(&mut dice, found.moves.len());
            game.play(&found.moves[drawn].0).expect("a legal move");
        }
    }
}

#[test]
fn tanzanian_bao_agrees_with_its_second_opinion() {
    agree(Match {
        name: "tanzanian-bao",
        ask: opinion::tanzanian::opinion,
        board: (4, 8, ""),
    });
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
