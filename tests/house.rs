//! The house of `src` stands as the map draws it: rooms on floors, and no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Paths of modules and of what is in them, `variant::score::Judge`.
type Names = BTreeSet<String>;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Rooms with their floors, as the map has them.
fn map() -> BTreeMap<String, usize> {
    let map = text("src/ARCHITECTURE.md");
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let floor = cells.next()?.parse().ok()?;
        let room = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some((room.to_owned(), floor))
    };
    map.lines().filter_map(row).collect()
}

/// Reads the code of every module, without comments and tests.
fn modules() -> BTreeMap<String, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec!["src".to_owned()]);
    while let Some(folder) = folders.pop() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        for entry in fs::read_dir(path).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(name);
            } else if let Some(module) = name.strip_suffix(".rs") {
                let code = text(&name);
                let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
                let module = &module["src/".len()..];
                let module = module.strip_prefix("core/").unwrap_or(module);
                let module = module.replace('/', "::");
                found.insert(module, lines.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    found.retain(|module, _| !["lib", "main"].contains(&module.as_str()));
    found
}

/// Adds every path that begins here, `a::{b, c::d}` being two, and returns how far they go.
fn paths(code: &str, before: &str, found: &mut Names) -> usize {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let word = code.find(|c| !letter(c)).unwrap_or(code.len());
    let (name, rest) = code.split_at(word);
    let path = [before, name].concat();
    if let Some(list) = rest.strip_prefix("::{") {
        let mut at = 0;
        while !list[at..].starts_with('}') && at < list.len() {
            if list[at..].starts_with(letter) {
                at += paths(&list[at..], &format!("{path}::"), found);
            } else {
                at += list[at..].chars().next().map_or(0, char::len_utf8);
            }
        }
        return word + "::{".len() + at + 1;
    }
    match rest.strip_prefix("::") {
        Some(rest) if rest.starts_with(letter) => {
            word + 2 + paths(rest, &format!("{path}::"), found)
        }
        _ => {
            found.insert(path);
            word
        }
    }
}

/// Beginnings of paths from the root of either crate.
const ROOTS: [&str; 2] = ["crate::", "mankala_core::"];

/// Makes a path that a module names one from the root.
fn from_root(module: &str, path: &str) -> String {
    let (mut path, mut base) = (path, format!("{module}::"));
    for root in ROOTS {
        if let Some(path) = path.strip_prefix(root) {
            return path.to_owned();
        }
    }
    while let Some(rest) = path.strip_prefix("super::") {
        let above = base.trim_end_matches("::").rsplit_once("::");
        base = above.map_or(String::new(), |(above, _)| format!("{above}::"));
        path = rest;
    }
    format!("{base}{path}")
}

/// Finds what follows one of these words in the code of a module, as paths from the root.
fn named(module: &str, code: &str, begin: &[&str]) -> Names {
    let mut found = Names::new();
    for word in begin {
        for (at, _) in code.match_indices(word) {
            let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c));
            if is_word {
                let from = if *word == "use " { at + word.len() } else { at };
                paths(&code[from..], "", &mut found);
            }
        }
    }
    found.iter().map(|path| from_root(module, path)).collect()
}

/// Says which modules each module imports; names are followed to where they come from.
fn imports() -> BTreeMap<String, Names> {
    let modules = modules();
    let handed_on: BTreeMap<&String, Names> =
        modules.iter().map(|(module, code)| (module, named(module, code, &["use "]))).collect();
    let home = |path: &str| {
        let (mut path, mut home) = (path.to_owned(), String::new());
        // A name may be handed on a few times.
        for _ in 0..4 {
            let mut module = path.as_str();
            while !modules.contains_key(module) {
                let Some((above, _)) = module.rsplit_once("::") else {
                    return "lib".to_owned();
                };
                module = above;
            }
            module.clone_into(&mut home);
            let name = path[module.len()..].split("::").nth(1);
            let Some(end) = name.map(|name| format!("::{name}")) else {
                break;
            };
            let mut others = handed_on[&module.to_owned()].iter();
            let Some(origin) = others.find(|other| other.ends_with(&end)) else {
                break;
            };
            path.clone_from(origin);
        }
        home
    };
    let of = |(module, code): (&String, &String)| {
        let named = named(module, code, &[&ROOTS[..], &["super::"]].concat());
        let mut homes: Names = named.iter().map(|path| home(path)).collect();
        homes.remove(module);
        (module.clone(), homes)
    };
    modules.iter().map(of).collect()
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

#[test]
fn the_map_names_every_room() {
    let map = map();
    let libs = ["src/lib.rs", "src/core/lib.rs"].map(text).concat();
    let rooms = libs.lines().filter_map(|line| {
        let line = line.trim_start_matches("pub ");
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    let rooms: BTreeSet<&str> = rooms.collect();
    let drawn: BTreeSet<&str> = map.keys().map(String::as_str).collect();
    assert_eq!(drawn, rooms);
}

/// A room stands right above the highest that it uses.
#[test]
fn rooms_stand_on_what_they_use() {
    let map = map();
    let (mut floors, mut arrows) = (BTreeMap::<&str, usize>::new(), 0);
    let imports = imports();
    for (module, homes) in &imports {
        let Some(own) = map.get(room(module)) else {
            continue;
        };
        let least = floors.entry(room(module)).or_insert(1);
        for other in homes.iter().filter(|other| room(other) != room(module)) {
            assert!(map.contains_key(room(other)), "{module} uses {other}");
            let floor = map[room(other)];
            assert!(floor < *own, "{module} on floor {own} uses {other} on floor {floor}");
            *least = (*least).max(floor + 1);
            arrows += 1;
        }
    }
    for (room, floor) in floors {
        assert_eq!(map[room], floor, "{room} could stand on another floor");
    }
    assert!(arrows > 200, "only {arrows} uses are seen");
}

/// Modules in which a trait and the types of its methods may import each other.
const FAMILIES: [&str; 2] = ["variant::", "rulesets::two_rows::"];

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut left = imports();
    for family in FAMILIES {
        for (module, homes) in &mut left {
            homes.retain(|other| !(module.starts_with(family) && other.starts_with(family)));
        }
    }
    // A module that imports none of those that are left, or is imported by none, is in no circle.
    loop {
        let before = left.len();
        let named: Names = left.values().flatten().cloned().collect();
        let there: Names = left.keys().cloned().collect();
        left.retain(|module, homes| named.contains(module) && !homes.is_disjoint(&there));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}
