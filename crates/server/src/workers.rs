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
pub(crate) mod studies;
pub(crate) mod sync;

use std::fmt;

use self::smtp::SmtpAddress;

#[derive(Clone, PartialEq, Eq)]
pub struct Smtp {
    pub server: SmtpAddress,
    pub password: Option<String>,
    pub from: String,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Smtp").field("server", &self.server).field("from", &self.from).finish_non_exhaustive()
    }
}
