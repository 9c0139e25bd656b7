//! Players of any variant, from random moves to tree search.
//!
//! A player is named by a [`PlayerSpec`], `alphabeta:6` say, and made from it by
//! [`player`](PlayerSpec::player). None of them knows a ruleset: they see positions, legal moves,
//! [`Judging::evaluate`](crate::variant::Judging::evaluate) and results.
//!
//! | player | choice |
//! |---|---|
//! | `random` | a uniformly random legal move |
//! | `greedy` | the move with the best evaluation right after it, a win first; then the fewest moves for the opponent |
//! | `alphabeta:DEPTH`, `alphabeta:TIMEms` | alpha-beta search, see [`AlphaBeta`] |
//! | `alphabeta:DEPTH/weighed` | alpha-beta search to a depth, with weights learned by play, for games that have them |
//! | `alphabeta:DEPTH/net`, `alphabeta:TIMEms/net` | alpha-beta search with a [network](crate::variant::net::Net) for games that have one, else with weights |
//! | `alphabeta:TIMEms/plain` | alpha-beta search within a time, without weights and without reductions |
//! | `alphabeta:TIMEms/Nthreads` | alpha-beta search within a time, on several threads |
//! | `mcts:ITERATIONS`, `mcts:ITERATIONS/move`, `mcts:TIMEms` | Monte Carlo tree search, see [`Mcts`] |
//!
//! A program that uses the library can add its own players with [`PlayerSpec::Own`].
//!
//! A player's choice depends on the position, the dice, and (if the rules consider it) the history; never on its
//! earlier choices. So games come out the same on any number of threads, for players that are not limited by time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

use crate::game::Game;
use crate::kernel::Dice;
use crate::text::like::hint;
use crate::variant::score::Judge;
use crate::variant::{AnyPosition, Move};

mod alphabeta;
mod greedy;
mod mcts;
mod written;

pub use crate::variant::score::{WON, proven};
pub use alphabeta::AlphaBeta;
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use written::Weighing;

/// Chosen move, with the position right after it; `None` if there is no legal move.
pub type Chosen = Option<(Move, AnyPosition)>;

/// Someone who chooses moves. A player of your own plays wherever those of this crate do, as [`PlayerSpec::Own`]:
///
/// ```
/// use mankala::play::matches::{MatchSpec, Tally, play_series};
/// use mankala::play::players::{Own, Player, PlayerSpec};
/// use mankala::variant::{AnyPosition, Move, moves};
/// use mankala::{Catalogue, Dice, Game};
///
/// /// Plays the last of the legal moves.
/// struct Last;
///
/// impl Player for Last {
///     fn choose(&mut self, game: &Game, _: &mut Dice, stop: &dyn Fn() -> bool) -> Option<(Move, AnyPosition)> {
///         moves(game.variant(), game.position(), stop).pop()
///     }
/// }
///
/// let last = PlayerSpec::Own(Own { name: "last", version: "1.0", make: |_| Box::new(Last) });
/// let spec = MatchSpec::new([last, "alphabeta:2".parse()?], 10, 1);
/// let kalah = Catalogue::new().load("kalah", &[])?;
/// let mut tally = Tally::default();
/// play_series(&kalah.variant, &spec, 0..10, 2, &|| false, || (), |(), _, played| played, |games| {
///     games.iter().for_each(|played| tally.add(played));
///     std::ops::ControlFlow::Continue(())
/// });
/// assert_eq!(tally.games(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// Chooses a move and returns it with the position right after it; `None` if there is no legal move.
    ///
    /// The game is not over. If there is no legal move, the caller must [`conclude`](Game::conclude) it. `stop` is
    /// polled every few thousand positions: once it returns `true`, the search ends and the caller discards its result.
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen;

    /// Evaluates the legal moves, and chooses the same move as [`choose`](Self::choose) with the same dice.
    ///
    /// Calls `told` after each completed depth. Once `stop` returns `true`, the best result so far is returned.
    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        _told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        Weighed { choice: self.choose(game, dice, stop), depth: None, moves: Vec::new() }
    }
}

/// Plays uniformly random legal moves.
#[derive(Debug, Clone, Copy)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen {
        game.variant().random_move(game.position(), dice, stop)
    }
}

/// Value of a move for the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Valuation {
    /// A number like those of [`Judging::evaluate`](crate::variant::Judging::evaluate); a win in `n` plies is worth [`WON`] − `n`.
    Value(i32),
    /// Result of sampling by random games.
    Sampled {
        /// Mean result, 1 for a win.
        score: f64,
        /// Number of samples of the move.
        visits: u32,
    },
}

/// Evaluation of the legal moves by a player.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// Chosen move, with the position right after it.
    pub choice: Chosen,
    /// Number of plies to which all moves were searched, if the player searches.
    pub depth: Option<u32>,
    /// Moves, with the positions right after them and their values; empty if the player does not evaluate moves.
    pub moves: Vec<(Move, AnyPosition, Valuation)>,
}

/// Limit on the search for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
pub enum Effort {
    /// Depth in plies, or number of iterations.
    #[strum(to_string = "{0}")]
    Count(u32),
    /// Number of iterations per legal move, so that positions with more moves get more; alpha-beta search treats it as
    /// `Count`.
    #[strum(to_string = "{0}/move")]
    EachMove(u32),
    /// Time per move, in milliseconds. Games are then not reproducible.
    #[strum(to_string = "{0}ms")]
    Milliseconds(u32),
}

impl Effort {
    /// Returns the time per move, if time is the limit.
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Count(_) | Self::EachMove(_) => None,
            Self::Milliseconds(time) => Some(Duration::from_millis(u64::from(time))),
        }
    }
}

/// Settings of a search of all lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Search {
    /// Limit on the search.
    pub effort: Effort,
    /// Evaluation of positions. Unless it is plain, poor moves get reduced depth at first within a time limit.
    pub judge: Judge,
    /// Number of threads that search one position within a time. Searches to a depth use one thread, as results would
    /// depend on timing.
    pub threads: u16,
}

impl From<Effort> for Search {
    /// Uses the defaults: plain to a depth, for reliable values, and weighed within a time, for strength.
    fn from(effort: Effort) -> Self {
        Self { effort, judge: effort.time().map_or(Judge::Plain, |_| Judge::Weighed), threads: 1 }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effort)?;
        if self.judge != Self::from(self.effort).judge {
            write!(f, "/{}", self.judge)?;
        }
        match self.threads() {
            0 | 1 => Ok(()),
            threads => write!(f, "/{threads}{THREADS}"),
        }
    }
}

impl Search {
    fn threads(self) -> u16 {
        self.effort.time().map_or(1, |_| self.threads)
    }

    /// Applies the options after the limit, each at most once; `None` if one is invalid.
    fn with(mut self, words: &str) -> Option<Self> {
        let (mut judges, mut threads) = (None, None);
        for word in words.split('/') {
            let again = match (word.parse::<Judge>(), word.strip_suffix(THREADS)) {
                (Ok(judge), _) => judges.replace(judge).is_some(),
                (Err(_), digits) => {
                    let number = digits?.parse().ok();
                    let plain = digits?.bytes().all(|byte| byte.is_ascii_digit());
                    let number =
                        number.filter(|number| plain && (1..=MOST_THREADS).contains(number));
                    threads.replace(number?).is_some() || self.effort.time().is_none()
                }
            };
            if again {
                return None;
            }
        }
        self.judge = judges.unwrap_or(self.judge);
        self.threads = threads.unwrap_or(self.threads);
        Some(self)
    }
}

const THREADS: &str = "threads";

/// Player with its settings, as written on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// `random`
    Random,
    /// `greedy`
    Greedy,
    /// `alphabeta:6`, `alphabeta:6/weighed`, `alphabeta:200ms`, `alphabeta:200ms/net`, `alphabeta:200ms/4threads`
    AlphaBeta(Search),
    /// `mcts:2000`, `mcts:50/move`, `mcts:200ms`
    Mcts(Effort),
    /// A player of your own; no text is read as one.
    Own(Own),
}

/// A player of your own, see [`Player`]. Two of one name and version are the same player.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Own {
    /// The name, as records state it.
    pub name: &'static str,
    /// The version, which changes when the player would choose other moves; empty if unknown.
    pub version: &'static str,
    /// Makes the player of this name, for each thread anew.
    pub make: fn(&'static str) -> Box<dyn Player>,
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.version) == (other.name, other.version)
    }
}

impl Hash for Own {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.name, self.version).hash(hasher);
    }
}

/// Maximum search depth.
pub const DEEPEST: u32 = 60;
/// Maximum number of iterations.
pub const MOST_ITERATIONS: u32 = 10_000_000;
/// Maximum time per move, in milliseconds: one hour.
pub const LONGEST_TIME: u32 = 3_600_000;
/// Maximum number of threads.
pub const MOST_THREADS: u16 = 256;

impl PlayerSpec {
    /// Returns the player's name without settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::AlphaBeta(_) => "alphabeta",
            Self::Mcts(_) => "mcts",
            Self::Own(own) => own.name,
        }
    }

    /// Returns the player's version; it changes when the same settings lead to other moves.
    pub const fn version(self) -> &'static str {
        match self {
            Self::AlphaBeta(Search {
                effort: Effort::Milliseconds(_),
                judge: Judge::Weighed | Judge::Net,
                ..
            }) => "1.2",
            Self::Own(own) => own.version,
            _ => "1.0",
        }
    }

    /// Returns name, settings and version as in records: `alphabeta:6 1.0`.
    pub fn stated(self) -> String {
        format!("{self} {}", self.version()).trim_end().to_owned()
    }

    /// Returns `true` if the same dice lead to the same moves, which a time limit or an unknown version rules out.
    pub const fn is_reproducible(self) -> bool {
        let effort = match self {
            Self::Random | Self::Greedy => return true,
            Self::Own(own) => return !own.version.is_empty(),
            Self::AlphaBeta(search) => search.effort,
            Self::Mcts(effort) => effort,
        };
        !matches!(effort, Effort::Milliseconds(_))
    }

    /// Returns `true` if it needs a [network](crate::variant::net::Net) of the variant.
    pub fn uses_net(self) -> bool {
        matches!(self, Self::AlphaBeta(search) if search.judge == Judge::Net)
    }

    /// Returns the approximate maximum memory that this player needs, in bytes.
    pub fn memory(self) -> usize {
        match self {
            Self::Random | Self::Greedy | Self::Own(_) => 0,
            Self::AlphaBeta(search) => AlphaBeta::memory(search),
            Self::Mcts(effort) => Mcts::memory(effort),
        }
    }

    /// Returns `true` if chance only decides between equal moves, so that games repeat.
    pub const fn repeats(self) -> bool {
        matches!(self, Self::Greedy | Self::AlphaBeta(_))
    }

    /// Creates a player of this kind.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy),
            Self::AlphaBeta(search) => Box::new(AlphaBeta::new(search)),
            Self::Mcts(effort) => Box::new(Mcts::new(effort)),
            Self::Own(own) => (own.make)(own.name),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random | Self::Greedy | Self::Own(_) => f.write_str(self.name()),
            Self::AlphaBeta(search) => write!(f, "{}:{search}", self.name()),
            Self::Mcts(effort) => write!(f, "{}:{effort}", self.name()),
        }
    }
}

/// Error for an invalid player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is not a player: {expected}")]
pub struct PlayerError {
    /// Invalid text.
    pub found: String,
    /// Expected forms.
    pub expected: String,
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let refuse =
            |expected: String| PlayerError { found: text.chars().take(60).collect(), expected };
        let (name, effort) = match text.split_once(':') {
            Some((name, effort)) => (name, Some(effort)),
            None => (text, None),
        };
        let needed = |effort: Option<&str>, what: &str, example: &str, most: u32| {
            let expected = || {
                refuse(format!(
                    "expected {name}:{what} with {what} from 1 to {most}, like {name}:{example}, \
                     or a time for each move from 1ms to {LONGEST_TIME}ms, like {name}:200ms"
                ))
            };
            let effort = effort.ok_or_else(expected)?;
            let each = effort.strip_suffix("/move").filter(|_| name == "mcts");
            let (digits, most, kind): (_, _, fn(u32) -> Effort) =
                match (effort.strip_suffix("ms"), each) {
                    (Some(digits), _) => (digits, LONGEST_TIME, Effort::Milliseconds),
                    (None, Some(digits)) => (digits, most, Effort::EachMove),
                    (None, None) => (effort, most, Effort::Count),
                };
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            match digits.parse() {
                Ok(number) if plain && (1..=most).contains(&number) => Ok(kind(number)),
                _ => Err(expected()),
            }
        };
        match (name, effort) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("random" | "greedy", Some(_)) => {
                Err(refuse(format!("{name} has no settings, expected {name} alone")))
            }
            ("exec", _) => Err(refuse("programs play only in play, match and ladder".to_owned())),
            ("alphabeta", _) => {
                let split = effort.and_then(|effort| effort.split_once('/'));
                let (number, words) =
                    split.map_or((effort, None), |(number, words)| (Some(number), Some(words)));
                let usual = Search::from(needed(number, "DEPTH", "6", DEEPEST)?);
                let search = words.map_or(Some(usual), |words| usual.with(words));
                search.map(Self::AlphaBeta).ok_or_else(|| {
                    refuse(format!(
                        "expected {name}:DEPTH or {name}:TIMEms, optionally with /plain, /weighed or /net, and after a time with \
                         /N{THREADS}, N from 1 to {MOST_THREADS}, like {name}:200ms/2{THREADS}"
                    ))
                })
            }
            ("mcts", _) => needed(effort, "ITERATIONS", "2000", MOST_ITERATIONS).map(Self::Mcts),
            _ => Err(refuse(format!(
                "{}expected random, greedy, alphabeta:DEPTH[/weighed|/net], alphabeta:TIMEms[/plain|/net][/Nthreads], mcts:ITERATIONS[/move] or mcts:TIMEms",
                hint(name, ["random", "greedy", "alphabeta", "mcts"])
            ))),
        }
    }
}
