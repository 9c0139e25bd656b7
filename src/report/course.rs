//! Course of the first games of each variant: leads, starts of moves, and the moves themselves.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::comparison::Comparison;
use crate::files::brief::Chapter;
use crate::files::catalogue::Loaded;
use mankala_core::game::Game;
use mankala_core::kernel::board::{Pit, Side};
use mankala_core::kernel::pair::BySide;
use mankala_core::measure::probe::{move_values, search};
use mankala_core::play::matches::{MatchSpec, Played, play_series};
use mankala_core::play::players::PlayerSpec;
use mankala_core::text::notation::legal_moves;
use mankala_core::variant::{AnyPosition, Lead, Move, Position as _};

/// Number of games of each variant that are followed if the players think long.
const GAMES: u64 = 100;
/// Maximum number of games that are followed if the players move at once.
const QUICK: u64 = 10_000;
/// Number of parts of a game at whose ends the lead is taken.
pub(super) const PARTS: usize = 20;
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) number: u64,
    /// South's lead in seeds at the start and at the end of each part; empty if seeds don't show who leads.
    pub(super) leads: Vec<f64>,
    pub(super) starts: Vec<Pit>,
    /// First move; `None` if the game had none.
    pub(super) first: Option<String>,
    /// All moves, if the game is one of the first.
    pub(super) moves: Vec<String>,
    /// South's points.
    pub(super) points: f64,
    /// Number of changes of the lead between the ends of parts.
    pub(super) changes: usize,
}

/// Courses of the first games of a variant.
#[derive(Debug, Clone)]
pub struct Watched {
    pub(super) label: String,
    /// Rules in words.
    pub(super) rules: Vec<Chapter>,
    /// Values of the first moves by `alphabeta:4`, in seeds.
    pub(super) values: BTreeMap<String, f64>,
    pub(super) games: Vec<Course>,
}

impl Comparison {
    /// Returns the number of games that are followed, of each variant.
    pub(super) fn followed(&self) -> u64 {
        let is_quick =
            matches!(self.players.first(), Some(PlayerSpec::Random | PlayerSpec::Greedy));
        self.games.min(if is_quick { QUICK } else { GAMES })
    }

    /// Plays the first games of the first player again, and follows their course; `None` if it was stopped.
    pub fn watch(
        &self,
        variants: &[(String, Loaded)],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Watched>> {
        let player = *self.players.first()?;
        let spec = MatchSpec {
            opening_plies: self.opening_plies(player),
            ply_limit: self.ply_limit,
            ..MatchSpec::new([player; 2], self.games, self.seed)
        };
        let watched = |(_, loaded): &(String, Loaded)| {
            let mut games = Vec::new();
            play_series(
                &loaded.variant,
                &spec,
                0..self.followed(),
                self.threads,
                stop,
                || (),
                |(), game, played| course(game, &played),
                |some| {
                    games.extend(some.into_iter().flatten());
                    ControlFlow::Continue(())
                },
            );
            let values = first_moves(&loaded.game(), stop);
            (!stop()).then(|| Watched {
                label: loaded.label(),
                rules: loaded.in_words(),
                values,
                games,
            })
        };
        variants.iter().map(watched).collect()
    }
}

/// Returns the value of each first move as in [`move_values`], in seeds; a won game is worth all seeds.
fn first_moves(opening: &Game, stop: &dyn Fn() -> bool) -> BTreeMap<String, f64> {
    let all = f64::from(opening.diagram().total());
    let legal = legal_moves(opening.variant(), opening.position(), stop);
    let texts: BTreeMap<Move, String> = legal.into_iter().map(|it| (it.mv, it.text)).collect();
    let named = move_values(&mut search(), opening, stop).into_iter().filter_map(|(mv, value)| {
        Some((texts.get(&mv)?.clone(), (f64::from(value) / 100.0).clamp(-all, all)))
    });
    named.collect()
}

/// Follows a finished game.
fn course(game: &Game, played: &Played) -> Option<Course> {
    let result = played.result?;
    let (variant, past) = (game.variant(), game.past());
    let lead = |ply: usize| {
        let position = past.get(ply).map_or(game.position(), |(position, _)| position);
        let BySide([south, north]) = variant.decisive_seeds(position);
        f64::from(south) - f64::from(north)
    };
    let parts = if variant.properties().lead == Lead::Evaluation { 0..0 } else { 0..PARTS + 1 };
    let leads: Vec<f64> = parts.map(|part| lead(past.len() * part / PARTS)).collect();
    let ahead: Vec<f64> = leads.iter().copied().filter(|lead| *lead != 0.0).collect();
    let changes = ahead.windows(2).filter(|pair| pair[0] * pair[1] < 0.0);
    let start = |(position, mv): &(AnyPosition, Move)| {
        Some(game.layout().start_pit(position.status().to_move, mv.place()?))
    };
    let mut moves = game.record();
    let first = moves.first().cloned();
    if played.game >= GAMES {
        moves = Vec::new();
    }
    Some(Course {
        number: played.game,
        first,
        changes: changes.count(),
        leads,
        starts: past.iter().filter_map(start).collect(),
        moves,
        points: result.points(Side::South),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::catalogue::Catalogue;
    use mankala_core::variant::Outcome;

    /// Every course ends with the lead that its result has, and its moves replay to that end.
    #[test]
    fn courses_end_with_the_result() {
        let loaded = Catalogue::new().load("kalah", &[]).expect("Kalah");
        let variants = [("kalah".to_owned(), loaded)];
        let comparison = Comparison::new(30, 5);
        let watched = comparison.watch(&variants, &|| false).expect("not stopped");
        assert_eq!(watched[0].games.len(), 30);
        for course in &watched[0].games {
            let mut game = variants[0].1.game();
            for mv in &course.moves {
                game.play(mv).expect("a legal move");
            }
            let winner = game.result().and_then(Outcome::winner);
            let points = winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::South)));
            assert!((points - course.points).abs() < 1e-9);
            assert_eq!(course.starts.len(), course.moves.len());
            let last = course.leads.last().expect("leads");
            assert_eq!(*last > 0.0, course.points > 0.5, "{last}");
        }
    }
}
