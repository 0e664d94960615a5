//! Runs the common tests on PostgreSQL, and tests concurrent processes and upgrades.

use std::collections::HashSet;

use entourage_record::{Event, Game};
use entourage_store::{
    DatabaseAddress, OpenError, PostgresAddress, Standing, Store, StoreError, TransferError, migrate, transfer,
};
use sqlx::{AssertSqlSafe, Executor, PgPool};

use crate::common;
use crate::postgres_server::on_postgres;

/// Changes the schema as the next version of Entourage could while this version is running: adds a column and a migration.
async fn migrate_to_next_version(raw: &PgPool) {
    raw.execute("ALTER TABLE games ADD COLUMN IF NOT EXISTS later TEXT").await.unwrap();
    let noted = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        SELECT MAX(version) + 1, 'later', TRUE, '', 0 FROM _sqlx_migrations";
    raw.execute(noted).await.unwrap();
}

async fn new_store(address: &PostgresAddress) -> Store {
    migrate(address).await.unwrap();
    Store::connect(address).await.unwrap()
}

#[tokio::test]
async fn the_common_tests_pass_on_postgres() {
    on_postgres(async |address, _| {
        let store = new_store(&address).await;
        common::run_all(&store).await;
        store.close().await;
        assert!(matches!(store.create(&common::game(&[]), &[]).await, Err(StoreError::Unavailable(_))));
    })
    .await;
}

#[tokio::test]
async fn the_moderation_log_is_append_only() {
    on_postgres(async |address, raw| {
        let store = new_store(&address).await;
        common::moderation::reports_are_limited_listed_and_closed(&store).await;
        for change in ["DELETE FROM measures", "UPDATE measures SET reason = 'none'", "TRUNCATE measures"] {
            let refused = raw.execute(change).await.unwrap_err();
            assert!(refused.to_string().contains("measures stand"), "{change}: {refused}");
        }
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn games_are_read_consistently() {
    on_postgres(async |address, _| {
        let (writer, reader) = (new_store(&address).await, Store::connect(&address).await.unwrap());
        common::games_are_read_consistently(&writer, &reader).await;
    })
    .await;
}

#[tokio::test]
async fn triggers_handle_all_events_of_a_statement() {
    on_postgres(async |address, raw| {
        let store = new_store(&address).await;
        let games = [(); 2].map(|()| common::game(&[]).id);
        for id in games {
            store.create(&Game { id, ..common::game(&[]) }, &[]).await.unwrap();
        }
        let insert = format!(
            "INSERT INTO events (game_id, seq, kind, payload, created_at, deadline) VALUES
                 ('{0}', 0, 'move', '', 5, 70), ('{0}', 1, 'move', '', 6, NULL),
                 ('{1}', 1, 'move', '', 8, 90), ('{1}', 0, 'move', '', 7, NULL), ('{1}', 2, 'move', '', 8, 80)",
            games[0], games[1]
        );
        raw.execute(AssertSqlSafe(insert)).await.unwrap();
        let mut versions = store.versions(&games).await.unwrap();
        versions.sort_by_key(|(_, version)| *version);
        assert_eq!(versions, [(games[0], 2), (games[1], 3)]);
        // The last event of a game determines its deadline.
        let deadlines: Vec<(String, i64)> =
            sqlx::query_as("SELECT game_id, at FROM deadlines").fetch_all(&raw).await.unwrap();
        assert_eq!(deadlines, [(games[1].to_string(), 80)]);
    })
    .await;
}

/// Plans are cached, so one that scans a table while it is small would scan it when it is large.
#[tokio::test]
async fn the_new_events_of_a_game_are_read_by_indexes() {
    on_postgres(async |address, raw| {
        let store = new_store(&address).await;
        let game = common::game(&[]);
        store.create(&game, &[]).await.unwrap();
        let scans = async || -> (i64, i64) {
            let sql = "SELECT SUM(seq_scan)::BIGINT, SUM(idx_scan)::BIGINT FROM pg_stat_user_tables WHERE relname IN ('events', 'games')";
            sqlx::query_as(sql).fetch_one(&raw).await.unwrap()
        };
        let (whole, indexed) = scans().await;
        for _ in 0..20 {
            assert!(store.growth(game.id, 0).await.unwrap().is_some());
        }
        // The statistics of a connection are complete once it is closed; those of earlier connections can arrive late.
        store.close().await;
        let (mut later, mut found) = scans().await;
        while (later - whole) + (found - indexed) < 20 {
            (later, found) = scans().await;
        }
        assert!(later - whole < 10, "{} scans of whole tables", later - whole);
    })
    .await;
}

#[tokio::test]
async fn two_processes_store_an_event_once() {
    on_postgres(async |address, _| {
        let stores = [new_store(&address).await, Store::connect(&address).await.unwrap()];
        let game = common::game(&[]);
        stores[0].create(&game, &[]).await.unwrap();
        for seq in 0..50 {
            let event = |text: &str| common::entry(Event::Move { text: text.into() });
            let (one, other) = (event("one"), event("other"));
            let (one, other) = tokio::join!(
                stores[0].append(game.id, seq, &one, None),
                stores[1].append(game.id, seq, &other, None)
            );
            let lost = if one.is_ok() { other } else { one };
            assert_eq!(lost, Err(StoreError::Conflict), "number {seq}");
        }
        assert_eq!(stores[1].read(game.id).await.unwrap().unwrap().entries.len(), 50);
    })
    .await;
}

#[tokio::test]
async fn tables_can_be_one_version_ahead() {
    on_postgres(async |address, raw| {
        assert!(matches!(Store::connect(&address).await, Err(OpenError::Behind { .. })));
        assert!(migrate(&address).await.unwrap());
        assert!(!migrate(&address).await.unwrap(), "already migrated");
        let store = Store::connect(&address).await.unwrap();
        let game = common::game(&["a1"]);
        store.create(&game, &[]).await.unwrap();
        migrate_to_next_version(&raw).await;
        // A running process continues, and others of the same version can start.
        store.append(game.id, 1, &common::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
        let other = Store::connect(&address).await.unwrap();
        common::run_all(&other).await;
        assert_eq!(other.read(game.id).await.unwrap().unwrap().entries.len(), 2);
        // Tables that are two versions ahead are not supported.
        migrate_to_next_version(&raw).await;
        assert!(matches!(Store::connect(&address).await, Err(OpenError::Newer { .. })));
        assert!(matches!(migrate(&address).await, Err(OpenError::Newer { .. })));
    })
    .await;
}

async fn all(address: &DatabaseAddress) -> Vec<(Game, [Option<String>; 2])> {
    let store = Store::at(address).await.unwrap();
    let mut read = Vec::new();
    for game in store.games(None, 10_000).await.unwrap() {
        let Standing { game, plans, .. } = store.read_with_plans(game).await.unwrap().unwrap();
        read.push((game, plans));
    }
    store.close().await;
    read
}

#[tokio::test]
async fn all_data_is_transferred_and_back() {
    on_postgres(async |address, raw| {
        let directory = tempfile::tempdir().unwrap();
        let [home, back] = ["home", "back"].map(|name| DatabaseAddress::Sqlite(directory.path().join(name)));
        let server = DatabaseAddress::Postgres(address);
        let store = Store::at(&home).await.unwrap();
        store.begin_run(1_000).await.unwrap();
        common::run_all(&store).await;
        // Create more games than fit in one batch.
        for _ in 0..300 {
            store.create(&common::game(&["a1"]), &[]).await.unwrap();
        }
        store.close().await;
        drop(store);
        let (there, games) = (transfer(&home, &server).await.unwrap(), all(&home).await);
        assert!(games.len() > 300 && there > games.len() as u64, "{there} rows");
        assert!(all(&server).await == games);
        assert!(matches!(transfer(&home, &server).await, Err(TransferError::Occupied(_))));
        assert_eq!(transfer(&server, &back).await.unwrap(), there);
        assert!(all(&back).await == games);
        // A difference in the target is detected.
        raw.execute(
            "CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN NEW.text = ''; RETURN NEW; END $$;
             CREATE TRIGGER lose BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION lose();
             ALTER TABLE measures DISABLE TRIGGER USER;
             TRUNCATE games, definitions, puzzle_levels, mail_questions, runs, accounts, ceremonies, results, seeks, measures, push_keys CASCADE",
        )
        .await
        .unwrap();
        assert!(matches!(transfer(&back, &server).await, Err(TransferError::Differs("chat"))));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_in_use_is_transferred_consistently() {
    on_postgres(async |address, _| {
        let store = std::sync::Arc::new(new_store(&address).await);
        let game = common::game(&[]);
        store.create(&game, &[]).await.unwrap();
        let (stop, mut stopped) = tokio::sync::oneshot::channel::<()>();
        let playing = tokio::spawn({
            let store = std::sync::Arc::clone(&store);
            async move {
                let mut seq = 0;
                while stopped.try_recv().is_err() {
                    let event = common::entry(Event::Move { text: format!("move {seq}") });
                    store.append(game.id, seq, &event, None).await.unwrap();
                    store.create(&common::game(&["a1"]), &[]).await.unwrap();
                    seq += 1;
                }
                seq
            }
        });
        let directory = tempfile::tempdir().unwrap();
        let mut before = 0;
        for number in 0..5 {
            let copy = DatabaseAddress::Sqlite(directory.path().join(number.to_string()));
            transfer(&DatabaseAddress::Postgres(address.clone()), &copy).await.unwrap();
            let copied = Store::at(&copy).await.unwrap();
            let events = copied.read(game.id).await.unwrap().unwrap().entries.len();
            assert!(events >= before, "{events} events after {before}");
            before = events;
            copied.close().await;
        }
        stop.send(()).unwrap();
        assert!(playing.await.unwrap() as usize >= before && before > 0);
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn processes_share_a_run_and_the_clock_of_the_database() {
    on_postgres(async |address, raw| {
        let stores = [new_store(&address).await, Store::connect(&address).await.unwrap()];
        // The processes' own dates are ignored.
        let (runs, date) = stores[0].begin_run(5).await.unwrap();
        assert!(runs.len() == 1 && runs[0].began == date && date > 1_700_000_000_000);
        let (joined, later) = stores[1].begin_run(7).await.unwrap();
        assert_eq!(joined, runs);
        let (run, now) = stores[1].clock().await.unwrap().unwrap();
        assert!(run == runs[0] && date <= later && later <= now);
        // No process was running for a minute, so no server time has passed.
        raw.execute("UPDATE runs SET date = date - 60000").await.unwrap();
        let (runs, _) = stores[1].begin_run(9).await.unwrap();
        assert_eq!(runs.last().unwrap().began, run.alive);
    })
    .await;
}

#[tokio::test]
async fn due_tasks_are_leased_by_one_process() {
    on_postgres(async |address, _| {
        const GAMES: usize = 40;
        let stores = [new_store(&address).await, Store::connect(&address).await.unwrap()];
        for _ in 0..GAMES {
            let mut game = common::game(&["a1"]);
            game.entries[0].deadline = Some(5);
            stores[0].create(&game, &[]).await.unwrap();
        }
        let take = async |store: &Store| {
            let mut taken = Vec::new();
            while taken.len() < GAMES {
                match store.take_deadlines(9, 99, 3).await.unwrap() {
                    some if some.is_empty() => break,
                    some => taken.extend(some.into_iter().map(|(game, _)| game)),
                }
            }
            taken
        };
        let (one, other) = tokio::join!(take(&stores[0]), take(&stores[1]));
        let mut all = [one, other].concat();
        // Rows that both stores tried to lease at once may be left for the next attempt.
        all.extend(take(&stores[0]).await);
        assert_eq!(all.len(), GAMES);
        assert_eq!(all.into_iter().collect::<HashSet<_>>().len(), GAMES);
        assert_eq!(stores[1].take_deadlines(9, 99, 3).await, Ok(vec![]));
        assert_eq!(stores[1].next_deadline().await, Ok(Some(99)));
    })
    .await;
}
