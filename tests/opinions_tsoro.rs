//! The ruleset `tsoro` against its second opinion, over random games by random options.

use mankala::{Catalogue, Dice, Loaded};

use crate::common::compared::{follow, moves_to_compare, one_of as any};
use crate::common::drawn::thrown;
use crate::opinion::tsoro::Rules;

/// Number of moves compared before the options change.
const MOVES_A_GAME: usize = 150;

/// Some pits of a board, none most often.
fn pits(dice: &mut Dice, columns: usize) -> Vec<String> {
    let wanted = any(dice, &[0, 0, 0, 1, 2, 3]);
    let columns = u32::try_from(columns).expect("a short row");
    let names =
        (0..wanted).map(|_| format!("{}{}", any(dice, &["A", "B"]), 1 + dice.below(columns)));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}

/// Options as the dice fall; each is what most games have half of the time.
fn options(dice: &mut Dice) -> Rules {
    fn one(dice: &mut Dice, usual: &'static str, others: &[&'static str]) -> &'static str {
        if dice.below(2) == 0 { usual } else { any(dice, others) }
    }
    let columns = any(dice, &[2, 3, 4, 5, 6, 9, 13]);
    Rules {
        columns,
        direction: one(
            dice,
            "counterclockwise",
            &["clockwise", "chosen", "first-clockwise-then-own-choice"],
        ),
        laps: one(dice, "relay", &["single"]),
        singles: one(
            dice,
            "free",
            &["last", "last-to-empty", "last-to-filled", "to-empty", "free-then-to-empty"],
        ),
        start: any(dice, &["any", "any", "any", "rearmost", "fullest"]),
        first_move: pits(dice, columns),
        first_turn: one(dice, "sowing", &["gambit"]),
        first_phase: any(dice, &["none", "none", "none", "small-pits"]),
        on: one(dice, "empty", &["filled", "any", "each"]),
        from: one(dice, "front-row", &["both-rows"]),
        takes: one(
            dice,
            "front-then-back",
            &["either", "both-or-none", "back-if-front-empty", "front"],
        ),
        extra: any(dice, &[0, 0, 0, 1, 2, 3]),
        extra_after: one(dice, "any-capture", &["both-pits"]),
        stop_pits: pits(dice, columns),
        goal: one(dice, "last", &["most"]),
        limit: any(dice, &[0, 0, 5, 40]),
    }
}

/// Whether these options do not go together.
fn refused(rules: &Rules) -> bool {
    let one_way = ["counterclockwise", "clockwise"].contains(&rules.direction);
    rules.singles == "last-to-filled" && !one_way
        || rules.on == "each" && (rules.laps == "relay" || rules.extra > 0)
        || rules.start != "any" && rules.singles != "free"
        || rules.laps == "single" && !rules.stop_pits.is_empty()
        || rules.first_turn == "gambit" && !rules.first_move.is_empty()
        || rules.first_phase == "small-pits"
            && (rules.limit > 0
                || rules.first_turn == "gambit"
                || !rules.first_move.is_empty()
                || rules.direction == "first-clockwise-then-own-choice")
}

/// The variant with these options, as changes to Tsoro; `None` where it is refused.
fn variant(rules: &Rules, dice: &mut Dice) -> Option<Loaded> {
    let mut row = || {
        // The first is filled, so that there are seeds.
        let seeds = (1..rules.columns).map(|_| any(dice, &["0", "1", "2", "2", "3"]));
        std::iter::once("2").chain(seeds).collect::<Vec<_>>().join(",")
    };
    let list = |names: &[String]| {
        let quoted = names.iter().map(|name| format!("\"{name}\""));
        quoted.collect::<Vec<_>>().join(",")
    };
    let sets = [
        format!("board.columns={}", rules.columns),
        format!("setup.front=[{}]", row()),
        format!("setup.back=[{}]", row()),
        format!("rules.direction={}", rules.direction),
        format!("rules.laps={}", rules.laps),
        format!("rules.singles={}", rules.singles),
        format!("rules.start={}", rules.start),
        format!("rules.first_move=[{}]", list(&rules.first_move)),
        format!("rules.first_turn={}", rules.first_turn),
        format!("rules.first_phase={}", rules.first_phase),
        format!("rules.on={}", rules.on),
        format!("rules.from={}", rules.from),
        format!("rules.takes={}", rules.takes),
        format!("rules.extra={}", rules.extra),
        format!("rules.extra_after={}", rules.extra_after),
        format!("rules.stop_pits=[{}]", list(&rules.stop_pits)),
        format!("rules.goal={}", rules.goal),
        format!("rules.limit={}", rules.limit),
    ];
    let loaded = Catalogue::new().load("tsoro", &sets);
    let mistakes = loaded.as_ref().err();
    assert_eq!(loaded.is_err(), refused(rules), "{rules:?}: {mistakes:?}");
    loaded.ok()
}

/// A board with seeds thrown on it, and what stands after them as the dice fall.
fn scattered(dice: &mut Dice, rules: &Rules) -> String {
    let columns = u32::try_from(rules.columns).expect("a short row");
    let seeds = any(dice, &[3, 6, 10, 20, 40, 90, 200]);
    let mut text = thrown(dice, columns, 4, seeds);
    text += any(dice, &["", " captured=3,5", " captured=1,1", " captured=0,2"]);
    let chooses = rules.direction == "first-clockwise-then-own-choice";
    let phased = rules.first_phase == "small-pits" || rules.limit > 0;
    if chooses || phased || rules.first_turn == "gambit" || !rules.first_move.is_empty() {
        text += any(dice, &["", " turns=0,0", " turns=0,1", " turns=1,0"]);
    }
    if chooses {
        text += any(dice, &["", " dir=R,-", " dir=-,L", " dir=L,R", " dir=R,L"]);
    }
    if !rules.stop_pits.is_empty() {
        text += any(dice, &["", " stop=-", " stop=A1,B2,a2,b1"]);
    }
    text
}

#[test]
fn tsoro_agrees_with_its_second_opinion() {
    let mut dice = Dice::seeded(1964);
    let (mut compared, mut turned_down) = (0, 0);
    while compared < moves_to_compare() {
        let rules = options(&mut dice);
        let Some(loaded) = variant(&rules, &mut dice) else {
            turned_down += 1;
            continue;
        };
        let mut seen = 0;
        while seen < MOVES_A_GAME {
            let mut game = loaded.game();
            if dice.below(3) > 0 {
                let position = scattered(&mut dice, &rules);
                let given = loaded.game_from(&position);
                game = given.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
            }
            seen += follow(game, 30, &mut dice, &rules, |text| rules.opinion(text));
        }
        // A position with many further pits to choose from does not take the place of other options.
        compared += seen.min(MOVES_A_GAME);
    }
    assert!(turned_down > 0, "no options were refused");
}
