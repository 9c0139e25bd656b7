//! Long text on a terminal is shown by the reader's pager, as git does it; in a pipe it is printed.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

use super::interrupt;
use super::output::Output;
use super::{Failure, program};

/// What a shell says of a command that there is not.
const NOT_FOUND: i32 = 127;

/// Shows a text: `PAGER` does, or `less`, which leaves what fits on one screen where it is.
pub(crate) fn page(text: &str, output: &mut Output) -> Result<(), Failure> {
    output.flush()?;
    let wanted = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let pager = wanted.trim();
    if output.is_json() || !io::stdout().is_terminal() || matches!(pager, "" | "cat") {
        return output.tell(text);
    }
    let mut command = Command::new("sh");
    command.args(["-c", pager]).stdin(Stdio::piped());
    for (key, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if env::var_os(key).is_none() {
            command.env(key, value);
        }
    }
    let Ok(mut child) = command.spawn() else {
        return output.tell(text);
    };
    // Ctrl-C is a key of the pager's while it runs.
    let ended = interrupt::leave_to_pager(|| {
        if let Some(mut stdin) = child.stdin.take() {
            // Whoever has read enough leaves, which is no failure.
            let _ = stdin.write_all(text.as_bytes());
        }
        child.wait()
    });
    if ended?.code() == Some(NOT_FOUND) {
        if env::var_os("PAGER").is_some() {
            let name = program();
            output.note(format!("{name} can't start the PAGER {pager:?}"));
        }
        return output.tell(text);
    }
    Ok(())
}
