//! Refused moves: the message names the rule of the book that refuses them.

use mankala::files::spec::rule_ids;
use mankala::text::notation::has_words;
use mankala::{Catalogue, Dice, Game, Loaded};

use crate::common::{each_variant, tries};

/// Why each move is refused that names a pit, a way or none, and is not legal.
fn refusals(game: &Game) -> Vec<String> {
    let (mut refusals, columns) = (Vec::new(), game.layout().columns());
    for row in ["A", "B", "a", "b", "C", "c"] {
        for (column, way) in (1..=columns).flat_map(|n| ["", "L", "R"].map(|way| (n, way))) {
            let played = game.clone().play(&format!("{row}{column}{way}"));
            refusals.extend(played.err().map(|error| error.reason));
        }
    }
    refusals
}

fn check(name: &str, loaded: &Loaded, reason: &str) {
    let by_rule = reason.starts_with("starts from") || reason.starts_with("is illegal");
    // Not every book says that a move has an end.
    if !by_rule || reason.ends_with("the move would never end") {
        return;
    }
    let rule = reason.strip_suffix(')').and_then(|reason| reason.rsplit_once('('));
    let ids = rule_ids(loaded.book);
    let is_named = rule.is_some_and(|(_, rule)| ids.contains(&rule) && has_words(rule));
    assert!(is_named, "{name}: {reason}");
}

#[test]
fn every_refusal_names_a_rule_of_the_book() {
    each_variant(|name, loaded| {
        let mut dice = Dice::seeded(7);
        for _ in 0..tries(20, 600) {
            let mut game = loaded.game();
            for _ in 0..12 {
                for reason in refusals(&game) {
                    check(name, loaded, &reason);
                }
                let Some(mv) = game.random_move(&mut dice) else {
                    break;
                };
                game.play(&mv).expect("a legal move");
            }
        }
    });
}

/// The words for a player say what to do instead.
#[test]
fn refusals_have_words() {
    for (variant, position, mv, words) in [
        (
            "oware",
            "0,0,0,0,0,0/4,4,4,4,4,4 S captured=12,12",
            "A1",
            "you must give North seeds: A3, A4, A5, A6",
        ),
        ("kalah", "4,4,4,4,4,4/0,4,4,4,4,4 S captured=2,2", "A1", "A1 is empty"),
        ("kalah", "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0", "a1", "a1 is not South's pit"),
        (
            "zanzibar-bao",
            "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S store=22,22 house=SN takasia=-",
            "A5",
            "the house may not be lifted",
        ),
    ] {
        let loaded = Catalogue::new().load(variant, &[]).expect(variant);
        let mut game = loaded.game_from(position).expect(position);
        let refused = game.play(mv).expect_err(mv).refused.expect(mv);
        assert_eq!(refused.why, words, "{variant} {mv}");
    }
}

#[test]
fn the_rule_is_the_one_that_refuses() {
    for (variant, position, mv, rule) in [
        ("zanzibar-bao", None, "5R", "Z2.4b"),
        ("zanzibar-bao", None, "1R", "Z2.4"),
        ("kalah", None, "a1", "CK2"),
        ("oware", Some("4,4,4,4,4,4/4,0,4,4,4,4 S captured=2,2"), "A2", "W2"),
        ("oware", Some("0,0,0,0,0,0/4,4,4,4,4,4 S captured=12,12"), "A1", "W13"),
    ] {
        let loaded = Catalogue::new().load(variant, &[]).expect(variant);
        let mut game = match position {
            Some(position) => loaded.game_from(position).expect(position),
            None => loaded.game(),
        };
        let reason = game.play(mv).expect_err(mv).reason;
        assert!(reason.ends_with(&format!("({rule})")), "{variant} {mv}: {reason}");
    }
}
