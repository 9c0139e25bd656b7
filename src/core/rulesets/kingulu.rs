//! Bao Kingulu: relays on two rows, with pits reserved in the opponent's row.
//!
#![doc = include_str!("kingulu.md")]

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{Rows, TwoRows, turned_bits};

/// Ruleset of Bao Kingulu.
#[derive(Debug, Clone, Copy)]
pub struct Kingulu;

impl Ruleset for Kingulu {
    type Setup = SameSeeds;
    type Rules = MaxSown;
    const NAME: &'static str = "kingulu";
    const BOOK: &'static str = include_str!("kingulu.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let (columns, seeds) = (board.columns, setup.seeds);
        conflicts.check_board(board, 2, 2..=16);
        conflicts.check_seeds(board, setup);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        conflicts.none()?;
        Ok(by_pits!(2 * columns, |P| BaoKingulu::<P>::new(columns, seeds, rules.max_sown)))
    }
}

/// Marks a pit that is won for good (`K6`).
const RESERVED: Note = Note::new("{pit} is reserved for {mover}").marking("reserved");
/// Marks the end of a lap in a reserved pit (`K5`).
const ENDS_IN_RESERVED: Note = Note::new("the move ends in {pit}, which is reserved");

/// Game of Bao Kingulu with its tables.
#[derive(Debug, Clone)]
pub struct BaoKingulu<P: Pits> {
    layout: Layout,
    laps: LapTable<P>,
    columns: u8,
    rows: Rows<P>,
    opening: KinguluPosition<P>,
    max_sown: u32,
}

/// Position; its marks are the reserved pits, as bits, each of which belongs to the player across (`K5`).
type KinguluPosition<P> = TwoRows<P, u32>;

/// State of a move in progress; a capture or a reservation ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InPlay<P> {
    ring: P,
    reserved: u32,
    captured: u8,
}

impl<P> InPlay<P> {
    #[inline]
    const fn is_reserved(&self, spot: u8) -> bool {
        self.reserved >> spot & 1 == 1
    }
}

impl<P: Pits> BaoKingulu<P> {
    fn new(columns: u8, seeds: u8, max_sown: u32) -> Self {
        let rows = Rows::new(columns, 0);
        Self {
            layout: Layout::new(2, columns, Ring::Shared, Directions::Forward),
            laps: LapTable::new(2 * columns, Directions::Forward, &[Skip::Nothing]),
            columns,
            opening: TwoRows::opening(&rows, seeds),
            max_sown,
            rows,
        }
    }

    /// Decides how the move continues after a lap.
    #[inline]
    fn landed(
        &self,
        play: &mut InPlay<P>,
        observer: &mut impl Observer,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        let spot = landing.spot;
        let own = spot < self.columns;
        // K5
        if play.is_reserved(spot) {
            observer.note(ENDS_IN_RESERVED, Place::Ring(spot));
            return Next::Stop;
        }
        // K7
        if landing.was_empty() {
            if own {
                self.capture(play, observer, spot);
            }
            return Next::Stop;
        }
        // K6
        if landing.seeds == 4 && !own {
            self.reserve(play, observer, lap, spot);
            return Next::Stop;
        }
        // K4, K8
        let seeds = observer.lift(&mut play.ring, spot);
        Next::Sow(self.laps.onward(spot, seeds, lap.direction, Skip::Nothing))
    }

    /// Captures the seeds opposite a pit of the mover together with the single seed in it (`K7`).
    #[inline]
    fn capture(&self, play: &mut InPlay<P>, observer: &mut impl Observer, spot: u8) {
        let opposite = 2 * self.columns - 1 - spot;
        if play.is_reserved(opposite) {
            return;
        }
        let ring = &mut play.ring;
        let seeds = observer.capture(ring, Place::Ring(opposite), Place::STORE);
        if seeds > 0 {
            play.captured = seeds + observer.bank(ring, Place::Ring(spot), Place::STORE);
        }
    }

    /// Reserves a pit for the mover, and adds the seed dropped just before the last one (`K6`).
    #[inline]
    fn reserve(&self, play: &mut InPlay<P>, observer: &mut impl Observer, lap: Lap, spot: u8) {
        observer.note(RESERVED, Place::Ring(spot));
        let before = self.laps.next(spot, lap.direction.turned());
        if lap.seeds > 1 && !play.is_reserved(before) {
            observer.move_some(Act::Join, &mut play.ring, before, Place::Ring(spot), 1);
        }
        play.reserved |= 1 << spot;
    }

    /// Returns the position after the move, from the opponent's point of view.
    #[inline]
    fn after(&self, before: &KinguluPosition<P>, play: InPlay<P>) -> KinguluPosition<P> {
        let mut captured = before.captured;
        captured[Player::Mover] += play.captured;
        TwoRows {
            ring: play.ring.turned(self.columns),
            marks: turned_bits(play.reserved, self.columns),
            captured: captured.turned(),
            status: Status::going(before.status.to_move.other()),
        }
    }
}

impl<P: Pits> Variant for BaoKingulu<P> {
    type Position = KinguluPosition<P>;

    layout_and_opening!();

    #[inline]
    fn starts(&self, position: &KinguluPosition<P>, _: u8) -> Starts {
        // K2
        Starts::forward(position.ring.filled() & self.rows.own_bits() & !position.marks)
    }

    #[inline]
    fn turn(
        &self,
        position: &KinguluPosition<P>,
        _: u8,
        start: Start,
        _: &mut impl Chooser<KinguluPosition<P>>,
        observer: &mut impl Observer,
    ) -> Result<KinguluPosition<P>, TurnError> {
        let spot = start.spot;
        let mut play = InPlay { ring: position.ring, reserved: position.marks, captured: 0 };
        let seeds = observer.lift(&mut play.ring, spot);
        let way = Direction::Forward;
        let first = self.laps.onward(spot, seeds, way, Skip::Nothing);
        // K3, K8: a lap that goes all the way round has already filled its last pit.
        let end = self.laps.end(first);
        let filled = play.ring.get(end) > 0 || seeds > self.laps.len();
        if end < self.columns && filled && play.reserved >> end & 1 == 0 {
            return Err(TurnError::Unfit);
        }
        let landed = |play: &mut _, observer: &mut _, lap, landing| {
            self.landed(play, observer, lap, landing)
        };
        let max_sown = self.max_sown;
        play = relay(&self.laps, max_sown, play, |play| &mut play.ring, observer, first, landed)?;
        Ok(self.after(position, play))
    }

    fn possible(&self) -> Possible {
        Possible::moves(Starts::forward(self.rows.own_bits()), false)
    }

    fn stuck(&self, _: Option<&KinguluPosition<P>>, position: &KinguluPosition<P>) -> Outcome {
        // K9
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &KinguluPosition<P>) -> BySide<u16> {
        // K9
        let mut counts = self.rows.totals(position.ring);
        for Start { spot, .. } in Starts::forward(position.marks) {
            let seeds = u16::from(position.ring.get(spot));
            let owner = Player::owner(spot < self.columns);
            counts[owner] -= seeds;
            counts[owner.other()] += seeds;
        }
        position.status.to_move.arrange(counts + position.captured.map(u16::from))
    }
}

impl<P: Pits> Notation for BaoKingulu<P> {
    fn refused_by(&self, _: &KinguluPosition<P>, refused: IllegalMove) -> Option<&'static str> {
        Some(match refused {
            IllegalMove::NoStart | IllegalMove::Barred(_) | IllegalMove::Later => "K2",
            IllegalMove::OtherDirection(_) => "K1",
            IllegalMove::Unfit(_) => "K3",
            IllegalMove::Endless => "G3",
        })
    }

    fn fields(&self) -> Vec<Field> {
        let reserved = Field::new(
            "reserved",
            FieldKind::Pits,
            |layout, position: &KinguluPosition<P>| {
                let own = (1 << layout.columns()) - 1;
                ByTurn([position.marks & own, position.marks >> layout.columns()])
            },
            |layout, position: &mut KinguluPosition<P>, ByTurn([own, across])| {
                position.marks = own | across << layout.columns();
                for Start { spot, .. } in Starts::forward(position.marks) {
                    let pit = layout.pit(position.status.to_move, Place::Ring(spot));
                    if let Some(pit) = pit.filter(|_| position.ring.get(spot) == 0) {
                        let name = layout.name(pit);
                        return Err(format!("{name} is empty, so it can't be reserved"));
                    }
                }
                Ok(())
            },
        );
        vec![KinguluPosition::<P>::captured(), reserved]
    }
}

impl<P: Pits> Repeating for BaoKingulu<P> {}

impl<P: Pits> Judging for BaoKingulu<P> {
    const LEAD: Lead = Lead::Won;
}

impl<P: Pits> Solving for BaoKingulu<P> {
    fn count(
        &self,
        _: Option<&KinguluPosition<P>>,
        position: &KinguluPosition<P>,
    ) -> Option<BySide<u16>> {
        // K9
        Some(self.holdings(position))
    }

    fn set_aside(&self, position: &KinguluPosition<P>) -> Option<(KinguluPosition<P>, i16)> {
        // K5: seeds in reserved pits never affect play again.
        let (mut rest, mut margin) = position.set_aside();
        for Start { spot, .. } in Starts::forward(position.marks) {
            let seeds = i16::from(rest.ring.take(spot));
            margin += if spot < self.columns { -seeds } else { seeds };
        }
        Some((rest, margin))
    }

    fn claims(&self, position: &KinguluPosition<P>) -> u32 {
        position.marks
    }

    fn with_claims(&self, pits: u32) -> Option<KinguluPosition<P>> {
        Some(TwoRows { ring: P::default(), marks: pits, ..self.opening })
    }

    fn exact_key(&self, position: &KinguluPosition<P>) -> Option<u64> {
        // Seeds in reserved pits have been set aside, which leaves room for the bits of these pits.
        let number = self.rows.number(position.ring)?;
        let pits = 2 * u32::from(self.columns);
        if position.marks == 0 {
            (number >> 63 == 0).then_some(number)
        } else {
            let room = number.leading_zeros() > pits;
            room.then_some(1 << 63 | number << pits | u64::from(position.marks))
        }
    }
}
