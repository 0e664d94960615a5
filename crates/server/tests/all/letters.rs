//! Letters to those who have accounts, against a real mail server on loopback: asked first, told of what changes, and let in again.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::hand_time::HandTime;
use crate::common::mail_config::config;
use crate::common::mailbox::Mailbox;
use crate::common::member::{Member, PASSWORD, sign_in};
use crate::common::{Client, Running};

const HOUR: i64 = 3_600_000;
const ADDRESS: &str = "ada@example.org";

/// Finds what a link in a letter says, after a word.
#[track_caller]
fn link(letter: &Value, word: &str) -> String {
    let text = letter["text"].as_str().unwrap();
    let (_, rest) = text.split_once(&format!("https://play.example.org/#{word}=")).expect("a link");
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn answer(client: &Client, token: &str, agree: bool) -> crate::common::Answer {
    client.post("/api/account/mail/answer", None, &json!({ "token": token, "agree": agree }))
}

/// Gives somebody an address that has agreed.
fn written_to(client: &Client, member: &Member, mailbox: &Mailbox, address: &str) {
    member.put("/api/account/mail", &json!({ "address": address })).good();
    answer(client, &link(&mailbox.letter(), "address"), true).good();
}

#[test]
fn an_address_is_asked_before_anything_else_is_sent_to_it() {
    let Some(mailbox) = Mailbox::open(&[]) else { return };
    let data = tempfile::tempdir().unwrap();
    let server =
        Running::start_with(data.path(), Arc::new(HandTime::at(1_800_000_000_000)) as _, config(&mailbox));
    let (ada, _) = Member::found(&server.client, "Ada");
    assert_eq!(ada.account()["mail"], json!({ "address": null, "wanted": null, "offered": true }));
    let told = ada.put("/api/account/mail", &json!({ "address": "Ada@Example.ORG" })).good();
    assert_eq!(told["mail"], json!({ "address": null, "wanted": "Ada@example.org", "offered": true }));
    let question = mailbox.letter();
    assert_eq!(question["to"], json!(["Ada@example.org"]));
    assert!(question["text"].as_str().unwrap().contains("plays as Ada"));
    // Until it is answered nothing else goes there.
    ada.post("/api/account/codes", &json!({})).good();
    mailbox.is_quiet();
    for bad in ["", "aaaa", &"a".repeat(26)] {
        answer(&server.client, bad, true).fails(404, "link");
    }
    let token = link(&question, "address");
    answer(&server.client, &token, true).good();
    answer(&server.client, &token, true).fails(404, "link");
    assert_eq!(ada.account()["mail"]["address"], "Ada@example.org");

    // Another one that refuses changes nothing; one that agrees takes its place, and the one before is told.
    ada.put("/api/account/mail", &json!({ "address": "other@example.org" })).good();
    let question = mailbox.letter();
    answer(&server.client, &link(&question, "address"), false).good();
    assert_eq!(ada.account()["mail"], json!({ "address": "Ada@example.org", "wanted": null, "offered": true }));
    written_to(&server.client, &ada, &mailbox, "other@example.org");
    let last = mailbox.letter();
    assert_eq!(last["to"], json!(["Ada@example.org"]));
    assert!(last["text"].as_str().unwrap().contains("another address"));
    ada.delete("/api/account/mail").good();
    assert_eq!(mailbox.letter()["to"], json!(["other@example.org"]));
    assert_eq!(ada.account()["mail"], json!({ "address": null, "wanted": null, "offered": true }));
    for bad in ["", "ada", "ada@example.org\r\nBcc: eve@example.org"] {
        ada.put("/api/account/mail", &json!({ "address": bad })).fails(422, "address");
    }
    Member::with(&server.client, "")
        .put("/api/account/mail", &json!({ "address": ADDRESS }))
        .fails(401, "signed-out");
}

#[test]
fn who_has_lost_all_else_comes_back_by_a_letter_once_and_sets_a_password() {
    let Some(mailbox) = Mailbox::open(&[]) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config(&mailbox));
    let client = &server.client;
    let recover = |name: &str| client.post("/api/recovery", None, &json!({ "name": name }));
    let (ada, _) = Member::found(client, "Ada");
    // Nobody is told who has an address, nor who there is.
    for name in ["Ada", "Nobody", "", "\u{0}"] {
        assert_eq!(recover(name).good(), json!({}));
    }
    mailbox.is_quiet();
    written_to(&server.client, &ada, &mailbox, ADDRESS);
    recover(" ADA ").good();
    let letter = mailbox.letter();
    let token = link(&letter, "recover");
    assert_eq!(letter["to"], json!([ADDRESS]));
    sign_in(client, &json!({ "link": "a".repeat(26) })).fails(404, "link");
    let entered = sign_in(client, &json!({ "link": token }));
    let back = Member::of(client, &entered);
    assert_eq!((&back.account()["name"], &back.account()["recovered"]), (&json!("Ada"), &json!(true)));
    sign_in(client, &json!({ "link": token })).fails(404, "link");
    // The password that was lost is not asked for, and whoever has the old one is out.
    back.put("/api/account/password", &json!({ "new": "a wholly new one" })).good();
    assert!(mailbox.letter()["text"].as_str().unwrap().contains("password of your account is another"));
    assert_eq!(ada.account(), Value::Null);
    sign_in(client, &json!({ "name": "Ada", "password": PASSWORD })).fails(403, "credentials");
    let usual = Member::sign_in(client, "Ada", "a wholly new one");
    assert_eq!(usual.account()["recovered"], json!(false));
    usual.put("/api/account/password", &json!({ "new": "one more new one" })).fails(403, "credentials");
    // After ten minutes who came back is like anybody else, and a link is good for an hour.
    time.pass(HOUR / 6);
    back.put("/api/account/password", &json!({ "new": "one more new one" })).fails(403, "credentials");
    recover("Ada").good();
    let late = link(&mailbox.letter(), "recover");
    time.pass(HOUR);
    sign_in(client, &json!({ "link": late })).fails(404, "link");
    // Three a day.
    recover("Ada").good();
    mailbox.letter();
    recover("Ada").good();
    mailbox.is_quiet();
}

#[test]
fn a_recovery_code_lets_set_a_password_too_and_is_told() {
    let Some(mailbox) = Mailbox::open(&[]) else { return };
    let data = tempfile::tempdir().unwrap();
    let server =
        Running::start_with(data.path(), Arc::new(HandTime::at(1_800_000_000_000)) as _, config(&mailbox));
    let client = &server.client;
    let (ada, codes) = Member::found(client, "Ada");
    written_to(&server.client, &ada, &mailbox, ADDRESS);
    let back = Member::of(client, &sign_in(client, &json!({ "name": "Ada", "code": codes[0] })));
    assert!(mailbox.letter()["text"].as_str().unwrap().contains("by a recovery code"));
    back.put("/api/account/password", &json!({ "new": "a wholly new one" })).good();
    mailbox.letter();
    Member::sign_in(client, "Ada", "a wholly new one");
    // Deleted with all that belongs to it, it is written to no more.
    back.delete("/api/account").good();
    client.post("/api/recovery", None, &json!({ "name": "Ada" })).good();
    mailbox.is_quiet();
}

#[test]
fn letters_outlive_a_restart_and_a_mail_server_that_is_away() {
    let Some(mailbox) = Mailbox::open(&["--put-off", "1"]) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config(&mailbox));
    let (ada, _) = Member::found(&server.client, "Ada");
    ada.put("/api/account/mail", &json!({ "address": ADDRESS })).good();
    mailbox.is_quiet();
    drop(server);
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, config(&mailbox));
    time.pass(HOUR);
    let question = mailbox.letters.recv_timeout(Duration::from_secs(30)).expect("a letter comes");
    answer(&server.client, &link(&question, "address"), true).good();
}

#[test]
fn where_nothing_is_sent_nothing_is_promised() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (ada, _) = Member::found(&server.client, "Ada");
    assert_eq!(ada.account()["mail"]["offered"], json!(false));
    ada.put("/api/account/mail", &json!({ "address": ADDRESS })).fails(422, "no-mail");
    server.client.post("/api/recovery", None, &json!({ "name": "Ada" })).fails(422, "no-mail");
}

#[test]
fn an_account_with_an_address_need_not_be_asked_again_for_a_game() {
    let Some(mailbox) = Mailbox::open(&[]) else { return };
    let data = tempfile::tempdir().unwrap();
    let server =
        Running::start_with(data.path(), Arc::new(HandTime::at(1_800_000_000_000)) as _, config(&mailbox));
    let client = &server.client;
    let (ada, _) = Member::found(client, "Ada");
    written_to(&server.client, &ada, &mailbox, ADDRESS);
    let body = json!({ "spec": crate::common::spec(), "players": crate::common::persons(), "seats": { "host": 1 }, "pace": "correspondence spare=3d grace=2d" });
    let keys = crate::common::Apart::of(&client.post("/api/games", None, &body).good());
    ada.post("/api/account/games", &json!({ "keys": [keys.sides[0]] })).good();
    let mail = |key: &str| client.get("/api/game/mail", &[("authorization", &format!("Bearer {key}"))]).good();
    let want = |key: &str| client.post("/api/game/mail", Some(key), &json!({ "address": ADDRESS })).good();
    want(&keys.sides[0]);
    assert_eq!(mail(&keys.sides[0]), json!({ "offered": true, "address": ADDRESS, "confirmed": true }));
    // The other side is nobody's with that address: it is asked as ever.
    want(&keys.sides[1]);
    assert_eq!(mail(&keys.sides[1])["confirmed"], json!(false));
}
