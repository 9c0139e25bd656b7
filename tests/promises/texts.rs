//! Names and texts of other people's games and files: every command shows them, and none executes them.

use super::program::{Folder, end};

/// Characters that a terminal or a browser acts on: they write a clipboard, clear a screen, reverse text.
const ACTING: &str = "\u{1b}]52;c;cm0=\u{7}\u{9b}2J\u{61c}\u{200e}\u{200f}\u{2028}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\
                      \u{2066}\u{2067}\u{2068}\u{2069}";
/// Keeps the characters that a file name on a command line can contain.
const TURNING: &str = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

/// Kalah with such words wherever its file has words of its own.
fn kalah() -> String {
    let acting = ACTING.chars().map(|c| format!("\\u{:04x}", u32::from(c)));
    let acting: String = acting.collect();
    let mut kalah = include_str!("../../variants/kalah.toml").to_owned();
    let texts =
        ["title = \"", "also = [\"", "region = \"", "about = \"", "author = \"", "shows = \""];
    for text in texts {
        assert!(kalah.contains(text), "{text}");
        kalah = kalah.replace(text, &format!("{text}{acting}"));
    }
    let example = "name = \"capture";
    kalah.replace(example, &format!("{example}{acting}"))
}

/// The output of a command, results and notes: with colours as on a terminal, the escapes of which are left out.
fn output(folder: &Folder, arguments: &str) -> String {
    let command = folder.command(arguments).env("CLICOLOR_FORCE", "1").spawn();
    let run = end(command.expect("the program"));
    let said = run.out + &run.err;
    let mut parts = said.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let style = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match style.filter(|&end| part[end..].starts_with('m')) {
            Some(end) => before + &part[end + 1..],
            None => before + "\u{1b}[" + part,
        }
    })
}

#[test]
fn control_characters_in_texts_are_shown() {
    let folder = Folder::new("texts");
    let file = format!("x{TURNING}.toml");
    folder.write(&file, kalah());
    folder.write("game", format!("South: {ACTING}\nvariant: kalah\n1: A3; {ACTING}\n"));
    let players = "--south random --north random";
    let commands = [
        "check FILE",
        "show FILE",
        "show FILE --rules",
        "show FILE --rule KA3",
        "show FILE --examples",
        "show FILE --example capture --laps",
        "show FILE --example nothing",
        "show FILE --json",
        "moves FILE",
        "moves FILE:board.rows=9",
        "apply FILE A3 --trace",
        "diff FILE kalah:setup.seeds=3",
        "perft FILE 1 --json",
        "speed FILE --seconds 0.01",
        "new mine --from FILE",
        "new mine --from FILE --inherit",
        "new mine --from FILE --json",
        "compare FILE kalah --games 2 --format table",
        "compare FILE kalah --games 2 --format csv",
        "compare FILE kalah --games 2 --format json",
        "compare FILE kalah --games 2 --format html",
        "play FILE --ply-limit 1 PLAYERS",
        "play FILE --save TURNED",
        "play FILE --save nowhere/TURNED",
        "play --from TURNED",
        "play FILE --from TURNED",
        "replay TURNED --variant FILE",
        "replay TURNED",
        "replay game",
        "match FILE --games 2 PLAYERS",
        "match FILE --games 2 --out gamesTURNED PLAYERS",
        "verify gamesTURNED",
        "verify gamesTURNED --variant FILE",
        "merge gamesTURNED --out games",
        "TURNED",
    ];
    for command in commands {
        let command = command.replace("FILE", &file).replace("PLAYERS", players);
        let said = output(&folder, &command.replace("TURNED", TURNING));
        let acts =
            |c: char| c != '\n' && (c.is_control() || c == '\u{2028}' || TURNING.contains(c));
        let place = said.find(acts).map(|at| said[..at].to_owned() + "HERE");
        assert_eq!(place, None, "{command}");
    }
    // It is there all the same.
    for command in ["show FILE", "compare FILE --games 2 --format html", "play FILE"] {
        let said = output(&folder, &command.replace("FILE", &file));
        assert!(said.contains(r"\u{1b}]52;c;cm0=\u{7}\u{9b}2J\u{61c}"), "{command}: {said}");
    }
}
