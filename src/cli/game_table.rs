//! Games of a match as a table in a file, a row a game: what `docs/tables.md` tells of.

use std::io::{self, Stdout, Write};

use super::Failure;
use super::file::{Pending, Place};
use super::parquet::{Column, Kind, Writer};
use super::records::Sink;
use crate::Outcome;
use crate::kernel::board::Side;
use crate::play::matches::{FileHeading, Played, Reader, Record, seated};

/// So many games at most lie in memory before they are written, as a group of rows,
const GAMES: usize = 1 << 14;
/// or games with so many moves.
const MOVES: usize = 1 << 20;

/// The columns of a row.
const COLUMNS: [(&str, Kind); 10] = [
    ("game", Kind::Number),
    ("south", Kind::Text),
    ("north", Kind::Text),
    ("opening", Kind::Number),
    ("moves", Kind::Texts),
    ("rounds", Kind::Numbers),
    ("plies", Kind::Number),
    ("result", Kind::SomeText),
    ("reason", Kind::Text),
    ("position", Kind::Text),
];

/// Whether a table has the column at this place: rounds are told only of games that are played over some.
fn has(first: &FileHeading, place: usize) -> bool {
    first.heading.rounds || COLUMNS[place].0 != "rounds"
}

/// Where a table goes.
enum Out<'p> {
    Written(Pending<'p>),
    Printed(Stdout),
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Written(file) => file.write(bytes),
            Self::Printed(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Written(file) => file.flush(),
            Self::Printed(out) => out.flush(),
        }
    }
}

/// Games on their way into a table.
struct Table<'p> {
    writer: Writer<Out<'p>>,
    first: FileHeading,
    reader: Reader,
    /// What is not written yet, and how many moves that is.
    games: Vec<Record>,
    moves: usize,
}

/// Begins a table of games of this match, at this place if there is one.
pub(crate) fn begin<'p>(
    place: Option<&'p mut Place>,
    first: &FileHeading,
) -> Result<Box<dyn Sink + 'p>, Failure> {
    let out = match place {
        Some(place) => Out::Written(place.begin()?),
        None => Out::Printed(io::stdout()),
    };
    let columns = COLUMNS.into_iter().enumerate();
    let columns = columns.filter(|&(place, _)| has(first, place));
    let columns = columns.map(|(_, column)| column).collect();
    Ok(Box::new(Table {
        writer: Writer::begin(out, columns)?,
        first: first.clone(),
        reader: Reader::new(first.heading.clone()),
        games: Vec::new(),
        moves: 0,
    }))
}

impl Sink for Table<'_> {
    fn add(&mut self, games: &[(Played, String)]) -> Result<(), Failure> {
        for (_, line) in games {
            let record = self
                .reader
                .read(line.as_bytes())
                .map_err(Failure::Refused)?;
            self.moves += record.moves.len();
            self.games.push(record);
        }
        if self.games.len() >= GAMES || self.moves >= MOVES {
            self.group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, stopped: bool) -> Result<(), Failure> {
        if stopped {
            return Ok(());
        }
        if !self.games.is_empty() {
            self.group()?;
        }
        let version = format!("mankala version {}", self.first.heading.version);
        let out = self
            .writer
            .finish(("mankala", &self.first.line()), &version)?;
        match out {
            Out::Written(file) => file.finish().map(drop),
            Out::Printed(mut out) => Ok(out.flush()?),
        }
    }
}

impl Table<'_> {
    /// Writes what has come together.
    fn group(&mut self) -> io::Result<()> {
        let games = std::mem::take(&mut self.games);
        self.moves = 0;
        let players = &self.first.heading.players;
        let reasons = games.iter().map(|game| game.played.reason.to_string());
        let reasons: Vec<String> = reasons.collect();
        let mut columns: [Column<'_>; 10] = Default::default();
        let [
            number,
            south,
            north,
            opening,
            moves,
            rounds,
            plies,
            result,
            why,
            position,
        ] = &mut columns;
        for (game, reason) in games.iter().zip(&reasons) {
            let played = &game.played;
            number.number(played.game);
            south.text(Some(&players[seated(played.game, Side::South)]));
            north.text(Some(&players[seated(played.game, Side::North)]));
            opening.number(played.opening.into());
            moves.list_of_texts(game.moves.iter().map(String::as_str));
            rounds.list_of_numbers(game.rounds.iter().map(|&plies| plies as u64));
            plies.number(played.plies.into());
            result.text(played.result.map(Outcome::word));
            why.text(Some(reason));
            position.text(Some(&game.position));
        }
        let columns = columns.into_iter().enumerate();
        let columns = columns.filter(|&(place, _)| has(&self.first, place));
        let columns: Vec<Column<'_>> = columns.map(|(_, column)| column).collect();
        self.writer.group(games.len() as u64, &columns)
    }
}
