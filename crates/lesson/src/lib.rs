//! Lessons: positions with a goal, checked by the rules of the game.
//!
//! A lesson is a text file that belongs to a game ([`Lesson::read`]). An [`OpenLesson`] sets the lesson up under the game's
//! rules, renders it and checks the learner's attempts. [`check`] verifies that everything in the lesson is true.

#[cfg(not(target_family = "wasm"))]
mod built_in;
#[cfg(not(target_family = "wasm"))]
mod check;
mod deed;
mod error;
mod goal;
mod lesson;
mod open;
mod scene;
mod why;
mod words;

#[cfg(not(target_family = "wasm"))]
pub use built_in::{games_taught, lessons_of};
#[cfg(not(target_family = "wasm"))]
pub use check::check;
pub use error::{Fault, LessonError};
pub use goal::{Condition, Target};
pub use lesson::{Lesson, Step, Subject, Try};
pub use open::OpenLesson;
pub use words::{Mention, Span, What, Words};
