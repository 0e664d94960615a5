//! What a server process announces to the others when it has changed a game.

use entourage_record::{Entry, Event};
use serde::{Deserialize, Serialize};

use crate::games::prelude::*;

/// A stored change of a game, or several in succession.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// The game's version after the change; `None` if it must be read from the database.
    pub version: Option<i64>,
    /// The events of the change; `None` if they must be read from the database.
    pub events: Option<Events>,
}

/// Consecutive events of a game, the first of which has number `from`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "EventRows", into = "EventRows")]
pub(crate) struct Events {
    pub from: usize,
    pub entries: Vec<Entry>,
}

/// The number of the first event, and the columns of each event in the database: kind, payload, mover, status, time and deadline.
#[derive(Serialize, Deserialize)]
struct EventRows(usize, Vec<EventRow>);

type EventRow = (String, String, Option<usize>, Option<String>, i64, Option<i64>);

impl From<Events> for EventRows {
    fn from(Events { from, entries }: Events) -> Self {
        let row = |Entry { event, mover, status, at, deadline }| {
            let (kind, payload) = event.columns();
            (kind.to_owned(), payload, mover.map(Side::number), status, at, deadline)
        };
        Self(from, entries.into_iter().map(row).collect())
    }
}

impl TryFrom<EventRows> for Events {
    type Error = &'static str;

    fn try_from(EventRows(from, rows): EventRows) -> Result<Self, Self::Error> {
        let entry = |(kind, payload, mover, status, at, deadline): EventRow| {
            let event = Event::from_columns(&kind, &payload)?;
            let mover = match mover {
                Some(number) => Some(Side::BOTH.into_iter().find(|side| side.number() == number)?),
                None => None,
            };
            Some(Entry { event, mover, status, at, deadline })
        };
        let entries: Option<Vec<Entry>> = rows.into_iter().map(entry).collect();
        entries.map(|entries| Self { from, entries }).ok_or("an event is invalid")
    }
}

impl Change {
    /// A change of which nothing is known.
    pub const UNKNOWN: Self = Self { version: None, events: None };

    pub const fn to_version(version: i64) -> Self {
        Self { version: Some(version), events: None }
    }

    /// Adds a change that was announced later. An unknown version stays unknown.
    pub fn add(&mut self, later: Self) {
        self.version = self.version.zip(later.version).map(|(one, other)| one.max(other));
        self.events =
            self.events.take().zip(later.events).and_then(|(events, later)| events.followed_by(later));
    }
}

impl Events {
    /// Maximum number of events in an announcement.
    pub const MAX: usize = 8;

    /// `None` if the events cannot be announced. Choices made before a game are secret, so they never are.
    pub fn of(from: usize, entries: &[Entry]) -> Option<Self> {
        let secret = |entry: &Entry| matches!(entry.event, Event::Setup { .. });
        let fits = (1..=Self::MAX).contains(&entries.len()) && !entries.iter().any(secret);
        fits.then(|| Self { from, entries: entries.to_vec() })
    }

    fn followed_by(mut self, later: Self) -> Option<Self> {
        let fits = later.from == self.from + self.entries.len()
            && self.entries.len() + later.entries.len() <= Self::MAX;
        self.entries.extend(later.entries);
        fits.then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(from: usize, count: usize) -> Option<Events> {
        let event = Event::Move { text: "e2e4".into() };
        let entry = Entry { event, mover: Some(Side::First), status: None, at: 0, deadline: None };
        Events::of(from, &vec![entry; count])
    }

    #[test]
    fn consecutive_events_are_announced_together() {
        let mut change = Change { version: Some(5), events: events(3, 1) };
        change.add(Change { version: Some(7), events: events(4, 2) });
        assert_eq!(change, Change { version: Some(7), events: events(3, 3) });
        let mut gap = change.clone();
        gap.add(Change { version: Some(8), events: events(7, 1) });
        assert_eq!(gap, Change::to_version(8), "an event is missing");
        let mut long = change.clone();
        long.add(Change { version: Some(13), events: events(6, Events::MAX - 2) });
        assert_eq!(long, Change::to_version(13), "too many events");
        change.add(Change::to_version(9));
        assert_eq!(change, Change::to_version(9), "something else has changed");
        change.add(Change::UNKNOWN);
        change.add(Change { version: Some(10), events: events(6, 1) });
        assert_eq!(change, Change::UNKNOWN);
    }

    #[test]
    fn announcements_round_trip_and_invalid_ones_are_refused() {
        let told = events(3, 2).unwrap();
        let text = serde_json::to_string(&told).unwrap();
        assert_eq!(text, r#"[3,[["move","e2e4",1,null,0,null],["move","e2e4",1,null,0,null]]]"#);
        assert_eq!(serde_json::from_str::<Events>(&text).unwrap(), told);
        for wrong in [r#"[3,[["leap","e2e4",1,null,0,null]]]"#, r#"[3,[["move","e2e4",3,null,0,null]]]"#] {
            assert!(serde_json::from_str::<Events>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn choices_before_the_game_are_not_announced() {
        let setup = Event::Setup { side: Side::First, setup: "R".into(), salt: None, commitment: None };
        let entry = Entry { event: setup, mover: None, status: None, at: 0, deadline: None };
        assert_eq!((Events::of(0, &[entry]), Events::of(0, &[])), (None, None));
    }
}
