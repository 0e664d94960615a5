mod words;

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::project::{Project, children};

use words::Name;

/// The line of a game's manifest, under `[package.metadata.entourage]`, that says that its name is an ordinary word.
const ORDINARY: &str = "ordinary-word = true";

/// Checks that no source outside `games/` and the registry names a game.
///
/// # Errors
/// The first few places that do, or a file that cannot be read.
pub fn check(project: &Project) -> Outcome {
    let games = games(project)?;
    if games.is_empty() {
        return Err("games/ holds no game".to_owned());
    }
    let mut found = Vec::new();
    for folder in guarded(project)? {
        search(&folder, &games, &mut found)?;
    }
    if found.is_empty() {
        let names: Vec<&str> = games.iter().map(Name::text).collect();
        println!("names: no source outside games/ and the registry names one of {}", names.join(", "));
        return Ok(());
    }
    let shown: Vec<String> = found
        .iter()
        .take(8)
        .map(|(file, line)| format!("{}:{line}", file.strip_prefix(&project.root).unwrap_or(file).display()))
        .collect();
    Err(format!(
        "{} lines outside games/ and the registry name a game: {} (if the name is an ordinary word, which sources use in another \
         sense, write `{ORDINARY}` under `[package.metadata.entourage]` in the game's manifest)",
        found.len(),
        shown.join(", ")
    ))
}

/// Lists the games' names: those of their folders.
fn games(project: &Project) -> Outcome<Vec<Name>> {
    let folders = children(&project.root.join("games"))?;
    let names = folders.iter().filter_map(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let ordinary = manifest.lines().any(|line| line.trim() == ORDINARY);
        Some(Name::new(folder.file_name()?.to_str()?, ordinary))
    });
    Ok(names.collect())
}

/// Lists the folders whose sources may name no game.
fn guarded(project: &Project) -> Outcome<Vec<PathBuf>> {
    let crates = children(&project.root.join("crates"))?.into_iter();
    let sources = crates.filter(|folder| !folder.ends_with("registry")).map(|folder| folder.join("src"));
    let others = ["web/src", "packages/board/src", "packages/rules/src", "fuzz/fuzz_targets"]
        .map(|folder| project.root.join(folder));
    Ok(sources.chain(others).filter(|folder| folder.is_dir()).collect())
}

fn search(folder: &Path, games: &[Name], found: &mut Vec<(PathBuf, usize)>) -> Outcome {
    for path in children(folder)? {
        if path.is_dir() {
            // The browser's half of the rules holds the games themselves.
            if !path.ends_with("src/generated") {
                search(&path, games, found)?;
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let lines = games.iter().flat_map(|game| game.lines(&text));
            found.extend(lines.map(|line| (path.clone(), line)));
        }
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
    fn games_may_be_called_by_words_that_sources_use_otherwise() {
        let mut found = Vec::new();
        for folder in guarded(&Project::find().unwrap()).unwrap() {
            search(&folder, &["go", "hex"].map(|name| Name::new(name, false)), &mut found).unwrap();
        }
        assert_eq!(found, []);
    }
}
