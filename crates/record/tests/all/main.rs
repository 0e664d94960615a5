//! Tests game records with scripted games, naive implementations and replays.

mod fold;
mod plain;
mod scripts;
mod texts;
