//! Pictures from the command line.

use crate::run::{entourage, refused};

#[test]
fn positions_are_drawn() {
    let start = entourage(&["picture", "toddler"]);
    assert!(start.starts_with("<svg xmlns") && start.ends_with("</svg>\n"));
    let moved = entourage(&["picture", "toddler", "e9e8", "--theme", "dark", "--lang", "fr"]);
    assert!(moved.contains("<title>The Toddler: ") && moved != start);
    let theirs = entourage(&[
        "picture",
        "toddler",
        "--pieces",
        "figures",
        "--notation",
        "courier",
        "--theme",
        "sea-dark",
    ]);
    assert!(theirs.contains(">X</text>") && !theirs.contains(">N</text>") && theirs.contains("#6789ab"));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let path = file.to_str().unwrap();
    assert_eq!(entourage(&["picture", "toddler", "--out", path]), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), start);
    refused(&["picture", "toddler", "e9e7"], &["MOVE 1", "refused"]);
    refused(&["picture", "toddler", "--theme", "pink"], &["--theme", "expected light|dark|green"]);
    refused(&["picture", "toddler", "--notation", "theirs"], &["--notation", "expected ours or courier"]);
    refused(&["picture", "toddler", "--out", "/no/such/place/board.svg"], &["--out", "cannot be written"]);
}
