use entourage_record::{ClockView, Event};
use serde::Serialize;

use crate::{FailureView, RatingView, RemarkView, State};

/// An update for clients that follow a game.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum News {
    State {
        state: Box<State>,
    },
    Events {
        from: usize,
        events: Vec<Event>,
        status: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        clock: Option<ClockView>,
    },
    /// Chat messages from a sequence number on.
    Chat {
        from: u32,
        lines: Vec<RemarkView>,
    },
    /// The clocks, sent after a change that no event reports.
    Clock {
        clock: ClockView,
    },
    Here {
        sides: [bool; 2],
        watchers: usize,
    },
    /// The player names, sent after a change that no event reports.
    Names {
        names: [Option<String>; 2],
        bots: [bool; 2],
    },
    /// The ratings in a rated game, sent on connection, when a player changes, and after the game has ended.
    Ratings {
        ratings: [Option<RatingView>; 2],
    },
    Wishes {
        wishes: [bool; 2],
    },
    /// A heartbeat.
    Beat {},
    /// An error that ends the connection.
    Error {
        error: Box<FailureView>,
    },
    /// The server refused a move from the client.
    Refused {
        seq: usize,
        error: Box<FailureView>,
        /// The current state of the game, if it has changed since the client last saw it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        state: Option<Box<State>>,
    },
}
