//! `mankala tables`: builds, checks and describes files of endgame tables.

use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::sync::Mutex;

use super::prelude::*;
use clap::Subcommand;
use mankala_core::search::Task;
use mankala_core::search::tables::{
    Build, BuildError, Built, Layer, Rules, Spread, TableError, TableHeader, Tables, Workers,
};
use mankala_core::system::threads::lock;
use mankala_core::text::checksum;

use super::file::{followed, open_own};
use super::memory;
use super::speed::in_units;
use super::units::bytes;

/// Subcommand of `tables`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum What {
    /// Compute all positions with up to N seeds.
    Build(BuildArgs),
    /// Check every byte of a file, and a sample of its positions.
    ///
    /// Each sampled value is checked by a search, and against the values of the positions after its moves.
    Verify(VerifyArgs),
    /// Show the variant of a file, and how many positions it has for each number of seeds.
    Show(FileArgs),
}

/// Variant, limits and output file.
#[derive(Debug, Args)]
struct BuildArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// Maximum number of seeds in a position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=255))]
    seeds: u16,
    /// Output file; unfinished tables are kept in FILE.part for the next run.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Maximum amount of memory: 512M or 4G.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = bytes)]
    memory: usize,
}

/// A file of tables.
#[derive(Debug, Args)]
struct FileArgs {
    /// A file made by `tables build`.
    file: PathBuf,
    /// Variant of the tables; required only if it is your own .toml file.
    #[arg(long)]
    variant: Option<String>,
}

/// File, and sample to check.
#[derive(Debug, Args)]
struct VerifyArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Number of positions to check.
    #[arg(long, value_name = "N", default_value_t = 200)]
    sample: u32,
    /// Random seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    match &arguments.what {
        What::Build(arguments) => build(arguments, catalogue, output),
        What::Verify(arguments) => verify(arguments, catalogue, output),
        What::Show(arguments) => show(arguments, catalogue, output),
    }
}

/// Returns the game in the form that tables need.
fn rules_of(loaded: &Loaded) -> Result<Rules> {
    let rules = loaded.variant.clone().for_tables();
    rules.of(format_args!("{} has no endgame tables", loaded.label()))
}

/// A file of tables, with the checksum of the bytes read so far.
struct Summed {
    file: BufReader<File>,
    sum: u64,
}

impl Read for Summed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.sum = checksum::add(self.sum, &bytes[..read]);
        Ok(read)
    }
}

impl Summed {
    /// Returns the digest of the file, after it was read to its end.
    fn digest(&self) -> String {
        format!("{:016x}", self.sum)
    }
}

/// Reads the tables of a variant, if a file is given, with the digest of the file.
pub(super) fn load(name: Option<&PathBuf>, loaded: &Loaded) -> Result<Option<(Tables, String)>> {
    let Some(name) = name else { return Ok(None) };
    let rules = rules_of(loaded)?;
    let (mut input, header) = open(name)?;
    Ok(Some((read(name, &mut input, &header, loaded, &rules)?, input.digest())))
}

/// Opens a file of tables, and reads its header.
fn open(name: &Path) -> Result<(Summed, TableHeader)> {
    let file = File::open(name).of_file(name)?;
    let mut input = Summed { file: BufReader::new(file), sum: checksum::NOTHING };
    let header = TableHeader::read(&mut input).of_file(name)?;
    Ok((input, header))
}

/// Reads the tables after the header, if they belong to the variant and fit in memory.
fn read(
    name: &Path,
    input: &mut Summed,
    header: &TableHeader,
    loaded: &Loaded,
    rules: &Rules,
) -> Result<Tables> {
    let refuse = |error: TableError| refused(name, visible(&error.to_string()));
    header.check(&loaded.digest(), rules.pits()).map_err(refuse)?;
    let length = input.file.get_ref().metadata().map_or(0, |found| found.len());
    memory::check(usize::try_from(length).unwrap_or(usize::MAX), &name.display().to_string())?;
    Tables::read(input, rules, header).map_err(refuse)
}

/// Builds tables, and saves each layer as soon as it is complete.
fn build(arguments: &BuildArgs, catalogue: &Catalogue, output: &mut Output) -> Result {
    memory::check(arguments.memory, "--memory")?;
    let loaded = arguments.variant.load(catalogue)?;
    let rules = rules_of(&loaded)?;
    let mut place = Target::new(&arguments.out, arguments.force, &files_of(&loaded)).of("--out")?;
    if !place.is_plain() {
        refuse!("--out: {}: expected a regular file", arguments.out.display());
    }
    let begun = Instant::now();
    let mut build = Build::new(&rules, arguments.seeds, arguments.memory)
        .map_err(|error| CommandError::Input(told(&error)))?;
    let header = TableHeader {
        variant: loaded.label(),
        rules: loaded.digest(),
        pits: rules.pits(),
        seeds: arguments.seeds,
    };
    // Beside the target of a link, as a file can't be moved to another file system.
    let mut name = followed(&arguments.out).into_os_string();
    name.push(".part");
    let name = PathBuf::from(name);
    let mut part = PartFile::open(&name, &header, &mut build, &rules)?;
    if let Some(next) = build.next().filter(|&next| next > 0) {
        output.note(format!(
            "{}: continuing with layer {next}",
            visible(&name.display().to_string())
        ));
    }
    let goes_on = format!("stopped; the same command continues {}", name.display());
    interrupt::last_words(&format!("note: {goes_on}\n"));
    let threads = arguments.threads.count(0, output)?;
    let progress = Mutex::new(ProgressLine::new());
    let mut made = 0;
    while let Some(seeds) = build.next() {
        let workers = Workers {
            threads,
            memory: arguments.memory,
            stop: &interrupt::stopped,
            told: &|done, all| {
                lock(&progress).say(|| {
                    format!("{seeds} of {} seeds: {done} of {all} positions", header.seeds)
                });
            },
        };
        let refuse = |error| CommandError::Input(told(&error));
        if build.grow(&workers).map_err(refuse)? == Built::Stopped {
            interrupt::last_words("");
            return Err(CommandError::Interrupted(goes_on));
        }
        let layer = &build.tables().layers()[usize::from(seeds)];
        made += layer.positions();
        part.add(|file| layer.write(seeds, file))?;
    }
    drop(progress);
    place.take(part.file, part.name)?;
    interrupt::last_words("");
    let seconds = begun.elapsed().as_secs_f64();
    let rate = in_units(real(made.into()) / seconds);
    let last = format!("{} in {seconds:.2} s, {rate} per second", several(made, "position"));
    let told = (json!({ "built": made, "seconds": seconds }), last);
    describe(&arguments.out, &header, &build.into_tables(), told, output)
}

/// Formats the error of a build.
fn told(error: &BuildError) -> String {
    match error {
        BuildError::Memory { seeds, bytes } => format!(
            "positions with up to {seeds} seeds already need {}, more than --memory",
            memory::size(*bytes)
        ),
        error => error.to_string(),
    }
}

/// An unfinished file of tables, open and locked.
struct PartFile {
    name: PathBuf,
    file: File,
}

impl PartFile {
    /// Creates a file, or continues one with the same rules.
    fn open(
        name: &Path,
        header: &TableHeader,
        build: &mut Build<'_>,
        rules: &Rules,
    ) -> Result<Self> {
        let mut part = Self { name: name.to_owned(), file: open_own(name)? };
        let found = part.file.metadata().of_file(name)?;
        let mut end = 0;
        if found.len() > 0 {
            let mut input = BufReader::new(&part.file);
            let there = TableHeader::read(&mut input);
            let there = there.map_err(|error| refused(name, visible(&error.to_string())))?;
            let same = TableHeader { seeds: header.seeds, ..there.clone() } == *header;
            if !same {
                let other = TableError::Rules { header: there, rules: header.rules.clone() };
                return Err(refused(name, visible(&other.to_string())));
            }
            if there.seeds > header.seeds {
                return Err(refused(
                    name,
                    format!("expected at least --seeds {}, as in the unfinished file", there.seeds),
                ));
            }
            end = build.take_up(&mut input).of_file(name)?;
            if build.next() != Some(0) {
                check_sample(rules, build.tables(), (PART_SAMPLE, 1), &mut |message| {
                    Err(refused(name, format!("{message}; delete this file to rebuild the tables")))
                })?;
            }
        }
        // The number of seeds in the header may have grown.
        let bytes = header.bytes();
        part.add(|file| {
            file.set_len(if found.len() > 0 { bytes.len() as u64 + end } else { 0 })?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&bytes)?;
            file.seek(SeekFrom::End(0)).map(drop)
        })?;
        Ok(part)
    }

    /// Writes to the file and flushes it to disk.
    fn add(&mut self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result {
        write(&mut self.file).and_then(|()| self.file.sync_data()).of_file(&self.name)
    }
}

fn whole(
    arguments: &FileArgs,
    catalogue: &Catalogue,
) -> Result<(TableHeader, Rules, Tables, String)> {
    let (mut input, header) = open(&arguments.file)?;
    let named = arguments.variant.as_deref();
    let loaded = loaded_with(catalogue, &header.variant, &header.rules, named)
        .map_err(|message| refused(&arguments.file, visible(&message)))?;
    let rules = rules_of(&loaded)?;
    let tables = read(&arguments.file, &mut input, &header, &loaded, &rules)?;
    Ok((header, rules, tables, input.digest()))
}

fn show(arguments: &FileArgs, catalogue: &Catalogue, output: &mut Output) -> Result {
    let (header, _, tables, digest) = whole(arguments, catalogue)?;
    let last = format!("digest of the file: {digest}");
    let told = (json!({ "digest": digest }), last);
    describe(&arguments.file, &header, &tables, told, output)
}

/// Prints the variant of the tables, the numbers of positions, and further facts as JSON or as the last line.
fn describe(
    file: &Path,
    header: &TableHeader,
    tables: &Tables,
    (facts, last): (Value, String),
    output: &mut Output,
) -> Result {
    let layers = tables.layers();
    let (positions, bytes) = (tables.positions(), tables.bytes());
    let file = file.display().to_string();
    if output.is_json() {
        let layer = |(seeds, layer): (usize, &Layer)| {
            json!({
                "seeds": seeds,
                "positions": layer.positions(),
                "open": layer.open(),
                "bytes": layer.length(),
            })
        };
        let layers: Vec<Value> = layers.iter().enumerate().map(layer).collect();
        let object = json!({
            "file": file,
            "variant": header.variant,
            "rules": header.rules,
            "seeds": header.seeds,
            "positions": positions,
            "bytes": bytes,
            "layers": layers,
        });
        return output.object(&with_fields(object, facts));
    }
    output.line(format!(
        "{}: {} with the rules {}, positions with up to {}, {positions} of them in {}",
        visible(&file),
        visible(&header.variant),
        header.rules,
        several(header.seeds, "seed"),
        memory::size(bytes)
    ))?;
    for (seeds, layer) in layers.iter().enumerate() {
        let open = match layer.open() {
            0 => "all known".to_owned(),
            open => format!("{open} with bounds only"),
        };
        output
            .line(format!("  seeds: {seeds:>3}  positions: {:>12}  {open}", layer.positions()))?;
    }
    output.line(last)
}

/// Bytes of memory for the search of a checked position.
const CHECKING: usize = 4 << 20;
/// Number of positions checked in an unfinished file before it is continued.
const PART_SAMPLE: u32 = 50;
/// Number of polls of `stop` after which the check of a position ends.
const PATIENCE: u32 = 200;

fn verify(arguments: &VerifyArgs, catalogue: &Catalogue, output: &mut Output) -> Result {
    let file = &arguments.file.file;
    let (header, rules, tables, digest) = whole(&arguments.file, catalogue)?;
    let sample = (arguments.sample, arguments.seed);
    let [proved, wrong] = check_sample(&rules, &tables, sample, &mut |message| {
        output.say(&json!({ "message": message }), &message)
    })?;
    let positions = tables.positions();
    output.say(
        &json!({
            "file": file.to_string_lossy(),
            "variant": header.variant,
            "rules": header.rules,
            "digest": digest,
            "seeds": header.seeds,
            "positions": positions,
            "checked": arguments.sample,
            "searched_to_the_end": proved,
            "wrong": wrong,
        }),
        format!(
            "{}: {} with up to {} of {} with the rules {}; checksum correct; random checks: {}, by full search: {proved}, {}",
            visible(&file.display().to_string()),
            several(positions, "position"),
            several(header.seeds, "seed"),
            visible(&header.variant),
            header.rules,
            arguments.sample,
            if wrong == 0 { "no errors" } else { "errors found" }
        ),
    )?;
    match wrong {
        0 => Ok(()),
        _ => Err(refused(file, format!("wrong positions: {wrong} of {}", arguments.sample))),
    }
}

/// Checks a random sample of positions, and reports each wrong one. Returns how many a search proved completely, and
/// how many are wrong.
fn check_sample(
    rules: &Rules,
    tables: &Tables,
    (sample, seed): (u32, u64),
    told: &mut dyn FnMut(String) -> Result,
) -> Result<[u32; 2]> {
    let mut dice = Dice::seeded(seed);
    let mut progress = ProgressLine::new();
    let (mut proved, mut wrong) = (0, 0);
    for turn in 0..sample {
        interrupt::check()?;
        progress.say(|| format!("{turn} of {sample} positions checked"));
        let spread = drawn(tables, &mut dice);
        let (sound, exact) = check(rules, tables, &spread);
        proved += u32::from(exact);
        if let Err(message) = sound {
            wrong += 1;
            told(format!("{}: {message}", rules.text(&spread)))?;
        }
    }
    Ok([proved, wrong])
}

/// Draws one of all positions with equal probability.
fn drawn(tables: &Tables, dice: &mut Dice) -> Spread {
    let high = u64::from(dice.below(u32::MAX)) << 32;
    let mut rank = (high | u64::from(dice.below(u32::MAX))) % tables.positions();
    let mut seeds = 0;
    for layer in tables.layers() {
        if rank < layer.positions() {
            break;
        }
        rank -= layer.positions();
        seeds += 1;
    }
    tables.spread(seeds, rank)
}

/// Checks the bounds of a position: they follow from the positions after its moves, and agree with a search. Also
/// returns whether that search was complete.
fn check(rules: &Rules, tables: &Tables, spread: &Spread) -> (Result<(), String>, bool) {
    let Some([low, high]) = tables.bounds(spread) else {
        return (Err("is missing".to_owned()), false);
    };
    match tables.derived(rules, spread) {
        Ok(derived) if derived == [low, high] => {}
        Ok([least, most]) => {
            let message =
                format!("stored bounds {low} to {high}, but its moves give {least} to {most}");
            return (Err(message), false);
        }
        Err(stray) => return (Err(format!("a move leads to {}", stray.0)), false),
    }
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > PATIENCE || interrupt::stopped()
    };
    let bounds = rules.search(spread, Task { memory: CHECKING, ..Task::default() }, &stop).bounds;
    let (low, high) = (i32::from(low), i32::from(high));
    let holds =
        bounds.low.is_none_or(|least| low >= least) && bounds.high.is_none_or(|most| high <= most);
    let exact = bounds.value().is_some();
    if holds {
        return (Ok(()), exact);
    }
    let shown = |bound: Option<i32>| bound.map_or("?".to_owned(), |bound| bound.to_string());
    let message = format!(
        "stored bounds {low} to {high}, but a search proves {} to {}",
        shown(bounds.low),
        shown(bounds.high)
    );
    (Err(message), exact)
}
