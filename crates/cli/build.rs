//! Rebuilds the binary when the embedded web client has changed.

fn main() {
    const PAGE: &str = "../../web/dist";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={PAGE}");
    // Cargo can watch only existing folders, and a fresh clone lacks this one. If creation fails, it is not watched.
    let _ = std::fs::create_dir_all(PAGE);
}
