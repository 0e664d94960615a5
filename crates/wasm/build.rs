//! Chooses the games of a module: all built-in ones, or the one that `ENTOURAGE_GAME` names.

use std::path::Path;
use std::{env, fs};

const GAME: &str = "ENTOURAGE_GAME";

fn main() {
    println!("cargo::rerun-if-env-changed={GAME}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(one_game)");
    let registry = match env::var(GAME) {
        Ok(id) => {
            println!("cargo::rustc-cfg=one_game");
            format!("Registry::only_{id}")
        }
        Err(_) => "Registry::built_in".to_owned(),
    };
    let folder = env::var_os("OUT_DIR").expect("cargo names a folder to write to");
    fs::write(Path::new(&folder).join("registry.rs"), registry).expect("the folder is writable");
}
