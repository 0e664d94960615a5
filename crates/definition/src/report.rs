use crate::check::{Library, build, merge};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{self, TextGame};
use crate::lint::lint;
use crate::model::Model;
use crate::source::{Source, Span};
use crate::syntax::tree::{Item, Piece, What};

/// Prefix of a comment by which the author accepts warnings; the codes of the warnings follow.
const ANSWER: &str = "# meant:";
const MAX_FAULTS: usize = 100;

/// The result of checking a definition.
#[derive(Debug)]
pub struct Report {
    /// The definition, followed by the definitions that it inherits from.
    pub sources: Vec<Source>,
    /// Errors and warnings in source order, at most 100.
    pub diagnostics: Vec<Diagnostic>,
    items: Vec<Item>,
    /// A model for each edition, the default one first; empty if there are errors.
    models: Vec<Model>,
}

impl Report {
    /// Returns whether the game can be played.
    pub fn is_playable(&self) -> bool {
        !self.models.is_empty()
    }

    /// Returns the identifier that the definition declares; empty if there are errors.
    pub fn id(&self) -> &str {
        self.models.first().map_or("", |model| &model.id)
    }

    /// Returns warnings about likely mistakes, in source order; empty if there are errors.
    ///
    /// This method is slower than [`check`], because it explores which squares pieces can reach.
    pub fn lint(&self) -> Vec<Diagnostic> {
        let Some(model) = self.models.first() else { return Vec::new() };
        let Some(start) = game::start_scene(model) else { return Vec::new() };
        let mut found = lint(&self.models, &start, &self.items, |intent| game::write_move(model, intent));
        found.extend(game::sample_warning(model).filter(|warning| warning.span.file == 0));
        set_in_order(&mut found);
        found
    }

    /// Returns whether the author accepted a warning with a comment `# meant: CODE` at the end of the line.
    pub fn is_meant(&self, fault: &Diagnostic) -> bool {
        let source = self.sources.get(usize::from(fault.span.file));
        let line =
            source.and_then(|source| source.text.lines().nth((fault.span.line as usize).checked_sub(1)?));
        fault.severity == Severity::Warning && line.is_some_and(|line| answers(line, fault.code.word()))
    }

    /// Lists the names in the definition's own `drawn as "NAME"` phrases, with their locations; omits inherited ones.
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

    /// Returns the game, under the identifier that the definition declares; `None` if there are errors.
    pub fn game(self) -> Option<TextGame> {
        TextGame::new(self.models)
    }
}

/// Parses and checks a definition, loading inherited games from `library`.
pub fn check(source: Source, library: &dyn Library) -> Report {
    let mut faults = Vec::new();
    let merged = merge(source, library, &mut faults);
    let mut models = Vec::new();
    if !has_errors(&faults) {
        models = build(&merged, &mut faults);
    }
    if !has_errors(&faults) {
        for fault in models.iter_mut().filter_map(game::start_fault) {
            // Report each problem once, even if several editions have it.
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
            "This sentence is inherited from another game. Repeat it in your own definition to change it.",
            "Cette phrase est héritée d'un autre jeu. Reprenez-la dans votre définition pour la modifier.",
        );
    }
    // Drop errors that several editions share; if too many remain, drop warnings before errors.
    set_in_order(&mut faults);
    faults.dedup();
    if faults.len() > MAX_FAULTS {
        let (mut kept, warnings): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(|fault| fault.severity == Severity::Error);
        kept.extend(warnings);
        kept.truncate(MAX_FAULTS);
        set_in_order(&mut kept);
        faults = kept;
    }
    Report { sources: merged.sources, diagnostics: faults, items: merged.items, models }
}

/// Sorts diagnostics in source order. Never inlined, because each copy of a sort adds to the size of the WebAssembly module.
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
    fn a_comment_accepts_the_warnings_that_it_names() {
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
