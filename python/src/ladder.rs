//! Ladders: the engine chooses the pairs and rates; players may be Python functions.

use mankala::measure::ladder::{Ladder, LadderSpec};
use mankala::measure::ratings::{Rated, Rating, bradley_terry};
use pyo3::prelude::*;

use crate::classes::Variant;
use crate::errors;
use crate::function::{Given, Players};
use crate::number::Number;
use crate::work::{long, quick, threads};

/// Rating as numbers: player, points, lower and upper end, games.
type Row = (usize, f64, f64, f64, u64);

/// Converts ratings to rows.
fn rows(ratings: Vec<Rating>) -> Vec<Row> {
    let row = |rating: Rating| {
        let points = rating.points;
        (rating.player, points.value, points.low, points.high, rating.games)
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
    let rated = |(players, score, pair)| Rated { players, score, pair };
    quick(py, || {
        let games: Vec<Rated> = games.into_iter().map(rated).collect();
        rows(bradley_terry(players, &games, anchor))
    })
}

/// Games of a ladder, and the next ones to play.
#[pyclass(module = "mankala", name = "_Ladder")]
pub struct Schedule {
    variant: Py<Variant>,
    players: Players,
    ladder: Ladder,
}

#[pymethods]
impl Schedule {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the settings of a ladder")]
    fn new(
        py: Python<'_>,
        variant: Py<Variant>,
        names: Vec<String>,
        players: Vec<Given>,
        anchor: usize,
        seed: u64,
        opening_plies: u32,
        ply_limit: u32,
        games: u64,
    ) -> PyResult<Self> {
        let loaded = &variant.get().loaded;
        let players = Players::of(py, &players, vec![variant.clone_ref(py)])?;
        let stated = players.specs.iter().map(|player| player.stated());
        let spec = LadderSpec {
            variant: loaded.label(),
            digest: loaded.digest(),
            players: names.into_iter().zip(stated).collect(),
            anchor,
            seed,
            opening_plies,
            ply_limit,
        };
        let ladder = Ladder::new(spec).map_err(errors::argument)?;
        ladder.check(games).map_err(errors::argument)?;
        Ok(Self { variant, players, ladder })
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

    /// Plays the next block, and returns its line for a file.
    fn play(&mut self, py: Python<'_>, threads: Option<Number>) -> PyResult<String> {
        let threads = self::threads(threads.as_ref())?;
        let variant = self.variant.get().loaded.variant.clone();
        let (ladder, players) = (&self.ladder, &self.players);
        let pair = ladder.next_pair();
        let seated = pair.map(|player| players.specs[player]);
        let scores = long(py, None, |watch| {
            let stop = || watch.stops() || players.failed();
            ladder.play(&variant, pair, seated, threads, &stop)
        })?;
        players.check()?;
        let scores = scores.ok_or_else(|| errors::internal("the games were stopped"))?;
        let line = ladder.line(pair, &scores);
        self.ladder.add(pair, &scores);
        Ok(line)
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
