//! `mankala replay`: plays a transcript, ply by ply.

use std::io::Read;

use super::prelude::*;
use crate::api::play::Ply;
use crate::api::transcript::{
    self, NO_VARIANT, false_winner, held, other_rules, over_rounds, said_of, switches,
};
use crate::files::catalogue::COMMAND_LINE;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use mankala_core::game::Ending;
use mankala_core::text::diagnostic::Diagnostic;
use mankala_core::text::foreign::Foreign;
use mankala_core::text::notation::range_of;
use mankala_core::text::transcript::Transcript;
use mankala_core::variant::Outcome;
use strum::VariantNames as _;

use super::file::open_input;
use super::recorded::Recorded;
use super::variant::read_held;

/// Transcript and variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A transcript, or with --game a file of games from `match`; - reads standard input.
    file: String,
    /// Number of the game in a file from `match`.
    #[arg(long, value_name = "N", conflicts_with = "from")]
    game: Option<u64>,
    #[command(flatten)]
    of: OfFile,
}

/// Variant of a file that names one itself.
#[derive(Debug, Args)]
pub(crate) struct OfFile {
    /// The variant; if left out, the one that the file names.
    #[arg(long)]
    pub(crate) variant: Option<String>,
    /// Override a key of the variant.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Notation of the file; that of this program if left out.
    #[arg(long, value_name = "NOTATION", requires = "variant", value_parser = notations())]
    pub(crate) from: Option<Foreign>,
}

/// Returns the parser of names of notations.
pub(super) fn notations() -> impl TypedValueParser<Value = Foreign> {
    PossibleValuesParser::new(Foreign::VARIANTS).try_map(|name| name.parse::<Foreign>())
}

impl OfFile {
    /// Returns the transcript in a file with this variant.
    pub(crate) fn source<'a>(&'a self, file: &'a str, catalogue: &'a Catalogue) -> Source<'a> {
        Source {
            file,
            variant: self.variant.as_deref(),
            named_with: "--variant",
            set: &self.set,
            from: self.from,
            game: None,
            catalogue,
        }
    }
}

/// Name of the variant file in a transcript, for messages.
const WHOLE: &str = "the header variant-file";

/// Maximum size of a transcript, in bytes.
const LARGEST: u64 = 1 << 24;

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let source = Source { game: arguments.game, ..arguments.of.source(&arguments.file, catalogue) };
    let show = &mut |game: &Game, mover: Side, ply: &str, comment: &str, output: &mut Output| {
        if output.is_json() {
            return output.object(&json!(Ply::of(game, Some(ply))));
        }
        let comment =
            if comment.is_empty() { String::new() } else { format!("  ; {}", visible(comment)) };
        output.line(format!("{:>3} {mover} {ply}{comment}", game.plies()))?;
        output.line(format!("    {}", game.text()))
    };
    let (_, transcript, game) = source.play(source.open()?, show, output)?;
    if game.plies() == 0 {
        output.note(format!("{}: the transcript has no moves", source.name()));
    }
    report(&transcript, &game, output)
}

/// A transcript and its variant.
pub(crate) struct Source<'a> {
    /// The file; `-` is standard input.
    pub(crate) file: &'a str,
    /// The variant, if it was named on the command line.
    pub(crate) variant: Option<&'a str>,
    /// Argument that names the variant, for messages.
    pub(crate) named_with: &'static str,
    /// Changes to its keys.
    pub(crate) set: &'a [String],
    /// Notation of the file; `None` for a transcript.
    pub(crate) from: Option<Foreign>,
    /// Number of the game, if the file has those of a match.
    pub(crate) game: Option<u64>,
    /// Catalogue that has the variant.
    pub(crate) catalogue: &'a Catalogue,
}

impl Source<'_> {
    /// Returns the name of the file, for messages.
    pub(crate) fn name(&self) -> &str {
        if self.file == "-" { "standard input" } else { self.file }
    }

    /// Opens the file, or standard input.
    pub(crate) fn open(&self) -> Result<BufReader<Box<dyn Read>>> {
        open_input(self.file, self.name())
    }

    /// Reads the transcript, loads its variant, plays its moves, and shows each.
    pub(crate) fn play(
        &self,
        input: BufReader<Box<dyn Read>>,
        show: &mut Show<'_>,
        output: &mut Output,
    ) -> Result<(Loaded, Transcript, Game)> {
        if let Some(number) = self.game {
            let (loaded, game) = self.play_recorded(number, input, show, output)?;
            return Ok((loaded, Transcript::default(), game));
        }
        let text = self.read(input)?;
        let text = without_mark(&text);
        if let Some(from) = self.from {
            let (loaded, game) = self.play_foreign(from, text, show, output)?;
            return Ok((loaded, Transcript::default(), game));
        }
        let transcript = Transcript::read(self.name(), text).map_err(CommandError::input)?;
        let loaded = self.rules(text, &transcript, output)?;
        self.check_rules(&loaded, &transcript, output)?;
        let game = game_at(&loaded, transcript.header("position"), output);
        let before = place_of(text, "position").map_or("", |place| &text[..place.start]);
        let line = 1 + before.matches('\n').count();
        let mut game = game.of(format_args!("{}, line {line}", self.name()))?;
        if let Some(note) = over_rounds(&mut game, &loaded, &transcript) {
            output.note(note);
        }
        for (number, ply) in (1..).zip(&transcript.plies) {
            interrupt::check()?;
            let mover = game.to_move();
            let (name, line) = (self.name(), ply.line);
            let played = game.play(&ply.text);
            let played = played.of(format_args!("{name}, line {line}, ply {number}"))?;
            show(&game, mover, &played, &ply.comment, output)?;
        }
        if let Some(note) = transcript::resign(&mut game, &transcript) {
            output.note(note);
        }
        Ok((loaded, transcript, game))
    }

    /// Plays a game of a match, and shows each move.
    fn play_recorded(
        &self,
        number: u64,
        input: BufReader<Box<dyn Read>>,
        show: &mut Show<'_>,
        output: &mut Output,
    ) -> Result<(Loaded, Game)> {
        let mut games =
            Recorded::open(self.name(), Box::new(input), (self.variant, self.set), self.catalogue)?;
        let found = games.next_from(Some(number))?;
        let (_, played) = found.ok_or_else(|| games.missing(number))?;
        let mut game = played.clone();
        game.rewind();
        for text in played.record() {
            interrupt::check()?;
            let mover = game.to_move();
            game.follow(&text).of(self.name())?;
            show(&game, mover, &text, "", output)?;
        }
        Ok((games.loaded, game))
    }

    /// Plays a game in the notation of another program, and shows each move.
    fn play_foreign(
        &self,
        from: Foreign,
        text: &str,
        show: &mut Show<'_>,
        output: &mut Output,
    ) -> Result<(Loaded, Game)> {
        let loaded = load(self.catalogue, self.variant.unwrap_or_default(), self.set)?;
        let (position, moves) = from.split(text);
        let begin = text.len() - text.trim_start().len();
        let line = 1 + text[..begin].matches('\n').count();
        let place = format!("{}, line {line}", self.name());
        let first = loaded.game();
        let own = position.map(|position| {
            from.read_position(first.layout(), position).ok_or_else(|| {
                let sample = from.write_position(first.variant(), first.position());
                let sample = sample.map_or_else(String::new, |it| format!(" like {it}"));
                let title = &loaded.header.title;
                format!("expected a position of {title} in the notation {from}{sample}, alone on its line; found {position:?}")
            })
        });
        let game = game_at(&loaded, own.transpose().of(&place)?.as_deref(), output);
        let mut game = game.of(&place)?;
        for (number, text) in (1..).zip(moves) {
            interrupt::check()?;
            if game.result().is_some() {
                // Other programs play on after a decision.
                output.note(format!(
                    "{}: the game is over before ply {number}, {text:?}; the remaining moves are ignored",
                    self.name()
                ));
                break;
            }
            let side = game.to_move();
            let legal = from.read_move(game.variant(), game.position(), text);
            let legal = legal.of(format_args!("{}: ply {number}", self.name()))?;
            game.commit(legal.mv, &legal.after);
            show(&game, side, &legal.text, "", output)?;
        }
        Ok((loaded, game))
    }

    /// Loads the variant of a transcript; a header named like a boolean rule sets it by `yes` or `no`.
    fn rules(&self, text: &str, transcript: &Transcript, output: &mut Output) -> Result<Loaded> {
        let (catalogue, header) = (self.catalogue, transcript.header("variant"));
        let whole = held(transcript).filter(|_| self.variant.is_none());
        let whole = whole.transpose().of(self.name())?;
        let read = |set: &[String]| match (self.variant, &whole, header) {
            (Some(named), ..) => catalogue
                .load(named, set)
                .map_err(|wrong| wrong.renamed(COMMAND_LINE, self.named_with)),
            (None, Some(whole), _) => catalogue.parse(WHOLE, whole, set),
            (None, None, Some(named)) => read_held(catalogue, named, set),
            (None, None, None) => {
                let message = format!("{NO_VARIANT} or the argument {}", self.named_with);
                Err(Diagnostic::new(self.name(), message).into())
            }
        };
        let loaded = read(self.set).map_err(|mut mistakes| {
            // An error in the header is reported there, not on the command line.
            let place = place_of(text, "variant");
            for mistake in &mut mistakes.told {
                if let (None, Some(place), true) =
                    (mistake.place, &place, mistake.origin == COMMAND_LINE)
                {
                    let message = std::mem::take(&mut mistake.message);
                    *mistake = Diagnostic::at(self.name(), text, place, message);
                }
            }
            CommandError::input(mistakes)
        })?;
        let set = switches(&loaded, transcript);
        for switch in &set {
            output.note(said_of(switch));
        }
        if set.is_empty() {
            Ok(loaded)
        } else {
            read(&[self.set, &set[..]].concat()).map_err(CommandError::input)
        }
    }

    fn check_rules(&self, loaded: &Loaded, transcript: &Transcript, output: &mut Output) -> Result {
        let Some(message) = other_rules(loaded, transcript) else {
            return Ok(());
        };
        let message = format!("{}: {message}", self.name());
        if self.variant.is_some() || !self.set.is_empty() {
            output.note(message);
            return Ok(());
        }
        Err(CommandError::Input(format!("{message}; use {} to choose the rules", self.named_with)))
    }

    fn read(&self, input: impl Read) -> Result<String> {
        let mut bytes = Vec::new();
        let read = input.take(LARGEST + 1).read_to_end(&mut bytes);
        let name = self.name();
        read.of(name)?;
        if bytes.len() as u64 > LARGEST {
            refuse!("{name}: expected a transcript of at most {LARGEST} bytes");
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to() + 1;
            format!("expected UTF-8 text, found other bytes from byte {place} on")
        });
        text.of(name)
    }
}

/// Callback after each move: the game, the mover, the move and its comment.
pub(crate) type Show<'a> = dyn FnMut(&Game, Side, &str, &str, &mut Output) -> Result + 'a;

/// Returns the byte range of a header's value in a transcript.
fn place_of(text: &str, header: &str) -> Option<Range<usize>> {
    let line = text.lines().find(|line| {
        let key = line.split_once(':').map(|(key, _)| key.trim());
        key.is_some_and(|key| key.eq_ignore_ascii_case(header))
    })?;
    Some(range_of(line.split_once(':')?.1.trim(), text))
}

fn report(transcript: &Transcript, game: &Game, output: &mut Output) -> Result {
    if let Some(note) = false_winner(game, transcript) {
        output.note(note);
    }
    if output.is_json() {
        let ending = game.ending().map(|ending| ending.to_string());
        return output.object(
            &json!({ "plies": game.plies(), "result": game.result(), "ending": ending, "holdings": game.holdings() }),
        );
    }
    output.line("")?;
    let look = output.look();
    output.line(look.board(game, &[]))?;
    output.text(&look.score(game))?;
    output.line(told_result(game))
}

/// Returns the number of plies and the result, such as `54 plies, North has won: the opponent resigned`.
pub(super) fn told_result(game: &Game) -> String {
    let plies = match game.plies() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let Some(winner) = game.result().map(Outcome::winner) else {
        return format!("{plies}, the game goes on");
    };
    let result = winner.map_or("a draw".to_owned(), |side| format!("{side} has won"));
    match game.ending() {
        None | Some(Ending::Board) => format!("{plies}, {result}"),
        Some(Ending::NoMove) => format!("{plies}, {result}: {} can't move", game.to_move()),
        Some(Ending::Repetition) => format!("{plies}, {result}: the position was repeated"),
        Some(Ending::Resignation) => format!("{plies}, {result}: the opponent resigned"),
    }
}
