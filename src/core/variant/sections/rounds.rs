//! Keys of `[rounds]`: how a round follows from the one before, and who wins in the end.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Conflicts;
use crate::kernel::{BySide, ByTurn, Diagram, Layout, Outcome, Pit, Side, Value};

/// How rounds follow each other.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// There is only one round.
    #[default]
    None,
    /// Players fill their pits with their seeds; pits that can't be filled are out of play.
    Burnt,
    /// Players fill their pits with their seeds; pits that can't be filled stay in play, empty.
    Refilled,
    /// Players fill their pits with their seeds, the last of them in part. Pits that are not full are locked: seeds fall
    /// in them, but no move starts from them, and they can't be captured until they are full.
    Locked,
    /// All pits are filled as at first; the player with more seeds owns more of them.
    Territory,
    /// The player with fewer seeds lays them out, and the other lays out as many in the opposite pits. On three
    /// rows, which have no opposite pits, these are the pits with the same numbers.
    Mirrored,
    /// Each round begins like the first: the player who begins it gets the pits and seeds that South had in the first
    /// round. Rounds score points.
    Tally,
}

options! {
    /// Pits that are filled, as their owner sees them.
    pub enum Fill {
        /// From the left: the right ones stay empty.
        Left,
        /// From the right: the left ones stay empty.
        Right,
        /// From both ends: the middle column stays empty first, then the columns nearest to it. Of two equally
        /// near columns, the right one stays empty first, as South sees them.
        Ends,
        /// Every pit gets the same number, as large as possible.
        Evenly,
    }

    /// Seeds that the player with more of them lays opposite a pit that the other can't fill.
    pub enum LastPit {
        /// As many as the other player.
        Copied,
        /// As many as in the other pits.
        Full,
    }

    /// Treatment of the middle pits.
    pub enum Middle {
        /// The middle pits are filled like any other.
        Filled,
        /// The middle pits are not filled, and keep the seeds left in them.
        Kept,
    }

    /// Conversion of seeds to owned pits.
    pub enum Division {
        /// The winner's seeds divided by those of a pit, to the nearest whole; a half goes to the loser.
        Nearest,
        /// The pits that the winner can fill completely; the others go to the loser.
        Whole,
        /// As `whole`, but seeds left over stay in the stores. If there are any, the first pit that the loser still owns
        /// stays empty.
        WholeKept,
    }

    /// Points of a round in a tally.
    pub enum Points {
        /// One point for the winner.
        Round,
        /// One point for the winner, or two with at least three quarters of the seeds.
        DoubleFromThreeQuarters,
        /// For the winner, the difference in seeds.
        Margin,
        /// For each player, their seeds.
        Seeds,
    }

    /// Player who begins the next round. After a draw it is always the one who did not begin, except with
    /// `last-mover`.
    pub enum Begins {
        /// The player who did not begin the last round.
        Other,
        /// The loser of the last round.
        Loser,
        /// The winner of the last round.
        Winner,
        /// The player who made the final move of the round before.
        LastMover,
    }
}

keys! {
    /// Keys of `[rounds]`.
    #[derive(Copy, PartialEq, Eq, Default)]
    pub struct Rounds {
        /// How rounds follow each other.
        pub kind: Kind,
        /// Player who begins the next round.
        pub begins: Begins,
        /// Number of seeds that fill a pit; by default, the number in the fullest pit of the first round.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 127))]
        pub pit: Option<u8>,
        /// Choice of the pits that are filled.
        ///
        /// Only for the kinds `burnt`, `refilled`, `locked` and `mirrored`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fill: Option<Fill>,
        /// Seeds that the player with more of them lays opposite a pit that the other can't fill.
        ///
        /// Only for the kind `mirrored`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last_pit: Option<LastPit>,
        /// Treatment of the middle pits.
        ///
        /// Only for the kinds `burnt` and `refilled`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub middle: Option<Middle>,
        /// Minimum number of pits that a player must fill to go on. A player who can't fill them has lost.
        ///
        /// Only for the kinds `burnt`, `refilled` and `mirrored`. With `fill = "evenly"` this is a minimum number of seeds
        /// instead.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        pub least: Option<u8>,
        /// Conversion of seeds to owned pits.
        ///
        /// Only for the kind `territory`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub division: Option<Division>,
        /// Number of pits that the winner of a round gains, whatever the seeds.
        ///
        /// Only for the kind `territory`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        pub gain: Option<u8>,
        /// Points of a round.
        ///
        /// Only for the kind `tally`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub points: Option<Points>,
        /// Number of points in a tally, or of pits in a territory, that wins the game.
        ///
        /// Only for the kinds `tally` and `territory`; all pits by default.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        pub goal: Option<u16>,
    }
}

/// Finished round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundEnd {
    /// Seeds of South and of North, including their shares of those left on the board.
    pub seeds: BySide<u16>,
    /// The result of the round.
    pub result: Outcome,
    /// Player who began the round.
    pub began: Side,
    /// Player who made the last move.
    pub last: Side,
}

/// Continuation after a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The whole game is over.
    Over(Outcome),
    /// Another round begins in this position.
    Round(Diagram),
}

/// Field with the player who began the round.
const STARTER: &str = "starter";
/// Field with the pits that are out of play.
const OUT: &str = "out";
/// Field with the locked pits.
const LOCKED: &str = "locked";
/// Fields with the pits that South and North own.
const OWNED: [&str; 2] = ["owned-S", "owned-N"];

impl Rounds {
    /// Returns `true` if there is more than one round.
    pub fn several(&self) -> bool {
        self.kind != Kind::None
    }

    /// Returns `true` if positions need a field for pits out of play.
    pub fn closes_pits(&self) -> bool {
        let evenly = self.fill == Some(Fill::Evenly);
        self.kind == Kind::Burnt || self.kind == Kind::Mirrored && !evenly
    }

    /// Returns `true` if positions need a field for locked pits.
    pub fn locks_pits(&self) -> bool {
        self.kind == Kind::Locked
    }

    /// Returns the number of seeds that fill a pit, from those in the pits of the first round.
    pub fn full_pit(&self, first: impl Iterator<Item = u8>) -> u8 {
        self.pit.or_else(|| first.max()).unwrap_or(1).max(1)
    }

    /// Returns `true` if positions need fields for the owners of pits.
    pub fn moves_border(&self) -> bool {
        self.kind == Kind::Territory
    }

    /// Checks the keys against the kind, the board and the fields of positions; `first` is the opening of the
    /// first round.
    pub fn check(&self, layout: &Layout, first: &Diagram, conflicts: &mut Conflicts) {
        let pits_a_side = layout.pits_a_side();
        for (needed, field, what) in [
            (self.closes_pits(), OUT, "pits out of play"),
            (self.locks_pits(), LOCKED, "locked pits"),
            (self.moves_border(), OWNED[0], "the owners of pits"),
        ] {
            conflicts!(conflicts;
                "rounds.kind" if needed && first.value(field).is_none()
                    => "positions of this ruleset have no field for {what}";
            );
        }
        let Self {
            kind,
            begins: _,
            pit,
            fill,
            last_pit,
            middle,
            least,
            division,
            gain,
            points,
            goal,
        } = *self;
        let dealt = matches!(kind, Kind::Burnt | Kind::Refilled);
        let mirrored = kind == Kind::Mirrored;
        let counted = dealt || mirrored;
        let filled = counted || kind == Kind::Locked;
        let territory = kind == Kind::Territory;
        let tally = kind == Kind::Tally;
        for (key, there, fits) in [
            ("rounds.pit", pit.is_some(), filled || territory),
            ("rounds.fill", fill.is_some(), filled),
            ("rounds.last_pit", last_pit.is_some(), mirrored),
            ("rounds.middle", middle.is_some(), dealt),
            ("rounds.least", least.is_some(), counted),
            ("rounds.division", division.is_some(), territory),
            ("rounds.gain", gain.is_some(), territory),
            ("rounds.points", points.is_some(), tally),
            ("rounds.goal", goal.is_some(), territory || tally),
        ] {
            conflicts!(conflicts; key if there && !fits => "not used by kind \"{kind}\"";);
        }
        let row = u16::from(pits_a_side);
        let whole_row = 2 * row;
        let evenly = fill == Some(Fill::Evenly);
        let keeps = middle == Some(Middle::Kept);
        let fillable = pits_a_side - u8::from(keeps);
        conflicts!(conflicts;
            "rounds.gain" if gain.is_some() && (pit.is_some() || division.is_some())
                => "not allowed with pit or division";
            "rounds.goal" if tally && goal.is_none_or(|goal| goal == 0)
                => "expected the number of points that wins, at least 1";
            "rounds.goal" if territory && goal.is_some_and(|goal| goal <= row || goal > whole_row)
                => "expected more than half of {whole_row} pits, or all of them";
            "rounds.pit" if pit == Some(0) => "must be at least 1";
            "rounds.gain" if gain == Some(0) => "must be at least 1";
            "rounds.fill" if evenly && !mirrored
                => "\"evenly\" is allowed in \"mirrored\" rounds only";
            "rounds.middle" if keeps && (pits_a_side.is_multiple_of(2) || pits_a_side == 1)
                => "a row of {pits_a_side} pits has no middle pit";
            "rounds.least" if least.is_some_and(|least| least == 0 || !evenly && least > fillable)
                => "expected 1 to {fillable}, the number of pits of a player";
        );
    }

    /// Returns what follows a round. `first` is the first round's opening, `left` the position at the end of this
    /// round, `points` the players' points so far, which are updated.
    pub fn next(
        &self,
        layout: &Layout,
        first: &Diagram,
        (end, left): (RoundEnd, &Diagram),
        points: &mut BySide<u32>,
    ) -> Next {
        let mut next = Diagram { to_move: self.beginner(end), ..first.clone() };
        let begins = BySide(Side::BOTH).map(|side| side == next.to_move);
        set(&mut next, STARTER, Value::Sides(begins));
        let over = match self.kind {
            Kind::Burnt | Kind::Refilled | Kind::Locked => {
                self.deal(layout, first, (end, left), &mut next)
            }
            Kind::Mirrored => self.mirror(layout, first, end, &mut next),
            Kind::Territory => {
                turn_round(first, &mut next);
                self.divide(layout, first, (end, left), &mut next)
            }
            Kind::Tally => {
                turn_round(first, &mut next);
                self.count(end, points)
            }
            Kind::None => Some(end.result),
        };
        over.map_or(Next::Round(next), Next::Over)
    }

    const fn beginner(&self, end: RoundEnd) -> Side {
        match (self.begins, end.result) {
            (Begins::LastMover, _) => end.last,
            (Begins::Other, _) | (_, Outcome::Draw) => end.began.other(),
            (Begins::Winner, Outcome::South) | (Begins::Loser, Outcome::North) => Side::South,
            (Begins::Winner, Outcome::North) | (Begins::Loser, Outcome::South) => Side::North,
        }
    }

    /// Returns the number of seeds that fill a pit.
    fn pit(&self, first: &Diagram) -> u16 {
        self.full_pit(first.pits.iter().flatten().copied()).into()
    }

    /// Fills each player's pits with their seeds; a player who can't fill enough has lost.
    fn deal(
        &self,
        layout: &Layout,
        first: &Diagram,
        (end, left): (RoundEnd, &Diagram),
        next: &mut Diagram,
    ) -> Option<Outcome> {
        let pit = self.pit(first);
        let pits = usize::from(layout.pits_a_side());
        let middle = (self.middle == Some(Middle::Kept)).then_some(pits / 2);
        let kept = [0, 1].map(|side| middle.map_or(0, |spot| left.pits[side][spot]));
        let mut stores = [0, 1].map(|side| end.seeds.0[side] - u16::from(kept[side]));
        let fillable = pits - usize::from(middle.is_some());
        let filled = stores.map(|seeds| usize::from(seeds / pit).min(fillable));
        let locks = self.locks_pits();
        let least = usize::from(self.least.unwrap_or(1));
        if let Some(loser) = Side::BOTH.into_iter().find(|side| {
            if locks {
                return end.seeds[*side] == 0;
            }
            let ByTurn([own, other]) = BySide(filled).seen_by(*side);
            own < least && own <= other
        }) {
            return Some(Outcome::win(loser.other()));
        }
        let mut out = Vec::new();
        for side in Side::BOTH {
            let count = filled[side.index()];
            let mut order = self.fill.unwrap_or_default().order(side, pits);
            order.retain(|&spot| Some(usize::from(spot)) != middle);
            let empty = order.split_off(count);
            let row = &mut next.pits[side.index()];
            row.fill(u8::try_from(pit).unwrap_or(u8::MAX));
            for &spot in &empty {
                row[usize::from(spot)] = 0;
            }
            if let Some(spot) = middle {
                row[spot] = kept[side.index()];
            }
            let store = &mut stores[side.index()];
            *store -= pit * u16::try_from(count).unwrap_or(0);
            if let Some(&spot) = empty.first().filter(|_| locks) {
                row[usize::from(spot)] = u8::try_from(std::mem::take(store)).unwrap_or(u8::MAX);
            }
            out.extend(empty.into_iter().map(|spot| Pit { owner: side, spot }));
        }
        store(next, BySide(stores));
        match self.kind {
            Kind::Burnt => set(next, OUT, Value::Pits(out)),
            Kind::Locked => set(next, LOCKED, Value::Pits(out)),
            _ => {}
        }
        None
    }

    /// Lays out the seeds of the player with fewer of them on both sides.
    fn mirror(
        &self,
        layout: &Layout,
        first: &Diagram,
        end: RoundEnd,
        next: &mut Diagram,
    ) -> Option<Outcome> {
        let pits = u16::from(layout.pits_a_side());
        let BySide([south, north]) = end.seeds;
        let fewer = south.min(north);
        let poorer = if north < south { Side::North } else { Side::South };
        let fill = self.fill.unwrap_or_default();
        let evenly = fill == Fill::Evenly;
        let pit = if evenly { fewer / pits } else { self.pit(first) };
        let filled = fewer.checked_div(pit).map_or(0, |filled| filled.min(pits));
        let has = if evenly { fewer } else { filled };
        if has < u16::from(self.least.unwrap_or(1)) || filled == 0 {
            return Some(Outcome::by_count(end.seeds));
        }
        // If pits are filled one after another, the remainder lies in the next one.
        let over = if evenly || filled == pits { 0 } else { fewer - filled * pit };
        let mut out = Vec::new();
        let mut stores = end.seeds.map(|seeds| seeds - filled * pit);
        let is_full = self.last_pit == Some(LastPit::Full);
        let count = usize::from(filled) + usize::from(over > 0);
        for side in Side::BOTH {
            let last = if is_full { pit.min(stores[side]) } else { over };
            let mut order = fill.order(poorer, usize::from(pits));
            if side != poorer && !layout.has_three_rows() {
                let across = |spot: &mut u8| *spot = layout.pits_a_side() - 1 - *spot;
                order.iter_mut().for_each(across);
            }
            let row = &mut next.pits[side.index()];
            row.fill(0);
            for (place, &spot) in order.iter().enumerate() {
                if place >= count {
                    out.push(Pit { owner: side, spot });
                    continue;
                }
                let is_full = place < usize::from(filled);
                let seeds = if is_full { pit } else { last };
                row[usize::from(spot)] = u8::try_from(seeds).unwrap_or(u8::MAX);
            }
            stores[side] -= if over > 0 { last } else { 0 };
        }
        store(next, stores);
        set(next, OUT, Value::Pits(out));
        None
    }

    /// Divides the pits among the players by their seeds, or by the winner of the round.
    fn divide(
        &self,
        layout: &Layout,
        first: &Diagram,
        (end, left): (RoundEnd, &Diagram),
        next: &mut Diagram,
    ) -> Option<Outcome> {
        let pit = self.pit(first);
        let row = u16::from(layout.pits_a_side());
        let BySide([south, north]) = end.seeds;
        let winner = if south > north { Side::South } else { Side::North };
        let ByTurn([won, lost]) = end.seeds.seen_by(winner);
        let division = self.division.unwrap_or_default();
        let owns = match (self.gain, division) {
            (Some(gain), _) => {
                owned(left, winner, row) + if won == lost { 0 } else { u16::from(gain) }
            }
            _ if won == lost => row,
            (None, Division::Nearest) => ((2 * won + pit - 1) / (2 * pit)).max(row),
            (None, Division::Whole | Division::WholeKept) => (won / pit).max(row),
        };
        if owns >= self.goal.unwrap_or(2 * row) {
            return Some(Outcome::win(winner));
        }
        let (richer, beyond) =
            if owns < row { (winner.other(), row - owns) } else { (winner, owns - row) };
        let side = layout.pits_a_side();
        let beyond = u8::try_from(beyond).unwrap_or(side);
        let pits = |owner, spots: Range<u8>| spots.map(move |spot| Pit { owner, spot });
        if division == Division::WholeKept && won % pit + lost % pit > 0 {
            next.pits[richer.other().index()][usize::from(beyond)] = 0;
            store(next, end.seeds.map(|seeds| seeds % pit));
        }
        if beyond > 0 {
            let poorer = richer.other();
            let owned = pits(richer, 0..side).chain(pits(poorer, 0..beyond));
            set(next, OWNED[richer.index()], Value::Pits(owned.collect()));
            let left = pits(poorer, beyond..side).collect();
            set(next, OWNED[poorer.index()], Value::Pits(left));
        }
        None
    }

    fn count(&self, end: RoundEnd, points: &mut BySide<u32>) -> Option<Outcome> {
        let all = end.seeds.0.map(u32::from).iter().sum::<u32>();
        for side in Side::BOTH {
            let ByTurn([own, other]) = end.seeds.map(u32::from).seen_by(side);
            let won = end.result == Outcome::win(side);
            points[side] += match self.points.unwrap_or_default() {
                Points::Seeds => own,
                _ if !won => 0,
                Points::Round => 1,
                Points::DoubleFromThreeQuarters => 1 + u32::from(4 * own >= 3 * all),
                Points::Margin => own.saturating_sub(other),
            };
        }
        let goal = u32::from(self.goal.unwrap_or(1));
        let BySide([south, north]) = *points;
        (south.max(north) >= goal).then(|| Outcome::by_count(*points))
    }
}

impl Fill {
    /// Returns all pits of a player in the order in which they are filled.
    fn order(self, side: Side, pits: usize) -> Vec<u8> {
        let mut spots: Vec<u8> = (0..=u8::MAX).take(pits).collect();
        match self {
            Self::Left | Self::Evenly => {}
            Self::Right => spots.reverse(),
            Self::Ends => {
                let from_middle = |spot: u8| (2 * usize::from(spot)).abs_diff(pits - 1);
                // South's right is North's left.
                let seen = |spot: u8| match side {
                    Side::South => usize::from(spot),
                    Side::North => pits - 1 - usize::from(spot),
                };
                spots.sort_by_key(|&spot| (std::cmp::Reverse(from_middle(spot)), seen(spot)));
            }
        }
        spots
    }
}

/// Exchanges the pits and the seeds off the board of the players if the other player begins, as an opening may give one of
/// them more.
fn turn_round(first: &Diagram, next: &mut Diagram) {
    if next.to_move == first.to_move {
        return;
    }
    next.pits.swap(0, 1);
    for (_, value) in &mut next.fields {
        if let Value::Seeds(seeds) = value {
            *seeds = seeds.turned();
        }
    }
}

/// Returns the number of pits that a player owns in a position; `row` is the number at first.
fn owned(diagram: &Diagram, side: Side, row: u16) -> u16 {
    match diagram.value(OWNED[side.index()]) {
        Some(Value::Pits(pits)) if !pits.is_empty() => u16::try_from(pits.len()).unwrap_or(row),
        _ => row,
    }
}

/// Sets a field of a diagram, if positions of this game have it.
fn set(diagram: &mut Diagram, name: &str, value: Value) {
    if let Some((_, old)) = diagram.fields.iter_mut().find(|(field, _)| *field == name) {
        *old = value;
    }
}

/// Puts seeds in the stores: the first field that holds seeds.
fn store(diagram: &mut Diagram, seeds: BySide<u16>) {
    for (_, value) in &mut diagram.fields {
        if let Value::Seeds(stores) = value {
            *stores = seeds.map(|seeds| u8::try_from(seeds).unwrap_or(u8::MAX));
            return;
        }
    }
}
