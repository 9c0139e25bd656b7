//! Cost of measuring: compares random games that are tallied with the same games alone, in turns.
//!
//! Arguments name variants other than the usual six. `MANKALA_BENCH_SECONDS` sets the time for a variant.

use std::sync::Arc;
use std::time::Instant;

use mankala::measure::Looks;
use mankala::{AnyVariant, Catalogue, MatchSpec, PlayerSpec};

/// One variant each of several rulesets: with one lap or many, with and without choices within a move.
const USUAL: [&str; 6] = ["kalah", "oware", "zanzibar-bao", "bao-kingulu", "songo", "dakon"];

/// Number of games tallied at a time.
const GAMES: u64 = 5000;

fn main() {
    // `cargo test --benches` runs this program, which has no tests.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let named = std::env::args().skip(1).filter(|it| !it.starts_with('-'));
    let mut named: Vec<String> = named.collect();
    if named.is_empty() {
        named = USUAL.map(str::to_owned).to_vec();
    }
    let seconds = std::env::var("MANKALA_BENCH_SECONDS").ok();
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    let seconds: f64 = seconds.unwrap_or(2.0);
    println!("{:<18}{:>14}{:>18}{:>8}", "variant", "bare games/s", "measured games/s", "times");
    let catalogue = Catalogue::new();
    for name in named {
        let loaded = catalogue.load(&name, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let (mut bare, mut measured) = (0.0_f64, 0.0_f64);
        let mut games = 0;
        // Takes the best of alternating runs, so that other load on the machine affects both alike.
        for _ in 0..5 {
            bare = bare.max(loaded.variant.speed(seconds / 5.0, 1).games);
            measured = measured.max(tallied(&loaded.variant, &mut games, seconds / 10.0));
        }
        println!("{name:<18}{bare:>14.0}{measured:>18.0}{:>8.2}", bare / measured);
    }
}

/// Returns the number of tallied games a second on this thread, and advances `from`, the next game's number.
fn tallied(variant: &Arc<dyn AnyVariant>, from: &mut u64, seconds: f64) -> f64 {
    let spec = MatchSpec::new([PlayerSpec::Random; 2], u64::MAX, 1);
    let never = || false;
    let (begin, mut games) = (Instant::now(), 0_u32);
    while begin.elapsed().as_secs_f64() < seconds {
        let variant = Arc::clone(variant);
        let tally =
            variant.tally(&spec, *from..*from + GAMES, Looks::usual(0), 1, &never, &mut || {
                games += 1;
            });
        std::hint::black_box(tally);
        *from += GAMES;
    }
    f64::from(games) / begin.elapsed().as_secs_f64()
}
