//! Serves games over HTTP, and the page to play them on.
//!
//! A game's address is its secret id: who holds it may play, nobody else. Every move is validated by the registry's
//! rules and stored before it is acknowledged. The page is embedded; all computing for the computer player happens there.

mod api;
mod app;
mod body;
mod config;
mod failure;
mod headers;
mod key;
mod negotiate;
mod origin;
mod page;
mod picture;
mod preparation;
mod serve;
mod serve_error;
mod state;
mod table;
mod tables;

pub use config::Config;
pub use serve::{Server, serve};
pub use serve_error::ServeError;
