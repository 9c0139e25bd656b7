//! Files are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Failure;

/// Refuses a place where no file can be written, so that nobody computes for nothing.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let refuse = |what: &str| Err(Failure::Refused(format!("{}: {what}", path.display())));
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if path.file_name().is_none() || path.is_dir() {
        return refuse("this is a folder, expected a file");
    }
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return refuse("there is no such folder");
    }
    Ok(())
}

/// Writes a file beside its place and moves it there, so that nobody ever sees half of it.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let named = |error: io::Error| Failure::Refused(format!("{}: {error}", path.display()));
    // What is no plain file, a pipe or a device, can only be written to.
    if path.exists() && !path.is_file() {
        return fs::write(path, text).map_err(named);
    }
    let unfinished = beside(path);
    let written = write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        named(error)
    })
}

/// Writes a file that must not be there yet.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    if path.exists() {
        return Err(Failure::Refused(format!(
            "{} is there already",
            path.display()
        )));
    }
    write_whole(path, text)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name in the same folder that no two runs share.
fn beside(path: &Path) -> PathBuf {
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}
