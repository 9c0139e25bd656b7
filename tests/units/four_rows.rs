//! Setups and pits of boards with four rows.

use mankala::kernel::board::Pits16;
use mankala::kernel::event::Place;
use mankala::kernel::layout::{Directions, Ring};
use mankala::rulesets::four_rows::{OwnRows, Setup};
use mankala::sections::Conflicts;
use mankala::{Direction, Layout, Pits, Side};

fn conflicts(setup: &str) -> Vec<(String, String)> {
    let setup: Setup = toml::from_str(setup).expect("a setup");
    let mut conflicts = Conflicts::default();
    setup.check(3, &mut conflicts);
    let owned = |(key, message): (&str, &str)| (key.to_owned(), message.to_owned());
    conflicts.iter().map(owned).collect()
}

#[test]
fn more_specific_seeds_count() {
    let text = "seeds = 2\nback = [1, 2, 3]\nsouth = { front = [4, 5, 6] }";
    assert_eq!(conflicts(text), []);
    let setup: Setup = toml::from_str(text).expect("a setup");
    let rings = Side::BOTH.map(|side| {
        let ring: Pits16 = setup.ring(3, side);
        [0, 1, 2, 3, 4, 5].map(|spot| ring.get(spot))
    });
    assert_eq!(rings, [[4, 5, 6, 3, 2, 1], [2, 2, 2, 3, 2, 1]]);
}

#[test]
fn an_opening_that_is_none_is_refused_with_its_key() {
    for (setup, key, message) in [
        ("front = [1, 1, 1]", "setup", "no key sets the seeds of South's back row"),
        (
            "seeds = 1\nnorth = { back = [1, 1] }",
            "setup.north.back",
            "2 numbers for a row of 3 pits",
        ),
        ("seeds = 0", "setup", "there are no seeds"),
        ("seeds = 22", "setup", "264 seeds in all; the maximum is 255 (G7)"),
    ] {
        assert!(
            conflicts(setup).contains(&(key.to_owned(), message.to_owned())),
            "{setup}: {:?}",
            conflicts(setup)
        );
    }
}

#[test]
fn pits_face_each_other_as_on_paper() {
    let layout = Layout::new(4, 5, Ring::Own, Directions::Backward);
    let rows = OwnRows::<Pits16>::new(5);
    let [b, a, own_front, own_back] = layout.paper().try_into().expect("four rows");
    for spot in 0..5 {
        let column = usize::from(spot);
        let pit = |place| layout.pit(Side::South, place).expect("a pit");
        assert_eq!(pit(Place::Ring(spot)), own_front.1[column]);
        assert_eq!(pit(Place::Ring(rows.behind(spot))), own_back.1[column]);
        assert_eq!(pit(Place::Across(rows.facing(spot))), a.1[column]);
        assert_eq!(pit(Place::Across(rows.facing_back(spot))), b.1[column]);
        let back = rows.behind(spot);
        assert_eq!(pit(Place::Across(rows.back_facing_back(back))), b.1[column]);
        assert!(rows.in_front(spot) && !rows.in_front(rows.behind(spot)));
        assert_eq!(rows.mirrored(1 << spot), 1 << rows.facing(spot));
    }
    let mut ring = Pits16::default();
    ring.add(7, 3);
    assert!(rows.front_is_empty(ring));
    ring.add(4, 1);
    assert!(!rows.front_is_empty(ring));
    assert_eq!(rows.front_bits(), 0b1_1111);
    let (filled, round) = (0b10_0000_0011, 0b11_1111_1111);
    assert_eq!(rows.before_empty(filled, Direction::Forward), 0b10);
    assert_eq!(rows.before_empty(filled, Direction::Backward), 1 << 9);
    assert_eq!(rows.before_empty(round, Direction::Forward), 0);
    assert_eq!(rows.back_bits(), 0b11_1110_0000);
}
