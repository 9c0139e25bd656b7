//! Watches games and tallies them.

use std::sync::Mutex;

use super::census::{Census, agrees, census};
use super::difference::BATCHES;
use super::probe::{self, displaced, values};
use super::sample::fingerprint;
use super::tally::{MILLION, Tally};
use crate::game::Game;
use crate::kernel::{BySide, Dice, Side, Swap};
use crate::play::matches::{MatchSpec, Played, Ply, Watcher};
use crate::play::players::AlphaBeta;
use crate::system::number::real;
use crate::system::threads::lock;
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
        Self { moves: 1000, probes }
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
    /// Data of each ply, if the moves of the game are examined.
    seen: Option<Seen>,
    /// All seeds of the game, in hundredths.
    whole: u32,
    /// Whether the rules have a swap.
    may_swap: bool,
    /// Whether games are played over rounds.
    over_rounds: bool,
    looks: Looks,
    seed: u64,
    search: AlphaBeta,
    /// Stop request; once it returns `true`, the tally is of no use.
    stop: &'a dyn Fn() -> bool,
}

/// Data of each ply.
#[derive(Debug, Default)]
struct Seen {
    /// Choices and effects of each ply.
    plies: Vec<Census>,
    /// South's lead at the start and after each ply, in hundredths of a seed.
    leads: Vec<i32>,
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
        tally.lead_changes.add_total(game, changes, self.plies.len() as u64);
    }
}

/// Returns the seeds captured in a game, its captures, and the logarithm of its tree.
fn totals(plies: &[Census]) -> [u64; 3] {
    let deeds = || plies.iter().map(|ply| ply.deeds);
    [
        deeds().map(|deeds| u64::from(deeds.captured)).sum(),
        deeds().map(|deeds| u64::from(deeds.captures)).sum(),
        plies.iter().map(|ply| log10(ply.legal.into())).sum(),
    ]
}

fn count_moves(plies: &[Census], tally: &mut Tally, game: u64) {
    let deeds = || plies.iter().map(|ply| ply.deeds);
    tally.laps.add_all(game, deeds().map(|deeds| deeds.laps.into()));
    tally.seeds.add_all(game, deeds().map(|deeds| deeds.seeds.into()));
    let [seeds, captures, tree] = totals(plies);
    tally.captured.add(game, seeds);
    tally.captures.add(game, captures);
    tally.tree.add(game, tree);
    let capturing = deeds().filter(|deeds| deeds.captured > 0).count() as u64;
    tally.capturing.add_total(game, capturing, plies.len() as u64);
}

fn count_choices(plies: &[Census], tally: &mut Tally, game: u64) {
    let legal = || plies.iter().map(|ply| u64::from(ply.legal));
    tally.legal.add_all(game, legal());
    tally.count_by_ply(legal());
    tally.reading.add_all(game, plies.iter().map(|ply| ply.reading.into()));
    let chosen = legal().filter(|&legal| legal > 1).count() as u64;
    tally.choice.add_total(game, chosen, plies.len() as u64);
    let endless: u64 = plies.iter().map(|ply| u64::from(ply.endless)).sum();
    tally.endless.add_total(game, endless, legal().sum::<u64>() + endless);
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
            seen: None,
            whole: 0,
            may_swap: false,
            over_rounds: spec.rounds.is_some(),
            looks,
            seed: spec.seed,
            search: probe::search(),
            stop,
        }
    }

    /// Adds the game that was watched to the tally.
    pub fn finish(&mut self, game: &Game, played: &Played) {
        let (number, past) = (played.game, game.past());
        let opening = (played.opening as usize).min(past.len());
        let mut first = past.iter().take_while(|(position, _)| position.swap() != Swap::Closed);
        let swap = first.position(|(_, mv)| *mv == Move::SWAP);
        self.count_lengths(game, opening, played);
        self.tally.sample.add(fingerprint(past.iter().map(|(_, mv)| *mv)));
        // No player chose the random plies of the opening, and a swap counts in no measure of moves (S3).
        let moves = opening - usize::from(swap.is_some_and(|swap| swap < opening));
        if let Some(seen) = &mut self.seen {
            let moves = moves.min(seen.plies.len());
            seen.plies.drain(..moves);
            seen.leads.drain(..moves);
            let dropped = seen.plies.iter().map(|ply| u64::from(ply.deeds.seeds));
            (self.tally.hand).add(number, dropped.sum(), played.result.is_some());
        }
        let Some(result) = played.result else {
            self.tally.unfinished += 1;
            if let Some(seen) = &self.seen {
                let [seeds, captures, tree] = totals(&seen.plies);
                self.tally.captured_cut.add(seeds, 1);
                self.tally.captures_cut.add(captures, 1);
                self.tally.tree_cut.add(tree, 1);
            }
            return;
        };
        self.tally.count(number, result);
        if self.may_swap {
            self.tally.swaps.add(number, u64::from(swap.is_some()));
        }
        if let Some(seen) = &mut self.seen {
            count_moves(&seen.plies, &mut self.tally, number);
            count_choices(&seen.plies, &mut self.tally, number);
            if !self.over_rounds {
                seen.count_leads(&mut self.tally, number, result);
            }
        }
        if !self.over_rounds {
            self.tally.count_reason(played.reason);
            if let Some(winner) = result.winner() {
                self.count_winner(game, opening, number, winner);
            }
        }
        if self.looks.at_moves_of(number) && past.len() > opening {
            self.probe(game, opening, number);
        }
    }

    fn count_lengths(&mut self, game: &Game, opening: usize, played: &Played) {
        let (number, finished) = (played.game, played.result.is_some());
        let rounds = game.round_ends();
        let (mut plies, mut turns, mut last) = (0, 0, None);
        for (ply, (position, mv)) in game.past().iter().enumerate().skip(opening) {
            // A player who moves last in a round and first in the next, or before and after a swap, has two turns.
            if *mv == Move::SWAP {
                last = None;
                continue;
            }
            let mover = Some(position.status().to_move);
            turns += u64::from(last != mover || rounds.contains(&ply));
            plies += 1;
            last = mover;
        }
        self.tally.plies.add(number, plies, finished);
        self.tally.turns.add(number, turns, finished);
        if self.over_rounds {
            (self.tally.rounds).add(number, rounds.len() as u64, finished);
        } else {
            self.tally.rounds.add(number, 1, true);
        }
    }

    /// Adds the leads after a quarter, half and three quarters of a game, and the deficit of the winner.
    fn count_winner(&mut self, game: &Game, opening: usize, number: u64, winner: Side) {
        let own = &game.past()[opening..];
        let leads = [1, 2, 3].map(|quarters| {
            let at = own.get(own.len() * quarters / 4);
            let position = at.map_or(game.position(), |(position, _)| position);
            Self::lead(game.variant(), position) * sign(winner)
        });
        let tally = &mut self.tally;
        let series = [&mut tally.quarter, &mut tally.half, &mut tally.three_quarters];
        for (series, lead) in series.into_iter().zip(leads) {
            if lead != 0 {
                series.add(number, u64::from(lead > 0));
            }
        }
        let behind = u32::try_from(-leads[1]).unwrap_or(0);
        let far = behind > 0 && behind >= self.whole.div_ceil(10);
        tally.comeback.add(number, u64::from(far));
    }

    /// Looks into one position of a game, drawn at random.
    fn probe(&mut self, game: &Game, opening: usize, number: u64) {
        let mut dice = Dice::numbered(self.seed ^ PROBING, number);
        let plies = u32::try_from(game.plies() - opening).unwrap_or(1);
        let ply = opening + dice.below(plies) as usize;
        let (position, mv) = &game.past()[ply];
        if *mv == Move::SWAP {
            return;
        }
        if let Some(displaced) = displaced(game.variant(), position, *mv, &mut dice, self.stop) {
            self.tally.displaced.add(number, displaced.into());
        }
        if number < self.looks.probes {
            let found = values(&mut self.search, game, ply, &mut dice, self.stop);
            let trap = MILLION * u64::from(found.trap) / u64::from(self.whole.max(1));
            self.tally.trap.add(number, trap);
            (self.tally.real_choice).add(number, u64::from(found.choice >= 100));
        }
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
        self.whole = 100 * variant.diagram(opening).total();
        self.may_swap = opening.swap() != Swap::Closed;
        let mut seen = self.seen.take().unwrap_or_default();
        seen.plies.clear();
        seen.leads.clear();
        if self.looks.at_moves_of(game) {
            seen.leads.push(Self::lead(variant, opening));
            self.seen = Some(seen);
        }
    }

    fn ply(&mut self, ply: &Ply<'_>) {
        let Some(seen) = self.seen.as_mut().filter(|_| ply.mv != Move::SWAP) else { return };
        debug_assert!(agrees(ply.variant, ply.before, ply.mv, self.stop));
        seen.plies.push(census(ply.variant, ply.before, ply.mv, self.stop));
        seen.leads.push(Self::lead(ply.variant, ply.after));
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        lock(self.common).merge(&self.tally);
    }
}

/// Returns the decimal logarithm in millionths.
#[expect(clippy::cast_sign_loss, reason = "logarithms of counts are small and not negative")]
fn log10(count: u64) -> u64 {
    (real(count.max(1).into()).log10() * real(MILLION.into())).round() as u64
}
