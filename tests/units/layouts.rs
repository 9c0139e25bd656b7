//! Names of pits and the order of rings.

use mankala::kernel::lap::{Lap, Skip, drops};
use mankala::kernel::layout::{Directions, Ring};
use mankala::{Direction, Layout, Pit, Side};

#[test]
fn every_pit_has_one_name() {
    for layout in [
        Layout::new(4, 8, Ring::Own, Directions::Both),
        Layout::new(2, 6, Ring::Shared, Directions::Both),
        Layout::new(2, 12, Ring::SharedWithStore, Directions::Forward),
        Layout::new(2, 15, Ring::SharedWithStores, Directions::Both),
        Layout::new(6, 3, Ring::Own, Directions::Both),
    ] {
        let pits: Vec<_> = layout.paper().into_iter().flat_map(|(_, pits)| pits).collect();
        assert_eq!(pits.len(), 2 * usize::from(layout.pits_a_side()));
        for &pit in &pits {
            assert_eq!(layout.named(&layout.name(pit)), Some(pit));
        }
        assert_eq!(layout.named("A0"), None);
        assert_eq!(layout.named("A99"), None);
    }
}

/// KO2: to the right C1 C2 C3, B3 B2 B1, A1 A2 A3; to the left the mirror image.
#[test]
fn both_directions_on_six_rows_lead_from_the_hindmost_row_to_the_front() {
    let layout = Layout::new(6, 3, Ring::Own, Directions::Both);
    let ring = |spot, direction| {
        let round = Lap { first: spot, seeds: 10, direction, skip: Skip::Nothing };
        let names = drops(layout.circuit(), round)
            .map(|spot| layout.name(Pit { owner: Side::South, spot }));
        names.collect::<Vec<_>>().join(" ")
    };
    let at = |name: &str| layout.named(name).expect(name).spot;
    assert_eq!(ring(at("C1"), Direction::Forward), "C1 C2 C3 B3 B2 B1 A1 A2 A3 C1");
    assert_eq!(ring(at("C3"), Direction::Backward), "C3 C2 C1 B1 B2 B3 A3 A2 A1 C3");
    for (row, letter) in (0..).zip("ABC".chars()) {
        let numbers = (1..).zip(layout.spots_of(row));
        for (number, spot) in numbers {
            assert_eq!(spot, at(&format!("{letter}{number}")));
            assert_eq!(layout.row_of(spot), row);
        }
    }
}

#[test]
#[should_panic(expected = "two, four or six rows")]
fn a_board_of_three_rows_is_refused() {
    let _ = Layout::new(3, 6, Ring::Shared, Directions::Forward);
}
