//! Notation of moves, read and written.

use std::fmt;
use std::ops::{ControlFlow, Range};

use schemars::JsonSchema;
use serde::Serialize;

use super::refused::{Facts, in_words};
use super::write_position;
use crate::kernel::{Pit, Side};
use crate::variant::{
    AnyPosition, AnyVariant, Fixed, IllegalMove, Move, Poll, Position, Start, Starts, TurnError,
    moves, sort_by,
};

/// Error for a move that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct MoveError {
    /// Text of the move.
    pub text: String,
    /// Reason for the error.
    pub reason: String,
    /// Reason in words for a player, if a rule refuses the move.
    pub refused: Option<Box<ByRule>>,
    /// Position in which the move was tried.
    pub position: String,
    /// Legal moves.
    pub legal: Vec<String>,
}

/// Rule that refuses a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ByRule {
    /// Reason in words, without the move: `you must give North seeds: A3, A5`.
    pub why: String,
    /// Identifier of the rule, if known: `W13`.
    pub rule: Option<&'static str>,
}

impl fmt::Display for ByRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

impl MoveError {
    /// Returns the move and the reason, in words for a player, without the position and the legal moves.
    pub fn told(&self) -> String {
        let letters = self.text.chars().take(40);
        let shown = letters.map(|c| if c.is_control() { ' ' } else { c });
        let shown: String = shown.collect();
        match &self.refused {
            Some(refused) => format!("{shown} can't be played: {refused}"),
            None => format!("{shown:?} {}", self.reason),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.told())?;
        writeln!(f, "  position: {}", self.position)?;
        match self.legal.as_slice() {
            [] => f.write_str("  legal:    none, the game is over"),
            legal => write!(f, "  legal:    {}", legal.join(" ")),
        }
    }
}

/// Legal move with its notation and the position after it.
#[derive(Debug, Clone)]
pub struct Legal {
    /// Move.
    pub mv: Move,
    /// Notation of the move.
    pub text: String,
    /// Position after the move, with the result if the game is over.
    pub after: AnyPosition,
}

/// Sets the result of a position after a move if the opponent has no legal move.
pub fn settle(
    variant: &dyn AnyVariant,
    before: &AnyPosition,
    mut after: AnyPosition,
) -> AnyPosition {
    after.status_mut().result = variant.outcome(before, &after);
    after
}

/// Notation of a pass.
pub const PASS: &str = "pass";
/// Notation of a swap (S1).
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

/// Returns all legal moves with their notation and the positions after them, or those found before `stop` returns
/// `true`.
///
/// Sorted by pit, then L before R, then by the number of marks.
pub fn legal_moves(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    stop: &dyn Fn() -> bool,
) -> Vec<Legal> {
    listed(variant, position, moves(variant, position, stop), stop)
}

/// Returns the legal moves that begin like `mv`, in the same order as [`legal_moves`].
pub fn legal_ways(variant: &dyn AnyVariant, position: &AnyPosition, mv: Move) -> Vec<Legal> {
    let mut directions = Vec::new();
    let _ = variant.each_way(position, mv, &mut |mv, after| {
        directions.push((mv, *after));
        ControlFlow::Continue(())
    });
    listed(variant, position, directions, &|| false)
}

/// Writes and sorts moves, up to the first ones if `stop` returns `true`.
fn listed(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    moves: Vec<(Move, AnyPosition)>,
    stop: &dyn Fn() -> bool,
) -> Vec<Legal> {
    let mut poll = Poll::default();
    let written = |(mv, after): (Move, AnyPosition)| {
        poll.step(stop).continue_value()?;
        let after = settle(variant, position, after);
        let text = write_move(variant, position, mv, &after);
        Some(Legal { mv, text, after })
    };
    let mut legal: Vec<_> = moves.into_iter().map_while(written).collect();
    sort_by(&mut legal, |a, b| place(a.mv, &a.text).cmp(&place(b.mv, &b.text)));
    legal
}

/// Returns the sort key of a move.
fn place(mv: Move, text: &str) -> (u8, &str, usize, &str) {
    let sign = text.find(|c: char| !c.is_ascii_alphanumeric());
    let start = &text[..sign.unwrap_or(text.len())];
    (mv.start.spot, start, text.len(), text)
}

/// Finds the legal move with exactly this notation, and the position right after it. Gives up once `stop` returns
/// `true`.
pub fn exact_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    text: &str,
    stop: &dyn Fn() -> bool,
) -> Option<(Move, AnyPosition)> {
    let (mut found, mut poll) = (None, Poll::default());
    let _ = variant.show_moves(position, &mut |mv, after| {
        if write_move(variant, position, mv, after) != text {
            return poll.step(stop);
        }
        found = Some((mv, *after));
        ControlFlow::Break(())
    });
    found
}

/// Reads a move: marks implied by the position may be omitted, a forced direction may be given.
///
/// # Errors
///
/// Returns a [`MoveError`] with the reason and the legal moves, or those found before `stop` returned `true`.
pub fn read_move(
    variant: &dyn AnyVariant,
    position: &AnyPosition,
    text: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Legal, MoveError> {
    let mut legal = legal_moves(variant, position, stop);
    let reader = Reader { variant, position, legal: &legal };
    Ok(legal.swap_remove(reader.read(text)?))
}

struct Reader<'a> {
    variant: &'a dyn AnyVariant,
    position: &'a AnyPosition,
    legal: &'a [Legal],
}

impl Reader<'_> {
    /// Returns the index of the legal move that a text denotes.
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
            format!("has a mark that does not apply here, expected {written}")
        } else {
            self.why_not(bare, &mut refused)
        };
        let legal = self.legal.iter();
        Err(MoveError {
            text: text.to_owned(),
            reason,
            refused: refused.map(Box::new),
            position: write_position(self.variant, self.position),
            legal: legal.map(|legal| legal.text.clone()).collect(),
        })
    }

    /// Explains why a text is not a legal move; `by` receives the rule that forbids it.
    fn why_not(&self, bare: &str, by: &mut Option<ByRule>) -> String {
        let (layout, status) = (self.variant.layout(), self.position.status());
        if let Some(result) = status.result {
            return format!("can't be played, the game is over (result={result})");
        }
        if let Some(reason) = self.partly(bare) {
            return reason;
        }
        let to_move = status.to_move;
        let sign = bare.find(|c: char| !c.is_ascii_alphanumeric());
        let pit_name = bare[..sign.unwrap_or(bare.len())].trim_end_matches(['L', 'R']);
        let front = if to_move == Side::South { 'A' } else { 'a' };
        let in_front = format!("{front}{pit_name}");
        let named = layout.named(pit_name);
        let Some(pit) = named.or_else(|| layout.named(&in_front)) else {
            return "is not the name of a move".to_owned();
        };
        let name = layout.name(pit);
        let starts_here = |start: &Start| layout.start_pit(to_move, *start) == pit;
        let seeds = self.variant.diagram(self.position).at(pit);
        let anywhere =
            self.tiers().any(|tier| self.offered(tier).iter().any(|start| starts_here(&start)));
        if pit.owner != to_move && !anywhere {
            let why = format!("starts from {name}, which is not {to_move}'s pit");
            let told = format!("{name} is not {to_move}'s pit");
            return self.with_rule(&why, IllegalMove::NoStart, by, |_| told);
        }
        if seeds == 0 {
            let why = format!("starts from {name}, which is empty");
            let told = format!("{name} is empty");
            return self.with_rule(&why, IllegalMove::NoStart, by, |_| told);
        }
        let from_here = self
            .legal
            .iter()
            .filter(|legal| legal.mv.place().is_some() && starts_here(&legal.mv.start));
        let from_here: Vec<&str> = from_here.map(|legal| &*legal.text).collect();
        if pit_name.bytes().all(|byte| byte.is_ascii_digit()) {
            let letter = bare.chars().last().filter(|last| "LR".contains(*last));
            let fits = |name: &&str| {
                letter.is_none_or(|letter| name.contains(letter) || !name.contains(['L', 'R']))
            };
            let meant: Vec<&str> = from_here.iter().copied().filter(fits).collect();
            if !meant.is_empty() {
                return format!("is not complete, did you mean {}?", meant.join(" or "));
            }
        }
        let (why, refused, first) = self.refused_start(bare, pit);
        let Some(refused) = refused else {
            *by = Some(ByRule { why: format!("no move starts from {name} now"), rule: None });
            return why;
        };
        let facts = Facts {
            pit: &name,
            seeds,
            other: &to_move.other().to_string(),
            first,
            starts: &self.start_names(),
        };
        self.with_rule(&why, refused, by, |rule| in_words(refused, rule, &facts))
    }

    /// Returns the reason why no move starts in a pit, with the refusal and the kind of moves that have priority.
    fn refused_start(&self, bare: &str, pit: Pit) -> (String, Option<IllegalMove>, &'static str) {
        let (layout, to_move) = (self.variant.layout(), self.position.status().to_move);
        let starts_here = |start: &Start| layout.start_pit(to_move, *start) == pit;
        let (mut refusal, mut other_way) = (None, false);
        for tier in self.tiers() {
            for start in self.offered(tier).iter().filter(starts_here) {
                let letter = layout.direction_letter(start);
                if bare.contains(['L', 'R']) && !bare.contains(letter) {
                    other_way = true;
                    continue;
                }
                let mut first = Fixed::first();
                match (self.variant).turn(self.position, tier, start, &mut first, None) {
                    Ok(_) if !self.legal.iter().any(|legal| legal.mv.start == start) => {
                        let earlier = (0..tier)
                            .find(|&earlier| self.variant.tier_has_move(self.position, earlier));
                        let classes = self.variant.properties().tiers;
                        let first =
                            earlier.map_or("other moves", |tier| classes[usize::from(tier)]);
                        let why = format!("is illegal: {first} come first");
                        return (why, Some(IllegalMove::Later), first);
                    }
                    Err(refused) if refusal != Some(TurnError::Endless) => refusal = Some(refused),
                    _ => {}
                }
            }
        }
        if refusal == Some(TurnError::Endless) {
            let why = "is illegal: the move would never end".to_owned();
            return (why, Some(IllegalMove::Endless), "");
        }
        let name = layout.name(pit);
        let why = format!("is illegal: the rules allow no such move from {name} here");
        let mut spots = Starts::forward(u32::MAX).iter().take(layout.ring_len().into());
        let refused = spots.find(starts_here).map(|Start { spot, .. }| match refusal {
            Some(_) => IllegalMove::Unfit(spot),
            None if other_way => IllegalMove::OtherDirection(spot),
            None => IllegalMove::Barred(spot),
        });
        (why, refused, "")
    }

    fn tiers(&self) -> Range<u8> {
        0..u8::try_from(self.variant.properties().tiers.len()).unwrap_or(u8::MAX)
    }

    fn offered(&self, tier: u8) -> Starts {
        self.variant.offer(self.position, tier).starts
    }

    /// Appends the rule to a reason, if the ruleset names one; `by` receives the words for a player.
    fn with_rule(
        &self,
        why: &str,
        refused: IllegalMove,
        by: &mut Option<ByRule>,
        told: impl FnOnce(Option<&'static str>) -> String,
    ) -> String {
        let rule = self.variant.refused_by(self.position, refused);
        *by = Some(ByRule { why: told(rule), rule });
        rule.map_or(why.to_owned(), |rule| format!("{why} ({rule})"))
    }

    /// Returns the names of the pits where legal moves start, each once.
    fn start_names(&self) -> Vec<String> {
        let (layout, mover) = (self.variant.layout(), self.position.status().to_move);
        let legal = self.legal.iter().filter(|legal| legal.mv.place().is_some());
        let mut names: Vec<String> =
            legal.map(|legal| layout.name(layout.start_pit(mover, legal.mv.start))).collect();
        names.dedup();
        names
    }

    /// Explains that the text is part of a legal move or continues one, if so.
    fn partly(&self, bare: &str) -> Option<String> {
        let whole = |text: &&str| {
            let rest = bare.strip_prefix(text.trim_end_matches('*'));
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let texts = || self.legal.iter().map(|legal| &*legal.text);
        if let Some(shorter) = texts().filter(whole).max_by_key(|text| text.len()) {
            return Some(format!(
                "continues the legal move {shorter}, but nothing may follow it here"
            ));
        }
        let goes_on = |text: &&str| {
            let rest = text.strip_prefix(bare).filter(|_| !bare.is_empty());
            // A1 is not part of A10.
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let longer: Vec<&str> = texts().filter(goes_on).collect();
        match longer[..] {
            [] => None,
            [only] => Some(format!("is not complete, did you mean {only}?")),
            _ => Some(format!("is ambiguous, it could be {}", longer.join(" or "))),
        }
    }
}
