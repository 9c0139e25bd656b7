//! What a variant file of the ruleset holds, and how it is checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Bao;
use crate::variant::AnyVariant;
use crate::variant::ruleset::{Faults, Ruleset, Sections, by_pits};

/// What a variant file says under `[setup]`: the same for both sides.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in the front row, from the owner's left to their right.
    pub front: Vec<u8>,
    /// Seeds in the back row, from the owner's left to their right.
    pub back: Vec<u8>,
    /// Seeds in each player's store, entered one a move in the namua stage.
    pub store: u8,
}

/// What a variant file says under `[rules]`.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
    /// A capture move of the mtaji stage starts from fewer seeds than this (Z3.4); 256 is no limit.
    #[schemars(range(min = 2, max = 256))]
    pub capture_below: u16,
    /// Whether a takasa can forbid the opponent to empty a threatened pit (Z4.1).
    pub takasia: bool,
    /// Whether there are houses, and whether they can be lost (Z2.5a).
    pub house: House,
    /// Which pit of the front row is the house, from the owner's left (Z0).
    #[schemars(range(min = 1, max = 16))]
    pub house_pit: u8,
    /// A house with so many seeds is full, so that its rules hold (Z2.4b, Z2.5b).
    #[schemars(range(min = 2, max = 255))]
    pub house_full: u8,
    /// What a takasa does that ends in the full house (Z2.5b).
    pub takasa_at_house: TakasaAtHouse,
    /// From which front pits a takasa of the namua stage may start (Z2.4).
    pub takasa_from: TakasaFrom,
}

/// Whether there are houses, and whether they can be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum House {
    /// No pit is a house.
    None,
    /// Owned at the start and lost when emptied, or with the first capture in mtaji.
    Owned,
    /// Never lost.
    Permanent,
}

/// What a takasa does that ends in the full house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakasaAtHouse {
    /// It ends there.
    Stops,
    /// The player stops, or plays the house and goes on.
    MayStop,
}

/// From which front pits a takasa of the namua stage may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TakasaFrom {
    /// Not from a full house, nor from a single seed, with the exceptions of Z2.4b and Z2.4c.
    Sparing,
    /// From any filled pit.
    AnyFilled,
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Zanzibar;

impl Ruleset for Zanzibar {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "zanzibar";
    const BOOK: &'static str = include_str!("../zanzibar.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut faults = Faults::default();
        faults.check_board(board, 4, 4..=16);
        let columns = board.columns;
        for (key, row) in [("setup.front", &setup.front), ("setup.back", &setup.back)] {
            faults.conflict(
                row.len() != usize::from(columns),
                key,
                format_args!("{} numbers for a row of {columns} pits", row.len()),
            );
        }
        let a_side = setup
            .front
            .iter()
            .chain(&setup.back)
            .map(|&seeds| u32::from(seeds))
            .sum::<u32>();
        let total = 2 * (a_side + u32::from(setup.store));
        faults.check_total(total);
        faults.check_max_sown(rules.max_sown, u32::MAX);
        faults.conflict(
            !(2..=256).contains(&rules.capture_below),
            "rules.capture_below",
            format_args!(
                "must be from 2 to 256 (256 is no limit), not {}",
                rules.capture_below
            ),
        );
        faults.conflict(
            !(1..=columns).contains(&rules.house_pit),
            "rules.house_pit",
            format_args!(
                "must be a pit of the front row, 1 to {columns}, not {}",
                rules.house_pit
            ),
        );
        faults.conflict(
            rules.house_full < 2,
            "rules.house_full",
            format_args!("must be at least 2"),
        );
        faults.none()?;
        Ok(by_pits!(2 * columns, |P| Bao::<P>::new(
            columns, setup, rules
        )))
    }
}
