//! Generates the list of built-in games from this crate's manifest, in which each game is one line under `[dependencies]`.

use std::path::Path;
use std::{env, fs};

const GAMES: &str = "\"../../games/";

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    // In a packaged crate, cargo has rewritten the manifest and put the original beside it.
    let manifest = fs::read_to_string("Cargo.toml.orig").or_else(|_| fs::read_to_string("Cargo.toml"));
    let manifest = manifest.expect("build scripts run in the folder of the manifest");
    let enabled = |id: &&str| env::var_os(format!("CARGO_FEATURE_ENTOURAGE_{}", id.to_uppercase())).is_some();
    let games: Vec<&str> = games(&manifest).filter(enabled).collect();
    let visit = |id: &str| format!("visitor.visit::<entourage_{id}::Game>(\"{id}\");");
    let visits: String = games.iter().map(|id| format!("    {}\n", visit(id))).collect();
    let only: String = games
        .iter()
        .map(|id| {
            format!(
                "    /// Creates a registry of this game alone, for its browser module.\n    \
                 pub fn only_{id}() -> Self {{\n        Self::of(|visitor| {})\n    }}\n",
                visit(id).trim_end_matches(';')
            )
        })
        .collect();
    let source = format!(
        "/// Calls the visitor with the type of every built-in game, in the order in which games are listed.\n\
         #[allow(unused_variables, reason = \"a build can have no games\")]\n\
         pub fn visit_built_in(visitor: &mut impl Visitor) {{\n{visits}}}\n\n\
         impl crate::Registry {{\n{only}}}\n"
    );
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("built_in.rs"), source).expect("OUT_DIR is writable");
}

fn games(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| line.contains(GAMES));
    lines.map(|line| {
        let id = line
            .strip_prefix("entourage-")
            .and_then(|rest| rest.split_once(" = { path = \"../../games/"))
            .filter(|(name, rest)| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with("\", version = \"")))
            .map(|(name, _)| name);
        let lower = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        id.filter(|id| id.chars().all(lower)).unwrap_or_else(|| {
            panic!("`{line}`: expected `entourage-NAME = {{ path = \"../../games/NAME\", version = \"…\", optional = true }}` with NAME in lower-case letters and digits")
        })
    })
}
