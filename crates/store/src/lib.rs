//! Keeps games as append-only lists of events, pinned to the rules version they began under.
//!
//! [`Store`] is what the server sees; [`SqliteStore`] is the embedded database behind it. Whatever a store acknowledges
//! is durable, and no event is ever changed, removed or doubled. Of the keys that open a game it keeps hashes only, so that
//! a leaked database gives nobody a seat. What the events amount to is computed by [`Line`],
//! which knows no database and no game.

mod bits;
mod chat;
mod commitment;
mod data_directory;
mod error;
mod event;
mod game;
mod game_id;
mod invitation;
mod key;
mod line;
mod mail;
mod offer;
mod paper;
mod plan;
mod seat;
mod sqlite;
mod store;
mod talk;
mod verdict;

pub use chat::{ChatLimits, ChatLine, Said};
pub use commitment::{Commitment, Salt};
pub use data_directory::DataDirectory;
pub use error::{OpenError, StoreError};
pub use event::Event;
pub use game::{Entry, Game, Player, SetupTerms};
pub use game_id::GameId;
pub use invitation::Invitation;
pub use key::{Key, KeyHash};
pub use line::{Ending, Line, LineError, Protest};
pub use mail::{MailStore, MailToken, QuestionLimits, Subscribed, Subscription};
pub use offer::Offer;
pub use paper::Paper;
pub use plan::{Branch, Course, Plan, Ply, Reply};
pub use seat::{Access, Grant, Seat};
pub use sqlite::SqliteStore;
pub use store::Store;
pub use talk::TalkStore;
pub use verdict::Verdict;
