//! Background tasks.

pub(crate) mod director;
pub(crate) mod herald;
pub(crate) mod keeper;
mod letters;
pub(crate) mod librarian;
pub(crate) mod postman;
mod prelude;
pub(crate) mod pusher;
mod rounds;
#[cfg(feature = "mail")]
pub(crate) mod smtp;
#[cfg(not(feature = "mail"))]
#[path = "workers/no_smtp.rs"]
pub(crate) mod smtp;
pub(crate) mod timekeeper;
