//! Code shared by several files of tests: all variants, and a way to try them all.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::{env, thread};

pub(crate) mod compared;
pub(crate) mod drawn;
pub(crate) mod graph;
pub(crate) mod run;

use mankala::files::catalogue::embedded;
use mankala::testing::Budget;
use mankala::{Catalogue, Loaded};

/// Loaded once; one that can't be loaded is told where it is wanted.
static VARIANTS: LazyLock<Vec<(&str, Result<Loaded, String>)>> = LazyLock::new(|| {
    let load = |name| Catalogue::new().load(name, &[]);
    let names = embedded().into_iter().map(|(name, _)| name);
    names.map(|name| (name, load(name).map_err(|errors| errors.to_string()))).collect()
});

fn loaded<'a>((name, loaded): &'a (&str, Result<Loaded, String>)) -> &'a Loaded {
    let loaded = loaded.as_ref();
    loaded.unwrap_or_else(|errors| panic!("{name}:\n{errors}"))
}

/// Every embedded variant with its name, so that a new one is tested unasked.
pub(crate) fn variants() -> impl Iterator<Item = (&'static str, &'static Loaded)> {
    VARIANTS.iter().map(|variant| (variant.0, loaded(variant)))
}

/// A game of each ruleset and every tenth of the others, for tests that start the program several times for a game. With
/// `MANKALA_TESTS=full` these are all variants.
pub(crate) fn sample() -> impl Iterator<Item = (&'static str, &'static Loaded)> {
    let each = if Budget::from_env() == Budget::FULL { 1 } else { 10 };
    let mut seen = BTreeSet::new();
    let chosen = (0..)
        .zip(variants())
        .filter(move |(place, (_, loaded))| seen.insert(loaded.ruleset) || place % each == 0);
    chosen.map(|(_, variant)| variant)
}

/// Tries every variant, several at a time, and fails with the names of all for which `test` panics.
pub(crate) fn each_variant(test: impl Fn(&str, &Loaded) + Sync) {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(variant) = VARIANTS.get(next.fetch_add(1, Ordering::Relaxed)) {
            let tried = || test(variant.0, loaded(variant));
            if catch_unwind(AssertUnwindSafe(tried)).is_err() {
                failed.lock().expect("no panic").push(variant.0);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut failed = failed.into_inner().expect("no panic");
    failed.sort_unstable();
    assert!(failed.is_empty(), "it fails for {}", failed.join(", "));
}

/// How often something is tried for each variant: `each` times, or its share of `all` where there are many
/// variants, so that every one of them need not add to the time that tests take. With `MANKALA_TESTS=full` it is `each`.
pub(crate) fn tries(each: usize, all: usize) -> usize {
    if Budget::from_env() == Budget::FULL {
        return each;
    }
    each.min(all / embedded().len()).max(1)
}

/// Whether snapshots and tables are written as they are found, for people to judge.
pub(crate) fn is_blessing() -> bool {
    env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}

/// Compares JSON with the snapshot of this name in a folder of `tests/snapshots`.
pub(crate) fn pinned_json(folder: &str, name: &str, found: &serde_json::Value) {
    pinned(folder, name, &format!("{found:#}"));
}

/// Compares a text with the snapshot of this name in a folder of `tests/snapshots`.
pub(crate) fn pinned(folder: &str, name: &str, found: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, found));
}

/// Advice if something pinned is missing or differs.
pub(crate) const BLESS: &str =
    "`INSTA_UPDATE=always cargo test` writes what is found; read it before it is kept";
