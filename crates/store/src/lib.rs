//! Keeps games as append-only lists of events, pinned to the rules version they began under, and all else that a server keeps.
//!
//! [`Store`] keeps them in an embedded database or on a server. Whatever it acknowledges is durable, and no event is ever changed, removed
//! or doubled. Of the keys that open a game it keeps hashes only, so that a leaked database gives access to no seat. `entourage_record`,
//! which knows no database, defines what a game is and what its events amount to.
//!
//! Times are milliseconds since 1970 (UTC): of the server's time, which stands still while no server runs, unless they are called dates.

mod accounts;
mod address;
mod archive;
mod columns;
mod data_directory;
mod database;
mod definitions;
mod deletion;
mod error;
mod events;
mod files;
mod finding;
mod finished;
mod games;
mod holdings;
mod letters;
mod mail;
mod migrations;
mod moderation;
mod offers;
mod order;
mod people;
#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
mod postgres;
mod programs;
mod push;
mod random;
mod ratings;
mod replacing;
mod retention;
mod room;
mod seeks;
mod soundness;
mod sqlite;
mod store;
mod talk;
mod timing;
mod tournament_outcomes;
mod tournament_types;
mod tournaments;
mod transfer;

pub use accounts::{Account, Expiry, Passkey, Removal, Session};
pub use address::DatabaseAddress;
pub use archive::{backup, restore};
pub use data_directory::DataDirectory;
pub use definitions::{GalleryOrder, Shelved, Shelving, StoredDefinition};
pub use deletion::Deletion;
pub(crate) use error::Result;
pub use error::{OpenError, StoreError};
pub use finished::{
    Continuation, Continuations, Finished, Found, FoundOrder, FoundPage, FoundPlace, LastLook, Looked, Passed,
    Seated, Sought, SoughtResult, Unlisted,
};
pub use holdings::{Claim, HeldGame};
pub use letters::{AccountMail, DueLetter, LetterKind};
pub use mail::{QuestionLimits, Subscribed, Subscription};
pub use moderation::{Act, Moderation};
pub use offers::FreeSide;
pub use order::{
    Complaint, Decision, Grievance, Logged, Measure, Restraint, RestraintKind, Rights, Role, TournamentAct,
};
pub use people::{PlayedGame, Tie};
pub use postgres::{PostgresAddress, migrate};
pub use programs::{ProgramToken, Scope, Scopes, Upgrade};
pub use push::{DuePush, KnownDevice, PushDevice, PushLimits, PushSubject};
pub use random::random;
pub use ratings::{Ranked, Rated, RatedResult};
pub use retention::Abandoned;
pub use room::Room;
pub use seeks::{Comer, ListedSeek, Paired, Seek, Taking, Withdrawer};
pub use store::{Growth, Store};
pub use talk::{ChatLimits, Condition, Remark, Said, Standing, Written};
pub use timing::Run;
pub use tournaments::{
    Begun, Entering, Entrant, ListedTournament, Outcome, Pairing, Phase, Tournament, TournamentGame,
    TournamentKind, WholeTournament,
};
pub use transfer::{TransferError, transfer};
