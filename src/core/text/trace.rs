//! Steps of a move: its events applied to a diagram, one board for each lap and capture.

use crate::kernel::{
    Act, Choice, Diagram, Effect, Event, Layout, Note, Pit, Place, Ring, Side, Value, drops,
};

/// Change of a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Seeds were added.
    Grew,
    /// The seeds were lifted, to be sown.
    Lifted,
    /// The seeds were captured or went off the board.
    Captured,
}

impl Change {
    /// Derives the change from the seeds before and after; `None` if the counts are equal.
    pub fn between(before: u8, after: u8) -> Option<Self> {
        match before.cmp(&after) {
            std::cmp::Ordering::Less => Some(Self::Grew),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Lifted),
        }
    }
}

/// Step of a move, with the board after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Description of the step.
    pub text: String,
    /// Board after the step.
    pub diagram: Diagram,
    /// Changed pits, in order.
    pub changed: Vec<(Pit, Change)>,
    /// Seeds in the hand after the step.
    pub hand: u8,
}

/// Holder of the seeds of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// A pit.
    Pit(Pit),
    /// Hand.
    Hand,
    /// A player's part of a field of the written position.
    Field(&'static str, Side),
}

/// Applies events to a diagram, made by the player to move in it.
#[derive(Debug, Clone)]
pub struct Replay<'l> {
    layout: &'l Layout,
    pub(crate) mover: Side,
    /// Board after the events so far.
    pub diagram: Diagram,
    /// Seeds in the hand.
    pub hand: u8,
}

impl<'l> Replay<'l> {
    /// Starts with the position before the move.
    pub fn new(layout: &'l Layout, before: &Diagram) -> Self {
        Self { layout, mover: before.to_move, diagram: before.clone(), hand: 0 }
    }

    /// Returns the holder of a place in the diagram; `None` if the diagram does not count its seeds.
    pub fn keeper(&self, place: Place) -> Option<Keeper> {
        if let Some(pit) = self.layout.pit(self.mover, place) {
            return Some(Keeper::Pit(pit));
        }
        let (owner, number) = match place {
            Place::Hand => return Some(Keeper::Hand),
            Place::Store(number) => (self.mover, number),
            // On a ring with stores, a spot that is no pit is a store.
            Place::Ring(spot) => (self.layout.store_owner(self.mover, spot), 0),
            Place::StoreAcross(number) => (self.mover.other(), number),
            Place::Across(_) => return None,
        };
        let fields = self.diagram.fields.iter();
        let mut seeds = fields.filter(|(_, value)| matches!(value, Value::Seeds(_)));
        let (name, _) = seeds.nth(usize::from(number))?;
        Some(Keeper::Field(name, owner))
    }

    fn seeds_at(&mut self, place: Place) -> Option<&mut u8> {
        match self.keeper(place)? {
            Keeper::Pit(pit) => self.diagram.pits[pit.owner.index()].get_mut(usize::from(pit.spot)),
            Keeper::Hand => Some(&mut self.hand),
            Keeper::Field(name, owner) => {
                let mut fields = self.diagram.fields.iter_mut();
                fields.find_map(|(field, value)| match value {
                    Value::Seeds(seeds) if *field == name => Some(&mut seeds[owner]),
                    _ => None,
                })
            }
        }
    }

    /// Adds seeds, or takes them away; counts saturate, whatever the events say.
    fn add(&mut self, place: Place, seeds: i16) {
        if let Some(kept) = self.seeds_at(place) {
            let sum = i16::from(*kept) + seeds;
            *kept = u8::try_from(sum.max(0)).unwrap_or(u8::MAX);
        }
    }

    /// Applies one event and returns the changed places.
    pub fn apply(&mut self, event: Event) -> Vec<(Place, Change)> {
        match event {
            Event::Move { act, from, to, seeds } => {
                self.add(from, -i16::from(seeds));
                self.add(to, seeds.into());
                let left = match act {
                    Act::Enter | Act::Lift | Act::Join => Change::Lifted,
                    Act::Capture | Act::Bank | Act::Sweep => Change::Captured,
                };
                vec![(from, left), (to, Change::Grew)]
            }
            Event::Sow(lap) => {
                self.add(Place::Hand, -i16::from(lap.seeds));
                let spots = drops(self.layout.circuit(), lap);
                let sown = |spot| {
                    self.add(Place::Ring(spot), 1);
                    (Place::Ring(spot), Change::Grew)
                };
                spots.map(sown).collect()
            }
            Event::Mark { note, at } => {
                self.note(note, at);
                Vec::new()
            }
            Event::Choice(_) => Vec::new(),
        }
    }

    /// Updates fields other than seeds, so that captions stay true.
    fn note(&mut self, note: Note, at: Place) {
        if note.effect == Effect::TurnsBoard {
            return self.diagram.turn();
        }
        let Some(pit) = self.layout.pit(self.mover, at) else {
            return;
        };
        let (name, named) = match note.effect {
            Effect::None | Effect::TurnsBoard => return,
            Effect::Marks(name) => (name, true),
            Effect::Unmarks(name) => (name, false),
        };
        let mut fields = self.diagram.fields.iter_mut();
        match fields.find(|(field, _)| *field == name) {
            Some((_, Value::Sides(sides))) => sides[pit.owner] = named,
            Some((_, Value::Pits(pits))) => {
                pits.retain(|other| *other != pit);
                pits.extend(named.then_some(pit));
            }
            _ => {}
        }
    }

    /// Returns the layout of the board.
    pub fn layout(&self) -> &'l Layout {
        self.layout
    }

    /// Returns the name of a place.
    pub fn name(&self, place: Place) -> String {
        if let Some(pit) = self.layout.pit(self.mover, place) {
            return self.layout.name(pit);
        }
        match place {
            Place::Hand => "the hand".to_owned(),
            Place::Ring(spot) => self.layout.store_name(self.mover, spot),
            Place::Store(_) => format!("{}'s store", self.mover),
            Place::StoreAcross(_) | Place::Across(_) => format!("{}'s store", self.mover.other()),
        }
    }

    /// Describes an event in words.
    pub fn describe(&self, event: Event) -> String {
        match event {
            Event::Move { act, from, to, seeds } => {
                let (from, to) = (self.name(from), self.name(to));
                let go = if seeds == 1 { "goes" } else { "go" };
                match act {
                    Act::Enter => format!("enter {seeds} from the store in {to}"),
                    Act::Lift => format!("lift {seeds} from {from}"),
                    Act::Capture => format!("capture {seeds} from {from}"),
                    Act::Bank => format!("{seeds} from {from} {go} to {to}"),
                    Act::Sweep => format!("the {seeds} left in {from} {go} to {to}"),
                    Act::Join => format!("{seeds} from {from} joins {to}"),
                }
            }
            Event::Sow(lap) => {
                let name = |spot| self.name(Place::Ring(spot));
                let mut spots = drops(self.layout.circuit(), lap);
                let first = spots.next().map(name).unwrap_or_default();
                let last = spots.last().map_or_else(|| first.clone(), name);
                if first == last && lap.seeds == 1 {
                    format!("sow 1 in {first}")
                } else {
                    format!("sow {} from {first} to {last}", lap.seeds)
                }
            }
            Event::Choice(Choice::Stop) => "stop here".to_owned(),
            Event::Choice(Choice::GoOn) => "go on".to_owned(),
            Event::Mark { note, at } => {
                let [mover, other] = [self.mover, self.mover.other()].map(|side| side.to_string());
                note.says
                    .replace("{pit}", &self.name(at))
                    .replace("{mover}", &mover)
                    .replace("{other}", &other)
            }
        }
    }
}

/// Splits a move into steps: one for each lap, with the lifting before it, and one for each capture.
pub fn trace(layout: &Layout, before: &Diagram, events: &[Event]) -> Vec<Step> {
    let mut replay = Replay::new(layout, before);
    let mut steps: Vec<Step> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut changed: Vec<(Pit, Change)> = Vec::new();
    for &event in events {
        words.push(replay.describe(event));
        let places = replay.apply(event);
        changed.extend(
            places
                .into_iter()
                .filter_map(|(place, change)| Some((layout.pit(before.to_move, place)?, change))),
        );
        if matches!(event, Event::Sow(_) | Event::Move { act: Act::Capture, .. }) {
            steps.push(Step {
                text: std::mem::take(&mut words).join(", "),
                diagram: replay.diagram.clone(),
                changed: std::mem::take(&mut changed),
                hand: replay.hand,
            });
        }
    }
    if !words.is_empty() {
        let text = words.join(", ");
        match steps.last_mut() {
            // Events without seeds belong to the lap they follow.
            Some(last) if changed.is_empty() => {
                last.text = format!("{}; {text}", last.text);
                last.diagram = replay.diagram;
                last.hand = replay.hand;
            }
            _ => steps.push(Step { text, diagram: replay.diagram, changed, hand: replay.hand }),
        }
    }
    debug_assert!(
        layout.ring() != Ring::Own || steps.iter().all(|step| step.diagram.total() <= 255)
    );
    steps
}

/// Describes the first pit or store whose seeds differ from the events; `None` if the events are complete.
///
/// Every moved seed needs an [`Event::Move`] or [`Event::Sow`]: pictures and traces are made from these alone. Choices
/// and marks are optional.
pub fn untold(
    layout: &Layout,
    before: &Diagram,
    events: &[Event],
    after: &Diagram,
) -> Option<String> {
    let mut replay = Replay::new(layout, before);
    for &event in events {
        replay.apply(event);
    }
    let told = &replay.diagram;
    let pits = layout.paper().into_iter().flat_map(|(_, pits)| pits);
    let mut counts = pits.map(|pit| (layout.name(pit), told.at(pit), after.at(pit)));
    let pit = counts.find(|(_, told, found)| told != found);
    let stores = told.fields.iter().zip(&after.fields);
    let mut stores = stores.filter_map(|((name, told), (_, found))| match (told, found) {
        (Value::Seeds(told), Value::Seeds(found)) if told != found => {
            let mut sides = Side::BOTH.into_iter();
            let side = sides.find(|&side| told[side] != found[side])?;
            Some((format!("{name} of {side}"), told[side], found[side]))
        }
        _ => None,
    });
    let (place, told, found) = pit.or_else(|| stores.next())?;
    Some(format!(
        "the events of this move are incomplete: they leave {told} in {place}, the move leaves {found}"
    ))
}
