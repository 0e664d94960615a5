use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::project::{Build, Project};
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::tools;

/// A module of the browser's half of the rules.
struct Module {
    /// What it is called in the page.
    name: &'static str,
    /// What is said while it is built.
    told: &'static str,
    package: &'static str,
    features: &'static str,
    /// The folder to which it belongs.
    folder: &'static str,
}

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";
/// Where the rules are written, which are a package of their own.
pub const RULES: &str = "packages/rules/src/generated";

const MODULES: [Module; 3] = [
    Module {
        name: "entourage_wasm",
        told: "rules for the browser",
        package: "entourage-wasm",
        features: "entourage-registry/default",
        folder: RULES,
    },
    Module {
        name: "entourage_text",
        told: "rules of games written as text for the browser",
        package: "entourage-wasm",
        features: "text",
        folder: RULES,
    },
    Module {
        name: "entourage_importer",
        told: "importer for the browser",
        package: "entourage-importer",
        features: "",
        folder: "web/src/generated",
    },
];

/// Builds the browser's half of the rules and writes it with its TypeScript face to where it belongs: a module for the games of the house and
/// one for games written as text, which is fetched where such a game is opened, to the package of the rules; and one that imports games for
/// the workshop, to the page.
///
/// # Errors
/// The target is missing, the code does not compile, or the files cannot be written.
pub fn build(project: &Project, build: Build) -> Outcome {
    tools::check_target(project, TARGET)?;
    // Cargo would link two modules of one package anew each time.
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
    if stamp::stands(&record, &stamp()?) {
        return Ok(());
    }
    MODULES.iter().try_for_each(|module| build_module(project, build, module))?;
    stamp::write(&record, &stamp()?)
}

fn build_module(project: &Project, build: Build, module: &Module) -> Outcome {
    let Module { name, told, package, features, folder } = *module;
    announce(told);
    let mut cargo = shell::cargo(project);
    // Cargo locks its folder: in one of its own, modules are built beside the command.
    let target = project.target.join("wasm");
    cargo.env("CARGO_TARGET_DIR", &target);
    // Flags meant for the host would replace those that .cargo/config.toml gives the browser's target.
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
