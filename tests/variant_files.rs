//! Variant files: work in proportion to their size, equal games whatever the spelling, inheritance, strangers' files.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use mankala::files::catalogue::{GivenBy, Written};
use mankala::files::check::{remarks, wrong_examples};
use mankala::files::schema::alternatives;
use mankala::{Catalogue, Loaded};

use serde_json::Map;

use crate::common;

const KALAH: &str = include_str!("../variants/kalah.toml");

/// An heir of Kalah that says nothing but its name, and then this.
fn heir(more: &str) -> String {
    format!("name = \"mine\"\ntitle = \"Mine\"\ninherits = \"kalah\"\n{more}")
}

fn parse(text: &str, set: &[&str]) -> Result<Loaded, String> {
    let set: Vec<String> = set.iter().map(|set| (*set).to_owned()).collect();
    let loaded = Catalogue::new().parse("mine.toml", text, &set);
    loaded.map_err(|errors| errors.to_string())
}

fn right(text: &str, set: &[&str]) -> Loaded {
    parse(text, set).unwrap_or_else(|errors| panic!("{set:?}: {errors}"))
}

fn wrong(text: &str, set: &[&str]) -> String {
    match parse(text, set) {
        Ok(_) => panic!("{set:?} is accepted"),
        Err(errors) => errors,
    }
}

/// An empty folder for the files of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("variant_files").join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mankala"));
        let command = command.args(arguments).current_dir(&self.0);
        command.output().expect("the program runs")
    }

    /// Runs a command that succeeds; returns its results and its notes.
    fn done(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let [out, err] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {err}");
        (out, err)
    }

    /// Runs a command that is refused; returns its message.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        err
    }
}

// Work in proportion to the input: each of these took minutes or gigabytes where it was not.

#[test]
fn many_overrides_of_a_large_file() {
    let padding = "# a comment that fills the file\n".repeat(30_000);
    let set: Vec<String> = (0..20_000).map(|n| format!("setup.seeds={}", n % 5 + 1)).collect();
    let loaded = Catalogue::new().parse("mine.toml", &format!("{KALAH}{padding}"), &set);
    let loaded = loaded.unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(loaded.game().seeds(), 60);
}

/// Creates this number of numbered lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

#[test]
fn many_errors_are_counted_and_the_first_ones_shown() {
    let names = lines(100_000, |n| format!("n{n}=1"));
    let sources = "[[sources]]\nyear = 1\n".repeat(40_000);
    let sections = lines(50_000, |n| format!("[s{n}]\nx = 1"));
    let examples = lines(20_000, |n| format!("[[example]]\nwrong{n} = 1"));
    let (head, _) = KALAH.split_once("[[sources]]").expect("sources");
    let (_, rest) = KALAH.split_once("[board]").expect("a board");
    for (text, all) in [
        (KALAH.replace("[rules]", &format!("[rules]\n{names}")), 100_000),
        // An author and a title are missing each.
        (format!("{head}{sources}[board]{rest}"), 80_000),
        (format!("{KALAH}{sections}"), 50_000),
        // What is unknown, and name, rules and what it shows.
        (format!("{KALAH}{examples}"), 80_000),
        (format!("{KALAH}{}", "seeds = 1\n".repeat(100_000)), 99_999),
        // Each byte is one.
        ("\r".repeat(100_000), 100_000),
    ] {
        let errors = Catalogue::new().parse("mine.toml", &text, &[]);
        let errors = errors.err().expect("mistakes");
        assert_eq!(errors.told.len() + errors.more, all, "{:?}", errors.told[0]);
        assert_eq!(errors.told.len(), 20);
        assert!(errors.told.is_sorted_by_key(|mistake| mistake.place), "{errors}");
        let more = errors.more;
        assert!(errors.to_string().ends_with(&format!("\n\nand {more} more errors")));
    }
}

#[test]
fn many_wrong_examples_on_one_line() {
    let example = r#"{name="e",rules=["x"],moves=["A9"],shows="-"},"#;
    let count = 20_000;
    let text = format!(
        "example = [{}]\n{}",
        example.repeat(count),
        KALAH.split("[[example]]").next().unwrap()
    );
    let errors = wrong_examples(&right(&text, &[]), &|| false);
    // Each has two mistakes, and all but the first have the name of another one.
    let all = 2 * count + (count - 1);
    assert_eq!((errors.told.len(), errors.more), (20, all - 20));
    assert_eq!(errors.told[0].example.as_deref(), Some("e"));
}

#[test]
fn mistakes_of_all_kinds_are_found_in_one_reading() {
    let text = "title = 7\nruleset = \"kalah\"\nyear = 70000\nsources = [{author=1}, 2]\nabout = []\n\
                [board]\nrows = \"two\"\n[setup]\nseeds = -1\n[rules]\ncapture = {}\n";
    let errors = wrong(text, &[]);
    for said in [
        "expected a string, found integer `7`",
        "expected a whole number from 0 to 65535, found integer `70000`",
        "expected a string, found integer `1`",
        "expected a section, found integer `2`",
        "expected a string, found a list",
        "expected a whole number from 0 to 255, found string \"two\"",
        "expected a whole number from 0 to 255, found integer `-1`",
        "found a section",
        "missing key `name`",
        "missing key `region`",
        "missing key `columns`",
    ] {
        assert!(errors.contains(said), "{said}: {errors}");
    }
    // The author is there, only wrong; title and year of the first source are not.
    assert_eq!(errors.matches("missing key").count(), 5, "{errors}");
}

#[test]
fn numbers_too_large_for_toml_are_refused_with_their_place() {
    let errors = wrong(KALAH, &["setup.seeds=99999999999999999999"]);
    assert!(
        errors.contains("expected a whole number up to") && errors.contains(":1:13"),
        "{errors}"
    );
}

// Equal games, however they are written.

#[test]
fn equal_values_have_equal_digests_and_labels() {
    let bao = Catalogue::new().load("zanzibar-bao", &[]).expect("bao");
    let load = |set: &str| {
        let set = [set.to_owned()];
        Catalogue::new().load("zanzibar-bao", &set).unwrap_or_else(|errors| panic!("{errors}"))
    };
    for (same, label) in [
        (
            &[
                "rules.max_sown=500",
                "rules.max_sown=5_00",
                "rules.max_sown=0x1f4",
                "rules = { max_sown = 0b111110100 }",
                "'rules'.\"max_sown\" = 0o764",
            ][..],
            "rules.max_sown=500",
        ),
        (
            &[
                "rules.house=none",
                "rules.house='none'",
                "rules.house=\"none\"",
                "rules.house=\"\"\"\nnone\"\"\"",
                "rules.\"house\" = \"n\\u006fne\"",
            ],
            "rules.house=none",
        ),
        (
            &[
                "setup.front=[0,0,0,0,6,2,2,1]",
                "setup.front=[ 0, 0,0, 0, 0x6,2,2,1 ]",
                "setup.front=[\n0,0,0,0,6,2,2,1, # one\n]",
            ],
            "setup.front=[0, 0, 0, 0, 6, 2, 2, 1]",
        ),
    ] {
        let digests: Vec<String> = same.iter().map(|set| load(set).digest()).collect();
        assert!(digests.iter().all(|digest| *digest == digests[0]), "{same:?}: {digests:?}");
        assert_ne!(digests[0], bao.digest(), "{same:?}");
        for set in same {
            assert_eq!(load(set).label(), format!("zanzibar-bao:{label}"));
        }
        // A label names the same game again.
        assert_eq!(load(label).digest(), digests[0]);
    }
    // What says what is said already changes nothing.
    for set in ["setup.store=22", "rules.house='owned'", "rules.takasia=true"] {
        assert_eq!(load(set).digest(), bao.digest());
        assert_eq!(load(set).label(), "zanzibar-bao");
    }
    assert_eq!(load("rules.takasia=false").label(), "zanzibar-bao:rules.takasia=false");
}

/// All of its rules were gone then, and nobody said so.
#[test]
fn changes_do_not_create_unknown_sections() {
    let sets = ["rules=5", "rules.counts=[3, 4]"].map(str::to_owned);
    let errors = Catalogue::new().load("nam-nam", &sets).err();
    let told = errors.expect("mistakes").to_string();
    assert!(told.contains("expected `rules` to be a section, found integer `5`"), "{told}");
}

/// Checks that digests and labels depend on the game, not on omitted defaults.
#[test]
fn defaults_equal_written_values() {
    let oware = Catalogue::new().load("oware", &[]).expect("oware");
    let left_out = oware.values.iter().filter(|value| value.given_by == GivenBy::Ruleset);
    let left_out: Vec<String> =
        left_out.map(|written| format!("{}={}", written.key, written.value)).collect();
    assert!(left_out.len() > 3, "{left_out:?}");
    let written = Catalogue::new().load("oware", &left_out).expect("oware");
    assert_eq!(written.digest(), oware.digest());
    assert_eq!(written.label(), "oware");
    let order = Catalogue::new().load("oware", &["rules.counts=[3, 2, 3]".to_owned()]);
    assert_eq!(order.expect("oware").label(), "oware");
    // All of it is told.
    let folder = Folder::new("left-out");
    let (out, _) = folder.done(&["show", "oware", "--rules"]);
    for value in left_out {
        assert!(out.contains(&value.replacen('=', " = ", 1)), "{value}");
    }
}

#[test]
fn equal_games_do_not_differ_and_their_records_merge() {
    let folder = Folder::new("equal");
    let spelt = KALAH
        .replace("seeds = 4", "seeds = 0x4")
        .replace("capture = \"opposite-filled\"", "'capture' = '''opposite-filled'''")
        .replace("[board]\nrows = 2\ncolumns = 6", "[board]\ncolumns = 0b1_10\nrows = +2");
    assert_ne!(spelt, KALAH);
    folder.write("spelt.toml", spelt);
    assert_eq!(folder.done(&["diff", "kalah", "spelt.toml"]).0, "all rules are the same\n");
    let (out, _) = folder.done(&["diff", "kalah", "spelt.toml:setup.seeds=5"]);
    assert!(out.contains("setup.seeds  4") && !out.contains("capture"), "{out}");
    let half = |seeds: &str, shard: &str, out: &str| {
        let set = format!("setup.seeds={seeds}");
        folder.done(&[
            "match", "kalah", "--set", &set, "--south", "random", "--north", "greedy", "--games",
            "4", "--shard", shard, "--out", out,
        ]);
    };
    half("5", "1/2", "a");
    half("0b101", "2/2", "b");
    folder.done(&["merge", "a", "b", "--out", "whole"]);
    // A heading and four games.
    assert_eq!(folder.read("whole").lines().count(), 5);
}

// What is inherited, and what can be left out.

#[test]
fn inheriting_files_contain_only_differences() {
    let kalah = right(KALAH, &[]);
    let mine = right(&heir("[setup]\nseeds = 5\n"), &[]);
    assert_eq!(mine.header.title, "Mine");
    assert_eq!(mine.header.region, kalah.header.region);
    assert_eq!(mine.header.year, kalah.header.year);
    assert_eq!(mine.header.about, kalah.header.about);
    assert_eq!(mine.header.sources.len(), kalah.header.sources.len());
    assert_eq!(mine.game().text(), "5,5,5,5,5,5/5,5,5,5,5,5 S captured=0,0");
    // Examples are the parent's own, and name and title never come from it.
    assert!(mine.examples.is_empty());
    assert!(wrong("inherits = \"kalah\"", &[]).contains("missing key `title`"));
    let other = right(&heir("region = \"here\"\nyear = 2026\nsources = []\nabout = \"-\"\n"), &[]);
    assert_eq!((&*other.header.region, other.header.year), ("here", 2026));
    assert!(other.header.sources.is_empty());
    // Without a parent all of it has to be there.
    let errors = wrong("name = \"mine\"\ntitle = \"Mine\"\nruleset = \"kalah\"\n", &[]);
    for key in ["region", "year", "about", "sources"] {
        assert!(errors.contains(&format!("missing key `{key}`")), "{errors}");
    }
}

#[test]
fn sections_without_a_key_to_write_may_be_left_out() {
    let toguz = include_str!("../variants/toguz-korgool.toml");
    let short = toguz.replace("[rules]\n", "");
    assert_eq!(right(&short, &[]).digest(), right(toguz, &[]).digest());
    let errors = wrong(&toguz.replace("[setup]\nseeds = 9\n", ""), &[]);
    assert!(errors.contains("missing section [setup]"), "{errors}");
}

/// Editors rely on the schemas, so a change of one is read before it is kept. Keys common to all files are pinned once.
#[test]
fn schemas_are_as_pinned() {
    let catalogue = Catalogue::new();
    let (mut pinned, mut common) = (Map::new(), Map::new());
    for ruleset in catalogue.rulesets() {
        let mut schema = catalogue.schema(ruleset).expect("a schema");
        let keys = schema["properties"].as_object_mut().expect("keys");
        let own = |key: &str| matches!(key, "ruleset" | "setup" | "rules");
        let (kept, shared): (Map<_, _>, Map<_, _>) =
            std::mem::take(keys).into_iter().partition(|(key, _)| own(key));
        *keys = kept;
        if common.is_empty() {
            common.clone_from(&shared);
        }
        assert_eq!(shared, common, "{ruleset}");
        pinned.insert(ruleset.to_owned(), schema);
    }
    pinned.insert("common".to_owned(), common.into());
    common::pinned_json("schema", "files", &pinned.into());
}

#[test]
fn the_schema_marks_optional_keys() {
    let catalogue = Catalogue::new();
    for ruleset in catalogue.rulesets() {
        let schema = catalogue.schema(ruleset).expect("a schema");
        assert_eq!(schema["required"], serde_json::json!(["name", "title"]), "{ruleset}");
        let alone = &schema["then"];
        let required: Vec<&str> = alone["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|key| key.as_str())
            .collect();
        for key in ["ruleset", "region", "year", "about", "sources", "board"] {
            assert!(required.contains(&key), "{ruleset}: {key}");
        }
        // A section must be there where one of its keys must.
        match ruleset {
            "kalah" | "zanzibar" | "kingulu" => {
                assert!(required.contains(&"setup") && required.contains(&"rules"));
            }
            "toguz" => assert!(required.contains(&"setup") && !required.contains(&"rules")),
            _ => {}
        }
        let sections = alone["properties"].as_object().expect("sections");
        for (section, keys) in sections {
            assert!(required.contains(&&**section));
            assert!(keys["required"].as_array().is_some_and(|keys| !keys.is_empty()), "{ruleset}");
        }
    }
}

#[test]
fn the_parent_cannot_be_overridden() {
    for set in [
        "inherits=\"oware\"",
        "inherits=oware",
        "\"inherits\"=\"oware\"",
        "'inherits'=oware",
        " inherits = \"oware\"",
        "\"inher\\u0069ts\"=\"oware\"",
        "inherits.x=1",
        "'inherits' . x = 1",
    ] {
        let errors = wrong(KALAH, &[set]);
        assert!(errors.contains("`inherits` can't be overridden"), "{set}: {errors}");
    }
    let errors = wrong(KALAH, &["inherits_x=1"]);
    assert!(errors.contains("unknown key `inherits_x`"), "{errors}");
    // The same spellings do inherit where they may.
    let spelt = heir("").replace("inherits", "\"inher\\u0069ts\"");
    assert_eq!(right(&spelt, &[]).digest(), right(KALAH, &[]).digest());
}

// What `check` says, and what it fills in.

#[test]
fn a_wrong_end_is_marked_where_it_differs() {
    let example = |after: &str| {
        let text = heir(&format!(
            "[[example]]\nname = \"e\"\nrules = []\nmoves = [\"A1\"]\nafter = {after}\nshows = \"-\"\n"
        ));
        let wrong = wrong_examples(&right(&text, &[]), &|| false);
        let told = wrong.told.into_iter().next();
        let told = told.unwrap_or_else(|| panic!("{after} is accepted"));
        let (line, span) = told.line.clone().expect("a place");
        (told.message, line[span].to_owned())
    };
    let right_one = "4,4,4,4,4,4/0,5,5,5,5,4 N captured=0,0";
    for (after, said, marked) in [
        ("4,4,4,4,4,4/0,5,5,3,5,4 N captured=0,0", "A4: expected 3, found 5", "3"),
        ("4,4,4,4,4,4/0,5,5,55,5,4 N captured=0,0", "A4: expected 55, found 5", "55"),
        (
            "4,4,4,1,4,4/0,5,5,4,5,5 N captured=0,0",
            "a3: expected 1, found 4; A4: expected 4, found 5; A6: expected 5, found 4",
            "1",
        ),
        ("4,4,4,4,4,4/0,5,5,5,5,4 S captured=0,0", "expected S to move, found N", "S"),
        (
            "4,4,4,4,4,4/0,5,5,5,5,4 N captured=2,0",
            "expected captured=2,0, found captured=0,0",
            "captured=2,0",
        ),
        (
            "4,4,4,4,4,4/0,5,5,5,5,4 N captured=0,0 result=S",
            "expected result=S, found no result",
            "result=S",
        ),
        ("4,4,4,4,4,4/0,5,5,5,5,4 N", "expected no captured, found captured=0,0", ""),
        ("1,1,1,1,1,1/1,1,1,1,1,1 S captured=0,0", "; and 8 more", "1"),
        (
            "4,4,4,4,4,4/0,5,5,x,5,4 N captured=0,0",
            "expected a number of seeds from 0 to 255, found \"x\"",
            "x",
        ),
        (
            "4,4,4,4,4/0,5,5,5,5,4 N captured=0,0",
            "expected 6 pits separated by commas in row a, found 5",
            "4,4,4,4,4",
        ),
        ("4,4,4,4,4,4/0,5,5,5,5,4 N caught=0,0", "found \"caught\"", "caught=0,0"),
    ] {
        for quoted in [format!("\"{after}\""), format!("'{after}'"), format!("\"\"\"{after}\"\"\"")]
        {
            let (message, found) = example(&quoted);
            assert!(message.contains(said), "{quoted}: {message}");
            assert_eq!(found, marked, "{quoted}: {message}");
        }
        let (message, _) = example(&format!("\"{after}\""));
        let readable = !message.contains("bad position");
        assert_eq!(
            message.contains(&format!("\n  the moves lead to {right_one}")),
            readable,
            "{message}"
        );
    }
    // Where the text is not written as it is, the whole of it is marked.
    let (_, marked) = example("\"4,4,4,4,4,4\\u002f0,5,5,3,5,4 N captured=0,0\"");
    assert!(marked.ends_with("captured=0,0\""), "{marked}");
}

#[test]
fn check_remarks_on_missing_examples_and_taken_names() {
    let folder = Folder::new("remarks");
    folder.write("mine.toml", heir(""));
    let (_, err) = folder.done(&["check", "mine.toml"]);
    assert!(err.starts_with("warning: mine.toml: no examples"), "{err}");
    let (out, _) = folder.done(&["check", "mine.toml", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["remarks"].as_array().map(Vec::len), Some(1), "{out}");
    folder.write("kalah.toml", KALAH.replace("seeds = 4", "seeds = 5"));
    let err = folder.refused(&["check", "kalah.toml"]);
    assert!(err.contains("another variant is named kalah"), "{err}");
    let heavy = "\n[[example]]\nname = \"heavy\"\nrules = [\"KA1\"]\n\
                 position = \"4,4,4,4,4,4/4,4,4,4,4,99 S captured=0,0\"\nmoves = [\"A1\"]\n\
                 after = \"4,4,4,4,4,4/0,5,5,5,5,99 N captured=0,0\"\nshows = \"too many seeds\"\n";
    folder.write("heavy.toml", format!("{KALAH}{heavy}"));
    let (_, err) = folder.done(&["check", "heavy.toml"]);
    assert!(err.contains("example \"heavy\" has 143 seeds, the opening has 48"), "{err}");
    // The embedded file itself takes nobody's name.
    folder.write("same.toml", KALAH);
    assert_eq!(folder.done(&["check", "same.toml", "kalah"]).1, "");
    assert!(remarks(&Catalogue::new(), &right(KALAH, &[])).is_empty());
    // Nor does a copy of it with other comments and other ends of lines.
    folder.write("copy.toml", format!("# Mine.\n{KALAH}").replace('\n', "\r\n"));
    assert_eq!(folder.done(&["check", "copy.toml"]).1, "");
}

#[test]
fn check_refuses_an_example_that_plays_and_asserts_nothing() {
    let folder = Folder::new("asserts-nothing");
    let example = "[[example]]\nname = \"e\"\nrules = []\nmoves = [\"A1\"]\nshows = \"-\"\n";
    folder.write("mine.toml", heir(example));
    let err = folder.refused(&["check", "mine.toml"]);
    assert!(err.contains("example \"e\": no expectations; add `after`"), "{err}");
    assert!(err.contains(" --> mine.toml:"), "{err}");
    for asserted in ["legal = \"A1 A2 A3 A4 A5 A6\"", "illegal = \"a1\"", "result = \"none\""] {
        folder.write("mine.toml", heir(&format!("{example}{asserted}\n")));
        folder.done(&["check", "mine.toml"]);
    }
}

/// Examples that lack their end, with every liberty that a file may take in its layout.
const UNBLESSED: &str = "# my game\nname=\"mine\" # a comment\ntitle='Mine'\ninherits = \"kalah\"\n\n\n\
    [[example]] # one\n  name = \"moves\"\n  rules = []\n  moves = [\n    \"A1\", # first\n    'a2',\n  ] # end\n\
    \n  # about it\n  shows = \"-\"\n\n[[example]]\nname = 'over'\nrules = [ ]\nshows = \"-\"\n\
    position = \"0,0,0,0,0,0/0,0,0,0,0,0 S captured=30,18\"\n\n[[example]]\nname = \"whole\"\nrules = []\n\
    moves = [\"A1\"]\nafter = \"4,4,4,4,4,4/0,5,5,5,5,4 N captured=0,0\"\nshows = \"-\"\n# the end";

#[test]
fn bless_writes_what_is_missing_and_nothing_else() {
    let folder = Folder::new("bless");
    folder.write("mine.toml", UNBLESSED);
    let err = folder.refused(&["check", "mine.toml"]);
    assert!(err.contains("no expectations"), "{err}");
    assert_eq!(folder.read("mine.toml"), UNBLESSED);
    let (out, err) = folder.done(&["check", "--bless", "mine.toml"]);
    assert_eq!(err, "");
    let blessed = UNBLESSED
        .replace("] # end\n", "] # end\nafter = \"5,5,5,5,0,4/0,5,5,5,5,4 S captured=0,0\"\n")
        .replace("captured=30,18\"\n", "captured=30,18\"\nresult = \"S\"\n");
    assert_eq!(folder.read("mine.toml").trim_end(), blessed);
    // Each is shown as a board, the one that lacked nothing is not.
    assert!(
        out.contains("after A1 a2:")
            && out.contains("result = \"S\"")
            && out.contains("3 examples played"),
        "{out}"
    );
    assert!(!out.contains("whole:"), "{out}");
    // Nothing is left to do.
    let (out, _) = folder.done(&["check", "--bless", "mine.toml", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["blessed"], serde_json::json!([]));
    assert_eq!(folder.read("mine.toml").trim_end(), blessed);
}

#[test]
fn bless_keeps_line_ends_marks_and_lists_on_one_line() {
    let folder = Folder::new("bless-layout");
    let crlf = format!("\u{feff}{}", UNBLESSED.replace('\n', "\r\n"));
    folder.write("crlf.toml", &crlf);
    let (out, _) = folder.done(&["check", "--bless", "crlf.toml", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["blessed"][1], serde_json::json!({ "example": "over", "result": "S" }));
    let blessed = folder.read("crlf.toml");
    assert_eq!(blessed.matches("\r\n").count(), blessed.matches('\n').count());
    assert!(blessed.starts_with("\u{feff}# my game\r\n"), "{blessed}");
    let one_line = r#"example = [{ name = "e", rules = [], moves = ["A1"], shows = "-" }] # mine"#;
    folder.write("line.toml", format!("{one_line}\n{}", heir("")));
    folder.done(&["check", "--bless", "line.toml"]);
    let blessed = folder.read("line.toml");
    let after = r#"after = "4,4,4,4,4,4/0,5,5,5,5,4 N captured=0,0""#;
    assert!(
        blessed.starts_with(r#"example = [{ name = "e","#) && blessed.contains(after),
        "{blessed}"
    );
    // What can't be played is told, what is embedded is not written.
    folder.write("bad.toml", UNBLESSED.replace("\"A1\", # first", "\"A9\","));
    let err = folder.refused(&["check", "--bless", "bad.toml"]);
    assert!(err.contains("\"A9\""), "{err}");
    assert!(folder.read("bad.toml").contains("result = \"S\""));
    folder.done(&["check", "--bless", "kalah"]);
}

// What `new` writes.

#[test]
fn new_writes_toml_whatever_titles_and_regions_hold() {
    let folder = Folder::new("new");
    let title = "\"Ng'ombe\" \\ Cafe\u{301} \u{202e}\n\u{1b}";
    let toml = toml::Value::from(title).to_string();
    let odd = KALAH.replace("\"Kalah\"", &toml).replace("\"United States\"", &toml);
    folder.write("odd.toml", odd);
    folder.done(&["new", "mine", "--from", "odd.toml", "--out", "mine.toml"]);
    folder.done(&["check", "mine.toml"]);
    let path = folder.0.join("mine.toml");
    let mine = Catalogue::new().load(path.to_str().expect("UTF-8"), &[]).expect("a variant");
    assert_eq!(mine.header.title, format!("{title}, changed"));
    assert_eq!(mine.header.region, title);
}

#[test]
fn new_names_its_output_file() {
    let folder = Folder::new("new-json");
    let (out, _) = folder.done(&["new", "mine", "--from", "kalah", "--out", "mine.toml", "--json"]);
    assert_eq!(out, "{\"name\":\"mine\",\"path\":\"mine.toml\"}\n");
}

#[test]
fn new_writes_inheriting_files() {
    let folder = Folder::new("heirs");
    let set = ["--set", "setup.seeds=0x5", "--set", "rules.capture=always"];
    let new =
        [&["new", "mine", "--from", "kalah", "--inherit", "--out", "mine.toml"], &set[..]].concat();
    folder.done(&new);
    assert_eq!(folder.done(&["check", "mine.toml"]).1, "");
    let text = folder.read("mine.toml");
    assert!(text.contains("inherits = \"kalah\"") && text.contains("seeds = 5\n"), "{text}");
    assert!(
        !text.contains("region =") && !text.contains("[board]") && !text.contains("[[sources]]"),
        "{text}"
    );
    let same = [&["diff", "mine.toml", "kalah"], &set[..]].concat();
    assert_eq!(folder.done(&same).0, "all rules are the same\n");
    // An heir of an heir inherits from its parent, with what both change.
    let all =
        ["new", "again", "--from", "mine.toml:setup.seeds=6", "--inherit", "--out", "again.toml"];
    folder.done(&all);
    let text = folder.read("again.toml");
    assert!(text.contains("inherits = \"kalah\"") && text.contains("seeds = 6\n"), "{text}");
    assert!(text.contains("capture = \"always\""), "{text}");
    // A parent that is a file has to lie beside its heir.
    folder.write("sub/whole.toml", KALAH);
    folder.done(&[
        "new",
        "beside",
        "--from",
        "sub/whole.toml",
        "--inherit",
        "--out",
        "beside.toml",
    ]);
    assert!(folder.read("beside.toml").contains("inherits = \"sub/whole.toml\""));
    assert_eq!(folder.done(&["check", "beside.toml"]).1, "");
    let new = ["new", "far", "--from", "again.toml", "--inherit", "--out", "sub/far.toml"];
    folder.done(&new);
    folder.write("whole.toml", KALAH);
    let new = ["new", "far2", "--from", "whole.toml", "--inherit", "--out", "sub/far2.toml"];
    assert!(folder.refused(&new).contains("--inherit: expected a file in the folder"));
}

// Names, paths and flags.

#[test]
fn paths_may_hold_colons_and_equals_signs() {
    let folder = Folder::new("paths");
    for path in ["./a:b=c/x.toml", "x=y.toml", "a:b=c.toml"] {
        folder.write(path, KALAH);
        let (out, _) = folder.done(&["moves", path]);
        assert!(out.starts_with("4,4,4,4,4,4/"), "{out}");
        let (out, _) = folder.done(&["moves", &format!("{path}:setup.seeds=5,board.columns=3")]);
        assert!(out.starts_with("5,5,5/5,5,5 "), "{out}");
    }
    let err = folder.refused(&["moves", "kalha:setup.seeds=5"]);
    let message = "unknown variant \"kalha\"; did you mean kalah";
    assert!(err.contains(message), "{err}");
    let err = folder.refused(&["moves", "kalah:board.columns"]);
    assert!(
        err.contains("expected kalah:KEY=VALUE, found \"board.columns\" after the colon"),
        "{err}"
    );
    folder.write("game.txt", KALAH);
    let err = folder.refused(&["moves", "game.txt"]);
    assert!(err.contains("a path that ends in .toml, found the path \"game.txt\""), "{err}");
    let (out, _) = folder.done(&["moves", "--help"]);
    assert!(out.contains("An argument that ends in .toml is a path"), "{out}");
}

#[test]
fn a_game_is_found_by_any_of_its_names() {
    let catalogue = Catalogue::new();
    let named = |words: &str| catalogue.load(words, &[]).map(|loaded| loaded.header.name.clone());
    // A title, and one of the other names, whatever the case.
    for (words, name) in [
        ("Das Bohnenspiel", "das-bohnenspiel"),
        ("TOGUZ KORGOOL", "toguz-korgool"),
        ("ǁHus", "hus-nama"),
        ("Hus (Damara)", "hus-damara"),
        ("Altiev", "altiev"),
        ("Altıev", "altiev"),
    ] {
        assert_eq!(named(words).ok().as_deref(), Some(name), "{words}");
    }
    let error = named("xyzzy").expect_err("no game").to_string();
    assert!(error.contains("unknown variant \"xyzzy\"; expected a name"), "{error}");
}

/// Checks the output of a `main` that returns an error as its `Result`.
#[test]
fn mistakes_are_readable_by_debug() {
    let wrong = Catalogue::new().load("kalah:board.columns=x", &[]);
    let wrong = wrong.err().expect("no number");
    assert_eq!(format!("{wrong:?}"), wrong.to_string());
    assert!(wrong.to_string().contains(" --> kalah:board.columns=x"), "{wrong}");
    assert_eq!(format!("{:?}", wrong.told), format!("[{}]", wrong.told[0]));
}

#[test]
fn strings_with_commas_are_one_change() {
    let folder = Folder::new("commas");
    for title in ["'a,b'", "\"a,b\"", "'''a,b'''", "\"\"\"a\\\",b\"\"\""] {
        let named = format!("kalah:title={title},setup.seeds=5");
        let (out, _) = folder.done(&["show", &named, "--json"]);
        let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(
            object["header"]["title"].as_str().is_some_and(|title| title.ends_with(",b")),
            "{named}"
        );
        assert_eq!(object["rules"]["setup.seeds"], "5");
    }
}

#[test]
fn messages_name_where_the_mistake_was_given() {
    let folder = Folder::new("flags");
    let err = folder.refused(&["moves", "kalah", "--position", "4,4 S"]);
    assert!(err.contains("--position: bad position"), "{err}");
    let err = folder.refused(&["diff", "kalah", "oware", "--position", "4,4 S"]);
    assert!(err.contains("--position for kalah: bad position"), "{err}");
    let err = folder.refused(&["new", "mine", "--from", "kalha"]);
    assert!(err.contains("--> --from"), "{err}");
    let err = folder.refused(&["moves", "kalah", "--set", "setup.seeds=x"]);
    assert!(err.contains("--> --set setup.seeds=x:1:13"), "{err}");
    let err = folder.refused(&["moves", "kalah:setup.seeds=x", "--set", "board.columns=x"]);
    assert!(err.contains("--> kalah:setup.seeds=x:1:13"), "{err}");
    assert!(err.contains("--> --set board.columns=x:1:15"), "{err}");
}

// Files of strangers.

#[test]
fn files_inherit_only_from_the_same_folder() {
    let folder = Folder::new("beside");
    folder.write("whole.toml", KALAH);
    folder.write("sub/whole.toml", KALAH);
    let outside = folder.0.join("whole.toml");
    let outside = outside.to_str().expect("UTF-8");
    for (parent, allowed) in [
        ("whole.toml", true),
        ("./whole.toml", true),
        ("../whole.toml", false),
        ("../sub/whole.toml", false),
        ("./x/../whole.toml", false),
        (outside, false),
    ] {
        let text = heir("").replace("\"kalah\"", &toml::Value::from(parent).to_string());
        folder.write("sub/mine.toml", text);
        if allowed {
            folder.done(&["moves", "sub/mine.toml"]);
        } else {
            let err = folder.refused(&["moves", "sub/mine.toml"]);
            assert!(
                err.contains("the path of a file in this folder or below")
                    && err.contains("sub/mine.toml:3:12"),
                "{err}"
            );
        }
    }
    folder.write("mine.toml", heir("").replace("\"kalah\"", "\"sub/whole.toml\""));
    folder.done(&["moves", "mine.toml"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_opened() {
    let folder = Folder::new("pipes");
    let made = Command::new("mkfifo").arg(folder.0.join("pipe.toml")).status();
    assert!(made.expect("mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("zero.toml")).expect("a link");
    fs::create_dir(folder.0.join("folder.toml")).expect("a folder");
    folder.write("heir.toml", heir("").replace("\"kalah\"", "\"pipe.toml\""));
    // Nobody writes to the pipe: opened, it would wait for ever.
    for file in ["pipe.toml", "zero.toml", "folder.toml", "heir.toml"] {
        let err = folder.refused(&["check", file]);
        assert!(
            err.contains("expected a regular file, found a folder, a pipe or a device"),
            "{err}"
        );
    }
}

#[test]
fn byte_order_marks_are_skipped() {
    let folder = Folder::new("mark");
    folder.write("kalah.toml", format!("\u{feff}{KALAH}"));
    let (out, err) = folder.done(&["check", "kalah.toml"]);
    assert!(out.contains("no errors") && err.is_empty(), "{err}");
    folder.write("bad.toml", format!("\u{feff}nam = 1\n{KALAH}"));
    assert!(folder.refused(&["check", "bad.toml"]).contains("bad.toml:1:1\n1 | nam = 1\n  | ^^^"));
    folder.write("game.txt", "\u{feff}\u{feff}variant: kalah\n1: A3;\n");
    folder.done(&["replay", "game.txt"]);
    folder.write("positions", "\u{feff}4,4,4,4,4,4/4,4,4,4,4,4 S\n0,0,0,0,0,1/1,0,0,0,0,0 S\n");
    let (out, _) = folder.done(&["moves", "kalah", "--positions", "positions"]);
    assert!(out.starts_with("4,4,4,4,4,4/4,4,4,4,4,4 S"), "{out}");
}

#[test]
fn control_characters_are_shown_not_executed() {
    let folder = Folder::new("controls");
    let clipboard = "\u{1b}]52;c;cm0gLXJm\u{7}\u{9b}2J\u{202e}";
    let escaped = toml::Value::from(clipboard).to_string();
    let acts = |text: &str| text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}');
    let file = format!("{clipboard}.toml");
    folder.write(&file, format!("{escaped} = 1\n"));
    folder.write("value.toml", KALAH.replace("\"opposite-filled\"", &escaped));
    folder.write(
        "example.toml",
        heir(&format!(
            "[[example]]\nname={escaped}\nrules=[{escaped}]\nmoves=[{escaped}]\nshows={escaped}\n"
        )),
    );
    folder.write("raw.toml", format!("x = '{clipboard}'\n"));
    for file in [&*file, "value.toml", "example.toml", "raw.toml"] {
        let err = folder.refused(&["check", file]);
        assert!(err.contains("\\u{1b}") && !acts(&err), "{err:?}");
    }
    // What is asked for by a name with controls in it is not found, and shown.
    let err = folder.refused(&["moves", &format!("kalah:{clipboard}=1")]);
    assert!(!acts(&err), "{err:?}");
    folder.write("positions", format!("{clipboard}\n"));
    let err = folder.refused(&["moves", "kalah", "--positions", "positions"]);
    assert!(err.contains("\\u{1b}") && !acts(&err), "{err:?}");
    // In order, with such a name: shown in the results too.
    let good = format!("good{file}");
    folder.write(&good, KALAH);
    let (out, _) = folder.done(&["check", &good]);
    assert!(out.contains("\\u{1b}") && !acts(&out), "{out:?}");
    folder.write("game.txt", format!("variant: kalah\n1: A3; {clipboard}\n"));
    let (out, _) = folder.done(&["replay", "game.txt"]);
    assert!(out.contains("\\u{1b}") && !acts(&out), "{out:?}");
    let (out, err) = folder.done(&["new", "mine", "--from", &good]);
    assert!(!acts(&out) && !acts(&err), "{out:?}");
    for format in ["table", "csv", "json"] {
        let (out, _) = folder.done(&["compare", &good, "--games", "2", "--format", format]);
        assert!(out.contains("52;c;") && !acts(&out), "{format}: {out:?}");
    }
    // A shell puts names of files where the program expects a command, a flag or a number.
    for misread in [
        &[clipboard][..],
        &["moves", &format!("--{clipboard}")],
        &["perft", "kalah", clipboard],
        &["play", "kalah", "--south", clipboard],
    ] {
        let output = folder.run(misread);
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{err:?}");
        // Whole sequences that begin with ESC are taken out, other characters are shown.
        assert!(err.contains("\\u{9b}") && !acts(&err), "{err:?}");
    }
}

#[test]
fn a_transcript_opens_no_file_that_only_it_names() {
    let folder = Folder::new("transcript");
    folder.write("mine.toml", KALAH);
    for header in ["mine.toml", "./mine.toml", "mine.toml:setup.seeds=5", "/dev/zero.toml"] {
        folder.write("game.txt", format!("variant: {header}\n1: A3;\n"));
        let err = folder.refused(&["replay", "game.txt"]);
        assert!(err.contains("to open the file, use --variant"), "{err}");
        assert!(err.contains("game.txt:1:10"), "{err}");
        folder.done(&["replay", "game.txt", "--variant", "mine.toml"]);
    }
    folder.write("game.txt", "variant: kalah:setup.seeds=5\n1: A2;\n");
    let (out, _) = folder.done(&["replay", "game.txt"]);
    assert!(out.contains("5,5,5,5,5,5/5,0,6,6,6,6 S captured=1,0"), "{out}");
}

/// Every embedded variant keeps its digest when it is written out by `new` and read again.
#[test]
fn a_file_begun_from_a_variant_is_the_same_game() {
    let folder = Folder::new("begun");
    for (name, loaded) in common::variants() {
        for inherit in [&[][..], &["--inherit"]] {
            let new = [&["new", "mine", "--from", name], inherit].concat();
            folder.write("mine.toml", folder.done(&new).0);
            let path = folder.0.join("mine.toml");
            let mine = Catalogue::new().load(path.to_str().expect("UTF-8"), &[]);
            let mine = mine.unwrap_or_else(|errors| panic!("{name}: {errors}"));
            assert_eq!(mine.digest(), loaded.digest(), "{name} {inherit:?}");
        }
    }
}

/// A position that is over gets its result whether it was written down or is the opening of a game, so that
/// no command lists, plays or counts moves in it.
#[test]
fn games_over_at_the_opening_are_refused() {
    let set = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>();
    for (name, keys) in [
        // Z1.1: both front rows are empty.
        ("zanzibar-bao", set(&["setup.front=[0, 0, 0, 0, 0, 0, 0, 0]"])),
        // T2, T7: no pit holds two seeds.
        ("tanzanian-bao", set(&["setup.seeds=1"])),
    ] {
        let errors = Catalogue::new().load(name, &keys).err();
        let told = errors.map(|errors| errors.to_string()).unwrap_or_default();
        assert!(told.contains("the opening is a finished game"), "{name}: {told}");
    }
}

/// Another value for a key that may be one.
fn others(catalogue: &Catalogue, loaded: &Loaded, written: &Written) -> Vec<String> {
    let value = &*written.value;
    match (value, value.parse::<i64>()) {
        ("true", _) => vec!["false".to_owned()],
        ("false", _) => vec!["true".to_owned()],
        (_, Ok(number)) => vec![(number - 1).to_string(), (number + 1).to_string()],
        _ => {
            let schema = catalogue.schema(loaded.ruleset).expect("a schema");
            let words = alternatives(&schema, &written.key).into_iter();
            words.filter(|word| word != value).collect()
        }
    }
}

/// A file into which changes are written plays as the changed variant does, and all else in it stays.
#[test]
fn changes_are_written_into_the_text() {
    let catalogue = Catalogue::new();
    let mut count = 0;
    for name in catalogue.names() {
        let before = catalogue.load(name, &[]).expect("a variant");
        assert_eq!(before.text_with_changes(), before.text);
        let keys = before.values.iter();
        let tries = keys.flat_map(|written| {
            let others = others(&catalogue, &before, written).into_iter();
            others.map(|value| format!("{}={value}", written.key))
        });
        let loaded = tries.filter_map(|change| catalogue.load(name, &[change]).ok());
        let loaded = loaded.filter(|changed| changed.digest() != before.digest());
        for changed in loaded.take(4) {
            let text = changed.text_with_changes();
            let again = catalogue.parse("the text", &text, &[]);
            let again = again.unwrap_or_else(|wrong| panic!("{}: {wrong}", changed.label()));
            assert_eq!(again.digest(), changed.digest(), "{}", changed.label());
            let kept: HashSet<&str> = text.lines().collect();
            let gone = before.text.lines().filter(|line| !kept.contains(line));
            assert!(gone.count() <= 1, "{}", changed.label());
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

/// How rounds follow each other is inherited whole or not at all, so it is written whole.
#[test]
fn a_change_of_inherited_rounds_is_written_with_the_other_keys() {
    let catalogue = Catalogue::new();
    let heir = "name = \"mine\"\ntitle = \"Mine\"\ninherits = \"adi\"\n";
    let loaded = catalogue.parse("mine.toml", heir, &["rounds.goal=8".to_owned()]);
    let text = loaded.expect("a variant").text_with_changes();
    let rounds = "\n[rounds]\nkind = \"territory\"\nbegins = \"loser\"\ngoal = 8\n";
    assert_eq!(text, format!("{heir}{rounds}"));
}

/// Kalah and Oware, which are also written by themselves, keep to the limit too.
#[test]
fn a_single_lap_keeps_to_the_limit_of_seeds() {
    for name in ["kalah", "oware"] {
        let moves = |most: u8| -> Vec<String> {
            // With more seeds the game would be over before it begins.
            let changes = ["setup.seeds=3".to_owned(), format!("rules.max_sown={most}")];
            let loaded = Catalogue::new().load(name, &changes);
            let game = loaded
                .expect(name)
                .game_from("4,4,4,4,4,4/4,4,4,3,4,4 S captured=0,0")
                .expect(name);
            game.moves().into_iter().map(|mv| mv.text).collect()
        };
        assert_eq!(moves(3), ["A4"], "{name}");
        assert_eq!(moves(4).len(), 6, "{name}");
    }
}
