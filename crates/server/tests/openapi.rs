//! The interface is described whole: every route, every status, and what schemathesis makes of it against a running server.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use common::contract::OPENAPI;
use common::{Apart, Running, persons, spec};
use serde_json::json;

/// The sources that route requests.
const SOURCES: [&str; 4] = [
    include_str!("../src/api.rs"),
    include_str!("../src/talk.rs"),
    include_str!("../src/mail.rs"),
    include_str!("../src/reference.rs"),
];

#[test]
fn every_route_is_described_and_nothing_else() {
    let mut routed = BTreeSet::new();
    for source in SOURCES {
        for route in source.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').unwrap();
            let handlers = handlers.lines().next().unwrap();
            for method in ["get", "post"].into_iter().filter(|one| handlers.contains(&format!("{one}("))) {
                routed.insert(format!("{method} {path}"));
            }
        }
    }
    let described: BTreeSet<String> = OPENAPI["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| format!("{method} {path}")))
        .collect();
    assert_eq!(routed, described);
    assert!(routed.len() > 30, "{routed:?}");
}

#[test]
fn the_description_is_served_to_programs_and_people() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    assert_eq!(server.client.get("/api/openapi.json", &[]).good(), *OPENAPI);
    let page = server.client.get("/api", &[]);
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    assert!(page.text.contains("/api/game/moves") && !page.text.contains("<script"));
    let french = server.client.get("/api", &[("accept-language", "fr")]);
    assert!(french.text.contains("<html lang=\"fr\">") && page.text.contains("<html lang=\"en\">"));
    assert_eq!(server.client.get("/api?lang=fr", &[]).text, french.text);
    let style = server.client.get("/api/reference.css", &[]);
    assert_eq!((style.status, style.header("content-type")), (200, "text/css"));
}

/// Finds schemathesis, of the version that `.ci/run` installs: the program that `SCHEMATHESIS` names, or the one in `PATH`.
fn schemathesis() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SCHEMATHESIS").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join("schemathesis")).find(|file| file.is_file())
}

#[test]
fn schemathesis_finds_no_fault() {
    let Some(program) = schemathesis() else {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
        assert!(!ci, "schemathesis is missing, and with CI set no test may be skipped");
        eprintln!("SKIPPED: the interface under schemathesis, which is missing");
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    // A game that two people apart play, which chat, plans and offers need; its first moves are made.
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 }, "moves": ["pass"] });
    let key = Apart::of(&server.client.post("/api/games", None, &body).good()).sides[0].clone();
    let output = Command::new(program)
        .current_dir(data.path())
        .arg("--config-file")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemathesis.toml"))
        .args(["run", &format!("{}/api/openapi.json", server.client.url)])
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    // It must have tried something.
    assert!(told.contains("No issues found") || told.contains("passed"), "{told}");
    eprintln!("{told}");
}
