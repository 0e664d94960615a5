//! Keeps games as append-only lists of events, pinned to the rules version they began under.
//!
//! [`Store`] is what the server sees; [`SqliteStore`] is the embedded database behind it. Whatever a store acknowledges
//! is durable, and no event is ever changed, removed or doubled. Of the keys that open a game it keeps hashes only, so that
//! a leaked database gives nobody a seat. What a game is and what its events amount to is said in `entourage_record`,
//! which knows no database.

mod abandoned;
mod archive;
mod chat;
mod data_directory;
mod definition;
mod deletion;
mod error;
mod files;
mod free_side;
mod mail;
mod moderation;
mod random;
mod replacing;
mod room;
mod run;
mod sqlite;
mod store;
mod talk;

pub use abandoned::Abandoned;
pub use archive::{backup, restore};
pub use chat::{ChatLimits, Remark, Said};
pub use data_directory::DataDirectory;
pub use definition::{DefinitionStore, GalleryOrder, Shelved, Shelving, StoredDefinition};
pub use deletion::{Deletion, DeletionStore};
pub use error::{OpenError, StoreError};
pub use free_side::FreeSide;
pub use mail::{MailStore, QuestionLimits, Subscribed, Subscription};
pub use moderation::{Act, Moderation};
pub use random::random;
pub use room::Room;
pub use run::Run;
pub use sqlite::SqliteStore;
pub use store::Store;
pub use talk::{Condition, TalkStore, Written};
