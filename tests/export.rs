//! Exports read back by small readers, and tests of groupings with known answers.

use std::collections::BTreeMap;

use mankala::Catalogue;
use mankala::Dice;
use mankala::atlas::distance::{Sampled, matrix};
use mankala::atlas::grouping::{mantel, permanova, thinned};
use mankala::atlas::linkage::average;
use mankala::atlas::mechanisms::{Profile, all};
use mankala::atlas::places::{kilometres, subregion};

use crate::common::run::mankala;

/// Selection of some twenty games.
const SOME: [&str; 4] = ["--rows", "2", "--columns", "5"];

fn exported(options: &[&str]) -> String {
    let all = [&["export"], &SOME[..], options].concat();
    mankala(&all).done().quiet().out
}

fn never() -> bool {
    false
}

/// Distances as the program prints them as JSON.
fn distances() -> (Vec<String>, Vec<Vec<f64>>) {
    let object =
        mankala(&[&["export", "--distances", "--json"], &SOME[..]].concat()).done().object();
    let names = serde_json::from_value(object["variants"].clone()).expect("names");
    let distances = serde_json::from_value(object["distances"].clone()).expect("numbers");
    (names, distances)
}

/// Reads lines of a name and numbers.
fn rows(lines: &str, between: char) -> Vec<(String, Vec<f64>)> {
    let row = |line: &str| {
        let mut fields = line.trim().split(between).map(str::trim);
        let name = fields.next().expect("a name").trim_matches('\'').to_owned();
        (name, fields.map(|it| it.parse().expect("a number")).collect())
    };
    lines.lines().filter(|line| !line.trim().is_empty()).map(row).collect()
}

#[test]
fn distances_are_read_back_from_each_format() {
    let (names, right) = distances();
    assert!(names.len() > 15, "{names:?}");
    let same = |found: Vec<(String, Vec<f64>)>| {
        assert_eq!(found.len(), names.len());
        for ((name, row), (own, right)) in found.iter().zip(names.iter().zip(&right)) {
            assert_eq!(name, own);
            assert_eq!(row.len(), right.len());
            assert!(row.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-6), "{name}");
        }
    };
    let csv = exported(&["--distances"]);
    let (head, body): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.starts_with('#'));
    assert!(head.join(" ").contains(env!("CARGO_PKG_VERSION")) && head.join(" ").contains("Gower"));
    assert_eq!(body[0], format!("variant,{}", names.join(",")));
    same(rows(&body[1..].join("\n"), ','));
    let phylip = exported(&["--distances", "--format", "phylip"]);
    let (count, body) = phylip.split_once('\n').expect("lines");
    assert_eq!(count, names.len().to_string());
    same(rows(body, ' '));
    let nexus = exported(&["--distances", "--format", "nexus"]);
    assert!(nexus.starts_with("#NEXUS\n["));
    let labels = between(&nexus, "TAXLABELS", ";");
    let labels: Vec<&str> = labels.split_whitespace().map(|it| it.trim_matches('\'')).collect();
    assert_eq!(labels, names);
    same(rows(between(&nexus, "MATRIX\n", ";"), ' '));
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).expect(from);
    rest.split_once(to).expect(to).0
}

#[test]
fn traits_are_those_of_the_games() {
    let catalogue = Catalogue::new();
    let profile = |name: &str| Profile::of(&catalogue.load(name, &[]).expect("a variant"));
    let csv = exported(&["--traits"]);
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let heads: Vec<&str> = lines.next().expect("a header").split(',').skip(1).collect();
    // No value of these games but a list of pits holds a comma.
    let (mut games, mut cells) = (0, 0);
    for line in lines.filter(|line| !line.contains('"')) {
        let mut fields = line.split(',');
        let profile = profile(fields.next().expect("a name"));
        let values: Vec<&str> = fields.collect();
        assert_eq!(values.len(), heads.len(), "{line}");
        for (head, value) in heads.iter().zip(values) {
            let right = profile.get(head).map(ToString::to_string);
            assert_eq!(value, right.unwrap_or_default(), "{line}: {head}");
            cells += 1;
        }
        games += 1;
    }
    assert!(games > 4 && cells > 80, "{games} {cells}");
    // The states of NEXUS stand for the same values; PHYLIP has the same rows.
    let nexus = exported(&["--traits", "--format", "nexus"]);
    let labels: Vec<Vec<&str>> = between(&nexus, "CHARSTATELABELS\n", "  ;\n")
        .lines()
        .map(|line| line.split('\'').skip(1).step_by(2).collect())
        .collect();
    let rows: BTreeMap<&str, &str> = between(&nexus, "MATRIX\n", "  ;\n")
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .map(|(name, row)| (name.trim_matches('\''), row))
        .collect();
    for (name, row) in &rows {
        let profile = profile(name);
        assert_eq!(row.len(), labels.len());
        for (symbol, label) in row.chars().zip(&labels) {
            let value = profile.get(label[0]).map(ToString::to_string);
            match symbol {
                '0' => assert_eq!(value, None),
                '-' => assert!(value.is_none() && label[0].contains('.')),
                _ => {
                    let state = symbol.to_digit(36).expect("a symbol") as usize;
                    assert_eq!(Some(label[1 + state].to_owned()), value, "{name}");
                }
            }
        }
    }
    let phylip = exported(&["--traits", "--format", "phylip"]);
    assert_eq!(phylip.lines().next(), Some(&*format!("{} {}", rows.len(), labels.len())));
    for line in phylip.lines().skip(1) {
        let (name, row) = line.split_once(' ').expect("a name");
        assert_eq!(rows[name], row);
    }
}

/// Leaf or group of a tree that was read: its age, its leaves, and its support.
struct Read {
    age: f64,
    leaves: Vec<String>,
    support: Option<u32>,
}

/// Reads a group of a Newick tree at the beginning of `text`; adds it and all within to `found`.
fn read<'a>(text: &'a str, found: &mut Vec<Read>) -> &'a str {
    let (mut rest, mut leaves, mut age) = (text, Vec::new(), 0.0);
    if let Some(inner) = text.strip_prefix('(') {
        rest = inner;
        loop {
            rest = read(rest, found);
            let child = found.last().expect("a group");
            leaves.extend(child.leaves.clone());
            let child = child.age;
            let end = rest.find([',', ')']).expect("an end");
            let branch: f64 = rest[1..end].parse().expect("a length");
            age = child + branch;
            let is_last = rest[end..].starts_with(')');
            rest = &rest[end + 1..];
            if is_last {
                break;
            }
        }
    }
    let end = rest.find([':', ';', ',', ')']).expect("an end");
    let name = &rest[..end];
    let support = name.parse().ok();
    if leaves.is_empty() {
        leaves.push(name.to_owned());
    }
    found.push(Read { age, leaves, support });
    &rest[end..]
}

/// Two games meet at half the mean distance of the groups that join there.
#[test]
fn trees_are_read_back() {
    let (names, distances) = distances();
    let tree = average(&distances);
    let text = exported(&["--trees", "--bootstrap", "40", "--seed", "3"]);
    let (comment, newick) = text.split_once('\n').expect("two lines");
    assert!(comment.starts_with('[') && comment.contains("40 samples") && comment.ends_with(']'));
    let mut found = Vec::new();
    assert_eq!(read(newick.trim_end(), &mut found), ";");
    let groups: Vec<&Read> = found.iter().filter(|it| it.leaves.len() > 1).collect();
    assert_eq!(groups.len(), names.len() - 1);
    for (join, members) in tree.joins.iter().zip(tree.groups()) {
        let mut members: Vec<&String> = members.iter().map(|&it| &names[it]).collect();
        members.sort();
        let same = groups.iter().find(|group| {
            let mut leaves: Vec<&String> = group.leaves.iter().collect();
            leaves.sort();
            leaves == members
        });
        let group = same.unwrap_or_else(|| panic!("{members:?}"));
        assert!((group.age - join.height / 2.0).abs() < 1e-4, "{members:?}");
        assert_eq!(group.support.is_none(), members.len() == names.len());
        assert!(group.support.is_none_or(|support| support <= 100));
    }
    assert!(groups.iter().any(|it| it.support.is_some_and(|support| support > 50)));
    assert!(groups.iter().any(|it| it.support.is_some_and(|support| support < 100)));
    assert_eq!(exported(&["--trees", "--bootstrap", "40", "--seed", "3"]), text);
    assert_ne!(exported(&["--trees", "--bootstrap", "40", "--seed", "4"]), text);
    let nexus = exported(&["--trees", "--format", "nexus"]);
    let tree = between(&nexus, "= [&R] ", "\n");
    let mut again = Vec::new();
    assert_eq!(read(tree, &mut again), ";");
    assert_eq!(again.len(), found.len());
    let alone = mankala(&["export", "kalah", "--trees"]).done().quiet().out;
    assert!(alone.ends_with("\nkalah;\n"), "{alone}");
}

/// With each mechanism once, samples give the distances themselves; without a block, the others decide.
#[test]
fn samples_weigh_mechanisms() {
    let catalogue = Catalogue::new();
    let load = |name: &&str| Profile::of(&catalogue.load(name, &[]).expect("a variant"));
    let games: Vec<Profile> =
        ["kalah", "kalah:setup.seeds=8", "oware", "zanzibar-bao"].iter().map(load).collect();
    let sampled = Sampled::new(&games);
    let once = sampled.weighted(&vec![1; all().len()]);
    for (row, right) in once.iter().zip(matrix(&games)) {
        assert!(row.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-12));
    }
    let seeds = |weight: u32| {
        let times = all().iter().map(|it| if it.name == "seeds" { weight } else { 1 });
        sampled.weighted(&times.collect::<Vec<_>>())[0][1]
    };
    // ln(8/4) of ln(12/1), in one of five blocks: twice in four, or never.
    let far = f64::ln(2.0) / f64::ln(12.0) / 5.0;
    assert!((seeds(2) - 2.0 * far / 4.0).abs() < 1e-12);
    assert!(seeds(0).abs() < 1e-12);
    let mut dice = Dice::seeded(1);
    assert_ne!(sampled.draw(&mut dice), sampled.draw(&mut dice));
}

/// The examples of scikit-bio, which were checked with `adonis` of the R package vegan.
#[test]
fn permanova_agrees_with_vegan() {
    let ties =
        [[0.0, 1.0, 1.0, 4.0], [1.0, 0.0, 3.0, 2.0], [1.0, 3.0, 0.0, 3.0], [4.0, 2.0, 3.0, 0.0]];
    let none =
        [[0.0, 1.0, 5.0, 4.0], [1.0, 0.0, 3.0, 2.0], [5.0, 3.0, 0.0, 3.0], [4.0, 2.0, 3.0, 0.0]];
    let unequal = [
        [0.0, 1.0, 0.1, 0.5678, 1.0, 1.0],
        [1.0, 0.0, 0.002, 0.42, 0.998, 0.0],
        [0.1, 0.002, 0.0, 1.0, 0.123, 1.0],
        [0.5678, 0.42, 1.0, 0.0, 0.123, 0.43],
        [1.0, 0.998, 0.123, 0.123, 0.0, 0.5],
        [1.0, 0.0, 1.0, 0.43, 0.5, 0.0],
    ];
    let mut dice = Dice::seeded(42);
    let mut test = |distances: Vec<Vec<f64>>, groups: &[usize]| {
        permanova(&distances, groups, 999, &mut dice, &never).expect("groups")
    };
    let two = [0, 0, 1, 1];
    for (found, f, p) in [
        (test(ties.map(Vec::from).to_vec(), &two), 2.0, 0.68),
        (test(none.map(Vec::from).to_vec(), &two), 4.4, 0.345),
        (test(unequal.map(Vec::from).to_vec(), &[0, 1, 2, 1, 0, 0]), 0.578_848, 0.655),
    ] {
        assert!((found.pseudo_f - f).abs() < 1e-6, "{found:?}");
        assert!((found.p - p).abs() < 0.05, "{found:?}");
        // F is R² over its rest, each by its degrees of freedom; of four things in two groups there are 1 and 2.
        if f > 1.0 {
            assert!((found.r2 - f / (f + 2.0)).abs() < 1e-12, "{found:?}");
        }
    }
}

/// Distances in two clouds: groups that are the clouds are found, random ones not, and so for places.
#[test]
fn made_groups_are_found_and_random_ones_not() {
    let mut dice = Dice::seeded(9);
    let point = |cloud: u32, dice: &mut Dice| f64::from(10 * cloud + dice.below(8));
    let points: Vec<f64> = (0..40).map(|it| point(it % 2, &mut dice)).collect();
    let far: Vec<Vec<f64>> =
        points.iter().map(|a| points.iter().map(|b| (a - b).abs()).collect()).collect();
    let clouds: Vec<usize> = (0..40).map(|it| it % 2).collect();
    let halves: Vec<usize> = (0..40).map(|it| it / 20).collect();
    let right = permanova(&far, &clouds, 999, &mut dice, &never).expect("groups");
    assert!((right.p - 0.001).abs() < 1e-12 && right.r2 > 0.6, "{right:?}");
    let wrong = permanova(&far, &halves, 999, &mut dice, &never).expect("groups");
    assert!(wrong.p > 0.05 && wrong.r2 < 0.1, "{wrong:?}");
    let twice: Vec<Vec<f64>> =
        far.iter().map(|row| row.iter().map(|it| 2.0 * it + 1.0).collect()).collect();
    let same = mantel(&far, &twice, 999, &mut dice, &never).expect("not stopped");
    assert!((same.r - 1.0).abs() < 1e-9 && same.p < 0.01, "{same:?}");
    let other: Vec<f64> = (0..40).map(|_| f64::from(dice.below(100))).collect();
    let other: Vec<Vec<f64>> =
        other.iter().map(|a| other.iter().map(|b| (a - b).abs()).collect()).collect();
    let none = mantel(&far, &other, 999, &mut dice, &never).expect("not stopped");
    assert!(none.r.abs() < 0.2 && none.p > 0.01, "{none:?}");
    // The example of scikit-bio.
    let small = |rows: [[f64; 3]; 3]| rows.map(Vec::from).to_vec();
    let one = small([[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]]);
    let two = small([[0.0, 2.0, 7.0], [2.0, 0.0, 6.0], [7.0, 6.0, 0.0]]);
    let both = mantel(&one, &two, 99, &mut dice, &never).expect("not stopped");
    assert!((both.r - 0.755_928_9).abs() < 1e-6, "{both:?}");
    assert_eq!(permanova(&far, &[0; 40], 9, &mut dice, &never), None);
    assert_eq!(mantel(&far, &far, 9, &mut dice, &|| true), None);
}

#[test]
fn thinning_limits_each_group() {
    let kinds = ["a", "b", "a", "a", "c", "b", "a"];
    let mut dice = Dice::seeded(2);
    let kept = thinned(&kinds, 2, &mut dice);
    assert!(kept.is_sorted());
    let count = |kind: &str| kept.iter().filter(|&&it| kinds[it] == kind).count();
    assert_eq!(["a", "b", "c"].map(count), [2, 2, 1]);
    let drawn: std::collections::BTreeSet<_> =
        (0..50).map(|_| thinned(&kinds, 1, &mut dice)).collect();
    assert_eq!(drawn.len(), 8);
}

#[test]
fn places_have_subregions_and_distances() {
    for (region, part) in [
        ("Togo and Ghana (Ewe)", Some("Western Africa")),
        ("Ethiopia (Wollo)", Some("Eastern Africa")),
        ("Egypt (Suez)", Some("Northern Africa")),
        ("Indonesia (Aceh, Sumatra)", Some("South-eastern Asia")),
        ("the Caribbean", Some("Caribbean")),
        ("the computer", None),
    ] {
        assert_eq!(subregion(region), part, "{region}");
    }
    // A quarter of the equator, and from pole to pole.
    let quarter = std::f64::consts::FRAC_PI_2 * 6371.0;
    assert!((kilometres([0.0, 0.0], [0.0, 90.0]) - quarter).abs() < 1e-6);
    assert!((kilometres([90.0, 0.0], [-90.0, 50.0]) - 2.0 * quarter).abs() < 1e-6);
}

#[test]
fn groupings_are_tested() {
    let options =
        ["export", "--test", "ruleset", "--ruleset", "wari", "--ruleset", "weg", "--json"];
    let object = mankala(&options).done().quiet().object();
    let test = &object["tests"][0];
    assert_eq!(test["permanova"]["p"].as_f64(), Some(0.001));
    assert!(object["groups"]["wari"].as_u64().is_some_and(|count| count > 50));
    let out = mankala(&[
        "export",
        "--test",
        "region",
        "--rows",
        "4",
        "--thin",
        "2",
        "--permutations",
        "99",
    ])
    .done()
    .quiet()
    .out;
    assert!(
        out.contains("thinned to 2 per place") && out.contains("Mantel test with kilometres: r "),
        "{out}"
    );
    mankala(&["export", "kalah", "oware", "--test", "ruleset"])
        .refused(&["--test ruleset: expected two groups or more"]);
}

#[test]
fn wrong_exports_are_refused() {
    mankala(&["export"]).misused();
    mankala(&["export", "--trees", "--distances"]).misused();
    mankala(&["export", "--trees", "--format", "csv"]).misused();
    mankala(&["export", "--distances", "--bootstrap", "9"]).misused();
    mankala(&["export", "--distances", "--thin", "2"]).misused();
    mankala(&["export", "--traits", "--by", "play"]).misused();
    mankala(&["export", "kalah", "--rows", "2", "--traits"]).misused();
    mankala(&["export", "kalah", "kalah", "--traits"]).refused(&["found \"kalah\" twice"]);
    let two = mankala(&["export", "--trees", "kalah", "oware"]).done().out;
    assert!(two.contains("correlation: undefined for fewer than three games"), "{two}");
    mankala(&["export", "--rows", "5", "--traits"]).refused(&["no variant matches"]);
    let quoted = ["export", "kalah:setup.seeds=5", "oware", "--trees"];
    let out = mankala(&quoted).done().quiet().out;
    assert!(out.contains("'kalah:setup.seeds=5'"), "{out}");
}
