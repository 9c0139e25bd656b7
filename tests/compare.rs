//! Comparisons: the same on any number of threads, right by a second count, and readable in every form.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use mankala::game::LegalMove;
use mankala::kernel::event::{Act, Event};
use mankala::measure::Topic;
use mankala::measure::verdict::Verdict;
use mankala::play::matches::{MatchHeader, Played};
use mankala::report::Subject;
use mankala::{Catalogue, Comparison, Loaded, MatchSpec, Measure, PlayerSpec, Report};
use serde_json::Value;

use crate::common;

fn load(name: &str) -> (String, Loaded) {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    (name.to_owned(), loaded)
}

fn run(comparison: &Comparison, variants: &[&str]) -> Report {
    let variants: Vec<_> = variants.iter().map(|name| load(name)).collect();
    let never = || false;
    comparison.run(&variants, &never, |_| {}).expect("nobody stops it")
}

fn mankala(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mankala")).args(arguments).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// A folder for the files of one test, removed when it is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("mankala-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All that the games of the subjects tell, without judges and ladders.
fn cheap() -> Vec<Measure> {
    let all = Measure::named("all").expect("a list");
    let dear =
        |measure: &Measure| measure.topic() == Topic::Fair || *measure == Measure::EloPerDoubling;
    all.into_iter().filter(|measure| !dear(measure)).collect()
}

#[test]
fn threads_change_nothing() {
    let catalogue = Catalogue::new();
    let names: Vec<&str> = catalogue.names().collect();
    let everything = ["kalah", "oware", "bao-kingulu"];
    for (names, measures, games) in [(&names[..], Some(cheap()), 8), (&everything, None, 40)] {
        let [one, three] = [1, 3].map(|threads| {
            let comparison =
                Comparison { threads, measures: measures.clone(), ..Comparison::new(games, 7) };
            run(&comparison, names).json()
        });
        assert_eq!(one, three);
    }
    let [one, other] = [7, 8].map(|seed| {
        let comparison = Comparison { measures: Some(cheap()), ..Comparison::new(40, seed) };
        run(&comparison, &["kalah"]).json()
    });
    assert_ne!(one["variants"], other["variants"]);
}

/// Measures of the same games by a second, plain way of counting: by written moves, one at a time.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    results: BTreeMap<String, u64>,
    plies: u128,
    turns: u128,
    reading: u128,
    laps: u128,
    seeds: u128,
    captured: u128,
    captures: u128,
    capturing: u128,
    legal: u128,
    choices: u128,
}

fn recount(loaded: &Loaded, spec: &MatchSpec) -> Count {
    let mut count = Count::default();
    let header = MatchHeader::new("", "", spec);
    let stop = || false;
    let mut records = Vec::new();
    let mut sink = |games: Vec<(Played, String)>| {
        records.extend(games);
        ControlFlow::Continue(())
    };
    let variant = Arc::clone(&loaded.variant);
    variant.play_games(&header, spec, 0..spec.games, 1, &stop, &mut sink);
    for (_, line) in records {
        let record: Value = serde_json::from_str(&line).expect("JSON");
        // Unfinished games count in no measure but their own.
        let Some(result) = record["result"].as_str() else {
            continue;
        };
        *count.results.entry(result.to_owned()).or_default() += 1;
        let mut game = loaded.game();
        let mut mover = None;
        for mv in record["moves"].as_array().expect("moves") {
            let mv = mv.as_str().expect("a move");
            let legal = game.moves();
            let dropped = |mv: &LegalMove| {
                let events = game.events(&mv.text).expect("a legal move");
                let laps = events.iter().map(|event| match event {
                    Event::Sow(lap) => u128::from(lap.seeds),
                    _ => 0,
                });
                laps.sum::<u128>()
            };
            count.reading += legal.iter().map(dropped).sum::<u128>();
            count.turns += u128::from(mover != Some(game.to_move()));
            mover = Some(game.to_move());
            let legal = legal.len() as u64;
            let (mut seeds, mut captured) = (0, 0);
            for event in game.events(mv).expect("a legal move") {
                match event {
                    Event::Sow(lap) => {
                        count.laps += 1;
                        seeds += u128::from(lap.seeds);
                    }
                    Event::Move { act: Act::Capture, seeds, .. } => {
                        captured += u128::from(seeds);
                        count.captures += 1;
                    }
                    _ => {}
                }
            }
            count.plies += 1;
            count.seeds += seeds;
            count.captured += captured;
            count.capturing += u128::from(captured > 0);
            count.legal += u128::from(legal);
            count.choices += u128::from(legal > 1);
            game.play(mv).expect("a legal move");
        }
    }
    count
}

/// The lengths of the finished games together.
fn finished(lengths: &mankala::measure::Lengths) -> u128 {
    let cut = lengths.cut.entries().map(|(length, games)| u128::from(length * games));
    lengths.watched.sums.total() - cut.sum::<u128>()
}

#[test]
fn a_second_count_finds_the_same() {
    let games = common::tries(12, 1400) as u64;
    for (name, loaded) in common::variants() {
        let comparison =
            Comparison { measures: Some(vec![Measure::Plies]), ..Comparison::new(games, 3) };
        let report = run(&comparison, &[name]);
        let tally = &report.subjects[0].tally;
        let spec = MatchSpec::new([PlayerSpec::Random; 2], games, 3);
        let results = ["S", "N", "draw"].into_iter().zip(tally.results);
        let found = Count {
            results: results
                .filter(|(_, games)| *games > 0)
                .map(|(result, games)| (result.to_owned(), games))
                .collect(),
            plies: tally.legal.sums.items(),
            turns: finished(&tally.turns),
            reading: tally.reading.sums.total(),
            laps: tally.laps.sums.total(),
            seeds: tally.seeds.sums.total(),
            captured: tally.captured.sums.total(),
            captures: tally.captures.sums.total(),
            capturing: tally.capturing.sums.total(),
            legal: tally.legal.sums.total(),
            choices: tally.choice.sums.total(),
        };
        assert_eq!(found, recount(loaded, &spec), "{name}");
        assert_eq!(tally.laps.sums.items(), finished(&tally.plies), "{name}");
        if tally.unfinished == 0 {
            // Large numbers of a game cut off are kept to one part in a thousand.
            assert_eq!(tally.seeds.sums.total(), finished(&tally.hand), "{name}");
        }
    }
}

/// Whole games over rounds, beside one that has no rounds; counted again from the records of a match.
#[test]
fn games_over_rounds_are_measured_as_a_whole() {
    let comparison = Comparison {
        rounds: true,
        judges: vec![PlayerSpec::Random],
        measures: Some(Measure::named("all").expect("a list")),
        ..Comparison::new(10, 3)
    };
    let report = run(&comparison, &["huroy", "kalah"]);
    let (_, huroy) = load("huroy");
    let spec =
        MatchSpec { rounds: Some(huroy.rounds), ..MatchSpec::new([PlayerSpec::Random; 2], 10, 3) };
    let mut records = Vec::new();
    let mut sink = |games: Vec<(Played, String)>| {
        records.extend(games);
        ControlFlow::Continue(())
    };
    let (header, stop) = (MatchHeader::new("", "", &spec), || false);
    let variant = Arc::clone(&huroy.variant);
    variant.play_games(&header, &spec, 0..10, 1, &stop, &mut sink);
    let records: Vec<Value> =
        records.iter().map(|(_, line)| serde_json::from_str(line).expect("JSON")).collect();
    let whole = &report.subjects[0];
    let mean = |of: &dyn Fn(&Value) -> u64| {
        let sum: u64 = records.iter().map(of).sum();
        Some(f64::from(u32::try_from(sum).expect("few")) / 10.0)
    };
    let rounds = |record: &Value| record["rounds"].as_array().expect("rounds").len() as u64;
    assert!(records.iter().all(|record| rounds(record) >= 10));
    assert_eq!(whole.number(Measure::Rounds).value, mean(&rounds));
    let plies = |record: &Value| record["plies"].as_u64().expect("plies");
    assert_eq!(whole.number(Measure::Plies).value, mean(&plies));
    let won = |record: &Value| u64::from(record["result"] == "S");
    assert_eq!(whole.number(Measure::SouthWins).value, mean(&won));
    // Leads and endings are of a round; Kalah has one.
    for measure in [Measure::LeaderWinsHalf, Measure::Comeback, Measure::EndedByBoard] {
        assert_eq!(whole.number(measure).value, None, "{measure}");
        let value = report.subjects[1].number(measure).value;
        assert!(value.is_some(), "{measure}");
    }
    let one = report.subjects[1].number(Measure::Rounds).value;
    assert_eq!(one, Some(1.0));
    // Every form says it.
    let json = report.json();
    assert_eq!(json["variants"][0]["rounds"], true);
    assert_eq!(json["variants"][1]["rounds"], false);
    assert_eq!(json["strength"][0]["rounds"], true);
    let csv = report.csv();
    let is_whole = |line: &&str| line.starts_with("huroy,");
    assert!(csv.lines().filter(is_whole).count() > 20);
    let said = |line: &str| line.contains(",true,") == is_whole(&line);
    assert!(csv.lines().skip(1).all(said), "{csv}");
    for text in [report.table(), report.page()] {
        for words in
            ["Huroy over rounds: ", "Kalah: ", "played over rounds to the end of the whole"]
        {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}

#[test]
fn rounds_have_their_option() {
    let one_round = mankala(&["compare", "kalah", "oware", "--rounds", "--games", "1"]);
    assert_eq!(one_round.status.code(), Some(1));
    let message = String::from_utf8(one_round.stderr).expect("UTF-8");
    assert!(message.contains("kalah has only one round"), "{message}");
    let asked = "compare huroy --rounds --games 2 --measures length --json";
    let words: Vec<&str> = asked.split(' ').collect();
    let json: Value = serde_json::from_str(&text(&mankala(&words))).expect("JSON");
    let rounds = &json["variants"][0]["measures"]["rounds"];
    assert!(rounds["value"].as_f64() >= Some(10.0), "{json}");
    let command = json["command"].as_str().expect("a command");
    assert!(command.contains(" --rounds "), "{command}");
}

/// Counts who leads by captures at the quarters of a game, from written positions: leaders who won and all, then
/// comebacks and all.
fn follow(name: &str, games: u64) -> ([[u64; 2]; 4], u64, u64) {
    let (_, loaded) = load(name);
    let spec = MatchSpec::new([PlayerSpec::Random; 2], games, 5);
    let header = MatchHeader::new("", "", &spec);
    let mut records = Vec::new();
    let mut sink = |games: Vec<(Played, String)>| {
        records.extend(games);
        ControlFlow::Continue(())
    };
    let variant = Arc::clone(&loaded.variant);
    let stop = || false;
    variant.play_games(&header, &spec, 0..games, 1, &stop, &mut sink);
    let (mut counts, mut changes, mut plies) = ([[0; 2]; 4], 0, 0);
    for (_, line) in records {
        let record: Value = serde_json::from_str(&line).expect("JSON");
        let winner = match record["result"].as_str() {
            Some("S") => 1,
            Some("N") => -1,
            Some(_) => 0,
            None => continue,
        };
        let mut game = loaded.game();
        let lead = |text: &str| -> i32 {
            let captured = text.split_once("captured=").expect("a field").1;
            let captured = captured.split(' ').next().expect("a value");
            let (south, north) = captured.split_once(',').expect("two numbers");
            south.parse::<i32>().expect("seeds") - north.parse::<i32>().expect("seeds")
        };
        let mut leads = vec![lead(&game.text())];
        for mv in record["moves"].as_array().expect("moves") {
            game.play(mv.as_str().expect("a move")).expect("a legal move");
            leads.push(lead(&game.text()));
        }
        let last = leads.len() - 1;
        plies += last as u64;
        if winner != 0 {
            for (quarter, count) in [1, 2, 3].into_iter().zip(&mut counts) {
                let then = leads[last * quarter / 4] * winner;
                count[0] += u64::from(then > 0);
                count[1] += u64::from(then != 0);
            }
            // A tenth of 48 seeds is 4.8.
            counts[3][0] += u64::from(leads[last / 2] * winner <= -5);
            counts[3][1] += 1;
            leads[last] = winner;
        }
        let leaders: Vec<i32> = leads.into_iter().map(i32::signum).filter(|&it| it != 0).collect();
        changes += leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
    }
    (counts, changes, plies)
}

#[test]
fn leads_are_followed_from_written_positions_too() {
    for name in ["kalah", "oware"] {
        let comparison =
            Comparison { measures: Some(vec![Measure::Comeback]), ..Comparison::new(200, 5) };
        let tally = run(&comparison, &[name]).subjects.remove(0).tally;
        let of = |series: &mankala::measure::Series| {
            [series.sums.total(), series.sums.items()].map(|it| u64::try_from(it).unwrap())
        };
        let quarters = [&tally.quarter, &tally.half, &tally.three_quarters, &tally.comeback];
        let [changes, plies] = of(&tally.lead_changes);
        assert_eq!((quarters.map(of), changes, plies), follow(name, 200), "{name}");
    }
}

/// Simulations by a separate program, 2000 games each: Oware at random has 103 plies, 1.7 changes of lead by captures, and the leader
/// at half-time wins 76 %; Kalah's 43.9 plies are 37.8 turns.
#[test]
fn random_games_agree_with_published_figures() {
    let comparison = Comparison { measures: Some(cheap()), threads: 2, ..Comparison::new(1000, 2) };
    let report = run(&comparison, &["oware", "kalah"]);
    let value = |subject: usize, measure| report.subjects[subject].number(measure).value.unwrap();
    let near = |found: f64, expected: f64, off: f64| {
        assert!((found - expected).abs() < off, "{found}, expected {expected}");
    };
    near(value(0, Measure::Plies), 103.0, 4.0);
    let changes = value(0, Measure::LeadChangesPer100Plies) * value(0, Measure::Plies) / 100.0;
    near(changes, 1.7, 0.15);
    near(value(0, Measure::LeaderWinsHalf), 0.76, 0.045);
    near(value(1, Measure::Plies), 43.9, 1.0);
    near(value(1, Measure::Turns), 37.8, 0.9);
    let turns = report.differences.iter().find(|it| it.measure == Measure::Turns);
    let turns = turns.expect("two variants");
    assert!(turns.is_sure() && turns.difference.high < 0.0 && turns.ratio.is_some());
}

#[test]
fn unfinished_games_are_longer_games_and_never_draws() {
    let comparison =
        Comparison { ply_limit: 5, judges: vec![PlayerSpec::Random], ..Comparison::new(20, 1) };
    let report = run(&comparison, &["toguz-korgool"]);
    let json = report.json();
    let measures = &json["variants"][0]["measures"];
    assert_eq!(measures["games"]["value"], 20);
    assert_eq!(measures["unfinished"]["value"], 1);
    for measure in ["draws", "first_player_score", "branching"] {
        assert!(measures[measure]["value"].is_null(), "{measure}");
    }
    assert_eq!(measures["plies"]["value"], 5, "so long they were watched");
    assert!(measures["plies"]["median"].is_null(), "nobody knows");
    assert_eq!(report.cautions().len(), 1);
    assert!(report.table().contains("20 of 20 games were cut off"));
    assert!(report.page().contains("20 of 20 games were cut off"));
    // Half of the games cut off: the median is still that of whole games, the mean no longer that of the short ones.
    let at_limit = |games, ply_limit| {
        let comparison = Comparison {
            ply_limit,
            measures: Some(vec![Measure::Plies]),
            ..Comparison::new(games, 1)
        };
        run(&comparison, &["oware"]).subjects[0].number(Measure::Plies)
    };
    assert_eq!(at_limit(2, 93).at_least, Some(78.0), "the shortest, as the mean could be zero");
    let (cut, whole) = (at_limit(300, 110), at_limit(300, 2000));
    assert_eq!(cut.spread.unwrap().median, whole.spread.unwrap().median);
    assert_eq!(cut.spread.unwrap().p95, None);
    assert!(cut.value.unwrap() > 85.0 && cut.value < whole.value);
    assert!(cut.interval.is_none() && cut.at_least < cut.value);
}

/// Games cut off give lower bounds only; those of all games hold the bounds, and the answers do not hide it.
#[test]
fn games_cut_off_give_lower_bounds() {
    let at_limit = |ply_limit| {
        let comparison = Comparison {
            ply_limit,
            measures: Some(vec![
                Measure::Turns,
                Measure::CapturesPerGame,
                Measure::CapturedPerGame,
                Measure::GameTreeLog10,
            ]),
            ..Comparison::new(300, 1)
        };
        run(&comparison, &["oware", "kalah"])
    };
    let (cut, whole) = (at_limit(90), at_limit(2000));
    assert!(cut.subjects[0].tally.unfinished > 50 && whole.subjects[0].tally.unfinished == 0);
    let totals = [Measure::CapturesPerGame, Measure::CapturedPerGame, Measure::GameTreeLog10];
    for measure in totals {
        let [number, all] = [&cut, &whole].map(|report| report.subjects[0].number(measure));
        // What was captured before the end counts, and the games that ended say nothing about the others.
        assert!(number.at_least.unwrap() > 0.7 * all.value.unwrap(), "{measure}: {number:?}");
        assert_eq!((number.value, number.spread, number.n), (None, None, 300), "{measure}");
    }
    for measure in [Measure::Turns].into_iter().chain(totals) {
        let number = cut.subjects[0].number(measure);
        assert_eq!(number.interval, None, "{measure}");
        assert!(number.at_least.unwrap() > 0.0, "{measure}");
        assert!(number.at_least < whole.subjects[0].number(measure).value);
        let asked = |report: &Report| report.differences.iter().any(|it| it.measure == measure);
        assert!(asked(&whole) && !asked(&cut), "{measure}");
    }
    let told = &cut.headlines()[0];
    assert!(told.contains("a game lasts at least 7"), "{told}");
    assert!(told.contains("of 300 games were cut off after 90 plies."));
    assert!(cut.table().contains("≥ 7"));
}

/// A judge most of whose games are cut off says nothing: its score is no end of the range in the answer.
#[test]
fn few_finished_games_are_no_evidence() {
    let comparison = Comparison {
        judges: vec![PlayerSpec::Random, "alphabeta:3".parse().unwrap()],
        measures: Measure::named("fair"),
        ..Comparison::new(100, 1)
    };
    let report = run(&comparison, &["go-empty-two:rules.repetition=none"]);
    let judge = &report.judged[1];
    assert!(judge.tally.finished() < 50 && judge.number(Measure::FirstPlayerScore).value.is_some());
    assert!(report.table().contains(&format!("{} of 100", judge.tally.finished())));
    let told = report.headlines()[0].clone();
    let random = report.judged[0].number(Measure::FirstPlayerScore).value.unwrap();
    assert!(told.contains(&format!("the first player scores {:.0} %", 100.0 * random)), "{told}");
}

/// Two pits with a seed each: the first move ends the game, a draw. It is the same game however often it is played.
#[test]
fn a_game_of_one_move_is_one_game() {
    let small = "kalah:board.columns=1,setup.seeds=1";
    let overrides = ["board.columns=1".to_owned(), "setup.seeds=1".to_owned()];
    let loaded = Catalogue::new().load("kalah", &overrides).expect("a board");
    let comparison = Comparison { judges: vec![PlayerSpec::Greedy], ..Comparison::new(30, 1) };
    let never = || false;
    let report = comparison.run(&[(small.to_owned(), loaded)], &never, |_| {}).unwrap();
    let subject = &report.subjects[0];
    for (measure, expected) in [
        (Measure::Turns, 1.0),
        (Measure::HandWork, 1.0),
        (Measure::Draws, 1.0),
        (Measure::RealChoice, 0.0),
        (Measure::GreedyTrap, 0.0),
        (Measure::Different, 1.0),
        (Measure::Effective, 30.0),
    ] {
        assert_eq!(subject.number(measure).value, Some(expected), "{measure}");
    }
    let unseen = subject.number(Measure::EndlessMoves);
    assert_eq!((unseen.value, unseen.interval), (Some(0.0), Some([0.0, 0.1])), "at most 3 of 30");
    // A player without chance: an example and no sample.
    assert_eq!(report.judged[0].verdict, Verdict::OneGame);
    assert_eq!(report.judged[0].number(Measure::Turns).interval, None);
    assert!(report.cautions()[0].contains("all 30 games are the same"));
    assert!(report.details()[0].contains("All games of greedy are the same"));
}

/// A proved win of the first player, which depths of one parity hide, and four random plies hide altogether.
#[test]
fn a_proved_win_is_never_called_balanced() {
    let name = "kalah:rules.capture=always";
    let overrides = ["rules.capture=\"always\"".to_owned()];
    let judge = |text: &str| text.parse::<PlayerSpec>().unwrap();
    let loaded = || Catalogue::new().load("kalah", &overrides).expect("kalah");
    let never = || false;
    let asked = Comparison {
        players: vec![judge("alphabeta:4")],
        judges: ["alphabeta:2", "alphabeta:3", "alphabeta:4"].map(judge).to_vec(),
        measures: Measure::named("fair"),
        threads: 2,
        ..Comparison::new(200, 1)
    };
    let report = asked.run(&[(name.to_owned(), loaded())], &never, |_| {}).unwrap();
    let verdicts: Vec<Verdict> = report.judged.iter().map(|subject| subject.verdict).collect();
    assert_eq!(verdicts[1..], [Verdict::First, Verdict::Second]);
    assert_ne!(verdicts[0], Verdict::Even);
    // The subject began after four random plies, and so says nothing of the opening.
    assert_eq!(report.subjects[0].verdict, Verdict::RandomOpening);
    let told = report.headlines()[0].clone() + &report.details()[0];
    for words in [
        "With perfect play the first player wins by 10; in games of the players tested, the first player scores ",
        "Perfect play: G. Irving",
    ] {
        assert!(told.contains(words), "{told}");
    }
    for form in [report.table(), report.page()] {
        for words in ["balanced", "No side is", "even at", "even according"] {
            assert!(!form.contains(words), "{words}");
        }
        assert!(form.contains("With perfect play the first") || form.contains("perfect play the"));
    }
    let json = report.json();
    assert_eq!(json["fairness"][0]["solved"], "first");
    assert_eq!(json["fair"][2]["verdict"], "second");
    // The report states that deterministic players repeat games; the interval is that of this player.
    let subject = &report.judged[2];
    let of = |name: &str| json["fair"][2][name].as_f64().unwrap();
    assert!(of("different") < 200.0 && of("effective") < of("different"));
    let score = subject.number(Measure::FirstPlayerScore).interval.unwrap();
    assert!((0.11..0.14).contains(&(score[1] - score[0])), "{score:?}");
}

/// `even` is said where the interval lies within the band: not of a hundred games, even of one that is always a draw.
#[test]
fn even_is_said_only_where_it_is_shown() {
    // No known value, so it is proved on the spot.
    let small = ["board.columns=1", "setup.seeds=1", "rules.capture=\"never\""].map(String::from);
    let judge = |games| {
        let loaded = Catalogue::new().load("kalah", &small).expect("a board");
        let comparison = Comparison {
            judges: vec![PlayerSpec::Random],
            measures: Measure::named("first_player_score"),
            ..Comparison::new(games, 1)
        };
        let never = || false;
        let report = comparison.run(&[("small".to_owned(), loaded)], &never, |_| {});
        let mut report = report.unwrap();
        let proved = report.headlines();
        (report.subjects[0].proved, report.subjects[0].solved) = (None, None);
        [proved, report.headlines()].concat()
    };
    let told = |n: &str, found: &str, advice: &str| {
        let score = format!("the first player scores 50 % (n = {n}).");
        [
            format!(
                "small: With perfect play the game is a draw; in games of the players tested, {score} Perfect play: proved."
            ),
            format!("small: {found}: {score} {advice}Only random play was judged for fairness."),
        ]
    };
    let advice = "More games would show whether there is one. ";
    assert_eq!(judge(100), told("100", "No advantage was found", advice));
    let even = "Both sides have the same chance in the games of random";
    assert_eq!(judge(1000), told("1000", even, ""));
}

/// Checks that the sentence names the judges if fewer than half of them find an advantage.
#[test]
fn a_minority_of_judges_is_named() {
    let comparison = Comparison {
        judges: vec![PlayerSpec::Random; 3],
        measures: Measure::named("first_player_score"),
        ..Comparison::new(100, 1)
    };
    let mut report = run(&comparison, &["oware"]);
    for (judge, verdict) in
        [Verdict::First, Verdict::Undecided, Verdict::Even].into_iter().enumerate()
    {
        report.judged[judge].verdict = verdict;
    }
    let told = "oware: Of 3 players tested, only random shows an advantage, for the first player; for random, too few games \
                were played to tell. The first player scores ";
    let headlines = report.headlines();
    assert!(headlines[0].starts_with(told), "{headlines:?}");
    report.judged[2].verdict = Verdict::Undecided;
    let headlines = report.headlines();
    assert!(headlines[0].contains("; for the others, too few games were played"), "{headlines:?}");
    for judge in [1, 2] {
        report.judged[judge].verdict = Verdict::Even;
    }
    assert!(report.headlines()[0].contains("; the others show none."));
    report.judged[1].verdict = Verdict::First;
    let told = "oware: The first player has the advantage in games of random and random: ";
    let headlines = report.headlines();
    assert!(headlines[0].starts_with(told), "{headlines:?}");
}

/// Judges of little depth find this game balanced.
#[test]
fn solved_games_come_first() {
    // No known value; a naive program finds it, too.
    let name = "kalah:board.columns=2,setup.seeds=7";
    let loaded = |name: &str| {
        let loaded = Catalogue::new().load(name, &[]).expect("a variant");
        (name.to_owned(), loaded)
    };
    let report = |threads, measures| {
        let comparison = Comparison {
            judges: vec![PlayerSpec::Random],
            measures: Measure::named(measures),
            threads,
            ..Comparison::new(4, 1)
        };
        let never = || false;
        let variants = [loaded(name), loaded("kalah"), loaded("bao-kingulu")];
        comparison.run(&variants, &never, |_| {}).unwrap()
    };
    let told = report(1, "fair");
    let begins =
        |name: &str| format!("{name}: With perfect play the first player wins by 8; in games ");
    assert!(told.headlines()[0].starts_with(&begins(name)), "{:?}", told.headlines());
    let json = told.json();
    let eight = serde_json::json!({ "unit": "seeds", "value": 8 });
    assert_eq!(json["fairness"][0]["proved"], eight);
    assert_eq!(json["fairness"][1]["proved"], serde_json::Value::Null);
    assert_eq!(json["fairness"][2]["proved"]["value"], 4);
    assert!(
        told.table().starts_with(&begins("Kalah (board.columns=2, setup.seeds=7)")[..60]),
        "{}",
        told.table()
    );
    assert!(told.page().contains("With perfect play the first player wins by 8 (proved)."));
    // It does not depend on the machine.
    assert_eq!(json["fairness"], report(2, "fair").json()["fairness"]);
    // Nobody asked.
    assert_eq!(report(1, "turns").subjects[0].proved, None);
}

/// Checks that only the requested measures are played and corrected for.
#[test]
fn only_requested_measures_are_played() {
    let mut played = 0;
    let comparison = Comparison { measures: Measure::named("turns"), ..Comparison::new(30, 1) };
    let variants = [load("kalah"), load("oware")];
    let report = comparison.run(&variants, &|| false, |_| played += 1).unwrap();
    assert_eq!(played, 60, "no judges, no ladder");
    assert_eq!(report.differences.len(), 1);
    let question = &report.differences[0];
    assert!((question.p - question.corrected).abs() < 1e-15);
    let json = report.json();
    let measures = json["variants"][0]["measures"].as_object().unwrap();
    assert_eq!(measures.keys().collect::<Vec<_>>(), ["turns"]);
    assert!(report.page().contains("Turns") && !report.page().contains("Hand work"));
    let text =
        text(&mankala(&["compare", "kalah", "--games", "5", "--measures", "length,branching"]));
    assert!(text.contains("Hand") && text.contains("Branching") && !text.contains("Real"));
    let refused = mankala(&["compare", "kalah", "--measures", "drama"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("fair, skill, length"));
}

/// Each measure has one definition, one unit and one interval, in the documentation as in the program.
#[test]
fn the_documentation_defines_every_measure() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measures.md");
    let document = std::fs::read_to_string(path).expect("the chapter");
    for measure in Measure::named("all").expect("a list") {
        let star = if measure.is_shown() { " \\*" } else { "" };
        let row = format!(
            "| `{measure}`{star} | {} | {} | {} |",
            measure.definition().split_whitespace().collect::<Vec<_>>().join(" "),
            measure.unit(),
            measure.interval()
        );
        assert!(document.contains(&row), "{row}");
        let heading = format!("### {}: {}", measure.topic(), measure.topic().about());
        assert!(document.contains(&heading), "{heading}");
    }
}

/// By counting: 6 seeds in 6 pits and 2 stores lie in 13 choose 7 = 1716 ways, with either player to move.
#[test]
fn positions_are_counted() {
    let overrides = ["board.columns=3".to_owned(), "setup.seeds=1".to_owned()];
    let small = Catalogue::new().load("kalah", &overrides).expect("a board");
    let bound = small.variant.positions_log10();
    assert!((bound - 3432_f64.log10()).abs() < 1e-12, "{bound}");
    // 4 seeds in 4 pits and 2 stores lie in 9 choose 5 = 126 ways, with 3 states of the tuzdik in each row.
    let overrides = ["board.columns=2".to_owned(), "setup.seeds=1".to_owned()];
    let small = Catalogue::new().load("toguz-korgool", &overrides);
    let bound = small.expect("a board").variant.positions_log10();
    assert!((bound - (126_f64 * 9.0 * 2.0).log10()).abs() < 1e-12, "{bound}");
}

#[test]
fn a_stopped_comparison_reports_nothing() {
    let stopped = || true;
    let variants = [load("oware")];
    let report = Comparison::new(1000, 1).run(&variants, &stopped, |_| {});
    assert!(report.is_none());
}

#[test]
fn each_player_has_a_column() {
    let comparison = Comparison {
        players: vec![PlayerSpec::Random, "alphabeta:1".parse().unwrap()],
        judges: vec![PlayerSpec::Random],
        strength: Some(4),
        ..Comparison::new(10, 1)
    };
    let report = run(&comparison, &["kalah", "bao-kingulu"]);
    let players: Vec<String> = report.subjects.iter().map(Subject::conditions).collect();
    let expected = ["random 1.0", "alphabeta:1 1.0 after 4 random plies"];
    assert_eq!(players, [expected, expected].concat());
    assert_eq!(report.strength.len(), 10);
    let json = report.json();
    assert_eq!(json["strength"][0]["players"][0], "mcts:2/move 1.0");
    assert_eq!(json["strength"][0]["games"], 4);
    assert_eq!(json["strength"][0]["pairs"], 2, "pairs are counted as pairs");
    let [table, csv, page] = [report.table(), report.csv(), report.page()];
    for (form, [random, search, game]) in [
        (&table, ["random", "alphabeta:1 after 4", "Bao Kingulu"]),
        (&csv, ["random 1.0", "alphabeta:1 1.0", "bao-kingulu"]),
        (&page, ["random 1.0", "alphabeta:1 1.0", "Bao Kingulu"]),
    ] {
        for name in [random, search, "mcts:32/move", game] {
            assert!(form.contains(name), "{name}");
        }
    }
    // Versions are for records.
    assert!(!table.contains("random 1.0") && !table.contains(":1 1.0"), "{table}");
    let comparison = Comparison {
        measures: Measure::named("elo_per_doubling"),
        strength: Some(8),
        ..Comparison::new(2, 1)
    };
    let table = run(&comparison, &["oware"]).table();
    // It has players of its own.
    let row = "  mcts:8/move against mcts:4/move  ";
    assert!(table.contains(row), "{table}");
}

#[test]
fn json_has_the_documented_keys() {
    let arguments = ["compare", "kalah", "oware", "--games", "30", "--seed", "5"];
    let printed = text(&mankala(&[&arguments[..], &["--format", "json"]].concat()));
    assert_eq!(printed.lines().count(), 1);
    let json: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&json["games"], &json["seed"]), (&30.into(), &5.into()));
    assert_eq!(json["variants"][1]["variant"], "oware");
    assert_eq!(json["variants"][1]["players"], serde_json::json!(["random 1.0"]));
    for subject in json["variants"].as_array().expect("variants") {
        let measures = subject["measures"].as_object().expect("measures");
        for name in [
            "games",
            "unfinished",
            "south_wins",
            "north_wins",
            "draws",
            "first_player_score",
            "plies",
            "branching",
            "laps_per_move",
            "seeds_per_move",
            "captured_per_game",
            "captures_per_game",
            "endless_moves",
            "choice_share",
            "game_tree_log10",
            "positions_log10",
            "turns",
            "hand_work",
            "leader_wins_half",
            "reading_load",
            "real_choice",
            "greedy_trap",
            "one_seed_sensitivity",
            "elo_per_doubling",
        ] {
            let value = measures[name]["value"].as_f64().expect(name);
            for key in ["unit", "interval", "player"] {
                assert!(!measures[name][key].as_str().expect(key).is_empty(), "{name}");
            }
            if let Some(low) = measures[name]["low"].as_f64() {
                let high = measures[name]["high"].as_f64().expect(name);
                assert!(low <= value && value <= high, "{name}");
            }
        }
        let value = |name: &str| measures[name]["value"].as_f64().expect("a number");
        let all = value("south_wins") + value("north_wins") + value("draws");
        assert!((all - 1.0).abs() < 1e-12);
        let score = value("south_wins") + value("draws") / 2.0;
        assert!((score - value("first_player_score")).abs() < 1e-12);
        assert!(measures["plies"]["median"].is_number());
    }
    // The command that is printed gives the same bytes, on another number of threads too.
    let command = json["command"].as_str().expect("a command");
    let mut words: Vec<&str> = command.split(' ').skip(1).collect();
    words.extend(["--threads", "3"]);
    assert_eq!(text(&mankala(&words)), printed);
    let global = [&arguments[..], &["--json"]].concat();
    assert_eq!(text(&mankala(&global)), printed);
}

#[test]
fn csv_has_a_line_for_each_measure() {
    let variant = "kalah:board.columns=4,setup.seeds=3";
    let printed = text(&mankala(&["compare", variant, "--games", "5", "--format", "csv"]));
    let lines: Vec<&str> = printed.lines().collect();
    let headings: Vec<&str> = lines[0].split(',').collect();
    assert_eq!(headings[..3], ["variant", "player", "opponent"]);
    let listed = text(&mankala(&["compare", "--list-measures", "--json"]));
    // A line more for each of the fair ones by each judge but random, who has a subject.
    let fair = Topic::Fair.measures().count();
    assert_eq!(lines.len() - 1, listed.lines().count() + 4 * fair);
    for line in &lines[1..] {
        let rest = line.strip_prefix(&format!("\"{variant}\",")).expect(line);
        assert_eq!(rest.split(',').count(), headings.len() - 1, "{line}");
    }
}

/// Compares the ranking with that of a slow program: Kalah with one seed a pit to twenty. The slow program finds the
/// spread by trying one value after another, and uses the step-up procedure as printed. If only two games count, no
/// share exceeds another by more than all.
#[test]
#[expect(clippy::too_many_lines, reason = "a second program is one text")]
fn rankings_agree_with_a_second_program() {
    let names: Vec<String> = (1..=20).map(|seeds| format!("kalah:setup.seeds={seeds}")).collect();
    let variants: Vec<(String, Loaded)> = (1..=20)
        .zip(&names)
        .map(|(seeds, name)| {
            let set = [format!("setup.seeds={seeds}")];
            let loaded = Catalogue::new().load("kalah", &set).expect("a variant");
            (name.clone(), loaded)
        })
        .collect();
    let comparison = Comparison {
        judges: vec![PlayerSpec::Random],
        measures: Some([Measure::Turns, Measure::Branching, Measure::FirstPlayerScore].into()),
        ..Comparison::new(60, 3)
    };
    let report = comparison.run(&variants, &|| false, |_| {}).expect("nobody stops it");
    assert!(report.differences.is_empty(), "twenty games are ranked");
    assert_eq!(report.rankings.len(), 3);
    // (ranking, variant, p, whether it lies at the upper end)
    let mut tests: Vec<(usize, String, f64)> = Vec::new();
    for (index, ranking) in report.rankings.iter().enumerate() {
        let subjects = if ranking.measure == Measure::FirstPlayerScore {
            &report.judged
        } else {
            &report.subjects
        };
        let log = ranking.measure != Measure::FirstPlayerScore;
        let scaled = |value: f64| if log { value.ln() } else { value };
        let found: Vec<(String, f64, f64)> = subjects
            .iter()
            .map(|subject| {
                let number = subject.number(ranking.measure);
                let [low, high] = number.interval.expect("an interval").map(scaled);
                (
                    subject.variant.clone(),
                    scaled(number.value.expect("a value")),
                    (high - low) / 2.0 / 1.959_964,
                )
            })
            .collect();
        let mean = |variance: f64| {
            let weights: Vec<f64> =
                found.iter().map(|(_, _, error)| 1.0 / (error * error + variance)).collect();
            let sum: f64 =
                found.iter().zip(&weights).map(|((_, value, _), weight)| value * weight).sum();
            sum / weights.iter().sum::<f64>()
        };
        let left_over = |variance: f64| {
            let mean = mean(variance);
            let squares = found
                .iter()
                .map(|(_, value, error)| (value - mean).powi(2) / (error * error + variance));
            squares.sum::<f64>() - 19.0
        };
        let steps = (0..2_000_000).map(|step| f64::from(step) * 1e-6);
        let variance = steps
            .into_iter()
            .step_by(10)
            .find(|&variance| left_over(variance) <= 0.0)
            .expect("a spread");
        let mean = mean(variance);
        let mut left: Vec<f64> = found
            .iter()
            .map(|(_, value, error)| {
                (mean / variance + value / error / error) / (1.0 / variance + 1.0 / error / error)
            })
            .collect();
        if variance == 0.0 {
            left = vec![mean; 20];
        }
        for (name, value) in found.iter().map(|(name, ..)| name).zip(&left) {
            let place =
                ranking.places.iter().find(|place| place.variant == *name).expect("a place");
            let shrunk = scaled(place.shrunk.value);
            assert!((shrunk - value).abs() < 1e-3, "{name}: {shrunk}, expected {value}");
        }
        left.sort_by(f64::total_cmp);
        for (name, value, error) in found {
            let beyond = if value > mean { value - left[17] } else { left[2] - value };
            // The normal distribution by adding up its density.
            let z = beyond / error;
            let inner: f64 = (0..20_000)
                .map(|step| z.abs() * (f64::from(step) + 0.5) / 20_000.0)
                .map(|x| (-x * x / 2.0).exp())
                .sum();
            let half = inner * z.abs() / 20_000.0 / std::f64::consts::TAU.sqrt();
            tests.push((index, name, 0.5 - half.copysign(z)));
        }
    }
    // The largest k so that k tests are at most k/m of 5 %; these are said.
    tests.sort_by(|a, b| a.2.total_cmp(&b.2));
    let all = f64::from(u32::try_from(tests.len()).expect("few"));
    let said = (1..=tests.len())
        .rev()
        .find(|&k| tests[k - 1].2 <= 0.05 * f64::from(u32::try_from(k).expect("few")) / all);
    let mut expected: Vec<(usize, &str)> =
        tests[..said.unwrap_or(0)].iter().map(|(index, name, _)| (*index, &**name)).collect();
    expected.sort_unstable();
    let places = report.rankings.iter().enumerate().flat_map(|(index, ranking)| {
        let apart = ranking.places.iter().filter(|place| place.end.is_some());
        apart.map(move |place| (index, &*place.variant))
    });
    let mut places: Vec<_> = places.collect();
    places.sort_unstable();
    assert_eq!(places, expected);
    assert!(
        places.contains(&(0, "kalah:setup.seeds=1")),
        "games of one seed a pit are short: {places:?}"
    );
    let sentence = report.rankings[0].sentence();
    assert!(sentence.contains("with the least: kalah:setup.seeds=1 ("), "{sentence}");
    let headlines = report.headlines();
    let proved = "Proved with perfect play. ";
    assert!(headlines[0].starts_with(proved), "{headlines:?}");
    assert!(
        headlines[0].contains("kalah:setup.seeds=1: the first player wins by 2"),
        "{headlines:?}"
    );
    assert!(headlines[1].starts_with("Of 20 variants, "), "{headlines:?}");
}

/// Twenty times the same game: no one is said to stand apart, however the chance fell.
#[test]
fn one_repeated_game_gives_no_statement() {
    let (_, kalah) = load("kalah");
    let variants: Vec<(String, Loaded)> =
        (0..20).map(|number| (number.to_string(), kalah.clone())).collect();
    let comparison = Comparison { judges: vec![PlayerSpec::Random], ..Comparison::new(40, 3) };
    let comparison = Comparison {
        measures: Some([Measure::Turns, Measure::FirstPlayerScore].into()),
        ..comparison
    };
    let report = comparison.run(&variants, &|| false, |_| {}).expect("nobody stops it");
    for ranking in &report.rankings {
        assert!(ranking.places.iter().all(|place| place.end.is_none()), "{ranking:?}");
        assert!(
            ranking
                .sentence()
                .contains("with the most: none for sure; with the least: none for sure")
        );
    }
    assert!(report.json()["rankings"][0]["places"][0]["end"].is_null());
    // A single game favours a side in one comparison of twenty by chance alone; of two hundred some would.
    let favoured = report
        .judged
        .iter()
        .filter(|judge| matches!(judge.verdict, Verdict::First | Verdict::Second));
    assert_eq!(favoured.count(), 0);
}

#[test]
fn differences_of_shares_are_at_most_all() {
    let printed = text(&mankala(&[
        "compare",
        "kalah:board.columns=4,setup.seeds=3",
        "kalah",
        "--games",
        "30",
        "--judge",
        "alphabeta:2",
        "--measures",
        "first_player_score",
        "--format",
        "json",
    ]));
    let json: Value = serde_json::from_str(&printed).expect("JSON");
    let found = &json["differences"][0]["difference"];
    let ends = [&found["low"], &found["high"]].map(Value::as_f64);
    let value = found["value"].as_f64().expect("a difference");
    let [low, high] = ends.map(|end| end.expect("an end"));
    assert!(-1.0 < low && low < value && value < high && high < 1.0, "{found}");
}

/// A spreadsheet carries out a cell that begins like a formula, and files have any name.
#[test]
fn csv_cells_are_no_formulas() {
    let folder = Folder::new("compare-formulas");
    for name in ["=1+1", "+1", "-1", "@SUM(1)", "\t=1"] {
        let path = format!("{name}.toml");
        let made = mankala(&["new", "mine", "--from", "kalah", "--out", &folder.file(&path)]);
        assert!(made.status.success(), "{made:?}");
        let compared = Command::new(env!("CARGO_BIN_EXE_mankala"))
            .args(["compare", "--games", "2", "--format", "csv", "--", &path])
            .current_dir(&folder.0)
            .output()
            .expect("the program starts");
        let csv = text(&compared);
        for line in csv.lines().skip(1) {
            assert!(line.starts_with(&format!("\"'{path}\",")), "{line}");
        }
    }
}

#[test]
fn measures_are_listed_with_definition_and_source() {
    let explained = text(&mankala(&["compare", "--list-measures"]));
    let listed = text(&mankala(&["compare", "--list-measures", "--json"]));
    for line in listed.lines() {
        let measure: Value = serde_json::from_str(line).expect("JSON");
        let name = measure["measure"].as_str().expect("a name");
        assert!(explained.contains(&format!("  {name} [")), "{name}");
        for key in ["definition", "source", "unit", "topic"] {
            assert!(!measure[key].as_str().expect(key).is_empty(), "{name}");
        }
    }
    let fair: Vec<Measure> = Topic::Fair.measures().collect();
    assert_eq!(fair[0], Measure::Games);
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = Folder::new("compare-files");
    let page = folder.file("page.html");
    let base = ["compare", "kalah", "--games", "3", "--format", "html", "--out"];
    text(&mankala(&[&base[..], &[&page]].concat()));
    let written = std::fs::read_to_string(&page).expect("the page");
    assert!(written.ends_with("</html>\n"));
    let others = std::fs::read_dir(&folder.0).expect("the folder").count();
    assert_eq!(others, 1, "nothing else is left behind");
    let nowhere = folder.file("none/page.html");
    for place in [&nowhere, folder.0.to_str().expect("a path")] {
        let refused = mankala(&[&base[..], &[place]].concat());
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    }
}

/// Compares the games that `list` selects by the same options; the report names the options.
#[test]
fn options_choose_among_all_variants() {
    let options = ["--rows", "2", "--columns", "6", "--lacks", "relay"];
    let listed = text(&mankala(&[&["list", "--json"][..], &options].concat()));
    let name = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["name"].clone();
    let listed: Vec<Value> = listed.lines().map(name).collect();
    assert!(listed.len() > 1, "{listed:?}");
    let few = ["--games", "2", "--measures", "length", "--format", "json"];
    let compare = |chosen: &[&str]| -> Value {
        let printed = text(&mankala(&[&["compare"][..], chosen, &few].concat()));
        serde_json::from_str(&printed).expect("JSON")
    };
    let json = compare(&options);
    let variants = json["variants"].as_array().expect("variants").iter();
    let compared: Vec<Value> = variants.map(|subject| subject["variant"].clone()).collect();
    assert_eq!(compared, listed);
    let command = json["command"].as_str().expect("a command");
    assert!(command.contains("compare --rows 2 --columns 6 --lacks relay --games 2"), "{command}");
    let all = compare(&["--all"]);
    let all = all["variants"].as_array().map(Vec::len);
    assert_eq!(all, Some(Catalogue::new().names().count()));
}

#[test]
fn mistakes_on_the_command_line_are_named() {
    for (arguments, code, says) in [
        (&["compare"][..], 2, "expected variants, --all, or"),
        (&["compare", "kalah", "--rows", "2"], 2, "with names"),
        (&["compare", "--rows", "2", "--sweep", "a=1"], 2, "with names"),
        (&["compare", "--all", "kalah"], 2, "--all"),
        (&["compare", "--rows", "9"], 1, "no variant matches"),
        (&["compare", "--ruleset", "halma"], 1, "--ruleset halma"),
        (&["compare", "kalah", "--games", "0"], 2, "--games"),
        (&["compare", "kalah", "--player", "alphabeta"], 2, "expected"),
        (&["compare", "halma"], 1, "halma"),
        (&["compare", "kalah", "--format", "text"], 2, "'table'"),
        (&["compare", "kalah", "--json", "--format", "csv"], 2, "--format csv"),
    ] {
        let output = mankala(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {complaint}");
        assert!(complaint.contains(says), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty());
    }
}

/// The page of a comparison that has everything, with a name that has to be escaped.
fn full_page() -> String {
    let comparison = Comparison {
        players: vec![PlayerSpec::Random, PlayerSpec::Greedy],
        judges: vec![PlayerSpec::Random, "alphabeta:2".parse().unwrap()],
        strength: Some(2),
        ..Comparison::new(20, 1)
    };
    let mut report = run(&comparison, &["zanzibar-bao", "kalah", "toguz-korgool"]);
    report.command = String::from("mankala compare <b>&'\"");
    report.subjects[0].header.about = String::from("</style><script>alert(1)</script>");
    report.page()
}

#[test]
fn pages_distinguish_changed_variants() {
    let changed = "kalah:board.columns=3,setup.seeds=3";
    let arguments = ["--games", "3", "--format", "html"];
    let page = text(&mankala(&[&["compare", "kalah", changed][..], &arguments].concat()));
    let shown = "Kalah (board.columns=<wbr>3, setup.seeds=<wbr>3)";
    assert!(page.contains(&format!("<h1>Kalah and {shown} compared</h1>")));
    let board = "http://127.0.0.1:6265/#v=kalah%3Aboard.columns%3D3%2Csetup.seeds%3D3";
    assert!(page.contains(&format!("<a href=\"{board}\">the board</a>")), "its card links to it");
    assert!(page.contains(&format!("{shown}</a></h4>")));
    assert!(!page.contains('`') && page.contains("<code>greedy_trap</code>"));
    let explained = text(&mankala(&["compare", "--list-measures"]));
    assert!(!explained.contains('`'));
    let set = ["compare", "kalah", "--set", "rules.swap=true", "--games", "2"];
    let told = text(&mankala(&[&set[..], &["--measures", "turns"]].concat()));
    assert!(told.starts_with("Kalah (rules.swap=true): "), "{told}");
}

#[test]
fn pages_load_nothing_from_the_network() {
    let page = full_page();
    // The link of each card loads nothing before somebody follows it.
    let link = "<a href=\"http://127.0.0.1:6265/";
    assert!(page.contains(link));
    let page = page.replace(link, "<a");
    for loader in [
        "=\"http", "=http", "src=", "url(", "@import", "<link", "<script", "<iframe", "<object",
        "<image", "xlink:", "<form",
    ] {
        assert!(!page.contains(loader), "{loader}");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(page.contains("mankala compare &lt;b&gt;&amp;'&quot;"));
    for (open, close) in
        [("<svg", "</svg>"), ("<table", "</table>"), ("<figure", "</figure>"), ("<div", "</div>")]
    {
        assert_eq!(page.matches(open).count(), page.matches(close).count(), "{open}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf\"") && !page.contains("inf%"));
}

/// A browser on this machine, if there is one.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join("chromium"));
    places.find(|place| place.is_file())
}

/// Opens a page and returns what it has become, and every address that the page itself asked the network for.
///
/// The browser looks for updates of its own as well; those requests come from no page, and none gets
/// out, since no name is resolved.
fn open(browser: &Path, folder: &Folder, html: &str) -> (String, Vec<String>) {
    let page = folder.file("page.html");
    std::fs::write(&page, html).expect("the page");
    let log = folder.file("net.json");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.file("profile")))
        .arg(format!("--log-net-log={log}"))
        .arg(format!("file://{page}"))
        .output()
        .expect("the browser runs");
    assert!(output.status.success(), "{output:?}");
    let log = std::fs::read_to_string(&log).expect("the log of the network");
    let events = log.lines().filter_map(|line| {
        let event: Value = serde_json::from_str(line.trim_end_matches(',')).ok()?;
        let initiator = event["params"]["initiator"].as_str()?;
        let url = event["params"]["url"].as_str()?;
        (initiator != "not an origin").then(|| url.to_owned())
    });
    let asked = events.filter(|url| !url.starts_with("file:")).collect();
    (String::from_utf8_lossy(&output.stdout).into_owned(), asked)
}

#[test]
fn a_browser_shows_the_page() {
    let Some(browser) = browser() else {
        println!("skipped: there is no chromium here");
        return;
    };
    let folder = Folder::new("compare-page");
    // First that a page which does load something is found out.
    let address = "http://elsewhere.invalid/picture.png";
    let control = format!("<!DOCTYPE html><img src=\"{address}\">");
    let (_, asked) = open(&browser, &folder, &control);
    assert_eq!(asked.first().map(String::as_str), Some(address));

    let (shown, asked) = open(&browser, &folder, &full_page());
    assert_eq!(asked, [""; 0]);
    for (chart, strips) in
        [("fair", 7), ("lengths", 7), ("strength", 18), ("dots-length", 14), ("dots-foresight", 28)]
    {
        let start = shown.find(&format!("<figure id=\"{chart}\"")).expect(chart);
        let figure = shown[start..].split("</figure>").next().expect("an end");
        let found = figure.matches("class=\"strip\"").count();
        assert_eq!(found, strips, "{chart}");
    }
    assert_eq!(shown.matches("class=\"board\"").count(), 3);
    assert_eq!(shown.matches("<table").count(), 8);
    assert!(shown.contains("</footer>"));
}

/// The field runs by itself, so its script is the one that the page names; what is typed leaves the games that have it.
#[test]
fn a_browser_finds_games_on_the_page() {
    let Some(browser) = browser() else {
        println!("skipped: there is no chromium here");
        return;
    };
    let folder = Folder::new("crowded-page");
    let page = crate::family_map::crowded_page();
    assert!(page.contains("<p id=\"find\" hidden>"));
    let (shown, asked) = open(&browser, &folder, &page);
    assert_eq!(asked, [""; 0]);
    assert!(shown.contains("<p id=\"find\"><label>"));
    assert!(!shown.contains("class=\"card off\""));
    // A second script that types is let in only for this.
    let (before, rest) = page.split_once("script-src 'sha256-").expect("a hash");
    let (_, rest) = rest.split_once('\'').expect("its end");
    let typing = "const field = document.querySelector('#find input'); field.value = 'OWARE columns=4'; \
                  field.dispatchEvent(new Event('input'));";
    let typed = format!("{before}script-src 'unsafe-inline'{rest}");
    let typed = typed.replace("</body>", &format!("<script>{typing}</script></body>"));
    let (shown, _) = open(&browser, &folder, &typed);
    let cards = shown.matches("<article class=\"card").count();
    assert_eq!((cards, shown.matches("class=\"card off\"").count()), (30, 24));
    assert!(shown.contains("<body class=\"family-page finding\">"));
}

/// The digests of solved boards are those of the games that stand beside them.
#[test]
fn solved_boards_have_the_digests_of_their_games() {
    let boards = include_str!("../examples/solved/boards.tsv");
    for board in boards.lines().skip(1) {
        let fields: Vec<&str> = board.split('\t').collect();
        let loaded = Catalogue::new().load(fields[3], &[]).expect(fields[3]);
        assert_eq!(loaded.digest(), fields[0], "{}", fields[3]);
        let moves = loaded.game().moves();
        let is_legal = |best: &&str| moves.iter().any(|mv| mv.text == **best);
        assert!(fields.get(5).is_none_or(is_legal), "{}", fields[3]);
        let winners = ["second", "draw", "first"];
        assert!(winners.contains(&fields[2]), "{}", fields[3]);
        // Without a margin, only the winner is known.
        if !fields[1].is_empty() {
            let sign = fields[1].parse::<i32>().expect(fields[3]).signum();
            assert_eq!(fields[2], winners[usize::try_from(sign + 1).unwrap()]);
        }
    }
}

/// A game is recognised by its rules: under another name, and not where a rule is another.
#[test]
fn solved_games_are_recognised_by_their_rules() {
    let told = |name: &str, changes: &[&str]| {
        let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
        let loaded = Catalogue::new().load(name, &changes).expect("a variant");
        let comparison = Comparison {
            judges: vec![PlayerSpec::Random],
            measures: Measure::named("first_player_score"),
            ..Comparison::new(4, 1)
        };
        let never = || false;
        let report = comparison.run(&[("mine".to_owned(), loaded)], &never, |_| {}).unwrap();
        report.subjects[0].solved.map(|solved| solved.value)
    };
    assert_eq!(told("awari", &[]), Some("draw"));
    assert_eq!(told("oware", &[]), None);
    assert_eq!(told("kalah", &[]), Some("first"));
    let small = ["board.columns=3", "setup.seeds=6"];
    assert_eq!(told("kalah", &[&small[..], &["rules.capture=\"never\""]].concat()), None);
    assert_eq!(told("kalah", &small), Some("second"));
    assert_eq!(
        told("kalah", &[&small[..], &["rules.capture=\"always\""]].concat()),
        Some("second")
    );
}

/// Rules of one game alone differ from those of some, and the course covers as many games as were asked for.
#[test]
fn pages_mark_rules_and_follow_all_games() {
    let page = |player: &str| {
        let compare =
            ["compare", "oware", "kalah", "bawo", "--measures", "turns", "--judge", "random"];
        let options = ["--games", "150", "--format", "html", "--player", player];
        text(&mankala(&[&compare[..], &options].concat()))
    };
    let quick = page("random");
    let four = "Each pit holds 4 seeds at the start";
    assert!(quick.contains(&format!("<mark class=\"some\">{four}")), "{four}");
    assert!(!quick.contains(&format!("<mark>{four}")) && quick.contains("<mark>"));
    assert!(quick.contains("The finished games among the first 150 of each variant, by random."));
    let first_moves = quick.split("<h3>First moves</h3>").nth(1).expect("first moves");
    let table = first_moves.split("</table>").next().expect("a table");
    let counts =
        table.split("<td>").filter_map(|cell| cell.split("</td>").next()?.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), 150, "{table}");
    let slow = page("alphabeta:1");
    assert!(slow.contains("among the first 100 of each variant, by alphabeta:1"));
    assert!(slow.contains("Moves from each pit, in per cent (n = 100)"), "few games are counted");
    assert!(slow.contains("The 50 later ones are not followed."));
}
