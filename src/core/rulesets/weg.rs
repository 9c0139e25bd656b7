//! Gabata, Um el Banat, Qelat, Krur, Enkeshui, Layli Goobalay, Deka and others: the number of seeds made claims pits.
//!
#![doc = include_str!("weg.md")]

mod claims;
mod options;

pub use claims::Claims;
pub use options::{
    Again, AlsoClaims, Chain, ClaimedFirst, FirstTouch, FromSingle, Laps, LeftEnd, Opening, Pair,
    PassedOverIn, Places, RightEnds, Sown, Taken, TakenTo, Unmoved,
};

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{
    Counts, CrossingBack, DirectionRule, Feeding, From, Goal, Origin, Setup, Singles, Stuck,
    TwoRowGame, Written,
};

two_row_rules! {
    /// Keys of `[rules]`.
    pub struct Rules {
        /// Number of seeds with which a last seed claims its pit (WG2). 0 for never.
        pub claim: u8,
        /// Pits that may be claimed (WG2).
        pub places: Places,
        /// Pit claimed together with that of the last seed (WG3).
        pub also_claims: AlsoClaims,
        /// Maximum number of pits that each player may claim (WG2). 0 for no limit.
        pub claims_each: u8,
        /// Pits claimed from the start (WG4).
        pub claimed_first: ClaimedFirst,
        /// Whether a pit may be claimed before its seeds have been lifted (WG5).
        pub unmoved: Unmoved,
        /// Effect of a single seed moved across into a pit of the opponent that it brings to `claim` seeds (WG6).
        pub from_single: FromSingle,
        /// Players who sow into a claimed pit (WG7).
        pub sown: Sown,
        /// Number of seeds that a last seed takes from a pit claimed by the opponent, including itself (WG8).
        pub takes: u8,
        /// Number of seeds that a last seed takes from a pit claimed by the mover (WG8).
        pub takes_own: u8,
        /// Whether the first lap that ends in a pit claimed by the opponent takes seeds (WG8).
        pub first_touch: FirstTouch,
        /// Events of claimed pits that give the mover another turn (WG9).
        pub again: Again,
        /// Continuation of a turn after a lap (WG1).
        pub laps: Laps,
        /// Numbers of seeds in the opposite pit that a last seed in an empty pit of the mover captures (WG10).
        pub opposite: Counts,
        /// Seeds captured by a last seed in an empty pit of the mover (WG10).
        pub taken: Taken,
        /// Further pits captured by a last seed in an empty pit of the mover (WG10).
        pub chain: Chain,
        /// Effect of a last seed in an empty pit of the mover that faces three seeds (WG11).
        pub pair: Pair,
        /// Numbers of seeds with which a last seed captures its pit (WG12).
        pub counts: Counts,
        /// Destination of captured seeds (WG13).
        pub taken_to: TakenTo,
        /// Number of seeds with which a last seed closes a pit of the opponent (WG14). 0 for never.
        pub closes: u8,
        /// Whether a last seed closes pits of the mover, too (WG14).
        pub closes_own: bool,
        /// Whether the right end pit of a row may be closed (WG14).
        pub right_ends: RightEnds,
        /// Special rule for the left end pit of a row (WG15).
        pub left_end: LeftEnd,
        /// Whether a single seed that has crossed to the other row may move back at once (WG16).
        pub crossing_back: CrossingBack,
        /// Number of seeds in pits that every seed of a lap but the last skips (WG22). 0 for none.
        #[schemars(range(max = 127))]
        pub passed_over: u8,
        /// Owners of the pits that are skipped for their number of seeds (WG22).
        pub passed_over_in: PassedOverIn,
        /// Whether there is one claimed pit at most, which only the last two seeds of a lap can replace (WG23).
        pub one_claim: bool,
        /// Whether the number of seeds decides which pits may start a turn (WG24).
        pub ranked: bool,
        /// Whether the two middle pits of each row are halves of neutral pits (WG25).
        pub neutral: bool,
        /// Special rule for the first move of a round (WG17).
        pub opening: Opening,
    }
}

/// Ruleset of Gabata, Um el Banat and related games.
#[derive(Debug, Clone, Copy)]
pub struct Weg;

impl Ruleset for Weg {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "weg";
    const BOOK: &'static str = include_str!("weg.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_two_or_three_rows(board, &rules.across());
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(board.columns, file.rounds, &mut conflicts);
        conflicts.none()?;
        Ok(game::<Pits32>(file).boxed())
    }
}

impl Rules {
    /// Returns `true` if the other keys allow neutral pits (`WG25`).
    fn keeps_middle(&self) -> bool {
        self.goal == Goal::Most
            && self.feeding == Feeding::None
            && self.from != From::Rightmost
            && self.stuck != Stuck::RowEmpty
            && matches!(self.singles, Singles::Free | Singles::Never | Singles::ToEmpty)
    }

    /// Returns the keys that need two rows, each with `true` if it is used.
    fn across(&self) -> [(&'static str, bool); 8] {
        let ends = !matches!(self.places, Places::Opponents | Places::Any);
        [
            ("rules.direction", self.direction.is_by_half()),
            ("rules.opposite", !self.opposite.is_none()),
            ("rules.pair", self.pair != Pair::None),
            ("rules.also_claims", self.also_claims == AlsoClaims::Opposite),
            ("rules.places", ends),
            ("rules.neutral", self.neutral),
            ("rules.claimed_first", self.claimed_first != ClaimedFirst::None),
            ("rules.right_ends", self.right_ends != RightEnds::default()),
        ]
    }

    /// Returns `true` if the other keys allow a single claim (`WG23`).
    fn single_claims(&self) -> bool {
        self.claim > 1
            && self.direction == DirectionRule::Counterclockwise
            && self.origin == Origin::Sown
            && self.claims_each == 0
            && self.also_claims == AlsoClaims::Nothing
            && self.claimed_first == ClaimedFirst::None
            && self.from_single == FromSingle::Claims
            && self.pair == Pair::None
            && self.closes == 0
            && self.sown == Sown::All
            && self.opening != Opening::PlusMinus
    }

    /// Checks combinations of values.
    fn check(&self, columns: u8, rounds: &Rounds, conflicts: &mut Conflicts) {
        conflicts!(conflicts;
            "rules.passed_over" if self.passed_over > 127 => "must be at most 127";
            "rules.passed_over" if self.passed_over > 0 && self.closes > 0 => "requires closes = 0";
            "rules.one_claim" if self.one_claim && !self.single_claims()
                => "requires claim from 2, counterclockwise laps that sow their origin, and no other rule on claims";
            "rules.neutral" if self.neutral && (columns < 4 || columns % 2 == 1)
                => "requires an even number of pits in a row, at least 4";
            "rules.neutral" if self.neutral && (*rounds != Rounds::default() || !self.keeps_middle())
                => "requires one round, goal = \"most\", no feeding, no rule on the last single seeds, and neither stuck = \"row-empty\" nor from = \"rightmost\"";
            "rules.closes" if self.closes > 0 && rounds.closes_pits()
                => "not allowed with rounds in which pits go out of play";
            "rules.opening" if self.opening == Opening::PlusMinus && rounds.closes_pits()
                => "\"plus-minus\" is not allowed with rounds in which pits go out of play";
        );
    }
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Weg>) -> TwoRowGame<P, Claims> {
    let (columns, rules) = (file.board.pits_a_side(), file.rules);
    let (common, turns) = (rules.common(), Claims::new(columns, rules));
    let mut game =
        TwoRowGame::new(file.board, file.setup, file.rounds, common, Ring::Shared, turns);
    if rules.claimed_first == ClaimedFirst::RightEnds {
        let last = 1 << (columns - 1);
        game.opening.marks.claimed = ByTurn([last, last << columns]);
    }
    game.counted = rules.quiet.max(u8::from(rules.opening != Opening::Free));
    game.written = Written {
        lost: rules.closes > 0,
        claimed: rules.claim > 0
            || rules.pair != Pair::None
            || rules.claimed_first != ClaimedFirst::None,
        touched: rules.takes > 0 && rules.first_touch == FirstTouch::TakesNothing,
        out: rules.closes > 0 || game.written.out,
        moved: rules.unmoved == Unmoved::Safe,
        barred: rules.crossing_back == CrossingBack::Barred,
        ..game.written
    };
    game
}
