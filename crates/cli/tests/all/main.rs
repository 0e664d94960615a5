//! Every integration test of this crate, in one binary, so that they are linked once.

mod batch;
mod bot;
mod bridges;
mod commands;
mod courier;
mod definitions;
mod engine;
mod epd;
mod hosts;
mod import;
mod laboratory;
mod manuals;
mod matches;
mod mutations;
mod picture;
mod records;
mod run;
mod serve;
mod solve;
mod worker;
mod xboard;
