//! Searches that ask their caller for the values of positions, in many games at a time.

/// Search in all games of a batch, with an evaluation by its caller.
///
/// [`walk`](Self::walk), [`show`](Self::show) and [`receive`](Self::receive) follow one another until `walk` finds no
/// position.
pub trait Evaluated: Send + Sync {
    /// Returns the length of an observation and the number of actions.
    fn shape(&self) -> [usize; 2];

    /// Returns the memory of the search, in bytes.
    fn size(&self) -> usize;

    /// Searches each game up to positions to evaluate, and returns the number of such positions.
    ///
    /// After 0, the search is complete. Polls `stop` often; after a stop, the search must be dropped.
    fn walk(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> usize;

    /// Writes observations and masks of the positions to evaluate, a row for each.
    fn show(&self, observations: &mut [i32], masks: &mut [i8]);

    /// Receives the evaluations, a row for each position to evaluate.
    ///
    /// `priors` are not negative; only their ratios among the open actions count. `values` are the expected results of
    /// the player to move, from −1 to 1. A search that does not use priors does not check them.
    ///
    /// # Errors
    ///
    /// Returns the first number that is out of range; then nothing changes.
    fn receive(&mut self, priors: &[f32], values: &[f32]) -> Result<(), EvaluationError>;
}

/// Error for an evaluation that is not usable.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("row {row}: expected {expected}, found {found}")]
pub struct EvaluationError {
    /// Index of the evaluated position, from 0.
    pub row: usize,
    /// Expected numbers.
    pub expected: &'static str,
    /// Number found.
    pub found: f32,
}

/// Number of games in a piece of work.
pub(super) const GAMES_A_PIECE: usize = 16;

/// Checks the priors of evaluations of games with this number of actions.
pub(super) fn checked_priors(priors: &[f32], actions: usize) -> Result<(), EvaluationError> {
    let fits = |prior: f32| (0.0..f32::INFINITY).contains(&prior);
    checked(priors, actions, fits, "a finite prior of at least 0")
}

/// Checks the values of evaluations.
pub(super) fn checked_values(values: &[f32]) -> Result<(), EvaluationError> {
    checked(values, 1, |value| (-1.0..=1.0).contains(&value), "a value from -1 to 1")
}

fn checked(
    numbers: &[f32],
    in_row: usize,
    fits: fn(f32) -> bool,
    expected: &'static str,
) -> Result<(), EvaluationError> {
    match numbers.iter().position(|&number| !fits(number)) {
        Some(place) => {
            Err(EvaluationError { row: place / in_row, expected, found: numbers[place] })
        }
        None => Ok(()),
    }
}
