//! One's way among the games: mechanisms as told by hand, the distance by rules, and the commands that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use mankala::atlas::by_distance;
use mankala::atlas::distance::{apart, distance, matrix};
use mankala::atlas::mechanisms::{Block, Mechanism, Profile, Value, all};
use mankala::{Catalogue, Loaded};

use crate::common::run::{folder, keys, mankala, text};

fn load(name: &str, changes: &[&str]) -> Loaded {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    Catalogue::new().load(name, &changes).expect("a variant")
}

fn profile(name: &str, changes: &[&str]) -> Profile {
    Profile::of(&load(name, changes))
}

/// All games with what they do.
static GAMES: LazyLock<Vec<(Loaded, Profile)>> = LazyLock::new(|| {
    let catalogue = Catalogue::new();
    let loaded = catalogue.names().map(|name| load(name, &[]));
    let both = loaded.map(|loaded| {
        let profile = Profile::of(&loaded);
        (loaded, profile)
    });
    both.collect()
});

/// Compares mechanisms with facts read by hand in the texts of some games. If a game's sources agree with Ludii
/// (Universiteit Maastricht, 2023), that collection has the same facts.
#[test]
fn mechanisms_match_the_texts() {
    for (name, told) in [
        // Two rows, the pits of twos and threes behind the last seed; the start is passed over, the other must be fed.
        (
            "oware",
            "rows=2 columns=6 seeds=4 direction=counterclockwise ring=shared-ring laps=single emptied-pit=passed-over \
             by-count=yes by-count.numbers=2,3 by-count.side=opponent by-count.where=last by-count.chain=back \
             goal=most-seeds feeding=required",
        ),
        // The store is sown, a last seed there gives another move, one in an empty own pit captures with what lies opposite.
        (
            "kalah",
            "rows=2 columns=6 seeds=4 direction=counterclockwise ring=shared-ring laps=single store-in-ring=yes \
             store-in-ring.stores=own opposite-empty=yes opposite-empty.side=own opposite-empty.with-last=yes \
             goal=most-seeds again-in-store=yes",
        ),
        // Laps go on from the next pit, the pit beyond an empty one is captured and so on, and pits burn between rounds.
        (
            "olinda",
            "rows=2 columns=7 seeds=4 direction=each-their-own laps=relay-next beyond-gap=yes beyond-gap.chain=yes \
             goal=most-seeds goal.rest=own-row rounds=burnt",
        ),
        // Fours made by a last seed claim the opponent's pits, and won pits make the next round's border.
        (
            "um-el-banat",
            "rows=2 columns=6 seeds=4 direction=counterclockwise laps=relay claims=yes claims.number=4 \
             claims.places=opponents claims.takes=2 claims.again=after-theirs rounds=territory",
        ),
        // Four rows, two each: a last seed in an empty front pit takes what faces it and what lies behind that, out of the game.
        (
            "tsoro",
            "rows=4 columns=8 direction=counterclockwise ring=own-ring laps=relay \
             single-starts=singles-last-to-empty empty-front=yes empty-front.takes=front-then-back out-of-play=yes \
             goal=last-move",
        ),
        // Four rows: a last seed in a filled front pit captures both pits opposite, which are sown from the pit last lifted.
        (
            "nsumbi",
            "rows=4 columns=8 seeds=2 direction=counterclockwise ring=own-ring laps=relay single-starts=two-or-more \
             filled-front=yes filled-front.takes=both sown-on=yes sown-on.into=lap-origin quiet=1 goal=last-move",
        ),
        (
            "toguz-korgool",
            "rows=2 columns=9 seeds=9 direction=counterclockwise laps=single emptied-pit=first-seed-unless-single \
             by-count=yes by-count.numbers=even by-count.side=opponent claims=yes claims.number=3 claims.each=1 majority=yes \
             goal=most-seeds goal.rest=other",
        ),
        (
            "zanzibar-bao",
            "rows=4 columns=8 direction=chosen ring=own-ring laps=relay seeds-in-store=22 houses=owned filled-front=yes \
             filled-front.takes=front sown-on=yes compulsory-capture=yes goal=front-row-empty takasia=yes",
        ),
    ] {
        let profile = profile(name, &[]);
        let mut blocks = BTreeSet::new();
        for word in told.split(' ') {
            let (mechanism, _) = word.split_once('=').expect("a value");
            let is = profile.get(mechanism).map(ToString::to_string);
            assert_eq!(profile.has(word), Ok(true), "{name}: {word}, not {is:?}");
            blocks
                .extend(all().iter().filter(|each| each.name == mechanism).map(|each| each.block));
        }
        // What is told is all there is where games differ most.
        let told: BTreeSet<&str> =
            told.split(' ').filter_map(|word| word.split('=').next()).collect();
        for (mechanism, value) in profile.iter() {
            let matters = matches!(mechanism.block, Block::Capture) && mechanism.parent.is_none();
            let is_told = told.contains(&*mechanism.name) || mechanism.name == "grand-slam";
            assert!(!matters || is_told, "{name}: {} {value}", mechanism.name);
        }
    }
}

/// No option of any ruleset is forgotten: each decides some mechanism.
#[test]
fn every_key_decides_a_mechanism() {
    let catalogue = Catalogue::new();
    let asked: BTreeSet<String> = all().iter().flat_map(Mechanism::keys).collect();
    let mut there = BTreeSet::new();
    for ruleset in catalogue.rulesets() {
        let schema = catalogue.schema(ruleset).expect("a schema");
        for section in ["rules", "setup", "rounds"] {
            let keys = schema["properties"][section]["properties"].as_object();
            there.extend(keys.into_iter().flatten().map(|(key, _)| format!("{section}.{key}")));
        }
    }
    // How long a move may be is no rule of the game; equal seeds are told by their number.
    let other = ["rules.max_sown", "setup.seeds"].map(str::to_owned);
    let forgotten: Vec<_> = there.difference(&asked).filter(|key| !other.contains(key)).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    let known = |key: &&String| {
        let opening = ["ruleset", "opening.seeds", "opening.shape", "board.rows", "board.columns"];
        there.contains(*key) || opening.contains(&&***key)
    };
    let invented: Vec<_> = asked.iter().filter(|key| !known(key)).collect();
    assert!(invented.is_empty(), "{invented:?}");
}

/// The mechanism that every game may be given by an option, and that no file asks for.
const OF_ANY_GAME: &str = "swap";

#[test]
fn names_are_each_of_one_mechanism() {
    let mut names = BTreeMap::new();
    for mechanism in all() {
        assert!(!mechanism.meaning.is_empty(), "{}", mechanism.name);
        let words = mechanism.words().map(|(word, meaning)| {
            assert!(!meaning.is_empty(), "{word}");
            word
        });
        for name in words.chain([&*mechanism.name]) {
            *names.entry(name).or_insert(0) += 1;
        }
    }
    names.retain(|_, count| *count > 1);
    assert!(names.is_empty(), "{names:?}");
    // A mechanism that no game has would be a slip of the table; parts and words may be for games to come.
    for mechanism in all().iter().filter(|mechanism| mechanism.parent.is_none()) {
        let had = GAMES.iter().any(|(_, profile)| profile.get(&mechanism.name).is_some());
        assert!(had || mechanism.name == OF_ANY_GAME, "no game has {}", mechanism.name);
    }
}

/// Games whose files differ in a rule are told apart, and a game is like itself.
#[test]
fn different_rules_are_apart() {
    for (place, (a, own)) in GAMES.iter().enumerate() {
        for (b, other) in &GAMES[place + 1..] {
            let rules = |loaded: &Loaded| -> BTreeMap<String, String> {
                let values = loaded.values.iter();
                let values = values.filter(|written| written.key != "rules.max_sown");
                values.map(|written| (written.key.clone(), written.value.clone())).collect()
            };
            let same = a.ruleset == b.ruleset && rules(a) == rules(b);
            let names = [&a.header.name, &b.header.name];
            assert!(!same || own == other, "{names:?} are the same");
            assert_eq!(own == other, distance(own, other) == 0.0, "{names:?}");
        }
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "the same sum is the same to the last bit")]
fn the_distance_is_a_metric() {
    let profiles: Vec<Profile> = GAMES.iter().map(|(_, profile)| profile.clone()).collect();
    let apart = matrix(&profiles);
    for (a, row) in apart.iter().enumerate() {
        assert_eq!(row[a], 0.0);
        for (b, &distance) in row.iter().enumerate() {
            assert!((0.0..=1.0).contains(&distance));
            assert_eq!(distance, apart[b][a]);
            for (c, further) in apart[b].iter().enumerate() {
                assert!(row[c] <= distance + further + 1e-9, "{a} {b} {c}");
            }
        }
    }
    // It does not depend on what else is compared.
    let last = profiles.len() - 1;
    assert_eq!(apart[0][last], matrix(&[profiles[0].clone(), profiles[last].clone()])[0][1]);
}

/// Blocks weigh the same; a part weighs half of what it is a part of; sizes count by their ratio.
#[test]
fn distances_are_what_the_definition_says() {
    let kalah = profile("kalah", &[]);
    assert_eq!(kalah.get("first-moves"), None);
    let near = |change: &str| apart(&kalah, &profile("kalah", &[change]));
    // One of the three sizes of the board, ln(8/4) of ln(12/1), in one of the five blocks.
    let eight = near("setup.seeds=8").distance;
    let share = f64::ln(2.0) / f64::ln(12.0) / 3.0 / 5.0;
    assert!((eight - share).abs() < 1e-12, "{eight} {share}");
    // Of the two ways to capture only one is there: block capture has one mechanism, and what was its parts is gone.
    let never = near("rules.capture=never");
    assert!((never.distance - 1.0 / 5.0).abs() < 1e-12, "{}", never.distance);
    assert_eq!(all()[never.by[0].0].name, "opposite-empty");
    // The last seed stays: one of two parts of that mechanism, for half of it.
    let stays = near("rules.taken=opposite");
    assert!((stays.distance - 0.5 / 2.0 / 5.0).abs() < 1e-12, "{}", stays.distance);
    for apart in [never, stays] {
        let sum: f64 = apart.by.iter().map(|(_, adds)| adds).sum();
        assert!((sum - apart.distance).abs() < 1e-12);
    }
}

/// How often a game is nearer to its kin than to a stranger, over all pairs.
///
/// Kin are an heir and the game whose file it inherits from, and heirs of one game. With the 303 variants of this crate when it
/// was first measured, in 2026, it was 0.988, for 114 pairs of kin and 45,639 of strangers; 0.5 would be no better than chance.
#[test]
#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn kin_are_nearer_than_strangers() {
    let family = |loaded: &Loaded| {
        let header = &loaded.header;
        header.inherits.clone().unwrap_or_else(|| header.name.clone())
    };
    let (mut kin, mut strangers) = (Vec::new(), Vec::new());
    for (place, (a, own)) in GAMES.iter().enumerate() {
        for (b, other) in &GAMES[place + 1..] {
            let pairs = if family(a) == family(b) { &mut kin } else { &mut strangers };
            pairs.push(distance(own, other));
        }
    }
    strangers.sort_by(f64::total_cmp);
    let further = |distance: &f64| {
        let nearer = strangers.partition_point(|stranger| stranger < distance);
        let not_further = strangers.partition_point(|stranger| stranger <= distance);
        strangers.len() as f64 - (nearer + not_further) as f64 / 2.0
    };
    let all: f64 = kin.iter().map(further).sum();
    let auc = all / (kin.len() * strangers.len()) as f64;
    assert!(kin.len() > 50, "{}", kin.len());
    assert!(auc > 0.98, "{auc}");
}

#[test]
fn like_lists_the_nearest_first() {
    let names = |changes: &[&str]| -> Vec<String> {
        let games: Vec<Loaded> = GAMES.iter().map(|(loaded, _)| loaded.clone()).collect();
        let relatives = by_distance(&load("kalah", changes), &games);
        relatives.iter().map(|relative| relative.loaded.header.name.clone()).collect()
    };
    let plain = names(&[]);
    assert!(!plain.contains(&"kalah".to_owned()));
    assert_eq!(plain.len(), GAMES.len() - 1);
    assert_eq!(names(&["setup.seeds=5"])[0], "kalah");

    let objects = mankala(&["like", "kalah", "-n", "4", "--json"]).done().quiet().objects();
    assert_eq!(objects.len(), 4);
    let listed: Vec<&str> = objects.iter().map(|object| text(object, "variant")).collect();
    assert_eq!(listed, plain[..4]);
    let distances = objects.iter().map(|object| object["distance"].as_f64().expect("a number"));
    assert!(distances.collect::<Vec<_>>().is_sorted());
    assert_eq!(keys(&objects[0]), ["variant", "title", "distance", "blocks", "differs"]);
    let first = &objects[0]["differs"][0];
    assert_eq!(keys(first), ["mechanism", "here", "there", "adds"]);

    let changed = ["like", "kalah", "--set", "setup.seeds=5", "-n", "1"];
    let out = mankala(&changed).done().quiet().out;
    assert!(out.contains("kalah  Kalah\n") && out.contains("seeds: 4, not 5"), "{out}");
    let tsoro = ["like", "kalah", "-n", "1", "--ruleset", "tsoro", "--full"];
    let out = mankala(&tsoro).done().quiet().out;
    assert!(
        out.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("ring: own-ring, not shared-ring"),
        "{out}"
    );
}

#[test]
fn show_names_near_relatives() {
    let shown = mankala(&["show", "oware"]).done().quiet().out;
    let near = shown.lines().find(|line| line.starts_with("Similar ")).expect("relatives");
    let nearest = mankala(&["like", "oware", "-n", "3", "--json"]).done().objects();
    assert_eq!(nearest.len(), 3);
    for object in nearest {
        assert!(near.contains(text(&object, "variant")), "{near}");
    }
    let object = mankala(&["show", "oware", "--json"]).done().object();
    assert_eq!(object["mechanisms"], serde_json::json!(profile("oware", &[]).json()));
}

#[test]
fn filters_select_the_right_variants() {
    let names = |options: &[&str]| -> Vec<String> {
        let run = mankala(&[&["list", "--json"], options].concat()).done().quiet();
        let objects = run.objects();
        objects.iter().map(|object| text(object, "name").to_owned()).collect()
    };
    let meant = |holds: &dyn Fn(&Loaded, &Profile) -> bool| -> Vec<String> {
        let games = GAMES.iter().filter(|(loaded, profile)| holds(loaded, profile));
        games.map(|(loaded, _)| loaded.header.name.clone()).collect()
    };
    let has = |profile: &Profile, name: &str, word: &str| matches!(profile.get(name), Some(Value::Word(is)) if is == word);
    let four = names(&["--rows", "4", "--region", "africa", "--has", "relay"]);
    assert!(four.contains(&"zanzibar-bao".to_owned()) && four.len() > 40, "{four:?}");
    assert_eq!(
        names(&["--rows", "4", "--lacks", "relay"]),
        meant(&|loaded, profile| loaded.board.rows == 4 && !has(profile, "laps", "relay"))
    );
    assert_eq!(
        names(&["--ruleset", "toguz", "--ruleset", "kingulu"]),
        ["bao-kingulu", "toguz-korgool", "toguz-xorgol"]
    );
    assert_eq!(
        names(&["--century", "20", "--columns", "8..12"]),
        meant(&|loaded, _| (1901..=2000).contains(&loaded.header.since())
            && (8..=12).contains(&loaded.board.columns))
    );
    assert_eq!(
        names(&["--has", "rounds", "--has", "by-count.numbers=4"]),
        meant(&|loaded, profile| loaded.rounds.several()
            && profile.get("by-count.numbers").is_some_and(|is| is.to_string() == "4"))
    );
    for [one, other] in [["rows=4", "rows=4.0"], ["by-count.numbers=2,3", "by-count.numbers=3,2"]] {
        assert!(!names(&["--has", one]).is_empty(), "{one}");
        assert_eq!(names(&["--has", one]), names(&["--has", other]), "{one}");
    }
    assert_eq!(names(&["--people", "ewe", "--title", "yovodi"]), ["yovodi"]);
    assert_eq!(
        names(&["--source", "de voogt", "--year", "1990..2010"]),
        meant(&|loaded, _| {
            let mut sources = loaded.header.sources.iter();
            (1990..=2010).contains(&loaded.header.since())
                && sources.any(|source| source.author.contains("de Voogt"))
        })
    );
    let years = mankala(&["list", "--json", "--sort", "year,title"]).done().objects();
    let years: Vec<_> = years
        .iter()
        .map(|object| (object["since"].as_u64(), text(object, "title").to_lowercase()))
        .collect();
    assert!(years.is_sorted());
    let mut backwards = names(&["--sort", "year,title", "--reverse"]);
    backwards.reverse();
    assert_eq!(backwards, names(&["--sort", "year,title"]));
    let object = &mankala(&["list", "--json", "--title", "kalah"]).done().objects()[0];
    assert_eq!(object["mechanisms"], serde_json::json!(profile(text(object, "name"), &[]).json()));
}

/// A game is found by any of its names, with and without accents, and by words of its rules.
#[test]
fn words_find_games() {
    for (words, name) in [
        (&["awale"][..], "oware"),
        (&["owari"], "oware"),
        (&["Congklak"], "dakon"),
        (&["pallanguzhi"], "pallam-kuzhi"),
        (&["togyz", "kumalak"], "toguz-korgool"),
        (&["ọware"], "oware"),
        (&["ô ăn quan"], "o-an-quan"),
        (&["o an quan"], "o-an-quan"),
        (&["sungka"], "sungka"),
        (&["yoruba"], "ayoayo"),
        (&["swahili"], "bao-la-kiswahili"),
        (&["toguz-kumalak"], "toguz-korgool"),
        (&["тоғызқұмалақ"], "toguz-korgool"),
        (&["bantumi"], "kalah"),
        (&["igisoro"], "kubuguza"),
        (&["tuzdik"], "toguz-korgool"),
        (&["easy"], "kalah"),
        (&["relay", "philippines"], "sungka"),
    ] {
        let out = mankala(&[&["list"], words].concat()).done().quiet().out;
        let mut names = out.lines().filter_map(|line| line.split(' ').next());
        assert!(names.any(|found| found == name), "{words:?}: {out}");
        assert!(!out.contains("crosscapt-two "), "{words:?}: {out}");
    }
    let [with, without] = ["türkiye", "turkiye"]
        .map(|region| mankala(&["list", "--region", region]).done().quiet().out);
    assert_eq!(with, without);
    let none = mankala(&["list", "relay", "xyz"]).done();
    let said = format!("\"xyz\" is in 0 of {} variants\nnote: no variant matches", GAMES.len());
    assert!(none.err.contains(&said) && !none.err.contains("\"relay\" is in 0"), "{}", none.err);
    let none = mankala(&["list", "--rows", "4", "oware"]).done();
    assert!(!none.err.contains("did you mean"), "{}", none.err);
}

/// Words that only together mean something are read together.
#[test]
fn words_are_read_as_phrases() {
    let found = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let games = mankala(&[&["list", "--json"], &words[..]].concat()).done().quiet().objects();
        games.iter().map(|game| text(game, "name").to_owned()).collect::<BTreeSet<_>>()
    };
    let meant = |holds: &dyn Fn(&(Loaded, Profile)) -> bool| -> BTreeSet<String> {
        GAMES.iter().filter(|game| holds(game)).map(|(game, _)| game.header.name.clone()).collect()
    };
    let three = meant(&|(game, _)| game.board.rows == 3);
    assert!(!three.is_empty());
    for words in ["three rows", "3 rows", "Three Rows", "rows 3"] {
        assert_eq!(found(words), three, "{words}");
    }
    assert_eq!(found("six pits"), meant(&|(game, _)| game.board.columns == 6));
    assert_eq!(found("columns 7"), meant(&|(game, _)| game.board.columns == 7));
    assert_eq!(found("4 seeds west africa"), {
        let all = found("west africa");
        all.intersection(&found("seeds 4")).cloned().collect()
    });
    let none = mankala(&["list", "ten", "rows"]).done();
    assert!(none.err.contains("\"ten rows\" is in 0 of"), "{}", none.err);
}

/// A game called like the words comes before games that mention them.
#[test]
fn the_nearest_names_come_first() {
    for (word, name) in
        [("awari", "awari"), ("omweso", "omweso"), ("oware", "oware"), ("Ô ăn quan", "o-an-quan")]
    {
        let out = mankala(&["list", word]).done().quiet().out;
        let first = out.lines().nth(1).and_then(|line| line.split(' ').next());
        assert_eq!(first, Some(name), "{out}");
    }
}

/// Peoples and places have other names and languages.
#[test]
fn games_are_found_by_people_and_language() {
    for (words, name) in [
        (&["luganda"][..], "omweso"),
        (&["--people", "Ganda"], "omweso"),
        (&["--people", "Masai"], "enkeshui"),
        (&["javanese"], "dakon"),
        (&["--people", "Assam"], "longbeu-a-cha"),
        (&["--people", "Lakher"], "longbeu-a-cha"),
        (&["vietnamese"], "o-an-quan"),
    ] {
        let out = mankala(&[&["list"], words].concat()).done().quiet().out;
        let mut names = out.lines().filter_map(|line| line.split(' ').next());
        assert!(names.any(|found| found == name), "{words:?}: {out}");
    }
    for (words, meant) in [
        (&["--region", "Indonesa"][..], "--region \"Indonesia\"?"),
        (&["--people", "Bagandaa"], "--people \"Baganda\"?"),
        (&["--title", "kallah"], "--title \"kalah\"?"),
        (&["--source", "Muray"], "Murray\"?"),
        (&["kallah"], "\"kalah\"?"),
        (&["relais"], "\"relays\"?"),
        (&["childern"], "\"children\"?"),
    ] {
        let none = mankala(&[&["list"], words].concat()).done();
        let said = format!("no variant matches all filters; did you mean {meant}");
        let said = if words[0] == "--source" { meant } else { &said };
        assert!(none.err.contains(said), "{}", none.err);
    }
}

/// Measures of a file select the games that the comparison found.
#[test]
fn kept_measures_select_games() {
    let folder = folder("kept-measures");
    let file = folder.join("kept");
    let file = file.to_str().expect("UTF-8");
    let command = "compare kalah oware tegre kalah:setup.seeds=3 --games 20 --measures turns --format json --keep";
    let words: Vec<&str> = command.split(' ').chain([file]).collect();
    let compared = mankala(&words).done().object();
    let turns = |place: usize| {
        let turns = &compared["variants"][place]["measures"]["turns"]["value"];
        turns.as_f64().expect("a number")
    };
    let [kalah, oware] = [turns(0), turns(1)];
    let list =
        |conditions: &str| mankala(&["list", "--json", "--where", conditions, "--kept", file]);
    let names = |conditions: &str| {
        let games = list(conditions).done().objects().into_iter();
        games.map(|game| text(&game, "name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("turns>0"), ["kalah", "oware", "tegre"]);
    assert_eq!(names(&format!("turns={}..{}", kalah - 1e-6, kalah + 1e-6)), ["kalah"]);
    assert_eq!(names(&format!("turns>{oware}")), Vec::<String>::new());
    assert_eq!(names("laps_per_move>0"), names("turns>0"));
    fs::write(file, "nothing\n").expect("a file");
    list("turns>0").refused(&["line 1"]);
    mankala(&["list", "--kept", file]).misused();
    let unknown = mankala(&["list", "--where", "laps_per_game>0"]).misused();
    assert!(unknown.err.contains("expected"), "{}", unknown.err);
}

/// Values of games are never refused as impossible.
#[test]
fn every_value_is_possible() {
    for (loaded, profile) in &*GAMES {
        for (mechanism, value) in profile.iter() {
            let asked = format!("{}={value}", mechanism.name);
            assert_eq!(profile.has(&asked), Ok(true), "{}", loaded.header.name);
        }
    }
}

/// Games are selected by the same skill that `design` asks for, as the comparison in `docs/measures.md` found it.
#[test]
fn skill_selects_games() {
    let names = |conditions: &str| {
        let games = mankala(&["list", "--json", "--where", conditions]).done();
        let games = games.objects().into_iter();
        games.map(|game| text(&game, "name").to_owned()).collect::<Vec<_>>()
    };
    let stored = include_str!("../src/report/family-skill.csv");
    let lines = stored.lines().filter(|line| !line.starts_with('#')).skip(1);
    let elo = |line: &str| {
        let mut fields = line.split(',');
        let name = fields.next().expect("a name");
        let value =
            fields.nth(1).expect("a figure").split(' ').next().and_then(|value| value.parse().ok());
        (name.to_owned(), value.unwrap_or(f64::NAN))
    };
    let mut skilful: Vec<String> =
        lines.map(elo).filter(|(_, elo)| *elo >= 100.0).map(|(name, _)| name).collect();
    skilful.sort();
    let mut found = names("skill>100");
    found.sort();
    assert!(!found.is_empty());
    assert_eq!(found, skilful);
    assert_eq!(names("elo_per_doubling>=100 & turns<50"), names("turns<50 & skill>100"));
}

#[test]
fn impossible_filters_are_refused() {
    let wrong = ["--has: unknown mechanism \"relais\"", "did you mean relay"];
    mankala(&["list", "--has", "relais"]).refused(&wrong);
    mankala(&["list", "--lacks", "laps.up=1"]).refused(&["--lacks: unknown mechanism \"laps.up\""]);
    for (value, expected) in [
        ("by-count.numbers=x", "unknown value `x` of by-count.numbers, expected numbers like 2,3"),
        ("rows=2,3", "unknown value `2,3` of rows, expected a number"),
        ("by-count.side=x", "unknown value `x` of by-count.side, expected one of `any`, "),
        ("houses.house-pit=x", "expected a number, list or section"),
        ("rounds=x", "expected one of `burnt`, "),
        ("relay=yes", "unknown mechanism \"relay\""),
        ("majority=x", "unknown value `x` of majority, expected `yes`"),
    ] {
        mankala(&["list", "--has", value]).refused(&[expected]);
    }
    for (flag, empty) in
        [("--region", ""), ("--people", " "), ("--title", "-"), ("--source", ""), ("--", "")]
    {
        let run = mankala(&["list", flag, empty]).misused();
        assert!(run.err.contains("expected letters or digits"), "{flag}: {}", run.err);
    }
    mankala(&["list", "--ruleset", "oware"]).refused(&[
        "--ruleset oware: expected one of zanzibar",
        "oware is a game of the ruleset wari",
    ]);
    mankala(&["list", "--year", "1900..1800"]).misused();
    let none = mankala(&["list", "--rows", "5"]).done();
    assert_eq!(none.err, "note: no variant matches all filters\n");
}

/// The measures of `--where` are listed, and the first one can be the order.
#[test]
fn measures_are_listed_and_sorted() {
    let filters = ["list", "--where", "turns<20 & fair=40%..60%", "--sort", "measure"];
    let objects = mankala(&[&filters[..], &["--json"]].concat()).done().quiet().objects();
    let turns = objects.iter().map(|it| it["measures"]["turns"].as_f64().expect("a number"));
    let turns: Vec<f64> = turns.collect();
    assert!(turns.len() > 5 && turns.is_sorted() && turns.iter().all(|it| *it < 20.0), "{turns:?}");
    let listed = mankala(&filters).done().quiet().out;
    let first = format!("{:.2} (", turns[0]);
    assert!(listed.lines().nth(1).is_some_and(|line| line.contains(&first)), "{listed}");
    assert!(listed.lines().nth(1).is_some_and(|line| line.contains("; n 1000), ")), "{listed}");
    mankala(&["list", "--sort", "measure"]).misused();
    mankala(&["list", "--mechanisms", "--sort", "year"]).misused();
    let some = mankala(&["list", "--mechanisms", "--region", "west africa"]).done().quiet().out;
    assert!(
        some.contains(" variants. Mechanisms that none of them has") && !some.contains("(0)"),
        "{some}"
    );
}

#[test]
fn mechanisms_are_listed_with_their_meaning() {
    let out = mankala(&["list", "--mechanisms"]).done().quiet().out;
    let listed = mankala(&["list", "--mechanisms", "--json"]).done().quiet().objects();
    assert_eq!(listed.len(), all().len());
    for (mechanism, object) in all().iter().zip(&listed) {
        assert_eq!(text(object, "name"), mechanism.name);
        assert!(out.contains(&mechanism.name));
        let may_be_rare = mechanism.parent.is_some() || mechanism.name == OF_ANY_GAME;
        assert!(may_be_rare || object["variants"].as_u64() > Some(0));
    }
    let counted = |word: &str| {
        let having = GAMES.iter().filter(|(_, profile)| profile.has(word) == Ok(true));
        having.count()
    };
    let line = out.lines().find(|line| line.starts_with("  relay "));
    let relays = format!("({})", counted("relay"));
    assert!(line.is_some_and(|line| line.contains(&relays)), "{line:?}");
}
