//! Selects the module's games: all built-in games, or only the one named by the variable `ENTOURAGE_GAME`.

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
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("registry.rs"), registry).expect("OUT_DIR is writable");
}
