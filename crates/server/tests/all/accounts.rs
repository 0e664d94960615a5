//! Accounts: names that nobody takes twice, passwords, recovery codes, and ways in of which one stays.

use std::sync::Arc;
use std::time::Instant;

use entourage_server::Config;
use entourage_store::DataDirectory;
use serde_json::{Value, json};

use crate::common::Running;
use crate::common::hand_time::HandTime;
use crate::common::member::{Member, PASSWORD, found, sign_in};

#[test]
fn an_account_is_founded_signed_in_to_and_described() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let nobody = client.get("/api/account", &[]).good();
    assert_eq!(nobody, json!({ "account": null, "passkeys": "localhost", "letters": false }));
    let answer = found(client, " Zoé ", PASSWORD);
    assert_eq!(answer.status, 201);
    let told = answer.good();
    assert_eq!(told["account"]["name"], "Zoé");
    assert_eq!((&told["account"]["password"], &told["account"]["codes"]), (&json!(true), &json!(10)));
    assert_eq!((&told["account"]["passkeys"], &told["account"]["fresh"]), (&json!([]), &json!(true)));
    let codes: Vec<&str> =
        told["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    assert!(codes.len() == 10 && codes.iter().all(|code| code.len() == 30), "{codes:?}");
    let cookie = answer.header("set-cookie");
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000"), "{cookie}");
    assert_eq!(answer.header("cache-control"), "no-store");
    let zoe = Member::of(client, &answer);
    assert_eq!(zoe.account(), told["account"]);
    // By any way to write the name.
    for name in ["Zoé", "ZOÉ", "zoe\u{301}", " zoé"] {
        assert_eq!(Member::sign_in(client, name, PASSWORD).account()["name"], "Zoé", "{name}");
    }
    zoe.delete("/api/session").good();
    assert_eq!(zoe.account(), Value::Null);
    zoe.delete("/api/session").good();
}

#[test]
fn names_are_one_persons_and_look_like_no_other() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    Member::found(client, "Bill");
    for taken in ["bill", "BILL", "Bi11", "BiII", "B-ill"] {
        found(client, taken, PASSWORD).fails(409, "name-taken");
    }
    for bad in ["", "a", &"a".repeat(25), "a\u{202e}b", "Аda", "admin", "a  b", "🦉🦉"] {
        let english = found(client, bad, PASSWORD).fails(422, "name");
        let body = json!({ "name": bad, "password": PASSWORD });
        let french = client.post("/api/account?lang=fr", None, &body).fails(422, "name");
        assert_ne!(english, french, "{bad}");
    }
    let ask = |name: &str| client.post("/api/passkeys", None, &json!({ "purpose": "found", "name": name }));
    ask("bill").fails(409, "name-taken");
    ask("root").fails(422, "name");
    ask("Ada").good();
}

#[test]
fn passwords_are_bounded_and_not_the_first_that_come_to_mind() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    for bad in ["", "1234567", "password", "P@ssw0rd1", "adalovelace", &"correct horse ".repeat(10)] {
        found(client, "Ada Lovelace", bad).fails(422, "password");
    }
    // Spaces, signs and letters of any script are as good as others, and nothing is cut off.
    let long = "ça—漢字 ".repeat(16);
    found(client, "Ada Lovelace", &long).good();
    sign_in(client, &json!({ "name": "Ada Lovelace", "password": long.trim_end() })).fails(403, "credentials");
    sign_in(client, &json!({ "name": "Ada Lovelace", "password": long.chars().take(20).collect::<String>() }))
        .fails(403, "credentials");
    Member::sign_in(client, "Ada Lovelace", &long);
}

#[test]
fn nothing_tells_a_wrong_name_from_a_wrong_password() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    Member::found(client, "Ada");
    let ask = |name: &str| {
        let begin = Instant::now();
        let answer = sign_in(client, &json!({ "name": name, "password": "not the password" }));
        let took = begin.elapsed();
        answer.fails(403, "credentials");
        assert_eq!(answer.header("set-cookie"), "");
        (answer.text, took)
    };
    // What is drawn once is drawn.
    ask("Nobody Here");
    let (known, unknown) = (ask("Ada"), ask("Eve"));
    assert_eq!(known.0, unknown.0);
    // A hash is made for either: without one the answer would come in a hundredth of the time.
    let (quick, slow) = (known.1.min(unknown.1), known.1.max(unknown.1));
    assert!(slow < quick * 20, "{quick:?} {slow:?}");
    for shown in [json!({ "name": "Ada", "code": "aaaaa-aaaaa" }), json!({ "name": "Eve", "code": "aaaaa" })] {
        sign_in(client, &shown).fails(403, "credentials");
    }
}

#[test]
fn a_name_is_tried_so_often_and_its_holder_waits_for_a_moment() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    Member::found(client, "Ada");
    let wrong = json!({ "name": "ada", "password": "not the password" });
    for _ in 0..10 {
        sign_in(client, &wrong).fails(403, "credentials");
    }
    let refused = sign_in(client, &wrong);
    refused.fails(429, "attempts");
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    // The right one waits, too: who asks learns nothing by that.
    sign_in(client, &json!({ "name": "Ada", "password": PASSWORD })).fails(429, "attempts");
    time.pass(wait * 1000);
    Member::sign_in(client, "Ada", PASSWORD);
    for _ in 0..10 {
        sign_in(client, &wrong).fails(403, "credentials");
    }
    sign_in(client, &wrong).fails(429, "attempts");
}

#[test]
fn an_address_tries_so_many_names() {
    let data = tempfile::tempdir().unwrap();
    let limits = "attempts=3,accounts=2".parse().unwrap();
    let config = Config { limits, proxies: "127.0.0.1".parse().unwrap(), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(entourage_server::MachineTime::default()), config);
    let from = |address: &str, path: &str, body: Value| {
        let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
        server.client.send("POST", path, &headers, Some(body.to_string().into_bytes())).unwrap()
    };
    for name in ["Ada", "Eve", "Bob"] {
        let shown = json!({ "name": name, "password": "not the password" });
        from("203.0.113.5", "/api/session", shown).fails(403, "credentials");
    }
    from("203.0.113.5", "/api/passkeys", json!({ "purpose": "show" })).fails(429, "limited");
    from("203.0.113.6", "/api/passkeys", json!({ "purpose": "show" })).good();
    for name in ["Ada", "Eve"] {
        from("203.0.113.7", "/api/account", json!({ "name": name, "password": PASSWORD })).good();
    }
    from("203.0.113.7", "/api/account", json!({ "name": "Bob", "password": PASSWORD })).fails(429, "limited");
}

#[test]
fn another_password_asks_for_the_old_one_and_ends_all_other_sessions() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, _) = Member::found(client, "Ada");
    let other = Member::sign_in(client, "Ada", PASSWORD);
    let set = |old: Value, new: &str| {
        ada.ask("PUT", "/api/account/password", Some(&json!({ "old": old, "new": new })))
    };
    set(json!("not the password"), "another good one").fails(403, "credentials");
    set(Value::Null, "another good one").fails(403, "credentials");
    set(json!(PASSWORD), "password").fails(422, "password");
    assert_eq!(other.account()["name"], "Ada");
    set(json!(PASSWORD), "another good one").good();
    assert_eq!((&ada.account()["name"], other.account()), (&json!("Ada"), Value::Null));
    sign_in(client, &json!({ "name": "Ada", "password": PASSWORD })).fails(403, "credentials");
    Member::sign_in(client, "Ada", "another good one");
    // It is the only way in.
    ada.delete("/api/account/password").fails(409, "last-way");
}

#[test]
fn recovery_codes_open_once_and_are_replaced() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let (ada, codes) = Member::found(client, "Ada");
    let by = |name: &str, code: &str| sign_in(client, &json!({ "name": name, "code": code }));
    Member::found(client, "Eve");
    by("Eve", &codes[0]).fails(403, "credentials");
    // However it is copied.
    by("ada", &format!(" {} ", codes[0].to_uppercase().replace('-', " "))).good();
    by("ada", &codes[0]).fails(403, "credentials");
    assert_eq!(ada.account()["codes"], 9);
    let fresh = ada.post("/api/account/codes", &json!({})).good();
    by("ada", &codes[1]).fails(403, "credentials");
    by("ada", fresh["codes"][1].as_str().unwrap()).good();
    // Whoever finds a browser open makes none.
    time.pass(11 * 60_000);
    assert_eq!(ada.account()["fresh"], false);
    ada.post("/api/account/codes", &json!({})).fails(403, "prove");
    ada.post("/api/account/confirm", &json!({ "password": "not the password" })).fails(403, "credentials");
    ada.post("/api/account/confirm", &json!({ "name": "Eve", "password": PASSWORD })).fails(403, "credentials");
    let proven = ada.post("/api/account/confirm", &json!({ "password": PASSWORD }));
    assert_eq!(proven.good()["fresh"], true);
    // A new session has taken the place of the one before.
    let again = Member::of(client, &proven);
    assert!(again.cookie != ada.cookie && ada.account() == Value::Null);
    again.post("/api/account/codes", &json!({})).good();
}

#[test]
fn what_a_passkey_did_not_say_opens_nothing() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_790_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let ask = |purpose: Value| client.post("/api/passkeys", None, &purpose);
    ask(json!({ "purpose": "add" })).fails(401, "signed-out");
    ask(json!({ "purpose": "found" })).fails(422, "name");
    ask(json!({ "purpose": "unheard-of" })).fails(400, "malformed");
    let asked = ask(json!({ "purpose": "show" })).good();
    assert_eq!(asked["options"]["rpId"], "localhost");
    assert_eq!(asked["options"]["userVerification"], "required");
    let new = ask(json!({ "purpose": "found", "name": "Ada" })).good();
    assert_eq!(new["options"]["rp"]["id"], "localhost");
    assert_eq!(new["options"]["attestation"], "none");
    assert_eq!(new["options"]["authenticatorSelection"]["residentKey"], "required");
    let credential = json!({
        "id": "AAAA", "rawId": "AAAA", "type": "public-key",
        "response": { "authenticatorData": "AAAA", "clientDataJSON": "AAAA", "signature": "AAAA", "userHandle": "AAAA" },
    });
    let show = |ceremony: &Value, credential: &Value| {
        sign_in(client, &json!({ "passkey": { "ceremony": ceremony, "credential": credential } }))
    };
    for credential in [&credential, &json!({}), &json!("text"), &json!({ "id": "a".repeat(20_000) })] {
        show(&asked["ceremony"], credential).fails(422, "passkey");
    }
    show(&json!("nothing"), &credential).fails(422, "passkey");
    // What was asked for an account is answered for none.
    show(&new["ceremony"], &credential).fails(422, "passkey");
    let founding =
        json!({ "name": "Ada", "passkey": { "ceremony": asked["ceremony"], "credential": credential } });
    client.post("/api/account", None, &founding).fails(422, "passkey");
    let both = json!({ "name": "Ada", "password": PASSWORD, "passkey": founding["passkey"] });
    client.post("/api/account", None, &both).fails(422, "ways");
    client.post("/api/account", None, &json!({ "name": "Ada" })).fails(422, "ways");
    for shown in
        [json!({}), json!({ "name": "Ada" }), json!({ "password": PASSWORD, "code": "a", "name": "Ada" })]
    {
        sign_in(client, &shown).fails(422, "ways");
    }
}

#[test]
fn an_address_without_a_name_has_no_passkeys() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { address: Some("http://203.0.113.5".into()), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(entourage_server::MachineTime::default()), config);
    assert_eq!(server.client.get("/api/account", &[]).good()["passkeys"], Value::Null);
    server.client.post("/api/passkeys", None, &json!({ "purpose": "show" })).fails(422, "no-passkeys");
}

#[test]
fn the_database_tells_no_password_no_code_and_no_session() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (ada, codes) = Member::found(&server.client, "Ada");
    let token = ada.cookie.split_once('=').unwrap().1.to_owned();
    drop(server);
    let file = std::fs::read(data.path().join(DataDirectory::DATABASE)).unwrap();
    let holds = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds("Ada") && holds("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert!(!holds(PASSWORD) && !holds(&token));
    assert!(codes.iter().all(|code| !holds(code) && !holds(&code.replace('-', ""))));
}
