//! Tests games across restarts and changes to the rules.

use sha2::{Digest, Sha256};

use crate::common::*;

/// Returns an SQL expression for the ID of the game that `key` opens.
fn name(key: &str) -> String {
    let hash = Sha256::digest(data_encoding::BASE32_NOPAD.decode(key.to_ascii_uppercase().as_bytes()).unwrap());
    format!("(SELECT game_id FROM seats WHERE hash = x'{}')", data_encoding::HEXUPPER.encode(&hash))
}

#[test]
fn games_of_other_rules_versions_are_read_only() {
    let mut server = Running::new();
    let ids = [(); 4].map(|()| server.create(&["pass", "pass"]));
    server.end();
    for (id, statement) in [
        (&ids[0], "UPDATE games SET rules_version = '0.0-old' WHERE id ="),
        (&ids[1], "UPDATE games SET spec = 'nonesuch:x' WHERE id ="),
        (&ids[2], "UPDATE events SET payload = 'zz' WHERE seq = 0 AND game_id ="),
        // The first version of the database schema did not record the status after each event.
        (&ids[3], "UPDATE games SET rules_version = '0.0-old' WHERE id ="),
        (&ids[3], "UPDATE events SET status = NULL WHERE game_id ="),
    ] {
        change(server.data(), &format!("{statement} {}", name(id)));
    }
    server.start();
    for (id, status) in ids.iter().zip(["draw passes", "draw passes", "draw passes", "unknown"]) {
        let state = server.state(id);
        shows(&state, json!({ "seq": 2, "status": status }));
        let sentence = word(&state["frozen"]);
        assert!(sentence.contains("continue"), "{sentence}");
        assert_eq!(server.take_back(id, 2, 1).fails(422, "frozen"), sentence);
        server.play(id, 2, "pass").fails(422, "frozen");
        server.resign(id, 2, 1).fails(422, "frozen");
        server.play(id, 1, "zz").fails(409, "conflict");
        let french = server.bearer(id).get("/api/game?lang=fr").word("frozen");
        assert!(french.contains("poursuiv"), "{french}");
    }
    assert_eq!(server.state(&ids[0])["rulesVersion"], "0.0-old");
}

#[test]
fn corrupt_games_are_reported_and_affect_no_others() {
    let mut server = Running::new();
    let [bad, worse, good] = [(); 3].map(|()| server.create(&["pass"]));
    server.end();
    for (id, damage) in [(&bad, "kind = 'unheard-of'"), (&worse, "kind = 'takeback', payload = '9'")] {
        change(server.data(), &format!("UPDATE events SET {damage} WHERE game_id = {}", name(id)));
    }
    server.start();
    server.try_state(&bad).unwrap().fails(500, "damaged");
    server.try_state(&worse).unwrap().fails(500, "damaged");
    server.play(&bad, 1, "pass").fails(500, "damaged");
    assert_eq!(server.state(&good)["seq"], 1);
}

#[test]
fn events_written_directly_to_the_database_are_noticed() {
    let server = Running::new();
    let id = server.create(&[]);
    server.state(&id);
    let write = |event: &str| {
        change(
            server.data(),
            &format!("INSERT INTO events VALUES ({}, {event}, 0, NULL, NULL, NULL)", name(&id)),
        );
    };
    write("0, 'move', 'pass'");
    assert_eq!(server.play(&id, 0, "pass").good()["seq"], 1, "already there");
    assert_eq!(server.state(&id)["moves"], json!(["pass"]));
    write("1, 'takeback', '1'");
    let conflict = server.play(&id, 1, "pass");
    conflict.fails(409, "conflict");
    shows(&conflict.json()["state"], json!({ "seq": 2, "moves": [] }));
}

/// Fills the cache with more games than fit: evicted games are loaded again unchanged.
#[test]
#[ignore = "nightly: fills half a gigabyte"]
fn evicted_games_are_reloaded() {
    let server = Running::new();
    let first = server.create(&[]);
    assert_eq!(server.play(&first, 0, "pass").good()["seq"], 1);
    // Manual moves need the most memory: each of these games takes 1/80 of the cache.
    let there_and_back = ["~Ng1-f3", "~ng8-f6", "~Nf3-g1", "~nf6-g8"];
    let moves: Vec<&str> = there_and_back.into_iter().cycle().take(1024).collect();
    for _ in 0..80 {
        let body = json!({ "spec": "chess", "degree": "free", "moves": moves });
        server.state(&server.create_with(body).word("id"));
    }
    shows(server.state(&first), json!({ "spec": spec(), "moves": ["pass"] }));
    server.play(&first, 1, "pass").good();
}
