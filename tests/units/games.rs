//! A game in which players choose within moves, and moves that are found, made and drawn.

use std::ops::ControlFlow;

use mankala::kernel::board::Pits16;
use mankala::kernel::event::{Note, Place};
use mankala::kernel::layout::{Directions, Ring};
use mankala::rulesets::two_rows::TwoRows;
use mankala::variant::{
    BySide, ByTurn, Choices, Chooser, Decision, Judging, Notation, Play, Player, Repeating,
    Solving, Status, TurnError,
};
use mankala::{Dice, Layout, Move, Observer, Outcome, Side, Start, Starts, Variant};

/// Game in which a move picks one of three, then may stop, then picks one of two; the stores record the choices.
/// South starts from one pit; North has none and passes.
struct Toy(Layout);

impl Toy {
    fn new() -> Self {
        Self(Layout::new(2, 2, Ring::Shared, Directions::Forward))
    }
}

impl Variant for Toy {
    type Position = TwoRows<Pits16>;

    fn layout(&self) -> &Layout {
        &self.0
    }

    fn opening(&self) -> Self::Position {
        TwoRows::new(Pits16::default(), ByTurn([0, 0]), Status::going(Side::South))
    }

    fn starts(&self, position: &Self::Position, _tier: u8) -> Starts {
        match position.status.to_move {
            Side::South => Starts::forward(1),
            Side::North => Starts::NONE,
        }
    }

    fn turn(
        &self,
        position: &Self::Position,
        _tier: u8,
        start: Start,
        chooser: &mut impl Chooser<Self::Position>,
        _observer: &mut impl Observer,
    ) -> Result<Self::Position, TurnError> {
        let mut after = *position;
        after.status.to_move = Side::North;
        let first = chooser.pick(3)? as u8;
        after.captured[Player::Mover] = first;
        let here = chooser.stop(start.spot, start.direction, &|| after);
        if here == Decision::GoOn {
            after.captured[Player::Other] = 1 + chooser.pick(2)? as u8;
        }
        // One combination is not a legal move.
        if after.captured == ByTurn([1, 2]) {
            return Err(TurnError::Unfit);
        }
        Ok(after)
    }

    fn choices(&self, _position: &Self::Position, _tier: u8) -> Choices {
        Choices::Any
    }

    fn pass(
        &self,
        position: &Self::Position,
        observer: &mut impl Observer,
    ) -> Option<Self::Position> {
        observer.note(Note::PASS, Place::Hand);
        let mut after = *position;
        after.status.to_move = position.status.to_move.other();
        Some(after)
    }

    fn stuck(&self, _before: Option<&Self::Position>, _position: &Self::Position) -> Outcome {
        Outcome::Draw
    }

    fn holdings(&self, position: &Self::Position) -> BySide<u16> {
        BySide(position.captured.map(u16::from).0)
    }
}

impl Notation for Toy {}

impl Repeating for Toy {}

impl Judging for Toy {}

impl Solving for Toy {}

fn all(toy: &Toy, position: &TwoRows<Pits16>) -> Vec<(Move, ByTurn<u8>)> {
    let mut found = Vec::new();
    let _ = toy.each_move(position, &mut |mv, after| {
        found.push((mv, after.captured));
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn every_way_through_a_move_is_found_once() {
    let toy = Toy::new();
    let found = all(&toy, &toy.opening());
    let ends: Vec<[u8; 2]> = found.iter().map(|&(_, ends)| ends.0).collect();
    let expected = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]];
    assert_eq!(ends, expected);
}

#[test]
fn a_move_with_choices_is_made_as_it_was_found() {
    let toy = Toy::new();
    let opening = toy.opening();
    for (mv, ends) in all(&toy, &opening) {
        let made = toy.make(&opening, mv, &mut |_| ());
        let made = made.map(|after| after.captured);
        assert_eq!(made, Some(ends), "{mv:?}");
        let no_move = Move { picks: 17, ..mv };
        assert_eq!(toy.make(&opening, no_move, &mut |_| ()), None);
        let no_move = Move { gone_on: 2, ..mv };
        assert_eq!(toy.make(&opening, no_move, &mut |_| ()), None);
    }
}

#[test]
fn players_without_a_move_pass() {
    let toy = Toy::new();
    let (mv, _) = all(&toy, &toy.opening())[0];
    let stuck = toy.make(&toy.opening(), mv, &mut |_| ());
    let stuck = stuck.expect("a move");
    assert_eq!(all(&toy, &stuck), [(Move::PASS, stuck.captured)]);
    let mut events = 0;
    let after = toy.make(&stuck, Move::PASS, &mut |_| events += 1);
    let after = after.expect("a pass");
    assert_eq!((after.status.to_move, events), (Side::South, 1));
    let (mut drawn, mut dice) = (stuck, Dice::seeded(1));
    let mv = toy.draw_into(&mut drawn, &stuck, &mut dice, &|| false);
    assert_eq!((mv, drawn), (Some(Move::PASS), after));
}

#[test]
fn every_start_is_drawn_equally_often() {
    let mut dice = Dice::seeded(1);
    for starts in [
        Starts::forward(0b1),
        Starts::forward(0b1010_0110),
        Starts::forward(0b1_0000_0010),
        Starts::new(0xffff, 0xffff),
        Starts::new(0x8000_0001, 0x8001_0f00),
    ] {
        let all: Vec<Start> = starts.iter().collect();
        let mut counts = vec![0_u32; all.len()];
        for _ in 0..1000 * starts.len() {
            let drawn = starts.draw(&mut dice);
            let place = all.iter().position(|&start| start == drawn);
            counts[place.expect("a start of the set")] += 1;
        }
        let fair = |count: &u32| (850..1150).contains(count);
        assert!(counts.iter().all(fair), "{starts:?}: {counts:?}");
    }
}
