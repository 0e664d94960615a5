//! Lessons: boards with a goal that the rules themselves judge.
//!
//! A lesson is a text beside its game ([`Lesson::read`]); it is set up under the game's rules as an [`OpenLesson`], which tells it to people
//! and judges what they try. The checker holds a lesson to what it says: nothing in it may be untrue on the board.

#[cfg(not(target_family = "wasm"))]
mod at_work;
#[cfg(not(target_family = "wasm"))]
mod built_in;
#[cfg(not(target_family = "wasm"))]
mod check;
mod deed;
mod entry;
mod error;
mod goal;
mod lesson;
mod mention;
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
pub use mention::{Mention, What};
pub use open::OpenLesson;
pub use words::{Span, Words};
