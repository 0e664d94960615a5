use crate::run::{Folder, entourage, has, refused};

#[test]
fn positions_are_drawn_as_svg() {
    let start = entourage(&["picture", "toddler"]);
    assert!(start.starts_with("<svg xmlns") && start.ends_with("</svg>\n"));
    let moved = entourage(&["picture", "toddler", "e9e8", "--theme", "dark", "--lang", "fr"]);
    has(&moved, &["<title>The Toddler: "]);
    assert_ne!(moved, start);
    let look = ["--pieces", "figures", "--notation", "courier", "--theme", "sea-dark"];
    let theirs = entourage(&[&["picture", "toddler"], &look[..]].concat());
    has(&theirs, &[">X</text>", "#6789ab"]);
    assert!(!theirs.contains(">N</text>"), "{theirs}");
    let folder = Folder::new();
    assert_eq!(entourage(&["picture", "toddler", "--out", &folder.at("board.svg")]), "");
    assert_eq!(folder.read("board.svg"), start);
    refused(&["picture", "toddler", "e9e7"], &["MOVE 1", "illegal"]);
    refused(&["picture", "toddler", "--theme", "pink"], &["--theme", "expected light|dark|green"]);
    refused(&["picture", "toddler", "--notation", "theirs"], &["--notation", "expected ours or courier"]);
    refused(&["picture", "toddler", "--out", "/no/such/place/board.svg"], &["--out", "cannot write"]);
}
