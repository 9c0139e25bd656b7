//! `mankala play`: a game at the terminal, by hand or between players.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::any::LegalMove;
use crate::play::players::PlayerSpec;
use crate::text::transcript::Transcript;
use crate::{AnyGame, Catalogue, Dice, Loaded, Outcome, Side};
use clap::Args;

use super::apply::{picture, ply_object, steps_text};
use super::file::{Place, refused};
use super::lines::{Line, next_line};
use super::output::Output;
use super::replay::read_transcript;
use super::variant::{PositionArgs, VariantArgs, files_of};
use super::{Failure, interrupt};

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
    /// Keep the transcript in this file; after every move it is on the disk.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replace that file if it is there already.
    #[arg(long, requires = "save")]
    force: bool,
    /// Go on with the game in that file.
    #[arg(long, requires = "save", conflicts_with = "force")]
    resume: bool,
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
    /// Where the transcript is kept.
    place: Option<Place>,
    /// Whether the game so far could not be written there.
    is_unsaved: bool,
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
    let game = arguments.position.game(&loaded, output)?;
    let mut table = Table {
        arguments,
        start: game.text(),
        loaded,
        game,
        place: None,
        is_unsaved: false,
    };
    if let Some(path) = &arguments.save {
        let goes_on = arguments.resume && path.exists();
        if goes_on {
            table.resume(path)?;
        }
        let inputs = files_of(&table.loaded);
        table.place = Some(Place::new(path, arguments.force || goes_on, &inputs)?);
    }
    table.save(output);
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
    let saved = table.save_at_the_end(output);
    if interrupt::stopped() {
        return Err(Failure::Interrupted(table.words()));
    }
    told.and(saved)
}

impl Table<'_> {
    /// Lets the players move until the game is over or left.
    fn take_turns(&mut self, output: &mut Output) -> Result<(), Failure> {
        while self.game.result().is_none()
            && self.game.plies() < self.arguments.ply_limit
            && !interrupt::stopped()
        {
            match self.seat() {
                Seat::Human => {
                    if matches!(self.ask(output)?, Answer::Left) {
                        break;
                    }
                }
                Seat::Player(player) => self.let_play(player, output)?,
            }
            self.save(output);
        }
        Ok(())
    }

    /// Whether a program moves next in a game that a person looks at.
    fn shows_between(&self) -> bool {
        let program = matches!(self.seat(), Seat::Player(_));
        self.has_person() && program && self.game.result().is_none()
    }

    /// Whether a person plays.
    fn has_person(&self) -> bool {
        let seats = [self.arguments.south, self.arguments.north];
        seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn seat(&self) -> Seat {
        match self.game.to_move() {
            Side::South => self.arguments.south,
            Side::North => self.arguments.north,
        }
    }

    /// A player chooses and moves.
    fn let_play(&mut self, player: PlayerSpec, output: &mut Output) -> Result<(), Failure> {
        // Chance follows from the seed and the move's number, so a game gone on with is the same game.
        let mut dice = Dice::numbered(self.arguments.seed, self.game.plies() as u64);
        match self.game.choose(player, &mut dice, &interrupt::stopped) {
            Some(text) => self.play(&text, output),
            None if interrupt::stopped() => Ok(()),
            None => Err(Failure::Refused(format!(
                "{player} finds no move in {}",
                self.game.text()
            ))),
        }
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
            let line = match prompt(self.game.to_move())? {
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
                    output.note("the transcript is there after every move");
                }
                "hint" => match numbered(&moves, rest.trim()) {
                    Ok(text) => self.hint(text, output)?,
                    Err(message) => output.complain(&message),
                },
                "save" => match self.save_to(Path::new(rest.trim())) {
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

    /// Writes the game so far to a new file.
    fn save_to(&self, path: &Path) -> Result<(), Failure> {
        Place::new(path, false, &[])?.write(&self.transcript().write())
    }

    /// Keeps the game so far; if that fails it is said once, and tried again after the next move.
    fn save(&mut self, output: &mut Output) {
        let text = self.transcript().write();
        if let Some(place) = self.place.as_mut().filter(|place| place.is_plain()) {
            let failed = place.write(&text).err();
            if let (Some(Failure::Refused(message)), false) = (&failed, self.is_unsaved) {
                output.complain(message);
            }
            self.is_unsaved = failed.is_some();
        }
        if self.has_person() {
            interrupt::last_words(format!("\nnote: {}\n", self.words().trim_end()));
        }
    }

    /// Keeps the whole game; if that fails it is shown.
    fn save_at_the_end(&mut self, output: &mut Output) -> Result<(), Failure> {
        let Some(place) = &mut self.place else {
            return Ok(());
        };
        if place.is_plain() && !self.is_unsaved {
            return Ok(());
        }
        let text = self.transcript().write();
        let saved = self
            .place
            .as_mut()
            .map_or(Ok(()), |place| place.write(&text));
        self.is_unsaved = saved.is_err();
        if self.is_unsaved {
            output.aside(&text);
        }
        saved
    }

    /// What is said where the game is broken off.
    fn words(&self) -> String {
        match &self.place {
            Some(place) if place.is_plain() && !self.is_unsaved => {
                format!("stopped, the game so far is in {}", place.name().display())
            }
            _ if self.game.plies() == 0 => "stopped".to_owned(),
            _ => format!("stopped, the game so far:\n{}", self.transcript().write()),
        }
    }

    /// Goes on with the game in a file, which has to be this one.
    fn resume(&mut self, path: &Path) -> Result<(), Failure> {
        if !path.is_file() {
            return Err(refused(path, "this is no file that can be read again"));
        }
        let (_, saved) = read_transcript(&path.to_string_lossy())?;
        for (key, own) in self.transcript().headers {
            let found = saved.header(&key).unwrap_or("");
            if found != own {
                let message = format!("it holds another game: {key} is {found:?} and not {own:?}");
                return Err(refused(path, message));
            }
        }
        for ply in &saved.plies {
            let played = self.game.play(&ply.text);
            played.map_err(|error| refused(path, format!("line {}: {error}", ply.line)))?;
        }
        if let Some(side) = saved.resigned {
            self.game.resign(side);
        }
        Ok(())
    }

    /// The game so far, written down.
    fn transcript(&self) -> Transcript {
        let mut transcript = Transcript::default();
        let mut header =
            |key: &str, value: String| transcript.headers.push((key.to_owned(), value));
        header("South", self.arguments.south.to_string());
        header("North", self.arguments.north.to_string());
        header("variant", self.loaded.label());
        header("digest", self.loaded.digest());
        header("seed", self.arguments.seed.to_string());
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
