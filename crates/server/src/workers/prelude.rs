//! Common imports of the modules below `workers`.

pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

pub(super) use entourage_record::GameId;
pub(super) use entourage_store::{Store, StoreError, random};
pub(super) use tokio::time::sleep;

pub(super) use crate::domain::Error;
pub(super) use crate::games::Games;

pub(super) const RETRY_DELAY: Duration = Duration::from_secs(1);
