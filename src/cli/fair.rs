//! `mankala fair`: positions near the opening that are proved draws.

use super::prelude::*;
use super::solve::all::{proof_place, solve};
use super::units::{bytes, time};
use super::{certificate, memory};

/// Number of positions, and limits of the search.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Number of positions to find.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Maximum number of plies from the opening.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=20))]
    plies: u32,
    /// Limit of processor time for each position: 30s, 5m or 2h.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "2s")]
    budget: Duration,
    /// Maximum size of the transposition table: 512M or 4G.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = bytes)]
    memory: usize,
    /// Write the certificates to this folder, as NAME-1.proof, NAME-2.proof and so on.
    ///
    /// If rules are changed, NAME ends with the digest of the rules. A draw that depends on repeated positions has no
    /// certificate.
    #[arg(long, value_name = "FOLDER", group = "written")]
    certificates: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, requires = "written")]
    force: bool,
}

/// Solves the positions after each number of plies, and prints the draws.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    memory::check(arguments.memory, "--memory")?;
    interrupt::wait_for_the_answer();
    let loaded = arguments.variant.load(catalogue)?;
    let inputs = files_of(&loaded);
    let mut name = loaded.header.name.clone();
    if loaded.label() != name {
        name += &format!("-{}", loaded.digest());
    }
    let limits = (arguments.budget, arguments.memory, false);
    let (mut found, mut bare, mut open, mut looked) = (0, 0, 0, 0_u32);
    let mut layer: Vec<Game> = vec![loaded.game()];
    let mut seen = HashSet::new();
    'plies: for plies in 0..=arguments.plies {
        let mut next = Vec::new();
        for game in std::mem::take(&mut layer) {
            interrupt::check()?;
            if game.result().is_some() || !seen.insert(game.text()) {
                continue;
            }
            let mut progress = ProgressLine::new();
            let (value, proof) = solve(&loaded, &game, limits, &mut || {
                progress.say(|| format!("{looked} positions, {found} draws, {plies} plies"));
            });
            drop(progress);
            interrupt::check()?;
            looked += 1;
            open += u32::from(!value.is_solved());
            if value.winner.as_deref() == Some("draw") {
                found += 1;
                let moves = game.record();
                let played = if plies == 0 { "(the opening)".to_owned() } else { moves.join(" ") };
                let mut words = format!("{}  {played}", value.position);
                let mut draw = json!({
                    "variant": value.variant,
                    "moves": moves,
                    "position": value.position,
                    "proof": value.proof,
                });
                if let Some(folder) = &arguments.certificates {
                    draw["certificate"] = Value::Null;
                    if let Some(proof) = proof {
                        let name = format!("{name}-{found}");
                        let mut place = proof_place(folder, &name, |_| arguments.force, &inputs)?;
                        certificate::put(&loaded, &game, &proof, &mut place, output)?;
                        draw["certificate"] = place.name().display().to_string().into();
                    } else {
                        bare += 1;
                        words += "  (no certificate)";
                    }
                }
                output.say(&draw, words)?;
                output.flush()?;
                if found == arguments.count {
                    break 'plies;
                }
            }
            let legal = game.moves_until(&interrupt::stopped).unwrap_or_default();
            for legal in legal {
                let mut after = game.clone();
                after.play(&legal.text).map_err(CommandError::input)?;
                next.push(after);
            }
        }
        layer = next;
    }
    let bare = match bare {
        0 => String::new(),
        bare => format!(" (without a certificate: {bare})"),
    };
    let advice = match (found == arguments.count, open, layer.is_empty()) {
        (false, 1.., _) => "; try a longer --budget or more --plies",
        (false, 0, false) => "; try more --plies",
        _ => "",
    };
    output.note(format!(
        "draws: {found}{bare}, positions searched: {looked}, unsolved: {open}{advice}"
    ));
    Ok(())
}
