//! Gabata, Um el Banat, Qelat, Krur, Enkeshui, Layli Goobalay, Deka and their kin: the number of seeds that is made claims pits.
//!
#![doc = include_str!("weg.md")]

mod claims;
mod options;

pub use claims::Claims;
pub use options::{
    Again, AlsoClaims, Chain, ClaimedFirst, FirstTouch, FromSingle, Laps, LeftEnd, Opening, Pair,
    Places, RightEnds, Sown, Taken, TakenTo, Unmoved,
};

use crate::kernel::board::Pits;
use crate::kernel::layout::Ring;
use crate::kernel::pair::ByTurn;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{Counts, CrossingBack, Marks, Setup, TwoRowGame, Written};
use crate::variant::AnyVariant;
use crate::variant::ruleset::{Faults, Rounds, Ruleset, Sections, by_pits};

two_row_rules! {
    /// What a variant file says under `[rules]`.
    pub struct Rules {
        /// How many seeds a last seed makes in a pit that it claims (WG2). Never if it is 0.
        #[serde(default)]
        pub claim: u8,
        /// Where a pit may be claimed (WG2).
        #[serde(default)]
        pub places: Places,
        /// Which pit is claimed with it (WG3).
        #[serde(default)]
        pub also_claims: AlsoClaims,
        /// How many pits each player may claim (WG2). No limit if it is 0.
        #[serde(default)]
        pub claims_each: u8,
        /// Which pits are claimed from the start (WG4).
        #[serde(default)]
        pub claimed_first: ClaimedFirst,
        /// Whether a pit may be claimed whose seeds have not been lifted yet (WG5).
        #[serde(default)]
        pub unmoved: Unmoved,
        /// What a single seed claims that a move takes across (WG6).
        #[serde(default)]
        pub from_single: FromSingle,
        /// Who sows into a claimed pit (WG7).
        #[serde(default)]
        pub sown: Sown,
        /// How many seeds a last seed takes out of a pit that the opponent has claimed, itself included (WG8).
        #[serde(default)]
        pub takes: u8,
        /// How many it takes out of a pit that the mover has claimed (WG8).
        #[serde(default)]
        pub takes_own: u8,
        /// Whether the first last seed in such a pit takes any (WG8).
        #[serde(default)]
        pub first_touch: FirstTouch,
        /// Which seeds so taken give the mover another turn (WG9).
        #[serde(default)]
        pub again: Again,
        /// How a turn goes on after a lap (WG1).
        #[serde(default)]
        pub laps: Laps,
        /// How many seeds lie opposite an own empty pit in which a last seed captures them (WG10).
        #[serde(default)]
        pub opposite: Counts,
        /// What it captures (WG10).
        #[serde(default)]
        pub taken: Taken,
        /// Which pits it captures besides (WG10).
        #[serde(default)]
        pub chain: Chain,
        /// What it does if three seeds lie opposite (WG11).
        #[serde(default)]
        pub pair: Pair,
        /// How many seeds a last seed makes in a pit that it captures (WG12).
        #[serde(default)]
        pub counts: Counts,
        /// What becomes of captured seeds (WG13).
        #[serde(default)]
        pub taken_to: TakenTo,
        /// How many seeds a last seed makes in a pit of the opponent that it closes (WG14). Never if it is 0.
        #[serde(default)]
        pub closes: u8,
        /// Whether the right end pit of a row may be closed (WG14).
        #[serde(default)]
        pub right_ends: RightEnds,
        /// What is special about the left end pit of a row (WG15).
        #[serde(default)]
        pub left_end: LeftEnd,
        /// Whether a single seed that came across may be moved back at once (WG16).
        #[serde(default)]
        pub crossing_back: CrossingBack,
        /// How the first move of a round is made (WG17).
        #[serde(default)]
        pub opening: Opening,
    }
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Weg;

impl Ruleset for Weg {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "weg";
    const BOOK: &'static str = include_str!("weg.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            rounds,
        } = *file;
        let mut faults = Faults::default();
        faults.check_two_or_three_rows(board, &rules.across());
        setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(rounds, &mut faults);
        faults.none()?;
        let ring = 2 * board.pits_a_side();
        Ok(by_pits!(ring, |P| game::<P>(file)))
    }
}

impl Rules {
    /// The keys that need two rows, and whether they say anything.
    fn across(&self) -> [(&'static str, bool); 7] {
        let ends = !matches!(self.places, Places::Opponents | Places::Any);
        [
            ("rules.direction", self.direction.is_by_half()),
            ("rules.opposite", !self.opposite.is_none()),
            ("rules.pair", self.pair != Pair::None),
            (
                "rules.also_claims",
                self.also_claims == AlsoClaims::Opposite,
            ),
            ("rules.places", ends),
            (
                "rules.claimed_first",
                self.claimed_first != ClaimedFirst::None,
            ),
            ("rules.right_ends", self.right_ends != RightEnds::default()),
        ]
    }

    /// Checks the keys against each other.
    fn check(&self, rounds: &Rounds, faults: &mut Faults) {
        faults.conflict(
            self.closes > 0 && rounds.closes_pits(),
            "rules.closes",
            format_args!("pits that were closed and pits that no one could fill are written alike"),
        );
        faults.conflict(
            self.opening == Opening::PlusMinus && rounds.closes_pits(),
            "rules.opening",
            format_args!("\"plus-minus\" needs all pits of the board"),
        );
    }
}

/// The game of a file.
fn game<P: Pits>(file: &Sections<'_, Weg>) -> TwoRowGame<P, Claims> {
    let (columns, rules) = (file.board.pits_a_side(), file.rules);
    let mut opening = file.setup.opening::<P, Marks>(columns, false);
    if rules.claimed_first == ClaimedFirst::RightEnds {
        let last = 1 << (columns - 1);
        opening.marks.claimed = ByTurn([last, last << columns]);
    }
    let turns = Claims::new(columns, rules);
    let mut game = TwoRowGame::new(
        columns,
        Ring::Shared,
        rules.sowing(),
        rules.ending(),
        opening,
        turns,
    );
    game.layout = game.layout.on_three_rows(file.board.has_three_rows());
    game.max_sown = rules.max_sown.0;
    game.quiet = rules.quiet;
    game.counted = rules.quiet.max(u8::from(rules.opening != Opening::Free));
    game.written = Written {
        lost: rules.closes > 0,
        claimed: rules.claim > 0
            || rules.pair != Pair::None
            || rules.claimed_first != ClaimedFirst::None,
        touched: rules.first_touch == FirstTouch::TakesNothing,
        out: rules.closes > 0 || file.rounds.closes_pits(),
        owned: file.rounds.moves_border(),
        moved: rules.unmoved == Unmoved::Safe,
        barred: rules.crossing_back == CrossingBack::Barred,
        turns: game.counted > 0,
        ..game.written
    };
    game
}
