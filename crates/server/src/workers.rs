//! Background tasks.

mod delivery;
pub(crate) mod director;
pub(crate) mod flag_timer;
pub(crate) mod indexer;
pub(crate) mod mail;
mod mail_texts;
mod prelude;
pub(crate) mod push;
pub(crate) mod retention;
#[cfg(feature = "mail")]
pub(crate) mod smtp;
#[cfg(not(feature = "mail"))]
#[path = "workers/no_smtp.rs"]
pub(crate) mod smtp;
pub(crate) mod sync;
