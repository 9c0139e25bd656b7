//! The object-safe edge: games and variants whatever their types.

mod replay;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::{Ending, Game, Round};
use crate::kernel::board::{Direction, Pit, Side};
use crate::kernel::diagram::Diagram;
use crate::kernel::dice::Dice;
use crate::kernel::event::Event;
use crate::kernel::layout::{Layout, Ways};
use crate::measure::{self, Tally};
use crate::play::asked::unannounced;
use crate::play::matches::{Heading, MatchSpec, Played, Record, Writer, play_series};
use crate::play::perft::{divide, perft};
use crate::play::players::{PlayerSpec, Weighed, Worth};
use crate::play::speed::{self, Speed};
#[cfg(feature = "solve")]
use crate::proof::{Claim, Places, check};
#[cfg(feature = "solve")]
use crate::search::tables::{Rules, Seeds};
#[cfg(feature = "solve")]
use crate::search::{Progress, Solution, Task, solve};
use crate::sections::Rounds;
use crate::text::notation::{
    Legal, MoveError, PositionError, exact_move, legal_moves, read_move, settle, write_move,
    write_position,
};
use crate::text::trace::{Change, Step, trace, untold};
use crate::variant::{Lead, Move, Outcome, Play, Position, Variant};

/// A legal move as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// The move.
    pub text: String,
    /// The pit where it starts; none where the player passes.
    pub pit: Option<Pit>,
    /// The way in which it is sown, where the rules leave a choice.
    pub direction: Option<Direction>,
    /// The position after it.
    pub after: String,
    /// The result after it, if the game is over then.
    pub result: Option<Outcome>,
}

/// What a player thinks of the legal moves of a position, as text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weighing {
    /// The move that it would make.
    pub choice: Option<String>,
    /// How many plies ahead it has looked at all moves, if it looks ahead.
    pub depth: Option<u32>,
    /// What the moves are worth to it; empty for a player who does not say.
    pub moves: Vec<(String, Worth)>,
}

/// A game, whatever the variant.
pub trait AnyGame: Send {
    /// The shape of the board.
    fn layout(&self) -> &Layout;

    /// The player to move.
    fn to_move(&self) -> Side;

    /// The result, once the game is over.
    fn result(&self) -> Option<Outcome>;

    /// How the game came to its end, once it is over.
    fn ending(&self) -> Option<Ending>;

    /// The position as text.
    fn text(&self) -> String;

    /// The position as a diagram.
    fn diagram(&self) -> Diagram;

    /// All seeds of the position, on the board and off it.
    fn seeds(&self) -> u32;

    /// The seeds that count for each side, `[south, north]`, on the board and off it; see [`Variant::holdings`].
    fn holdings(&self) -> [u16; 2];

    /// By what search judges the position: the names of its features, and how much more of each the player to move has
    /// than the opponent; none in a game where seeds say enough.
    fn features(&self) -> Vec<(&'static str, i16)>;

    /// How many moves have been played.
    fn plies(&self) -> usize;

    /// Goes on after this round with the next; see [`Game::over_rounds`].
    fn over_rounds(&mut self, rounds: Rounds);

    /// The rounds that are over, in a game that is played over several, each with the text of its last position.
    fn rounds(&self) -> Vec<(Round<()>, String)>;

    /// How often the position has come up, this time included.
    fn repetitions(&self) -> usize;

    /// The moves played so far.
    fn record(&self) -> Vec<String>;

    /// The legal moves.
    fn moves(&self) -> Vec<LegalMove>;

    /// A choice that comes up in a move where the variant says that none of its kind does, or a start without a move where it says that there
    /// is none, in words; see [`Variant::choices`] and [`Variant::starts_are_moves`].
    fn unannounced(&self) -> Option<String>;

    /// Each legal move with the action that starts it; see [`Actions`](crate::learn::Actions).
    #[cfg(feature = "learn")]
    fn actions(&self) -> Vec<(u8, String)>;

    /// What each number of an observation is, see [`Sight`](crate::learn::Sight).
    #[cfg(feature = "learn")]
    fn observation_names(&self) -> Vec<String>;

    /// The position as a side sees it.
    #[cfg(feature = "learn")]
    fn observation(&self, side: Side) -> Vec<i32>;

    /// One of the legal moves, each equally likely; `None` if there is none.
    fn random_move(&self, dice: &mut Dice) -> Option<String>;

    /// Plays a move and returns it in canonical form.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal; the game stays as it was.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays a move given exactly as it is written, as in a record; sooner than [`play`](Self::play), which reads more.
    ///
    /// # Errors
    ///
    /// Why it is no such move, in words; the game stays as it was.
    fn follow(&mut self, text: &str) -> Result<(), String>;

    /// What a move does, step by step.
    ///
    /// Where a ruleset does not tell its observer of every seed that moves, a last step says so in programs with
    /// debug assertions.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    fn trace(&self, text: &str) -> Result<Vec<Step>, MoveError>;

    /// The events of a move.
    ///
    /// # Errors
    ///
    /// A [`MoveError`] if it is not legal.
    fn events(&self, text: &str) -> Result<Vec<Event>, MoveError>;

    /// The move that a player would make; `None` if the game is over, or once `stop` says yes.
    fn choose(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<String>;

    /// What a player thinks of the legal moves and which it would make; no choice if the game is over.
    ///
    /// `told` hears of every depth that has been searched. Once `stop` says yes, the best so far is the answer.
    fn weigh(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut(Weighing),
    ) -> Weighing;

    /// What the position comes to with perfect play, as if nothing had been played before; see [`Solution`].
    ///
    /// `progress` is told before each search to a depth. Once `stop` says yes, what has been proved so far is the answer.
    #[cfg(feature = "solve")]
    fn solve(
        &self,
        task: Task<'_>,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solution;

    /// Checks a claim about the position, as if nothing had been played before, with nothing but the rules: `choose` is asked for
    /// the number of a move in each place where whoever claims is to move and needs more than is known; see
    /// [`Certificate`](crate::proof::Certificate). `glance` hears now and then how many bytes the places take.
    ///
    /// # Errors
    ///
    /// Why the claim is not proved, or what `choose` and `glance` have said.
    #[cfg(feature = "solve")]
    fn check(
        &self,
        claim: Claim,
        choose: &mut dyn FnMut() -> Result<usize, String>,
        glance: &mut dyn FnMut(usize) -> Result<(), String>,
    ) -> Result<(), String>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// A player resigns; nothing happens if the game is over.
    fn resign(&mut self, side: Side);

    /// The number of move sequences of exactly this length.
    fn perft(&self, depth: u32) -> u64;

    /// [`perft`](Self::perft) for each legal move; once `stop` says yes, what has been counted by then.
    fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(String, u64)>;

    /// A copy of the game.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

impl<V: Variant> AnyGame for Game<V> {
    fn layout(&self) -> &Layout {
        self.variant().layout()
    }

    fn to_move(&self) -> Side {
        self.position().status().to_move
    }

    fn result(&self) -> Option<Outcome> {
        self.result()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending()
    }

    fn text(&self) -> String {
        self.text()
    }

    fn diagram(&self) -> Diagram {
        self.variant().diagram(self.position())
    }

    fn seeds(&self) -> u32 {
        self.diagram().total()
    }

    fn holdings(&self) -> [u16; 2] {
        self.variant().holdings(self.position())
    }

    fn features(&self) -> Vec<(&'static str, i16)> {
        let features = self.variant().features(self.position());
        V::FEATURES.iter().copied().zip(features).collect()
    }

    fn plies(&self) -> usize {
        self.plies()
    }

    fn over_rounds(&mut self, rounds: Rounds) {
        Game::over_rounds(self, rounds);
    }

    fn rounds(&self) -> Vec<(Round<()>, String)> {
        let written = |round: &Round<V::Position>| {
            let text = write_position(self.variant(), &round.position);
            let round = Round {
                position: (),
                end: round.end,
                plies: round.plies,
                points: round.points,
            };
            (round, text)
        };
        Game::rounds(self).iter().map(written).collect()
    }

    fn repetitions(&self) -> usize {
        self.repetitions()
    }

    fn record(&self) -> Vec<String> {
        let plies = self.past().iter().zip(self.afters());
        plies
            .map(|((position, mv), after)| write_move(self.variant(), position, *mv, after))
            .collect()
    }

    fn moves(&self) -> Vec<LegalMove> {
        let (layout, mover) = (self.variant().layout(), AnyGame::to_move(self));
        let written = |legal: Legal<V::Position>| {
            let start = (legal.mv != Move::PASS).then_some(legal.mv.start);
            let two_ways = layout.ways() == Ways::Both;
            LegalMove {
                text: legal.text,
                pit: start.map(|start| layout.start_pit(mover, start)),
                direction: start.filter(|_| two_ways).map(|start| start.direction),
                after: write_position(self.variant(), &legal.after),
                result: legal.after.status().result,
            }
        };
        legal_moves(self.variant(), self.position())
            .into_iter()
            .map(written)
            .collect()
    }

    #[cfg(feature = "learn")]
    fn actions(&self) -> Vec<(u8, String)> {
        let actions = crate::learn::Actions::new(self.variant().layout());
        let numbered = |legal: Legal<V::Position>| {
            let number = match legal.mv {
                Move::PASS => actions.pass(),
                mv => actions.number(mv.start),
            };
            (number, legal.text)
        };
        let moves = legal_moves(self.variant(), self.position()).into_iter();
        moves.map(numbered).collect()
    }

    #[cfg(feature = "learn")]
    fn observation_names(&self) -> Vec<String> {
        crate::learn::Sight::of(self.variant()).names()
    }

    #[cfg(feature = "learn")]
    fn observation(&self, side: Side) -> Vec<i32> {
        let sight = crate::learn::Sight::of(self.variant());
        let mut numbers = vec![0; sight.names().len()];
        sight.write(self.position(), side, &mut numbers);
        numbers
    }

    fn unannounced(&self) -> Option<String> {
        unannounced(self.variant(), self.position())
    }

    fn random_move(&self, dice: &mut Dice) -> Option<String> {
        let (mv, after) = self.variant().draw_move(self.position(), dice)?;
        let after = settle(self.variant(), self.position(), after);
        Some(write_move(self.variant(), self.position(), mv, &after))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let legal = self.read(text)?;
        let after = self
            .variant()
            .make(self.position(), legal.mv, &mut |_| ())
            .unwrap_or(legal.after);
        Game::play(self, legal.mv, after);
        Ok(legal.text)
    }

    fn follow(&mut self, text: &str) -> Result<(), String> {
        if let Some((mv, after)) = exact_move(self.variant(), self.position(), text) {
            Game::play(self, mv, after);
            return Ok(());
        }
        Err(match self.read(text) {
            Ok(legal) => format!("{text:?} is written {:?}", legal.text),
            Err(error) => error.to_string(),
        })
    }

    fn trace(&self, text: &str) -> Result<Vec<Step>, MoveError> {
        let legal = self.read(text)?;
        let events = self.events_of(&legal);
        let (layout, before) = (self.variant().layout(), AnyGame::diagram(self));
        let mut steps = trace(layout, &before, &events);
        if cfg!(debug_assertions) {
            steps.extend(self.untold_step(&legal, &before, &events));
        }
        steps.extend(self.repetition_step(&legal));
        Ok(steps)
    }

    fn events(&self, text: &str) -> Result<Vec<Event>, MoveError> {
        Ok(self.events_of(&self.read(text)?))
    }

    fn choose(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        if self.result().is_some() {
            return None;
        }
        let (mv, after) = player.player::<V>().choose(self, dice, stop)?;
        if stop() {
            return None;
        }
        let after = settle(self.variant(), self.position(), after);
        Some(write_move(self.variant(), self.position(), mv, &after))
    }

    fn weigh(
        &self,
        player: PlayerSpec,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
        told: &mut dyn FnMut(Weighing),
    ) -> Weighing {
        if self.result().is_some() {
            return Weighing::default();
        }
        let mut player = player.player::<V>();
        let mut tell = |weighed: &Weighed<V::Position>| told(self.written(weighed));
        let weighed = player.weigh(self, dice, stop, &mut tell);
        self.written(&weighed)
    }

    #[cfg(feature = "solve")]
    fn solve(
        &self,
        task: Task<'_>,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solution {
        solve(self, task, stop, progress)
    }

    #[cfg(feature = "solve")]
    fn check(
        &self,
        claim: Claim,
        choose: &mut dyn FnMut() -> Result<usize, String>,
        glance: &mut dyn FnMut(usize) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.result().is_some() {
            return Err("the game is over, and its result rests on no move".to_owned());
        }
        let seeds = AnyGame::seeds(self);
        let mut places = Places::new(self.variant(), self.position(), seeds);
        let root = places.step(None, self.position());
        let mut choose = |_, _| choose();
        let mut glance = |places| glance(places * Places::<V>::SIZE);
        check(&mut places, claim, root, &mut choose, &mut glance)
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn resign(&mut self, side: Side) {
        Game::resign(self, side);
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.variant(), self.position(), depth)
    }

    fn divide(
        &self,
        depth: u32,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(String, u64)> {
        let counts = divide(self.variant(), self.position(), depth, threads, stop);
        let written = |(mv, after, nodes)| {
            let after = settle(self.variant(), self.position(), after);
            (
                write_move(self.variant(), self.position(), mv, &after),
                nodes,
            )
        };
        counts.into_iter().map(written).collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

impl<V: Variant> Game<V> {
    /// Reads a move; a refusal shows the position as this game writes it (`G9`).
    fn read(&self, text: &str) -> Result<Legal<V::Position>, MoveError> {
        let legal = read_move(self.variant(), self.position(), text);
        legal.map_err(|error| MoveError {
            position: self.text(),
            ..error
        })
    }

    /// What a player thinks, with its moves as text.
    fn written(&self, weighed: &Weighed<V::Position>) -> Weighing {
        let (variant, position) = (self.variant(), self.position());
        let text = |mv, after| {
            let after = settle(variant, position, after);
            write_move(variant, position, mv, &after)
        };
        let moves = weighed.moves.iter();
        Weighing {
            choice: weighed.choice.map(|(mv, after)| text(mv, after)),
            depth: weighed.depth,
            moves: moves
                .map(|&(mv, after, worth)| (text(mv, after), worth))
                .collect(),
        }
    }

    /// What happens in a legal move.
    fn events_of(&self, legal: &Legal<V::Position>) -> Vec<Event> {
        let mut events = Vec::new();
        let tell = &mut |event| events.push(event);
        self.variant().make(self.position(), legal.mv, tell);
        events
    }

    /// Says to the author of a ruleset which seeds moved and were not told; the step shows where they are.
    fn untold_step(
        &self,
        legal: &Legal<V::Position>,
        before: &Diagram,
        events: &[Event],
    ) -> Option<Step> {
        let after = self
            .variant()
            .make(self.position(), legal.mv, &mut |_| ())?;
        let diagram = self.variant().diagram(&after);
        let text = untold(self.variant().layout(), before, events, &diagram)?;
        Some(Step {
            text,
            diagram,
            changed: Vec::new(),
            hand: 0,
        })
    }

    /// What happens where a move brings a position back and the rules end the game there.
    fn repetition_step(&self, legal: &Legal<V::Position>) -> Option<Step> {
        if self.variant().recurrence() == 0 {
            return None;
        }
        let mut game = self.clone();
        game.play(legal.mv, legal.after);
        if game.ending() != Some(Ending::Repetition) {
            return None;
        }
        let before = self.variant().diagram(&legal.after);
        Some(come_back(
            self.variant().layout(),
            &before,
            AnyGame::diagram(&game),
        ))
    }
}

/// Says that the game is over because a position came back, and what became of it.
fn come_back(layout: &Layout, before: &Diagram, diagram: Diagram) -> Step {
    let pits = layout.paper().into_iter().flat_map(|(_, pits)| pits);
    let change = |pit| Some((pit, Change::between(before.at(pit), diagram.at(pit))?));
    Step {
        text: "the position has come back: the game is over".to_owned(),
        changed: pits.filter_map(change).collect(),
        diagram,
        hand: 0,
    }
}

/// A variant, whatever its types.
pub trait AnyVariant: Send + Sync {
    /// The bytes of a position in memory.
    fn position_size(&self) -> usize;

    /// About how many bytes a player needs at most while it thinks about a game of it.
    fn memory(&self, player: PlayerSpec) -> usize;

    /// How fast it is played on this machine; see [`crate::play::speed`].
    fn speed(&self, seconds: f64, threads: usize) -> Speed;

    /// What tells who is ahead in the middle of a game.
    fn lead(&self) -> Lead;

    /// An upper bound of the number of positions, as a decimal logarithm.
    fn positions_log10(&self) -> f64;

    /// Plays games of a match and tallies them; see [`measure::tally`]. Incomplete if `stop` was set.
    fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        games: Range<u64>,
        probes: u64,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Tally;

    /// Plays the games numbered `games` of a match and hands over each with its record, in order.
    ///
    /// The record is one JSON object without a line feed. See [`play_series`] for the rest.
    fn play_games(
        self: Arc<Self>,
        heading: &Heading,
        spec: &MatchSpec,
        games: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Vec<(Played, String)>) -> ControlFlow<()>,
    );

    /// Plays a recorded game again, over rounds if it was played so.
    ///
    /// # Errors
    ///
    /// What is not as it was recorded.
    fn verify(self: Arc<Self>, record: &Record, rounds: Option<Rounds>) -> Result<(), String> {
        let mut game = self.game();
        if let Some(rounds) = rounds {
            game.over_rounds(rounds);
        }
        replay::replay(&mut *game, record)
    }

    /// So many games of it at a time; see [`learn`](crate::learn).
    #[cfg(feature = "learn")]
    fn batch(
        self: Arc<Self>,
        games: usize,
        terms: crate::learn::Terms,
    ) -> Box<dyn crate::learn::AnyBatch>;

    /// The game as endgame tables see it.
    ///
    /// # Errors
    ///
    /// Why it has no tables.
    #[cfg(feature = "solve")]
    fn for_tables(self: Arc<Self>) -> Result<Box<dyn Rules>, String>;

    /// A game from the opening.
    fn game(self: Arc<Self>) -> Box<dyn AnyGame>;

    /// A game from a written position.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] if it can't be read.
    fn game_from(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyGame>, PositionError>;
}

impl<V: Variant> AnyVariant for V {
    fn position_size(&self) -> usize {
        size_of::<V::Position>()
    }

    fn memory(&self, player: PlayerSpec) -> usize {
        player.memory::<V>()
    }

    fn speed(&self, seconds: f64, threads: usize) -> Speed {
        speed::measure(self, seconds, threads)
    }

    fn lead(&self) -> Lead {
        V::LEAD
    }

    fn positions_log10(&self) -> f64 {
        measure::positions_log10(self)
    }

    fn tally(
        self: Arc<Self>,
        spec: &MatchSpec,
        games: Range<u64>,
        probes: u64,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Tally {
        measure::tally(&self, spec, games, probes, threads, stop, progress)
    }

    fn play_games(
        self: Arc<Self>,
        heading: &Heading,
        spec: &MatchSpec,
        games: Range<u64>,
        threads: usize,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(Vec<(Played, String)>) -> ControlFlow<()>,
    ) {
        let writer = Writer::new(heading);
        play_series(
            &self,
            spec,
            games,
            threads,
            stop,
            || (),
            |(), game, played| {
                let line = writer.line(
                    &played,
                    &AnyGame::record(game),
                    &game.round_ends(),
                    &AnyGame::text(game),
                );
                (played, line)
            },
            sink,
        );
    }

    #[cfg(feature = "learn")]
    fn batch(
        self: Arc<Self>,
        games: usize,
        terms: crate::learn::Terms,
    ) -> Box<dyn crate::learn::AnyBatch> {
        Box::new(crate::learn::Batch::new(self, games, terms))
    }

    #[cfg(feature = "solve")]
    fn for_tables(self: Arc<Self>) -> Result<Box<dyn Rules>, String> {
        Ok(Box::new(Seeds::of(self)?))
    }

    fn game(self: Arc<Self>) -> Box<dyn AnyGame> {
        Box::new(Game::new(self))
    }

    fn game_from(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyGame>, PositionError> {
        Ok(Box::new(Game::from_text(self, position)?))
    }
}
