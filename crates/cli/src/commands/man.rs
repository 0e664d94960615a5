use std::fs;
use std::path::Path;

use entourage_kernel::Problem;
use entourage_registry::Registry;

use crate::failure::Failure;
use crate::usage;

/// Writes a manual page of the command and one of each subcommand into a folder, which is made if it is missing.
///
/// # Errors
/// A folder that cannot be written.
pub fn run(registry: &Registry, folder: &Path) -> Result<(), Failure> {
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(usage::command(registry), folder));
    written.map_err(|error| {
        let folder = folder.display();
        let en = format!("\"{folder}\" cannot be written: {error}");
        let fr = format!("«\u{a0}{folder}\u{a0}» ne peut être écrit\u{a0}: {error}");
        Failure::at("DIR", Problem::new(en, fr))
    })
}
