//! The command line end to end: exit status, what goes to which stream, the JSON that scripts rely on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use mankala::Catalogue;
use mankala::files::solved::Solved;
use serde_json::{Value, json};

use crate::common;
use crate::common::run::{folder, keys, mankala, mankala_reading, path, text};

/// Plays the first legal moves of a variant and returns them.
fn first_moves(variant: &str, plies: usize) -> Vec<String> {
    let loaded = Catalogue::new().load(variant, &[]).expect("a variant");
    let mut game = loaded.game();
    for _ in 0..plies {
        let Some(written) = game.moves().into_iter().next() else {
            break;
        };
        game.play(&written.text).expect("a legal move");
    }
    game.record()
}

#[test]
fn list_names_every_variant() {
    let plain = mankala(&["list"]).done().quiet().out;
    let objects = mankala(&["list", "--json"]).done().quiet().objects();
    let names: Vec<&str> = objects.iter().map(|object| text(object, "name")).collect();
    assert_eq!(names, Catalogue::new().names().collect::<Vec<_>>());
    for object in &objects {
        for key in ["name", "title", "board", "region", "source"] {
            assert!(!text(object, key).is_empty());
        }
        assert!(object["year"].is_u64());
        let line =
            plain.lines().find(|line| line.split_whitespace().next() == Some(text(object, "name")));
        assert!(line.expect("a line").contains(text(object, "title")));
    }
}

#[test]
fn moves_prints_what_scripts_rely_on() {
    for (name, loaded) in common::sample() {
        let game = loaded.game();
        for arguments in [["moves", name, "--json"], ["--json", "moves", name]] {
            let object = mankala(&arguments).done().quiet().object();
            assert_eq!(keys(&object)[..3], ["position", "result", "moves"]);
            assert_eq!(text(&object, "position"), game.text());
            assert!(object["result"].is_null());
            let listed = object["moves"].as_array().expect("a list");
            let expected = game.moves();
            assert_eq!(listed.len(), expected.len(), "{name}");
            for (found, expected) in listed.iter().zip(expected) {
                assert_eq!(keys(found), ["move", "after", "result"]);
                assert_eq!(text(found, "move"), expected.text);
                assert_eq!(text(found, "after"), expected.after);
                let result = expected.result.map_or(Value::Null, |result| result.word().into());
                assert_eq!(found["result"], result);
            }
        }
        let plain = mankala(&["moves", name]).done().quiet().out;
        assert!(plain.starts_with(&game.text()), "{name}: {plain}");
        for written in game.moves() {
            assert!(plain.contains(&format!("  {} ", written.text)), "{name}: {plain}");
        }
    }
}

#[test]
fn moves_of_a_stream_goes_on_after_bad_lines() {
    for (name, loaded) in common::sample() {
        let opening = loaded.game().text();
        let input = format!("{opening}\nnonsense\n\n{opening}\r\n\u{fffd}\n{opening}");
        let arguments = ["moves", name, "--positions", "-"];
        let run = mankala_reading(&[&arguments[..], &["--json"]].concat(), input.as_bytes())
            .refused(&["line 2: ", "line 5: ", "nonsense", "2 positions were refused"]);
        let objects = run.objects();
        assert_eq!(objects.len(), 5, "{name}");
        for (index, object) in objects.iter().enumerate() {
            if index == 1 || index == 3 {
                assert_eq!(keys(object), ["position", "error"], "{name}");
            } else {
                assert_eq!(keys(object)[..3], ["position", "result", "moves"], "{name}");
                assert_eq!(text(object, "position"), opening);
            }
        }
        assert_eq!(text(&objects[1], "position"), "nonsense");
        let plain =
            mankala_reading(&arguments, input.as_bytes()).refused(&["line 2: ", "line 5: "]);
        let positions = plain.out.lines().filter(|line| *line == opening);
        assert_eq!(positions.count(), 3, "{name}");
    }
}

#[test]
fn moves_of_a_stream_takes_any_bytes() {
    let mut input = b"\xff\xfe\x00\n".to_vec();
    input.extend(vec![b'1'; 1 << 17]);
    input.push(b'\n');
    input.extend(b"0,0,0,0,0,0/0,0,0,0,0,1 S\n");
    let arguments = ["moves", "kalah", "--positions", "-", "--json"];
    let run =
        mankala_reading(&arguments, &input).refused(&["line 1: ", "line 2: ", "a line of at most"]);
    let objects = run.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(keys(&objects[2]), ["position", "result", "moves"]);
}

#[test]
fn moves_reads_positions_from_a_file() {
    let file = folder("positions").join("positions.txt");
    for (name, loaded) in common::sample() {
        let opening = loaded.game().text();
        fs::write(&file, format!("{opening}\n{opening}\n")).expect("a file");
        let run = mankala(&["moves", name, "--positions", path(&file), "--json"]);
        assert_eq!(run.done().quiet().objects().len(), 2, "{name}");
    }
    mankala(&["moves", "kalah", "--positions", "no-such-file"]).refused(&["no-such-file"]);
    mankala(&["moves", "kalah", "--positions", "-", "--position", "1/1 S"]).misused();
}

#[test]
fn an_unusual_number_of_seeds_is_a_note() {
    for (name, loaded) in common::sample() {
        let game = loaded.game();
        let mut diagram = game.diagram();
        let pits = diagram.pits.iter_mut().flatten();
        pits.filter(|seeds| **seeds > 0).for_each(|seeds| *seeds -= 1);
        let position = diagram.write(game.layout());
        let run = mankala(&["moves", name, "--position", &position, "--json"]).done();
        assert!(run.err.starts_with("note: "), "{name}: {run:?}");
        assert!(run.err.contains(&game.seeds().to_string()), "{name}: {run:?}");
        assert_eq!(text(&run.object(), "position"), position);
    }
}

#[test]
fn a_bad_position_is_shown_with_the_place() {
    let position = "0,0,0,0,0,0/0,0,0,x,0,1 S";
    let run = mankala(&["moves", "kalah", "--position", position]).refused(&[position, "\"x\""]);
    assert_eq!(run.out, "");
    let lines: Vec<&str> = run.err.lines().collect();
    let shown = lines.iter().position(|line| line.contains(position)).expect("the position");
    assert_eq!(lines[shown].find('x'), lines[shown + 1].find('^'));
}

/// Keys of a ply in the JSON of `apply`, `replay` and `play`.
const PLY: [&str; 5] = ["ply", "move", "position", "result", "holdings"];

#[test]
fn apply_plays_moves_one_by_one() {
    for (name, loaded) in common::sample() {
        let moves = first_moves(name, 3);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let mut game = loaded.game();
        let run = mankala(&[&["apply", name, "--json"], &moves[..]].concat()).done().quiet();
        let objects = run.objects();
        assert_eq!(objects.len(), moves.len(), "{name}");
        for (number, (object, mv)) in (1_u64..).zip(objects.iter().zip(&moves)) {
            game.play(mv).expect("a legal move");
            assert_eq!(keys(object), PLY);
            assert_eq!(object["ply"], number);
            assert_eq!(object["holdings"], serde_json::json!(game.holdings()));
            assert_eq!(text(object, "move"), *mv);
            assert_eq!(text(object, "position"), game.text());
        }
        let plain = mankala(&[&["apply", name], &moves[..]].concat()).done().quiet();
        assert_eq!(plain.out.lines().last(), Some(&*game.text()), "{name}");
        assert!(plain.out.contains("\nSouth "), "{name}: {plain:?}");
        let traced = [&["apply", name, "--trace", "--json"], &moves[..]].concat();
        for object in mankala(&traced).done().quiet().objects() {
            assert_eq!(keys(&object), [&PLY[..], &["trace"]].concat());
            let steps = object["trace"].as_array().expect("a list");
            assert!(!steps.is_empty(), "{name}");
            assert!(steps.iter().all(|step| keys(step) == ["text", "board", "changed", "hand"]));
        }
        let traced = [&["apply", name, "--trace"], &moves[..]].concat();
        let plain = mankala(&traced).done().quiet().out;
        assert!(moves.iter().all(|mv| plain.contains(&format!("plays {mv}"))), "{name}: {plain}");
        let none = mankala(&["apply", name, "--json"]).done().quiet().object();
        assert_eq!(text(&none, "position"), loaded_opening(name));
        assert!(none["move"].is_null() && none["ply"] == 0);
    }
}

fn loaded_opening(name: &str) -> String {
    let loaded = Catalogue::new().load(name, &[]).expect("a variant");
    loaded.game().text()
}

#[test]
fn illegal_moves_have_a_reason() {
    for (name, _) in common::sample() {
        let first = first_moves(name, 1).remove(0);
        let run = mankala(&["apply", name, &first, "Z9", "--json"]);
        let run = run.refused(&["\"Z9\"", "position: ", "legal: "]);
        // What was played before stands.
        let objects = run.objects();
        assert_eq!(text(&objects[0], "move"), first);
        assert_eq!(keys(&objects[1]), ["position", "move", "error", "refused"]);
        assert!(text(&objects[1], "error").starts_with("\"Z9\" "));
    }
}

/// Rule W13 of Oware: North has no seeds, which moves from A1 and A2 do not reach.
#[test]
fn refused_pits_have_a_reason_and_a_rule() {
    let given = ["oware", "--json", "--position"];
    let position = "0,0,0,0,0,0/4,4,4,4,0,4 S captured=14,14";
    let run = mankala(&[&["moves"], &given[..], &[position]].concat()).done();
    let why = "you must give North seeds: A3, A4, A6";
    let refused = |pit: &str| json!({ "pit": pit, "why": why, "rule": "W13" });
    assert_eq!(run.object()["refused"], json!([refused("A1"), refused("A2")]));
    let said = "A1 can't be played: you must give North seeds: A3, A4, A6 (W13)";
    let run = mankala(&[&["apply"], &given[..], &[position, "A1"]].concat()).refused(&[said]);
    let expected = json!({
        "position": position, "move": "A1", "error": said, "refused": { "why": why, "rule": "W13" },
    });
    assert_eq!(run.object(), expected);
}

#[test]
fn perft_counts_alike_in_every_way() {
    for (name, loaded) in common::sample() {
        let game = loaded.game();
        // Games with many moves are counted less deep.
        let deep = game.perft(2) <= 200;
        let (depth, written) = if deep { (3, "3") } else { (2, "2") };
        let nodes = game.perft(depth);
        let whole = mankala(&["perft", name, written, "--json"]).done().quiet().object();
        assert_eq!(keys(&whole), ["variant", "depth", "nodes", "seconds"]);
        assert_eq!((text(&whole, "variant"), &whole["depth"]), (name, &depth.into()));
        assert_eq!(whole["nodes"], nodes);
        assert!(whole["seconds"].is_number());
        let divided = ["perft", name, written, "--divide", "--json"];
        let alone = mankala(&divided).done().quiet().object();
        assert_eq!(keys(&alone), ["variant", "depth", "nodes", "seconds", "moves"]);
        let moves = alone["moves"].as_object().expect("an object");
        let sum: u64 = moves.values().map(|nodes| nodes.as_u64().expect("a count")).sum();
        assert_eq!((sum, &alone["nodes"]), (nodes, &nodes.into()), "{name}");
        let listed: BTreeSet<String> =
            game.moves().into_iter().map(|written| written.text).collect();
        assert_eq!(moves.keys().cloned().collect::<BTreeSet<_>>(), listed, "{name}");
        let threads = [&divided[..], &["--threads", "3"]].concat();
        assert_eq!(mankala(&threads).done().quiet().object()["moves"], alone["moves"]);
        let plain = mankala(&["perft", name, written]).done().quiet().out;
        assert!(plain.contains(&nodes.to_string()), "{name}: {plain}");
    }
    assert_eq!(mankala(&["perft", "kalah", "0", "--json"]).done().object()["nodes"], 1);
    mankala(&["perft", "kalah", "3", "--threads", "0"]).misused();
    mankala(&["perft", "kalah", "-1"]).misused();
    mankala(&["perft", "kalah"]).misused();
}

#[test]
fn check_finds_every_variant_in_order() {
    let catalogue = Catalogue::new();
    let names: Vec<&str> = catalogue.names().collect();
    let run = mankala(&[&["check", "--json"], &names[..]].concat()).done().quiet();
    let objects = run.objects();
    assert_eq!(objects.len(), names.len());
    for (object, name) in objects.iter().zip(names) {
        assert_eq!(text(object, "file"), name);
        assert_eq!(object["ok"], true);
        assert_eq!(object["mistakes"], Value::Array(Vec::new()));
    }
}

#[test]
fn check_reports_errors_with_their_places() {
    let good = "variants/kalah.toml";
    let bad = "tests/broken/misspelt-value.toml";
    let worse = "tests/broken/example-wrong-after.toml";
    let run = mankala(&["check", "--json", good, bad, worse]);
    let run = run.refused(&[bad, worse, "2 files have errors"]);
    let objects = run.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["ok"], true);
    assert_eq!(objects[1]["ok"], false);
    let mistake = &objects[1]["mistakes"][0];
    assert_eq!(keys(mistake), ["origin", "line", "column", "length", "message", "expected"]);
    assert_eq!(text(mistake, "origin"), bad);
    assert_eq!(mistake["length"], "\"ownd\"".len());
    assert!(text(mistake, "message").contains(text(mistake, "expected")));
    let file = fs::read_to_string(bad).expect("the file");
    let line = mistake["line"].as_u64().expect("a line") as usize;
    let column = mistake["column"].as_u64().expect("a column") as usize;
    assert!(file.lines().nth(line - 1).expect("that line")[column - 1..].starts_with("\"ownd\""));
    assert_eq!(objects[2]["mistakes"][0]["example"], "an example");
    mankala(&["check"]).misused();
}

/// The schema knows every key that a file of the ruleset has, and describes it.
#[test]
fn schema_describes_every_key() {
    let printed = |ruleset| {
        let of = |more: &[&str]| -> Value {
            let run = mankala(&[&["schema", ruleset], more].concat());
            serde_json::from_str(&run.done().quiet().out).expect("JSON")
        };
        let schema = of(&["--json"]);
        assert_eq!(of(&[]), schema);
        schema
    };
    let schemas: BTreeMap<&str, Value> =
        Catalogue::new().rulesets().map(|ruleset| (ruleset, printed(ruleset))).collect();
    for (name, loaded) in common::variants() {
        let schema = &schemas[loaded.ruleset];
        for written in &loaded.values {
            let (section, key) = written.key.split_once('.').expect("section.key");
            let property = &schema["properties"][section]["properties"][key];
            assert!(property.is_object(), "{name}: {} is not in the schema", written.key);
            let description = property["description"].as_str().unwrap_or("");
            assert!(!description.is_empty(), "{name}: {} has no description", written.key);
        }
    }
    mankala(&["schema", "zanzibra"]).refused(&["zanzibra", "zanzibar"]);
}

#[test]
fn show_prints_rules_sources_and_examples() {
    for (name, loaded) in common::sample() {
        let show = |part: &[&str]| mankala(&[&["show", name], part].concat()).done().quiet().out;
        let first = show(&[]);
        for said in
            ["The aim\n", "A turn\n  1. ", "An example of a first move: South plays ", "--rules"]
        {
            assert!(first.contains(said), "{name}: {said} is missing in {first}");
        }
        assert!(first.contains(&loaded.header.region), "{name}: {first}");
        for source in &loaded.header.sources {
            let author = source.author.split(' ').next().unwrap_or_default();
            assert!(first.contains(author), "{name}: {source} is not shown");
        }
        let rules = show(&["--rules"]);
        for written in &loaded.values {
            assert!(rules.contains(&written.key), "{name}: no {}", written.key);
        }
        for id in mankala::files::spec::rule_ids(loaded.book) {
            assert!(rules.contains(id), "{name}: rule {id} is not shown");
        }
        let examples = show(&["--examples"]);
        for example in &loaded.examples {
            let title = format!("{} (", example.name);
            assert!(examples.contains(&title), "{name}: no {title}");
        }
        let object = mankala(&["show", name, "--json"]).done().quiet().object();
        assert_eq!(object["header"]["name"], name);
        assert_eq!(text(&object, "opening"), loaded_opening(name));
        let examples = object["examples"].as_array().expect("a list");
        assert_eq!(examples.len(), loaded.examples.len());
    }
}

/// A rule, an example and its laps can be asked for by name.
#[test]
fn show_shows_one_rule_and_one_example() {
    let show = |part: &[&str]| mankala(&[&["show", "kalah"], part].concat());
    let rule = show(&["--rule", "ka2"]).done().quiet().out;
    assert!(
        rule.starts_with("  KA2   A sowing that ends in the player's own store gives"),
        "{rule}"
    );
    assert!(rule.contains("Shown by the examples: ") && !rule.contains("KA3"), "{rule}");
    let notation = mankala(&["show", "zanzibar-bao", "--rule", "Z5"]).done().out;
    let words: Vec<&str> = notation.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("* for takasa, ** for takasa that makes a takasia"), "{notation}");
    show(&["--rule", "KA9"]).refused(&["--rule: unknown rule \"KA9\"", "KA1, KA2"]);
    let kalah = Catalogue::new().load("kalah", &[]).expect("kalah");
    let name = &*kalah.examples[0].name;
    let plain = show(&["--example", name]).done().quiet().out;
    assert!(plain.starts_with(name) && plain.contains("\nafter "), "{plain}");
    let laps = show(&["--example", name, "--laps"]).done().quiet().out;
    assert!(laps.contains("\n1. lift ") && !laps.contains("\nafter "), "{laps}");
    show(&["--example", "no such one"]).refused(&["--example: unknown example", name]);
    show(&["--rules", "--examples"]).misused();
    show(&["--laps"]).misused();
}

#[test]
fn show_leaves_out_examples_that_changed_rules_falsify() {
    for (name, loaded) in common::sample() {
        let changed = format!("{name}:board.columns={}", loaded.board.columns);
        mankala(&["show", &changed, "--examples"]).done().quiet();
    }
    let changed = "kalah:setup.seeds=3";
    let page = mankala(&["show", changed]).done().quiet().out;
    let more = page.split_once("To play: ").expect("a command").1;
    assert!(more.contains(changed), "{page}");
    let plain = mankala(&["show", changed, "--rules"]).done().quiet().out;
    assert!(plain.contains("[--set setup.seeds=3]"), "{plain}");
    let plain = mankala(&["show", changed, "--examples"]).done().quiet().out;
    assert!(plain.contains("because rules were changed"), "{plain}");
    let object = mankala(&["show", changed, "--json"]).done().object();
    let all = Catalogue::new().load("kalah", &[]).expect("kalah").examples;
    let shown = object["examples"].as_array().expect("a list").len();
    let left_out = object["examples_left_out"].as_u64().expect("a number");
    assert!(left_out > 0 && shown > 0);
    assert_eq!(shown as u64 + left_out, all.len() as u64);
}

#[test]
fn new_writes_a_file_without_errors() {
    let folder = folder("new");
    for (name, loaded) in common::sample() {
        let file = folder.join(format!("my-{name}.toml"));
        let file = path(&file);
        let new = ["new", &format!("my-{name}"), "--from", name];
        let printed = mankala(&new).done().quiet().out;
        mankala(&[&new[..], &["--out", file]].concat()).done().quiet();
        let written = fs::read_to_string(file).expect("the file");
        assert_eq!(written.trim_end(), printed.trim_end());
        mankala(&["check", file]).done().quiet();
        let object = mankala(&["moves", file, "--json"]).done().quiet().object();
        assert_eq!(text(&object, "position"), loaded.game().text());
        let json = mankala(&[&new[..], &["--json"]].concat()).done().quiet().object();
        assert_eq!(text(&json, "file").trim_end(), written.trim_end());
        // What is there is never overwritten.
        mankala(&[&new[..], &["--out", file]].concat()).refused(&[file]);
        assert_eq!(fs::read_to_string(file).expect("the file"), written);
    }
    mankala(&["new", "Not A Name", "--from", "kalah"]).misused();
    mankala(&["new", "mine", "--from", "kalha"]).refused(&["kalha"]);
    let taken = mankala(&["new", "kalah", "--from", "kalah"]).done();
    assert!(taken.err.starts_with("note: "), "{taken:?}");
}

#[test]
fn replay_plays_what_apply_played() {
    let folder = folder("replay");
    for (name, _) in common::sample() {
        let moves = first_moves(name, 5);
        let mut transcript = format!("South: one\nNorth: another\nvariant: {name}\n");
        for (number, pair) in (1..).zip(moves.chunks(2)) {
            transcript += &format!("{number}: {}; \n", pair.join(" "));
        }
        let file = folder.join(format!("{name}.txt"));
        fs::write(&file, &transcript).expect("a file");
        let replayed = mankala(&["replay", path(&file), "--json"]).done().quiet();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let applied = mankala(&[&["apply", name, "--json"], &moves[..]].concat()).done();
        let (plies, end) = {
            let mut objects = replayed.objects();
            let end = objects.pop().expect("a last line");
            (objects, end)
        };
        assert_eq!(plies, applied.objects(), "{name}");
        assert_eq!(end["plies"], moves.len(), "{name}");
        let plain = mankala(&["replay", path(&file)]).done().quiet().out;
        assert!(moves.iter().all(|mv| plain.contains(mv)), "{name}: {plain}");
        // Some games are over before their fifth move.
        if moves.len() < 5 {
            continue;
        }
        // The last move once more is illegal or not, but Z9 is no move of any game.
        let bad = transcript.replace(": another", ": another\ncomment: x") + "4: Z9;\n";
        fs::write(&file, bad.replace("3: ", "3: Z9 ")).expect("a file");
        mankala(&["replay", path(&file)]).refused(&["\"Z9\"", "ply 5", "line 7", "legal: "]);
    }
}

#[test]
fn replay_names_the_unreadable_line() {
    let folder = folder("unreadable");
    let file = folder.join("game.txt");
    let file = path(&file);
    fs::write(file, "variant: kalah\n1: A3 A6;\n3: A1;\n").expect("a file");
    mankala(&["replay", file]).refused(&[&format!("{file}:3")]);
    fs::write(file, b"variant: \xff\n").expect("a file");
    mankala(&["replay", file]).refused(&[file]);
    mankala(&["replay", "no-such-file"]).refused(&["no-such-file"]);
    fs::write(file, "variant: no-such-game\n1: A3;\n").expect("a file");
    mankala(&["replay", file]).refused(&["no-such-game", &format!("{file}:1:10")]);
    mankala(&["replay", file, "--variant", "kalha"]).refused(&["kalha", "--> --variant"]);
    // Nothing is guessed where nobody says what is played.
    fs::write(file, "1: A3;\n").expect("a file");
    mankala(&["replay", file]).refused(&["names no variant", "`variant: NAME`", "--variant"]);
    mankala(&["replay", file, "--variant", "kalah"]).done();
    mankala(&["play", "--from", file]).refused(&["names no variant", "VARIANT"]);
}

#[test]
fn the_transcript_of_the_readme_is_played() {
    mankala(&["replay", "examples/ramadhan-kijumbe.txt"]).done();
}

#[test]
fn replay_reads_standard_input() {
    let run = mankala_reading(&["replay", "-"], b"variant: kalah\n1: A3;\n").done();
    assert!(run.quiet().out.contains("\n1 ply, "));
    let run = mankala_reading(&["replay", "-"], b"variant: kalah\n").done();
    assert!(run.err.contains("no moves"), "{run:?}");
    mankala_reading(&["replay", "-"], b"variant: kalah\n1: A9;\n").refused(&["standard input"]);
}

#[test]
fn show_explains_words_of_the_glossary() {
    let takasa = mankala(&["show", "Takasa"]).done().quiet().out;
    assert!(takasa.starts_with("takasa: "), "{takasa}");
    for (word, said) in [
        ("fair", "first_player_score: Points of South"),
        ("turns", "turns: Turns of both players"),
        ("Reading load", "reading_load: Seeds dropped"),
        ("row-empty", "row-empty: The game ends"),
        ("goal rest", "goal.rest: "),
        ("first-empty", "goal first-empty: to have no seeds left."),
        ("advantage", "advantage: "),
    ] {
        let out = mankala(&["show", word]).done().quiet().out;
        let plain = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(said), "{plain}");
    }
    for other in ["takasas", "", "term"] {
        mankala(&["show", other]).refused(&["neither a game nor a known word"]);
    }
    mankala(&["show", "takasa", "--set", "foo=4"]).refused(&["unknown variant"]);
    // The glossary has Kalah as another word for a store.
    mankala(&["show", "kalah", "--set", "foo=4"]).refused(&["foo"]);
}

/// Two games share the name Mangola, but one file has it.
#[test]
fn names_of_files_come_before_other_names() {
    let shown = mankala(&["show", "Mangola", "--json"]).done().quiet().object();
    assert_eq!(shown["header"]["name"], "mangola");
}

#[test]
fn a_refused_move_has_its_number() {
    let said = "move 3: A1 can't be played: A1 is not North's pit (CK2)";
    mankala(&["apply", "kalah", "A3", "A1", "A1"]).refused(&[said]);
}

#[test]
fn diff_shows_rules_and_moves_that_differ() {
    let plain = mankala(&["diff", "kalah", "oware"]).done().quiet().out;
    let (kalah, oware) = plain.split_once("Only in Oware:\n").expect("rules of Oware");
    let store = "falls in your store, the move ends";
    assert!(kalah.starts_with("Only in Kalah:\n") && kalah.contains(store), "{plain}");
    assert!(!oware.contains(store), "{plain}");
    // A game and a change of it have the same title.
    let changed = mankala(&["diff", "kalah", "kalah:setup.seeds=3"]).done().quiet().out;
    assert!(changed.contains("Only in kalah:setup.seeds=3:\n"), "{changed}");
    let same = mankala(&["diff", "kalah", "kalah", "--json"]).done().quiet().object();
    assert_eq!(keys(&same["rules"]), [""; 0]);
    let games: Vec<_> = common::sample().collect();
    for games in games.windows(2) {
        let [pair @ .., own, its] =
            [games[0].0, games[1].0, games[0].1.ruleset, games[1].1.ruleset];
        let plain = mankala(&["diff", pair[0], pair[1]]).done().quiet().out;
        let object = mankala(&["diff", pair[0], pair[1], "--json"]).done().quiet().object();
        for key in keys(&object["rules"]) {
            let is_cut = own != its
                && object["rules"][key]
                    .as_array()
                    .is_some_and(|both| both.iter().any(|it| *it == "-"));
            let is_shown = plain.lines().any(|line| line.split(' ').next() == Some(key));
            assert_ne!(is_shown, is_cut, "{pair:?}: {key}");
            assert_ne!(object["rules"][key][0], object["rules"][key][1]);
        }
    }
    let set = "kalah:rules.capture=always";
    // The last seed falls in an empty pit that faces an empty one.
    let position = "0,1,1,0,0,1/1,0,1,0,0,1 S captured=20,20";
    let object = mankala(&["diff", "kalah", set, "--position", position, "--json"]).done().object();
    assert_eq!(keys(&object["rules"]), ["rules.capture"]);
    let moves = object["moves"].as_array().expect("a list");
    assert!(moves.iter().any(|mv| mv["differs"] == true), "{object}");
    assert!(moves.iter().any(|mv| mv["differs"] == false), "{object}");
    assert_eq!(object["variants"], serde_json::json!(["kalah", set]));
}

#[test]
fn diff_leaves_out_fields_that_only_one_variant_has() {
    let position = loaded_opening("zanzibar-bao");
    let pair = ["zanzibar-bao", "bao-la-kiswahili"];
    let arguments = ["diff", pair[0], pair[1], "--position", &position, "--json"];
    let run = mankala(&arguments).done();
    let note = "note: ignored takasia=- for bao-la-kiswahili";
    assert!(run.err.contains(note), "{run:?}");
    let read = &run.object()["position"];
    assert_eq!(read[0], *position);
    assert!(!read[1].as_str().expect("a position").contains("takasia"));
    let arguments = ["diff", "zanzibar-bao", "kalah", "--position", &position];
    mankala(&arguments).refused(&["error: --position for kalah: bad position"]);
}

#[test]
fn speed_prints_what_scripts_rely_on() {
    let run = mankala(&["speed", "kalah", "zanzibar-bao", "--seconds", "0.02", "--json"]).done();
    let objects = run.objects();
    assert_eq!(objects.len(), 2);
    for object in &objects {
        let expected = [
            "variant",
            "threads",
            "perft_nodes_per_s",
            "random_plies_per_s",
            "random_games_per_s",
            "laps_per_s",
        ];
        assert_eq!(keys(object), expected);
        assert!(keys(object)[1..].iter().all(|key| object[key].is_number()), "{object}");
    }
    let run = mankala(&["speed", "kalah", "--seconds", "0"]).misused();
    assert!(run.err.contains("more than 0"), "{run:?}");
    mankala(&["speed"]).misused();
}

#[test]
fn play_between_players_is_repeatable() {
    for (name, _) in common::sample() {
        let play = ["play", name, "--south", "random", "--north", "random", "--ply-limit", "40"];
        let game = |seed: &str| mankala(&[&play[..], &["--seed", seed, "--json"]].concat()).done();
        let first = game("7").quiet();
        assert_eq!(first.out, game("7").out, "{name}");
        let objects = first.objects();
        assert!(!objects.is_empty() && objects.len() <= 40, "{name}");
        for (ply, object) in (1_u64..).zip(&objects) {
            assert_eq!(keys(object), PLY);
            assert_eq!(object["ply"], ply);
        }
        mankala(&play).done().quiet();
    }
    mankala(&["play", "kalah", "--south", "nobody"]).misused();
}

#[test]
fn play_takes_moves_from_a_person() {
    let folder = folder("play");
    for (name, _) in common::sample() {
        let first = first_moves(name, 1).remove(0);
        let save = folder.join(format!("{name}.txt"));
        let input = format!("Z9\nhelp\nhint {first}\n{first}\nquit\n");
        let play = ["play", name, "--south", "human", "--north", "human", "--save", path(&save)];
        let run = mankala_reading(&play, input.as_bytes()).done();
        assert!(run.err.contains("\"Z9\""), "{name}: {run:?}");
        assert!(run.out.contains(&format!("plays {first}")), "{name}: {run:?}");
        assert!(run.out.contains("unfinished"), "{name}: {run:?}");
        // What was saved can be replayed.
        let replayed = mankala(&["replay", path(&save), "--json"]).done().objects();
        assert_eq!(text(&replayed[0], "move"), first);
        // Refused before the first move.
        let run = mankala_reading(&play, b"quit\n").refused(&[path(&save)]);
        assert_eq!(run.out, "", "{name}");
    }
    let nowhere = folder.join("none").join("game.txt");
    let run = mankala(&["play", "kalah", "--save", path(&nowhere)])
        .refused(&["the folder does not exist"]);
    assert_eq!(run.out, "");
}

/// A line that is much too long is refused as a whole: its end is no command of its own.
#[test]
fn play_takes_a_long_line_as_one() {
    let line = format!("{}resign\nmoves\nquit\n", " ".repeat(4096));
    let play = ["play", "kalah", "--north", "human"];
    let run = mankala_reading(&play, line.as_bytes()).done();
    assert!(run.out.contains("unfinished"), "{run:?}");
    assert_eq!(run.err.matches("error: ").count(), 1, "{run:?}");
    assert!(run.err.contains("too long"), "{run:?}");
    // One that is as long as it may be is read.
    let line = format!("{}resign\ny\n", " ".repeat(4090));
    let run = mankala_reading(&play, line.as_bytes()).done().quiet();
    assert!(run.out.contains("North has won"), "{run:?}");
}

#[test]
fn play_names_unknown_input() {
    let play = ["play", "kalah", "--north", "human"];
    let input = b"7\nhint x\nrule x\nsave\n#7\n#0\nhint #9\nlaps\nu\nh\n#2\nu\nq\n";
    let run = mankala_reading(&play, input).done();
    for said in [
        "\"7\"",
        "\"x\"",
        "unknown rule \"x\", expected one of G1",
        "no move has been made yet",
        "save needs a file name",
        "expected #1 to #6, found #7",
        "found #0",
        "found #9",
        "there is no move to undo",
    ] {
        assert!(run.err.contains(said), "{said}: {run:?}");
    }
    assert!(run.out.contains("plays A2"), "{run:?}");
    assert!(!run.out.contains("\n\n\n"), "{}", run.out);
    // Whoever sees the board is told why, by which rule, and no position.
    let refused = |variant: &str, input: &[u8]| {
        let play = ["play", variant, "--north", "human"];
        mankala_reading(&play, input).done().err
    };
    for (variant, typed, said) in [
        ("kalah", "a1", "a1 can't be played: a1 is not South's pit (CK2)"),
        ("zanzibar-bao", "5R", "5R can't be played: the house may not be lifted (Z2.4b)"),
        ("zanzibar-bao", "hint 1R", "1R can't be played: A1 is empty (Z2.4)"),
    ] {
        let err = refused(variant, format!("{typed}\nquit\n").as_bytes());
        assert!(err.contains(said), "{typed}: {err}");
        assert!(!err.contains("position:") && !err.contains("0,0"), "{err}");
    }
    let json = [&play[..], &["--json"]].concat();
    let run = mankala_reading(&json, b"help\nmoves\nhint #1\n#2\nquit\n").done();
    assert_eq!(text(&run.object(), "move"), "A2");
    assert!(run.err.contains("lift 4 from A1"), "{run:?}");
}

/// Asks for help, hints and rules at the prompt, and checks what is printed without being asked.
#[test]
fn play_answers_what_a_person_asks() {
    let play = ["play", "kalah", "--north", "human"];
    // A number alone is the one move that begins with it.
    let input = b"hint\n3\nlaps\nscore\nrule ka3\nrules\nbook\nshow\nresign\nno\nexit\n";
    let out = mankala_reading(&play, input).done().quiet().out;
    for said in [
        "help lists the commands",
        "A short search continues with ",
        "\nSeeds after ",
        "South plays A3: sows to South's store, South moves again",
        "1. lift 4 from A3, sow 4 from A4 to South's store",
        "South 1 + 23 on the board = 24, North 0 + 24 on the board = 24",
        "  KA3   A sowing that ends in an empty pit of the player captures",
        "falls in your store, the move ends and you move again.",
        "KALAH, CONGKAK AND THEIR KIN: THE RULE BOOK",
        "Does South resign, so that North wins? (y/n)",
        "The game is unfinished.",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    // The hint itself names the best first move that is known.
    assert!(out.contains("\nA3: sows to South's store"), "{out}");
    assert!(!out.contains("A best first move is"), "{out}");
    // What the opponent's move changed is marked on the board.
    let out = mankala(&["play", "kalah", "--south", "greedy", "--north", "human"]).done();
    assert!(out.out.contains(" A   4    4    · *  5 *  5 *  5 *"), "{out:?}");
    // Where two moves begin with it, both are named.
    let run = mankala_reading(&["play", "zanzibar-bao"], b"7\nq\n").done();
    assert!(run.err.contains("7 is ambiguous, it could be 7L* or 7R*"), "{run:?}");
    for typed in ["yes", "y", "Y", "maybe\ny"] {
        let input = format!("resign\n{typed}\n");
        let yes = mankala_reading(&play, input.as_bytes()).done().out;
        assert!(yes.contains("North has won."), "{typed}: {yes}");
        let asked = typed.lines().count();
        assert_eq!(yes.matches("(y/n)").count(), asked, "{typed}: {yes}");
    }
    for typed in ["N\n", "quit\n", ""] {
        let input = format!("resign\n{typed}");
        let no = mankala_reading(&play, input.as_bytes()).done().out;
        assert!(no.contains("unfinished"), "{typed}: {no}");
    }
}

/// Players limited by time open with the best move that is known; hints near the end come from endgame tables.
#[test]
fn play_uses_what_is_known() {
    let opens = |name: &str, player: &str| {
        let limit = ["--north", "random", "--ply-limit", "1"];
        let run = mankala(&[&["play", name, "--south", player][..], &limit].concat()).done();
        run.out.lines().find(|line| line.contains("South plays")).expect("a move").to_owned()
    };
    let known = |name: &str| {
        let loaded = Catalogue::new().load(name, &[]).expect(name);
        Solved::of(&loaded).and_then(|known| known.best).expect("a best move")
    };
    let told = mankala(&["show", "dakon"]).done().out;
    assert!(told.contains("the first player wins by 94 or more"), "{told}");
    for name in ["koumma", "kalah", "bao-kingulu"] {
        let move_known = format!("South plays {}: ", known(name));
        assert!(opens(name, "alphabeta:1ms").contains(&move_known), "{name}");
    }
    let file = folder("tables-of-play").join("kalah");
    mankala(&["tables", "build", "kalah", "--seeds", "6", "--out", path(&file)]).done();
    let play = ["play", "kalah", "--position", "0,0,1,0,1,0/0,1,0,1,0,1 S captured=20,23"];
    let with = [&play[..], &["--tables", path(&file)]].concat();
    let told = mankala_reading(&with, b"hint\nq\n").done().out;
    assert!(told.contains("(proved)"), "{told}");
    mankala(&["play", "oware", "--tables", path(&file)]).refused(&["expected tables of the rules"]);
}

#[test]
fn every_lap_is_shown_on_request() {
    let seats = ["--south", "random", "--north", "random", "--ply-limit", "3"];
    let plain = mankala(&[&["play", "zanzibar-bao"], &seats[..]].concat()).done().out;
    let laps = [&["play", "zanzibar-bao", "--laps"], &seats[..]].concat();
    let laps = mankala(&laps).done().out;
    assert!(!plain.contains("\n1. enter 1 from the store in "), "{plain}");
    assert_eq!(laps.matches("\n1. enter 1 from the store in ").count(), 3, "{laps}");
}

#[test]
fn the_score_is_added_up_at_the_end() {
    let position = "0,0,0,0,0,2/0,0,0,0,0,1 S captured=24,21";
    let added = "South 25, North 21 + 2 left = 23";
    let apply = ["apply", "kalah", "A6", "--position", position];
    let out = mankala(&apply).done().quiet().out;
    assert!(out.contains(added), "{out}");
    let play = ["play", "kalah", "--position", position];
    let out = mankala_reading(&play, b"6\n").done().quiet().out;
    assert!(out.contains(&format!("{added}\nSouth has won.")), "{out}");
}

/// A transcript is gone on with: its moves count, can be taken back, and say who plays.
#[test]
fn play_continues_a_transcript() {
    let folder = folder("from");
    let (first, second) = (folder.join("first.txt"), folder.join("second.txt"));
    let (first, second) = (path(&first), path(&second));
    let play = ["play", "kalah:setup.seeds=3", "--north", "human", "--save", first];
    mankala_reading(&play, b"1\na2\n3\nq\n").done();
    let from = ["play", "--from", first];
    let run = mankala_reading(&from, b"undo\nundo\nlaps\nq\n").done().quiet();
    for said in [
        "Kalah: human against human",
        "The game continues after 3 moves; the last was A3 by South.",
        "1. lift 3 from A1",
    ] {
        assert!(run.out.contains(said), "{said}: {run:?}");
    }
    let saved = [&from[..], &["--save", second]].concat();
    mankala_reading(&saved, b"u\nu\n#1\nq\n").done();
    let text = fs::read_to_string(second).expect("the game");
    assert!(text.contains("\n1: A1 a1;\n") && text.contains("seeds=3"), "{text}");
    let again = format!("save {second}\nq\n");
    let err = mankala_reading(&from, again.as_bytes()).done().err;
    assert!(err.contains("the file exists; choose another name"), "{err}");
    // Who plays can be said anew; what is read is never written over.
    let other = [&from[..], &["--north", "greedy", "--south", "random"]].concat();
    let run = mankala(&other).done().quiet();
    assert!(run.out.contains("random against greedy"), "{run:?}");
    mankala(&[&from[..], &["--save", first, "--force"]].concat()).refused(&["reads this file"]);
    let run = mankala(&["play", "oware", "--from", first]).done();
    assert!(run.err.contains("the rules differ"), "{run:?}");
    mankala(&["play"]).misused();
}

/// A game by rules of one's own opens everywhere, without the file that it was played by.
#[test]
fn a_saved_game_carries_its_rules() {
    let folder = folder("rules");
    let (file, save) = (folder.join("own.toml"), folder.join("game.txt"));
    let text = mankala(&["new", "own", "--from", "kalah"]).done().out;
    for (text, header) in [
        (text.replace("name = \"own\"", "name = \"other\""), "\nvariant-file: \""),
        (
            fs::read_to_string("variants/kalah.toml")
                .expect("kalah")
                .replace("seeds = 4", "seeds = 3"),
            "\nvariant: kalah:setup.seeds=3\n",
        ),
    ] {
        fs::write(&file, &text).expect("a file");
        let play = ["play", path(&file), "--north", "human", "--save", path(&save), "--force"];
        mankala_reading(&play, b"A1\nq\n").done();
        let saved = fs::read_to_string(&save).expect("the game");
        assert!(saved.contains(header), "{saved}");
        fs::remove_file(&file).expect("the file is not needed");
        mankala(&["replay", path(&save)]).done().quiet();
        let resume = ["play", "--save", path(&save), "--resume"];
        mankala_reading(&resume, b"q\n").done();
    }
    let broken = fs::read_to_string(&save).expect("the game");
    fs::write(&save, format!("variant-file: seeds\n{broken}")).expect("a file");
    mankala(&["replay", path(&save)]).refused(&["variant-file: expected"]);
}

#[test]
fn a_resignation_is_saved_with_and_without_moves() {
    let folder = folder("resigned");
    for (number, input) in ["resign\ny\n", "A1\nresign\nyes\n"].iter().enumerate() {
        let save = folder.join(format!("{number}.txt"));
        let play = ["play", "kalah", "--north", "human", "--save", path(&save)];
        mankala_reading(&play, input.as_bytes()).done();
        let told = mankala_reading(&[&play[..4], &["--json"]].concat(), input.as_bytes()).done();
        assert_eq!(told.objects().last().expect("the end")["result"], ["N", "S"][number]);
        let replayed = mankala(&["replay", path(&save), "--json"]).done().objects();
        let end = replayed.last().expect("the end");
        assert_eq!(end["plies"], number);
        assert_eq!(end["result"], ["N", "S"][number]);
        assert_eq!(end["ending"], "resignation");
    }
}

#[test]
fn overrides_change_the_game_and_are_checked() {
    for variant in [&["kalah", "--set", "board.columns=3"][..], &["kalah:board.columns=3"]] {
        let object = mankala(&[&["moves"], variant, &["--json"]].concat()).done().quiet().object();
        assert_eq!(text(&object, "position"), "4,4,4/4,4,4 S captured=0,0");
    }
    mankala(&["moves", "kalah", "--set", "board.columns=0"]).refused(&["board.columns"]);
    for (arguments, said) in [
        (&["moves", "kalah", "--set", "columns=3"][..], "did you mean board.columns?"),
        (&["moves", "kalah:colums=3"], "did you mean board.columns?"),
        (&["moves", "kalah:rules.captur=always"], "did you mean capture?"),
        (&["moves", "kalah:rules.capture=alway"], "did you mean always? expected one of"),
        (&["moves", "kalah.toml"], "did you mean kalah?"),
        (&["compare", "kalah", "--sweep", "capture=always,never"], "did you mean rules.capture?"),
    ] {
        let run = mankala(arguments).refused(&[said]);
        assert_eq!(run.err.matches("did you mean").count(), 1, "{}", run.err);
    }
    for (arguments, said) in [
        (["play", "kalah", "--north", "alphabet:8"], "did you mean alphabeta?"),
        (["compare", "kalah", "--measures", "turn"], "did you mean turns?"),
        (["list", "kalah", "--where", "turn>3"], "did you mean turns?"),
    ] {
        let run = mankala(&arguments).misused();
        assert!(run.err.contains(said), "{run:?}");
    }
}

#[test]
fn nonsense_on_the_command_line_is_wrong_usage() {
    mankala(&[]).misused();
    mankala(&["solitaire"]).misused();
    mankala(&["moves"]).misused();
    mankala(&["list", "--jsno"]).misused();
    for (arguments, expected) in [
        (&["perft", "kalah", "999"][..], "expected a number from 0 to 255"),
        (&["perft", "kalah", "-1"], "expected a number from 0 to 255"),
        (&["perft", "kalah", "x"], "expected a whole number"),
        (&["play", "kalah", "--seed", "99999999999999999999"], "from 0 to 18446744073709551615"),
        (
            &["perft", "kalah", "2", "--threads", "99999999999999999999"],
            "expected a smaller number",
        ),
        (&["speed", "kalah", "--seconds", "x"], "expected a number\n"),
        (&["serve", "--host", "nohost"], "expected an address like 0.0.0.0"),
        (&["list", "--rows", "-1"], "invalid value '-1' for '--rows"),
    ] {
        let run = mankala(arguments).misused();
        assert!(run.err.contains(expected), "{}", run.err);
    }
    mankala(&["moves", "zanzibar-boa"]).refused(&["zanzibar-boa", "zanzibar-bao"]);
    assert!(mankala(&["--help"]).done().quiet().out.contains("perft"));
    assert!(mankala(&["--version"]).done().quiet().out.contains(env!("CARGO_PKG_VERSION")));
    for arguments in [["--version", "--verbose"], ["--verbose", "-V"]] {
        let told = mankala(&arguments).done().quiet().out;
        let begin = format!("mankala {}\ncommit: ", env!("CARGO_PKG_VERSION"));
        assert!(told.starts_with(&begin) && told.contains("\nprotocol: 1\n"), "{told}");
    }
    let facts = mankala(&["--json", "--version", "--verbose"]).done().quiet().object();
    assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"));
    assert!(mankala(&["--verbose"]).misused().err.contains("--verbose"));
}

#[test]
fn mistakes_in_rules_are_told_in_order() {
    let run = mankala(&["moves", "kalah:board.columns=100"]).refused(&["1 to 15 pits per row"]);
    assert!(!run.err.contains("seeds in all"), "{}", run.err);
    mankala(&["moves", "wari:rules.counts=[]"]).refused(&["rules.counts: expected at least one"]);
}

#[test]
fn a_game_that_reached_its_limit_names_it() {
    let play = ["play", "kalah", "--ply-limit", "3", "--south", "random", "--north", "random"];
    let out = mankala(&play).done().quiet().out;
    assert!(out.ends_with("unfinished after 3 plies (--ply-limit).\n"), "{out}");
}

/// The table of commands has a row for each command that there is.
#[test]
fn every_command_is_documented() {
    let help = mankala(&["--help"]).done().quiet().out;
    // The groups of commands stand between the usage and the options.
    let (commands, _) = help.split_once("Options:").expect("options");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = commands.filter_map(|line| line.split(' ').next().filter(|name| !name.is_empty()));
    let names: BTreeSet<&str> = names.collect();
    let document = fs::read_to_string("docs/commands.md").expect("the table");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `mankala "));
    let rows: BTreeSet<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    assert_eq!(names, rows);
}

/// `mankala … | head -1` ends well and says nothing.
#[test]
fn an_output_closed_early_is_no_error() {
    let opening = format!("{}\n", loaded_opening("kalah"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_mankala"))
        .args(["moves", "kalah", "--positions", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("its input");
    // More than any buffer holds, so that the program finds its output closed.
    let input = opening.repeat(5000);
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn compare_prints_what_scripts_rely_on() {
    let compare =
        ["compare", "kalah", "oware:rules.grand_slam=captures", "--games", "12", "--seed", "3"];
    let run = |more: &[&str]| mankala(&[&compare[..], more].concat()).done();
    let json = run(&["--json", "--threads", "1"]);
    assert_eq!(json.out, run(&["--json", "--threads", "3"]).out);
    let report = json.object();
    let heading = ["command", "version", "games", "seed", "variants"];
    assert!(heading.iter().all(|key| keys(&report).contains(key)), "{report}");
    assert_eq!((&report["games"], &report["seed"]), (&12.into(), &3.into()));
    let variants = report["variants"].as_array().expect("a list");
    assert_eq!(variants.len(), 2);
    let listed = mankala(&["compare", "--list-measures"]).done().out;
    for (variant, name) in variants.iter().zip(&compare[1..3]) {
        assert_eq!(text(variant, "variant"), *name);
        assert!(variant["players"].is_array());
        let measures = &variant["measures"];
        for known in ["games", "south_wins", "first_player_score", "plies", "branching"] {
            assert!(keys(measures).contains(&known), "{known} is not measured");
        }
        for key in keys(measures) {
            assert!(listed.contains(key), "{key} is measured and not listed");
        }
        let score = &measures["first_player_score"];
        let [low, value, high] =
            ["low", "value", "high"].map(|key| score[key].as_f64().expect("a number"));
        assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{score}");
    }
    let plain = run(&[]).out;
    assert!(plain.contains("kalah") && plain.contains("oware"), "{plain}");
    let csv = run(&["--format", "csv"]).out;
    assert!(csv.lines().any(|line| line.contains("first_player_score")), "{csv}");
    let file = folder("compare").join("page.html");
    run(&["--format", "html", "--out", path(&file)]);
    let page = fs::read_to_string(&file).expect("the page");
    assert!(page.to_lowercase().starts_with("<!doctype html>") && page.contains("</html>"));
    mankala(&["compare"]).misused();
    mankala(&["compare", "kalah", "--json", "--format", "html"]).misused();
    mankala(&["compare", "kalha"]).refused(&["kalha"]);
}
