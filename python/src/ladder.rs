//! Ladders: the engine chooses the pairs and rates; players may be Python functions.

use mankala::measure::ladder::{Ladder, LadderSpec};
use mankala::measure::ratings::{Rated, Rating, bradley_terry};
use pyo3::prelude::*;

use crate::classes::Variant;
use crate::compare::players;
use crate::errors;
use crate::number::Number;
use crate::work::{long, quick, threads};

/// Rating as numbers: player, points, lower and upper end, games.
type Row = (usize, f64, f64, f64, u64);

/// Converts ratings to rows.
fn rows(ratings: Vec<Rating>) -> Vec<Row> {
    let row = |rating: Rating| {
        let points = rating.points;
        (
            rating.player,
            points.value,
            points.low,
            points.high,
            rating.games,
        )
    };
    ratings.into_iter().map(row).collect()
}

/// Rates players by games: two players, the score of the first, and the number of the pair.
#[pyfunction]
#[pyo3(name = "_rate")]
pub fn rate(
    py: Python<'_>,
    players: usize,
    games: Vec<([usize; 2], f64, u64)>,
    anchor: usize,
) -> PyResult<Vec<Row>> {
    let rated = |(players, score, pair)| Rated {
        players,
        score,
        pair,
    };
    quick(py, || {
        let games: Vec<Rated> = games.into_iter().map(rated).collect();
        rows(bradley_terry(players, &games, anchor))
    })
}

/// Games of a ladder, and the next ones to play.
#[pyclass(module = "mankala", name = "_Ladder")]
pub struct Schedule {
    variant: Py<Variant>,
    ladder: Ladder,
}

#[pymethods]
impl Schedule {
    #[new]
    fn new(
        variant: Py<Variant>,
        players: Vec<(String, Option<String>)>,
        anchor: usize,
        seed: u64,
        opening_plies: u32,
        ply_limit: u32,
        games: u64,
    ) -> PyResult<Self> {
        let loaded = &variant.get().loaded;
        let stated = |(name, spec): (String, Option<String>)| {
            let stated = match spec {
                Some(spec) => self::players(&[spec])?[0].stated(),
                None => "function".to_owned(),
            };
            Ok((name, stated))
        };
        let spec = LadderSpec {
            variant: loaded.label(),
            digest: loaded.digest(),
            players: players.into_iter().map(stated).collect::<PyResult<_>>()?,
            anchor,
            seed,
            opening_plies,
            ply_limit,
        };
        let ladder = Ladder::new(spec).map_err(errors::argument)?;
        ladder.check(games).map_err(errors::argument)?;
        Ok(Self { variant, ladder })
    }

    /// Adds the games of a file, and returns the text to keep.
    fn resume(&mut self, text: &str, games: u64) -> PyResult<String> {
        let length = self.ladder.resume(text, games);
        let length = length.map_err(errors::argument)?;
        Ok(text[..length].to_owned())
    }

    /// Returns the first line of a file.
    fn header(&self) -> String {
        self.ladder.header()
    }

    /// Returns the players who meet next, and the random seed of their games.
    fn next_pair(&self) -> ((usize, usize), u64) {
        let pair = self.ladder.next_pair();
        (pair.into(), self.ladder.block_seed(pair))
    }

    /// Plays the next block of two players of the engine, and returns the scores of the first.
    fn play(
        &self,
        py: Python<'_>,
        pair: [usize; 2],
        seated: [String; 2],
        threads: Option<Number>,
    ) -> PyResult<Vec<f64>> {
        let seated = players(&seated)?;
        let threads = self::threads(threads.as_ref())?;
        let variant = self.variant.get().loaded.variant.clone();
        let scores = long(py, None, |watch| {
            let stop = || watch.stops();
            let seated = [seated[0], seated[1]];
            self.ladder.play(&variant, pair, seated, threads, &stop)
        })?;
        scores.ok_or_else(|| errors::internal("the games were stopped"))
    }

    /// Adds a block, and returns its line for a file.
    fn add(&mut self, pair: [usize; 2], scores: Vec<f64>) -> String {
        let line = self.ladder.line(pair, &scores);
        self.ladder.add(pair, &scores);
        line
    }

    /// Returns all games: two players, the score of the first, and the number of the pair.
    fn games(&self) -> Vec<((usize, usize), f64, u64)> {
        let games = self.ladder.games().iter();
        let game = |game: &Rated| (game.players.into(), game.score, game.pair);
        games.map(game).collect()
    }

    /// Returns the ratings.
    fn ratings(&self, py: Python<'_>) -> PyResult<Vec<Row>> {
        quick(py, || rows(self.ladder.ratings()))
    }
}
