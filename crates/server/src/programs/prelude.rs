//! Common imports of the modules below `programs`.

pub(super) use std::sync::Arc;

pub(super) use entourage_kernel::Side;
pub(super) use entourage_record::{AccountId, GameId};

pub(super) use crate::domain::Error;
pub(super) use crate::games::report::failed;
pub(super) use crate::programs::{Holder, Programs};
