//! Comparisons: the same on any number of threads, right by a second count, and readable in every form.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mankala::kernel::event::{Act, Event};
use mankala::measure::Topic;
use mankala::play::matches::{Heading, Played};
use mankala::report::Column;
use mankala::{Catalogue, Comparison, Loaded, MatchSpec, Measure, PlayerSpec, Report};
use serde_json::Value;

use crate::common;

fn load(name: &str) -> (String, Loaded) {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    (name.to_owned(), loaded)
}

fn run(comparison: &Comparison, variants: &[&str]) -> Report {
    let variants: Vec<_> = variants.iter().map(|name| load(name)).collect();
    let never = AtomicBool::new(false);
    comparison
        .run(&variants, &never, |_| {})
        .expect("nobody stops it")
}

fn mankala(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mankala"))
        .args(arguments)
        .output()
        .expect("the program runs")
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

#[test]
fn threads_change_nothing() {
    let catalogue = Catalogue::new();
    let names: Vec<&str> = catalogue.names().collect();
    let mut reports = [1, 2, 5].map(|threads| {
        let comparison = Comparison {
            threads,
            ..Comparison::new(60, 7)
        };
        run(&comparison, &names).json()
    });
    let last = reports[2].take();
    assert_eq!(reports[0], last);
    assert_eq!(reports[1], last);
    let other = run(&Comparison::new(60, 8), &names).json();
    assert_ne!(other["variants"], last["variants"]);
}

/// What a second, plain way of counting finds in the same games: by written moves, one at a time.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    results: BTreeMap<String, u64>,
    plies: u128,
    laps: u128,
    seeds: u128,
    captured: u128,
    captures: u128,
    capturing: u128,
    legal: u128,
    choices: u128,
    most: u64,
    longest: u128,
    forced: u128,
}

fn recount(loaded: &Loaded, spec: &MatchSpec) -> Count {
    let mut count = Count::default();
    let heading = Heading::new("", "", spec);
    let stop = AtomicBool::new(false);
    let mut records = Vec::new();
    let mut sink = |games: Vec<(Played, String)>| {
        records.extend(games);
        ControlFlow::Continue(())
    };
    let variant = Arc::clone(&loaded.variant);
    variant.play_games(&heading, spec, 0..spec.games, 1, &stop, &mut sink);
    for (_, line) in records {
        let record: Value = serde_json::from_str(&line).expect("JSON");
        // Unfinished games count in no measure but their own.
        let Some(result) = record["result"].as_str() else {
            continue;
        };
        *count.results.entry(result.to_owned()).or_default() += 1;
        let mut game = loaded.game();
        let (mut longest, mut streak, mut forced) = (0, 0, 0);
        for mv in record["moves"].as_array().expect("moves") {
            let mv = mv.as_str().expect("a move");
            let legal = game.moves().len() as u64;
            let (mut seeds, mut captured) = (0, 0);
            for event in game.events(mv).expect("a legal move") {
                match event {
                    Event::Sow(lap) => {
                        count.laps += 1;
                        seeds += u128::from(lap.seeds);
                    }
                    Event::Move {
                        act: Act::Capture,
                        seeds,
                        ..
                    } => {
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
            count.most = count.most.max(legal);
            longest = longest.max(seeds);
            streak = if legal > 1 { 0 } else { streak + 1 };
            forced = forced.max(streak);
            game.play(mv).expect("a legal move");
        }
        count.longest += longest;
        count.forced += forced;
    }
    count
}

#[test]
fn a_second_count_finds_the_same() {
    for (name, loaded) in common::variants() {
        let report = run(&Comparison::new(12, 3), &[name]);
        let tally = &report.columns[0].tally;
        let spec = MatchSpec::new([PlayerSpec::Random; 2], 12, 3);
        let results = ["S", "N", "draw"].into_iter().zip(tally.results);
        let found = Count {
            results: results
                .filter(|(_, games)| *games > 0)
                .map(|(result, games)| (result.to_owned(), games))
                .collect(),
            plies: tally.plies.sums.total(),
            laps: tally.laps.sums.total(),
            seeds: tally.seeds.sums.total(),
            captured: tally.captured.sums.total(),
            captures: tally.captures.sums.total(),
            capturing: tally.capturing.sums.total(),
            legal: tally.legal.sums.total(),
            choices: tally.choice.sums.total(),
            most: tally.legal.spread.largest().unwrap_or(0),
            longest: tally.longest.sums.total(),
            forced: tally.forced.sums.total(),
        };
        assert_eq!(found, recount(loaded, &spec), "{name}");
        assert_eq!(tally.laps.sums.items(), tally.plies.sums.total(), "{name}");
    }
}

#[test]
fn unfinished_games_are_never_draws() {
    let comparison = Comparison {
        ply_limit: 5,
        ..Comparison::new(20, 1)
    };
    let report = run(&comparison, &["toguz-korgool"]);
    let json = report.json();
    let measures = &json["variants"][0]["measures"];
    assert_eq!(measures["games"]["value"], 20);
    assert_eq!(measures["unfinished"]["value"], 1);
    for measure in [
        "draws",
        "first_player_score",
        "plies",
        "branching",
        "balance_p",
    ] {
        assert!(measures[measure]["value"].is_null(), "{measure}");
    }
    assert_eq!(report.cautions().len(), 1);
    assert!(report.table().contains("20 of 20 games were cut off"));
    assert!(report.page().contains("20 of 20 games were cut off"));
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
    assert!(
        (bound - (126_f64 * 9.0 * 2.0).log10()).abs() < 1e-12,
        "{bound}"
    );
}

#[test]
fn a_stopped_comparison_reports_nothing() {
    let stopped = AtomicBool::new(true);
    let variants = [load("oware")];
    let report = Comparison::new(1000, 1).run(&variants, &stopped, |_| {});
    assert!(report.is_none());
}

#[test]
fn each_player_has_a_column() {
    let comparison = Comparison {
        players: vec![PlayerSpec::Random, "alphabeta:1".parse().unwrap()],
        strength: Some(2),
        ..Comparison::new(10, 1)
    };
    let report = run(&comparison, &["kalah", "bao-kingulu"]);
    let players: Vec<String> = report.columns.iter().map(Column::conditions).collect();
    let expected = ["random 1.0", "alphabeta:1 1.0 after 4 random plies"];
    assert_eq!(players, [expected, expected].concat());
    assert_eq!(report.strength.len(), 16);
    let json = report.json();
    assert_eq!(json["strength"][0]["players"][0], "alphabeta:2 1.0");
    assert_eq!(json["strength"][0]["games"], 2);
    for form in [report.table(), report.csv(), report.page()] {
        for name in [
            "random 1.0",
            "alphabeta:1 1.0",
            "mcts:400 1.0",
            "bao-kingulu",
        ] {
            assert!(form.contains(name), "{name}");
        }
    }
}

#[test]
fn json_is_as_promised() {
    let arguments = ["compare", "kalah", "oware", "--games", "30", "--seed", "5"];
    let printed = text(&mankala(&[&arguments[..], &["--format", "json"]].concat()));
    assert_eq!(printed.lines().count(), 1);
    let json: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&json["games"], &json["seed"]), (&30.into(), &5.into()));
    assert_eq!(json["variants"][1]["variant"], "oware");
    assert_eq!(
        json["variants"][1]["players"],
        serde_json::json!(["random 1.0"])
    );
    for column in json["variants"].as_array().expect("columns") {
        let measures = column["measures"].as_object().expect("measures");
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
            "lead_changes",
        ] {
            let value = measures[name]["value"].as_f64().expect(name);
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
    let printed = text(&mankala(&[
        "compare", variant, "--games", "5", "--format", "csv",
    ]));
    let lines: Vec<&str> = printed.lines().collect();
    let headings: Vec<&str> = lines[0].split(',').collect();
    assert_eq!(headings[..3], ["variant", "player", "opponent"]);
    let listed = text(&mankala(&["compare", "--list-measures", "--json"]));
    // All but the strength, which was not asked for.
    assert_eq!(lines.len() - 1, listed.lines().count() - 1);
    for line in &lines[1..] {
        let rest = line.strip_prefix(&format!("\"{variant}\",")).expect(line);
        assert_eq!(rest.split(',').count(), headings.len() - 1, "{line}");
    }
}

/// A spreadsheet carries out a cell that begins like a formula, and files have any name.
#[test]
fn csv_cells_are_no_formulas() {
    let folder = Folder::new("compare-formulas");
    for name in ["=1+1", "+1", "-1", "@SUM(1)", "\t=1"] {
        let path = format!("{name}.toml");
        let made = mankala(&[
            "new",
            "mine",
            "--from",
            "kalah",
            "--out",
            &folder.file(&path),
        ]);
        assert!(made.status.success(), "{made:?}");
        let compared = Command::new(env!("CARGO_BIN_EXE_mankala"))
            .args(["compare", "--games", "2", "--format", "csv", "--", &path])
            .current_dir(&folder.0)
            .output()
            .expect("the program starts");
        let csv = text(&compared);
        for line in csv.lines().skip(1) {
            assert!(
                line.starts_with(&format!("\"'{path}\",random 1.0,")),
                "{line}"
            );
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
    let balance: Vec<Measure> = Topic::Balance.measures().collect();
    assert_eq!(balance[0], Measure::Games);
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = Folder::new("compare-files");
    let page = folder.file("page.html");
    let base = [
        "compare", "kalah", "--games", "3", "--format", "html", "--out",
    ];
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

#[test]
fn mistakes_on_the_command_line_are_named() {
    for (arguments, code, says) in [
        (&["compare"][..], 2, "required"),
        (&["compare", "kalah", "--games", "0"], 2, "--games"),
        (
            &["compare", "kalah", "--player", "alphabeta"],
            2,
            "expected",
        ),
        (&["compare", "halma"], 1, "halma"),
        (
            &["compare", "kalah", "--json", "--format", "csv"],
            2,
            "--format csv",
        ),
    ] {
        let output = mankala(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {complaint}"
        );
        assert!(complaint.contains(says), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty());
    }
}

/// The page of a comparison that has everything, with a name that has to be escaped.
fn full_page() -> String {
    let comparison = Comparison {
        players: vec![PlayerSpec::Random, PlayerSpec::Greedy],
        strength: Some(2),
        ..Comparison::new(20, 1)
    };
    let mut report = run(&comparison, &["zanzibar-bao", "kalah", "toguz-korgool"]);
    report.command = String::from("mankala compare <b>&'\"");
    report.columns[0].header.about = String::from("</style><script>alert(1)</script>");
    report.page()
}

#[test]
fn pages_tell_changed_variants_apart() {
    let changed = "kalah:board.columns=3,setup.seeds=4";
    let arguments = ["--games", "3", "--format", "html"];
    let page = text(&mankala(
        &[&["compare", "kalah", changed][..], &arguments].concat(),
    ));
    let shown = "kalah:<wbr>board.columns=<wbr>3,<wbr>setup.seeds=<wbr>4";
    assert!(page.contains(&format!("<h1>kalah and {shown} compared</h1>")));
    assert!(page.contains(&format!("<h4>{shown}</h4>")));
    assert!(!page.contains('`') && page.contains("<code>balance_p</code>"));
    let explained = text(&mankala(&["compare", "--list-measures"]));
    assert!(!explained.contains('`'));
}

#[test]
fn pages_load_nothing_from_elsewhere() {
    let page = full_page();
    for loader in [
        "http:", "https:", "src=", "url(", "@import", "<link", "<script", "<iframe", "<object",
        "<image", "xlink:", "<form",
    ] {
        assert!(!page.contains(loader), "{loader}");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(page.contains("mankala compare &lt;b&gt;&amp;&#39;&quot;"));
    for (open, close) in [
        ("<svg", "</svg>"),
        ("<table", "</table>"),
        ("<figure", "</figure>"),
        ("<div", "</div>"),
    ] {
        assert_eq!(
            page.matches(open).count(),
            page.matches(close).count(),
            "{open}"
        );
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
    for (chart, strips) in [
        ("balance", 7),
        ("lengths", 7),
        ("branching", 3),
        ("strength", 27),
    ] {
        let start = shown.find(&format!("<figure id=\"{chart}\"")).expect(chart);
        let figure = shown[start..].split("</figure>").next().expect("an end");
        let found = figure.matches("class=\"strip\"").count();
        assert_eq!(found, strips, "{chart}");
    }
    assert_eq!(shown.matches("class=\"board\"").count(), 3);
    assert_eq!(shown.matches("<table").count(), 6);
    assert!(shown.contains("</footer>"));
}
