//! What a variant file of the ruleset holds, and how it is checked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Marks, OmwesoGame};
use crate::kernel::layout::{Layout, Ring, Ways};
use crate::rulesets::four_rows::{Setup, pits_named};
use crate::variant::AnyVariant;
use crate::variant::ruleset::{Faults, Ruleset, Sections, by_pits};

/// What a variant file says under `[rules]`. Pits are named as their owner names them, `A1` to the left in the
/// front row, `B1` in the back row.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A move that would sow more seeds than this counts as endless and is illegal (G3).
    #[schemars(range(min = 1))]
    pub max_sown: u32,
    /// Which way the seeds are sown (OM3).
    #[serde(default)]
    pub direction: Way,
    /// From which pits a move may start (OM4).
    #[serde(default)]
    pub singles: Singles,
    /// Where the first seed falls of those lifted from a pit (OM5).
    #[serde(default)]
    pub origin: Origin,
    /// What a last seed does in a filled front pit where it captures nothing (OM6).
    #[serde(default)]
    pub filled_front: FilledFront,
    /// What a last seed does in an empty pit where it captures nothing (OM6).
    #[serde(default)]
    pub last_in_empty: LastInEmpty,
    /// In which front pits a last seed captures (OM7).
    pub on: On,
    /// What must lie opposite for a capture (OM8).
    pub needs: Needs,
    /// What a capture takes (OM9).
    pub takes: Takes,
    /// Where captured seeds are sown (OM10).
    pub resow: Resow,
    /// What a last seed captures where the opponent's whole front row is empty (OM12).
    #[serde(default)]
    pub fallback: Fallback,
    /// In so many first turns of each player nothing is captured (OM13).
    #[serde(default)]
    pub quiet: u8,
    /// Whether a start that captures at once comes before all others (OM14).
    #[serde(default)]
    pub first_lap: FirstLap,
    /// The pits from which seeds may also be sown clockwise, at the start of a turn and if that captures (OM15).
    #[serde(default)]
    pub reverse: Vec<String>,
    /// When seeds may be sown clockwise from there (OM15).
    #[serde(default)]
    pub turning: Turning,
    /// Whether seeds captured clockwise may be laid down, to play from the other of two such pits (OM17).
    #[serde(default)]
    pub lay_down: bool,
    /// The pits from which the first turn of each player must start; none leaves the player free (OM18).
    #[serde(default)]
    pub first_move: Vec<String>,
    /// Whether in this first turn pits of the back row capture from each other (OM19).
    #[serde(default)]
    pub back_captures: bool,
    /// Set first moves: the pit that is lifted, and the one where the first of its seeds falls, to be sown clockwise
    /// (OM20).
    #[serde(default)]
    pub set_moves: BTreeMap<String, String>,
    /// The pits of each player that are out of play at first (OM21).
    #[serde(default)]
    pub closed: Vec<String>,
    /// What brings them into play (OM22).
    #[serde(default)]
    pub closed_until: ClosedUntil,
    /// Whether a player wins who captures both ends of the opponent's front row in one turn (OM24).
    #[serde(default)]
    pub both_ends_win: bool,
    /// After so many turns, both players' together, the one with more seeds has won; 0 is no limit (OM25).
    #[serde(default)]
    #[schemars(range(max = 510))]
    pub limit: u16,
}

/// Which way the seeds are sown (`OM3`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Counterclockwise: to the left over the front row, to the right over the back row.
    #[default]
    Counterclockwise,
    /// As each player chooses with his first move, and so for the rest of the game.
    OwnChoiceKept,
}

/// From which pits a move may start (`OM4`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Singles {
    /// From pits of two seeds or more.
    #[default]
    Never,
    /// From any filled pit.
    Free,
    /// From pits of two or more; when all are singles, from one whose next pit is empty.
    LastToEmpty,
}

/// Where the first seed falls of those lifted from a pit (`OM5`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// In the next pit; the emptied one gets a seed only when the hand comes round to it.
    #[default]
    Sown,
    /// In the emptied pit itself.
    FirstSeed,
}

/// What a last seed does in a filled front pit where it captures nothing (`OM6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FilledFront {
    /// The pit is lifted and sown on.
    #[default]
    Relays,
    /// The move ends.
    Ends,
}

/// What a last seed does in an empty pit where it captures nothing (`OM6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastInEmpty {
    /// It stays, and the move ends.
    #[default]
    Stays,
    /// It goes on to the next filled pit; the move ends there unless that captures.
    GoesOn,
}

/// In which front pits a last seed captures (`OM7`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// In one that was filled.
    Filled,
    /// In one that was empty.
    Empty,
    /// In either; but in one that was empty only if a pit of two seeds or more is captured.
    AnyButThin,
}

/// What must lie opposite for a capture (`OM8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    /// Seeds in the front pit and in the back pit.
    Both,
    /// Seeds in the front pit.
    Front,
    /// Two seeds or more in the front pit.
    FrontTwo,
    /// Seeds in one of them.
    Any,
}

/// What a capture takes (`OM9`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// What lies in the front pit and in the back pit opposite.
    Both,
    /// What lies in the front pit.
    Front,
}

/// Where captured seeds are sown (`OM10`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Resow {
    /// Where the lap began that captured: from the pit after the one that was lifted last.
    LapStart,
    /// The first one in the pit that was lifted last.
    LapOrigin,
    /// From the pit after the capturing one, whose seeds stay.
    Next,
    /// From the pit after the capturing one, together with its seeds.
    WithOwn,
    /// From the pit after the own back pit behind the capturing one.
    OwnBack,
    /// From the first filled pit after the last gap: the one after the nearest empty pit behind the capturing one.
    AfterGap,
}

/// What a last seed captures where the opponent's whole front row is empty (`OM12`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// Nothing more than elsewhere.
    #[default]
    None,
    /// The back pit alone.
    BackWhenFrontRowEmpty,
}

/// Whether a start that captures at once comes before all others (`OM14`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstLap {
    /// No start comes before another.
    #[default]
    Free,
    /// If a counterclockwise start captures with its first lap, such a start must be chosen.
    MustCapture,
}

/// When seeds may be sown clockwise (`OM15`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turning {
    /// At the start of a turn.
    #[default]
    AtStart,
    /// At the start of a turn, and where a lap ends in such a pit and its seeds are sown on.
    InAnyLap,
}

/// What brings closed pits into play (`OM22`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClosedUntil {
    /// A start from a closed pit of the back row, which its owner may choose at any time.
    #[default]
    Played,
    /// Having no other move.
    Needed,
}

impl Rules {
    /// What values of several keys have to do with each other.
    fn check(&self, marks: &Marks, columns: u8, faults: &mut Faults) {
        let mut conflict = |wrong: bool, key: &str, message: &str| {
            faults.conflict(wrong, key, format_args!("{message}"));
        };
        let back = !0 << columns;
        let ccw = self.direction == Way::Counterclockwise;
        let captures_first = self.first_lap == FirstLap::MustCapture;
        let closed = marks.closed != 0;
        let needed = closed && self.closed_until == ClosedUntil::Needed;
        conflict(
            self.needs == Needs::Any && self.takes != Takes::Both,
            "rules.takes",
            "if seeds in the back pit are enough for a capture, they must be taken",
        );
        conflict(
            marks.reverse != 0 && !ccw,
            "rules.reverse",
            "only where all sow counterclockwise can a pit be sown from clockwise",
        );
        conflict(
            self.turning != Turning::AtStart && marks.reverse == 0,
            "rules.turning",
            "there must be pits that can be sown from clockwise (reverse)",
        );
        conflict(
            self.lay_down && marks.reverse.count_ones() != 2,
            "rules.lay_down",
            "there must be two pits that can be sown from clockwise: one, and the other",
        );
        conflict(
            marks.first_move != 0 && !marks.set_moves.is_empty(),
            "rules.set_moves",
            "set first moves and pits for the first move are one too many",
        );
        conflict(
            captures_first && (marks.first_move != 0 || !marks.set_moves.is_empty()),
            "rules.first_lap",
            "a first move from a set pit and a capture can't both come first",
        );
        conflict(
            self.back_captures && (marks.first_move == 0 || marks.first_move & !back != 0),
            "rules.back_captures",
            "the first move must start in the back row",
        );
        conflict(
            closed && !marks.set_moves.is_empty(),
            "rules.closed",
            "set first moves need a board without closed pits",
        );
        conflict(
            closed && self.singles == Singles::LastToEmpty,
            "rules.closed",
            "closed pits go with single seeds that start never or always",
        );
        conflict(
            marks.closed.count_ones() >= 2 * u32::from(columns),
            "rules.closed",
            "some pits must be open",
        );
        conflict(
            closed && !needed && marks.closed & back == 0,
            "rules.closed",
            "a pit of the back row must be closed, so that a start from it can open all",
        );
        conflict(
            needed && (captures_first || marks.first_move != 0),
            "rules.closed_until",
            "where nothing else comes first can closed pits be left to the last",
        );
        conflict(
            self.limit > 2 * u16::from(u8::MAX),
            "rules.limit",
            "must be 510 at most",
        );
    }

    /// The pits that have a part of their own.
    fn marks(&self, columns: u8, faults: &mut Faults) -> Marks {
        let layout = Layout::new(4, columns, Ring::Own, Ways::Both);
        let mut named = |key, names: &[String]| pits_named(&layout, key, names, faults);
        let mut set_moves = Vec::new();
        for (from, to) in &self.set_moves {
            let spot = |name: &String| {
                let bits = named("rules.set_moves", std::slice::from_ref(name));
                bits.trailing_zeros() as u8
            };
            set_moves.push([from, to].map(spot).into());
        }
        Marks {
            reverse: named("rules.reverse", &self.reverse),
            first_move: named("rules.first_move", &self.first_move),
            closed: named("rules.closed", &self.closed),
            set_moves,
        }
    }
}

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Omweso;

impl Ruleset for Omweso {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "omweso";
    const BOOK: &'static str = include_str!("../omweso.md");

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Faults> {
        let Sections {
            board,
            setup,
            rules,
            ..
        } = *file;
        let mut faults = Faults::default();
        let columns = board.columns;
        faults.check_board(board, 4, 2..=16);
        faults.none()?;
        setup.check(columns, &mut faults);
        faults.check_max_sown(rules.max_sown, u32::MAX);
        let marks = rules.marks(columns, &mut faults);
        rules.check(&marks, columns, &mut faults);
        faults.none()?;
        Ok(by_pits!(2 * columns, |P| OmwesoGame::<P>::new(
            columns, setup, rules, marks
        )))
    }
}
