//! Wear of pits: how often each is emptied, and how many seeds fall into it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::kernel::{Event, Pit, Place, drops};
use crate::play::matches::{MatchSpec, Ply, Watcher, play_series};
use crate::variant::{AnyVariant, Position as _};

/// Uses of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wear {
    /// Number of times that seeds were taken out.
    pub lifted: u64,
    /// Number of seeds that fell in.
    pub sown: u64,
}

/// Observer that counts the uses of each pit.
#[derive(Default)]
struct Uses(BTreeMap<Pit, Wear>);

impl Uses {
    fn add(&mut self, pit: Option<Pit>, lifted: u64, sown: u64) {
        if let Some(pit) = pit {
            let wear = self.0.entry(pit).or_default();
            wear.lifted += lifted;
            wear.sown += sown;
        }
    }
}

impl Watcher for Uses {
    fn ply(&mut self, ply: &Ply<'_>) {
        let layout = &ply.variant.properties().layout;
        let mover = ply.before.status().to_move;
        ply.variant.make(ply.before, ply.mv, &mut |event| match event {
            Event::Move { from, to, seeds, .. } if seeds > 0 => {
                self.add(layout.pit(mover, from), 1, 0);
                self.add(layout.pit(mover, to), 0, seeds.into());
            }
            Event::Sow(lap) => {
                for spot in drops(layout.circuit(), lap) {
                    self.add(layout.pit(mover, Place::Ring(spot)), 0, 1);
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
        let mut all = Uses::default();
        play_series(
            &self,
            spec,
            0..spec.games,
            threads,
            stop,
            Uses::default,
            |uses, _, _| std::mem::take(uses),
            |games| {
                for (pit, own) in games.into_iter().flat_map(|uses| uses.0) {
                    all.add(Some(pit), own.lifted, own.sown);
                }
                ControlFlow::Continue(())
            },
        );
        let wear = |pit| all.0.get(&pit).copied().unwrap_or_default();
        self.layout().drawn().into_iter().map(|row| row.into_iter().map(wear).collect()).collect()
    }
}
