//! How every command writes a file: beside its place first, flushed to disk, then put there in one step.
//!
//! A link stays, and what it leads to is replaced; permissions stay what they were. Devices and pipes
//! can't be replaced and are written through. What is promised stands in `docs/promises.md`.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::NamedTempFile;

use super::{Failure, interrupt};

/// Where a result goes.
#[derive(Debug, Args)]
pub(crate) struct OutArgs {
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it is there already.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

impl OutArgs {
    /// The place to write to, if one is named; `inputs` are files that the command reads.
    pub(crate) fn place(&self, inputs: &[PathBuf]) -> Result<Option<Place>, Failure> {
        let place = |out: &PathBuf| {
            Place::new(out, self.force, inputs).map_err(|failure| failure.about("--out"))
        };
        self.out.as_ref().map(place).transpose()
    }
}

/// A place for a file, looked at before the work begins.
#[derive(Debug)]
pub(crate) struct Place {
    /// What messages call it.
    name: PathBuf,
    /// Where its links lead.
    path: PathBuf,
    kind: Kind,
}

/// What is at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing, and a file that appears there meanwhile is somebody else's.
    Free,
    /// A file that may be replaced.
    Taken,
    /// A device or a pipe.
    Special,
}

impl Place {
    /// Looks whether a file can be written here.
    ///
    /// One that is there already is refused unless `force` allows to replace it; one of `inputs` always is.
    pub(crate) fn new(name: &Path, force: bool, inputs: &[PathBuf]) -> Result<Self, Failure> {
        let refuse = |what: &str| Err(refused(name, what));
        let (path, kind) = match fs::metadata(name) {
            Ok(found) if found.is_dir() => return refuse("this is a folder, expected a file"),
            Ok(found) if !found.is_file() => (name.to_owned(), Kind::Special),
            Ok(_) => (
                name.canonicalize().map_err(|e| refused(name, e))?,
                Kind::Taken,
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => (followed(name), Kind::Free),
            Err(error) => return refuse(&error.to_string()),
        };
        if path.file_name().is_none() {
            return refuse("expected the name of a file");
        }
        if kind == Kind::Taken {
            let is_same = |input: &PathBuf| same_file::is_same_file(input, &path).unwrap_or(false);
            if inputs.iter().any(is_same) {
                return refuse("this command reads that file, so it can't write it");
            }
            if !force {
                return refuse("is there already; --force replaces it");
            }
            if File::open(&path).is_ok_and(|file| is_locked(&file)) {
                return refuse(LOCKED);
            }
        }
        if kind != Kind::Special {
            if !folder_of(&path).is_dir() {
                return refuse("there is no such folder");
            }
            // The work may take days, and whether a folder can be written is known for sure only by doing it.
            if let Err(error) = beside(&path) {
                return refuse(&format!("no file can be written into its folder: {error}"));
            }
        }
        let name = name.to_owned();
        Ok(Self { name, path, kind })
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Whether what is written here is a file, and can be replaced by what is written next.
    pub(crate) fn is_plain(&self) -> bool {
        self.kind != Kind::Special
    }

    /// Begins to write.
    pub(crate) fn begin(&mut self) -> Result<Pending<'_>, Failure> {
        let out = match self.kind {
            Kind::Special => File::options()
                .write(true)
                .open(&self.path)
                .map(Out::Through),
            Kind::Free => beside(&self.path).map(Out::Beside),
            Kind::Taken => beside(&self.path).and_then(|file| {
                keep_permissions(&self.path, file.as_file())?;
                Ok(Out::Beside(file))
            }),
        };
        let out = out.map_err(|error| self.refused(&error))?;
        if let Out::Beside(file) = &out {
            interrupt::unfinished(Some(file.path().to_owned()));
        }
        Ok(Pending { place: self, out })
    }

    /// Puts a finished file here that lies beside.
    pub(crate) fn take(&mut self, file: File, path: PathBuf) -> Result<(), Failure> {
        let mut path =
            tempfile::TempPath::try_from_path(path).map_err(|error| self.refused(&error))?;
        // It stays where it is if it can't be put here.
        path.disable_cleanup(true);
        match put(NamedTempFile::from_parts(file, path), self) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// Writes a text, whole or not at all. What was written here before is replaced.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let mut pending = self.begin()?;
        let written = pending.write_all(text.as_bytes());
        written.map_err(|error| pending.refused(&error))?;
        pending.finish().map(drop)
    }

    /// Says that something went wrong here.
    pub(crate) fn refused(&self, error: &io::Error) -> Failure {
        match error.kind() {
            // Nobody reads a pipe any more.
            ErrorKind::BrokenPipe => Failure::Closed,
            _ => refused(&self.name, error),
        }
    }
}

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct Pending<'a> {
    place: &'a mut Place,
    out: Out,
}

/// Where the bytes go.
#[derive(Debug)]
enum Out {
    Beside(NamedTempFile),
    Through(File),
}

impl Pending<'_> {
    /// Says that something went wrong here.
    pub(crate) fn refused(&self, error: &io::Error) -> Failure {
        self.place.refused(error)
    }

    /// Keeps others from writing to it while it is open here, also after it was put in its place.
    pub(crate) fn lock(&self) -> Result<(), Failure> {
        match &self.out {
            Out::Beside(file) => lock(&self.place.name, file.as_file()),
            Out::Through(_) => Ok(()),
        }
    }

    /// Puts it in its place, safe on the disk, and hands over the open file.
    pub(crate) fn finish(self) -> Result<File, Failure> {
        let Self { place, out } = self;
        let file = match out {
            Out::Through(file) => Ok(file),
            Out::Beside(file) => put(file, place),
        };
        interrupt::unfinished(None);
        let file = file.map_err(|error| place.refused(&error))?;
        if place.kind == Kind::Free {
            place.kind = Kind::Taken;
        }
        Ok(file)
    }
}

impl Write for Pending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Beside(file) => file.write(bytes),
            Out::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a new folder with files in it: all of them beside its place first, so that nobody ever sees a part.
pub(crate) fn write_folder(folder: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    if folder.file_name().is_none() {
        return Err(refused(folder, "expected the name of a new folder"));
    }
    if folder.exists() {
        return Err(refused(folder, "is there already"));
    }
    let beside = unguessable(0o777).tempdir_in(folder_of(folder));
    let written = beside.and_then(|beside| {
        interrupt::unfinished(Some(beside.path().to_owned()));
        for (name, text) in files {
            let path = beside.path().join(name);
            fs::create_dir_all(folder_of(&path))?;
            let mut file = File::create_new(path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        fs::rename(beside.path(), folder)?;
        // It has another name now, and nothing is to be cleared up.
        let _ = beside.keep();
        sync_folder(folder_of(folder))
    });
    interrupt::unfinished(None);
    written.map_err(|error| refused(folder, error))
}

/// Why a file is not touched that a match is writing.
const LOCKED: &str = "another command is writing to it";

/// Keeps others from writing to a file while it is open here.
pub(crate) fn lock(name: &Path, file: &File) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(refused(name, LOCKED)),
        // Some disks of other machines know no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(refused(name, error)),
    }
}

/// Whether somebody keeps others from writing to a file.
pub(crate) fn is_locked(file: &File) -> bool {
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Opens a file to go on with it, or creates it. Refuses links and files of other users: whoever can write to the folder may
/// have put them there.
pub(crate) fn open_own(name: &Path) -> Result<File, Failure> {
    if name.is_symlink() {
        return Err(refused(name, "this is a link, expected a file"));
    }
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Somebody may put a link there just now, and a pipe is not waited for.
        options.custom_flags(nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK);
    }
    let file = options.open(name).map_err(|error| refused(name, error))?;
    let found = file.metadata().map_err(|error| refused(name, error))?;
    if !found.is_file() {
        return Err(refused(name, "this is no file that can be read again"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let (owner, own) = (found.uid(), nix::unistd::geteuid().as_raw());
        if owner != own {
            let message = format!("it belongs to user {owner}, expected a file of user {own}");
            return Err(refused(name, message));
        }
    }
    lock(name, &file)?;
    Ok(file)
}

/// Something is wrong with a file.
pub(crate) fn refused(name: &Path, what: impl std::fmt::Display) -> Failure {
    Failure::Refused(format!("{}: {what}", name.display()))
}

/// A new file in the same folder, with the permissions of any new file and a name that nobody can guess.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    unguessable(0o666).tempfile_in(folder_of(path))
}

/// Makes files and folders with these permissions, as far as the user gives them to new ones.
fn unguessable(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mankala-").rand_bytes(16);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

/// Gives a new file the permissions of the one that it replaces, and its owner where that is allowed.
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

/// Puts a file in its place.
fn put(file: NamedTempFile, place: &Place) -> io::Result<File> {
    file.as_file().sync_all()?;
    let put = match place.kind {
        Kind::Taken => file.persist(&place.path),
        _ => file.persist_noclobber(&place.path),
    };
    let file = put.map_err(|error| error.error)?;
    sync_folder(folder_of(&place.path))?;
    Ok(file)
}

/// Makes sure that a new name is on the disk: it is in the folder, which is a file of its own there.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some disks won't hear of that.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Where a link leads that has nothing at its end yet; any other path itself.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many as systems follow.
    for _ in 0..40 {
        match path.read_link() {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

/// The folder in which something is.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
