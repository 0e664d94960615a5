//! The lessons of the games of the house.

// What `build.rs` found in the games' folders.
include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// Lists the lessons of a game in order, each by its name and its text; none where the game has none.
pub fn lessons_of(game: &str) -> &'static [(&'static str, &'static str)] {
    LESSONS.iter().find(|(id, _)| *id == game).map_or(&[], |(_, lessons)| lessons)
}

/// Lists the games that have lessons.
pub fn games_taught() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|(id, _)| *id)
}
