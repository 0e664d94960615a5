//! The law: the reference implementation, which interprets a model on one board at a time.
//!
//! The law consists of strata, each of which depends only on earlier ones: positions (`noun`, `condition`), ways and attacks (`way`),
//! powers and permissions (`receivers`, `permission`, `duty`), threats (`threat`), and legal moves (`action`). `execution` carries out
//! moves, determines which end condition applies, and queries the board through an interface that `performance` implements.

mod action;
mod condition;
mod duty;
mod noun;
mod performance;
mod permission;
mod receivers;
mod scene;
mod standing;
mod target;
mod threat;
mod unreachable;
mod walk;
mod way;

pub(crate) use action::{Action, Deed};
pub(crate) use permission::Objection;
pub(crate) use scene::Scene;
pub(crate) use standing::standing;
pub(crate) use way::Way;

use crate::execution::{Context, Memory, Pieces};
