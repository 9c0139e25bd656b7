//! The examples of the file come out as written, and random games keep what every game has to keep.

use mankala::files::check::{rules_without_example, wrong_examples};
use mankala::{Dice, Loaded};

fn loaded() -> Loaded {
    let loaded = crate::catalogue().load("ngombe", &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn examples_come_out_as_written() {
    assert_eq!(wrong_examples(&loaded()).told, []);
}

#[test]
fn every_rule_has_an_example() {
    let loaded = loaded();
    let missing = rules_without_example(&loaded, &loaded.examples);
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn random_games_keep_seeds_and_can_be_written_down() {
    let loaded = loaded();
    for number in 0..100 {
        let (mut game, mut dice) = (loaded.game(), Dice::numbered(1, number));
        let seeds = game.seeds();
        while let (Some(text), true) = (game.random_move(&mut dice), game.plies() < 1000) {
            game.play(&text).expect("a legal move");
            assert_eq!(game.seeds(), seeds, "after {:?}", game.record());
            let again = loaded.game_from(&game.text());
            let again = again.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.moves(), game.moves(), "{}", game.text());
        }
    }
}
