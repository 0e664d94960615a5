//! What the server does by itself, beside all requests: it shows that it is there, ends games whose time is up, forgets those that never began, and tells players by e-mail.

pub(crate) mod heart;
pub(crate) mod keeper;
mod letters;
pub(crate) mod postman;
pub(crate) mod smtp;
pub(crate) mod timekeeper;
