//! Counts of move sequences, compared with the tables in `tests/perft/`.
//!
//! What others found has a file a variant, `NAME.toml`, of `[[table]]`s: `nodes[0]` belongs to the depth
//! `from`, and so on. Each says where its numbers come from. What nobody but this program found is in
//! `this-program.toml`, never mixed with the rest; where a number is missing or differs, the failing
//! test says how to write it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

use mankala::{Catalogue, testing};
use serde::Deserialize;

use crate::common;

/// A file of `tests/perft/` with what others found.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<Table>,
}

/// Numbers of one origin for one position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Source of the counts.
    origin: String,
    /// Changes to the variant, as on the command line.
    #[serde(default)]
    set: Vec<String>,
    /// Position; the opening if omitted.
    position: Option<String>,
    /// The depth of the first number.
    from: u32,
    nodes: Vec<u64>,
}

/// Counts by this program from the opening of a variant.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    /// This program, and the day on which it counted.
    origin: String,
    /// From depth 1 on, as deep as [`testing::counts`] goes.
    nodes: Vec<u64>,
}

/// The name of the file with what only this program found.
const OWN: &str = "this-program";

const OWN_BEGINS: &str = "\
# What this program counts from the opening, for variants that nobody else has counted; written and read by
# tests/perft.rs. A number that changes is a rule that changed: say in the commit which.
";

fn path(stem: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    folder.join(format!("{stem}.toml"))
}

fn read<T: for<'a> Deserialize<'a>>(stem: &str) -> Option<T> {
    let path = path(stem);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        text => text.unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    };
    let file = toml::from_str(&text);
    Some(file.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[test]
fn counts_are_those_of_others() {
    common::each_variant(|name, _| {
        for table in read::<File>(name).into_iter().flat_map(|file| file.table) {
            let loaded = Catalogue::new().load(name, &table.set);
            let loaded = loaded.unwrap_or_else(|errors| panic!("{name}:\n{errors}"));
            let game = match &table.position {
                Some(position) => loaded.game_from(position),
                None => Ok(loaded.game()),
            };
            let game = game.unwrap_or_else(|error| panic!("{name}:\n{error}"));
            let depths = table.from..;
            let found: Vec<u64> =
                depths.zip(&table.nodes).map(|(depth, _)| game.perft(depth)).collect();
            assert_eq!(
                found, table.nodes,
                "{name} from depth {}, found (left) and counted by {} (right)",
                table.from, table.origin
            );
        }
    });
}

/// The opening is counted deep enough that most rules come up, and every number has an origin.
#[test]
fn counts_of_others_go_deep() {
    for (name, _) in common::variants() {
        let Some(file) = read::<File>(name) else {
            continue;
        };
        for table in &file.table {
            assert!(!table.origin.trim().is_empty(), "{name}: a table without origin");
            assert!(!table.nodes.is_empty(), "{name}: a table without numbers");
        }
        let opening =
            file.table.iter().filter(|table| table.position.is_none() && table.set.is_empty());
        let mut depths = BTreeSet::new();
        let mut largest = 0;
        for table in opening {
            for (depth, &nodes) in (table.from..).zip(&table.nodes) {
                assert!(depths.insert(depth), "{name}: depth {depth} is given twice");
                largest = largest.max(nodes);
            }
        }
        let deepest = depths.last().copied().unwrap_or(0);
        assert!(
            depths.iter().copied().eq(1..=deepest),
            "{name}: {depths:?} are not all depths from 1"
        );
        assert!(largest >= 5_000, "{name}: {largest} sequences are too few");
    }
}

/// Every variant that nobody else has counted is counted here, and no other.
#[test]
fn counts_are_those_of_this_program_before() {
    let mut pinned: BTreeMap<String, Own> = read(OWN).unwrap_or_default();
    let (mut found, mut changed) = (BTreeMap::new(), Vec::new());
    for (name, loaded) in common::variants() {
        if path(name).exists() {
            continue;
        }
        let nodes = testing::counts(loaded);
        let before = pinned.remove(name);
        let table = before.clone().filter(|table| table.nodes == nodes);
        let table = table.unwrap_or_else(|| {
            changed.push(format!("{name}: {nodes:?}, and before {before:?}"));
            let origin = format!("mankala, {}", today());
            Own { origin, nodes }
        });
        found.insert(name, table);
    }
    changed.extend(pinned.keys().map(|name| format!("{name} is not to be counted")));
    if common::is_blessing() && !changed.is_empty() {
        let mut text = OWN_BEGINS.to_owned();
        for (name, Own { origin, nodes }) in found {
            text += &format!("\n[{name}]\norigin = {origin:?}\nnodes = {nodes:?}\n");
        }
        fs::write(path(OWN), text).expect("the table is written");
        return;
    }
    assert!(changed.is_empty(), "{changed:#?}: {}", common::BLESS);
}

/// The day, as `2026-11-20`.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let (mut days, mut year) = (now.expect("after 1970").as_secs() / 86_400, 1970);
    // Right until 2100.
    let leap = |year: u64| u64::from(year.is_multiple_of(4));
    while days >= 365 + leap(year) {
        days -= 365 + leap(year);
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[test]
fn every_table_belongs_to_a_variant() {
    let folder = path(OWN);
    let folder = folder.parent().expect("a folder");
    for file in fs::read_dir(folder).expect("the folder of tables") {
        let file = file.expect("a file").file_name();
        let file = file.to_str().expect("UTF-8");
        let stem = file.strip_suffix(".toml").unwrap_or(file);
        assert!(
            stem == OWN || common::variants().any(|(name, _)| name == stem),
            "{file} belongs to no variant"
        );
    }
}

/// The published counts belong to the present rules, go deep enough, and begin as this program counts.
#[test]
fn published_counts_are_those_of_the_rules() {
    const MANY: u64 = 100_000_000;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/perft.csv");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("variant,rules,depth,nodes"));
    let mut games: BTreeMap<&str, Vec<(&str, u32, u64)>> = BTreeMap::new();
    for line in lines {
        let [name, rules, depth, nodes] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("expected four fields, found {line:?}");
        };
        let numbers = (depth.parse().expect(line), nodes.parse().expect(line));
        let game = games.entry(name).or_default();
        game.push((rules, numbers.0, numbers.1));
    }
    common::each_variant(|name, loaded| {
        let counts = games.get(name).unwrap_or_else(|| panic!("{name} is missing"));
        let game = loaded.game();
        for (&(rules, depth, nodes), expected) in counts.iter().zip(1..) {
            assert_eq!((rules, depth), (loaded.digest().as_str(), expected), "{name}");
            if nodes <= 5_000 {
                assert_eq!(game.perft(depth), nodes, "{name}, depth {depth}");
            }
        }
        let &(_, depth, nodes) = counts.last().expect("counts");
        assert!(depth >= 8 || nodes >= MANY, "{name} ends at depth {depth}");
    });
    assert_eq!(games.len(), common::variants().count(), "unknown games");
}

/// The counts of the first moves add up to the whole, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    let most = common::tries(20_000, 1_400_000) as u64;
    common::each_variant(|name, loaded| {
        let game = loaded.game();
        // Work is cut one move deep at first, from the third depth on two moves deep.
        let (mut before, mut nodes) = (1, 1);
        for depth in 1..=4 {
            // The next depth has about as many times more.
            if depth > 2 && nodes * nodes / before.max(1) >= most {
                break;
            }
            let alone = game.divide(depth, 1, &|| false);
            (before, nodes) = (nodes, game.perft(depth));
            let sum = alone.iter().map(|(_, nodes)| nodes).sum::<u64>();
            assert_eq!(sum, nodes, "{name}, depth {depth}");
            for threads in [2, 5] {
                assert_eq!(game.divide(depth, threads, &|| false), alone, "{name}, depth {depth}");
            }
        }
        assert_eq!(game.perft(0), 1, "{name}");
    });
}
