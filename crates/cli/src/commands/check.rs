use std::io::Write;
use std::path::Path;

use entourage_definition::{Diagnostic, Severity};
use entourage_kernel::Language;

use crate::definition;
use crate::failure::Failure;

/// Tells every fault of a definition with its place, and what is probably not meant, then how many there are.
///
/// # Errors
/// A file that cannot be read, a definition with errors, which are told by then, or a closed output.
pub fn run(file: &Path, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let report = definition::report(file)?;
    let all: Vec<Diagnostic> = report.diagnostics.iter().cloned().chain(report.lint()).collect();
    for fault in &all {
        writeln!(out, "{}", fault.render(&report.sources, language))?;
    }
    let count = |severity| all.iter().filter(|fault| fault.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    match language {
        Language::English => writeln!(out, "{}: {errors} errors, {warnings} warnings", file.display())?,
        Language::French => {
            writeln!(out, "{}\u{a0}: {errors} erreurs, {warnings} avertissements", file.display())?
        }
    }
    out.flush()?;
    if report.is_playable() { Ok(()) } else { Err(Failure::Told) }
}
