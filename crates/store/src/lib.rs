//! Keeps games as append-only lists of events, pinned to the rules version they began under.
//!
//! [`Store`] is what the server sees; [`SqliteStore`] is the embedded database behind it. Whatever a store acknowledges
//! is durable, and no event is ever changed, removed or doubled. What the events amount to is computed by [`Line`],
//! which knows no database and no game.

mod data_directory;
mod error;
mod event;
mod game;
mod game_id;
mod line;
mod sqlite;
mod store;

pub use data_directory::DataDirectory;
pub use error::{OpenError, StoreError};
pub use event::Event;
pub use game::{Entry, Game, Player, SetupTerms};
pub use game_id::GameId;
pub use line::{Line, LineError};
pub use sqlite::SqliteStore;
pub use store::Store;
