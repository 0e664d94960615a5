//! Starts servers in the test process, and provides clients and common helpers.

mod client;
pub mod contract;
pub mod mailbox;
pub mod process;
pub mod push_service;
pub mod python;
pub mod random_turn;
pub mod relay;
pub mod simulated_time;
pub mod sockets;

use std::ops::Deref;
use std::path::PathBuf;
use std::thread::JoinHandle;

use entourage_registry::AnyGame;
use entourage_server::{AdminAction, Administration, Moderation, Server, Time, embed_page};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Executor, Row};
use tempfile::TempDir;
use tokio::sync::oneshot;

pub use std::path::Path;
pub use std::sync::Arc;
pub use std::time::{Duration, Instant};

pub use entourage_kernel::{Language, Random};
pub use entourage_registry::{AnyMatch, Registry};
pub use entourage_server::{Config, DatabaseAddress, Limits, MachineTime, Role};
pub use futures_util::SinkExt;
pub use serde_json::{Value, json};
pub use tokio_tungstenite::tungstenite::Message;

pub use self::client::{Answer, Apart, Client, PASSWORD, members};
pub use self::simulated_time::HandTime;
pub use self::sockets::{SOON, Socket, follow, greet, hear, hear_of, open};

/// Initial date of simulated time, in Unix milliseconds.
pub const NOW: i64 = 1_800_000_000_000;
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

/// Returns how many times to run each random test: the value of `ENTOURAGE_OFTEN`, or 1 if it is not set.
pub fn times() -> usize {
    std::env::var("ENTOURAGE_OFTEN").map_or(1, |times| times.parse().expect("ENTOURAGE_OFTEN must be a number"))
}

#[derive(Clone, Default)]
pub struct Setting {
    pub config: Config,
    /// Initial date of simulated time; `None` for the system clock.
    pub by_hand: Option<i64>,
    pub heartbeat: Option<Duration>,
    pub trial: Option<Duration>,
    /// Data directory; `None` for a temporary one.
    pub data: Option<PathBuf>,
}

/// The built website; missing in a fresh clone.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

impl Setting {
    pub fn start(self) -> Running {
        embed_page(Page::get);
        let time = Arc::new(HandTime::at(self.by_hand.unwrap_or_default()));
        let (place, client) = (tempfile::tempdir().unwrap(), Client::new(String::new()));
        let mut server = Running { client, time, setting: self, place, running: None };
        server.start();
        server
    }
}

/// A running server with a client for it; dropping it stops the server gracefully.
pub struct Running {
    client: Client,
    pub time: Arc<HandTime>,
    pub setting: Setting,
    place: TempDir,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Running {
    pub fn new() -> Self {
        Setting::default().start()
    }

    pub fn with(config: Config) -> Self {
        Setting { config, ..Setting::default() }.start()
    }

    pub fn by_hand() -> Self {
        Self::by_hand_with(Config::default())
    }

    pub fn by_hand_with(config: Config) -> Self {
        Setting { config, by_hand: Some(NOW), ..Setting::default() }.start()
    }

    pub fn data(&self) -> &Path {
        self.setting.data.as_deref().unwrap_or(self.place.path())
    }

    pub fn end(&mut self) {
        let (end, thread) = self.running.take().unwrap();
        let _ = end.send(());
        thread.join().unwrap();
    }

    pub fn start(&mut self) {
        let setting = self.setting.clone();
        let config = Config { port: 0, data: Some(self.data().to_owned()), ..setting.config };
        let time: Arc<dyn Time> = match setting.by_hand {
            Some(_) => Arc::clone(&self.time) as _,
            None => Arc::new(MachineTime::default()),
        };
        let (end, ended) = oneshot::channel();
        let (ready, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            wait(async move {
                let mut server = Server::bind_at(&config, time).await.unwrap();
                if let Some(beat) = setting.heartbeat {
                    server = server.with_heartbeat(beat);
                }
                if let Some(span) = setting.trial {
                    server = server.with_trial(span);
                }
                ready.send(format!("http://{}", server.address())).unwrap();
                server.run(async { drop(ended.await) }).await;
            });
        });
        self.client = Client::new(address.recv().unwrap());
        self.running = Some((end, thread));
    }

    pub fn restart(&mut self) {
        self.end();
        self.start();
    }
}

impl Deref for Running {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.end();
        }
    }
}

pub fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// Polls until a value is available, for at most a minute.
#[track_caller]
pub fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(began.elapsed() < 3 * SOON, "time-out");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[track_caller]
pub fn eventually(mut so: impl FnMut() -> bool) {
    until(|| so().then_some(()));
}

/// Asserts the values of an object's fields, named by paths such as `clock/sides/0/bank`; missing fields are null.
#[track_caller]
pub fn shows(value: impl std::borrow::Borrow<Value>, expected: Value) {
    let value = value.borrow();
    for (path, expected) in expected.as_object().unwrap() {
        let found = value.pointer(&format!("/{path}")).unwrap_or(&Value::Null);
        assert_eq!(found, expected, "{path} of {value}");
    }
}

#[track_caller]
pub fn word(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

#[track_caller]
pub fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("not an array: {value}")).clone()
}

pub fn merge(mut base: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("not an object: {more}") };
    base.as_object_mut().unwrap().extend(more);
    base
}

pub fn spec() -> &'static str {
    Registry::built_in().games()[0]
}

pub fn persons() -> Value {
    json!([{ "kind": "human" }, { "kind": "human" }])
}

pub fn against_computer() -> Value {
    json!([{ "kind": "human" }, { "kind": "computer", "level": 1 }])
}

pub fn terms(more: Value) -> Value {
    merge(json!({ "spec": spec(), "players": persons() }), more)
}

pub fn setup_game() -> Box<dyn AnyGame> {
    let registry = Registry::built_in();
    let mut all = registry.games().iter().map(|id| registry.open(id).unwrap());
    all.find(|game| game.suggest_setup(3, 0).is_some()).unwrap()
}

pub fn new_game() -> Box<dyn AnyMatch> {
    Registry::built_in().open(spec()).unwrap().begin(None).unwrap()
}

pub fn legal(moves: &[&str]) -> Vec<String> {
    let mut game = new_game();
    moves.iter().for_each(|text| game.play(text).unwrap());
    game.legal_moves()
}

/// Returns the first `count` moves of a game in which both sides always play the first legal move.
pub fn line(count: usize) -> Vec<String> {
    let mut game = new_game();
    let mut next = || {
        let text = game.legal_moves()[0].clone();
        game.play(&text).unwrap();
        text
    };
    (0..count).map(|_| next()).collect()
}

/// Returns the first `COUNT` moves of [`line`].
pub fn first_moves<const COUNT: usize>() -> [String; COUNT] {
    line(COUNT).try_into().unwrap()
}

pub fn key(letter: char) -> String {
    letter.to_string().repeat(25) + "a"
}

async fn database(data: &Path) -> SqlitePool {
    let file = SqliteConnectOptions::new().filename(data.join("entourage.sqlite"));
    SqlitePool::connect_with(file).await.unwrap()
}

/// Executes SQL statements on the database, without the server.
pub fn change(data: &Path, statements: &str) {
    wait(async {
        let pool = database(data).await;
        pool.execute(AssertSqlSafe(statements.to_owned())).await.unwrap();
        pool.close().await;
    });
}

pub fn stored<T>(data: &Path, query: &str) -> Vec<T>
where
    T: Send + Unpin + for<'a> sqlx::Decode<'a, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    wait(async {
        let pool = database(data).await;
        let rows = sqlx::query(AssertSqlSafe(query.to_owned())).fetch_all(&pool).await.unwrap();
        pool.close().await;
        rows.iter().map(|row| row.get(0)).collect()
    })
}

pub fn faults(data: &Path) -> Vec<String> {
    wait(entourage_server::verify(data, &Registry::built_in(), None, |_, _| ())).unwrap().faults
}

pub fn administer(data: &Path, name: &str, what: AdminAction) -> Result<(), String> {
    let address = DatabaseAddress::Sqlite(data.to_owned());
    wait(async {
        let administration = Administration::of(Moderation::open(&address).await.unwrap());
        administration.act(name, what, "Rude", Language::English).await
    })
}

pub fn appoint(data: &Path, name: &str, role: Role) {
    administer(data, name, AdminAction::Appoint(Some(role))).unwrap();
}

/// Runs tasks concurrently, and returns their results in order.
pub fn together<T: Send, F: FnOnce() -> T + Send>(tasks: impl IntoIterator<Item = F>) -> Vec<T> {
    std::thread::scope(|scope| {
        let running: Vec<_> = tasks.into_iter().map(|task| scope.spawn(task)).collect();
        running.into_iter().map(|task| task.join().unwrap()).collect()
    })
}
