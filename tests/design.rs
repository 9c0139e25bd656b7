//! `design`: results are reproducible, resumable and valid, and a search in parts is joined.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::run::{Run, folder, mankala, path};

const GOAL: &str = "turns=30..60, comeback>.05";

/// Runs a small search with these further options.
fn design(out: &Path, more: &[&str]) -> Run {
    let common = [
        "design",
        "--goal",
        GOAL,
        "--from",
        "kalah",
        "--games",
        "64",
        "--best",
        "4",
        "--player",
        "random",
        "--confirm",
        "alphabeta:1",
        "--out",
        path(out),
    ];
    mankala(&[&common[..], more].concat())
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn results_do_not_depend_on_threads_or_on_a_stop() {
    let place = folder("design-threads");
    let [one, two, parts] = ["one", "two", "parts"].map(|name| place.join(name));
    design(&one, &["--candidates", "150", "--threads", "1"]).done();
    // A shorter search first, which the longer one continues.
    design(&two, &["--candidates", "64", "--threads", "2"]).done();
    design(&two, &["--candidates", "150", "--threads", "2"]).done();
    for file in ["summary.json", "summary.csv", "index.html"] {
        assert_eq!(read(&one, file), read(&two, file), "{file}");
    }
    // Half a line at the end, as after a power cut.
    let state = read(&one, "state.jsonl");
    fs::write(one.join("state.jsonl"), &state[..state.len() / 2]).expect("a state");
    design(&one, &["--candidates", "150"]).done();
    assert_eq!(read(&one, "summary.json"), read(&two, "summary.json"));
    // Another goal is another search.
    design(&one, &["--seed", "2"])
        .refused(&["expected the same search", "(its seed is 1, not 2); choose another folder"]);
    let [first, second] = ["first", "second"].map(|name| place.join(name));
    design(&first, &["--candidates", "130", "--shard", "1/2"]).done();
    design(&second, &["--candidates", "130", "--shard", "2/2"]).done();
    assert!(!first.join("summary.json").exists());
    let with = ["--with", path(&first), "--with", path(&second)];
    let joined = ["--candidates", "130", "--parts", "2"];
    design(&parts, &[&joined[..], &with].concat()).done();
    let whole = place.join("whole");
    design(&whole, &joined).done();
    assert_eq!(read(&parts, "summary.json"), read(&whole, "summary.json"));
}

#[test]
fn results_are_valid_games_with_the_measures_that_are_stated() {
    let place = folder("design-games");
    let out = place.join("out");
    design(&out, &["--candidates", "200"]).done();
    let summary: Value = serde_json::from_str(&read(&out, "summary.json")).expect("JSON");
    let best = summary["best"].as_array().expect("the best");
    assert_eq!(best.len(), 4);
    let files = best.iter().filter_map(|it| it["file"].as_str());
    let files: Vec<_> = files.map(|file| out.join(file)).collect();
    assert!(!files.is_empty());
    for (file, best) in files.iter().zip(best.iter().filter(|it| it["file"].is_string())) {
        mankala(&["check", path(file)]).done();
        let differs = best["differs"].as_str().expect("the differences");
        let is_words = differs.starts_with("Unlike ") || differs.starts_with("Rules of ");
        assert!(is_words && differs.ends_with('.') && !differs.contains(['=', '_']), "{differs}");
        // Fresh games have the next seed.
        let compared = mankala(&[
            "compare",
            path(file),
            "--games",
            "64",
            "--seed",
            "2",
            "--measures",
            "turns",
            "--json",
        ]);
        let turns = &compared.done().object()["variants"][0]["measures"]["turns"]["value"];
        let stated = best["measures"]["turns"]["again"]["value"].as_f64().expect("turns");
        assert!((stated - turns.as_f64().expect("turns")).abs() < 1e-3, "{stated} {turns}");
    }
    // A star depends on the fresh games: by hand, for turns=30..60 and comeback>.05.
    let qualities = best.iter().map(|it| {
        let [turns, comeback] = ["turns", "comeback"]
            .map(|measure| it["measures"][measure]["again"]["value"].as_f64().expect("a value"));
        [-((30.0 - turns) / 7.5).max((turns - 60.0) / 15.0).max(0.0), comeback]
    });
    let qualities: Vec<[f64; 2]> = qualities.collect();
    for (best, own) in best.iter().zip(&qualities) {
        let beats = |it: &[f64; 2]| {
            it[0] >= own[0] && it[1] >= own[1] && (it[0] > own[0] || it[1] > own[1])
        };
        assert_eq!(best["front"], !qualities.iter().any(beats), "{}", best["game"]);
    }
    let csv = read(&out, "summary.csv");
    let heads: Vec<&str> = csv.lines().next().expect("heads").split(',').collect();
    for head in ["turns_race", "turns_again_low", "turns_stronger_high", "turns_games"] {
        assert!(heads.contains(&head), "{head}");
    }
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",64")), "{csv}");
    assert_eq!(summary["games_behind"]["turns"], 64);
    let page = read(&out, "index.html");
    assert!(page.contains("Nearest known game") && page.contains("</html>"));
}

/// A game can miss the goal even in the race; the same player is not named twice, and the table has no rules.
#[test]
fn games_that_miss_the_goal_are_said_to() {
    let out = folder("design-missed").join("out");
    let goal = "turns=30..32, comeback>.1";
    let search = ["design", "--goal", goal, "--from", "kalah", "--games", "64", "--best", "6"];
    let players = ["--player", "random", "--confirm", "random", "--spread", "turns,comeback"];
    let small = ["--candidates", "64", "--out", path(&out)];
    mankala(&[&search[..], &players, &small].concat()).done();
    let page = read(&out, "index.html");
    let summary: Value = serde_json::from_str(&read(&out, "summary.json")).expect("JSON");
    let best = summary["best"].as_array().expect("the best");
    let missed =
        best.iter().filter(|it| it["holds"] == serde_json::json!([false, false, false])).count();
    assert!(missed > 0, "{summary}");
    assert_eq!(page.matches("not reached").count(), missed);
    assert!(page.contains("fresh games by random. A star"), "{page}");
    assert!(page.contains("64 games</small>") && page.contains(" %"), "{page}");
    for game in best {
        let differs = game["differs"].as_str().expect("the differences");
        assert!(differs.starts_with("The rules of ") || differs.contains(": "), "{differs}");
    }
    let table = page.split("id=\"grid\"").next().expect("a table");
    assert!(!table.contains("Unlike ") && !table.contains("Rules of Kalah"), "{table}");
    let other = [&["design", "--goal", "turns>10"], &search[3..], &players[..], &small].concat();
    mankala(&other).refused(&["(its goal is turns=30..32, comeback>0.1, not turns>10)"]);
}

/// Each change of a result matters: without it, a quarter of the games differ.
#[test]
fn inert_changes_are_left_out() {
    let out = folder("design-inert").join("out");
    let search = "design --goal turns=30..60,comeback>.05 --from kalah --games 64 --player random \
                  --confirm alphabeta:1 --candidates 200 --best 10 --out";
    let search: Vec<&str> = search.split(' ').chain([path(&out)]).collect();
    mankala(&search).done();
    let summary: Value = serde_json::from_str(&read(&out, "summary.json")).expect("JSON");
    let best = summary["best"].as_array().expect("the best");
    let measured = |game: &str| {
        let measures = "turns,comeback,seeds_per_move,leader_wins_half";
        let games =
            format!("compare {game} --games 16 --judge random --measures {measures} --json");
        let compared = mankala(&games.split(' ').collect::<Vec<_>>()).done().object();
        compared["variants"][0]["measures"].clone()
    };
    let mut changes = 0;
    for game in best.iter().filter_map(|it| it["game"].as_str()) {
        let Some((base, all)) = game.split_once(':') else {
            continue;
        };
        let all: Vec<&str> = all.split(',').collect();
        for at in 0..all.len() {
            let mut fewer = all.clone();
            fewer.remove(at);
            let fewer = match &fewer[..] {
                [] => base.to_owned(),
                fewer => format!("{base}:{}", fewer.join(",")),
            };
            // Some changes are only valid together.
            if mankala(&["moves", &fewer]).status == Some(0) {
                assert_ne!(measured(game), measured(&fewer), "{game} and {fewer}");
                changes += 1;
            }
        }
    }
    assert!(changes >= 8, "only {changes} changes were left out");
}

#[test]
fn wrong_searches_are_refused() {
    let place = folder("design-wrong");
    let out = place.join("out");
    let goal =
        |goal: &str| mankala(&["design", "--goal", goal, "--from", "kalah", "--out", path(&out)]);
    goal("fun>3").misused();
    goal("turns=70..40").misused();
    mankala(&["design", "--goal", GOAL, "--out", path(&out)]).misused();
    mankala(&["design", "--goal", GOAL, "--from", "chess", "--out", path(&out)])
        .refused(&["chess"]);
    design(&out, &["--spread", "turns,turns"]).misused();
    let by = |player: &str| {
        let out = path(&out);
        mankala(&["design", "--goal", GOAL, "--from", "kalah", "--player", player, "--out", out])
    };
    by("alphabeta:10ms").misused();
    let net = by("alphabeta:2/net").misused();
    assert!(net.err.contains("without a network, found alphabeta:2/net"), "{}", net.err);
    assert!(!out.exists());
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("notes.txt"), "mine").expect("a file");
    design(&out, &[]).refused(&["expected a new or empty folder"]);
}

/// The interval of 256 games has half a width of at least five points; a narrower one needs more games.
#[test]
fn until_plays_until_the_interval_is_narrow() {
    let run = |until: &str| {
        let compared = mankala(&[
            "compare",
            "kalah",
            "--until",
            until,
            "--games",
            "64",
            "--judge",
            "random",
            "--judge",
            "greedy",
            "--measures",
            "games,first_player_score",
            "--json",
        ]);
        let object = compared.done().object();
        let measures = &object["variants"][0]["measures"];
        let score = &measures["first_player_score"];
        let width = score["high"].as_f64().expect("high") - score["low"].as_f64().expect("low");
        let words = object["cautions"].to_string();
        (measures["games"]["value"].as_u64().expect("games"), width, words)
    };
    let (few, wide, _) = run("±8");
    let (many, narrow, words) = run("3%");
    assert!(few < many && wide <= 0.16 && narrow <= 0.06);
    assert!(many > 900 && many < 1400, "{many} games; 1067 by the normal approximation");
    // The games of the player and of one judge are the same.
    let said = format!("kalah, random 1.0: {many} games give the first player's score");
    assert_eq!(words.matches(&said).count(), 1, "{words}");
    mankala(&["compare", "kalah", "--until", "0"]).misused();
}

/// Within a time, games are played by random players and by those that measure skill, and the report states how many.
#[test]
fn a_budget_buys_games() {
    let measures = "games,greedy_trap,elo_per_doubling";
    let compare = ["compare", "kalah", "endodoi", "--measures", measures];
    let found = mankala(&[&compare[..], &["--budget", "2s", "--json"]].concat()).done().object();
    assert_eq!(found["games"], serde_json::Value::Null);
    for game in 0..2 {
        for (measure, count) in
            [("games", "value"), ("greedy_trap", "n"), ("elo_per_doubling", "n")]
        {
            let number = &found["variants"][game]["measures"][measure][count];
            assert!(number.as_f64().is_some_and(|number| number > 0.0), "{measure}: {number}");
        }
        let rung = &found["strength"][game];
        assert_eq!(rung["games"].as_u64(), rung["pairs"].as_u64().map(|n| 2 * n));
        let name = found["variants"][game]["variant"].as_str().expect("a name");
        let games = &found["variants"][game]["measures"]["games"]["value"];
        let words = found["cautions"].to_string();
        assert!(
            words.contains(&format!("{name}, random 1.0: the time was enough for {games} games.")),
            "{words}"
        );
    }
    for more in [["--games", "9"], ["--keep", "kept"]] {
        let [option, value] = more;
        mankala(&["compare", "kalah", "--budget", "1s", option, value]).misused();
    }
}
