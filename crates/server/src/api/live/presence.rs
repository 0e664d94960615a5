use tokio::time::sleep_until;

use crate::api::prelude::*;
use crate::games::room::Pulse;

/// Minimum interval between presence reports; the interval grows with the number of followers beyond 100.
const MIN_INTERVAL: Duration = Duration::from_millis(500);

pub(super) struct Presence {
    told: Option<([bool; 2], usize)>,
    next: Instant,
}

impl Default for Presence {
    fn default() -> Self {
        Self { told: None, next: Instant::now() }
    }
}

impl Presence {
    pub fn news(&mut self, pulse: Pulse) -> Option<([bool; 2], usize)> {
        let (who, now) = (who(pulse), Instant::now());
        if self.told == Some(who) || now < self.next {
            return None;
        }
        let guests = pulse.players.iter().sum::<usize>() + pulse.watchers;
        self.next = now + MIN_INTERVAL.max(MIN_INTERVAL / 100 * u32::try_from(guests).unwrap_or(u32::MAX));
        self.told = Some(who);
        self.told
    }

    pub async fn due(&self, seen: Option<Pulse>) {
        match seen {
            Some(pulse) if self.told != Some(who(pulse)) => sleep_until(self.next).await,
            _ => std::future::pending().await,
        }
    }
}

fn who(pulse: Pulse) -> ([bool; 2], usize) {
    (pulse.players.map(|count| count > 0), pulse.watchers)
}
