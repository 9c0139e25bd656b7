//! Shows long text on a terminal with the user's pager, as git does; prints it to a pipe.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

use super::prelude::*;

/// Exit status of a shell for an unknown command.
const NOT_FOUND: i32 = 127;

/// Shows a text with `PAGER` or `less`; `less` only prints a text that fits on one screen.
pub(crate) fn page(text: &str, output: &mut Output) -> Result {
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
    // Ctrl-C is a key of the pager while it runs.
    let ended = interrupt::leave_to_pager(|| {
        if let Some(mut stdin) = child.stdin.take() {
            // A reader who quits early is no error.
            let _ = stdin.write_all(text.as_bytes());
        }
        child.wait()
    });
    if ended?.code() == Some(NOT_FOUND) {
        if env::var_os("PAGER").is_some() {
            let name = program();
            output.note(format!("{name} could not start the PAGER {pager:?}"));
        }
        return output.tell(text);
    }
    Ok(())
}
