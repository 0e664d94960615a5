//! Common imports of the modules below `games`.

pub(super) use std::collections::HashMap;
pub(super) use std::sync::Arc;

pub(super) use entourage_kernel::Side;
pub(super) use entourage_record::{Access, AccountId, Game, GameId, Key, Player, Seat};
pub(super) use entourage_registry::Registry;
pub(super) use entourage_store::{Phase, StoreError, TournamentKind, WholeTournament, random};

pub(super) use crate::domain::{Error, Locale};
pub(super) use crate::games::Games;
pub(super) use crate::games::pass::Pass;
pub(super) use crate::games::replays::run_to_completion;
pub(super) use crate::games::store_errors::OnStoreError;
pub(super) use crate::loaded_game::LoadedGame;
pub(super) use crate::seating::names_shown;
