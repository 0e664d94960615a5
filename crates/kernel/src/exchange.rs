/// Returns the static exchange evaluation of captures on one square, where either side can stop capturing.
///
/// The first capture wins `gain` and puts a piece worth `standing` on the square. `recapture` returns the value of the next
/// capturing piece, for each side in turn, or `None` if there is none. The calculation ends as soon as the sign of the
/// result is certain, so the sign is exact, but a gain or loss may be overestimated.
pub fn settle_exchange(gain: i32, standing: i32, mut recapture: impl FnMut() -> Option<i32>) -> i32 {
    const MAX_CAPTURES: usize = 24;
    let mut gains = [0; MAX_CAPTURES];
    gains[0] = gain;
    let mut standing = standing;
    let mut last = 0;
    while last + 1 < MAX_CAPTURES {
        let captured = standing - gains[last];
        // The side to move loses material whether it captures or stops.
        if captured.max(-gains[last]) < 0 {
            break;
        }
        let Some(captor) = recapture() else { break };
        last += 1;
        gains[last] = captured;
        standing = captor;
    }
    while last > 0 {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
        last -= 1;
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use super::settle_exchange;

    fn settle(gain: i32, standing: i32, captors: &[i32]) -> i32 {
        let mut captors = captors.iter();
        settle_exchange(gain, standing, || captors.next().copied())
    }

    #[test]
    fn each_side_stops_before_losing_material() {
        assert_eq!(settle(100, 500, &[]), 100);
        assert_eq!(settle(100, 500, &[300]), -400);
        assert_eq!(settle(100, 500, &[900, 300]), 100, "a queen does not take a guarded rook");
        assert_eq!(settle(100, 100, &[500, 100]), 100, "a rook does not take a guarded pawn");
        assert!(settle(0, 300, &[100, 100]) <= -200, "a quiet move to a guarded square");
        assert!(settle(500, 300, &[100]) >= 200, "a piece for a lesser one");
    }
}
