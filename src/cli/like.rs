//! `mankala like`: the variants nearest to one by their rules, and the largest differences.

use super::prelude::*;
use crate::atlas::mechanisms::{Value as Had, all};
use crate::atlas::{Relative, by_distance};

/// Number of differences shown by default.
const TOLD: usize = 4;

/// Variant to compare, and number of results.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of variants.
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Show all differences, not only the largest.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    filters: Filters,
}

/// Loads all readable variants of the catalogue; `list` reports the errors of the others.
pub(crate) fn games(catalogue: &Catalogue) -> Vec<Loaded> {
    catalogue.load_all().into_iter().flatten().collect()
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    arguments.filters.check(catalogue)?;
    let own = Profile::of(&loaded);
    let title = visible(&loaded.header.title);
    let games = games(catalogue);
    let mut count = 0;
    for relative in by_distance(&loaded, &games) {
        if count == arguments.number {
            break;
        }
        if !arguments.filters.mean(relative.loaded, &relative.profile)? {
            continue;
        }
        count += 1;
        if output.is_json() {
            output.object(&object(&own, &relative))?;
        } else {
            let width = output.look().width;
            if count == 1 {
                let head = format!(
                    "Each game has its distance, name and title, and below them what differs. \
                     \"a, not b\" means that {title} has b."
                );
                output.text(&paragraph(&head, "", width))?;
                output.line("")?;
            }
            output.text(&line(&own, &relative, arguments.full, width))?;
        }
    }
    match count {
        0 => output.note(arguments.filters.no_match(catalogue, &[])),
        _ if !output.is_json() => {
            let (program, name) = (program(), visible(&loaded.header.name));
            output.line(format!("\nTo compare the rules in words: {program} diff {name} NAME"))?;
        }
        _ => {}
    }
    Ok(())
}

/// Formats a distance; only equal rules have the distance 0.
pub(crate) fn rounded(distance: f64) -> String {
    if distance > 0.0 && distance < 0.01 { "<0.01".to_owned() } else { format!("{distance:.2}") }
}

fn line(own: &Profile, relative: &Relative<'_>, full: bool, width: usize) -> String {
    let header = &relative.loaded.header;
    let mut words = relative.apart.words(own, &relative.profile);
    let more = words.len().saturating_sub(TOLD);
    if more > 1 && !full {
        words.truncate(TOLD);
        words.push(format!("{more} more"));
    }
    let differs = match words.len() {
        0 => "no mechanism differs".to_owned(),
        _ => words.join("; "),
    };
    let title = format!("{}  {}  {}", rounded(relative.apart.distance), header.name, header.title);
    format!("{title}\n{}", paragraph(&differs, "      ", width))
}

fn object(own: &Profile, relative: &Relative<'_>) -> Value {
    let apart = &relative.apart;
    let blocks: Map<String, Value> =
        apart.blocks.iter().map(|(block, apart)| (block.to_string(), json!(apart))).collect();
    let differs: Vec<Value> = apart
        .by
        .iter()
        .map(|&(place, adds)| {
            let json = |profile: &Profile| profile.at(place).map(Had::json);
            json!({
                "mechanism": all()[place].name,
                "here": json(own),
                "there": json(&relative.profile),
                "adds": adds,
            })
        })
        .collect();
    json!({
        "variant": relative.loaded.header.name,
        "title": relative.loaded.header.title,
        "distance": apart.distance,
        "blocks": blocks,
        "differs": differs,
    })
}
