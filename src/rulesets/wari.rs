//! Oware, Awari and their kin: one lap, and captures by the number of seeds it makes.
//!
#![doc = include_str!("wari.md")]

use schemars::JsonSchema;
use serde::Deserialize;

use crate::any::AnyVariant;
use crate::kernel::board::{Direction, Pits};
use crate::kernel::event::{Note, Observer, Place, Tell};
use crate::kernel::lap::{Landing, Lap};
use crate::kernel::sow::Next;
use crate::ruleset::{BoardSpec, Faults, Ruleset};
use crate::rulesets::two_rows::{
    Counts, Extra, Hand, Marks, Setup, Turns, TwoRowGame, TwoRows, Written,
};
use crate::variant::Chooser;
use crate::{by_pits, two_row_rules};

two_row_rules! {
    /// What a variant file says under `[rules]`.
    pub struct Rules {
        /// How many seeds a pit holds after a last seed that captures it (W2).
        pub counts: Counts,
        /// In whose row pits are captured (W2).
        #[serde(default)]
        pub side: Side,
        /// Which further pits are captured (W3).
        #[serde(default)]
        pub chain: Chain,
        /// What a capture of all of the opponent's seeds does (W4).
        #[serde(default)]
        pub grand_slam: GrandSlam,
    }
}

/// In whose row pits are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In the opponent's.
    #[default]
    Opponent,
    /// In the mover's own.
    Own,
    /// In either.
    Any,
}

/// Which further pits are captured with the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// None.
    #[default]
    None,
    /// Those before it, against the way of the hand, as long as each could be captured itself.
    Back,
    /// Those after it, in the way of the hand.
    Onward,
}

/// What a capture of all of the opponent's seeds does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It captures them.
    #[default]
    Captures,
    /// It takes nothing, the move stands.
    CapturesNothing,
}

/// A capture of all seeds takes nothing.
const GRAND_SLAM: Note = Note::new("that would take everything, so it takes nothing");

/// The ruleset, as the catalogue knows it.
#[derive(Debug, Clone, Copy)]
pub struct Wari;

impl Ruleset for Wari {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "wari";
    const BOOK: &'static str = include_str!("wari.md");

    fn variant(
        board: &BoardSpec,
        setup: &Setup,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        faults.check_board(board, 2, 2..=16);
        setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown, u32::MAX);
        faults.none()?;
        let marked = rules.quiet > 0 || rules.sowing().keeps_way();
        let ring = 2 * board.columns;
        Ok(match marked {
            false => by_pits!(ring, |P| game::<P, ()>(board.columns, setup, rules)),
            true => by_pits!(ring, |P| game::<P, Marks>(board.columns, setup, rules)),
        })
    }
}

/// The game of a file.
fn game<P: Pits, X: Extra>(
    columns: u8,
    setup: &Setup,
    rules: &Rules,
) -> TwoRowGame<P, X, Captures> {
    let turns = Captures {
        counts: rules.counts,
        side: rules.side,
        chain: rules.chain,
        grand_slam: rules.grand_slam,
    };
    let opening = setup.opening(columns, 0);
    let mut game = TwoRowGame::new(columns, 0, rules.sowing(), rules.ending(), opening, turns);
    game.max_sown = rules.max_sown;
    game.quiet = rules.quiet;
    game.counted = rules.quiet;
    game.written = Written {
        turns: rules.quiet > 0,
        ..game.written
    };
    game
}

/// What follows the lap of a turn.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    counts: Counts,
    side: Side,
    chain: Chain,
    grand_slam: GrandSlam,
}

impl Captures {
    /// Whether pits of this owner are captured (`W2`).
    #[inline]
    const fn takes_from(self, own: bool) -> bool {
        match self.side {
            Side::Opponent => !own,
            Side::Own => own,
            Side::Any => true,
        }
    }
}

impl Turns for Captures {
    const RELAYS: bool = false;

    #[inline]
    fn landed<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        lap: Lap,
        landing: Landing,
    ) -> Next {
        // W2
        let spot = landing.spot;
        if self.counts.has(landing.seeds) && self.takes_from(hand.owns(spot)) && !hand.quiet {
            self.capture(hand, spot, lap.direction);
        }
        Next::Stop
    }
}

impl Captures {
    /// Captures the pit of the last seed, and the chain (`W3`); a grand slam may take nothing (`W4`).
    #[inline]
    fn capture<P: Pits, X: Extra, C: Chooser<TwoRows<P, X>>, O: Observer>(
        &self,
        hand: &mut Hand<'_, P, X, Self, C, O>,
        last: u8,
        direction: Direction,
    ) {
        let (ring, game) = (hand.play.ring, hand.game);
        let mut pits = 1_u32 << last;
        let way = match self.chain {
            Chain::None => None,
            Chain::Back => Some(direction.turned()),
            Chain::Onward => Some(direction),
        };
        let mut spot = last;
        while let Some(way) = way {
            spot = game.laps.next(spot, way);
            let captured = self.counts.has(ring.get(spot)) && self.takes_from(hand.owns(spot));
            if !captured || pits >> spot & 1 == 1 {
                break;
            }
            pits |= 1 << spot;
        }
        // W4
        if self.grand_slam == GrandSlam::CapturesNothing
            && ring.filled() & game.rows.all_bits() & !game.own_bits(hand.marks()) & !pits == 0
        {
            hand.observer.note(GRAND_SLAM, Place::Ring(last));
            return;
        }
        let mut spot = last;
        while pits != 0 {
            hand.capture(spot);
            pits &= !(1 << spot);
            if let Some(way) = way {
                spot = game.laps.next(spot, way);
            }
        }
    }
}
