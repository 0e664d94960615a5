use entourage_kernel::Language;
use entourage_registry::Notation;

/// In which words somebody is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Locale {
    /// The language of sentences.
    pub language: Language,
    /// Whose names of squares they read: Game Courier's, or else ours.
    pub notation: Notation,
}
