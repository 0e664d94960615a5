//! The one list of games, and the object-safe face that command, server and browser use.
//!
//! [`open`] makes a game of its spec; everything else goes through [`AnyGame`], [`AnyMatch`] and
//! [`AnySearch`], whose data for people are the plain shapes of [`view`].

mod any_game;
mod courier;
mod describe;
mod draft;
mod figure;
mod game_face;
mod hand_begin;
mod hand_error;
mod hand_face;
mod hand_match;
mod hand_view;
mod info;
mod list;
mod match_face;
mod narrate;
mod replay;
mod search_face;
mod setup;
#[cfg(not(target_family = "wasm"))]
mod solver_face;
pub mod view;

#[cfg(not(target_family = "wasm"))]
pub use any_game::AnySolver;
pub use any_game::{Alternative, AnyGame, AnyMatch, AnySearch, PlayError, SearchSettings, SetupError, Thought};
pub use courier::{CourierTurn, Notation, courier_text};
pub use draft::{Sketch, view_sketch, write_draft};
pub use hand_begin::begin;
pub use hand_error::HandError;
pub use hand_match::HandMatch;
pub use list::{games, open};
pub use replay::{Refused, Replay, ReplayError};

pub use entourage_courier::{CourierError, Opening, Preset, Word};
pub use entourage_kernel as kernel;
pub use entourage_search::{Clock, Level, Limits, NoClock, Remaining, Score, ladder, tune};
pub use entourage_solver as solver;
