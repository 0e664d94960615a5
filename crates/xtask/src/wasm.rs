use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::project::{self, Build, Project};
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::tools;

struct Module {
    name: String,
    /// Label of the build step, shown while it runs.
    label: String,
    package: &'static str,
    features: &'static str,
    /// The only built-in game in the module; `None` to select games by `features`.
    game: Option<String>,
    profile: &'static str,
    folder: &'static str,
}

const TARGET: &str = "wasm32-unknown-unknown";
pub const RULES: &str = "packages/rules/src/generated";

/// Lists the WebAssembly modules: one with all built-in games and all functions; one per game, with only what is needed
/// to play the game; one for game definitions; and the importer of variants.
fn modules(project: &Project, build: Build) -> Outcome<Vec<Module>> {
    let rules = |name: &str, label: &str, features, game: Option<&str>| Module {
        name: format!("entourage_{name}"),
        label: format!("{label} for the browser"),
        package: "entourage-wasm",
        features,
        game: game.map(str::to_owned),
        profile: if game.is_some() { build.browser_game() } else { build.browser() },
        folder: RULES,
    };
    let mut modules = vec![rules("wasm", "rules of all games", "entourage-registry/default", None)];
    for game in games(project)? {
        modules.push(rules(&game, &format!("rules of {game}"), "entourage-registry/default", Some(&game)));
    }
    // The registry is compiled with the same features for all modules; the linker removes the built-in games from this one.
    modules.push(rules("text", "rules of game definitions", "text,entourage-registry/default", None));
    let importer = rules("importer", "importer", "", None);
    modules.push(Module { package: "entourage-importer", folder: "web/src/generated", ..importer });
    Ok(modules)
}

/// Lists the built-in games by the names of their folders.
fn games(project: &Project) -> Outcome<Vec<String>> {
    let folders = project::children(&project.root.join("games"))?.into_iter();
    let crates = folders.filter(|folder| folder.join("Cargo.toml").exists());
    Ok(crates.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned())).collect())
}

/// Builds the WebAssembly modules and their TypeScript bindings, unless nothing has changed.
pub fn build(project: &Project, build: Build) -> Outcome {
    tools::check_target(project, TARGET)?;
    let modules = modules(project, build)?;
    // Skips unchanged modules, because cargo would relink modules from the same package every time.
    let record = project.target.join("xtask/wasm.stamp");
    let stamp = || {
        let mut stamp = Stamp::default().tree(&project.root.join("Cargo.lock"), &[])?;
        stamp =
            stamp.tree(&project.root.join("Cargo.toml"), &[])?.tree(&project.root.join("games"), &["tests"])?;
        stamp = stamp.tree(&project.root.join("crates"), &["tests", "server", "store", "cli", "py"])?;
        for Module { name, folder, .. } in &modules {
            for ending in ["_bg.wasm", ".js", ".d.ts"] {
                stamp = stamp.tree(&project.root.join(folder).join(format!("{name}{ending}")), &[])?;
            }
        }
        Ok::<_, String>(format!("{} {}", build.browser(), stamp.text()))
    };
    if stamp::is_current(&record, &stamp()?) {
        return Ok(());
    }
    modules.iter().try_for_each(|module| build_module(project, module))?;
    for (name, text) in [("games.js", list_of_games(&modules)), ("games.d.ts", LIST_TYPE.to_owned())] {
        let file = project.root.join(RULES).join(name);
        project::write(&file, &text)?;
    }
    project::write(&record, &stamp()?)
}

const LIST_TYPE: &str = "\
/** The modules of single built-in games, by the names of the games. */
export declare const games: Readonly<Record<string, { face(): Promise<unknown>; address(): URL }>>;
";

/// Returns the source of the JavaScript module that loads single-game modules.
fn list_of_games(modules: &[Module]) -> String {
    let lines = modules.iter().filter_map(|module| Some((module.game.as_ref()?, &module.name)));
    let lines: String = lines
        .map(|(game, name)| {
            format!(
                "  {game}: {{ face: () => import(\"./{name}.js\"), address: () => new URL(\"./{name}_bg.wasm\", import.meta.url) }},\n"
            )
        })
        .collect();
    format!("export const games = {{\n{lines}}};\n")
}

fn build_module(project: &Project, module: &Module) -> Outcome {
    let Module { name, label, package, features, game, profile, folder } = module;
    announce(label);
    let mut cargo = shell::cargo(project);
    // Uses a separate target folder: cargo locks the main one while it builds the `entourage` binary at the same time.
    let target = project.target.join("wasm");
    cargo.env("CARGO_TARGET_DIR", &target);
    match game {
        Some(game) => cargo.env("ENTOURAGE_GAME", game),
        None => cargo.env_remove("ENTOURAGE_GAME"),
    };
    // RUSTFLAGS would override the flags in .cargo/config.toml for this target.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    shell::run(cargo.args(["build", "--package", package, "--profile", profile]).args([
        "--target",
        TARGET,
        "--locked",
        "--features",
        features,
    ]))?;

    let file = package.replace('-', "_");
    let input = target.join(format!("{TARGET}/{profile}/{file}.wasm"));
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
