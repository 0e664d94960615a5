//! Connections below HTTP: how many there are, whose they are, and how slowly their clients may read.

pub(crate) mod connections;
pub(crate) mod paced;
