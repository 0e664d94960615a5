//! Tests that backups include the write-ahead log, and that an interrupted restore never leaves a directory without its games.

use std::fs;
use std::path::{Path, PathBuf};

use entourage_record::{Event, GameId};
use entourage_store::{DataDirectory, OpenError, Store, backup, restore};

use crate::common;
use crate::raw::raw;

/// Copies the files of a database in use, as a killed process would leave them.
fn copy_as_if_killed(from: &Path, to: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    files(to)
}

fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    // SQLite rebuilds the `-shm` index from the log.
    let own = entries.filter(|path| !path.to_string_lossy().ends_with("-shm"));
    let mut files: Vec<_> = own.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// Creates a game whose events are only in the write-ahead log, not yet in the database file.
async fn logged(directory: &Path) -> (Store, GameId) {
    let store = Store::open(directory).await.unwrap();
    let game = common::game(&[]);
    store.create(&game, &[]).await.unwrap();
    store.append(game.id, 0, &common::entry(Event::Move { text: "a1".into() }), None).await.unwrap();
    (store, game.id)
}

async fn events(directory: &Path, game: GameId) -> Option<usize> {
    let store = Store::open(directory).await.unwrap();
    let game = store.read(game).await.unwrap();
    store.close().await;
    game.map(|game| game.entries.len())
}

#[tokio::test]
async fn a_database_is_copied_with_its_log_and_unchanged() {
    for index in [true, false] {
        let place = tempfile::tempdir().unwrap();
        let [live, dead, back] = ["live", "dead", "back"].map(|name| place.path().join(name));
        let (store, game) = logged(&live).await;
        copy_as_if_killed(&live, &dead);
        if !index {
            fs::remove_file(dead.join("entourage.sqlite-shm")).unwrap();
        }
        let before = files(&dead);
        restore(&dead.join(DataDirectory::DATABASE), &back, false).await.unwrap();
        assert_eq!(files(&dead), before, "with an index: {index}");
        assert_eq!(events(&back, game).await, Some(1));
        // A database can be restored from a source that a server is using.
        restore(&live.join(DataDirectory::DATABASE), &back, true).await.unwrap();
        store.append(game, 1, &common::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
        assert_eq!(events(&back, game).await, Some(1));
        store.close().await;
        assert!(files(&back).iter().all(|(path, _)| !path.to_string_lossy().contains("part")));
    }
}

#[tokio::test]
async fn a_replaced_database_can_be_restored_with_its_log() {
    let place = tempfile::tempdir().unwrap();
    let [live, data] = ["live", "data"].map(|name| place.path().join(name));
    let (store, game) = logged(&live).await;
    let copy = place.path().join("backup");
    backup(&live, &copy).await.unwrap();
    store.append(game, 1, &common::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
    copy_as_if_killed(&live, &data);
    let kept = restore(&copy, &data, true).await.unwrap().unwrap();
    assert_eq!(events(&data, game).await, Some(1));
    restore(&kept, &data, true).await.unwrap();
    assert_eq!(events(&data, game).await, Some(2));
}

#[tokio::test]
async fn an_interrupted_restore_continues_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let live = place.path().join("live");
    let (store, game) = logged(&live).await;
    let copy = place.path().join("backup");
    backup(&live, &copy).await.unwrap();
    store.append(game, 1, &common::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
    let moves = ["-wal", "-shm", ""];
    for cut in 0..=moves.len() {
        let data = place.path().join(format!("cut-{cut}"));
        copy_as_if_killed(&live, &data);
        // Simulates a crash after the first `cut` renames.
        let name = |ending: &str| data.join(format!("entourage.sqlite{ending}"));
        fs::copy(&copy, name(".restored")).unwrap();
        for ending in &moves[..cut] {
            fs::rename(name(ending), name(&format!(".replaced{ending}"))).unwrap();
        }
        let twin = place.path().join(format!("twin-{cut}"));
        backup(&data, &twin).await.unwrap();
        assert_eq!(events(&data, game).await, Some(1), "new database, after {cut} renames");
        assert!(!name(".restored").exists());
        restore(&name(".replaced"), &data, true).await.unwrap();
        assert_eq!(events(&data, game).await, Some(2), "old database, after {cut} renames");
        restore(&twin, &data, true).await.unwrap();
        assert_eq!(events(&data, game).await, Some(1));
    }
}

#[tokio::test]
async fn backups_of_newer_versions_are_not_restored() {
    let place = tempfile::tempdir().unwrap();
    let (store, game) = logged(&place.path().join("data")).await;
    store.close().await;
    drop(store);
    let copy = place.path().join("backup");
    backup(&place.path().join("data"), &copy).await.unwrap();
    let pool = raw(&copy).await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (999, '', 1, x'', 0)";
    sqlx::query(newer).execute(&pool).await.unwrap();
    pool.close().await;
    let error = restore(&copy, &place.path().join("data"), true).await.unwrap_err();
    assert!(matches!(&error, OpenError::Newer { path } if *path == copy), "{error}");
    assert_eq!(events(&place.path().join("data"), game).await, Some(1));
}
