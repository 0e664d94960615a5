//! Tests moderation: reports, roles, and sanctions.

use entourage_server::{AdminAction, Administration, Moderation, SanctionKind};

use crate::common::*;
use crate::processes::on_both_databases;
use crate::tournaments::announced;
use crate::workshop::submitted;

impl Client {
    pub fn moderate(&self, act: &str, person: &str, more: Value) -> Answer {
        self.post("/api/measures", merge(json!({ "act": act, "person": person, "reason": "Rude" }), more))
    }

    fn complaints(&self) -> Answer {
        self.get("/api/complaints")
    }
}

/// Creates a game between two accounts; returns the pass of each, and a key of the second account.
fn game(one: &Client, two: &Client) -> ([String; 2], String) {
    let [first, second] = one.create_apart(&[]).sides;
    let passes =
        [(one, &first), (two, &second)].map(|(member, key)| word(&member.claim(&[key]).list("passes")[0]));
    assert_eq!(two.state(&second)["seat"], "2");
    (passes, second)
}

fn complain(of: &Client, pass: &str, text: &str) -> Answer {
    of.bearer(pass).post("/api/complaints", json!({ "about": "talk", "text": text }))
}

#[test]
fn reported_chat_is_visible_only_to_moderators() {
    let client = &Running::new();
    let [ada, eve, mo] = members(client, ["Ada", "Eve", "Mo"]);
    let (passes, _) = game(&ada, &eve);
    eve.chat(&passes[1], "a", "something rude").good();
    let of_eve = json!({ "about": "person", "person": "Eve", "text": "x" });
    client.post("/api/complaints", of_eve).fails(401, "signed-out");
    complain(&ada, &passes[0], "").fails(422, "words");
    complain(&ada, &passes[1], "They are rude").fails(404, "no-game");
    complain(&ada, &passes[0], "They are rude").good();
    // A deleted message is kept in the report.
    eve.act(&passes[1], "chat/unsay", json!({})).good();

    for refused in [ada.complaints(), ada.get("/api/complaints/1"), ada.get("/api/measures")] {
        refused.fails(403, "role");
    }
    ada.moderate("mute", "Eve", json!({})).fails(403, "role");
    assert_eq!(ada.account()["role"], Value::Null);
    appoint(client.data(), "mo", Role::Moderator);
    assert_eq!(mo.account()["role"], "moderator");
    let first = &mo.complaints().list("complaints")[0];
    shows(first, json!({ "kind": "talk", "author": "Ada", "side": 2 }));
    shows(first, json!({ "subject/name": "Eve", "text": "They are rude" }));
    let shown = mo.get(&format!("/api/complaints/{}", first["number"])).good();
    assert_eq!(shown["talk"][0]["text"], "something rude");
    shows(&shown["game"], json!({ "spec": spec(), "names": ["Ada", "Eve"] }));
    assert!(word(&shown["game"]["record"]).contains("[Event") && shown["game"]["position"].is_string());
    mo.get("/api/complaints/99").fails(404, "no-complaint");

    // Closing the report adds an entry with the moderator's name to the log.
    let close = json!({ "act": "close", "reason": "A warning", "complaint": first["number"] });
    mo.post("/api/measures", &close).good();
    mo.post("/api/measures", &close).fails(404, "no-complaint");
    assert_eq!(mo.complaints().good()["complaints"], json!([]));
    assert_eq!(mo.get("/api/complaints?state=closed").list("complaints")[0]["text"], "They are rude");
    let log = mo.get("/api/measures").list("measures");
    shows(&log[0], json!({ "kind": "close", "author": "Mo", "complaint": first["number"] }));
    // Actions of the operator have no author.
    shows(&log[1], json!({ "kind": "appoint", "author": null }));
}

#[test]
fn reports_are_limited_and_name_a_subject() {
    let client = &Running::by_hand();
    let [ada, _eve] = members(client, ["Ada", "Eve"]);
    let of = |about: Value| ada.post("/api/complaints", merge(json!({ "text": "See for yourselves" }), about));
    for (about, status, code) in [
        (json!({ "about": "person", "person": "Nobody there" }), 404, "no-person"),
        (json!({ "about": "person", "person": "ada" }), 422, "oneself"),
        (json!({ "about": "person" }), 400, "malformed"),
        (json!({ "about": "x" }), 400, "malformed"),
        (json!({ "about": "talk", "person": "Eve" }), 400, "malformed"),
        (json!({ "about": "talk" }), 401, "no-key"),
        (json!({ "about": "definition", "definition": "@sha256-none" }), 404, "no-definition"),
    ] {
        of(about).fails(status, code);
    }
    let eve = || of(json!({ "about": "person", "person": "EVE" }));
    for _ in 0..2 {
        eve().good();
    }
    let refused = eve();
    refused.fails(429, "allowance");
    assert_eq!(refused.header("retry-after"), "1201");
    // Older accounts can send more reports, but the number of open reports is limited.
    client.time.pass(4 * DAY);
    for _ in 2..20 {
        eve().good();
    }
    client.time.pass(DAY);
    eve().fails(422, "complaints");
}

#[test]
fn muted_accounts_cannot_chat_and_learn_why() {
    let client = &Running::by_hand();
    let [ada, eve, mo] = members(client, ["Ada", "Eve", "Mo"]);
    let (passes, key) = game(&ada, &eve);
    appoint(client.data(), "Mo", Role::Moderator);
    mo.moderate("mute", "Nobody there", json!({})).fails(404, "no-person");
    mo.moderate("mute", "Eve", json!({ "days": 0 })).fails(400, "malformed");
    mo.moderate("mute", "Eve", json!({ "days": 2 })).good();
    let told = eve.chat(&passes[1], "a", "hello").fails(403, "muted");
    assert!(told.contains("Rude") && told.contains("2027-01-17"), "{told}");
    client.chat(&key, "a", "hello").fails(403, "muted");
    assert_eq!(eve.account()["mute"]["reason"], "Rude");
    ada.chat(&passes[0], "a", "hello").good();
    // A mute expires, or is lifted.
    client.time.pass(2 * DAY);
    eve.chat(&passes[1], "a", "hello").good();
    assert_eq!(eve.account()["mute"], Value::Null);
    let mo = client.sign_in("Mo", PASSWORD);
    mo.moderate("mute", "Eve", json!({})).good();
    eve.chat(&passes[1], "b", "hello").fails(403, "muted");
    mo.moderate("unmute", "Eve", json!({})).good();
    mo.moderate("unmute", "Eve", json!({})).fails(409, "unrestrained");
    eve.chat(&passes[1], "b", "hello").good();
}

#[test]
fn new_accounts_have_a_smaller_chat_allowance() {
    let client = &Running::by_hand();
    let [ada, eve] = members(client, ["Ada", "Eve"]);
    let (passes, _) = game(&ada, &eve);
    for number in 0..60 {
        if number % 20 == 0 {
            client.time.pass(60_001);
        }
        eve.chat(&passes[1], &format!("a{number}"), "hello").good();
    }
    client.time.pass(60_001);
    // By now, the allowance has partly recovered.
    let mut last = (0..4).map(|number| eve.chat(&passes[1], &format!("b{number}"), "hello"));
    let refused = last.find(|answer| answer.status != 200);
    refused.expect("chat was never limited").fails(429, "allowance");
}

#[test]
fn banned_accounts_are_signed_out_and_leave_their_games() {
    let client = &Running::new();
    let [ada, eve, mo] = members(client, ["Ada", "Eve", "Mo"]);
    let (long, key) = game(&ada, &eve);
    let (short, _) = game(&eve, &ada);
    let [first, second] = first_moves();
    ada.play(&long[0], 0, &first).good();
    eve.play(&long[1], 1, &second).good();
    appoint(client.data(), "Mo", Role::Moderator);
    mo.moderate("ban", "Eve", json!({})).good();
    assert_eq!(eve.account(), Value::Null);
    let told = client.enter_by_password("Eve", PASSWORD).fails(403, "banned");
    assert!(told.contains("Rude"), "{told}");
    client.enter_by_password("Eve", "another thing").fails(403, "credentials");
    // Games in progress are resigned, games with few moves are aborted, and the user cannot chat by key either.
    let status = |pass: &str| word(&ada.state(pass)["status"]);
    assert!(status(&long[0]).contains("resignation"), "{}", status(&long[0]));
    assert_eq!(status(&short[1]), "aborted");
    client.chat(&key, "a", "x").fails(403, "banned");
    mo.moderate("unban", "Eve", json!({})).good();
    client.enter_by_password("Eve", PASSWORD).good();
}

#[test]
fn moderators_cannot_act_on_equals_and_must_confirm_their_identity() {
    let client = &Running::by_hand();
    let [ada, mo, max, root] = members(client, ["Ada", "Mo", "Max", "Rose"]);
    appoint(client.data(), "Mo", Role::Moderator);
    appoint(client.data(), "Rose", Role::Administrator);
    mo.moderate("appoint", "Ada", json!({ "role": "moderator" })).fails(403, "role");
    root.moderate("appoint", "Max", json!({ "role": "king" })).fails(400, "malformed");
    root.moderate("appoint", "Max", json!({ "role": "moderator" })).good();
    assert_eq!(max.account()["role"], "moderator");
    for person in ["Max", "Rose", "Mo"] {
        mo.moderate("ban", person, json!({})).fails(403, "rank");
    }
    root.moderate("mute", "Rose", json!({})).fails(403, "rank");
    mo.moderate("rename", "Ada", json!({ "name": "Max" })).fails(409, "name-taken");
    mo.moderate("rename", "Ada", json!({ "name": "Admin" })).fails(422, "name");
    mo.moderate("rename", "Ada", json!({ "name": "Ida" })).good();
    assert_eq!(ada.account()["name"], "Ida");
    client.enter_by_password("Ada", PASSWORD).fails(403, "credentials");
    client.enter_by_password("ida", PASSWORD).good();
    client.time.pass(10 * MINUTE);
    mo.moderate("mute", "Ida", json!({})).fails(403, "prove");
    assert_eq!(mo.complaints().status, 200, "reading needs no confirmation");
    root.moderate("appoint", "Max", json!({})).fails(403, "prove");
    administer(client.data(), "Mo", AdminAction::Appoint(None)).unwrap();
    mo.complaints().fails(403, "role");
}

#[test]
fn actions_from_the_command_line_apply_to_running_servers() {
    let client = &Running::by_hand();
    let [ada, eve] = members(client, ["Ada", "Eve"]);
    let (passes, _) = game(&ada, &eve);
    let ban = AdminAction::Restrain(SanctionKind::Ban, None);
    let nobody = administer(client.data(), "Nobody there", ban.clone());
    assert_eq!(nobody, Err("Player not found.".into()));
    administer(client.data(), "Eve", ban).unwrap();
    assert_eq!(eve.account(), Value::Null);
    // The server checks for banned accounts periodically.
    eventually(|| {
        client.time.pass(10_001);
        ada.state(&passes[0])["status"] == "aborted"
    });
}

/// Signs in from the browser with cookie `mark`, or from a new one if `mark` is empty; returns client and cookie.
fn enter(client: &Client, name: &str, mark: &str) -> (Client, String) {
    let answer = client.with("cookie", mark).enter_by_password(name, PASSWORD);
    answer.good();
    let marks =
        answer.headers.iter().filter(|(header, value)| header == "set-cookie" && value.contains("-browser="));
    let [(_, mark)] = &marks.collect::<Vec<_>>()[..] else { panic!("expected one browser cookie: {answer:?}") };
    (client.signed_in(&answer), mark.split(';').next().unwrap().to_owned())
}

#[test]
fn rated_games_between_accounts_of_one_device_are_reported() {
    let client = &Running::new();
    let [_, _, mo] = members(client, ["Ada", "Eve", "Mo"]);
    appoint(client.data(), "mo", Role::Moderator);
    let (ada, mark) = enter(client, "Ada", "");
    // Another account signs in from the same browser, whose cookie does not change.
    let (eve, same) = enter(client, "Eve", &mark);
    assert_eq!(mark, same);
    let seats = json!({ "host": 1, "open": true, "rated": true });
    let offered = ada.create_with(json!({ "pace": "live spare=5m", "seats": seats })).good();
    let game = &offered["state"]["game"];
    eve.take(game, 2, &key('b')).good();
    assert_eq!(mo.complaints().good()["complaints"], json!([]), "no rated game yet");
    for (seq, (of, text)) in [&ada, &eve].into_iter().zip(line(2)).enumerate() {
        of.play(&format!("@{}.{}", word(game), seq + 1), seq, &text).good();
    }
    eve.resign(&format!("@{}.2", word(game)), 2, 2).good();
    let found = mo.complaints().list("complaints");
    let [complaint] = &found[..] else { panic!("one: {found:?}") };
    shows(complaint, json!({ "kind": "oneself", "author": null, "subject/name": "Eve" }));
    let case = mo.get(&format!("/api/complaints/{}", complaint["number"])).good();
    shows(case, json!({ "game/names": ["Ada", "Eve"], "held": 1, "talk": null }));
}

/// A moderator is reported with their second account and a game that they wrote, and reports an opponent; an administrator decides.
async fn concerned_moderators_wait(client: &Client, address: &DatabaseAddress) {
    let [ada, eve, mo, root, _] = members(client, ["Ada", "Eve", "Mo", "Rose", "Robo"]);
    let operator = Administration::of(Moderation::open(address).await.unwrap());
    for (name, role) in [("Mo", Role::Moderator), ("Rose", Role::Administrator)] {
        let appoint = AdminAction::Appoint(Some(role));
        operator.act(name, appoint, "Trusted", Language::English).await.unwrap();
    }
    let (_, mark) = enter(client, "Mo", "");
    enter(client, "Robo", &mark);
    let definition = submitted(&mo, "mos-game");
    for (about, name) in [("person", "Mo"), ("person", "Robo"), ("definition", &definition)] {
        ada.post("/api/complaints", json!({ "about": about, (about): name, "text": "Look at this" })).good();
    }
    complain(&mo, &game(&mo, &eve).0[0], "They are rude").good();
    // The moderator does not learn who sent reports that concern them; the administrator does.
    let authors =
        |of: &Client| of.complaints().list("complaints").into_iter().map(|mut one| one["author"].take());
    assert_eq!(authors(&mo).collect::<Value>(), json!([null, null, null, "Mo"]));
    assert_eq!(authors(&root).collect::<Value>(), json!(["Ada", "Ada", "Ada", "Mo"]));
    shows(mo.get("/api/complaints/1").good(), json!({ "complaint/author": null, "complaint/concerned": true }));
    let at = announced(&ada, "round-robin", json!({}));
    mo.post(&format!("{at}/entry"), json!({})).good();
    // They cannot act on these reports, their subjects or a tournament that they play in, and the attempts are logged.
    let close = |number: usize| json!({ "act": "close", "reason": "Nothing wrong", "complaint": number });
    (1..=4).for_each(|number| drop(mo.post("/api/measures", close(number)).fails(403, "concerned")));
    mo.moderate("mute", "Mo", json!({})).fails(403, "rank");
    for refused in [
        mo.moderate("mute", "Robo", json!({})),
        mo.moderate("mute", "Eve", json!({})),
        mo.moderate("rename", "Ada", json!({ "name": "Ida", "complaint": 1 })),
        mo.post("/api/measures", json!({ "act": "unlist", "reason": "x", "definition": definition })),
        mo.post(&format!("{at}/cancellation"), json!({ "reason": "Spam" })),
    ] {
        refused.fails(403, "concerned");
    }
    let log = root.get("/api/measures").list("measures");
    assert!(log[..10].iter().all(|entry| entry["kind"] == "refused" && entry["author"] == "Mo"), "{log:?}");
    shows(&log[9], json!({ "detail": "close", "complaint": 1, "reason": "Nothing wrong" }));
    mo.moderate("mute", "Ada", json!({})).good();
    (1..=4).for_each(|number| drop(root.post("/api/measures", close(number)).good()));
    mo.moderate("mute", "Eve", json!({})).good();
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_do_not_act_on_what_concerns_them() {
    on_both_databases(Config::default(), concerned_moderators_wait).await;
}
