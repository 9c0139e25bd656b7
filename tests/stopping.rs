//! Long work of every kind ends soon once it is told to, in the games with the most moves.

use std::time::{Duration, Instant};

use mankala::api::{Watch, respond};
use mankala::measure::Looks;
use mankala::play::matches::MatchSpec;
use mankala::search::Task;
use mankala::{Catalogue, Comparison, Loaded, PlayerSpec};
use serde_json::{Value, json};

/// Time after which work counts as hanging. The promise is 200 ms; a busy machine needs more, so this test finds only loops that never ask.
const HANGING: Duration = Duration::from_secs(10);
/// Time after which work is told to stop.
const LONG: Duration = Duration::from_millis(250);

/// Each position of these has thousands of moves, or moves of thousands of laps.
const WIDE: [&str; 3] = [
    "spreta:setup.seeds=11,setup.front=[1,1,1,1,1,1,1,1,1,1],rules.extra=3,rules.first_move=[]",
    "spreta:setup.seeds=11",
    "bao-6x2:board.columns=12,rules.max_sown=65535",
];

fn wide(name: &str) -> Loaded {
    let loaded = Catalogue::new().load(name, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

/// Does work until it is told to stop, and returns its result.
fn ends_soon<T>(about: &str, work: &dyn Fn(&(dyn Fn() -> bool + Sync)) -> T) -> T {
    let end = Instant::now() + LONG;
    let done = work(&|| Instant::now() >= end);
    let late = end.elapsed();
    assert!(late < HANGING, "{about}: {late:?} after the word to stop");
    done
}

/// Returns the answer to a request.
fn answer(request: &Value, stop: &(dyn Fn() -> bool + Sync)) -> Value {
    let watch = Watch { stop, ..Watch::NONE };
    let line = respond(&Catalogue::new(), request.to_string().as_bytes(), &watch);
    serde_json::from_str(&line).expect("JSON")
}

#[test]
fn games_that_are_measured_stop() {
    for variant in WIDE {
        let request = json!({ "request": "measure", "variant": variant, "games": 1_000_000 });
        let said = ends_soon(&format!("measure {variant}"), &|stop| answer(&request, stop));
        assert_eq!(said["error"]["kind"], "stopped", "{said}");
    }
    let request = json!({ "request": "puzzle", "variant": WIDE[2] });
    let said = ends_soon("puzzle", &|stop| answer(&request, stop));
    assert_eq!(said["error"]["kind"], "stopped", "{said}");
    for variant in WIDE {
        let game = json!({ "variant": variant });
        let request = json!({ "request": "openings", "game": game, "effort": 1_000_000 });
        let said = ends_soon(&format!("openings {variant}"), &|stop| answer(&request, stop));
        assert_eq!(said["error"]["kind"], "stopped", "{said}");
    }
    let limited = json!({
        "request": "measure", "variant": WIDE[1], "games": 1_000_000, "limit": { "ms": 250 }
    });
    let said = ends_soon("measure for so long", &|_| answer(&limited, &|| false));
    assert_eq!(said["error"]["kind"], "stopped", "{said}");
}

#[test]
fn players_stop() {
    for variant in WIDE {
        for player in [
            "random",
            "greedy",
            "alphabeta:60",
            "alphabeta:60/weighed",
            "alphabeta:3600000ms/2threads",
            "mcts:10000000",
        ] {
            let about = format!("{player} in {variant}");
            let game = json!({ "variant": variant });
            let request = json!({ "request": "choose", "game": game, "player": player });
            let said = ends_soon(&about, &|stop| answer(&request, stop));
            assert!(said["answer"]["move"].is_string(), "{about}: {said}");
            let spec: PlayerSpec = player.parse().expect("a player");
            let spec = MatchSpec::new([spec; 2], 1_000_000, 1);
            ends_soon(&format!("a match of {about}"), &|stop| {
                let sums = &mut || {};
                wide(variant).variant.tally(&spec, 0..1_000_000, Looks::usual(0), 2, stop, sums)
            });
        }
    }
}

#[test]
fn counting_comparing_and_solving_stop() {
    for variant in WIDE {
        let loaded = wide(variant);
        for threads in [1, 2] {
            ends_soon(&format!("divide {variant}"), &|stop| {
                loaded.game().divide(60, threads, stop)
            });
        }
        ends_soon(&format!("solve {variant}"), &|stop| {
            loaded.game().solve(Task::default(), stop, &mut |_| ())
        });
        let comparison = Comparison::new(1_000_000, 1);
        let report = ends_soon(&format!("compare {variant}"), &|stop| {
            comparison.run(&[(variant.to_owned(), wide(variant))], stop, |_| {})
        });
        assert!(report.is_none());
    }
}

/// Stops players from the start: they have no time to examine a single list of moves.
#[test]
fn listing_moves_stops() {
    let loaded = wide(WIDE[0]);
    let mut game = loaded.game();
    assert!(game.moves().len() > 5000);
    assert!(game.moves_until(&|| true).is_none());
    let last = game.moves().pop().expect("a move").text;
    assert!(game.play_until(&last, &|| true).is_err());
    assert_eq!(game.plies(), 0);
    assert_eq!(game.play(&last).as_ref(), Ok(&last));
    let game = json!({ "variant": WIDE[0] });
    for request in [
        json!({ "request": "position", "game": game }),
        json!({ "request": "play", "game": game, "move": last }),
        json!({ "request": "play", "game": game, "move": "A1?" }),
        json!({ "request": "record", "game": { "variant": WIDE[0], "moves": [last] } }),
        json!({ "request": "diff", "first": WIDE[0], "second": WIDE[0], "position": loaded.game().text() }),
    ] {
        let said = answer(&request, &|| true);
        assert_eq!(said["error"]["kind"], "stopped", "{request}: {said}");
    }
}

/// The text of a variant may hold thousands of examples, and an example thousands of moves.
#[test]
fn examples_of_a_text_stop() {
    let text = include_str!("../variants/spreta.toml");
    let example = "\n[[example]]\nname = \"more\"\nrules = []\nmoves = [\"A3xb10,b9\"]\nafter = \"0\"\nshows = \"more\"\n";
    let text = text.to_owned() + &example.repeat(8000);
    for request in [
        json!({ "request": "check", "text": text }),
        json!({ "request": "variant", "variant": { "text": text } }),
    ] {
        let said = ends_soon("examples", &|stop| answer(&request, stop));
        assert_eq!(said["error"]["kind"], "stopped", "{said}");
    }
}
