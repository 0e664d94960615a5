use crate::check::{Library, build, merge};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{self, TextGame};
use crate::lint::lint;
use crate::model::Model;
use crate::source::{Source, Span};
use crate::syntax::tree::{Item, Piece, What};

/// What an inventor writes before the codes of warnings that a line is to give.
const ANSWER: &str = "# meant:";
const MOST_FAULTS: usize = 100;

/// What the reading of a definition came to.
#[derive(Debug)]
pub struct Report {
    /// The text that was read, and after it those of the games that it is like.
    pub sources: Vec<Source>,
    /// What is wrong, in the order of the text; errors and warnings, at most a hundred.
    pub diagnostics: Vec<Diagnostic>,
    items: Vec<Item>,
    /// A model for each edition, the usual one first; empty if there is an error.
    models: Vec<Model>,
}

impl Report {
    /// Returns whether the game can be played.
    pub fn is_playable(&self) -> bool {
        !self.models.is_empty()
    }

    /// Returns how the definition calls its game; empty if it has errors.
    pub fn id(&self) -> &str {
        self.models.first().map_or("", |model| &model.id)
    }

    /// Warns of what is no fault and probably not meant, in the order of the text; nothing where there are errors.
    ///
    /// It looks where pieces can come to stand, which takes longer than reading.
    pub fn lint(&self) -> Vec<Diagnostic> {
        let Some(model) = self.models.first() else { return Vec::new() };
        let Some(start) = game::start_scene(model) else { return Vec::new() };
        let mut found = lint(&self.models, &start, &self.items, |intent| game::write_move(model, intent));
        found.extend(game::untried_starts(model).filter(|warning| warning.span.file == 0));
        set_in_order(&mut found);
        found
    }

    /// Returns whether the line of a warning says of itself that it is meant, by a comment at its end: `# meant: CODE`.
    pub fn is_meant(&self, fault: &Diagnostic) -> bool {
        let source = self.sources.get(usize::from(fault.span.file));
        let line =
            source.and_then(|source| source.text.lines().nth((fault.span.line as usize).checked_sub(1)?));
        fault.severity == Severity::Warning && line.is_some_and(|line| answers(line, fault.code.word()))
    }

    /// Lists the names of pieces whose pictures the text's own pieces are to have, and where they stand.
    pub fn pictures(&self) -> Vec<(Span, &str)> {
        let mut open: Vec<&Item> = self.items.iter().collect();
        let mut found: Vec<(Span, &str)> = Vec::new();
        while let Some(item) = open.pop() {
            match &item.what {
                What::Feature { items, .. } => open.extend(items),
                What::Piece(Piece { drawn_as: Some(name), .. }) if name.span.file == 0 => {
                    let at = |span: Span| (span.line, span.column);
                    let place = found.partition_point(|(span, _)| at(*span) <= at(name.span));
                    found.insert(place, (name.span, &name.text));
                }
                _ => {}
            }
        }
        found
    }

    /// Returns the rules of the game, which call themselves as the definition does; `None` if it has errors.
    pub fn game(self) -> Option<TextGame> {
        TextGame::new(self.models)
    }
}

/// Reads and checks a definition; the games that it is like are found in a library.
pub fn check(source: Source, library: &dyn Library) -> Report {
    let mut faults = Vec::new();
    let merged = merge(source, library, &mut faults);
    let mut models = Vec::new();
    if !has_errors(&faults) {
        models = build(&merged, &mut faults);
    }
    if !has_errors(&faults) {
        for fault in models.iter_mut().filter_map(game::start_fault) {
            // What is wrong with one sentence in several editions is told once.
            if faults.iter().all(|known| (known.code, known.span) != (fault.code, fault.span)) {
                faults.push(fault);
            }
        }
    }
    if has_errors(&faults) {
        models.clear();
    }
    for fault in faults.iter_mut().filter(|fault| fault.span.file > 0 && fault.help.is_none()) {
        *fault = fault.clone().with_help(
            "This stands in a game that yours is like: say the sentence again in your own.",
            "Ceci se trouve dans un jeu auquel le vôtre ressemble\u{a0}: redites la phrase dans le vôtre.",
        );
    }
    // What holds in several editions is said once; errors come before warnings where there is no room for all.
    set_in_order(&mut faults);
    faults.dedup();
    if faults.len() > MOST_FAULTS {
        let (mut kept, warnings): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(|fault| fault.severity == Severity::Error);
        kept.extend(warnings);
        kept.truncate(MOST_FAULTS);
        set_in_order(&mut kept);
        faults = kept;
    }
    Report { sources: merged.sources, diagnostics: faults, items: merged.items, models }
}

/// Sets faults in the order of the text; one function for all, since sorting weighs on its way to a browser.
#[inline(never)]
fn set_in_order(faults: &mut [Diagnostic]) {
    faults.sort_by(|one, other| place(one).cmp(&place(other)));
}

fn place(fault: &Diagnostic) -> (u8, u32, u32, &str) {
    (fault.span.file, fault.span.line, fault.span.column, &fault.problem.en)
}

fn has_errors(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}

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
