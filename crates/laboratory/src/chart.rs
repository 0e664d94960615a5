/// The cells of a whole bar.
const CELLS: usize = 20;

/// Draws a share, 0 to 1, as a bar of signs.
pub(crate) fn bar(share: f64) -> String {
    let filled = ((share.clamp(0.0, 1.0) * CELLS as f64).round() as usize).min(CELLS);
    format!("{}{}", "█".repeat(filled), "░".repeat(CELLS - filled))
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_have_one_length_whatever_they_show() {
        for share in [f64::NAN, -1.0, 0.0, 0.012, 0.5, 1.0, 7.0] {
            assert_eq!(bar(share).chars().count(), 20, "{share}");
        }
        assert_eq!(bar(0.5).chars().filter(|sign| *sign == '█').count(), 10);
    }
}
