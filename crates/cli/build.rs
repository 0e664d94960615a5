//! Has the command rebuilt when the page was: the names of its files change with every build of it.

fn main() {
    const PAGE: &str = "../../web/dist";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={PAGE}");
    // A fresh clone has none yet, and cargo can only watch what is there. Where it cannot be made, it is not watched.
    let _ = std::fs::create_dir_all(PAGE);
}
