use entourage_kernel::WEIGHT_UNIT;

use super::{Sample, Tuned};

/// The weight of the search score in the target of a sample; the rest is the weight of the game's result.
const SCORE_WEIGHT: f64 = 0.4;
/// Maximum number of steps of Newton's method; a few are enough if the initial weights are close.
const MAX_STEPS: usize = 50;
/// Maximum step, in units of a term's typical effect. With few decisive games, a full step can diverge.
const MAX_STEP: f64 = 1.0;
/// The step, in the units of [`MAX_STEP`], below which the iteration ends.
const TOLERANCE: f64 = 1e-9;

/// Finds the weights that best predict the samples' results, by logistic regression.
///
/// To limit changes, the loss includes `hold` times the squared changes, in units of each term's typical effect.
/// Weights of zero stay zero, since their terms would slow the search, and the weights of `kept` terms do not change.
/// Finally, the weights are rescaled to keep the size of evaluations, on which the search's margins depend.
pub(super) fn fit(values: &[i32], kept: &[bool], samples: &[Sample], hold: f64) -> Tuned {
    let start: Vec<f64> = values.iter().map(|&value| f64::from(value) / f64::from(WEIGHT_UNIT)).collect();
    let scale = best_scale(&start, samples);
    let targets: Vec<f64> = samples
        .iter()
        .map(|sample| {
            SCORE_WEIGHT * sigmoid(f64::from(sample.score) * scale)
                + (1.0 - SCORE_WEIGHT) * f64::from(sample.result)
        })
        .collect();
    // The typical size of each term; zero for terms whose weight must not change.
    let mut spread = spread(&start, samples);
    spread.iter_mut().zip(kept).filter(|(_, kept)| **kept).for_each(|(spread, _)| *spread = 0.0);
    let units: Vec<f64> = spread.iter().map(|spread| spread * scale).collect();
    let mut changes = vec![0.0; start.len()];
    for _ in 0..MAX_STEPS {
        let weights = changed(&start, &changes, &units);
        let (gradient, hessian) =
            gradient_and_hessian(&weights, &changes, &spread, samples, &targets, scale, hold);
        let step = solve(hessian, gradient);
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let share = MAX_STEP / longest.max(MAX_STEP);
        changes.iter_mut().zip(&step).for_each(|(change, step)| *change -= share * step);
        if longest < TOLERANCE {
            break;
        }
    }
    let found = changed(&start, &changes, &units);
    let size = |weights: &[f64]| samples.iter().map(|sample| evaluate(weights, sample).powi(2)).sum::<f64>();
    let (before, after) = (size(&start), size(&found));
    let resized = if after > 0.0 { (before / after).sqrt() } else { 1.0 };
    let weights: Vec<f64> = found
        .iter()
        .zip(&units)
        .map(|(weight, &unit)| if unit > 0.0 { weight * resized } else { *weight })
        .collect();
    let errors = [&start, &weights].map(|weights| error(weights, samples, scale));
    let rounded = weights.iter().map(|weight| (weight * f64::from(WEIGHT_UNIT)).round() as i32).collect();
    Tuned { weights: rounded, samples: samples.len(), errors }
}

fn evaluate(weights: &[f64], sample: &Sample) -> f64 {
    sample.terms.iter().map(|&(term, count)| weights[usize::from(term)] * f64::from(count)).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn error(weights: &[f64], samples: &[Sample], scale: f64) -> f64 {
    let squares = samples
        .iter()
        .map(|sample| (sigmoid(evaluate(weights, sample) * scale) - f64::from(sample.result)).powi(2));
    squares.sum::<f64>() / samples.len().max(1) as f64
}

fn best_scale(weights: &[f64], samples: &[Sample]) -> f64 {
    let scales = (1..=80).map(|n| f64::from(n) * 0.0001);
    let errors = scales.map(|scale| (scale, error(weights, samples, scale)));
    errors.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.004, |(scale, _)| scale)
}

/// Returns the root mean square of each term; zero for terms of weight zero.
fn spread(start: &[f64], samples: &[Sample]) -> Vec<f64> {
    let mut squares = vec![0.0; start.len()];
    for &(term, count) in samples.iter().flat_map(|sample| &sample.terms) {
        squares[usize::from(term)] += f64::from(count).powi(2);
    }
    let roots = squares.iter().map(|square| (square / samples.len().max(1) as f64).sqrt());
    roots.zip(start).map(|(root, &start)| if start == 0.0 { 0.0 } else { root }).collect()
}

/// Returns the weights after `changes`, which are given in units of each term's typical effect.
fn changed(start: &[f64], changes: &[f64], units: &[f64]) -> Vec<f64> {
    let change = |(change, &unit): (&f64, &f64)| if unit > 0.0 { change / unit } else { 0.0 };
    start.iter().zip(changes.iter().zip(units).map(change)).map(|(start, change)| start + change).collect()
}

fn gradient_and_hessian(
    weights: &[f64],
    changes: &[f64],
    spread: &[f64],
    samples: &[Sample],
    targets: &[f64],
    scale: f64,
    hold: f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let share = 1.0 / samples.len().max(1) as f64;
    let mut gradient: Vec<f64> = changes.iter().map(|change| 2.0 * hold * change).collect();
    let mut hessian = vec![vec![0.0; changes.len()]; changes.len()];
    for (sample, target) in samples.iter().zip(targets) {
        let chance = sigmoid(evaluate(weights, sample) * scale);
        let (excess, curvature) = ((chance - target) * share, chance * (1.0 - chance) * share);
        let used = sample.terms.iter().map(|&(term, count)| (usize::from(term), f64::from(count)));
        let used: Vec<(usize, f64)> = used
            .filter(|&(term, _)| spread[term] > 0.0)
            .map(|(term, count)| (term, count / spread[term]))
            .collect();
        for &(row, count) in &used {
            gradient[row] += excess * count;
            for &(column, other) in used.iter().take_while(|&&(column, _)| column <= row) {
                hessian[row][column] += curvature * count * other;
            }
        }
    }
    for (term, row) in hessian.iter_mut().enumerate() {
        // A term that never occurs or must not change has a zero gradient and does not move.
        row[term] += if spread[term] > 0.0 { 2.0 * hold } else { 1.0 };
    }
    (gradient, hessian)
}

/// Solves a symmetric positive definite system, given its lower triangle, by Cholesky decomposition.
fn solve(mut lower: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let rest = lower[row][column] - sum;
            // Prevents rounding errors from making a pivot vanish.
            lower[row][column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / lower[column][column] };
        }
        let sum: f64 = (0..row).map(|k| lower[row][k] * right[k]).sum();
        right[row] = (right[row] - sum) / lower[row][row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|k| lower[k][row] * right[k]).sum();
        right[row] = (right[row] - sum) / lower[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns samples in which the first term determines the result, the second is irrelevant and the third never occurs.
    fn samples() -> Vec<Sample> {
        (0..400u16)
            .map(|n| {
                let (decisive, irrelevant) = (f32::from(n % 5) - 2.0, f32::from(n % 3) - 1.0);
                let result = match n % 5 {
                    0 => 0.0,
                    4 => 1.0,
                    _ => 0.5,
                };
                Sample { terms: vec![(0, decisive), (1, irrelevant)], result, score: 100.0 * decisive }
            })
            .collect()
    }

    #[test]
    fn decisive_terms_gain_weight_and_absent_ones_keep_theirs() {
        let tuned = fit(&[160, 480, 777], &[], &samples(), 1e-3);
        assert!(tuned.errors[1] < tuned.errors[0]);
        assert!(tuned.weights[0] > 160 && tuned.weights[1].abs() < 240, "{:?}", tuned.weights);
        assert_eq!(tuned.weights[2], 777);
        let again = fit(&[160, 480, 777], &[], &samples(), 1e-3);
        assert_eq!(tuned, again, "the same samples give the same weights");
    }

    #[test]
    fn a_strong_hold_keeps_weights_and_zero_weights_stay_out() {
        let tuned = fit(&[160, 480], &[], &samples(), 1e6);
        assert_eq!(tuned.weights, [160, 480]);
        let tuned = fit(&[160, 0], &[], &samples(), 1e-3);
        assert_eq!(tuned.weights[1], 0);
    }

    #[test]
    fn kept_weights_stay_while_the_rest_is_fitted() {
        let tuned = fit(&[160, 480], &[false, true], &samples(), 1e-3);
        assert!(tuned.weights[0] > 160 && tuned.weights[1] == 480, "{:?}", tuned.weights);
        let tuned = fit(&[160, 480], &[true, true], &samples(), 0.0);
        assert_eq!(tuned.weights, [160, 480]);
    }

    #[test]
    fn few_decisive_games_do_not_diverge() {
        let decided = |sign: f32| Sample {
            terms: vec![(0, sign), (1, sign)],
            result: (1.0 + sign) / 2.0,
            score: 4_000.0 * sign,
        };
        for samples in [vec![decided(1.0)], vec![decided(1.0), decided(-1.0)], Vec::new()] {
            let tuned = fit(&[160, 480, 777], &[], &samples, 0.0);
            assert!(tuned.errors.iter().all(|error| error.is_finite()), "{tuned:?}");
            assert!(tuned.weights.iter().all(|weight| weight.abs() < 1 << 20), "{tuned:?}");
            assert_eq!(tuned.weights[2], 777);
        }
    }

    #[test]
    fn a_symmetric_system_is_solved() {
        let lower = vec![vec![4.0], vec![2.0, 5.0], vec![1.0, 0.5, 3.0]];
        let solution = solve(lower, vec![11.0, 13.5, 11.0]);
        let off = solution.iter().zip([1.0, 2.0, 3.0]).map(|(found, wanted)| (found - wanted).abs());
        assert!(off.fold(0.0, f64::max) < 1e-12, "{solution:?}");
    }
}
