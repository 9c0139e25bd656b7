//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::Failure;

/// Whether there is a folder to write this file into, so that nobody waits for nothing.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let refuse = |what: &str| Err(Failure::Refused(format!("{}: {what}", path.display())));
    if path.file_name().is_none() || path.is_dir() {
        return refuse("this is a folder, expected a file");
    }
    match folder(path).metadata() {
        Ok(folder) if folder.is_dir() => Ok(()),
        _ => refuse("there is no such folder"),
    }
}

/// Whether a file that must not be there yet can be written.
pub(crate) fn check_new(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        return Err(Failure::Refused(format!(
            "{}: is there already",
            path.display()
        )));
    }
    check(path)
}

/// Writes a file that must not be there yet.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    check_new(path)?;
    write_whole(path, text)
}

/// Writes beside the file first and then takes its place, so that nobody ever sees half of it.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    // What is no plain file, a pipe or a device, can only be written to.
    if path.exists() && !path.is_file() {
        return fs::write(path, text).map_err(|error| refused(path, &error));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create_new(&beside)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        refused(path, &error)
    })
}

fn refused(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Refused(format!("{}: {error}", path.display()))
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}
