//! The shipped sets of puzzles.

use std::collections::HashMap;
use std::sync::LazyLock;

use entourage_puzzle::Puzzle;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../puzzles"]
struct Files;

/// The puzzles of a set, by their ID.
pub(super) type Set = HashMap<String, Puzzle>;

/// Returns a set by the name of its file.
pub(super) fn set(name: &str) -> Option<&'static Set> {
    static SETS: LazyLock<HashMap<String, Set>> = LazyLock::new(|| {
        let files =
            Files::iter().filter_map(|path| Some((path.strip_suffix(".jsonl")?.to_owned(), read(&path))));
        files.collect()
    });
    SETS.get(name)
}

fn read(path: &str) -> Set {
    let data = Files::get(path).map(|file| file.data).unwrap_or_default();
    let text = String::from_utf8_lossy(&data);
    // The files are checked when the program is tested.
    let puzzles = text.lines().filter_map(|line| Puzzle::read(line).ok());
    puzzles.map(|puzzle| (puzzle.id(), puzzle)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shipped_puzzles_are_read() {
        for path in Files::iter() {
            let lines = String::from_utf8_lossy(&Files::get(&path).unwrap().data).lines().count();
            assert_eq!(set(path.strip_suffix(".jsonl").unwrap()).unwrap().len(), lines);
        }
        assert!(set("nonesuch").is_none());
    }
}
