//! Has the server rebuilt when the page was: the names of its files change with every build of it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A debug build reads the page from the source tree as it runs.
    if std::env::var("PROFILE").is_ok_and(|profile| profile != "debug") {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
