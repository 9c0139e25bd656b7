//! `mankala play`: a game at the terminal, by hand or between players.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::any::LegalMove;
use crate::play::players::PlayerSpec;
use crate::text::transcript::Transcript;
use crate::{AnyGame, Catalogue, Dice, Loaded, Outcome, Side};
use clap::Args;

use super::Failure;
use super::apply::{picture, ply_object, steps_text};
use super::file::{check_new, write_new};
use super::lines::{Line, next_line};
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
    /// Write the transcript to a new file at the end, also if that comes by Ctrl-C.
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
        player.map_err(|error: crate::play::players::PlayerError| format!("{error}, or human"))
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
    undo, u     takes your last move back\n  \
    moves       lists the legal moves\n  \
    save FILE   writes the transcript to a new file\n  \
    resign      gives the game up\n  \
    quit, q     leaves the game unfinished\n  \
    help, h, ?  shows this\n";

/// A game at the terminal.
struct Table<'a> {
    arguments: &'a Arguments,
    loaded: Loaded,
    game: Box<dyn AnyGame>,
    start: String,
    dice: Dice,
    watch: Arc<Watch>,
}

/// What is to be done when Ctrl-C is typed while a game is to be saved.
#[derive(Default)]
struct Watch {
    /// Set if it was typed while nobody was asked.
    stopped: AtomicBool,
    /// The transcript while a person is asked, since that wait does not end.
    asking: Mutex<Option<String>>,
}

impl Watch {
    fn asks(&self, transcript: Option<String>) {
        *self.asking.lock().unwrap_or_else(PoisonError::into_inner) = transcript;
    }

    /// Begins to watch.
    fn over(self: &Arc<Self>, path: &Path) -> Result<(), Failure> {
        let (watch, path) = (Arc::clone(self), path.to_owned());
        ctrlc::set_handler(move || {
            let asking = watch.asking.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(transcript) = &*asking {
                let written = write_new(&path, transcript).is_ok();
                let path = path.display();
                let what = if written {
                    "is"
                } else {
                    "could not be written"
                };
                let _ = writeln!(
                    io::stderr(),
                    "\nnote: stopped, the game so far {what} in {path}"
                );
                std::process::exit(130);
            }
            if watch.stopped.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .map_err(|error| Failure::Refused(format!("Ctrl-C can't be watched: {error}")))
    }
}

/// How a person answered.
enum Answer {
    Moved,
    Left,
}

/// Plays the game to its end.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let loaded = arguments.variant.load(catalogue)?;
    let watch = Arc::new(Watch::default());
    if let Some(path) = &arguments.save {
        check_new(path)?;
        watch.over(path)?;
    }
    let game = arguments.position.game(&loaded, output)?;
    let start = game.text();
    let dice = Dice::seeded(arguments.seed);
    let mut table = Table {
        arguments,
        loaded,
        game,
        start,
        dice,
        watch,
    };
    if !output.is_json() {
        let title = &table.loaded.header.title;
        output.line(format!(
            "{title}: {} against {}",
            arguments.south, arguments.north
        ))?;
        if let (Seat::Player(_), None) = (table.seat(), table.game.result()) {
            output.line("")?;
        }
    }
    let played = table.take_turns(output);
    let told = played.and_then(|()| table.tell_end(output));
    // Whatever went wrong, the game is not lost.
    let Some(path) = &arguments.save else {
        return told;
    };
    let saved = write_new(path, &table.transcript().write());
    told.and(saved)?;
    if table.watch.stopped.load(Ordering::Relaxed) {
        let path = path.display();
        return Err(Failure::Interrupted(format!(
            "stopped, the game so far is in {path}"
        )));
    }
    Ok(())
}

impl Table<'_> {
    /// Lets the players move until the game is over or left.
    fn take_turns(&mut self, output: &mut Output) -> Result<(), Failure> {
        while self.game.result().is_none()
            && self.game.plies() < self.arguments.ply_limit
            && !self.watch.stopped.load(Ordering::Relaxed)
        {
            match self.seat() {
                Seat::Human => {
                    if matches!(self.ask(output)?, Answer::Left) {
                        break;
                    }
                }
                Seat::Player(player) => self.let_play(player, output)?,
            }
        }
        Ok(())
    }

    /// Whether a program moves next in a game that a person looks at.
    fn shows_between(&self) -> bool {
        let seats = [self.arguments.south, self.arguments.north];
        let person = seats.iter().any(|seat| matches!(seat, Seat::Human));
        let program = matches!(self.seat(), Seat::Player(_));
        person && program && self.game.result().is_none()
    }

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
        output.line(format!("{:>3} {mover} plays {written}", self.game.plies()))?;
        if self.shows_between() {
            output.line("")?;
            output.line(picture(&*self.game, output))?;
        }
        Ok(())
    }

    /// Asks a person until they move or leave.
    fn ask(&mut self, output: &mut Output) -> Result<Answer, Failure> {
        let moves = self.game.moves();
        if !output.is_json() {
            output.line("")?;
            output.line(picture(&*self.game, output))?;
            output.text(&list(&moves))?;
        }
        loop {
            output.flush()?;
            if self.arguments.save.is_some() {
                self.watch.asks(Some(self.transcript().write()));
            }
            let line = prompt(self.game.to_move());
            self.watch.asks(None);
            let line = match line? {
                None => return Ok(Answer::Left),
                Some(Line::Whole(line)) => line,
                Some(Line::TooLong(_)) => {
                    output.complain("the line is too long for a move or a command");
                    continue;
                }
            };
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" => {}
                "help" | "h" | "?" => output.tell(HELP)?,
                "moves" => output.tell(&list(&moves))?,
                "quit" | "q" => return Ok(Answer::Left),
                "resign" => {
                    self.game.resign(self.game.to_move());
                    return Ok(Answer::Moved);
                }
                "undo" | "u" => {
                    if self.undo() {
                        return Ok(Answer::Moved);
                    }
                    output.note("there is nothing to take back");
                }
                "hint" if rest.trim().is_empty() => {
                    output.complain("hint needs a move, like hint #2");
                }
                "save" if rest.trim().is_empty() => output.complain("save needs a file name"),
                "save" if self.arguments.save.as_deref() == Some(Path::new(rest.trim())) => {
                    output.note("the transcript is written there when the game ends");
                }
                "hint" => match numbered(&moves, rest.trim()) {
                    Ok(text) => self.hint(text, output)?,
                    Err(message) => output.complain(&message),
                },
                "save" => match write_new(Path::new(rest.trim()), &self.transcript().write()) {
                    Ok(()) => output.note(format!("written to {}", rest.trim())),
                    Err(Failure::Refused(message)) => output.complain(&message),
                    Err(failure) => return Err(failure),
                },
                _ => match numbered(&moves, line)
                    .map_err(Failure::Refused)
                    .and_then(|text| self.play(text, output))
                {
                    Err(Failure::Refused(message)) => {
                        output.complain(&message);
                        if let Some(written) = line
                            .parse()
                            .ok()
                            .and_then(|number: usize| moves.get(number.checked_sub(1)?))
                        {
                            output.note(format!(
                                "#{line} plays {}, move {line} of the list",
                                written.text
                            ));
                        }
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
            Ok(steps) => output.tell(&steps_text(self.game.layout(), &steps, output.has_colour())),
            Err(error) => {
                output.complain(&error.to_string());
                Ok(())
            }
        }
    }

    /// Takes moves back until the same person is to move again; `false` if they have not moved yet.
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
        if self.game.ending() == Some(crate::game::Ending::Resignation) {
            let side = self.game.to_move();
            transcript.resigned = Some(side);
            match transcript.plies.last_mut() {
                Some(last) => last.comment = format!("{side} resigns"),
                // Without a move there is no place for a comment.
                None => transcript
                    .headers
                    .push(("resigned".to_owned(), side.to_string())),
            }
        }
        transcript
    }

    /// Tells the result.
    fn tell_end(&self, output: &mut Output) -> Result<(), Failure> {
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
        Ok(())
    }
}

/// What was typed, `#3` standing for the third move of the list; bare numbers can be moves themselves.
fn numbered<'a>(moves: &'a [LegalMove], typed: &'a str) -> Result<&'a str, String> {
    let number = typed.strip_prefix('#').map(str::trim);
    let Some(number) = number.and_then(|number| number.parse::<usize>().ok()) else {
        return Ok(typed);
    };
    let written = number.checked_sub(1).and_then(|index| moves.get(index));
    written
        .map(|written| &*written.text)
        .ok_or_else(|| match moves.len() {
            1 => format!("there is no #{number}, there is only 1 move"),
            moves => format!("there is no #{number}, there are only {moves} moves"),
        })
}

/// Numbered moves, several on a line.
fn list(moves: &[LegalMove]) -> String {
    let width = moves
        .iter()
        .map(|written| written.text.chars().count())
        .max()
        .unwrap_or(0);
    let cells: Vec<String> = (1..)
        .zip(moves)
        .map(|(number, written)| format!("#{number:<2} {:<width$}", written.text))
        .collect();
    let mut text = String::new();
    for row in cells.chunks(8) {
        text.push_str(row.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Asks a person for a line.
fn prompt(side: Side) -> io::Result<Option<Line>> {
    const LONGEST: usize = 4096;
    if io::stdin().is_terminal() {
        let mut error = io::stderr();
        let _ = write!(error, "{side}> ");
        let _ = error.flush();
    }
    next_line(&mut io::stdin().lock(), LONGEST)
}
