use entourage_kernel::WEIGHT_UNIT;

use super::{Sample, Tuned};

/// The part of a sample's target that comes from the search's score, not from the game's result.
const SCORED: f64 = 0.4;
/// How strongly weights are held where they are, in samples, for a weight that is off by a hundredth.
const HOLD: f64 = 2e-6;
/// The steps of the descent, and how far each goes at first, in hundredths.
const STEPS: usize = 1_500;
const STRIDE: f64 = 2.0;

/// Finds the weights under which estimates foretell the samples' results best.
pub(super) fn fit(values: &[i32], samples: &[Sample]) -> Tuned {
    let start: Vec<f64> = values.iter().map(|&value| f64::from(value) / f64::from(WEIGHT_UNIT)).collect();
    let scale = best_scale(&start, samples);
    let targets: Vec<f64> = samples
        .iter()
        .map(|sample| {
            SCORED * chance(f64::from(sample.score), scale) + (1.0 - SCORED) * f64::from(sample.result)
        })
        .collect();
    let mut weights = start.clone();
    let mut drift = vec![0.0; weights.len()];
    let mut spread = vec![0.0; weights.len()];
    for step in 0..STEPS {
        let slope = slope(&weights, &start, samples, &targets, scale);
        let stride = STRIDE * (1.0 - step as f64 / STEPS as f64);
        // Adam: each weight has its own stride, which the past slopes set.
        for term in 0..weights.len() {
            drift[term] = 0.9 * drift[term] + 0.1 * slope[term];
            spread[term] = 0.999 * spread[term] + 0.001 * slope[term] * slope[term];
            let age = (step + 1) as i32;
            let (drift, spread) =
                (drift[term] / (1.0 - 0.9f64.powi(age)), spread[term] / (1.0 - 0.999f64.powi(age)));
            weights[term] -= stride * drift / (spread.sqrt() + 1e-12);
        }
    }
    let errors = [&start, &weights].map(|weights| error(weights, samples, scale));
    let rounded = weights.iter().map(|weight| (weight * f64::from(WEIGHT_UNIT)).round() as i32).collect();
    Tuned { weights: rounded, samples: samples.len(), errors }
}

fn estimate(weights: &[f64], sample: &Sample) -> f64 {
    sample.terms.iter().map(|&(term, count)| weights[usize::from(term)] * f64::from(count)).sum()
}

/// Returns the expected result of an estimate in hundredths.
fn chance(estimate: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-estimate * scale).exp())
}

/// Returns the mean squared error of the foretold results.
fn error(weights: &[f64], samples: &[Sample], scale: f64) -> f64 {
    let squares = samples
        .iter()
        .map(|sample| (chance(estimate(weights, sample), scale) - f64::from(sample.result)).powi(2));
    squares.sum::<f64>() / samples.len().max(1) as f64
}

/// Finds the scale of estimates that foretells the results best.
fn best_scale(weights: &[f64], samples: &[Sample]) -> f64 {
    let scales = (1..=80).map(|n| f64::from(n) * 0.0001);
    let errors = scales.map(|scale| (scale, error(weights, samples, scale)));
    errors.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.004, |(scale, _)| scale)
}

/// Returns how the loss rises with each weight.
fn slope(weights: &[f64], start: &[f64], samples: &[Sample], targets: &[f64], scale: f64) -> Vec<f64> {
    let mut slope: Vec<f64> =
        weights.iter().zip(start).map(|(weight, start)| HOLD * (weight - start)).collect();
    let share = scale / samples.len().max(1) as f64;
    for (sample, target) in samples.iter().zip(targets) {
        let excess = (chance(estimate(weights, sample), scale) - target) * share;
        for &(term, count) in &sample.terms {
            slope[usize::from(term)] += excess * f64::from(count);
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes samples in which the first term decides, the second means nothing and the third never occurs.
    fn samples() -> Vec<Sample> {
        (0..400u16)
            .map(|n| {
                let (decides, means_nothing) = (f32::from(n % 5) - 2.0, f32::from(n % 3) - 1.0);
                let result = match n % 5 {
                    0 => 0.0,
                    4 => 1.0,
                    _ => 0.5,
                };
                Sample { terms: vec![(0, decides), (1, means_nothing)], result, score: 100.0 * decides }
            })
            .collect()
    }

    #[test]
    fn what_decides_gains_weight_and_what_never_occurs_keeps_its_own() {
        let tuned = fit(&[160, 480, 777], &samples());
        assert!(tuned.errors[1] < tuned.errors[0]);
        assert!(tuned.weights[0] > 160 && tuned.weights[1].abs() < 240, "{:?}", tuned.weights);
        assert_eq!(tuned.weights[2], 777);
        assert_eq!(tuned, fit(&[160, 480, 777], &samples()), "the same samples give the same weights");
    }
}
