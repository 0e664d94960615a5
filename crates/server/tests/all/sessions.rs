//! Tests sessions: listing, ending, expiry and cookies.

use crate::common::*;

#[test]
fn sessions_are_listed_and_ended() {
    let client = &Running::new();
    let [ada, eve] = members(client, ["Ada", "Eve"]);
    let others = [(); 2].map(|()| client.sign_in("Ada", PASSWORD));
    let list = |of: &Client| of.get("/api/sessions").list("sessions");
    let own = |of: &Client| {
        let own = list(of).into_iter().find(|session| session["own"] == true).unwrap();
        format!("/api/sessions/{}", word(&own["id"]))
    };
    assert_eq!(list(&ada).len(), 3);
    assert!(!ada.get("/api/sessions").text.contains(ada.token()));
    eve.delete(&own(&ada)).fails(404, "unknown");
    ada.delete("/api/sessions/nothing").fails(404, "unknown");
    assert_eq!(ada.delete(&own(&others[0])).list("sessions").len(), 2);
    assert!(others[0].account() == Value::Null && others[1].account()["name"] == "Ada");
    assert_eq!(ada.delete("/api/sessions").list("sessions").len(), 1);
    assert_eq!(others[1].account(), Value::Null);
    assert!(ada.account()["name"] == "Ada" && eve.account()["name"] == "Eve");
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
        let answer = others[1].send(method, path);
        answer.fails(401, "signed-out");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
}

#[test]
fn sessions_expire_by_inactivity_and_age_even_after_restarts() {
    let mut server = Running::by_hand();
    let ada = server.join("Ada");
    let idle = server.sign_in("Ada", PASSWORD);
    server.restart();
    let (ada, idle) = (ada.at(&server), idle.at(&server));
    let here = |of: &Client| !of.account().is_null();
    server.time.pass(29 * DAY);
    assert!(here(&ada));
    // Ending the other sessions requires a recent confirmation.
    ada.delete("/api/sessions").fails(403, "prove");
    server.time.pass(2 * DAY);
    assert!(here(&ada) && !here(&idle), "one was inactive for 31 days");
    for _ in 0..5 {
        server.time.pass(29 * DAY);
        assert!(here(&ada));
    }
    server.time.pass(5 * DAY);
    assert!(!here(&ada), "more than 180 days old");
}

#[test]
fn other_sites_cannot_use_or_begin_sessions() {
    let client = Running::new();
    let ada = client.join("Ada");
    for origin in ["https://evil.example", "null", "http://localhost:1"] {
        let foreign = ada.with("origin", origin);
        assert_eq!(foreign.account(), Value::Null, "{origin}");
        foreign.get("/api/account/export").fails(401, "signed-out");
        foreign.delete("/api/account").fails(403, "origin");
        foreign.enter_by_password("Ada", PASSWORD).fails(403, "origin");
    }
    assert_eq!(ada.account()["name"], "Ada");
}

#[test]
fn signing_in_always_creates_a_new_session() {
    let client = Running::new();
    let ada = client.join("Ada");
    let again = ada.sign_in("Ada", PASSWORD);
    assert!(again.cookie() != ada.cookie() && ada.account() == Value::Null && again.account()["name"] == "Ada");
    let made_up = format!("entourage={}", "a".repeat(26));
    assert_eq!(client.with("cookie", &made_up).account(), Value::Null);
}

#[test]
fn https_cookies_are_limited_to_the_host() {
    let client = Running::with(Config { address: Some("https://play.example".into()), ..Config::default() });
    let answer = client.found("Ada", PASSWORD);
    assert_eq!(answer.good()["account"]["name"], "Ada");
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-entourage=") && cookie.ends_with("; Secure"), "{cookie}");
    let ada = client.signed_in(&answer);
    assert_eq!(ada.account()["name"], "Ada");
    let other = ada.cookie().replace("__Host-", "");
    assert_eq!(client.with("cookie", &other).account(), Value::Null);
    assert_eq!(client.get("/api/account").good()["passkeys"], "play.example");
}

#[test]
fn long_user_agents_are_shortened() {
    let client = Running::new();
    let ada = client.join("Ada");
    client.with("user-agent", &"x".repeat(5000)).sign_in("Ada", PASSWORD);
    let sessions = ada.get("/api/sessions").list("sessions");
    let longest = sessions.iter().map(|one| word(&one["agent"]).len()).max();
    assert_eq!(longest, Some(200), "{sessions:?}");
}
