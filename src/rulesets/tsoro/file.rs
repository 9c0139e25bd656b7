//! What a variant file of the ruleset holds, and how it is checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TsoroGame;
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::rulesets::four_rows::{Setup, pits_named};
use crate::variant::AnyVariant;
use crate::variant::ruleset::{Faults, Ruleset, Sections, by_pits};

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1, max = 65535))]
    pub max_sown: u32,
    /// Which way the hand moves (TS2, TS3).
    #[serde(default)]
    pub direction: Directions,
    /// Whether a lap that ends in a filled pit is sown on (TS4).
    #[serde(default)]
    pub laps: LapsOfMove,
    /// From which pits of a single seed a move may start (TS5).
    pub singles: Singles,
    /// Pits from which each player's first move starts, as their owner names them; anywhere if there are none (TS6).
    #[serde(default)]
    pub first_move: Vec<String>,
    /// What each player's first turn is (TS7).
    #[serde(default)]
    pub first_turn: FirstTurn,
    /// From which pits a player starts before two of their seeds have been captured (TS20, TS21).
    #[serde(default)]
    pub first_phase: FirstPhase,
    /// Which seeds capture, by the pit that they fall in (TS8, TS11).
    #[serde(default)]
    pub on: On,
    /// From which own pits a last seed captures (TS8).
    #[serde(default)]
    pub from: From,
    /// Which of the two opposite pits are taken (TS9, TS10).
    #[serde(default)]
    pub takes: Takes,
    /// So many further pits of the opponent are taken after a capture (TS12).
    #[serde(default)]
    #[schemars(range(max = 3))]
    pub extra: u8,
    /// After which captures further pits are taken (TS13).
    #[serde(default)]
    pub extra_after: ExtraAfter,
    /// Filled pits in which a lap may be ended, as their owner names them (TS14, TS15).
    #[serde(default)]
    pub stop_pits: Vec<String>,
    /// What wins (TS16, TS17).
    #[serde(default)]
    pub goal: Goal,
    /// What a position does that comes up again (TS18).
    #[serde(default)]
    pub repetition: Repetition,
}

/// Which way the hand moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Counterclockwise: to the left over the own front row.
    #[default]
    Counterclockwise,
    /// Clockwise: to the right over the own front row.
    Clockwise,
    /// Either way, chosen for each move.
    Chosen,
    /// Each player's first move goes clockwise; with the second they choose a way, and keep it.
    FirstClockwiseThenOwnChoice,
}

impl Directions {
    /// The ways that the board has to know.
    const fn ways(self) -> Ways {
        match self {
            Self::Counterclockwise => Ways::Backward,
            Self::Clockwise => Ways::Forward,
            Self::Chosen | Self::FirstClockwiseThenOwnChoice => Ways::Both,
        }
    }
}

/// Whether a lap that ends in a filled pit is sown on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LapsOfMove {
    /// It is, until a lap ends in an empty pit.
    #[default]
    Relay,
    /// A move is one lap.
    Single,
}

/// From which pits of a single seed a move may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Singles {
    /// From any.
    Free,
    /// From none while an own pit holds two or more.
    Last,
    /// From none while an own pit holds two or more, and then only into an empty pit.
    LastToEmpty,
    /// Only into an empty pit, whatever else there is.
    ToEmpty,
    /// From any; once all own pits are single seeds, only into an empty pit.
    FreeThenToEmpty,
}

/// What each player's first turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    /// A sowing like any other.
    #[default]
    Sowing,
    /// Two seeds go from a front pit to an empty back pit, what faces it is taken, and one further pit.
    Gambit,
}

/// From which pits a player starts before two of their seeds have been captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPhase {
    /// From the same as later.
    #[default]
    None,
    /// From pits of one or two seeds; then once from one that holds most.
    SmallPits,
}

/// Which seeds capture, by the pit that they fall in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// The last one of a lap, in an empty pit.
    #[default]
    Empty,
    /// The last one of a lap, in a filled pit.
    Filled,
    /// The last one of a lap, in any pit.
    Any,
    /// Every seed of a lap.
    Each,
}

/// From which own pits a seed captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// From those of the front row.
    #[default]
    FrontRow,
    /// From those of the back row too.
    BothRows,
}

/// Which of the two opposite pits are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// The front pit, and with it the back pit behind; not the back pit alone.
    #[default]
    FrontThenBack,
    /// Either that is filled.
    Either,
    /// Both if both are filled, else neither.
    BothOrNone,
    /// The back pit alone, if the front pit is empty.
    BackIfFrontEmpty,
}

/// After which captures further pits are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraAfter {
    /// After every one.
    #[default]
    AnyCapture,
    /// After one of the front pit and the back pit.
    BothPits,
}

/// What wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// To leave the opponent without a move.
    #[default]
    Last,
    /// To have more seeds when a player has no move.
    Most,
}

/// What a position does that comes up again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// At the third time the game is drawn.
    #[default]
    ThirdTimeDraws,
    /// No value.
    None,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Tsoro;

/// With three further pits a row has no more pits than this, so that a move can be taken in so many ways.
const COLUMNS_FOR_THREE: u8 = 13;

impl Ruleset for Tsoro {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "tsoro";
    const BOOK: &'static str = include_str!("../tsoro.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut faults = Faults::default();
        faults.check_board(board, 4, 2..=16);
        faults.none()?;
        let columns = board.columns;
        setup.check(columns, &mut faults);
        // Stops are written by the number of the sowing, which a move keeps in sixteen bits.
        faults.check_max_sown(rules.max_sown, u32::from(u16::MAX));
        rules.check(columns, &mut faults);
        let layout = Layout::new(4, columns, Ring::Own, rules.direction.ways());
        let mut named = |key, names| pits_named(&layout, key, names, &mut faults);
        let first_move = named("rules.first_move", &rules.first_move);
        let stop_pits = named("rules.stop_pits", &rules.stop_pits);
        faults.none()?;
        Ok(by_pits!(2 * columns, |P| TsoroGame::<P>::new(
            layout, setup, rules, first_move, stop_pits
        )))
    }
}

impl Rules {
    /// Checks what takes several keys to check.
    fn check(&self, columns: u8, faults: &mut Faults) {
        let (single, each) = (self.laps == LapsOfMove::Single, self.on == On::Each);
        faults.conflict(
            self.extra > 3,
            "rules.extra",
            format_args!("must be from 0 to 3, not {}", self.extra),
        );
        faults.conflict(
            self.extra >= 3 && columns > COLUMNS_FOR_THREE,
            "rules.extra",
            format_args!(
                "three further pits take a row of at most {COLUMNS_FOR_THREE} pits, not {columns}"
            ),
        );
        faults.conflict(
            self.first_turn != FirstTurn::Sowing && !self.first_move.is_empty(),
            "rules.first_move",
            format_args!("a gambit (first_turn = \"gambit\") starts from any front pit"),
        );
        faults.conflict(
            self.first_phase != FirstPhase::None
                && (self.first_turn != FirstTurn::Sowing
                    || !self.first_move.is_empty()
                    || self.direction == Directions::FirstClockwiseThenOwnChoice),
            "rules.first_phase",
            format_args!(
                "where a first phase says how to start, nothing else can do so for first moves"
            ),
        );
        faults.conflict(
            each && !single,
            "rules.on",
            format_args!("every seed captures only where a move is one lap (laps = \"single\")"),
        );
        faults.conflict(
            each && self.extra > 0,
            "rules.extra",
            format_args!("no further pits are taken where every seed captures (on = \"each\")"),
        );
        faults.conflict(
            single && !self.stop_pits.is_empty(),
            "rules.stop_pits",
            format_args!("where a move is one lap (laps = \"single\") there is nothing to stop"),
        );
    }
}
