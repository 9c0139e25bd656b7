//! Parts of a written move, for any rules: pits, numbers, directions and marks.

use mankala_core::kernel::{Layout, Pit, Side};

/// Piece of a written move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Piece<'a> {
    /// Name of a pit of the board, `A5`.
    Pit(Pit),
    /// Number without a row.
    Number(&'a str),
    /// `L` or `R`.
    Way(&'a str),
    /// Any other character.
    Mark(&'a str),
}

/// Written move in pieces.
pub(super) struct Spelling<'a> {
    layout: &'a Layout,
    pieces: Vec<Piece<'a>>,
    /// Number of `*` at its end.
    stars: usize,
}

impl<'a> Spelling<'a> {
    /// Splits a written move; any text is accepted.
    pub(super) fn read(layout: &'a Layout, text: &'a str) -> Self {
        let mut rest = text.trim_end_matches('*');
        let stars = text.len() - rest.len();
        let mut pieces = Vec::new();
        while let Some(first) = rest.chars().next() {
            let letter = first.len_utf8();
            let digits = |from: usize| {
                let after = &rest[from..];
                after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len())
            };
            let (piece, end) = match layout.named(&rest[..letter + digits(letter)]) {
                Some(pit) => (Piece::Pit(pit), letter + digits(letter)),
                None if first.is_ascii_digit() => (Piece::Number(&rest[..digits(0)]), digits(0)),
                None if matches!(first, 'L' | 'R') => (Piece::Way(&rest[..letter]), letter),
                None => (Piece::Mark(&rest[..letter]), letter),
            };
            pieces.push(piece);
            rest = &rest[end..];
        }
        Self { layout, pieces, stars }
    }

    /// Returns the move of the other player: every pit becomes that of the other side.
    pub(super) fn turned(&self) -> String {
        let piece = |piece: &Piece| match *piece {
            Piece::Pit(Pit { owner, spot }) => self.layout.name(Pit { owner: owner.other(), spot }),
            Piece::Number(text) | Piece::Way(text) | Piece::Mark(text) => text.to_owned(),
        };
        let pieces: String = self.pieces.iter().map(piece).collect();
        pieces + &"*".repeat(self.stars)
    }

    /// Returns the pit or number, and the direction, at its beginning.
    pub(super) fn start(&self) -> String {
        let marks = |piece: &&Piece| !matches!(piece, Piece::Mark(_));
        let start: Vec<&Piece> = self.pieces.iter().take_while(marks).collect();
        format!("{start:?}")
    }

    /// Returns `true` if it spells a legal move of `mover` with this canonical form. It may leave stars out and name
    /// the row of a front pit. It may give a direction where there is only one, and list pits in another order.
    pub(super) fn means(&self, canonical: &Self, mover: Side) -> bool {
        let directions = canonical.directions();
        self.stars <= canonical.stars
            && (directions.is_empty() || self.directions() == directions)
            && self.others(mover) == canonical.others(mover)
    }

    /// Returns the directions, in order.
    fn directions(&self) -> Vec<Piece<'a>> {
        self.pieces.iter().copied().filter(|piece| matches!(piece, Piece::Way(_))).collect()
    }

    /// Returns all other pieces, sorted; a leading number becomes the pit in the mover's front row.
    fn others(&self, mover: Side) -> Vec<Piece<'a>> {
        let in_front = |piece: Piece<'a>| match piece {
            Piece::Number(number) => {
                let mut pits = (0..self.layout.columns()).map(|spot| Pit { owner: mover, spot });
                let named = |pit: &Pit| self.layout.number(pit.spot).to_string() == number;
                pits.find(named).map_or(piece, Piece::Pit)
            }
            _ => piece,
        };
        let pieces = self.pieces.iter().enumerate().map(|(place, &piece)| match place {
            0 => in_front(piece),
            _ => piece,
        });
        let mut others: Vec<_> = pieces.filter(|piece| !matches!(piece, Piece::Way(_))).collect();
        others.sort_unstable();
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mankala_core::kernel::layout::{Directions, Ring};

    const BOARD: Layout = Layout::new(4, 8, Ring::Own, Directions::Both);

    #[test]
    fn only_the_names_of_pits_are_turned() {
        for (text, other) in [
            ("A5", "a5"),
            ("5R>**", "5R>**"),
            ("b2L*", "B2L*"),
            ("A5xb1,b8", "a5xB1,B8"),
            ("A5x12", "a5x12"),
            ("pass", "pass"),
            ("A12R!2", "A12R!2"),
            ("é*a1", "é*A1"),
        ] {
            assert_eq!(Spelling::read(&BOARD, text).turned(), other);
        }
    }

    #[test]
    fn a_text_names_a_move_unless_ambiguous() {
        let means = |text, canonical| {
            let [text, canonical] = [text, canonical].map(|text| Spelling::read(&BOARD, text));
            text.means(&canonical, Side::South)
        };
        for (text, canonical) in [
            ("5R", "5R**"),
            ("A5R*", "5R*"),
            ("A5R", "A5"),
            ("A5xb8,b1", "A5xb1,b8"),
            ("pass", "pass"),
        ] {
            assert!(means(text, canonical), "{text} for {canonical}");
        }
        for (text, canonical) in [
            ("5R*", "5R"),
            ("5L", "5R"),
            ("5", "5R"),
            ("a5R", "5R"),
            ("B5R", "5R"),
            ("5R", "A6R"),
            ("5R", "5R>"),
            ("5R!1", "5R!2"),
            ("A5xb1", "A5xb1,b8"),
            ("A5xb1,b7", "A5xb1,b8"),
            ("", "pass"),
        ] {
            assert!(!means(text, canonical), "{text} for {canonical}");
        }
    }
}
