use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::tools;

/// Builds the browser's half of the rules and writes it with its TypeScript face to `web/src/generated`.
///
/// # Errors
/// The target is missing, the code does not compile, or the files cannot be written.
pub fn build(project: &Project) -> Outcome {
    tools::check_wasm_target(project)?;
    announce("rules for the browser");
    let mut cargo = shell::cargo(project);
    // Flags meant for the host would replace those that .cargo/config.toml gives the browser's target.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::run(cargo.args(["build", "--package", "entourage-wasm", "--profile", "browser"]).args([
        "--target",
        "wasm32-unknown-unknown",
        "--locked",
    ]))?;

    let input = project.target.join("wasm32-unknown-unknown/browser/entourage_wasm.wasm");
    let folder = project.web().join("src/generated");
    let record = project.target.join("xtask/generated.stamp");
    let stamp = || Stamp::default().tree(&input, &[])?.tree(&folder, &[]).map(Stamp::text);
    if stamp::stands(&record, &stamp()?) {
        return Ok(());
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&input)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(true)
                .omit_default_module_path(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(&folder)
        })
        .map_err(|error| format!("wasm-bindgen failed: {error:#}"))?;
    stamp::write(&record, &stamp()?)
}
