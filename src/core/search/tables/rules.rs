//! Adapter from a game to endgame tables: converts positions, and shows where moves lead.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{MOST_PITS, Ranks, Spread, Step, Stray, Tables};
use crate::game::Game;
use crate::kernel::{ByTurn, Layout, Pits, Pits32, Ring, Side};
use crate::search::margin::Scale;
use crate::search::{Solution, Task};
use crate::text::notation::write_position;
use crate::variant::{AnyPosition, AnyVariant, Position};

/// Game in which only the seeds in the pits and the claimed pits matter.
pub struct Rules {
    /// Game, played to its last seed.
    variant: Arc<dyn AnyVariant>,
}

impl dyn AnyVariant {
    /// Adapts the game to endgame tables.
    ///
    /// # Errors
    ///
    /// Returns a message on why the game has no tables.
    pub fn for_tables(self: Arc<Self>) -> Result<Rules, String> {
        let variant = self.played_out().unwrap_or(self);
        let opening = variant.opening();
        if variant.count(None, &opening).is_none() {
            return Err("only the winner counts, not the margin in seeds".to_owned());
        }
        if variant.set_aside(&opening).is_none() || variant.with_claims(0).is_none() {
            return Err("won seeds may matter or be lost again".to_owned());
        }
        if 2 * usize::from(variant.layout().pits_a_side()) > MOST_PITS {
            return Err(format!("it has more than {MOST_PITS} pits"));
        }
        let rules = Rules { variant };
        let (rest, _) = rules.settle(&opening);
        if rules.spread(&rest).is_none() {
            let position = write_position(&*rules.variant, &rest);
            return Err(format!("{position} has more state than its seeds"));
        }
        Ok(rules)
    }
}

impl Rules {
    /// Returns the ranking of positions with up to this many seeds, if there are not too many.
    pub(super) fn ranks(&self, seeds: u16) -> Option<Ranks> {
        Ranks::new(self.pits(), &|pits| self.may_claim(pits), seeds)
    }

    /// Returns the position without won seeds, and the mover's lead in won seeds.
    fn settle(&self, position: &AnyPosition) -> (AnyPosition, i32) {
        Scale::SeedsToGo.settle(&*self.variant, position)
    }

    /// Converts a position without won seeds, if it has no other state.
    fn spread(&self, position: &AnyPosition) -> Option<Spread> {
        let spread = Spread {
            pits: pits_of(self.variant.layout(), position.rings()),
            claims: self.variant.claims(position),
        };
        let mut same = self.position(&spread)?;
        same.status_mut().to_move = position.status().to_move;
        (same == *position).then_some(spread)
    }

    /// Returns the position of these seeds, South to move; `None` if the rules do not allow these claims.
    fn position(&self, spread: &Spread) -> Option<AnyPosition> {
        let mut position = self.variant.with_claims(spread.claims)?;
        position.set_rings(rings_of(self.variant.layout(), &spread.pits));
        position.status_mut().to_move = Side::South;
        position.status_mut().result = None;
        Some(position)
    }

    /// Returns the number of pits.
    pub fn pits(&self) -> u8 {
        2 * self.variant.layout().pits_a_side()
    }

    /// Returns `true` if exactly these pits may be claimed.
    pub fn may_claim(&self, pits: u32) -> bool {
        self.variant.with_claims(pits).is_some()
    }

    /// Returns `true` if a repeated position ends the game.
    pub fn ends_by_repetition(&self) -> bool {
        self.variant.recurrence() > 0
    }

    /// Shows where all moves lead, or the end if the game is over.
    ///
    /// # Errors
    ///
    /// Returns the first position with more state than its seeds.
    pub fn show(&self, spread: &Spread, visit: &mut dyn FnMut(Step)) -> Result<(), Stray> {
        let variant = &*self.variant;
        let Some(position) = self.position(spread) else { return Ok(()) };
        let score = |before, position: &AnyPosition, outcome| {
            Scale::SeedsToGo.over(variant, before, position, outcome) as i16
        };
        if let Some(outcome) = variant.ended(&position) {
            visit(Step::Over(score(None, &position, outcome)));
            return Ok(());
        }
        let (mut moves, mut stray) = (false, None);
        let _ = variant.show_moves(&position, &mut |_, after| {
            moves = true;
            let same = position.status().to_move == after.status().to_move;
            if let Some(outcome) = variant.outcome(&position, after) {
                let value = score(Some(&position), after, outcome);
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
            visit(Step::Over(score(None, &position, variant.stuck(None, &position))));
        }
        stray.map_or(Ok(()), |position| Err(Stray(write_position(variant, &position))))
    }

    /// Returns the margin in seeds for the player to move if the game ends here by repetition, if known.
    pub fn repeated(&self, spread: &Spread) -> Option<i16> {
        let margin = Scale::SeedsToGo.again(&*self.variant, &self.position(spread)?)?;
        Some(margin as i16)
    }

    /// Solves a position by search.
    pub fn search(&self, spread: &Spread, task: Task<'_>, stop: &dyn Fn() -> bool) -> Solution {
        let variant = Arc::clone(&self.variant);
        let position = self.position(spread).unwrap_or_else(|| variant.opening());
        Game::from_position(variant, position).solve(task, stop, &mut |_| ())
    }

    /// Returns a position as text; empty if it is not a position of the game.
    pub fn text(&self, spread: &Spread) -> String {
        let position = self.position(spread);
        position.map_or_else(String::new, |position| write_position(&*self.variant, &position))
    }
}

/// Returns the seeds in a player's pits, then in the opponent's.
fn pits_of(layout: &Layout, ByTurn([own, across]): ByTurn<Pits32>) -> [u8; MOST_PITS] {
    let [side, half] = [layout.pits_a_side(), layout.ring_half()].map(usize::from);
    let across = match layout.ring() {
        Ring::Own => &across.bytes()[..side],
        _ => &own.bytes()[half..half + side],
    };
    let mut pits = [0; MOST_PITS];
    pits[..side].copy_from_slice(&own.bytes()[..side]);
    pits[side..2 * side].copy_from_slice(across);
    pits
}

/// Returns the rings with these seeds, those of the player before those of the opponent.
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

/// Tables adapted to the search of a game.
pub(crate) struct Probe<'a> {
    rules: Rules,
    tables: &'a Tables,
}

impl<'a> Probe<'a> {
    /// Creates a probe for this game; `None` if the tables are for another board.
    pub(crate) fn of(rules: Rules, tables: &'a Tables) -> Option<Self> {
        (rules.pits() == tables.pits()).then_some(Self { rules, tables })
    }

    /// Probes the bounds of a position on a scale, if it is not over and in the tables.
    pub(crate) fn bounds(&self, scale: Scale, position: &AnyPosition) -> Option<[i32; 2]> {
        let (rest, won) = self.rules.settle(position);
        if rest.seeds() > self.tables.seeds() {
            return None;
        }
        let bounds = self.tables.bounds(&self.rules.spread(&rest)?)?;
        // The value of a player without a move may depend on the previous move.
        self.rules.variant.has_move(&rest).then_some(())?;
        let bounds = bounds.map(|bound| won + i32::from(bound));
        Some(match scale {
            Scale::Result => bounds.map(i32::signum),
            Scale::SeedsToGo | Scale::Seeds(_) => bounds,
        })
    }
}
