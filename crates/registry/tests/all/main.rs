//! Integration tests, linked into one binary to save build time.

mod definitions;
mod drafts;
mod face;
mod gallery;
mod hands;
mod histories;
mod lanterns;
mod manuscripts;
mod misfits;
mod positions;
mod reach;
mod readmes;
mod replays;
mod rules_pages;
mod skeletons;
mod smallest;
mod weighing;
