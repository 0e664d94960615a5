//! What holds of whole tournaments.

mod published;
mod states;
mod swiss;
mod tournament;
