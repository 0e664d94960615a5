//! Tests images of positions.

use crate::common::*;

#[test]
fn positions_are_rendered_and_cached() {
    let client = &Running::new();
    let get = |query: &str| client.get(&format!("/board.svg?{query}"));
    let game = format!("game={}", spec());
    let picture = get(&game);
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    assert!(picture.text.starts_with("<svg") && picture.text.contains("<title>"), "{}", picture.text);
    assert_eq!(picture.header("cross-origin-resource-policy"), "cross-origin");
    assert!(picture.header("cache-control").starts_with("public"));
    let again = client.with("if-none-match", picture.header("etag")).get(&format!("/board.svg?{game}"));
    assert_eq!(again.status, 304);
    for look in [
        "theme=dark&pieces=letters&flip=true&bare=true&lang=fr",
        "theme=green",
        "theme=print-dark&notation=courier",
        "pieces=figures&notation=courier&theme=sea",
    ] {
        let other = get(&format!("{game}&{look}"));
        assert_eq!((other.status, other.header("content-type")), (200, "image/svg+xml"), "{look}");
        assert_ne!(other.header("etag"), picture.header("etag"), "{look}");
    }
    let mut moved = new_game();
    moved.play(&moved.legal_moves()[0]).unwrap();
    let position = moved.position_text().replace(' ', "%20");
    assert_eq!(get(&format!("{game}&position={position}")).status, 200);
    get("").fails(400, "malformed");
    get("game=nothing").fails(422, "text");
    for (query, status, code) in [
        ("position=8/8", 422, "text"),
        ("theme=pink", 400, "malformed"),
        ("pieces=%3Cscript%3E", 400, "malformed"),
        ("notation=theirs", 400, "malformed"),
        ("theme=paper-dark", 400, "malformed"),
        ("flip=perhaps", 400, "malformed"),
        ("size=9", 400, "malformed"),
        (&format!("position={}", "x".repeat(5_000)), 413, "too-large"),
    ] {
        get(&format!("{game}&{query}")).fails(status, code);
    }
}
