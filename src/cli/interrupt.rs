//! Ctrl-C and SIGTERM set a flag. A command polls it and ends cleanly, or is ended after a timeout.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::{CommandError, Result};
use mankala_core::system::threads::lock;
use mankala_core::text::visible::visible_lines;

const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Timeout of a command. One that waits for a person, a reader or a disk can't poll, nor can many more threads than
/// cores in this time.
const PATIENCE: Duration = Duration::from_millis(40);
/// Timeout of a command that answers first: a second minus the time to notice.
const MORE_PATIENCE: Duration = Duration::from_millis(900);
/// Limits on the time for printing the last message. The reader of a pipe may never read it; a terminal does, except
/// after Ctrl-S, but on a busy machine it is late.
const WORDS_IN_A_PIPE: Duration = Duration::from_millis(100);
const WORDS_ON_A_TERMINAL: Duration = Duration::from_secs(2);

/// Set if the running command answers before it ends.
static ANSWERS: AtomicBool = AtomicBool::new(false);

/// Global, as signals are sent to the whole program.
static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// SIGTERM alone, and whether a pager has the terminal.
static TERMINATED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static PAGED: AtomicBool = AtomicBool::new(false);

/// Actions when the program is ended by force.
static LEFT: Mutex<Left> = Mutex::new(Left {
    words: String::new(),
    unfinished: None,
    #[cfg(unix)]
    terminal: None,
});

/// Programs that this one has started.
static CHILDREN: Mutex<Vec<Child>> = Mutex::new(Vec::new());

struct Left {
    words: String,
    unfinished: Option<PathBuf>,
    /// Settings of the terminal before line editing.
    #[cfg(unix)]
    terminal: Option<Termios>,
}

/// Installs the handlers. A second signal changes nothing, as the end is near already.
pub(crate) fn watch() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&STOPPED))?;
    }
    signal_hook::flag::register(SIGTERM, Arc::clone(&TERMINATED))?;
    // Makes writing beyond `ulimit -f` an error instead of a silent end of the program.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    let watch = || {
        while !stopped() || is_paged() {
            thread::sleep(POLL_INTERVAL);
        }
        thread::sleep(PATIENCE);
        // Checked late, as a command may have just begun.
        if ANSWERS.load(Ordering::Relaxed) {
            thread::sleep(MORE_PATIENCE.saturating_sub(PATIENCE));
        }
        end();
    };
    thread::Builder::new().spawn(watch).map(drop)
}

/// Returns `true` if the command must end.
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

/// Returns `true` if Ctrl-C belongs to the pager.
fn is_paged() -> bool {
    PAGED.load(Ordering::Relaxed) && !TERMINATED.load(Ordering::Relaxed)
}

/// Handles Ctrl-C that came as a key and not as a signal.
pub(crate) fn stop() {
    STOPPED.store(true, Ordering::Relaxed);
}

/// Saves the settings of the terminal, to restore them if the program ends during line editing.
pub(crate) fn keep_terminal() {
    #[cfg(unix)]
    {
        lock(&LEFT).terminal = tcgetattr(io::stdin()).ok();
    }
}

/// Extends the timeout to about a second, for a command that prints an answer and frees much memory first.
pub(crate) fn wait_for_the_answer() {
    ANSWERS.store(true, Ordering::Relaxed);
}

/// Ends a command that has nothing to clean up.
pub(crate) fn check() -> Result {
    if stopped() {
        return Err(CommandError::Interrupted("stopped".to_owned()));
    }
    Ok(())
}

/// Returns what a command has found; only a stop leaves it without a result.
pub(crate) fn found<T>(found: Option<T>) -> Result<T> {
    check()?;
    found.ok_or_else(|| CommandError::Input("the search was stopped".to_owned()))
}

/// Sets the message to print if the program is ended by force.
pub(crate) fn last_words(words: &str) {
    lock(&LEFT).words = visible_lines(words).into_owned();
}

/// Sets the file or folder to remove if the program is ended by force.
pub(crate) fn unfinished(path: Option<PathBuf>) {
    lock(&LEFT).unfinished = path;
}

/// Returns the programs to end with this one.
pub(crate) fn children() -> MutexGuard<'static, Vec<Child>> {
    lock(&CHILDREN)
}

/// Ends these programs, with those that they have started.
pub(crate) fn end_children() {
    for mut child in children().drain(..) {
        #[cfg(unix)]
        if let (Ok(None), Ok(id)) = (child.try_wait(), i32::try_from(child.id())) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = child.kill().and_then(|()| child.wait());
    }
}

/// Ends the program from another thread.
fn end() -> ! {
    end_children();
    let left = lock(&LEFT);
    if let Some(path) = &left.unfinished {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
    #[cfg(unix)]
    if let Some(terminal) = &left.terminal {
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, terminal);
    }
    if !left.words.is_empty() {
        let is_terminal = io::stderr().is_terminal();
        let longest = if is_terminal { WORDS_ON_A_TERMINAL } else { WORDS_IN_A_PIPE };
        // The reader may block forever: another thread then ends the program.
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
