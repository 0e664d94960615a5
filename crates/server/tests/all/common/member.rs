use serde_json::{Value, json};

use super::{Answer, Client};

/// The password of everybody.
pub const PASSWORD: &str = "three unlikely words";

/// Somebody who is signed in: a browser with a cookie.
#[derive(Clone)]
pub struct Member {
    client: Client,
    pub cookie: String,
}

impl Member {
    /// Founds an account with a password, and returns its recovery codes, too.
    pub fn found(client: &Client, name: &str) -> (Self, Vec<String>) {
        let answer = found(client, name, PASSWORD);
        let codes = answer.good()["codes"].as_array().unwrap().clone();
        let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        (Self::of(client, &answer), codes)
    }

    /// Signs in with a password.
    pub fn sign_in(client: &Client, name: &str, password: &str) -> Self {
        let answer = sign_in(client, &json!({ "name": name, "password": password }));
        answer.good();
        Self::of(client, &answer)
    }

    /// Keeps the cookie that an answer sets.
    pub fn of(client: &Client, answer: &Answer) -> Self {
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        Self { client: client.clone(), cookie }
    }

    /// Is the same at another server.
    pub fn with(client: &Client, cookie: &str) -> Self {
        Self { client: client.clone(), cookie: cookie.to_owned() }
    }

    /// Sends a request with the cookie, and a body if there is one.
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        self.ask_with(method, path, &[], body)
    }

    /// Does the same with further headers.
    pub fn ask_with(&self, method: &str, path: &str, more: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let mut headers = vec![("cookie", self.cookie.as_str()), ("user-agent", "A browser")];
        headers.extend(more);
        let body = body.map(|body| {
            headers.push(("content-type", "application/json"));
            body.to_string().into_bytes()
        });
        self.client.send(method, path, &headers, body).unwrap()
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.ask("PUT", path, Some(body))
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path, None)
    }

    /// Sends a request for a game, by what opens it.
    pub fn game(&self, method: &str, path: &str, pass: &str, body: Option<&Value>) -> Answer {
        self.ask_with(method, path, &[("authorization", &format!("Bearer {pass}"))], body)
    }

    /// Returns who is signed in.
    pub fn account(&self) -> Value {
        self.get("/api/account").good()["account"].clone()
    }
}

/// Asks for an account.
pub fn found(client: &Client, name: &str, password: &str) -> Answer {
    client.post("/api/account", None, &json!({ "name": name, "password": password }))
}

/// Asks for a session.
pub fn sign_in(client: &Client, shown: &Value) -> Answer {
    client.post("/api/session", None, shown)
}
