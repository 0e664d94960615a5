//! Common imports of the modules below `bot_api`.

pub(super) use std::sync::Arc;

pub(super) use entourage_kernel::Side;
pub(super) use entourage_record::{AccountId, GameId};

pub(super) use crate::bot_api::{BotApi, TokenOwner};
pub(super) use crate::domain::Error;
