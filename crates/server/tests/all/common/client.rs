use std::borrow::Borrow;

use super::{Duration, Value, contract, json, list, merge, terms, word};

pub const PASSWORD: &str = "three unlikely words";

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub text: String,
}

impl Answer {
    /// Returns a header's value, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    /// Asserts success and returns the JSON.
    #[track_caller]
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.json()
    }

    #[track_caller]
    pub fn word(&self, field: &str) -> String {
        word(&self.good()[field])
    }

    #[track_caller]
    pub fn list(&self, field: &str) -> Vec<Value> {
        list(&self.good()[field])
    }

    #[track_caller]
    pub fn error(&self, status: u16, code: &str) -> Value {
        let error = self.json()["error"].clone();
        assert_eq!((self.status, &error["code"]), (status, &Value::from(code)), "{self:?}");
        assert!(self.header("content-type").starts_with("application/json"), "{self:?}");
        let message = error["message"].as_str().unwrap();
        assert!(message.len() > 5 && !message.contains('\n') && !message.contains(".rs"), "{message}");
        error
    }

    /// Asserts an error with this status and code, and returns its message.
    #[track_caller]
    pub fn fails(&self, status: u16, code: &str) -> String {
        word(&self.error(status, code)["message"])
    }
}

/// A client: a browser, signed in or not, or a program with an API token.
#[derive(Clone)]
pub struct Client {
    pub url: String,
    pub headers: Vec<(String, String)>,
    agent: ureq::Agent,
}

impl Client {
    pub fn new(url: String) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Self { url, headers: Vec::new(), agent: config.into() }
    }

    /// Returns a copy with an additional header, replacing one of the same name.
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| known != name);
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub fn bearer(&self, key: &str) -> Self {
        self.with("authorization", &format!("Bearer {key}"))
    }

    pub fn at(&self, server: &Client) -> Self {
        Self { headers: self.headers.clone(), ..server.clone() }
    }

    /// Sends a request; fails only on connection errors.
    pub fn try_send(&self, method: &str, path: &str, body: Option<Vec<u8>>) -> Result<Answer, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            request = request.header(name, value);
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

    pub fn send(&self, method: &str, path: &str) -> Answer {
        self.try_send(method, path, None).unwrap()
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path)
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path)
    }

    fn try_json(&self, method: &str, path: &str, body: &Value) -> Result<Answer, ureq::Error> {
        let body = body.to_string().into_bytes();
        self.with("content-type", "application/json").try_send(method, path, Some(body))
    }

    pub fn put(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.try_json("PUT", path, body.borrow()).unwrap()
    }

    pub fn post(&self, path: &str, body: impl Borrow<Value>) -> Answer {
        self.try_json("POST", path, body.borrow()).unwrap()
    }

    pub fn try_post(&self, path: &str, body: &Value) -> Result<Answer, ureq::Error> {
        self.try_json("POST", path, body)
    }

    /// Posts to `/api/game/…` with a key or pass.
    pub fn act(&self, key: &str, what: &str, body: impl Borrow<Value>) -> Answer {
        self.try_act(key, what, body.borrow()).unwrap()
    }

    pub fn try_act(&self, key: &str, what: &str, body: &Value) -> Result<Answer, ureq::Error> {
        self.bearer(key).try_post(&format!("/api/game/{what}"), body)
    }

    pub fn read(&self, key: &str, what: &str) -> Answer {
        self.bearer(key).get(&format!("/api/game/{what}"))
    }

    pub fn try_state(&self, key: &str) -> Result<Answer, ureq::Error> {
        self.bearer(key).try_send("GET", "/api/game", None)
    }

    #[track_caller]
    pub fn state(&self, key: &str) -> Value {
        self.try_state(key).unwrap().good()
    }

    #[track_caller]
    pub fn opens_nothing(&self, key: &str) {
        self.try_state(key).unwrap().fails(404, "no-game");
    }

    pub fn play(&self, key: &str, seq: usize, text: &str) -> Answer {
        self.act(key, "moves", json!({ "seq": seq, "move": text }))
    }

    pub fn take_back(&self, key: &str, seq: usize, plies: u32) -> Answer {
        self.act(key, "takeback", json!({ "seq": seq, "plies": plies }))
    }

    pub fn resign(&self, key: &str, seq: usize, side: usize) -> Answer {
        self.act(key, "resign", json!({ "seq": seq, "side": side }))
    }

    pub fn abort(&self, key: &str, seq: usize, side: usize) -> Answer {
        self.act(key, "abort", json!({ "seq": seq, "side": side }))
    }

    pub fn offer(&self, key: &str, seq: usize, side: usize, offer: &str) -> Answer {
        self.act(key, "offer", json!({ "seq": seq, "side": side, "offer": offer }))
    }

    pub fn decline(&self, key: &str, seq: usize, side: usize) -> Answer {
        self.act(key, "decline", json!({ "seq": seq, "side": side }))
    }

    /// Accepts the opponent's offer, such as `draw`.
    pub fn agree(&self, key: &str, what: &str, seq: usize) -> Answer {
        self.act(key, what, json!({ "seq": seq }))
    }

    /// Lets one side make an offer, as event number `seq`, and the other side accept it.
    #[track_caller]
    pub fn agreed(&self, what: &str, seq: usize, by: (&str, usize), other: &str) {
        self.offer(by.0, seq, by.1, what).good();
        self.agree(other, what, seq + 1).good();
    }

    pub fn chat(&self, key: &str, token: &str, text: &str) -> Answer {
        self.act(key, "chat", json!({ "token": token, "text": text }))
    }

    pub fn setup(&self, key: &str, side: usize, choice: &str) -> Answer {
        self.act(key, "setup", json!({ "side": side, "setup": choice }))
    }

    pub fn plan(&self, key: &str, seq: usize, plan: &str) -> Answer {
        self.act(key, "plan", json!({ "seq": seq, "plan": plan }))
    }

    pub fn publish(&self, key: &str, public: bool) -> Answer {
        self.act(key, "publication", json!({ "public": public }))
    }

    pub fn renew(&self, key: &str, seat: &str) -> Answer {
        self.act(key, "keys", json!({ "seat": seat }))
    }

    pub fn next(&self, key: &str) -> Answer {
        self.act(key, "next", json!({}))
    }

    /// Creates a game from [`terms`] with additional fields.
    pub fn create_with(&self, more: Value) -> Answer {
        self.post("/api/games", terms(more))
    }

    /// Creates a game on one device and returns its key.
    pub fn create(&self, moves: &[&str]) -> String {
        self.create_with(json!({ "moves": moves })).word("id")
    }

    /// Creates a game on two devices, hosted by the first player, with additional fields.
    pub fn apart_with(&self, more: Value) -> Apart {
        Apart::of(&self.create_with(merge(json!({ "seats": { "host": 1 } }), more)).good())
    }

    pub fn create_apart(&self, moves: &[&str]) -> Apart {
        self.apart_with(json!({ "moves": moves }))
    }

    pub fn take(&self, game: &Value, side: usize, key: &str) -> Answer {
        self.post("/api/invitations/take", json!({ "game": game, "side": side, "key": key }))
    }

    pub fn found(&self, name: &str, password: &str) -> Answer {
        self.post("/api/account", json!({ "name": name, "password": password }))
    }

    pub fn enter(&self, shown: impl Borrow<Value>) -> Answer {
        self.post("/api/session", shown)
    }

    pub fn enter_by_password(&self, name: &str, password: &str) -> Answer {
        self.enter(json!({ "name": name, "password": password }))
    }

    #[track_caller]
    pub fn join(&self, name: &str) -> Self {
        self.join_with_codes(name).0
    }

    #[track_caller]
    pub fn join_with_codes(&self, name: &str) -> (Self, Vec<String>) {
        let answer = self.found(name, PASSWORD);
        (self.signed_in(&answer), answer.list("codes").iter().map(word).collect())
    }

    #[track_caller]
    pub fn sign_in(&self, name: &str, password: &str) -> Self {
        let answer = self.enter_by_password(name, password);
        answer.good();
        self.signed_in(&answer)
    }

    pub fn signed_in(&self, answer: &Answer) -> Self {
        let cookie = answer.header("set-cookie").split(';').next().unwrap();
        self.with("cookie", cookie).with("user-agent", "A browser")
    }

    pub fn cookie(&self) -> &str {
        self.headers.iter().find(|(name, _)| name == "cookie").map_or("", |(_, value)| value)
    }

    pub fn token(&self) -> &str {
        self.cookie().split_once('=').unwrap().1
    }

    pub fn account(&self) -> Value {
        self.get("/api/account").good()["account"].clone()
    }

    pub fn games(&self) -> Vec<Value> {
        self.get("/api/account/games").list("games")
    }

    pub fn claim(&self, keys: &[&str]) -> Answer {
        self.post("/api/account/games", json!({ "keys": keys }))
    }
}

pub fn members<const COUNT: usize>(client: &Client, names: [&str; COUNT]) -> [Client; COUNT] {
    names.map(|name| client.join(name))
}

#[derive(Clone, Debug)]
pub struct Apart {
    pub sides: [String; 2],
    pub watch: String,
}

impl Apart {
    /// Reads the keys from the response to the creation of a game; an open side has no key.
    pub fn of(created: &Value) -> Self {
        let key = |value: &Value| value.as_str().unwrap_or("").to_owned();
        let keys = &created["keys"];
        Self { sides: [key(&keys["sides"][0]), key(&keys["sides"][1])], watch: key(&keys["watch"]) }
    }
}
