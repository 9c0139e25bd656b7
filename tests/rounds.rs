//! How rounds follow each other: positions of next rounds, worked by hand from the words of `[rounds]`.

use mankala::kernel::outcome::Outcome;
use mankala::ruleset::rounds::{Kind, Next, RoundEnd};
use mankala::variant::BySide;
use mankala::{Catalogue, Dice, Game, Loaded, Side};

use crate::promises::program::Folder;

/// A variant with changes.
fn load(name: &str, sets: &[&str]) -> Loaded {
    let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
    let loaded = Catalogue::new().load(name, &sets);
    loaded.unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

/// Returns the round after one that South began and in which North moved last.
fn after(loaded: &Loaded, seeds: [u16; 2], points: &mut [u32; 2]) -> String {
    after_leaving(loaded, seeds, &loaded.game(), points)
}

/// Returns the round after one that left these seeds on the board.
fn after_leaving(loaded: &Loaded, seeds: [u16; 2], left: &Game, points: &mut [u32; 2]) -> String {
    let (seeds, mut counted) = (BySide(seeds), BySide(*points));
    let end =
        RoundEnd { seeds, result: Outcome::by_count(seeds), began: Side::South, last: Side::North };
    let game = loaded.game();
    let (layout, first) = (game.layout(), game.diagram());
    let next = (loaded.rounds).next(layout, &first, (end, &left.diagram()), &mut counted);
    *points = counted.0;
    match next {
        Next::Over(outcome) => format!("over {outcome}"),
        Next::Round(next) => {
            let text = next.write(layout);
            let round = loaded.game_from(&text);
            round.unwrap_or_else(|error| panic!("{error}")).text()
        }
    }
}

#[test]
fn pits_that_can_not_be_filled_are_out() {
    // 30 seeds fill six pits of four and leave six; 18 fill four and leave two.
    let hoyito = load("hoyito-rounds", &[]);
    let next = "0,0,4,4,4,4/4,4,4,4,4,4 N captured=6,2 out=a5,a6";
    assert_eq!(after(&hoyito, [30, 18], &mut [0, 0]), next);
    // From the right: the left ones are out.
    let rio = load("rio-kadalis-valdez", &[]);
    let next = "4,4,4,4,4,4/0,0,4,4,4,4 N captured=2,6 out=A1,A2";
    assert_eq!(after(&rio, [18, 30], &mut [0, 0]), next);
    // From both ends: of the two middle pits the right one is out first as South sees it, then the left one.
    let ends = load("hoyito-rounds", &["rounds.fill=ends"]);
    let next = "4,4,4,4,4,4/4,4,4,0,4,4 N captured=1,3 out=A4";
    assert_eq!(after(&ends, [21, 27], &mut [0, 0]), next);
    let next = "4,4,0,0,4,4/4,4,4,4,4,4 N captured=6,2 out=a3,a4";
    assert_eq!(after(&ends, [30, 18], &mut [0, 0]), next);
    // Who fills no pit has lost.
    assert_eq!(after(&hoyito, [45, 3], &mut [0, 0]), "over S");
    let five = load("hoyito-rounds", &["rounds.least=5"]);
    assert_eq!(after(&five, [18, 30], &mut [0, 0]), "over N");
}

#[test]
fn pits_that_are_not_full_are_locked() {
    // Eleven seeds of sixteen fill both pits and leave three; five fill one, and the fifth lies in the locked other.
    let khrour = load("khrour", &[]);
    let next = "1,4/4,4 N captured=3,0 locked=a2";
    assert_eq!(after(&khrour, [11, 5], &mut [0, 0]), next);
    // Three seeds fill no pit, which is not the end yet.
    let next = "0,3/4,4 N captured=5,0 locked=a1,a2";
    assert_eq!(after(&khrour, [13, 3], &mut [0, 0]), next);
    assert_eq!(after(&khrour, [16, 0], &mut [0, 0]), "over S");
    // From the right, with another number that fills a pit.
    let six = load("khrour", &["rounds.pit=6", "rounds.fill=right"]);
    let next = "6,3/1,6 N captured=0,0 locked=A1,a1";
    assert_eq!(after(&six, [7, 9], &mut [0, 0]), next);
}

#[test]
fn middle_pits_keep_what_was_left_in_them() {
    // 42 seeds and one in the middle fill all six others; 30 and none fill five of them, from the left.
    let omangunta = load("omangunta-peeta", &[]);
    let left = "0,0,0,0,0,0,0/0,0,0,1,0,0,0 N captured=42,31 middle=- out=- result=S";
    let left = omangunta.game_from(left).expect("a position");
    let next = "0,6,6,0,6,6,6/6,6,6,1,6,6,6 N captured=6,1 middle=- out=a7";
    let after = after_leaving(&omangunta, [43, 31], &left, &mut [0, 0]);
    assert_eq!(after, next);
}

#[test]
fn a_border_moves_to_the_nearest_whole_pit() {
    let territory = load("nam-nam", &["rounds.goal=10"]);
    let home = "4,4,4,4,4,4/4,4,4,4,4,4 N captured=0,0 owned-S=- owned-N=-";
    // 26 is six pits and a half, and a half is the loser's.
    assert_eq!(after(&territory, [26, 22], &mut [0, 0]), home);
    let next = "4,4,4,4,4,4/4,4,4,4,4,4 N captured=0,0 owned-S=A1,A2,A3,A4,A5,A6,a1 owned-N=a2,a3,a4,a5,a6";
    assert_eq!(after(&territory, [27, 21], &mut [0, 0]), next);
    let next = "4,4,4,4,4,4/4,4,4,4,4,4 N captured=0,0 owned-S=A3,A4,A5,A6 owned-N=A1,A2,a1,a2,a3,a4,a5,a6";
    assert_eq!(after(&territory, [16, 32], &mut [0, 0]), next);
    // 39 are ten pits.
    assert_eq!(after(&territory, [39, 9], &mut [0, 0]), "over S");
    // Whole pits only, the seeds over kept: 27 are six and three over, 21 are five and one over.
    let ayo = load("ayo", &[]);
    let next = "4,4,4,4,4,4/0,4,4,4,4,4 S captured=1,3 owned-S=- owned-N=-";
    assert_eq!(after(&ayo, [21, 27], &mut [0, 0]), next);
}

#[test]
fn a_round_of_the_other_player_begins_the_other_way_round() {
    // North has made the set move before the first round, South before the second.
    let lamosh = load("lamosh", &[]);
    assert!(lamosh.game().text().starts_with("4,3,5,3,5,3/0,5,3,5,3,5 S captured=0,4 "));
    let next = "5,3,5,3,5,0/3,5,3,5,3,4 N captured=4,0 owned-S=- owned-N=-";
    assert_eq!(after(&lamosh, [24, 24], &mut [0, 0]), next);
    // The last eight seeds go to the player who began the round.
    let ba_awa = load("ba-awa", &[]);
    let next = "4,4,4,4,4,4/4,4,4,4,4,4 N captured=0,0 owned-S=- owned-N=- starter=N";
    assert_eq!(after(&ba_awa, [24, 24], &mut [0, 0]), next);
}

#[test]
fn winners_gain_a_fixed_number_of_pits() {
    let whyo = load("whyo", &["rounds.goal=9"]);
    let round = |owned: &str| format!("4,4,4,4,4,4/4,4,4,4,4,4 N captured=0,0 {owned}");
    // A lead of two seeds gains as much as a lead of forty-six: the first pit of the other row.
    let one = round("owned-S=A1,A2,A3,A4,A5,A6,a1 owned-N=a2,a3,a4,a5,a6");
    assert_eq!(after(&whyo, [25, 23], &mut [0, 0]), one);
    assert_eq!(after(&whyo, [47, 1], &mut [0, 0]), one);
    // A second win moves the border on, a loss moves it back, and a draw leaves it.
    let left = whyo.game_from(&one).expect("a position");
    let then = |seeds| after_leaving(&whyo, seeds, &left, &mut [0, 0]);
    let two = round("owned-S=A1,A2,A3,A4,A5,A6,a1,a2 owned-N=a3,a4,a5,a6");
    assert_eq!(then([25, 23]), two);
    assert_eq!(then([23, 25]), round("owned-S=- owned-N=-"));
    assert_eq!(then([24, 24]), one);
    // A third win makes nine pits.
    let left = whyo.game_from(&two).expect("a position");
    let third = after_leaving(&whyo, [25, 23], &left, &mut [0, 0]);
    assert_eq!(third, "over S");
    // Of three pits more, the loser wins back two: the other keeps one.
    let three = load("whyo", &["rounds.gain=2"]);
    let left = round("owned-S=A1,A2,A3,A4,A5,A6,a1,a2,a3 owned-N=a4,a5,a6");
    let left = three.game_from(&left).expect("a position");
    assert_eq!(after_leaving(&three, [23, 25], &left, &mut [0, 0]), one);
}

#[test]
fn poorer_players_seeds_are_copied() {
    // Twenty seeds are three for each of six pits; what is not laid out stays in the stores.
    let baqura = load("baqura", &[]);
    let next = "3,3,3,3,3,3/3,3,3,3,3,3 N captured=2,34";
    assert_eq!(after(&baqura, [20, 52], &mut [0, 0]), next);
    assert_eq!(after(&baqura, [5, 67], &mut [0, 0]), "over N");
    // North's 21 seeds fill five pits with fours and a sixth with one, from North's left; South fills the pits opposite.
    let bao = load("bao-russ", &[]);
    let next = "0,1,4,4,4,4,4/0,1,4,4,4,4,4 S captured=14,0 claimed-S=- claimed-N=- out=A1,a7";
    assert_eq!(after(&bao, [35, 21], &mut [0, 0]), next);
    // On three rows no pit faces just one other: both fill theirs from the left, the richer player the last one too.
    let rabe = load("rabe", &[]);
    let next =
        "0,0,0,0,0,2,4,4,4/4,4,4,4,0,0,0,0,0 N captured=42,0 out=A5,A6,A7,A8,A9,a5,a6,a7,a8,a9";
    assert_eq!(after(&rabe, [58, 14], &mut [0, 0]), next);
}

#[test]
fn points_are_counted_up_to_the_goal() {
    let huroy = load("huroy", &[]);
    let mut points = [8, 9];
    let first = huroy.game().text().replace(" S ", " N ");
    assert_eq!(after(&huroy, [30, 18], &mut points), first);
    assert_eq!(points, [9, 9]);
    assert_eq!(after(&huroy, [30, 18], &mut points), "over S");
    // Who begins is opposite the single seed, North too.
    let sadeqa = load("sadeqa", &[]);
    let next = "4,0,0,0,4,0,4,0,4,0/0,4,0,1,0,4,0,4,0,4 N captured=0,0";
    assert_eq!(after(&sadeqa, [19, 14], &mut [0, 0]), next);
    // Two points with thirty-six of forty-eight seeds.
    let mut points = [0, 0];
    let urim = load("urim", &[]);
    after(&urim, [36, 12], &mut points);
    after(&urim, [13, 35], &mut points);
    assert_eq!(points, [2, 1]);
    // The seeds more than the other has.
    let mut points = [0, 0];
    after(&load("lib-al-aqil", &[]), [51, 21], &mut points);
    assert_eq!(points, [30, 0]);
}

#[test]
fn the_starting_player_is_reported() {
    let begins = |who: &str, seeds| {
        let loaded = load("hoyito-rounds", &[&format!("rounds.begins={who}")]);
        let next = after(&loaded, seeds, &mut [0, 0]);
        next.chars().find(char::is_ascii_uppercase)
    };
    // South began, North moved last.
    assert_eq!(begins("other", [30, 18]), Some('N'));
    assert_eq!(begins("winner", [30, 18]), Some('S'));
    assert_eq!(begins("loser", [18, 30]), Some('S'));
    assert_eq!(begins("last-mover", [18, 30]), Some('N'));
    // After a draw the other one begins.
    assert_eq!(begins("winner", [24, 24]), Some('N'));
}

#[test]
fn keys_without_effect_are_refused() {
    for (set, message) in [
        ("rounds.goal=7", "rounds.goal: not used by kind \"burnt\""),
        ("rounds.least=7", "rounds.least: expected 1 to 6, the number of pits of a player"),
        ("rounds.fill=evenly", "allowed in \"mirrored\" rounds only"),
        ("rounds.pit=0", "rounds.pit: must be at least 1"),
        ("rounds.middle=kept", "rounds.middle: a row of 6 pits has no middle pit"),
        ("rounds.gain=1", "rounds.gain: not used by kind \"burnt\""),
        ("rounds.kind=tally", "rounds.goal: expected the number of points that wins"),
    ] {
        let refused = Catalogue::new().load("hoyito-rounds", &[set.to_owned()]);
        let errors = refused.err().map(|errors| errors.to_string());
        let errors = errors.unwrap_or_else(|| panic!("{set} was taken"));
        assert!(errors.contains(message), "{set}: {errors}");
    }
    for set in ["rounds.pit=4", "rounds.division=whole"] {
        let refused = Catalogue::new().load("whyo", &[set.to_owned()]);
        let errors = refused.err().map(|errors| errors.to_string());
        let message = "rounds.gain: not allowed with pit or division";
        assert!(errors.is_some_and(|errors| errors.contains(message)));
    }
    let refused = Catalogue::new().load("nam-nam", &["rounds={kind=\"locked\"}".to_owned()]);
    let errors = refused.err().map(|errors| errors.to_string());
    let message = "positions of this ruleset have no field for locked pits";
    assert!(errors.is_some_and(|errors| errors.contains(message)));
    // Positions of Zanzibar Bao have no field for the owners of pits.
    let refused = Catalogue::new().load("zanzibar-bao", &["rounds.kind=territory".to_owned()]);
    let errors = refused.err().map(|errors| errors.to_string());
    let message = "positions of this ruleset have no field for the owners of pits";
    assert!(errors.is_some_and(|errors| errors.contains(message)));
}

// Games over rounds.

/// Plays a game over rounds at random: how many rounds it has, and its result.
fn at_random(name: &str, seed: u64) -> (usize, Option<Outcome>) {
    let loaded = load(name, &[]);
    let mut game = loaded.game();
    let all = game.seeds();
    game.over_rounds(loaded.rounds);
    let mut dice = Dice::numbered(seed, 0);
    for _ in 0..20_000 {
        let Some(text) = game.random_move(&mut dice) else {
            break;
        };
        game.play(&text).unwrap_or_else(|error| panic!("{error}"));
        if loaded.rounds.kind != Kind::Territory || game.result().is_none() {
            assert_eq!(game.seeds(), all, "no seed is lost between rounds");
        }
    }
    (game.rounds().len(), game.result())
}

#[test]
fn games_over_rounds_come_to_an_end() {
    for name in [
        "hoyito-rounds",
        "nam-nam",
        "whyo",
        "khrour",
        "centering",
        "ayo",
        "baqura",
        "huroy",
        "urim",
        "lib-al-aqil",
    ] {
        let (rounds, result) = at_random(name, 7);
        assert!(rounds > 0 && result.is_some(), "{name}: {rounds} rounds, {result:?}");
    }
}

#[test]
fn a_round_can_be_taken_back() {
    let loaded = load("huroy", &[]);
    let mut game = loaded.game();
    game.over_rounds(loaded.rounds);
    let mut dice = Dice::numbered(3, 0);
    let (mut texts, mut rounds) = (Vec::new(), Vec::new());
    while game.rounds().len() < 3 {
        texts.push(game.text());
        rounds.push(game.rounds().len());
        let text = game.random_move(&mut dice).expect("the game goes on");
        game.play(&text).unwrap_or_else(|error| panic!("{error}"));
    }
    for (text, rounds) in texts.iter().zip(rounds).rev() {
        assert!(game.undo());
        assert_eq!((&game.text(), game.rounds().len()), (text, rounds));
    }
    assert!(!game.undo());
}

#[test]
fn matches_over_rounds_are_recorded_and_verified() {
    let folder = Folder::new("rounds");
    let players = "--south random --north random --games 6 --rounds";
    folder.done(&format!("match huroy --out games.jsonl {players}"));
    let out = folder.done("verify games.jsonl");
    assert!(
        out.contains("6 of 6 games of huroy with the rules") && out.contains("all as recorded"),
        "{out}"
    );
    // A record says after how many moves each round was over; the last one ends the game.
    let text = folder.text("games.jsonl");
    let line = text.lines().nth(1).expect("a game");
    let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let rounds = record["rounds"].as_array().expect("rounds");
    assert!(rounds.len() >= 10, "ten rounds have to be won: {rounds:?}");
    assert_eq!(rounds.last(), Some(&record["plies"]));
    let sentence = "kalah has only one round";
    folder.refused(&format!("match kalah {players}"), sentence);
}

#[test]
fn a_transcript_over_rounds_is_gone_on_with_and_replayed() {
    let folder = Folder::new("rounds-saved");
    let seats = "--south random --north random";
    let out = folder.done(&format!("play huroy --save game.txt --ply-limit 150 --rounds {seats}"));
    assert!(out.contains("Round 1 is over: South "), "{out}");
    assert!(out.contains("Points: South "), "{out}");
    let one_round = "This is one round; --rounds plays the whole match.";
    for (variant, is_said) in [("huroy", true), ("huroy --rounds", false), ("kalah", false)] {
        let out = folder.done(&format!("play {variant} --ply-limit 1 {seats}"));
        assert_eq!(out.contains(one_round), is_said, "{out}");
    }
    let replayed = folder.done("replay game.txt --json");
    let last = replayed.lines().last().expect("a line");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["result"], serde_json::Value::Null, "{last}");
    let out = folder.done(&format!("play --from game.txt {seats}"));
    assert!(out.contains("has won."), "{out}");
}
