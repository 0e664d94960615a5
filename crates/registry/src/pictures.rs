//! Pictures that authors choose by name.

use entourage_definition::{Code, Diagnostic, Report};

use crate::Registry;

impl Registry {
    /// Warns of pieces that are to be drawn as one that no game of the house draws; of none where there is nothing to be drawn as.
    pub fn unknown_pictures(&self, report: &Report) -> Vec<Diagnostic> {
        let wanted = report.pictures();
        // Most texts choose none.
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
