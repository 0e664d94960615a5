//! Integration tests, linked into one binary to save build time.

mod archive;
mod common;
mod moderation;
mod opening;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "postgres")]
mod postgres_server;
mod raw;
mod sqlite;
