//! Tests e-mails to accounts with a real mail server on loopback: confirmation, security notices and recovery.

use crate::common::mailbox::Mailbox;
use crate::common::sockets::{closed, connect};
use crate::common::*;
use crate::game_mail::{mailed, mailing};
use crate::processes::on_both_databases;

const ADDRESS: &str = "ada@example.org";

#[track_caller]
pub fn link(letter: &Value, kind: &str) -> String {
    let text = letter["text"].as_str().unwrap();
    let (_, rest) = text.split_once(&format!("https://play.example.org/#{kind}=")).expect("a link");
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[track_caller]
pub fn says(letter: &Value, part: &str) {
    assert!(letter["text"].as_str().unwrap().contains(part), "{letter}");
}

fn answer(client: &Client, token: &str, agree: bool) -> Answer {
    client.post("/api/account/mail/answer", json!({ "token": token, "agree": agree }))
}

fn want(member: &Client, address: &str) -> Answer {
    member.put("/api/account/mail", json!({ "address": address }))
}

fn written_to(member: &Client, mailbox: &Mailbox, address: &str) {
    want(member, address).good();
    answer(member, &link(&mailbox.letter(), "address"), true).good();
}

#[test]
fn addresses_must_be_confirmed_first() {
    let Some((mailbox, server)) = mailed(0) else { return };
    let ada = server.join("Ada");
    let mail_is = |address: Value, wanted: Value| {
        assert_eq!(ada.account()["mail"], json!({ "address": address, "wanted": wanted, "offered": true }));
    };
    let none = Value::Null;
    mail_is(none.clone(), none.clone());
    let told = want(&ada, "Ada@Example.ORG").good();
    assert_eq!(told["mail"], ada.account()["mail"]);
    mail_is(none.clone(), json!("Ada@example.org"));
    let question = mailbox.letter();
    assert_eq!(question["to"], json!(["Ada@example.org"]));
    says(&question, "account Ada");
    // No other e-mail is sent to an address before it is confirmed.
    ada.post("/api/account/codes", json!({})).good();
    mailbox.is_quiet();
    for bad in ["", "aaaa", &"a".repeat(26)] {
        answer(&server, bad, true).fails(404, "link");
    }
    let token = link(&question, "address");
    answer(&server, &token, true).good();
    answer(&server, &token, true).fails(404, "link");
    assert_eq!(ada.account()["mail"]["address"], "Ada@example.org");

    // If a new address is rejected, nothing changes; if it is confirmed, it replaces the old address, which receives a notice.
    want(&ada, "other@example.org").good();
    answer(&server, &link(&mailbox.letter(), "address"), false).good();
    mail_is(json!("Ada@example.org"), none.clone());
    written_to(&ada, &mailbox, "other@example.org");
    let last = mailbox.letter();
    assert_eq!(last["to"], json!(["Ada@example.org"]));
    says(&last, "changed or removed");
    ada.delete("/api/account/mail").good();
    assert_eq!(mailbox.letter()["to"], json!(["other@example.org"]));
    mail_is(none.clone(), none);
    for bad in ["", "ada", "ada@example.org\r\nBcc: eve@example.org"] {
        want(&ada, bad).fails(422, "address");
    }
    want(&server, ADDRESS).fails(401, "signed-out");
}

#[test]
fn accounts_are_recovered_by_e_mail_once() {
    let Some((mailbox, client)) = mailed(0) else { return };
    let recover = |name: &str| client.post("/api/recovery", json!({ "name": name })).good();
    let by_link = |token: &str| client.enter(json!({ "link": token }));
    let ada = client.join("Ada");
    // The response does not reveal whether an account or its address exists.
    for name in ["Ada", "Nobody", "", "\u{0}"] {
        assert_eq!(recover(name), json!({}));
    }
    mailbox.is_quiet();
    written_to(&ada, &mailbox, ADDRESS);
    recover(" ADA ");
    let letter = mailbox.letter();
    let token = link(&letter, "recover");
    assert_eq!(letter["to"], json!([ADDRESS]));
    by_link(&"a".repeat(26)).fails(404, "link");
    let back = client.signed_in(&by_link(&token));
    shows(back.account(), json!({ "name": "Ada", "recovered": true }));
    by_link(&token).fails(404, "link");
    // The old password is not required, and all sessions end.
    back.put("/api/account/password", json!({ "new": "a wholly new one" })).good();
    says(&mailbox.letter(), "account password was changed");
    assert_eq!(ada.account(), Value::Null);
    client.enter_by_password("Ada", PASSWORD).fails(403, "credentials");
    let usual = client.sign_in("Ada", "a wholly new one");
    assert_eq!(usual.account()["recovered"], false);
    let again = |of: &Client| of.put("/api/account/password", json!({ "new": "one more new one" }));
    again(&usual).fails(403, "credentials");
    // After ten minutes, a recovered session has no special rights; a recovery link expires after an hour.
    client.time.pass(10 * MINUTE);
    again(&back).fails(403, "credentials");
    recover("Ada");
    let late = link(&mailbox.letter(), "recover");
    client.time.pass(HOUR);
    by_link(&late).fails(404, "link");
    // A user can request three recoveries per day.
    recover("Ada");
    mailbox.letter();
    recover("Ada");
    mailbox.is_quiet();
}

/// An owner recovers an account to which an intruder, who knew the password, has added sign-in methods.
async fn recovers(mailbox: &Mailbox, client: &Client) {
    let ada = client.join("Ada");
    written_to(&ada, mailbox, ADDRESS);
    let intruder = client.sign_in("Ada", PASSWORD);
    let wish = json!({ "name": "A tool", "scopes": ["account:read", "board:play"] });
    let program = client.bearer(&intruder.post("/api/account/tokens", wish).word("token"));
    says(&mailbox.letter(), "An API token was created");
    let code = intruder.post("/api/account/codes", json!({})).list("codes")[0].clone();
    mailbox.letter();
    want(&intruder, "eve@example.org").good();
    let confirmation = link(&mailbox.letter(), "address");
    client.post("/api/recovery", json!({ "name": "Ada" })).good();
    let link = json!({ "link": link(&mailbox.letter(), "recover") });
    let list = client.post("/api/recovery/access", &link).good();
    shows(&list, json!({ "passkeys": [], "tokens/0/name": "A tool", "codes": 10, "sessions/2": null }));
    let pass = word(&ada.claim(&[&ada.create_apart(&[]).sides[0]]).list("passes")[0]);
    let mut sockets = [connect(&intruder, "/api/lobby").await.unwrap(), follow(&intruder, &pass, None).await];
    hear_of(&mut sockets[0], "seeks").await;
    hear_of(&mut sockets[1], "state").await;
    let mut events = program.stream("/api/stream/event");
    assert!(events.line().is_some(), "the stream is open");
    let sessions = ada.get("/api/sessions").list("sessions");
    let own = sessions.iter().find(|session| session["own"] == true).unwrap();
    let back = client.signed_in(&client.enter(merge(link.clone(), json!({ "keep": [own["id"]] }))));
    client.post("/api/recovery/access", &link).fails(404, "link");
    program.get("/api/account").fails(401, "bad-token");
    while events.line().is_some() {}
    for socket in &mut sockets {
        assert_eq!(closed(socket).await, Some(1001));
    }
    assert_eq!((intruder.account(), &ada.account()["name"]), (Value::Null, &json!("Ada")));
    client.enter_by_password("Ada", PASSWORD).fails(403, "credentials");
    client.enter(json!({ "name": "Ada", "code": code })).fails(403, "credentials");
    answer(client, &confirmation, true).fails(404, "link");
    back.put("/api/account/password", json!({ "new": "a wholly new one" })).good();
    mailbox.letter();
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_revokes_what_is_not_kept() {
    let Some((mailbox, config)) = mailing(0) else { return };
    on_both_databases(config, async |client, _| recovers(&mailbox, client).await).await;
}

#[test]
fn recovery_codes_allow_a_new_password_and_are_notified() {
    let Some((mailbox, client)) = mailed(0) else { return };
    let (ada, codes) = client.join_with_codes("Ada");
    written_to(&ada, &mailbox, ADDRESS);
    let back = client.signed_in(&client.enter(json!({ "name": "Ada", "code": codes[0] })));
    says(&mailbox.letter(), "A recovery code was used");
    back.put("/api/account/password", json!({ "new": "a wholly new one" })).good();
    mailbox.letter();
    client.sign_in("Ada", "a wholly new one");
    back.delete("/api/account").good();
    client.post("/api/recovery", json!({ "name": "Ada" })).good();
    mailbox.is_quiet();
}

#[test]
fn e_mails_survive_restarts_and_outages_of_the_mail_server() {
    let Some((mailbox, mut server)) = mailed(1) else { return };
    let ada = server.join("Ada");
    want(&ada, ADDRESS).good();
    mailbox.is_quiet();
    server.restart();
    server.time.pass(HOUR);
    answer(&server, &link(&mailbox.letter(), "address"), true).good();
}

#[test]
fn servers_without_e_mail_do_not_offer_it() {
    let client = &Running::new();
    let ada = client.join("Ada");
    assert_eq!(ada.account()["mail"]["offered"], false);
    want(&ada, ADDRESS).fails(422, "no-mail");
    client.post("/api/recovery", json!({ "name": "Ada" })).fails(422, "no-mail");
}

#[test]
fn confirmed_account_addresses_need_no_confirmation_for_games() {
    let Some((mailbox, client)) = mailed(0) else { return };
    let ada = client.join("Ada");
    written_to(&ada, &mailbox, ADDRESS);
    let [one, two] = client.apart_with(json!({ "pace": "correspondence spare=3d grace=2d" })).sides;
    ada.claim(&[&one]).good();
    for key in [&one, &two] {
        client.act(key, "mail", json!({ "address": ADDRESS })).good();
    }
    let expected = json!({ "offered": true, "address": ADDRESS, "confirmed": true });
    assert_eq!(client.read(&one, "mail").good(), expected);
    // The other player's account has a different address, so the other player must confirm this one.
    assert_eq!(client.read(&two, "mail").good()["confirmed"], false);
}
