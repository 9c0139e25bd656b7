//! `mankala solve --all`: the openings of many variants, each within a limit of processor time and memory.

use super::super::certificate::{self, ENDLESS};
use super::super::filter::Game as Selected;
use super::super::keep::{KeepArgs, goes_on, open};
use super::super::output::{Format, text_format, with_fields};
use super::super::prelude::*;
use super::super::records::Records;
use super::{Arguments, result};
use crate::report::{
    ENDLESS_GAME, GameValue, ProofSize, VALUE_HEADS, values_page, values_words, winner_of,
};
use mankala_core::search::{Bounds, Method, Solution, Task};
use mankala_core::system::clock::worked;
use mankala_core::text::checksum::{NOTHING, add};
use mankala_core::text::visible::visible_json;
use mankala_core::variant::moves;

/// Limit of processor time for each variant, unless `--budget` sets it.
const EACH: Duration = Duration::from_secs(2);

/// Which variants to solve, and where to write the results.
#[derive(Debug, Args)]
pub(super) struct ManyArgs {
    /// Solve the openings of all variants that match the filters.
    ///
    /// Each gets at most --budget of processor time (2s if left out). Values are those of single rounds.
    #[arg(long, conflicts_with_all = ["variant", "set", "position", "moves", "tables", "certificate"])]
    all: bool,
    /// Format of the values; the global --json means --format json.
    #[arg(long, value_parser = text_format(), default_value_t = Format::Table)]
    format: Format,
    /// Write a certificate for each solved variant to this folder, as NAME.proof.
    ///
    /// Variants that are already solved in the file of --keep are left out.
    #[arg(long, value_name = "FOLDER", group = "written")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    pub(super) out: OutArgs,
    #[command(flatten)]
    pub(super) filters: Filters,
}

impl ManyArgs {
    /// Returns `true` if an option is given that concerns many variants.
    pub(super) fn is_given(&self) -> bool {
        !self.filters.words().is_empty()
            || self.keep.keep.is_some()
            || self.out.out.is_some()
            || self.certificates.is_some()
            || self.format != Format::Table
    }
}

/// Solves the selected variants, and prints or writes their values.
pub(super) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let many = &arguments.many;
    let format = many.format.or_json(output)?;
    let (games, mistakes) = many.filters.select(catalogue)?;
    if games.is_empty() && mistakes.is_empty() {
        return Err(CommandError::Input(many.filters.no_match(catalogue, &[])));
    }
    let mut inputs: Vec<_> = games.iter().flat_map(|(it, _)| files_of(it)).collect();
    inputs.extend(many.filters.kept.clone());
    // Created first, as --out must not name the same file.
    let kept = kept(many.keep.keep.as_ref(), &games, &inputs, output)?;
    inputs.extend(many.keep.keep.clone());
    let place = many.out.place(&inputs)?;
    let values = values(arguments, &games, &inputs, kept, (format, place.is_none()), output)?;
    if many.keep.shard != Shard::WHOLE {
        output.note(format!("solved part {}", many.keep.shard));
    } else if let Some(text) = text(&values, format, arguments, place.is_some()) {
        print_or_write(&text, place, output)?;
    }
    output.note(values_words(&values));
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(CommandError::Input(mistakes.join("\n")))
}

/// Returns the text to write at the end; lines are printed as soon as they are found unless they go to a file.
fn text(
    values: &[GameValue],
    format: Format,
    arguments: &Arguments,
    to_file: bool,
) -> Option<String> {
    if matches!(format, Format::Html | Format::Parquet) {
        return Some(values_page(values, &command(arguments)));
    }
    let width = widest(values.iter().map(|value| &*value.variant));
    let lines = values.iter().filter_map(|value| line(value, format, width));
    let lines = heads(format).map(str::to_owned).into_iter().chain(lines);
    to_file.then(|| lines.map(|line| line + "\n").collect())
}

/// Returns the line above all others.
fn heads(format: Format) -> Option<&'static str> {
    (format == Format::Csv).then_some(VALUE_HEADS)
}

/// Returns the line of a value; `None` if it is a row of a page.
fn line(value: &GameValue, format: Format, width: usize) -> Option<String> {
    Some(match format {
        Format::Table => in_words(value, width),
        Format::Json => {
            let endless = value.winner.as_deref() == Some(ENDLESS_GAME);
            let more = if endless { json!({ "endless": true }) } else { json!({}) };
            visible_json(&with_fields(json!(value), more).to_string()).into_owned()
        }
        Format::Csv => value.row(),
        Format::Html | Format::Parquet => return None,
    })
}

/// Returns the command that makes a page again.
fn command(arguments: &Arguments) -> String {
    let mut line = CommandLine::new("solve --all");
    line.filters(&arguments.many.filters);
    let each = arguments.budget.unwrap_or(EACH).as_millis();
    line.flag("--proof", arguments.proof);
    line.option("--budget", [format!("{each}ms")]);
    line.option("--memory", [format!("{}K", arguments.memory >> 10)]);
    line.option("--format", [arguments.many.format]);
    line.finish()
}

fn in_words(value: &GameValue, width: usize) -> String {
    let bounds = Bounds { low: value.low, high: value.high };
    let name = padded(&value.variant, width);
    if value.winner.as_deref() == Some(ENDLESS_GAME) {
        return format!("{name}  {ENDLESS}");
    }
    format!("{name}  {}", result(value.unit == "seeds", bounds))
}

/// Kept values by variant and rules, and the file for further ones.
type Kept = (HashMap<(String, String), GameValue>, Option<Records>);

fn kept(
    name: Option<&PathBuf>,
    games: &[Selected],
    inputs: &[PathBuf],
    output: &mut Output,
) -> Result<Kept> {
    let mut known = HashMap::new();
    let Some(name) = name else {
        return Ok((known, None));
    };
    let records = open::<GameValue>(name, inputs, |kept| {
        // A later line replaces earlier ones of the same rules.
        while let Some(value) = kept.next_piece()? {
            known.insert((value.variant.clone(), value.rules.clone()), value);
        }
        Ok(())
    })?;
    let outdated = known.keys().filter(|(variant, rules)| {
        games.iter().any(|(loaded, _)| loaded.label() == *variant && loaded.digest() != *rules)
    });
    let outdated = outdated.count();
    if outdated > 0 {
        output.note(format!(
            "{}: values under changed rules: {outdated}; solving these games again",
            name.display()
        ));
    }
    Ok((known, Some(records)))
}

/// Finds or looks up the values of this part of the games, and prints those that need no summary.
fn values(
    arguments: &Arguments,
    games: &[Selected],
    inputs: &[PathBuf],
    (known, mut records): Kept,
    (format, to_terminal): (Format, bool),
    output: &mut Output,
) -> Result<Vec<GameValue>> {
    let many = &arguments.many;
    let each = arguments.budget.unwrap_or(EACH);
    let is_enough = |value: &GameValue| {
        let same = (value.method == Method::Numbers.to_string()) == arguments.proof;
        let long = value.budget >= each.as_secs_f64() && value.memory >= arguments.memory;
        value.is_solved() || same && long
    };
    let part = many.keep.shard.games(2 * games.len() as u64);
    let part = games.iter().zip((0_u64..).step_by(2)).filter(|(_, number)| part.contains(number));
    let mut work = Vec::new();
    for ((loaded, _), _) in part {
        let known = known.get(&(loaded.label(), loaded.digest()));
        let folder = many.certificates.as_deref().filter(|_| !known.is_some_and(is_enough));
        // A run that ended before it kept the value has left its certificate.
        let is_own = |path: &Path| {
            many.keep.keep.is_some() && certificate::claims(path, loaded, &loaded.game()).is_some()
        };
        let force = |path: &Path| many.out.force || is_own(path);
        let place = folder.map(|folder| proof_place(folder, &loaded.header.name, force, inputs));
        work.push((loaded, known, place.transpose()?));
    }
    let (count, mut solved) = (work.len(), 0);
    let width = widest(games.iter().map(|(loaded, _)| &*loaded.header.name));
    let whole = many.keep.shard == Shard::WHOLE && to_terminal;
    let mut values = Vec::new();
    if let Some(heads) = heads(format).filter(|_| whole) {
        output.line(heads)?;
    }
    if let Some(name) = &many.keep.keep {
        interrupt::last_words(&format!("note: {}\n", goes_on(name)));
    }
    for (number, (loaded, known, place)) in work.into_iter().enumerate() {
        let value = if let Some(value) = known.filter(|known| is_enough(known)) {
            value.clone()
        } else {
            let mut progress = ProgressLine::new();
            let found = solve(
                loaded,
                &loaded.game(),
                (each, arguments.memory, arguments.proof),
                &mut || {
                    let name = &loaded.header.name;
                    progress
                        .say(|| format!("{number} of {count} variants, {solved} solved, {name}"));
                },
            );
            drop(progress);
            stopped(many.keep.keep.as_deref())?;
            let (mut value, proof) = found;
            if let Some(known) = known.filter(|known| !known.contradicts(&value)) {
                value.narrow(known);
            }
            if let (Some(mut place), Some(proof)) = (place, proof) {
                certificate::put(loaded, &loaded.game(), &proof, &mut place, output)?;
            }
            if let Some(records) = &mut records {
                records.add([&*value.line()])?;
            }
            value
        };
        solved += usize::from(value.is_solved());
        if let Some(line) = line(&value, format, width).filter(|_| whole) {
            output.line(line)?;
        }
        output.flush()?;
        values.push(value);
    }
    if let Some(records) = &mut records {
        records.sync()?;
    }
    interrupt::last_words("");
    Ok(values)
}

fn stopped(keep: Option<&Path>) -> Result {
    match keep {
        Some(name) if interrupt::stopped() => Err(CommandError::Interrupted(goes_on(name))),
        _ => interrupt::check(),
    }
}

/// Returns the place of a certificate, creating the folder if there is none.
pub(crate) fn proof_place(
    folder: &Path,
    name: &str,
    force: impl FnOnce(&Path) -> bool,
    inputs: &[PathBuf],
) -> Result<Target> {
    if folder.exists() && !folder.is_dir() {
        return Err(refused(folder, "expected a folder, found a file")).of("--certificates");
    }
    fs::create_dir_all(folder).of_file(folder).of("--certificates")?;
    let path = folder.join(format!("{name}.proof"));
    Target::new(&path, force(&path), inputs).of("--certificates")
}

/// Solves a position by one method after another, within these limits of processor time and memory, or only by proof
/// numbers. Returns its value, and its certificate if the winner is proved.
pub(crate) fn solve(
    loaded: &Loaded,
    game: &Game,
    (each, memory, numbers): (Duration, usize, bool),
    tell: &mut dyn FnMut(),
) -> (GameValue, Option<Vec<u8>>) {
    let begin = worked();
    let (mut bounds, mut nodes) = ([None; 2], 0);
    let mut best: Option<(Solution, Method)> = None;
    let mut proof: Option<(Vec<u8>, ProofSize)> = None;
    let seeds = game.variant().count(None, game.position()).is_some();
    // The most promising method comes first: proof numbers where seeds don't count.
    let methods: &[_] = match (numbers, seeds) {
        (true, _) => &[Method::Numbers],
        (_, true) => &[Method::Margin, Method::Winner, Method::Numbers],
        _ => &[Method::Numbers, Method::Margin],
    };
    for (number, &method) in (1..).zip(methods) {
        let end = each * number / u32::try_from(methods.len()).unwrap_or(1);
        let stop = || interrupt::stopped() || worked().saturating_sub(begin) >= end;
        let task = Task { memory, method, proofs: true, ..Task::default() };
        let solution = game.solve(task, &stop, &mut |_| tell());
        nodes += solution.nodes;
        let Bounds { low, high } = solution.bounds;
        bounds = [bounds[0].max(low), bounds[1].into_iter().chain(high).min()];
        let Bounds { low, high } = solution.certain;
        let is_solved = winner_of(low, high).is_some() || solution.endless;
        let file = certificate::text(loaded, game, &solution).filter(|_| is_solved);
        proof = file.map(|file| {
            let size = ProofSize {
                moves: certificate::moves(&solution),
                bytes: file.len(),
                check: format!("{:016x}", add(NOTHING, &file)),
            };
            (file, size)
        });
        let is_over = solution.endless || proof.is_some();
        let is_known = |(it, _): &(Solution, _)| winner_of(it.bounds.low, it.bounds.high).is_some();
        // A second method may find only the proof of a value that is known.
        if !best.as_ref().is_some_and(is_known) {
            best = Some((solution, method));
        }
        if is_over {
            break;
        }
    }
    let [low, high] = bounds;
    let (solution, method) = best.unzip();
    let endless = solution.as_ref().filter(|found| found.endless);
    let winner = winner_of(low, high).or(endless.map(|_| ENDLESS_GAME)).map(str::to_owned);
    let solution = solution.as_ref().filter(|_| winner.is_some());
    let (proof, size) = proof.unzip();
    let value = GameValue {
        variant: loaded.label(),
        position: game.text(),
        unit: if seeds { "seeds" } else { "result" }.to_owned(),
        value: low.filter(|_| low == high),
        low,
        high,
        line: solution.map_or_else(Vec::new, |found| found.line.clone()),
        nodes,
        seconds: (worked().saturating_sub(begin).as_secs_f64() * 1e3).round() / 1e3,
        rules: loaded.digest(),
        winner,
        best: solution.and_then(|found| best_move(game, found)),
        method: (method.filter(|_| numbers || solution.is_some()))
            .map_or_else(String::new, |method| method.to_string()),
        proof: size,
        budget: each.as_secs_f64(),
        memory,
    };
    (value, proof)
}

/// Returns the first move of the line of best play, or of the proof for the first player.
fn best_move(game: &Game, solution: &Solution) -> Option<String> {
    if let Some(best) = solution.line.first() {
        return Some(best.clone());
    }
    let own = solution.proofs.iter().find(|proof| proof.claim.side == game.to_move())?;
    let number = usize::from(*own.moves.first()?);
    let (mv, after) = *moves(game.variant(), game.position(), &|| false).get(number)?;
    Some(game.write_move(mv, after))
}
