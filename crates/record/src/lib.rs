//! Game records: events, seats, offers, conditional moves and private notes, and the game state that results from them.
//!
//! A [`Game`] is the list of its [`Event`]s. This crate performs no I/O, reads no clock, generates no random numbers and contains no game's
//! rules: callers pass in times and randomness, and an implementation of [`Rules`].

#![warn(missing_docs)]

mod agreement;
mod bits;
mod clock_view;
mod commitment;
mod event;
mod event_error;
mod game;
mod game_state;
mod ids;
mod invitation;
mod ledger;
mod offer;
mod plan;
mod plans;
mod rules;
#[cfg(feature = "schema")]
pub mod schema;
mod seat;
mod standing;
mod timing;
mod verdict;
mod version;

pub use clock_view::{AnnouncementView, ClockView, SideClockView};
pub use commitment::{Commitment, Salt};
pub use event::Event;
pub use event_error::{EventError, OfferError, SeatError, TimeError};
pub use game::{Entry, Game, PairedBy, Player, SetupTerms};
pub use game_state::{GameState, Repeat};
pub use ids::{AccountId, GameId, Key, KeyHash, MailToken, Token, TokenHash, TournamentId};
pub use invitation::Invitation;
pub use ledger::{Ending, Ledger, LedgerError, Protest};
pub use offer::Offer;
pub use plan::{Branch, Course, Plan, Ply, Reply};
pub use plans::{Plans, Ready};
pub use rules::Rules;
pub use seat::{Access, Grant, Seat};
pub use standing::{Proposed, Protested, Standing, Told};
pub use verdict::{PrivateText, Verdict};
pub use version::{InvalidVersion, Version};
