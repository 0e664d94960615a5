//! Rebuilds the command when the embedded web page has changed.

fn main() {
    const PAGE: &str = "../../web/dist";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={PAGE}");
    // Cargo can only watch an existing folder, which a fresh clone does not have yet. If it cannot be created, it is not watched.
    let _ = std::fs::create_dir_all(PAGE);
}
