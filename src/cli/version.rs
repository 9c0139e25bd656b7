//! `mankala --version --verbose`: the version with facts about the build, for reports of errors.

use std::env::consts::{ARCH, OS};
use std::ffi::OsString;

use super::prelude::*;
use crate::api::PROTOCOL;

/// Returns `true` if the command line consists of `--version` and `--verbose`, in any order, perhaps with `--json`.
pub(super) fn is_verbose(arguments: &[OsString]) -> bool {
    let has = |name| arguments.iter().any(|argument| argument == name);
    let known = ["--version", "-V", "--verbose", "--json"];
    let is_known = |argument: &OsString| known.iter().any(|name| argument == name);
    (has("--version") || has("-V")) && has("--verbose") && arguments.iter().all(is_known)
}

/// Prints the version, the build, and the versions of formats.
pub(super) fn print(catalogue: &Catalogue, output: &mut Output) -> Result {
    let features = [
        ("cli", cfg!(feature = "cli")),
        ("solve", cfg!(feature = "solve")),
        ("learn", cfg!(feature = "learn")),
        ("compact", cfg!(feature = "compact")),
    ];
    let features = features.into_iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(name, _)| name).collect();
    let facts = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("MANKALA_COMMIT"),
        "platform": format!("{OS} {ARCH}"),
        "features": features,
        "protocol": PROTOCOL,
        "rulesets": catalogue.rulesets().count(),
        "variants": catalogue.names().count(),
    });
    if output.is_json() {
        return output.object(&facts);
    }
    output.line(format!("mankala {}", env!("CARGO_PKG_VERSION")))?;
    for (name, value) in facts.as_object().into_iter().flatten().skip(1) {
        let value = match value {
            Value::Null => "unknown".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(names) => join(names.iter().filter_map(Value::as_str), ", "),
            other => other.to_string(),
        };
        output.line(format!("{name}: {value}"))?;
    }
    Ok(())
}
