//! Games written as text: read, checked, and played.
//!
//! A text becomes sentences (`syntax`), these a model in which every name is resolved (`check`, `model`). The `law` reads the model
//! plainly, one board at a time; the `generator` compiles it to tables and bit sets. `game` shows it to the kernel as a game like any
//! other; `sheet` shows what can be filled in like a form; `lint` warns of what is probably not meant; `format` sets a text in canonical form.

#![warn(missing_docs)]

/// The examples of the page that a registry shows, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Evaluates to `Some` of a value where a pattern matches, and to `None` elsewhere.
macro_rules! picked {
    ($what:expr, $pattern:pat $(if $guard:expr)? => $found:expr) => {
        match $what {
            $pattern $(if $guard)? => Some($found),
            _ => None,
        }
    };
}

mod check;
mod diagnostic;
mod execution;
mod format;
mod game;
mod generator;
mod law;
mod lint;
mod model;
mod report;
mod rules;
pub mod sheet;
mod shipped;
mod source;
mod syntax;
mod template;

pub use check::Library;
pub use diagnostic::{Answer, Code, Diagnostic, Edit, Severity};
pub use execution::Position;
pub use format::format;
pub use game::TextGame;
pub use report::{Report, check};
pub use shipped::Shipped;
pub use source::{Source, Span};
pub use syntax::MOST_BYTES;
pub use template::template;
