//! Benchmarks of the kernel: a lap costs the same for two seeds and for twenty.

use divan::{Bencher, black_box};
use mankala::kernel::board::{Direction, Pits, Pits16, Pits32};
use mankala::kernel::layout::Directions;
use mankala::kernel::sow::{Lap, LapTable, Skip};

fn main() {
    divan::main();
}

/// Sows laps of this many seeds one after another, each from the end of the last one.
#[divan::bench(types = [Pits16, Pits32], args = [2, 5, 10, 20])]
fn lap<P: Pits>(bencher: Bencher<'_, '_>, seeds: u8) {
    let laps = LapTable::<P>::new(12, Directions::Forward, &[Skip::Nothing]);
    bencher.bench_local(|| {
        let mut spot = 0;
        for _ in 0..100 {
            let lap = Lap {
                first: spot,
                seeds: black_box(seeds),
                direction: Direction::Forward,
                skip: Skip::Nothing,
            };
            let (_, landing) = laps.sow(P::default(), lap);
            spot = landing.spot;
        }
        spot
    });
}

/// Computes the tables of a ring, as loading a variant does.
#[divan::bench(types = [Pits16, Pits32], args = [12, 16])]
fn tables<P: Pits>(len: u8) -> LapTable<P> {
    LapTable::new(len, Directions::Both, &[Skip::Nothing])
}
