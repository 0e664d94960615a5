use std::fs;
use std::io::Write;
use std::path::Path;

use entourage_definition::{Source, format};
use entourage_kernel::{Language, Problem};

use crate::definition;
use crate::failure::Failure;

/// Sets a definition in canonical form: prints it, writes it into its file, or only looks whether it is.
///
/// # Errors
/// A file that cannot be read or written, a text that is none, which is told by then, a text in another form where it was only to be looked
/// at, or a closed output.
pub fn run(
    file: &Path,
    write: bool,
    check: bool,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = definition::text(file)?;
    let set = match format(&text) {
        Ok(set) => set,
        Err(faults) => {
            let sources = [Source::new(file.display().to_string(), text)];
            // Apart from the text, which may go into a file.
            let mut told = std::io::stderr().lock();
            for fault in faults {
                writeln!(told, "{}", fault.render(&sources, language))?;
            }
            return Err(Failure::Told);
        }
    };
    if check && set != text {
        let (en, fr) = ("this is not in canonical form", "ceci n'est pas sous forme canonique");
        return Err(Failure::at(&file.display().to_string(), Problem::new(en, fr)));
    }
    if write && set != text {
        fs::write(file, set)?;
    } else if !write && !check {
        out.write_all(set.as_bytes())?;
    }
    Ok(())
}
