//! Input at the prompt: commands, and moves in several forms.

use mankala_core::game::LegalMove;
use mankala_core::text::width::{padded, paragraph, widest, width_of};

/// A command: its names, its argument and its help.
type Command = (&'static [&'static str], &'static str, &'static str);

/// Every command, in the order of `help`.
const COMMANDS: [Command; 14] = [
    (&["hint"], "[MOVE]", "shows what a move does; without one, suggests a move"),
    (&["laps"], "", "shows the last move lap by lap"),
    (&["show"], "", "shows the board again"),
    (&["score"], "", "counts each player's seeds"),
    (&["moves"], "", "lists the legal moves"),
    (&["undo", "u"], "", "takes back your last move"),
    (&["rules"], "", "shows the rules of this game in words"),
    (&["book"], "", "shows the rule book of its ruleset"),
    (&["rule"], "NAME", "shows a rule, like rule G1"),
    (&["save"], "FILE", "writes the transcript to a new file"),
    (&["resign"], "", "gives up, after you confirm with y"),
    (&["quit", "q"], "", "leaves the game unfinished"),
    (&["exit"], "", "same as quit"),
    (&["help", "h", "?"], "", "shows this"),
];

pub(super) fn help(width: usize) -> String {
    let moves = "plays a move: by its name (5R), its pit number if unique (5), or its place in the list (#3)";
    let about = |what: &str, does| paragraph(does, &format!("  {what:<14} "), width);
    let mut text = about("5R, 5 or #3", moves);
    for (names, argument, does) in COMMANDS {
        let typed = format!("{} {argument}", names.join(", "));
        text.push_str(&about(typed.trim_end(), does));
    }
    text
}

/// Iterates over the long names of all commands, and whether they take an argument.
pub(super) fn names() -> impl Iterator<Item = (&'static str, bool)> {
    let names = COMMANDS.iter();
    names.map(|(names, argument, _)| (names[0], !argument.is_empty()))
}

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Nothing,
    Help,
    Moves,
    Show,
    Score,
    Laps,
    Rules,
    Book,
    Rule(&'a str),
    Hint(&'a str),
    Save(&'a str),
    Undo,
    Resign,
    Quit,
    Move(&'a str),
}

impl<'a> Typed<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Self::Nothing,
            "hint" => Self::Hint(rest),
            "rule" => Self::Rule(rest),
            "save" => Self::Save(rest),
            _ if !rest.is_empty() => Self::Move(line),
            "help" | "h" | "?" => Self::Help,
            "moves" => Self::Moves,
            "show" => Self::Show,
            "score" => Self::Score,
            "laps" => Self::Laps,
            "rules" => Self::Rules,
            "book" => Self::Book,
            "undo" | "u" => Self::Undo,
            "resign" => Self::Resign,
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

/// Finds the intended move: `#3` is the third of the list; a plain number is the only move of that pit number.
pub(super) fn meant<'a>(moves: &'a [LegalMove], typed: &'a str) -> Result<&'a str, String> {
    if let Some(number) = typed.strip_prefix('#').map(str::trim) {
        return match number.parse::<usize>() {
            Ok(number) => listed(moves, number),
            Err(_) => Ok(typed),
        };
    }
    let is_number = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || moves.iter().any(|written| written.text == typed) {
        return Ok(typed);
    }
    let begins = |written: &&LegalMove| number_of(&written.text) == typed;
    let found: Vec<&str> = moves.iter().filter(begins).map(|mv| &*mv.text).collect();
    match found[..] {
        [] => Ok(typed),
        [only] => Ok(only),
        _ => Err(format!("{typed} is ambiguous, it could be {}", found.join(" or "))),
    }
}

/// Returns the number of the pit from which a written move starts, in whichever row.
fn number_of(written: &str) -> &str {
    let number = written.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    &number[..number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len())]
}

/// Returns the move at a place of the list, counted from 1.
fn listed(moves: &[LegalMove], number: usize) -> Result<&str, String> {
    let written = number.checked_sub(1).and_then(|index| moves.get(index));
    written.map(|written| &*written.text).ok_or_else(|| match moves.len() {
        1 => format!("expected #1, the only move, found #{number}"),
        moves => format!("expected #1 to #{moves}, found #{number}"),
    })
}

/// Formats numbered moves, up to eight on a line, within the columns.
pub(super) fn list(moves: &[LegalMove], columns: Option<usize>) -> String {
    let width = widest(moves.iter().map(|written| &*written.text));
    let cells: Vec<String> = (1..)
        .zip(moves)
        .map(|(number, written)| format!("#{number:<2} {}  ", padded(&written.text, width)))
        .collect();
    let cell = cells.first().map_or(1, |cell| width_of(cell));
    let row = columns.map_or(8, |columns| (columns / cell).clamp(1, 8));
    let mut text = String::new();
    for row in cells.chunks(row) {
        text.push_str(row.concat().trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> Vec<LegalMove> {
        let written = |text: &&str| LegalMove {
            pit: None,
            direction: None,
            text: (*text).to_owned(),
            after: String::new(),
            result: None,
        };
        texts.iter().map(written).collect()
    }

    #[test]
    fn a_number_alone_is_a_move_where_one_begins_with_it() {
        let bao = moves(&["5L", "5R", "6R*", "12L"]);
        assert_eq!(meant(&bao, "6"), Ok("6R*"));
        assert_eq!(meant(&bao, "12"), Ok("12L"));
        assert_eq!(meant(&bao, "5"), Err("5 is ambiguous, it could be 5L or 5R".to_owned()));
        // A text that is no move is passed on as typed.
        assert_eq!(meant(&bao, "1"), Ok("1"));
        assert_eq!(meant(&bao, "#4"), Ok("12L"));
        assert!(meant(&bao, "#5").is_err() && meant(&bao, "#0").is_err());
        assert_eq!(meant(&moves(&["A1", "A3"]), "3"), Ok("A3"));
        assert_eq!(meant(&moves(&["A3L", "3"]), "3"), Ok("3"));
    }

    #[test]
    fn a_list_keeps_within_the_columns() {
        let nine = moves(&["1L*", "1R", "2L", "2R", "3L", "3R", "4L", "4R", "5L"]);
        let rows = |columns| -> Vec<usize> {
            let listed = list(&nine, columns);
            assert!(listed.starts_with("#1  1L*  #2  1R   #3  2L "), "{listed}");
            listed.lines().map(|line| line.matches('#').count()).collect()
        };
        assert_eq!(rows(None), [8, 1]);
        assert_eq!(rows(Some(80)), [8, 1]);
        assert_eq!(rows(Some(60)), [6, 3]);
        assert_eq!(list(&nine, Some(5)).lines().count(), 9);
    }

    #[test]
    fn every_command_is_known_and_listed() {
        for (name, takes) in names() {
            assert!(help(96).contains(&format!("\n  {name}")), "{name}");
            let line = format!("  {name} x ");
            assert_eq!(matches!(Typed::read(&line), Typed::Move(_)), !takes, "{name}");
            assert!(!matches!(Typed::read(name), Typed::Move(_)), "{name}");
        }
        assert_eq!(Typed::read("rule  Z3 "), Typed::Rule("Z3"));
        assert_eq!(Typed::read(" "), Typed::Nothing);
        assert_eq!(Typed::read("5R>"), Typed::Move("5R>"));
    }
}
