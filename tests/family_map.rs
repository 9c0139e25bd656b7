//! The map of the family: laid out as the distances say, trees as a naive program finds them, pages that many games fit on.

use std::collections::BTreeSet;

use mankala::atlas::linkage::average;
use mankala::atlas::plane::{pairs, plane};
use mankala::{Catalogue, Comparison, Dice, Loaded, Measure, PlayerSpec, Report};

type Matrix = Vec<Vec<f64>>;

fn drawn(dice: &mut Dice, n: usize, least: u32, most: u32) -> Matrix {
    let mut matrix = vec![vec![0.0; n]; n];
    for (i, j) in pairs(n) {
        let distance = f64::from(least + dice.below(most - least));
        (matrix[i][j], matrix[j][i]) = (distance, distance);
    }
    matrix
}

fn between(points: &[[f64; 2]]) -> Matrix {
    let far = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    points.iter().map(|a| points.iter().map(|b| far(a, b)).collect()).collect()
}

/// Points of the plane, few and many, some in one place or on one line, come back as they were, turned or mirrored.
#[test]
fn known_points_get_their_distances_back() {
    let mut dice = Dice::seeded(5);
    let mut point = || [0, 1].map(|_| f64::from(dice.below(1000)) / 100.0);
    let some: Vec<[f64; 2]> = (0..40).map(|_| point()).collect();
    let twice: Vec<[f64; 2]> = some.iter().chain(&some[..5]).copied().collect();
    let line: Vec<[f64; 2]> = (0..12).map(|at| [f64::from(at), 0.0]).collect();
    let triangle = vec![[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]];
    for points in [some, twice, line, triangle] {
        let given = between(&points);
        let found = plane(&given);
        let back = between(&found.points);
        for (i, j) in pairs(points.len()) {
            assert!((given[i][j] - back[i][j]).abs() < 1e-4, "{i} {j}");
        }
        assert!(found.stress < 1e-5 && found.explained > 0.999_999);
        assert!(found.off.iter().all(|off| *off < 1e-4));
    }
}

/// Compares the stress of points that need a third dimension with its definition, also without any distance.
#[test]
fn stress_measures_misfit() {
    let mut dice = Dice::seeded(6);
    let given = drawn(&mut dice, 25, 50, 100);
    let found = plane(&given);
    let back = between(&found.points);
    let sum = |of: &dyn Fn(usize, usize) -> f64| pairs(25).map(|(i, j)| of(i, j)).sum::<f64>();
    let off = sum(&|i, j| (given[i][j] - back[i][j]).powi(2));
    let stress = (off / sum(&|i, j| back[i][j].powi(2))).sqrt();
    assert!((found.stress - stress).abs() < 1e-9 && stress > 0.1);
    assert!((0.0..1.0).contains(&found.explained));
    // Each pair counts for both of its ends.
    let of_points: f64 = found.off.iter().map(|off| off * off * 24.0).sum();
    assert!((of_points - 2.0 * off).abs() < 1e-6 * off);
    assert_eq!(plane(&given), found);
    for n in [0, 1, 2, 9] {
        let same = plane(&vec![vec![0.0; n]; n]);
        assert_eq!(same.points, vec![[0.0; 2]; n]);
        assert_eq!((same.stress, same.explained), (0.0, 0.0));
    }
}

/// Average linkage as it is defined, from the first distances each time: members of both groups, and the mean distance.
fn naive(distances: &Matrix) -> Vec<(BTreeSet<usize>, f64)> {
    let mut groups: Vec<BTreeSet<usize>> =
        (0..distances.len()).map(|leaf| BTreeSet::from([leaf])).collect();
    let mut joined = Vec::new();
    while groups.len() > 1 {
        let mean = |a: &BTreeSet<usize>, b: &BTreeSet<usize>| {
            let all = a.iter().flat_map(|&i| b.iter().map(move |&j| distances[i][j]));
            let count = u32::try_from(a.len() * b.len()).expect("few");
            all.sum::<f64>() / f64::from(count)
        };
        let all = pairs(groups.len()).map(|(i, j)| (i, j, mean(&groups[i], &groups[j])));
        let (i, j, height) = all.min_by(|a, b| a.2.total_cmp(&b.2)).expect("two groups");
        let other = groups.remove(j);
        groups[i].extend(other);
        joined.push((groups[i].clone(), height));
    }
    joined
}

/// The joins of the program with their members.
fn joins(distances: &Matrix) -> Vec<(BTreeSet<usize>, f64)> {
    let tree = average(distances);
    let mut members: Vec<BTreeSet<usize>> =
        (0..distances.len()).map(|leaf| BTreeSet::from([leaf])).collect();
    for join in &tree.joins {
        let [a, b] = join.parts.map(|part| members[part].clone());
        members.push(&a | &b);
        assert_eq!(members.last().map(BTreeSet::len), Some(join.leaves));
    }
    let heights = tree.joins.iter().map(|join| join.height);
    members.into_iter().skip(distances.len()).zip(heights).collect()
}

fn agree(distances: &Matrix) {
    let (ours, theirs) = (joins(distances), naive(distances));
    assert_eq!(ours.len(), theirs.len());
    for ((members, height), (other, at)) in ours.iter().zip(&theirs) {
        assert_eq!(members, other);
        assert!((height - at).abs() < 1e-9, "{height} {at}");
    }
}

/// Five bacteria by their 5S ribosomal RNA, the usual example of the method, done by hand: 17, 22, 28 and 33.
#[test]
fn trees_are_those_of_a_naive_program() {
    let upper = [&[17, 21, 31, 23][..], &[30, 34, 21], &[28, 39], &[43]];
    let mut distances = vec![vec![0.0; 5]; 5];
    for (i, row) in upper.iter().enumerate() {
        for (k, &distance) in row.iter().enumerate() {
            let (j, distance) = (i + 1 + k, f64::from(distance));
            (distances[i][j], distances[j][i]) = (distance, distance);
        }
    }
    let heights: Vec<f64> = joins(&distances).iter().map(|join| join.1).collect();
    assert_eq!(heights, [17.0, 22.0, 28.0, 33.0]);
    agree(&distances);
    let tree = average(&distances);
    // The heights at which pairs meet are 17, 33, 33, 22 for the first with the others, and so on.
    let met = [17.0, 33.0, 33.0, 22.0, 33.0, 33.0, 22.0, 28.0, 33.0, 33.0];
    let given: Vec<f64> = pairs(5).map(|(i, j)| distances[i][j]).collect();
    let means = [&met[..], &given].map(|list| list.iter().sum::<f64>() / 10.0);
    let sum = |a: &[f64], x: f64, b: &[f64], y: f64| {
        let terms = a.iter().zip(b).map(|(a, b)| (a - x) * (b - y));
        terms.sum::<f64>()
    };
    let both = sum(&met, means[0], &met, means[0]) * sum(&given, means[1], &given, means[1]);
    let right = sum(&met, means[0], &given, means[1]) / both.sqrt();
    assert!((tree.cophenetic(&distances) - right).abs() < 1e-12);
    let mut dice = Dice::seeded(7);
    for n in [1, 2, 3, 10, 30] {
        let distances = drawn(&mut dice, n, 1, 1_000_000);
        agree(&distances);
        let mut order = average(&distances).order;
        order.sort_unstable();
        assert_eq!(order, (0..n).collect::<Vec<_>>());
    }
}

fn report(variants: &[&str], comparison: &Comparison) -> Report {
    let load = |name: &&str| -> (String, Loaded) {
        let loaded = Catalogue::new().load(name, &[]).expect("a variant");
        ((*name).to_owned(), loaded)
    };
    let variants: Vec<_> = variants.iter().map(load).collect();
    let never = || false;
    let report = comparison.run(&variants, &never, |_| {});
    report.expect("nobody stops it")
}

fn part<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from}"));
    let length = page[start..].find(to).expect("an end");
    &page[start..start + length + to.len()]
}

/// The name that a text of a picture shows, and where.
fn texts(svg: &str) -> Vec<(String, [f64; 2])> {
    let elements = svg.split("<text").skip(1).map(|rest| {
        let (head, rest) = rest.split_once('>').expect("an element");
        let number = |name: &str| {
            let (_, value) = head.split_once(name).expect("a place");
            value.split('"').next().and_then(|it| it.parse::<f64>().ok()).expect("a number")
        };
        let words = rest.split("</text>").next().expect("words");
        (words.to_owned(), [number(" x=\""), number(" y=\"")])
    });
    elements.collect()
}

const KIN: [&str; 9] =
    ["oware", "wari", "awari", "songo", "uril", "ouri", "oware-bennett", "das-bohnenspiel", "i"];

#[test]
fn the_map_is_drawn_with_names_that_lie_apart() {
    let comparison = Comparison { measures: Some(vec![Measure::Plies]), ..Comparison::new(2, 1) };
    let page = report(&KIN, &comparison).page();
    let section = part(&page, "<section id=\"map\">", "</section>");
    // Nothing of the dozen was measured, so that there is no distance by play.
    assert!(!section.contains("id=\"map-play\""));
    let map = part(section, "<svg class=\"map\"", "</svg></div>");
    let labels = texts(map);
    let names: BTreeSet<&str> = labels.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, KIN.into_iter().collect());
    for (a, b) in pairs(labels.len()) {
        let ((one, [x, y]), (other, [to_x, to_y])) = (&labels[a], &labels[b]);
        let letters = u32::try_from(one.len() + other.len()).expect("few");
        let apart = (x - to_x).abs() > 3.1 * f64::from(letters) || (y - to_y).abs() > 10.9;
        assert!(apart, "{one} lies over {other}");
    }
    insta::assert_snapshot!("map_of_kin", section.replace("><", ">\n<"));
    assert!(!report(&KIN[..7], &comparison).page().contains("id=\"map\""));
}

/// Oware under many names of seeds and pits, more than a row each would be good for.
fn crowd() -> Vec<String> {
    let sizes = (3..8).flat_map(|columns| (2..8).map(move |seeds| (columns, seeds)));
    sizes.map(|(columns, seeds)| format!("board.columns={columns},setup.seeds={seeds}")).collect()
}

/// Its page.
pub(crate) fn crowded_page() -> String {
    let load = |changes: String| -> (String, Loaded) {
        let words: Vec<String> = changes.split(',').map(str::to_owned).collect();
        let loaded = Catalogue::new().load("oware", &words).expect("a variant");
        (format!("oware:{changes}"), loaded)
    };
    let variants: Vec<_> = crowd().into_iter().map(load).collect();
    let comparison = Comparison {
        judges: vec![PlayerSpec::Random],
        measures: Some(
            Measure::named("dozen")
                .expect("a list")
                .into_iter()
                .filter(|it| *it != Measure::EloPerDoubling)
                .collect(),
        ),
        ..Comparison::new(30, 1)
    };
    let never = || false;
    let report = comparison.run(&variants, &never, |_| {});
    report.expect("nobody stops it").page()
}

#[test]
fn a_page_of_many_games_is_small_and_has_each_everywhere() {
    let page = crowded_page();
    let count = crowd().len();
    assert!(page.len() / count < 5_000_000 / 300, "{} bytes", page.len());
    // Two maps, two trees and a card; the fair table and those of four questions. A ranking for the judge and each measure
    // but three holds it in one list; a move of Oware has one lap, whoever plays.
    let rankings = 1 + Measure::named("dozen").expect("a list").len() - 4;
    let apart = part(&page, "<h3 id=\"apart\">", "</table>");
    let parts = page.matches("data-v=\"7\"").count() - apart.matches("data-v=\"7\"").count();
    let questions = ["Skill", "Length", "Decided", "Foresight", "Choice"].len();
    assert_eq!(parts, 2 + 2 + 1 + 1 + questions);
    let lists = page.split("data-marks=\"").skip(1).filter_map(|it| it.split('"').next());
    let lists: Vec<Vec<&str>> = lists.map(|it| it.split('|').collect()).collect();
    assert_eq!(lists.len(), rankings);
    for list in &lists {
        let own = list.iter().filter(|mark| mark.starts_with("7 ")).count();
        assert_eq!((own, list.len()), (1, count));
    }
    // Numbers on the map are links with names, to cards that are there.
    let map = part(&page, "<svg class=\"map\"", "</svg></div>");
    let links: Vec<&str> = map.split("<a data-v=").skip(1).collect();
    assert_eq!(links.len(), count);
    for link in links {
        let card =
            part(link, "href=\"#", "\" ").trim_start_matches("href=\"#").trim_end_matches("\" ");
        assert!(page.contains(&format!("<article class=\"card\" id=\"{card}\"")), "{card}");
        assert!(link.contains("aria-label=\"oware:board.columns="), "{link}");
    }
    // 340 games stay far below the 129 000 elements that the atlas once had.
    let elements = page.matches('<').count() - page.matches("</").count();
    assert!(elements / count < 130, "{} a game", elements / count);
    assert_eq!(page.matches("data-find=").count(), count);
    assert!(page.contains("Nearest by rules: ") && page.contains("Nearest by play: "));
    assert!(page.contains("random judged 30 games: "));
    for wrong in ["NaN", "inf\"", "http:", "https:"] {
        assert!(!page.contains(wrong), "{wrong}");
    }
}

/// Every game has a card in the atlas, and few enough elements for a phone: it once had 129 000.
#[test]
fn the_shipped_atlas_is_whole_and_light() {
    let page = include_str!("../examples/atlas.html");
    let all = Catalogue::new().names().count();
    let cards = page.matches("<article class=\"card\"").count();
    assert_eq!(cards, all, "see docs/measures.md for the command");
    let elements = page.matches('<').count() - page.matches("</").count();
    assert!(elements < 45_000, "{elements} elements");
    assert!(page.len() < 4_000_000, "{} bytes", page.len());
    let stored = include_str!("../src/report/family.csv");
    let games = stored.lines().skip(3).count();
    assert_eq!(games, all, "games with stored figures");
}

/// Stored figures are those of the present rules.
#[test]
fn stored_figures_have_the_digests_of_their_games() {
    let catalogue = Catalogue::new();
    for stored in [
        include_str!("../src/report/family.csv"),
        include_str!("../src/report/family-searching.csv"),
        include_str!("../src/report/family-skill.csv"),
    ] {
        for line in stored.lines().skip(3) {
            let mut fields = line.split(',');
            let (name, rules) = (fields.next().expect("a name"), fields.next());
            let loaded = catalogue.load(name, &[]).unwrap_or_else(|errors| panic!("{errors}"));
            assert_eq!(rules, Some(&*loaded.digest()), "{name}; see docs/measures.md");
        }
    }
}
