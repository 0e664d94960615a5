//! Serves games over HTTP, and the page to play them on.
//!
//! Secret keys open a game: one for both sides, or one a side and one to watch. Every move is validated by the registry's
//! rules and stored before it is acknowledged. The page is embedded; all computing for the computer player happens there.

mod api;
mod app;
mod config;
mod description;
mod domain;
mod effort;
mod game_in_use;
mod games;
mod health;
mod http;
mod limits;
mod pages;
mod plans;
mod preparation;
mod proxies;
mod seating;
mod seldom;
mod serve;
mod serve_error;
mod server_time;
mod supervisor;
mod telemetry;
mod time;
mod transport;
mod verify;
mod wording;
mod workers;

pub use app::openapi;
pub use config::Config;
pub use entourage_store::{Act, Moderation, StoreError, backup, restore};
pub use limits::Limits;
pub use proxies::Proxies;
pub use serve::{Server, serve};
pub use serve_error::ServeError;
pub use time::{MachineTime, Time};
pub use verify::{Verification, verify};
pub use workers::smtp::{Smtp, SmtpAddress};
