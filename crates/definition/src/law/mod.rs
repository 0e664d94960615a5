//! The law: the plain reading of a model, one board at a time.
//!
//! It consists of strata, each of which reads only earlier ones: positions (`noun`, `condition`), ways and attacks (`way`), powers and
//! permissions (`receivers`, `permission`, `duty`), threats (`threat`), and legal moves (`action`). `execution` decides what a move does
//! and which end applies; `performance` answers its questions about a board.

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
