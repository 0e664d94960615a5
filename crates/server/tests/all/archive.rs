//! Backups taken under load, put back, and looked through.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use entourage_registry::Registry;
use entourage_server::{ServeError, Verification, backup, restore, verify};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::common::{Apart, Client, Running, persons, spec};

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// Looks through a backup in a directory of its own.
fn look(file: &Path) -> Verification {
    let place = tempfile::tempdir().unwrap();
    wait(restore(file, place.path(), false)).unwrap();
    wait(verify(place.path(), &Registry::built_in(), |_| {})).unwrap()
}

fn change(file: &Path, statement: &'static str) {
    wait(async {
        let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(file)).await.unwrap();
        sqlx::query(statement).execute(&pool).await.unwrap();
        pool.close().await;
    });
}

/// Plays games one after the other until it is told to stop; returns the keys with how many moves were acknowledged.
fn play(client: &Client, stop: &AtomicBool) -> Vec<(String, usize)> {
    let mut played = Vec::new();
    while !stop.load(Ordering::SeqCst) {
        let body = json!({ "spec": spec(), "players": persons() });
        let id = client.post("/api/games", None, &body).good()["id"].as_str().unwrap().to_owned();
        let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
        for seq in 0..20 {
            let text = game.legal_moves()[seq % 5].clone();
            client.play(&id, seq, &text).good();
            game.play(&text).unwrap();
        }
        played.push((id, 20));
    }
    played
}

#[test]
fn a_backup_under_load_is_whole_and_comes_back() {
    let (data, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Running::start(data.path());
    let stop = AtomicBool::new(false);
    let files: Vec<_> = (0..3).map(|number| place.path().join(format!("{number}.backup"))).collect();
    let (before, during) = std::thread::scope(|scope| {
        let body = json!({ "spec": spec(), "players": persons() });
        let before = server.client.post("/api/games", None, &body).good()["id"].as_str().unwrap().to_owned();
        let playing: Vec<_> = (0..3).map(|_| scope.spawn(|| play(&server.client, &stop))).collect();
        for file in &files {
            assert!(wait(backup(data.path(), file)).unwrap() > 0);
        }
        stop.store(true, Ordering::SeqCst);
        (before, playing.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>())
    });
    for file in &files {
        let found = look(file);
        assert_eq!(found.faults, Vec::<String>::new());
        assert!(found.games >= 1);
    }
    // All that was acknowledged is in a backup taken afterwards.
    let last = place.path().join("last");
    wait(backup(data.path(), &last)).unwrap();
    let found = look(&last);
    assert_eq!((found.games, found.events), (during.len() + 1, 20 * during.len()));
    drop(server);
    // It comes back, and what was there is kept.
    let refused = wait(restore(&last, data.path(), false)).unwrap_err();
    assert!(ServeError::from(refused).to_string().contains("--replace"));
    change(&data.path().join("entourage.sqlite"), "DELETE FROM seats");
    let kept = wait(restore(&last, data.path(), true)).unwrap().unwrap();
    assert!(kept.exists());
    let server = Running::start(data.path());
    for (id, moves) in during {
        assert_eq!(server.client.state(&id)["moves"].as_array().unwrap().len(), moves);
    }
    server.client.state(&before);
}

#[test]
fn what_cannot_be_backed_up_or_put_back_is_said() {
    let (data, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = place.path().join("backup");
    let said = |error| {
        let line = ServeError::from(error).to_string();
        assert!(!line.contains('\n'), "{line}");
        line
    };
    assert!(said(wait(backup(data.path(), &file)).unwrap_err()).contains("there is no"));
    let server = Running::start(data.path());
    wait(backup(data.path(), &file)).unwrap();
    assert!(said(wait(backup(data.path(), &file)).unwrap_err()).contains("exists"));
    assert!(said(wait(restore(&file, data.path(), true)).unwrap_err()).contains("in use"));
    drop(server);
    // A file that is damaged, none of ours, or not there replaces nothing.
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    let damaged = place.path().join("damaged");
    fs::write(&damaged, bytes).unwrap();
    let other = place.path().join("other");
    fs::write(&other, "no database").unwrap();
    let empty = place.path().join("empty");
    fs::write(&empty, "").unwrap();
    for file in [&damaged, &other, &empty, &place.path().join("missing")] {
        said(wait(restore(file, data.path(), true)).unwrap_err());
    }
    let names: Vec<_> = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("part")), "{names:?}");
    Running::start(data.path()).client.get("/healthz", &[]).good();
}

/// Only an administrator sees this fail: whoever else runs it owns all that they make.
#[cfg(unix)]
#[test]
fn what_is_put_back_belongs_to_whoever_owns_the_directory() {
    use std::os::unix::fs::{MetadataExt, chown};
    let [data, place] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    drop(Running::start(data.path()));
    let file = place.path().join("backup.sqlite");
    wait(backup(data.path(), &file)).unwrap();
    let directory = place.path().join("data");
    std::fs::create_dir(&directory).unwrap();
    // Where this is not allowed, the owner stays who they are.
    let _ = chown(&directory, Some(10_001), Some(10_001));
    wait(restore(&file, &directory, false)).unwrap();
    let owner = std::fs::metadata(&directory).unwrap().uid();
    let made: Vec<u32> =
        std::fs::read_dir(&directory).unwrap().map(|file| file.unwrap().metadata().unwrap().uid()).collect();
    assert!(made.len() >= 2 && made.iter().all(|uid| *uid == owner), "{made:?}, and not {owner}");
}

#[test]
fn games_that_do_not_come_out_as_they_were_kept_are_named() {
    let (data, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Running::start(data.path());
    let body = json!({ "spec": spec(), "players": persons() });
    let id = server.client.post("/api/games", None, &body).good()["id"].as_str().unwrap().to_owned();
    server.client.resign(&id, 0, 1).good();
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 }, "pace": "correspondence grace=3d" });
    let apart = Apart::of(&server.client.post("/api/games", None, &body).good());
    apart.sides.iter().for_each(|key| drop(server.client.state(key)));
    for token in ["a", "b"] {
        let said = json!({ "token": token, "text": "hello" });
        server.client.post("/api/game/chat", Some(&apart.sides[0]), &said).good();
    }
    drop(server);
    let plan = "INSERT INTO papers (game_id, seat, kind, text) SELECT id, '1', 'plan', '0 none' FROM games WHERE pace IS NOT NULL";
    let database = data.path().join("entourage.sqlite");
    let whole = place.path().join("whole");
    wait(backup(data.path(), &whole)).unwrap();
    assert_eq!(look(&whole).faults, Vec::<String>::new());
    change(&database, plan);
    let mut number = 0;
    for (statement, fault) in [
        ("UPDATE events SET status = 'draw repetition' WHERE kind = 'resign'", "was stored as draw repetition"),
        ("UPDATE events SET kind = 'move', payload = 'zz9' WHERE kind = 'resign'", "the rules refuse it"),
        ("UPDATE events SET seq = 7 WHERE kind = 'move'", "stands where event 0 should"),
        ("UPDATE papers SET text = 'x > y' WHERE kind = 'plan'", "side 1 has ready makes no sense"),
        ("DELETE FROM chat WHERE seq = 0", "a line of its chat is missing"),
        ("DELETE FROM deadlines", "was stored as never"),
        ("INSERT INTO deadlines (game_id, at) SELECT game_id, 7 FROM arrivals LIMIT 1", "was stored as 7"),
        ("UPDATE arrivals SET at = 5", "before it was created"),
        ("DELETE FROM arrivals", "its time is up at never"),
        ("DELETE FROM seats", "there is no key to it"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM games WHERE pace IS NOT NULL", "and it is gone"),
        ("UPDATE games SET rules_version = '0'", ""),
    ] {
        change(&database, statement);
        number += 1;
        let file = place.path().join(number.to_string());
        wait(backup(data.path(), &file)).unwrap();
        let found = look(&file);
        match fault {
            "" => {
                let unread = found.faults.iter().filter(|line| line.contains("is damaged")).count();
                assert_eq!(found.other_rules, found.games - unread);
            }
            fault => {
                assert!(found.faults.iter().any(|line| line.contains(fault)), "{fault}: {:?}", found.faults)
            }
        }
    }
}
