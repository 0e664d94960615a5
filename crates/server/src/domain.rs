//! What the rooms of the server tell each other: plain values and errors, which know neither the store nor HTTP.

pub(crate) mod account_error;
pub(crate) mod degree_error;
pub(crate) mod end;
pub(crate) mod evidence;
pub(crate) mod frozen;
pub(crate) mod game_error;
pub(crate) mod lobby_error;
pub(crate) mod locale;
pub(crate) mod nameplates;
pub(crate) mod order_error;
pub(crate) mod plan_error;
pub(crate) mod preview;
pub(crate) mod program_error;
pub(crate) mod push_error;
pub(crate) mod rating_error;
pub(crate) mod reader;
pub(crate) mod scene;
pub(crate) mod shelf_error;
pub(crate) mod snapshot;
pub(crate) mod tournament_error;
pub(crate) mod writing_error;
