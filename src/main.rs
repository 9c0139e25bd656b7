fn main() {
    let name = std::env::args().nth(1).unwrap_or("zanzibar-bao".into());
    let loaded = mankala::Catalogue::new()
        .load(&name, &[])
        .unwrap_or_else(|e| {
            eprintln!("{e}");
            std::process::exit(1)
        });
    let game = loaded.variant.clone().game();
    for d in 1..=9 {
        let t = std::time::Instant::now();
        let n = game.perft(d);
        println!(
            "{d} {n} {:.1} Mn/s",
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
        if t.elapsed().as_secs_f64() > 0.3 {
            break;
        }
    }
    let t = std::time::Instant::now();
    let mut dice = mankala::Dice::seeded(1);
    let n = loaded.variant.random_plies(&mut dice, 200000, 2000);
    println!(
        "{:.2} plies/game {:.2} Mplies/s",
        n as f64 / 200000.,
        n as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
