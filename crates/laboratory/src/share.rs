use entourage_kernel::Language;
use entourage_registry::view::ShareView;

/// The quantile of the normal distribution for 95 % intervals.
pub(crate) const QUANTILE_95: f64 = 1.96;

/// Returns `these` as a share of `of`, with its 95 % Wilson interval; `these` can be fractional, since draws count as half.
pub(crate) fn share(these: f64, of: u64) -> ShareView {
    share_at(these, of, QUANTILE_95)
}

/// Returns a share like [`share`], with the Wilson interval for another quantile of the normal distribution.
pub(crate) fn share_at(these: f64, of: u64, quantile: f64) -> ShareView {
    if of == 0 {
        return ShareView { found: 0.5, least: 0.0, most: 1.0, of };
    }
    let found = (these / of as f64).clamp(0.0, 1.0);
    let [least, most] = wilson(found, of as f64, quantile);
    ShareView { found, least, most, of }
}

fn wilson(share: f64, number: f64, quantile: f64) -> [f64; 2] {
    let (square, below) = (quantile * quantile, 1.0 + quantile * quantile / number);
    let middle = (share + square / (2.0 * number)) / below;
    let half = quantile / below * (share * (1.0 - share) / number + square / (4.0 * number * number)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// Returns a share over several games, each given as the number of cases that count and the number of all cases.
///
/// Cases within one game are correlated, so the interval is computed for the equivalent number of independent cases.
pub(crate) fn share_of_games(games: impl Iterator<Item = [u32; 2]>) -> ShareView {
    let games: Vec<[f64; 2]> = games.filter(|[_, of]| *of > 0).map(|game| game.map(f64::from)).collect();
    let [these, of] = games.iter().fold([0.0; 2], |[these, of], [more, all]| [these + more, of + all]);
    let whole = share(these, of as u64);
    let number = games.len() as f64;
    let found = whole.found;
    let spread: f64 = games.iter().map(|[these, of]| (these - found * of).powi(2)).sum();
    let variance = spread / (of * of) * number / (number - 1.0);
    let worth = found * (1.0 - found) / variance;
    // The variance is unknown for fewer than two games or if all games have the same share.
    if !worth.is_finite() || worth >= of {
        return whole;
    }
    let worth = worth.max(1.0);
    let [least, most] = wilson(found, worth, QUANTILE_95);
    ShareView { least, most, ..whole }
}

pub(crate) fn is_above(share: &ShareView, bound: f64) -> bool {
    share.of > 0 && share.least > bound
}

pub(crate) fn is_below(share: &ShareView, bound: f64) -> bool {
    share.of > 0 && share.most < bound
}

pub(crate) fn tenths(number: f64, language: Language) -> String {
    let written = format!("{number:.1}");
    match language {
        Language::English => written,
        Language::French => written.replace('.', ","),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        // A textbook example of the Wilson interval: 8 of 10.
        let found = share(8.0, 10);
        assert!((found.least - 0.4902).abs() < 5e-4 && (found.most - 0.9433).abs() < 5e-4, "{found:?}");
        assert!(!is_above(&found, 0.5) && is_above(&share(61.0, 100), 0.5));
        let nothing = share(0.0, 0);
        assert!(!is_above(&nothing, 0.0) && !is_below(&nothing, 1.0));
        // A game whose cases all agree counts as one case; if all games have the same share, every case counts.
        let whole = share_of_games((0..10).map(|game| [if game < 8 { 100 } else { 0 }, 100]));
        assert!(
            (whole.least - 0.4902).abs() < 0.03 && (whole.most - 0.9433).abs() < 0.03 && whole.of == 1000,
            "{whole:?}"
        );
        let alike = share_of_games((0..10).map(|_| [80, 100]));
        assert_eq!(alike, share(800.0, 1000));
        assert_eq!(share_of_games([[3, 4]].into_iter()), share(3.0, 4));
        assert_eq!(share_of_games([[0, 0]].into_iter()), nothing);
        assert!(share(0.0, 50).least.abs() < 1e-9 && share(50.0, 50).most > 0.999);
    }
}
