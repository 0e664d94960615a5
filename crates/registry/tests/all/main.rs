//! Every integration test of this crate, in one binary, so that they are linked once.

mod definitions;
mod drafts;
mod face;
mod hands;
mod histories;
mod lanterns;
mod misfits;
mod reach;
mod replays;
mod rules_pages;
mod smallest;
mod weighing;
