//! Ctrl-C and SIGTERM: a command looks at a flag and ends in order; one that can't look is ended.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::Failure;
use crate::text::visible::visible_lines;

/// How often somebody looks whether a signal came.
const GLANCE: Duration = Duration::from_millis(10);
/// How long a command has to end in order. What waits for a person, a reader or a disk does not, nor do many
/// more threads than there are cores, of which each has to come to its turn before it can look.
const PATIENCE: Duration = Duration::from_millis(40);
/// How long a command has that answers first: a second but for what it takes to notice.
const MORE_PATIENCE: Duration = Duration::from_millis(900);
/// How long the last words may take. A reader may be asleep; a terminal is not, unless somebody holds it with Ctrl-S, and a machine
/// that is busy shows them a moment later.
const WORDS_IN_A_PIPE: Duration = Duration::from_millis(100);
const WORDS_ON_A_TERMINAL: Duration = Duration::from_secs(2);

/// Whether the command that runs answers before it ends.
static ANSWERS: AtomicBool = AtomicBool::new(false);

/// Signals are sent to the whole program, so there is one flag for it.
static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// SIGTERM alone, and whether a pager has the terminal.
static TERMINATED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static PAGED: AtomicBool = AtomicBool::new(false);

/// What is to be done for a command that is ended.
static LEFT: Mutex<Left> = Mutex::new(Left {
    words: String::new(),
    unfinished: None,
    #[cfg(unix)]
    terminal: None,
});

struct Left {
    words: String,
    unfinished: Option<PathBuf>,
    /// How the terminal was before a line was edited.
    #[cfg(unix)]
    terminal: Option<Termios>,
}

/// Begins to watch. A second signal changes nothing: the end is near already.
pub(crate) fn watch() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&STOPPED))?;
    }
    signal_hook::flag::register(SIGTERM, Arc::clone(&TERMINATED))?;
    // Writing more than `ulimit -f` allows is an error then, and not the end of the program without a word.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    let watch = || {
        while !stopped() || is_paged() {
            thread::sleep(GLANCE);
        }
        thread::sleep(PATIENCE);
        // Asked for late, since a command may have just begun.
        if ANSWERS.load(Ordering::Relaxed) {
            thread::sleep(MORE_PATIENCE.saturating_sub(PATIENCE));
        }
        end();
    };
    thread::Builder::new().spawn(watch).map(drop)
}

/// Whether the command is to end.
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Leaves Ctrl-C to a pager while it runs; SIGTERM still ends the command.
pub(crate) fn leave_to_pager<T>(run: impl FnOnce() -> T) -> T {
    PAGED.store(true, Ordering::Relaxed);
    let done = run();
    if is_paged() {
        STOPPED.store(false, Ordering::Relaxed);
    }
    PAGED.store(false, Ordering::Relaxed);
    done
}

/// Whether it is a pager that Ctrl-C is for.
fn is_paged() -> bool {
    PAGED.load(Ordering::Relaxed) && !TERMINATED.load(Ordering::Relaxed)
}

/// Ctrl-C where it came as a key and not as a signal.
pub(crate) fn stop() {
    STOPPED.store(true, Ordering::Relaxed);
}

/// From now on the terminal is left as it is now, also if the command is ended while a line is edited.
pub(crate) fn keep_terminal() {
    #[cfg(unix)]
    {
        left().terminal = tcgetattr(io::stdin()).ok();
    }
}

/// Gives the command a second but for what it takes to notice: it has an answer to give, and much memory to give back before.
pub(crate) fn wait_for_the_answer() {
    ANSWERS.store(true, Ordering::Relaxed);
}

/// Ends a command that has nothing to clear up.
pub(crate) fn check() -> Result<(), Failure> {
    if stopped() {
        return Err(Failure::Interrupted("stopped".to_owned()));
    }
    Ok(())
}

/// What is said if the command is ended from now on.
pub(crate) fn last_words(words: &str) {
    left().words = visible_lines(words).into_owned();
}

/// The file or folder that is removed if the command is ended from now on.
pub(crate) fn unfinished(path: Option<PathBuf>) {
    left().unfinished = path;
}

fn left() -> MutexGuard<'static, Left> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program from beside the command.
fn end() -> ! {
    let left = left();
    if let Some(path) = &left.unfinished {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    #[cfg(unix)]
    if let Some(terminal) = &left.terminal {
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, terminal);
    }
    if !left.words.is_empty() {
        let is_terminal = io::stderr().is_terminal();
        let longest = if is_terminal {
            WORDS_ON_A_TERMINAL
        } else {
            WORDS_IN_A_PIPE
        };
        // Who reads them may never do so: then another thread ends the program meanwhile.
        let waits = move || {
            thread::sleep(longest);
            exit(130)
        };
        if thread::Builder::new().spawn(waits).is_ok() {
            let _ = io::stderr().write_all(left.words.as_bytes());
        }
    }
    exit(130)
}
