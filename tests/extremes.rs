//! `records` and `fair`: what they name is played again, and compared with all plays of a small game.

use std::collections::HashSet;
use std::fs;

use mankala::measure::Extremes;
use mankala::{Event, Game};

use crate::common::run::{folder, mankala, path, text};
use crate::solve::load;

/// Seeds sown and laps of a legal move, from its events.
fn sown(game: &Game, mv: &str) -> (u32, u32) {
    let events = game.events(mv).expect("a legal move");
    let laps = events.iter().filter_map(|event| match event {
        Event::Sow(lap) => Some(u32::from(lap.seeds)),
        _ => None,
    });
    laps.fold((0, 0), |(laps, seeds), lap| (laps + 1, seeds + lap))
}

/// Every position of a small game by its text: the most laps, the most seeds, and the plies of the shortest game.
fn by_hand(opening: &Game) -> (u32, u32, usize) {
    let (mut layer, mut seen) = (vec![opening.clone()], HashSet::new());
    let (mut laps, mut seeds, mut shortest, mut plies) = (0, 0, usize::MAX, 0);
    while !layer.is_empty() {
        plies += 1;
        let mut next = Vec::new();
        for game in layer {
            for legal in game.moves() {
                let (own_laps, own_seeds) = sown(&game, &legal.text);
                laps = laps.max(own_laps);
                seeds = seeds.max(own_seeds);
                let after = load_from(&game, &legal.after);
                if after.result().is_some() {
                    shortest = shortest.min(plies);
                } else if seen.insert(legal.after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    (laps, seeds, shortest)
}

fn load_from(game: &Game, position: &str) -> Game {
    game.shared_variant().game_from(position).expect("a position")
}

#[test]
fn extremes_of_a_small_game_are_those_of_all_plays() {
    for (name, changes) in [
        ("kalah", &["board.columns=2", "setup.seeds=2", "rules.laps=relay"][..]),
        ("bao-kingulu", &["board.columns=2", "setup.seeds=2"]),
    ] {
        let game = load(name, changes).game();
        let found = Extremes::of(&game, 1_000_000, &|| false, &mut |_| ()).expect("not stopped");
        assert!(found.complete, "{name}");
        let (laps, seeds, shortest) = by_hand(&game);
        let most = found.most_laps.expect("a move");
        assert_eq!(most.deeds.laps, laps, "{name}: {most:?}");
        let most = found.most_seeds.expect("a move");
        assert_eq!(most.deeds.seeds, seeds, "{name}: {most:?}");
        assert_eq!(found.shortest.map(|line| line.len()), Some(shortest), "{name}");
        // The line of a move can be played.
        let mut again = game.clone();
        let (last, before) = most.moves.split_last().expect("a move");
        for mv in before {
            again.play(mv).expect("a legal move");
        }
        assert_eq!(sown(&again, last), (most.deeds.laps, most.deeds.seeds), "{name}");
    }
}

/// Mweiso ends in the first turn, by the rules of its source.
#[test]
fn wins_in_the_first_turn_are_found() {
    let object = mankala(&["records", "mweiso", "--positions", "40", "--json"]).done().object();
    let line = object["first_turn"].as_array().expect("a line");
    let mut game = load("mweiso", &[]).game();
    for mv in line {
        assert_eq!(game.to_move(), mankala::Side::South);
        game.play(mv.as_str().expect("a move")).expect("a legal move");
    }
    assert_eq!(game.result(), Some(mankala::Outcome::South));
    let told = mankala(&["records", "kalah", "--positions", "40"]).done().quiet().out;
    assert!(told.contains("win in the first turn  none found"), "{told}");
    mankala(&["records", "kalah", "--positions", "0"]).misused();
    let told = mankala(&["records", "kalah:board.columns=1,setup.seeds=1"]).done().quiet().out;
    assert!(told.starts_with("1 position: "), "{told}");
}

#[test]
fn changes_are_part_of_the_name() {
    for (command, number) in [("records", "--positions=9"), ("perft", "2")] {
        let named = |arguments: &[&str]| {
            let all = [&[command, "kalah", number, "--json"][..], arguments].concat();
            text(&mankala(&all).done().object(), "variant").to_owned()
        };
        assert_eq!(named(&[]), "kalah");
        assert_eq!(named(&["--set", "board.columns=2"]), "kalah:board.columns=2");
    }
}

/// Kalah with one seed in each of six pits has draws in its first plies; the draw of the opening is in
/// `solve::kalah_has_its_known_values`.
#[test]
fn fair_openings_are_proved_draws() {
    let folder = folder("fair");
    let fair = ["fair", "kalah:board.columns=3,setup.seeds=1,rules.capture=always"];
    let more = ["--count", "2", "--plies", "2", "--memory", "64M", "--budget", "60s"];
    let certified = ["--certificates", path(&folder)];
    let told = mankala(&[&fair[..], &more, &certified, &["--json"]].concat()).done();
    let found = told.objects();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["moves"], serde_json::json!([]));
    for (number, draw) in (1..).zip(&found) {
        let proof = text(draw, "certificate");
        let proved = mankala(&["verify", proof, "--json"]).done().object();
        let name = format!("kalah-{}-{number}.proof", text(&proved, "rules"));
        assert_eq!(proof, path(&folder.join(name)));
        assert_eq!(text(&proved, "position"), text(draw, "position"));
        let claims = proved["claims"].as_array().expect("claims");
        assert!(claims.iter().all(|claim| claim["least"] == 0) && claims.len() == 2);
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    mankala(&[&fair[..], &more, &certified].concat()).refused(&["the file exists"]);

    // These draws depend on repeated positions.
    let bare = ["fair", "krur:board.columns=2,setup.seeds=1", "--memory", "64M"];
    let told = mankala(&[&bare[..], &certified].concat()).done();
    assert_eq!(told.out.matches("  (no certificate)\n").count(), told.out.lines().count());
    assert!(told.err.contains(" (without a certificate: "), "{told:?}");
    let told = mankala(&[&bare[..], &certified, &["--json"]].concat()).done();
    assert!(told.objects().iter().all(|draw| draw["certificate"].is_null()), "{told:?}");
    let inside = ["--certificates", text(&found[0], "certificate")];
    mankala(&[&fair[..], &inside].concat()).refused(&["expected a folder, found a file"]);

    let told = mankala(&[&fair[..], &["--plies", "0"]].concat()).done();
    assert!(told.out.ends_with("  (the opening)\n"), "{told:?}");
    assert!(told.err.contains("unsolved: 0; try more --plies"), "{told:?}");
    let open = ["fair", "oware", "--plies", "0", "--budget", "1ms", "--memory", "1M"];
    let told = mankala(&open).done();
    assert!(told.err.contains("unsolved: 1; try a longer --budget"), "{told:?}");
}
