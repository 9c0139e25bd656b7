//! Expected points from the value of a search, by logistic models fitted to games.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::files::catalogue::Loaded;
use crate::files::solved::Solved;
use mankala_core::game::Game;
use mankala_core::play::players::proven;
use mankala_core::variant::AnyPosition;

/// Share of seeds at which the weight of a seed stops growing.
const NEAR_END: f64 = 0.1;

/// Logistic model of a game. The log-odds of a win are the value in seeds, times a weight that grows as seeds leave the
/// board, plus the advantage of having the move.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Weight of a seed at the opening.
    pub seed: f64,
    /// Additional weight of a seed, times the share of seeds off the board over that on the board.
    pub late: f64,
    /// Log-odds of the player to move if the value is 0.
    pub turn: f64,
    /// Opening of a solved game, with its value.
    #[serde(skip)]
    opening: Option<(AnyPosition, &'static Solved)>,
}

/// Fitted models: of variants, and of rulesets for all other variants.
#[derive(Deserialize)]
struct Models {
    variants: BTreeMap<String, Model>,
    rulesets: BTreeMap<String, Model>,
}

impl Model {
    /// Returns the model of a variant, or that of its ruleset, with the value of its opening if that is known.
    pub fn of(loaded: &Loaded) -> Self {
        static MODELS: LazyLock<Models> =
            LazyLock::new(|| toml::from_str(include_str!("win.toml")).expect("valid TOML"));
        /// Model of games without a fitted one.
        const USUAL: Model = Model { seed: 0.1, late: 0.3, turn: 0.0, opening: None };
        let own = MODELS.variants.get(&loaded.header.name);
        let usual = MODELS.rulesets.get(loaded.ruleset);
        let opening = Solved::of(loaded).map(|solved| (*loaded.game().position(), solved));
        Self { opening, ..*own.or(usual).unwrap_or(&USUAL) }
    }

    /// Returns the known points of the player to move, who plays the first move, and the value of the game.
    pub(super) fn opening(&self, position: &AnyPosition) -> Option<(f64, &'static Solved)> {
        let (_, solved) = self.opening.filter(|(opening, _)| opening == position)?;
        let points = match solved.value {
            "first" => 1.0,
            "second" => 0.0,
            "draw" => 0.5,
            _ => return None,
        };
        Some((points, solved))
    }

    /// Returns the factors of the model for a value of a position in hundredths of a seed.
    pub fn factors(game: &Game, value: i32) -> [f64; 3] {
        let seeds = f64::from(value) / 100.0;
        let on_board: f64 = game.diagram().pits.into_iter().flatten().map(f64::from).sum();
        let left = on_board / f64::from(game.seeds().max(1));
        // A lead counts most when few seeds are left to turn it.
        [seeds, seeds * (1.0 - left) / (left + NEAR_END), 1.0]
    }

    /// Returns the expected points of the player to move, from 0 for a loss to 1 for a win.
    pub fn points(self, game: &Game, value: i32) -> f64 {
        if let Some(wins) = proven(value) {
            return if wins { 1.0 } else { 0.0 };
        }
        let [seeds, late, turn] = Self::factors(game, value);
        let odds = self.seed * seeds + self.late * late + self.turn * turn;
        1.0 / (1.0 + (-odds).exp())
    }
}
