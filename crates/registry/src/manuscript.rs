use entourage_definition::{Diagnostic, Report, Severity, Source, check};
use entourage_kernel::Language;

use crate::TextDefinition;
use crate::examine::faults;
use crate::text_definition::Behind;
use crate::view::FaultView;

/// The submitted texts of a game, parsed and checked.
pub struct Manuscript {
    report: Report,
    texts: usize,
}

impl Manuscript {
    /// Parses the text of a game and those of the games it extends, in order; `None` if there is no text or one too many.
    pub fn read(texts: &[&str]) -> Option<Self> {
        let first = Source::new("game", *texts.first()?);
        let report = check(first, &Behind::new(texts));
        Some(Self { report, texts: texts.len() }).filter(|read| read.is_whole())
    }

    /// Returns whether each text is part of the game; with errors this is unknown, and assumed.
    fn is_whole(&self) -> bool {
        !self.report.is_playable() || self.report.sources.len() == self.texts
    }

    /// Returns the errors in the order of the text; none if the game can be played.
    pub fn errors(&self, language: Language) -> Vec<FaultView> {
        let errors = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        faults(&self.report, errors, language)
    }

    /// Returns the warnings that no comment `# meant: CODE` silences, in the order of the text.
    pub fn unanswered(&self, language: Language) -> Vec<FaultView> {
        let warned = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Warning);
        let warned = warned.cloned().chain(self.report.lint());
        let unanswered: Vec<Diagnostic> = warned.filter(|fault| !self.report.is_meant(fault)).collect();
        faults(&self.report, &unanswered, language)
    }

    /// Returns the definition of the game; `None` if there are errors.
    pub fn define(self) -> Option<TextDefinition> {
        TextDefinition::new(self.report)
    }
}
