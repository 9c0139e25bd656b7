//! Goals of the design: conditions on measures.

use mankala::Measure;
use mankala::measure::condition::{Condition, Conditions};

fn conditions(words: &str) -> Result<Vec<Condition>, String> {
    words.parse().map(|goal: Conditions| goal.all)
}

#[test]
fn goals_are_read() {
    let goal =
        conditions("turns=40..70, fair=±2%,skill>100 & comeback>=.1, draws<=5%").expect("a goal");
    let expected = [
        (Measure::Turns, 40.0, 70.0),
        (Measure::FirstPlayerScore, 0.48, 0.52),
        (Measure::EloPerDoubling, 100.0, f64::INFINITY),
        (Measure::Comeback, 0.1, f64::INFINITY),
        (Measure::Draws, f64::NEG_INFINITY, 0.05),
    ];
    assert_eq!(goal.len(), expected.len());
    for (found, (measure, least, most)) in goal.iter().zip(expected) {
        assert_eq!(found.measure, measure);
        assert!(found.holds(least.max(most - 0.01)) || found.holds(most));
        assert!((found.most - most).abs() < 1e-9 || found.most.is_infinite());
        assert!((found.least - least).abs() < 1e-9 || found.least.is_infinite());
    }
    let written: Vec<String> = goal.iter().map(ToString::to_string).collect();
    let stated = [
        "turns=40..70",
        "first_player_score=0.48..0.52",
        "elo_per_doubling>100",
        "comeback>=0.1",
        "draws<=0.05",
    ];
    assert_eq!(written, stated);
    assert_eq!(conditions(&written.join(", ")), Ok(goal.clone()), "as they are read");
    assert!(!goal[2].holds(100.0), "strictly more");
    assert!(goal[3].holds(0.1) && goal[4].holds(0.05));
    let same = conditions("fair=48..52%").expect("a goal");
    assert!((same[0].least - 0.48).abs() < 1e-9);
    assert!(conditions("turns=50+-10").is_ok_and(|it| it[0].holds(60.0)));
    assert!(conditions("turns>40 and fair=±2%").is_ok_and(|it| it.len() == 2));
}

#[test]
fn wrong_goals_are_refused_with_the_wrong_part() {
    for (words, part) in [
        ("", "found \"\""),
        ("turns", "\"turns\""),
        ("fun>3", "\"fun\""),
        ("turns=70..40", "smaller number first"),
        ("turns=±3", "before ±"),
        ("turns>many", "\"many\""),
        ("turns>inf", "\"inf\""),
        ("turns>3,,", "found \"\""),
        ("comeback>10", "from 0% to 100%"),
    ] {
        let wrong = conditions(words).expect_err(words);
        assert!(wrong.contains(part), "{words}: {wrong}");
    }
}

/// By hand: 30 turns are 10 below 40, a quarter of it; 45 % are three points below 48 %, of five.
#[test]
fn misses_have_a_common_scale() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
    let goal = conditions("turns=40..70, fair=±2%, skill>=100").expect("a goal");
    near(goal[0].miss([20.0, 30.0]), 1.0);
    near(goal[0].miss([20.0, 45.0]), 0.0);
    near(goal[1].miss([0.45, 0.45]), 0.6);
    near(goal[2].quality(150.0), 2.0);
    near(goal[2].quality(50.0), -2.0);
    near(goal[0].quality(50.0), 0.0);
    let below = Condition { most: 100.0, least: f64::NEG_INFINITY, ..goal[0] };
    near(below.quality(75.0), 1.0);
}
