//! Writing of files, for every command: to a temporary file beside the target, flushed to disk, then renamed.
//!
//! A link stays, and its target is replaced; permissions stay the same. Devices and pipes can't be replaced, and are
//! written directly. `docs/promises.md` states the guarantees.

use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::{NamedTempFile, TempDir};

use super::output::Output;
use super::{CommandError, Result, interrupt};

/// Target of a result.
#[derive(Debug, Args)]
pub(crate) struct OutArgs {
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE", group = "written")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, requires = "written")]
    pub(crate) force: bool,
}

impl OutArgs {
    /// Returns the place to write to, if one is named; `inputs` are files that the command reads.
    pub(crate) fn place(&self, inputs: &[PathBuf]) -> Result<Option<Target>> {
        let place = |out: &PathBuf| Target::new(out, self.force, inputs).of("--out");
        self.out.as_ref().map(place).transpose()
    }
}

/// Opens a file to read, or standard input for `-`; `source` comes before the message of an error.
pub(crate) fn open_input(name: &str, source: impl Display) -> Result<BufReader<Box<dyn Read>>> {
    let input: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin()),
        name => Box::new(File::open(name).of(source)?),
    };
    Ok(BufReader::new(input))
}

/// Writes a text to a file if there is a place for one, and prints it otherwise.
pub(crate) fn print_or_write(text: &str, place: Option<Target>, output: &mut Output) -> Result {
    match place {
        Some(mut place) => place.write(text),
        None => output.text(text),
    }
}

/// A target for a file, checked before the work begins.
#[derive(Debug)]
pub(crate) struct Target {
    /// Path as given, for messages.
    name: PathBuf,
    /// Path with links resolved.
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No file; one that appears there meanwhile is not replaced.
    Free,
    /// A file that may be replaced.
    Taken,
    /// A device or a pipe.
    Special,
}

impl Target {
    /// Checks whether a file can be written here.
    ///
    /// Refuses an existing file unless `force` is set, and always refuses a file of `inputs`.
    pub(crate) fn new(name: &Path, force: bool, inputs: &[PathBuf]) -> Result<Self> {
        let refuse = |what: &str| Err(refused(name, what));
        let (path, kind) = match fs::metadata(name) {
            Ok(found) if found.is_dir() => return refuse("expected a file, found a folder"),
            Ok(found) if !found.is_file() => (name.to_owned(), Kind::Special),
            Ok(_) => (name.canonicalize().of_file(name)?, Kind::Taken),
            Err(error) if error.kind() == ErrorKind::NotFound => (followed(name), Kind::Free),
            Err(error) => return refuse(&error.to_string()),
        };
        if path.file_name().is_none() {
            return refuse("expected the name of a file");
        }
        if kind == Kind::Taken {
            let is_same = |input: &PathBuf| same_file::is_same_file(input, &path).unwrap_or(false);
            if inputs.iter().any(is_same) {
                return refuse("the command reads this file, so it can't write it");
            }
            if !force {
                return refuse("the file exists; use --force to replace it");
            }
            if File::open(&path).is_ok_and(|file| is_locked(&file)) {
                return refuse(LOCKED);
            }
        }
        if kind != Kind::Special {
            if !folder_of(&path).is_dir() {
                return refuse("the folder does not exist");
            }
            // The work may take days, and only writing proves that the folder is writable.
            if let Err(error) = beside(&path) {
                return refuse(&format!("could not write into its folder: {error}"));
            }
        }
        Ok(Self { name: name.to_owned(), path, kind })
    }

    /// Returns the path as given, for messages.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Returns `true` if the target is a file, which the next write can replace.
    pub(crate) fn is_plain(&self) -> bool {
        self.kind != Kind::Special
    }

    pub(crate) fn begin(&mut self) -> Result<Pending<'_>> {
        let out = match self.kind {
            Kind::Special => File::options().write(true).open(&self.path).map(Out::Through),
            Kind::Free => beside(&self.path).map(Out::Beside),
            Kind::Taken => beside(&self.path).and_then(|file| {
                keep_permissions(&self.path, file.as_file())?;
                Ok(Out::Beside(file))
            }),
        };
        let out = out.map_err(|error| failed(&self.name, &error))?;
        if let Out::Beside(file) = &out {
            interrupt::unfinished(Some(file.path().to_owned()));
        }
        Ok(Pending { place: self, out })
    }

    /// Moves a finished temporary file to the target.
    pub(crate) fn take(&mut self, file: File, path: PathBuf) -> Result {
        if self.kind == Kind::Taken {
            keep_permissions(&self.path, &file).map_err(|error| failed(&self.name, &error))?;
        }
        let path = tempfile::TempPath::try_from_path(path);
        let mut path = path.map_err(|error| failed(&self.name, &error))?;
        // If this fails, the file stays under its old name.
        path.disable_cleanup(true);
        let put = put(NamedTempFile::from_parts(file, path), self);
        put.map(drop).map_err(|error| failed(&self.name, &error))
    }

    /// Writes a text or bytes atomically, replacing what this command wrote here before.
    pub(crate) fn write(&mut self, content: &(impl AsRef<[u8]> + ?Sized)) -> Result {
        let mut pending = self.begin()?;
        pending.write_all(content.as_ref()).map_err(|error| pending.refused(&error))?;
        pending.finish().map(drop)
    }
}

#[derive(Debug)]
pub(crate) struct Pending<'a> {
    place: &'a mut Target,
    out: Out,
}

#[derive(Debug)]
enum Out {
    Beside(NamedTempFile),
    Through(File),
}

impl Pending<'_> {
    pub(crate) fn refused(&self, error: &io::Error) -> CommandError {
        failed(&self.place.name, error)
    }

    /// Locks the file against other writers while it is open, even after it is moved to the target.
    pub(crate) fn lock(&self) -> Result {
        match &self.out {
            Out::Beside(file) => lock(&self.place.name, file.as_file()),
            Out::Through(_) => Ok(()),
        }
    }

    /// Moves the file to its target, flushed to disk, and returns it open.
    pub(crate) fn finish(self) -> Result<File> {
        let Self { place, out } = self;
        let file = match out {
            Out::Through(file) => Ok(file),
            Out::Beside(file) => put(file, place),
        };
        interrupt::unfinished(None);
        let file = file.map_err(|error| failed(&place.name, &error))?;
        if place.kind == Kind::Free {
            place.kind = Kind::Taken;
        }
        Ok(file)
    }
}

impl Write for Pending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            // Its own `write` would name the hidden file in every error.
            Out::Beside(file) => file.as_file_mut().write(bytes),
            Out::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a new folder of files atomically, and returns them: all are written beside its place first.
///
/// A wrong place is refused before the files are made.
pub(crate) fn write_folder(
    folder: &Path,
    make: impl FnOnce() -> Result<Vec<(String, String)>>,
) -> Result<Vec<(String, String)>> {
    if folder.file_name().is_none() {
        return Err(refused(folder, "expected the name of a new folder"));
    }
    if folder.exists() {
        return Err(refused(folder, "the folder already exists"));
    }
    if !folder_of(folder).is_dir() {
        return Err(refused(folder, "the folder above it does not exist"));
    }
    let beside = unguessable().tempdir_in(folder_of(folder));
    // Drops the name of the hidden folder from the error.
    let beside = beside.map_err(|error| refused(folder, error.kind()))?;
    interrupt::unfinished(Some(beside.path().to_owned()));
    let written = make().and_then(|files| {
        write_all(beside, folder, &files).of_file(folder)?;
        Ok(files)
    });
    interrupt::unfinished(None);
    written
}

/// Writes files to a hidden folder, and moves it to its place.
fn write_all(beside: TempDir, folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    for (name, text) in files {
        let path = beside.path().join(name);
        fs::create_dir_all(folder_of(&path))?;
        let mut file = File::create_new(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
    }
    fs::rename(beside.path(), folder)?;
    // The folder has been renamed, so there is nothing to clean up.
    let _ = beside.keep();
    sync_folder(folder_of(folder))
}

/// Error message for a file that another match is writing.
const LOCKED: &str = "another command is writing to this file";

/// Locks a file against other writers while it is open.
pub(crate) fn lock(name: &Path, file: &File) -> Result {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(refused(name, LOCKED)),
        // Some network file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(refused(name, error)),
    }
}

/// Opens a part of a match or comparison to read it, unless `writer` is still writing to it.
pub(crate) fn open_part(path: &Path, writer: &str) -> Result<File> {
    let file = File::open(path).of_file(path)?;
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return Err(refused(path, "expected a regular file"));
    }
    if is_locked(&file) {
        return Err(refused(path, format!("{writer} is still writing to it")));
    }
    Ok(file)
}

fn is_locked(file: &File) -> bool {
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Opens a file to continue it, or creates it. Refuses links and files of other users: other people who can write to
/// the folder may have put them there.
pub(crate) fn open_own(name: &Path) -> Result<File> {
    if name.is_symlink() {
        return Err(refused(name, "expected a file, found a link"));
    }
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A link may appear meanwhile, and opening a pipe must not block.
        options.custom_flags(nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK);
    }
    let file = options.open(name).of_file(name)?;
    let found = file.metadata().of_file(name)?;
    if !found.is_file() {
        return Err(refused(name, "expected a regular file"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let (owner, own) = (found.uid(), nix::unistd::geteuid().as_raw());
        if owner != own {
            let message = format!("expected a file of user {own}, found one of user {owner}");
            return Err(refused(name, message));
        }
    }
    lock(name, &file)?;
    Ok(file)
}

/// Turns an error of writing into a failure.
pub(crate) fn failed(name: &Path, error: &io::Error) -> CommandError {
    match error.kind() {
        // The reader of the pipe is gone.
        ErrorKind::BrokenPipe => CommandError::Closed,
        _ => refused(name, error),
    }
}

pub(crate) fn refused(name: &Path, what: impl Display) -> CommandError {
    CommandError::Input(format!("{}: {what}", name.display()))
}

/// Turns errors into refusals of an input; other errors of a command stay as they are.
pub(crate) trait OfInput<T>: Sized {
    /// Puts the source of the input, such as a flag, before the message.
    fn of(self, source: impl Display) -> Result<T>;

    /// Puts the name of the file before the message.
    fn of_file(self, name: &Path) -> Result<T> {
        self.of(name.display())
    }
}

impl<T, E: Display> OfInput<T> for Result<T, E> {
    fn of(self, source: impl Display) -> Result<T> {
        self.map_err(|error| CommandError::Input(format!("{source}: {error}")))
    }
}

impl<T> OfInput<T> for Result<T> {
    fn of(self, source: impl Display) -> Result<T> {
        self.map_err(|failure| match failure {
            CommandError::Input(message) => CommandError::Input(format!("{source}: {message}")),
            other => other,
        })
    }
}

/// Creates a file in the same folder, with the permissions of any new file and an unguessable name.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    unguessable().make_in(folder_of(path), |path| options.open(path))
}

/// Creates files and folders with unguessable names; folders have the user's default permissions.
fn unguessable() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mankala-").rand_bytes(16);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder
}

/// Copies permissions, and if allowed the owner, from a file to its replacement.
fn keep_permissions(old: &Path, new: &File) -> io::Result<()> {
    let found = match fs::metadata(old) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let _ = fchown(new, Some(found.uid()), Some(found.gid()));
    }
    new.set_permissions(found.permissions())
}

/// Moves a file to its target.
fn put(file: NamedTempFile, place: &Target) -> io::Result<File> {
    file.as_file().sync_all()?;
    let put = match place.kind {
        Kind::Taken => file.persist(&place.path),
        _ => file.persist_noclobber(&place.path),
    };
    let file = put.map_err(|error| error.error)?;
    sync_folder(folder_of(&place.path))?;
    Ok(file)
}

/// Flushes a folder, as a new name is stored there and not in the file.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some file systems refuse this.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Follows a link, whose target may not exist yet; returns any other path itself.
pub(crate) fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // Systems follow as many.
    for _ in 0..40 {
        match path.read_link() {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
