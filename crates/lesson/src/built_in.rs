//! The lessons of the built-in games.

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

pub fn lessons_of(game: &str) -> &'static [(&'static str, &'static str)] {
    LESSONS.iter().find(|(id, _)| *id == game).map_or(&[], |(_, lessons)| lessons)
}

pub fn games_taught() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|(id, _)| *id)
}
