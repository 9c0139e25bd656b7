//! `mankala export --test`: whether the distances between variants depend on region, ruleset or century.

use std::cell::Cell;

use super::prelude::*;
use crate::atlas::eigen::square;
use crate::atlas::grouping::{Mantel, Permanova, mantel, permanova, thinned};
use crate::atlas::places::{coordinates, first_place, kilometres, subregion};

/// Number of random choices of games if they are thinned.
const CHOICES: u32 = 19;

/// Options of the test.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Number of permutations of each test.
    #[arg(long, value_name = "N", default_value_t = 999, conflicts_with_all = ["distances", "traits", "trees"], value_parser = clap::value_parser!(u32).range(9..=1_000_000))]
    permutations: u32,
    /// Keep at most N games of each place, chosen at random, because some places are better recorded.
    ///
    /// The test is repeated for 19 random choices; medians and ranges are printed.
    #[arg(long, value_name = "N", conflicts_with_all = ["distances", "traits", "trees"], value_parser = clap::value_parser!(u32).range(1..=10_000))]
    thin: Option<u32>,
}

/// Grouping of variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Grouping {
    /// Subregion of the UN standard M.49; the Mantel test compares distances with kilometres.
    Region,
    /// Ruleset that plays the variant; the Mantel test compares distances with 0 (same ruleset) or 1 (different rulesets).
    Ruleset,
    /// Century of the first description; the Mantel test compares distances with years.
    Century,
}

impl Grouping {
    /// Returns the group of a variant, if it is known.
    fn of(self, game: &Loaded) -> Option<String> {
        match self {
            Self::Region => subregion(&game.header.region).map(str::to_owned),
            Self::Ruleset => Some(game.ruleset.to_owned()),
            Self::Century => Some(format!("century {}", game.header.since().div_ceil(100))),
        }
    }

    /// Returns the function of the distance between two variants that the Mantel test compares.
    fn apart(self, games: &[Loaded]) -> Box<dyn Fn(usize, usize) -> f64 + '_> {
        match self {
            Self::Region => {
                let at = |game: &Loaded| coordinates(&game.header.region).unwrap_or_default();
                let at: Vec<[f64; 2]> = games.iter().map(at).collect();
                Box::new(move |a, b| kilometres(at[a], at[b]))
            }
            Self::Ruleset => {
                Box::new(|a, b| f64::from(u8::from(games[a].ruleset != games[b].ruleset)))
            }
            Self::Century => {
                let since = |place: usize| games[place].header.since();
                Box::new(move |a, b| f64::from(since(a).abs_diff(since(b))))
            }
        }
    }

    /// Returns the unit of that distance.
    fn unit(self) -> &'static str {
        match self {
            Self::Region => "kilometres",
            Self::Ruleset => "another ruleset",
            Self::Century => "years",
        }
    }
}

pub(super) struct Compared {
    pub(super) names: Vec<String>,
    pub(super) games: Vec<Loaded>,
    pub(super) profiles: Vec<Profile>,
    pub(super) distances: Vec<Vec<f64>>,
    /// Lines about the method.
    pub(super) about: Vec<String>,
}

/// Results of one choice of games.
struct Tested {
    games: usize,
    permanova: Permanova,
    mantel: Mantel,
}

/// Tests a grouping and returns the results as text, or as JSON.
pub(super) fn text(
    grouping: Grouping,
    options: &Options,
    seed: u64,
    compared: &Compared,
    output: &Output,
) -> Result<String> {
    let games = compared.games.iter().enumerate();
    let known: Vec<(usize, String)> =
        games.filter_map(|(place, game)| Some((place, grouping.of(game)?))).collect();
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, group) in &known {
        *sizes.entry(group).or_default() += 1;
    }
    let Options { permutations, thin } = *options;
    let place_of = |(place, _): &(usize, _)| {
        let region = &compared.games[*place].header.region;
        first_place(region).unwrap_or(region)
    };
    let places: Vec<&str> = known.iter().map(place_of).collect();
    let (mut dice, mut tested) = (Dice::seeded(seed), Vec::new());
    let apart = grouping.apart(&compared.games);
    let choices = if thin.is_some() { CHOICES } else { 1 };
    let at = Cell::new(1);
    let stop = ticking(|| format!("choice of games {} of {choices}", at.get()));
    for choice in 1..=choices {
        at.set(choice);
        let chosen = thin.map_or_else(
            || (0..known.len()).collect(),
            |most| thinned(&places, most as usize, &mut dice),
        );
        let chosen: Vec<&(usize, String)> = chosen.iter().map(|&it| &known[it]).collect();
        let names: Vec<&str> = sizes.keys().copied().collect();
        let groups = chosen.iter().map(|(_, group)| names.iter().position(|it| it == group));
        let groups: Vec<usize> = groups.flatten().collect();
        let of_chosen = |of: &dyn Fn(usize, usize) -> f64| {
            square(chosen.len(), |a, b| of(chosen[a].0, chosen[b].0))
        };
        let distances = of_chosen(&|a, b| compared.distances[a][b]);
        let others = of_chosen(&apart);
        let by_group = permanova(&distances, &groups, permutations, &mut dice, &stop);
        interrupt::check()?;
        let Some(permanova) = by_group else {
            let message = "expected two groups or more, one of them with two different games";
            refuse!("--test {grouping}: {message}");
        };
        let by_pair = mantel(&distances, &others, permutations, &mut dice, &stop);
        interrupt::check()?;
        tested.extend(by_pair.map(|mantel| Tested { games: chosen.len(), permanova, mantel }));
    }
    drop(stop);
    let left_out = compared.games.len() - known.len();
    let about = &compared.about;
    if output.is_json() {
        let lines = tested
            .iter()
            .map(|it| json!({ "games": it.games, "permanova": it.permanova, "mantel": it.mantel }));
        let object = json!({
            "about": about, "grouping": grouping.to_string(), "mantel_with": grouping.unit(),
            "permutations": permutations, "seed": seed, "thin": thin, "groups": sizes,
            "left_out": left_out, "tests": lines.collect::<Vec<_>>(),
        });
        return Ok(format!("{object}\n"));
    }
    let figure = |name: &str, digits: usize, of: fn(&Tested) -> f64| {
        format!("{name} {}", median(tested.iter().map(of).collect(), digits))
    };
    let [pseudo_f, r2, p, r, of_mantel] = [
        figure("pseudo-F", 2, |it| it.permanova.pseudo_f),
        figure("R²", 3, |it| it.permanova.r2),
        figure("p", 4, |it| it.permanova.p),
        figure("r", 3, |it| it.mantel.r),
        figure("p", 4, |it| it.mantel.p),
    ];
    let sizes = join(sizes.iter().map(|(name, count)| format!("{name} {count}")), ", ");
    let thinning = thin.map_or_else(String::new, |most| {
        format!(
            "thinned to {most} per place, games: {}; medians and ranges over {choices} random choices\n",
            tested.first().map_or(0, |it| it.games)
        )
    });
    Ok(format!(
        "{}\ngroups by {grouping}: {sizes}\nwithout a known group: {left_out}\n{thinning}\
         PERMANOVA: {pseudo_f}, {r2}, {p}\nMantel test with {}: {r}, {of_mantel}\n\
         {permutations} permutations, seed {seed}\n",
        about.join("\n"),
        grouping.unit()
    ))
}

/// Formats the median of some values, with their range if there are several.
fn median(mut values: Vec<f64>, digits: usize) -> String {
    sort_by(&mut values, f64::total_cmp);
    let middle = values.get(values.len() / 2).copied().unwrap_or(f64::NAN);
    match values[..] {
        [least, .., most] => format!("{middle:.digits$} ({least:.digits$} to {most:.digits$})"),
        _ => format!("{middle:.digits$}"),
    }
}
