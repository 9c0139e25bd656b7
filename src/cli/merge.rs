//! `mankala merge`: joins the parts of a match, of a comparison, or of solved games.

use std::io::{self, BufRead as _, BufWriter, Write};

use super::prelude::*;
use crate::report::{GameValue, KEPT, KeptFile, KeptLine as _, first_line, values_words};
use mankala_core::play::matches::{Merge, Part, RecordFile};
use mankala_core::text::checksum::states;

use super::summary::Repeats;
use super::verify::Judge;
use super::{kept, summary};

/// Parts and output file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files from `match --shard`, `compare --keep --shard` or `solve --all --keep --shard`, in any order.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    out: OutArgs,
    /// Variant of the games; required only if it is your own .toml file.
    #[arg(long)]
    variant: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let holds = |format: &str| {
        let is = |begin: &[u8]| states(begin, format);
        let mut files = arguments.parts.iter().filter(|path| path.is_file());
        files.any(|path| kept::open(path).is_ok_and(|mut file| file.fill_buf().is_ok_and(is)))
    };
    if holds(KEPT) {
        return kept::merge(&arguments.parts, &arguments.out, output);
    }
    if holds(GameValue::FORMAT) {
        return merge_values(&arguments.parts, &arguments.out, output);
    }
    let mut inputs = arguments.parts.clone();
    if let Some(named) = &arguments.variant {
        inputs.extend(files_of(&load(catalogue, named, &[])?));
    }
    let place = arguments.out.place(&inputs)?;
    let (mut files, mut parts) = (Vec::new(), Vec::new());
    let (mut judge, mut repeats) = (None, None);
    let mut progress = ProgressLine::new();
    let mut played = 0;
    for path in &arguments.parts {
        let file = open_part(path, "a match")?;
        let records = RecordFile::open(&file).of_file(path)?;
        let header = records.header().cloned();
        if let (None, Some(header)) = (&judge, &header) {
            let found = Judge::of(catalogue, header, arguments.variant.as_deref());
            match &found {
                Err(message) if arguments.variant.is_some() => return Err(refused(path, message)),
                Err(message) => output.note(format!("the games are not replayed: {message}")),
                Ok(_) => {}
            }
            judge = Some((header.clone(), found.ok()));
        }
        // Games of another match are refused later, when all parts are known.
        let judge = judge.as_ref().filter(|(first, _)| Some(first) == header.as_ref());
        let judge = judge.and_then(|(_, judge)| judge.as_ref());
        let all = header.as_ref().map_or(0, |header| header.games);
        let mut repeats = header.map(|header| repeats.get_or_insert_with(|| Repeats::new(&header)));
        let part = Part::read(records, |record| {
            played += 1;
            if let Some(repeats) = &mut repeats {
                repeats.add(record);
            }
            progress.show(played, all, "");
            match judge {
                _ if interrupt::stopped() => Err("stopped".to_owned()),
                Some(judge) => judge.check(record),
                None => Ok(()),
            }
        });
        interrupt::check()?;
        files.push(file);
        parts.push((path.display().to_string(), part.of_file(path)?));
    }
    drop(progress);
    let merge = Merge::new(&parts).map_err(CommandError::input)?;
    let repeats = repeats.unwrap_or_else(|| Repeats::new(&merge.header));
    let Some(mut place) = place else {
        merge.write(&mut files, &mut BufWriter::new(io::stdout()))?;
        output.aside(&summary::text(&merge.header, &merge.tally, &repeats));
        return Ok(());
    };
    let mut pending = place.begin()?;
    let mut out = BufWriter::new(&mut pending);
    let written = writeln!(out, "{}", merge.first_line())
        .and_then(|()| merge.write(&mut files, &mut out))
        .and_then(|()| out.flush());
    drop(out);
    written.map_err(|error| pending.refused(&error))?;
    pending.finish()?;
    summary::print(&merge.header, &merge.tally, &repeats, output)
}

/// Joins kept values: of two for the same rules, the solved one stays, or that of the larger budget, with the bounds of
/// both.
fn merge_values(parts: &[PathBuf], out: &OutArgs, output: &mut Output) -> Result {
    let place = out.place(parts)?;
    let mut values = BTreeMap::new();
    for path in parts {
        interrupt::check()?;
        let file = open_part(path, "`solve --all`")?;
        let mut kept = KeptFile::<_, GameValue>::open(file).of_file(path)?;
        while let Some(mut value) = kept.next_piece().of_file(path)? {
            let key = (value.variant.clone(), value.rules.clone());
            let known = values.entry(key).or_insert_with(|| value.clone());
            if known.contradicts(&value) {
                let message = format!("another part has other bounds for {}", value.variant);
                return Err(refused(path, message));
            }
            if value.is_better(known) {
                std::mem::swap(known, &mut value);
            }
            known.narrow(&value);
        }
        kept.rest().of_file(path)?;
    }
    let values: Vec<GameValue> = values.into_values().collect();
    if values.is_empty() {
        refuse!("expected values of games, found no line in the parts");
    }
    let lines = values.iter().map(|value| value.line() + "\n");
    let text = first_line::<GameValue>() + "\n" + &lines.collect::<String>();
    let Some(mut place) = place else {
        return Ok(io::stdout().write_all(text.as_bytes())?);
    };
    place.write(&text)?;
    let facts = json!({
        "file": place.name().display().to_string(),
        "format": GameValue::FORMAT,
        "variants": values.len(),
    });
    output.say(&facts, values_words(&values))
}
