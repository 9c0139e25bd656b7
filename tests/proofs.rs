//! Certificates: what is proved is checked by the rules alone, and nothing else passes.

use std::cell::Cell;
use std::fs;

use mankala::proof::{Certificate, Claim, Proof, Symbols};
use mankala::search::{Method, Solution, Task};
use mankala::variant::limited;
use mankala::{Catalogue, Dice, Game, Loaded, Side};

use crate::common::run::{folder, keys, mankala, path, text};
use crate::common::tries;
use crate::solve::{GAMES, load, small};

fn task(numbers: bool) -> Task<'static> {
    Task {
        memory: 16 << 20,
        proofs: true,
        method: if numbers { Method::Numbers } else { Method::Margin },
        ..Task::default()
    }
}

fn solve(game: &Game, numbers: bool) -> Solution {
    game.solve(task(numbers), &|| false, &mut |_| ())
}

/// Solves a game unless that takes millions of positions: how many a search needs varies without bound.
fn solve_soon(game: &Game, numbers: bool) -> Option<Solution> {
    const MOST_POLLS: u32 = 1 << 13;
    let left = Cell::new(MOST_POLLS);
    let long = limited(&left, &|| false);
    let solution = game.solve(task(numbers), &long, &mut |_| ());
    (left.get() > 0).then_some(solution)
}

/// Follows a proof.
fn check(game: &Game, proof: &Proof) -> Result<(), String> {
    let mut moves = proof.moves.iter();
    let mut choose = || {
        let next = moves.next().map(|&number| usize::from(number));
        next.ok_or_else(|| "no more moves".to_owned())
    };
    game.check(proof.claim, &mut choose, &mut |_| Ok(()), &|| false)?;
    match moves.len() {
        0 => Ok(()),
        more => Err(format!("{more} moves too many")),
    }
}

/// Runs `verify` on a file.
fn verify(mut file: &[u8]) -> Result<Vec<Claim>, String> {
    let first = Certificate::open(&mut file)?;
    let loaded = Catalogue::new().load(&first.variant, &[]);
    let loaded = if let Ok(loaded) = loaded {
        loaded
    } else {
        let (name, changes) = first.variant.split_once(':').ok_or("no such variant")?;
        let changes: Vec<String> = changes.split(',').map(str::to_owned).collect();
        let loaded = Catalogue::new().load(name, &changes);
        loaded.map_err(|errors| errors.to_string())?
    };
    if loaded.digest() != first.rules {
        return Err("other rules".to_owned());
    }
    let game = loaded.game_from(&first.position);
    let game = game.map_err(|error| error.to_string())?;
    let mut symbols = Symbols::new(&first, &mut file);
    for &claim in &first.claims {
        game.check(claim, &mut || symbols.next_move(), &mut |_| Ok(()), &|| false)?;
    }
    symbols.finish(&first)?;
    Ok(first.claims)
}

fn written(loaded: &Loaded, game: &Game, proofs: &[Proof]) -> Vec<u8> {
    Certificate::write(loaded.label(), loaded.digest(), game.text(), proofs)
}

/// Checks that half of the seeds, won for good, is at least a draw if a majority ends the game; neither search nor
/// checker looks for more.
#[test]
fn half_of_the_seeds_is_a_draw_at_least() {
    for (name, changes, position) in [
        ("toguz-korgool", &["board.columns=2"][..], "1,1/0,0 N captured=6,4"),
        ("oware", &["board.columns=3"], "1,1,0/1,0,1 N captured=4,0"),
        (
            "mandoli",
            &["rules.majority=true", "rules.stuck=passes", "board.columns=4"],
            "0,1,0,0/0,0,0,1 S captured=4,2 turns=2,2",
        ),
    ] {
        let game = load(name, changes).game_from(position).expect("a position");
        let solution = solve(&game, false);
        let south = |proof: &&Proof| proof.claim == Claim::new(Side::South, 0);
        let proof = solution.proofs.iter().find(south);
        let proof = proof.unwrap_or_else(|| panic!("{name}: {solution:?}"));
        assert!(proof.moves.is_empty(), "{name}: {proof:?}");
        check(&game, proof).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut more = proof.clone();
        more.claim.least = 1;
        assert!(check(&game, &more).is_err(), "{name}");
    }
}

/// Over random small games, with and without cycles: both searches prove the same about who wins, all that they prove is
/// written down, and the rules alone bear it out.
#[test]
fn all_that_is_proved_can_be_checked() {
    let mut dice = Dice::seeded(41);
    let (mut won, mut open, mut endless) = (0, 0, 0);
    for (name, options) in GAMES {
        for _ in 0..tries(30, 2000) {
            let Some((loaded, told)) = small(name, options, &mut dice) else {
                continue;
            };
            let game = loaded.game();
            let solved = [false, true].map(|numbers| solve_soon(&game, numbers));
            let [Some(exact), Some(numbers)] = solved else {
                continue;
            };
            for (solution, what) in [(&exact, "bounds"), (&numbers, "proof numbers")] {
                let proved: Vec<Claim> = solution.proofs.iter().map(|proof| proof.claim).collect();
                // The table, of a million places, has lost what was proved.
                let lost = solution.nodes > 1 << 20;
                assert!(solution.claims == proved || lost, "{told} by {what}: {solution:?}");
                for proof in &solution.proofs {
                    let checked = check(&game, proof);
                    checked.unwrap_or_else(|error| panic!("{told} by {what}, {proof:?}: {error}"));
                    // Nobody can be sure of more than they come to with perfect play.
                    let mut greedy = proof.clone();
                    greedy.claim.least = match exact.bounds.value() {
                        Some(value) if proof.claim.side == game.to_move() => value + 1,
                        Some(value) => 1 - value,
                        None => continue,
                    };
                    assert!(check(&game, &greedy).is_err(), "{told}");
                }
            }
            assert_eq!(exact.endless, numbers.endless, "{told}: {exact:?} {numbers:?}");
            endless += u32::from(exact.endless);
            let numbers = numbers.bounds;
            let [low, high] = [exact.certain.low, exact.certain.high];
            let wins = low.is_some_and(|low| low > 0);
            let loses = high.is_some_and(|high| high < 0);
            assert_eq!(numbers.low == Some(1), wins, "{told}: {exact:?} {numbers:?}");
            assert_eq!(numbers.high == Some(-1), loses, "{told}: {exact:?} {numbers:?}");
            if wins || loses {
                won += 1;
            } else {
                assert_eq!(numbers.low == Some(0), low.is_some_and(|low| low >= 0), "{told}");
                open += 1;
            }
        }
    }
    assert!(won > 5 && open > 3, "{won} won, {open} not");
    assert!(endless > 0, "no game is endless");
}

/// As J. Donkers and J. Uiterwijk reported in 2002.
#[test]
fn the_first_player_wins_bao_la_kujifunza() {
    let game = load("bao-la-kujifunza", &[]).game();
    let solution = solve(&game, true);
    assert_eq!(solution.bounds.value(), Some(1));
    assert_eq!(solution.proofs[0].claim, Claim::new(Side::South, 1));
    assert_eq!(check(&game, &solution.proofs[0]), Ok(()));
}

/// A certificate of a game won by so much; short, and with moves for both bounds.
fn short() -> (Loaded, Game, Vec<Proof>) {
    let loaded = load("bao-kingulu", &["board.columns=3", "setup.seeds=2"]);
    let game = loaded.game();
    let solution = solve(&game, false);
    assert_eq!(solution.bounds.value(), Some(-2));
    (loaded, game, solution.proofs)
}

#[test]
fn every_changed_byte_of_a_certificate_is_detected() {
    let (loaded, game, proofs) = short();
    let file = written(&loaded, &game, &proofs);
    let claims: Vec<Claim> = proofs.iter().map(|proof| proof.claim).collect();
    assert_eq!(verify(&file), Ok(claims));
    for place in 0..file.len() {
        for byte in 0..=u8::MAX {
            let mut other = file.clone();
            other[place] = byte;
            assert!(byte == file[place] || verify(&other).is_err(), "{place} {byte}");
        }
        assert!(verify(&file[..place]).is_err(), "the first {place} bytes");
    }
    assert!(verify(&[&file[..], b"\n"].concat()).is_err());
    assert!(verify(&[&file[..], b"0\n"].concat()).is_err());
}

/// The checksums made right again, so that only the moves speak: no other moves prove more, and other moves that prove the same
/// are another proof.
#[test]
fn false_claims_are_refused() {
    let (loaded, game, proofs) = short();
    let verify = |proofs: &[Proof]| verify(&written(&loaded, &game, proofs));
    let mut refused = 0;
    for number in 0..proofs.len() {
        let all = proofs[number].moves.len();
        assert!(all >= 3, "{proofs:?}");
        for place in 0..all {
            for other in 0..8 {
                let mut forged = proofs.clone();
                forged[number].moves[place] = other;
                refused += usize::from(verify(&forged).is_err());
                forged[number].claim.least += 1;
                assert!(verify(&forged).is_err());
            }
            let mut forged = proofs.clone();
            forged[number].moves.remove(place);
            assert!(verify(&forged).is_err());
        }
        let mut forged = proofs.clone();
        forged[number].claim.side = forged[number].claim.side.other();
        assert!(verify(&forged).is_err());
    }
    assert!(refused > 10, "{refused}");
    let mut dice = Dice::seeded(4);
    for _ in 0..2000 {
        let mut forged = proofs.clone();
        let number = usize::from(dice.below(2) == 0);
        forged[number].claim.least += 1;
        forged[number].moves = (0..60).map(|_| dice.below(3) as u16).collect();
        assert!(verify(&forged).is_err());
    }
}

#[test]
fn other_rules_and_other_positions_are_refused() {
    let (loaded, game, proofs) = short();
    let other = load("bao-kingulu", &["board.columns=3", "setup.seeds=1"]);
    let write = |label: &Loaded, digest: &Loaded, position: &str| {
        Certificate::write(label.label(), digest.digest(), position.to_owned(), &proofs)
    };
    assert!(verify(&write(&loaded, &loaded, &game.text())).is_ok());
    assert!(verify(&write(&other, &loaded, &game.text())).is_err());
    assert!(verify(&write(&loaded, &other, &game.text())).is_err());
    assert!(verify(&write(&other, &other, &other.game().text())).is_err());
    let turned = game.text().replace(" S", " N");
    assert!(verify(&write(&loaded, &loaded, &turned)).is_err());
}

#[test]
fn certificates_are_written_and_verified_by_commands() {
    let folder = folder("certificates");
    let file = folder.join("proof");
    let file = path(&file);
    let solve = |more: &[&str]| {
        let game = ["solve", "bao-kingulu:board.columns=3,setup.seeds=2"];
        mankala(&[&game[..], &["--certificate", file], more].concat())
    };
    let told = solve(&[]).done().quiet().out;
    assert!(told.contains("loses by 2") && told.contains("a certificate of"), "{told}");
    let told = mankala(&["verify", file]).done().quiet().out;
    assert!(told.starts_with("North wins by 2 (proved)\n"), "{told}");
    assert!(told.contains("South gets -2 or more"), "{told}");
    assert!(told.contains("North gets 2 or more"), "{told}");
    let object = mankala(&["verify", file, "--json"]).done().object();
    assert_eq!(
        keys(&object),
        ["file", "format", "version", "variant", "rules", "position", "unit", "claims", "moves"]
    );
    assert_eq!(text(&object, "format"), "mankala proof");
    solve(&[]).refused(&["the file exists"]);
    let mut bytes = fs::read(file).expect("the certificate");
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    fs::write(file, &bytes).expect("written");
    mankala(&["verify", file]).refused(&["proof: "]);
    mankala(&["verify", file, "--variant", "kalah"]).refused(&["the rules differ"]);
    fs::write(file, "").expect("written");
    mankala(&["verify", file]).refused(&["expected a file that this program wrote"]);
    mankala(&["solve", "kalah", "--proof", "--moves"]).misused();
    mankala(&["solve", "kalah", "--force"]).misused();
    let nothing = folder.join("nothing");
    let zanzibar = ["solve", "zanzibar-bao", "--proof", "--memory", "1M", "--budget", "50ms"];
    let run = mankala(&[&zanzibar[..], &["--certificate", path(&nothing)]].concat());
    run.refused(&["nothing was proved"]);
    assert!(!nothing.exists());
}

/// Values of some positions stay open without a rule on repetition; the certificate follows moves that are proved soon.
#[test]
fn a_certificate_needs_no_move_of_open_value() {
    let file = folder("open-moves").join("proof");
    let game = ["solve", "bao-6x2:board.columns=4,setup.seeds=1", "--certificate", path(&file)];
    assert!(mankala(&game).done().out.contains("a draw\n"));
    let told = mankala(&["verify", path(&file)]).done().out;
    assert!(told.contains("South gets -4 or more") && told.contains("North gets -4 "), "{told}");
}

/// Time is left to prove the bounds of a game that is not solved in time.
#[test]
fn bounds_of_an_open_game_are_proved() {
    let game = load("bao-6x2", &["setup.seeds=1"]).game();
    let (asked, proves) = (Cell::new(0), Cell::new(false));
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 4000 && !proves.get()
    };
    let task = Task { memory: 64 << 20, proofs: true, ..Task::default() };
    let solution = game.solve(task, &stop, &mut |far| proves.set(far.proves));
    assert!(solution.bounds.value().is_none() && !solution.claims.is_empty(), "{solution:?}");
    assert_eq!(solution.proofs.len(), solution.claims.len());
}

/// A proof that somebody won by two is more than one that they won.
#[test]
fn no_weaker_proof_replaces_a_certificate() {
    let folder = folder("weaker");
    let file = folder.join("proof");
    let solve = |more: &[&str]| {
        let game = ["solve", "bao-kingulu:board.columns=3,setup.seeds=2"];
        mankala(&[&game[..], &["--certificate", path(&file)], more].concat())
    };
    let verify = || mankala(&["verify", path(&file)]);
    solve(&["--proof"]).done();
    let told = verify().done().out;
    assert!(told.contains("North gets 1 or more"), "{told}");
    solve(&["--force"]).done();
    let strong = fs::read(&file).expect("the certificate");
    solve(&["--force", "--proof"]).refused(&["not written", "proves more: South gets -2 or more"]);
    assert_eq!(fs::read(&file).expect("the certificate"), strong);
    solve(&["--force"]).done();
    // What proves nothing, or something else, may be replaced.
    let mut broken = strong.clone();
    let last = broken.len() - 2;
    broken[last] ^= 1;
    fs::write(&file, &broken).expect("written");
    solve(&["--force", "--proof"]).done();
    verify().done();
}

/// By the book: `A1L`, `A1R`, `A2L`, `A2R` are the moves 0 to 3, and the second and the third take all twenty seeds.
#[test]
fn moves_are_numbered_as_documented() {
    let loaded = load("dongjintian", &["board.columns=2"]);
    let claim = Claim::new(Side::South, 20);
    let proves = |number| {
        let moves = vec![number];
        check(&loaded.game(), &Proof { claim, moves }).is_ok()
    };
    assert_eq!([0, 1, 2, 3].map(proves), [false, true, true, false]);
}

/// Checks that `verify` prints the variant that it checked, not the name in the file.
#[test]
fn a_certificate_under_another_name_is_refused() {
    let (loaded, game, proofs) = short();
    let folder = folder("named");
    let file = folder.join("proof");
    let name = loaded.label();
    let verify = || mankala(&["verify", path(&file), "--variant", &name]);
    let (rules, position) = (loaded.digest(), game.text());
    let forged = Certificate::write("oware".to_owned(), rules.clone(), position, &proofs);
    fs::write(&file, forged).expect("written");
    verify().refused(&["the file names the variant \"oware\"", &name]);
    fs::write(&file, written(&loaded, &game, &proofs)).expect("written");
    let told = verify().done().out;
    let expected = format!("proved for {name} with the rules {rules}");
    assert!(told.contains(&expected), "{told}");
}

/// A result that only the position tells of is proved by nobody.
#[test]
fn a_stated_result_proves_nothing() {
    let folder = folder("written-result");
    let file = folder.join("proof");
    let position = "0,0,0,0,0,4/4,0,0,0,0,0 S captured=20,20 result=N";
    let solve = ["solve", "oware", "--position", position];
    mankala(&solve).done();
    mankala(&[&solve[..], &["--certificate", path(&file)]].concat())
        .refused(&["not written: the game is over"]);
    assert!(!file.exists());
    let loaded = load("oware", &[]);
    let game = loaded.game_from(position).expect("a position");
    let claim = Claim::new(Side::North, 1);
    let moves = Vec::new();
    let proof = Proof { claim, moves };
    assert!(check(&game, &proof).is_err());
    fs::write(&file, written(&loaded, &game, &[proof])).expect("written");
    mankala(&["verify", path(&file)]).refused(&["the game is over"]);
}
