//! Counts of move sequences, compared with the tables in `tests/perft/`, one file a variant.
//!
//! A file holds `[[table]]`s: `nodes[0]` belongs to the depth `from`, and so on. Each says where its
//! numbers come from, so that what others found is never mixed with what this program found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mankala::Catalogue;
use serde::Deserialize;

use crate::common;

/// A file of `tests/perft/`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<Table>,
}

/// Numbers of one origin for one position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Who counted.
    origin: String,
    /// Changes to the variant, as on the command line.
    #[serde(default)]
    set: Vec<String>,
    /// The position; the opening if left out.
    position: Option<String>,
    /// The depth of the first number.
    from: u32,
    nodes: Vec<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn read(variant: &str) -> File {
    let path = folder().join(format!("{variant}.toml"));
    let text = fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn counts_are_those_of_the_tables() {
    for (name, _) in common::variants() {
        for table in read(name).table {
            let loaded = Catalogue::new().load(name, &table.set);
            let variant = loaded
                .unwrap_or_else(|errors| panic!("{name}:\n{errors}"))
                .variant;
            let game = match &table.position {
                Some(position) => variant.game_from(position),
                None => Ok(variant.game()),
            };
            let game = game.unwrap_or_else(|error| panic!("{name}:\n{error}"));
            let depths = table.from..;
            let found: Vec<u64> = depths
                .zip(&table.nodes)
                .map(|(depth, _)| game.perft(depth))
                .collect();
            assert_eq!(
                found, table.nodes,
                "{name} from depth {}, found (left) and counted by {} (right)",
                table.from, table.origin
            );
        }
    }
}

/// The opening is counted deep enough that most rules come up, and every number has an origin.
#[test]
fn every_variant_has_a_table() {
    for (name, _) in common::variants() {
        let file = read(name);
        for table in &file.table {
            assert!(
                !table.origin.trim().is_empty(),
                "{name}: a table without origin"
            );
            assert!(!table.nodes.is_empty(), "{name}: a table without numbers");
        }
        let opening = file
            .table
            .iter()
            .filter(|table| table.position.is_none() && table.set.is_empty());
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

#[test]
fn every_table_belongs_to_a_variant() {
    for file in fs::read_dir(folder()).expect("the folder of tables") {
        let file = file.expect("a file").file_name();
        let file = file.to_str().expect("UTF-8");
        let stem = file.strip_suffix(".toml").unwrap_or(file);
        assert!(
            Catalogue::new().names().any(|name| name == stem),
            "{file} belongs to no variant"
        );
    }
}

/// The counts of the first moves add up to the whole, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    for (name, loaded) in common::variants() {
        let game = loaded.game();
        let mut depth = 1;
        // One depth where the work is cut one move deep, and two where it is cut two deep.
        while depth <= 4 && game.perft(depth) < 20_000 {
            let alone = game.divide(depth, 1);
            assert_eq!(
                alone.iter().map(|(_, nodes)| nodes).sum::<u64>(),
                game.perft(depth),
                "{name}, depth {depth}"
            );
            for threads in [2, 5] {
                assert_eq!(game.divide(depth, threads), alone, "{name}, depth {depth}");
            }
            depth += 1;
        }
        assert!(depth > 2, "{name}: only depth 1 was compared");
        assert_eq!(game.perft(0), 1, "{name}");
    }
}
