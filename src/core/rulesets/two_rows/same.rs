//! Test for rulesets with specialized code for some files: the general code must play these files identically.

use crate::rulesets::prelude::*;
use serde::de::DeserializeOwned;

use super::Setup;
use crate::kernel::dice::Dice;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, Fixed, moves};

/// Maximum number of moves in a game.
const LONGEST: usize = 120;

/// Reads rules with a random value for each key.
fn drawn_rules<R: DeserializeOwned>(keys: &[(&str, &[&str])], dice: &mut Dice) -> R {
    let mut text = String::new();
    for (key, values) in keys {
        let value = values[dice.below(values.len() as u32) as usize];
        text += &format!("{key} = {value}\n");
    }
    toml::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Plays random files of a ruleset, with rows of up to this many pits, by the specialized and the general code.
pub(crate) fn compare_files<R: Ruleset<Setup = Setup>>(
    keys: &[(&str, &[&str])],
    most_columns: u32,
    special: impl Fn(u8, &Setup, &R::Rules) -> Box<dyn AnyVariant>,
    general: impl Fn(&Sections<'_, R>) -> Box<dyn AnyVariant>,
) {
    let mut dice = Dice::seeded(1);
    for _ in 0..300 {
        let rules: R::Rules = drawn_rules(keys, &mut dice);
        let columns = 1 + dice.below(most_columns) as u8;
        let seeds = format!("seeds = {}", 1 + dice.below(6));
        let setup: Setup = toml::from_str(&seeds).expect("a setup");
        let special = special(columns, &setup, &rules);
        let general = general(&Sections {
            board: &BoardSpec { rows: 2, columns },
            setup: &setup,
            rules: &rules,
            rounds: &Rounds::default(),
        });
        play_the_same_game(&*special, &*general, &mut dice);
        if let (Some(one), Some(other)) = (special.played_out(), general.played_out()) {
            play_the_same_game(&*one, &*other, &mut dice);
        }
    }
}

/// Plays a random game with both implementations and compares all results.
fn play_the_same_game(a: &dyn AnyVariant, b: &dyn AnyVariant, dice: &mut Dice) {
    let (mut one, mut other) = (a.opening(), b.opening());
    assert_eq!(a.recurrence(), b.recurrence());
    for _ in 0..LONGEST {
        compare(a, b, &one, &other);
        let (ones, others) = (moves(a, &one, &|| false), moves(b, &other, &|| false));
        let starts = |moves: &[(Move, _)]| moves.iter().map(|&(mv, _)| mv).collect::<Vec<_>>();
        assert_eq!(starts(&ones), starts(&others), "{one:?}");
        if ones.is_empty() {
            return;
        }
        compare_refusals(a, b, &one, &other);
        let drawn = dice.below(ones.len() as u32) as usize;
        let (mv, after) = ones[drawn];
        let name = a.write_move(&one, mv, &after);
        assert_eq!(name, b.write_move(&other, mv, &others[drawn].1));
        let spellings = b.other_spellings(&other, mv, &others[drawn].1);
        assert_eq!(a.other_spellings(&one, mv, &after), spellings);
        let never = a.never_returns(&one, &after);
        assert_eq!(never, b.never_returns(&other, &others[drawn].1), "{one:?}");
        let mut events = [Vec::new(), Vec::new()];
        let made = a.make(&one, mv, &mut |event| events[0].push(event));
        assert_eq!(made, Some(after));
        b.make(&other, mv, &mut |event| events[1].push(event));
        assert_eq!(events[0], events[1], "{name} in {one:?}");
        (one, other) = (after, others[drawn].1);
    }
}

/// Compares the rules by which both implementations refuse moves in a position that is not over.
fn compare_refusals(
    a: &dyn AnyVariant,
    b: &dyn AnyVariant,
    one: &AnyPosition,
    other: &AnyPosition,
) {
    let mut refusals = vec![
        IllegalMove::NoStart,
        IllegalMove::Later,
        IllegalMove::Endless,
    ];
    for spot in 0..a.layout().ring_len() {
        refusals.extend([IllegalMove::Barred(spot), IllegalMove::OtherDirection(spot)]);
    }
    for tier in 0..a.properties().tiers.len() as u8 {
        for start in a.offer(one, tier).starts {
            let turn = a.turn(one, tier, start, &mut Fixed::first(), None);
            if turn == Err(TurnError::Unfit) {
                refusals.push(IllegalMove::Unfit(start.spot));
            }
        }
    }
    for refused in refusals {
        let rules = (a.refused_by(one, refused), b.refused_by(other, refused));
        assert_eq!(rules.0, rules.1, "{refused:?} in {one:?}");
    }
}

/// Compares both implementations on a position, which has the same notation in both.
fn compare(a: &dyn AnyVariant, b: &dyn AnyVariant, one: &AnyPosition, other: &AnyPosition) {
    let diagram = a.diagram(one);
    assert_eq!(diagram, b.diagram(other));
    assert_eq!(a.read_diagram(&diagram).as_ref(), Ok(one));
    assert_eq!(a.ended(one), b.ended(other), "{one:?}");
    assert_eq!(a.stuck(None, one), b.stuck(None, other), "{one:?}");
    assert_eq!(a.holdings(one), b.holdings(other), "{one:?}");
    assert_eq!(
        a.estimate(one, Judge::Plain),
        b.estimate(other, Judge::Plain),
        "{one:?}"
    );
    assert_eq!(a.count(None, one), b.count(None, other), "{one:?}");
    assert_eq!(a.played_out().is_some(), b.played_out().is_some());
    let rests = (a.set_aside(one), b.set_aside(other));
    if let (Some((one, more)), Some((other, more_of_other))) = rests {
        assert_eq!(a.diagram(&one), b.diagram(&other));
        assert_eq!(more, more_of_other, "{one:?}");
        let pits = 2 * u16::from(a.layout().columns());
        let few = one.rings().own().total() + pits < 64;
        assert_eq!(a.exact_key(&one).is_some(), few, "{one:?}");
    } else {
        assert!(rests.0.is_none() && rests.1.is_none(), "{one:?}");
    }
    if a.recurrence() > 0 {
        assert_eq!(a.count_repeated(one), b.count_repeated(other), "{one:?}");
        let (mut one, mut other) = (*one, *other);
        assert_eq!(a.repeated(&mut one), b.repeated(&mut other));
        assert_eq!(a.diagram(&one), b.diagram(&other));
    }
}
