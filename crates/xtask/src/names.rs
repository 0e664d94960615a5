mod words;

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::project::{self, Project, children};

use words::Name;

/// The line under `[package.metadata.entourage]` in a game's manifest that marks its name as an ordinary word.
const ORDINARY: &str = "ordinary-word = true";

/// Checks that no source file outside `games/` and the registry mentions a game by name.
pub fn check(project: &Project) -> Outcome {
    let games = games(project)?;
    if games.is_empty() {
        return Err("no games found in games/".to_owned());
    }
    let mut found = Vec::new();
    for folder in checked_folders(project)? {
        search(&folder, &games, &mut found)?;
    }
    if found.is_empty() {
        let names: Vec<&str> = games.iter().map(Name::text).collect();
        println!("names: no source file outside games/ and the registry mentions one of {}", names.join(", "));
        return Ok(());
    }
    let shown: Vec<String> = found
        .iter()
        .take(8)
        .map(|(file, line)| format!("{}:{line}", file.strip_prefix(&project.root).unwrap_or(file).display()))
        .collect();
    Err(format!(
        "{} lines outside games/ and the registry name a game: {} (if the name is also an ordinary word, add `{ORDINARY}` \
         under `[package.metadata.entourage]` to the game's manifest)",
        found.len(),
        shown.join(", ")
    ))
}

fn games(project: &Project) -> Outcome<Vec<Name>> {
    let folders = children(&project.root.join("games"))?;
    let names = folders.iter().filter_map(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let ordinary = manifest.lines().any(|line| line.trim() == ORDINARY);
        Some(Name::new(folder.file_name()?.to_str()?, ordinary))
    });
    Ok(names.collect())
}

/// Returns the folders whose sources must not mention a game by name.
fn checked_folders(project: &Project) -> Outcome<Vec<PathBuf>> {
    let crates = children(&project.root.join("crates"))?.into_iter();
    let sources = crates.filter(|folder| !folder.ends_with("registry")).map(|folder| folder.join("src"));
    let others = ["web/src", "packages/board/src", "packages/rules/src", "fuzz/fuzz_targets"]
        .map(|folder| project.root.join(folder));
    Ok(sources.chain(others).filter(|folder| folder.is_dir()).collect())
}

fn search(folder: &Path, games: &[Name], found: &mut Vec<(PathBuf, usize)>) -> Outcome {
    // Generated WebAssembly bindings contain the names of games.
    for path in project::files(folder, &|folder| folder.ends_with("src/generated"))? {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines = games.iter().flat_map(|game| game.lines(&text));
        found.extend(lines.map(|line| (path.clone(), line)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_names_a_game() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn short_names_do_not_match_ordinary_words() {
        let mut found = Vec::new();
        for folder in checked_folders(&Project::find().unwrap()).unwrap() {
            search(&folder, &["go", "hex"].map(|name| Name::new(name, false)), &mut found).unwrap();
        }
        assert_eq!(found, []);
    }
}
