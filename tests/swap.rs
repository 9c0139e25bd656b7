//! The swap rule (S1 to S3), compared with the same games played without it.

use mankala::game::Game;
use mankala::kernel::diagram::Diagram;
use mankala::testing::{Budget, broken_laws};
use mankala::{Catalogue, Dice, Loaded, Side};

/// A variant of each ruleset, and one with extra moves.
const GAMES: [&str; 14] = [
    "zanzibar-bao",
    "tanzanian-bao",
    "bao-kingulu",
    "bao-6x2",
    "hus",
    "kalah",
    "oware",
    "songo",
    "toguz-korgool",
    "omweso",
    "dakon",
    "spreta",
    "weg",
    "enkeshui",
];

fn load(name: &str, swap: bool) -> Loaded {
    let changes = [format!("rules.swap={swap}")];
    Catalogue::new().load(name, &changes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A game with the swap rule, made of one without it and of what S1 and S2 say.
struct Naive {
    game: Loaded,
    position: String,
    beginner: Side,
    /// Turns that are over, up to two.
    turns: u8,
}

impl Naive {
    fn new(game: Loaded) -> Self {
        let opening = game.game();
        let (position, beginner) = (opening.text(), opening.to_move());
        Self { game, position, beginner, turns: 0 }
    }

    fn now(&self) -> Game {
        self.game.game_from(&self.position).expect("a position")
    }

    /// The board with sides exchanged, and the other player to move.
    fn turned(&self) -> String {
        let game = self.now();
        let mut diagram: Diagram = game.diagram();
        diagram.turn();
        diagram.to_move = diagram.to_move.other();
        diagram.write(game.layout())
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.now().moves().into_iter().map(|legal| legal.text);
        let swap = self.turns == 1 && self.now().result().is_none();
        let passes = |text: &String| !(swap && text == "pass");
        moves.filter(passes).chain(swap.then(|| "swap".to_owned())).collect()
    }

    fn play(&mut self, text: &str) {
        if text == "swap" {
            self.position = self.turned();
        } else {
            let mut game = self.now();
            game.play(text).expect("a legal move");
            self.position = game.text();
        }
        let same = self.now().to_move() == self.beginner;
        self.turns = match self.turns {
            0 if same => 0,
            0 => 1,
            _ => 2,
        };
    }
}

#[test]
fn swaps_follow_the_rules() {
    for name in GAMES {
        let (swapping, plain) = (load(name, true), load(name, false));
        for seed in 0..60 {
            let (mut game, mut naive, mut dice) =
                (swapping.game(), Naive::new(plain.clone()), Dice::seeded(seed));
            for ply in 0..6 {
                let mut moves: Vec<String> =
                    game.moves().into_iter().map(|legal| legal.text).collect();
                let mut expected = naive.moves();
                moves.sort();
                expected.sort();
                assert_eq!(moves, expected, "{name}, seed {seed}, ply {ply}, {}", game.text());
                let open =
                    if naive.turns == 1 && game.result().is_none() { " swap=open" } else { "" };
                let text = game.text().replace(" swap=next", "");
                let (before, result) =
                    naive.position.split_once(" result=").unwrap_or((&naive.position, ""));
                assert_eq!(
                    text.split(" result=").next(),
                    Some(&*format!("{before}{open}")),
                    "{name}, seed {seed}"
                );
                assert_eq!(
                    text.split_once(" result=").map_or("", |(_, result)| result),
                    result,
                    "{name}"
                );
                let Some(chosen) = moves.get(dice.below(moves.len().max(1) as u32) as usize) else {
                    break;
                };
                // Every second game swaps as soon as it may.
                let swap = "swap".to_owned();
                let chosen = if seed % 2 == 0 && moves.contains(&swap) { &swap } else { chosen };
                game.play(chosen).expect("a legal move");
                naive.play(chosen);
            }
        }
    }
}

#[test]
fn the_laws_hold_with_a_swap() {
    for name in GAMES {
        let broken = broken_laws(&load(name, true), Budget::QUICK);
        assert!(broken.is_empty(), "{name}: {broken:#?}");
    }
}

/// By hand: six first moves; each of the five that end the turn is followed by one sequence more than without the swap.
#[test]
fn perft_counts_the_swap_as_a_move() {
    let (swapping, plain) = (load("kalah", true), load("kalah", false));
    assert_eq!([1, 2].map(|depth| plain.game().perft(depth)), [6, 35]);
    assert_eq!([1, 2].map(|depth| swapping.game().perft(depth)), [6, 40]);
    // What follows a swap is the game after it without one.
    let mut naive = Naive::new(load("kalah", false));
    naive.play("A1");
    let after = naive.now().perft(3)
        + load("kalah", false).game_from(&naive.turned()).expect("a position").perft(2);
    let mut game = swapping.game();
    game.play("A1").expect("a legal move");
    assert_eq!(game.perft(3), after);
}

#[test]
fn the_field_is_written_where_a_swap_may_come() {
    let swapping = load("kalah", true);
    let mut game = swapping.game();
    assert_eq!(game.text(), "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0");
    game.play("A3").expect("a legal move");
    assert_eq!(game.text(), "4,4,4,4,4,4/4,4,0,5,5,5 S captured=1,0 swap=next");
    game.play("A1").expect("a legal move");
    assert_eq!(game.text(), "4,4,4,4,4,4/0,5,1,6,6,5 N captured=1,0 swap=open");
    game.play("swap").expect("a legal move");
    assert_eq!(game.text(), "5,6,6,1,5,0/4,4,4,4,4,4 S captured=0,1");
    let read = swapping.game_from("4,4,4,4,4,4/0,5,1,6,6,5 N captured=1,0 swap=closed");
    let error = read.expect_err("closed is left out").to_string();
    assert!(error.contains("swap"), "{error}");
    assert!(
        load("kalah", false).game_from("4,4,4,4,4,4/0,5,1,6,6,5 N captured=1,0 swap=open").is_err()
    );
}
