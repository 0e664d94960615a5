use crate::Pairs;

/// A sequential probability ratio test between two hypotheses: the Elo difference is `elo0`, or it is `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// Probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// Probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Accepted,
    Rejected,
}

impl Sprt {
    /// Returns the lower and upper log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        pairs.likelihood_ratio(self.elo0, self.elo1)
    }

    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (low, high) = self.bounds();
        match self.likelihood_ratio(pairs) {
            ratio if ratio >= high => Some(Verdict::Accepted),
            ratio if ratio <= low => Some(Verdict::Rejected),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Random;

    use super::*;

    fn ended(sprt: Sprt, chances: [usize; 5], seed: u64) -> (Verdict, u32) {
        let mut random = Random::new(seed);
        let mut pairs = Pairs::default();
        loop {
            let mut draw = random.below(1000);
            let score = chances.iter().position(|&chance| {
                let here = draw < chance;
                draw = draw.saturating_sub(chance);
                here
            });
            pairs.0[score.unwrap_or(4)] += 1;
            if let Some(verdict) = sprt.verdict(&pairs) {
                return (verdict, pairs.count());
            }
        }
    }

    #[test]
    fn error_rates_are_as_requested() {
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        assert!((sprt.bounds().1 - 2.944).abs() < 0.001 && (sprt.bounds().0 + 2.944).abs() < 0.001);
        // Distributions with mean scores of ½ and 0.585, which correspond to 0 and 60 Elo.
        for (chances, wanted) in
            [([100, 200, 400, 200, 100], Verdict::Rejected), ([60, 150, 330, 310, 150], Verdict::Accepted)]
        {
            let wrong = (0..200).filter(|&seed| ended(sprt, chances, seed).0 != wanted).count();
            assert!(wrong <= 20, "{wrong} of 200 tests are wrong");
        }
        assert!(ended(sprt, [0, 0, 0, 0, 1000], 1).1 > 10, "a handful of wins proves nothing");
    }
}
