//! Wear of pits: how often each is emptied, and how many seeds fall into it.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::Game;
use crate::kernel::board::Pit;
use crate::kernel::event::{Event, Place};
use crate::kernel::lap::drops;
use crate::kernel::layout::Layout;
use crate::play::matches::{MatchSpec, Played, Ply, Watcher, play_series};
use crate::variant::{AnyVariant, Position as _};

/// Uses of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wear {
    /// Number of times that seeds were taken out.
    pub lifted: u64,
    /// Number of seeds that fell in.
    pub sown: u64,
}

/// Observer that counts the uses of each pit, row by row as on the board.
struct Rows {
    pits: Vec<Vec<Pit>>,
    wear: Vec<Vec<Wear>>,
}

impl Rows {
    fn new(layout: &Layout) -> Self {
        let pits = layout.drawn();
        let wear = pits
            .iter()
            .map(|row| vec![Wear::default(); row.len()])
            .collect();
        Self { pits, wear }
    }

    /// Returns the counts of a pit.
    fn at(&mut self, pit: Option<Pit>) -> Option<&mut Wear> {
        let pit = pit?;
        let own = |row: &Vec<Pit>| row.iter().position(|other| *other == pit);
        let (row, column) = self
            .pits
            .iter()
            .enumerate()
            .find_map(|(row, pits)| Some((row, own(pits)?)))?;
        self.wear.get_mut(row)?.get_mut(column)
    }
}

impl Watcher for Rows {
    fn ply(&mut self, ply: &Ply<'_>) {
        let layout = &ply.variant.properties().layout;
        let mover = ply.before.status().to_move;
        ply.variant
            .make(ply.before, ply.mv, &mut |event| match event {
                Event::Move {
                    from, to, seeds, ..
                } if seeds > 0 => {
                    if let Some(wear) = self.at(layout.pit(mover, from)) {
                        wear.lifted += 1;
                    }
                    if let Some(wear) = self.at(layout.pit(mover, to)) {
                        wear.sown += u64::from(seeds);
                    }
                }
                Event::Sow(lap) => {
                    for spot in drops(layout.circuit(), lap) {
                        if let Some(wear) = self.at(layout.pit(mover, Place::Ring(spot))) {
                            wear.sown += 1;
                        }
                    }
                }
                _ => {}
            });
    }
}

impl dyn AnyVariant {
    /// Plays a match and counts the uses of each pit, row by row as on the board. Incomplete once `stop` returns `true`.
    pub fn wear(
        self: Arc<Self>,
        spec: &MatchSpec,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Vec<Wear>> {
        let layout = self.properties().layout.clone();
        let mut all = Rows::new(&layout).wear;
        let finish = |rows: &mut Rows, _: &Game, _: Played| {
            std::mem::replace(&mut rows.wear, Rows::new(&layout).wear)
        };
        play_series(
            &self,
            spec,
            0..spec.games,
            threads,
            stop,
            || Rows::new(&layout),
            finish,
            |games| {
                for wear in &games {
                    let counts = all.iter_mut().flatten().zip(wear.iter().flatten());
                    for (sum, own) in counts {
                        sum.lifted += own.lifted;
                        sum.sown += own.sown;
                    }
                }
                ControlFlow::Continue(())
            },
        );
        all
    }
}
