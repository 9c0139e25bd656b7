//! A small game that can be broken in many ways, each against some law.

use mankala::prelude::*;
use mankala::{Catalogue, Loaded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::EnumIter;

/// Fault of the toy game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema, EnumIter, strum::Display,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Fault {
    /// Nothing.
    Nothing,
    /// A player may stop, which is not announced.
    UnannouncedStop,
    /// One place to stop is announced, and there are two.
    SecondStop,
    /// A place to stop is announced, and something is to be picked.
    UnannouncedPick,
    /// One of the captured seeds falls under the table.
    LostSeed,
    /// Nobody is told of captures.
    SilentCapture,
    /// North can't capture.
    Unfair,
    /// A player who has captured sows one seed less from then on; positions do not show this.
    Hidden,
    /// Two pits have one name.
    TwoPitsOneName,
    /// Going on is written with a star, which may be left out.
    Star,
    /// A pit may be called by the name of the one opposite.
    WrongPit,
    /// Positions in which someone has captured more than four seeds are not read.
    Unreadable,
    /// Half of the seeds decide a game when they are captured, and not when they lie captured.
    EndsOnce,
}

impl Fault {
    /// Whether it breaks other laws too, as what can't be written down or told apart does.
    pub(crate) const fn spreads(self) -> bool {
        matches!(self, Self::TwoPitsOneName | Self::Star | Self::Unreadable)
    }

    /// The laws against which it is.
    pub(crate) const fn breaks(self) -> &'static [&'static str] {
        match self {
            Self::Nothing => &[],
            Self::UnannouncedStop => &["choices within a move are announced"],
            Self::SecondStop | Self::UnannouncedPick => {
                &["choices within a move are announced", "each move is drawn equally often"]
            }
            Self::LostSeed => {
                &["no seed is lost or added", "events turn the old board into the new one"]
            }
            Self::SilentCapture => &["events turn the old board into the new one"],
            Self::Unfair => &["the board turned round gives the moves turned round"],
            Self::Hidden => &["a game continues from its text as from its moves"],
            Self::TwoPitsOneName => &[
                "no move is listed twice",
                "listed moves can be played and lead to the listed positions",
                "perft counts the listed moves",
            ],
            Self::Star => &[
                "listed moves can be played and lead to the listed positions",
                "stars may be left out but not added",
                "undo restores every earlier position",
            ],
            Self::WrongPit => &[
                "unlisted moves are refused and change nothing",
                "no misspelt move is read as another",
            ],
            Self::Unreadable => &["positions of games can be read"],
            Self::EndsOnce => &["a finished position is over even without its result"],
        }
    }
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    fault: Fault,
}

/// The ruleset.
pub(crate) struct Toys;

impl Ruleset for Toys {
    type Setup = SameSeeds;
    type Rules = Rules;
    const NAME: &'static str = "toy";
    const BOOK: &'static str =
        "- **T1** A last seed that makes two captures them, if the player likes.";

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let Sections { board, setup, rules, .. } = *file;
        let layout = Layout::new(2, board.columns, Ring::Shared, Directions::Forward);
        Ok(Toy {
            laps: LapTable::new(layout.ring_len(), Directions::Forward, &[Skip::Nothing]),
            rows: Rows::new(board.columns, 0),
            seeds: setup.seeds,
            fault: rules.fault,
            layout,
        }
        .boxed())
    }
}

/// The toy with this fault.
pub(crate) fn toy(fault: Fault) -> Loaded {
    let file = format!(
        r#"
        name = "toy"
        title = "Toy"
        ruleset = "toy"
        region = "nowhere"
        year = 2026
        about = "A game for tests."
        sources = []
        board = {{ rows = 2, columns = 4 }}
        setup = {{ seeds = 3 }}
        rules = {{ fault = "{fault}" }}
        "#
    );
    let loaded = Catalogue::new().with::<Toys>().parse("toy.toml", &file, &[]);
    loaded.unwrap_or_else(|errors| panic!("{errors}"))
}

struct Toy {
    layout: Layout,
    laps: LapTable<Pits16>,
    rows: Rows<Pits16>,
    seeds: u8,
    fault: Fault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct State<P> {
    ring: P,
    captured: ByTurn<u8>,
    /// Players who have captured, hidden by the fault [`Fault::Hidden`].
    has_captured: ByTurn<bool>,
    status: Status,
}

mankala::position!(State<P> { ring; captured, has_captured });

type Here = State<Pits16>;

impl Toy {
    /// The other player's turn.
    fn turned(&self, mut position: Here) -> Here {
        position.ring = position.ring.turned(self.layout.columns());
        position.captured = position.captured.turned();
        position.has_captured = position.has_captured.turned();
        position.status = Status::going(position.status.to_move.other());
        position.status.result = self.half(&position);
        position
    }

    /// The result where someone has captured half of all seeds.
    fn half(&self, position: &Here) -> Option<Outcome> {
        let half = u16::from(self.seeds) * u16::from(self.layout.columns());
        let BySide([south, north]) =
            position.status.to_move.arrange(position.captured.map(u16::from));
        (south.max(north) >= half).then(|| Outcome::by_count(BySide([south, north])))
    }
}

impl Variant for Toy {
    type Position = Here;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> Here {
        State {
            ring: self.rows.filled_with(self.seeds),
            captured: ByTurn([0, 0]),
            has_captured: ByTurn([false; 2]),
            status: Status::going(Side::South),
        }
    }

    fn starts(&self, position: &Here, _tier: u8) -> Starts {
        Starts::forward(position.ring.filled() & self.rows.own_bits())
    }

    fn choices(&self, _position: &Here, _tier: u8) -> Choices {
        match self.fault {
            Fault::UnannouncedStop => Choices::None,
            _ => Choices::OneStop,
        }
    }

    fn turn(
        &self,
        position: &Here,
        _tier: u8,
        Start { spot, direction }: Start,
        chooser: &mut impl Chooser<Here>,
        observer: &mut impl Observer,
    ) -> Result<Here, TurnError> {
        let mut here = *position;
        let mut seeds = observer.lift(&mut here.ring, spot);
        if self.fault == Fault::Hidden && here.has_captured[Player::Mover] && seeds > 1 {
            // The seed is left where it was.
            here.ring.add(spot, 1);
            observer.moved(Act::Join, Place::Hand, Place::Ring(spot), 1);
            seeds -= 1;
        }
        let lap = self.laps.onward(spot, seeds, direction, Skip::Nothing);
        let (ring, last) = self.laps.sow(here.ring, lap);
        observer.sown(lap);
        here.ring = ring;
        let is_north = here.status.to_move == Side::North;
        if last.seeds != 2 || self.fault == Fault::Unfair && is_north {
            return Ok(self.turned(here));
        }
        let stops = if self.fault == Fault::SecondStop { 2 } else { 1 };
        for stop in 0..stops {
            // The second time the hand is elsewhere, so that the move does not look endless.
            let decision = chooser.stop(last.spot + stop, direction, &|| self.turned(here));
            if decision != Decision::GoOn {
                observer.chose(Choice::Stop);
                return Ok(self.turned(here));
            }
        }
        observer.chose(Choice::GoOn);
        let store = if self.fault == Fault::UnannouncedPick { chooser.pick(2)? } else { 0 };
        let from = Place::Ring(last.spot);
        let to = [Place::STORE, Place::STORE_ACROSS][usize::from(store)];
        let captured = match self.fault {
            Fault::SilentCapture => ().bank(&mut here.ring, from, to),
            Fault::LostSeed => observer.bank(&mut here.ring, from, to) - 1,
            _ => observer.bank(&mut here.ring, from, to),
        };
        here.captured[Player::BOTH[usize::from(store)]] += captured;
        here.has_captured[Player::Mover] |= self.fault == Fault::Hidden;
        Ok(self.turned(here))
    }

    fn ended(&self, position: &Here) -> Option<Outcome> {
        match self.fault {
            Fault::EndsOnce => None,
            _ => self.half(position),
        }
    }

    fn stuck(&self, _before: Option<&Here>, position: &Here) -> Outcome {
        Outcome::by_count(self.holdings(position))
    }

    fn holdings(&self, position: &Here) -> BySide<u16> {
        let held = self.rows.totals(position.ring) + position.captured.map(u16::from);
        position.status.to_move.arrange(held)
    }
}

impl Notation for Toy {
    fn fields(&self) -> Vec<Field> {
        let most = match self.fault {
            Fault::Unreadable => 4,
            _ => u8::MAX,
        };
        vec![Field::new(
            "captured",
            FieldKind::Seeds,
            |_, position: &Here| position.captured,
            move |_, position: &mut Here, captured| {
                position.captured = captured;
                match captured.0.into_iter().max() {
                    Some(seeds) if seeds > most => {
                        Err("more than four seeds are captured".to_owned())
                    }
                    _ => Ok(()),
                }
            },
        )]
    }

    fn write_move(&self, position: &Here, mv: Move, _after: &Here) -> String {
        let mut start = mv.start;
        if self.fault == Fault::TwoPitsOneName && start.spot == 1 {
            start.spot = 0;
        }
        let pit = self.layout.start_name(position.status.to_move, start);
        let sign = match self.fault {
            Fault::Star => "*",
            _ => "x",
        };
        let picked = [String::new(), format!("{}", mv.picks)];
        let picked = &picked[usize::from(self.fault == Fault::UnannouncedPick && mv.gone_on > 0)];
        format!("{pit}{}{picked}", sign.repeat(usize::from(mv.gone_on)))
    }

    fn other_spellings(&self, position: &Here, mv: Move, _after: &Here) -> Vec<String> {
        match self.fault {
            Fault::WrongPit if mv.gone_on == 0 => {
                let other = position.status.to_move.other();
                vec![self.layout.start_name(other, mv.start)]
            }
            _ => Vec::new(),
        }
    }
}

impl Repeating for Toy {}

impl Judging for Toy {}

impl Solving for Toy {}
