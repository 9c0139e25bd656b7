//! Nam-nam, Hoyito, Motiq, Lane's mankala and others: relay laps, and captures by the number of seeds made.
//!
#![doc = include_str!("namnam.md")]

mod options;

pub use options::{CaptureRow, Chain, GrandSlam, RelayIf};

use crate::rulesets::prelude::*;
use crate::rulesets::two_rows::two_row_rules;
use crate::rulesets::two_rows::{
    Counts, CrossingBack, FEW_LEFT, Hand, InPlay, Marked, Marks, Of, Setup, Taking, Turns,
    TwoRowGame, Written, holding,
};

two_row_rules! {
    /// Keys of `[rules]`.
    pub struct Rules {
        /// Numbers of seeds at which a pit is captured (NA2).
        required pub counts: Counts,
        /// Row in which a last seed captures (NA2).
        pub side: CaptureRow,
        /// Further pits captured with the pit of the last seed (NA3).
        pub chain: Chain,
        /// Maximum number of pits that a last seed captures (NA3).
        #[schemars(range(min = 1))]
        pub most: u8 = "no_limit",
        /// Whether the seeds opposite a captured pit are captured with it (NA4).
        pub opposite: bool,
        /// Effect of a capture of all of the opponent's seeds (NA5).
        pub grand_slam: GrandSlam,
        /// Player who captures a pit in which a seed other than the last makes the number (NA6).
        pub passing: Passing,
        /// Continuation of a turn after a capture by a last seed (NA7).
        pub last: Last,
        /// Captures that give the mover another turn (NA8).
        pub again: Again,
        /// Minimum number of seeds in the pit of a last seed for it to be sown on (NA1).
        #[schemars(range(min = 2))]
        pub relay_from: u8 = "two",
        /// Maximum number of seeds in the pit of a last seed for it to be sown on (NA1).
        #[schemars(range(min = 2))]
        pub relay_to: u8 = "no_limit",
        /// Effect of the next pit on the laps that follow the first one (NA1).
        pub relay_if: RelayIf,
        /// Whether the first seed of each lap is won, unless it is the only one (NA16).
        pub first_seed_won: bool,
        /// Number of seeds in pits that every seed of a lap but the last skips (NA17). 0 for none.
        #[schemars(range(max = 127))]
        pub passed_over: u8,
        /// Whether a last seed captures only with the opposite pit, if both hold one of `counts` (NA18).
        pub pairs: bool,
        /// Number of seeds above which the pit of a last seed is always sown on, with `pairs` (NA18). 0 for none.
        pub sown_above: u8,
        /// Special rule for the first move of a round (NA19).
        pub opening: Opening,
        /// Whether a single seed that has crossed to the other row may move back at once (NA20).
        pub crossing_back: CrossingBack,
        /// Maximum number of other seeds on the board for a lap whose seeds in the opponent's pits go to the opponent
        /// (NA10). 0 for never.
        pub last_laps: u8,
        /// End of the round when a turn leaves few seeds on the board (NA11).
        pub last_group: Option<LastGroup>,
    }
}

/// Returns the default of upper limits.
const fn no_limit() -> u8 {
    u8::MAX
}

/// Returns the default of `relay_from`, and its minimum: a last seed in an empty pit is never sown on.
const fn two() -> u8 {
    2
}

options! {
    /// Player who captures a pit in which a seed other than the last makes the number.
    pub enum Passing {
        /// Neither player.
        Nobody,
        /// The owner of the pit.
        Owner,
        /// The owner of the pit, even if the seed is the last one.
        OwnerAlways,
        /// The owner of the pit, if it was sown into and holds the number at the end of the turn.
        OwnerAtTheEnd,
        /// The mover.
        Sower,
        /// The mover, in their own row only.
        SowerOwnRow,
        /// The mover, in the opponent's row only.
        SowerOpponentsRow,
    }

    /// Continuation of a turn after a capture by a last seed.
    pub enum Last {
        /// The turn ends.
        Ends,
        /// The next pit is lifted and sown on, if it is filled.
        GoesOn,
    }

    /// Special rule for the first move of a round.
    pub enum Opening {
        /// None.
        Free,
        /// The move starts from the playable pit nearest to the player's right end.
        FirstFromRightmost,
        /// The first move of each player starts from the playable pit nearest to their right end.
        EachFromRightmost,
        /// The first move of each player starts from the playable pit nearest to their left end.
        EachFromLeftmost,
    }

    /// Captures that give the mover another turn.
    pub enum Again {
        /// None.
        Never,
        /// A capture by a last seed.
        AfterLast,
        /// Any capture that wins seeds for the mover.
        AfterAny,
    }

    /// Player who gets the last seeds on the board.
    pub enum Heir {
        /// The player who made the turn.
        Mover,
        /// The player who made the turn, if its last seed captured; otherwise play goes on.
        Capturer,
        /// The player who began the round.
        Starter,
        /// The players determined by `rest`.
        Rest,
    }
}

impl Passing {
    /// Returns the player who captures a pit of the mover, or else of the opponent.
    #[inline]
    const fn taker(self, own: bool) -> Option<Player> {
        match (self, own) {
            (Self::Owner | Self::OwnerAlways | Self::OwnerAtTheEnd, false) => Some(Player::Other),
            (Self::Nobody, _) | (Self::SowerOwnRow, false) | (Self::SowerOpponentsRow, true) => {
                None
            }
            _ => Some(Player::Mover),
        }
    }
}

/// End of the round when a turn leaves few seeds on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LastGroup {
    /// Maximum number of seeds left.
    #[schemars(range(min = 1))]
    pub seeds: u8,
    /// Player who gets these seeds.
    pub to: Heir,
}

/// Ruleset of Nam-nam, Hoyito and related games.
#[derive(Debug, Clone, Copy)]
pub struct Namnam;

impl Ruleset for Namnam {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "namnam";
    const BOOK: &'static str = include_str!("namnam.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let across = [
            ("rules.direction", rules.direction.is_by_half()),
            ("rules.opposite", rules.opposite),
            ("rules.pairs", rules.pairs),
        ];
        conflicts.check_two_or_three_rows(board, &across);
        setup.check(board, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown.0, u32::MAX);
        check(rules, &mut conflicts);
        conflicts.none()?;
        Ok(game::<Pits32>(file).boxed())
    }
}

/// Checks combinations of values.
fn check(rules: &Rules, conflicts: &mut Conflicts) {
    let captures = rules.side != CaptureRow::None || rules.passing != Passing::Nobody;
    let of_laps = rules.last_laps > 0 || rules.passing != Passing::Nobody;
    let next_lifted = rules.relay_if == RelayIf::NextLifted;
    let others = of_laps || rules.passed_over > 0 || rules.chain != Chain::None;
    conflicts!(conflicts;
        "rules.counts" if captures && rules.counts.is_none() => "expected at least one number";
        "rules.most" if rules.most == 0 => "must be at least 1";
        "rules.last_group" if rules.last_group.is_some_and(|group| group.seeds == 0)
            => "must be at least 1";
        "rules.last_group" if rules.side == CaptureRow::None
            && rules.last_group.is_some_and(|group| group.to == Heir::Capturer)
            => "\"capturer\" requires captures by last seeds";
        "rules.opening" if rules.opening == Opening::EachFromLeftmost
            && rules.from == crate::rulesets::two_rows::From::Rightmost
            => "\"each-from-leftmost\" can't be given with from = \"rightmost\"";
        "rules.last_laps" if rules.last_laps > 0 && rules.passing != Passing::Nobody
            => "requires passing = \"nobody\"";
        "rules.passed_over" if rules.passed_over > 127 => "must be at most 127";
        "rules.passed_over" if rules.passed_over > 0 && of_laps
            => "requires passing = \"nobody\" and last_laps = 0";
        "rules.pairs" if rules.pairs && others
            => "requires passing = \"nobody\", chain = \"none\", last_laps = 0 and passed_over = 0";
        "rules.sown_above" if rules.sown_above > 0 && !rules.pairs => "requires pairs = true";
        "rules.relay_from" if rules.relay_from < 2 => "must be at least 2";
        "rules.relay_to" if rules.relay_to < rules.relay_from => "must be at least relay_from";
        "rules.relay_from" if next_lifted && rules.relay_from != two()
            => "can't be given with relay_if = \"next-lifted\"";
        "rules.relay_to" if next_lifted && rules.relay_to != no_limit()
            => "can't be given with relay_if = \"next-lifted\"";
        "rules.relay_if" if next_lifted && (rules.pairs || rules.last_laps > 0)
            => "\"next-lifted\" requires pairs = false and last_laps = 0";
    );
}

/// Creates the game of a file.
fn game<P: Pits>(file: &Sections<'_, Namnam>) -> TwoRowGame<P, Laps> {
    let rules = file.rules;
    let turns = Laps {
        rules: *rules,
        taking: Taking {
            counts: rules.counts,
            first: rules.side.whose(),
            further: rules.side.whose(),
            back: rules.chain == Chain::Back,
            onward: rules.chain == Chain::Onward,
            most: rules.most,
            opposite: rules.opposite || rules.pairs,
            equal: false,
            spares_unmoved: false,
            spares_locked: false,
            for_owner: false,
            grand_slam: rules.grand_slam.into(),
        },
    };
    let (common, ring) = (rules.common(), Ring::Shared);
    let mut game = TwoRowGame::new(file.board, file.setup, file.rounds, common, ring, turns);
    let heir = rules.last_group.map(|group| group.to);
    if rules.opening != Opening::Free {
        game.counted = game.counted.max(1);
    }
    game.written = Written {
        barred: rules.crossing_back == CrossingBack::Barred,
        starter: heir == Some(Heir::Starter),
        ..game.written
    };
    game
}

/// State during a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// Pits that were sown into, as bits.
    sown: u32,
    /// A last seed has captured.
    captured: bool,
}

/// Turns of `namnam`.
#[derive(Debug, Clone, Copy)]
pub struct Laps {
    rules: Rules,
    taking: Taking,
}

impl Turns for Laps {
    const BOOK: [&'static str; 3] = ["NA1", "NA1", "NA13"];

    type Memory = Memory;

    #[inline]
    fn bars(&self) -> bool {
        false
    }

    fn starts<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        position: &Marked<P>,
        starts: Starts,
    ) -> Starts {
        // NA19
        if !self.opens(position.marks) {
            return starts;
        }
        let first = starts.and(Starts::both(game.rows.own_bits()));
        let spots = first.iter().map(|start| start.spot);
        let spot = match self.rules.opening {
            Opening::EachFromLeftmost => spots.min(),
            _ => spots.max(),
        };
        spot.map_or(starts, |spot| first.and(Starts::both(1 << spot)))
    }

    fn barred_by<P: Pits>(&self, position: &Marked<P>, spot: u8, _: bool) -> &'static str {
        if position.marks.barred >> spot & 1 == 1 {
            "NA20"
        } else if self.opens(position.marks) {
            "NA19"
        } else {
            Self::BOOK[0]
        }
    }

    #[inline]
    fn first_lap(
        &self,
        hand: &mut Hand<'_, impl Of<Self>>,
        start: Start,
    ) -> Result<Lap, TurnError> {
        Ok(self.lift(hand, start.spot, start.direction))
    }

    #[inline]
    fn landed(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, landing: Landing) -> Next {
        let spot = landing.spot;
        // NA17
        if self.rules.passed_over > 0
            && let Some(part) = hand.next_part(lap, landing)
        {
            return Next::Sow(part);
        }
        // NA10
        let few = u16::from(lap.seeds) + u16::from(self.rules.last_laps);
        if self.rules.last_laps > 0
            && hand.play.ring.total() <= few
            && !hand.quiet
            && self.give_away(hand, lap, spot)
        {
            let left = hand.play.ring.get(spot);
            return self.relay(hand, spot, left, lap);
        }
        // NA6
        match self.rules.passing {
            Passing::Nobody => {}
            Passing::OwnerAtTheEnd => {
                hand.play.memory.sown |= hand.game.laps.added(lap).filled();
            }
            passing if !hand.quiet => {
                let last = (passing != Passing::OwnerAlways).then_some(spot);
                let own = hand.game.own_bits(hand.marks());
                let taker = |spot: u8| passing.taker(own >> spot & 1 == 1);
                hand.take_passing(lap, last, self.taking.counts, taker);
            }
            _ => {}
        }
        let seeds = hand.play.ring.get(spot);
        if seeds == 0 {
            return self.captured(hand, spot, lap);
        }
        // NA20
        if self.rules.crossing_back == CrossingBack::Barred && lap.seeds == 1 && !hand.in_parts() {
            hand.bar_crossing_back(lap, spot);
        }
        // NA18
        if self.rules.pairs {
            let sown_on = self.rules.sown_above > 0 && seeds > self.rules.sown_above;
            if !sown_on && !self.rules.counts.has(seeds) {
                return Next::Stop;
            }
            let facing = hand.play.ring.get(hand.game.opposite(spot));
            if sown_on || !self.rules.counts.has(facing) {
                return self.relay(hand, spot, seeds, lap);
            }
        }
        // NA2
        if !hand.quiet && self.taking.has(seeds, hand.owns(spot)) {
            if self.taking.take(hand, spot, lap.direction) {
                return self.captured(hand, spot, lap);
            }
            return Next::Stop;
        }
        self.relay(hand, spot, seeds, lap)
    }

    /// Returns `None` if all pits hold the number, so that one seed skips none (`NA17`).
    fn skipped<P: Pits>(
        &self,
        game: &TwoRowGame<P, Self>,
        play: &InPlay<P, Memory>,
    ) -> Option<u32> {
        let (out, number) = (play.marks.out, self.rules.passed_over);
        if number == 0 || play.parts.last {
            return Some(out);
        }
        game.skipped(play, out, holding(&play.ring, number))
    }

    #[inline]
    fn sown_apart(&self, _: Marks) -> u8 {
        u8::from(self.rules.passed_over > 0)
    }

    #[inline]
    fn finish(&self, hand: &mut Hand<'_, impl Of<Self>>) -> bool {
        if self.rules.passing == Passing::OwnerAtTheEnd && !hand.quiet {
            self.take_at_the_end(hand);
        }
        hand.play.marks.barred &= holding(&hand.play.ring, 1);
        // NA8
        if self.rules.again == Again::AfterAny {
            hand.play.again =
                hand.play.captured[Player::Mover] > hand.before.captured[Player::Mover];
        }
        // NA11
        match self.rules.last_group {
            Some(group)
                if hand.play.ring.total() <= u16::from(group.seeds)
                    && (group.to != Heir::Capturer || hand.play.memory.captured) =>
            {
                hand.observer.note(FEW_LEFT, Place::STORE);
                Self::inherit(hand, group.to);
                true
            }
            _ => false,
        }
    }
}

impl Laps {
    /// Returns `true` if the next move is a first one, with a rule of its own (`NA19`).
    #[inline]
    fn opens(&self, marks: Marks) -> bool {
        match self.rules.opening {
            Opening::Free => false,
            Opening::FirstFromRightmost => marks.turns == ByTurn([0, 0]),
            Opening::EachFromRightmost | Opening::EachFromLeftmost => {
                marks.turns[Player::Mover] == 0
            }
        }
    }

    /// Sows on from the pit of a last seed, if it holds the right number, or from the next one (`NA1`).
    #[inline]
    fn relay(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, seeds: u8, lap: Lap) -> Next {
        let right = seeds >= self.rules.relay_from && seeds <= self.rules.relay_to;
        let goes_on = match self.rules.relay_if {
            RelayIf::Always => right,
            RelayIf::NextFilled => right && hand.play.ring.get(hand.next(spot, lap.direction)) > 0,
            RelayIf::NextLifted => return self.sow_next(hand, spot, lap),
        };
        if goes_on { Next::Sow(self.lift(hand, spot, lap.direction)) } else { Next::Stop }
    }

    /// Sows on from the next pit, if it is filled (`NA1`, `NA7`).
    #[inline]
    fn sow_next(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, lap: Lap) -> Next {
        let next = hand.next(spot, lap.direction);
        if hand.play.ring.get(next) > 0 {
            return Next::Sow(self.lift(hand, next, lap.direction));
        }
        Next::Stop
    }

    /// Lifts a pit and returns its lap.
    #[inline]
    fn lift(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, direction: Direction) -> Lap {
        // NA16
        if self.rules.first_seed_won && !hand.quiet && hand.play.ring.get(spot) > 1 {
            hand.play.captured[Player::Mover] += 1;
            let ring = &mut hand.play.ring;
            hand.observer.move_some(Act::Bank, ring, spot, Place::STORE, 1);
        }
        let seeds = hand.observer.lift(&mut hand.play.ring, spot);
        if self.rules.passed_over > 0 {
            return hand.first_part(spot, seeds, direction);
        }
        hand.lap_from(spot, seeds, direction)
    }

    /// Gives the opponent the seeds of the lap that fell in the opponent's pits, except a last one that captures
    /// (`NA10`). Returns `true` if the last one was given.
    #[cold]
    fn give_away(&self, hand: &mut Hand<'_, impl Of<Self>>, lap: Lap, last: u8) -> bool {
        let added = hand.game.laps.added(lap);
        let theirs = hand.game.rows.all_bits() & !hand.game.own_bits(hand.marks());
        let mut last_too = false;
        for start in Starts::forward(added.filled() & theirs) {
            let spot = start.spot;
            let before = hand.play.ring.get(spot) - added.get(spot);
            let captures = spot == last && self.taking.has(before + 1, false);
            last_too |= spot == last && !captures;
            let given = added.get(spot) - u8::from(captures);
            hand.play.captured[Player::Other] += given;
            if given > 0 {
                let (ring, to) = (&mut hand.play.ring, Place::STORE_ACROSS);
                hand.observer.move_some(Act::Capture, ring, spot, to, given);
            }
        }
        last_too
    }

    /// Returns the next step after a capture by a last seed (`NA7`, `NA8`).
    #[inline]
    fn captured(&self, hand: &mut Hand<'_, impl Of<Self>>, spot: u8, lap: Lap) -> Next {
        hand.play.memory.captured = true;
        hand.play.again |= self.rules.again == Again::AfterLast;
        match self.rules.last {
            Last::GoesOn => self.sow_next(hand, spot, lap),
            Last::Ends => Next::Stop,
        }
    }

    /// Captures the pits that were sown into and hold the number at the end of the turn (`NA6`).
    fn take_at_the_end(&self, hand: &mut Hand<'_, impl Of<Self>>) {
        for start in Starts::forward(hand.play.memory.sown) {
            let spot = start.spot;
            if self.taking.counts.has(hand.play.ring.get(spot))
                && let Some(player) = self.rules.passing.taker(hand.owns(spot))
            {
                hand.capture_for(player, spot);
            }
        }
    }

    /// Distributes the last seeds on the board (`NA11`).
    #[cold]
    fn inherit(hand: &mut Hand<'_, impl Of<Self>>, heir: Heir) {
        let player = match heir {
            Heir::Rest => return,
            Heir::Mover | Heir::Capturer => Player::Mover,
            Heir::Starter => Player::owner(!hand.marks().second),
        };
        hand.sweep(player);
    }
}
