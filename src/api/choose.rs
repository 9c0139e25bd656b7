//! `choose`: the move that a player would make, and its valuation of the others.

use super::prelude::*;
use crate::files::nets;
use crate::files::solved::Solved;
use crate::review::Model;
use mankala_core::game::Game;
use mankala_core::kernel::dice::Dice;
use mankala_core::play::players::{Effort, PlayerSpec, Search, Weighing};

pub use super::progress::{Thought, Valued};

/// Player and position.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game up to now.
    pub game: GameOf,
    /// A player, like `alphabeta:6`, `mcts:2000`, `greedy` or `random`, with a depth, a number or a time.
    #[serde(default = "usual")]
    pub player: String,
    /// Random seed.
    #[serde(default)]
    pub seed: Big,
    /// Limits on time and depth, for every kind of player.
    #[serde(default)]
    pub limit: Limit,
}

fn usual() -> String {
    "alphabeta:6".to_owned()
}

/// Checks that there is a network for a variant if a player asks for it.
///
/// # Errors
///
/// A message with the variants that have networks.
pub fn check_players(loaded: &Loaded, players: &[PlayerSpec]) -> Result<(), String> {
    match players.iter().find(|player| player.uses_net()) {
        Some(player) if nets::file(&loaded.digest()).is_none() => Err(format!(
            "{player}: {} has no network; only these variants have one: {}",
            loaded.label(),
            nets::names().join(", ")
        )),
        _ => Ok(()),
    }
}

/// Returns the best move that is known in a solved opening, for players that do the best they can in a time. Others
/// choose the same moves as in a match.
pub fn known_best(loaded: &Loaded, game: &Game, player: PlayerSpec) -> Option<&'static str> {
    let is_strong =
        matches!(player, PlayerSpec::AlphaBeta(search) if search.effort.time().is_some());
    let known = Solved::at(loaded, game).filter(|_| is_strong);
    known?.best
}

/// The player's choice.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Answer {
    /// The player with its settings and version.
    pub player: String,
    /// The position.
    pub position: String,
    /// Move and valuations.
    #[serde(flatten)]
    pub thought: Thought,
    /// Whether the search was stopped before its end.
    pub stopped: bool,
}

impl Request {
    /// Returns the player with its depth limited.
    fn player(&self) -> Result<PlayerSpec, RequestError> {
        let player = self.player.parse::<PlayerSpec>();
        let player = player.map_err(|error| RequestError::invalid("player", error))?;
        let Some(most) = self.limit.depth else { return Ok(player) };
        let PlayerSpec::AlphaBeta(search) = player else {
            let message = format!("{} does not look ahead; alphabeta does", player.name());
            return Err(RequestError::invalid("limit.depth", message));
        };
        let depth = match search.effort {
            Effort::Count(depth) | Effort::EachMove(depth) => depth.min(most),
            Effort::Milliseconds(_) => most,
        };
        let limited = PlayerSpec::AlphaBeta(Search { effort: Effort::Count(depth), ..search });
        // Parsed again, so that the limits on depths of such a player apply.
        limited.to_string().parse().map_err(|error| RequestError::invalid("limit.depth", error))
    }

    /// Returns the bytes of memory that the player may take in any game.
    pub(super) fn memory(&self) -> u64 {
        self.player().map_or(0, PlayerSpec::memory) as u64
    }

    pub(super) fn answer(&self, work: &Work<'_>) -> Result<Answer, RequestError> {
        let player = self.player()?;
        let mut thinks = player;
        // A request that is already stopped needs no deep search, and so no memory.
        if (work.stop)()
            && let PlayerSpec::AlphaBeta(search) = &mut thinks
        {
            search.effort = Effort::Count(1);
        }
        let mut limit = self.limit;
        if let PlayerSpec::AlphaBeta(_) = player
            && let Ok(PlayerSpec::AlphaBeta(asked)) = self.player.parse()
            && let Effort::Milliseconds(time) = asked.effort
        {
            limit.ms = Some(limit.ms.map_or(time, |ms| ms.min(time)));
        }
        let stop = limit.stop(work.stop)?;
        let (loaded, game) = self.game.play(work.catalogue, &stop)?;
        check_players(&loaded, &[player])
            .map_err(|error| RequestError::invalid("player", error))?;
        let model = Model::of(&loaded);
        let thought = |mut weighing: Weighing| {
            let best = known_best(&loaded, &game, player).map(str::to_owned);
            weighing.choice = best.or(weighing.choice);
            Thought::new(weighing, &|value| model.points(&game, value))
        };
        let mut told = |weighing: Weighing| (work.tell)(Progress::Choose(thought(weighing)));
        let weighing = game.weigh(thinks, &mut Dice::seeded(self.seed.0), &stop, &mut told);
        Ok(Answer {
            player: player.stated(),
            position: game.text(),
            thought: thought(weighing),
            stopped: stop(),
        })
    }
}
