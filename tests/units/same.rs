//! Rulesets with specialized code for some files: the general code plays these files identically.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use mankala::Dice;
use mankala::ruleset::{BoardSpec, Rounds, Ruleset, Sections};
use mankala::rulesets::two_rows::Setup;
use mankala::rulesets::{congkak, wari};
use mankala::variant::score::Judge;
use mankala::variant::{AnyVariant, Fixed, IllegalMove, TurnError, moves};
use mankala::{AnyPosition, Move, Pits, Position};
use serde::de::DeserializeOwned;

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

#[test]
fn oware_by_itself_is_played_as_the_general_player_plays_it() {
    let keys: [(&str, &[&str]); 9] = [
        ("counts", &["[2, 3]", "[1]", "[2, 4, 6]", "'even'", "'any'"]),
        ("side", &["'opponent'", "'own'", "'any'"]),
        ("chain", &["'none'", "'back'"]),
        ("grand_slam", &["'captures'", "'captures-nothing'"]),
        ("origin", &["'sown'", "'passed-over'"]),
        ("feeding", &["'none'", "'required'", "'if-possible'", "'always'"]),
        ("rest", &["'own-row'", "'other'", "'last-mover'", "'unfed'", "'nobody'"]),
        ("majority", &["true", "false"]),
        ("repetition", &["'none'", "'own-rows'", "'nobodys'"]),
    ];
    compare_files(&keys, 2..=8, wari::general);
}

#[test]
fn kalah_by_itself_is_played_as_the_general_player_plays_it() {
    let keys: [(&str, &[&str]); 1] = [("capture", &["'opposite-filled'", "'always'"])];
    compare_files(&keys, 1..=7, congkak::general);
}

/// Plays random files of a ruleset, with rows of so many pits, by the specialized and the general code.
fn compare_files<R: Ruleset<Setup = Setup, Rules: Debug>>(
    keys: &[(&str, &[&str])],
    columns: RangeInclusive<u8>,
    general: impl Fn(&Sections<'_, R>) -> Box<dyn AnyVariant>,
) {
    let mut dice = Dice::seeded(1);
    let (least, most) = columns.into_inner();
    for _ in 0..300 {
        let rules: R::Rules = drawn_rules(keys, &mut dice);
        let columns = least + dice.below(u32::from(most - least) + 1) as u8;
        let seeds = format!("seeds = {}", 1 + dice.below(6));
        let setup: Setup = toml::from_str(&seeds).expect("a setup");
        let file = Sections {
            board: &BoardSpec { rows: 2, columns },
            setup: &setup,
            rules: &rules,
            rounds: &Rounds::default(),
        };
        let special = R::variant(&file).expect("a variant");
        let general = general(&file);
        let size = |variant: &dyn AnyVariant| variant.properties().position_size;
        assert!(size(&*special) < size(&*general), "{rules:?}");
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
    let mut refusals = vec![IllegalMove::NoStart, IllegalMove::Later, IllegalMove::Endless];
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
    assert_eq!(a.estimate(one, Judge::Plain), b.estimate(other, Judge::Plain), "{one:?}");
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
