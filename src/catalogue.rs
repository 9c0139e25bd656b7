//! From a name or a file to a game: embedded files, files by path, inheritance, overrides.

use std::path::Path;
use std::sync::Arc;

use crate::any::AnyVariant;
use crate::diagnostic::{Diagnostic, Diagnostics};
pub use crate::document::Written;
use crate::document::{Document, Layers};
use crate::registry::{Entry, Registered};
use crate::rulesets;
use crate::schema;
use crate::spec::{BoardSpec, Example, Header, Ruleset, rule_book};

/// The variant files that are part of the program, by name.
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// No variant file is larger than this.
const LARGEST_FILE: u64 = 1 << 20;

/// A game read from a file.
#[derive(Clone)]
pub struct Loaded {
    /// What the file says about the game.
    pub header: Header,
    /// The board.
    pub board: BoardSpec,
    /// The ruleset that plays it.
    pub ruleset: &'static str,
    /// The rule book of that ruleset.
    pub book: String,
    /// All keys of board, setup and rules.
    pub values: Vec<Written>,
    /// The examples.
    pub examples: Vec<Example>,
    /// The game itself.
    pub variant: Arc<dyn AnyVariant>,
}

impl Loaded {
    /// Sixteen letters that stand for board, setup and rules: equal games have equal digests.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut values: Vec<_> = self
            .values
            .iter()
            .map(|written| [&written.key, &written.value])
            .collect();
        values.sort_unstable();
        let words = values.iter().flatten().map(|word| word.as_bytes());
        let bytes = [self.ruleset.as_bytes()].into_iter().chain(words);
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        // The byte 255 is in no text, so it keeps words apart.
        let sum = bytes.fold(0xcbf2_9ce4_8422_2325, |sum, word| {
            word.iter().chain(&[255]).fold(sum, step)
        });
        format!("{sum:016x}")
    }
}

/// The rulesets that files may name.
pub struct Catalogue {
    rulesets: Vec<Box<dyn Entry>>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self {
            rulesets: rulesets::all(),
        }
    }
}

impl Catalogue {
    /// The rulesets of this crate.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One ruleset more.
    #[must_use]
    pub fn with<R: Ruleset>(mut self) -> Self {
        self.rulesets.push(Registered::<R>::boxed());
        self
    }

    /// The names of all rulesets.
    pub fn rulesets(&self) -> impl Iterator<Item = &'static str> {
        self.rulesets.iter().map(|entry| entry.name())
    }

    /// The names of the embedded variants.
    pub fn names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// The JSON Schema of the files of a ruleset; `None` if there is no such ruleset.
    #[must_use]
    pub fn schema(&self, ruleset: &str) -> Option<serde_json::Value> {
        let entry = self.rulesets.iter().find(|entry| entry.name() == ruleset)?;
        Some(schema::of_files(ruleset, |generator| {
            entry.schemas(generator)
        }))
    }

    /// Loads an embedded variant by name, or a file by its path, which ends in `.toml`.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] with everything that is wrong.
    pub fn load(&self, name: &str, overrides: &[String]) -> Result<Loaded, Diagnostics> {
        let (origin, text) = find(name)?;
        self.parse(&origin, &text, overrides)
    }

    /// Reads a variant from a text; `origin` is what messages call it.
    ///
    /// # Errors
    ///
    /// [`Diagnostics`] with everything that is wrong.
    pub fn parse(
        &self,
        origin: &str,
        text: &str,
        overrides: &[String],
    ) -> Result<Loaded, Diagnostics> {
        let mut layers = Layers::default();
        if let Some((parent, text)) = self.parent(origin, text)? {
            layers.push(&parent, &text, true);
        }
        layers.push(origin, text, false);
        for set in overrides {
            layers.push_override(set);
        }
        let mut document = Document::new(&layers);
        if !document.is_right() {
            return Err(document.diagnostics());
        }
        let header = document.rest::<Header>(&["board", "setup", "rules", "example"]);
        let examples = document.list::<Example>("example");
        let entry = self.entry(&mut document);
        let board = document.section::<BoardSpec>("board");
        let variant = entry
            .zip(board)
            .and_then(|(entry, board)| entry.build(board, &mut document));
        let (Some(header), Some(examples), Some(entry), Some(board), Some(variant), true) =
            (header, examples, entry, board, variant, document.is_right())
        else {
            return Err(document.diagnostics());
        };
        Ok(Loaded {
            header: Header {
                ruleset: Some(entry.name().to_owned()),
                ..header
            },
            board,
            ruleset: entry.name(),
            book: rule_book(entry.source()),
            values: ["board", "setup", "rules"]
                .iter()
                .flat_map(|section| document.values(section))
                .collect(),
            examples,
            variant: Arc::from(variant),
        })
    }

    /// The file that a file inherits from, right by itself, so that what is wrong is wrong in the heir.
    fn parent(&self, origin: &str, text: &str) -> Result<Option<(String, String)>, Diagnostics> {
        let mut layers = Layers::default();
        layers.push(origin, text, false);
        let document = Document::new(&layers);
        let Some(inherits) = document.top("inherits") else {
            return Ok(None);
        };
        let refuse = |message: String| {
            Diagnostics::from(Diagnostic::at(origin, text, &inherits.span(), message))
        };
        let Some(name) = inherits.get_ref().as_str() else {
            return Err(refuse(format!(
                "expected the name of a variant, one of {}",
                one_of_names()
            )));
        };
        let beside = Path::new(origin).parent().map(|folder| folder.join(name));
        let embedded = Self::names().any(|embedded| embedded == name);
        let path = beside
            .as_ref()
            .and_then(|path| path.to_str())
            .filter(|_| !embedded)
            .unwrap_or(name);
        let (parent, parent_text) = find(path).map_err(|errors| {
            refuse(
                errors
                    .0
                    .into_iter()
                    .map(|error| error.message)
                    .collect::<Vec<_>>()
                    .join("; "),
            )
        })?;
        let mut layers = Layers::default();
        layers.push(&parent, &parent_text, false);
        if Document::new(&layers).top("inherits").is_some() {
            return Err(refuse(format!(
                "{name} inherits itself, and one level is the most"
            )));
        }
        self.parse(&parent, &parent_text, &[])?;
        Ok(Some((parent, parent_text)))
    }

    fn entry(&self, document: &mut Document<'_>) -> Option<&dyn Entry> {
        let expected = self
            .rulesets()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ");
        let Some(ruleset) = document.top("ruleset").cloned() else {
            document.mistake(
                None,
                format!("missing `ruleset`, expected one of {expected}, or `inherits`"),
            );
            return None;
        };
        let name = ruleset.get_ref().as_str();
        let found = self
            .rulesets
            .iter()
            .find(|entry| Some(entry.name()) == name);
        if found.is_none() {
            document.mistake(
                Some(ruleset.span()),
                format!("unknown ruleset, expected one of {expected}"),
            );
        }
        found.map(|entry| &**entry)
    }
}

/// The text of an embedded variant or of a file.
fn find(name: &str) -> Result<(String, String), Diagnostics> {
    if let Some((name, text)) = EMBEDDED.iter().find(|(embedded, _)| *embedded == name) {
        return Ok((format!("variants/{name}.toml"), (*text).to_owned()));
    }
    if Path::new(name)
        .extension()
        .is_none_or(|extension| extension != "toml")
    {
        let message = format!(
            "no variant is called {name:?}; expected {} or a path that ends in .toml",
            one_of_names()
        );
        return Err(Diagnostic::new("the command line", message).into());
    }
    let shorten =
        |error: std::io::Error| Diagnostic::new(name, format!("the file can't be read: {error}"));
    let size = std::fs::metadata(name).map_err(shorten)?.len();
    if size > LARGEST_FILE {
        let message =
            format!("{size} bytes are too many for a variant file, the most is {LARGEST_FILE}");
        return Err(Diagnostic::new(name, message).into());
    }
    let bytes = std::fs::read(name).map_err(shorten)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        Diagnostic::new(name, format!("line {line} is not UTF-8 text"))
    })?;
    Ok((name.to_owned(), text))
}

fn one_of_names() -> String {
    Catalogue::names().collect::<Vec<_>>().join(", ")
}
