//! Lessons: positions with a goal, judged by the rules.
//!
//! A lesson is a text file of its game ([`Lesson::read`]). An [`OpenLesson`] sets it up under the game's rules, renders it
//! and judges the learner's tries. [`check`] verifies that everything in a lesson is true on the board.

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
