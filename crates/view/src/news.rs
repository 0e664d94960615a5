use entourage_record::{ClockView, Event};
use serde::Serialize;

use crate::{FailureView, RatingView, RemarkView, State};

/// Tells whoever follows a game what goes on in it.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum News {
    /// The game whole.
    State {
        /// As the server has it.
        state: Box<State>,
    },
    /// What happened, from the event of a number on.
    Events {
        /// The number.
        from: usize,
        /// What happened.
        events: Vec<Event>,
        /// The status words after it.
        status: String,
        /// The clocks, where there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        clock: Option<ClockView>,
    },
    /// What the players say to each other, from the line of a number on.
    Chat {
        /// The number.
        from: u32,
        /// What they say.
        lines: Vec<RemarkView>,
    },
    /// The clocks, where they changed without an event.
    Clock {
        /// As they are now.
        clock: ClockView,
    },
    /// Who is here.
    Here {
        /// Which of the players.
        sides: [bool; 2],
        /// How many look on.
        watchers: usize,
    },
    /// The names of those who play, where they have one, which changed without an event.
    Names {
        /// Side by side.
        names: [Option<String>; 2],
        /// Whether programs play under them.
        bots: [bool; 2],
    },
    /// How strong those are who play a rated game: as one comes, when who plays it changes, and when it has ended.
    Ratings {
        /// Side by side.
        ratings: [Option<RatingView>; 2],
    },
    /// Which sides wish the game deleted.
    Wishes {
        /// Side by side.
        wishes: [bool; 2],
    },
    /// Nothing has happened: the connection lives.
    Beat {},
    /// Nothing more is told.
    Error {
        /// Why.
        error: Box<FailureView>,
    },
    /// The move that was to be the event of a number is not played.
    Refused {
        /// The number.
        seq: usize,
        /// Why not.
        error: Box<FailureView>,
        /// The game as it stands, where it went on otherwise meanwhile.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        state: Option<Box<State>>,
    },
}
