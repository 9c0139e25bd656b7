//! Ladders: ratings of players from few games, chosen to give the most information.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::ratings::{Fit, Rated, Rating, Totals, add_game, bradley_terry, expected};
use crate::kernel::Dice;
use crate::play::matches::{MatchSpec, Played, play_series, seated};
use crate::play::players::PlayerSpec;
use crate::text::checksum::{NOTHING, add};
use crate::variant::{AnyVariant, Outcome};

/// Number of games of a block: five pairs, each from one opening with sides exchanged.
pub const BLOCK: u64 = 10;

/// Number of the rule by which pairs are chosen; files of another rule don't continue.
const PAIRING: u32 = 2;

/// Settings of a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderSpec {
    /// Variant with its changes.
    pub variant: String,
    /// Digest of its rules.
    pub digest: String,
    /// Names of the players, and how records state each.
    pub players: Vec<(String, String)>,
    /// Index of the player whose rating is 0.
    pub anchor: usize,
    /// Random seed.
    pub seed: u64,
    /// Number of random moves of each opening.
    pub opening_plies: u32,
    /// Number of moves after which a game counts as a draw.
    pub ply_limit: u32,
}

/// Games of a ladder, and the next ones to play.
///
/// Each player first meets the next one in the list. Then those meet whose game is the most uncertain, judged by
/// the ratings and their errors.
#[derive(Debug, Clone)]
pub struct Ladder {
    spec: LadderSpec,
    games: Vec<Rated>,
    totals: Totals,
}

impl Ladder {
    /// Creates a ladder without games.
    ///
    /// # Errors
    ///
    /// Returns a message if there are fewer than two players, or two of the same name.
    pub fn new(spec: LadderSpec) -> Result<Self, String> {
        let mut names: Vec<&str> = spec.players.iter().map(|(name, _)| &**name).collect();
        names.sort_unstable();
        let twice = names.iter().zip(&names[1.min(names.len())..]).find(|(one, next)| one == next);
        if let Some((name, _)) = twice {
            return Err(format!("players: expected different names, found {name:?} twice"));
        }
        if names.len() < 2 {
            return Err(format!("players: expected two or more, found {}", names.len()));
        }
        Ok(Self { spec, games: Vec::new(), totals: Totals::new() })
    }

    /// Checks that this many games are enough for every player to have some.
    ///
    /// # Errors
    ///
    /// Returns a message if they are not.
    pub fn check(&self, games: u64) -> Result<(), String> {
        let players = self.spec.players.len();
        let least = BLOCK * (players as u64 - 1);
        if games.div_ceil(BLOCK) * BLOCK < least {
            return Err(format!(
                "games: expected at least {least} for {players} players, found {games}"
            ));
        }
        Ok(())
    }

    /// Returns all games.
    pub fn games(&self) -> &[Rated] {
        &self.games
    }

    /// Returns the ratings, the strongest player first.
    pub fn ratings(&self) -> Vec<Rating> {
        bradley_terry(self.spec.players.len(), &self.games, self.spec.anchor)
    }

    /// Returns the players who meet next.
    pub fn next_pair(&self) -> [usize; 2] {
        let players = self.spec.players.len();
        let mut chain = (1..players).map(|second| [second - 1, second]);
        if let Some(pair) = chain.find(|pair| !self.totals.contains_key(pair)) {
            return pair;
        }
        let fit = Fit::new(players, &self.totals);
        // Information of a game times the variance of the difference: the most uncertain result tells the most
        // (D-optimal design).
        let worth = |pair: [usize; 2]| {
            let chance = expected(&fit.strength, pair);
            chance * (1.0 - chance) * fit.variance(pair)
        };
        let pairs = (1..players).flat_map(|second| (0..second).map(move |first| [first, second]));
        let order = |&one: &[usize; 2], &other: &[usize; 2]| {
            worth(one).total_cmp(&worth(other)).then(self.blocks(other).cmp(&self.blocks(one)))
        };
        pairs.max_by(order).unwrap_or([0, 1])
    }

    /// Returns the number of blocks that two players have played.
    fn blocks(&self, pair: [usize; 2]) -> u64 {
        self.totals.get(&pair).map_or(0, |total| total.games / BLOCK)
    }

    /// Returns the random seed of the next block of two players.
    pub fn block_seed(&self, pair: [usize; 2]) -> u64 {
        let block = self.blocks(pair);
        let names = pair.map(|player| &*self.spec.players[player].0).join("/");
        let words = format!("{}/{names}/{block}", self.spec.digest);
        Dice::numbered(self.spec.seed, add(NOTHING, words.as_bytes())).bits()
    }

    /// Plays the next block of two players, and returns the scores of the first; `None` after a stop.
    pub fn play(
        &self,
        variant: &Arc<dyn AnyVariant>,
        pair: [usize; 2],
        players: [PlayerSpec; 2],
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f64>> {
        let spec = MatchSpec {
            opening_plies: self.spec.opening_plies,
            ply_limit: self.spec.ply_limit,
            ..MatchSpec::new(players, BLOCK, self.block_seed(pair))
        };
        let mut scores = Vec::new();
        let score =
            |(): &mut (), _: &_, played: Played| match played.result.and_then(Outcome::winner) {
                Some(side) if seated(played.game, side) == 0 => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        play_series(
            variant,
            &spec,
            0..BLOCK,
            threads,
            stop,
            || (),
            score,
            |games| {
                scores.extend(games);
                ControlFlow::Continue(())
            },
        );
        (scores.len() as u64 == BLOCK).then_some(scores)
    }

    /// Adds a block of games, given the scores of the first player.
    pub fn add(&mut self, pair: [usize; 2], scores: &[f64]) {
        for &score in scores {
            add_game(&mut self.totals, pair, score);
        }
        let first = self.games.len() as u64;
        let rated = |(number, &score): (u64, &f64)| Rated {
            players: pair,
            score,
            pair: first / 2 + number / 2,
        };
        self.games.extend((0..).zip(scores).map(rated));
    }

    /// Returns the first line of a file of this ladder.
    pub fn header(&self) -> String {
        let spec = &self.spec;
        let players = spec.players.iter().map(|(name, stated)| (name.clone(), json!(stated)));
        let header = json!({
            "ladder": spec.variant,
            "pairing": PAIRING,
            "digest": spec.digest,
            "players": Value::Object(players.collect()),
            "seed": spec.seed,
            "opening_plies": spec.opening_plies,
            "ply_limit": spec.ply_limit,
        });
        header.to_string()
    }

    /// Returns the line of a block in a file.
    pub fn line(&self, [first, second]: [usize; 2], scores: &[f64]) -> String {
        let name = |player: usize| &self.spec.players[player].0;
        json!({ "first": name(first), "second": name(second), "scores": scores }).to_string()
    }

    /// Adds the blocks of a file up to this number of games, and returns the length of its whole lines.
    ///
    /// # Errors
    ///
    /// Returns a message about the first line that this ladder would not have written.
    pub fn resume(&mut self, text: &str, games: u64) -> Result<usize, String> {
        let mut length = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let Some(line) = line.strip_suffix('\n') else { break };
            length += line.len() + 1;
            let found = line.chars().take(60).collect::<String>();
            if number == 1 {
                if line != self.header() {
                    let is_other = line.starts_with("{\"ladder\":");
                    let what =
                        if is_other { "a ladder with other settings" } else { "another text" };
                    return Err(format!(
                        "{number}: expected {}, found {what}: {found:?}",
                        self.header()
                    ));
                }
                continue;
            }
            let pair = self.next_pair();
            let read: Value = serde_json::from_str(line).unwrap_or_default();
            let scores = read["scores"].as_array().into_iter().flatten();
            let scores: Vec<f64> = scores.filter_map(Value::as_f64).collect();
            let known = scores.iter().all(|score| [0.0, 0.5, 1.0].contains(score));
            if !known || scores.len() as u64 != BLOCK || line != self.line(pair, &scores) {
                let [first, second] = pair.map(|player| &self.spec.players[player].0);
                return Err(format!(
                    "{number}: expected a line of a ladder with the scores of {first} against {second}, found {found:?}"
                ));
            }
            if (self.games.len() as u64) < games {
                self.add(pair, &scores);
            } else {
                // Later blocks stay in the file.
                return Ok(text.rfind('\n').map_or(0, |end| end + 1));
            }
        }
        Ok(length)
    }
}
