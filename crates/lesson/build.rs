//! Generates the list of the lesson files in the games' folders.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let games = Path::new("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut source = String::from("pub(crate) static LESSONS: &[(&str, &[(&str, &str)])] = &[\n");
    for game in children(games) {
        let lessons = game.join("lessons");
        if !lessons.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", lessons.display());
        source.push_str(&format!("    ({:?}, &[\n", name(&game)));
        for file in
            children(&lessons).into_iter().filter(|file| file.extension().is_some_and(|end| end == "txt"))
        {
            let whole = fs::canonicalize(&file).expect("the file exists");
            // The number at the start of a file's name is used only for sorting.
            let stem = name(&file);
            let called = stem.split_once('-').map_or(stem, |(_, called)| called);
            source.push_str(&format!("        ({called:?}, include_str!({whole:?})),\n"));
        }
        source.push_str("    ]),\n");
    }
    source.push_str("];\n");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("lessons.rs"), source).expect("OUT_DIR is writable");
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the entry is readable").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("names of games and lessons are UTF-8")
}
