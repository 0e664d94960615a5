//! A server in this process, on a port of its own, and a client that speaks to it.

pub mod contract;
pub mod follow;
pub mod hand_time;
pub mod mail_config;
pub mod mailbox;
pub mod member;
pub mod process;
pub mod push_service;
pub mod python;
pub mod random_turn;
pub mod relay;

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use entourage_registry::Registry;
use entourage_server::{Config, MachineTime, Server, Time};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// How many times as often as usual tests do again what they do by chance: once, or as often as `cargo xtask often` says.
pub fn times() -> usize {
    std::env::var("ENTOURAGE_OFTEN").map_or(1, |times| times.parse().expect("ENTOURAGE_OFTEN is a number"))
}

/// A running server; dropping it ends it gracefully.
pub struct Running {
    pub client: Client,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Starts on a data directory.
    pub fn start(data: &Path) -> Self {
        Self::start_at(data, Arc::new(MachineTime::default()))
    }

    /// Starts on a data directory, and goes by a time.
    pub fn start_at(data: &Path, time: Arc<dyn Time>) -> Self {
        Self::start_with(data, time, Config::default())
    }

    /// Starts on a data directory, goes by a time, and otherwise as configured.
    pub fn start_with(data: &Path, time: Arc<dyn Time>, config: Config) -> Self {
        Self::start_as(data, time, config, |server| server)
    }

    /// Starts on a data directory, goes by a time, and otherwise as configured and as the test wants the server to be.
    pub fn start_as(
        data: &Path,
        time: Arc<dyn Time>,
        config: Config,
        change: impl FnOnce(Server) -> Server + Send + 'static,
    ) -> Self {
        let config = Config { port: 0, data: Some(data.to_owned()), ..config };
        let (end, ended) = oneshot::channel();
        let (ready, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            tokio::runtime::Runtime::new().unwrap().block_on(async move {
                let server = change(Server::bind_at(&config, time).await.unwrap());
                ready.send(format!("http://{}", server.address())).unwrap();
                server
                    .run(async {
                        let _ = ended.await;
                    })
                    .await;
            });
        });
        let client = Client::new(address.recv().unwrap());
        Self { client, end: Some(end), thread: Some(thread) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end.take().unwrap().send(());
        self.thread.take().unwrap().join().unwrap();
    }
}

/// An answer: status, headers, text.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    /// Returns a header's value, or nothing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Reads the text as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Returns the JSON of a success.
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.json()
    }

    /// Checks that it is an error of a status and code, and returns its message.
    #[track_caller]
    pub fn fails(&self, status: u16, code: &str) -> String {
        let json = self.json();
        assert_eq!((self.status, &json["error"]["code"]), (status, &Value::from(code)), "{self:?}");
        assert!(self.header("content-type").starts_with("application/json"), "{self:?}");
        let message = json["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.len() > 5 && !message.contains('\n') && !message.contains(".rs"), "{message}");
        message
    }
}

/// A client of one server.
#[derive(Clone)]
pub struct Client {
    pub url: String,
    agent: ureq::Agent,
}

impl Client {
    pub fn new(url: String) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self { url, agent: config.into() }
    }

    /// Sends a request; a failure of the connection is an error.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> Result<Answer, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = match body {
            Some(body) => self.agent.run(request.body(body)?)?,
            None => self.agent.run(request.body(())?)?,
        };
        let headers = response.headers().iter();
        let headers = headers
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        let text = String::from_utf8_lossy(&response.body_mut().read_to_vec()?).into_owned();
        let answer = Answer { status: response.status().as_u16(), headers, text };
        contract::check(method, path, &answer);
        Ok(answer)
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, None).unwrap()
    }

    /// Posts JSON for a game, if one is named.
    pub fn try_post(&self, path: &str, id: Option<&str>, body: &Value) -> Result<Answer, ureq::Error> {
        let bearer = format!("Bearer {}", id.unwrap_or(""));
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(id.map(|_| ("authorization", bearer.as_str())));
        self.send("POST", path, &headers, Some(body.to_string().into_bytes()))
    }

    pub fn post(&self, path: &str, id: Option<&str>, body: &Value) -> Answer {
        self.try_post(path, id, body).unwrap()
    }

    pub fn try_state(&self, id: &str) -> Result<Answer, ureq::Error> {
        self.send("GET", "/api/game", &[("authorization", &format!("Bearer {id}"))], None)
    }

    pub fn state(&self, id: &str) -> Value {
        self.try_state(id).unwrap().good()
    }

    pub fn play(&self, id: &str, seq: usize, text: &str) -> Answer {
        self.post("/api/game/moves", Some(id), &json!({ "seq": seq, "move": text }))
    }

    pub fn take_back(&self, id: &str, seq: usize, plies: u32) -> Answer {
        self.post("/api/game/takeback", Some(id), &json!({ "seq": seq, "plies": plies }))
    }

    pub fn resign(&self, id: &str, seq: usize, side: usize) -> Answer {
        self.post("/api/game/resign", Some(id), &json!({ "seq": seq, "side": side }))
    }

    /// Creates a game of two people apart, the first of whom is the host.
    pub fn create_apart(&self, moves: &[&str]) -> Apart {
        let body = json!({ "spec": spec(), "moves": moves, "players": persons(), "seats": { "host": 1 } });
        Apart::of(&self.post("/api/games", None, &body).good())
    }

    /// Creates a game of two persons from the start and returns its id.
    pub fn create(&self, moves: &[&str]) -> String {
        let body = json!({ "spec": spec(), "moves": moves, "players": persons() });
        self.post("/api/games", None, &body).good()["id"].as_str().unwrap().to_owned()
    }
}

/// The keys to a game of two people apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// One a side.
    pub sides: [String; 2],
    pub watch: String,
}

impl Apart {
    /// Reads them from the answer to a creation.
    pub fn of(created: &Value) -> Self {
        let key = |value: &Value| value.as_str().unwrap().to_owned();
        let keys = &created["keys"];
        Self { sides: [key(&keys["sides"][0]), key(&keys["sides"][1])], watch: key(&keys["watch"]) }
    }
}

/// The first game of the registry.
pub fn spec() -> &'static str {
    Registry::built_in().games()[0]
}

pub fn persons() -> Value {
    json!([{ "kind": "human" }, { "kind": "human" }])
}
