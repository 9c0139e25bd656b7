//! Moves as text, both ways.

use std::fmt;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Serialize;

use super::refused::{Facts, in_words};
use super::write_position;
use crate::kernel::board::Side;
use crate::variant::{
    AnyPosition, AnyVariant, Fixed, Glance, Move, Position, Refusal, Refused, Start, Starts,
    in_order, moves,
};

/// A move that can't be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct MoveError {
    /// The move as it was written.
    pub text: String,
    /// Why it is refused.
    pub reason: String,
    /// The same for somebody who plays, where a rule refuses the move.
    pub refused: Option<ByRule>,
    /// The position it was to be played in.
    pub position: String,
    /// The legal moves.
    pub legal: Vec<String>,
}

/// A rule that refuses a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ByRule {
    /// Why, in words that name no move: `you must give North seeds: A3, A5`.
    pub why: String,
    /// The rule of the book, if it is known: `W13`.
    pub rule: Option<&'static str>,
}

impl fmt::Display for ByRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

impl MoveError {
    /// The move and why it is refused, in words for somebody at the board.
    #[must_use]
    pub fn told(&self) -> String {
        match &self.refused {
            Some(refused) => format!("{} can't be played: {refused}", self.shown()),
            None => self.short(),
        }
    }

    /// The move and why it is refused, for somebody who sees the board and the legal moves anyway.
    #[must_use]
    pub fn short(&self) -> String {
        format!("{:?} {}", self.shown(), self.reason)
    }

    /// The move as far as there is room for it, in one line.
    fn shown(&self) -> String {
        let letters = self.text.chars().take(40);
        letters
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.short())?;
        writeln!(f, "  position: {}", self.position)?;
        match self.legal.as_slice() {
            [] => f.write_str("  legal:    none, the game is over"),
            legal => write!(f, "  legal:    {}", legal.join(" ")),
        }
    }
}

/// A move together with all that is said about it.
#[derive(Debug, Clone)]
pub struct Legal {
    /// The move.
    pub mv: Move,
    /// As it is written.
    pub text: String,
    /// The position after it, with the result if the game is over.
    pub after: AnyPosition,
}

/// The position after a move with its result worked out, also where the opponent has no legal move.
pub fn settle(
    variant: &dyn AnyVariant,
    before: &AnyPosition,
    mut after: AnyPosition,
) -> AnyPosition {
    if after.status().result.is_none() && !variant.has_move(&after) {
        after.status_mut().result = Some(variant.stuck(Some(before), &after));
    }
    after
}

/// What a pass is written as.
pub const PASS: &str = "pass";
/// What a swap is written as (S1).
pub const SWAP: &str = "swap";

/// Writes a legal move, given the position after it.
pub fn write_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    mv: Move,
    after: &AnyPosition,
) -> String {
    match mv {
        Move::PASS => PASS.to_owned(),
        Move::SWAP => SWAP.to_owned(),
        _ => variant.write_move(position, mv, after),
    }
}

/// All legal moves, written, with the positions after them: by pit, then L before R, then those with
/// fewer marks first. Those found so far once `stop` says yes.
pub fn legal_moves(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    stop: &dyn Fn() -> bool,
) -> Vec<Legal> {
    listed(variant, position, moves(variant, position, stop), stop)
}

/// Those of the legal moves that begin as `mv` does, in the same order.
pub fn legal_ways(variant: &dyn AnyVariant, position: &AnyPosition, mv: Move) -> Vec<Legal> {
    let mut ways = Vec::new();
    let _ = variant.each_way(position, mv, &mut |mv, after| {
        ways.push((mv, *after));
        ControlFlow::Continue(())
    });
    listed(variant, position, ways, &|| false)
}

/// Moves as they are listed; the first of them once `stop` says yes.
fn listed(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    moves: Vec<(Move, AnyPosition)>,
    stop: &dyn Fn() -> bool,
) -> Vec<Legal> {
    let mut glance = Glance::default();
    let written = |(mv, after): (Move, AnyPosition)| {
        glance.step(stop).continue_value()?;
        let after = settle(variant, position, after);
        let text = write_move(variant, position, mv, &after);
        Some(Legal { mv, text, after })
    };
    let legal: Vec<_> = moves.into_iter().map_while(written).collect();
    let places = legal.iter().map(|legal| place(legal.mv, &legal.text));
    in_order(&places.collect::<Vec<_>>(), legal)
}

/// The place of a move in a list.
fn place(mv: Move, text: &str) -> (u8, String, usize, String) {
    let letters = |c: &char| c.is_ascii_alphanumeric();
    let start = text.chars().take_while(letters).collect();
    (mv.start.spot, start, text.len(), text.to_owned())
}

/// The legal move that is written exactly so, with the position right after it; looked for until `stop` says yes.
pub fn exact_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    text: &str,
    stop: &dyn Fn() -> bool,
) -> Option<(Move, AnyPosition)> {
    let (mut found, mut glance) = (None, Glance::default());
    let _ = variant.show_moves(position, &mut |mv, after| {
        if write_move(variant, position, mv, after) != text {
            return glance.step(stop);
        }
        found = Some((mv, *after));
        ControlFlow::Break(())
    });
    found
}

/// Reads a move: marks that the position implies may be left out, a direction that the rules force may be given.
///
/// # Errors
///
/// A [`MoveError`] that says why the move is refused and lists the legal ones; those found so far once `stop` says yes.
pub fn read_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    text: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Legal, MoveError> {
    let mut legal = legal_moves(variant, position, stop);
    let reader = Reader {
        variant,
        position,
        legal: &legal,
    };
    let index = reader.read(text)?;
    Ok(legal.swap_remove(index))
}

/// Reads a move of a position.
struct Reader<'a> {
    variant: &'a dyn AnyVariant,
    position: &'a AnyPosition,
    legal: &'a [Legal],
}

impl Reader<'_> {
    /// The number of the legal move that a text means.
    fn read(&self, text: &str) -> Result<usize, MoveError> {
        let bare = text.trim_end_matches('*');
        let stars = text.len() - bare.len();
        let means = |index: &usize| {
            let Legal { mv, text, after } = &self.legal[*index];
            let others = || (self.variant).other_spellings(self.position, *mv, after);
            text.trim_end_matches('*') == bare
                || mv.place().is_some() && others().iter().any(|other| other == bare)
        };
        let mut refused = None;
        let reason = if let Some(index) = (0..self.legal.len()).find(means) {
            let written = &self.legal[index].text;
            if stars <= written.len() - written.trim_end_matches('*').len() {
                return Ok(index);
            }
            format!("has a mark that does not hold here, the move is {written}")
        } else {
            self.why_not(bare, &mut refused)
        };
        let legal = self.legal.iter();
        Err(MoveError {
            text: text.to_owned(),
            reason,
            refused,
            position: write_position(self.variant, self.position),
            legal: legal.map(|legal| legal.text.clone()).collect(),
        })
    }

    /// Says why a text is no legal move, and by which rule if one forbids it.
    fn why_not(&self, bare: &str, by: &mut Option<ByRule>) -> String {
        let (layout, status) = (self.variant.layout(), self.position.status());
        if let Some(result) = status.result {
            return format!("can't be played, the game is over (result={result})");
        }
        if let Some(reason) = self.partly(bare) {
            return reason;
        }
        let to_move = status.to_move;
        let pit_name: String = bare
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        let pit_name = pit_name.trim_end_matches(['L', 'R']);
        let front = if to_move == Side::South { 'A' } else { 'a' };
        let in_front = format!("{front}{pit_name}");
        let named = layout.named(pit_name);
        let Some(pit) = named.or_else(|| layout.named(&in_front)) else {
            return "is not the name of a move".to_owned();
        };
        let name = layout.name(pit);
        let starts_here = |start: &Start| layout.start_pit(to_move, *start) == pit;
        let classes = self.variant.tiers();
        let tiers = 0..u8::try_from(classes.len()).unwrap_or(u8::MAX);
        let offered = |tier| self.variant.offer(self.position, tier).starts;
        let seeds = self.variant.diagram(self.position).at(pit);
        let anywhere = tiers
            .clone()
            .any(|tier| offered(tier).iter().any(|start| starts_here(&start)));
        if pit.owner != to_move && !anywhere {
            let why = format!("starts from {name}, which is not {to_move}'s pit");
            let told = format!("{name} is not {to_move}'s pit");
            return self.with_rule(why, Refused::NoStart, by, |_| told);
        }
        if seeds == 0 {
            let why = format!("starts from {name}, which is empty");
            let told = format!("{name} is empty");
            return self.with_rule(why, Refused::NoStart, by, |_| told);
        }
        let from_here = self
            .legal
            .iter()
            .filter(|legal| legal.mv.place().is_some() && starts_here(&legal.mv.start));
        let from_here: Vec<&str> = from_here.map(|legal| &*legal.text).collect();
        if bare.bytes().all(|byte| byte.is_ascii_digit()) && !from_here.is_empty() {
            let meant = from_here.join(" or ");
            return format!("is not complete, did you mean {meant}?");
        }
        let starts = self.start_names();
        let other = to_move.other().to_string();
        let facts = |first| Facts {
            pit: &name,
            seeds,
            other: &other,
            first,
            starts: &starts,
        };
        let tell = |refused, first| {
            let facts = facts(first);
            move |rule: Option<&'static str>| in_words(refused, rule, &facts)
        };
        let (mut refusal, mut other_way) = (None, false);
        for tier in tiers {
            for start in offered(tier).iter().filter(starts_here) {
                let letter = layout.direction_letter(start);
                if bare.contains(['L', 'R']) && !bare.contains(letter) {
                    other_way = true;
                    continue;
                }
                let mut first = Fixed::first();
                match (self.variant).turn(self.position, tier, start, &mut first, None) {
                    Ok(_) if !self.legal.iter().any(|legal| legal.mv.start == start) => {
                        let first = (0..tier)
                            .find(|&earlier| self.variant.tier_has_move(self.position, earlier));
                        let first = first.map_or("other moves", |tier| classes[usize::from(tier)]);
                        let why = format!("is illegal: {first} come first");
                        return self.with_rule(
                            why,
                            Refused::Later,
                            by,
                            tell(Refused::Later, first),
                        );
                    }
                    Err(refused) if refusal != Some(Refusal::Endless) => refusal = Some(refused),
                    _ => {}
                }
            }
        }
        if refusal == Some(Refusal::Endless) {
            let why = "is illegal: the move would never end".to_owned();
            return self.with_rule(why, Refused::Endless, by, tell(Refused::Endless, ""));
        }
        let why = format!("is illegal: the rules allow no such move from {name} here");
        let spots = Starts::forward(u32::MAX)
            .iter()
            .take(layout.ring_len().into());
        let Some(Start { spot, .. }) = spots.into_iter().find(starts_here) else {
            *by = Some(ByRule {
                why: format!("no move starts from {name} now"),
                rule: None,
            });
            return why;
        };
        let refused = match refusal {
            Some(_) => Refused::Unfit(spot),
            None if other_way => Refused::OtherWay(spot),
            None => Refused::Barred(spot),
        };
        self.with_rule(why, refused, by, tell(refused, ""))
    }

    /// A reason with the rule behind it, if the ruleset names one; the words for a player are told with it.
    fn with_rule(
        &self,
        why: String,
        refused: Refused,
        by: &mut Option<ByRule>,
        told: impl FnOnce(Option<&'static str>) -> String,
    ) -> String {
        let rule = self.variant.refused_by(self.position, refused);
        *by = Some(ByRule {
            why: told(rule),
            rule,
        });
        rule.map_or(why.clone(), |rule| format!("{why} ({rule})"))
    }

    /// The names of the pits where legal moves start, each once.
    fn start_names(&self) -> Vec<String> {
        let (layout, mover) = (self.variant.layout(), self.position.status().to_move);
        let legal = self.legal.iter().filter(|legal| legal.mv.place().is_some());
        let mut names: Vec<String> = legal
            .map(|legal| layout.name(layout.start_pit(mover, legal.mv.start)))
            .collect();
        names.dedup();
        names
    }

    /// Says so if it is part of a legal move, or has one as a part.
    fn partly(&self, bare: &str) -> Option<String> {
        let whole = |text: &&str| {
            let rest = bare.strip_prefix(text.trim_end_matches('*'));
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let texts = || self.legal.iter().map(|legal| &*legal.text);
        if let Some(shorter) = texts().filter(whole).max_by_key(|text| text.len()) {
            return Some(format!(
                "is not legal: {shorter} is, but not what follows it here"
            ));
        }
        let goes_on = |text: &&str| {
            let rest = text.strip_prefix(bare).filter(|_| !bare.is_empty());
            // A1 is no part of A10.
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let longer = texts().filter(goes_on);
        let longer: Vec<&str> = longer.collect();
        match longer[..] {
            [] => None,
            [only] => Some(format!("is not complete, did you mean {only}?")),
            _ => Some(format!("is ambiguous, it could be {}", longer.join(" or "))),
        }
    }
}
