//! Endgame tables: every value beside naive ones and those of a search, and files that are whole, or refused.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use mankala::search::Task;
use mankala::search::tables::{
    Build, BuildError, Built, Rules, Spread, TableHeader, Tables, Workers,
};
use mankala::variant::BySide;
use mankala::{Catalogue, Loaded, Side};

use crate::common::run::{Run, folder, mankala, text};

/// Small boards of all games that the docs name, with how many seeds are tried, and how a repetition is counted.
const GAMES: &[(&str, &[&str], u16, Repeated)] = &[
    ("kalah", &["board.columns=2"], 5, Repeated::Never),
    ("kalah", &["board.columns=3"], 4, Repeated::Never),
    ("oware", &["board.columns=2"], 4, Repeated::OwnRows),
    ("oware", &["board.columns=3"], 3, Repeated::OwnRows),
    ("oware", &["board.columns=2", "rules.repetition=none"], 4, Repeated::Never),
    ("awari", &["board.columns=2"], 5, Repeated::Nobodys),
    ("awari", &["board.columns=3"], 3, Repeated::Nobodys),
    ("toguz-korgool", &["board.columns=3"], 4, Repeated::Never),
    ("bao-kingulu", &["board.columns=2"], 6, Repeated::Never),
    ("bao-6x2", &["board.columns=2"], 4, Repeated::OwnRows),
];

/// Value of the seeds on the board when a position is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeated {
    /// The game goes on.
    Never,
    /// Each player gets those of their own row.
    OwnRows,
    /// Nobody gets them.
    Nobodys,
}

fn load(name: &str, changes: &[&str]) -> Loaded {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let loaded = Catalogue::new().load(name, &changes);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

fn rules(loaded: &Loaded) -> Rules {
    let rules = loaded.variant.clone().for_tables();
    rules.unwrap_or_else(|why| panic!("{}: {why}", loaded.label()))
}

fn tables(rules: &Rules, seeds: u16, threads: usize, memory: usize) -> Tables {
    let workers = Workers { threads, memory, stop: &|| false, told: &|_, _| () };
    let mut build = Build::new(rules, seeds, memory).expect("few positions");
    while build.next().is_some() {
        assert_eq!(build.grow(&workers), Ok(Built::Layer));
    }
    build.into_tables()
}

/// Every position of the tables, with what is kept of it.
fn all(tables: &Tables) -> impl Iterator<Item = (Spread, [i16; 2])> {
    (0..).zip(tables.layers()).flat_map(move |(seeds, layer)| {
        (0..layer.positions()).map(move |rank| {
            let spread = tables.spread(seeds, rank);
            let bounds = tables.bounds(&spread).expect("it has its number");
            (spread, bounds)
        })
    })
}

/// Counts the ways to put seeds into pits, one by one.
fn ways(seeds: u16, pits: u32) -> u64 {
    match pits {
        0 => u64::from(seeds == 0),
        _ => (0..=seeds).map(|here| ways(seeds - here, pits - 1)).sum(),
    }
}

#[test]
fn every_number_is_one_position() {
    for (name, columns) in [
        ("kalah", 2),
        ("kalah", 3),
        ("kalah", 6),
        ("toguz-korgool", 3),
        ("bao-kingulu", 2),
        ("bao-kingulu", 3),
    ] {
        let rules = rules(&load(name, &[&*format!("board.columns={columns}")]));
        let (tables, pits) = (tables(&rules, 5, 1, 64 << 20), 2 * columns);
        for (seeds, layer) in (0..).zip(tables.layers()) {
            let claims = (0..1_u32 << pits).filter(|&claims| rules.may_claim(claims));
            let expected = claims.map(|claims| ways(seeds, pits - claims.count_ones()));
            assert_eq!(layer.positions(), expected.sum::<u64>(), "{pits} pits, {seeds} seeds");
            for rank in 0..layer.positions() {
                let spread = tables.spread(seeds, rank);
                let held = (0..pits)
                    .all(|pit| spread.claims >> pit & 1 == 0 || spread.pits[pit as usize] == 0);
                assert!(held && rules.may_claim(spread.claims), "{spread:?}");
                assert_eq!(spread.seeds(), seeds);
                assert_eq!(tables.rank(&spread), Some(rank), "{spread:?}");
            }
        }
    }
}

#[test]
fn impossible_claims_have_no_number() {
    let rules = rules(&load("toguz-korgool", &["board.columns=3"]));
    let tables = tables(&rules, 2, 1, 64 << 20);
    let mut spread = tables.spread(2, 0);
    spread.claims = 0b11;
    assert!(rules.may_claim(0b10) && !rules.may_claim(0b11));
    assert_eq!(tables.rank(&spread), None);
}

#[test]
fn unsupported_games_have_no_numbers() {
    for (name, columns, seeds) in [("kalah", 15, 255), ("bao-kingulu", 16, 1)] {
        let rules = rules(&load(name, &[&*format!("board.columns={columns}")]));
        let refused = Build::new(&rules, seeds, usize::MAX).err();
        assert_eq!(refused, Some(BuildError::TooMany), "{name}");
    }
}

/// A search without tables proves the same, also about ends by repetition: it analyses all positions if they are few.
#[test]
fn tables_agree_with_a_search() {
    for &(name, changes, seeds, _) in GAMES {
        let rules = rules(&load(name, changes));
        let tables = tables(&rules, seeds, 1, 64 << 20);
        for (spread, bounds) in all(&tables) {
            let task = Task { memory: 4 << 20, moves: false, tables: None, ..Task::default() };
            let solution = rules.search(&spread, task, &|| false);
            assert!(solution.seeds);
            let most = i32::from(spread.seeds());
            let found = solution.bounds;
            let found = [found.low.unwrap_or(-most), found.high.unwrap_or(most)];
            let [low, high] = bounds.map(i32::from);
            let text = rules.text(&spread);
            let told = format!("{name} {changes:?}: {text} is {low} to {high}, found {found:?}");
            assert_eq!([low, high], found, "{told}");
            assert_eq!(tables.derived(&rules, &spread), Ok(bounds), "{told}");
        }
    }
}

/// Values are at least what the seeds in reach promise; the tables do not use them.
#[test]
fn seeds_in_reach_bound_the_values_of_tables() {
    for (columns, seeds) in [(1, 12), (2, 12), (3, 9), (4, 7)] {
        for capture in ["opposite-filled", "always"] {
            let changes = [format!("board.columns={columns}"), format!("rules.capture={capture}")];
            let loaded = load("kalah", &changes.each_ref().map(|change| &**change));
            let rules = rules(&loaded);
            let (mut least, mut tight) = (0, 0);
            for (spread, [low, _]) in all(&tables(&rules, seeds, 1, 64 << 20)) {
                let text = rules.text(&spread);
                let game = loaded.game_from(&text).expect("a position");
                if game.result().is_some() {
                    continue;
                }
                let sure = 2 * i32::from(loaded.variant.in_reach(game.position()));
                least = sure - i32::from(spread.seeds());
                assert!(i32::from(low) >= least, "{changes:?} {text}: {low} is less than {least}");
                tight += u32::from(i32::from(low) == least);
            }
            assert!(tight > 0, "{changes:?}: {least}");
        }
    }
}

#[test]
fn seeds_in_reach_of_kalah() {
    for (position, expected) in [
        // A6, A5, A6: the row is empty then.
        ("1,0,0,0,0,0/0,0,0,0,2,1 S captured=0,0", [3, 3]),
        // A1 captures.
        ("2,2,2,2,2,2/1,0,0,0,0,0 S captured=0,0", [3, 3]),
        // A3 ends opposite an empty pit.
        ("1,0,0,0,0,0/0,0,1,0,0,0 S captured=0,0", [0, 1]),
        // A6 passes the store.
        ("1,1,1,1,1,1/0,0,0,0,0,3 S captured=0,0", [1, 1]),
    ] {
        let found = ["opposite-filled", "always"].map(|capture| {
            let loaded = load("kalah", &[&format!("rules.capture={capture}")]);
            let game = loaded.game_from(position).expect("a position");
            loaded.variant.in_reach(game.position())
        });
        assert_eq!(found, expected, "{position}");
    }
}

/// A game written out: by text what each position comes to at its end for South, or its moves and whether South makes them.
struct Written<'a> {
    loaded: &'a Loaded,
    repeated: Repeated,
    places: HashMap<String, usize>,
    nodes: Vec<Node>,
    /// Positions that may still be looked at.
    left: u32,
}

struct Node {
    text: String,
    over: Option<i32>,
    south: bool,
    after: Option<Vec<usize>>,
}

impl Written<'_> {
    fn place(&mut self, text: &str) -> usize {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let game = self.loaded.game_from(text).expect("a position");
        let BySide([south, north]) = game.holdings().map(i32::from);
        self.nodes.push(Node {
            text: text.to_owned(),
            over: game.result().map(|_| south - north),
            south: game.to_move() == Side::South,
            after: None,
        });
        self.places.insert(text.to_owned(), self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn after(&mut self, place: usize) -> Vec<usize> {
        if self.nodes[place].after.is_none() {
            let game = self.loaded.game_from(&self.nodes[place].text);
            let moves = game.expect("a position").moves();
            let after = moves.iter().map(|mv| self.place(&mv.after)).collect();
            self.nodes[place].after = Some(after);
        }
        self.nodes[place].after.clone().unwrap_or_default()
    }

    /// Returns the value of the seeds for South if a position is repeated.
    fn shared(&self, place: usize) -> i32 {
        let game = self.loaded.game_from(&self.nodes[place].text).expect("a position");
        let BySide([south, north]) = game.holdings().map(i32::from);
        let pits = game.diagram().pits;
        let rows = pits.map(|row| row.iter().map(|&seeds| i32::from(seeds)).sum::<i32>());
        match self.repeated {
            Repeated::OwnRows => south - north,
            Repeated::Nobodys => (south - rows[0]) - (north - rows[1]),
            Repeated::Never => unreachable!("no position comes back"),
        }
    }

    /// The value for South, found by playing out every game from here to its end; `None` if there are too many.
    fn value(&mut self, place: usize, way: &mut Vec<usize>) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        if let Some(over) = self.nodes[place].over {
            return Some(over);
        }
        if way.contains(&place) {
            return Some(self.shared(place));
        }
        let south = self.nodes[place].south;
        way.push(place);
        let mut best: Option<i32> = None;
        for after in self.after(place) {
            let value = self.value(after, way)?;
            best = Some(best.map_or(
                value,
                |best| {
                    if south { best.max(value) } else { best.min(value) }
                },
            ));
        }
        way.pop();
        best
    }
}

/// Every game played out with its repetitions: what that comes to lies within what is kept, and where it depends on no way, it is it.
#[test]
fn games_played_out_reach_the_values_of_tables() {
    for &(name, changes, seeds, repeated) in GAMES {
        // Cycles without a rule can't be played out, what Bao 6x2 comes to without a move depends on the move before, and
        // Toguz ends by a majority, which tables go beyond.
        let others = ["bao-kingulu", "bao-6x2", "toguz-korgool"];
        if others.contains(&name) || changes.contains(&"rules.repetition=none") {
            continue;
        }
        let rules = rules(&load(name, changes));
        let mut plain = changes.to_vec();
        if ["oware", "awari"].contains(&name) {
            plain.push("rules.majority=false");
        }
        let tables = tables(&rules, seeds, 1, 64 << 20);
        let loaded = load(name, &plain);
        let mut written = Written {
            loaded: &loaded,
            repeated,
            places: HashMap::new(),
            nodes: Vec::new(),
            left: 0,
        };
        let (mut compared, mut known, mut beyond) = (0, 0, 0);
        for (spread, [low, high]) in all(&tables) {
            let text = rules.text(&spread);
            let place = written.place(&text);
            written.left = 200_000;
            let Some(value) = written.value(place, &mut Vec::new()) else {
                beyond += 1;
                continue;
            };
            let told = format!("{name} {changes:?}: {text} is {low} to {high}, found {value}");
            assert!(i32::from(low) <= value && value <= i32::from(high), "{told}");
            compared += 1;
            known += u32::from(low == high);
        }
        assert!(
            compared > 10 * beyond,
            "{name} {changes:?}: {beyond} too long, {compared} compared"
        );
        // Where nobody gets what is left, or no position comes back, nothing stays open.
        if repeated != Repeated::OwnRows {
            assert!(all(&tables).all(|(_, [low, high])| low == high), "{name} {changes:?}");
        }
        assert!(3 * known > compared, "{name} {changes:?}: {known} of {compared} are known");
    }
}

/// From positions of a game: the tables don't change what is proved, and where a game ends by a majority they know who wins.
#[test]
fn a_search_with_tables_proves_the_same() {
    let games: &[(&str, &[&str])] = &[
        ("kalah", &["board.columns=3", "setup.seeds=2"]),
        ("kalah", &["board.columns=3", "setup.seeds=2", "rules.majority=true"]),
        ("oware", &["board.columns=2", "setup.seeds=2", "rules.repetition=none"]),
        ("oware", &["board.columns=2", "setup.seeds=2"]),
        ("toguz-korgool", &["board.columns=2", "setup.seeds=2"]),
        ("bao-kingulu", &["board.columns=3", "setup.seeds=2"]),
        ("awari", &["board.columns=2", "setup.seeds=2"]),
    ];
    for &(name, changes) in games {
        let loaded = load(name, changes);
        let rules = rules(&loaded);
        for seeds in [0, 3, 6] {
            let tables = tables(&rules, seeds, 1, 64 << 20);
            let solve = |tables| {
                let task = Task { memory: 4 << 20, moves: true, tables, ..Task::default() };
                let game = loaded.game();
                game.solve(task, &|| false, &mut |_| ())
            };
            let (with, without) = (solve(Some(&tables)), solve(None));
            let told = format!("{name} {changes:?}, {seeds} seeds: {with:?}, {without:?}");
            assert_eq!(with.seeds, without.seeds, "{told}");
            let low = (with.bounds.low, without.bounds.low);
            let high = (with.bounds.high, without.bounds.high);
            match without.bounds.value() {
                // What is known stays known.
                Some(value) => {
                    assert_eq!(with.bounds.value(), Some(value), "{told}");
                    assert_eq!(with.moves.len(), without.moves.len(), "{told}");
                    for (mv, other) in with.moves.iter().zip(&without.moves) {
                        let known = other.bounds.value();
                        assert!(known.is_none() || mv.bounds.value() == known, "{told}");
                    }
                }
                // What the end by repetition brings may be known besides.
                None => {
                    assert!(
                        low.0 >= low.1
                            && (high.1.is_none() || high.0.is_some() && high.0 <= high.1),
                        "{told}"
                    );
                }
            }
        }
    }
}

/// Whatever the number of threads, and whether moves are noted or made again.
#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    for &(name, changes, seeds, _) in GAMES {
        let rules = rules(&load(name, changes));
        let one = tables(&rules, seeds + 1, 1, 64 << 20);
        let two = tables(&rules, seeds + 1, 2, 64 << 20);
        assert_eq!(one.layers(), two.layers(), "{name} {changes:?}");
        // Just enough for the last layer and those before it.
        let last = &one.layers()[usize::from(seeds) + 1];
        let before = one.bytes() - last.length();
        let memory = before + 6 * last.positions();
        let frugal = tables(&rules, seeds + 1, 2, memory as usize);
        assert_eq!(one.layers(), frugal.layers(), "{name} {changes:?}");
    }
}

fn build(variant: &str, seeds: &str, out: &Path, more: &[&str]) -> Run {
    let out = out.to_str().expect("a path");
    let arguments = ["tables", "build", variant, "--seeds", seeds, "--out", out];
    mankala(&[&arguments[..], more].concat())
}

/// A file is refused that is not as it was written, whichever byte it is.
#[test]
fn every_changed_byte_of_a_table_is_detected() {
    let folder = folder("tables_bytes");
    let (file, other) = (folder.join("a"), folder.join("b"));
    build("kalah:board.columns=2", "3", &file, &[]).done();
    let bytes = fs::read(&file).expect("a file");
    let whole = |bytes: &[u8]| {
        fs::write(&other, bytes).expect("a file");
        mankala(&["tables", "show", other.to_str().expect("a path")])
    };
    whole(&bytes).done();
    mankala(&["verify", file.to_str().expect("a path")]).refused(&["`tables verify` checks them"]);
    // Each byte costs a run of the program: all of the heading, and some of what follows.
    let heading = 16 + 2 + 1 + 2 + 16 + 2 + "kalah:board.columns=2".len() + 8;
    for place in (0..heading).chain((heading..bytes.len()).step_by(7)) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        whole(&changed).refused(&[]);
    }
    for length in [0, 10, heading - 1, heading, heading + 5, bytes.len() - 1] {
        whole(&bytes[..length]).refused(&[]);
    }
    whole(&[&bytes[..], &[0]].concat()).refused(&["after its last layer"]);
    whole(b"").refused(&["expected a file of endgame tables"]);
}

/// Continues an interrupted build: the file is the same as without the interruption.
#[test]
fn an_interrupted_build_can_be_continued() {
    let folder = folder("tables_resume");
    let [whole, again, part] = ["whole", "again", "again.part"].map(|name| folder.join(name));
    build("awari:board.columns=3", "5", &whole, &[]).done();
    let bytes = fs::read(&whole).expect("a file");
    for length in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&part, &bytes[..length]).expect("a file");
        let _ = fs::remove_file(&again);
        let run = build("awari:board.columns=3", "5", &again, &[]);
        // Less than a heading is nothing that was begun.
        if (1..60).contains(&length) {
            run.refused(&[]);
            continue;
        }
        run.done();
        assert_eq!(fs::read(&again).expect("a file"), bytes, "{length} bytes");
        assert!(!part.exists());
    }
    // A changed byte in a layer: it and those behind it are made anew.
    let mut changed = bytes.clone();
    let place = bytes.len() / 2;
    changed[place] ^= 4;
    fs::write(&part, &changed).expect("a file");
    build("awari:board.columns=3", "5", &again, &["--force"]).done();
    assert_eq!(fs::read(&again).expect("a file"), bytes);
    // With fewer seeds at first.
    let _ = fs::remove_file(&again);
    build("awari:board.columns=3", "2", &again, &[]).done();
    fs::rename(&again, &part).expect("a file");
    build("awari:board.columns=3", "5", &again, &["--threads", "2"]).done();
    assert_eq!(fs::read(&again).expect("a file"), bytes);
    // Of other rules.
    fs::copy(&whole, &part).expect("a file");
    build("oware:board.columns=3", "5", &again, &["--force"])
        .refused(&["of awari:board.columns=3"]);
    assert!(part.exists());
    build("awari:board.columns=3", "5", &whole, &[]).refused(&["--force"]);
}

#[test]
fn tables_are_valid_only_for_their_rules() {
    let folder = folder("tables_rules");
    let file = folder.join("a");
    let path = file.to_str().expect("a path");
    let built = build("kalah:board.columns=3", "6", &file, &["--json"]).done().quiet().object();
    assert_eq!(built["positions"], 924);
    assert_eq!(built["bytes"], 924);
    assert_eq!(built["layers"][6]["positions"], 462);
    assert_eq!(built["layers"][6]["open"], 0);
    let shown = mankala(&["tables", "show", path, "--json"]).done().object();
    assert_eq!(shown["layers"], built["layers"]);
    assert_eq!(shown["variant"], "kalah:board.columns=3");
    let verified = mankala(&["tables", "verify", path, "--sample", "50", "--json"]).done().object();
    assert_eq!((&verified["checked"], &verified["wrong"]), (&50.into(), &0.into()));
    assert_eq!(verified["searched_to_the_end"], 50);
    // How the opening is set up is a rule too, so it stands with the tables.
    let with = ["solve", "kalah:board.columns=3", "--tables", path];
    let value = mankala(&[&with[..], &["--json", "--moves"]].concat()).done().object();
    let plain = mankala(&["solve", "kalah:board.columns=3", "--json", "--moves"]).done().object();
    assert_eq!((&value["value"], &value["moves"]), (&plain["value"], &plain["moves"]));
    assert!(value["nodes"].as_u64() < plain["nodes"].as_u64(), "{value} {plain}");
    // The value rests on the file, which is named by its digest.
    assert_eq!(
        (&value["tables"]["file"], &value["tables"]["digest"]),
        (&path.into(), &shown["digest"])
    );
    assert!(plain.get("tables").is_none());
    let told = mankala(&with).done().out;
    let digest = text(&shown, "digest");
    let relies = format!("relies on the endgame tables {path}, digest {digest}");
    assert!(told.contains(&relies), "{told}");
    mankala(&["solve", "kalah:board.columns=4", "--tables", path])
        .refused(&["expected tables of the rules"]);
    mankala(&["solve", "zanzibar-bao", "--tables", path]).refused(&["has no endgame tables"]);
}

/// Tables of one variant that are said to be of another are not verified under that name.
#[test]
fn tables_under_another_name_are_refused() {
    let folder = folder("tables_named");
    let file = folder.join("a");
    let loaded = load("kalah", &["board.columns=3"]);
    build(&loaded.label(), "3", &file, &[]).done();
    let bytes = fs::read(&file).expect("a file");
    let heading = |variant: &str| TableHeader {
        variant: variant.to_owned(),
        rules: loaded.digest(),
        pits: 6,
        seeds: 3,
    };
    let (own, forged) = (heading(&loaded.label()).bytes(), heading("oware").bytes());
    fs::write(&file, [&forged[..], &bytes[own.len()..]].concat()).expect("a file");
    for what in ["verify", "show"] {
        let file = file.to_str().expect("a path");
        mankala(&["tables", what, file, "--variant", &loaded.label()])
            .refused(&["the file names the variant \"oware\""]);
    }
}

/// Begins a build where a file exists: a file with more seeds is not truncated, and one with wrong positions is not
/// continued.
#[test]
fn an_unfinished_file_is_checked_before_it_is_continued() {
    let folder = folder("tables_part");
    let [whole, out, part] = ["whole", "out", "out.part"].map(|name| folder.join(name));
    build("kalah:board.columns=3", "6", &whole, &[]).done();
    let bytes = fs::read(&whole).expect("a file");
    fs::write(&part, &bytes).expect("a file");
    build("kalah:board.columns=3", "5", &out, &[])
        .refused(&["out.part: expected at least --seeds 6"]);
    assert_eq!(fs::read(&part).expect("a file"), bytes);
    // The layer of two seeds with all positions worth nothing, its checksum made right.
    let end = bytes.len() - layers(3..=6).iter().sum::<usize>();
    let begin = end - layers(2..=2)[0];
    let mut forged = bytes[..end].to_vec();
    let first = forged[begin + 11];
    forged[begin + 11..end - 8].fill(first);
    let sum = fnv(&forged[begin..end - 8]);
    forged[end - 8..].copy_from_slice(&sum.to_le_bytes());
    fs::write(&part, &forged).expect("a file");
    build("kalah:board.columns=3", "6", &out, &[]).refused(&["out.part: ", "stored bounds"]);
    assert_eq!(fs::read(&part).expect("a file"), forged);
}

/// The bytes of layers of six pits, with their heads and checksums.
fn layers(seeds: std::ops::RangeInclusive<u16>) -> Vec<usize> {
    let positions =
        |seeds: u16| (1..=5).fold(1, |all, pit| all * usize::from(seeds + pit) / pit as usize);
    seeds.map(|seeds| 11 + positions(seeds) + 8).collect()
}

/// The checksum of bytes (FNV-1a).
fn fnv(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Plants links in the folder: they do not redirect a build.
#[cfg(unix)]
#[test]
fn temporary_files_are_private_and_no_links() {
    use std::os::unix::fs::{chown, symlink};
    let folder = folder("tables_link");
    let [out, part, other] = ["out", "out.part", "other"].map(|name| folder.join(name));
    let build = || build("kalah:board.columns=3", "2", &out, &[]);
    fs::write(&other, "").expect("a file");
    symlink(&other, &part).expect("a link");
    build().refused(&["out.part: expected a file, found a link"]);
    assert_eq!(fs::read(&other).expect("a file"), b"");
    fs::remove_file(&part).expect("removed");
    symlink(folder.join("nothing"), &part).expect("a link");
    build().refused(&["out.part: expected a file, found a link"]);
    assert!(!folder.join("nothing").exists());
    fs::remove_file(&part).expect("removed");
    fs::write(&part, "").expect("a file");
    // Only who may give files away can try the rest.
    if chown(&part, Some(1), None).is_ok() {
        build().refused(&["found one of user 1"]);
        assert_eq!(fs::read(&part).expect("a file"), b"");
        fs::remove_file(&part).expect("removed");
    }
    build().done();
}

/// Another file system can't be mounted here, but only a file beside the target can be moved to it anywhere.
#[cfg(unix)]
#[test]
fn unfinished_tables_lie_beside_the_target_of_a_link() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder("tables_far");
    let [link, far] = ["link", "far"].map(|name| folder.join(name));
    fs::create_dir(&far).expect("a folder");
    symlink("far/file", &link).expect("a link");
    let [file, part] = ["file", "file.part"].map(|name| far.join(name));
    let build = |more: &[&str]| build("kalah:board.columns=3", "2", &link, more);
    fs::write(&part, "").expect("a file");
    build(&[]).done();
    assert!(!part.exists() && link.is_symlink());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("permissions");
    build(&["--force"]).done();
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn games_without_tables_give_a_reason() {
    let folder = folder("tables_none");
    let file = folder.join("a");
    for (variant, why) in [
        ("zanzibar-bao", "only the winner counts, not the margin in seeds"),
        ("bestemshe", "only the winner counts, not the margin in seeds"),
        ("kalah:rules.empty_across=loses-store", "may matter or be lost"),
    ] {
        build(variant, "3", &file, &[]).refused(&["has no endgame tables", why]);
    }
    build("kalah", "30", &file, &["--memory", "1M"]).refused(&["more than --memory"]);
    build("kalah", "256", &file, &[]).misused();
    assert!(fs::read_dir(&folder).expect("a folder").next().is_none());
}
