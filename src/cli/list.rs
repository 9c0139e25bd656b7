//! `mankala list`: the variants, or some of them, in any order; and the mechanisms that distinguish them.

use strum::IntoEnumIterator;

use super::prelude::*;
use crate::api::variants::Listed;
use crate::atlas::mechanisms::{Block, Mechanism, Value, all};
use crate::atlas::places::{has_word, is_home_of, lies_in};
use crate::files::catalogue::Outline;
use crate::files::endings::rarely_ends;
use crate::files::spec::Header;
use crate::report::figure_text;

use super::columns::{TableColumn, fitted};
use super::filter::{Game, text};
use super::pager::page;
use mankala_core::text::like::{contains, letters};

/// Variants and their order.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// List only variants that contain all of these words, each in a name, the region or its languages, the description
    /// or a mechanism.
    ///
    /// Words are read together if they are a name, a place, a mechanism or a number of rows, pits or seeds, like three
    /// rows.
    #[arg(value_name = "WORD", value_parser = text)]
    words: Vec<String>,
    /// Sort by this key; later keys break ties.
    #[arg(long, value_enum, value_name = "KEY", value_delimiter = ',')]
    sort: Vec<Key>,
    /// Reverse the order.
    #[arg(long)]
    reverse: bool,
    /// Print the mechanisms that --has accepts, each with its meaning and the number of variants that have it.
    ///
    /// With filters, the text leaves out mechanisms that no variant has.
    #[arg(long, conflicts_with_all = ["sort", "reverse"])]
    mechanisms: bool,
    #[command(flatten)]
    filters: Filters,
}

/// Key of the order of variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Key {
    Name,
    Title,
    /// Rows, then columns.
    Board,
    /// Mean number of seeds per pit.
    Seeds,
    Region,
    Year,
    /// Author, then year.
    Source,
    Ruleset,
    /// First measure of --where.
    Measure,
}

/// Prints a line for each matching variant; unreadable ones do not hide the others.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let filters = &arguments.filters;
    if arguments.sort.contains(&Key::Measure) && filters.measures().is_empty() {
        misuse!("--sort measure: expected --where with a measure as well");
    }
    let by_seeds = arguments.sort.contains(&Key::Seeds);
    let has_words = !arguments.words.is_empty();
    let profiles = output.is_json() || arguments.mechanisms || by_seeds || has_words;
    let mut unknown = Vec::new();
    let (found, mistakes) = if profiles || filters.ask_rules() {
        let (games, mistakes) = filters.select(catalogue)?;
        let words = arguments.phrases(&games);
        interrupt::check()?;
        let fits = |game: &Game| words.iter().all(|word| is_in(game, word));
        let (mut games, others): (Vec<_>, Vec<_>) = games.into_iter().partition(fits);
        if games.is_empty() && !others.is_empty() {
            let count = |word: &str| others.iter().filter(|game| is_in(game, word)).count();
            let found = words.iter().map(|it| format!("{it:?} is in {}", count(it)));
            output.note(format!("{} of {} variants", join(found, ", "), others.len()));
            unknown.extend(words.into_iter().filter(|word| count(word) == 0));
        }
        arguments.put_in_order(&mut games, |game| (&game.0, Some(game)));
        if arguments.mechanisms && !games.is_empty() {
            mechanisms(&games, catalogue.names().count(), output)?;
        } else if output.is_json() {
            for game in &games {
                let mut object = json!(Listed::new(&game.0, &game.1));
                let measures = filters.measures();
                if !measures.is_empty() {
                    let figure = |it: &Measure| {
                        json!(filters.figure(&game.0, Some(game), *it).and_then(|it| it.value))
                    };
                    let figures = measures.iter().map(|it| (it.to_string(), figure(it)));
                    object["measures"] = figures.collect::<Map<_, _>>().into();
                }
                output.object(&object)?;
            }
        } else {
            print(filters, games.iter().map(|game| (&*game.0, Some(game))), output)?;
        }
        (games.len(), mistakes)
    } else {
        let (mut games, mistakes) = filters.outlines(catalogue)?;
        arguments.put_in_order(&mut games, |outline| (outline, None));
        print(filters, games.iter().map(|outline| (outline, None)), output)?;
        (games.len(), mistakes)
    };
    if found == 0 && mistakes.is_empty() {
        output.note(filters.no_match(catalogue, &unknown));
    }
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(CommandError::Input(mistakes.join("\n")))
}

/// Prints a line for each variant; with `--where`, also its measures.
fn print<'a>(
    filters: &Filters,
    found: impl Iterator<Item = (&'a Outline, Option<&'a Game>)>,
    output: &mut Output,
) -> Result {
    let width = output.look().columns.unwrap_or(usize::MAX);
    let measures = filters.measures();
    let titles = join(measures.iter().map(Measure::to_string), ", ");
    let mut columns: Vec<TableColumn<'_>> = COLUMNS.to_vec();
    if !measures.is_empty() {
        columns.insert(2, TableColumn::new(&titles, None, None));
    }
    let rows = found.map(|(outline, game)| {
        let figure = |&it: &Measure| {
            let value = filters.figure(outline, game, it);
            value.map_or_else(|| "?".to_owned(), |value| figure_text(it, &value))
        };
        let mut row = Vec::from(row(outline));
        if !measures.is_empty() {
            row.insert(2, join(measures.iter().map(figure), ", "));
        }
        row
    });
    page(&fitted(&columns, &rows.collect::<Vec<_>>(), width), output)
}

impl Arguments {
    /// Returns the words, joined where several together are a term of one of these games.
    fn phrases(&self, games: &[Game]) -> Vec<String> {
        let (mut phrases, mut rest) = (Vec::new(), &*self.words);
        while !rest.is_empty() && !interrupt::stopped() {
            let joined = |length: usize| rest[..length].join(" ");
            let is_known = |&length: &usize| {
                let phrase = joined(length);
                counted(&phrase).is_some() || games.iter().any(|game| is_term(game, &phrase))
            };
            let length = (2..=rest.len().min(3)).rev().find(is_known).unwrap_or(1);
            phrases.push(joined(length));
            rest = &rest[length..];
        }
        phrases
    }

    /// Returns the rank of a variant: 0 if these words are its name, 1 if they are another name of it. It is 2 if one of
    /// its names contains all words, and otherwise 3.
    fn rank(&self, header: &Header) -> usize {
        let whole = letters(&self.words.concat());
        let ranks = [
            letters(&header.name) == whole,
            header.names().any(|name| letters(name) == whole),
            header.names().any(|name| self.words.iter().all(|word| contains(name, word))),
        ];
        ranks.into_iter().position(|fits| fits).unwrap_or(ranks.len())
    }

    /// Sorts variants; the sort is stable. Without keys, those whose names fit the words best come first.
    fn put_in_order<T>(&self, games: &mut [T], known: impl Fn(&T) -> (&Outline, Option<&Game>)) {
        if self.sort.is_empty() && !self.words.is_empty() {
            games.sort_by_cached_key(|game| self.rank(&known(game).0.header));
        }
        for key in self.sort.iter().rev() {
            games.sort_by_cached_key(|game| {
                let (outline, game) = known(game);
                key.of(outline, game, &self.filters)
            });
        }
        if self.reverse {
            games.reverse();
        }
    }
}

/// Returns `true` if a word occurs in what is known of a variant.
fn is_in(game: &Game, word: &str) -> bool {
    let header = &game.0.header;
    if let Some(asked) = counted(word) {
        return game.1.has(&asked) == Ok(true);
    }
    is_term(game, word)
        || header.names().any(|name| contains(name, word))
        || has_word(&header.about, word)
        || is_home_of(&header.region, word)
}

/// Returns `true` if a phrase is a name, a place, a ruleset or a mechanism of a variant, or the beginning of one.
fn is_term((loaded, profile): &Game, phrase: &str) -> bool {
    let rules = profile.iter().map(|(rule, value)| format!("{0} {value}; {value} {0}", rule.name));
    let names = loaded.header.names().chain([loaded.ruleset]).map(str::to_owned);
    has_word(&join(names.chain(rules), "; "), phrase) || lies_in(&loaded.header.region, phrase)
}

/// Reads a number of rows, pits or seeds as a mechanism: `three rows` as `rows=3`.
fn counted(phrase: &str) -> Option<String> {
    const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
    let phrase = phrase.to_lowercase();
    let (one, other) = phrase.split_once(' ')?;
    [(one, other), (other, one)].into_iter().find_map(|(number, things)| {
        let name = match things.strip_suffix('s').unwrap_or(things) {
            "row" => "rows",
            "pit" | "column" => "columns",
            "seed" => "seeds",
            _ => return None,
        };
        let place = NUMBERS.split(' ').position(|word| word == number);
        let number = place.map(|place| place + 1).or_else(|| number.parse().ok())?;
        Some(format!("{name}={number}"))
    })
}

impl Key {
    /// Returns the sort key of a variant: a number, then a text.
    fn of(self, outline: &Outline, game: Option<&Game>, filters: &Filters) -> (i64, String) {
        let (header, board) = (&outline.header, outline.board);
        let seeds = || match game.and_then(|(_, profile)| profile.get("seeds")) {
            Some(Value::Size { value, .. }) => *value,
            _ => 0.0,
        };
        let measure = || {
            let first = filters.measures().first().copied();
            let first = first.and_then(|it| filters.figure(outline, game, it)?.value);
            first.unwrap_or(f64::NEG_INFINITY)
        };
        let rank = |size: f64| (1e6 * size).round() as i64;
        match self {
            Self::Name => (0, header.name.clone()),
            Self::Title => (0, header.title.to_lowercase()),
            Self::Region => (0, header.region.to_lowercase()),
            Self::Source => (0, source(outline)),
            Self::Ruleset => (0, outline.ruleset.to_owned()),
            Self::Board => (256 * i64::from(board.rows) + i64::from(board.columns), String::new()),
            Self::Year => (header.since().into(), String::new()),
            Self::Seeds => (rank(seeds()), String::new()),
            Self::Measure => (rank(measure()), String::new()),
        }
    }
}

/// The columns of the list. Names are never cut, as users type them.
const COLUMNS: [TableColumn<'_>; 6] = [
    TableColumn::new("name", None, None),
    TableColumn::new("title", Some(14), None),
    TableColumn::new("board", None, Some(3)),
    TableColumn::new("region", Some(14), Some(1)),
    TableColumn::new("year", None, Some(2)),
    TableColumn::new("source", Some(16), Some(0)),
];

fn row(outline: &Outline) -> [String; 6] {
    let (header, board) = (&outline.header, outline.board);
    let of_whom = |key: &str, said: String| match header.whose(key) {
        Some(parent) => format!("({parent}) {said}"),
        None => said,
    };
    let mark = if rarely_ends(&header.name) { " ↻" } else { "" };
    [
        header.name.clone(),
        format!("{}{mark}", header.title),
        format!("{}x{}", board.rows, board.columns),
        of_whom("region", header.region.clone()),
        of_whom("year", header.since().to_string()),
        of_whom("sources", source(outline)),
    ]
}

/// Formats the first source in short.
fn source(outline: &Outline) -> String {
    let source = outline.header.sources.first();
    source.map_or_else(String::new, |source| format!("{}, {}", source.author, source.year))
}

/// Prints each mechanism with its meaning and the number of these variants that have it. If these are not all games,
/// mechanisms that none of them has are left out.
fn mechanisms(games: &[Game], all_games: usize, output: &mut Output) -> Result {
    if output.is_json() {
        return all().iter().try_for_each(|mechanism| {
            let words = mechanism.words();
            let words: serde_json::Map<_, _> =
                words.map(|(word, meaning)| (word.to_owned(), meaning.into())).collect();
            output.object(&json!({
                "name": mechanism.name,
                "block": mechanism.block.to_string(),
                "meaning": mechanism.meaning,
                "words": words,
                "variants": having(games, mechanism, None),
            }))
        });
    }
    let width = output.look().width;
    let is_part = games.len() < all_games;
    let mut text = String::new();
    if is_part {
        let games = several(games.len(), "variant");
        text.push_str(&format!("{games}. Mechanisms that none of them has are left out.\n\n"));
    }
    for block in Block::iter() {
        let of_block = all().iter().filter(|mechanism| mechanism.block == block);
        let mut of_block = of_block.filter(|it| !is_part || having(games, it, None) > 0).peekable();
        if of_block.peek().is_none() {
            continue;
        }
        let title = block.to_string();
        text.push_str(&format!("{title}\n{}\n\n", "=".repeat(title.len())));
        for mechanism in of_block {
            let indent = if mechanism.parent.is_some() { "  " } else { "" };
            let count = having(games, mechanism, None);
            let about = format!("({count}) {}", mechanism.meaning);
            let hang = format!("{indent}{:<width$}", mechanism.name, width = NAMES - indent.len());
            text.push_str(&paragraph(&about, &hang, width));
            for (word, meaning) in mechanism.words() {
                let count = having(games, mechanism, Some(word));
                if is_part && count == 0 {
                    continue;
                }
                let hang = format!("{:<NAMES$}", format!("{indent}  {word}"));
                text.push_str(&paragraph(&format!("({count}) {meaning}"), &hang, width));
            }
        }
        text.push('\n');
    }
    page(text.strip_suffix('\n').unwrap_or(&text), output)
}

/// Width of the column with the names of mechanisms.
const NAMES: usize = 36;

/// Counts the variants that have a mechanism, or this word of it.
fn having(games: &[Game], mechanism: &Mechanism, word: Option<&str>) -> usize {
    let has = |(_, profile): &&Game| match (profile.get(&mechanism.name), word) {
        (Some(Value::Word(is)), Some(word)) => is == word,
        (value, None) => value.is_some(),
        (_, Some(_)) => false,
    };
    games.iter().filter(has).count()
}
