//! `--sweep KEY=VALUES`, repeatable: the variants of one game over a grid.

use super::prelude::*;
use crate::report::{Cell, Factor, Sweep, changes, combinations};

use crate::files::brief::{apart_in_words, key_in_words};
use crate::files::named::at_commas;

/// Maximum number of combinations in a grid.
const MOST: usize = 1000;

/// Parses a value of `--sweep`, like `rules.capture=always,never` or `setup.seeds=2..8`.
pub(super) fn factor(text: &str) -> Result<Factor, String> {
    let Some((key, values)) = text.split_once('=') else {
        return Err(
            "expected KEY=VALUES like setup.seeds=2..8 or rules.capture=always,never".to_owned()
        );
    };
    let mut all: Vec<String> = Vec::new();
    for value in at_commas(values) {
        let left = MOST - all.len();
        match range(value) {
            Some((first, last)) if last.abs_diff(first) < left as u64 => {
                let mut numbers: Vec<String> =
                    (first.min(last)..=first.max(last)).map(|it| it.to_string()).collect();
                if last < first {
                    numbers.reverse();
                }
                all.append(&mut numbers);
            }
            None if value.is_empty() => {
                return Err("expected a value before and after each comma".to_owned());
            }
            None if left > 0 => all.push(value.to_owned()),
            _ => {
                return Err(format!("expected at most {MOST} values, found more with {value}"));
            }
        }
    }
    if let Some(again) = (1..all.len()).find(|&it| all[..it].contains(&all[it])) {
        return Err(format!("expected different values, found {} twice", all[again]));
    }
    Ok(Factor { key: key.trim().to_owned(), values: all, rules: Vec::new() })
}

/// Parses an inclusive range like `2..8`.
fn range(value: &str) -> Option<(i64, i64)> {
    let (first, last) = value.split_once("..")?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    Some((number(first)?, number(last)?))
}

/// Loads the variants of a grid, except those that the ruleset refuses; each name includes the changes.
pub(super) fn variants(
    catalogue: &Catalogue,
    named: &[String],
    set: &[String],
    factors: &[Factor],
    output: &mut Output,
) -> Result<(Vec<(String, Loaded)>, Sweep)> {
    let [named] = named else {
        misuse!("--sweep: expected one variant, found {}", named.len());
    };
    let count =
        factors.iter().try_fold(1_usize, |all, factor| all.checked_mul(factor.values.len()));
    if count.is_none_or(|count| count > MOST) {
        misuse!("--sweep: expected at most {MOST} combinations");
    }
    for (place, factor) in factors.iter().enumerate() {
        if factors[..place].iter().any(|other| other.key == factor.key) {
            misuse!("--sweep: expected each key once, found {} twice", factor.key);
        }
    }
    // Errors of the variant itself are reported without the grid.
    load(catalogue, named, set)?;
    let (_, given) = taken_apart(named);
    let joint = if given.is_empty() { ':' } else { ',' };
    let mut sweep = Sweep { variant: named.clone(), factors: factors.to_vec(), cells: Vec::new() };
    let (mut variants, mut notes, mut first_refused) = (Vec::new(), Vec::new(), None);
    for at in combinations(factors) {
        let changes = changes(factors, &at);
        let name = format!("{named}{joint}{changes}");
        let variant = match catalogue.load(&name, set) {
            Ok(loaded) => {
                variants.push((name.clone(), loaded));
                Ok(name)
            }
            Err(wrong) => {
                let why = join(wrong.told.iter().map(|mistake| &*mistake.message), "; ");
                notes.push(format!("the ruleset refuses {changes}: {why}"));
                first_refused.get_or_insert(wrong);
                Err(why)
            }
        };
        sweep.cells.push(Cell { at, variant });
    }
    match first_refused {
        Some(wrong) if variants.is_empty() => Err(CommandError::input(wrong)),
        _ => {
            explain(&mut sweep, &variants);
            for note in notes {
                output.note(note);
            }
            Ok((variants, sweep))
        }
    }
}

/// Adds to each factor the rules that its values stand for, unless their words say enough.
fn explain(sweep: &mut Sweep, variants: &[(String, Loaded)]) {
    for (place, factor) in sweep.factors.iter_mut().enumerate() {
        if !key_in_words(&factor.key).contains(" in each") {
            let games = (0..factor.values.len()).map(|value| {
                let cell =
                    sweep.cells.iter().find(|it| it.at[place] == value && it.variant.is_ok());
                let own = |(name, _): &&(String, _)| {
                    Some(name) == cell.and_then(|it| it.variant.as_ref().ok())
                };
                variants.iter().find(own).map(|(_, loaded)| loaded.clone())
            });
            factor.rules = apart_in_words(&games.collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_or_counted() {
        for (text, values) in [
            ("setup.seeds=2..5", &["2", "3", "4", "5"][..]),
            ("setup.seeds=5..3,8", &["5", "4", "3", "8"]),
            ("rules.counts=[2, 3],even", &["[2, 3]", "even"]),
            (r#"rules.capture="always",never"#, &[r#""always""#, "never"]),
            ("a=-1..1", &["-1", "0", "1"]),
            ("a=x..y", &["x..y"]),
        ] {
            assert_eq!(factor(text).expect("a factor").values, values, "{text}");
        }
        for wrong in ["setup.seeds", "a=1,,2", "a=1..9999", "a=1,1", "a=2..4,3"] {
            assert!(factor(wrong).is_err(), "{wrong}");
        }
        for more in ["a=1..600,1001..1600", "a=1..1000,x"] {
            let message = factor(more).expect_err(more);
            assert!(message.starts_with("expected at most 1000 values"), "{message}");
        }
        assert_eq!(factor("a=1..999,x").expect("a factor").values.len(), MOST);
    }
}
