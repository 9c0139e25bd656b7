//! Unknown rules: guesses, their quality over all games, and the wear of pits.

use std::fs;
use std::sync::{Arc, LazyLock};

use mankala::atlas::evaluation::{Case, Evaluation};
use mankala::atlas::guess::{Evidence, Known, Neighbour, Weights};
use mankala::atlas::mechanisms::Profile;
use mankala::files::unknown::without_unknown;
use mankala::play::matches::MatchSpec;
use mankala::{Catalogue, Loaded, PlayerSpec};

use crate::common::run::{folder, mankala, text};

static GAMES: LazyLock<Vec<(Loaded, Profile)>> = LazyLock::new(|| {
    let loaded = Catalogue::new().load_all().into_iter().flatten();
    let both = loaded.map(|loaded| {
        let profile = Profile::of(&loaded);
        (loaded, profile)
    });
    both.collect()
});

fn neighbours() -> Vec<Neighbour<'static>> {
    let games = GAMES.iter();
    games.map(|(loaded, profile)| Neighbour::new(loaded, profile)).collect()
}

/// A file of Oware with some values unknown.
fn oware(changes: &[(&str, &str)]) -> String {
    let (_, text) = Catalogue::new().text_of("oware").expect("a variant");
    let text_now = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    // The examples are those of the known rules.
    text_now.split("[[example]]").next().expect("a file").to_owned()
}

#[test]
fn unknown_values_leave_gaps() {
    let gaps = without_unknown(
        "year = \"unknown\" # when\nregion = \"unknown\"\n[rules]\nchain = \"unknown\"\ncounts = [2]\n",
    );
    assert_eq!(gaps.keys, ["year", "rules.chain"]);
    let lines: Vec<&str> = gaps.text.lines().map(str::trim_end).collect();
    assert_eq!(
        lines,
        ["year = 0         # when", "region = \"unknown\"", "[rules]", "", "counts = [2]"]
    );
    for (date, years) in [
        ("century = 19", Some([1801, 1900])),
        ("century = 1", Some([1, 100])),
        ("century = -1", Some([-100, -1])),
        ("century = -5", Some([-500, -401])),
        ("year = -450", Some([-450, -450])),
        ("year = 1909", None),
        ("century = 101", None),
        ("a = [", None),
    ] {
        let gaps = without_unknown(&format!("{date} # dated\nruleset = \"wari\""));
        assert_eq!(gaps.years, years, "{date}");
        let begins = if years.is_some() { "year = 0" } else { date };
        assert!(gaps.text.starts_with(begins) && gaps.text.contains("# dated"), "{}", gaps.text);
    }
}

/// The guesses of a rule sum to 1. Refused values get 0, unless all are refused.
#[test]
fn guesses_are_probabilities() {
    let games = neighbours();
    let oware =
        Known { ruleset: Some("wari"), rows: Some(2.0), columns: Some(6.0), ..Known::default() };
    let evidence = Evidence::new(oware, &games, &|_| false);
    let feeding = |game: &Neighbour<'_>| game.option("rules.feeding").map(str::to_owned);
    let all = evidence.guess(Vec::new(), &feeding, &|_| true);
    let sum = |values: &[(String, f64)]| values.iter().map(|(_, p)| p).sum::<f64>();
    assert!((sum(&all) - 1.0).abs() < 1e-9, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{all:?}");
    let (likely, _) = &all[0];
    let others = evidence.guess(Vec::new(), &feeding, &|value| value != likely);
    let refused = others.iter().find(|(value, _)| value == likely);
    assert_eq!(refused.map(|(_, p)| *p), Some(0.0));
    assert!((sum(&others) - 1.0).abs() < 1e-9, "{others:?}");
    let none = evidence.guess(Vec::new(), &feeding, &|_| false);
    assert_eq!(none, all);
    // A word that no game has is possible if it is offered.
    let offered = evidence.guess(vec!["\"new\"".to_owned()], &feeding, &|_| true);
    let new = offered.iter().find(|(value, _)| value == "\"new\"");
    assert!(new.is_some_and(|(_, p)| *p > 0.0 && *p < 0.01), "{offered:?}");
    let shares = evidence.shares();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let foreign = games.iter().zip(&shares);
    let mut foreign = foreign.filter(|(game, _)| game.loaded.ruleset != "wari");
    assert!(foreign.all(|(_, share)| *share == 0.0));
}

/// The guesses beat the base rates by what `docs/reconstruction.md` says, and are calibrated.
#[test]
fn guesses_beat_base_rates() {
    let (games, catalogue) = (neighbours(), Catalogue::new());
    let evaluation = Evaluation::new(&catalogue, &games);
    for (case, least) in
        [(Case::Board, 0.36), (Case::Mechanism, 0.54), (Case::Options, 0.12), (Case::Option, 0.28)]
    {
        let found = evaluation.quality(case, &Weights::FITTED, &|| false);
        let [quality, strangers] = found.expect("it is not stopped");
        assert!(quality.gain() > least, "{case}: {}", quality.gain());
        assert!(quality.guesses > 5000 && quality.base < 1.0, "{case}");
        let off: f64 = quality
            .bins
            .iter()
            .map(|(count, mean, holds)| f64::from(*count) * (mean - holds).abs())
            .sum();
        let values: u32 = quality.bins.iter().map(|(count, ..)| count).sum();
        assert!(off / f64::from(values) < 0.05, "{case}: {off} of {values}");
        assert!(strangers.gain() < quality.gain(), "{case}");
    }
    let stopped = evaluation.quality(Case::Board, &Weights::FITTED, &|| true);
    assert!(stopped.is_none());
}

#[test]
fn options_of_a_file_are_guessed() {
    let file = folder("reconstruct").join("found.toml");
    let known = &[
        ("counts = [2, 3]", "counts = \"unknown\""),
        ("feeding = \"required\"", "feeding = \"unknown\""),
    ];
    fs::write(&file, oware(known)).expect("a file");
    let path = file.to_str().expect("UTF-8");
    let objects = mankala(&[
        "reconstruct",
        path,
        "--json",
        "--candidates",
        "2",
        "--games",
        "4",
        "--player",
        "random",
    ])
    .done()
    .quiet()
    .objects();
    let unknown = objects[0]["unknown"].as_array().expect("rules");
    let rules: Vec<&str> = unknown.iter().map(|it| text(it, "rule")).collect();
    assert_eq!(rules, ["rules.counts", "rules.feeding"]);
    for rule in unknown {
        let values = rule["values"].as_array().expect("values");
        let sum: f64 = values.iter().filter_map(|it| it["p"].as_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{rule}");
    }
    assert_eq!(unknown[0]["values"][0]["value"], "[2, 3]");
    assert_eq!(unknown[1]["values"][0]["value"], "\"required\"");
    let candidates: Vec<_> = objects.iter().filter(|it| it.get("candidate").is_some()).collect();
    assert_eq!(candidates.len(), 2);
    assert!(candidates[0]["p"].as_f64() >= candidates[1]["p"].as_f64());
    let rows = candidates[0]["wear"][0]["lifted_sown"].as_array().expect("rows");
    assert_eq!(
        rows.iter().map(|row| row.as_array().map_or(0, Vec::len)).collect::<Vec<_>>(),
        [6, 6]
    );
    let again = mankala(&["reconstruct", path, "--candidates", "0"]).done().quiet().out;
    assert!(
        again.contains("  [2, 3]: A pit can be captured if it holds 2 or 3 seeds.\n")
            && again
                .contains("  \"required\": If your opponent has no seeds in their pits when your")
            && again.contains("Games that count most"),
        "{again}"
    );
    let named = ["reconstruct", path, "--candidates", "1", "--games", "1", "--player", "random"];
    let named = mankala(&named).done().out;
    assert!(named.contains(" counts 2 or 3, feeding required\n"), "{named}");
    mankala(&["reconstruct", path, "--evaluate"]).misused();
    mankala(&["reconstruct"]).misused();
    mankala(&["reconstruct", "kalah"]).refused(&["expected a value \"unknown\""]);
    fs::write(&file, oware(&[("feeding = \"required\"", "feedign = \"unknown\"")]))
        .expect("a file");
    mankala(&["reconstruct", path]).refused(&["no guess for the key \"rules.feedign\""]);
    let text = oware(&[("counts = [2, 3]", "counts = \"unknown\"\nchain = 7")]);
    fs::write(&file, &text).expect("a file");
    mankala(&["reconstruct", path]).refused(&["chain"]);
    // What the file calls unknown is not missing.
    let (before, _) = text.split_once("[rules]").expect("rules");
    let text = before.replacen("ruleset", "rules = \"unknown\"\nruleset", 1);
    fs::write(&file, text.replacen("rows = 2", "rows = -2", 1)).expect("a file");
    let wrong = mankala(&["reconstruct", path]).refused(&["found integer `-2`"]);
    assert!(!wrong.err.contains("missing section"), "{}", wrong.err);
}

/// Evidence needs no name, title, region, year, description or source, and all of these may be unknown.
#[test]
fn evidence_needs_no_header() {
    let file = folder("reconstruct-header").join("board.toml");
    let path = file.to_str().expect("UTF-8");
    let found = |header: &str| {
        let game =
            "[board]\nrows = 2\ncolumns = 6\n[setup]\nseeds = 4\n[rules]\ncounts = \"unknown\"\n";
        fs::write(&file, format!("ruleset = \"wari\"\n{header}{game}")).expect("a file");
        mankala(&["reconstruct", path, "--json", "--candidates", "0"]).done().quiet().object()
    };
    let bare = found("");
    assert_eq!(bare["unknown"][0]["rule"], "rules.counts");
    let header = ["name", "title", "region", "year", "about", "sources"];
    assert_eq!(found(&header.map(|key| format!("{key} = \"unknown\"\n")).concat()), bare);
    assert_ne!(found("region = \"Ghana\"\n"), bare);
    assert_ne!(found("year = -450\n"), bare);
}

/// Likely games that are impossible on the board are named with the reason, up to the last candidate.
#[test]
fn likely_games_are_not_left_out_silently() {
    let file = folder("reconstruct-left-out").join("board.toml");
    let board = "ruleset = \"unknown\"\nregion = \"Zambia\"\n[board]\nrows = 4\ncolumns = 10\n";
    fs::write(&file, board).expect("a file");
    let run = ["reconstruct", file.to_str().expect("UTF-8"), "--player", "random", "--games", "1"];
    let objects = mankala(&[&run[..], &["--json"]].concat()).done().quiet().objects();
    let left_out = objects[0]["left_out"].as_array().expect("games");
    assert!(!left_out.is_empty());
    let command = text(objects.last().expect("a report"), "command");
    let options = " --candidates 3 --games 1 --seed 1 --player random";
    assert!(command.contains(" reconstruct /") && command.ends_with(options), "{command}");
    let last = objects.iter().rfind(|it| it.get("candidate").is_some()).expect("a candidate");
    let catalogue = Catalogue::new();
    for game in left_out {
        assert!(game["p"].as_f64() >= last["p"].as_f64(), "{game}");
        let changes = ["board.rows=4", "board.columns=10"].map(str::to_owned);
        let wrong = catalogue.load(text(game, "candidate"), &changes).err().expect("no game");
        assert_eq!(wrong.told[0].message, text(game, "reason"));
    }
    let printed = mankala(&run).done().quiet().out;
    let heading = format!("\nImpossible here, so left out: {} likely", left_out.len());
    assert!(printed.contains(&heading), "{printed}");
    assert!(printed.contains(text(&left_out[0], "reason")), "{printed}");
}

/// Evidence that can't be read is refused at its place, not left out.
#[test]
fn wrong_evidence_is_refused() {
    let file = folder("reconstruct-evidence").join("board.toml");
    let path = file.to_str().expect("UTF-8");
    let board = "[board]\nrows = 4\ncolumns = 10\n";
    for (lines, wrong) in [
        ("regoin = \"Zambia\"\n", "regoin"),
        ("year = 70_000\n", "expected a whole number from 0 to 65535, found integer `70000`"),
        ("year = \"then\"\n", "expected a whole number from 0 to 65535, found string \"then\""),
        ("century = 20\nyear = 1961\n", "expected a year or a century, found both"),
        ("century = 0\n", "expected a century from -100 to -1 or from 1 to 100"),
        ("region = \"Zambai\"\n", "unknown place \"Zambai\"; did you mean Zambia"),
        ("region = 3\n", "expected a string, found integer `3`"),
        ("[rules]\nlaps = \"relay\"\n", "the key `rules` can't be used"),
        ("setup.seeds = 70_000\n", "expected a whole number from 0 to 255, found integer `70000`"),
        ("setup.seeds = \"two\"\n", "found string \"two\""),
        ("setup.seeds = 0\n", "expected a positive number, found 0"),
        ("setup.sedes = 4\n", "unknown key `sedes`, did you mean seeds?"),
    ] {
        fs::write(&file, format!("ruleset = \"unknown\"\n{lines}{board}")).expect("a file");
        mankala(&["reconstruct", path, "--candidates", "0"]).refused(&[wrong, "board.toml:2:"]);
    }
    for (from, to, wrong) in [
        ("ruleset =", "century = 20\nruleset =", "expected a year or a century"),
        ("West Africa and the Caribbean", "West Afirca", "did you mean West Africa"),
        ("\"wari\"", "\"wary\"", "unknown ruleset, did you mean wari? expected one of `"),
        ("counts = [2, 3]", "count = \"unknown\"\ncounts = [2]", "the key \"rules.count\""),
    ] {
        fs::write(&file, oware(&[(from, to)])).expect("a file");
        mankala(&["reconstruct", path]).refused(&[wrong, "board.toml:"]);
    }
    // One place of several may be unknown, and a people that resembles a known one may be another.
    let region = "region = \"Kenya and Tanzana (Masaai)\"\n";
    fs::write(&file, format!("ruleset = \"unknown\"\n{region}{board}")).expect("a file");
    let said = mankala(&["reconstruct", path, "--candidates", "0"]).done().err;
    assert!(said.contains("unknown place \"Tanzana\"; did you mean Tanzania"), "{said}");
    assert!(said.contains("people \"Masaai\" is known; did you mean Maasai?"), "{said}");
    for region in ["Jordan", "Trinidad and Tobago", "Cape Verde and Portugal", "unknown", "(Lenje)"]
    {
        let board = format!("ruleset = \"unknown\"\nregion = {region:?}\n{board}");
        fs::write(&file, board).expect("a file");
        mankala(&["reconstruct", path, "--candidates", "0"]).done().quiet();
    }
}

/// A board of four rows from Mozambique is taken for one of the games played there, and not for a Kalah.
#[test]
fn boards_are_guessed() {
    let file = folder("reconstruct-board").join("board.toml");
    fs::write(
        &file,
        "region = \"Mozambique\"\nruleset = \"unknown\"\n[board]\nrows = 4\ncolumns = 8\n",
    )
    .expect("a file");
    let path = file.to_str().expect("UTF-8");
    let object =
        mankala(&["reconstruct", path, "--json", "--candidates", "0"]).done().quiet().object();
    let unknown = object["unknown"].as_array().expect("rules");
    assert_eq!(unknown[0]["rule"], "ruleset");
    let likely = text(&unknown[0]["values"][0], "value");
    assert!(["tsoro", "omweso"].contains(&likely), "{likely}");
    assert!(unknown.iter().any(|it| it["rule"] == "laps" && it["values"][0]["value"] == "relay"));
    let nearest = object["nearest"].as_array().expect("games");
    let catalogue = Catalogue::new();
    for near in nearest {
        assert_eq!(catalogue.load(text(near, "variant"), &[]).expect("a variant").board.rows, 4);
    }
    let net = mankala(&["reconstruct", path, "--player", "alphabeta:2/net"]).misused();
    assert!(net.err.contains("has no network"), "{}", net.err);
    fs::write(&file, "ruleset = \"unknown\"\n[board]\nrows = -4\ncolumns = 8\n").expect("a file");
    mankala(&["reconstruct", path]).refused(&["rows = -4", "expected a whole number from 0"]);
}

/// A part of a board, dated to a century: the size that is unknown is guessed, and the years before Christ are those of no
/// game.
#[test]
fn parts_of_boards_are_guessed() {
    let file = folder("reconstruct-part").join("board.toml");
    let path = file.to_str().expect("UTF-8");
    let found = |lines: &str| {
        let board = "[board]\nrows = 2\ncolumns = \"unknown\"\n";
        fs::write(&file, format!("ruleset = \"unknown\"\nregion = \"Egypt\"\n{lines}{board}"))
            .expect("a file");
        mankala(&["reconstruct", path, "--json", "--candidates", "0"]).done().quiet().object()
    };
    let [old, older, none] = ["century = -5\n", "year = -450\n", "year = \"unknown\"\n"].map(found);
    assert_eq!(old, older);
    assert_ne!(old["unknown"][0], none["unknown"][0]);
    assert_eq!(old["unknown"][1]["rule"], "board.columns");
    assert_eq!(old["unknown"][1]["values"][0]["value"], "6");
    let century = found("century = 19\n");
    assert_ne!(century["nearest"], old["nearest"], "games of the nineteenth century count more");
}

/// Rounds are a guess like any other; most games of the ruleset have a single one.
#[test]
fn rounds_are_guessed() {
    let file = folder("reconstruct-rounds").join("oware.toml");
    let path = file.to_str().expect("UTF-8");
    fs::write(&file, oware(&[("ruleset =", "rounds = \"unknown\"\nruleset =")])).expect("a file");
    let object =
        mankala(&["reconstruct", path, "--json", "--candidates", "0"]).done().quiet().object();
    let unknown = object["unknown"].as_array().expect("rules");
    assert_eq!(unknown.len(), 1);
    assert_eq!(unknown[0]["rule"], "rounds.kind");
    assert_eq!(unknown[0]["values"][0]["value"], "none");
    let kinds = unknown[0]["values"].as_array().expect("values");
    assert!(kinds.iter().any(|it| it["value"] == "\"territory\""), "{kinds:?}");
}

/// In one move of Oware, A1 is emptied and its four seeds fall into the next four pits; the totals over games are those of
/// the measures: each lap lifts a pit and sows its seeds.
#[test]
fn wear_counts_lifts_and_seeds() {
    let oware = Catalogue::new().load("oware", &[]).expect("a variant");
    let one = MatchSpec { ply_limit: 1, ..MatchSpec::new([PlayerSpec::Random; 2], 1, 1) };
    let wear = Arc::clone(&oware.variant).wear(&one, 1, &|| false);
    let all: Vec<_> = wear.iter().flatten().collect();
    assert_eq!(all.iter().map(|it| it.lifted).sum::<u64>(), 1);
    assert_eq!(all.iter().map(|it| it.sown).collect::<Vec<_>>().iter().sum::<u64>(), 4);
    let spec = MatchSpec::new([PlayerSpec::Random; 2], 20, 7);
    let wear = Arc::clone(&oware.variant).wear(&spec, 2, &|| false);
    assert_eq!(Arc::clone(&oware.variant).wear(&spec, 1, &|| false), wear);
    assert!(wear.iter().flatten().all(|it| it.lifted > 20 && it.sown > 20));
}
