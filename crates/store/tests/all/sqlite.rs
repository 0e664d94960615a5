//! Runs the common tests on SQLite, and tests old versions and damaged files.

use std::fs;
use std::path::Path;

use entourage_kernel::Side;
use entourage_record::{Access, Event, Game, Grant, Key, Player, Seat};
use entourage_store::{DataDirectory, OpenError, Store, StoreError};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Row, SqlSafeStr};

use crate::common;
use crate::raw::{fresh, raw};

#[tokio::test]
async fn the_common_tests_pass_on_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&directory.path().join("created/on demand")).await.unwrap();
    common::run_all(&store).await;
    store.close().await;
    assert!(matches!(store.create(&common::game(&[]), &[]).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn games_survive_reopening() {
    let directory = tempfile::tempdir().unwrap();
    let game = common::game(&["a1", "b2"]);
    let store = Store::open(directory.path()).await.unwrap();
    store.create(&game, &[]).await.unwrap();
    store.close().await;
    assert!(!directory.path().join("entourage.sqlite-wal").exists(), "closing checkpoints the log");
    drop(store);

    let store = Store::open(directory.path()).await.unwrap();
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
    let pool = raw(store.path().unwrap()).await;
    let answer = |row: sqlx::sqlite::SqliteRow| row.get::<String, _>(0);
    assert_eq!(answer(sqlx::query("PRAGMA journal_mode").fetch_one(&pool).await.unwrap()), "wal");
    assert_eq!(answer(sqlx::query("PRAGMA integrity_check").fetch_one(&pool).await.unwrap()), "ok");
}

/// Creates a database as an early version did, with the first `versions` migrations; each game's ID is its key.
async fn old_database(directory: &Path, versions: usize, games: &[Game]) {
    let pool = raw(&directory.join(DataDirectory::DATABASE)).await;
    let migrations = [
        ("games", include_str!("../../migrations/0001_games.sql").into_sql_str()),
        ("status", include_str!("../../migrations/0002_status.sql").into_sql_str()),
        ("setup", include_str!("../../migrations/0003_setup.sql").into_sql_str()),
    ];
    let known =
        migrations.into_iter().zip(1..).take(versions).map(|((name, sql), version)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql, false)
        });
    Migrator::with_migrations(known.collect()).run(&pool).await.unwrap();
    const INSERT: &str =
        "INSERT INTO games (id, spec, rules_version, start, players, created_at) VALUES (?, ?, ?, ?, ?, ?)";
    for game in games {
        sqlx::query(INSERT)
            .bind(game.id.to_string())
            .bind(&game.spec)
            .bind(&game.rules_version)
            .bind(&game.start)
            .bind(r#"[{"kind":"human"},{"kind":"computer","level":3}]"#)
            .bind(game.created_at)
            .execute(&pool)
            .await
            .unwrap();
        for (seq, entry) in game.entries.iter().enumerate() {
            let Event::Move { text } = &entry.event else { unreachable!() };
            sqlx::query(
                "INSERT INTO events (game_id, seq, kind, payload, created_at) VALUES (?, ?, 'move', ?, ?)",
            )
            .bind(game.id.to_string())
            .bind(seq as i64)
            .bind(text)
            .bind(entry.at)
            .execute(&pool)
            .await
            .unwrap();
        }
    }
    pool.close().await;
}

#[tokio::test]
async fn old_databases_open_with_their_games_and_keys() {
    for versions in [1, 3] {
        let directory = tempfile::tempdir().unwrap();
        let olds = [common::game(&["a1", "b2"]), common::game(&["d4"])];
        old_database(directory.path(), versions, &olds).await;
        let store = Store::open(directory.path()).await.unwrap();
        for mut old in olds.clone() {
            let key: Key = old.id.to_string().parse().unwrap();
            let Access { game: id, seat, host, .. } = store.access(key.hash()).await.unwrap().unwrap();
            assert!(seat == Seat::Both && host && id != old.id);
            assert_eq!(store.read(old.id).await, Ok(None), "the key is not an ID any more");
            old.id = id;
            old.start_status = None;
            old.entries.iter_mut().for_each(|entry| entry.status = None);
            assert_eq!(old.players, [Player::Human {}, Player::Computer { level: 3 }]);
            assert_eq!(store.read(id).await, Ok(Some(old.clone())));

            let next = common::entry(Event::Move { text: "c3".into() });
            store.append(id, old.entries.len() as u32, &next, None).await.unwrap();
            old.entries.push(next);
            let read = store.read(id).await.unwrap().unwrap();
            assert_eq!(read.recorded_status(), Some("ongoing"));
            assert_eq!(read, old);
        }
        store.close().await;
        drop(store);
        let keys = olds.map(|old| old.id.to_string());
        assert_absent(directory.path(), &keys);
        let store = Store::open(directory.path()).await.unwrap();
        for key in keys {
            assert!(store.access(key.parse::<Key>().unwrap().hash()).await.unwrap().is_some());
        }
    }
}

fn assert_absent(directory: &Path, keys: &[String]) {
    let file = fs::read(directory.join(DataDirectory::DATABASE)).unwrap();
    for key in keys {
        assert!(!file.windows(key.len()).any(|bytes| bytes == key.as_bytes()), "a key is in the file");
    }
}

#[tokio::test]
async fn a_leaked_database_gives_access_to_no_seat() {
    let (directory, store) = fresh().await;
    let key = Key::from_bits(entourage_store::random().unwrap());
    let game = common::game(&[]);
    let grant = Grant { key: key.hash(), seat: Seat::Side(Side::First), host: true, account: None };
    store.create(&game, &[grant]).await.unwrap();
    // The game's ID cannot be used as a key.
    let name: Key = game.id.to_string().parse().unwrap();
    assert_eq!(store.access(name.hash()).await, Ok(None));
    // When the store is opened again, the game's ID still cannot be used as a key.
    store.close().await;
    drop(store);
    assert_absent(directory.path(), &[key.to_string()]);
    let store = Store::open(directory.path()).await.unwrap();
    assert_eq!(store.access(name.hash()).await, Ok(None));
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

#[tokio::test]
async fn newer_databases_are_refused() {
    let (directory, store) = fresh().await;
    let pool = raw(store.path().unwrap()).await;
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, 1, x'00', 0)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    store.close().await;
    drop(store);
    let error = Store::open(directory.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::Newer { .. }), "{error}");
}

#[tokio::test]
async fn data_directories_are_locked() {
    let (directory, store) = fresh().await;
    let error = Store::open(directory.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::InUse { .. }));
    let line = error.to_string();
    assert!(
        line.contains("in use") && line.contains(directory.path().to_str().unwrap()) && !line.contains('\n')
    );
    store.close().await;
    drop(store);
    Store::open(directory.path()).await.unwrap();
}

#[tokio::test]
async fn errors_of_data_directories_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "no directory").unwrap();
    let error = DataDirectory::lock(&file).unwrap_err();
    assert!(matches!(error, OpenError::Directory { .. }), "{error}");
    assert!(DataDirectory::lock(&file.join("below")).is_err());

    let no_database = directory.path().join("data");
    fs::create_dir(&no_database).unwrap();
    fs::write(no_database.join(DataDirectory::DATABASE), "this is no database, ".repeat(400)).unwrap();
    let error = Store::open(&no_database).await.unwrap_err();
    assert!(matches!(error, OpenError::Database { error: StoreError::Corrupt(_), .. }), "{error:?}");

    let blocked = directory.path().join("blocked");
    fs::create_dir_all(blocked.join(DataDirectory::DATABASE)).unwrap();
    let error = Store::open(&blocked).await.unwrap_err();
    assert!(matches!(error, OpenError::Directory { .. }), "{error:?}");
}

#[tokio::test]
async fn a_game_and_its_open_side_are_stored_atomically() {
    let (_directory, store) = fresh().await;
    let pool = raw(store.path().unwrap()).await;
    let game = common::game(&["a1"]);
    // Simulates a crash after the game was inserted, but before its invitation.
    let trigger = "CREATE TRIGGER dead BEFORE INSERT ON invitations BEGIN SELECT RAISE(ABORT, 'dead'); END";
    sqlx::query(trigger).execute(&pool).await.unwrap();
    let created = store.create_open(&game, &[], common::free(Side::Second)).await;
    assert!(matches!(created, Err(StoreError::Unavailable(_))), "{created:?}");
    assert_eq!(store.read(game.id).await, Ok(None));
    sqlx::query("DROP TRIGGER dead").execute(&pool).await.unwrap();
    store.create_open(&game, &[], common::free(Side::Second)).await.unwrap();
    assert_eq!(store.invitations(0, None, 9).await.unwrap().len(), 1);
    assert_eq!(store.read(game.id).await, Ok(Some(game)));
}

#[tokio::test]
async fn connections_recover_from_rollbacks_by_sqlite() {
    let (_directory, store) = fresh().await;
    let pool = raw(store.path().unwrap()).await;
    let game = common::game(&["a1"]);
    // On a full disk, SQLite rolls the transaction back by itself.
    for trigger in [
        "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
        "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
        "CREATE TRIGGER full BEFORE INSERT ON invitations BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
    ] {
        sqlx::query(trigger).execute(&pool).await.unwrap();
        for _ in 0..3 {
            let created = store.create_open(&game, &[], common::free(Side::Second)).await;
            assert!(matches!(created, Err(StoreError::Unavailable(_))), "{trigger}: {created:?}");
        }
        sqlx::query("DROP TRIGGER full").execute(&pool).await.unwrap();
        let other = common::game(&["a1"]);
        store.create_open(&other, &[], common::free(Side::Second)).await.unwrap();
        assert_eq!(store.read(other.id).await, Ok(Some(other)));
    }
    assert_eq!(store.read(game.id).await, Ok(None));
}

#[tokio::test]
async fn games_are_read_consistently() {
    let (_directory, store) = fresh().await;
    common::games_are_read_consistently(&store, &store).await;
}

#[tokio::test]
async fn damaged_rows_differ_from_missing_games() {
    let (_directory, store) = fresh().await;
    let pool = raw(store.path().unwrap()).await;
    for damage in [
        "UPDATE events SET kind = 'unheard-of' WHERE seq = 1",
        "UPDATE events SET kind = 'takeback', payload = 'many' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 0",
        "UPDATE games SET players = '[]'",
        "UPDATE games SET players = 'not JSON'",
        "UPDATE games SET pace = 'fast'",
    ] {
        let game = common::game(&["a1", "b2"]);
        store.create(&game, &[]).await.unwrap();
        sqlx::query(damage).execute(&pool).await.unwrap();
        let read = store.read(game.id).await;
        assert!(matches!(read, Err(StoreError::Corrupt(_))), "{damage}: {read:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn files_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let store = Store::open(&data).await.unwrap();
    store.create(&common::game(&[]), &[]).await.unwrap();
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o077, 0);
    for file in fs::read_dir(&data).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{:?}", file.file_name());
    }
}

/// Tests that manipulated ratings are detected, because ratings can be recomputed from the games.
#[tokio::test]
async fn manipulated_ratings_are_found() {
    let (directory, store) = fresh().await;
    common::ratings::games_are_rated_once_and_in_order(&store).await;
    let pool = raw(&directory.path().join("entourage.sqlite")).await;
    for (change, back) in [
        ("UPDATE ratings SET rating = rating + 1", "UPDATE ratings SET rating = rating - 1"),
        ("UPDATE ratings SET games = games + 1", "UPDATE ratings SET games = games - 1"),
        (
            "UPDATE results SET rating_after_1 = rating_after_1 + 1",
            "UPDATE results SET rating_after_1 = rating_after_1 - 1",
        ),
        (
            "UPDATE results SET deviation_before_2 = deviation_before_2 - 1",
            "UPDATE results SET deviation_before_2 = deviation_before_2 + 1",
        ),
        ("UPDATE results SET winner = 1 WHERE number = 1", "UPDATE results SET winner = 2 WHERE number = 1"),
        (
            "UPDATE results SET at = at + 864000000 WHERE number = 2",
            "UPDATE results SET at = at - 864000000 WHERE number = 2",
        ),
    ] {
        sqlx::query(change).execute(&pool).await.unwrap();
        assert_ne!(store.rating_inconsistencies().await, Ok(vec![]), "{change}");
        sqlx::query(back).execute(&pool).await.unwrap();
        assert_eq!(store.rating_inconsistencies().await, Ok(vec![]), "{back}");
    }
    pool.close().await;
    store.close().await;
}

#[tokio::test]
async fn wrongly_rated_games_are_repaired() {
    let (_directory, store) = fresh().await;
    let raw = raw(store.path().unwrap()).await;
    common::ratings::wrongly_rated_games_are_repaired(&store, &raw).await;
}
