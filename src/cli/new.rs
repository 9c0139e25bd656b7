//! `mankala new`: a commented variant file to start from, complete or with only the differences from its parent.

use super::prelude::*;
use crate::files::catalogue::COMMAND_LINE;
use crate::files::draft::{Draft, parent};
use crate::files::spec::is_name;

/// Name and parent of the new variant.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of the new variant: small letters, digits and hyphens.
    name: String,
    /// Variant to start from.
    #[arg(long, value_name = "VARIANT")]
    from: String,
    /// Inherit from that variant, and write only the differences.
    #[arg(long)]
    inherit: bool,
    /// Override a key of the variant.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let name = &arguments.name;
    if !is_name(name) {
        misuse!("expected a name of small letters, digits and hyphens, found {name:?}");
    }
    let loaded = catalogue.load(&arguments.from, &arguments.set);
    let loaded =
        loaded.map_err(|wrong| CommandError::input(wrong.renamed(COMMAND_LINE, "--from")))?;
    let place = arguments.out.place(&files_of(&loaded))?;
    if catalogue.names().any(|taken| taken == name) {
        let path = PathBuf::from(format!("./{name}.toml"));
        let path = arguments.out.out.as_ref().unwrap_or(&path).display();
        output.note(format!(
            "a variant called {name} already exists; refer to yours by its path, like {path}"
        ));
    }
    let title = format!("{}, changed", loaded.header.title);
    let program = program();
    let draft = Draft { catalogue, loaded: &loaded, program: &program };
    let text = if arguments.inherit {
        let out = arguments.out.out.as_deref().unwrap_or(Path::new(""));
        let parent = parent(&arguments.from, Some(&out.with_file_name("")), &loaded);
        draft.heir([name, &title, ""], &parent.of("--inherit")?)
    } else {
        draft.whole([name, &title])
    };
    let Some(mut place) = place else {
        return output.say(&json!({ "name": name, "file": text }), text.trim_end());
    };
    place.write(&text)?;
    if output.is_json() {
        let path = place.name().display().to_string();
        output.object(&json!({ "name": name, "path": path }))?;
    }
    Ok(())
}

/// Formats a file with the differences from a variant of the catalogue, none so far.
pub(super) fn draft(catalogue: &Catalogue, loaded: &Loaded) -> String {
    let header = &loaded.header;
    let parent = header.inherits.as_deref().unwrap_or(&header.name);
    let title = format!("{}, changed", header.title);
    let program = program();
    Draft { catalogue, loaded, program: &program }.heir(["my-game", &title, ""], parent)
}
