//! The outcome of a comparison.

use super::comparison::Comparison;
use crate::files::spec::Header;
use crate::kernel::diagram::Diagram;
use crate::kernel::layout::Layout;
use crate::measure::figures::Number;
use crate::measure::names::Measure;
use crate::measure::stats::real;
use crate::measure::tally::Tally;
use crate::play::players::PlayerSpec;
use crate::variant::Lead;

/// The program's version, which every report states.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The branching at a ply is shown while at least one game in so many gets there.
const ONE_IN: u64 = 10;

/// One variant, played by one player against itself.
#[derive(Debug, Clone)]
pub struct Column {
    /// The variant as it was named.
    pub variant: String,
    /// What its file says about it.
    pub header: Header,
    /// The ruleset that plays it.
    pub ruleset: &'static str,
    /// Who sat South and who sat North.
    pub players: [PlayerSpec; 2],
    /// How many random plies each game began with.
    pub opening_plies: u32,
    /// A game with so many plies was left unfinished.
    pub ply_limit: u32,
    /// What told who was ahead.
    pub lead: Lead,
    /// The shape of the board.
    pub layout: Layout,
    /// The position at the start.
    pub opening: Diagram,
    /// All measures, in order.
    pub numbers: Vec<(Measure, Number)>,
    /// What was counted.
    pub tally: Tally,
}

impl Column {
    /// One measure.
    #[must_use]
    pub fn number(&self, measure: Measure) -> Number {
        let mut numbers = self.numbers.iter();
        let found = numbers.find(|(name, _)| *name == measure);
        found.map_or_else(Number::default, |(_, number)| *number)
    }

    /// Who played, as records state it: `random 1.0`.
    #[must_use]
    pub fn player(&self) -> String {
        self.players[0].stated()
    }

    /// Who played, and how many random plies came before.
    #[must_use]
    pub fn conditions(&self) -> String {
        match self.opening_plies {
            0 => self.player(),
            1 => format!("{} after 1 random ply", self.player()),
            plies => format!("{} after {plies} random plies", self.player()),
        }
    }

    /// The mean number of legal moves at each ply from the first on, as far as one finished game in ten gets.
    #[must_use]
    pub fn branching_by_ply(&self) -> Vec<f64> {
        let enough = self.tally.finished().div_ceil(ONE_IN).max(1);
        let plies = self.tally.by_ply.iter();
        plies
            .take_while(|ply| ply.games >= enough)
            .map(|ply| real(ply.legal.into()) / real(ply.games.into()))
            .collect()
    }
}

/// One rung of the strength ladder: two players of one kind, the first looking further ahead.
#[derive(Debug, Clone)]
pub struct Rung {
    /// The variant as it was named.
    pub variant: String,
    /// The stronger and the weaker player.
    pub players: [PlayerSpec; 2],
    /// How many random plies each game began with.
    pub opening_plies: u32,
    /// How many games they played.
    pub games: u64,
    /// How many of them were cut off by the ply limit.
    pub unfinished: u64,
    /// The stronger player's score.
    pub score: Number,
}

/// The outcome of a comparison.
#[derive(Debug, Clone)]
pub struct Report {
    /// The command that makes it again, if it was made by one.
    pub command: String,
    /// What was asked for.
    pub comparison: Comparison,
    /// A column for each variant and player, variants first.
    pub columns: Vec<Column>,
    /// The strength ladders, if they were asked for.
    pub strength: Vec<Rung>,
}

impl Report {
    /// The program that made it, and its version.
    #[must_use]
    pub fn version() -> String {
        format!("mankala {VERSION}")
    }

    /// What tells who is ahead, in words for each column.
    #[must_use]
    pub fn lead_note(lead: Lead) -> &'static str {
        match lead {
            Lead::Seeds => "the lead is counted in seeds",
            Lead::Evaluation => {
                "the lead is the ruleset's evaluation of the position, by default the seeds on each side"
            }
        }
    }

    /// The variants, each by its first column.
    pub fn variants(&self) -> impl Iterator<Item = &Column> {
        self.columns
            .iter()
            .step_by(self.comparison.players.len().max(1))
    }

    /// What a reader should know before trusting the numbers.
    #[must_use]
    pub fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        for column in &self.columns {
            let (unfinished, games) = (column.tally.unfinished, column.tally.games());
            if unfinished > 0 {
                cautions.push(format!(
                    "{}, {}: {unfinished} of {games} games were cut off after {} plies; long games are missing from all other numbers.",
                    column.variant,
                    column.player(),
                    column.ply_limit
                ));
            }
        }
        for player in &self.comparison.players {
            if !player.is_reproducible() {
                cautions.push(format!(
                    "{} is limited by time: its games can't be played again exactly.",
                    player.stated()
                ));
            }
        }
        cautions
    }
}
