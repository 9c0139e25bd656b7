//! `mankala export`: distances, traits and trees of variants as files for other programs; tests of groupings.

use super::grouping::{self, Compared};
use super::prelude::*;
use crate::atlas::distance::{Sampled, matrix};
use crate::atlas::linkage::average;
use crate::report::{Format, Sheet, figure_of, relaxed, stored_by_play, support};

/// Contents, method and format.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Names from `list`, or paths to .toml files; all variants if left out.
    variants: Vec<String>,
    #[command(flatten)]
    content: Content,
    /// Distance: by the rules, or by the stored measures of random games.
    #[arg(long, value_enum, default_value_t = By::Rules, value_name = "WHAT")]
    by: By,
    /// Format of the file; CSV or a Newick tree if left out.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the support of each group of a tree: the share of N bootstrap trees that contain it.
    #[arg(long, value_name = "N", conflicts_with_all = ["distances", "traits", "test"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    bootstrap: Option<u32>,
    #[command(flatten)]
    test: grouping::Options,
    /// Random seed of samples and permutations.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    filters: Filters,
}

/// Content of the file.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Content {
    /// Write the distances between all pairs of variants.
    #[arg(long)]
    distances: bool,
    /// Write the mechanisms of each variant as a matrix.
    #[arg(long)]
    traits: bool,
    /// Write the tree by average linkage.
    #[arg(long)]
    trees: bool,
    /// Test whether the distances depend on a grouping, by PERMANOVA and a Mantel test.
    #[arg(long, value_enum, value_name = "GROUPING")]
    test: Option<grouping::Grouping>,
}

/// Kind of distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, strum::Display)]
#[strum(serialize_all = "lowercase")]
enum By {
    /// By the mechanisms of the rules.
    Rules,
    /// By the stored measures of random games, only for built-in variants.
    Play,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let (traits, grouping) = (arguments.content.traits, arguments.content.test);
    if arguments.by == By::Play && (traits || arguments.bootstrap.is_some()) {
        misuse!("--by play gives only distances; --traits and --bootstrap need mechanisms");
    }
    if let (true, Some(format)) = (output.is_json() || grouping.is_some(), arguments.format) {
        misuse!("--format {format} contradicts --json or --test");
    }
    let mut compared = arguments.compared(catalogue, output)?;
    let mut inputs: Vec<_> = compared.games.iter().flat_map(files_of).collect();
    inputs.extend(arguments.filters.kept.clone());
    let place = arguments.out.place(&inputs)?;
    if traits {
        compared.about.truncate(1);
        compared
            .about
            .push("mechanisms of the rules, as docs/mechanisms.md defines them".to_owned());
    }
    let text = match grouping {
        Some(grouping) => {
            grouping::text(grouping, &arguments.test, arguments.seed, &compared, output)?
        }
        None if traits => arguments.traits(&compared, output)?,
        None if arguments.content.trees => arguments.tree(&mut compared, output)?,
        None => arguments.distances(&compared, output)?,
    };
    print_or_write(&text, place, output)
}

impl Arguments {
    /// Loads the variants and finds their distances.
    fn compared(&self, catalogue: &Catalogue, output: &mut Output) -> Result<Compared> {
        let filtered = !self.filters.words().is_empty() || self.filters.ask_rules();
        if filtered && !self.variants.is_empty() {
            misuse!("filters of variants can't be combined with names");
        }
        let mut games: Vec<(String, Loaded)> = if self.variants.is_empty() {
            let games = self.filters.all(catalogue)?;
            let named = |(loaded, _): (Loaded, _)| (loaded.header.name.clone(), loaded);
            games.into_iter().map(named).collect()
        } else {
            let load = |name: &String| load(catalogue, name, &[]).map(|it| (it.label(), it));
            self.variants.iter().map(load).collect::<Result<_>>()?
        };
        if self.by == By::Play {
            let before = games.len();
            games.retain(|(name, _)| figure_of(name, Measure::Turns).is_some());
            if games.len() < before {
                let missing = before - games.len();
                output.note(format!(
                    "variants left out because they have no stored measures: {missing}"
                ));
            }
        }
        if games.is_empty() {
            refuse!("none of the variants has stored measures");
        }
        let mut seen = BTreeSet::new();
        if let Some((name, _)) = games.iter().find(|(name, _)| !seen.insert(relaxed(name))) {
            refuse!("expected different names, found {name:?} twice");
        }
        let profiles: Vec<Profile> = games.iter().map(|(_, game)| Profile::of(game)).collect();
        let program = format!("variants: {}, mankala {}", games.len(), env!("CARGO_PKG_VERSION"));
        let (distances, method) = match self.by {
            By::Rules => {
                let method = "distances by rules: Gower's coefficient of the mechanisms, five blocks of equal weight";
                (matrix(&profiles), method.to_owned())
            }
            By::Play => {
                let names: Vec<&str> = games.iter().map(|(name, _)| &**name).collect();
                let Some((by_play, command)) = stored_by_play(&names) else {
                    refuse!("expected variants that differ in a stored measure");
                };
                let method = format!(
                    "distances by play: Euclidean over {} measures, in units of the mean; measured by: {command}",
                    by_play.figures
                );
                (by_play.distances, method)
            }
        };
        let (names, games) = games.into_iter().unzip();
        Ok(Compared { names, games, profiles, distances, about: vec![program, method] })
    }

    /// Returns the text in the wanted format, or the first one that is possible.
    fn written(&self, usual: Format, write: impl Fn(Format) -> Option<String>) -> Result<String> {
        let format = self.format.unwrap_or(usual);
        write(format).ok_or_else(|| {
            let able = Format::value_variants().iter().filter(|other| write(**other).is_some());
            let able = join(able.map(ToString::to_string), ", ");
            CommandError::Usage(format!("--format {format}: expected one of {able}"))
        })
    }

    fn distances(&self, compared: &Compared, output: &Output) -> Result<String> {
        if output.is_json() {
            let (names, distances) = (&compared.names, &compared.distances);
            let about = &compared.about;
            let object = json!({ "about": about, "variants": names, "distances": distances });
            return Ok(format!("{object}\n"));
        }
        self.written(Format::Csv, |format| sheet(compared).distances(&compared.distances, format))
    }

    fn traits(&self, compared: &Compared, output: &Output) -> Result<String> {
        if output.is_json() {
            let lines = compared.names.iter().zip(&compared.profiles).map(|(name, profile)| {
                let object = json!({ "variant": name, "mechanisms": profile.json() });
                format!("{object}\n")
            });
            return Ok(lines.collect());
        }
        self.written(Format::Csv, |format| sheet(compared).traits(&compared.profiles, format))
    }

    fn tree(&self, compared: &mut Compared, output: &Output) -> Result<String> {
        let tree = average(&compared.distances);
        let fit = match compared.names.len() {
            0..3 => "undefined for fewer than three games".to_owned(),
            _ => format!("{:.3}", tree.cophenetic(&compared.distances)),
        };
        compared.about.push(format!("tree by average linkage; cophenetic correlation: {fit}"));
        let mut shares = None;
        if let Some(samples) = self.bootstrap {
            let (sampled, mut dice) = (Sampled::new(&compared.profiles), Dice::seeded(self.seed));
            let (mut progress, mut done) = (ProgressLine::new(), 0);
            shares = support(&tree, samples, || {
                interrupt::check().ok()?;
                progress.say(|| format!("{done} of {samples} samples"));
                done += 1;
                Some(average(&sampled.draw(&mut dice)))
            });
            drop(progress);
            interrupt::check()?;
            compared.about.push(format!(
                "support in per cent of {samples} samples of the mechanisms of each block, seed {}",
                self.seed
            ));
        }
        let sheet = sheet(compared);
        let write = |format| sheet.tree(&tree, shares.as_deref(), format);
        if output.is_json() {
            let newick = write(Format::Newick).unwrap_or_default();
            let newick = newick.lines().nth(1).unwrap_or_default();
            let object = json!({ "about": compared.about, "newick": newick });
            return Ok(format!("{object}\n"));
        }
        self.written(Format::Newick, write)
    }
}

fn sheet(compared: &Compared) -> Sheet<'_> {
    Sheet { names: &compared.names, about: &compared.about }
}
