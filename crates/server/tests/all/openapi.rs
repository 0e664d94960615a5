//! Tests that the OpenAPI description is complete and free of implementation details, and runs schemathesis against a
//! server.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::contract::OPENAPI;
use crate::common::python::skip;
use crate::common::*;

pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false if path.extension().is_some_and(|extension| extension == "rs") => {
                let text = fs::read_to_string(&path).unwrap();
                vec![(path, text)]
            }
            false => Vec::new(),
        })
        .collect()
}

#[test]
fn every_route_is_described() {
    // Routes must be added together with their description.
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut routes = 0;
    // Metrics are served on a separate port, only to the operator; `boxed.rs` adds routes with their descriptions.
    let other = ["telemetry.rs", "api/boxed.rs"];
    for (path, text) in sources.into_iter().filter(|(path, _)| !other.iter().any(|name| path.ends_with(name))) {
        for word in [".route(", ".route_service(", ".nest(", ".nest_service(", "axum::routing"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
        // Each route has a line with its path, in the description or in a table of routes.
        let of_table = ["get \"/", "post \"/", "put \"/", "delete \"/"];
        routes += text
            .lines()
            .filter(|line| {
                line.contains("path = \"/") || of_table.iter().any(|start| line.trim_start().starts_with(start))
            })
            .count();
    }
    let items = OPENAPI["paths"].as_object().unwrap().values();
    let operations: Vec<&Value> = items.flat_map(|item| item.as_object().unwrap().values()).collect();
    assert_eq!(routes, operations.len());
    assert!(routes > 30, "{routes}");
    for operation in operations {
        let summary = operation["summary"].as_str();
        assert!(summary.is_some_and(|text| !text.is_empty()), "{operation}");
        assert_eq!(list(&operation["tags"]).len(), 1, "{operation}");
    }
}

#[test]
fn description_reveals_no_implementation_details() {
    let text = entourage_server::openapi();
    for word in ["[`", "`Self", "::", "`None`"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn description_is_served_as_json_and_html() {
    let client = Running::new();
    assert_eq!(client.get("/api/openapi.json").good(), *OPENAPI);
    let page = client.get("/api");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    assert!(page.text.contains("/api/game/moves") && !page.text.contains("<script"));
    let french = client.with("accept-language", "fr").get("/api");
    assert!(french.text.contains("<html lang=\"fr\">") && page.text.contains("<html lang=\"en\">"));
    assert_eq!(client.get("/api?lang=fr").text, french.text);
    let style = client.get("/api/reference.css");
    assert_eq!((style.status, style.header("content-type")), (200, "text/css"));
}

/// Finds schemathesis, at the version that `.ci/run` installs: the program specified by `SCHEMATHESIS`, or the one in `PATH`.
fn schemathesis() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SCHEMATHESIS").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join("schemathesis")).find(|file| file.is_file())
}

#[test]
#[ignore = "nightly: takes long"]
fn schemathesis_finds_no_fault() {
    let Some(program) = schemathesis() else { return skip("the API with schemathesis", "schemathesis") };
    let server = Running::new();
    // Chat, conditional moves and offers need a game on two devices in which the first moves have been played.
    let key = server.create_apart(&["pass"]).sides[0].clone();
    let output = Command::new(program)
        .current_dir(server.data())
        .arg("--config-file")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemathesis.toml"))
        .args(["run", &format!("{}/api/openapi.json", server.url)])
        .args(["--header", &format!("Authorization: Bearer {key}")])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    // Checks that schemathesis ran tests.
    assert!(told.contains("No issues found") || told.contains("passed"), "{told}");
    eprintln!("{told}");
}
