//! `mankala merge` of the files of `solve --all --keep`.

use std::io::{self, Write as _};

use super::super::prelude::*;
use crate::report::{GameValue, KeptFile, KeptLine as _, first_line, values_words};

/// Joins kept values: of two for the same rules, the solved one stays, or that of the larger budget.
pub(crate) fn merge(parts: &[PathBuf], out: &OutArgs, output: &mut Output) -> Result {
    let place = out.place(parts)?;
    let mut values = BTreeMap::new();
    for path in parts {
        interrupt::check()?;
        let file = open_part(path, "`solve --all`")?;
        let mut kept = KeptFile::<_, GameValue>::open(file).of_file(path)?;
        while let Some(value) = kept.next_piece().of_file(path)? {
            let key = (value.variant.clone(), value.rules.clone());
            let known = values.entry(key).or_insert_with(|| value.clone());
            if known.contradicts(&value) {
                let message = format!("another part has other bounds for {}", value.variant);
                return Err(refused(path, message));
            }
            if value.is_better(known) {
                *known = value;
            }
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
