//! PostgreSQL tells the same story, to several processes at once and over an upgrade.

use std::collections::HashSet;

use entourage_record::{Event, Game};
use entourage_store::{
    DatabaseAddress, OpenError, PostgresAddress, Standing, Store, StoreError, TransferError, migrate, transfer,
};
use sqlx::{Executor, PgPool};

use crate::postgres_server::on_postgres;
use crate::story;

/// Does to the tables what the next version of the program may do while this one is at work: it adds.
async fn step_ahead(raw: &PgPool) {
    raw.execute("ALTER TABLE games ADD COLUMN IF NOT EXISTS later TEXT").await.unwrap();
    let noted = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        SELECT MAX(version) + 1, 'later', TRUE, '', 0 FROM _sqlx_migrations";
    raw.execute(noted).await.unwrap();
}

async fn made(address: &PostgresAddress) -> Store {
    migrate(address).await.unwrap();
    Store::connect(address).await.unwrap()
}

#[tokio::test]
async fn postgres_tells_the_story() {
    on_postgres(async |address, _| {
        let store = made(&address).await;
        story::story(&store).await;
        store.close().await;
        assert!(matches!(store.create(&story::game(&[]), &[]).await, Err(StoreError::Unavailable(_))));
    })
    .await;
}

#[tokio::test]
async fn nobody_changes_the_log_of_order() {
    on_postgres(async |address, raw| {
        let store = made(&address).await;
        story::order::complaints_are_bounded_listed_and_closed(&store).await;
        for change in ["DELETE FROM measures", "UPDATE measures SET reason = 'none'", "TRUNCATE measures"] {
            let refused = raw.execute(change).await.unwrap_err();
            assert!(refused.to_string().contains("measures stand"), "{change}: {refused}");
        }
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_game_is_read_as_it_stood_at_one_moment() {
    on_postgres(async |address, _| {
        let (writer, reader) = (made(&address).await, Store::connect(&address).await.unwrap());
        story::a_game_is_read_as_it_stood_at_one_moment(&writer, &reader).await;
    })
    .await;
}

#[tokio::test]
async fn two_processes_store_an_event_once() {
    on_postgres(async |address, _| {
        let stores = [made(&address).await, Store::connect(&address).await.unwrap()];
        let game = story::game(&[]);
        stores[0].create(&game, &[]).await.unwrap();
        for seq in 0..50 {
            let event = |text: &str| story::entry(Event::Move { text: text.into() });
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
async fn tables_are_made_by_a_command_and_may_be_one_version_ahead() {
    on_postgres(async |address, raw| {
        assert!(matches!(Store::connect(&address).await, Err(OpenError::Behind { .. })));
        assert!(migrate(&address).await.unwrap());
        assert!(!migrate(&address).await.unwrap(), "there is nothing more to do");
        let store = Store::connect(&address).await.unwrap();
        let game = story::game(&["a1"]);
        store.create(&game, &[]).await.unwrap();
        step_ahead(&raw).await;
        // Who is at work goes on, and another process of the same version may still come.
        store.append(game.id, 1, &story::entry(Event::Move { text: "b2".into() }), None).await.unwrap();
        let other = Store::connect(&address).await.unwrap();
        story::story(&other).await;
        assert_eq!(other.read(game.id).await.unwrap().unwrap().entries.len(), 2);
        // Two versions ahead, nobody is promised anything.
        step_ahead(&raw).await;
        assert!(matches!(Store::connect(&address).await, Err(OpenError::Newer { .. })));
        assert!(matches!(migrate(&address).await, Err(OpenError::Newer { .. })));
    })
    .await;
}

/// Reads all games with their plans.
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
async fn a_server_moves_whole_and_back() {
    on_postgres(async |address, raw| {
        let directory = tempfile::tempdir().unwrap();
        let [home, back] = ["home", "back"].map(|name| DatabaseAddress::Sqlite(directory.path().join(name)));
        let server = DatabaseAddress::Postgres(address);
        let store = Store::at(&home).await.unwrap();
        store.begin_run(1_000).await.unwrap();
        story::story(&store).await;
        // More than are at hand at a time.
        for _ in 0..300 {
            store.create(&story::game(&["a1"]), &[]).await.unwrap();
        }
        store.close().await;
        drop(store);
        let (there, games) = (transfer(&home, &server).await.unwrap(), all(&home).await);
        assert!(games.len() > 300 && there > games.len() as u64, "{there} rows");
        assert!(all(&server).await == games);
        // What is there is not mixed with anything.
        assert!(matches!(transfer(&home, &server).await, Err(TransferError::Occupied(_))));
        assert_eq!(transfer(&server, &back).await.unwrap(), there);
        assert!(all(&back).await == games);
        // What does not arrive as it was sent is found.
        raw.execute(
            "CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN NEW.text = ''; RETURN NEW; END $$;
             CREATE TRIGGER lose BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION lose();
             ALTER TABLE measures DISABLE TRIGGER USER;
             TRUNCATE games, definitions, mail_questions, runs, accounts, ceremonies, results, seeks, measures, push_keys CASCADE",
        )
        .await
        .unwrap();
        assert!(matches!(transfer(&back, &server).await, Err(TransferError::Differs("chat"))));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_at_work_is_copied_as_it_stood_at_one_moment() {
    on_postgres(async |address, _| {
        let store = std::sync::Arc::new(made(&address).await);
        let game = story::game(&[]);
        store.create(&game, &[]).await.unwrap();
        let (stop, mut stopped) = tokio::sync::oneshot::channel::<()>();
        let playing = tokio::spawn({
            let store = std::sync::Arc::clone(&store);
            async move {
                let mut seq = 0;
                while stopped.try_recv().is_err() {
                    let event = story::entry(Event::Move { text: format!("move {seq}") });
                    store.append(game.id, seq, &event, None).await.unwrap();
                    // Other games begin meanwhile.
                    store.create(&story::game(&["a1"]), &[]).await.unwrap();
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
async fn processes_share_a_run_by_the_clock_of_the_database() {
    on_postgres(async |address, raw| {
        let stores = [made(&address).await, Store::connect(&address).await.unwrap()];
        // Whatever a process takes for the date.
        let (runs, date) = stores[0].begin_run(5).await.unwrap();
        assert!(runs.len() == 1 && runs[0].began == date && date > 1_700_000_000_000);
        let (joined, later) = stores[1].begin_run(7).await.unwrap();
        assert_eq!(joined, runs);
        let (run, now) = stores[1].clock().await.unwrap().unwrap();
        assert!(run == runs[0] && date <= later && later <= now);
        // Nobody has been there for a minute: no time has passed.
        raw.execute("UPDATE runs SET date = date - 60000").await.unwrap();
        let (runs, _) = stores[1].begin_run(9).await.unwrap();
        assert_eq!(runs.last().unwrap().began, run.alive);
    })
    .await;
}

#[tokio::test]
async fn what_is_due_is_taken_by_one_process() {
    on_postgres(async |address, _| {
        const GAMES: usize = 40;
        let stores = [made(&address).await, Store::connect(&address).await.unwrap()];
        for _ in 0..GAMES {
            let mut game = story::game(&["a1"]);
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
        // What both have just locked is left for the next time.
        all.extend(take(&stores[0]).await);
        assert_eq!(all.len(), GAMES);
        assert_eq!(all.into_iter().collect::<HashSet<_>>().len(), GAMES);
        assert_eq!(stores[1].take_deadlines(9, 99, 3).await, Ok(vec![]));
        assert_eq!(stores[1].next_deadline().await, Ok(Some(99)));
    })
    .await;
}
