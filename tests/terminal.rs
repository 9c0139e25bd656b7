//! On a terminal: lines are edited, called back and completed, long texts go to a pager, whatever ends the program
//! leaves the terminal as it was, and nothing is wider than it. What `show` prints there is pinned.

use std::thread;
use std::time::Duration;

mod screen;

use screen::{Screen, has_command};

use crate::common::run::{folder, mankala, path};

/// Up, to the beginning of the line, delete, and Ctrl-C, -D and -U.
const UP: &str = "\x1b[A";
const HOME: &str = "\x01";
const DELETE: &str = "\x1b[3~";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_U: &str = "\x15";

const BY_HAND: &str = "play kalah --north human";

#[test]
fn lines_are_edited_and_recalled() {
    let mut screen = Screen::start(80, BY_HAND, "cat");
    screen.sees("South> ");
    screen.types(&format!("xscore{HOME}{DELETE}\r"));
    screen.sees("South 0 + 24 on the board");
    screen.sees("South> ");
    screen.types(UP);
    screen.sees("score");
    screen.types("\r");
    screen.sees("South 0 + 24 on the board");
    screen.sees("South> ");
    screen.types(CTRL_D);
    screen.sees("The game is unfinished.");
    assert_eq!(screen.ends(), Some(0));
}

#[test]
fn moves_and_commands_are_completed() {
    let mut screen = Screen::start(80, BY_HAND, "cat");
    screen.sees("South> ");
    // Whatever begins so is listed.
    screen.types("a\t\t");
    screen.sees("A1  A2  A3  A4  A5  A6");
    screen.types(&format!("{CTRL_U}sco\t"));
    screen.sees("score");
    screen.types("\r");
    screen.sees("South 0 + 24 on the board");
    screen.sees("South> ");
    screen.types("a3\t");
    screen.sees("A3");
    screen.types("\r");
    screen.sees("South plays A3: sows to South's store");
    // What was legal before is no more.
    screen.sees("South> ");
    screen.types("a\t\t");
    screen.sees("A1  A2  A4  A5  A6");
    screen.types(&format!("{CTRL_U}{CTRL_D}"));
    assert_eq!(screen.ends(), Some(0));
}

#[test]
fn long_texts_are_shown_by_a_pager() {
    let shouted = Screen::start(80, "show kalah --rules", "tr a-z A-Z").all();
    assert!(shouted.contains("A SOWING THAT ENDS IN THE PLAYER'S OWN STORE"), "{shouted}");
    let plain = Screen::start(80, "show kalah --rules", "cat").all();
    assert!(plain.contains("A sowing that ends in the player's own store"), "{plain}");
    let missing = Screen::start(80, "show kalah --rules", "no-such-pager").all();
    assert!(missing.contains("could not start the PAGER \"no-such-pager\""), "{missing}");
    assert!(missing.contains("A sowing that ends in the player's own store"), "{missing}");
    if !has_command("less") || !has_command("setsid") {
        eprintln!("skipped: less or setsid is not there");
        return;
    }
    // Ctrl-C is a key of the pager's: the game goes on behind it.
    let mut screen = Screen::start(80, BY_HAND, "less");
    screen.sees("South> ");
    screen.types("book\r");
    screen.sees("RULE BOOK");
    // It shows its text before it waits for keys, and forgets what is typed before and while it minds Ctrl-C.
    thread::sleep(Duration::from_millis(500));
    screen.types(CTRL_C);
    thread::sleep(Duration::from_millis(500));
    screen.types("q");
    screen.sees("South> ");
    screen.types("quit\r");
    screen.sees("The game is unfinished.");
    assert_eq!(screen.ends(), Some(0));
}

#[test]
fn the_terminal_is_left_as_it_was() {
    for by in [CTRL_C, "-TERM", "-INT"] {
        let mut screen = Screen::start(80, BY_HAND, "cat");
        let before = screen.settings();
        screen.sees("South> ");
        assert_ne!(screen.settings(), before, "the line is not edited");
        if by == CTRL_C {
            screen.types(by);
        } else {
            screen.signal(by);
        }
        assert_eq!(screen.ends_with(), (Some(130), before), "{by:?}");
    }
}

#[test]
fn ctrl_c_ends_the_opponents_thinking() {
    if !has_command("setsid") {
        eprintln!("skipped: setsid is not there, so that Ctrl-C would be for these tests too");
        return;
    }
    let mut screen = Screen::start(80, "play zanzibar-bao --north mcts:10000000", "cat");
    screen.sees("South> ");
    screen.types("#1\r");
    screen.sees("South plays 6L*");
    screen.types(CTRL_C);
    screen.sees("stopped; the moves so far:");
    screen.sees("1: 6L*;");
    assert_eq!(screen.ends(), Some(130));
}

/// Long work says from the beginning that it goes on.
#[test]
fn progress_is_shown_early() {
    let folder = folder("progress");
    let out = folder.join("found");
    for (command, words) in [
        ("perft kalah 14".to_owned(), "counting to depth 14, "),
        ("puzzles oware --count 100".to_owned(), "0 of 100 puzzles in "),
        (format!("design --goal turns<99 --from oware --out {}", path(&out)), "candidates: 0, "),
    ] {
        let mut screen = Screen::start(80, &command, "cat");
        screen.sees(words);
        screen.types(CTRL_C);
        screen.ends();
    }
}

/// Plays a few moves as a person does, asking for all there is to ask, and returns what was shown.
fn shown(name: &str, columns: u16) -> String {
    let mut screen = Screen::start(columns, &format!("play {name} --north greedy"), "cat");
    screen.sees("South> ");
    let asked = [
        ("#1", "South plays "),
        ("hint", "By a short search, "),
        ("#1", "South plays "),
        ("help", "shows this"),
        ("laps", "1. "),
        ("rules", "A TURN"),
        ("score", "South "),
        ("resign", " resign, so that "),
    ];
    for (line, answer) in asked {
        screen.types(&format!("{line}\r"));
        screen.sees(answer);
        screen.sees("> ");
    }
    screen.types("no\r");
    screen.sees("South> ");
    screen.types(CTRL_D);
    screen.all()
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let try_one = |name: &str, columns: u16| {
        let shown = shown(name, columns);
        let end = "The game is unfinished.\nThe game was not saved. ";
        assert!(shown.contains(end), "{shown}");
        assert!(shown.ends_with("  mankala play --save FILE --resume\n"), "{shown}");
        let is_too_wide = |line: &&str| line.chars().count() > columns.into();
        let too_wide = shown.lines().find(is_too_wide);
        assert_eq!(too_wide, None, "{name}, {columns} columns");
    };
    thread::scope(|scope| {
        for name in ["kalah", "oware", "zanzibar-bao", "omweso", "ohvalhu"] {
            scope.spawn(move || [60, 80].map(|columns| try_one(name, columns)));
        }
    });
}

/// A person sees boards and, after them, the solutions; a pipe gets the file.
#[test]
fn puzzles_are_drawn() {
    let shown = Screen::start(60, "puzzles kalah --count 2", "cat").all();
    for part in [
        "Puzzle 1 of 2: which move of ",
        "Puzzle 2 of 2: which move of ",
        "\nSolutions, of which only the longest line is shown:\n  1. ",
        "then mankala play",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("\"position\""), "{shown}");
    let board = |line: &&str| line.starts_with(" a ");
    assert_eq!(shown.lines().filter(board).count(), 2, "{shown}");
}

/// After a wrong move a person may try again, and the solution is shown on request.
#[test]
fn a_puzzle_is_tried_again() {
    let file = folder("tried-again").join("puzzles");
    mankala(&["puzzles", "kalah", "--count", "1", "--out", path(&file)]).done();
    let text = std::fs::read_to_string(&file).expect("the file");
    let puzzle: serde_json::Value =
        serde_json::from_str(text.lines().nth(1).expect("a puzzle")).expect("JSON");
    let right = puzzle["solution"][0].as_str().expect("a move");
    let loaded = mankala::Catalogue::new().load("kalah", &[]).expect("a variant");
    let game = loaded.game_from(puzzle["position"].as_str().expect("a position"));
    let mut moves = game.expect("a position").moves().into_iter().map(|legal| legal.text);
    let wrong = moves.find(|text| text != right).expect("another move");
    let mut screen = Screen::start(80, &format!("play --puzzles {}", path(&file)), "cat");
    screen.sees("> ");
    screen.types(&format!("{wrong}\r"));
    screen.sees("is wrong; try another move, or type hint for the solution");
    screen.types("hint\r");
    screen.sees("The solution is ");
    screen.sees("Solved 0 of 1.");
    assert_eq!(screen.ends(), Some(0));
}

/// Checks that the list omits what does not fit into a line.
#[test]
fn the_list_is_paged_and_fits() {
    let list = |columns, pager| Screen::start(columns, "list", pager).all();
    let narrow = list(80, "cat");
    for line in narrow.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let kalah = |line: &&str| line.starts_with("kalah ");
    let line = narrow.lines().find(kalah).unwrap_or_default();
    assert!(line.contains("  Kalah  "), "{narrow}");
    // What has no room is shortened, and says so.
    let long = narrow.lines().find(|line| line.starts_with("abalalae "));
    assert!(long.is_some_and(|line| line.contains('…')), "{narrow}");
    let wide = list(400, "tr a-z A-Z");
    let heads: Vec<&str> = wide.split_whitespace().take(6).collect();
    let all = ["NAME", "TITLE", "BOARD", "REGION", "YEAR", "SOURCE"];
    assert_eq!(heads, all);
}

/// Pins pages as a reader sees them, on a terminal of 80 columns.
#[test]
fn pages_are_as_pinned() {
    let pages = [
        ("kalah", "KA3", "capture"),
        ("oware", "OW3", "chain"),
        ("zanzibar-bao", "Z2.5", "house-played"),
        ("omweso", "OM15", "clockwise-to-a-capture"),
        ("toguz-korgool", "TO3", "single-seed-makes-a-tuzdik"),
    ];
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/show");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, rule, example) in pages {
        let parts = [
            ("page", String::new()),
            ("rules", "--rules".to_owned()),
            ("rule", format!("--rule {rule}")),
            ("example", format!("--example {example} --laps")),
        ];
        for (part, asked) in parts {
            let command = format!("show {name} {asked}").trim_end().to_owned();
            // Blanks behind colours are blanks that nobody sees.
            let shown = Screen::start(80, &command, "cat").all();
            let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
            let shown = lines.join("\n");
            let too_wide = shown.lines().find(|line| {
                // A web address cannot be broken.
                line.chars().count() > 80 && line.trim_start().contains(' ')
            });
            assert_eq!(too_wide, None, "{command}");
            settings.set_description(command);
            settings.bind(|| insta::assert_snapshot!(format!("{name}-{part}"), shown));
        }
    }
}
