use std::io::Write;
use std::path::Path;

use entourage_definition::{Diagnostic, Severity};
use entourage_kernel::Language;
use entourage_kernel::sentence::counted;
use entourage_registry::Registry;

use crate::definition;
use crate::failure::Failure;

/// Tells every fault of a definition with its place, and what is probably not meant, then how many there are.
///
/// # Errors
/// A file that cannot be read, a definition with errors, which are told by then, or a closed output.
pub fn run(file: &Path, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let report = definition::report(file)?;
    let pictures = Registry::built_in().unknown_pictures(&report);
    let told = report.diagnostics.iter().cloned().chain(report.lint()).chain(pictures);
    let all: Vec<Diagnostic> = told.filter(|fault| !report.is_meant(fault)).collect();
    for fault in &all {
        writeln!(out, "{}", fault.render(&report.sources, language))?;
    }
    let count = |severity| all.iter().filter(|fault| fault.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let told = match language {
        Language::English => {
            let errors = counted(language, errors, "error", "errors");
            format!(": {errors}, {}", counted(language, warnings, "warning", "warnings"))
        }
        Language::French => {
            let errors = counted(language, errors, "erreur", "erreurs");
            format!("\u{a0}: {errors}, {}", counted(language, warnings, "avertissement", "avertissements"))
        }
    };
    writeln!(out, "{}{told}", file.display())?;
    out.flush()?;
    if report.is_playable() { Ok(()) } else { Err(Failure::Told) }
}
