/// Returns what the first captor wins when two sides capture on one square in turn and each stops where going on would
/// cost it.
///
/// The first capture wins `gain` and puts a piece of the worth `standing` on the square; `recapture` names the worth of the
/// next captor, of the two sides in turn, until it returns `None`. The sign is always right; once what follows cannot change it,
/// it is not asked for, so that a gain may be told too high and a loss too deep by what would follow.
pub fn settle_exchange(gain: i32, standing: i32, mut recapture: impl FnMut() -> Option<i32>) -> i32 {
    const LONGEST: usize = 24;
    let mut gains = [0; LONGEST];
    gains[0] = gain;
    let mut standing = standing;
    let mut last = 0;
    while last + 1 < LONGEST {
        let captured = standing - gains[last];
        // Neither taking nor stopping can help whoever is to move.
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
    fn each_side_stops_in_time() {
        assert_eq!(settle(100, 500, &[]), 100);
        assert_eq!(settle(100, 500, &[300]), -400);
        assert_eq!(settle(100, 500, &[900, 300]), 100, "a queen does not take a guarded rook");
        assert_eq!(settle(100, 100, &[500, 100]), 100, "a rook does not take a guarded pawn");
        assert!(settle(0, 300, &[100, 100]) <= -200, "a quiet move to a guarded square");
        assert!(settle(500, 300, &[100]) >= 200, "a piece for a lesser one");
    }
}
