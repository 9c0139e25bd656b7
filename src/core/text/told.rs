//! Description of a move in one line: sowing, relays and captures in order.

use crate::kernel::{Act, Choice, Diagram, Event, Layout, Place, drops};
use crate::text::trace::Replay;

/// Phrase of the line; consecutive phrases of one kind are merged.
enum Phrase {
    /// First lap, with the place where it ends.
    Sown(String),
    /// Number of relayed laps, each with the seeds of the pit in which the previous one ended, and the end of the last.
    Relayed(u16, String),
    /// Captures, with their pits.
    Captured(Vec<String>),
    /// Seeds that each side gets at the end of the game.
    Swept(Vec<(String, u16)>),
    /// Any other event.
    Said(String),
}

/// Describes a move, such as "enters in a5, captures 2 from A4, sows to a8".
///
/// The diagram is the position before the move. The result is empty only if there are no events.
pub fn told(layout: &Layout, before: &Diagram, events: &[Event]) -> String {
    let replay = Replay::new(layout, before);
    let mut parts: Vec<Phrase> = Vec::new();
    let mut lifted = false;
    for &event in events {
        match event {
            Event::Move { act: Act::Lift, to: Place::Hand, .. } => lifted = true,
            Event::Sow(lap) => {
                let last = drops(layout.circuit(), lap).last();
                let last = replay.name(Place::Ring(last.unwrap_or(lap.first)));
                match parts.last_mut() {
                    Some(Phrase::Relayed(laps, end)) if lifted => (*laps, *end) = (*laps + 1, last),
                    Some(Phrase::Sown(_)) if lifted => parts.push(Phrase::Relayed(1, last)),
                    _ => parts.push(Phrase::Sown(last)),
                }
                lifted = false;
            }
            Event::Move { act: Act::Capture, from, to, seeds } => {
                let gift = for_whom(&replay, to);
                let taken = format!("{seeds} from {}{gift}", replay.name(from));
                match parts.last_mut() {
                    Some(Phrase::Captured(all)) => all.push(taken),
                    _ => parts.push(Phrase::Captured(vec![taken])),
                }
            }
            Event::Move { act: Act::Sweep, to, seeds, .. } => {
                if !matches!(parts.last(), Some(Phrase::Swept(_))) {
                    parts.push(Phrase::Swept(Vec::new()));
                }
                let (to, seeds) = (replay.name(to), u16::from(seeds));
                if let Some(Phrase::Swept(all)) = parts.last_mut() {
                    match all.iter_mut().find(|(taker, _)| *taker == to) {
                        Some((_, sum)) => *sum += seeds,
                        None => all.push((to, seeds)),
                    }
                }
            }
            _ => parts.push(Phrase::Said(other(&replay, event))),
        }
    }
    let words: Vec<String> = parts.iter().map(Phrase::words).collect();
    words.join(", ")
}

impl Phrase {
    fn words(&self) -> String {
        match self {
            Self::Sown(end) => format!("sows to {end}"),
            Self::Relayed(1, end) => format!("relays to {end}"),
            Self::Relayed(laps, end) => format!("relays {laps} times, to {end}"),
            Self::Captured(all) => format!("captures {}", all.join(" and ")),
            Self::Swept(all) => {
                let each = all.iter().map(|(taker, seeds)| {
                    let go = if *seeds == 1 { "goes" } else { "go" };
                    format!("the {seeds} left {go} to {taker}")
                });
                each.collect::<Vec<_>>().join(" and ")
            }
            Self::Said(words) => words.clone(),
        }
    }
}

/// Names the receiver of seeds if it is not the mover.
fn for_whom(replay: &Replay<'_>, to: Place) -> String {
    match to {
        Place::StoreAcross(_) => format!(" for {}", replay.mover.other()),
        _ => String::new(),
    }
}

/// Describes an event that is not merged with others.
fn other(replay: &Replay<'_>, event: Event) -> String {
    match event {
        Event::Move { act, from, to, seeds } => {
            let gift = for_whom(replay, to);
            let (from, to) = (replay.name(from), replay.name(to));
            match act {
                Act::Enter if seeds == 1 => format!("enters in {to}"),
                Act::Enter => format!("enters {seeds} in {to}"),
                Act::Bank => format!("banks {seeds} from {from}{gift}"),
                Act::Join => format!("moves {seeds} from {from} to {to}"),
                Act::Lift | Act::Capture | Act::Sweep => format!("takes {seeds} from {from}"),
            }
        }
        Event::Choice(Choice::Stop) => "stops".to_owned(),
        Event::Choice(Choice::GoOn) => "goes on".to_owned(),
        Event::Sow(_) | Event::Mark { .. } => replay.describe(event),
    }
}
