//! `mankala records`: endless and longest moves, and the shortest game, near the opening.

use super::prelude::*;
use mankala_core::measure::{Extremes, Feat};

/// Number of positions to visit, and from where.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Maximum number of positions; the nearest to the opening come first.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let game = arguments.position.game(&loaded, output)?;
    let (most, mut progress) = (arguments.positions as usize, ProgressLine::new());
    let found = Extremes::of(&game, most, &interrupt::stopped, &mut |done| {
        progress.say(|| format!("{done} of {most} positions"));
    });
    drop(progress);
    let found = interrupt::found(found)?;
    if output.is_json() {
        let name = arguments.variant.name(&loaded);
        let object = json!({ "variant": name, "position": game.text() });
        return output.object(&with_fields(object, json!(found)));
    }
    let scope = if found.complete {
        "all positions of the game".to_owned()
    } else {
        format!("the nearest to the opening, up to {} plies from it", found.plies)
    };
    output.line(format!("{}: {scope}", several(found.positions, "position")))?;
    let none = || "none found".to_owned();
    let played = |moves: &Option<Vec<String>>| moves.as_ref().map_or_else(none, |it| it.join(" "));
    let feat = |feat: &Option<Feat>| {
        feat.as_ref().map_or_else(none, |Feat { moves, deeds }| {
            let moves = moves.join(" ");
            format!(
                "{moves} (laps: {}, seeds sown: {}, seeds captured: {})",
                deeds.laps, deeds.seeds, deeds.captured
            )
        })
    };
    let result = match found.result {
        Some("draw") => " (a draw)".to_owned(),
        Some("S") => " (South wins)".to_owned(),
        Some(_) => " (North wins)".to_owned(),
        None => String::new(),
    };
    for (title, words) in [
        ("endless move", played(&found.endless)),
        ("most laps", feat(&found.most_laps)),
        ("most seeds sown", feat(&found.most_seeds)),
        ("most seeds captured", feat(&found.most_captured)),
        ("shortest game", played(&found.shortest) + &result),
        ("win in the first turn", played(&found.first_turn)),
    ] {
        output.line(format!("{title:<22} {words}"))?;
    }
    Ok(())
}
