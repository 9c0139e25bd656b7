//! `compare --sweep`: the grid holds what single comparisons say, effects are what their definition says, gaps stay blank.

use serde_json::Value;

use crate::common::run::{folder, keys, mankala, path, text};

const GRID: [&str; 12] = [
    "compare",
    "kalah",
    "--sweep",
    "rules.capture=opposite-filled,never",
    "--sweep",
    "setup.seeds=2..4",
    "--games",
    "60",
    "--measures",
    "turns,choice_share",
    "--threads",
    "1",
];

fn number(object: &Value) -> f64 {
    object.as_f64().unwrap_or_else(|| panic!("{object} is no number"))
}

fn list<'a>(object: &'a Value, key: &str) -> &'a [Value] {
    object[key].as_array().unwrap_or_else(|| panic!("{key} of {object}"))
}

/// The grid and its measures, as JSON.
fn grid() -> Value {
    mankala(&[&GRID[..], &["--json"]].concat()).done().quiet().object()
}

#[test]
fn cells_are_what_single_comparisons_say() {
    let swept = grid();
    let cells = list(&swept["sweep"], "cells");
    let names: Vec<&str> = cells.iter().map(|cell| text(cell, "variant")).collect();
    assert_eq!(
        names,
        [
            "kalah:rules.capture=opposite-filled,setup.seeds=2",
            "kalah:rules.capture=opposite-filled,setup.seeds=3",
            "kalah:rules.capture=opposite-filled,setup.seeds=4",
            "kalah:rules.capture=never,setup.seeds=2",
            "kalah:rules.capture=never,setup.seeds=3",
            "kalah:rules.capture=never,setup.seeds=4",
        ]
    );
    let mut alone = vec!["compare"];
    alone.extend(&names);
    alone.extend(&GRID[6..]);
    alone.push("--json");
    let alone = mankala(&alone).done().quiet().object();
    assert_eq!(swept["variants"], alone["variants"]);
    assert!(alone["sweep"].is_null());
    let keys_of = list(&swept["sweep"], "keys");
    assert_eq!(text(&keys_of[1], "key"), "setup.seeds");
    assert_eq!(list(&keys_of[1], "values"), ["2", "3", "4"]);
    assert_eq!(cells[5]["values"]["rules.capture"], "never");
}

/// Main effects are means over the grid on the measure's scale, interactions what is left of a cell without them.
#[test]
fn effects_are_what_their_definition_says() {
    let swept = grid();
    let value = |row: usize, column: usize, measure: &str| {
        let variant = &list(&swept, "variants")[3 * row + column];
        number(&variant["measures"][measure]["value"])
    };
    let effect = |measure: &str, key: &str| -> &Value {
        let effects = list(&swept["sweep"], "effects").iter();
        let found = effects
            .into_iter()
            .find(|effect| text(effect, "measure") == measure && text(effect, "key") == key);
        found.expect("an effect")
    };
    for (measure, scale) in [("turns", "log"), ("choice_share", "logit")] {
        let to = |value: f64| match scale {
            "log" => value.ln(),
            _ => (value / (1.0 - value)).ln(),
        };
        let back = |value: f64| match scale {
            "log" => value.exp(),
            _ => 1.0 / (1.0 + (-value).exp()),
        };
        let seeds = effect(measure, "setup.seeds");
        assert_eq!(text(seeds, "scale"), scale);
        let mean = |column: usize| {
            f64::midpoint(to(value(0, column, measure)), to(value(1, column, measure)))
        };
        for (column, told) in list(seeds, "means").iter().enumerate() {
            let told_mean = number(&told["value"]);
            assert!((told_mean - back(mean(column))).abs() < 1e-9, "{measure} {column}");
            assert!(number(&told["low"]) < told_mean && told_mean < number(&told["high"]));
        }
        let means = [0, 1, 2].map(mean);
        let most = means.into_iter().fold(f64::MIN, f64::max);
        let least = means.into_iter().fold(f64::MAX, f64::min);
        assert!((number(&seeds["range"]["value"]) - (most - least)).abs() < 1e-9);

        let interactions = list(&swept["sweep"], "interactions").iter();
        let mut own = interactions.filter(|found| text(found, "measure") == measure);
        let found = own.next().expect("an interaction");
        let row = usize::from(found["at"]["rules.capture"] == "never");
        let column: usize = text(&found["at"], "setup.seeds").parse().expect("seeds");
        let rows = [0, 1]
            .map(|row| (0..3).map(|column| to(value(row, column, measure))).sum::<f64>() / 3.0);
        let all = f64::midpoint(rows[0], rows[1]);
        let rest = to(value(row, column - 2, measure)) - rows[row] - means[column - 2] + all;
        let told = &found["beyond_main_effects"];
        assert!((number(&told["value"]) - rest).abs() < 1e-9, "{measure}");
        // With a 95 % interval of a cell of half width h, that of what is left is wider for six questions at once.
        assert!(number(&told["low"]) < rest && rest < number(&told["high"]));
        let sure = number(&told["low"]) > 0.0 || number(&told["high"]) < 0.0;
        assert_eq!(found["shown"], sure);
    }
    // More seeds make longer games, which 60 of each show.
    let seeds = effect("turns", "setup.seeds");
    assert!(number(&seeds["range"]["low"]) > 0.0);
    assert_eq!(text(seeds, "least"), "2");
}

#[test]
fn tables_and_rows_have_the_grid() {
    let table = mankala(&GRID).done().quiet().out;
    let heading = table.lines().find_map(|line| line.strip_prefix("seeds in each pit by capture"));
    let heading: Vec<&str> = heading.expect("a grid").split_whitespace().collect();
    assert_eq!(heading, ["opposite-filled", "never"]);
    for part in ["\n  2 ", "\n  4 ", "Means by seeds in each pit over the grid: 2: ", "times ("] {
        assert!(table.contains(part), "{part:?} in {table}");
    }
    // Answers in words come first.
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    let answers = words.split(" Turns, ").next().unwrap_or_default();
    for part in [
        "kalah by capture and seeds in each pit.",
        ": games are shortest with ",
        " and longest with ",
        " capture never: A last seed in an empty pit captures nothing.",
    ] {
        assert!(answers.contains(part), "{part:?} in {answers}");
    }
    let csv = mankala(&[&GRID[..], &["--format", "csv"]].concat()).done().quiet().out;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0][..2], ["rules.capture", "setup.seeds"]);
    assert_eq!(
        rows[0][7..],
        [
            "turns",
            "turns_low",
            "turns_high",
            "choice_share",
            "choice_share_low",
            "choice_share_high",
            "turns_n",
            "choice_share_n",
        ]
    );
    let swept = grid();
    assert_eq!(rows[1][..2], ["opposite-filled", "2"]);
    let first = &list(&swept, "variants")[0]["measures"]["turns"];
    // The name of the variant has a comma in it and stands in quotes.
    let turns: f64 = rows[1][8].parse().expect("turns");
    assert!((turns - number(&first["value"])).abs() < 1e-9);
    let n = number(&first["n"]);
    assert_eq!(rows[1].iter().rev().nth(1).and_then(|cell| cell.parse().ok()), Some(n));
    assert!(table.contains(&format!("\nTurns, random, n {n}\n")), "{table}");
}

#[test]
fn refused_cells_stay_blank() {
    let arguments = [
        "compare",
        "kalah",
        "--sweep",
        "board.columns=6,15",
        "--sweep",
        "setup.seeds=2,12",
        "--games",
        "10",
        "--measures",
        "turns",
        "--threads",
        "1",
    ];
    let run = mankala(&arguments).done();
    assert!(
        run.err.starts_with(
            "note: the ruleset refuses board.columns=15,setup.seeds=12: setup: 360 seeds in all"
        ),
        "{}",
        run.err
    );
    let line = run.out.lines().find(|line| line.starts_with("  15 ")).expect("a row");
    assert_eq!(line.split_whitespace().count(), 2, "{line}");
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("no such game, 15 pits in each row, 12 seeds in each pit"), "{words}");
    let csv = mankala(&[&arguments[..], &["--format", "csv"]].concat()).done().out;
    let last = csv.lines().last().expect("a row");
    assert!(last.starts_with("15,12,") && last.trim_end_matches(',') == "15,12", "{last}");
    let object = mankala(&[&arguments[..], &["--json"]].concat()).done().object();
    let last = list(&object["sweep"], "cells").last().expect("a cell");
    assert!(last["variant"].is_null() && text(last, "refused").contains("360 seeds"));
    assert_eq!(keys(last), ["variant", "values", "refused"]);
    assert!(list(&object["sweep"], "interactions").is_empty());
    // The lines of the grid that are whole tell what a key does all the same.
    assert_eq!(list(&object["sweep"], "effects").len(), 2);
}

#[test]
fn solved_games_come_first() {
    let sweep = ["compare", "kalah", "--sweep", "setup.seeds=1,2,4", "--games", "4"];
    let judged = [&sweep[..], &["--judge", "random"]].concat();
    let told = "Proved with perfect play. 1 seed in each pit: the first player wins by 2; \
                2 seeds in each pit: the first player wins by 6; \
                4 seeds in each pit: the first player wins by 8.";
    let text = mankala(&judged).done().out;
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.starts_with(&format!("kalah by seeds in each pit. {told}")), "{text}");
    assert!(words.contains("random: nearest to even is "), "{text}");
    assert!(words.contains(" in each pit; the first player scores "), "{text}");
    assert!(!words.contains("For all players together"), "{text}");
    let text = mankala(&[&judged[..], &["--judge", "greedy"]].concat()).done().out;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("For all players together, nearest to even is "), "{text}");
    let page = mankala(&[&judged[..], &["--format", "html"]].concat()).done().out;
    assert!(page.replace("<wbr>", "").contains(told));
    let json = mankala(&[&judged[..], &["--json"]].concat()).done().object();
    let proved: Vec<&Value> = list(&json, "fairness").iter().map(|it| &it["proved"]).collect();
    assert_eq!(proved[1]["value"], 6);
    assert_eq!(proved[2], &Value::Null);
}

#[test]
fn a_sweep_has_a_chart_for_each_measure() {
    let folder = folder("sweep");
    let file = folder.join("sweep.html");
    mankala(&[&GRID[..], &["--format", "html", "--out", path(&file)]].concat()).done();
    let page = std::fs::read_to_string(file).expect("a page");
    for part in [
        "<h1>kalah by capture and seeds in each pit</h1>",
        "id=\"sweep-turns\"",
        "id=\"sweep-choice_share\"",
        ">opposite-filled</text>",
    ] {
        assert!(page.contains(part) || page.contains(&part.replace("<wbr>", "")), "{part}");
    }
    // A mark for each cell of each measure.
    assert_eq!(page.matches("scale(.8)").count(), 12);
    let swept = "--sweep rules.capture=opposite-filled,never --sweep setup.seeds=2,3,4";
    assert!(page.contains(swept), "the command is not told");
}

/// Lines differ in how they look, up to sixteen of them; labels stay apart and within the chart.
#[test]
fn lines_and_labels_of_a_chart_stay_apart() {
    for (keys, lines) in [
        (["board.columns=1,2", "setup.seeds=1..18"], 18),
        (["setup.seeds=2,3", "board.columns=1..7"], 7),
        (["setup.seeds=2,3", "rules.capture=opposite-filled,always,never"], 3),
    ] {
        let [first, second] = keys;
        let sweep = ["compare", "kalah", "--sweep", first, "--sweep", second];
        let more = ["--games", "1", "--measures", "turns", "--threads", "1"];
        let html = ["--format", "html"];
        let page = mankala(&[&sweep[..], &more, &html].concat()).done().out;
        let legend = page.split("<ul class=\"legend\">").nth(1).expect("a legend");
        let legend = legend.split("</ul>").next().expect("its end");
        let looks = legend.split("<li>").skip(1).map(|item| item.split("</svg>").next());
        let looks: Vec<_> = looks.take(16).collect();
        let different = looks.iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!((looks.len(), different.len()), (lines.min(16), lines.min(16)));
        assert_eq!(page.contains("No more than 16 lines look different"), lines > 16);

        let chart = page.split("<svg class=\"board\" viewBox=\"0 0 ").nth(1).expect("a chart");
        let chart = chart.split("</svg>").next().expect("its end");
        let real = |text: &str| text.parse::<f64>().expect("a number");
        let size: Vec<f64> =
            chart.split('"').next().expect("a size").split(' ').map(real).collect();
        let labels = chart.split("<text x=\"354\" y=\"").skip(1).map(|label| {
            let (y, rest) = label.split_once('"').expect("a place");
            let words = rest.split(['>', '<']).nth(1).expect("words");
            (real(y), words.chars().count())
        });
        let labels: Vec<(f64, usize)> = labels.collect();
        assert_eq!(labels.len(), lines.min(16));
        assert!(labels.windows(2).all(|two| two[1].0 - two[0].0 > 11.8), "{labels:?}");
        for (y, letters) in labels {
            let end = 354.0 + 6.5 * f64::from(u32::try_from(letters).expect("few"));
            assert!(y > 10.0 && y < size[1] && end < size[0], "{y}, {end} in {size:?}");
        }
    }
}

/// Over three keys each value of the third has a grid and a chart of its own, and effects are means over all of it.
#[test]
fn three_keys_are_a_grid_for_each_value_of_the_third() {
    let arguments = [
        "compare",
        "oware",
        "--sweep",
        "board.columns=4,5,6",
        "--sweep",
        "setup.seeds=3,4",
        "--sweep",
        "rules.majority=true,false",
        "--games",
        "20",
        "--measures",
        "turns,fair",
        "--judge",
        "random",
        "--threads",
        "1",
    ];
    let with = |more: &[&str]| mankala(&[&arguments[..], more].concat()).done();
    let swept = with(&["--json"]).object();
    let (cells, effects) = (list(&swept["sweep"], "cells"), list(&swept["sweep"], "effects"));
    assert_eq!(cells.len(), 12);
    // How many games were played is no question, and with three keys none is asked about pairs of them.
    let measures: Vec<&str> = effects.iter().map(|it| text(it, "measure")).collect();
    assert!(!measures.contains(&"games") && measures.contains(&"first_player_score"));
    assert!(list(&swept["sweep"], "interactions").is_empty());
    for (key, values) in [
        ("board.columns", &["4", "5", "6"][..]),
        ("setup.seeds", &["3", "4"]),
        ("rules.majority", &["true", "false"]),
    ] {
        let own = |it: &&Value| text(it, "measure") == "turns" && text(it, "key") == key;
        let effect = effects.iter().find(own).expect("an effect");
        for (value, told) in values.iter().zip(list(effect, "means")) {
            let all = cells.iter().zip(list(&swept, "variants"));
            let logs = all.filter(|(cell, _)| text(&cell["values"], key) == *value);
            let logs = logs.map(|(_, variant)| number(&variant["measures"]["turns"]["value"]).ln());
            let logs: Vec<f64> = logs.collect();
            assert_eq!(logs.len(), 12 / values.len());
            let mean =
                logs.iter().sum::<f64>() / f64::from(u32::try_from(logs.len()).expect("few"));
            assert!((number(&told["value"]) - mean.exp()).abs() < 1e-9, "{key} {value}");
        }
    }
    let table = with(&[]).out;
    for majority in ["majority", "no majority"] {
        assert_eq!(table.lines().filter(|it| *it == majority).count(), measures.len() / 3);
    }
    let csv = with(&["--format", "csv"]).out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 13);
    assert!(rows[0].starts_with("board.columns,setup.seeds,rules.majority,variant,"));
    assert!(rows[2].starts_with("4,3,false,") && rows[12].starts_with("6,4,false,"));
    let page = with(&["--format", "html"]).out;
    let figure = page.split("<figure id=\"sweep-turns\"").nth(1).expect("a chart");
    let figure = figure.split("</figure>").next().expect("an end");
    for majority in ["majority", "no majority"] {
        let heading = format!(", {majority}, n 20</h4>");
        assert!(figure.replace("<wbr>", "").contains(&heading), "{figure}");
    }
    // A mark for each cell; what is said of all stands below both charts, once.
    assert_eq!(figure.matches("scale(.8)").count(), 12);
    assert_eq!(figure.matches("<div class=\"below\">").count(), 1);
    assert_eq!(figure.matches("Means by ").count(), 3);
    // No interval of a share runs beyond what there is.
    for effect in effects.iter().filter(|it| text(it, "measure") == "unfinished") {
        for mean in list(effect, "means") {
            assert!(number(&mean["low"]) >= 0.0 && number(&mean["high"]) <= 1.0);
        }
    }
}

/// Two seeds a pit make one game that alphabeta repeats: an example, of which nothing is said with an interval.
#[test]
fn one_repeated_game_has_no_interval() {
    let arguments = [
        "compare",
        "kalah",
        "--sweep",
        "setup.seeds=2,5",
        "--measures",
        "draws",
        "--judge",
        "alphabeta:4",
        "--games",
        "20",
        "--threads",
        "1",
    ];
    let object = mankala(&[&arguments[..], &["--json"]].concat()).done().object();
    let [two, five] = [0, 1].map(|place| &list(&object, "fair")[place]["draws"]);
    assert!(two["low"].is_null() && two["high"].is_null(), "{two}");
    assert!(number(&five["low"]) >= 0.0 && number(&five["high"]) <= 1.0);
    let effect = &list(&object["sweep"], "effects")[0];
    let of_two = &list(effect, "means")[0];
    for unknown in [of_two, &effect["range"]] {
        assert!(!unknown["value"].is_null(), "{unknown}");
        assert!(unknown["low"].is_null() && unknown["high"].is_null(), "{unknown}");
    }
    let table = mankala(&arguments).done().out;
    let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(table.contains("At 2 compared with 5: +100.0. No interval, because too few different games were played: 2 seeds in each pit."), "{table}");
}

/// Shares that are 0 somewhere are added up as they are; no interval of a sum runs beyond what it can be.
#[test]
fn intervals_of_differences_of_shares_stay_within_bounds() {
    let object = mankala(&[
        "compare",
        "kalah",
        "--sweep",
        "setup.seeds=1..4",
        "--sweep",
        "board.columns=1,3",
        "--measures",
        "fair",
        "--judge",
        "random",
        "--games",
        "8",
        "--threads",
        "1",
        "--json",
    ])
    .done()
    .object();
    let mut plain = 0;
    for effect in list(&object["sweep"], "effects") {
        plain += usize::from(effect["scale"] == "plain");
        for (estimate, least) in list(effect, "means")
            .iter()
            .map(|mean| (mean, 0.0))
            .chain((effect["scale"] == "plain").then_some((&effect["range"], -1.0)))
        {
            let [low, value, high] = ["low", "value", "high"].map(|key| number(&estimate[key]));
            assert!(least <= low && low <= value, "{effect}");
            assert!(value <= high && high <= 1.0, "{effect}");
        }
    }
    assert!(plain > 0);
    for found in list(&object["sweep"], "interactions") {
        let rest = &found["beyond_main_effects"];
        if found["scale"] == "plain" {
            assert!(number(&rest["low"]) >= -1.0 && number(&rest["high"]) <= 1.0, "{found}");
        }
    }
}

#[test]
fn impossible_sweeps_are_refused() {
    let seeds = ["--sweep", "setup.seeds=2..4"];
    mankala(&[&["compare", "kalah", "oware"][..], &seeds].concat()).misused();
    mankala(&[&["compare", "kalah"][..], &seeds, &seeds].concat()).misused();
    mankala(&[
        "compare",
        "kalah",
        "--sweep",
        "setup.seeds=1..999",
        "--sweep",
        "board.columns=2..9",
    ])
    .misused();
    mankala(&["compare", "kalah", "--sweep", "setup.seeds"]).misused();
    mankala(&["compare", "kalah", "--sweep", "rules.captures=always,never"]).refused(&["captures"]);
}
