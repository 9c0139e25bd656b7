//! `solve --all`: values that are kept, parts that are joined, and the certificates of the examples.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use mankala::testing::Budget;

use crate::common::run::{folder, forged, mankala, path, text};

/// Bao Kingulu, which is solved in a second (see `solve::bao_kingulu_is_solved`).
const KINGULU: [&str; 8] =
    ["solve", "--all", "--ruleset", "kingulu", "--budget", "60s", "--memory", "64M"];

fn solve(more: &[&str]) -> crate::common::run::Run {
    mankala(&[&KINGULU, more].concat())
}

#[test]
fn kept_values_are_not_computed_again() {
    let folder = folder("kept-values");
    let (keep, proofs) = (folder.join("values"), folder.join("proofs"));
    let keeping = ["--keep", path(&keep)];
    let certified = ["--certificates", path(&proofs)];
    let told = solve(&[&keeping[..], &certified].concat()).done();
    assert_eq!(told.out, "bao-kingulu  the player to move wins by 4\n");
    assert!(told.err.contains("1 of 1 variants solved"), "{told:?}");
    assert!(told.err.contains("single rounds"), "{told:?}");
    let proof = proofs.join("bao-kingulu.proof");
    mankala(&["verify", path(&proof)]).done();
    // A crash may come between the certificate and its line.
    let kept = fs::read_to_string(&keep).expect("kept values");
    fs::write(&keep, kept.lines().next().expect("a line").to_owned() + "\n").expect("written");
    solve(&[&keeping[..], &certified].concat()).done();
    solve(&certified).refused(&["the file exists"]);
    fs::remove_file(&proof).expect("a certificate");

    // Everything else is shown from the file.
    let kept = fs::read_to_string(&keep).expect("kept values");
    let verify = ["verify", path(&keep)];
    let told = mankala(&verify).done().out;
    assert!(told.contains("values of games, lines: 1, all as kept"), "{told}");
    fs::write(&keep, kept.replace("\"nodes\"", "\"Nodes\"")).expect("a changed file");
    mankala(&verify).refused(&["1 line is wrong"]);
    fs::write(&keep, &kept).expect("kept values");
    let row = solve(&[&keeping[..], &["--format", "csv"]].concat()).done().out;
    let (heads, row) = row.split_once('\n').expect("two rows");
    let heads = heads.split(',');
    let row: HashMap<&str, &str> = heads.zip(row.trim_end().split(',')).collect();
    let cell = |head: &str| row[head];
    assert_eq!(
        ["variant", "value", "winner", "best"].map(cell),
        ["bao-kingulu", "4", "first", "A3"]
    );
    let page = solve(&[&keeping[..], &["--format", "html"]].concat()).done().out;
    assert!(page.contains("<td>bao-kingulu</td><td>first</td><td>4</td>"));
    let object = solve(&[&keeping[..], &["--json"]].concat()).done().object();
    assert_eq!((&object["value"], &object["winner"]), (&4.into(), &"first".into()));
    assert_eq!(fs::read_to_string(&keep).expect("kept values"), kept);

    // Under other rules, the value is not that of this game.
    let (first, line) = kept.split_once('\n').expect("two lines");
    let other = forged(line.trim_end(), |line| {
        line["rules"] = "0123456789abcdef".into();
    });
    fs::write(&keep, format!("{first}\n{other}\n")).expect("written");
    let told = solve(&keeping).done();
    assert!(told.err.contains("values under changed rules: 1"), "{told:?}");
    assert_eq!(fs::read_to_string(&keep).expect("kept values").lines().count(), 3);

    // A value that contradicts its bounds was changed by hand.
    let other = forged(line.trim_end(), |line| line["value"] = 5.into());
    fs::write(&keep, format!("{first}\n{other}\n")).expect("written");
    solve(&keeping).refused(&["line 2", "the numbers are inconsistent"]);
}

/// An open game is tried again by proof numbers alone, which then get all the time, but only once.
#[test]
fn kept_values_tell_the_method_that_was_tried() {
    let keep = folder("kept-methods").join("values");
    let solve = |more: &[&str]| {
        let open = ["solve", "--all", "--ruleset", "zanzibar", "--budget", "1ms", "--memory", "1M"];
        mankala(&[&open[..], &["--keep", path(&keep)], more].concat()).done();
        fs::read_to_string(&keep).expect("kept values").lines().count()
    };
    let first = solve(&[]);
    assert_eq!(solve(&[]), first);
    let second = solve(&["--proof"]);
    assert!(second > first);
    assert_eq!(solve(&["--proof"]), second);
}

#[test]
fn parts_are_joined() {
    let folder = folder("parts-of-values");
    let parts = ["1/2", "2/2"].map(|part| {
        let keep = folder.join(&part[..1]);
        let keeping = ["--keep", path(&keep), "--shard", part];
        assert_eq!(solve(&keeping).done().out, "");
        keep
    });
    let whole = folder.join("whole");
    mankala(&["merge", path(&parts[0]), path(&parts[1]), "--out", path(&whole)]).done();
    let lines = fs::read_to_string(&whole).expect("joined values");
    assert_eq!(lines.lines().count(), 2);
    let told = solve(&["--keep", path(&whole)]).done();
    assert_eq!(told.out, "bao-kingulu  the player to move wins by 4\n");
    assert_eq!(fs::read_to_string(&whole).expect("joined values"), lines);

    let (first, line) = lines.split_once('\n').expect("two lines");
    let other = forged(line.trim_end(), |line| {
        for bound in ["value", "low", "high"] {
            line[bound] = 6.into();
        }
    });
    fs::write(&parts[0], format!("{first}\n{other}\n")).expect("written");
    mankala(&["merge", path(&parts[0]), path(&whole)])
        .refused(&["another part has other bounds for bao-kingulu"]);

    // What each part proves stays proved.
    for (part, [low, high]) in
        parts.iter().zip([[json!(-20), json!(null)], [json!(null), json!(38)]])
    {
        let open = forged(line.trim_end(), |line| {
            line["low"] = low.clone();
            line["high"] = high.clone();
            for unknown in ["value", "winner", "best", "proof"] {
                line[unknown] = json!(null);
            }
        });
        fs::write(part, format!("{first}\n{open}\n")).expect("written");
    }
    let both = mankala(&["merge", path(&parts[0]), path(&parts[1])]).done();
    let both = &both.objects()[1];
    assert_eq!((&both["low"], &both["high"]), (&json!(-20), &json!(38)));
}

#[test]
fn wrong_use_is_refused() {
    solve(&["--rows", "6"]).refused(&["no variant matches all filters"]);
    solve(&["--json", "--format", "csv"]).misused();
    solve(&["--force"]).misused();
    mankala(&["solve", "kalah", "--keep", "values"]).misused();
    mankala(&["solve", "kalah", "--certificates", "proofs"]).misused();
    let folder = folder("wrong-values");
    let keep = folder.join("values");
    fs::write(&keep, "{}\n").expect("written");
    solve(&["--keep", path(&keep)])
        .refused(&["expected a file of format \"mankala values\", version 1"]);
}

/// Without a rule on repeated positions, neither player can force an end that is better than going on: by the naive
/// solver of `solve`, both bounds of this game stay apart. The certificate claims no end, which would be refused.
#[test]
fn a_game_may_be_endless() {
    let file = folder("endless").join("proof");
    let (game, memory) = (["solve", "um-el-tuweisat"], ["--memory", "256M", "--json"]);
    let written = ["--certificate", path(&file)];
    let told = mankala(&[&game[..], &memory, &written].concat()).done().out;
    assert!(told.contains("\"value\":null") && told.contains("\"endless\":true"), "{told}");
    let told = mankala(&[&game[..], &memory[..2]].concat()).done().out;
    assert!(
        told.starts_with("endless: ") && told.contains("\nends that can be forced: "),
        "{told}"
    );
    let all = ["solve", "--all", "--budget", "60s", "--title", "tuweisat"];
    let told = mankala(&[&all[..], &memory].concat()).done().out;
    assert!(told.contains(",\"endless\":true"), "{told}");
    let told = mankala(&["verify", path(&file)]).done().out;
    assert!(told.starts_with("endless: "), "{told}");
    for claim in ["South gets 2", "North gets 4"] {
        let claim = format!("{claim} or more, or play never ends\n");
        assert!(told.contains(&claim), "{told}");
    }
    let text = fs::read_to_string(&file).expect("a certificate");
    let (line, letters) = text.split_once('\n').expect("two lines");
    let line = forged(line, |line| {
        for claim in line["claims"].as_array_mut().expect("claims") {
            claim.as_object_mut().expect("a claim").shift_remove("endless");
        }
    });
    fs::write(&file, format!("{line}\n{letters}")).expect("written");
    mankala(&["verify", path(&file)]).refused(&["a position comes back"]);
}

/// Games of which the certificate claims only a win, as the document beside them says.
const ONLY_WINS: [&str; 4] = ["gabata-wuqro", "hoyito", "hoyito-rounds", "yovodi"];

/// The table of the examples has a certificate of each proof that is small enough, and they hold.
///
/// They claim the bounds of the table for the winner.
#[test]
fn the_certificates_of_the_examples_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/solved");
    let table = fs::read_to_string(folder.join("values.csv")).expect("the table");
    let heads: Vec<&str> = table.lines().next().expect("headings").split(',').collect();
    let place = |head: &str| heads.iter().position(|it| *it == head).expect(head);
    let [name, winner, bytes, check] =
        ["variant", "winner", "proof_bytes", "proof_check"].map(place);
    let bounds = ["low", "high"].map(place);
    let full = Budget::from_env() == Budget::FULL;
    let mut verified = 0;
    for row in table.lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let proof = folder.join(format!("{}.proof", row[name]));
        // The best move, which lies between, may have commas.
        let [bytes, check] = [bytes, check].map(|place| row[row.len() - heads.len() + place]);
        let Ok(bytes) = bytes.parse::<u64>() else {
            assert!(!proof.exists(), "{proof:?}");
            continue;
        };
        assert!(!row[winner].is_empty(), "{row:?}");
        if !proof.exists() {
            continue;
        }
        let data = fs::read(&proof).expect("a certificate");
        let size = u64::try_from(data.len()).expect("a size");
        assert_eq!(size, bytes, "{proof:?}");
        let sum = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        assert_eq!(format!("{sum:016x}"), check, "{proof:?}");
        if !full && size > 2000 {
            continue;
        }
        let object = mankala(&["verify", path(&proof), "--json"]).done().object();
        assert_eq!(text(&object, "variant"), row[name]);
        let claims = object["claims"].as_array().expect("claims");
        let endless = row[winner] == "endless";
        let only_wins = ONLY_WINS.contains(&row[name]);
        let least = |side: &str| {
            let claims = &mut claims.iter();
            let claim =
                claims.find(|it| it["side"] == side && it["endless"].is_boolean() == endless);
            claim.and_then(|it| it["least"].as_i64())
        };
        let known = |place: usize| row[place].parse::<i64>().ok();
        let [low, high] = bounds.map(|place| known(place).filter(|_| !only_wins));
        let found = match (row[winner], least("S"), least("N")) {
            ("first", Some(south), _) => south >= low.unwrap_or(1).max(1),
            ("second", _, Some(north)) => north >= high.map_or(1, |high| -high).max(1),
            ("draw", south, north) => south.min(north) >= Some(0),
            ("endless", Some(south), Some(north)) => south + north > 0,
            _ => false,
        };
        assert!(found, "{row:?}: {claims:?}");
        verified += 1;
    }
    assert!(verified >= 10, "only {verified} certificates were verified");
}
