//! Pictures of positions: drawn, kept, and refused.

use entourage_registry::Registry;

use crate::common::{Running, spec};

#[test]
fn positions_are_drawn_for_everybody() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let get =
        |query: &str, headers: &[(&str, &str)]| server.client.get(&format!("/board.svg?{query}"), headers);
    let game = format!("game={}", spec());
    let picture = get(&game, &[]);
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    assert!(picture.text.starts_with("<svg") && picture.text.contains("<title>"), "{}", picture.text);
    assert_eq!(picture.header("cross-origin-resource-policy"), "cross-origin");
    assert!(picture.header("cache-control").starts_with("public"));
    assert_eq!(get(&game, &[("if-none-match", picture.header("etag"))]).status, 304);

    let dark = get(&format!("{game}&theme=dark&pieces=letters&flip=true&bare=true&lang=fr"), &[]);
    assert_eq!(dark.status, 200);
    assert_ne!(dark.header("etag"), picture.header("etag"));
    for look in
        ["theme=green", "theme=print-dark&notation=courier", "pieces=figures&notation=courier&theme=sea"]
    {
        let other = get(&format!("{game}&{look}"), &[]);
        assert_eq!((other.status, other.header("content-type")), (200, "image/svg+xml"), "{look}");
        assert_ne!(other.header("etag"), picture.header("etag"), "{look}");
    }
    let moved = Registry::built_in().open(spec()).unwrap();
    let mut moved = moved.begin(None).unwrap();
    moved.play(&moved.legal_moves()[0]).unwrap();
    let position = moved.position_text().replace(' ', "%20");
    assert_eq!(get(&format!("{game}&position={position}"), &[]).status, 200);

    for (query, status, code) in [
        (String::new(), 400, "malformed"),
        ("game=nothing".to_owned(), 422, "text"),
        (format!("{game}&position=8/8"), 422, "text"),
        (format!("{game}&theme=pink"), 400, "malformed"),
        (format!("{game}&pieces=%3Cscript%3E"), 400, "malformed"),
        (format!("{game}&notation=theirs"), 400, "malformed"),
        (format!("{game}&theme=paper-dark"), 400, "malformed"),
        (format!("{game}&flip=perhaps"), 400, "malformed"),
        (format!("{game}&size=9"), 400, "malformed"),
        (format!("{game}&position={}", "x".repeat(5_000)), 413, "too-large"),
    ] {
        get(&query, &[]).fails(status, code);
    }
}
