//! [`AnyVariant`] for any [`Variant`]: unpacks positions to their own type and packs the results.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::any::{AnyVariant, Facts, Offer, Properties, Tell, Visit, VisitFacts, Wish};
use super::key::key;
use super::net::Net;
use super::packed::packed;
use super::score::{Judge, estimate, of_outcome};
use super::{
    AnyPosition, BySide, Enumeration, Features, Fixed, IllegalMove, Lead, Move, Outcome, Play,
    Playout, Poll, Position, Start, TurnError, perft, playout,
};
use crate::kernel::{Dice, Event, FieldKind, Pits};

pub(super) struct Typed<V: Play> {
    variant: V,
    properties: Properties,
    /// File of the network.
    lesson: OnceLock<&'static str>,
    net: OnceLock<Option<Net>>,
}

impl<V: Play> Typed<V> {
    pub(super) fn new(variant: V) -> Self {
        let fields = variant.fields();
        let won = fields.iter().position(|field| field.kind == FieldKind::Seeds);
        let properties = Properties {
            layout: variant.layout().clone(),
            tiers: V::TIERS,
            possible: variant.possible(),
            lead: V::LEAD,
            opening: packed(&variant.opening()),
            recurrence: variant.recurrence(),
            position_size: size_of::<V::Position>(),
            feature_names: V::FEATURES,
            won: won.filter(|_| V::LEAD == Lead::Won),
            fields,
        };
        Self { variant, properties, lesson: OnceLock::new(), net: OnceLock::new() }
    }

    /// Returns the value of a position after a move for the player who made it.
    #[inline]
    fn brings(&self, before: &V::Position, after: &V::Position, ply: u32, judge: Judge) -> i32 {
        let status = after.status();
        let result = match status.result {
            None if !self.variant.has_move(after) => Some(self.variant.stuck(Some(before), after)),
            result => result,
        };
        let value = match result {
            Some(outcome) => of_outcome(outcome, status.to_move, ply),
            None => self.judged(after, judge),
        };
        if status.to_move == before.status().to_move { value } else { -value }
    }

    #[inline]
    fn judged(&self, position: &V::Position, judge: Judge) -> i32 {
        estimate(match judge {
            Judge::Plain => self.variant.evaluate(position),
            Judge::Weighed => self.variant.judge(position),
            // The page has no networks.
            Judge::Net if cfg!(target_family = "wasm") => self.variant.judge(position),
            Judge::Net => self.by_net(position),
        })
    }

    /// Returns the evaluation by the network, or by weights if there is none.
    #[inline(never)]
    fn by_net(&self, position: &V::Position) -> i32 {
        let read = || Net::read(self.lesson.get()?, self.variant.layout());
        let Some(net) = self.net.get_or_init(read) else {
            return self.variant.judge(position);
        };
        let rings = position.rings().map(Pits::wide);
        let evaluation = self.variant.evaluate(position);
        net.value(rings, evaluation, self.variant.claims(position))
    }
}

#[inline]
fn typed<P: Position>(position: &AnyPosition) -> P {
    P::unpack(position)
}

/// Implements methods that query the variant about one position.
macro_rules! ask {
    ($($method:ident -> $answer:ty;)*) => {$(
        fn $method(&self, position: &AnyPosition) -> $answer {
            self.variant.$method(&typed(position))
        }
    )*};
}

impl<V: Play> AnyVariant for Typed<V> {
    ask! {
        ended -> Option<Outcome>;
        holdings -> BySide<u16>;
        exact_key -> Option<u64>;
        in_reach -> u16;
        count_repeated -> Option<BySide<u16>>;
        claims -> u32;
        features -> Features;
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn learn(&self, file: &'static str) {
        // The first one stays.
        let _ = self.lesson.set(file);
    }

    fn show_moves(&self, position: &AnyPosition, visit: &mut Visit<'_>) -> ControlFlow<()> {
        self.variant.show_moves(&typed(position), &mut |mv, after| visit(mv, &after.pack()))
    }

    fn each_way(
        &self,
        position: &AnyPosition,
        mv: Move,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<(), Enumeration> {
        self.variant.each_way(&typed(position), mv, &mut |mv, after| visit(mv, &after.pack()))
    }

    fn offer(&self, position: &AnyPosition, tier: u8) -> Offer {
        let position = typed(position);
        Offer {
            starts: self.variant.starts(&position, tier),
            sure: self.variant.starts_are_moves(&position, tier),
            choices: self.variant.choices(&position, tier),
        }
    }

    fn random_move(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        let position: V::Position = typed(position);
        let mut after = position;
        let mv = self.variant.draw_into(&mut after, &position, dice, stop)?;
        Some((mv, after.pack()))
    }

    fn make(&self, position: &AnyPosition, mv: Move, tell: &mut Tell<'_>) -> Option<AnyPosition> {
        Some(packed(&self.variant.make(&typed(position), mv, tell)?))
    }

    fn turn(
        &self,
        position: &AnyPosition,
        tier: u8,
        start: Start,
        fixed: &mut Fixed,
        tell: Option<&mut dyn FnMut(Event)>,
    ) -> Result<AnyPosition, TurnError> {
        let position = typed(position);
        let after = match tell {
            None => self.variant.turn(&position, tier, start, fixed, &mut ())?,
            tell => self.variant.recount(&position, tier, start, fixed, tell)?,
        };
        Ok(packed(&after))
    }

    fn stuck(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Outcome {
        self.variant.stuck(before.map(typed).as_ref(), &typed(position))
    }

    fn never_returns(&self, before: &AnyPosition, after: &AnyPosition) -> bool {
        self.variant.never_returns(&typed(before), &typed(after))
    }

    fn repeated(&self, position: &mut AnyPosition) -> Option<Outcome> {
        let mut tidied = typed(position);
        let outcome = self.variant.repeated(&mut tidied);
        *position = packed(&tidied);
        outcome
    }

    fn count(&self, before: Option<&AnyPosition>, position: &AnyPosition) -> Option<BySide<u16>> {
        self.variant.count(before.map(typed).as_ref(), &typed(position))
    }

    fn set_aside(&self, position: &AnyPosition) -> Option<(AnyPosition, i16)> {
        let (rest, won) = self.variant.set_aside(&typed(position))?;
        Some((rest.pack(), won))
    }

    fn played_out(&self) -> Option<Arc<dyn AnyVariant>> {
        Some(Arc::new(Self::new(self.variant.played_out()?)))
    }

    fn with_claims(&self, pits: u32) -> Option<AnyPosition> {
        Some(packed(&self.variant.with_claims(pits)?))
    }

    fn estimate(&self, position: &AnyPosition, judge: Judge) -> i32 {
        self.judged(&typed(position), judge)
    }

    fn write_move(&self, position: &AnyPosition, mv: Move, after: &AnyPosition) -> String {
        self.variant.write_move(&typed(position), mv, &typed(after))
    }

    fn other_spellings(
        &self,
        position: &AnyPosition,
        mv: Move,
        after: &AnyPosition,
    ) -> Vec<String> {
        let [position, after] = [position, after].map(typed);
        self.variant.other_spellings(&position, mv, &after)
    }

    fn refused_by(&self, position: &AnyPosition, refused: IllegalMove) -> Option<&'static str> {
        self.variant.refused_by(&typed(position), refused)
    }

    fn key(&self, position: &AnyPosition) -> u64 {
        key(&typed::<V::Position>(position))
    }

    fn perft(&self, position: &AnyPosition, depth: u32, stop: &dyn Fn() -> bool) -> u64 {
        let (position, depth) = (typed(position), depth.min(perft::DEEPEST));
        perft::count(&self.variant, &position, depth, &mut Poll::default(), stop)
    }

    fn playout(
        &self,
        position: &AnyPosition,
        dice: &mut Dice,
        limit: u32,
        stop: &dyn Fn() -> bool,
    ) -> Playout {
        playout::playout(&self.variant, &typed(position), dice, limit, stop)
    }

    fn best_static_value(
        &self,
        position: &AnyPosition,
        ply: u32,
        enough: i32,
        judge: Judge,
        poll: &mut Poll,
        stop: &dyn Fn() -> bool,
    ) -> Option<i32> {
        let position = typed(position);
        let mut best = None;
        let _ = self.variant.show_moves(&position, &mut |_, after| {
            best = best.max(Some(self.brings(&position, after, ply + 1, judge)));
            if best >= Some(enough) { ControlFlow::Break(()) } else { poll.step(stop) }
        });
        best
    }

    fn show_facts(
        &self,
        position: &AnyPosition,
        wish: Wish,
        visit: &mut VisitFacts<'_>,
    ) -> ControlFlow<()> {
        self.variant.each_move(&typed(position), &mut |mv, after| {
            if after.status().result.is_some() {
                return visit(mv, &after.pack(), Facts::default());
            }
            match wish {
                Wish::Estimate { judge, keyed } => {
                    let facts = Facts {
                        key: if keyed { key(after) } else { 0 },
                        value: self.judged(after, judge),
                        won: 0,
                    };
                    visit(mv, &after.pack(), facts)
                }
                Wish::Settle { aside } => {
                    let settled = aside.then(|| self.variant.set_aside(after)).flatten();
                    let (after, won) = settled.unwrap_or((*after, 0));
                    let exact = aside.then(|| self.variant.exact_key(&after)).flatten();
                    let facts = Facts {
                        key: exact.unwrap_or_else(|| key(&after)),
                        // Seeds on the board belong to neither player yet, so the remainder counts 0.
                        value: if aside && V::LEAD == Lead::Won {
                            0
                        } else {
                            self.variant.evaluate(&after)
                        },
                        won: won.into(),
                    };
                    visit(mv, &after.pack(), facts)
                }
            }
        })
    }
}
