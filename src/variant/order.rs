//! Sorting, compiled once for all that is sorted: what is put in order here is short.

use std::cmp::Ordering;

/// Puts items in order, equal ones as they stood.
pub(crate) fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order = order_of(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Each cycle of the order is gone round once: every place gets what belongs there from the next.
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let next = std::mem::replace(&mut order[place], place);
            if next == start {
                break;
            }
            items.swap(place, next);
            place = next;
        }
    }
}

/// Items by their keys, equal ones as they stood.
pub(crate) fn in_order<T>(keys: &[impl Ord], items: Vec<T>) -> Vec<T> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let order = order_of(keys.len(), &mut |a, b| keys[a].cmp(&keys[b])).into_iter();
    order.filter_map(|place| items[place].take()).collect()
}

/// The places of so many things in ascending order.
#[inline(never)]
fn order_of(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::{in_order, sort_by};

    /// All orders of five things, two of them equal.
    #[test]
    fn things_are_put_in_order_and_equal_ones_stay_as_they_stood() {
        for number in 0..3125_u32 {
            let places: Vec<u32> = (0..5).map(|place| number / 5_u32.pow(place) % 5).collect();
            let mut items: Vec<(u32, usize)> = places.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            let keys: Vec<u32> = items.iter().map(|(key, _)| *key).collect();
            assert_eq!(in_order(&keys, items.clone()), expected);
            sort_by(&mut items, |a, b| a.0.cmp(&b.0));
            assert_eq!(items, expected);
        }
    }
}
