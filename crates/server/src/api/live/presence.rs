use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::games::pulse::Pulse;

/// How often a client is told at most who is here; in a room of more than a hundred, more seldom by as much.
const SELDOM: Duration = Duration::from_millis(500);

/// Who is here as a client was told, and when it may be told again.
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
    /// Returns what is to be told now, if anything: all of a room together are told so many times a second at most.
    pub fn news(&mut self, pulse: Pulse) -> Option<([bool; 2], usize)> {
        let (who, now) = (who(pulse), Instant::now());
        if self.told == Some(who) || now < self.next {
            return None;
        }
        let guests = pulse.players.iter().sum::<usize>() + pulse.watchers;
        self.next = now + SELDOM.max(SELDOM / 100 * u32::try_from(guests).unwrap_or(u32::MAX));
        self.told = Some(who);
        self.told
    }

    /// Waits until there is something to be told that had to wait; for ever if there is nothing.
    pub async fn due(&self, seen: Option<Pulse>) {
        match seen {
            Some(pulse) if self.told != Some(who(pulse)) => sleep_until(self.next).await,
            _ => std::future::pending().await,
        }
    }
}

/// Returns which sides are here, and how many look on.
fn who(pulse: Pulse) -> ([bool; 2], usize) {
    (pulse.players.map(|count| count > 0), pulse.watchers)
}
