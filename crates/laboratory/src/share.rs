use entourage_registry::view::ShareView;

/// How sure an interval is: it holds the truth in 95 of 100 cases.
const WIDTH: f64 = 1.96;

/// Finds what share of some cases these are, with Wilson's interval; they may be halves, such as draws.
pub(crate) fn share(these: f64, of: u64) -> ShareView {
    if of == 0 {
        return ShareView { found: 0.5, least: 0.0, most: 1.0, of };
    }
    let number = of as f64;
    let share = (these / number).clamp(0.0, 1.0);
    let (square, below) = (WIDTH * WIDTH, 1.0 + WIDTH * WIDTH / number);
    let middle = (share + square / (2.0 * number)) / below;
    let half = WIDTH / below * (share * (1.0 - share) / number + square / (4.0 * number * number)).sqrt();
    ShareView { found: share, least: (middle - half).max(0.0), most: (middle + half).min(1.0), of }
}

/// Tells whether the truth lies above a share, as far as can be told.
pub(crate) fn is_above(share: &ShareView, bound: f64) -> bool {
    share.of > 0 && share.least > bound
}

/// Tells whether the truth lies below a share, as far as can be told.
pub(crate) fn is_below(share: &ShareView, bound: f64) -> bool {
    share.of > 0 && share.most < bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        // Wilson's own example in textbooks: 8 of 10.
        let found = share(8.0, 10);
        assert!((found.least - 0.4902).abs() < 5e-4 && (found.most - 0.9433).abs() < 5e-4, "{found:?}");
        assert!(!is_above(&found, 0.5) && is_above(&share(61.0, 100), 0.5));
        let nothing = share(0.0, 0);
        assert!(!is_above(&nothing, 0.0) && !is_below(&nothing, 1.0));
        assert!(share(0.0, 50).least.abs() < 1e-9 && share(50.0, 50).most > 0.999);
    }
}
