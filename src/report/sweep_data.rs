//! Sweep as data: the grid and the effects of the keys as JSON, a row for each cell as CSV.

use super::data::{ends, optional, quoted};
use super::prelude::*;
use super::sweep::{Effect, Interaction};

impl Sweep {
    /// Returns the values of a cell by key.
    fn values(&self, at: &[usize]) -> Map<String, Value> {
        let values = self.factors.iter().zip(at);
        values
            .map(|(factor, &value)| (factor.key.clone(), factor.values[value].as_str().into()))
            .collect()
    }
}

impl Report {
    /// Returns the grid, the effects of the keys and their interactions; differences on a scale are natural logarithms.
    pub(super) fn sweep_json(&self, sweep: &Sweep) -> Value {
        let effect = |effect: Effect| {
            let factor = &sweep.factors[effect.factor];
            let means = factor.values.iter().zip(&effect.means).map(|(value, mean)| {
                let mut object = ends(mean);
                object["at"] = value.as_str().into();
                object
            });
            let [least, greatest] = effect.ends.map(|end| factor.values[end].as_str());
            json!({
                "measure": effect.asked.measure.to_string(),
                "player": self.player_of(effect.asked),
                "key": factor.key,
                "scale": effect.scale.to_string(),
                "means": means.collect::<Vec<_>>(),
                "least": least,
                "greatest": greatest,
                "range": ends(&effect.range),
            })
        };
        let interaction = |found: Interaction| {
            json!({
                "measure": found.asked.measure.to_string(),
                "player": self.player_of(found.asked),
                "scale": found.scale.to_string(),
                "at": sweep.values(&found.at),
                "beyond_main_effects": ends(&found.rest),
                "shown": found.is_sure(),
            })
        };
        let cells = sweep.cells.iter().map(|cell| {
            json!({
                "variant": cell.variant.as_ref().ok(),
                "values": sweep.values(&cell.at),
                "refused": cell.variant.as_ref().err(),
            })
        });
        let asked = self.asked();
        let effects = asked.iter().flat_map(|&asked| self.effects(sweep, asked));
        let interactions = asked.iter().filter_map(|&asked| self.interaction(sweep, asked));
        json!({
            "variant": sweep.variant,
            "keys": sweep.factors.iter().map(|factor| json!({ "key": factor.key, "values": factor.values })).collect::<Vec<_>>(),
            "cells": cells.collect::<Vec<_>>(),
            "effects": effects.map(effect).collect::<Vec<_>>(),
            "interactions": interactions.map(interaction).collect::<Vec<_>>(),
        })
    }

    /// Returns a row for each cell and player. Rows of judges hold only fairness; a cell without a game has no numbers.
    pub(super) fn sweep_csv(&self, sweep: &Sweep) -> String {
        let written = self.comparison.written();
        let mut heads: Vec<String> =
            sweep.factors.iter().map(|factor| quoted(&factor.key)).collect();
        heads.extend(["variant", "player", "opening_plies", "seed", "version"].map(str::to_owned));
        heads.extend(
            written.iter().flat_map(|it| ["", "_low", "_high"].map(|end| format!("{it}{end}"))),
        );
        heads.extend(written.iter().map(|it| format!("{it}_n")));
        let mut text = heads.join(",") + "\n";
        for cell in &sweep.cells {
            let values = sweep.factors.iter().zip(&cell.at);
            let values = join(values.map(|(key, &value)| quoted(&key.values[value])), ",");
            let Ok(variant) = &cell.variant else {
                let _ = writeln!(text, "{values}{}", ",".repeat(heads.len() - sweep.factors.len()));
                continue;
            };
            let own = self.subjects.iter().filter(|subject| subject.variant == *variant);
            let specs: Vec<_> = own.clone().map(|subject| subject.spec).collect();
            let own = own.map(|subject| (subject, true));
            let judges = self.judged.iter().filter(|subject| subject.variant == *variant);
            let judges = judges.filter(|subject| !specs.contains(&subject.spec));
            for (subject, whole) in own.chain(judges.map(|subject| (subject, false))) {
                let (name, player) = (quoted(variant), quoted(&subject.player()));
                let (plies, seed) = (subject.spec.opening_plies, self.comparison.seed);
                text += &format!("{values},{name},{player},{plies},{seed},{VERSION}");
                let numbers = written.iter().map(|measure| {
                    let told = whole || measure.topic() == Topic::Fair;
                    if told { subject.number(*measure) } else { Number::default() }
                });
                let numbers: Vec<Number> = numbers.collect();
                for number in &numbers {
                    let [low, high] = number.interval.map_or([None; 2], |ends| ends.map(Some));
                    let _ = write!(text, ",{}", [number.value, low, high].map(optional).join(","));
                }
                for Number { n, .. } in numbers {
                    let _ = write!(text, ",{}", optional(Some(n).filter(|&n| n > 0)));
                }
                text.push('\n');
            }
        }
        visible_lines(&text).into_owned()
    }
}
