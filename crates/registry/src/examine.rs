use entourage_definition::{Answer, Diagnostic, Edit, Library, Report, Severity, Source, check};
use entourage_kernel::Language;

use crate::Registry;
use crate::coverage::unused_in_draft;
use crate::view::{AnswerView, ExaminationView, FaultView};

/// Checks a game definition while its author writes it, and returns errors and warnings.
///
/// With `thorough`, also lints the definition, plays games in search of unused sentences, and warns about pictures unknown to `registry` (unless the registry has no pictures),
/// which takes longer than parsing.
pub fn examine(
    registry: &Registry,
    text: &str,
    library: &dyn Library,
    language: Language,
    thorough: bool,
) -> ExaminationView {
    let report = check(Source::new("game", text), library);
    let mut faults = faults(&report, &report.diagnostics, language);
    if !report.is_playable() {
        return ExaminationView { id: String::new(), faults, texts: Vec::new() };
    }
    if thorough {
        let pictures = registry.unknown_pictures(&report);
        let mut doubts = report.lint();
        doubts.extend(pictures);
        doubts.extend(unused_in_draft(&report));
        doubts.retain(|fault| !report.is_meant(fault));
        for fault in self::faults(&report, &doubts, language) {
            let place = |fault: &FaultView| (fault.line, fault.column);
            let behind = faults.partition_point(|other| place(other) <= place(&fault));
            faults.insert(behind, fault);
        }
    }
    let texts = report.sources.iter().map(|source| source.text.clone()).collect();
    // The game itself is not built: that takes too long while the author types.
    ExaminationView { id: report.id().to_owned(), faults, texts }
}

pub(crate) fn faults<'d>(
    report: &Report,
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    language: Language,
) -> Vec<FaultView> {
    let view = |fault: &Diagnostic| {
        let file = report.sources.get(usize::from(fault.span.file)).map(|source| source.name.clone());
        FaultView {
            is_warning: fault.severity == Severity::Warning,
            code: fault.code.word().to_owned(),
            line: fault.span.line,
            column: fault.span.column,
            length: fault.span.length,
            problem: fault.problem.get(language).to_owned(),
            help: fault.help.as_ref().map(|help| help.get(language).to_owned()),
            file: file.filter(|_| fault.span.file > 0),
            answers: fault.answers.iter().map(|answer| self::answer(fault, answer, language)).collect(),
        }
    };
    diagnostics.into_iter().map(view).collect()
}

fn answer(fault: &Diagnostic, answer: &Answer, language: Language) -> AnswerView {
    let (does, line, text) = match &answer.edit {
        Edit::Below { line, text } => ("below", *line, text.clone()),
        Edit::Without => ("without", fault.span.line, String::new()),
        Edit::Meant => ("meant", fault.span.line, format!("# meant: {}", fault.code.word())),
    };
    AnswerView { said: answer.said.get(language).to_owned(), does, line, text }
}

#[cfg(test)]
mod tests {
    use entourage_definition::Shipped;

    use super::*;

    #[test]
    fn a_playable_text_comes_with_those_it_extends() {
        let text = "language 1\ngame mine \"Mine\" like madrasi\n";
        let found = examine(&Registry::default(), text, &Shipped, Language::English, true);
        assert_eq!((found.id.as_str(), found.faults.len()), ("mine", 0));
        assert_eq!(found.texts.len(), 3, "its own, Madrasi's and that of chess");
        assert_eq!(found.texts[0], text);
    }

    #[test]
    fn a_fault_has_its_place_and_is_in_the_given_language() {
        let text = "language 1\ngame mine \"Mine\" like chess\npower x of Quen: it cannot capture\n";
        for (language, word) in [(Language::English, "mean"), (Language::French, "dire")] {
            let found = examine(&Registry::default(), text, &Shipped, language, true);
            assert!(found.id.is_empty() && found.texts.is_empty());
            let [fault] = &found.faults[..] else { panic!("{:?}", found.faults) };
            assert_eq!((fault.line, fault.column, fault.length, fault.is_warning), (3, 12, 4, false));
            assert_eq!((fault.code.as_str(), fault.file.as_deref()), ("unknown-name", None));
            assert!(fault.help.as_ref().unwrap().contains(word), "{fault:?}");
        }
    }

    #[test]
    fn an_unknown_picture_is_reported_if_there_are_any() {
        let text = "language 1\ngame mine \"Mine\" like chess\npiece U \"Unicorn\" drawn as \"Horse\"\n  moves and captures: step any\n";
        let told = |registry: &Registry, text: &str| -> Vec<u32> {
            let found = examine(registry, text, &Shipped, Language::English, true);
            found
                .faults
                .iter()
                .filter(|fault| fault.problem.contains("Horse"))
                .map(|fault| fault.line)
                .collect()
        };
        let house = Registry::built_in();
        assert_eq!(told(&house, text), [3]);
        assert_eq!(told(&house, &text.replace("\"Horse\"", "\"Horse\"  # meant: unknown-name")), [0; 0]);
        assert_eq!(told(&Registry::default(), text), [0; 0]);
    }

    #[test]
    fn a_fault_in_another_games_text_names_it() {
        let text = "language 1\ngame mine \"Mine\" like chess\nboard 5 x 5\n";
        let found = examine(&Registry::default(), text, &Shipped, Language::English, false);
        assert!(
            found.faults.iter().any(|fault| fault.file.as_deref() == Some("chess.game")),
            "{:?}",
            found.faults
        );
    }
}
