//! The kernel alone: a lap costs the same for two seeds and for twenty.

use divan::{Bencher, black_box};
use mankala::kernel::board::{Direction, Pits, Pits16, Pits32};
use mankala::kernel::sow::{Lap, LapTable, Skip};

fn main() {
    divan::main();
}

/// Sows laps of so many seeds one after another, each from where the last one ended.
#[divan::bench(types = [Pits16, Pits32], args = [2, 5, 10, 20])]
fn lap<P: Pits>(bencher: Bencher<'_, '_>, seeds: u8) {
    let laps = LapTable::<P>::new(12);
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

/// Works the laps of one kind out, as the first of them does.
#[divan::bench(types = [Pits16, Pits32], args = [12, 16])]
fn tables<P: Pits>(len: u8) -> u8 {
    LapTable::<P>::new(len).end(Lap {
        first: 0,
        seeds: 1,
        direction: Direction::Forward,
        skip: Skip::Nothing,
    })
}
