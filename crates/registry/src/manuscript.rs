use entourage_definition::{Diagnostic, Report, Severity, Source, check};
use entourage_kernel::Language;

use crate::TextDefinition;
use crate::examine::faults;
use crate::text_definition::Behind;
use crate::view::FaultView;

/// A submitted game definition and the definitions that it extends, parsed and checked.
pub struct Manuscript {
    report: Report,
    texts: usize,
}

impl Manuscript {
    /// Parses the file of a game, then those of the games it extends; `None` if there are no files or one is unused.
    pub fn read(texts: &[&str]) -> Option<Self> {
        let first = Source::new("game", *texts.first()?);
        let report = check(first, &Behind::new(texts));
        Some(Self { report, texts: texts.len() }).filter(|read| read.is_whole())
    }

    /// Returns whether the game uses every source file; also `true` if errors prevent the check.
    fn is_whole(&self) -> bool {
        !self.report.is_playable() || self.report.sources.len() == self.texts
    }

    /// Returns the errors in source order; none if the game is playable.
    pub fn errors(&self, language: Language) -> Vec<FaultView> {
        let errors = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        faults(&self.report, errors, language)
    }

    /// Returns the warnings that no `# meant: CODE` comment suppresses, in source order.
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
