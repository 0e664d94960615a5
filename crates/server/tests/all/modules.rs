//! Tests the module dependencies of the server: no cycles, and only the outer modules use HTTP types.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::openapi::sources;

/// Returns the code of each top-level module including submodules, without tests and comments.
fn rooms() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rooms: BTreeMap<String, String> = BTreeMap::new();
    for (path, text) in sources(&root) {
        let first = path.strip_prefix(&root).unwrap().iter().next().unwrap().to_str().unwrap();
        let said = rooms.entry(first.trim_end_matches(".rs").to_owned()).or_default();
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            said.push_str(line);
            said.push('\n');
        }
    }
    rooms.remove("lib");
    rooms
}

/// Returns the other modules that a module uses.
fn used(room: &str, said: &str, rooms: &BTreeMap<String, String>) -> BTreeSet<String> {
    let named = said.split("crate::").skip(1);
    let named = named.map(|rest| {
        // This test recognises only imports from a single module, so there must be no others.
        assert!(!rest.starts_with('{'), "{room}: several modules in one import");
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap().to_owned()
    });
    named.filter(|other| other != room && rooms.contains_key(other)).collect()
}

#[test]
fn modules_have_no_cyclic_dependencies() {
    let rooms = rooms();
    let mut left: BTreeMap<&str, BTreeSet<String>> =
        rooms.iter().map(|(room, said)| (room.as_str(), used(room, said, &rooms))).collect();
    assert!(left["games"].contains("loaded_game") && left["api"].contains("games"), "{left:?}");
    // Modules without remaining dependencies are removed repeatedly, so that only cycles remain.
    let is_free = |left: &BTreeMap<&str, BTreeSet<String>>, used: &BTreeSet<String>| {
        !used.iter().any(|room| left.contains_key(room.as_str()))
    };
    while let Some(free) = left.iter().find(|(_, used)| is_free(&left, used)).map(|(room, _)| *room) {
        left.remove(free);
    }
    assert!(left.is_empty(), "cyclic dependencies: {left:?}");
}

#[test]
fn inner_modules_know_no_http_and_no_json() {
    let rooms = rooms();
    let inner = "conditional_moves cpu_budget domain games health loaded_game seating server_time setups time wording workers";
    for room in inner.split(' ') {
        for word in ["StatusCode", "serde_json::to_", "Json", "IntoResponse", "crate::http", "crate::api"] {
            assert!(!rooms[room].contains(word), "{room} names {word}");
        }
    }
}

#[test]
fn handlers_do_not_use_the_store() {
    let rooms = rooms();
    for room in ["api", "app", "http", "pages"] {
        assert!(!rooms[room].contains("entourage_store"), "{room} uses the store");
    }
}
