//! Chart of one measure of many variants, sorted by value, each with its interval.

use super::prelude::*;

/// Height of a chart.
const TALL: u32 = 170;
/// Height of a line of text.
const LINE: f64 = 14.0;

/// Draws a measure of these subjects, one for each variant in the order of the report; `None` if all values are equal.
pub(super) fn crowd_chart(
    measure: Measure,
    subjects: &[&Subject],
    look: Look,
    heading: &str,
    about: &Markup,
) -> Option<Markup> {
    let known = subjects.iter().enumerate().filter_map(|(variant, it)| {
        let number = it.number(measure);
        Some((variant, *it, number, number.value?))
    });
    let mut known: Vec<(usize, &Subject, Number, f64)> = known.collect();
    sort_by(&mut known, |a, b| a.3.total_cmp(&b.3).then(a.0.cmp(&b.0)));
    if known.first()?.3 >= known.last()?.3 {
        // There is nothing to see.
        return None;
    }
    let axis = axis(measure, &known)?;
    // From the top, in per cent.
    let up = |value: f64| 100.0 - axis.at(value);
    let mut strip = Strip::new(TALL, heading);
    // One path has all intervals and one all dots; the script of the page shows the words of a mark.
    let (mut ends, mut dots, mut marks) = (String::new(), String::new(), Vec::new());
    for (place, (variant, _, number, value)) in known.iter().enumerate() {
        let x = 100.0 * (real(place as u128) + 0.5) / real(known.len() as u128);
        if let Some([low, high]) = number.interval {
            let _ = write!(ends, "M{x:.2} {:.1}V{:.1}", up(low), up(high));
        }
        let _ = write!(dots, "M{x:.2} {:.1}h0", up(*value));
        let (value, ends) = (
            shown::value(measure, number),
            shown::interval(measure, number),
        );
        marks.push(format!("{variant} {value} {ends}").trim_end().to_owned());
    }
    let mut above = f64::INFINITY;
    for tick in axis.ticks(4.0) {
        let y = up(tick) * f64::from(TALL) / 100.0;
        // If doublings are close, some lines have no label.
        if above - y >= LINE {
            strip.rule(y, &shown::tick(measure, tick));
            above = y;
        }
    }
    let [low, high] = EVEN.map(up);
    let drawn = html! {
        g.crowd stroke=(look.colour) data-marks=(marks.join("|")) {
            @if measure == Measure::FirstPlayerScore {
                rect.band width="100" y=(tenths(high)) height=(tenths(low - high)) {}
            }
            path.ends d=(ends) {}
            path.dots d=(dots) {}
        }
    };
    strip.within(TALL, &drawn);
    Some(html! { div.panel { h4 { (heading) } (strip.finish()) (about) } })
}

/// Returns the vertical axis: from the smallest to the largest value, not to the ends of the widest interval.
fn axis(measure: Measure, known: &[(usize, &Subject, Number, f64)]) -> Option<Axis> {
    let (least, most) = (known.first()?.3, known.last()?.3);
    let doubling = !measure.is_share() && least >= 0.5 && most > 8.0 * least;
    let room = 0.04 * (most - least).max(1e-6 * most.abs().max(1.0));
    Some(Axis {
        from: if doubling { least * 0.9 } else { least - room },
        to: if doubling { most * 1.1 } else { most + room },
        doubling,
    })
}
