//! A registry of games, and the object-safe interface to them that the CLI, the server and the web client use.
//!
//! A [`Registry`] opens a game by its spec; [`AnyGame`], [`AnyMatch`] and [`AnySearch`] cover a game's rules, a game in progress
//! and a search. The data to display has the plain types in [`view`].

#![warn(missing_docs)]

/// The examples in the READMEs of this crate and of those that it depends on: one crate, because rustdoc takes seconds to start.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../clock/README.md")]
#[doc = include_str!("../../courier/README.md")]
#[doc = include_str!("../../definition/README.md")]
#[doc = include_str!("../../kernel/README.md")]
#[doc = include_str!("../../search/README.md")]
#[doc = include_str!("../../solver/README.md")]
#[doc = include_str!("../../vector/README.md")]
#[doc = include_str!("../../../games/chess/README.md")]
#[doc = include_str!("../../../games/struggle/README.md")]
#[doc = include_str!("../../../games/symmetron44/README.md")]
#[doc = include_str!("../../../games/toddler/README.md")]
struct Readmes;

mod any_game;
mod built_in;
mod closing;
mod composition;
mod content_hash;
mod courier;
mod coverage;
mod definition;
mod describe;
mod draft;
mod examine;
mod figure;
mod gallery;
mod game_face;
mod hand_begin;
mod hand_error;
mod hand_face;
mod hand_match;
mod hand_view;
mod info;
mod journey;
mod lazy_definition;
#[cfg(not(target_family = "wasm"))]
mod manuscript;
mod match_face;
mod narrate;
#[cfg_attr(target_family = "wasm", path = "native_none.rs")]
mod native;
mod open_error;
mod pictures;
mod prospect;
mod reach;
mod reach_words;
mod registry;
mod replay;
mod review;
mod search_face;
mod setup;
mod text_definition;
#[cfg(not(target_family = "wasm"))]
mod trial;
mod value;
mod weigh;
mod weigh_words;

pub use any_game::{
    Alternative, AnyGame, AnyMatch, AnyReview, AnySearch, Explain, Notate, PlayError, SearchSettings,
    SetupError, Thought,
};
pub use built_in::{Visitor, visit_built_in};
pub use composition::{solve_composition, solve_text_composition};
pub use content_hash::ContentHash;
pub use courier::{CourierTurn, Notation, courier_text};
pub use coverage::unused;
pub use definition::{Definition, DefinitionError};
pub use draft::{Sketch, view_sketch, write_draft};
pub use examine::examine;
pub use gallery::Gallery;
pub use game_face::face;
pub use hand_error::HandError;
pub use hand_match::HandMatch;
pub use lazy_definition::LazyDefinition;
#[cfg(not(target_family = "wasm"))]
pub use manuscript::Manuscript;
#[cfg(not(target_family = "wasm"))]
pub use native::{AnySolver, Means, NativeGame, NativeMatch, NativeSearch};
pub use open_error::OpenError;
pub use registry::Registry;
pub use replay::{Refused, Replay, ReplayError};
pub use review::expected_result;
pub use text_definition::TextDefinition;
#[cfg(not(target_family = "wasm"))]
pub use trial::{Disagreement, Trial};
pub use value::value;

/// The UCI option that writes castling as the king capturing its own rook, for games with shuffled back ranks.
pub const SHUFFLED_OPTION: &str = "UCI_Chess960";

pub use entourage_courier::{CourierError, Opening, Preset, Word, unnumbered, write_skeleton as skeleton};
pub use entourage_definition::sheet;
pub use entourage_definition::{Library, Source, format};
pub use entourage_kernel as kernel;
pub use entourage_search::{Clock, Level, Limits, NoClock, Remaining, Score, ladder, tune};
pub use entourage_solver as solver;
#[cfg(not(target_family = "wasm"))]
pub use entourage_vector as vector;
pub use entourage_view as view;
