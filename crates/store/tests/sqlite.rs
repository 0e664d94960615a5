//! SQLite tells the story, survives its own past, and says what is wrong with a data directory.

mod story;

use std::fs;
use std::path::Path;

use entourage_store::{DataDirectory, Event, OpenError, Player, SqliteStore, Store, StoreError};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{Row, SqlSafeStr};

async fn raw(path: &Path) -> SqlitePool {
    SqlitePool::connect_with(SqliteConnectOptions::new().filename(path).create_if_missing(true)).await.unwrap()
}

#[tokio::test]
async fn sqlite_tells_the_story() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&directory.path().join("made/on demand")).await.unwrap();
    story::story(&store).await;
    store.close().await;
    assert!(matches!(store.create(&story::game(&[])).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn games_survive_reopening_and_the_file_is_durable_and_whole() {
    let directory = tempfile::tempdir().unwrap();
    let game = story::game(&["a1", "b2"]);
    let store = SqliteStore::open(directory.path()).await.unwrap();
    store.create(&game).await.unwrap();
    store.close().await;
    assert!(!directory.path().join("entourage.sqlite-wal").exists(), "closing writes the log back");
    drop(store);

    let store = SqliteStore::open(directory.path()).await.unwrap();
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
    let pool = raw(store.path()).await;
    let answer = |row: sqlx::sqlite::SqliteRow| row.get::<String, _>(0);
    assert_eq!(answer(sqlx::query("PRAGMA journal_mode").fetch_one(&pool).await.unwrap()), "wal");
    assert_eq!(answer(sqlx::query("PRAGMA integrity_check").fetch_one(&pool).await.unwrap()), "ok");
}

/// Builds a database as the first version wrote it and opens it with the present one.
#[tokio::test]
async fn a_database_of_the_previous_version_opens_with_its_games() {
    let directory = tempfile::tempdir().unwrap();
    let pool = raw(&directory.path().join(SqliteStore::FILE)).await;
    let sql = include_str!("../migrations/0001_games.sql").into_sql_str();
    let first = Migration::new(1, "games".into(), MigrationType::Simple, sql, false);
    Migrator::with_migrations(vec![first]).run(&pool).await.unwrap();
    let mut old = story::game(&["a1", "b2"]);
    sqlx::query("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)")
        .bind(old.id.to_string())
        .bind(&old.spec)
        .bind(&old.rules_version)
        .bind(&old.start)
        .bind(r#"[{"kind":"human"},{"kind":"computer","level":3}]"#)
        .bind(old.created_at)
        .execute(&pool)
        .await
        .unwrap();
    for (seq, entry) in old.entries.iter().enumerate() {
        let Event::Move { text } = &entry.event else { unreachable!() };
        sqlx::query("INSERT INTO events VALUES (?, ?, 'move', ?, ?)")
            .bind(old.id.to_string())
            .bind(seq as i64)
            .bind(text)
            .bind(entry.at)
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;

    let store = SqliteStore::open(directory.path()).await.unwrap();
    old.start_status = None;
    old.entries.iter_mut().for_each(|entry| entry.status = None);
    assert_eq!(old.players, [Player::Human {}, Player::Computer { level: 3 }]);
    assert_eq!(store.read(old.id).await, Ok(Some(old.clone())));

    let next = story::entry(Event::Move { text: "c3".into() });
    store.append(old.id, 2, &next).await.unwrap();
    old.entries.push(next);
    let read = store.read(old.id).await.unwrap().unwrap();
    assert_eq!(read.recorded_status(), Some("ongoing"));
    assert_eq!(read, old);
}

#[tokio::test]
async fn a_newer_database_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).await.unwrap();
    let pool = raw(store.path()).await;
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, 1, x'00', 0)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    store.close().await;
    drop(store);
    let error = SqliteStore::open(directory.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::Newer { .. }), "{error}");
}

#[tokio::test]
async fn a_data_directory_has_one_user_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).await.unwrap();
    let error = SqliteStore::open(directory.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::InUse { .. }));
    let line = error.to_string();
    assert!(
        line.contains("in use") && line.contains(directory.path().to_str().unwrap()) && !line.contains('\n')
    );
    store.close().await;
    drop(store);
    SqliteStore::open(directory.path()).await.unwrap();
}

#[tokio::test]
async fn what_is_wrong_with_a_data_directory_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "no directory").unwrap();
    let error = DataDirectory::lock(&file).unwrap_err();
    assert!(matches!(error, OpenError::Directory { .. }), "{error}");
    assert!(DataDirectory::lock(&file.join("below")).is_err());

    let no_database = directory.path().join("data");
    fs::create_dir(&no_database).unwrap();
    fs::write(no_database.join(SqliteStore::FILE), "this is no database, ".repeat(400)).unwrap();
    let error = SqliteStore::open(&no_database).await.unwrap_err();
    assert!(matches!(error, OpenError::Database { error: StoreError::Corrupt(_), .. }), "{error:?}");

    let blocked = directory.path().join("blocked");
    fs::create_dir_all(blocked.join(SqliteStore::FILE)).unwrap();
    let error = SqliteStore::open(&blocked).await.unwrap_err();
    assert!(matches!(error, OpenError::Directory { .. }), "{error:?}");
}

#[tokio::test]
async fn damaged_rows_are_told_from_missing_games() {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(directory.path()).await.unwrap();
    let pool = raw(store.path()).await;
    for damage in [
        "UPDATE events SET kind = 'unheard-of' WHERE seq = 1",
        "UPDATE events SET kind = 'takeback', payload = 'many' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 0",
        "UPDATE games SET players = '[]'",
        "UPDATE games SET players = 'not JSON'",
    ] {
        let game = story::game(&["a1", "b2"]);
        store.create(&game).await.unwrap();
        sqlx::query(damage).execute(&pool).await.unwrap();
        let read = store.read(game.id).await;
        assert!(matches!(read, Err(StoreError::Corrupt(_))), "{damage}: {read:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn other_users_of_the_machine_are_kept_out() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let store = SqliteStore::open(&data).await.unwrap();
    store.create(&story::game(&[])).await.unwrap();
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o077, 0);
    for file in fs::read_dir(&data).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", file.file_name());
    }
}
