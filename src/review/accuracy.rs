//! Accuracy of players, by the formulas of lichess.

use super::Reviewed;
use mankala_core::kernel::{BySide, Side};
use mankala_core::system::number::real;

/// Returns the accuracy of each player in percent; `None` for a player who did not move.
///
/// The accuracy of a move follows from the percentage lost. The accuracy of a player is the average of two means. One
/// is weighted by the volatility of the game around each move. The other is the harmonic mean, in which bad moves count
/// most.
pub fn accuracies(plies: &[Reviewed]) -> BySide<Option<f64>> {
    let weights = volatilities(plies);
    BySide(Side::BOTH).map(|side| {
        let own = plies.iter().zip(&weights).filter(|(ply, _)| ply.side == side);
        let own: Vec<(f64, f64)> = own.map(|(ply, &weight)| (accuracy(ply), weight)).collect();
        if own.is_empty() {
            return None;
        }
        let total: f64 = own.iter().map(|(_, weight)| weight).sum();
        let weighted = own.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let inverse: f64 = own.iter().map(|(value, _)| 1.0 / value.max(1.0)).sum();
        let harmonic = real(own.len() as u128) / inverse;
        Some(f64::midpoint(weighted, harmonic))
    })
}

/// Returns the accuracy of a move in percent.
fn accuracy(ply: &Reviewed) -> f64 {
    let lost = 100.0 * (ply.before - ply.after).max(0.0);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the weight of each ply: the standard deviation of South's winning chances in the window that ends with it.
fn volatilities(plies: &[Reviewed]) -> Vec<f64> {
    let south = |ply: &Reviewed, points| 100.0 * ply.points_of(Side::South, points);
    let first = plies.iter().take(1).map(|ply| south(ply, ply.before));
    let chances: Vec<f64> = first.chain(plies.iter().map(|ply| south(ply, ply.after))).collect();
    let size = (plies.len() / 10).clamp(2, 8).min(chances.len());
    let window = |ply: usize| {
        let end = (ply + 2).max(size);
        deviation(&chances[end - size..end]).clamp(0.5, 12.0)
    };
    (0..plies.len()).map(window).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = real(values.len() as u128);
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::Grade;
    use super::*;

    fn ply(number: usize, before: f64, after: f64) -> Reviewed {
        Reviewed {
            ply: number,
            side: Side::BOTH[1 - number % 2],
            text: String::new(),
            best: String::new(),
            line: Vec::new(),
            before,
            after,
            grade: Grade::of(before, after),
            proved: false,
            reason: None,
        }
    }

    /// By hand: a move that loses nothing has 99.9999 %; one that loses 50 % has 103.1668·e^(−2.177) − 3.1669 = 8.53 %.
    #[test]
    fn accuracy_follows_the_formula() {
        let perfect = accuracies(&[ply(1, 0.5, 0.5), ply(2, 0.5, 0.5)]);
        assert!(perfect.0.iter().all(|value| value.is_some_and(|value| value > 99.99)));
        let lost = accuracies(&[ply(1, 0.5, 0.0)]);
        let [Some(south), None] = lost.0 else { panic!("{lost:?}") };
        assert!((south - 8.53).abs() < 0.01, "{south}");
    }

    /// Two moves of South that lose 50 % and nothing, in windows of two: (8.53·12 + 100·0.5)/12.5 = 12.19 weighted,
    /// 2/(1/8.53 + 1/100) = 15.72 harmonic; their mean is 13.955.
    #[test]
    fn volatile_and_bad_moves_count_more() {
        let plies = [ply(1, 0.5, 0.0), ply(2, 1.0, 1.0), ply(3, 0.0, 0.0)];
        let [Some(south), _] = accuracies(&plies).0 else { panic!("South moved") };
        assert!((south - 13.955).abs() < 0.02, "{south}");
    }
}
