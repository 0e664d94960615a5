//! Checks that the examples in READMEs are tested.

use std::fs;
use std::path::Path;

#[test]
fn examples_in_readmes_are_doc_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tested = fs::read_to_string(root.join("crates/registry/src/lib.rs")).unwrap();
    for folder in ["crates", "games"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let text = fs::read_to_string(entry.path().join("README.md")).unwrap_or_default();
            let name = format!("{}/README.md", entry.file_name().display());
            let own = name == "registry/README.md";
            assert!(
                !text.contains("```rust") || own || tested.contains(&format!("/{name}")),
                "{folder}/{name}"
            );
        }
    }
}
