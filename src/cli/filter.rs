//! Filters that select variants, shared by several commands.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::file::OfInput as _;
use super::{CommandError, Result, interrupt};
use crate::atlas::mechanisms::{Profile, terms};
use crate::atlas::places::{all_peoples, all_places, is_home_of, lies_in, people};
use crate::files::catalogue::{Catalogue, Loaded, Outline};
use crate::files::spec::Header;
use crate::report::{KeptFigures, KeptFile, figure_of};
use mankala_core::measure::Measure;
use mankala_core::measure::condition::Conditions;
use mankala_core::measure::figures::Number;
use mankala_core::text::diagnostic::Diagnostics;
use mankala_core::text::join;
use mankala_core::text::like::{contains, letters, likest};
use strum::IntoEnumIterator;

/// A variant with its mechanisms.
pub(crate) type Game = (Loaded, Profile);

/// Conditions on variants; all must hold.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which variants")]
pub(crate) struct Filters {
    /// Variants on a board with this number of rows.
    #[arg(long, value_name = "N")]
    rows: Option<u8>,
    /// Variants with this number of pits per row: 6, or 6..8.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    columns: Option<RangeInclusive<u16>>,
    /// Played in this place: a country, or a part of the world like "west africa".
    #[arg(long, value_name = "PLACE", value_parser = text)]
    region: Vec<String>,
    /// Played by this people, or by speakers of this language; finds only variants whose region names them.
    #[arg(long, value_name = "NAME", value_parser = text)]
    people: Option<String>,
    /// With this ruleset; repeat to accept others too.
    #[arg(long, value_name = "RULESET")]
    ruleset: Vec<String>,
    /// With this mechanism of `list --mechanisms`; repeat to require others too.
    ///
    /// Examples: relay, rounds=burnt, by-count.numbers=2,3.
    #[arg(long, value_name = "MECHANISM")]
    has: Vec<String>,
    /// Without this mechanism.
    #[arg(long, value_name = "MECHANISM")]
    lacks: Vec<String>,
    /// First described in this year: 1909, or 1850..1914.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    year: Option<RangeInclusive<u16>>,
    /// First described in this century: 19 means 1801 to 1900.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=99))]
    century: Option<u16>,
    /// With this text in the name, the title or another name.
    #[arg(long, value_name = "TEXT", value_parser = text)]
    title: Option<String>,
    /// With this text in the author or the title of a source.
    #[arg(long, value_name = "TEXT", value_parser = text)]
    source: Option<String>,
    /// With these measures in random games: "turns=40..70 & comeback>5%", or with this skill: "skill>100".
    ///
    /// Skill is the Elo gained by tree search with twice the playouts (`elo_per_doubling`).
    /// Conditions are joined by & or commas, as in `design --goal`. Each has a measure, =, < or >, and a number, a
    /// percentage or a range. Only built-in variants have been measured.
    #[arg(long = "where", value_name = "CONDITIONS")]
    conditions: Option<Conditions>,
    /// Use for --where the measures in this file, which `compare --keep` wrote: for each variant those of the first
    /// player in the file.
    #[arg(long, value_name = "FILE", requires = "conditions")]
    pub(crate) kept: Option<PathBuf>,
    /// Contents of that file.
    #[arg(skip)]
    figures: OnceCell<KeptFigures>,
}

/// Refuses measures that are not known for the built-in variants.
fn check_measures(conditions: &Conditions) -> Result {
    let is_known = |measure: Measure| figure_of("oware", measure).is_some();
    let mut all = conditions.all.iter();
    if let Some(unknown) = all.find(|it| !is_known(it.measure)) {
        let known = Measure::iter().filter(|&it| is_known(it)).map(|it| it.to_string());
        let (known, unknown) = (join(known, ", "), unknown.measure);
        misuse!("--where: expected one of {known}, or --kept FILE with others, found {unknown}");
    }
    Ok(())
}

/// Refuses a text that every variant would contain.
pub(super) fn text(text: &str) -> Result<String, &'static str> {
    if letters(text).is_empty() { Err("expected letters or digits") } else { Ok(text.to_owned()) }
}

/// Parses `6` or an inclusive range `6..8`.
fn range(text: &str) -> Result<RangeInclusive<u16>, &'static str> {
    between(text)
        .ok_or("expected a number like 6, or a range like 6..8 with the smaller number first")
}

/// Parses a value, or an inclusive range of two values in order.
pub(super) fn between<T: FromStr + PartialOrd>(text: &str) -> Option<RangeInclusive<T>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last).then_some(first..=last)
}

/// Returns what `keep` keeps of the readable variants, and the errors of the others.
fn sifted<T, U>(
    variants: Vec<Result<T, Diagnostics>>,
    keep: impl Fn(T) -> Result<Option<U>>,
) -> Result<(Vec<U>, Vec<String>)> {
    let (mut kept, mut mistakes) = (Vec::new(), Vec::new());
    for variant in variants {
        match variant {
            Ok(variant) => kept.extend(keep(variant)?),
            Err(mistake) => mistakes.push(mistake.to_string()),
        }
    }
    Ok((kept, mistakes))
}

/// Returns `true` if the author or the title of a source contains this text.
fn has_source(header: &Header, text: &str) -> bool {
    let mut parts = header.sources.iter().flat_map(|source| [&source.author, &source.title]);
    parts.any(|part| contains(part, text))
}

fn long_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2)
}

impl Filters {
    /// Returns the matching variants with their mechanisms, and the errors of unreadable ones.
    pub(crate) fn select(&self, catalogue: &Catalogue) -> Result<(Vec<Game>, Vec<String>)> {
        self.check(catalogue)?;
        sifted(catalogue.load_all(), |loaded| {
            let profile = Profile::of(&loaded);
            Ok(self.mean(&loaded, &profile)?.then_some((loaded, profile)))
        })
    }

    /// Returns the matching variants, of which there must be some; all variants must be readable.
    pub(crate) fn all(&self, catalogue: &Catalogue) -> Result<Vec<Game>> {
        let (games, mistakes) = self.select(catalogue)?;
        if !mistakes.is_empty() {
            return Err(CommandError::Input(mistakes.join("\n")));
        }
        if games.is_empty() {
            return Err(CommandError::Input(self.no_match(catalogue, &[])));
        }
        Ok(games)
    }

    /// Returns the message that no variant matches, with names similar to misspelled ones. `words` are those of `list`
    /// that no variant has.
    pub(crate) fn no_match(&self, catalogue: &Catalogue, words: &[String]) -> String {
        let outlines: Vec<_> = catalogue.outlines().into_iter().flatten().collect();
        let headers = || outlines.iter().map(|outline| &outline.header);
        let names: Vec<&str> = headers().flat_map(Header::names).collect();
        let sources = headers().flat_map(|header| &header.sources);
        let authors = sources.flat_map(|source| source.author.split(' ')).collect();
        let places: Vec<&str> = all_places().collect();
        let bracketed = headers().flat_map(|header| people(&header.region)).flat_map(long_words);
        let peoples: Vec<&str> =
            all_peoples().map(|name| -> &str { name }).chain(bracketed).collect();
        let about =
            headers().flat_map(|header| long_words(&header.about)).filter(|it| it.len() > 4);
        let rules = terms().map(|term| -> &str { term }).chain(about).collect();
        let [who, title, source] = [&self.people, &self.title, &self.source].map(Option::as_slice);
        let asked: [(&str, &[String], Vec<&str>); 5] = [
            ("--region", &self.region, places.clone()),
            ("--people", who, peoples.clone()),
            ("--title", title, names.clone()),
            ("--source", source, authors),
            ("", words, [names, places, peoples, rules].concat()),
        ];
        let is_known = |flag: &str, text: &String| {
            headers().any(|header| match flag {
                "--region" => lies_in(&header.region, text),
                "--people" => is_home_of(&header.region, text),
                "--title" => header.names().any(|name| contains(name, text)),
                "--source" => has_source(header, text),
                _ => false,
            })
        };
        let mut message = "no variant matches all filters".to_owned();
        for (flag, texts, known) in asked {
            for text in texts.iter().filter(|text| !is_known(flag, text)) {
                if interrupt::stopped() {
                    break;
                }
                if let [like, ..] = likest(text, known.iter().copied())[..]
                    && like.to_lowercase() != text.to_lowercase()
                {
                    let space = if flag.is_empty() { "" } else { " " };
                    message.push_str(&format!("; did you mean {flag}{space}{like:?}?"));
                }
            }
        }
        message
    }

    /// Returns `true` if the filters depend on mechanisms or on the rules.
    pub(crate) fn ask_rules(&self) -> bool {
        !self.has.is_empty() || !self.lacks.is_empty() || self.kept.is_some()
    }

    /// Like [`select`](Self::select), but ignores filters that [depend on rules](Self::ask_rules). Faster, as it creates no games.
    pub(crate) fn outlines(&self, catalogue: &Catalogue) -> Result<(Vec<Outline>, Vec<String>)> {
        self.check(catalogue)?;
        sifted(catalogue.outlines(), |outline| Ok(self.fit(&outline).then_some(outline)))
    }

    /// Returns the measures of `--where`, each once.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let mut seen = BTreeSet::new();
        let measures = self.conditions.iter().flat_map(|it| &it.all).map(|it| it.measure);
        measures.filter(|measure| seen.insert(*measure)).collect()
    }

    /// Returns a measure of a variant: of the file that `--kept` names, or of the atlas.
    pub(crate) fn figure(
        &self,
        outline: &Outline,
        game: Option<&Game>,
        measure: Measure,
    ) -> Option<Number> {
        let name = &outline.header.name;
        match (self.figures.get(), game) {
            (Some(figures), Some((loaded, _))) => figures.get(name, &loaded.digest(), measure),
            _ => figure_of(name, measure),
        }
    }

    /// Returns the filters as options and values of a command line.
    pub(crate) fn words(&self) -> Vec<(&'static str, String)> {
        let range = |range: &RangeInclusive<u16>| match (range.start(), range.end()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}..{last}"),
        };
        let conditions = self.conditions.iter().map(|it| it.words.clone());
        let kept = self.kept.iter().map(|file| file.display().to_string());
        let options: [(_, Vec<String>); 13] = [
            ("--rows", self.rows.iter().map(u8::to_string).collect()),
            ("--columns", self.columns.iter().map(range).collect()),
            ("--region", self.region.clone()),
            ("--ruleset", self.ruleset.clone()),
            ("--has", self.has.clone()),
            ("--lacks", self.lacks.clone()),
            ("--year", self.year.iter().map(range).collect()),
            ("--century", self.century.iter().map(u16::to_string).collect()),
            ("--people", self.people.iter().cloned().collect()),
            ("--title", self.title.iter().cloned().collect()),
            ("--source", self.source.iter().cloned().collect()),
            ("--where", conditions.collect()),
            ("--kept", kept.collect()),
        ];
        let words = options.into_iter();
        words
            .flat_map(|(flag, values)| values.into_iter().map(move |value| (flag, value)))
            .collect()
    }

    /// Refuses unknown rulesets and measures, and reads the file of kept results.
    pub(crate) fn check(&self, catalogue: &Catalogue) -> Result {
        match (&self.kept, &self.conditions) {
            (Some(path), _) if self.figures.get().is_none() => {
                let file = File::open(path).of_file(path)?;
                let read = KeptFile::open(file).and_then(|mut file| KeptFigures::read(&mut file));
                let figures = read.of_file(path)?;
                let _ = self.figures.set(figures);
            }
            (None, Some(conditions)) => check_measures(conditions)?,
            _ => {}
        }
        let all: Vec<_> = catalogue.rulesets().collect();
        if let Some(name) = self.ruleset.iter().find(|name| !all.contains(&&***name)) {
            let game = catalogue.load(name, &[]).ok();
            let game = game.map_or_else(String::new, |game| {
                format!("; {name} is a game of the ruleset {}", game.ruleset)
            });
            refuse!("--ruleset {name}: expected one of {}{game}", all.join(", "));
        }
        Ok(())
    }

    /// Returns `true` if a variant matches.
    pub(crate) fn mean(&self, loaded: &Loaded, profile: &Profile) -> Result<bool> {
        for (flag, names, wanted) in [("has", &self.has, true), ("lacks", &self.lacks, false)] {
            for name in names {
                if profile.has(name).of(format_args!("--{flag}"))? != wanted {
                    return Ok(false);
                }
            }
        }
        let rules = loaded.digest();
        let mut kept = self.conditions.iter().zip(self.figures.get());
        let own = |(it, figures): (&Conditions, &KeptFigures)| {
            it.hold(|measure| figures.get(&loaded.header.name, &rules, measure)?.value)
        };
        Ok(self.fit(loaded) && kept.all(own))
    }

    /// Returns `true` if a variant matches all filters except those that depend on rules.
    fn fit(&self, outline: &Outline) -> bool {
        let (header, board) = (&outline.header, outline.board);
        let year = header.since();
        let [who, title, source] = [&self.people, &self.title, &self.source].map(Option::as_ref);
        let [columns, years] = [&self.columns, &self.year].map(Option::as_ref);
        // Measures of a file depend on the rules.
        let conditions = self.conditions.as_ref().filter(|_| self.kept.is_none());
        let lies = |asked: &String| lies_in(&header.region, asked);
        let measured = |measure| figure_of(&header.name, measure)?.value;
        self.rows.is_none_or(|rows| rows == board.rows)
            && columns.is_none_or(|columns| columns.contains(&board.columns.into()))
            && self.region.iter().all(lies)
            && who.is_none_or(|name| is_home_of(&header.region, name))
            && (self.ruleset.is_empty() || self.ruleset.iter().any(|name| name == outline.ruleset))
            && years.is_none_or(|years| years.contains(&year))
            && self.century.is_none_or(|it| year.div_ceil(100) == it)
            && title.is_none_or(|text| header.names().any(|name| contains(name, text)))
            && source.is_none_or(|text| has_source(header, text))
            && conditions.is_none_or(|it| it.hold(measured))
    }
}
