//! The commands: arguments, dispatch, exit status. One file a command.

mod apply;
mod check;
mod compare;
mod diff;
mod file;
mod list;
mod match_;
mod merge;
mod moves;
mod new;
mod output;
mod perft;
mod play;
mod replay;
mod schema;
mod show;
mod speed;
mod summary;
mod variant;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::Output;

/// Write down, check, play, measure and compare mancala games.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Print JSON, one object a line.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

/// What there is to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// List the variants.
    List,
    /// Explain a variant: board, rules, where they come from, examples.
    Show(show::Arguments),
    /// Read variant files strictly and play their examples.
    Check(check::Arguments),
    /// Print the legal moves of positions.
    Moves(moves::Arguments),
    /// Play moves and print the position.
    Apply(apply::Arguments),
    /// Play a transcript and print each position and the result.
    Replay(replay::Arguments),
    /// Count move sequences.
    Perft(perft::Arguments),
    /// Play a game, by hand or between players.
    Play(play::Arguments),
    /// Show where two variants differ.
    Diff(diff::Arguments),
    /// Measure several variants in the same way, side by side.
    Compare(compare::Arguments),
    /// Play many games between two players, one JSON object a game.
    Match(match_::Arguments),
    /// Join the parts of a match.
    Merge(merge::Arguments),
    /// Measure how fast this machine plays.
    Speed(speed::Arguments),
    /// Print a commented variant file to start from.
    New(new::Arguments),
    /// Print the JSON Schema of the files of a ruleset.
    Schema(schema::Arguments),
}

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was refused: exit status 1.
    Refused(String),
    /// The command line asks for something that makes no sense: exit status 2.
    Usage(String),
    /// Stopped by Ctrl-C, with what was done so far in order: exit status 130.
    Interrupted(String),
    /// Nobody reads the output any more, which is no failure of ours: exit status 0.
    Closed,
}

impl Failure {
    /// Input that is refused for a reason that can be shown.
    pub(crate) fn refused(error: impl std::fmt::Display) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(error.to_string()),
        }
    }
}

/// Reads the command line, carries the command out and returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::new(cli.json);
    let done = match cli.command {
        Command::List => list::run(&mut output),
        Command::Show(arguments) => show::run(&arguments, &mut output),
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Moves(arguments) => moves::run(&arguments, &mut output),
        Command::Apply(arguments) => apply::run(&arguments, &mut output),
        Command::Replay(arguments) => replay::run(&arguments, &mut output),
        Command::Perft(arguments) => perft::run(&arguments, &mut output),
        Command::Play(arguments) => play::run(&arguments, &mut output),
        Command::Diff(arguments) => diff::run(&arguments, &mut output),
        Command::Compare(arguments) => compare::run(&arguments, &mut output),
        Command::Match(arguments) => match_::run(&arguments, &mut output),
        Command::Merge(arguments) => merge::run(&arguments, &mut output),
        Command::Speed(arguments) => speed::run(&arguments, &mut output),
        Command::New(arguments) => new::run(&arguments, &mut output),
        Command::Schema(arguments) => schema::run(&arguments, &mut output),
    };
    match done.and_then(|()| Ok(output.flush()?)) {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Refused(message)) => {
            output.complain(&message);
            ExitCode::from(1)
        }
        Err(Failure::Interrupted(message)) => {
            output.note(&message);
            ExitCode::from(130)
        }
        Err(Failure::Usage(message)) => {
            output.complain(&message);
            ExitCode::from(2)
        }
    }
}
