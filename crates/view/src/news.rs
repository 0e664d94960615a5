use entourage_record::{ClockView, Event};
use serde::Serialize;

use crate::{FailureView, RatingView, RemarkView, State};

/// An update for clients that follow a game.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum News {
    State {
        state: Box<State>,
    },
    Events {
        from: usize,
        events: Vec<Event>,
        status: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        clock: Option<ClockView>,
    },
    /// What the players say to each other, from the line of a number on.
    Chat {
        from: u32,
        lines: Vec<RemarkView>,
    },
    /// The clocks, where they changed without an event.
    Clock {
        clock: ClockView,
    },
    Here {
        sides: [bool; 2],
        watchers: usize,
    },
    /// The names of those who play, where they have one, which changed without an event.
    Names {
        names: [Option<String>; 2],
        bots: [bool; 2],
    },
    /// How strong those are who play a rated game: as one comes, when who plays it changes, and when it has ended.
    Ratings {
        ratings: [Option<RatingView>; 2],
    },
    Wishes {
        wishes: [bool; 2],
    },
    /// Nothing has happened: the connection lives.
    Beat {},
    /// Nothing more is told.
    Error {
        error: Box<FailureView>,
    },
    /// The move that was to be the event of a number is not played.
    Refused {
        seq: usize,
        error: Box<FailureView>,
        /// The game as it stands, where it went on otherwise meanwhile.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        state: Option<Box<State>>,
    },
}
