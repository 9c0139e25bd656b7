//! Figures of all games of the atlas, shown in grey behind those of a few.

use crate::measure::names::Measure;
use crate::play::matches::MatchSpec;
use crate::system::number::real;
use crate::variant::sort_by;

/// Figures as stored; `docs/measures.md` has the command.
const ATLAS: &str = include_str!("family.csv");

/// Measure of all games by one player.
struct Row {
    player: &'static str,
    opening_plies: &'static str,
    version: &'static str,
    measure: &'static str,
    values: &'static str,
}

/// Returns all measures, line by line.
fn rows() -> impl Iterator<Item = Row> {
    let lines = ATLAS.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(|line| {
        let mut fields = line.split(',');
        let mut next = || fields.next();
        Some(Row {
            player: next()?,
            opening_plies: next()?,
            version: next()?,
            measure: next()?,
            values: next()?,
        })
    })
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
        let (name, player) = (measure.to_string(), spec.players[0].stated());
        let opening = spec.opening_plies.to_string();
        // The gain from a doubling has its own players in every column.
        let same = |row: &Row| {
            let is_theirs = row.player == player && row.opening_plies == opening;
            row.measure == name && (is_theirs || measure == Measure::EloPerDoubling)
        };
        let row = rows().find(same).filter(|_| spec.rounds.is_none())?;
        let values = row.values.split(' ').filter_map(|value| value.parse().ok());
        let mut values: Vec<f64> = values.collect();
        sort_by(&mut values, f64::total_cmp);
        let version = row.version;
        (!values.is_empty()).then_some(Self { values, version })
    }

    /// Returns the value that this share of the values does not exceed.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let last = real(self.values.len() as u128 - 1);
        let place = (share * last).round();
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
    use super::{ATLAS, Family, rows};
    use crate::measure::names::Measure;
    use crate::play::matches::MatchSpec;
    use crate::play::players::PlayerSpec;

    #[test]
    fn every_line_is_read_and_tells_a_measure_of_the_dozen() {
        let mut lines = ATLAS.lines();
        assert!(
            lines
                .next()
                .is_some_and(|line| line.starts_with("# mankala compare "))
        );
        assert_eq!(
            lines.next(),
            Some("player,opening_plies,version,measure,values")
        );
        assert_eq!(lines.count(), rows().count());
        for row in rows() {
            let measure: Result<Measure, _> = row.measure.parse();
            assert!(measure.is_ok_and(Measure::is_shown), "{}", row.measure);
            for value in row.values.split(' ') {
                let number = value.parse();
                assert!(number.is_ok_and(f64::is_finite), "{}: {value}", row.measure);
            }
        }
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
        let family = Family {
            values: vec![1.0, 2.0, 2.0, 5.0],
            version: "",
        };
        for (value, share) in [
            (0.0, 0.0),
            (1.0, 0.125),
            (2.0, 0.5),
            (3.0, 0.75),
            (9.0, 1.0),
        ] {
            assert!((family.below(value) - share).abs() < 1e-12);
        }
        for (share, value) in [(0.0, 1.0), (0.5, 2.0), (1.0, 5.0)] {
            assert!((family.quantile(share) - value).abs() < 1e-12);
        }
    }
}
