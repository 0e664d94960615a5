//! Checks the pictures that authors choose by name.

use entourage_definition::{Code, Diagnostic, Report};

use crate::Registry;

impl Registry {
    /// Warns about pieces whose chosen picture does not exist; returns no warnings if the registry has no pictures.
    pub fn unknown_pictures(&self, report: &Report) -> Vec<Diagnostic> {
        let wanted = report.pictures();
        // Most definitions choose no picture; do not load the gallery for them.
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
                format!("There is no picture named {name}: the piece is shown as its letter."),
                format!("Il n'y a pas d'image nommée {name}\u{a0}: la pièce est représentée par sa lettre."),
            );
            found.push(warning.with_help(format!("Pictures: {list}."), format!("Images\u{a0}: {list}.")));
        }
        found
    }
}
