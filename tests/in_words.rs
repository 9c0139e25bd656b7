//! All rules in words: a different game has a different text, and every rule of a book is in one.

use std::collections::{BTreeMap, BTreeSet};

use mankala::files::brief::{Chapter, NOTATION, listed};
use mankala::files::schema::alternatives;
use mankala::files::spec::rule_ids;
use mankala::rulesets::two_rows;
use mankala::variant::sections;
use mankala::{Catalogue, Dice, Loaded};
use serde_json::Value;

use crate::common::run::mankala;
use crate::common::variants;

/// Changes of a key that make a difference in no game: ruleset, if it is only one, key and new value, if not any.
const SAME_GAME: [(&str, &str, &str); 3] = [
    // A turn of one lap sows few seeds.
    ("", "rules.max_sown", ""),
    // No even number is smaller than 2.
    ("toguz", "rules.least", "1"),
    // Players take nothing from their own claims in games without another turn.
    ("weg", "rules.again", "\"after-own\""),
];

/// Rules that no text needs to state: on written positions and moves, and on the terms of the book.
const UNSTATED: [(&str, &str); 4] = [
    // A position that was entered.
    ("", "G9"),
    // How moves are written.
    ("tsoro", "TS19"),
    ("zanzibar", "Z5"),
    // The values of a game's options, which Z and B rules explain.
    ("zanzibar", "J"),
];

/// The sentences of a text, with or without those on notation.
fn lines(text: &[Chapter], notation: bool) -> Vec<&str> {
    let parts = text.iter().filter(|part| (part.title == NOTATION) == notation);
    let lines = parts.flat_map(|part| &part.lines);
    lines.map(|line| &*line.words).collect()
}

/// Other values of a key, as they are written.
fn others(schema: &Value, key: &str, value: Option<&str>) -> Vec<String> {
    let words = match value {
        None if key == "rules.swap" => vec!["true".to_owned()],
        Some("true") => vec!["false".to_owned()],
        Some("false") => vec!["true".to_owned()],
        _ => alternatives(schema, key),
    };
    let number = value.and_then(|value| value.parse::<i64>().ok());
    let beside = number.into_iter().flat_map(|it| [it - 1, it + 1]);
    let values = words.into_iter().chain(beside.map(|it| it.to_string()));
    values.filter(|other| value != Some(other)).collect()
}

/// The moves of a few random games, and the results. Positions may differ in fields that never matter.
fn played(loaded: &Loaded) -> String {
    let mut text = String::new();
    for seed in 0..4 {
        let (mut game, mut dice) = (loaded.game(), Dice::seeded(seed));
        while game.plies() < 60
            && let Some(mv) = game.random_move(&mut dice)
        {
            game.play(&mv).expect("a legal move");
            text += &format!("{mv} ");
        }
        text += &format!("{:?}\n", game.result());
    }
    text
}

/// For each ruleset and each value that a file gives a key, every other value is tried in one game that takes it.
#[test]
fn different_games_have_different_texts() {
    let catalogue = Catalogue::new();
    let mut schemas = BTreeMap::<&str, Value>::new();
    let (mut tried, mut alike) = (BTreeSet::new(), BTreeSet::new());
    let mut untold = Vec::new();
    for (name, loaded) in variants() {
        let schema = schemas
            .entry(loaded.ruleset)
            .or_insert_with(|| catalogue.schema(loaded.ruleset).expect("a schema"));
        let text = loaded.in_words();
        let given = loaded.values.iter();
        let given = given.map(|written| (&*written.key, Some(&*written.value)));
        for (key, value) in given.chain([("rules.swap", None)]) {
            for other in others(schema, key, value) {
                let what = [loaded.ruleset, key, value.unwrap_or(""), &other];
                let what = what.map(str::to_owned);
                if tried.contains(&what) {
                    continue;
                }
                // Not every value goes with the others.
                let change = format!("{key}={other}");
                let Ok(changed) = catalogue.load(name, &[change]) else {
                    continue;
                };
                if lines(&changed.in_words(), false) != lines(&text, false) {
                    tried.insert(what);
                    continue;
                }
                if played(&changed) != played(loaded) {
                    untold.push(format!("{name}: {key} = {value:?} is told like {other}"));
                }
                alike.insert(what);
            }
        }
    }
    assert!(tried.len() > 1500, "{}", tried.len());
    assert!(untold.is_empty(), "{}", untold.join("\n"));
    let never: Vec<_> = alike.difference(&tried).collect();
    let excuse = |[ruleset, key, _, other]: &[String; 4]| {
        SAME_GAME.iter().position(|(one, of, to)| {
            let fits = |given: &str, it: &str| given.is_empty() || given == it;
            fits(one, ruleset) && of == key && fits(to, other)
        })
    };
    let mut needed = BTreeSet::new();
    for what in never {
        match excuse(what) {
            Some(excuse) => _ = needed.insert(excuse),
            None => untold.push(format!("{what:?}")),
        }
    }
    assert!(untold.is_empty(), "no text shows {}", untold.join("\n"));
    assert_eq!(needed.len(), SAME_GAME.len(), "{needed:?}");
}

/// The texts state every rule, and a book has no key that its files can't have.
#[test]
fn every_rule_is_stated() {
    let catalogue = Catalogue::new();
    let books: BTreeMap<&str, &str> =
        variants().map(|(_, loaded)| (loaded.ruleset, loaded.book)).collect();
    let shared = [two_rows::WORDS, sections::WORDS].map(|book| listed(book)[1].clone());
    let mut needed = BTreeSet::new();
    for (ruleset, book) in books {
        let [keys, rules] = listed(book);
        let stated: BTreeSet<String> = rules.into_iter().chain(shared.concat()).collect();
        for id in rule_ids(book) {
            let excuse = UNSTATED
                .iter()
                .position(|(of, rule)| (of.is_empty() || *of == ruleset) && *rule == id);
            match excuse {
                Some(excuse) => _ = needed.insert(excuse),
                None => assert!(stated.contains(id), "{ruleset}: no item states {id}"),
            }
        }
        let schema = catalogue.schema(ruleset).expect("a schema");
        let derived = ["board.middle", "rules.relay"];
        let is_derived = |key: &str| key.starts_with("field.") || derived.contains(&key);
        for key in keys.iter().filter(|key| key.contains('.') && !is_derived(key)) {
            let (section, name) = key.split_once('.').expect("a section");
            let name = name.split('.').next().expect("a key");
            let known = &schema["properties"][section]["properties"][name];
            assert!(!known.is_null(), "{ruleset}: {key} is no key");
        }
    }
    assert_eq!(needed.len(), UNSTATED.len(), "{needed:?}");
}

/// A text is plain English on the game: no code, no gaps, and as long as a page or two.
#[test]
fn texts_are_plain() {
    for (name, loaded) in variants() {
        let text = loaded.in_words();
        let titles: Vec<&str> = text.iter().map(|part| part.title).collect();
        for title in ["The aim", "Board and opening", "A turn", "The end", "Rounds", NOTATION] {
            assert!(titles.contains(&title), "{name} lacks {title:?}");
        }
        let lines = lines(&text, false);
        for line in &lines {
            assert!(!line.contains(['_', '`', '{', '}', '?', '=', '*']), "{name}: {line}");
            assert!(line.ends_with('.'), "{name}: {line}");
        }
        let words = lines.iter().map(|line| line.split(' ').count()).sum::<usize>();
        assert!((200..=1100).contains(&words), "{name}: {words} words");
    }
}

/// A text explains every field of a position once, and every sign of a move.
#[test]
fn notation_is_explained() {
    for (name, loaded) in variants() {
        let text = loaded.in_words();
        let notation = lines(&text, true);
        for field in &loaded.variant.properties().fields {
            let field = field.name;
            let (alone, first) = (format!("{field}: "), format!("{field} and "));
            let second = format!(" and {field}: ");
            let told = notation.iter().filter(|line| {
                line.starts_with(&alone) || line.starts_with(&first) || line.contains(&second)
            });
            assert_eq!(told.count(), 1, "{name}: {field}");
        }
        let notation = notation.join("\n");
        let games = played(loaded);
        for mv in games.split_whitespace().filter(|word| !word.contains('(')) {
            let signs = ["!", "+", "-", "*", ">", "x", "/", "L", "R"];
            for sign in signs.into_iter().filter(|sign| mv.contains(sign)) {
                let words = match sign {
                    "/" => "a slash",
                    "*" => "star",
                    "L" | "R" => "L or R",
                    _ => sign,
                };
                assert!(notation.contains(words), "{name}: {mv}");
            }
        }
    }
}

/// All formats have the same sentences.
#[test]
fn texts_have_three_formats() {
    let (_, oware) = variants().find(|(name, _)| *name == "oware").expect("oware");
    let whole =
        |format: &str| mankala(&["show", "oware", "--whole", "--format", format]).done().out;
    let markdown = whole("markdown");
    assert_eq!(markdown, oware.text_in_words());
    let html = whole("html");
    let text = whole("text").split_whitespace().collect::<Vec<_>>().join(" ");
    let escaped = |words: &str| words.replace('&', "&amp;").replace('"', "&quot;");
    let words = oware.in_words().into_iter().flat_map(|part| part.lines);
    for line in words {
        assert!(html.contains(&format!("<li>{}</li>", escaped(&line.words))), "{html}");
        assert!(text.contains(&line.words), "{text}");
    }
    assert!(html.contains("<svg") && html.contains("<h2>Sources</h2>"), "{html}");
    assert_eq!(mankala(&["show", "oware", "--format", "html"]).done().out, html);
    mankala(&["show", "oware", "--rules", "--format", "html"]).misused();
}
