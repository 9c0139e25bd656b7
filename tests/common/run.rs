//! Runs of programs: what they leave behind, and what is expected of them.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// Standard output line by line as JSON; anything else there is a mistake.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let read = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
        };
        self.out.lines().map(read).collect()
    }

    /// The only object.
    pub(crate) fn object(&self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:?}");
        objects.remove(0)
    }

    pub(crate) fn done(self) -> Self {
        assert_eq!(self.status, Some(0), "{self:?}");
        self
    }

    /// The input was refused, and a message on standard error says why.
    pub(crate) fn refused(self, with: &[&str]) -> Self {
        assert_eq!(self.status, Some(1), "{self:?}");
        assert!(self.err.starts_with("error: ") || self.err.contains("\nerror: "), "{self:?}");
        for part in with {
            assert!(self.err.contains(part), "{part:?} is missing: {self:?}");
        }
        self
    }

    /// The command line made no sense: nothing is on standard output.
    pub(crate) fn misused(self) -> Self {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.out, "");
        assert!(!self.err.is_empty());
        self
    }

    /// Nothing was said beside the results.
    pub(crate) fn quiet(self) -> Self {
        assert_eq!(self.err, "");
        self
    }
}

pub(crate) fn mankala(arguments: &[&str]) -> Run {
    mankala_reading(arguments, b"")
}

pub(crate) fn mankala_reading(arguments: &[&str], input: &[u8]) -> Run {
    run(env!("CARGO_BIN_EXE_mankala"), arguments, input)
}

pub(crate) fn run(program: impl AsRef<OsStr>, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    // A command that does not read its input closes it, which is no mistake.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    Run {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The keys of an object in the order in which they are written.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    let object = object.as_object().unwrap_or_else(|| panic!("{object} is no object"));
    object.keys().map(String::as_str).collect()
}

pub(crate) fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("{key} of {object} is no text"))
}

/// Rewrites a record so that its checksum is right: only playing it again shows the lie.
pub(crate) fn forged(line: &str, change: impl Fn(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(line).expect("JSON");
    record.as_object_mut().expect("an object").shift_remove("check");
    change(&mut record);
    let mut text = record.to_string();
    text.pop();
    // The checksum written a second time, from its definition: FNV-1a with 64 bits.
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{text},\"check\":\"{sum:016x}\"}}")
}

/// A folder of its own for the files of one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}
