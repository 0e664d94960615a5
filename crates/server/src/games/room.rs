//! The followers of a game on this process, and the messages that they share.

use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{OnceCell, watch};

use super::remote_presence::Presence;
use crate::games::prelude::*;

/// How long a message can be reused for other followers before its clock times are out of date.
pub(super) const FRESH: Duration = Duration::from_millis(20);

#[derive(Default)]
pub(super) struct Room {
    pub pulse: watch::Sender<Pulse>,
    pub here: Presence,
    /// The progress at the last notification; `None` until the game has been read.
    pub told: Option<Progress>,
    /// Whether the cached game is probably current: no change was reported since it was compared with the
    /// store.
    pub sure: bool,
    /// The last message sent to a follower, for reuse.
    pub news: Option<News>,
    pub memos: Memos,
}

/// A message for all followers with the same number of events.
#[derive(Clone, Debug)]
pub(crate) struct News {
    pub from: usize,
    pub to: usize,
    /// The room's event counter when the message was written.
    pub pulse: u64,
    pub text: Utf8Bytes,
    pub at: Instant,
}

#[derive(Default)]
pub(super) struct Memos {
    pub names: Memo<Text>,
    pub ratings: Memo<Text>,
    pub wishes: Memo<[bool; 2]>,
    pub public: Memo<Option<Access>>,
}

pub(crate) type Text = Option<Utf8Bytes>;

/// A value that is read only once: by the first follower that needs it, while the others wait.
pub(crate) type Shared<T> = Arc<OnceCell<T>>;

/// A [`Shared`] value that is valid until a change counter increases.
pub(super) struct Memo<T> {
    count: u64,
    read: Shared<T>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self { count: 0, read: Arc::default() }
    }
}

impl<T> Memo<T> {
    pub fn since(&mut self, count: u64) -> Shared<T> {
        if count > self.count {
            *self = Self { count, read: Arc::default() };
        }
        Arc::clone(&self.read)
    }
}

impl Room {
    pub fn count(&self, elsewhere: Presence) {
        let Presence { players, watchers, .. } = self.here.and(elsewhere);
        self.pulse.send_if_modified(|pulse| {
            let changed = (pulse.players, pulse.watchers) != (players, watchers);
            (pulse.players, pulse.watchers) = (players, watchers);
            changed
        });
    }

    /// Records a change by this process that raised the game's version by `raised` and added `events` events.
    pub fn advance(
        &mut self,
        progress: Progress,
        raised: usize,
        events: usize,
        change: impl FnOnce(&mut Pulse),
    ) {
        // Changes by other processes are read before followers are notified of them.
        if self.told == Some(progress.before(raised, events)) {
            self.told = Some(progress);
        }
        self.pulse.send_modify(|pulse| {
            pulse.version = pulse.version.max(progress.version);
            change(pulse);
        });
    }

    /// Notifies followers after the game was read again: of the new events or, if more has changed, of the whole state.
    pub fn learn(&mut self, progress: Progress, over: bool) {
        let told = self.told.replace(progress);
        if let Some(told) = told.filter(|told| told.version >= progress.version) {
            self.told = Some(told);
            return;
        }
        self.pulse.send_modify(|pulse| {
            pulse.version = pulse.version.max(progress.version);
            match told {
                Some(told) if progress.is_events_since(told) => {
                    pulse.events += 1;
                    // The end of a game may change ratings.
                    pulse.ratings += u64::from(over);
                }
                _ => pulse.stir(),
            }
        });
    }
}

/// Change counters of a game with followers. Each follower compares them with the counters at its last update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulse {
    /// A lower bound on the game's version; 0 if the game has not changed since the room was opened.
    pub version: i64,
    pub events: u64,
    pub remarks: u64,
    pub unsaid: u64,
    pub wishes: u64,
    pub clocks: u64,
    pub ratings: u64,
    pub keys: u64,
    /// Number of connections per side.
    pub players: [usize; 2],
    pub watchers: usize,
}

impl Pulse {
    pub fn stir(&mut self) {
        for count in [
            &mut self.events,
            &mut self.remarks,
            &mut self.unsaid,
            &mut self.wishes,
            &mut self.clocks,
            &mut self.ratings,
            &mut self.keys,
        ] {
            *count += 1;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    pub version: i64,
    pub events: usize,
}

impl Progress {
    /// Returns whether only events were added since an earlier state.
    pub fn is_events_since(self, earlier: Self) -> bool {
        let changes = self.version.checked_sub(earlier.version).and_then(|raised| usize::try_from(raised).ok());
        changes.is_some() && changes == self.events.checked_sub(earlier.events)
    }

    /// Returns the progress before a change that raised the version by `raised` and added `events` events.
    pub fn before(self, raised: usize, events: usize) -> Self {
        Self {
            version: self.version.saturating_sub_unsigned(raised as u64),
            events: self.events.saturating_sub(events),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_raise_the_version_by_their_number() {
        let of = |version, events| Progress { version, events };
        let known = of(5, 3);
        for (now, events) in
            [(of(6, 4), true), (of(9, 7), true), (of(5, 3), true), (of(6, 3), false), (of(8, 4), false)]
        {
            assert_eq!(now.is_events_since(known), events, "{now:?}");
        }
        assert!(!of(4, 2).is_events_since(known), "an earlier state");
        assert_eq!((of(6, 4).before(1, 1), of(6, 3).before(1, 0)), (known, known));
    }
}
