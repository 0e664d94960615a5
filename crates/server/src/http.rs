//! Common parts of requests and responses: keys, bodies, languages, limits, headers and error messages.

pub(crate) mod bearer;
pub(crate) mod body;
pub(crate) mod client_addr;
pub(crate) mod cookie;
pub(crate) mod error_responses;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod limiter;
pub(crate) mod ndjson;
pub(crate) mod negotiate;
pub(crate) mod offers;
pub(crate) mod origin;
mod prelude;
mod request_log;
pub(crate) mod response_memory;
pub(crate) mod state;
pub(crate) mod unread_body;
