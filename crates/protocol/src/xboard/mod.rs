//! XBoard's own protocol as texts, one line at a time: what a board says ([`Command`]) and what an engine answers ([`Answer`]).
//!
//! It is version 2 of what is also called CECP. Squares and moves are texts here; what they mean on a
//! board is for whoever knows the game.

mod answer;
mod command;
mod control;

pub use answer::{Answer, Feature};
pub use command::Command;
pub use control::Control;
