//! Bao of the program bao-la-kiswahili-game: `capture:namua:0:4:right:left:use:false`.
//!
//! The parts are the kind of the move, its stage, the row (0 the front), the pit from the owner's left, the direction
//! of sowing, the kichwa of a capture in namua, and whether the house is played on. The direction in the back row is
//! that of the ring, so `right` leads to the player's left there.

use crate::kernel::Value;
use crate::text::notation::{Legal, legal_moves};
use crate::variant::{AnyPosition, AnyVariant, Position as _};

/// Writes a move, from its usual notation; `None` if the game is no Bao with namua.
pub(super) fn write_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    legal: &Legal,
) -> Option<String> {
    let (layout, diagram) = (variant.layout(), variant.diagram(position));
    let Some(Value::Seeds(store)) = diagram.value("store") else {
        return None;
    };
    let mover = position.status().to_move;
    let is_namua = store[mover] > 0;
    let start = layout.start_pit(mover, legal.mv.place()?);
    let columns = layout.columns();
    let is_back = start.spot >= columns;
    let pit = layout.number(start.spot) - 1;
    let is_takata = legal.text.contains('*');
    let letter = legal.text.chars().find(|letter| "LR".contains(*letter));
    let is_left = letter.map_or(pit < columns / 2, |letter| letter == 'L');
    let has_kichwa = is_namua && !is_takata;
    let name = |is_left| if is_left { "left" } else { "right" };
    let choice = match legal.text.contains('>') {
        true => "use",
        false if has_kichwa && goes_on(variant, position, legal) => "stop",
        false => "",
    };
    Some(format!(
        "{}:{}:{}:{pit}:{}:{}:{choice}:false",
        if is_takata { "takata" } else { "capture" },
        if is_namua { "namua" } else { "mtaji" },
        u8::from(is_back),
        name(is_left != (has_kichwa || is_back)),
        if has_kichwa { name(is_left) } else { "" },
    ))
}

/// Returns `true` if the same move may also be played on from the house.
fn goes_on(variant: &dyn AnyVariant, position: &AnyPosition, legal: &Legal) -> bool {
    let on = format!("{}>", legal.text);
    legal_moves(variant, position, &|| false).iter().any(|legal| legal.text == on)
}

/// Compares moves; a stop in the house may be left out.
pub(super) fn means(text: &str, written: &str) -> bool {
    let plain = |text: &str| text.replace(":stop:", "::");
    plain(text) == plain(written)
}
