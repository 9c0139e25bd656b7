//! Statements about a game beside others: a planted outlier is found, and chance alone gives none.

use mankala::measure::verdict::Verdict;
use mankala::report::{Apart, End};
use mankala::{Catalogue, Comparison, Loaded, Measure, PlayerSpec, Report};

/// Kalah many times, and after it a game that begins with so many seeds a pit.
fn family(same: usize, seeds: Option<u8>) -> Vec<(String, Loaded)> {
    let load = |changes: &[String]| Catalogue::new().load("kalah", changes).expect("a variant");
    let kalah = load(&[]);
    let mut games: Vec<(String, Loaded)> =
        (0..same).map(|number| (format!("kalah-{number}"), kalah.clone())).collect();
    let stranger = seeds.map(|seeds| load(&[format!("setup.seeds={seeds}")]));
    games.extend(stranger.map(|game| ("stranger".to_owned(), game)));
    games
}

fn report(games: &[(String, Loaded)], players: &[&str]) -> Report {
    let players: Vec<PlayerSpec> = players.iter().map(|who| who.parse().unwrap()).collect();
    let comparison = Comparison {
        judges: players.clone(),
        players,
        measures: Some(
            [Measure::FirstPlayerScore, Measure::Turns, Measure::Plies, Measure::SeedsPerMove]
                .into(),
        ),
        ..Comparison::new(40, 3)
    };
    let never = || false;
    comparison.run(games, &never, |_| {}).expect("nobody stops it")
}

/// The words on one of the games.
fn said<'a>(apart: &'a [Apart], name: &str) -> Option<&'a Apart> {
    apart.iter().find(|apart| apart.variant == name)
}

/// Everything that is said lies beyond the mean of all with its whole interval, by each player who is named, and whatever ranks as sure is
/// said.
#[track_caller]
fn agree(report: &Report) {
    let apart = report.apart();
    let mut points = 0;
    for ranking in &report.rankings {
        for place in &ranking.places {
            let own = said(&apart, &place.variant);
            let found = own.into_iter().flat_map(|apart| &apart.points).find(|point| {
                !point.favoured
                    && point.measure == ranking.measure
                    && point.players.contains(&ranking.player)
            });
            // Turns speak for plies too.
            let end = place.end.filter(|_| ranking.measure != Measure::Plies);
            assert_eq!(found.map(|point| point.end), end, "{place:?}");
            let Some(end) = end else { continue };
            points += 1;
            let subjects = match ranking.measure {
                Measure::FirstPlayerScore => &report.judged,
                _ => &report.subjects,
            };
            let subject = subjects.iter().find(|subject| {
                subject.variant == place.variant
                    && subject.player_of(ranking.measure) == ranking.player
            });
            let [low, high] = subject.unwrap().number(ranking.measure).interval.unwrap();
            let beyond = match end {
                End::Most => low > ranking.mean,
                End::Least => high < ranking.mean,
            };
            assert!(beyond, "{place:?} of {ranking:?}");
        }
    }
    let all = apart.iter().flat_map(|apart| &apart.points);
    let named = all.filter(|point| !point.favoured).map(|point| point.players.len());
    assert_eq!(named.sum::<usize>(), points, "nothing is said besides");
}

#[test]
fn outliers_are_named_in_every_format() {
    let report = report(&family(19, Some(1)), &["random", "alphabeta:1"]);
    agree(&report);
    let apart = report.apart();
    let words = said(&apart, "stranger").expect("words").words();
    // Turns speak for plies.
    assert_eq!(words, "fewer turns, fewer seeds per move, according to search too");
    let (table, page, json) = (report.table(), report.page(), report.json());
    let unfolded = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unfolded.contains(&format!("stranger: {words}")), "{table}");
    let cell = format!("<th scope=\"row\">stranger</th><td>{words}</td>");
    assert!(page.contains(&cell));
    let sentence = format!("stranger stands apart from most games: {words}.");
    // Beside its board, and where it is pointed at on both maps, on which it is bold.
    assert_eq!(page.matches(&sentence).count(), 3);
    assert_eq!(page.matches("class=\"outlier\"").count(), 2);
    assert_eq!(page.matches("<li><b>stranger</b> ").count(), 2);
    let object = json["apart"].as_array().expect("a list");
    let own = object.iter().find(|it| it["variant"] == "stranger");
    let own = own.expect("the stranger");
    assert_eq!(own["says"], *words);
    assert!(own["from"].is_null());
    let point = &own["points"][0];
    for key in ["measure", "end", "says"] {
        assert!(point[key].is_string(), "{key}");
    }
    assert!(point["players"][0].is_string() && point["favoured"].is_boolean());
}

#[test]
fn equal_games_give_no_statement() {
    let mut report = report(&family(20, None), &["random"]);
    agree(&report);
    assert_eq!(report.apart(), []);
    assert_eq!(report.json()["apart"], serde_json::json!([]));
    assert!(!report.page().contains("stands apart from"));
    // Who is favoured is what the judges say, who were corrected before.
    report.judged[3].verdict = Verdict::Second;
    let apart = report.apart();
    assert_eq!(apart.len(), 1);
    assert_eq!(
        apart[0].sentence(),
        "kalah-3 stands apart from most games: second player favoured according to random."
    );
}

#[test]
fn agreeing_judges_share_a_sentence() {
    let mut report = report(&family(13, None), &["random", "alphabeta:1"]);
    let mut judges = report.judged.iter_mut().filter(|judge| judge.variant == "kalah-3");
    judges.by_ref().for_each(|judge| judge.verdict = Verdict::Second);
    let apart = report.apart();
    let words = said(&apart, "kalah-3").expect("words").words();
    assert_eq!(words, "second player favoured, according to search too");
}

/// Of few each is beside the first, after Holm's correction.
#[test]
fn few_games_are_compared_with_the_first() {
    let same = report(&family(2, None), &["random"]);
    assert_eq!(same.apart(), []);
    let report = report(&family(1, Some(1)), &["random"]);
    let apart = report.apart();
    let [stranger] = &apart[..] else { panic!("{apart:?}") };
    assert_eq!(stranger.from.as_deref(), Some("kalah-0"));
    let mut sure = 0;
    for question in &report.differences {
        let point = stranger.points.iter().find(|point| point.measure == question.measure);
        let is_said = question.corrected < 0.05 && question.measure != Measure::Plies;
        assert_eq!(point.is_some(), is_said, "{question:?}");
        let Some(point) = point else { continue };
        sure += 1;
        let away = match point.end {
            End::Most => question.difference.low > 0.0,
            End::Least => question.difference.high < 0.0,
        };
        assert!(away, "{question:?}");
    }
    assert!(sure >= 2, "{stranger:?}");
    assert_eq!(report.json()["apart"][0]["from"], "kalah-0");
}
