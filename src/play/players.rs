//! Players: who chooses the moves of a game, from chance to tree search, for any variant.
//!
//! A player is named by a [`PlayerSpec`], `alphabeta:6` say, and made from it by
//! [`player`](PlayerSpec::player). None of them knows a ruleset: they see positions, legal moves,
//! [`Judging::evaluate`](crate::variant::Judging::evaluate) and results.
//!
//! | player | chooses |
//! |---|---|
//! | `random` | each legal move with equal chance |
//! | `greedy` | the move with the best evaluation right after it, a won game first; then the one that leaves the opponent the fewest moves |
//! | `alphabeta:DEPTH`, `alphabeta:TIMEms` | by alpha-beta search, see [`AlphaBeta`] |
//! | `alphabeta:DEPTH/weighed` | by the same search to a depth, positions being judged by weights found by play where a game has them |
//! | `alphabeta:TIMEms/plain` | by the same search within a time without that, and without anything that may overlook a move |
//! | `alphabeta:TIMEms/Nthreads` | by the same search within a time, on several threads |
//! | `mcts:ITERATIONS`, `mcts:ITERATIONS/move`, `mcts:TIMEms` | by Monte Carlo tree search, see [`Mcts`] |
//!
//! A program that uses the library brings players of its own as [`PlayerSpec::Own`].
//!
//! What a player chooses depends on the position, the history where the rules look at it, and the
//! dice; never on what it chose before. So games come out the same on any number of threads, for
//! players that are not limited by time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

use crate::game::Game;
use crate::kernel::dice::Dice;
use crate::variant::{AnyPosition, Move};

mod alphabeta;
mod chance;
mod greedy;
mod mcts;
mod written;

pub use crate::variant::score::{WON, proven};
pub use alphabeta::AlphaBeta;
pub use chance::Random;
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use written::Weighing;

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
/// let last = PlayerSpec::Own(Own { name: "last", version: "1.0", make: || Box::new(Last) });
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
    /// The move to play, with the position right after it; `None` if there is no legal move.
    ///
    /// The game is not over; if there is no legal move, it is the caller's to
    /// [`conclude`](Game::conclude). `stop` is asked every few thousand positions: once it says yes, the
    /// search ends with whatever it has, and the caller throws that away.
    fn choose(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)>;

    /// What the legal moves are worth, and the one that it would make with the same dice.
    ///
    /// `told` hears of every depth that has been searched. Once `stop` says yes, the best so far is the answer.
    fn weigh(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        _told: &mut dyn FnMut(&Weighed),
    ) -> Weighed {
        Weighed {
            choice: self.choose(game, dice, stop),
            depth: None,
            moves: Vec::new(),
        }
    }
}

/// What a move is worth to the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Worth {
    /// A number like those of [`Judging::evaluate`](crate::variant::Judging::evaluate); a win in `n` plies is worth [`WON`] − `n`.
    Value(i32),
    /// The mean result of random games, 1 for a win, and how many of them there were.
    Sampled {
        /// The mean.
        score: f64,
        /// How often the move was tried.
        visits: u32,
    },
}

/// What a player thinks of the legal moves.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// The move that it would make, with the position right after it.
    pub choice: Option<(Move, AnyPosition)>,
    /// How many plies ahead it has looked at all moves, if it looks ahead.
    pub depth: Option<u32>,
    /// The moves, with the positions right after them and what they are worth to it; empty for a player who does not say.
    pub moves: Vec<(Move, AnyPosition, Worth)>,
}

/// How long a player may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effort {
    /// So many plies ahead, or so many iterations.
    Count(u32),
    /// So many iterations for each legal move, so that a position with more to choose from is looked at for longer; alpha-beta
    /// search takes it for `Count`.
    EachMove(u32),
    /// So many milliseconds a move. Games are then not reproducible.
    Milliseconds(u32),
}

impl Effort {
    /// The time for one move, if it is limited by time.
    #[must_use]
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::Count(_) | Self::EachMove(_) => None,
            Self::Milliseconds(time) => Some(Duration::from_millis(u64::from(time))),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::EachMove(count) => write!(f, "{count}/move"),
            Self::Milliseconds(time) => write!(f, "{time}ms"),
        }
    }
}

/// How a player looks ahead that searches all lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Search {
    /// How long it may think.
    pub effort: Effort,
    /// Whether it judges by the weights that were found by play ([`Play::judge`](crate::variant::Play::judge)), and where it has to
    /// hurry looks less deeply at moves that do not look good; else by [`Judging::evaluate`](crate::variant::Judging::evaluate), and at all moves alike.
    pub weighed: bool,
    /// How many threads search the same position within a time; to a depth one does, as what several find depends on how they meet.
    pub threads: u16,
}

impl From<Effort> for Search {
    /// The usual way: what is limited by depth is there to be relied on, what is limited by time to win.
    fn from(effort: Effort) -> Self {
        let weighed = effort.time().is_some();
        Self {
            effort,
            weighed,
            threads: 1,
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effort)?;
        match (self.weighed, Self::from(self.effort).weighed) {
            (true, false) => write!(f, "/{WEIGHED}")?,
            (false, true) => write!(f, "/{PLAIN}")?,
            _ => {}
        }
        match self.threads() {
            0 | 1 => Ok(()),
            threads => write!(f, "/{threads}{THREADS}"),
        }
    }
}

impl Search {
    /// How many threads there are to be.
    fn threads(self) -> u16 {
        self.effort.time().map_or(1, |_| self.threads)
    }

    /// The same with what is written behind it, each thing once; `None` where that says nothing that can be asked for.
    fn with(mut self, words: &str) -> Option<Self> {
        let (mut judges, mut threads) = (None, None);
        for word in words.split('/') {
            let again = match (word, word.strip_suffix(THREADS)) {
                (PLAIN, _) => judges.replace(false).is_some(),
                (WEIGHED, _) => judges.replace(true).is_some(),
                (_, digits) => {
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
        self.weighed = judges.unwrap_or(self.weighed);
        self.threads = threads.unwrap_or(self.threads);
        Some(self)
    }
}

/// What is written behind a time for a player that is not to judge by weights.
const PLAIN: &str = "plain";
/// What is written behind a depth for a player that is to.
const WEIGHED: &str = "weighed";
/// What is written behind the number of threads.
const THREADS: &str = "threads";

/// A player by name and settings, as written on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// `random`
    Random,
    /// `greedy`
    Greedy,
    /// `alphabeta:6`, `alphabeta:6/weighed`, `alphabeta:200ms`, `alphabeta:200ms/plain`, `alphabeta:200ms/4threads`
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
    /// The version; it changes when the player would choose other moves.
    pub version: &'static str,
    /// Makes the player, for each thread anew.
    pub make: fn() -> Box<dyn Player>,
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

/// The deepest search that can be asked for.
pub const DEEPEST: u32 = 60;
/// The most iterations that can be asked for.
pub const MOST_ITERATIONS: u32 = 10_000_000;
/// The longest time for a move that can be asked for, in milliseconds: an hour.
pub const LONGEST_TIME: u32 = 3_600_000;
/// The most threads that can be asked for.
pub const MOST_THREADS: u16 = 256;

impl PlayerSpec {
    /// The player's name without settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::AlphaBeta(_) => "alphabeta",
            Self::Mcts(_) => "mcts",
            Self::Own(own) => own.name,
        }
    }

    /// The player's version; it changes when the same settings would choose other moves.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::AlphaBeta(Search {
                effort: Effort::Milliseconds(_),
                weighed: true,
                ..
            }) => "1.2",
            Self::Own(own) => own.version,
            _ => "1.0",
        }
    }

    /// Name, settings and version, as every record states them: `alphabeta:6 1.0`.
    #[must_use]
    pub fn stated(self) -> String {
        format!("{self} {}", self.version())
    }

    /// Whether the same dice bring the same moves; not so for players limited by time.
    #[must_use]
    pub const fn is_reproducible(self) -> bool {
        let effort = match self {
            Self::Random | Self::Greedy | Self::Own(_) => return true,
            Self::AlphaBeta(search) => search.effort,
            Self::Mcts(effort) => effort,
        };
        !matches!(effort, Effort::Milliseconds(_))
    }

    /// About how many bytes a player of this kind needs at most for what it remembers while it thinks.
    #[must_use]
    pub fn memory(self) -> usize {
        match self {
            Self::Random | Self::Greedy | Self::Own(_) => 0,
            Self::AlphaBeta(search) => AlphaBeta::memory(search),
            Self::Mcts(effort) => Mcts::memory(effort),
        }
    }

    /// Whether it leaves nothing to chance but which of equal moves it plays, so that its games repeat.
    #[must_use]
    pub const fn repeats(self) -> bool {
        matches!(self, Self::Greedy | Self::AlphaBeta(_))
    }

    /// A player of this kind for a variant.
    #[must_use]
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy),
            Self::AlphaBeta(search) => Box::new(AlphaBeta::new(search)),
            Self::Mcts(effort) => Box::new(Mcts::new(effort)),
            Self::Own(own) => (own.make)(),
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

/// A player that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no player: {expected}")]
pub struct PlayerError {
    /// What was written.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let refuse = |expected: String| PlayerError {
            found: text.chars().take(60).collect(),
            expected,
        };
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
            ("random" | "greedy", Some(_)) => Err(refuse(format!(
                "{name} has no settings, expected {name} alone"
            ))),
            ("alphabeta", _) => {
                let split = effort.and_then(|effort| effort.split_once('/'));
                let (number, words) = split.map_or((effort, None), |(number, words)| (Some(number), Some(words)));
                let usual = Search::from(needed(number, "DEPTH", "6", DEEPEST)?);
                let search = words.map_or(Some(usual), |words| usual.with(words));
                search.map(Self::AlphaBeta).ok_or_else(|| {
                    refuse(format!(
                        "expected {name}:DEPTH or {name}:TIMEms, behind it /{PLAIN} or /{WEIGHED}, and behind a time how many \
                         threads search, 1 to {MOST_THREADS}, like {name}:200ms/2{THREADS}"
                    ))
                })
            }
            ("mcts", _) => {
                needed(effort, "ITERATIONS", "2000", MOST_ITERATIONS).map(Self::Mcts)
            }
            _ => Err(refuse(
                "expected random, greedy, alphabeta:DEPTH, alphabeta:TIMEms, alphabeta:DEPTH/weighed, alphabeta:TIMEms/plain, alphabeta:TIMEms/Nthreads, mcts:ITERATIONS, mcts:ITERATIONS/move or mcts:TIMEms"
                    .to_owned(),
            )),
        }
    }
}
