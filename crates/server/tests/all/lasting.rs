//! What lasts: games over restarts, and games of rules that have changed since.

use entourage_store::DataDirectory;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Executor};

use crate::common::{Running, spec};

fn alter(data: &std::path::Path, sql: &str) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let file = data.join(DataDirectory::DATABASE);
        let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(file)).await.unwrap();
        pool.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
        pool.close().await;
    });
}

/// Finds a game's name in the database by its key, as SQL.
fn name(key: &str) -> String {
    let hash = Sha256::digest(data_encoding::BASE32_NOPAD.decode(key.to_ascii_uppercase().as_bytes()).unwrap());
    format!("(SELECT game_id FROM seats WHERE hash = x'{}')", data_encoding::HEXUPPER.encode(&hash))
}

#[test]
fn games_survive_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let (id, state) = {
        let server = Running::start(data.path());
        let id = server.client.create(&["pass"]);
        server.client.take_back(&id, 1, 1).good();
        server.client.resign(&id, 2, 1).good();
        let state = server.client.state(&id);
        (id, state)
    };
    let server = Running::start(data.path());
    assert_eq!(server.client.state(&id), state);
    assert_eq!(server.client.resign(&id, 2, 1).good()["seq"], 3, "a retry after the restart");
}

#[test]
fn a_game_of_other_rules_is_shown_but_not_continued() {
    let data = tempfile::tempdir().unwrap();
    let ids: Vec<String> = {
        let server = Running::start(data.path());
        (0..4).map(|_| server.client.create(&["pass", "pass"])).collect()
    };
    let set = |id: &str, change: &str| {
        alter(data.path(), &format!("UPDATE games SET {change} WHERE id = {}", name(id)))
    };
    set(&ids[0], "rules_version = '0.0-old'");
    set(&ids[1], "spec = 'nonesuch:x'");
    alter(
        data.path(),
        &format!("UPDATE events SET payload = 'zz' WHERE game_id = {} AND seq = 0", name(&ids[2])),
    );
    // As the first schema's games are: nothing was recorded of where they stood.
    set(&ids[3], "rules_version = '0.0-old'");
    alter(data.path(), &format!("UPDATE events SET status = NULL WHERE game_id = {}", name(&ids[3])));

    let server = Running::start(data.path());
    for (id, status) in ids.iter().zip(["draw passes", "draw passes", "draw passes", "unknown"]) {
        let state = server.client.state(id);
        assert_eq!((&state["seq"], &state["status"]), (&json!(2), &json!(status)));
        let sentence = state["frozen"].as_str().unwrap();
        assert!(sentence.contains("continued"), "{sentence}");
        assert_eq!(server.client.take_back(id, 2, 1).fails(422, "frozen"), sentence);
        server.client.play(id, 2, "pass").fails(422, "frozen");
        server.client.resign(id, 2, 1).fails(422, "frozen");
        server.client.play(id, 1, "zz").fails(409, "conflict");
        let bearer = format!("Bearer {id}");
        let french = server.client.get("/api/game?lang=fr", &[("authorization", &bearer)]).good();
        assert!(french["frozen"].as_str().unwrap().contains("continuée"), "{french}");
    }
    assert_eq!(server.client.state(&ids[0])["rulesVersion"], "0.0-old");
}

#[test]
fn a_damaged_game_is_said_to_be_so_and_hurts_no_other() {
    let data = tempfile::tempdir().unwrap();
    let (bad, worse, good) = {
        let server = Running::start(data.path());
        (server.client.create(&["pass"]), server.client.create(&["pass"]), server.client.create(&["pass"]))
    };
    alter(data.path(), &format!("UPDATE events SET kind = 'unheard-of' WHERE game_id = {}", name(&bad)));
    alter(
        data.path(),
        &format!("UPDATE events SET kind = 'takeback', payload = '9' WHERE game_id = {}", name(&worse)),
    );
    let server = Running::start(data.path());
    server.client.try_state(&bad).unwrap().fails(500, "damaged");
    server.client.try_state(&worse).unwrap().fails(500, "damaged");
    server.client.play(&bad, 1, "pass").fails(500, "damaged");
    assert_eq!(server.client.state(&good)["seq"], 1);
}

#[test]
fn an_event_written_behind_the_servers_back_is_noticed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let id = server.client.create(&[]);
    server.client.state(&id);
    alter(data.path(), &format!("INSERT INTO events VALUES ({}, 0, 'move', 'pass', 0, NULL, NULL)", name(&id)));
    assert_eq!(server.client.play(&id, 0, "pass").good()["seq"], 1, "already there");
    assert_eq!(server.client.state(&id)["moves"], json!(["pass"]));
    alter(
        data.path(),
        &format!("INSERT INTO events VALUES ({}, 1, 'takeback', '1', 0, NULL, NULL)", name(&id)),
    );
    let conflict = server.client.play(&id, 1, "pass");
    conflict.fails(409, "conflict");
    assert_eq!((&conflict.json()["state"]["seq"], &conflict.json()["state"]["moves"]), (&json!(2), &json!([])));
}

/// More games than the server keeps in memory: those set aside come back as they were.
#[test]
fn games_set_aside_come_back() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    // An empty game weighs sixteen of some thirty-two thousand.
    let ids: Vec<String> = (0..2100).map(|_| server.client.create(&[])).collect();
    let first = server.client.play(&ids[0], 0, "pass").good();
    for id in &ids {
        server.client.state(id);
    }
    assert_eq!(first["seq"], 1);
    let state: Value = server.client.state(&ids[0]);
    assert_eq!((&state["spec"], &state["moves"]), (&json!(spec()), &json!(["pass"])));
    server.client.play(&ids[0], 1, "pass").good();
}
