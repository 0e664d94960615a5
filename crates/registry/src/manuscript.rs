use entourage_definition::{Diagnostic, Report, Severity, Source, check};
use entourage_kernel::Language;

use crate::TextDefinition;
use crate::examine::faults;
use crate::text_definition::Behind;
use crate::view::FaultView;

/// Holds the texts of a game as they were handed in, read and checked.
pub struct Manuscript {
    report: Report,
    texts: usize,
}

impl Manuscript {
    /// Reads the text of a game and those of the games that it is like, in order; `None` where there is no text, or more of them than that.
    pub fn read(texts: &[&str]) -> Option<Self> {
        let first = Source::new("game", *texts.first()?);
        let report = check(first, &Behind::new(texts));
        Some(Self { report, texts: texts.len() }).filter(|read| read.is_whole())
    }

    /// Returns whether each text is part of the game; where there are errors nobody can tell.
    fn is_whole(&self) -> bool {
        !self.report.is_playable() || self.report.sources.len() == self.texts
    }

    /// Returns what is wrong with the texts, in the order of the text, in a language; nothing where the game can be played.
    pub fn errors(&self, language: Language) -> Vec<FaultView> {
        let errors = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        faults(&self.report, errors, language)
    }

    /// Returns the warnings that no comment `# meant: CODE` answers, in the order of the text.
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
