//! The laws of every variant, and that each of them can be broken.

use mankala::Dice;
use mankala::testing::{self, Budget, broken_laws};
use strum::IntoEnumIterator;

use crate::common;

mod toy;

use toy::{Fault, toy};

#[test]
fn they_hold_for_every_variant() {
    common::each_variant(|_, loaded| testing::laws(loaded));
}

/// A law that can't be broken says nothing.
#[test]
fn a_broken_game_breaks_the_right_laws() {
    let mut unexpected = Vec::new();
    for fault in Fault::iter() {
        let broken = broken_laws(&toy(fault), Budget::FULL);
        let mut laws: Vec<&str> = broken.iter().map(|broken| broken.law).collect();
        if fault.spreads() {
            laws.retain(|law| fault.breaks().contains(law));
        }
        if laws != fault.breaks() {
            unexpected.push((fault, broken));
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}

#[test]
fn other_seeds_give_other_games() {
    common::each_variant(|name, loaded| {
        let record = |seed| {
            let (mut game, mut dice) = (loaded.game(), Dice::seeded(seed));
            while let (Some(mv), true) = (game.random_move(&mut dice), game.plies() < 30) {
                game.play(&mv).expect("a legal move");
            }
            game.record()
        };
        let first = record(8);
        // The game of the fool leaves nobody a choice.
        let mut game = loaded.game();
        let forced = first.iter().all(|mv| {
            let alone = game.moves().len() == 1;
            game.play(mv).expect("a legal move");
            alone
        });
        if forced {
            return;
        }
        assert!((9..17).any(|seed| record(seed) != first), "{name}: nine seeds give the same game");
    });
}
