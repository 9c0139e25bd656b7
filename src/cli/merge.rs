//! `mankala merge`: joins the parts of a match.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use crate::Catalogue;
use crate::play::matches::{Merge, Part};
use clap::Args;

use super::Failure;
use super::output::Output;
use super::summary;

/// Which parts, and where the whole goes.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The files that `match --shard` wrote, in any order.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<String>,
    /// Write the games to this file, and the summary to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// Checks the parts, joins them and sums up.
pub(crate) fn run(
    arguments: &Arguments,
    _catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut files = Vec::new();
    let mut parts = Vec::new();
    for path in &arguments.parts {
        let refuse = |error: &dyn std::fmt::Display| Failure::Refused(format!("{path}: {error}"));
        let file = File::open(path).map_err(|error| refuse(&error))?;
        let part = Part::read(&file, None).map_err(|error| refuse(&error))?;
        files.push(file);
        parts.push((path.clone(), part));
    }
    let merge = Merge::new(&parts).map_err(Failure::refused)?;
    let Some(path) = &arguments.out else {
        merge.write(&mut files, &mut BufWriter::new(io::stdout()))?;
        output.aside(&summary::text(&merge.heading, &merge.tally));
        return Ok(());
    };
    let refuse = |error: io::Error| Failure::Refused(format!("{path}: {error}"));
    if fs::metadata(path).is_ok_and(|found| found.len() > 0) {
        return Err(Failure::Refused(format!(
            "{path}: the file is not empty; choose another"
        )));
    }
    // The name appears only when the file is whole.
    let unfinished = format!("{path}.unfinished");
    let written = File::create(&unfinished).and_then(|file| {
        let mut out = BufWriter::new(file);
        merge.write(&mut files, &mut out)?;
        out.flush()?;
        fs::rename(&unfinished, path)
    });
    if let Err(error) = written {
        let _ = fs::remove_file(&unfinished);
        return Err(refuse(error));
    }
    summary::print(&merge.heading, &merge.tally, output)
}
