//! Parses, checks and plays games written as text.
//!
//! `syntax` parses a definition into sentences; `check` resolves names and builds the `model`. The reference
//! implementation `law` interprets the model; `generator` compiles it to tables and bit sets. `game` implements the
//! kernel's traits, `sheet` edits a definition for a form, `lint` warns of mistakes, `format` formats definitions.

#![warn(missing_docs)]

/// Runs the examples of the README as tests.
/// Evaluates to `Some` of an expression if a pattern matches, and to `None` otherwise.
macro_rules! picked {
    ($what:expr, $pattern:pat $(if $guard:expr)? => $found:expr) => {
        match $what {
            $pattern $(if $guard)? => Some($found),
            _ => None,
        }
    };
}

mod check;
mod coverage;
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
mod variations;

pub use check::Library;
pub use coverage::Coverage;
pub use diagnostic::{Answer, Code, Diagnostic, Edit, Severity, near_names};
pub use execution::Position;
pub use format::format;
pub use game::TextGame;
pub use report::{Report, check};
pub use shipped::Shipped;
pub use source::{Source, Span};
pub use syntax::MAX_BYTES;
pub use template::template;
pub use variations::{Variation, power_names, variations, without_power};
