//! `mankala play`: a game at the terminal, by hand or between players.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;

use clap::Args;
use mankala::any::LegalMove;
use mankala::players::PlayerSpec;
use mankala::transcript::Transcript;
use mankala::{AnyGame, Dice, Loaded, Outcome, Side};

use super::Failure;
use super::apply::{picture, ply_object, print_steps};
use super::file::write_new;
use super::output::Output;
use super::variant::{PositionArgs, VariantArgs};

/// Who plays what.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays South: human, random, greedy, alphabeta:6, mcts:2000, …
    #[arg(long, value_name = "WHO", default_value = "human")]
    south: Seat,
    /// Who plays North.
    #[arg(long, value_name = "WHO", default_value = "random")]
    north: Seat,
    /// The seed of chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game of so many plies is cut off and unfinished.
    #[arg(long, default_value_t = 2000)]
    ply_limit: usize,
    /// Write the transcript to a new file at the end.
    #[arg(long, value_name = "FILE")]
    save: Option<std::path::PathBuf>,
}

/// Who sits on a side.
#[derive(Debug, Clone, Copy)]
enum Seat {
    Human,
    Player(PlayerSpec),
}

impl std::str::FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        let player = text.parse().map(Self::Player);
        player.map_err(|error: mankala::players::PlayerError| format!("{error}, or human"))
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Player(player) => player.fmt(f),
        }
    }
}

/// What a person may type instead of a move.
const HELP: &str = "  5R or #3    plays that move\n  \
    hint MOVE   shows what a move does\n  \
    undo        takes your last move back\n  \
    moves       lists the legal moves\n  \
    save FILE   writes the transcript to a new file\n  \
    resign      gives the game up\n  \
    quit        leaves the game unfinished";

/// A game at the terminal.
struct Table<'a> {
    arguments: &'a Arguments,
    loaded: Loaded,
    game: Box<dyn AnyGame>,
    start: String,
    dice: Dice,
}

/// How a person answered.
enum Answer {
    Moved,
    Left,
}

/// Plays the game to its end.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.variant.load()?;
    let game = arguments.position.game(&loaded, output)?;
    let start = game.text();
    let dice = Dice::seeded(arguments.seed);
    let mut table = Table {
        arguments,
        loaded,
        game,
        start,
        dice,
    };
    if !output.is_json() {
        let title = &table.loaded.header.title;
        output.line(format!(
            "{title}: {} against {}\n",
            arguments.south, arguments.north
        ))?;
    }
    while table.game.result().is_none() && table.game.plies() < arguments.ply_limit {
        match table.seat() {
            Seat::Human => {
                if matches!(table.ask(output)?, Answer::Left) {
                    break;
                }
            }
            Seat::Player(player) => table.let_play(player, output)?,
        }
    }
    table.finish(output)
}

impl Table<'_> {
    fn seat(&self) -> Seat {
        match self.game.to_move() {
            Side::South => self.arguments.south,
            Side::North => self.arguments.north,
        }
    }

    /// A player chooses and moves.
    fn let_play(&mut self, player: PlayerSpec, output: &mut Output) -> Result<(), Failure> {
        let Some(text) = self.game.choose(player, &mut self.dice) else {
            return Err(Failure::Refused(format!(
                "{player} finds no move in {}",
                self.game.text()
            )));
        };
        self.play(&text, output)
    }

    /// Plays a move and tells it.
    fn play(&mut self, text: &str, output: &mut Output) -> Result<(), Failure> {
        let mover = self.game.to_move();
        let written = self.game.play(text).map_err(Failure::refused)?;
        if output.is_json() {
            return output.object(&ply_object(&*self.game, &written));
        }
        output.line(format!("{:>3} {mover} plays {written}", self.game.plies()))
    }

    /// Asks a person until he moves or leaves.
    fn ask(&mut self, output: &mut Output) -> Result<Answer, Failure> {
        let moves = self.game.moves();
        if !output.is_json() {
            output.line("")?;
            output.line(picture(&*self.game, output))?;
            list(&moves, output)?;
        }
        loop {
            output.flush()?;
            let Some(line) = prompt(self.game.to_move())? else {
                return Ok(Answer::Left);
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => {}
                "help" | "?" => output.line(HELP)?,
                "moves" => list(&moves, output)?,
                "quit" => return Ok(Answer::Left),
                "resign" => {
                    self.game.resign(self.game.to_move());
                    return Ok(Answer::Moved);
                }
                "undo" => {
                    if self.undo() {
                        return Ok(Answer::Moved);
                    }
                    output.note("there is nothing to take back");
                }
                "hint" => self.hint(numbered(&moves, rest.trim()), output)?,
                "save" => match write_new(Path::new(rest.trim()), &self.transcript().write()) {
                    Ok(()) => output.note(format!("written to {}", rest.trim())),
                    Err(Failure::Refused(message)) => output.complain(&message),
                    Err(failure) => return Err(failure),
                },
                _ => match self.play(numbered(&moves, &line), output) {
                    Err(Failure::Refused(message)) => {
                        output.complain(&message);
                        output.note("help lists what you may type");
                    }
                    done => return done.map(|()| Answer::Moved),
                },
            }
        }
    }

    /// Shows what a move would do.
    fn hint(&self, text: &str, output: &mut Output) -> Result<(), Failure> {
        match self.game.trace(text) {
            Ok(steps) => print_steps(self.game.layout(), &steps, output),
            Err(error) => {
                output.complain(&error.to_string());
                Ok(())
            }
        }
    }

    /// Takes moves back until the same person is to move again; `false` if he has not moved yet.
    fn undo(&mut self) -> bool {
        let mut earlier = self.game.boxed_clone();
        while earlier.undo() {
            let seat = match earlier.to_move() {
                Side::South => self.arguments.south,
                Side::North => self.arguments.north,
            };
            if matches!(seat, Seat::Human) {
                self.game = earlier;
                return true;
            }
        }
        false
    }

    /// The game so far, written down.
    fn transcript(&self) -> Transcript {
        let mut transcript = Transcript::default();
        let mut header =
            |key: &str, value: String| transcript.headers.push((key.to_owned(), value));
        header("South", self.arguments.south.to_string());
        header("North", self.arguments.north.to_string());
        header("variant", self.arguments.variant.name().to_owned());
        header("position", self.start.clone());
        if let Some(winner) = self.game.result().and_then(Outcome::winner) {
            header("winner", winner.to_string());
        }
        for text in self.game.record() {
            transcript.push(text);
        }
        if self.game.ending() == Some(mankala::game::Ending::Resignation)
            && let Some(last) = transcript.plies.last_mut()
        {
            last.comment = format!("{} resigns", self.game.to_move());
        }
        transcript
    }

    /// Tells the result and saves the transcript if that was asked for.
    fn finish(&self, output: &mut Output) -> Result<(), Failure> {
        if !output.is_json() {
            output.line("")?;
            output.line(picture(&*self.game, output))?;
            output.line(match self.game.result() {
                Some(outcome) => match outcome.winner() {
                    Some(side) => format!("{side} has won."),
                    None => "A draw.".to_owned(),
                },
                None => "The game is unfinished.".to_owned(),
            })?;
        }
        match &self.arguments.save {
            Some(path) => write_new(path, &self.transcript().write()),
            None => Ok(()),
        }
    }
}

/// What was typed, `#3` standing for the third move of the list; bare numbers can be moves themselves.
fn numbered<'a>(moves: &'a [LegalMove], typed: &'a str) -> &'a str {
    let number: Option<usize> = typed
        .strip_prefix('#')
        .and_then(|number| number.parse().ok());
    let numbered = number.and_then(|number| moves.get(number.checked_sub(1)?));
    numbered.map_or(typed, |written| &written.text)
}

/// Prints numbered moves, several on a line.
fn list(moves: &[LegalMove], output: &mut Output) -> Result<(), Failure> {
    let width = moves
        .iter()
        .map(|written| written.text.chars().count())
        .max()
        .unwrap_or(0);
    let cells: Vec<String> = (1..)
        .zip(moves)
        .map(|(number, written)| format!("#{number:<2} {:<width$}", written.text))
        .collect();
    for row in cells.chunks(8) {
        output.line(row.join("  ").trim_end())?;
    }
    Ok(())
}

/// Reads a line from a person; `None` at the end of input.
fn prompt(side: Side) -> Result<Option<String>, Failure> {
    const LONGEST: u64 = 4096;
    if io::stdin().is_terminal() {
        let mut error = io::stderr();
        let _ = write!(error, "{side}> ");
        let _ = error.flush();
    }
    let mut line = Vec::new();
    let read = io::stdin()
        .lock()
        .take(LONGEST)
        .read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}
