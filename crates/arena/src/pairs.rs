/// Number of game pairs by the first player's score in the pair: 0, ½, 1, 1½ or 2 points.
///
/// The two games of a pair have the same opening and are not independent, so statistics are computed from pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u32; 5]);

/// An Elo difference with its confidence interval, whose bounds can be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub best: f64,
    pub least: f64,
    pub most: f64,
}

/// Replaces counts of 0, so that no score is considered impossible.
const UNSEEN: f64 = 1e-3;
/// Half of the 95 % quantile of χ² with one degree of freedom.
const TOLERANCE: f64 = 1.920_729;

impl Pairs {
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    pub fn score(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let points: f64 =
            self.0.iter().zip(0..).map(|(&pairs, halves)| f64::from(pairs) * f64::from(halves)).sum();
        points / (4.0 * f64::from(self.count()))
    }

    /// Returns the Elo difference with its 95 % likelihood-ratio interval; `None` if there are no pairs.
    pub fn elo(&self) -> Option<Interval> {
        let pairs = f64::from(self.count());
        if pairs == 0.0 {
            return None;
        }
        let score = self.score();
        let fits = |other: f64| pairs * (self.likelihood(score) - self.likelihood(other)) <= TOLERANCE;
        let bound = |end: f64| {
            let (mut inside, mut outside) = (score, end);
            for _ in 0..60 {
                let middle = f64::midpoint(inside, outside);
                if fits(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        let [least, most] = [bound(0.0), bound(1.0)];
        let closed =
            |share: f64| elo_of_score(if (1e-9..=1.0 - 1e-9).contains(&share) { share } else { share.round() });
        Some(Interval { best: closed(score), least: closed(least), most: closed(most) })
    }

    pub fn likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let [zero, one] = [elo0, elo1].map(|elo| self.likelihood(score_of_elo(elo)));
        f64::from(self.count()) * (one - zero)
    }

    /// Returns the maximum log-likelihood per pair over all distributions with the specified mean.
    fn likelihood(&self, mean: f64) -> f64 {
        let total: f64 = self.0.iter().map(|&pairs| f64::from(pairs).max(UNSEEN)).sum();
        let seen = self.0.map(|pairs| f64::from(pairs).max(UNSEEN) / total);
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean = mean.clamp(1e-9, 1.0 - 1e-9);
        // The distribution is seen / (1 + x (score - mean)), where x is chosen so that the mean is as specified.
        let excess = |x: f64| -> f64 {
            seen.iter().zip(scores).map(|(p, score)| p * (score - mean) / (1.0 + x * (score - mean))).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if excess(middle) > 0.0 { low = middle } else { high = middle }
        }
        let x = f64::midpoint(low, high);
        seen.iter().zip(scores).map(|(p, score)| p * (p / (1.0 + x * (score - mean))).ln()).sum()
    }
}

fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of_score(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64, by: f64) {
        assert!((found - wanted).abs() <= by, "{found} is not {wanted}");
    }

    #[test]
    fn elo_follows_the_score() {
        near(elo_of_score(0.75), 190.8, 0.1);
        near(score_of_elo(elo_of_score(0.3)), 0.3, 1e-12);
        assert_eq!(Pairs::default().elo(), None);
        near(Pairs([0, 0, 1, 0, 1]).score(), 0.75, 1e-12);
    }

    #[test]
    fn intervals_agree_with_the_normal_approximation_where_that_holds() {
        let pairs = Pairs([100, 250, 400, 350, 150]);
        let n = f64::from(pairs.count());
        let mean = pairs.score();
        let variance: f64 =
            (0..5).map(|i| f64::from(pairs.0[i]) * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
        let margin = 1.96 * (variance / n).sqrt();
        let Interval { best, least, most } = pairs.elo().unwrap();
        near(best, elo_of_score(mean), 1e-9);
        near(least, elo_of_score(mean - margin), 0.5);
        near(most, elo_of_score(mean + margin), 0.5);
    }

    #[test]
    fn one_sided_results_have_sensible_intervals() {
        let Interval { best, least, most } = Pairs([0, 0, 0, 0, 100]).elo().unwrap();
        assert!(best.is_infinite() && most.is_infinite() && (600.0..800.0).contains(&least), "{least}");
        let Interval { best, least, most } = Pairs([0, 0, 100, 0, 0]).elo().unwrap();
        near(best, 0.0, 1e-6);
        assert!((3.0..12.0).contains(&most), "{most}");
        near(least, -most, 0.01);
        let few = Pairs([0, 0, 0, 0, 1]).elo().unwrap();
        assert!(few.least < -250.0, "one pair proves almost nothing: {few:?}");
    }

    #[test]
    fn likelihood_ratios_agree_with_the_normal_approximation_where_that_holds() {
        let pairs = Pairs([100, 250, 400, 350, 150]);
        let n = f64::from(pairs.count());
        let mean = pairs.score();
        let variance: f64 =
            (0..5).map(|i| f64::from(pairs.0[i]) * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
        let [s0, s1] = [0.0, 10.0].map(score_of_elo);
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        near(pairs.likelihood_ratio(0.0, 10.0), normal, normal.abs() * 0.03);
        near(Pairs([0, 0, 0, 0, 1]).likelihood_ratio(0.0, 10.0), (s1 / s0).ln(), 1e-2);
        assert!(Pairs([10, 0, 0, 0, 0]).likelihood_ratio(0.0, 10.0) < 0.0);
    }
}
