//! The program as others start it, and a folder to do it in.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A folder for one test, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("promises-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect(name);
    }

    /// The names of what lies in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// The program with these arguments, to be started in this folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mankala"));
        command
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts the program and does not wait for it.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        self.command(arguments).spawn().expect("the program")
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        end(self.start(arguments))
    }

    /// Runs the program with this on its standard input.
    pub(crate) fn run_reading(&self, arguments: &str, input: &str) -> Run {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("the program");
        let mut stdin = child.stdin.take().expect("its input");
        stdin.write_all(input.as_bytes()).expect("input");
        drop(stdin);
        end(child)
    }

    /// Runs the program, which has to do what it was asked for, and returns its output.
    pub(crate) fn done(&self, arguments: &str) -> String {
        let run = self.run(arguments);
        assert_eq!(run.status, Some(0), "{arguments}: {run:?}");
        run.out
    }

    /// Runs the program, which has to refuse with this sentence.
    pub(crate) fn refused(&self, arguments: &str, sentence: &str) {
        let run = self.run(arguments);
        assert_eq!(run.status, Some(1), "{arguments}: {run:?}");
        assert!(run.err.contains(sentence), "{arguments}: {run:?}");
    }
}

/// Waits for the end of a program.
pub(crate) fn end(child: Child) -> Run {
    let output = child.wait_with_output().expect("an end");
    Run {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs a command within a limit: `-f 1` for files of one block, `-v 500000` for so many kilobytes of memory.
pub(crate) fn limited(folder: &Folder, limit: &str, arguments: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_mankala");
    let script = format!("ulimit {limit}; exec {program} {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path(""));
    end(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if is_so() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("ten seconds long not so: {what}");
}

/// The commands that write a file, each up to the name of the file; `prepare` makes what they read.
pub(crate) const WRITERS: [&str; 6] = [
    "match kalah --south greedy --north random --games 20 --out",
    "merge part1 part2 --out",
    "compare kalah --games 5 --out",
    "compare kalah --games 5 --format html --out",
    "new mine --from kalah --out",
    "play oware --south random --north random --save",
];

/// Makes what [`WRITERS`] read.
pub(crate) fn prepare(folder: &Folder) {
    for number in [1, 2] {
        folder.done(&format!(
            "match kalah --south greedy --north random --games 20 --shard {number}/2 --out part{number}"
        ));
    }
}
