//! Options of the ruleset in variant files, and their validation.

use crate::rulesets::prelude::*;
use std::collections::BTreeMap;

use super::{Marks, OmwesoGame};
use crate::rulesets::four_rows::{Setup, pits_named};

keys! {
    /// Section `[rules]`. Pits have the names that their owner uses: `A1` is the left end of the front row, `B1` of the
    /// back row.
    pub struct Rules {
        /// Maximum number of seeds that a move may sow; a longer move counts as endless and is illegal (G3).
        #[schemars(range(min = 1))]
        required pub max_sown: u32,
        /// Direction of sowing (OM3).
        pub direction: DirectionRule,
        /// Pits from which a move may start (OM4).
        pub singles: Singles,
        /// Pit that receives the first of the seeds lifted from a pit (OM5).
        pub origin: Origin,
        /// Effect of a last seed in a filled front pit where it captures nothing (OM6).
        pub filled_front: FilledFront,
        /// Effect of a last seed in an empty pit where it captures nothing (OM6).
        pub last_in_empty: LastInEmpty,
        /// Front pits in which a last seed captures (OM7).
        required pub on: On,
        /// Seeds that a capture needs opposite (OM8).
        required pub needs: Needs,
        /// Seeds that a capture takes (OM9).
        required pub takes: Takes,
        /// Pit from which captured seeds are sown (OM10).
        required pub resow: Resow,
        /// Capture by a last seed while the opponent's whole front row is empty (OM12).
        pub fallback: Fallback,
        /// Number of turns at the start, for each player, in which nothing is captured (OM13).
        pub quiet: u8,
        /// Whether a start that captures at once has priority over all others (OM14).
        pub first_lap: FirstLap,
        /// Pits from which seeds may also be sown clockwise at the start of a turn, if that captures (OM15).
        pub reverse: Vec<String>,
        /// Times at which seeds may be sown clockwise from the pits of `reverse` (OM15).
        pub turning: Turning,
        /// Whether seeds captured clockwise may be laid down, to play from the other of two pits of `reverse` (OM17).
        pub lay_down: bool,
        /// Pits from which the first turn of each player must start; an empty list allows any pit (OM18).
        pub first_move: Vec<String>,
        /// Whether pits of the back rows capture from each other in the first turn (OM19).
        pub back_captures: bool,
        /// Prescribed first moves, sown clockwise: each entry names the pit to lift and the pit that gets its first seed
        /// (OM20).
        pub set_moves: BTreeMap<String, String>,
        /// Pits of each player that are out of play at first (OM21).
        pub closed: Vec<String>,
        /// Event that brings closed pits into play (OM22).
        pub closed_until: ClosedUntil,
        /// Seeds beside the board that a player may lay down once (OM29).
        pub reserve: Reserve,
        /// Whether capturing both ends of the opponent's front row in one turn wins the game (OM24).
        pub both_ends_win: bool,
        /// Goal of the game (OM23, OM28).
        pub goal: Goal,
        /// A player who has this many seeds or fewer loses (OM26). 0 for no such rule.
        pub lost_with: u8,
        /// Number of turns, both players' together, after which the player with more seeds wins; 0 means no limit (OM25).
        #[schemars(range(max = 510))]
        pub limit: u16,
    }
}

options! {
    /// Direction of sowing (`OM3`).
    pub enum DirectionRule {
        /// Counterclockwise: to the left over the front row, to the right over the back row.
        Counterclockwise,
        /// Each player chooses a direction with their first move and keeps it.
        OwnChoiceKept,
        /// Each player chooses a direction for each move.
        Chosen,
    }

    /// Pits from which a move may start (`OM4`).
    pub enum Singles {
        /// Pits of two seeds or more.
        Never,
        /// Any filled pit.
        Free,
        /// Pits of two or more; if all are singles, a pit whose next pit is empty.
        LastToEmpty,
    }

    /// Pit that receives the first of the seeds lifted from a pit (`OM5`).
    pub enum Origin {
        /// The next pit; the emptied one gets a seed only when the lap comes round to it.
        Sown,
        /// The emptied pit itself.
        FirstSeed,
    }

    /// Effect of a last seed in a filled front pit where it captures nothing (`OM6`).
    pub enum FilledFront {
        /// The pit is lifted and sown on.
        Relays,
        /// The move ends.
        Ends,
        /// The move ends, and so does one whose last seed falls in a filled back pit.
        EndsInBothRows,
    }

    /// Effect of a last seed in an empty pit where it captures nothing (`OM6`).
    pub enum LastInEmpty {
        /// The move ends.
        Stays,
        /// The seed goes on to the next filled pit, where the move ends unless it captures.
        GoesOn,
    }

    /// Front pits in which a last seed captures (`OM7`).
    pub enum On {
        /// A pit that was filled.
        Filled,
        /// A pit that was empty.
        Empty,
        /// Either; but a pit that was empty only if a pit of two seeds or more is captured.
        AnyButThin,
        /// Either.
        Any,
        /// The pit from which a lap is lifted, before it is lifted. Each further lap is lifted from the pit after the last
        /// seed, if that pit is filled.
        BeforeLap,
    }

    /// Seeds that a capture needs opposite (`OM8`).
    pub enum Needs {
        /// Seeds in the front pit and in the back pit.
        Both,
        /// Seeds in the front pit.
        Front,
        /// Two seeds or more in the front pit.
        FrontTwo,
        /// Seeds in the front pit or the back pit.
        Any,
    }

    /// Seeds that a capture takes (`OM9`).
    pub enum Takes {
        /// The seeds in the front pit and in the back pit opposite.
        Both,
        /// The seeds in the front pit opposite.
        Front,
    }

    /// Pit from which captured seeds are sown (`OM10`).
    pub enum Resow {
        /// From the pit after the one that was lifted last, where the capturing lap began.
        LapStart,
        /// From the pit that was lifted last, which gets the first seed.
        LapOrigin,
        /// From the pit after the capturing one, whose seeds stay.
        Next,
        /// From the pit after the capturing one, together with its seeds.
        WithOwn,
        /// From the pit after the mover's back pit behind the capturing one.
        OwnBack,
        /// From the pit after the nearest empty one behind the capturing pit.
        AfterGap,
        /// From none: they are laid in the mover's back pit behind the capturing one.
        LaidBehind,
    }

    /// Capture by a last seed while the opponent's whole front row is empty (`OM12`).
    pub enum Fallback {
        /// No special capture.
        None,
        /// The back pit alone.
        BackWhenFrontRowEmpty,
    }

    /// Priority of starts that capture at once (`OM14`).
    pub enum FirstLap {
        /// No start has priority.
        Free,
        /// If a counterclockwise start captures with its first lap, such a start must be chosen.
        MustCapture,
    }

    /// Times at which seeds may be sown clockwise (`OM15`).
    pub enum Turning {
        /// At the start of a turn.
        AtStart,
        /// At the start of a turn, and when a lap ends in such a pit and its seeds are sown on.
        InAnyLap,
    }

    /// Goal of the game (`OM23`, `OM28`).
    pub enum Goal {
        /// To leave the opponent without a move.
        LastMove,
        /// To leave the opponent without a move or without seeds in the back row.
        BackRowEmpty,
    }

    /// Seeds beside the board that a player may lay down once (`OM29`).
    pub enum Reserve {
        /// None.
        None,
        /// One for each pit of the player.
        OneEach,
    }

    /// Event that brings closed pits into play (`OM22`).
    pub enum ClosedUntil {
        /// A start from a closed pit of the back row, which its owner may choose at any time.
        Played,
        /// A turn of the owner without another move.
        Needed,
    }
}

impl Rules {
    /// Checks conditions between several keys.
    fn check(&self, marks: &Marks, columns: u8, conflicts: &mut Conflicts) {
        let back = !0 << columns;
        let ccw = self.direction == DirectionRule::Counterclockwise;
        let captures_first = self.first_lap == FirstLap::MustCapture;
        let closed = marks.closed != 0;
        let needed = closed && self.closed_until == ClosedUntil::Needed;
        let before = self.on == On::BeforeLap;
        let other_laps = self.filled_front != FilledFront::Relays
            || self.last_in_empty != LastInEmpty::Stays
            || self.back_captures
            || captures_first;
        let starts_bound = captures_first || marks.first_move != 0 || !marks.set_moves.is_empty();
        conflicts!(conflicts;
            "rules.takes" if self.needs == Needs::Any && self.takes != Takes::Both
                => "with needs = \"any\" a capture must take both pits (takes = \"both\")";
            "rules.reverse" if marks.reverse != 0 && !ccw
                => "clockwise starts need direction = \"counterclockwise\"";
            "rules.turning" if self.turning != Turning::AtStart && marks.reverse == 0
                => "expected pits that may be sown clockwise (reverse)";
            "rules.lay_down" if self.lay_down && marks.reverse.count_ones() != 2
                => "expected exactly two pits that may be sown clockwise (reverse)";
            "rules.set_moves" if marks.first_move != 0 && !marks.set_moves.is_empty()
                => "set_moves and first_move can't be combined";
            "rules.first_lap" if captures_first && (marks.first_move != 0
                || !marks.set_moves.is_empty())
                => "\"must-capture\" can't be combined with first_move or set_moves";
            "rules.back_captures" if self.back_captures && (marks.first_move == 0
                || marks.first_move & !back != 0)
                => "back captures need a first move from the back row (first_move)";
            "rules.closed" if closed && !marks.set_moves.is_empty()
                => "closed pits can't be combined with set_moves";
            "rules.closed" if closed && self.singles == Singles::LastToEmpty
                => "closed pits need singles = \"never\" or \"free\"";
            "rules.closed" if marks.closed.count_ones() >= 2 * u32::from(columns)
                => "expected at least one open pit on each side";
            "rules.closed" if closed && !needed && marks.closed & back == 0
                => "expected a closed pit in the back row, as a start from it opens all";
            "rules.closed_until" if needed && (captures_first || marks.first_move != 0)
                => "\"needed\" can't be combined with first_move or first_lap = \"must-capture\"";
            "rules.resow" if before != (self.resow == Resow::LaidBehind)
                => "\"laid-behind\" and on = \"before-lap\" require each other";
            "rules.on" if before && (other_laps || marks.reverse != 0 || closed)
                => "\"before-lap\" can't be combined with filled_front, last_in_empty, back_captures, first_lap, reverse or closed";
            "rules.reserve" if self.reserve != Reserve::None && (starts_bound || marks.reverse != 0
                || closed || before)
                => "can't be combined with first_lap, first_move, set_moves, reverse, closed or on = \"before-lap\"";
            "rules.limit" if self.limit > 2 * u16::from(u8::MAX) => "must be at most 510";
        );
    }

    /// Reads the pits with a special role.
    fn marks(&self, columns: u8, conflicts: &mut Conflicts) -> Marks {
        let layout = Layout::new(4, columns, Ring::Own, Directions::Both);
        let mut named = |key, names: &[String]| pits_named(&layout, key, names, conflicts);
        let mut spot = |name: &String| {
            named("rules.set_moves", std::slice::from_ref(name)).trailing_zeros() as u8
        };
        let set_moves = self.set_moves.iter().map(|(from, to)| (spot(from), spot(to))).collect();
        Marks {
            reverse: named("rules.reverse", &self.reverse),
            first_move: named("rules.first_move", &self.first_move),
            closed: named("rules.closed", &self.closed),
            set_moves,
        }
    }
}

/// Ruleset of Omweso and its relatives.
#[derive(Debug, Clone, Copy)]
pub struct Omweso;

impl Ruleset for Omweso {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "omweso";
    const BOOK: &'static str = include_str!("../omweso.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, setup, rules) = (file.board, file.setup, file.rules);
        let mut conflicts = Conflicts::default();
        let columns = board.columns;
        conflicts.check_board(board, 4, 2..=16);
        conflicts.none()?;
        setup.check(columns, &mut conflicts);
        conflicts.check_max_sown(rules.max_sown, u32::MAX);
        conflicts.none()?;
        if rules.reserve == Reserve::OneEach {
            let [south, north] = Side::BOTH.map(|side| setup.ring::<Pits32>(columns, side).total());
            conflicts.check_total(u32::from(south + north) + 4 * u32::from(columns));
        }
        let marks = rules.marks(columns, &mut conflicts);
        rules.check(&marks, columns, &mut conflicts);
        conflicts.none()?;
        Ok(OmwesoGame::<Pits32>::new(columns, setup, rules, marks).boxed())
    }
}
