use entourage_definition::{Diagnostic, Report, Severity, Source, check};
use entourage_kernel::Language;

use crate::TextDefinition;
use crate::examine::faults;
use crate::text_definition::Behind;
use crate::view::FaultView;

/// What an inventor writes before the codes of warnings that a line is to give.
const ANSWER: &str = "# meant:";

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

    /// Tells whether each text is part of the game; where there are errors nobody can tell.
    fn is_whole(&self) -> bool {
        !self.report.is_playable() || self.report.sources.len() == self.texts
    }

    /// Tells what is wrong with the texts, in the order of the text, in a language; nothing where the game can be played.
    pub fn errors(&self, language: Language) -> Vec<FaultView> {
        let errors = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        faults(&self.report, errors, language)
    }

    /// Tells what is probably not meant, and not said to be, in the order of the text, in a language.
    ///
    /// A line says of itself that it is meant by a comment at its end: `# meant: CODE`.
    pub fn unanswered(&self, language: Language) -> Vec<FaultView> {
        let warned = self.report.diagnostics.iter().filter(|fault| fault.severity == Severity::Warning);
        let warned = warned.cloned().chain(self.report.lint());
        let unanswered: Vec<Diagnostic> = warned.filter(|fault| !self.is_meant(fault)).collect();
        faults(&self.report, &unanswered, language)
    }

    /// Returns the definition of the game; `None` if there are errors.
    pub fn define(self) -> Option<TextDefinition> {
        TextDefinition::new(self.report)
    }

    fn is_meant(&self, fault: &Diagnostic) -> bool {
        let source = self.report.sources.get(usize::from(fault.span.file));
        let line =
            source.and_then(|source| source.text.lines().nth((fault.span.line as usize).checked_sub(1)?));
        line.is_some_and(|line| answers(line, fault.code.word()))
    }
}

/// Tells whether a line ends with a comment that says that a warning of a code is meant.
fn answers(line: &str, code: &str) -> bool {
    let Some((_, codes)) = line.rsplit_once(ANSWER) else { return false };
    let is_word = |c: char| c.is_ascii_lowercase() || matches!(c, '-' | ',' | ' ');
    codes.trim_end().chars().all(is_word) && codes.split([',', ' ']).any(|word| word.trim_end() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_answers_the_warnings_that_it_names() {
        for (line, meant) in [
            ("power none. # meant: idle", true),
            ("power none. # a remark # meant: idle  ", true),
            ("power none. # meant: size, idle", true),
            ("power none. # meant:idle", true),
            ("power none.", false),
            ("power none. # meant: size", false),
            ("power none. # meant: idleness", false),
            ("power none. # meant:", false),
            ("text \"# meant: idle\"", false),
            ("power none. # meant: idle. Really", false),
        ] {
            assert_eq!(answers(line, "idle"), meant, "{line}");
        }
    }
}
