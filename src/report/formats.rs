//! Files for programs of phylogenetics and statistics: distances, traits and trees as CSV, PHYLIP, NEXUS and Newick.
//!
//! D. R. Maddison, D. L. Swofford, W. P. Maddison, *NEXUS: an extensible file format for systematic information*,
//! Systematic Biology 46 (1997), 590–621. PHYLIP files have relaxed names: of any length, up to the first space.

use super::data::{optional, quoted as field};
use super::prelude::*;
use crate::atlas::linkage::Tree;
use crate::atlas::mechanisms::{Value, all};

/// Symbols of states in PHYLIP and NEXUS; 0 stands for a game without the mechanism.
const SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Values separated by commas, after comments that begin with #.
    Csv,
    /// PHYLIP with relaxed names; it has no comments.
    Phylip,
    /// NEXUS.
    Nexus,
    /// A tree in Newick format, after a comment.
    Newick,
}

/// Things to write: their names, and lines about method and version.
pub struct Sheet<'a> {
    /// Names, all different.
    pub names: &'a [String],
    /// Lines about the method.
    pub about: &'a [String],
}

impl Sheet<'_> {
    /// Writes distances; `None` as Newick.
    pub fn distances(&self, distances: &[Vec<f64>], format: Format) -> Option<String> {
        let between = if format == Format::Csv { "," } else { " " };
        let rows = self.rows(format, distances, |row| {
            join(row.iter().map(|far| format!("{far:.6}")), between)
        });
        Some(match format {
            Format::Csv => self.table(self.names.iter(), &rows),
            Format::Phylip => format!("{}\n{rows}", self.names.len()),
            Format::Nexus => format!(
                "{}BEGIN DISTANCES;\n  FORMAT TRIANGLE=BOTH DIAGONAL LABELS;\n  MATRIX\n{rows}  ;\nEND;\n",
                self.taxa()
            ),
            Format::Newick => return None,
        })
    }

    /// Writes the mechanisms of games as a matrix; `None` as Newick. In PHYLIP and NEXUS, `-` marks a part of a
    /// mechanism that the game lacks. Mechanisms with too many values for single symbols are left out there.
    pub fn traits(&self, games: &[Profile], format: Format) -> Option<String> {
        let had =
            (0..all().len()).filter(|place| games.iter().any(|game| game.at(*place).is_some()));
        let states = had.map(|place| (place, states(games, place)));
        if format == Format::Csv {
            let places: Vec<usize> = states.map(|(place, _)| place).collect();
            let rows = self.rows(format, games, |game| {
                join(places.iter().map(|&place| field(&optional(game.at(place)))), ",")
            });
            return Some(self.table(places.iter().map(|&place| &all()[place].name), &rows));
        }
        let fits = |(_, states): &(usize, Vec<String>)| states.len() < SYMBOLS.len();
        let (kept, left_out): (Vec<_>, Vec<_>) = states.partition(fits);
        let row = |game: &Profile| -> String {
            let symbol = |(place, states): &(usize, Vec<String>)| match game.at(*place) {
                Some(value) => {
                    let value = value.to_string();
                    let state = states.iter().position(|state| *state == value);
                    state.and_then(|state| SYMBOLS.chars().nth(state + 1)).unwrap_or('?')
                }
                None if all()[*place].parent.is_some_and(|whole| game.at(whole).is_none()) => '-',
                None => '0',
            };
            kept.iter().map(symbol).collect()
        };
        let rows = self.rows(format, games, row);
        match format {
            Format::Phylip => Some(format!("{} {}\n{rows}", self.names.len(), kept.len())),
            Format::Nexus => {
                let mut text = self.taxa();
                for (place, states) in left_out {
                    let (name, count) = (&all()[place].name, states.len());
                    let _ = writeln!(text, "[left out: {name}, which has {count} values]");
                }
                let count = kept.len();
                text += &format!(
                    "BEGIN CHARACTERS;\n  DIMENSIONS NCHAR={count};\n  FORMAT DATATYPE=STANDARD SYMBOLS=\"{SYMBOLS}\" MISSING=? GAP=-;\n  CHARSTATELABELS\n"
                );
                for (number, (place, states)) in (1..).zip(&kept) {
                    let states = join(states.iter().map(|state| quoted(state)), " ");
                    let end = if number == count { "" } else { "," };
                    let name = quoted(&all()[*place].name);
                    text += &format!("    {number} {name} / 'absent' {states}{end}\n");
                }
                Some(text + "  ;\n  MATRIX\n" + &rows + "  ;\nEND;\n")
            }
            Format::Csv | Format::Newick => None,
        }
    }

    /// Writes a tree with branch lengths, and with the support of each inner group, in per cent; `None` as CSV or
    /// PHYLIP.
    pub fn tree(&self, tree: &Tree, support: Option<&[f64]>, format: Format) -> Option<String> {
        let newick = newick(self.names, tree, support);
        match format {
            Format::Newick => Some(format!("[{}]\n{newick}\n", bare(&self.about.join("; ")))),
            Format::Nexus => Some(format!(
                "{}BEGIN TREES;\n  TREE average_linkage = [&R] {newick}\nEND;\n",
                self.taxa()
            )),
            Format::Csv | Format::Phylip => None,
        }
    }

    /// Returns the rows of a matrix, each with its name.
    fn rows<T>(&self, format: Format, rows: &[T], written: impl Fn(&T) -> String) -> String {
        let lines = self.names.iter().zip(rows).map(|(name, row)| match format {
            Format::Csv => format!("{},{}\n", field(name), written(row)),
            Format::Nexus => format!("    {} {}\n", quoted(name), written(row)),
            Format::Phylip | Format::Newick => format!("{} {}\n", relaxed(name), written(row)),
        });
        lines.collect()
    }

    /// Returns a file of CSV with these headings.
    fn table<'s>(&self, heads: impl Iterator<Item = &'s String>, rows: &str) -> String {
        let about = self.about.iter().map(|line| format!("# {line}\n"));
        let heads = join(heads.map(|name| field(name)), ",");
        format!("{}variant,{heads}\n{rows}", about.collect::<String>())
    }

    /// Returns the beginning of a NEXUS file with the block of names.
    fn taxa(&self) -> String {
        let mut text = String::from("#NEXUS\n");
        for line in self.about {
            let _ = writeln!(text, "[{}]", bare(line));
        }
        let _ = writeln!(text, "BEGIN TAXA;\n  DIMENSIONS NTAX={};\n  TAXLABELS", self.names.len());
        for name in self.names {
            let _ = writeln!(text, "    {}", quoted(name));
        }
        text + "  ;\nEND;\n"
    }
}

/// Returns the different values of a mechanism, sizes by size and words by the alphabet.
fn states(games: &[Profile], place: usize) -> Vec<String> {
    let mut values: Vec<&Value> = games.iter().filter_map(|game| game.at(place)).collect();
    let size = |value: &Value| if let Value::Size { value, .. } = value { *value } else { 0.0 };
    sort_by(&mut values, |a, b| {
        size(a).total_cmp(&size(b)).then_with(|| a.to_string().cmp(&b.to_string()))
    });
    let mut states: Vec<String> = values.into_iter().map(ToString::to_string).collect();
    states.dedup();
    states
}

/// Returns a tree in Newick format. The age of a group is half the mean distance between its two parts.
fn newick(names: &[String], tree: &Tree, support: Option<&[f64]>) -> String {
    let n = names.len();
    let age = |node: usize| node.checked_sub(n).map_or(0.0, |join| tree.joins[join].height / 2.0);
    let mut texts: Vec<String> = names.iter().map(|name| label(name)).collect();
    for (number, join) in tree.joins.iter().enumerate() {
        let parts = join.parts.map(|part| {
            let branch = (age(n + number) - age(part)).max(0.0);
            format!("{}:{branch:.6}", std::mem::take(&mut texts[part]))
        });
        // The root holds all games, so its support says nothing.
        let support = support.filter(|_| join.leaves < n);
        let support = support.map(|support| format!("{:.0}", 100.0 * support[number]));
        texts.push(format!("({}){}", parts.join(","), support.unwrap_or_default()));
    }
    texts.pop().unwrap_or_default() + ";"
}

/// Returns the share of samples in which each join of a tree is a group too; `None` if `draw` breaks off.
pub fn support(
    tree: &Tree,
    samples: u32,
    mut draw: impl FnMut() -> Option<Tree>,
) -> Option<Vec<f64>> {
    let groups = tree.groups();
    let mut counts = vec![0_u32; groups.len()];
    for _ in 0..samples {
        let found: BTreeSet<Vec<usize>> = draw()?.groups().into_iter().collect();
        for (count, group) in counts.iter_mut().zip(&groups) {
            *count += u32::from(found.contains(group));
        }
    }
    Some(counts.into_iter().map(|count| f64::from(count) / f64::from(samples.max(1))).collect())
}

/// Returns a name without the characters that end a relaxed name, or mean something in a tree.
pub fn relaxed(name: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !"()[]{}:;,'\"".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// Quotes a word of NEXUS.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// Returns a name for Newick, quoted if necessary.
fn label(name: &str) -> String {
    // Many programs read an underscore in a bare name as a space.
    if relaxed(name) == name && !name.contains('_') { name.to_owned() } else { quoted(name) }
}

/// Returns a text without brackets, for a comment in brackets.
fn bare(text: &str) -> String {
    text.replace('[', "(").replace(']', ")")
}
