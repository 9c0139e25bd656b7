//! A game as tables see it: positions as seeds in pits and back, and where moves lead.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{MOST_PITS, Ranks, Spread, Step, Stray, Tables};
use crate::game::Game;
use crate::kernel::board::{Pits, Pits32, Side};
use crate::kernel::layout::{Layout, Ring};
use crate::kernel::pair::ByTurn;
use crate::search::margin::Scale;
use crate::search::{Solution, Task};
use crate::text::notation::write_position;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// A game in which nothing but the seeds in the pits matters, and who has claimed which pit.
pub struct Rules {
    /// The game, played to its last seed.
    variant: Arc<dyn AnyVariant>,
}

impl dyn AnyVariant {
    /// The game as endgame tables see it.
    ///
    /// # Errors
    ///
    /// Why it has no tables.
    pub fn for_tables(self: Arc<Self>) -> Result<Rules, String> {
        Rules::of(self)
    }
}

impl Rules {
    fn of(variant: Arc<dyn AnyVariant>) -> Result<Self, String> {
        let variant = variant.played_out().unwrap_or(variant);
        let opening = variant.opening();
        if variant.count(None, &opening).is_none() {
            return Err("it is not more seeds that win".to_owned());
        }
        if variant.set_aside(&opening).is_none() || variant.with_claims(0).is_none() {
            return Err("what was won may matter or be lost again".to_owned());
        }
        if 2 * usize::from(variant.layout().pits_a_side()) > MOST_PITS {
            return Err(format!("it has more than {MOST_PITS} pits"));
        }
        let seeds = Self { variant };
        let (rest, _) = seeds.settle(&opening);
        match seeds.spread(&rest) {
            Some(_) => Ok(seeds),
            None => Err(format!(
                "{} is more than its seeds",
                write_position(&*seeds.variant, &rest)
            )),
        }
    }

    /// Numbers for its positions with up to so many seeds, if there are not too many.
    pub(super) fn ranks(&self, seeds: u16) -> Option<Ranks> {
        Ranks::new(self.pits(), &|pits| self.may_claim(pits), seeds)
    }

    /// The position without what was won, and how many seeds more its player to move had.
    fn settle(&self, position: &AnyPosition) -> (AnyPosition, i32) {
        Scale::SeedsToGo.settle(&*self.variant, position)
    }

    /// A position without what was won as seeds in pits, if there is nothing else to it.
    fn spread(&self, position: &AnyPosition) -> Option<Spread> {
        let spread = Spread {
            pits: pits_of(self.variant.layout(), position.rings()),
            claims: self.variant.claims(position),
        };
        let mut same = self.position(&spread)?;
        same.status_mut().to_move = position.status().to_move;
        (same == *position).then_some(spread)
    }

    /// The position of these seeds, South to move; `None` if the rules know none with these claims.
    fn position(&self, spread: &Spread) -> Option<AnyPosition> {
        let mut position = self.variant.with_claims(spread.claims)?;
        position.set_rings(rings_of(self.variant.layout(), &spread.pits));
        position.status_mut().to_move = Side::South;
        position.status_mut().result = None;
        Some(position)
    }
}

/// What lies in the pits of a player, and then of the other.
fn pits_of(layout: &Layout, ByTurn([own, across]): ByTurn<Pits32>) -> [u8; MOST_PITS] {
    let (side, half) = (layout.pits_a_side(), layout.ring_half());
    let mut pits = [0; MOST_PITS];
    let (first, second) = pits.split_at_mut(usize::from(side));
    for spot in 0..side {
        let place = usize::from(spot);
        first[place] = own.get(spot);
        second[place] = match layout.ring() {
            Ring::Own => across.get(spot),
            _ => own.get(half + spot),
        };
    }
    pits
}

/// The way back.
fn rings_of(layout: &Layout, pits: &[u8; MOST_PITS]) -> ByTurn<Pits32> {
    let (side, half) = (layout.pits_a_side(), layout.ring_half());
    let [mut own, mut across] = [Pits32::default(); 2];
    let (first, second) = pits.split_at(usize::from(side));
    for (spot, (&seeds, &others)) in (0..side).zip(first.iter().zip(second)) {
        own.add(spot, seeds);
        match layout.ring() {
            Ring::Own => across.add(spot, others),
            _ => own.add(half + spot, others),
        }
    }
    ByTurn([own, across])
}

impl Rules {
    /// How many pits there are.
    #[must_use]
    pub fn pits(&self) -> u8 {
        2 * self.variant.layout().pits_a_side()
    }

    /// Whether just these pits may be claimed.
    #[must_use]
    pub fn may_claim(&self, pits: u32) -> bool {
        self.variant.with_claims(pits).is_some()
    }

    /// Whether a game ends when a position comes back.
    #[must_use]
    pub fn ends_by_repetition(&self) -> bool {
        self.variant.recurrence() > 0
    }

    /// Shows where all moves lead; nothing but the end where the game is over.
    ///
    /// # Errors
    ///
    /// The first position that is not its seeds alone.
    pub fn show(&self, spread: &Spread, visit: &mut dyn FnMut(Step)) -> Result<(), Stray> {
        let variant = &*self.variant;
        let Some(position) = self.position(spread) else {
            return Ok(());
        };
        let worth = |before, position: &AnyPosition, outcome| {
            Scale::SeedsToGo.over(variant, before, position, outcome) as i16
        };
        if let Some(outcome) = variant.ended(&position) {
            visit(Step::Over(worth(None, &position, outcome)));
            return Ok(());
        }
        let (mut moves, mut stray) = (false, None);
        let _ = variant.show_moves(&position, &mut |_, after| {
            moves = true;
            let same = position.status().to_move == after.status().to_move;
            if let Some(outcome) = variant.outcome(&position, after) {
                let value = worth(Some(&position), after, outcome);
                visit(Step::Over(if same { value } else { -value }));
                return ControlFlow::Continue(());
            }
            let (rest, won) = self.settle(after);
            let Some(spread) = self.spread(&rest) else {
                stray = Some(rest);
                return ControlFlow::Break(());
            };
            let gain = if same { won } else { -won } as i16;
            visit(Step::To { spread, same, gain });
            ControlFlow::Continue(())
        });
        if !moves {
            let outcome = variant.stuck(None, &position);
            visit(Step::Over(worth(None, &position, outcome)));
        }
        let told = |position| Err(Stray(write_position(variant, &position)));
        stray.map_or(Ok(()), told)
    }

    /// How many seeds more the player to move has if the game ends here because the position has come back, if that is known.
    #[must_use]
    pub fn repeated(&self, spread: &Spread) -> Option<i16> {
        let position = self.position(spread)?;
        let counts = self.variant.count_repeated(&position)?;
        let ByTurn([own, other]) = counts.seen_by(position.status().to_move);
        Some(own.cast_signed() - other.cast_signed())
    }

    /// What a position comes to, found by search.
    #[must_use]
    pub fn search(&self, spread: &Spread, task: Task<'_>, stop: &dyn Fn() -> bool) -> Solution {
        let variant = Arc::clone(&self.variant);
        let position = self.position(spread).unwrap_or_else(|| variant.opening());
        Game::from_position(variant, position).solve(task, stop, &mut |_| ())
    }

    /// A position as text; nothing if there is no such position.
    #[must_use]
    pub fn text(&self, spread: &Spread) -> String {
        let position = self.position(spread);
        position.map_or_else(String::new, |position| {
            write_position(&*self.variant, &position)
        })
    }
}

/// Tables as the search of a game asks them.
pub(crate) struct Probe<'a> {
    rules: Rules,
    tables: &'a Tables,
}

impl<'a> Probe<'a> {
    /// Tables of this game; `None` if they are of another board.
    pub(crate) fn of(rules: Rules, tables: &'a Tables) -> Option<Self> {
        (rules.pits() == tables.pits()).then_some(Self { rules, tables })
    }

    /// What is proved of a position that is searched on this scale, if it is not over and the tables have it.
    pub(crate) fn bounds(&self, scale: Scale, position: &AnyPosition) -> Option<[i32; 2]> {
        let (rest, won) = self.rules.settle(position);
        if rest.seeds() > self.tables.seeds() {
            return None;
        }
        let bounds = self.tables.bounds(&self.rules.spread(&rest)?)?;
        // What a player without a move comes to may depend on the move before.
        self.rules.variant.has_move(&rest).then_some(())?;
        let bounds = bounds.map(|bound| won + i32::from(bound));
        Some(match scale {
            Scale::Result => bounds.map(i32::signum),
            Scale::SeedsToGo | Scale::Seeds(_) => bounds,
        })
    }
}
