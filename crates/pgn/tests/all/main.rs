//! Every integration test of this crate, in one binary, so that they are linked once.

mod faults;
mod reading;
mod round_trip;
