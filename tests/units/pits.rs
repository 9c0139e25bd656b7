//! Pits in words of several sizes, and words for sides and directions.

use std::ops::RangeInclusive;

use mankala::kernel::board::{Pits16, Pits32, PitsInHalves};
use mankala::{Direction, Pits, Side};

fn behaves_like_an_array<P: Pits>(halves: RangeInclusive<u8>) {
    let len = P::CAPACITY as u8;
    let seeds = |spot: u8| (spot * 7) % 11 * u8::from(!spot.is_multiple_of(3));
    let mut pits = P::default();
    assert!(pits.is_empty());
    (0..len).for_each(|spot| pits.add(spot, seeds(spot)));
    let all: u16 = (0..len).map(|spot| u16::from(seeds(spot))).sum();
    assert_eq!(pits.total(), all);
    let bytes: Vec<u8> = (0..len).map(seeds).collect();
    assert_eq!(pits.bytes().as_ref()[..bytes.len()], bytes);
    for spot in 0..len {
        assert_eq!(pits.get(spot), seeds(spot));
        assert_eq!(pits.filled() >> spot & 1 == 1, seeds(spot) >= 1);
        if spot < len / 2 {
            let filled = pits.filled_in_first_half();
            assert_eq!(filled >> spot & 1 == 1, seeds(spot) >= 1);
        }
        for least in 1..=12 {
            let has = pits.at_least(least) >> spot & 1 == 1;
            assert_eq!(has, seeds(spot) >= least);
        }
        let mut emptied = pits;
        assert_eq!(emptied.take(spot), seeds(spot));
        assert_eq!(emptied.get(spot), 0);
        assert_eq!(emptied.total(), pits.total() - u16::from(seeds(spot)));
    }
    for from in 0..=len {
        for to in from..=len {
            let only = pits.masked(P::range(from, to));
            for spot in 0..len {
                let kept = (from..to).contains(&spot);
                assert_eq!(only.get(spot), if kept { seeds(spot) } else { 0 });
            }
        }
    }
    for half in halves {
        let ring = pits.masked(P::range(0, 2 * half));
        let turned = ring.turned(half);
        for spot in 0..2 * half {
            assert_eq!(turned.get(spot), seeds((spot + half) % (2 * half)));
        }
        assert_eq!(turned.turned(half), ring);
    }
    let wide = pits.wide();
    assert!((0..len).all(|spot| wide.get(spot) == seeds(spot)));
    assert_eq!((wide.total(), P::narrow(wide)), (pits.total(), pits));
    let mut full = P::default();
    full.add(len - 1, 255);
    assert_eq!((full.get(len - 1), full.filled()), (255, 1 << (len - 1)));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "1 more seeds in pit 3")]
fn a_pit_that_would_spill_into_the_next_is_noticed() {
    let mut pits = Pits16::default();
    pits.add(3, 255);
    pits.add(3, 1);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "more seeds in")]
fn a_lap_that_would_spill_is_noticed() {
    let mut pits = Pits32::default();
    pits.add(20, 255);
    let _ = pits.plus(pits);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "spot 16 is out of range for 16 pits")]
fn a_spot_that_is_not_there_is_noticed() {
    let _ = Pits16::default().get(16);
}

#[test]
fn words_are_read_as_they_are_written() {
    for side in Side::BOTH {
        assert_eq!(side.letter().to_string().parse(), Ok(side));
    }
    for direction in [Direction::Forward, Direction::Backward] {
        assert_eq!(direction.to_string().parse(), Ok(direction));
    }
    let error = "x".parse::<Side>().unwrap_err();
    assert_eq!(error.to_string(), "expected the player to move, S or N, found \"x\"");
}

#[test]
fn sixteen_pits_behave_like_an_array() {
    behaves_like_an_array::<Pits16>(1..=8);
}

#[test]
fn thirty_two_pits_behave_like_an_array() {
    behaves_like_an_array::<Pits32>(1..=16);
}

#[test]
fn pits_in_halves_behave_like_an_array() {
    behaves_like_an_array::<PitsInHalves<6>>(6..=6);
    behaves_like_an_array::<PitsInHalves<7>>(7..=7);
    behaves_like_an_array::<PitsInHalves<8>>(8..=8);
}
