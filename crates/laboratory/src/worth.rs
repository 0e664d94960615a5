use entourage_registry::view::ShareView;

use crate::Notes;
use crate::share::QUANTILE_95;

/// Maximum number of Newton steps of the fit; a few are usually enough.
const STEPS: usize = 30;
/// Strength of the regularisation, which keeps the value of a kind near 0 if there is little evidence.
const DOUBT: f64 = 1.0;

/// Estimates the value of an extra piece of each kind, as the expected score with otherwise equal material.
///
/// Fits a logistic model of results to material; each game has the same weight, whatever its length.
/// The intervals take into account that all positions of a game share one result.
/// Returns `None` for kinds of which both sides always had the same number.
pub(crate) fn worths(notes: &[&Notes], kinds: usize) -> Vec<Option<ShareView>> {
    let games: Vec<Game<'_>> = notes.iter().filter_map(|one| Game::of(one, kinds)).collect();
    let told: Vec<usize> = (0..kinds)
        .filter(|kind| games.iter().any(|game| game.samples.iter().any(|sample| sample[*kind] != 0)))
        .collect();
    let mut found = vec![None; kinds];
    let Some((weights, spread)) = fit(&games, &told) else { return found };
    let share = |value: f64| 1.0 / (1.0 + (-value).exp());
    for (place, &kind) in told.iter().enumerate() {
        let (weight, half) = (weights[place + 1], QUANTILE_95 * spread[place + 1]);
        found[kind] = Some(ShareView {
            found: share(weight),
            least: share(weight - half),
            most: share(weight + half),
            of: games.len() as u64,
        });
    }
    found
}

struct Game<'n> {
    /// The first side's lead by kind in each sample.
    samples: &'n [Vec<i16>],
    result: f64,
}

impl<'n> Game<'n> {
    fn of(notes: &'n Notes, kinds: usize) -> Option<Self> {
        let is_sound = |sample: &Vec<i16>| sample.len() == kinds;
        if notes.cause.is_none() || notes.material.is_empty() || !notes.material.iter().all(is_sound) {
            return None;
        }
        let result = match notes.winner {
            1 => 1.0,
            2 => 0.0,
            _ => 0.5,
        };
        Some(Self { samples: &notes.material, result })
    }

    /// Returns the model's input for a sample: 1 (for moving first), then the first side's lead in each kind of `told`.
    fn row(sample: &[i16], told: &[usize]) -> Vec<f64> {
        std::iter::once(1.0).chain(told.iter().map(|kind| f64::from(sample[*kind]))).collect()
    }
}

/// Fits weights for moving first and for each kind of `told`; returns the weights and their standard errors.
fn fit(games: &[Game<'_>], told: &[usize]) -> Option<(Vec<f64>, Vec<f64>)> {
    if games.is_empty() || told.is_empty() {
        return None;
    }
    let size = told.len() + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let (slope, bend, _) = look(games, told, &weights);
        let step = times(&inverse(bend)?, &slope);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let (_, bend, scores) = look(games, told, &weights);
    let inverse = inverse(bend)?;
    // Standard errors from the residuals per game (sandwich estimator).
    let mut spread = vec![0.0; size];
    for score in scores {
        let moved = times(&inverse, &score);
        spread.iter_mut().zip(moved).for_each(|(sum, moved)| *sum += moved * moved);
    }
    let few = games.len() as f64 / (games.len() as f64 - size as f64).max(1.0);
    Some((weights, spread.into_iter().map(|sum| (sum * few).sqrt()).collect()))
}

/// Returns the gradient and the negated Hessian of the regularised log-likelihood, and each game's part of the gradient.
fn look(games: &[Game<'_>], told: &[usize], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let size = weights.len();
    let mut slope: Vec<f64> = weights.iter().map(|weight| -DOUBT * weight).collect();
    let mut bend = vec![vec![0.0; size]; size];
    (0..size).for_each(|place| bend[place][place] = DOUBT);
    let mut scores = Vec::with_capacity(games.len());
    for game in games {
        let share = 1.0 / game.samples.len() as f64;
        let mut score = vec![0.0; size];
        for sample in game.samples {
            let row = Game::row(sample, told);
            let value: f64 = row.iter().zip(weights).map(|(one, weight)| one * weight).sum();
            let expected = 1.0 / (1.0 + (-value).exp());
            let (missed, doubt) = (share * (game.result - expected), share * expected * (1.0 - expected));
            for (place, one) in row.iter().enumerate().filter(|(_, one)| **one != 0.0) {
                score[place] += missed * one;
                row.iter().zip(&mut bend[place]).for_each(|(other, sum)| *sum += doubt * one * other);
            }
        }
        slope.iter_mut().zip(&score).for_each(|(sum, one)| *sum += one);
        scores.push(score);
    }
    (slope, bend, scores)
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut found: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for place in 0..size {
        let pivot = (place..size)
            .max_by(|one, other| matrix[*one][place].abs().total_cmp(&matrix[*other][place].abs()))?;
        if matrix[pivot][place].abs() < 1e-12 {
            return None;
        }
        matrix.swap(place, pivot);
        found.swap(place, pivot);
        let by = matrix[place][place];
        for sums in [&mut matrix, &mut found] {
            sums[place].iter_mut().for_each(|one| *one /= by);
        }
        for row in (0..size).filter(|row| *row != place) {
            let by = matrix[row][place];
            for sums in [&mut matrix, &mut found] {
                let pivot = sums[place].clone();
                sums[row].iter_mut().zip(pivot).for_each(|(one, other)| *one -= by * other);
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Random;

    use super::*;

    fn notes(material: Vec<Vec<i16>>, winner: u8) -> Notes {
        Notes { material, winner, cause: Some("mate".to_owned()), ..Notes::default() }
    }

    #[test]
    fn fitted_worths_reflect_the_results() {
        // Results are drawn at random with the probabilities that these weights imply.
        let (truth, mut random) = ([0.8, 0.0, -0.5], Random::new(7));
        let mut draw = |most: usize| random.below(most);
        let games: Vec<Notes> = (0..1_500)
            .map(|_| {
                let sample: Vec<i16> =
                    (0..4).map(|kind| if kind == 3 { 0 } else { draw(5) as i16 - 2 }).collect();
                let value: f64 = truth.iter().zip(&sample).map(|(weight, one)| weight * f64::from(*one)).sum();
                let is_won = (draw(10_000) as f64) < 10_000.0 / (1.0 + (-value).exp());
                notes(vec![sample.clone(), sample], if is_won { 1 } else { 2 })
            })
            .collect();
        let found = worths(&games.iter().collect::<Vec<_>>(), 4);
        for (kind, weight) in truth.into_iter().enumerate() {
            let (expected, told) = (1.0 / (1.0 + (-weight).exp()), found[kind].as_ref().unwrap());
            assert!(told.least < expected && expected < told.most, "{kind}: {told:?} for {expected}");
            assert!(told.most - told.least < 0.08, "{told:?}");
        }
        assert!(found[3].is_none(), "a kind of which both sides always have the same number has no value");
    }

    #[test]
    fn few_games_give_wide_intervals_and_no_games_give_none() {
        assert_eq!(worths(&[], 3), vec![None; 3]);
        let one = notes(vec![vec![2, 0, 0]], 1);
        let found = worths(&[&one], 3);
        assert!(found[0].as_ref().is_some_and(|told| told.found > 0.5 && told.found < 0.9), "{found:?}");
        let broken = Notes { material: vec![vec![1]], ..one };
        assert_eq!(worths(&[&broken], 3), vec![None; 3]);
    }
}
