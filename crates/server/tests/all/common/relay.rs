//! Implements a proxy to a database that counts requests and can be paused.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use entourage_store::{DatabaseAddress, PostgresAddress};
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Relay {
    port: u16,
    /// Local ports of the connections to the database.
    ports: Arc<Mutex<Vec<i32>>>,
    asked: Arc<AtomicUsize>,
    passing: Arc<watch::Sender<bool>>,
}

impl Relay {
    pub async fn before(pool: &PgPool) -> Self {
        let options = pool.connect_options();
        let database = format!("{}:{}", options.get_host(), options.get_port());
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (asked, passing) = (Arc::default(), Arc::new(watch::Sender::new(true)));
        let ports = Arc::<Mutex<Vec<i32>>>::default();
        let relay =
            Self { port, ports: ports.clone(), asked: Arc::clone(&asked), passing: Arc::clone(&passing) };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&database).await.unwrap();
                ports.lock().unwrap().push(server.local_addr().unwrap().port().into());
                let ((hear, say), (answer, ask)) = (client.into_split(), server.into_split());
                let waiting = Arc::new(AtomicBool::new(false));
                let (asked, answered) = (Arc::clone(&asked), Arc::clone(&waiting));
                // All data sent before a response counts as one request.
                let question = move || {
                    if !waiting.swap(true, Ordering::SeqCst) {
                        asked.fetch_add(1, Ordering::SeqCst);
                    }
                };
                tokio::spawn(pass(hear, ask, passing.subscribe(), question));
                let reply = move || answered.store(false, Ordering::SeqCst);
                tokio::spawn(pass(answer, say, passing.subscribe(), reply));
            }
        });
        relay
    }

    /// Returns the address under which the test's database is reached through the proxy.
    pub async fn address(&self, pool: &PgPool) -> PostgresAddress {
        let schema: String = sqlx::query_scalar("SELECT current_schema()::text").fetch_one(pool).await.unwrap();
        let options = pool.connect_options();
        let (user, database) = (options.get_username(), options.get_database().unwrap_or("postgres"));
        let port = self.port;
        let address = format!("postgres://{user}@127.0.0.1:{port}/{database}?options[search_path]={schema}");
        let Ok(DatabaseAddress::Postgres(address)) = address.parse() else { panic!("{address}") };
        address
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// Pauses all traffic until the guard is dropped. Waits until no transaction is open, because the locks of a transaction would also
    /// block other processes.
    pub async fn shut(&self, pool: &PgPool) -> Shut<'_> {
        const OPEN: &str =
            "SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL AND client_port = ANY($1)";
        let is_idle = async || {
            let ports = self.ports.lock().unwrap().clone();
            sqlx::query_scalar::<_, i64>(OPEN).bind(ports).fetch_one(pool).await.unwrap() == 0
        };
        loop {
            while !is_idle().await {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            self.passing.send_replace(false);
            // Give statements that have already been sent time to finish.
            tokio::time::sleep(Duration::from_millis(50)).await;
            if is_idle().await {
                return Shut(self);
            }
            self.passing.send_replace(true);
        }
    }
}

/// Resumes traffic on drop, even if the test fails, because the server could not stop otherwise.
pub struct Shut<'a>(&'a Relay);

impl Drop for Shut<'_> {
    fn drop(&mut self) {
        self.0.passing.send_replace(true);
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut passing: watch::Receiver<bool>,
    said: impl Fn(),
) {
    let mut bytes = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        said();
        if passing.wait_for(|passing| *passing).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
