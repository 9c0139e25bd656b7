//! Watches games and tallies them.

use std::sync::{Mutex, PoisonError};

use super::census::{Census, agrees, census};
use super::stats::real;
use super::tally::{MILLION, THOUSAND, Tally};
use crate::kernel::board::Side;
use crate::play::matches::{Played, Ply, Watcher};
use crate::variant::{Lead, Play, Position, Variant};

/// Watches games on one thread; what it has tallied goes to the common tally when it is dropped.
///
/// It keeps the plies of one game at a time, since only then it is known whether they count: an
/// unfinished game does not.
#[derive(Debug)]
pub struct Collector<'a> {
    common: &'a Mutex<Tally>,
    tally: Tally,
    plies: Vec<Census>,
    /// South's lead at the start and after each ply, in hundredths of a seed.
    leads: Vec<i32>,
    /// All seeds of the game, in hundredths.
    whole: u32,
}

impl<'a> Collector<'a> {
    /// A watcher with nothing seen.
    #[must_use]
    pub fn new(common: &'a Mutex<Tally>) -> Self {
        Self {
            common,
            tally: Tally::default(),
            plies: Vec::new(),
            leads: Vec::new(),
            whole: 0,
        }
    }

    /// Tallies the game that was watched.
    pub fn finish(&mut self, played: &Played) {
        let Some(result) = played.result else {
            self.tally.unfinished += 1;
            return;
        };
        self.tally.count(result, played.reason);
        self.count_moves();
        self.count_choices();
        if let Some(winner) = result.winner() {
            // Who has won leads at the end, whatever lies on the board.
            if let Some(last) = self.leads.last_mut() {
                *last = match winner {
                    Side::South => 1,
                    Side::North => -1,
                };
            }
            self.count_winner(winner);
        }
        let mut leaders = self.leads.iter().map(|lead| lead.signum());
        let mut leader = 0;
        let changes = leaders.by_ref().filter(|&next| {
            let changed = next * leader < 0;
            leader = if next == 0 { leader } else { next };
            changed
        });
        self.tally.lead_changes.add(changes.count() as u64);
    }

    /// What the moves did.
    fn count_moves(&mut self) {
        let Self { tally, plies, .. } = self;
        let deeds = || plies.iter().map(|ply| ply.deeds);
        tally.plies.add(plies.len() as u64);
        tally.laps.add_all(deeds().map(|deeds| deeds.laps.into()));
        tally.seeds.add_all(deeds().map(|deeds| deeds.seeds.into()));
        let longest = deeds().map(|deeds| deeds.seeds).max();
        tally.longest.add(longest.unwrap_or(0).into());
        let captured = deeds().map(|deeds| u64::from(deeds.captured));
        tally.captured.add(captured.sum());
        let pits = deeds().map(|deeds| u64::from(deeds.captures));
        tally.captures.add(pits.sum());
        let capturing = deeds().map(|deeds| u64::from(deeds.captured > 0));
        tally.capturing.add_all(capturing);
    }

    /// What there was to choose from.
    fn count_choices(&mut self) {
        let Self { tally, plies, .. } = self;
        let legal = || plies.iter().map(|ply| u64::from(ply.legal));
        tally.legal.add_all(legal());
        tally.count_by_ply(legal());
        tally
            .choice
            .add_all(legal().map(|legal| u64::from(legal > 1)));
        let endless: u64 = plies.iter().map(|ply| u64::from(ply.endless)).sum();
        let looked_at = legal().sum::<u64>() + endless;
        tally.endless.sums.add(endless, looked_at);
        let share = (THOUSAND * endless).checked_div(looked_at);
        tally.endless.spread.add(share.unwrap_or(0));
        let forced = plies.split(|ply| ply.legal > 1).map(<[_]>::len).max();
        tally.forced.add(forced.unwrap_or(0) as u64);
        let tree: u64 = legal().map(log10).sum();
        tally.tree.add(tree);
    }

    /// How the winner came to win.
    fn count_winner(&mut self, winner: Side) {
        let sign = match winner {
            Side::South => 1,
            Side::North => -1,
        };
        let leads = || self.leads.iter().map(|lead| lead * sign);
        let plies = self.plies.len() as u64;
        // After so many plies that side was ahead, and stayed so.
        let ahead = leads().rev().take_while(|&lead| lead > 0).count();
        let decided = (self.leads.len() - ahead) as u64;
        let decided = (THOUSAND * decided).checked_div(plies).unwrap_or(0);
        self.tally.decided.add(decided);
        let halfway = self.leads.get(self.plies.len() / 2).map(|lead| lead * sign);
        self.tally.comebacks += u64::from(halfway.is_some_and(|lead| lead < 0));
        let (mut drama, mut behind) = (0, 0);
        for lead in leads().filter(|&lead| lead < 0) {
            drama += root(lead.unsigned_abs(), self.whole);
            behind += 1;
        }
        let drama = drama.checked_div(behind).unwrap_or(0);
        self.tally.drama.sums.add(drama, 1);
        self.tally.drama.spread.add(drama / (MILLION / THOUSAND));
    }
}

impl<V: Variant> Watcher<V> for Collector<'_> {
    fn begin(&mut self, variant: &V, opening: &V::Position) {
        self.plies.clear();
        self.leads.clear();
        self.whole = 100 * variant.diagram(opening).total();
        self.leads.push(lead(variant, opening));
    }

    fn ply(&mut self, ply: &Ply<'_, V>) {
        debug_assert!(agrees(ply.variant, ply.before, ply.mv));
        self.plies.push(census(ply.variant, ply.before, ply.mv));
        self.leads.push(lead(ply.variant, ply.after));
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        let mut common = self.common.lock().unwrap_or_else(PoisonError::into_inner);
        common.merge(&self.tally);
    }
}

/// South's lead in hundredths of a seed.
fn lead<V: Variant>(variant: &V, position: &V::Position) -> i32 {
    match V::LEAD {
        Lead::Seeds => {
            let [south, north] = variant.holdings(position);
            100 * (i32::from(south) - i32::from(north))
        }
        Lead::Evaluation => match position.status().to_move {
            Side::South => variant.evaluate(position),
            Side::North => -variant.evaluate(position),
        },
    }
}

/// The decimal logarithm in millionths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "logarithms of counts are small and not negative"
)]
fn log10(count: u64) -> u64 {
    (real(count.max(1).into()).log10() * real(MILLION.into())).round() as u64
}

/// The root of a part of the whole, in millionths; parts larger than the whole are taken for the whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and a million"
)]
fn root(part: u32, whole: u32) -> u64 {
    let share = f64::from(part) / f64::from(whole.max(1));
    (share.min(1.0).sqrt() * real(MILLION.into())).round() as u64
}

#[cfg(test)]
mod tests {
    use super::Collector;
    use crate::measure::census::Census;
    use crate::measure::tally::Tally;
    use crate::play::matches::{Played, Reason};
    use crate::variant::Outcome;
    use std::sync::Mutex;

    /// The tally of one game in which South's lead went so and each ply had so many moves.
    fn tally(leads: &[i32], legal: &[u32], result: Option<Outcome>) -> Tally {
        let common = Mutex::new(Tally::default());
        let mut collector = Collector::new(&common);
        collector.whole = 400;
        collector.leads = leads.to_vec();
        let ply = |&legal| Census {
            legal,
            ..Census::default()
        };
        collector.plies = legal.iter().map(ply).collect();
        let reason = result.map_or(Reason::PlyLimit, |_| Reason::Board);
        collector.finish(&Played {
            game: 0,
            opening: 0,
            plies: 0,
            result,
            reason,
        });
        drop(collector);
        common.into_inner().unwrap()
    }

    /// By hand: the lead goes + − − + and stays from ply 4 of 5 on; behind by 100 and 25 of 400, so the roots are 0.5 and 0.25.
    #[test]
    fn leads_are_followed() {
        let leads = [0, 50, -100, -25, 75, 10];
        let south = tally(&leads, &[1; 5], Some(Outcome::South));
        assert_eq!(south.lead_changes.sums.total(), 2);
        assert_eq!(south.decided.sums.total(), 800);
        assert_eq!(south.drama.sums.total(), 375_000);
        assert_eq!(south.comebacks, 1, "behind after ply 2 of 5");
        // North has won though South has more: the last move turns the lead round.
        let north = tally(&leads, &[1; 5], Some(Outcome::North));
        assert_eq!(north.lead_changes.sums.total(), 3);
        assert_eq!(north.decided.sums.total(), 1000);
        assert_eq!(north.comebacks, 0);
    }

    #[test]
    fn draws_have_no_winner_to_follow() {
        let draw = tally(&[0, 1, 0, -1, 0], &[1; 4], Some(Outcome::Draw));
        assert_eq!(draw.lead_changes.sums.total(), 1);
        assert_eq!(draw.decided.sums.games(), 0);
        assert_eq!(draw.results, [0, 0, 1]);
    }

    /// By hand: 1 1 3 1 1 1 2 has a run of three, two real choices, and a tree of log10 6.
    #[test]
    fn choices_are_counted() {
        let game = tally(&[0; 8], &[1, 1, 3, 1, 1, 1, 2], Some(Outcome::South));
        assert_eq!(game.forced.sums.total(), 3);
        assert_eq!(game.choice.sums.total(), 2);
        assert_eq!(game.legal.sums.total(), 10);
        assert_eq!(game.tree.sums.total(), 477_121 + 301_030);
        assert_eq!(game.by_ply.len(), 7);
    }

    #[test]
    fn unfinished_games_count_nowhere_else() {
        let cut_off = tally(&[0, 1], &[3], None);
        let expected = Tally {
            unfinished: 1,
            ..Tally::default()
        };
        assert_eq!(cut_off, expected);
    }
}
