//! Sorting of moves.

use mankala::variant::sort_by;

/// Tries all sequences of five keys.
#[test]
fn sorting_is_stable() {
    for number in 0..3125_u32 {
        let places: Vec<u32> = (0..5).map(|place| number / 5_u32.pow(place) % 5).collect();
        let mut items: Vec<(u32, usize)> = places.into_iter().zip(0..).collect();
        let mut expected = items.clone();
        expected.sort_unstable();
        sort_by(&mut items, |a, b| a.0.cmp(&b.0));
        assert_eq!(items, expected);
    }
}
