//! Oware, Awari, songo, Um el-Bagara and related games: one lap, and captures by the number of seeds it makes.
//!
#![doc = include_str!("wari.md")]

mod captures;
pub(super) mod options;

pub use captures::Captures;
pub use options::{
    Before, CaptureRow, Chain, FacingSingles, FromSingle, OnlySingles, Opening, Opposite, Rules,
    Taker, Unmoved, Used, Where,
};

use crate::rulesets::oware::Oware;
use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::{
    CrossingBack, Feeding, GrandSlam, Origin, Repetition, Rest, Setup, Singles, Stuck, TwoRowGame,
    Written,
};
use crate::variant::ruleset::COMPACT;

/// Ruleset of Oware and related games.
#[derive(Debug, Clone, Copy)]
pub struct Wari;

impl Ruleset for Wari {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "wari";
    const BOOK: &'static str = include_str!("wari.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        conflicts.check_board(board, 2, 2..=16);
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        rules.check(file.rounds, &mut conflicts);
        conflicts.none()?;
        let ring = 2 * board.columns;
        let oware = rules.is_as_oware(file.rounds);
        Ok(if oware && board.columns == 6 {
            Oware::<PitsInHalves<6>>::new(board.columns, setup, rules).boxed()
        } else if oware && ring <= 16 && !COMPACT {
            Oware::<Pits16>::new(board.columns, setup, rules).boxed()
        } else {
            general(file)
        })
    }
}

/// Creates the variant of a file without conflicts by the code for all files, even if there is special code.
pub fn general(file: &Sections<'_, Wari>) -> Box<dyn AnyVariant> {
    by_pits!(2 * file.board.columns, |P| game::<P>(file))
}

impl Rules {
    /// Checks combinations of values.
    fn check(&self, rounds: &Rounds, conflicts: &mut Conflicts) {
        let single = matches!(self.r#where, Where::Last | Where::Next | Where::LastOrNext);
        let at_once = self.r#where != Where::Passing && self.taker == Taker::Mover;
        let played_before = self.unmoved == Unmoved::Safe || self.opening == Opening::EachPitOnce;
        let decided_by_one = self.feeding != Feeding::None
            || self.grand_slam == GrandSlam::Illegal
            || self.before_sowing != Before::Nothing;
        conflicts!(conflicts;
            "rules.counts" if self.counts.is_none() && self.before_sowing == Before::Nothing && self.most == 0
                => "expected at least one number";
            "rules.chain" if !single && self.chain != Chain::None
                => "a chain requires where = \"last\", \"next\" or \"last-or-next\"";
            "rules.opposite" if !single && self.opposite == Opposite::Equal
                => "\"equal\" requires where = \"last\", \"next\" or \"last-or-next\"";
            "rules.chain_limit" if self.chain_limit == 0 => "must be at least 1";
            "rules.chain_limit" if self.chain_limit < u8::MAX && self.chain == Chain::None
                => "requires a chain";
            "rules.where" if rounds.locks_pits() && self.r#where == Where::Passing
                => "\"passing\" is not allowed with locked pits";
            "rules.side" if self.side == CaptureRow::OpponentFirst && self.chain == Chain::None
                => "\"opponent-first\" requires a chain";
            "rules.grand_slam" if !at_once && self.grand_slam != GrandSlam::Captures
                => "not allowed with captures in passing or by the owner of the pit";
            "rules.crossing_back" if self.crossing_back != CrossingBack::Free
                && self.stuck != Stuck::Ends
                => "requires stuck = \"ends\"";
            "rules.used" if self.used == Used::Closed && played_before
                => "\"closed\" is not allowed with unmoved = \"safe\" or opening = \"each-pit-once\"";
            "rules.lifted" if self.lifted > 0 && (self.singles != Singles::Never || self.most > 0
                || decided_by_one)
                => "requires singles = \"never\", no feeding, most or before_sowing, and no illegal grand slam";
        );
    }

    /// Returns `true` if [`Oware`] implements these rules: those with the default values of all keys but these.
    fn is_as_oware(&self, rounds: &Rounds) -> bool {
        let Self { counts, side, chain, chain_limit, grand_slam, origin, .. } = *self;
        let Self { feeding, rest, majority, repetition, max_sown, .. } = *self;
        let seeds_only = !rounds.closes_pits() && !rounds.locks_pits() && !rounds.moves_border();
        // OW1: a lap has 255 seeds at most.
        let sown = matches!(origin, Origin::Sown | Origin::PassedOver) && max_sown.0 >= 255;
        // OW2, OW3
        let taken = matches!(chain, Chain::None | Chain::Back)
            && chain_limit == u8::MAX
            && side != CaptureRow::OpponentFirst
            && matches!(grand_slam, GrandSlam::Captures | GrandSlam::CapturesNothing);
        // OW4 to OW6
        let ended =
            feeding != Feeding::OneSeed && rest != Rest::Divided && repetition != Repetition::Draw;
        let others = Self {
            counts,
            side,
            chain,
            chain_limit,
            grand_slam,
            origin,
            feeding,
            rest,
            majority,
            repetition,
            max_sown,
            ..Self::default()
        };
        seeds_only && sown && taken && ended && *self == others
    }
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Wari>) -> TwoRowGame<P, Captures> {
    let (rules, rounds) = (file.rules, file.rounds);
    let opening = file.setup.opening::<P, ()>(file.board.columns, false).ring;
    let pits = (0..2 * file.board.columns).map(|spot| opening.get(spot));
    let full = rounds.locks_pits().then(|| rounds.full_pit(pits));
    let turns = Captures::new(rules, file.board.columns, full);
    let common = rules.common();
    let mut game = TwoRowGame::new(file.board, file.setup, rounds, common, Ring::Shared, turns);
    game.counted = rules.quiet.max(u8::from(rules.opening == Opening::FirstFromRight));
    game.written = Written {
        moved: rules.unmoved == Unmoved::Safe || rules.opening == Opening::EachPitOnce,
        closed: rules.used == Used::Closed,
        locked: full.is_some(),
        barred: rules.crossing_back == CrossingBack::Barred,
        ..game.written
    };
    game
}
