//! Games written as text: read, checked, and played by the plain law.

mod check;
mod diagnostic;
mod game;
mod law;
mod model;
mod shipped;
mod source;
mod syntax;

pub use check::{Library, Report, check};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use game::{Position, TextGame};
pub use shipped::Shipped;
pub use source::{Source, Span};
