//! Studies: chapters with trees of moves that several people edit at the same time.
//!
//! A [`Study`] is computed from its edits in order (the *fold*), in the same way on the server and in the web client. An [`Editor`]
//! checks new edits by the rules of the game and by the limits below. [`record_of`] and [`edits_of`] convert chapters to and from records.

mod chapter;
mod editor;
mod error;
mod record;
mod stored;
mod study;
mod terms;
mod walker;

pub use editor::Editor;
pub use error::EditError;
pub use record::{edits_of, record_of};
pub use stored::{blank, read, subject, write};
pub use study::Study;
pub use terms::{position_term, term_of_game, terms, words};

/// The ID of the start position of every chapter.
pub const ROOT: &str = "root";
/// Maximum number of chapters, and of chapters including deleted ones.
pub const MAX_CHAPTERS: usize = 64;
pub const MAX_CHAPTERS_EVER: usize = 512;
/// Maximum number of moves of a study, including deleted ones.
pub const MAX_NODES: usize = 20_000;
/// Maximum number of moves from the start position to a node.
pub const MAX_DEPTH: usize = 2_000;
/// Maximum total size of the edits of a study in bytes, each counted as its texts and [`EDIT_SIZE`].
pub const MAX_SIZE: usize = 16 << 20;
pub const EDIT_SIZE: usize = 64;
pub const MAX_EDITS: usize = 200;
pub const MAX_TITLE: usize = 100;
/// Maximum length of comments and descriptions in characters.
pub const MAX_TEXT: usize = 4_000;
pub const MAX_HINT: usize = 500;
pub const MAX_GLYPHS: usize = 8;
pub const MAX_SKETCHES: usize = 64;
pub const MAX_TAGS: usize = 40;
pub const MAX_TAG: usize = 200;
