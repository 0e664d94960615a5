//! HTTP server for the games. Secret keys give access to a game: one for both sides, or one per side and one
//! for spectators. Every move is checked by the rules and stored before it is acknowledged.

// Builds without some features leave code unused; only builds with all features are checked for dead code.
#![cfg_attr(not(feature = "operator"), allow(dead_code))]
mod accounts;
mod administration;
mod api;
mod app;
mod bot_api;
mod bus;
mod conditional_moves;
mod config;
mod cpu_budget;
mod description;
mod domain;
mod games;
mod health;
mod http;
mod limits;
mod loaded_game;
mod lock;
mod log_throttle;
mod moderation;
mod names;
mod pages;
mod people;
mod proxies;
mod push;
mod quota_window;
mod rating_rules;
mod sanctions;
mod seating;
mod serve;
mod serve_error;
mod server_time;
mod services;
mod sessions;
mod setups;
mod signals;
mod systemd;
mod telemetry;
mod time;
mod transport;
mod verify;
mod wording;
mod workers;

pub use administration::{Administration, NamedReport};
pub use app::openapi;
pub use config::Config;
pub use entourage_jobs::{NatsAddress, Timeouts};
pub use entourage_record::GameId;
pub use entourage_store::{
    Act, DatabaseAddress, ListedTournament, LogEntry, Moderation, Report, ReportedItem, Role, SanctionKind,
    Store, StoreError, TransferError, Visibility, backup, migrate, restore, transfer,
};
pub use limits::Limits;
pub use moderation::ActionKind as AdminAction;
pub use pages::page::embed_page;
pub use proxies::Proxies;
pub use push::endpoints::PushService;
pub use serve::{Server, serve};
pub use serve_error::ServeError;
pub use signals::Signals;
pub use time::{MachineTime, Time};
pub use verify::{Verification, verify};
pub use workers::Smtp;
pub use workers::smtp::SmtpAddress;
