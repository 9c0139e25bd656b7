//! The commands: arguments, dispatch, exit status. One file a command.

#![allow(
    clippy::disallowed_methods,
    reason = "a program has a clock and threads"
)]

mod apply;
mod bless;
mod certificate;
mod check;
mod columns;
mod compare;
mod diff;
mod engine;
mod file;
mod filter;
mod game_table;
mod interrupt;
mod keep;
mod kept;
mod like;
mod lines;
mod list;
mod look;
mod match_;
mod memory;
mod merge;
mod moves;
mod new;
mod new_ruleset;
mod output;
mod pager;
mod parquet;
mod perft;
mod play;
mod progress;
mod records;
mod replay;
mod schema;
mod seats;
mod serve;
mod show;
mod solve;
mod speed;
mod summary;
mod sweep;
mod tables;
mod threads;
mod units;
mod variant;
mod verify;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::files::catalogue::Catalogue;
use crate::text::visible::visible_lines;
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

/// The list of commands: what each is for, what it is called, and the module that carries it out.
macro_rules! commands {
    ($($(#[doc = $about:literal])* $command:ident => $module:ident,)*) => {
        /// What there is to do.
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[doc = $about])* $command($module::Arguments),)*
        }

        impl Command {
            fn run(&self, catalogue: &Catalogue, output: &mut Output) -> Result<(), Failure> {
                match self {
                    $(Self::$command(arguments) => $module::run(arguments, catalogue, output),)*
                }
            }
        }
    };
}

commands! {
    /// List the variants.
    List => list,
    /// Explain a variant on a page; its rules and examples on request.
    Show => show,
    /// Read variant files strictly and play their examples.
    Check => check,
    /// Print the legal moves of positions.
    Moves => moves,
    /// Play moves and print the position.
    Apply => apply,
    /// Play a transcript and print each position and the result.
    Replay => replay,
    /// Count move sequences.
    Perft => perft,
    /// Find what a position comes to with perfect play.
    Solve => solve,
    /// Work out what every position with few seeds comes to, and keep it in a file.
    Tables => tables,
    /// Play a game, by hand or between players.
    Play => play,
    /// Answer requests of programs: a JSON object a line in, a JSON object a line out.
    Engine => engine,
    /// Show games in a browser: to play, to watch each lap, to change rules.
    Serve => serve,
    /// Show where two variants differ.
    Diff => diff,
    /// List the variants that are nearest to one by their rules.
    Like => like,
    /// Measure several variants in the same way, side by side.
    Compare => compare,
    /// Play many games between two players, one JSON object a game.
    Match => match_,
    /// Join the parts of a match.
    Merge => merge,
    /// Check a file of games by playing each of them again, or a certificate by its moves.
    Verify => verify,
    /// Measure how fast this machine plays.
    Speed => speed,
    /// Print a commented variant file to start from.
    New => new,
    /// Write a crate with a ruleset of its own to start from.
    NewRuleset => new_ruleset,
    /// Print the JSON Schema of the files of a ruleset, or of what `engine` reads and answers.
    Schema => schema,
}

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was refused: exit status 1.
    Refused(String),
    /// The command line asks for something that makes no sense: exit status 2.
    Usage(String),
    /// Stopped by Ctrl-C or SIGTERM, with what was done so far in order: exit status 130.
    Interrupted(String),
    /// Nobody reads the output any more, which is no failure of ours: exit status 0.
    Closed,
}

impl Failure {
    /// Input that is refused for a reason that can be shown.
    pub(crate) fn refused(error: impl std::fmt::Display) -> Self {
        Self::Refused(error.to_string())
    }

    /// The same, saying first what it is that was refused: a flag, a file.
    fn about(self, what: &str) -> Self {
        match self {
            Self::Refused(message) => Self::Refused(format!("{what}: {message}")),
            other => other,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(error.to_string()),
        }
    }
}

/// What the program is called that runs the commands, for messages that name it.
pub(crate) fn program() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().and_then(OsStr::to_str);
    name.unwrap_or("mankala").to_owned()
}

/// Suggests the value for people where somebody asks for text: what a format is called elsewhere, and too unlike it for clap.
fn meant(mut error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    let asked = error.get(ContextKind::InvalidValue);
    let known = error.get(ContextKind::ValidValue);
    if let (Some(ContextValue::String(asked)), Some(ContextValue::Strings(known))) = (asked, known)
        && ["text", "txt", "plain"].contains(&&**asked)
        && known.iter().any(|value| value == "table")
    {
        let table = ContextValue::String("table".to_owned());
        error.insert(ContextKind::SuggestedValue, table);
    }
    error
}

/// Shows help, or what is wrong with the command line, and returns the exit status.
fn misread(error: &clap::Error) -> ExitCode {
    let plain = error.to_string();
    // What was typed may be the name of a file that somebody else chose.
    match visible_lines(&plain) {
        Cow::Owned(shown) => drop(io::stderr().write_all(shown.as_bytes())),
        Cow::Borrowed(_) => drop(error.print()),
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// Reads the command line, carries the command out for the games of this catalogue, and returns the exit
/// status: the whole of a program's `main`.
#[must_use]
#[expect(
    clippy::needless_pass_by_value,
    reason = "it is made for the call, in the last line of a program"
)]
pub fn run(catalogue: Catalogue) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misread(&meant(error)),
    };
    let mut output = Output::new(cli.json);
    if let Err(error) = interrupt::watch() {
        output.note(format!("Ctrl-C can't be watched: {error}"));
    }
    let done = cli.command.run(&catalogue, &mut output);
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
