use entourage_kernel::Problem;

use crate::check::{Library, Merged, build, heading, merge, merge_without};
use crate::coverage::Coverage;
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
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
        found.extend(game::sample_warning(model));
        // Questions about the powers of the inherited game are for its author.
        let is_theirs = |code: Code| matches!(code, Code::Check | Code::Pinned | Code::Description);
        found.retain(|warning| warning.span.file == 0 || !is_theirs(warning.code) && !self.is_meant(warning));
        found.iter_mut().for_each(|warning| self.bring_home(warning));
        set_in_order(&mut found);
        found.dedup();
        found
    }

    /// Prepares games that show which of the author's own sentences change nothing; `None` if there are errors.
    pub fn coverage(&self) -> Option<Coverage> {
        Coverage::new(&self.models, &self.items)
    }

    /// Moves a warning about an inherited sentence to the author's own sentence that names the inherited game.
    fn bring_home(&self, warning: &mut Diagnostic) {
        let Span { file, line, .. } = warning.span;
        let Some(source) = self.sources.get(usize::from(file)).filter(|_| file > 0) else { return };
        let (name, own) = (&source.name, heading(&self.items));
        let problem = Problem::new(
            format!("In the inherited {name}, line {line}: {}", warning.problem.en),
            format!("Dans {name}, dont ce jeu hérite, ligne {line}\u{a0}: {}", warning.problem.fr),
        );
        (warning.problem, warning.span) = (Box::new(problem), own);
        // The other answers change the inherited sentence.
        warning.answers.retain(|answer| answer.edit == Edit::Meant);
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
    let models = models(&merged, &mut faults);
    blame(&merged, &mut faults);
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

/// Builds the models, and checks their start positions; returns no models if there are errors.
fn models(merged: &Merged, faults: &mut Vec<Diagnostic>) -> Vec<Model> {
    let mut models = Vec::new();
    if !has_errors(faults) {
        models = build(merged, faults);
    }
    if !has_errors(faults) {
        for fault in models.iter_mut().filter_map(game::start_fault) {
            // Report each problem once, even if several editions have it.
            if faults.iter().all(|known| (known.code, known.span) != (fault.code, fault.span)) {
                faults.push(fault);
            }
        }
    }
    if has_errors(faults) {
        models.clear();
    }
    models
}

/// Names, in errors about inherited sentences, the author's sentence without which the error does not occur.
fn blame(merged: &Merged, faults: &mut [Diagnostic]) {
    /// Maximum number of sentences to leave out in turn.
    const MAX_TRIED: usize = 100;
    let is_foreign = |fault: &Diagnostic| fault.span.file > 0 && fault.severity == Severity::Error;
    // Errors of the inherited game itself have another cause.
    if !faults.iter().any(is_foreign) || has_own_errors(merged) {
        return;
    }
    let is_own =
        |item: &&Item| item.span.file == 0 && !matches!(item.what, What::Game { .. } | What::Language(_));
    let mut own: Vec<Span> = merged.own.iter().filter(is_own).map(|item| item.span).collect();
    own.truncate(MAX_TRIED);
    let mut blamed = vec![false; faults.len()];
    for span in own {
        let mut left = Vec::new();
        models(&merge_without(merged, Some(span)), &mut left);
        let remains = |fault: &Diagnostic| {
            left.iter().any(|other| (other.span, &other.problem) == (fault.span, &fault.problem))
        };
        for (fault, is_blamed) in faults.iter_mut().zip(&mut blamed) {
            if is_foreign(fault) && !*is_blamed && !remains(fault) {
                let said = sentence_at(merged, span);
                let line = span.line;
                *is_blamed = true;
                *fault = fault.clone().with_help(
                    format!("The cause is your sentence in line {line}: \"{said}\". Change it, or repeat the inherited sentence in your own definition to change that."),
                    format!("La cause est votre phrase de la ligne {line}\u{a0}: «\u{a0}{said}\u{a0}». Modifiez-la, ou reprenez la phrase héritée dans votre définition pour la modifier."),
                );
            }
        }
    }
}

/// Returns whether the inherited game alone has errors.
fn has_own_errors(merged: &Merged) -> bool {
    let mut faults = Vec::new();
    models(&merge_without(merged, None), &mut faults);
    has_errors(&faults)
}

fn sentence_at(merged: &Merged, span: Span) -> &str {
    let line = merged.sources[0].text.lines().nth((span.line as usize).saturating_sub(1)).unwrap_or_default();
    line.split(" #").next().unwrap_or_default().trim()
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
