//! Sessions: listed, ended, and bound to nothing but themselves.

use std::sync::Arc;

use entourage_server::Config;
use serde_json::{Value, json};

use crate::common::Running;
use crate::common::hand_time::HandTime;
use crate::common::member::{Member, PASSWORD, found, sign_in};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[test]
fn sessions_are_listed_and_ended_by_their_holder() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, _) = Member::found(client, "Ada");
    let others = [Member::sign_in(client, "Ada", PASSWORD), Member::sign_in(client, "Ada", PASSWORD)];
    let (eve, _) = Member::found(client, "Eve");
    let list = |of: &Member| of.get("/api/sessions").good()["sessions"].as_array().unwrap().clone();
    let named = |of: &Member| {
        let own = list(of).into_iter().find(|session| session["own"] == true).unwrap();
        own["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(list(&ada).len(), 3);
    let token = ada.cookie.split_once('=').unwrap().1;
    assert!(!ada.get("/api/sessions").text.contains(token));
    eve.delete(&format!("/api/sessions/{}", named(&ada))).fails(404, "unknown");
    ada.delete("/api/sessions/nothing").fails(404, "unknown");
    let left = ada.delete(&format!("/api/sessions/{}", named(&others[0]))).good();
    assert_eq!(left["sessions"].as_array().unwrap().len(), 2);
    assert!(others[0].account() == Value::Null && others[1].account()["name"] == "Ada");
    assert_eq!(ada.delete("/api/sessions").good()["sessions"].as_array().unwrap().len(), 1);
    assert!(
        others[1].account() == Value::Null && ada.account()["name"] == "Ada" && eve.account()["name"] == "Eve"
    );
    for (method, path) in [
        ("GET", "/api/sessions"),
        ("DELETE", "/api/sessions"),
        ("DELETE", "/api/sessions/any"),
        ("DELETE", "/api/account"),
        ("GET", "/api/account/export"),
        ("GET", "/api/account/games"),
        ("POST", "/api/account/codes"),
        ("DELETE", "/api/account/password"),
        ("DELETE", "/api/account/passkeys/any"),
    ] {
        let answer = others[1].ask(method, path, None);
        answer.fails(401, "signed-out");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
}

#[test]
fn sessions_end_by_idleness_and_by_age_over_restarts() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let (ada, _) = Member::found(&server.client, "Ada");
    let idle = Member::sign_in(&server.client, "Ada", PASSWORD);
    drop(server);
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let here = |of: &Member| {
        let answer = server.client.get("/api/account", &[("cookie", &of.cookie)]);
        !answer.good()["account"].is_null()
    };
    time.pass(29 * DAY);
    assert!(here(&ada));
    // Whoever finds a browser open signs nobody out elsewhere.
    let stale = server.client.send("DELETE", "/api/sessions", &[("cookie", &ada.cookie)], None).unwrap();
    stale.fails(403, "prove");
    time.pass(2 * DAY);
    assert!(here(&ada) && !here(&idle), "one has idled for 31 days");
    for _ in 0..5 {
        time.pass(29 * DAY);
        assert!(here(&ada));
    }
    time.pass(5 * DAY);
    assert!(!here(&ada), "it is more than 180 days old");
}

#[test]
fn other_sites_use_no_session_and_begin_none() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (ada, _) = Member::found(&server.client, "Ada");
    for origin in ["https://evil.example", "null", "http://localhost:1"] {
        let more = [("origin", origin)];
        assert_eq!(ada.ask_with("GET", "/api/account", &more, None).good()["account"], Value::Null, "{origin}");
        ada.ask_with("GET", "/api/account/export", &more, None).fails(401, "signed-out");
        ada.ask_with("DELETE", "/api/account", &more, None).fails(403, "origin");
        let shown = json!({ "name": "Ada", "password": PASSWORD });
        ada.ask_with("POST", "/api/session", &more, Some(&shown)).fails(403, "origin");
    }
    assert_eq!(ada.account()["name"], "Ada");
}

#[test]
fn who_signs_in_gets_a_new_session_whatever_they_brought() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (ada, _) = Member::found(&server.client, "Ada");
    let again = ada.post("/api/session", &json!({ "name": "Ada", "password": PASSWORD }));
    again.good();
    let again = Member::of(&server.client, &again);
    assert!(again.cookie != ada.cookie && ada.account() == Value::Null && again.account()["name"] == "Ada");
    // A token that somebody made up is none.
    let made_up = format!("entourage={}", "a".repeat(26));
    let answer = server.client.get("/api/account", &[("cookie", &made_up)]);
    assert_eq!(answer.good()["account"], Value::Null);
}

#[test]
fn over_https_the_cookie_is_this_host_s_alone() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { address: Some("https://play.example".into()), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(entourage_server::MachineTime::default()), config);
    let answer = found(&server.client, "Ada", PASSWORD);
    assert_eq!(answer.good()["account"]["name"], "Ada");
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-entourage=") && cookie.ends_with("; Secure"), "{cookie}");
    let ada = Member::of(&server.client, &answer);
    assert_eq!(ada.account()["name"], "Ada");
    let other = ada.cookie.replace("__Host-", "");
    assert_eq!(server.client.get("/api/account", &[("cookie", &other)]).good()["account"], Value::Null);
    assert_eq!(server.client.get("/api/account", &[]).good()["passkeys"], "play.example");
}

#[test]
fn a_browser_is_named_as_it_says_and_no_further() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    Member::found(&server.client, "Ada");
    let shown = json!({ "name": "Ada", "password": PASSWORD });
    let answer = sign_in(&server.client, &shown);
    let ada = Member::of(&server.client, &answer);
    let long = "x".repeat(5000);
    let headers = [("content-type", "application/json"), ("user-agent", long.as_str())];
    let body = shown.to_string().into_bytes();
    server.client.send("POST", "/api/session", &headers, Some(body)).unwrap().good();
    let sessions = ada.get("/api/sessions").good();
    let agents =
        sessions["sessions"].as_array().unwrap().iter().map(|one| one["agent"].as_str().unwrap().len());
    assert!(agents.max() == Some(200), "{sessions}");
}
