use std::cell::RefCell;
use std::time::Duration;

use tokio::time::Instant;

/// How long after everything is well again what had begun before may still fail.
const AFTER: Duration = Duration::from_secs(6);

/// Knows when something was killed or stood still, and when all was well again.
#[derive(Default)]
pub struct Outages(RefCell<Vec<(Instant, Option<Instant>)>>);

impl Outages {
    /// Notes that one begins.
    pub fn begin(&self) {
        self.0.borrow_mut().push((Instant::now(), None));
    }

    /// Notes that it is over.
    pub fn end(&self) {
        if let Some(last) = self.0.borrow_mut().last_mut() {
            last.1 = Some(Instant::now());
        }
    }

    /// Tells whether what took from one instant to another had one to suffer from.
    pub fn excuse(&self, from: Instant, to: Instant) -> bool {
        self.0.borrow().iter().any(|(begun, over)| *begun <= to && over.is_none_or(|over| from <= over + AFTER))
    }

    /// Returns how long there were any, in all.
    pub fn lasted(&self) -> Duration {
        self.0.borrow().iter().filter_map(|(begun, over)| Some(over.as_ref()?.duration_since(*begun))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_meets_an_outage_is_excused() {
        let (outages, begun) = (Outages::default(), Instant::now());
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        *outages.0.borrow_mut() = vec![(at(10), Some(at(12))), (at(100), None)];
        assert!(
            !outages.excuse(at(1), at(9)) && outages.excuse(at(1), at(11)) && outages.excuse(at(17), at(18))
        );
        assert!(!outages.excuse(at(19), at(30)) && outages.excuse(at(500), at(501)));
        assert_eq!(outages.lasted(), Duration::from_secs(2));
    }
}
