//! Every integration test of this crate, in one binary, so that they are linked once.

mod behaviour;
mod equality;
mod minimax;
mod quiet_limits;
mod real_game;
mod skirmish;
