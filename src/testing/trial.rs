//! Positions in which the laws are tried: from examples, from random games, and with scattered seeds.

use std::collections::BTreeSet;
use std::env;

use crate::files::catalogue::Loaded;
use mankala_core::game::{Game, LegalMove};
use mankala_core::kernel::{BySide, Dice, Direction, Layout, Pit, Side, Swap, Value};
use mankala_core::text::notation::PositionError;

use super::spelling::Spelling;

/// Maximum number of moves in a random game.
pub(super) const LONGEST_GAME: usize = 400;

/// Minimum number of random games that give positions.
const PART: usize = 6;

/// Maximum number of positions with a choice within a move, and of others, in which moves are drawn.
const DRAWN: usize = 4;

/// Maximum number of moves of a position; more take long and show little.
const MOST_MOVES: usize = 300;

/// Number of positions that are kept whatever their number of moves.
const FEW: usize = 3;

/// Amount of testing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Number of positions of random games. As many have scattered seeds, and those of examples are added.
    pub positions: usize,
}

impl Budget {
    /// Fraction of a second for most games, for every change.
    pub const QUICK: Self = Self { positions: 40 };

    /// Five times as many positions, for a change to the engine or to a ruleset.
    pub const FULL: Self = Self { positions: 200 };

    /// Returns [`FULL`](Self::FULL) if `MANKALA_TESTS=full` is in the environment, else [`QUICK`](Self::QUICK).
    pub fn from_env() -> Self {
        if env::var("MANKALA_TESTS").is_ok_and(|wanted| wanted == "full") {
            Self::FULL
        } else {
            Self::QUICK
        }
    }
}

/// Variant with positions in which it is tried.
pub(super) struct Trial<'a> {
    loaded: &'a Loaded,
    /// The first position of a game that could not be read back.
    pub(super) unreadable: Option<(String, PositionError)>,
    /// Positions as text, so that each law starts from one that was read.
    pub(super) positions: Vec<String>,
    /// Indices of some positions with a choice within a move, then of some others.
    pub(super) drawn: Vec<usize>,
    /// Texts of the moves of all positions.
    pub(super) texts: Vec<String>,
    /// Characters of these texts, and those that any game may use.
    pub(super) letters: Vec<char>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(loaded: &'a Loaded, budget: Budget) -> Self {
        let examples = loaded.examples.iter();
        let given = examples.filter_map(|example| example.position.clone());
        // Wrong examples are reported where examples are played.
        let given = given.filter(|position| loaded.game_from(position).is_ok());
        let rows = loaded.game().layout().paper();
        let (mut positions, mut unreadable) = (Vec::new(), None);
        let (mut texts, mut chosen, mut plain) = (BTreeSet::new(), Vec::new(), Vec::new());
        for position in given.chain(played(loaded, budget)).chain(scattered(loaded, budget)) {
            let game = match loaded.game_from(&position) {
                Ok(game) => game,
                Err(error) => {
                    unreadable.get_or_insert((position, error));
                    continue;
                }
            };
            let moves = game.moves();
            if moves.len() > MOST_MOVES && positions.len() >= FEW {
                continue;
            }
            match moves.len() {
                0 | 1 => {}
                _ if has_choice(game.layout(), &moves) => chosen.push(positions.len()),
                _ => plain.push(positions.len()),
            }
            texts.extend(moves.into_iter().map(|legal| legal.text));
            positions.push(position);
        }
        let [some, others] = [chosen, plain].map(|indices| {
            let step = indices.len().div_ceil(DRAWN).max(1);
            indices.into_iter().step_by(step)
        });
        let mut letters: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        letters.extend(rows.iter().map(|(letter, _)| *letter));
        letters.extend("0123456789LR*".chars());
        Self {
            loaded,
            unreadable,
            positions,
            drawn: some.chain(others).collect(),
            texts: texts.into_iter().collect(),
            letters: letters.into_iter().collect(),
        }
    }

    pub(super) fn game(&self, position: &str) -> Result<Game, PositionError> {
        self.loaded.game_from(position)
    }
}

/// Returns `true` if two of the legal moves start in the same way.
fn has_choice(layout: &Layout, moves: &[LegalMove]) -> bool {
    let starts = moves.iter().map(|legal| Spelling::read(layout, &legal.text).start());
    starts.collect::<BTreeSet<_>>().len() < moves.len()
}

/// Returns positions of random games, from the opening to the end.
fn played(loaded: &Loaded, budget: Budget) -> Vec<String> {
    let mut dice = Dice::seeded(1);
    let mut positions = Vec::new();
    for number in 0.. {
        // Games may be very short.
        let is_enough = positions.len() >= budget.positions || number >= budget.positions;
        if is_enough && number >= PART {
            break;
        }
        let mut game = loaded.game();
        let mut all = vec![game.text()];
        while let (Some(mv), true) = (game.random_move(&mut dice), all.len() < LONGEST_GAME) {
            if game.play(&mv).is_err() {
                break;
            }
            all.push(game.text());
        }
        // The game is usually over in the last position.
        positions.extend(all.pop());
        let step = all.len().div_ceil(budget.positions / PART).max(1);
        positions.extend(all.into_iter().step_by(step));
    }
    positions
}

/// Returns positions that games may never reach: few or many seeds, in few or many pits, with random fields.
fn scattered(loaded: &Loaded, budget: Budget) -> Vec<String> {
    let mut dice = Dice::seeded(2);
    let opening = loaded.game();
    let attempts = 0..40 * budget.positions;
    let games = attempts.filter_map(|_| loaded.game_from(&scatter(&opening, &mut dice)).ok());
    games.map(|game| game.text()).take(budget.positions).collect()
}

/// Returns a position with random seeds and fields; it may be invalid.
fn scatter(opening: &Game, dice: &mut Dice) -> String {
    let mut diagram = opening.diagram();
    let side = u32::from(opening.layout().pits_a_side());
    let mut seeds =
        if dice.below(4) == 0 { opening.seeds() } else { 1 + dice.below(opening.seeds()) };
    diagram.to_move = Side::BOTH[dice.below(2) as usize];
    diagram.pits = [vec![0; side as usize], vec![0; side as usize]];
    let pit = |dice: &mut Dice| Pit {
        owner: Side::BOTH[dice.below(2) as usize],
        spot: dice.below(side) as u8,
    };
    let mut emptied = Vec::new();
    for (_, value) in &mut diagram.fields {
        match value {
            Value::Seeds(counts) => {
                // No seed, or up to half of them.
                let off = dice.below(2) * dice.below(seeds / 2 + 1);
                let south = dice.below(off + 1);
                seeds -= off;
                *counts = BySide([south as u8, (off - south) as u8]);
            }
            Value::Sides(sides) => *sides = BySide([dice.below(2) == 0, dice.below(2) == 0]),
            // As at the opening, or another: some games allow few numbers.
            Value::Number(number) if dice.below(2) == 0 => *number = dice.below(10) as u16,
            Value::Turns(counts) if dice.below(2) == 0 => {
                *counts = BySide([dice.below(4) as u8, dice.below(4) as u8]);
            }
            Value::Number(_) | Value::Turns(_) => {}
            Value::Swap(swap) => {
                *swap = [Swap::Closed, Swap::Next, Swap::Open][dice.below(3) as usize];
            }
            Value::Directions(directions) => {
                for way in &mut directions.0 {
                    let all = [None, Some(Direction::Forward), Some(Direction::Backward)];
                    *way = all[dice.below(3) as usize];
                }
            }
            Value::Pits(pits) => {
                let first = pit(dice);
                let second = pit(dice);
                let choices = [vec![], vec![], vec![first], vec![first, second]];
                pits.clone_from(&choices[dice.below(4) as usize]);
                pits.dedup();
                // Some marks are allowed on empty pits only.
                if dice.below(2) == 0 {
                    emptied.clone_from(pits);
                }
            }
        }
    }
    let places: Vec<Pit> = (0..=dice.below(2 * side)).map(|_| pit(dice)).collect();
    for _ in 0..seeds {
        let pit = places[dice.below(places.len() as u32) as usize];
        diagram.pits[pit.owner.index()][usize::from(pit.spot)] += 1;
    }
    for pit in emptied {
        diagram.pits[pit.owner.index()][usize::from(pit.spot)] = 0;
    }
    diagram.write(opening.layout())
}
