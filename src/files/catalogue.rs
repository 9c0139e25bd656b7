//! Catalogue of rulesets and variants: loads games from embedded files, paths, inheritance and overrides.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read as _;
use std::ops::Deref;
use std::path::{Component, Path};
use std::sync::Arc;
use std::thread;

use crate::files::document::Document;
pub use crate::files::document::{GivenBy, Written};
use crate::files::named::{is_path, taken_apart};
use crate::files::registry::Entry;
use crate::files::shelf::Shelf;
use crate::files::spec::{Example, Header, is_date, is_name};
use crate::files::tree::{Layer, Location, Node};
use crate::files::{nets, schema};
use mankala_core::game::Game;
use mankala_core::rulesets;
use mankala_core::system::threads::work_off;
use mankala_core::text::diagnostic::{Diagnostic, Diagnostics};
use mankala_core::text::like::{hint, likest};
use mankala_core::text::notation::PositionError;
use mankala_core::text::{checksum, without_mark};
use mankala_core::variant::AnyVariant;
use mankala_core::variant::ruleset::{BoardSpec, Register, Rounds, Ruleset};

pub use crate::files::shelf::embedded;

/// Origin shown in messages about unknown variants.
pub const COMMAND_LINE: &str = "the command line";

/// Maximum size of a variant file in bytes.
pub(crate) const LARGEST_FILE: u64 = 1 << 20;

/// Description of a game from its file, before the game itself is built.
#[derive(Debug, Clone)]
pub struct Outline {
    /// Names, region and sources.
    pub header: Header,
    /// Shape of the board.
    pub board: BoardSpec,
    /// Name of the ruleset that plays it.
    pub ruleset: &'static str,
    /// Rule book of that ruleset.
    pub book: &'static str,
}

/// Game loaded from a file, with its [`Outline`].
#[derive(Clone)]
pub struct Loaded {
    /// Description of the game.
    pub outline: Outline,
    /// Rules of rounds; of kind `none` if there is only one.
    pub rounds: Rounds,
    /// Keys of board, setup, rules and rounds.
    pub values: Vec<Written>,
    /// Examples.
    pub examples: Vec<Example>,
    /// Name of the file in messages.
    pub origin: String,
    /// Text of the file, without inherited keys.
    pub text: String,
    /// Rules of the game, ready to play.
    pub variant: Arc<dyn AnyVariant>,
}

impl Deref for Loaded {
    type Target = Outline;

    fn deref(&self) -> &Outline {
        &self.outline
    }
}

/// Keys with the default that they had when they were added. They do not change the digest, so that stored results of
/// older games stay valid.
const LATER: [(&str, &str); 9] = [
    ("rules.swap", "false"),
    ("rules.passed_over_in", "\"either\""),
    ("rules.one_claim", "false"),
    ("rules.ranked", "false"),
    ("rules.neutral", "false"),
    ("rules.end_choice", "\"from-store\""),
    ("rules.takasa_captures", "false"),
    ("rules.takasa_back", "false"),
    ("rules.single_starts", "false"),
];

impl Loaded {
    /// Starts a game from the opening.
    pub fn game(&self) -> Game {
        Arc::clone(&self.variant).game()
    }

    /// Starts a game from a written position.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if the position is invalid.
    pub fn game_from(&self, position: &str) -> Result<Game, PositionError> {
        Arc::clone(&self.variant).game_from(position)
    }

    /// Starts a game from a written position, or from the opening without one.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if the position is invalid.
    pub fn game_at(&self, position: Option<&str>) -> Result<Game, PositionError> {
        position.map_or_else(|| Ok(self.game()), |position| self.game_from(position))
    }

    /// Returns the name with its changes, `NAME:key=value,key=value`, which [`Catalogue::load`] accepts.
    pub fn label(&self) -> String {
        match &self.changes()[..] {
            [] => self.header.name.clone(),
            changes => format!("{}:{}", self.header.name, changes.join(",")),
        }
    }

    /// Returns the changes made to the variant, each as `key=value`.
    pub fn changes(&self) -> Vec<String> {
        let changes = self.values.iter().filter(|written| written.given_by == GivenBy::Change);
        changes.map(Written::assignment).collect()
    }

    /// Returns a digest of board, setup, rules and rounds: 16 hexadecimal digits. Equal values have equal digests in
    /// any notation.
    pub fn digest(&self) -> String {
        let mut values: Vec<_> =
            self.values.iter().map(|written| [&written.key, &written.value]).collect();
        values.retain(|[key, value]| !LATER.contains(&(&***key, &***value)));
        values.sort_unstable();
        let words = values.iter().flatten().map(|word| word.as_bytes());
        // The byte 255 occurs in no text, so it separates words.
        let add = |sum, word| checksum::add(checksum::add(sum, word), &[255]);
        let sum = [self.ruleset.as_bytes()].into_iter().chain(words).fold(checksum::NOTHING, add);
        format!("{sum:016x}")
    }
}

/// Catalogue of rulesets, and of variant files by name.
pub struct Catalogue {
    rulesets: Vec<Entry>,
    files: Shelf,
}

impl Default for Catalogue {
    fn default() -> Self {
        let mut own = Self { rulesets: Vec::new(), files: Shelf::embedded() };
        rulesets::register(&mut own);
        own
    }
}

impl Register for Catalogue {
    fn add<R: Ruleset>(&mut self) {
        self.rulesets.push(Entry::of::<R>());
    }
}

impl Catalogue {
    /// Creates a catalogue of the rulesets and variants of this crate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a ruleset.
    #[must_use]
    pub fn with<R: Ruleset>(mut self) -> Self {
        self.add::<R>();
        self
    }

    /// Adds a variant file under the name in it.
    ///
    /// It replaces a variant of the same name. Errors in the file are reported when it is loaded; messages
    /// call it `NAME.toml`.
    #[must_use]
    pub fn with_file(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.files.add(text.into());
        self
    }

    /// Returns the names of all rulesets.
    pub fn rulesets(&self) -> impl Iterator<Item = &'static str> {
        self.rulesets.iter().map(|entry| entry.name)
    }

    fn ruleset(&self, name: &str) -> Option<&Entry> {
        self.rulesets.iter().find(|entry| entry.name == name || entry.also.contains(&name))
    }

    /// Returns the names of all variants: those of this crate, then those of [`with_file`](Self::with_file).
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.names()
    }

    /// Returns the name of the first variant added by [`with_file`](Self::with_file).
    #[cfg(feature = "cli")]
    pub(crate) fn first_given(&self) -> Option<&str> {
        self.names().find(|name| !self.files.is_own(name))
    }

    /// Returns the JSON Schema of the files of a ruleset; `None` if there is no such ruleset.
    pub fn schema(&self, ruleset: &str) -> Option<serde_json::Value> {
        let ruleset = self.ruleset(ruleset)?;
        Some(schema::of_files(ruleset.name, (ruleset.schema)()))
    }

    /// Loads a variant by its name, or a file by its path, which ends in `.toml`. `NAME:key=value,key=value`
    /// changes keys, and `overrides` change more. A title or another name also works if it is unique.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] with every error.
    pub fn load(&self, named: &str, overrides: &[String]) -> Result<Loaded, Diagnostics> {
        let (name, changes) = taken_apart(named);
        let (origin, text) = self.text_of(name)?;
        let owned = |change: &&str| (*change).to_owned();
        let all: Vec<String> = changes.iter().map(owned).chain(overrides.iter().cloned()).collect();
        self.parse(&origin, &text, &all).map_err(|mut wrong| {
            // Changes after the name are reported in that form and not as `--set`.
            for mistake in &mut wrong.told {
                let given = mistake.origin.strip_prefix("--set ");
                if let Some(change) = given.filter(|given| changes.contains(given)) {
                    mistake.origin = format!("{name}:{change}");
                }
            }
            wrong
        })
    }

    /// Returns the text of a variant or a file, and its name in messages.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] if there is no such variant or the file can't be read.
    pub fn text_of(&self, name: &str) -> Result<(String, String), Diagnostics> {
        if let Some(found) = self.files.find(name) {
            return Ok(found);
        }
        if !is_path(name) {
            let called = self.files.also_called(name);
            if let [one] = called[..]
                && let Some(found) = self.files.find(one)
            {
                return Ok(found);
            }
            let message = no_variant(&self.files, name, &called);
            return Err(Diagnostic::new(COMMAND_LINE, message).into());
        }
        let shorten = |error: std::io::Error| {
            let named = name.strip_suffix(".toml").filter(|named| self.files.find(named).is_some());
            let meant = named.map(|named| format!("; did you mean {named}?")).unwrap_or_default();
            Diagnostic::new(name, format!("can't read the file: {error}{meant}"))
        };
        // Checked before opening: opening a pipe would block.
        if !fs::metadata(name).map_err(shorten)?.is_file() {
            let message = "expected a regular file, found a folder, a pipe or a device";
            return Err(Diagnostic::new(name, message).into());
        }
        let mut bytes = Vec::new();
        let file = File::open(name).map_err(shorten)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(shorten)?;
        if bytes.len() as u64 > LARGEST_FILE {
            let message = format!("the file exceeds the limit of {LARGEST_FILE} bytes");
            return Err(Diagnostic::new(name, message).into());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            Diagnostic::at(name, &text, &(start..start), "invalid UTF-8")
        })?;
        Ok((name.to_owned(), text))
    }

    /// Loads all variants, in the order of their [`names`](Self::names), with one thread for each processor.
    pub fn load_all(&self) -> Vec<Result<Loaded, Diagnostics>> {
        self.of_each(&|name| self.load(name, &[]))
    }

    /// Returns the outlines of all variants, in the order of their [`names`](Self::names). This is much faster than
    /// loading: no games are built from the files of this crate, whose rules its tests check.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] with every error of a variant, in its place in the list.
    pub fn outlines(&self) -> Vec<Result<Outline, Diagnostics>> {
        self.of_each(&|name| {
            if self.files.is_own(name) {
                self.outline(name)
            } else {
                self.load(name, &[]).map(|loaded| loaded.outline)
            }
        })
    }

    /// Calls `make` for every variant, on several threads.
    fn of_each<T: Send>(&self, make: &(dyn Fn(&str) -> T + Sync)) -> Vec<T> {
        let names: Vec<&str> = self.names().collect();
        let mut all: Vec<Option<T>> = names.iter().map(|_| None).collect();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let pieces = names.into_iter().zip(&mut all);
        work_off(threads, pieces, &|(name, made)| *made = Some(make(name)));
        all.into_iter().flatten().collect()
    }

    /// Loads a variant from a text; `origin` is its name in messages.
    ///
    /// The text may refer to files beside it only if the origin is a path that ends in `.toml`.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] with every error.
    pub fn parse(
        &self,
        origin: &str,
        text: &str,
        overrides: &[String],
    ) -> Result<Loaded, Diagnostics> {
        self.read(Document::new(origin, text), origin, text, overrides)
    }

    /// Loads a variant from its parsed document.
    fn read(
        &self,
        mut document: Document,
        origin: &str,
        text: &str,
        overrides: &[String],
    ) -> Result<Loaded, Diagnostics> {
        let parent = self.parent(origin, &document)?;
        if let Some(parent) = &parent {
            document.inherit(&parent.origin, &parent.text);
        }
        for set in overrides {
            if !set.contains('=') {
                let message = "expected key=value like board.columns=3";
                return Err(Diagnostic::new(format!("--set {set}"), message).into());
            }
            document.set(set);
        }
        if !document.is_right() {
            return Err(document.diagnostics());
        }
        let header = header(&mut document);
        let examples = document.list::<Example>("example");
        let entry = self.entry(&mut document);
        if let (Some(parent), Some(entry)) = (&parent, entry)
            && parent.ruleset != entry.name
        {
            // Each inherited key would be an error, so only their common cause is reported.
            let message = format!(
                "expected `{}`, the ruleset of the variant it inherits from",
                parent.ruleset
            );
            return Err(document.diagnostic(document.place("ruleset"), message).into());
        }
        let board = document.section::<BoardSpec>("board");
        let built = entry.and_then(|entry| (entry.build)(board, &mut document));
        let game = built.as_ref().map(|built| Arc::clone(&built.variant).game());
        if let Some(result) = game.and_then(|game| game.result()) {
            let message = format!("the opening is a finished game, result={result}");
            document.mistake(document.place("setup"), message);
        }
        let (Some(header), Some(examples), Some(entry), Some(board), Some(built), true) =
            (header, examples, entry, board, built, document.is_right())
        else {
            return Err(document.diagnostics());
        };
        let mut values = document.values(built.sections);
        if !overrides.is_empty()
            && let Ok(before) = self.parse(origin, text, &[])
        {
            // A value that an override sets to its old value does not count as changed.
            for written in &mut values {
                let same = |old: &&Written| old.key == written.key && old.value == written.value;
                if let Some(old) = before.values.iter().find(same) {
                    written.clone_from(old);
                }
            }
        }
        let loaded = Loaded {
            outline: Outline::new(header, board, entry),
            rounds: built.rounds,
            values,
            examples,
            origin: origin.to_owned(),
            text: without_mark(text).to_owned(),
            variant: built.variant,
        };
        if let Some(file) = nets::file(&loaded.digest()) {
            loaded.variant.learn(file);
        }
        Ok(loaded)
    }

    /// Returns the outline of a variant of this crate by its name.
    fn outline(&self, name: &str) -> Result<Outline, Diagnostics> {
        let (origin, text) = self.text_of(name)?;
        let mut document = Document::new(&origin, &text);
        if let Some((origin, text)) = self.inherited(&origin, &document)? {
            document.inherit(&origin, &text);
        }
        let (header, board) = (header(&mut document), document.section("board"));
        let entry = self.entry(&mut document);
        match (header, board, entry, document.is_right()) {
            (Some(header), Some(board), Some(entry), true) => {
                Ok(Outline::new(header, board, entry))
            }
            _ => Err(document.diagnostics()),
        }
    }

    /// Returns the parent of a file. It is loaded by itself first, so remaining errors are those of the heir.
    fn parent(&self, origin: &str, document: &Document) -> Result<Option<Loaded>, Diagnostics> {
        let Some((parent, text)) = self.inherited(origin, document)? else { return Ok(None) };
        let read = Document::new(&parent, &text);
        if read.get("inherits").is_some() {
            let message = format!(
                "{} itself inherits from a variant; expected a variant that does not",
                document.get("inherits").and_then(Node::as_str).unwrap_or(&parent)
            );
            return Err(document.diagnostic(document.place("inherits"), message).into());
        }
        self.read(read, &parent, &text, &[]).map(Some)
    }

    /// Returns the name in messages and the text of the parent's file.
    fn inherited(
        &self,
        origin: &str,
        document: &Document,
    ) -> Result<Option<(String, String)>, Diagnostics> {
        let Some(inherits) = document.get("inherits") else { return Ok(None) };
        let refuse =
            |message: &str| Diagnostics::from(document.diagnostic(inherits.place, message));
        let name = inherits.as_str().ok_or_else(|| refuse("expected the name of a variant"))?;
        let path = if is_path(name) {
            beside(origin, name).ok_or_else(|| {
                refuse(
                    "expected the name of a variant, or the path of a file in this folder or below",
                )
            })?
        } else {
            name.to_owned()
        };
        let found = self.text_of(&path).map_err(|errors| {
            let messages: Vec<String> =
                errors.told.into_iter().map(|error| error.message).collect();
            refuse(&messages.join("; "))
        })?;
        Ok(Some(found))
    }

    fn entry(&self, document: &mut Document) -> Option<&Entry> {
        let names: Vec<String> = self.rulesets().map(|name| format!("`{name}`")).collect();
        let expected = names.join(", ");
        let Some(ruleset) = document.get("ruleset") else {
            let message = format!("missing key `ruleset` (one of {expected}) or `inherits`");
            document.mistake(Location::WHOLE, message);
            return None;
        };
        let found = ruleset.as_str().and_then(|name| self.ruleset(name));
        if found.is_none() {
            let hint = hint(ruleset.as_str().unwrap_or_default(), self.rulesets());
            let message = format!("unknown ruleset, {hint}expected one of {expected}");
            document.mistake(ruleset.place, message);
        }
        found
    }
}

impl Outline {
    fn new(header: Header, board: BoardSpec, entry: &Entry) -> Self {
        Self {
            header: Header { ruleset: Some(entry.name.to_owned()), ..header },
            board,
            ruleset: entry.name,
            book: entry.book,
        }
    }
}

fn header(document: &mut Document) -> Option<Header> {
    let header = document.header::<Header>(&["board", "setup", "rules", "rounds", "example"]);
    if let Some(header) = &header {
        let mut expect = |fits: bool, key, message| {
            if !fits {
                document.mistake(document.place(key), message);
            }
        };
        let message = "expected a name of lowercase letters, digits and hyphens";
        expect(is_name(&header.name), "name", message);
        let dated = header.checked.as_deref().is_none_or(is_date);
        expect(dated, "checked", "expected a date like 2026-11-23");
        let first = header.attested.as_ref().map(|first| first.year);
        let older = first.is_none_or(|first| first < header.year);
        expect(older, "attested.year", "expected a year before `year`");
    }
    let of_game = ["region", "year", "attested", "about", "sources", "rulings"];
    let inherited = of_game.into_iter().filter(|key| document.place(key).layer == Layer::Inherited);
    Some(Header { inherited: inherited.map(str::to_owned).collect(), ..header? })
}

/// Returns the path of a file named in another. It must lie in the same folder or below, since files may come
/// from untrusted authors. A text that is not a file has no files beside it.
fn beside(origin: &str, name: &str) -> Option<String> {
    if !is_path(origin) {
        return None;
    }
    let down = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    let path = Path::new(origin).parent()?.join(name).to_str()?.to_owned();
    Path::new(name).components().all(down).then_some(path)
}

/// Returns the message for an unknown name; `called` lists the variants with this title or other name.
fn no_variant(files: &Shelf, name: &str, called: &[&str]) -> String {
    if !called.is_empty() {
        let called = called.join(", ");
        return format!("ambiguous name {name:?}, expected one of {called}");
    }
    if let Some((before, after)) =
        name.split_once(':').filter(|(game, _)| files.find(game).is_some())
    {
        return format!("expected {before}:KEY=VALUE, found {after:?} after the colon");
    }
    if Path::new(name).exists() {
        return format!("expected a name, or a path that ends in .toml, found the path {name:?}");
    }
    let expected = match likest(name, files.names())[..] {
        [] => {
            "expected a name or title from `mankala list`, or a path that ends in .toml".to_owned()
        }
        ref like => format!("did you mean {}?", like.join(" or ")),
    };
    format!("unknown variant {name:?}; {expected}")
}
