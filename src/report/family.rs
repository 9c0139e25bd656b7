//! Figures of all games of the atlas, shown in grey behind those of a few, and in the encyclopedia.

use strum::IntoEnumIterator as _;

use super::by_play::{ByPlay, Figure};
use super::prelude::*;

/// Figures of random games as stored; `docs/measures.md` has the command.
const ATLAS: &str = include_str!("family.csv");

/// Returns the number of games of each variant in the atlas, as the command states it.
pub fn stored_games() -> u32 {
    let after = ATLAS.split_once("--games ").map(|(_, after)| after);
    after.and_then(|after| after.split(' ').next()?.parse().ok()).unwrap_or(1)
}

/// Figures of games between searching players, with fewer measures.
const SEARCHING: &str = include_str!("family-searching.csv");

/// Elo gained by Monte Carlo tree search with twice the playouts.
const SKILL: &str = include_str!("family-skill.csv");

/// Returns the player of the games, such as `random 1.0`, and the version of the program that measured them.
fn measured_by() -> (&'static str, &'static str) {
    let by = ATLAS.lines().nth(1).unwrap_or_default();
    by.trim_start_matches("# ").split_once(", mankala ").unwrap_or_default()
}

/// Returns all lines with a game or the names of measures, split into fields.
fn lines(atlas: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    atlas.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(','))
}

/// Returns the place of a column, such as a measure, in a line.
fn place(atlas: &'static str, name: &str) -> Option<usize> {
    lines(atlas).next()?.position(|field| field == name)
}

/// Returns the value in a cell, the ends of its interval, and `n`.
fn read(cell: &str) -> Option<Number> {
    let mut numbers = cell.split(' ').map(str::parse::<f64>);
    let value = numbers.next()?.ok()?;
    let interval = match [numbers.next(), numbers.next()] {
        [Some(Ok(low)), Some(Ok(high))] => Some([low, high]),
        _ => None,
    };
    let n = cell.split(' ').nth(3).and_then(|n| n.parse().ok()).unwrap_or_default();
    Some(Number { value: Some(value), interval, ..Number::default() }.of_games(n))
}

fn found(atlas: &'static str, variant: &str, measure: Measure) -> Option<Number> {
    let line = lines(atlas).find(|line| line.clone().next() == Some(variant))?;
    let number = read(line.clone().nth(place(atlas, &measure.to_string())?)?)?;
    let n = place(atlas, "n").and_then(|place| line.clone().nth(place)?.parse().ok());
    Some(number.of_games(n.unwrap_or(number.n)))
}

/// Returns a measure of a game of the atlas in random games, or its Elo per doubling; `None` if it was not measured.
pub fn figure_of(variant: &str, measure: Measure) -> Option<Number> {
    found(ATLAS, variant, measure).or_else(|| found(SKILL, variant, measure))
}

/// Returns a measure in a file of figures, with its value and interval as text.
fn told(atlas: &'static str, variant: &str, measure: Measure) -> Option<(Number, [String; 2])> {
    let number = found(atlas, variant, measure)?;
    let words = [shown::value, shown::interval].map(|words| words(measure, &number));
    Some((number, words))
}

/// Returns the Elo that a game of the atlas gives for twice the playouts, with its interval and `n`, as text.
pub fn skill_of(variant: &str) -> Option<[String; 3]> {
    let (number, [value, interval]) = told(SKILL, variant, Measure::EloPerDoubling)?;
    Some([value, interval, shown::count(Measure::EloPerDoubling, &number)])
}

/// Returns a measure of a game of the atlas, with its value and interval as text. The first is by random players, the
/// second by players that search two plies deep.
pub fn figures_of(variant: &str, measure: Measure) -> [Option<(Number, [String; 2])>; 2] {
    [ATLAS, SEARCHING].map(|atlas| told(atlas, variant, measure))
}

/// Describes the advantage of the first player, by each kind of player; nothing if the rules are not those of the atlas.
pub fn advantages(loaded: &Loaded) -> impl Iterator<Item = String> {
    let (variant, digest) = (&*loaded.header.name, loaded.digest());
    let is_same = lines(ATLAS).any(|line| line.take(2).eq([variant, &digest]));
    let players = ["random players", "players that look two plies ahead"];
    let figures = figures_of(variant, Measure::FirstPlayerScore).into_iter();
    figures.zip(players).filter(move |_| is_same).filter_map(|(figure, players)| {
        let (number, [value, ends]) = figure?;
        let [low, high] = number.interval?;
        let verdict = match (low > 0.5, high < 0.5) {
            (true, _) => "the first player has the advantage",
            (_, true) => "the second player has the advantage",
            _ => "neither side has a proven advantage",
        };
        Some(format!(
            "In games of {players}, {verdict}: the first one scores {value} (95 % interval {ends})."
        ))
    })
}

/// Returns the distances of games of the atlas by their stored figures, and the command that measured them; `None` if no
/// figure differs.
pub fn stored_by_play(variants: &[&str]) -> Option<(ByPlay, &'static str)> {
    let asked = Topic::iter().map(|topic| {
        let measures = topic.measures().filter(|it| place(ATLAS, &it.to_string()).is_some());
        let figures = measures.map(|measure| {
            let number = |variant| found(ATLAS, variant, measure).unwrap_or_default();
            let numbers =
                variants.iter().map(|&variant| (number(variant), f64::from(stored_games())));
            Figure { measure, numbers: numbers.collect() }
        });
        (topic, figures.collect())
    });
    let command = ATLAS.lines().next().unwrap_or_default();
    let by_play = ByPlay::of(asked.collect(), variants.len())?;
    Some((by_play, command.trim_start_matches("# ")))
}

/// Returns the nine deciles of a measure over the games of the atlas, in random games; `None` if it was not measured.
pub(crate) fn deciles(measure: Measure) -> Option<Vec<f64>> {
    let family = Family::of(measure, &MatchSpec::new([PlayerSpec::Random; 2], 1, 1))?;
    let shares = (1..10_u32).map(|tenth| f64::from(tenth) / 10.0);
    Some(shares.map(|share| family.quantile(share)).collect())
}

/// Values of one measure for all games of the atlas, in the games of one player.
pub(super) struct Family {
    /// Values, the smallest first.
    pub(super) values: Vec<f64>,
    /// Version of the program that measured them.
    pub(super) version: &'static str,
}

impl Family {
    /// Returns the atlas's values of a measure for the games of a column; `None` if it has none or for games over
    /// rounds.
    pub(super) fn of(measure: Measure, spec: &MatchSpec) -> Option<Self> {
        let (player, version) = measured_by();
        let is_theirs = spec.players[0].stated() == player && spec.opening_plies == 0;
        let place =
            place(ATLAS, &measure.to_string()).filter(|_| is_theirs && spec.rounds.is_none())?;
        let values = lines(ATLAS).skip(1).filter_map(|mut line| read(line.nth(place)?)?.value);
        let mut values: Vec<f64> = values.collect();
        sort_by(&mut values, f64::total_cmp);
        (!values.is_empty()).then_some(Self { values, version })
    }

    /// Returns the value that this share of the values does not exceed.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let place = (share * real(self.values.len() as u128 - 1)).round();
        let at = self.values.iter().enumerate();
        let mut at = at.skip_while(|(index, _)| real(*index as u128) < place);
        at.next().map_or(f64::NAN, |(_, value)| *value)
    }

    /// Returns the share of values below `value`; equal ones count half.
    pub(super) fn below(&self, value: f64) -> f64 {
        let less = self.values.iter().filter(|other| **other < value).count();
        let most = self.values.iter().filter(|other| **other <= value).count();
        real((less + most) as u128) / real(2 * self.values.len() as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_measures_of_the_dozen() {
        assert!(ATLAS.starts_with("# mankala compare "));
        assert_eq!(measured_by().0, "random 1.0");
        for atlas in [ATLAS, SEARCHING, SKILL] {
            let heads: Vec<&str> = lines(atlas).next().expect("a header").skip(2).collect();
            for head in heads.iter().filter(|head| **head != "n") {
                assert!(head.parse::<Measure>().is_ok_and(Measure::is_shown), "{head}");
            }
            for line in lines(atlas).skip(1) {
                let cells: Vec<&str> = line.skip(2).collect();
                assert_eq!(cells.len(), heads.len());
                for cell in cells.into_iter().filter(|cell| !cell.is_empty()) {
                    let number = read(cell).expect(cell);
                    let value = number.value.expect(cell);
                    let ends = number.interval.unwrap_or([value; 2]);
                    assert!(ends[0] <= value && value <= ends[1], "{cell}");
                }
            }
        }
        let turns = figure_of("oware", Measure::Turns).and_then(|it| it.value);
        assert!(turns.is_some_and(|turns| turns > 50.0));
        assert_eq!(figure_of("chess", Measure::Turns), None);
    }

    /// By a separate simulation, random games of Oware take 103 turns.
    #[test]
    fn the_figures_are_those_of_random_games() {
        let spec = MatchSpec::new([PlayerSpec::Random; 2], 1, 1);
        let turns = Family::of(Measure::Turns, &spec).expect("turns of the family");
        assert!(turns.values.len() > 200);
        assert!((0.3..0.9).contains(&turns.below(103.0)));
        let searching = [PlayerSpec::Greedy; 2];
        let none = Family::of(Measure::Turns, &MatchSpec::new(searching, 1, 1));
        assert!(none.is_none_or(|greedy| greedy.values != turns.values));
    }

    #[test]
    fn shares_below_a_value_count_equal_ones_half() {
        let family = Family { values: vec![1.0, 2.0, 2.0, 5.0], version: "" };
        for (value, share) in [(0.0, 0.0), (1.0, 0.125), (2.0, 0.5), (3.0, 0.75), (9.0, 1.0)] {
            assert!((family.below(value) - share).abs() < 1e-12);
        }
        for (share, value) in [(0.0, 1.0), (0.5, 2.0), (1.0, 5.0)] {
            assert!((family.quantile(share) - value).abs() < 1e-12);
        }
    }
}
