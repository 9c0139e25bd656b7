//! Notations of other programs: random games and positions are read back as they were written, and samples are right.

use mankala::text::foreign::Foreign;
use mankala::text::notation::legal_moves;
use mankala::{Catalogue, Dice, Loaded};
use strum::IntoEnumIterator as _;

use crate::common::run::{mankala, mankala_reading};

/// Number of games of each notation, over its variants.
const GAMES: u64 = 1000;

fn load(name: &str) -> Loaded {
    let loaded = Catalogue::new().load(name, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the variants that a notation is for.
fn variants(notation: Foreign) -> &'static [&'static str] {
    match notation {
        Foreign::PlayStrategy => &["oware", "toguz-korgool", "bestemshe"],
        Foreign::Toguz => &["toguz-korgool", "bestemshe"],
        Foreign::Kgp => &["kalah", "kalah:board.columns=3,setup.seeds=3"],
        Foreign::AbstractPlay => &["oware", "toguz-korgool"],
        Foreign::Aalina => &["oware", "awari"],
        Foreign::OpenSpiel => &["oware", "kalah"],
        Foreign::Joseki => &["zanzibar-bao"],
    }
}

#[test]
fn random_games_are_read_back_as_written() {
    for notation in Foreign::iter() {
        let names = variants(notation);
        for (name, kinds) in names.iter().zip(0_u64..) {
            let (loaded, mut dice, mut positions) = (load(name), Dice::seeded(kinds), 0);
            for _ in 0..GAMES.div_ceil(names.len() as u64) {
                let mut game = loaded.game();
                while game.result().is_none() {
                    let (variant, position) = (game.variant(), game.position());
                    let about = || format!("{notation} {name} {}", game.text());
                    if let Some(text) = notation.write_position(variant, position) {
                        let own = notation.read_position(game.layout(), &text);
                        let again = loaded.game_from(&own.unwrap_or_else(|| panic!("{text}")));
                        let again = again.unwrap_or_else(|error| panic!("{}: {error}", about()));
                        // A board of the Kalah Game Protocol is always seen by its player.
                        let same = again.text() == game.text() || notation == Foreign::Kgp;
                        assert!(same, "{} {text} {}", about(), again.text());
                        let written = notation.write_position(again.variant(), again.position());
                        assert_eq!(written, Some(text), "{}", about());
                        positions += 1;
                    }
                    let legal = legal_moves(variant, position, &|| false);
                    let count = u32::try_from(legal.len()).expect("few moves");
                    let chosen = dice.below(count) as usize;
                    let written = notation.write_move(variant, position, &legal[chosen]);
                    let written = written.unwrap_or_else(|| panic!("{}", about()));
                    let read = notation.read_move(variant, position, &written);
                    let read = read.unwrap_or_else(|error| panic!("{}: {error}", about()));
                    assert_eq!(read.text, legal[chosen].text, "{}", about());
                    let text = read.text;
                    game.play(&text).expect("a legal move");
                }
            }
            let has_positions =
                matches!(notation, Foreign::PlayStrategy | Foreign::Kgp | Foreign::Aalina);
            assert_eq!(positions > 0, has_positions, "{notation} {name}");
        }
    }
}

/// Moves in another notation, and the same moves in that of this program.
const SAMPLES: [(&str, &str, &str, &[&str]); 10] = [
    ("toguz", "toguz-korgool", "1. 76 98 2. 66 87\n1-0", &["A7", "a9", "A6", "a8"]),
    (
        "toguz",
        "toguz-korgool",
        "[Date \"1909 12\"]\n1. 76 (10 12) 98 {a {long} one} 66(20)",
        &["A7", "a9", "A6"],
    ),
    ("playstrategy", "toguz-korgool", "g1d2 a2b1", &["A7", "a9"]),
    ("playstrategy", "oware", "1S,1,8S,2,3S/2S,1S,1S,2S,2S,2S 13 13 S 50\na1b1", &["A1"]),
    ("kgp", "kalah", "<6,1,2,4,0,5,5,5,5,4,4,4,4,4,1>\nmove 3", &["A3"]),
    ("abstractplay", "oware", "c1 d2", &["A3", "a3"]),
    ("aalina", "oware", "[Event \"x\"]\n1. C {good} c 2. Aa", &["A3", "a3", "A1", "a1"]),
    ("openspiel", "kalah", "3 6 9 12", &["A3", "A6", "a2", "a5"]),
    ("openspiel", "oware", "2 5", &["A3", "a6"]),
    (
        "joseki",
        "zanzibar-bao",
        "takata:namua:0:5:left:::false capture:namua:0:4:right:left::false",
        &["6L*", "5L"],
    ),
];

#[test]
fn samples_are_converted_both_ways() {
    for (from, variant, text, moves) in SAMPLES {
        let run = ["convert", "-", "--from", from, "--variant", variant];
        let transcript = mankala_reading(&run, text.as_bytes()).done().out;
        let json = mankala_reading(&[&run[..], &["--json"]].concat(), text.as_bytes()).done().out;
        let game: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(game["moves"], serde_json::json!(moves), "{text}");
        // The transcript becomes the same moves again, which make the same transcript.
        let back = ["convert", "-", "--to", from];
        let foreign = mankala_reading(&back, transcript.as_bytes()).done().out;
        let again = mankala_reading(&run, foreign.as_bytes()).done().out;
        assert_eq!(again, transcript, "{foreign}");
    }
    // Three commands read notations; moves after the end of the game are left out.
    for command in ["convert", "replay", "review"] {
        let small = "kalah:board.columns=3,setup.seeds=3";
        let run = [command, "-", "--from", "kgp", "--variant", small];
        let run = mankala_reading(&run, b"<3,8,7,0,0,1,1,1,0>\n3 1").done();
        let note = "the game is over before ply 2, \"1\"; the remaining moves are ignored";
        assert!(run.err.contains(note), "{run:?}");
        assert!(run.out.contains("A3"), "{run:?}");
    }
    let named = ["convert", "-", "--from", "toguz", "--variant", "toguz-korgool"];
    mankala_reading(&named, b"76 12")
        .refused(&["ply 2: expected a move of the notation toguz: 11"]);
    let bao = ["convert", "examples/ramadhan-kijumbe.txt", "--to", "playstrategy"];
    mankala(&bao).refused(&["the notation playstrategy can't write the move 7L*; it is for Oware"]);
    let oware = "variant: oware\n1: A1 a1";
    for (to, games) in [("toguz", "Toguz Kumalak and Bestemshe"), ("kgp", "Kalah")] {
        let run = mankala_reading(&["convert", "-", "--to", to], oware.as_bytes());
        run.refused(&[&format!("can't write the move A1; it is for {games}")]);
    }
    let wrong = ["convert", "-", "--from", "kgp", "--variant", "kalah"];
    mankala_reading(&wrong, b"\n\n<6,1,2>\nmove 3").refused(&[
        "standard input, line 3: expected a position of Kalah in the notation kgp",
        " like <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>, alone on its line; found \"<6,1,2>\"",
    ]);
    mankala(&["convert", "-", "--from", "toguz"]).misused();
}

#[test]
fn positions_are_those_of_their_programs() {
    let toguz = load("toguz-korgool");
    let fen = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 1";
    let own = "13,2,12,3,2,1,0,12,12/12,2,13,13,0,3,12,12,1 S captured=22,15 tuzdik=A5";
    let read = Foreign::PlayStrategy.read_position(toguz.game().layout(), fen);
    assert_eq!(read.as_deref(), Some(own));
    for wrong in ["13S,2S/1", "9 0 0 S", "9/8,S 0 0 S 1", "10/9 0 0 S 1", "9/8 0 0 S 1"] {
        let read = Foreign::PlayStrategy.read_position(toguz.game().layout(), wrong);
        assert_eq!(read, None, "{wrong}");
    }
    let kalah = load("kalah:board.columns=3,setup.seeds=3");
    let own = "0,2,4/1,2,3 S captured=10,2";
    let read = Foreign::Kgp.read_position(kalah.game().layout(), "<3,10,2,1,2,3,4,2,0>");
    assert_eq!(read.as_deref(), Some(own));
    for wrong in ["<4,10,2,1,2,3,4,2,0>", "<3,10,2,1,2,3,4,2>", "3,10,2,1,2,3,4,2,0"] {
        assert_eq!(Foreign::Kgp.read_position(kalah.game().layout(), wrong), None, "{wrong}");
    }
}
