//! Games of a match as a Parquet table with a row a game; `docs/tables.md` describes it.

use std::io::{self, Stdout, Write};

use super::file::Pending;
use super::parquet::{self, ColumnValues, Kind, Pages, Same, Writer};
use super::prelude::*;
use super::records::Sink;
use mankala_core::play::matches::{Codec, FileHeader, Played, Record, Row};

/// Maximum number of games in memory before they are written as a row group.
const GAMES: usize = 1 << 14;
/// Maximum number of moves in these games.
const MOVES: usize = 1 << 20;

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

/// Key of the match's header in the footer.
const HEADER: &str = "mankala";

/// Returns the columns of a table for this match: only games over several rounds have the column `rounds`.
fn columns(first: &FileHeader) -> Vec<(&'static str, Kind)> {
    let has = |(name, _): &(&str, Kind)| first.header.rounds || *name != "rounds";
    COLUMNS.into_iter().filter(has).collect()
}

/// Writes the end of a table for this match.
fn finish<W: Write>(writer: Writer<W>, first: &FileHeader) -> io::Result<W> {
    writer.finish((HEADER, &first.line()), &format!("mankala version {}", first.header.version))
}

pub(super) enum Out<'p> {
    Written(Pending<'p>),
    Printed(Stdout),
}

impl<'p> Out<'p> {
    /// Begins at `place`, or on standard output.
    pub(super) fn to(place: Option<&'p mut Target>) -> Result<Self> {
        Ok(match place {
            Some(place) => Self::Written(place.begin()?),
            None => Self::Printed(io::stdout()),
        })
    }

    /// Moves a finished table to its place.
    pub(super) fn close(self) -> Result {
        match self {
            Self::Written(file) => file.finish().map(drop),
            Self::Printed(mut out) => Ok(out.flush()?),
        }
    }
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

struct Table<'p> {
    writer: Writer<Out<'p>>,
    first: FileHeader,
    /// Games that are not written yet, and the number of their moves.
    games: Vec<Value>,
    moves: usize,
}

/// Starts a table for this match, at `place` or on standard output.
pub(crate) fn begin<'p>(
    place: Option<&'p mut Target>,
    first: &FileHeader,
) -> Result<Box<dyn Sink + 'p>> {
    Ok(Box::new(Table {
        writer: Writer::begin(Out::to(place)?, columns(first))?,
        first: first.clone(),
        games: Vec::new(),
        moves: 0,
    }))
}

impl Sink for Table<'_> {
    fn add(&mut self, games: &[(Played, String)]) -> Result {
        for (_, line) in games {
            let game: Value = serde_json::from_str(line).map_err(CommandError::input)?;
            self.moves += game["moves"].as_array().map_or(0, Vec::len);
            self.games.push(game);
            // After each game, as the number of games in a batch depends on the threads.
            if self.games.len() >= GAMES || self.moves >= MOVES {
                self.group()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, stopped: bool) -> Result {
        if stopped {
            return Ok(());
        }
        if !self.games.is_empty() {
            self.group()?;
        }
        finish(self.writer, &self.first)?.close()
    }
}

impl Table<'_> {
    /// Writes the collected games as a row group.
    fn group(&mut self) -> io::Result<()> {
        self.moves = 0;
        self.writer.objects(&std::mem::take(&mut self.games))
    }
}

/// Maximum number of bytes of the moves in a row.
const TEXTS: usize = 1 << 26;

pub(crate) struct TableFile {
    name: PathBuf,
    pages: parquet::Reader,
    /// Header of the match.
    pub(crate) first: FileHeader,
    /// The expected games, beginning with the next one.
    games: Range<u64>,
}

impl TableFile {
    /// Opens a table and reads the header of its match.
    pub(crate) fn open(name: &Path) -> Result<Self, String> {
        let (pages, line) = parquet::Reader::open(name, HEADER)?;
        let first = FileHeader::read(&line)?;
        let first = first.ok_or("expected the header of a match in the footer of the file")?;
        Ok(Self { name: name.to_owned(), pages, games: first.games(), first })
    }

    /// Visits each game, or the error of its row, and checks that the table has exactly the bytes this program writes.
    pub(crate) fn each(mut self, look: &mut dyn FnMut(Result<Record, String>) -> Result) -> Result {
        let name = self.name.clone();
        let codec = Codec::new(self.first.header.clone());
        let told = columns(&self.first);
        let same = Same::of(&name).and_then(|same| Writer::begin(same, told.clone()));
        let mut same = same.of_file(&name)?;
        while let Some(pages) = self.pages.group(told.len()).of_file(&name)? {
            let columns = told.iter().zip(&pages);
            let columns = columns.map(|(&(_, kind), pages): (_, &Pages)| pages.column(kind));
            let columns = columns.collect::<Result<Vec<_>, _>>().of_file(&name)?;
            let mut rows: Vec<_> = columns.iter().map(ColumnValues::rows).collect();
            let mut count = 0;
            loop {
                let cells: Vec<_> = rows.iter_mut().map_while(Iterator::next).collect();
                if cells.len() < told.len() {
                    if cells.is_empty() && rows.iter_mut().all(|rows| rows.next().is_none()) {
                        break;
                    }
                    return Err(refused(&name, "the columns have different numbers of rows"));
                }
                let row = row(&told, &columns, &cells).and_then(|row| self.next(row));
                look(row.and_then(|row| codec.record(row)))?;
                count += 1;
            }
            same.group(count, &columns).of_file(&name)?;
        }
        if !self.games.is_empty() {
            let missing = self.games.end - self.games.start;
            return Err(refused(&name, format!("missing games of the match: {missing}")));
        }
        let at_end = finish(same, &self.first).and_then(|mut same| same.is_at_end());
        if !at_end.of_file(&name)? {
            return Err(refused(&name, "found more data after the end of the table"));
        }
        Ok(())
    }

    /// Checks that a row is the next game.
    fn next(&mut self, row: Row) -> Result<Row, String> {
        match self.games.next() {
            Some(game) if game == row.game => Ok(row),
            Some(game) => Err(format!("expected game {game}, found game {}", row.game)),
            None => Err(format!("game {} does not belong to this part", row.game)),
        }
    }
}

/// Converts a row, given the ranges of its values in each column.
fn row(
    told: &[(&str, Kind)],
    columns: &[ColumnValues<'_>],
    cells: &[Range<usize>],
) -> Result<Row, String> {
    let mut row = Row::default();
    for ((&(name, _), column), cell) in told.iter().zip(columns).zip(cells) {
        let numbers = column.numbers.get(cell.clone()).unwrap_or_default();
        let texts = column.texts.get(cell.clone()).unwrap_or_default();
        let number = || numbers.first().copied().unwrap_or_default();
        let small =
            || u32::try_from(number()).map_err(|_| format!("{name} {} is too large", number()));
        let text = || texts.first().copied().unwrap_or_default().to_owned();
        match name {
            "game" => row.game = number(),
            "south" => row.south = text(),
            "north" => row.north = text(),
            "opening" => row.opening = small()?,
            "moves" => {
                if texts.iter().map(|text| text.len()).sum::<usize>() > TEXTS {
                    return Err(format!("the moves of the game have more than {TEXTS} bytes"));
                }
                row.moves = texts.iter().map(|&text| text.to_owned()).collect();
            }
            "rounds" => row.rounds = Some(numbers.iter().map(|&plies| plies as usize).collect()),
            "plies" => row.plies = small()?,
            "result" => row.result = texts.first().map(|&text| text.to_owned()),
            "reason" => row.reason = text(),
            _ => row.position = text(),
        }
    }
    Ok(row)
}
