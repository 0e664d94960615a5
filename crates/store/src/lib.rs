//! Keeps games as append-only lists of events, pinned to the rules version they began under.
//!
//! [`Store`] is what the server sees; [`SqlStore`] stands behind it, on an embedded database or on a server's. Whatever a store acknowledges
//! is durable, and no event is ever changed, removed or doubled. Of the keys that open a game it keeps hashes only, so that
//! a leaked database gives nobody a seat. What a game is and what its events amount to is said in `entourage_record`,
//! which knows no database.

mod abandoned;
mod account;
mod address;
mod archive;
mod chat;
mod data_directory;
mod definition;
mod deletion;
mod error;
mod files;
mod finished;
mod free_side;
mod growth;
mod letter;
mod mail;
mod migrations;
mod moderation;
mod order;
mod people;
#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
mod postgres;
mod program;
mod push;
mod random;
mod rating;
mod replacing;
mod room;
mod run;
mod seek;
mod sql;
mod sqlite;
mod store;
mod talk;
mod tournament;
mod transfer;

pub use abandoned::Abandoned;
pub use account::{Account, AccountStore, Claim, Expiry, HeldGame, Passkey, Removal, Session};
pub use address::DatabaseAddress;
pub use archive::{backup, restore};
pub use chat::{ChatLimits, Remark, Said};
pub use data_directory::DataDirectory;
pub use definition::{DefinitionStore, GalleryOrder, Shelved, Shelving, StoredDefinition};
pub use deletion::{Deletion, DeletionStore};
pub use error::{OpenError, StoreError};
pub use finished::{
    Continuation, Continuations, Finished, FinishedStore, Found, FoundOrder, FoundPage, FoundPlace, LastLook,
    Looked, Passed, Seated, Sought, SoughtResult, Unlisted,
};
pub use free_side::FreeSide;
pub use growth::Growth;
pub use letter::{AccountMail, DueLetter, LetterKind, LetterStore};
pub use mail::{MailStore, QuestionLimits, Subscribed, Subscription};
pub use moderation::{Act, Moderation};
pub use order::{
    Complaint, Decision, Grievance, Logged, Measure, OrderStore, Restraint, RestraintKind, Rights, Role,
    TournamentAct,
};
pub use people::{PeopleStore, PlayedGame, Tie};
pub use postgres::{PostgresAddress, migrate};
pub use program::{ProgramStore, ProgramToken, Scope, Scopes, Upgrade};
pub use push::{DuePush, KnownDevice, PushDevice, PushLimits, PushStore, PushSubject};
pub use random::random;
pub use rating::{Ranked, Rated, RatedResult, RatingStore};
pub use room::Room;
pub use run::Run;
pub use seek::{Comer, ListedSeek, Paired, Seek, SeekStore, Taking, Withdrawer};
pub use sql::SqlStore;
pub use store::Store;
pub use talk::{Condition, Standing, TalkStore, Written};
pub use tournament::{
    Begun, Entering, Entrant, ListedTournament, Outcome, Pairing, Phase, Tournament, TournamentGame,
    TournamentKind, TournamentStore, WholeTournament,
};
pub use transfer::{TransferError, transfer};
