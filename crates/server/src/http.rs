//! What requests and responses share: keys, bodies, languages, limits, headers and error messages.

pub(crate) mod answers;
mod asked;
pub(crate) mod bearer;
pub(crate) mod body;
pub(crate) mod cookie;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod limiter;
pub(crate) mod ndjson;
pub(crate) mod negotiate;
pub(crate) mod offers;
pub(crate) mod origin;
mod prelude;
pub(crate) mod state;
pub(crate) mod under_way;
pub(crate) mod unheard;
pub(crate) mod visitor;
