//! Makes the list of built-in games from this crate's own manifest: a game is one line of its dependencies.

use std::path::Path;
use std::{env, fs};

const GAMES: &str = "\"../../games/";

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    // In a package cargo writes its own manifest, and keeps ours beside it.
    let manifest = fs::read_to_string("Cargo.toml.orig").or_else(|_| fs::read_to_string("Cargo.toml"));
    let manifest = manifest.expect("cargo builds a crate where its manifest is");
    let enabled = |id: &&str| env::var_os(format!("CARGO_FEATURE_ENTOURAGE_{}", id.to_uppercase())).is_some();
    let visits: String = games(&manifest)
        .filter(enabled)
        .map(|id| format!("    visitor.visit::<entourage_{id}::Game>(\"{id}\");\n"))
        .collect();
    let source = format!(
        "/// Shows the type of every built-in game to a visitor, in the order in which people are offered them.\n\
         #[allow(unused_variables, reason = \"a build may hold no game\")]\n\
         pub fn visit_built_in(visitor: &mut impl Visitor) {{\n{visits}}}\n"
    );
    let folder = env::var_os("OUT_DIR").expect("cargo tells where to write");
    fs::write(Path::new(&folder).join("built_in.rs"), source).expect("cargo's folder can be written");
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
            panic!("`{line}`: a game's line is `entourage-NAME = {{ path = \"../../games/NAME\", version = \"…\", optional = true }}`, its name in small letters and digits")
        })
    })
}
