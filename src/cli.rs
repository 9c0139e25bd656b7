//! The commands: arguments, dispatch, exit status. Each command has its own file.

#![allow(clippy::disallowed_methods, reason = "a program has a clock and threads")]

/// Ends a function with a refusal of the input; takes the arguments of `format!`.
macro_rules! refuse {
    ($($words:tt)*) => { return Err($crate::cli::CommandError::Input(format!($($words)*))) };
}

/// Ends a function with an error of usage; takes the arguments of `format!`.
macro_rules! misuse {
    ($($words:tt)*) => { return Err($crate::cli::CommandError::Usage(format!($($words)*))) };
}

mod apply;
mod bless;
mod book;
mod certificate;
mod check;
mod cite;
mod columns;
mod command;
mod compare;
mod convert;
mod design;
mod diff;
mod engine;
mod exec;
mod export;
mod extremes;
mod fair;
mod file;
mod filter;
mod game_table;
mod grouping;
mod interrupt;
mod keep;
mod kept;
mod ladder;
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
mod openings;
mod output;
mod pager;
mod parquet;
mod perft;
mod play;
mod prelude;
mod progress;
mod puzzles;
mod reconstruct;
mod recorded;
mod records;
mod replay;
mod resources;
mod review;
mod schema;
mod serve;
mod show;
mod solve;
mod speed;
mod summary;
mod sweep;
mod tables;
mod units;
mod variant;
mod verify;
mod version;
mod which;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::api::choose;
use crate::files::catalogue::{Catalogue, Loaded};
use mankala_core::play::players::PlayerSpec;
use mankala_core::text::visible::visible_lines;
use output::Output;

/// Describe, check, play, measure and compare mancala games.
#[derive(Debug, Parser)]
#[command(version, disable_version_flag = true, max_term_width = 100)]
struct Cli {
    /// Print JSON, one object per line.
    #[arg(long, global = true)]
    json: bool,
    /// Print the version; with `--verbose`, print facts about the build too.
    #[arg(short = 'V', long, action = clap::ArgAction::Version)]
    version: (),
    #[command(subcommand)]
    command: Command,
}

/// Declares the commands by purpose, each with its help, its name, and the module that carries it out.
macro_rules! commands {
    ($($purpose:literal { $($(#[doc = $about:literal])* $command:ident => $module:ident,)* })*) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        enum Command {
            $($($(#[doc = $about])* $command($module::Arguments),)*)*
        }

        /// Purposes, each with its number of commands, in the order of the commands.
        const PURPOSES: &[(&str, usize)] = &[$(($purpose, [$(stringify!($command)),*].len())),*];

        impl Command {
            fn run(&self, catalogue: &Catalogue, output: &mut Output) -> Result {
                match self {
                    $($(Self::$command(arguments) => $module::run(arguments, catalogue, output),)*)*
                }
            }
        }
    };
}

commands! {
    "Find and read" {
        /// List the variants; ↻ marks those in which most random games end by repetition.
        List => list,
        /// Describe a variant, its rules and examples; or explain a word such as relay.
        Show => show,
        /// List the variants with the most similar rules and their distances; 0 means the same rules.
        Like => like,
        /// Show the differences between two variants.
        Diff => diff,
        /// Identify an unknown game by asking questions.
        Which => which,
        /// Print the sources of a variant as text and as BibTeX.
        Cite => cite,
        /// Write an encyclopedia of the games, a web page for each.
        Book => book,
    }
    "Play" {
        /// Play a game, by hand or with computer players.
        Play => play,
        /// Show games in a browser: play, watch each lap, change rules.
        Serve => serve,
        /// Print the legal moves of positions.
        Moves => moves,
        /// Play moves and print the position.
        Apply => apply,
        /// Play a transcript and print each position and the result.
        Replay => replay,
        /// Convert a game to or from the notation of another program.
        Convert => convert,
        /// Review a game: South's winning chances before and after each move, mistakes and accuracy.
        Review => review,
        /// Find puzzles: positions with one right move, proved by the solver.
        Puzzles => puzzles,
        /// Print a tree of first moves, each with South's winning chances or its proved result.
        Openings => openings,
    }
    "Measure" {
        /// Measure several variants in the same way, side by side.
        Compare => compare,
        /// Search the options of games for rules whose measures reach a goal.
        Design => design,
        /// Play many games between two players; print one JSON object per game.
        Match => match_,
        /// Rate players: few games, chosen to give the most information.
        Ladder => ladder,
        /// Join the parts of a match, a comparison or solved games.
        Merge => merge,
        /// Estimate the unknown rules of a game from those of all others; measure the likely candidates.
        Reconstruct => reconstruct,
        /// Write distances, traits or trees of variants for other programs, or test a grouping.
        Export => export,
    }
    "Solve" {
        /// Find the value of a position with perfect play.
        Solve => solve,
        /// Build endgame tables: the values of all positions with few seeds.
        Tables => tables,
        /// Find positions near the opening that are proved draws.
        Fair => fair,
        /// Find endless and longest moves, and the shortest game, near the opening.
        Records => extremes,
        /// Check a file of games, kept results or puzzles, or a certificate.
        Verify => verify,
    }
    "Write rules" {
        /// Print a commented variant file to start from.
        New => new,
        /// Check variant files for errors, and play their examples.
        Check => check,
        /// Write a crate with a new ruleset to start from.
        NewRuleset => new_ruleset,
    }
    "For programs" {
        /// Answer requests from programs, as JSON Lines on standard input and output.
        Engine => engine,
        /// Print the JSON Schema of a ruleset's files, or of `engine` requests.
        Schema => schema,
        /// Count move sequences.
        Perft => perft,
        /// Measure the speed of the engine on this machine.
        Speed => speed,
    }
}

/// Lists the commands by purpose in the program's help.
fn by_purpose(cli: clap::Command) -> clap::Command {
    let (header, literal) = (*cli.get_styles().get_header(), *cli.get_styles().get_literal());
    let width = cli.get_subcommands().map(|it| it.get_name().len()).max();
    let width = width.unwrap_or(0);
    let mut commands = cli.get_subcommands();
    let mut help = String::from("{about-with-newline}\n{usage-heading} {usage}\n\n");
    for (purpose, count) in PURPOSES {
        let _ = writeln!(help, "{header}{purpose}:{header:#}");
        for command in commands.by_ref().take(*count) {
            let about = command.get_about().map(ToString::to_string);
            let (name, about) = (command.get_name(), about.unwrap_or_default());
            let _ = writeln!(help, "  {literal}{name:width$}{literal:#}  {about}");
        }
        help.push('\n');
    }
    drop(commands);
    let _ = write!(help, "{header}Options:{header:#}\n{{options}}");
    cli.help_template(help)
}

/// Takes a negative number for a value, not for an unknown option, so that the message says what was expected.
fn with_negative_numbers(cli: clap::Command) -> clap::Command {
    let reading = |arg: clap::Arg| {
        if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg }
    };
    cli.mut_subcommands(|command| command.mut_args(reading))
}

/// Result of a command or of a part of it.
pub(crate) type Result<T = (), E = CommandError> = std::result::Result<T, E>;

/// Reason why a command ends early.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The input was refused: exit status 1.
    Input(String),
    /// The command line makes no sense: exit status 2.
    Usage(String),
    /// Stopped by Ctrl-C or SIGTERM, with the work so far complete: exit status 130.
    Interrupted(String),
    /// The reader of the output is gone, which is no error: exit status 0.
    Closed,
}

impl CommandError {
    /// Creates the error of an input from its cause.
    pub(crate) fn input(error: impl std::fmt::Display) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Input(error.to_string()),
        }
    }
}

pub(crate) fn check_players(loaded: &Loaded, players: &[PlayerSpec]) -> Result {
    choose::check_players(loaded, players).map_err(CommandError::Usage)
}

/// Returns the name of the running program, for messages.
pub(crate) fn program() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().and_then(OsStr::to_str);
    name.unwrap_or("mankala").to_owned()
}

/// Suggests `table` where users type `text` as format, as clap finds no similar value.
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

/// Puts the errors of number parsers in words: `0 is not in 1..=9` becomes `expected a number from 1 to 9`.
fn plainly(message: &str) -> Option<String> {
    let (message, rest) = message.split_once('\n')?;
    let (before, reason) = message.rsplit_once(": ")?;
    let expected = match reason {
        "invalid digit found in string" => "a whole number".to_owned(),
        "number too large to fit in target type" if before.contains("'--seed ") => {
            format!("a number from 0 to {}", u64::MAX)
        }
        "number too large to fit in target type" => "a smaller number".to_owned(),
        "invalid float literal" => "a number".to_owned(),
        "invalid IP address syntax" => "an address like 0.0.0.0".to_owned(),
        _ => {
            let (_, range) = reason.split_once(" is not in ")?;
            let (least, most) = range.split_once("..=")?;
            format!("a number from {least} to {most}")
        }
    };
    Some(format!("{before}: expected {expected}\n{rest}"))
}

/// Prints help or the error in the command line, and returns the exit status.
fn misread(error: &clap::Error) -> ExitCode {
    let plain = error.to_string();
    if let Some(plain) = plainly(&plain) {
        drop(io::stderr().write_all(visible_lines(&plain).as_bytes()));
        return ExitCode::from(2);
    }
    // The typed text may be a file name that another person chose.
    match visible_lines(&plain) {
        Cow::Owned(shown) => drop(io::stderr().write_all(shown.as_bytes())),
        Cow::Borrowed(_) => drop(error.print()),
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// Runs a program: reads the command line, carries out the command with the games of this catalogue, and returns the
/// exit status.
#[expect(clippy::needless_pass_by_value, reason = "the caller creates it for this call")]
pub fn run(catalogue: Catalogue) -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if version::is_verbose(&arguments) {
        let mut output = Output::new(arguments.iter().any(|argument| argument == "--json"));
        let done = version::print(&catalogue, &mut output);
        return exit_code(done, output);
    }
    let matches = with_negative_numbers(by_purpose(Cli::command())).try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return misread(&meant(error)),
    };
    let mut output = Output::new(cli.json);
    if let Err(error) = interrupt::watch() {
        output.note(format!("could not install the handler of Ctrl-C: {error}"));
    }
    let done = cli.command.run(&catalogue, &mut output);
    interrupt::end_children();
    exit_code(done, output)
}

/// Prints the rest of the output, and the error if there is one.
fn exit_code(done: Result, mut output: Output) -> ExitCode {
    match done.and_then(|()| Ok(output.flush()?)) {
        Ok(()) | Err(CommandError::Closed) => ExitCode::SUCCESS,
        Err(CommandError::Input(message)) => {
            output.complain(&message);
            ExitCode::from(1)
        }
        Err(CommandError::Interrupted(message)) => {
            output.note(&message);
            ExitCode::from(130)
        }
        Err(CommandError::Usage(message)) => {
            output.complain(&message);
            ExitCode::from(2)
        }
    }
}
