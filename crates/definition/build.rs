//! Generates the list of shipped definitions (`variants/*.game`) for `src/shipped.rs` and embeds their examples.
//!
//! The folder belongs to the workspace; the crate links to it so that a published package includes the files.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = folder();
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder).expect("variants/ is readable");
    let mut found: Vec<_> = files
        .map(|file| file.expect("variants/ is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .collect();
    found.sort();
    let list: String = found
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            format!("    ({name:?}, {}),\n", included(path))
        })
        .collect();
    write("shipped.rs", &format!("&[\n{list}]\n"));
    write("examples.rs", &included(&folder.join("examples.txt")));
}

/// Finds the folder of definitions: the link in the crate, or the workspace's folder on systems that do not follow links.
fn folder() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folders = ["variants", "../../variants"].map(|folder| Path::new(&manifest).join(folder));
    let found = folders.into_iter().find(|folder| folder.is_dir());
    found.and_then(|folder| folder.canonicalize().ok()).expect("variants/ is in the crate or the workspace")
}

fn included(file: &Path) -> String {
    format!("include_str!({:?})", file.display().to_string())
}

fn write(name: &str, text: &str) {
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(name), text).expect("OUT_DIR is writable");
}
