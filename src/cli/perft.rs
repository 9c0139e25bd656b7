//! `mankala perft`: counts move sequences.

use super::prelude::*;

use super::speed::in_units;

/// Depth, position and number of threads.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Length of the sequences, 0 to 255.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=255))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Show the count of each first move.
    #[arg(long)]
    divide: bool,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let loaded = arguments.variant.load(catalogue)?;
    let game = arguments.position.game(&loaded, output)?;
    interrupt::last_words("note: stopped\n");
    let begin = Instant::now();
    let stop = ticking(|| format!("counting to depth {}", arguments.depth));
    let divided = game.divide(arguments.depth, usize::from(arguments.threads), &stop);
    drop(stop);
    interrupt::check()?;
    let nodes: u64 = match arguments.depth {
        0 => 1,
        _ => divided.iter().map(|(_, nodes)| nodes).sum(),
    };
    let seconds = begin.elapsed().as_secs_f64();
    let divided = Some(divided).filter(|_| arguments.divide && arguments.depth > 0);
    if output.is_json() {
        let mut object = json!({
            "variant": arguments.variant.name(&loaded),
            "depth": arguments.depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if let Some(divided) = divided {
            object["moves"] = divided
                .into_iter()
                .map(|(text, nodes)| (text, nodes.into()))
                .collect::<Map<_, _>>()
                .into();
        }
        return output.object(&object);
    }
    if let Some(divided) = divided {
        let width = widest(divided.iter().map(|(text, _)| &**text));
        for (text, nodes) in divided {
            output.line(format!("{}  {nodes}", padded(&text, width)))?;
        }
    }
    let rate = in_units(real(nodes.into()) / seconds.max(1e-9));
    let nodes = several(nodes, "node");
    output.line(format!("{nodes} at depth {}, {seconds:.3} s, {rate} nodes/s", arguments.depth))
}
