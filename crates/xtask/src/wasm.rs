use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::project::{Build, Project};
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::tools;

/// A WebAssembly module.
struct Module {
    name: &'static str,
    /// The label of the build step.
    label: &'static str,
    package: &'static str,
    features: &'static str,
    /// The output folder.
    folder: &'static str,
}

const TARGET: &str = "wasm32-unknown-unknown";
pub const RULES: &str = "packages/rules/src/generated";

const MODULES: [Module; 3] = [
    Module {
        name: "entourage_wasm",
        label: "rules for the browser",
        package: "entourage-wasm",
        features: "entourage-registry/default",
        folder: RULES,
    },
    Module {
        name: "entourage_text",
        label: "rules of game definitions for the browser",
        package: "entourage-wasm",
        features: "text",
        folder: RULES,
    },
    Module {
        name: "entourage_importer",
        label: "importer for the browser",
        package: "entourage-importer",
        features: "",
        folder: "web/src/generated",
    },
];

/// Builds the WebAssembly modules and their TypeScript bindings: the built-in games, game definitions (loaded on demand), and the
/// workshop's importer.
pub fn build(project: &Project, build: Build) -> Outcome {
    tools::check_target(project, TARGET)?;
    // Two modules come from one package, which cargo would relink every time.
    let record = project.target.join("xtask/wasm.stamp");
    let stamp = || {
        let mut stamp = Stamp::default().tree(&project.root.join("Cargo.lock"), &[])?;
        stamp =
            stamp.tree(&project.root.join("Cargo.toml"), &[])?.tree(&project.root.join("games"), &["tests"])?;
        stamp =
            stamp.tree(&project.root.join("crates"), &["tests", "server", "store", "cli", "py", "xtask"])?;
        for Module { name, folder, .. } in &MODULES {
            for ending in ["_bg.wasm", ".js", ".d.ts"] {
                stamp = stamp.tree(&project.root.join(folder).join(format!("{name}{ending}")), &[])?;
            }
        }
        Ok::<_, String>(format!("{} {}", build.browser(), stamp.text()))
    };
    if stamp::is_current(&record, &stamp()?) {
        return Ok(());
    }
    MODULES.iter().try_for_each(|module| build_module(project, build, module))?;
    stamp::write(&record, &stamp()?)
}

fn build_module(project: &Project, build: Build, module: &Module) -> Outcome {
    let Module { name, label, package, features, folder } = *module;
    announce(label);
    let mut cargo = shell::cargo(project);
    // A separate target folder, because cargo locks each: modules and the command build in parallel.
    let target = project.target.join("wasm");
    cargo.env("CARGO_TARGET_DIR", &target);
    // RUSTFLAGS would override the flags of .cargo/config.toml for this target.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::run(cargo.args(["build", "--package", package, "--profile", build.browser()]).args([
        "--target",
        TARGET,
        "--locked",
        "--features",
        features,
    ]))?;

    let file = package.replace('-', "_");
    let input = target.join(format!("{TARGET}/{}/{file}.wasm", build.browser()));
    let folder = project.root.join(folder);
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&input)
        .out_name(name)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(true)
                .omit_default_module_path(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(&folder)
        })
        .map_err(|error| format!("wasm-bindgen failed: {error:#}"))
}
