//! Every integration test of this crate, in one binary, so that they are linked once.

mod archive;
mod moderation;
mod opening;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "postgres")]
mod postgres_server;
mod raw;
mod sqlite;
mod story;
