//! To be written.

use clap::Args;

use super::Failure;
use super::output::Output;
use super::variant::VariantArgs;

/// Which variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
}

/// To be written.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.variant.load()?;
    output.line(loaded.header.title)
}
