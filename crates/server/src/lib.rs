//! HTTP server for the games. Secret keys give access to a game: one for both sides, or one per side and one
//! for spectators. Every move is checked by the rules and stored before it is acknowledged.

// Builds without some features leave code unused; only the build with all features is checked for it.
#![cfg_attr(not(feature = "operator"), allow(dead_code))]
mod accounts;
mod administration;
mod api;
mod app;
mod bus;
mod config;
mod description;
mod domain;
mod effort;
mod game_in_use;
mod games;
mod health;
mod http;
mod limits;
mod names;
mod order;
mod pages;
mod people;
mod plans;
mod preparation;
mod programs;
mod proxies;
mod push;
mod rated;
mod rested;
mod rights;
mod seating;
mod seldom;
mod serve;
mod serve_error;
mod server_time;
mod services;
mod sessions;
mod signals;
mod supervisor;
mod telemetry;
mod time;
mod transport;
mod verify;
mod wording;
mod workers;

pub use administration::{Administered, Administration, NamedComplaint};
pub use app::openapi;
pub use config::Config;
pub use entourage_jobs::{NatsAddress, Patience};
pub use entourage_store::{
    Act, Complaint, DatabaseAddress, Grievance, ListedTournament, Logged, Moderation, RestraintKind, Role,
    Shelved, Store, StoreError, TransferError, backup, migrate, restore, transfer,
};
pub use limits::Limits;
pub use pages::page::embed_page;
pub use proxies::Proxies;
pub use push::endpoints::PushService;
pub use serve::{Server, serve};
pub use serve_error::ServeError;
pub use signals::Signals;
pub use time::{MachineTime, Time};
pub use verify::{Verification, verify};
pub use workers::smtp::{Smtp, SmtpAddress};
