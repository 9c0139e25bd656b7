//! # Cows: a ruleset written outside the crate
//!
//! - **N1** Sow all seeds of an own pit counterclockwise over both rows.
//! - **N2** If the last seed makes a herd of exactly `herd` seeds, the herd goes to the mover's store.
//! - **N3** Who can't sow ends the game; seeds on the board count for their side, and more wins.

use std::sync::Arc;

use mankala::board::{Direction, Pits, Pits32, Side};
use mankala::event::{Act, Event, Observer, Place};
use mankala::layout::{Layout, Ring, Ways};
use mankala::notation::{Diagram, Fault, Field, FieldKind, Value};
use mankala::sow::{Skip, Tracks};
use mankala::spec::{BoardSpec, Faults};
use mankala::variant::{Choices, Refusal, Status, Turn};
use mankala::{AnyVariant, Catalogue, Outcome, Position, Ruleset, Start, Starts, Variant};
use schemars::JsonSchema;
use serde::Deserialize;

// Step 1: what a variant file may say. Comments become the descriptions that `schema` prints.

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Setup {
    /// Seeds in each pit.
    seeds: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// A pit of so many seeds is a herd (N2).
    herd: u8,
}

struct CowRules;

impl Ruleset for CowRules {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "cows";
    const SOURCE: &'static str = include_str!("own_ruleset.rs");

    fn variant(
        board: &BoardSpec,
        setup: &Setup,
        rules: &Rules,
    ) -> Result<Box<dyn AnyVariant>, Faults> {
        let mut faults = Faults::default();
        faults.check(
            board.rows == 2,
            "board.rows",
            format_args!("there are two rows"),
        );
        faults.check(
            (1..=16).contains(&board.columns),
            "board.columns",
            format_args!("1 to 16 pits"),
        );
        let seeds = 2 * u32::from(board.columns) * u32::from(setup.seeds);
        faults.check(
            seeds <= 255,
            "setup.seeds",
            format_args!("{seeds} seeds in all are too many"),
        );
        faults.none()?;
        let layout = Layout::new(2, board.columns, Ring::Shared, Ways::Forward);
        let tracks = Tracks::new(layout.ring_len());
        Ok(Box::new(Cows {
            layout,
            tracks,
            seeds: setup.seeds,
            herd: rules.herd,
        }))
    }
}

// Step 2: a position, as the player to move sees it, and the game.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pasture {
    ring: Pits32,
    captured: [u8; 2],
    status: Status,
}

impl Position for Pasture {
    fn status(&self) -> Status {
        self.status
    }
    fn status_mut(&mut self) -> &mut Status {
        &mut self.status
    }
}

struct Cows {
    layout: Layout,
    tracks: Tracks<Pits32>,
    seeds: u8,
    herd: u8,
}

// Step 3: where a move may start, how it goes, who has won.

impl Variant for Cows {
    type Position = Pasture;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> Pasture {
        let mut ring = Pits32::default();
        (0..self.layout.ring_len()).for_each(|spot| ring.put(spot, self.seeds));
        Pasture {
            ring,
            captured: [0, 0],
            status: Status::going(Side::South),
        }
    }

    fn starts(&self, position: &Pasture, _tier: u8) -> Starts {
        let own_row = (1 << self.layout.columns()) - 1;
        Starts::forward(position.ring.filled() & own_row)
    }

    fn turn(
        &self,
        position: &Pasture,
        _tier: u8,
        start: Start,
        _choices: &mut impl Choices<Pasture>,
        observer: &mut impl Observer,
    ) -> Result<Turn<Pasture>, Refusal> {
        let (mut ring, mut captured) = (position.ring, position.captured);
        let seeds = ring.take(start.spot); // N1
        observer.see(|| Event::moved(Act::Lift, Place::Ring(start.spot), Place::Hand, seeds));
        let lap = self
            .tracks
            .onward(start.spot, seeds, Direction::Forward, Skip::Nothing);
        let (mut ring, landing) = self.tracks.sow(ring, lap);
        observer.see(|| Event::Sow(lap));
        if landing.seeds == self.herd {
            captured[0] += ring.take(landing.spot); // N2
            observer.see(|| {
                Event::moved(
                    Act::Bank,
                    Place::Ring(landing.spot),
                    Place::Store,
                    self.herd,
                )
            });
        }
        let position = Pasture {
            ring: ring.turned(self.layout.columns()),
            captured: [captured[1], captured[0]],
            status: Status::going(position.status.to_move.other()),
        };
        Ok(Turn {
            position,
            choice: 0,
        })
    }

    fn stuck(&self, _before: Option<&Pasture>, position: &Pasture) -> Outcome {
        Outcome::by_count(self.holdings(position)) // N3
    }

    fn holdings(&self, position: &Pasture) -> [u16; 2] {
        let [own, other] = [0, self.layout.columns()]
            .map(|from| Pits32::range(from, from + self.layout.columns()));
        let [own, other] = [own, other].map(|row| position.ring.only(row).total());
        let [mine, yours] = position.captured.map(u16::from);
        position.status.to_move.arrange([own + mine, other + yours])
    }

    fn fields(&self) -> Vec<Field> {
        vec![Field {
            name: "captured",
            kind: FieldKind::Seeds,
        }]
    }

    fn diagram(&self, position: &Pasture) -> Diagram {
        let Status { to_move, result } = position.status;
        let pits = self
            .layout
            .spread(to_move, position.ring, Pits32::default());
        let fields = vec![("captured", Value::Seeds(to_move.arrange(position.captured)))];
        Diagram {
            pits,
            to_move,
            fields,
            result,
        }
    }

    fn read_diagram(&self, diagram: &Diagram) -> Result<Pasture, Fault> {
        let status = Status {
            to_move: diagram.to_move,
            result: diagram.result,
        };
        let (ring, _) = self.layout.gather(diagram.to_move, &diagram.pits);
        Ok(Pasture {
            ring,
            captured: diagram.to_move.arrange(diagram.seeds("captured")),
            status,
        })
    }
}

/// Loads the file, plays its examples, counts, and prints a move step by step.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::new().with::<CowRules>();
    let game = catalogue.parse("examples/ngombe.toml", include_str!("ngombe.toml"), &[])?;
    for (name, wrong) in mankala::check::wrong_examples(&game) {
        println!("example {name:?}: {wrong}");
    }
    let mut played = Arc::clone(&game.variant).game();
    let depths = (1..=6).map(|depth| played.perft(depth).to_string());
    println!(
        "{}: perft {}\n",
        game.header.title,
        depths.collect::<Vec<_>>().join(", ")
    );
    for step in played.trace("A1")? {
        println!(
            "{}\n{}",
            step.text,
            mankala::render::board(
                played.layout(),
                &step.diagram,
                mankala::render::Marks::default()
            )
        );
    }
    played.play("A1")?;
    println!("{}", played.text());
    Ok(())
}
