//! Watches games and tallies them.

use std::sync::{Mutex, PoisonError};

use super::census::{Census, agrees, census};
use super::difference::BATCHES;
use super::probe::{self, Values, displaced, values};
use super::sample::fingerprint;
use super::tally::{MILLION, Tally};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::kernel::diagram::Swap;
use crate::kernel::dice::Dice;
use crate::kernel::pair::BySide;
use crate::play::matches::{MatchSpec, Played, Ply, Watcher};
use crate::play::players::AlphaBeta;
use crate::system::number::real;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, AnyVariant, Lead, Move, Outcome, Position};

/// Mixed into the random seed of probes, so that they differ from the games.
const PROBING: u64 = 0x70_726f_6265;

/// Interval between the examined games after the first ones.
const ONE_IN: u64 = 32;

/// Numbers of games, counted from the first, that are examined in detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// Number of games in which all moves are examined. Of the later games, only one in thirty-two is examined.
    pub moves: u64,
    /// Number of games in which a position is searched, if their moves are examined.
    pub probes: u64,
}

impl Looks {
    /// Returns the usual numbers. Moves differ little from game to game, and examining all legal ones takes ten times as
    /// long as playing one.
    pub const fn usual(probes: u64) -> Self {
        let moves = 1000;
        Self { moves, probes }
    }

    /// Returns `true` if the moves of this game are examined. Later games are chosen in whole blocks of consecutive
    /// games, which contain one game of each batch, so that differences use all batches equally.
    const fn at_moves_of(self, game: u64) -> bool {
        game < self.moves || (game / BATCHES as u64).is_multiple_of(ONE_IN)
    }
}

/// Watches games on one thread; adds its tally to the common one when dropped.
///
/// Holds the plies of one game at a time, because those of an unfinished game and random opening plies do not count.
pub struct Collector<'a> {
    common: &'a Mutex<Tally>,
    tally: Tally,
    course: Course,
    /// Whether games are played over rounds.
    over_rounds: bool,
    looks: Looks,
    seed: u64,
    search: AlphaBeta,
    /// Stop request; once it returns `true`, the tally is of no use.
    stop: &'a dyn Fn() -> bool,
}

/// Course of one game.
#[derive(Debug, Default)]
struct Course {
    /// Mover of each ply.
    movers: Vec<Side>,
    /// South's lead after a quarter, half and three quarters of the game, in hundredths of a seed.
    ahead: [i32; 3],
    /// Data of each ply, if the moves of the game are examined.
    seen: Option<Seen>,
    /// All seeds of the game, in hundredths.
    whole: u32,
    /// Number of plies after which each round ended, in a game over rounds.
    rounds: Option<Vec<usize>>,
    /// Whether the rules have a swap.
    may_swap: bool,
    /// Whether a swap was made.
    swapped: bool,
    /// Index of the ply that was a swap; it counts in no measure of moves (S3).
    swap: Option<usize>,
}

/// Data of each ply.
#[derive(Debug, Default)]
struct Seen {
    /// Choices and effects of each ply.
    plies: Vec<Census>,
    /// South's lead at the start and after each ply, in hundredths of a seed.
    leads: Vec<i32>,
}

impl Course {
    /// Removes the random plies of the opening, which no player chose.
    fn begin_after(&mut self, opening: u32) {
        let plies = opening as usize;
        let opening = self.moves_before(plies);
        for end in self.rounds.iter_mut().flatten() {
            let swaps = usize::from(self.swap.is_some_and(|swap| swap < *end));
            *end = (*end - swaps).saturating_sub(opening);
        }
        self.swap = self.swap.and_then(|swap| swap.checked_sub(plies));
        if let Some(seen) = &mut self.seen {
            let opening = opening.min(seen.plies.len());
            seen.plies.drain(..opening);
            seen.leads.drain(..opening);
        }
    }

    /// Counts the plies before this one, leaving out a swap.
    fn moves_before(&self, ply: usize) -> usize {
        ply - usize::from(self.swap.is_some_and(|swap| swap < ply))
    }

    /// Adds the game to a tally.
    fn count(&mut self, tally: &mut Tally, played: &Played) {
        self.begin_after(played.opening);
        let game = played.game;
        let finished = played.result.is_some();
        self.count_lengths(tally, game, finished);
        if let Some(seen) = &self.seen {
            let dropped = seen.plies.iter().map(|ply| u64::from(ply.deeds.seeds));
            tally.hand.add(game, dropped.sum(), finished);
        }
        let Some(result) = played.result else {
            tally.unfinished += 1;
            return;
        };
        tally.count(game, result);
        if self.may_swap {
            tally.swaps.add(game, u64::from(self.swapped));
        }
        if let Some(seen) = &self.seen {
            count_moves(&seen.plies, tally, game);
            count_choices(&seen.plies, tally, game);
        }
        if self.rounds.is_none() {
            tally.count_reason(played.reason);
            if let Some(winner) = result.winner() {
                self.count_winner(tally, game, winner);
            }
            if let Some(seen) = &mut self.seen {
                seen.count_leads(tally, game, result);
            }
        }
    }

    /// Adds the values of the moves of one position.
    fn count_values(&self, tally: &mut Tally, game: u64, found: Values) {
        let trap = MILLION * u64::from(found.trap) / u64::from(self.whole.max(1));
        tally.trap.add(game, trap);
        tally.real_choice.add(game, u64::from(found.choice >= 100));
    }

    /// Adds the lengths of the game.
    fn count_lengths(&self, tally: &mut Tally, game: u64, finished: bool) {
        let mut turns = 0;
        let mut last = None;
        let rounds = self.rounds.as_deref().unwrap_or_default();
        for (ply, &mover) in self.movers.iter().enumerate() {
            // A player who moves last in a round and first in the next, or before and after a swap, has two turns.
            let again = rounds.contains(&ply) || self.swap == Some(ply);
            turns += u64::from(last != Some(mover) || again);
            last = Some(mover);
        }
        tally.plies.add(game, self.movers.len() as u64, finished);
        tally.turns.add(game, turns, finished);
        match &self.rounds {
            Some(ends) => tally.rounds.add(game, ends.len() as u64, finished),
            None => tally.rounds.add(game, 1, true),
        }
    }

    /// Adds the leads and the deficit of the winner.
    fn count_winner(&self, tally: &mut Tally, game: u64, winner: Side) {
        let leads = self.ahead.map(|lead| lead * sign(winner));
        let series = [
            &mut tally.quarter,
            &mut tally.half,
            &mut tally.three_quarters,
        ];
        for (series, lead) in series.into_iter().zip(leads) {
            if lead != 0 {
                series.add(game, u64::from(lead > 0));
            }
        }
        let behind = u32::try_from(-leads[1]).unwrap_or(0);
        let far = behind > 0 && behind >= self.whole.div_ceil(10);
        tally.comeback.add(game, u64::from(far));
    }
}

impl Seen {
    /// Adds the changes of the lead, in a game of one round.
    fn count_leads(&mut self, tally: &mut Tally, game: u64, result: Outcome) {
        // The winner leads at the end, whatever lies on the board.
        if let (Some(winner), Some(last)) = (result.winner(), self.leads.last_mut()) {
            *last = sign(winner);
        }
        let mut leader = 0;
        let changes = self.leads.iter().map(|lead| lead.signum()).filter(|&next| {
            let changed = next * leader < 0;
            leader = if next == 0 { leader } else { next };
            changed
        });
        let changes = changes.count() as u64;
        let plies = self.plies.len() as u64;
        tally.lead_changes.add_total(game, changes, plies);
    }
}

/// Adds the effects of the moves of a game.
fn count_moves(plies: &[Census], tally: &mut Tally, game: u64) {
    let deeds = || plies.iter().map(|ply| ply.deeds);
    let laps = deeds().map(|deeds| deeds.laps.into());
    tally.laps.add_all(game, laps);
    let seeds = deeds().map(|deeds| deeds.seeds.into());
    tally.seeds.add_all(game, seeds);
    let captured = deeds().map(|deeds| u64::from(deeds.captured));
    tally.captured.add(game, captured.sum());
    let pits = deeds().map(|deeds| u64::from(deeds.captures));
    tally.captures.add(game, pits.sum());
    let capturing = deeds().filter(|deeds| deeds.captured > 0).count() as u64;
    tally
        .capturing
        .add_total(game, capturing, plies.len() as u64);
}

/// Adds the choices in a game.
fn count_choices(plies: &[Census], tally: &mut Tally, game: u64) {
    let legal = || plies.iter().map(|ply| u64::from(ply.legal));
    tally.legal.add_all(game, legal());
    tally.count_by_ply(legal());
    let reading = plies.iter().map(|ply| ply.reading.into());
    tally.reading.add_all(game, reading);
    let chosen = legal().filter(|&legal| legal > 1).count() as u64;
    tally.choice.add_total(game, chosen, plies.len() as u64);
    let endless: u64 = plies.iter().map(|ply| u64::from(ply.endless)).sum();
    let looked_at = legal().sum::<u64>() + endless;
    tally.endless.add_total(game, endless, looked_at);
    tally.tree.add(game, legal().map(log10).sum());
}

/// Returns the sign of a side's lead.
const fn sign(side: Side) -> i32 {
    match side {
        Side::South => 1,
        Side::North => -1,
    }
}

impl<'a> Collector<'a> {
    /// Creates an empty watcher of a match.
    pub fn new(
        common: &'a Mutex<Tally>,
        looks: Looks,
        spec: &MatchSpec,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            common,
            tally: Tally::default(),
            course: Course::default(),
            over_rounds: spec.rounds.is_some(),
            looks,
            seed: spec.seed,
            search: probe::search(),
            stop,
        }
    }

    /// Adds the game that was watched to the tally.
    pub fn finish(&mut self, game: &Game, played: &Played) {
        self.course.rounds = self.over_rounds.then(|| game.round_ends());
        let past = game.past().iter();
        let mut first = past.take_while(|(position, _)| position.swap() != Swap::Closed);
        self.course.swap = first.position(|(_, mv)| *mv == Move::SWAP);
        self.course.swapped = self.course.swap.is_some();
        let opening = (played.opening as usize).min(game.plies());
        let own = &game.past()[opening..];
        self.course.movers.clear();
        let moves = own.iter().filter(|(_, mv)| *mv != Move::SWAP);
        let turns = moves.map(|(position, _)| position.status().to_move);
        self.course.movers.extend(turns);
        self.course.ahead = [1, 2, 3].map(|quarters| {
            let at = own.get(own.len() * quarters / 4);
            let position = at.map_or(game.position(), |(position, _)| position);
            Self::lead(game.variant(), position)
        });
        self.course.count(&mut self.tally, played);
        let moves = &mut game.past().iter().map(|(_, mv)| *mv);
        self.tally.sample.add(fingerprint(moves));
        let plies = game.plies();
        if !self.looks.at_moves_of(played.game) || played.result.is_none() || plies <= opening {
            return;
        }
        let mut dice = Dice::numbered(self.seed ^ PROBING, played.game);
        let ply = opening + dice.below(u32::try_from(plies - opening).unwrap_or(1)) as usize;
        let (position, mv) = &game.past()[ply];
        if *mv == Move::SWAP {
            return;
        }
        if let Some(displaced) = displaced(game.variant(), position, *mv, &mut dice, self.stop) {
            self.tally.displaced.add(played.game, displaced.into());
        }
        if played.game >= self.looks.probes {
            return;
        }
        let found = values(&mut self.search, game, ply, &mut dice, self.stop);
        self.course
            .count_values(&mut self.tally, played.game, found);
    }

    /// Returns South's lead in hundredths of a seed.
    fn lead(variant: &dyn AnyVariant, position: &AnyPosition) -> i32 {
        if variant.properties().lead == Lead::Evaluation {
            return sign(position.status().to_move) * variant.estimate(position, Judge::Plain);
        }
        let BySide([south, north]) = variant.decisive_seeds(position).map(i32::from);
        100 * (south - north)
    }
}

impl Watcher for Collector<'_> {
    fn begin(&mut self, game: u64, variant: &dyn AnyVariant, opening: &AnyPosition) {
        self.course.whole = 100 * variant.diagram(opening).total();
        self.course.may_swap = opening.swap() != Swap::Closed;
        let mut seen = self.course.seen.take().unwrap_or_default();
        seen.plies.clear();
        seen.leads.clear();
        if self.looks.at_moves_of(game) {
            seen.leads.push(Self::lead(variant, opening));
            self.course.seen = Some(seen);
        }
    }

    fn ply(&mut self, ply: &Ply<'_>) {
        if self.course.seen.is_none() || ply.mv == Move::SWAP {
            return;
        }
        debug_assert!(agrees(ply.variant, ply.before, ply.mv, self.stop));
        let lead = Self::lead(ply.variant, ply.after);
        if let Some(seen) = &mut self.course.seen {
            let census = census(ply.variant, ply.before, ply.mv, self.stop);
            seen.plies.push(census);
            seen.leads.push(lead);
        }
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        let mut common = self.common.lock().unwrap_or_else(PoisonError::into_inner);
        common.merge(&self.tally);
    }
}

/// Returns the decimal logarithm in millionths.
#[expect(
    clippy::cast_sign_loss,
    reason = "logarithms of counts are small and not negative"
)]
fn log10(count: u64) -> u64 {
    (real(count.max(1).into()).log10() * real(MILLION.into())).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::Reason;

    /// Returns the tally of one game with these leads of South and these numbers of moves; the players take turns.
    fn tally(leads: &[i32], legal: &[u32], opening: u32, result: Option<Outcome>) -> Tally {
        over_rounds(leads, legal, opening, result, None)
    }

    /// Returns the tally of one game over rounds that ended after these plies.
    fn over_rounds(
        leads: &[i32],
        legal: &[u32],
        opening: u32,
        result: Option<Outcome>,
        rounds: Option<&[usize]>,
    ) -> Tally {
        let ply = |&legal: &u32| Census {
            legal,
            ..Census::default()
        };
        let first = opening as usize;
        let own = legal.len() - first;
        let mut course = Course {
            movers: (first..legal.len())
                .map(|ply| Side::BOTH[ply % 2])
                .collect(),
            ahead: [1, 2, 3].map(|quarters| leads[first + own * quarters / 4]),
            seen: Some(Seen {
                plies: legal.iter().map(ply).collect(),
                leads: leads.to_vec(),
            }),
            whole: 400,
            rounds: rounds.map(<[usize]>::to_vec),
            ..Course::default()
        };
        let mut tally = Tally::default();
        let played = Played {
            game: 0,
            opening,
            plies: 0,
            result,
            reason: result.map_or(Reason::PlyLimit, |_| Reason::Board),
        };
        course.count(&mut tally, &played);
        tally
    }

    /// By hand: the lead goes + − − +, South wins. Ahead after ply 1 of 5 and ply 3, behind by a quarter after ply 2.
    #[test]
    fn leads_are_followed() {
        let leads = [0, 50, -100, 25, 75, 10];
        let south = tally(&leads, &[1; 5], 0, Some(Outcome::South));
        assert_eq!(south.lead_changes.sums.total(), 2);
        assert_eq!(south.lead_changes.sums.items(), 5);
        assert_eq!(south.quarter.sums.total(), 1);
        assert_eq!(south.half.sums.total(), 0);
        assert_eq!(south.three_quarters.sums.total(), 1);
        assert_eq!(south.comeback.sums.total(), 1);
        // North wins though South has more: the last move reverses the lead.
        let north = tally(&leads, &[1; 5], 0, Some(Outcome::North));
        assert_eq!(north.lead_changes.sums.total(), 3);
        assert_eq!(north.half.sums.total(), 1);
        assert_eq!(north.comeback.sums.total(), 0);
        // A tenth of 400 is 40: 39 behind is not far.
        let near = tally(&[0, 0, -39, 0, 0, 1], &[1; 5], 0, Some(Outcome::South));
        assert_eq!(near.comeback.sums.total(), 0);
        assert_eq!(near.quarter.sums.games(), 0, "level then");
    }

    #[test]
    fn draws_have_no_winner_to_follow() {
        let draw = tally(&[0, 1, 0, -1, 0], &[1; 4], 0, Some(Outcome::Draw));
        assert_eq!(draw.lead_changes.sums.total(), 1);
        assert_eq!(draw.half.sums.games() + draw.comeback.sums.games(), 0);
        assert_eq!(draw.results, [0, 0, 1]);
        assert_eq!(draw.score.sums.total(), 1);
    }

    /// By hand: 1 1 3 1 1 1 2 has two real choices, and a tree of log10 6.
    #[test]
    fn choices_are_counted() {
        let game = tally(&[0; 8], &[1, 1, 3, 1, 1, 1, 2], 0, Some(Outcome::South));
        assert_eq!(game.choice.sums.total(), 2);
        assert_eq!(game.legal.sums.total(), 10);
        assert_eq!(game.tree.sums.total(), 477_121 + 301_030);
        assert_eq!(game.by_ply.len(), 7);
        assert_eq!(game.turns.watched.sums.total(), 7);
    }

    /// Random opening plies count nowhere: neither their moves nor their leads nor their length.
    #[test]
    fn random_opening_plies_count_in_no_measure() {
        let leads = [0, 100, -100, 100, 100];
        let whole = tally(&leads, &[9, 9, 2, 2], 0, Some(Outcome::South));
        let after_two = tally(&leads, &[9, 9, 2, 2], 2, Some(Outcome::South));
        let alone = tally(&leads[2..], &[2, 2], 0, Some(Outcome::South));
        assert_eq!(after_two, alone);
        assert_ne!(after_two, whole);
    }

    #[test]
    fn unfinished_games_count_in_lengths_alone() {
        let cut_off = tally(&[0, 1], &[3], 0, None);
        let mut expected = Tally {
            unfinished: 1,
            ..Tally::default()
        };
        expected.plies.add(0, 1, false);
        expected.turns.add(0, 1, false);
        expected.hand.add(0, 0, false);
        // Its only round, however long.
        expected.rounds.add(0, 1, true);
        assert_eq!(cut_off, expected);
        assert_eq!(cut_off.plies.survival().quantile(0.5), None);
    }

    /// By hand: the players alternate across rounds: six turns in three rounds; the lead is not followed.
    #[test]
    fn a_game_over_rounds_is_one_game() {
        let leads = [0, 50, -50, 0, 50, -50, 50];
        let whole = over_rounds(&leads, &[2; 6], 0, Some(Outcome::South), Some(&[2, 5, 6]));
        assert_eq!(whole.plies.watched.sums.total(), 6);
        assert_eq!(whole.rounds.watched.sums.total(), 3);
        assert_eq!(whole.results, [1, 0, 0]);
        assert_eq!(whole.endings, [0; 3]);
        assert_eq!(whole.half.sums.games() + whole.lead_changes.sums.games(), 0);
        // Cut off in the second round: it has more than one.
        let cut = over_rounds(&leads, &[2; 6], 0, None, Some(&[2]));
        assert_eq!(cut.rounds.watched.sums.total(), 1);
        assert_eq!(cut.rounds.survival().quantile(0.5), None);
        // A player who ends a round and begins the next has two turns; the random plies before them do not count.
        let mut course = Course {
            movers: vec![Side::North, Side::North, Side::South],
            ahead: [0; 3],
            seen: None,
            whole: 400,
            rounds: Some(vec![2, 4]),
            ..Course::default()
        };
        let mut tally = Tally::default();
        let played = Played {
            game: 0,
            opening: 1,
            plies: 4,
            result: Some(Outcome::South),
            reason: Reason::Board,
        };
        course.count(&mut tally, &played);
        assert_eq!(tally.turns.watched.sums.total(), 3);
        assert_eq!(tally.rounds.watched.sums.total(), 2);
    }
}
