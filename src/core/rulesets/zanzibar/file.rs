//! Options of the ruleset in variant files, and their validation.

use super::Bao;
use crate::rulesets::prelude::*;

/// Section `[setup]`: the opening, which is equal for both sides.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Seeds in the front row, from the owner's left to their right.
    pub front: Vec<u8>,
    /// Seeds in the back row, from the owner's left to their right.
    pub back: Vec<u8>,
    /// Seeds in each player's store; a move of the namua stage enters one of them.
    pub store: u8,
}

keys! {
    /// Section `[rules]`.
    pub struct Rules {
        /// Maximum number of seeds that a move may sow; a longer move counts as endless and is illegal (G3).
        #[schemars(range(min = 1))]
        required pub max_sown: u32,
        /// Limit in mtaji: a capture move starts from a pit with fewer seeds than this (Z3.4); 256 means no limit.
        #[schemars(range(min = 2, max = 256))]
        required pub capture_below: u16,
        /// Whether a takasa can forbid the opponent to empty a threatened pit (Z4.1).
        required pub takasia: bool,
        /// Whether there are houses, and whether they can be lost (Z2.5a).
        required pub house: House,
        /// Number of the house in the front row, from the owner's left (Z0).
        #[schemars(range(min = 1, max = 16))]
        required pub house_pit: u8,
        /// Minimum number of seeds in a full house, to which the house rules apply (Z2.4b, Z2.5b).
        #[schemars(range(min = 2, max = 255))]
        required pub house_full: u8,
        /// Continuation of a takasa that ends in the full house (Z2.5b).
        required pub takasa_at_house: TakasaAtHouse,
        /// Front pits from which a takasa of the namua stage may start (Z2.4).
        required pub takasa_from: TakasaFrom,
        /// Captures in the middle of the row for which the player chooses the end (D1).
        pub end_choice: EndChoice,
        /// Whether later sowings of a takasa of the namua stage may capture (D3).
        pub takasa_captures: bool,
        /// Whether a takasa of mtaji may start from the back row although another could start from the front row (D4).
        pub takasa_back: bool,
        /// Whether a move of mtaji may start from a single seed (D5).
        pub single_starts: bool,
    }
}

options! {
    /// Whether there are houses, and whether they can be lost.
    pub enum House {
        /// No pit is a house.
        None,
        /// Owned at the start and lost when emptied, or with the first capture in mtaji.
        Owned,
        /// Never lost.
        Permanent,
    }

    /// Continuation of a takasa that ends in the full house.
    pub enum TakasaAtHouse {
        /// The move ends there.
        Stops,
        /// The player stops or plays the house.
        MayStop,
    }

    /// Front pits from which a takasa of the namua stage may start.
    pub enum TakasaFrom {
        /// Neither a full house nor a single seed, with the exceptions of Z2.4b and Z2.4c.
        Sparing,
        /// Any filled pit.
        AnyFilled,
        /// Any pit, even an empty one.
        Any,
    }

    /// Captures in the middle of the row for which the player chooses an end of the row.
    pub enum EndChoice {
        /// Captures by seeds from the store; the others keep the direction.
        FromStore,
        /// All.
        Every,
    }
}

/// Ruleset of Bao la Kiswahili.
#[derive(Debug, Clone, Copy)]
pub struct Zanzibar;

impl Ruleset for Zanzibar {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "zanzibar";
    const BOOK: &'static str = include_str!("../zanzibar.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 4, 4..=16);
        let columns = board.columns;
        for (key, row) in [("setup.front", &setup.front), ("setup.back", &setup.back)] {
            let found = row.len();
            conflicts!(conflicts;
                key if found != usize::from(columns)
                    => "{found} numbers for a row of {columns} pits";
            );
        }
        let a_side =
            setup.front.iter().chain(&setup.back).map(|&seeds| u32::from(seeds)).sum::<u32>();
        let total = 2 * (a_side + u32::from(setup.store));
        conflicts.check_total(total);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        let (below, house) = (rules.capture_below, rules.house_pit);
        conflicts!(conflicts;
            "rules.capture_below" if !(2..=256).contains(&below)
                => "must be from 2 to 256 (256 is no limit), not {below}";
            "rules.house_pit" if !(1..=columns).contains(&house)
                => "must be a pit of the front row, 1 to {columns}, not {house}";
            "rules.house_full" if rules.house_full < 2 => "must be at least 2";
            "rules.takasia" if rules.takasia && rules.end_choice == EndChoice::Every
                => "requires end_choice = \"from-store\"";
        );
        conflicts.none()?;
        Ok(by_pits!(2 * columns, |P| Bao::<P>::new(columns, setup, rules)))
    }
}
