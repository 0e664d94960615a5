//! Copies are taken with what the log holds, and put in place so that no crash leaves a directory without its games.

use std::fs;
use std::path::{Path, PathBuf};

use entourage_record::{Event, GameId};
use entourage_store::{DataDirectory, OpenError, Store, backup, restore};

use crate::raw::raw;
use crate::story;

/// Copies the files of a database as they lie while it is in use: as they would lie if the process were killed now.
fn killed(from: &Path, to: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    files(to)
}

fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    // The index of the log holds nothing of its own.
    let own = entries.filter(|path| !path.to_string_lossy().ends_with("-shm"));
    let mut files: Vec<_> = own.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// Begins a game, some of which is in the log only.
async fn logged(directory: &Path) -> (Store, GameId) {
    let store = Store::open(directory).await.unwrap();
    let game = story::game(&[]);
    store.create(&game, &[]).await.unwrap();
    store.append(game.id, 0, &story::entry(Event::Move { text: "a1".into() }), None).await.unwrap();
    (store, game.id)
}

async fn events(directory: &Path, game: GameId) -> Option<usize> {
    let store = Store::open(directory).await.unwrap();
    let game = store.read(game).await.unwrap();
    store.close().await;
    game.map(|game| game.entries.len())
}

#[tokio::test]
async fn a_database_is_taken_with_its_log_and_left_as_it_is() {
    for index in [true, false] {
        let place = tempfile::tempdir().unwrap();
        let [live, dead, back] = ["live", "dead", "back"].map(|name| place.path().join(name));
        let (store, game) = logged(&live).await;
        killed(&live, &dead);
        if !index {
            fs::remove_file(dead.join("entourage.sqlite-shm")).unwrap();
        }
        let before = files(&dead);
        restore(&dead.join(DataDirectory::DATABASE), &back, false).await.unwrap();
        assert_eq!(files(&dead), before, "with an index: {index}");
        assert_eq!(events(&back, game).await, Some(1));
        // A server that is at work plays on.
        restore(&live.join(DataDirectory::DATABASE), &back, true).await.unwrap();
        store.append(game, 1, &story::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
        assert_eq!(events(&back, game).await, Some(1));
        store.close().await;
        assert!(files(&back).iter().all(|(path, _)| !path.to_string_lossy().contains("part")));
    }
}

#[tokio::test]
async fn what_was_replaced_comes_back_with_its_log() {
    let place = tempfile::tempdir().unwrap();
    let [live, data] = ["live", "data"].map(|name| place.path().join(name));
    let (store, game) = logged(&live).await;
    let copy = place.path().join("backup");
    backup(&live, &copy).await.unwrap();
    store.append(game, 1, &story::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
    killed(&live, &data);
    let kept = restore(&copy, &data, true).await.unwrap().unwrap();
    assert_eq!(events(&data, game).await, Some(1));
    restore(&kept, &data, true).await.unwrap();
    assert_eq!(events(&data, game).await, Some(2));
}

#[tokio::test]
async fn a_restore_that_is_cut_off_goes_on_at_the_next_start() {
    let place = tempfile::tempdir().unwrap();
    let live = place.path().join("live");
    let (store, game) = logged(&live).await;
    let copy = place.path().join("backup");
    backup(&live, &copy).await.unwrap();
    store.append(game, 1, &story::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
    let moves = ["-wal", "-shm", ""];
    for cut in 0..=moves.len() {
        let data = place.path().join(format!("cut-{cut}"));
        killed(&live, &data);
        // As far as it came.
        let name = |ending: &str| data.join(format!("entourage.sqlite{ending}"));
        fs::copy(&copy, name(".restored")).unwrap();
        for ending in &moves[..cut] {
            fs::rename(name(ending), name(&format!(".replaced{ending}"))).unwrap();
        }
        let twin = place.path().join(format!("twin-{cut}"));
        backup(&data, &twin).await.unwrap();
        assert_eq!(events(&data, game).await, Some(1), "the new one, after {cut}");
        assert!(!name(".restored").exists());
        restore(&name(".replaced"), &data, true).await.unwrap();
        assert_eq!(events(&data, game).await, Some(2), "the old one is whole, after {cut}");
        restore(&twin, &data, true).await.unwrap();
        assert_eq!(events(&data, game).await, Some(1));
    }
}

#[tokio::test]
async fn what_a_newer_version_wrote_is_not_put_back() {
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
