//! Checks the pictures that authors choose by name.

use entourage_definition::{Code, Diagnostic, Report};

use crate::Registry;

impl Registry {
    /// Warns of pieces to be drawn as a piece that no built-in game has; returns no warnings if there are no pictures at all.
    pub fn unknown_pictures(&self, report: &Report) -> Vec<Diagnostic> {
        let wanted = report.pictures();
        // Most texts choose no picture; do not load the gallery for them.
        if wanted.is_empty() {
            return Vec::new();
        }
        let known = self.pictures();
        let mut found = Vec::new();
        for (span, name) in wanted {
            if known.is_empty() || known.iter().any(|other| other == name) {
                continue;
            }
            let list = known.join(", ");
            let warning = Diagnostic::warning(
                Code::UnknownName,
                span,
                format!("No picture is called {name}: the piece is drawn as its letter."),
                format!("Aucune image ne s'appelle {name}\u{a0}: la pièce est dessinée par sa lettre."),
            );
            found.push(warning.with_help(format!("There are: {list}."), format!("Il y a\u{a0}: {list}.")));
        }
        found
    }
}
