//! Stores games as append-only event logs, each with the version of its rules, and all other data of the server.
//!
//! [`Store`] uses SQLite or PostgreSQL. Acknowledged writes are durable; events are immutable, and deleted only with their game. Keys are
//! stored only as hashes, so a leaked database gives no access to seats. The crate `entourage_record` defines games and the effects of
//! events.
//!
//! Times are in milliseconds of server time, which begins at Unix time but stops while no server runs; *dates* are in Unix milliseconds.

mod account_mail;
mod accounts;
mod address;
mod api_tokens;
mod archive;
mod chat;
mod columns;
mod committer;
mod consistency;
mod data_directory;
mod database;
mod definitions;
mod deletion;
mod disk_space;
mod error;
mod events;
mod files;
mod finished;
mod games;
mod growths;
mod invitations;
mod mail;
mod migrations;
mod moderation;
mod operator;
mod people;
#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
mod postgres;
mod push;
mod puzzles;
mod random;
mod ratings;
mod replacement;
mod retention;
mod search;
mod seats;
mod seeks;
#[cfg(feature = "postgres")]
mod server_pool;
mod sqlite;
mod store;
mod studies;
mod timing;
mod tournament_outcomes;
mod tournament_types;
mod tournaments;
mod transfer;

pub use account_mail::{AccountMail, DueEmail, EmailKind};
pub use accounts::{Account, Expiry, Passkey, Removal, Session};
pub use address::DatabaseAddress;
pub use api_tokens::{ProgramToken, Scope, Scopes, Upgrade};
pub use archive::{backup, restore};
pub use chat::{ChatLimits, ChatMessage, Condition, Said, Standing, Written};
pub use data_directory::DataDirectory;
pub use definitions::{GalleryOrder, StoredDefinition, SubmitOutcome, Visibility};
pub use deletion::Deletion;
pub use disk_space::DiskSpace;
pub(crate) use error::Result;
pub use error::{OpenError, StoreError};
pub use finished::{
    Continuation, Continuations, FinalPosition, Finished, Found, FoundOrder, FoundPage, FoundPlace, GameFilter,
    IndexedGame, IndexedPosition, ResultFilter, Seated, StoredRecord, Unlisted,
};
pub use invitations::FreeSide;
pub use mail::{QuestionLimits, Subscribed, Subscription};
pub use moderation::{
    AppliedAction, Decision, LogEntry, Report, ReportedItem, Rights, Role, SanctionKind, SanctionRecord,
    TournamentAct,
};
pub use operator::{Act, Moderation};
pub use people::{PlayedGame, Relation};
pub use postgres::{PostgresAddress, migrate};
pub use push::{DuePush, KnownDevice, PushDevice, PushLimits, PushSubject};
pub use puzzles::{AddedPuzzle, ListedPuzzle, PuzzleFilter, PuzzleTry, StoredPuzzle, TriedPuzzle};
pub use random::random;
pub use ratings::{Ranked, Rated, RatedResult};
pub use retention::Abandoned;
pub use seats::{Claim, HeldGame};
pub use seeks::{AcceptOutcome, Joiner, ListedSeek, PairOutcome, Seek, WithdrawnBy};
pub use store::{NewEvents, Store};
pub use studies::{MemberRole, NewEdit, StoredEdit, StoredStudy, StudyAudience, StudyFilter};
pub use timing::Run;
pub use tournaments::{
    Begun, Entrant, EntryOutcome, ListedTournament, Outcome, Pairing, Phase, Tournament, TournamentGame,
    TournamentKind, WholeTournament,
};
pub use transfer::{TransferError, transfer};
