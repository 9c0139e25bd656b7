//! The program at a terminal: a person types, and sees.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

/// Time after which a silent program counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal with the program at it.
pub(super) struct Screen {
    child: Child,
    keys: File,
    arrives: Receiver<Vec<u8>>,
    /// All that was written to the terminal.
    written: Vec<u8>,
    /// How much of what can be read there was looked at.
    looked_at: usize,
}

/// Whether there is such a command.
pub(super) fn has_command(name: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {name}")])
        .stdout(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

impl Screen {
    /// Starts the program at a terminal of so many columns; as the first one there if the system has a command for that,
    /// so that Ctrl-C is a signal for it.
    pub(super) fn start(columns: u16, arguments: &str, pager: &str) -> Self {
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let ends = openpty(&size, None).expect("a terminal");
        let program = env!("CARGO_BIN_EXE_mankala");
        let mut command = if has_command("setsid") {
            let mut command = Command::new("setsid");
            command.args(["-c", program]);
            command
        } else {
            Command::new(program)
        };
        let end = || Stdio::from(ends.slave.try_clone().expect("the terminal"));
        command
            .args(arguments.split_whitespace())
            .env("TERM", "xterm")
            .env("PAGER", pager)
            .env_remove("LESS")
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end());
        let child = command.spawn().expect("the program");
        let keys = File::from(ends.master);
        let mut screen = keys.try_clone().expect("the terminal");
        let (sender, arrives) = channel();
        spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                match screen.read(&mut bytes) {
                    Ok(count @ 1..) => {
                        if sender.send(bytes[..count].to_vec()).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    // When the program has ended, Linux says so with an error.
                    Ok(0) | Err(_) => return,
                }
            }
        });
        Self { child, keys, arrives, written: Vec::new(), looked_at: 0 }
    }

    pub(super) fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Waits until this can be read, behind what was waited for before.
    pub(super) fn sees(&mut self, text: &str) {
        loop {
            let shown = plain(&self.written);
            if let Some(at) = shown[self.looked_at..].find(text) {
                self.looked_at += at + text.len();
                return;
            }
            match self.arrives.recv_timeout(PATIENCE) {
                Ok(bytes) => self.written.extend(bytes),
                Err(why) => {
                    let status = self.child.try_wait();
                    panic!("{text:?} is not shown ({why}, {status:?}): {shown}");
                }
            }
        }
    }

    /// All that can be read when the program has ended.
    pub(super) fn all(mut self) -> String {
        self.wait();
        plain(&self.written)
    }

    /// The exit status.
    pub(super) fn ends(self) -> Option<i32> {
        self.ends_with().0
    }

    /// The exit status, and how the terminal is left.
    pub(super) fn ends_with(mut self) -> (Option<i32>, LocalFlags) {
        (self.wait(), self.settings())
    }

    fn wait(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            match self.arrives.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.written.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => sleep(Duration::from_millis(5)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // What it wrote last may still be on its way.
            if let Some(status) = self.child.try_wait().expect("a status") {
                while let Ok(bytes) = self.arrives.recv_timeout(Duration::from_millis(100)) {
                    self.written.extend(bytes);
                }
                return status.code();
            }
            let shown = || plain(&self.written);
            assert!(begin.elapsed() < PATIENCE, "no end: {}", shown());
        }
    }

    /// Sends a signal to the program alone, once it waits for a key: what edits its lines loses a SIGINT that comes in the instant
    /// between showing the prompt and waiting, and the next one then counts.
    pub(super) fn signal(&self, name: &str) {
        sleep(Duration::from_millis(100));
        let mut kill = Command::new("kill");
        kill.args([name, &self.child.id().to_string()]);
        assert!(kill.status().expect("kill").success());
    }

    /// Whether keys are shown and gathered in lines by the terminal.
    pub(super) fn settings(&self) -> LocalFlags {
        tcgetattr(&self.keys).expect("a terminal").local_flags
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing to do where it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the readable text of the output to a terminal, without colours and cursor movements.
fn plain(written: &[u8]) -> String {
    let text = String::from_utf8_lossy(written);
    let mut shown = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                if letters.next() == Some('[') {
                    // It ends with a letter.
                    let _ = letters.by_ref().find(|c| matches!(c, '@'..='~'));
                }
            }
            '\r' | '\u{7}' => {}
            _ => shown.push(letter),
        }
    }
    shown
}
