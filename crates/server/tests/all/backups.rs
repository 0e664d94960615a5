//! Tests backups under load, restoring, and verification.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use entourage_server::{GameId, ServeError, Verification, backup, restore, verify};
use tempfile::tempdir;

use crate::common::*;

fn look(file: &Path) -> Verification {
    let place = tempdir().unwrap();
    wait(restore(file, place.path(), false)).unwrap();
    wait(verify(place.path(), &Registry::built_in(), None, |_, _| {})).unwrap()
}

/// Plays one game after another until `stop` is set; returns the keys to the games.
fn play(client: &Client, stop: &AtomicBool) -> Vec<String> {
    let mut played = Vec::new();
    while !stop.load(Ordering::SeqCst) {
        let (id, mut game) = (client.create(&[]), new_game());
        for seq in 0..20 {
            let text = game.legal_moves()[seq % 5].clone();
            client.play(&id, seq, &text).good();
            game.play(&text).unwrap();
        }
        played.push(id);
    }
    played
}

#[test]
fn backups_under_load_are_complete_and_restorable() {
    let (mut server, place, stop) = (Running::new(), tempdir().unwrap(), AtomicBool::new(false));
    let data = server.data().to_owned();
    let files: Vec<_> = (0..3).map(|number| place.path().join(format!("{number}.backup"))).collect();
    let before = server.create(&[]);
    let client: &Client = &server;
    let during: Vec<String> = std::thread::scope(|scope| {
        let playing: Vec<_> = (0..3).map(|_| scope.spawn(|| play(client, &stop))).collect();
        for file in &files {
            assert!(wait(backup(&data, file)).unwrap() > 0);
        }
        stop.store(true, Ordering::SeqCst);
        playing.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    for file in &files {
        let found = look(file);
        assert_eq!(found.faults, Vec::<String>::new());
        assert!(found.games >= 1);
    }
    // A later backup contains all acknowledged events.
    let last = place.path().join("last");
    wait(backup(&data, &last)).unwrap();
    let found = look(&last);
    assert_eq!((found.games, found.events), (during.len() + 1, 20 * during.len()));
    server.end();
    // Restoring keeps the previous database.
    let refused = wait(restore(&last, &data, false)).unwrap_err();
    assert!(ServeError::from(refused).to_string().contains("--replace"));
    change(&data, "DELETE FROM seats");
    let kept = wait(restore(&last, &data, true)).unwrap().unwrap();
    assert!(kept.exists());
    server.start();
    for id in during {
        assert_eq!(list(&server.state(&id)["moves"]).len(), 20);
    }
    server.state(&before);
}

#[test]
fn invalid_backups_and_targets_are_refused() {
    let (data, place) = (tempdir().unwrap(), tempdir().unwrap());
    let file = place.path().join("backup");
    let said = |error| {
        let line = ServeError::from(error).to_string();
        assert!(!line.contains('\n'), "{line}");
        line
    };
    assert!(said(wait(backup(data.path(), &file)).unwrap_err()).contains("does not exist"));
    let server = Setting { data: Some(data.path().to_owned()), ..Setting::default() };
    let running = server.clone().start();
    wait(backup(data.path(), &file)).unwrap();
    assert!(said(wait(backup(data.path(), &file)).unwrap_err()).contains("exists"));
    assert!(said(wait(restore(&file, data.path(), true)).unwrap_err()).contains("in use"));
    drop(running);
    // Existing data is not replaced with a damaged, foreign or missing backup.
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    for (name, content) in
        [("damaged", Some(&*bytes)), ("other", Some(b"no database")), ("empty", Some(b"")), ("missing", None)]
    {
        let file = place.path().join(name);
        content.into_iter().for_each(|content| fs::write(&file, content).unwrap());
        said(wait(restore(&file, data.path(), true)).unwrap_err());
    }
    let names: Vec<_> = fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("part")), "{names:?}");
    server.start().get("/healthz").good();
}

/// Meaningful only if run by the superuser, who can create files for another owner.
#[cfg(unix)]
#[test]
fn restored_files_belong_to_the_directorys_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let (mut server, place) = (Running::new(), tempdir().unwrap());
    server.end();
    let (file, directory) = (place.path().join("backup.sqlite"), place.path().join("data"));
    wait(backup(server.data(), &file)).unwrap();
    fs::create_dir(&directory).unwrap();
    // Only the superuser can change the owner; for other users, the owner stays the same.
    let _ = chown(&directory, Some(10_001), Some(10_001));
    wait(restore(&file, &directory, false)).unwrap();
    let owner = fs::metadata(&directory).unwrap().uid();
    let made: Vec<u32> =
        fs::read_dir(&directory).unwrap().map(|file| file.unwrap().metadata().unwrap().uid()).collect();
    assert!(made.len() >= 2 && made.iter().all(|uid| *uid == owner), "{made:?}, expected {owner}");
}

#[test]
fn verification_names_corrupt_games() {
    let (mut server, place) = (Running::new(), tempdir().unwrap());
    let id = server.create(&[]);
    server.resign(&id, 0, 1).good();
    let apart = server.apart_with(json!({ "pace": "correspondence grace=3d" }));
    apart.sides.iter().for_each(|key| drop(server.state(key)));
    for token in ["a", "b"] {
        server.chat(&apart.sides[0], token, "hello").good();
    }
    server.end();
    let whole = place.path().join("whole");
    wait(backup(server.data(), &whole)).unwrap();
    assert_eq!(look(&whole).faults, Vec::<String>::new());
    let plan = "INSERT INTO papers (game_id, seat, kind, text) \
        SELECT id, '1', 'plan', '0 none' FROM games WHERE pace IS NOT NULL";
    change(server.data(), plan);
    for (number, (statement, fault)) in [
        ("UPDATE events SET status = 'draw repetition' WHERE kind = 'resign'", "but draw repetition is stored"),
        ("UPDATE events SET kind = 'move', payload = 'zz9' WHERE kind = 'resign'", "illegal move"),
        ("UPDATE events SET seq = 7 WHERE kind = 'move'", "instead of event 0"),
        ("UPDATE papers SET text = 'x > y' WHERE kind = 'plan'", "conditional moves of side 1 are corrupt"),
        ("DELETE FROM chat WHERE seq = 0", "a chat message is missing"),
        ("DELETE FROM deadlines", "but never is stored"),
        ("INSERT INTO deadlines (game_id, at) SELECT game_id, 7 FROM arrivals LIMIT 1", "but 7 is stored"),
        ("UPDATE arrivals SET at = 5", "before the game was created"),
        ("DELETE FROM arrivals", "deadline is never"),
        ("DELETE FROM seats", "the game has no key"),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM games WHERE pace IS NOT NULL",
            "data of a deleted game remains",
        ),
        ("UPDATE games SET rules_version = '0'", ""),
    ]
    .into_iter()
    .enumerate()
    {
        change(server.data(), statement);
        let file = place.path().join(number.to_string());
        wait(backup(server.data(), &file)).unwrap();
        let found = look(&file);
        if fault.is_empty() {
            let unread = found.faults.iter().filter(|line| line.contains("is corrupt")).count();
            assert_eq!(found.other_rules, found.games - unread);
        } else {
            assert!(found.faults.iter().any(|line| line.contains(fault)), "{fault}: {:?}", found.faults);
        }
    }
}

#[test]
fn verification_reports_games_in_order_and_continues_after_a_game() {
    let mut server = Running::new();
    let names: Vec<String> = (0..9).map(|_| server.create(&[])).collect();
    for id in &names {
        server.resign(id, 0, 1).good();
    }
    server.end();
    change(server.data(), "UPDATE events SET status = 'draw repetition'");
    // All cores check games, but the report is the same as that of a single one.
    let games: Vec<String> = stored(server.data(), "SELECT id FROM games ORDER BY id");
    let expected: Vec<String> = games
        .iter()
        .map(|id| format!("{id}: status after event 0 is win-2 resignation, but draw repetition is stored"))
        .collect();
    let check = |after: Option<&String>| {
        let (mut told, after) = (Vec::new(), after.map(|id| id.parse().unwrap()));
        let told_by = |report: &Verification, last: GameId| {
            told.push((report.games, report.faults.len(), last.to_string()))
        };
        let report = wait(verify(server.data(), &Registry::built_in(), after, told_by)).unwrap();
        assert_eq!(told, [(report.games, report.games, games[8].clone())]);
        report.faults
    };
    assert_eq!(check(None), expected);
    assert_eq!(check(Some(&games[3])), expected[4..]);
}
