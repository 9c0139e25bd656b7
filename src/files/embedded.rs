//! The variant files of this crate: a few at a time are packed together, and unpacked once one of them is asked for.

use std::sync::OnceLock;

use crate::text::packed::unpacked;

/// A variant file of this crate.
#[derive(Debug)]
pub(crate) struct Embedded {
    /// The name of its variant.
    pub(crate) name: &'static str,
    /// Which pack it is in.
    pack: usize,
    /// Where its text begins and ends there.
    span: [usize; 2],
}

/// What the build script made of `variants/`: the files by name, and the packs.
const ALL: (&[Embedded], [&[u8]; PACKS]) = include!(concat!(env!("OUT_DIR"), "/variants.rs"));
const PACKS: usize = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// The files by name.
pub(crate) const FILES: &[Embedded] = ALL.0;

/// What was unpacked.
static TEXTS: [OnceLock<String>; PACKS] = [const { OnceLock::new() }; PACKS];

impl Embedded {
    /// The text of the file.
    pub(crate) fn text(&self) -> &'static str {
        let [start, end] = self.span;
        let texts = TEXTS[self.pack].get_or_init(|| unpacked(ALL.1[self.pack]));
        &texts[start..end]
    }
}

/// The variant files that are part of the program: name and text.
#[must_use]
pub fn embedded() -> Vec<(&'static str, &'static str)> {
    FILES.iter().map(|file| (file.name, file.text())).collect()
}
