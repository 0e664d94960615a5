//! The room in which those who follow a game on this process meet, and what they share there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use entourage_record::Access;
use tokio::sync::{OnceCell, watch};

use super::elsewhere::Presence;
use super::progress::Progress;
use super::pulse::Pulse;

/// How long news may be told to others as they were told to the first: what clocks show in them is hardly older than that.
pub(super) const FRESH: Duration = Duration::from_millis(20);

/// Where those who follow a game meet.
#[derive(Default)]
pub(super) struct Room {
    pub pulse: watch::Sender<Pulse>,
    /// Who of this process is there.
    pub here: Presence,
    /// How far the game had come when everybody was last told that it had; `None` before anybody has read it.
    pub told: Option<Progress>,
    /// Whether nothing has been heard since the game was compared with what is stored: it is most likely as it is at hand.
    pub sure: bool,
    /// What one of them was told last; the others are told the same.
    pub news: Option<News>,
    /// What is read for one of them and told to all.
    pub memos: Memos,
}

/// What is told to everybody who has heard as much: written once.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// The number of events that one who is told has heard.
    pub from: usize,
    /// The number of events that they have heard then.
    pub to: usize,
    /// The count of the room up to which these are all the events.
    pub pulse: u64,
    /// The message.
    pub text: Utf8Bytes,
    /// When it was written.
    pub at: Instant,
}

/// What all who follow a game are told alike, each read once.
#[derive(Default)]
pub(super) struct Memos {
    /// Who plays.
    pub names: Memo<Text>,
    /// How strong those are.
    pub ratings: Memo<Text>,
    /// Which of them wish the game deleted.
    pub wishes: Memo<[bool; 2]>,
    /// What the game's public name opens.
    pub public: Memo<Option<Access>>,
}

/// A message, if there is anything to tell.
pub(crate) type Text = Option<Utf8Bytes>;

/// What is read once, by the first who needs it, while others wait for that.
pub(crate) type Shared<T> = Arc<OnceCell<T>>;

/// Holds what was read since something was last counted.
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
    /// Returns what was read since a count was reached, or is to be read; whoever comes with an earlier count is told what is newer.
    pub fn since(&mut self, count: u64) -> Shared<T> {
        if count > self.count {
            *self = Self { count, read: Arc::default() };
        }
        Arc::clone(&self.read)
    }
}

impl Room {
    /// Tells who is there, on this process and on others.
    pub fn count(&self, elsewhere: Presence) {
        let Presence { players, watchers } = self.here.and(elsewhere);
        self.pulse.send_if_modified(|pulse| {
            let changed = (pulse.players, pulse.watchers) != (players, watchers);
            (pulse.players, pulse.watchers) = (players, watchers);
            changed
        });
    }

    /// Tells that a game has come so far by what this process did to it: it was raised by so much, so many events among that.
    pub fn advance(
        &mut self,
        progress: Progress,
        raised: usize,
        events: usize,
        change: impl FnOnce(&mut Pulse),
    ) {
        // What others did before is told when it is looked at.
        if self.told == Some(progress.before(raised, events)) {
            self.told = Some(progress);
        }
        self.pulse.send_modify(|pulse| {
            pulse.version = pulse.version.max(progress.version);
            change(pulse);
        });
    }

    /// Tells what has changed now that a game was read and has come so far, over or not: events alone, or perhaps anything.
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
                    // They may follow from its end.
                    pulse.ratings += u64::from(over);
                }
                _ => pulse.stir(),
            }
        });
    }
}
