//! The modules of the server depend on each other in no circle, and only its edge knows HTTP.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Returns each room, a module of the crate with all its submodules, with its code without tests and comments.
fn rooms() -> BTreeMap<String, String> {
    let mut rooms = BTreeMap::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut rooms);
    rooms.remove("lib");
    rooms
}

fn gather(folder: &Path, room: Option<&str>, rooms: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let room = room.unwrap_or(stem);
        if path.is_dir() {
            gather(&path, Some(room), rooms);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
            let said = rooms.entry(room.to_owned()).or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                said.push_str(line);
                said.push('\n');
            }
        }
    }
}

/// Returns the other rooms that a room uses.
fn used(room: &str, said: &str, rooms: &BTreeMap<String, String>) -> BTreeSet<String> {
    let named = said.split("crate::").skip(1);
    let named = named.map(|rest| {
        // Each import names its room: a list of several would be read as none.
        assert!(!rest.starts_with('{'), "{room}: a list of rooms in one import");
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap().to_owned()
    });
    named.filter(|other| other != room && rooms.contains_key(other)).collect()
}

#[test]
fn no_room_stands_on_one_that_stands_on_it() {
    let rooms = rooms();
    let mut left: BTreeMap<&str, BTreeSet<String>> =
        rooms.iter().map(|(room, said)| (room.as_str(), used(room, said, &rooms))).collect();
    assert!(left["games"].contains("game_in_use") && left["api"].contains("games"), "{left:?}");
    // Rooms that use nothing that is left are removed; a circle stays.
    let is_free = |left: &BTreeMap<&str, BTreeSet<String>>, used: &BTreeSet<String>| {
        !used.iter().any(|room| left.contains_key(room.as_str()))
    };
    while let Some(free) = left.iter().find(|(_, used)| is_free(&left, used)).map(|(room, _)| *room) {
        left.remove(free);
    }
    assert!(left.is_empty(), "a circle of rooms, or what stands on one: {left:?}");
}

#[test]
fn what_is_no_edge_knows_no_status_and_no_json() {
    let rooms = rooms();
    let inner =
        "domain effort game_in_use games health plans preparation seating server_time time wording workers";
    for room in inner.split(' ') {
        for word in ["StatusCode", "serde_json::to_", "Json", "IntoResponse", "crate::http", "crate::api"] {
            assert!(!rooms[room].contains(word), "{room} names {word}");
        }
    }
}

#[test]
fn no_handler_reaches_the_store() {
    let rooms = rooms();
    for room in ["api", "app", "http", "pages"] {
        assert!(!rooms[room].contains("entourage_store"), "{room} names the store");
    }
}
