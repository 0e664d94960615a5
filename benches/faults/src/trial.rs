use std::cell::{Cell, RefCell};
use std::time::Duration;

use entourage_registry::Registry;
use load::http::{Answer, Client};
use tokio::time::timeout;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What all that goes on shares.
pub struct Trial {
    /// The game that is played, the first of all.
    pub game: &'static str,
    /// The games that there are.
    pub registry: Registry,
    ports: Vec<u16>,
    over: Cell<bool>,
    /// Moves acknowledged.
    pub moves: Cell<u64>,
    /// Games shown to everybody.
    pub shown: Cell<u64>,
    faults: RefCell<Vec<String>>,
}

impl Trial {
    /// Begins one on servers that listen on some ports.
    pub fn new(ports: Vec<u16>) -> Self {
        let registry = Registry::built_in();
        let game = registry.games()[0];
        let (over, moves, shown) = (Cell::new(false), Cell::new(0), Cell::new(0));
        Self { game, registry, ports, over, moves, shown, faults: RefCell::default() }
    }

    /// Returns where the servers listen.
    pub fn ports(&self) -> &[u16] {
        &self.ports
    }

    /// Tells whether it is over.
    pub fn is_over(&self) -> bool {
        self.over.get()
    }

    /// Ends it: nothing further is begun.
    pub fn end(&self) {
        self.over.set(true);
    }

    /// Notes what must never be; tells it at once.
    pub fn fault(&self, text: String) {
        eprintln!("FAULT: {text}");
        self.faults.borrow_mut().push(text);
    }

    /// Takes what was noted.
    pub fn faults(&self) -> Vec<String> {
        self.faults.take()
    }
}

/// Waits for an answer for a while; `None` where none came, and what was asked may have been done or not.
pub async fn answer(
    client: &mut Client,
    port: u16,
    path: &str,
    key: Option<&str>,
    body: Option<&str>,
) -> Option<Answer> {
    match timeout(PATIENCE, client.ask(port, path, key, body)).await {
        Ok(Ok(answer)) => Some(answer),
        _ => {
            client.hang_up();
            None
        }
    }
}
