//! Numbers for positions: wins by their distance, repeated positions, and keys to remember positions by.

use std::hash::Hasher;

use crate::game::Game;
use crate::kernel::board::Side;
use crate::variant::{Outcome, Play, Position, Variant};

/// What a won game is worth; one that is won `n` plies later is worth `n` less, a lost one the negative.
pub const WON: i32 = 1 << 29;
/// Above this a number means a win that is proven, below its negative a proven loss.
pub(crate) const PROVEN: i32 = WON - 10_000;

/// Whether a value says that the game is won, or lost; `None` where it is no proof.
#[must_use]
pub const fn proven(value: i32) -> Option<bool> {
    match value {
        value if value > PROVEN => Some(true),
        value if value < -PROVEN => Some(false),
        _ => None,
    }
}

/// What a result reached `ply` plies from the root is worth to this side.
pub(crate) fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> i32 {
    let won = WON - i32::try_from(ply).unwrap_or(0);
    match outcome.winner() {
        Some(winner) if winner == side => won,
        Some(_) => -won,
        None => 0,
    }
}

/// By what a position is judged that is not searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judge {
    /// The ruleset's own evaluation, [`Variant::evaluate`].
    Plain,
    /// What has been found out by play, [`Play::judge`].
    Weighed,
}

/// What a position seems to be worth to the player to move, kept apart from proven results.
#[inline]
pub(crate) fn estimate<V: Variant>(variant: &V, position: &V::Position, judge: Judge) -> i32 {
    let value = match judge {
        Judge::Plain => variant.evaluate(position),
        Judge::Weighed => variant.judge(position),
    };
    value.clamp(1 - PROVEN, PROVEN - 1)
}

/// The result of a position after a move, if the game is over there: by the board, or since its player can't move.
#[inline]
pub(crate) fn over<V: Variant>(
    variant: &V,
    before: &V::Position,
    position: &V::Position,
) -> Option<Outcome> {
    match position.status().result {
        None if !variant.has_move(position) => Some(variant.stuck(Some(before), position)),
        result => result,
    }
}

/// What a position is worth to its player to move, not looking further than whether they can move.
#[inline]
pub(crate) fn at_rest<V: Variant>(
    variant: &V,
    before: &V::Position,
    position: &V::Position,
    ply: u32,
    judge: Judge,
) -> i32 {
    match over(variant, before, position) {
        Some(outcome) => of_outcome(outcome, position.status().to_move, ply),
        None => estimate(variant, position, judge),
    }
}

/// A number for the player to move in `after`, as seen by the player to move in `before`.
#[inline]
pub(crate) fn seen_from<P: Position>(before: &P, after: &P, number: i32) -> i32 {
    if before.status().to_move == after.status().to_move {
        number
    } else {
        -number
    }
}

/// The result if this position has come up in the game and the rules end it there.
pub(crate) fn repeated<V: Variant>(game: &Game<V>, position: &V::Position) -> Option<Outcome> {
    if game.variant().recurrence() == 0 {
        return None;
    }
    let past = game.this_round().iter().map(|(past, _)| past);
    let mut past = past.chain([game.position()]);
    if !past.any(|past| past == position) {
        return None;
    }
    game.variant().repeated(&mut { *position })
}

/// A number that stands for a position; two positions share one about never.
#[inline]
pub(crate) fn key<P: Position>(position: &P) -> u64 {
    let mut mixer = Mixer(0x2545_f491_4f6c_dd1d);
    position.hash(&mut mixer);
    mixer.finish()
}

/// Mixes words by wide multiplication, the same on every machine and in every run.
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word);
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ word) * ODD;
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let folded = (product as u64) ^ (product >> 64) as u64;
        self.0 = folded.rotate_left(29).wrapping_add(0xd1b5_4a32_d192_ed03);
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let halves = [word as u64, (word >> 64) as u64];
        self.write_u64(halves[0]);
        self.write_u64(halves[1]);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word.unsigned_abs() as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let mut word = self.0;
        word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word ^ word >> 32
    }
}
