//! Serves games over HTTP, and the page to play them on.
//!
//! Secret keys open a game: one for both sides, or one a side and one to watch. Every move is validated by the registry's
//! rules and stored before it is acknowledged. The page is embedded; all computing for the computer player happens there.

mod agreement;
mod api;
mod app;
mod bearer;
mod body;
mod config;
mod degree_failure;
mod door;
mod failure;
mod headers;
mod hub;
mod invitations;
mod letters;
mod limiter;
mod limits;
mod live;
mod mail;
mod negotiate;
mod origin;
mod page;
mod picture;
mod plans;
mod postman;
mod preparation;
mod publication;
mod reference;
mod seating;
mod serve;
mod serve_error;
mod smtp;
mod state;
mod table;
mod tables;
mod talk;
mod talk_failure;
mod time;
mod timekeeper;
mod timing;
mod whole;

pub use config::{Config, MailConfig};
pub use limits::Limits;
pub use serve::{Server, serve};
pub use serve_error::ServeError;
pub use smtp::{Smtp, SmtpAddress};
pub use time::{MachineTime, Time};
