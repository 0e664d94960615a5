//! Every integration test of this crate, in one binary, so that they are linked once.

mod batch;
mod commands;
mod courier;
mod definitions;
mod engine;
mod hosts;
mod import;
mod laboratory;
mod matches;
mod mutations;
mod picture;
mod run;
mod serve;
mod solve;
