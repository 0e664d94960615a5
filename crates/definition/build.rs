//! Lists the shipped definitions, a file each in `variants/`, for `src/shipped.rs`, and finds their examples.
//!
//! That folder is the project's, which a link brings into the crate, so that a package holds them.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = folder();
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder).expect("the folder can be read");
    let mut found: Vec<_> = files
        .map(|file| file.expect("the folder can be read").path())
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

/// Finds the folder of definitions: in the crate, or in the project where links are not followed, as on some systems.
fn folder() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells where the crate is");
    let folders = ["variants", "../../variants"].map(|folder| Path::new(&manifest).join(folder));
    let found = folders.into_iter().find(|folder| folder.is_dir());
    found.and_then(|folder| folder.canonicalize().ok()).expect("the project has a folder of variants")
}

/// Writes the expression that is a file's text.
fn included(file: &Path) -> String {
    format!("include_str!({:?})", file.display().to_string())
}

fn write(name: &str, text: &str) {
    let out = env::var_os("OUT_DIR").expect("cargo tells where to write");
    fs::write(Path::new(&out).join(name), text).expect("cargo's folder can be written");
}
