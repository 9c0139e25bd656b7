//! Puzzles: positions of games between players of this program in which exactly one move keeps the proved result.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::exact;
use crate::files::catalogue::Loaded;
use mankala_core::game::Game;
use mankala_core::kernel::board::Side;
use mankala_core::kernel::dice::Dice;
use mankala_core::kernel::event::{Act, Effect, Event, Note};
use mankala_core::play::matches::{MatchSpec, Played, play_series};
use mankala_core::play::players::{AlphaBeta, Effort, PlayerSpec, Valuation};
use mankala_core::text::checksum::{expect, line, read};
use mankala_core::text::several;
use mankala_core::variant::{AnyPosition, Move, moves};

/// Polls, of 256 steps each, for the proof of one position of a game.
const EFFORT: u32 = 1024;
/// Polls for the proofs of all positions of a solution. The proof of each takes no more.
const SOLUTION_EFFORT: u32 = 8 * EFFORT;
/// Number of proofs for a solution.
const PROOFS: u32 = 64;
/// Longest line of a solution, in plies.
const LONGEST: usize = 40;
/// Maximum number of lines of a solution.
const LINES: usize = 12;
/// Number of positions before the end of a game that are tried.
const TRIES: u64 = 60;
/// Number of games without a further puzzle after which the search ends.
pub const MOST_GAMES: u64 = 512;
/// Number of games after which the search ends if no position was proved.
const FRUITLESS: u64 = 32;
/// Depth of the strongest player that grades puzzles.
const DEEPEST: u32 = 8;
/// A capture is large from this share of all seeds on, and an endgame has at most twice this share on the board.
const SHARE: u32 = 8;

/// Format name in the header of a file of puzzles.
pub const PUZZLES: &str = "mankala puzzles";
const FORMAT_VERSION: u32 = 2;

/// Result with best play, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, Deserialize)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The player loses.
    Loss,
    /// Neither player wins.
    Draw,
    /// The player wins.
    Win,
}

/// Level of a puzzle, by the weakest player that finds all moves of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// `greedy`.
    Novice,
    /// `alphabeta:1` or `alphabeta:2`.
    Easy,
    /// `alphabeta:3` or `alphabeta:4`.
    Medium,
    /// `alphabeta:5` to `alphabeta:7`.
    Hard,
    /// A stronger player, or none.
    Master,
}

impl Level {
    /// All levels.
    pub const ALL: RangeInclusive<Self> = Self::Novice..=Self::Master;

    /// Returns the level of a puzzle's difficulty.
    pub fn of(difficulty: Option<&str>) -> Self {
        match difficulty {
            Some("greedy") => Self::Novice,
            Some("alphabeta:1" | "alphabeta:2") => Self::Easy,
            Some("alphabeta:3" | "alphabeta:4") => Self::Medium,
            Some("alphabeta:5" | "alphabeta:6" | "alphabeta:7") => Self::Hard,
            _ => Self::Master,
        }
    }
}

/// Position in which exactly one move keeps the result, with its solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// Player to move, who solves the puzzle.
    pub side: Side,
    /// Result of the only move: `win` or `draw`.
    pub value: Value,
    /// Number of plies of the main line.
    pub plies: usize,
    /// The weakest player that finds all moves of the main line; null if none does.
    pub difficulty: Option<String>,
    /// Names of events on the main line, and `endgame`.
    pub themes: Vec<String>,
    /// Lines of moves that form a tree, the main line first. Each move of the solver is the only one that keeps the
    /// result; the opponent's replies are those that lead to further only moves.
    pub solution: Vec<Vec<String>>,
}

/// Puzzle in JSON: the result as `solve` prints it, and the solution as a tree.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WrittenPuzzle {
    /// The position.
    position: String,
    /// Player to move, who solves the puzzle.
    side: Side,
    /// Result of the only move: 1 for a win, 0 for a draw.
    value: u8,
    /// Unit of the value.
    unit: Unit,
    /// Number of plies of the main line.
    plies: usize,
    /// The weakest player that finds all moves of the main line; null if none does.
    difficulty: Option<String>,
    /// Names of events on the main line, and `endgame`.
    themes: Vec<String>,
    /// Only moves of the solver, and objects with the replies of the opponent, each with the moves after it; the main line
    /// comes first.
    solution: Vec<serde_json::Value>,
}

/// Unit of a puzzle's value.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    /// A win, a draw or a loss.
    Result,
}

/// Returns lines as a tree, given the game before them.
fn tree(game: &Game, side: Side, lines: &[&[String]]) -> Result<Vec<serde_json::Value>, String> {
    let mut branches: Vec<(&String, Vec<&[String]>)> = Vec::new();
    for (first, rest) in lines.iter().filter_map(|line| line.split_first()) {
        match branches.iter_mut().find(|(text, _)| *text == first) {
            Some((_, lines)) => lines.push(rest),
            None => branches.push((first, vec![rest])),
        }
    }
    let is_own = game.to_move() == side;
    let mut steps = Vec::new();
    let mut replies = serde_json::Map::new();
    for (text, rest) in branches {
        let mut next = game.clone();
        next.follow(text)?;
        let rest = tree(&next, side, &rest)?;
        if is_own {
            steps.push(text.clone().into());
            steps.extend(rest);
        } else {
            replies.insert(text.clone(), rest.into());
        }
    }
    if !replies.is_empty() {
        steps.push(replies.into());
    }
    Ok(steps)
}

/// Adds the lines of a tree, which begin with the moves `before` it; `None` if it is not one, or too large.
fn add_lines(
    steps: &[serde_json::Value],
    before: &mut Vec<String>,
    lines: &mut Vec<Vec<String>>,
) -> Option<()> {
    let depth = before.len();
    if depth + steps.len() > LONGEST {
        return None;
    }
    // Replies come last.
    let (own, replies) = match steps.split_last() {
        Some((serde_json::Value::Object(replies), own)) => (own, Some(replies)),
        _ => (steps, None),
    };
    for step in own {
        before.push(step.as_str()?.to_owned());
    }
    match replies {
        Some(replies) => {
            for (text, steps) in replies {
                before.push(text.clone());
                add_lines(steps.as_array()?, before, lines)?;
                before.pop();
            }
        }
        None if lines.len() < LINES => lines.push(before.clone()),
        None => return None,
    }
    before.truncate(depth);
    Some(())
}

/// First line of a file of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    format: String,
    format_version: u32,
    /// Version of this crate.
    pub version: String,
    /// Name of the variant, with its changes.
    pub variant: String,
    /// Digest of the rules.
    pub rules: String,
    /// Random seed.
    pub seed: u64,
    /// Levels that were asked for, such as `easy..hard`; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// Number of puzzles in the file.
    pub puzzles: usize,
}

impl PuzzleHeader {
    /// Creates the header of a number of puzzles.
    pub fn new(loaded: &Loaded, seed: u64, difficulty: Option<String>, puzzles: usize) -> Self {
        Self {
            format: PUZZLES.to_owned(),
            format_version: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            variant: loaded.label(),
            rules: loaded.digest(),
            seed,
            difficulty,
            puzzles,
        }
    }

    /// Reads the first line of a file.
    ///
    /// # Errors
    ///
    /// Returns a message about the invalid header.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        expect(line, PUZZLES, FORMAT_VERSION)?;
        read(line, "the first line of a file of puzzles")
    }

    /// Returns the line, without a line feed.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// Move that keeps the result of a position, if it is the only one.
struct Only {
    value: Value,
    mv: Move,
    after: AnyPosition,
    /// Whether there is another legal move.
    is_choice: bool,
}

/// Returns the only move that keeps the result, or `Err` if there is none; `None` if a result stays open.
fn only(game: &Game, polls: &Cell<u32>, stop: &dyn Fn() -> bool) -> Option<Result<Only, Value>> {
    let (valued, _) = exact::solved(game, None, polls, stop)?;
    let value = |points: f64| match points {
        loss if loss < 0.25 => Value::Loss,
        win if win > 0.75 => Value::Win,
        _ => Value::Draw,
    };
    let best = valued.iter().map(|it| value(it.points)).max()?;
    let mut keep = valued.iter().filter(|it| value(it.points) == best);
    Some(match (keep.next(), keep.next()) {
        (Some(first), None) => {
            Ok(Only { value: best, mv: first.mv, after: first.after, is_choice: valued.len() > 1 })
        }
        _ => Err(best),
    })
}

/// Search for the lines of a solution.
struct Solving<'a> {
    side: Side,
    value: Value,
    polls: Cell<u32>,
    proofs: u32,
    stop: &'a dyn Fn() -> bool,
}

impl Solving<'_> {
    /// Returns the lines from a position on, the longest first; each ends with a real choice of the solver.
    fn lines(&mut self, game: &Game, plies: usize) -> Vec<Vec<String>> {
        if game.result().is_some() || plies >= LONGEST {
            return Vec::new();
        }
        if game.to_move() == self.side {
            self.proofs = self.proofs.saturating_sub(1);
            let found = (self.proofs > 0).then(|| only(game, &self.polls, self.stop));
            return match found.flatten() {
                Some(Ok(found)) if found.value == self.value => self.own(game, &found, plies),
                _ => Vec::new(),
            };
        }
        let legal = moves(game.variant(), game.position(), self.stop);
        let replies = legal.into_iter().map(|(mv, after)| self.after(game, mv, &after, plies));
        let mut replies: Vec<_> = replies.collect();
        replies.sort_by_key(|lines| std::cmp::Reverse(lines.first().map_or(0, Vec::len)));
        replies.into_iter().flatten().take(LINES).collect()
    }

    /// Returns the lines that begin with the only move of the solver.
    fn own(&mut self, game: &Game, only: &Only, plies: usize) -> Vec<Vec<String>> {
        let lines = self.after(game, only.mv, &only.after, plies);
        if lines.is_empty() && only.is_choice {
            return vec![vec![game.write_move(only.mv, only.after)]];
        }
        lines
    }

    /// Returns the lines that begin with a move and have a later choice.
    fn after(
        &mut self,
        game: &Game,
        mv: Move,
        after: &AnyPosition,
        plies: usize,
    ) -> Vec<Vec<String>> {
        let text = game.write_move(mv, *after);
        let mut next = game.clone();
        next.commit(mv, after);
        let mut lines = self.lines(&next, plies + 1);
        for line in &mut lines {
            line.insert(0, text.clone());
        }
        lines
    }
}

/// Returns each move of a line with the game before it.
fn games<'l>(game: &Game, line: &'l [String]) -> Result<Vec<(Game, &'l String)>, String> {
    let mut game = game.clone();
    let before = |text: &'l String| {
        let before = game.clone();
        game.follow(text).map(|()| (before, text))
    };
    line.iter().map(before).collect()
}

impl Puzzle {
    /// Makes a puzzle of a position; `None` if its solution has fewer than two moves of the solver.
    fn of(game: &Game, only: &Only, stop: &dyn Fn() -> bool) -> Option<Self> {
        let game = Game::from_position(game.shared_variant(), *game.position());
        let mut solving = Solving {
            side: game.to_move(),
            value: only.value,
            polls: Cell::new(SOLUTION_EFFORT),
            proofs: PROOFS,
            stop,
        };
        let solution = solving.own(&game, only, 0);
        let main = solution.first()?;
        let mut own = games(&game, main).ok()?;
        own.retain(|(game, _)| game.to_move() == solving.side);
        if own.len() < 2 {
            return None;
        }
        Some(Self {
            position: game.text(),
            side: solving.side,
            value: only.value,
            plies: main.len(),
            difficulty: difficulty(&own, stop),
            themes: themes(&own),
            solution,
        })
    }

    /// Reads a line of a file.
    ///
    /// # Errors
    ///
    /// Returns a message about the invalid line.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let written: WrittenPuzzle = read(line, "a puzzle")?;
        let value = match written.value {
            0 => Value::Draw,
            1 => Value::Win,
            other => {
                return Err(format!("expected 1 for a win or 0 for a draw, found {other}"));
            }
        };
        let mut solution = Vec::new();
        add_lines(&written.solution, &mut Vec::new(), &mut solution)
            .ok_or("the solution is no tree of moves, or too large")?;
        Ok(Self {
            position: written.position,
            side: written.side,
            value,
            plies: written.plies,
            difficulty: written.difficulty,
            themes: written.themes,
            solution,
        })
    }

    /// Returns the line of a file, without a line feed.
    ///
    /// # Errors
    ///
    /// As [`written`](Self::written).
    pub fn line(&self, loaded: &Loaded) -> Result<String, String> {
        Ok(line(&self.written(loaded)?))
    }

    /// Returns the puzzle as it is written in JSON.
    ///
    /// # Errors
    ///
    /// If the variant has no such position or moves.
    pub fn written(&self, loaded: &Loaded) -> Result<WrittenPuzzle, String> {
        let game = loaded.game_from(&self.position).map_err(|error| error.to_string())?;
        let lines: Vec<&[String]> = self.solution.iter().map(Vec::as_slice).collect();
        Ok(WrittenPuzzle {
            position: self.position.clone(),
            side: self.side,
            value: u8::from(self.value == Value::Win),
            unit: Unit::Result,
            plies: self.plies,
            difficulty: self.difficulty.clone(),
            themes: self.themes.clone(),
            solution: tree(&game, self.side, &lines)?,
        })
    }

    /// Checks the puzzle with the rules and the solver. Each move of the solver must be the only one that keeps the
    /// result. The first and the last of each line must be real choices. The themes, the number of plies and the
    /// difficulty must be right.
    ///
    /// # Errors
    ///
    /// Returns a message about the first difference. A proof that takes too long is an error too.
    pub fn check(&self, loaded: &Loaded, stop: &dyn Fn() -> bool) -> Result<(), String> {
        let game = loaded.game_from(&self.position).map_err(|error| error.to_string())?;
        if game.result().is_some() || game.to_move() != self.side || game.text() != self.position {
            return Err(format!("expected a position with {} to move", self.side));
        }
        let main = self.solution.first().ok_or("the solution has no line")?;
        if main.len() != self.plies {
            return Err(format!("expected {} plies, found {}", main.len(), self.plies));
        }
        let mut proved: HashSet<&[String]> = HashSet::new();
        for line in &self.solution {
            let played = games(&game, line)?;
            let mut own = 0;
            for (ply, (before, text)) in played.iter().enumerate() {
                if before.to_move() != self.side {
                    continue;
                }
                own += 1;
                if !proved.insert(&line[..=ply]) {
                    continue;
                }
                let found = only(before, &Cell::new(SOLUTION_EFFORT), stop);
                let found = found.ok_or_else(|| format!("{text} is not proved"))?;
                let found = found.map_err(|_| format!("{text} is not the only move"))?;
                let expected = before.write_move(found.mv, found.after);
                if expected != **text {
                    return Err(format!("the only move is {expected}, found {text}"));
                }
                if found.value != self.value {
                    let (is, says) = (found.value, self.value);
                    return Err(format!("the result of {text} is a {is}, found a {says}"));
                }
                if !found.is_choice && (ply == 0 || ply + 1 == line.len()) {
                    return Err(format!("{text} is forced"));
                }
            }
            if own < 2 || played.last().is_none_or(|(last, _)| last.to_move() != self.side) {
                return Err("a line has fewer than two moves, or ends with a reply".to_owned());
            }
        }
        let mut own = games(&game, main)?;
        own.retain(|(game, _)| game.to_move() == self.side);
        let themes = themes(&own);
        if themes != self.themes {
            return Err(format!("expected the themes {themes:?}, found {:?}", self.themes));
        }
        let difficulty = difficulty(&own, stop);
        if difficulty != self.difficulty {
            let [expected, found] =
                [&difficulty, &self.difficulty].map(|it| it.as_deref().unwrap_or("no player"));
            return Err(format!("expected the difficulty {expected}, found {found}"));
        }
        Ok(())
    }

    /// Returns a number that is the same for positions that differ only in the sides or in won seeds; `None` if the
    /// variant has no such position.
    pub fn key(&self, loaded: &Loaded) -> Option<u64> {
        loaded.game_from(&self.position).ok().map(|game| key(&game))
    }
}

/// Returns the key of a position without won seeds.
fn key(game: &Game) -> u64 {
    let (variant, position) = (game.variant(), game.position());
    let rest = variant.set_aside(position);
    variant.key(&rest.map_or(*position, |(rest, _)| rest))
}

/// Returns the weakest player that values each of these moves above all others.
fn difficulty(own: &[(Game, &String)], stop: &dyn Fn() -> bool) -> Option<String> {
    let deeper = (1..=DEEPEST).map(|depth| PlayerSpec::AlphaBeta(Effort::Count(depth).into()));
    let finds = |spec: &PlayerSpec| {
        let mut player = spec.player();
        own.iter().all(|(game, text)| {
            let weighed = player.weigh(game, &mut Dice::seeded(0), stop, &mut |_| ());
            let mut values = weighed.moves.iter().map(|&(mv, after, value)| {
                let value = match value {
                    Valuation::Value(value) => value,
                    Valuation::Sampled { .. } => 0,
                };
                (value, game.write_move(mv, after) == **text)
            });
            let others = values.clone().filter(|(_, is_right)| !is_right);
            let best = others.map(|(value, _)| value).max();
            let right = values.find(|(_, is_right)| *is_right);
            right.is_some_and(|(value, _)| best.is_none_or(|best| value > best))
        })
    };
    std::iter::once(PlayerSpec::Greedy).chain(deeper).find(finds).map(|spec| spec.to_string())
}

/// Returns the names of the events of these moves, in alphabetical order.
fn themes(own: &[(Game, &String)]) -> Vec<String> {
    let mut themes = BTreeSet::new();
    if let Some((first, _)) = own.first() {
        let pits = first.diagram().pits.into_iter().flatten();
        if pits.map(u32::from).sum::<u32>() * SHARE <= 2 * first.seeds() {
            themes.insert("endgame");
        }
    }
    for (game, text) in own {
        let (mut laps, mut captured) = (0, 0);
        for event in game.events(text).unwrap_or_default() {
            match event {
                Event::Sow(_) => laps += 1,
                Event::Move { act: Act::Capture, seeds, .. } => captured += u32::from(seeds),
                Event::Mark { note, .. } => {
                    if let Effect::Marks(field) = note.effect {
                        themes.extend(mark(field));
                    } else if note == Note::MOVES_AGAIN {
                        themes.insert("extra move");
                    } else if note.says.starts_with("grand slam") {
                        themes.insert("grand slam");
                    }
                }
                _ => {}
            }
        }
        if laps > 1 {
            themes.insert("relay");
        }
        if captured * SHARE >= game.seeds() {
            themes.insert("large capture");
        }
    }
    themes.into_iter().map(str::to_owned).collect()
}

/// Returns the theme of a move that marks a pit in this field of the position: it is the same for both players.
fn mark(field: &'static str) -> Option<&'static str> {
    match field {
        "claimed-S" | "claimed-N" => Some("claimed pit"),
        "out" => Some("pit out of play"),
        "reserved" => Some("reserved pit"),
        // The first visit to a pit gains nothing.
        "touched" => None,
        _ => Some(field),
    }
}

/// Result of a search for puzzles.
#[derive(Debug, Clone, Default)]
pub struct PuzzleResult {
    /// Puzzles, in the order of the games.
    pub puzzles: Vec<Puzzle>,
    /// Number of games.
    pub games: u64,
    /// Number of positions that were tried.
    pub tries: u64,
    /// Number of positions with a proved result.
    pub proved: u64,
    /// Number of puzzles of other levels, which are left out.
    pub others: u64,
}

/// Positions of a game that were tried, and the puzzle with the most plies.
#[derive(Default)]
struct Tried {
    tries: u64,
    proved: u64,
    puzzle: Option<(u64, Puzzle)>,
}

/// Looks for a puzzle in a finished game, from its end on, as long as results are proved.
fn tried(played: &Game, stop: &dyn Fn() -> bool) -> Tried {
    let (mut tried, mut game) = (Tried::default(), played.clone());
    while tried.proved < TRIES && !stop() && game.undo() {
        tried.tries += 1;
        let Some(found) = only(&game, &Cell::new(EFFORT), stop) else { break };
        tried.proved += 1;
        let is_puzzle = |only: &Only| only.is_choice && only.value > Value::Loss;
        let Some(only) = found.ok().filter(is_puzzle) else { continue };
        let longest = tried.puzzle.as_ref().map_or(0, |(_, puzzle)| puzzle.plies);
        if let Some(puzzle) = Puzzle::of(&game, &only, stop).filter(|it| it.plies > longest) {
            tried.puzzle = Some((key(&game), puzzle));
        }
    }
    tried
}

/// Returns the memory that a thread takes to find puzzles, in bytes.
pub fn memory() -> usize {
    exact::MEMORY + AlphaBeta::memory(Effort::Count(DEEPEST).into())
}

/// Finds puzzles in games of the program; `None` if stopped. They do not depend on the number of threads.
///
/// Each game gives at most one puzzle. No position occurs twice, even with sides exchanged or other numbers of won
/// seeds. Puzzles of other levels are left out, which changes none of those that stay. `tell` receives the results so
/// far.
pub fn puzzles(
    loaded: &Loaded,
    levels: &RangeInclusive<Level>,
    count: usize,
    seed: u64,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(&PuzzleResult),
) -> Option<PuzzleResult> {
    // Games of equal players stay open until late, when results can be proved.
    let players = [PlayerSpec::AlphaBeta(Effort::Count(3).into()); 2];
    // Without the solver nothing is proved.
    let most = if cfg!(feature = "solve") { MOST_GAMES } else { 0 };
    let games = most.saturating_mul(count as u64);
    let spec =
        MatchSpec { opening_plies: 6, ply_limit: 400, ..MatchSpec::new(players, games, seed) };
    let (mut found, mut keys, mut last) = (PuzzleResult::default(), HashSet::new(), 0);
    let is_enough = AtomicBool::new(false);
    let halted = || stop() || is_enough.load(Ordering::Relaxed);
    let finish = |(): &mut (), game: &Game, played: Played| match played.result {
        Some(_) => tried(game, &halted),
        None => Tried::default(),
    };
    let sink = |batch: Vec<Tried>| {
        for tried in batch {
            found.games += 1;
            found.tries += tried.tries;
            found.proved += tried.proved;
            if let Some((key, puzzle)) = tried.puzzle
                && keys.insert(key)
            {
                if levels.contains(&Level::of(puzzle.difficulty.as_deref())) {
                    found.puzzles.push(puzzle);
                    last = found.games;
                } else {
                    found.others += 1;
                }
            }
            let is_over = found.puzzles.len() >= count || found.games - last >= MOST_GAMES;
            if is_over || found.games >= FRUITLESS && found.proved == 0 {
                is_enough.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
        }
        tell(&found);
        ControlFlow::Continue(())
    };
    let variant = Arc::clone(&loaded.variant);
    play_series(&variant, &spec, 0..games, threads, stop, || (), finish, sink);
    (!stop()).then_some(found)
}

impl PuzzleResult {
    /// Describes why there is no puzzle.
    pub fn nothing(&self) -> String {
        let (tries, games) = (self.tries, self.games);
        match (self.proved, self.others) {
            (0, _) if tries == 0 => {
                format!("none of {games} games ended, so no position was tried")
            }
            (0, _) => format!("found no position that could be proved in {tries} tries"),
            (proved, 0) => {
                format!("found no puzzle among {proved} proved positions of {games} games")
            }
            (_, others) => {
                let others = several(others, "puzzle");
                format!("found {others} in {games} games, but none of this difficulty")
            }
        }
    }
}
