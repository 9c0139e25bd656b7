//! Stable sorting, compiled once for all item types. The lists sorted here are short.

use std::cmp::Ordering;

/// Sorts items; equal ones keep their order.
#[inline]
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    sort(items, &mut compare);
}

fn sort<T>(items: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    let mut order = order_of(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Follow each cycle of the permutation once: every place receives its item from the next place.
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

/// Returns the indices `0..count` in ascending order of their items.
#[inline(never)]
fn order_of(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}
