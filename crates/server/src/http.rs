//! What every request and answer has to do with: keys, bodies, languages, limits, headers, and how failures are worded.

pub(crate) mod answers;
mod asked;
pub(crate) mod bearer;
pub(crate) mod body;
mod degree_failure;
mod details;
pub(crate) mod failure;
mod game_failure;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod limiter;
pub(crate) mod negotiate;
mod offers;
pub(crate) mod origin;
mod shelf_failure;
pub(crate) mod state;
mod time_failure;
pub(crate) mod under_way;
pub(crate) mod unheard;
pub(crate) mod visitor;
mod whole;
mod writing_failure;
