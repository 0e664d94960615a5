use std::io::Write;

use clap_complete::{Shell, generate};
use entourage_registry::Registry;

use crate::failure::Failure;
use crate::usage;

/// Prints the script by which a shell completes the words of this command.
///
/// # Errors
/// A closed output.
pub fn run(registry: &Registry, shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    let mut command = usage::command(registry);
    let name = command.get_name().to_owned();
    // What writes it takes an output that may be closed for a fault of ours.
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    Ok(out.write_all(&script)?)
}
