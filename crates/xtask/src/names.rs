use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::project::Project;

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
        println!("names: no source outside games/ and the registry names one of {}", games.join(", "));
        return Ok(());
    }
    let shown: Vec<String> = found
        .iter()
        .take(8)
        .map(|(file, line)| format!("{}:{line}", file.strip_prefix(&project.root).unwrap_or(file).display()))
        .collect();
    Err(format!("{} lines outside games/ and the registry name a game: {}", found.len(), shown.join(", ")))
}

/// Lists the games' names: those of their folders, without a number at the end.
fn games(project: &Project) -> Outcome<Vec<String>> {
    let folders = children(&project.root.join("games"))?;
    let names = folders.iter().filter(|folder| folder.join("Cargo.toml").exists()).filter_map(|folder| {
        let name = folder.file_name()?.to_str()?.trim_end_matches(|letter: char| letter.is_ascii_digit());
        Some(name.to_lowercase())
    });
    Ok(names.collect())
}

/// Lists the folders whose sources may name no game.
fn guarded(project: &Project) -> Outcome<Vec<PathBuf>> {
    let crates = children(&project.root.join("crates"))?.into_iter();
    let sources = crates.filter(|folder| !folder.ends_with("registry")).map(|folder| folder.join("src"));
    let others = ["web/src", "fuzz/fuzz_targets"].map(|folder| project.root.join(folder));
    Ok(sources.chain(others).filter(|folder| folder.is_dir()).collect())
}

fn search(folder: &Path, games: &[String], found: &mut Vec<(PathBuf, usize)>) -> Outcome {
    for path in children(folder)? {
        if path.is_dir() {
            // The browser's half of the rules holds the games themselves.
            if !path.ends_with("web/src/generated") {
                search(&path, games, found)?;
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let lines = text.lines().enumerate().filter(|(_, line)| names_a_game(line, games));
            found.extend(lines.map(|(index, _)| (path.clone(), index + 1)));
        }
    }
    Ok(())
}

fn names_a_game(line: &str, games: &[String]) -> bool {
    let line = line.to_lowercase();
    games.iter().any(|game| line.contains(game.as_str()))
}

fn children(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_names_a_game() {
        assert_eq!(check(&Project::find().unwrap()), Ok(()));
    }

    #[test]
    fn names_are_found_in_any_case() {
        let games = ["fishgame".to_owned()];
        assert!(names_a_game("let rules = FishGame::new();", &games));
        assert!(!names_a_game("let rules = Rules::new();", &games));
    }
}
