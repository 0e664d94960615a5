//! Tests opening a database: integrity checks, backup before migrations, file permissions, and server time.

use std::fs;
use std::path::Path;

use entourage_store::{DataDirectory, OpenError, Store, StoreError};
use sqlx::{Executor, Row};

use crate::common;
use crate::raw::{fresh, raw};

async fn create_database(directory: &Path) -> std::path::PathBuf {
    let store = Store::open(directory).await.unwrap();
    for _ in 0..20 {
        store.create(&common::game(&["a1", "b2"]), &[]).await.unwrap();
    }
    store.close().await;
    store.path().unwrap().to_owned()
}

#[tokio::test]
async fn damaged_pages_are_reported_in_one_line() {
    for table in ["events", "games", "seats", "deadlines"] {
        let directory = tempfile::tempdir().unwrap();
        let file = create_database(directory.path()).await;
        let pool = raw(&file).await;
        let root = sqlx::query("SELECT rootpage FROM sqlite_master WHERE name = ?").bind(table);
        let root: i64 = root.fetch_one(&pool).await.unwrap().get(0);
        let size: i64 = sqlx::query("PRAGMA page_size").fetch_one(&pool).await.unwrap().get(0);
        pool.close().await;
        let mut bytes = fs::read(&file).unwrap();
        let (from, size) = ((root as usize - 1) * size as usize, size as usize);
        bytes[from..from + size].fill(0xa5);
        fs::write(&file, bytes).unwrap();
        // Opening does not read the whole database.
        let store = Store::open(directory.path()).await.unwrap();
        let error = store.check().await.unwrap_err();
        assert!(matches!(error, StoreError::Corrupt(_)), "{table}: {error}");
        assert!(!error.to_string().contains('\n'), "{error}");
        store.close().await;
    }
}

#[tokio::test]
async fn a_database_is_copied_before_a_migration() {
    let directory = tempfile::tempdir().unwrap();
    let file = create_database(directory.path()).await;
    assert_eq!(copies(directory.path()), Vec::<String>::new(), "no migration was needed");
    let pool = raw(&file).await;
    pool.execute(include_str!("undo.sql")).await.unwrap();
    pool.close().await;
    let store = Store::open(directory.path()).await.unwrap();
    store.close().await;
    drop(store);
    assert_eq!(copies(directory.path()), ["entourage.before-14.sqlite"]);
    let copy = raw(&directory.path().join("entourage.before-14.sqlite")).await;
    let count: i64 = sqlx::query("SELECT COUNT(*) FROM games").fetch_one(&copy).await.unwrap().get(0);
    let old = sqlx::query("SELECT address FROM mail_questions").fetch_optional(&copy).await;
    assert_eq!(count, 20);
    // Neither the database nor the copy contains the addresses to which confirmation e-mails were sent.
    assert!(old.unwrap().is_none());
    for file in fs::read_dir(directory.path()).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(15).any(|text| text == b"ada@example.org"));
    }
}

fn copies(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.contains("before")).collect()
}

#[cfg(unix)]
#[tokio::test]
async fn permissions_of_existing_files_are_tightened() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let file = create_database(&data).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(data.join("entourage.lock"), fs::Permissions::from_mode(0o666)).unwrap();
    let _store = Store::open(&data).await.unwrap();
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert_eq!(mode(&data), 0o700);
}

#[cfg(unix)]
#[tokio::test]
async fn permissions_of_shared_directories_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o1777)).unwrap();
    create_database(directory.path()).await;
    create_database(directory.path()).await;
    let mode = fs::metadata(directory.path()).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode, 0o1777);
}

#[tokio::test]
async fn runs_continue_at_the_last_heartbeat() {
    let (directory, store) = fresh().await;
    let first = store.begin_run(1_000_000).await.unwrap().0;
    assert_eq!((first.len(), first[0].began), (1, 1_000_000));
    store.heartbeat(1_005_000).await.unwrap();
    // An event counts as a heartbeat.
    let game = common::game(&[]);
    store.create(&game, &[]).await.unwrap();
    let mut entry = common::entry(entourage_record::Event::Move { text: "a1".into() });
    entry.at = 1_007_000;
    store.append(game.id, 0, &entry, None).await.unwrap();
    store.close().await;
    drop(store);
    // Server time does not depend on the system date.
    for date in [9_000_000, 5] {
        let store = Store::open(directory.path()).await.unwrap();
        let (runs, _) = store.begin_run(date).await.unwrap();
        let last = runs.last().unwrap();
        assert_eq!((last.began, last.date, last.date_of(1_008_000)), (1_007_000, date, date + 1000));
        assert_eq!(runs[0].date_of(1_006_000), 1_006_000);
        store.close().await;
    }
}

/// Tests files that a power failure or a failed copy can leave behind; starting with an empty database would hide the loss.
#[tokio::test]
async fn an_empty_or_lost_database_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(DataDirectory::DATABASE);
    fs::write(&file, "").unwrap();
    let message = |error: OpenError| {
        assert!(matches!(error, OpenError::Database { error: StoreError::Corrupt(_), .. }), "{error}");
        error.to_string()
    };
    assert!(message(Store::open(directory.path()).await.unwrap_err()).contains("the file is empty"));
    assert_eq!(fs::metadata(&file).unwrap().len(), 0, "unchanged");
    fs::remove_file(&file).unwrap();
    fs::write(directory.path().join("entourage.sqlite-wal"), "what was played").unwrap();
    assert!(message(Store::open(directory.path()).await.unwrap_err()).contains("only its write-ahead log"));
    assert!(!file.exists());
    // A file left behind by an interrupted creation does no harm.
    fs::remove_file(directory.path().join("entourage.sqlite-wal")).unwrap();
    fs::write(directory.path().join("entourage.sqlite.new"), "").unwrap();
    Store::open(directory.path()).await.unwrap().close().await;
}

/// Tests an error that, as on a full disk, occurs only when the transaction is committed.
#[tokio::test]
async fn a_heartbeat_fails_if_it_cannot_be_committed() {
    let (_directory, store) = fresh().await;
    store.begin_run(1_000).await.unwrap();
    let pool = raw(store.path().unwrap()).await;
    // The database checks foreign keys when the transaction is committed.
    let trap = "CREATE TRIGGER trap AFTER UPDATE ON runs BEGIN
        INSERT INTO seats (hash, game_id, seat, host) VALUES (randomblob(32), 'none', 'watch', 0); END";
    sqlx::query(trap).execute(&pool).await.unwrap();
    assert_eq!(store.heartbeat(2_000).await, Err(StoreError::Missing));
    sqlx::query("DROP TRIGGER trap").execute(&pool).await.unwrap();
    assert_eq!(store.heartbeat(3_000).await, Ok(()));
}
