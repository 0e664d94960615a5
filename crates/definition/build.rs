//! Lists the shipped definitions, a file each in `variants/`, for `src/shipped.rs`.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells where the crate is"))
        .join("../../variants")
        .canonicalize()
        .expect("the project has a folder of variants");
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
            format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string())
        })
        .collect();
    let out = env::var_os("OUT_DIR").expect("cargo tells where to write");
    fs::write(Path::new(&out).join("shipped.rs"), format!("&[\n{list}]\n"))
        .expect("cargo's folder can be written");
}
