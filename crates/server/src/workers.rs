//! Background tasks.

mod account_letters;
pub(crate) mod director;
pub(crate) mod heart;
pub(crate) mod herald;
pub(crate) mod keeper;
mod letters;
pub(crate) mod librarian;
pub(crate) mod lookout;
mod notices;
pub(crate) mod postman;
pub(crate) mod pusher;
mod rounds;
#[cfg(feature = "mail")]
pub(crate) mod smtp;
#[cfg(not(feature = "mail"))]
#[path = "workers/no_smtp.rs"]
pub(crate) mod smtp;
pub(crate) mod timekeeper;
pub(crate) mod warden;
