//! Order: what people complain of, who does something about it, and what that means for whom it concerns.

use std::path::Path;
use std::sync::Arc;

use entourage_kernel::Language;
use entourage_server::{
    Administered, Administration, Config, DatabaseAddress, Moderation, RestraintKind, Role,
};
use serde_json::{Value, json};

use crate::common::hand_time::HandTime;
use crate::common::member::{Member, PASSWORD, sign_in};
use crate::common::{Answer, Apart, Client, Running, persons, spec};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Does something to somebody from the command line, beside the server.
fn administer(data: &Path, name: &str, what: Administered) -> Result<(), String> {
    let address = DatabaseAddress::Sqlite(data.to_owned());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let administration = Administration::of(Moderation::open(&address).await.unwrap());
        administration.act(name, what, "as asked", Language::English).await
    })
}

pub fn appoint(data: &Path, name: &str, role: Role) {
    administer(data, name, Administered::Appoint(Some(role))).unwrap();
}

fn act(of: &Member, act: &str, person: &str, more: Value) -> Answer {
    let mut body = json!({ "act": act, "person": person, "reason": "Rude" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    of.post("/api/measures", &body)
}

/// A game of two members apart, with what opens it to each, and to the second by a key.
fn game(client: &Client, one: &Member, two: &Member) -> ([String; 2], String) {
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 } });
    let keys = Apart::of(&one.post("/api/games", &body).good());
    let passes = [(one, &keys.sides[0]), (two, &keys.sides[1])].map(|(member, key)| {
        let claimed = member.post("/api/account/games", &json!({ "keys": [key] })).good();
        claimed["passes"][0].as_str().unwrap().to_owned()
    });
    assert_eq!(client.state(&keys.sides[1])["seat"], "2");
    (passes, keys.sides[1].clone())
}

fn say(of: &Member, pass: &str, token: &str, text: &str) -> Answer {
    of.game("POST", "/api/game/chat", pass, Some(&json!({ "token": token, "text": text })))
}

fn complain(of: &Member, pass: &str, text: &str) -> Answer {
    of.game("POST", "/api/complaints", pass, Some(&json!({ "about": "talk", "text": text })))
}

#[test]
fn what_was_said_is_seen_by_those_who_keep_order_and_by_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, eve, mo] = ["Ada", "Eve", "Mo"].map(|name| Member::found(client, name).0);
    let (passes, _) = game(client, &ada, &eve);
    say(&eve, &passes[1], "a", "something rude").good();
    client
        .post("/api/complaints", None, &json!({ "about": "person", "person": "Eve", "text": "x" }))
        .fails(401, "signed-out");
    complain(&ada, &passes[0], "").fails(422, "words");
    complain(&ada, &passes[1], "They are rude").fails(404, "no-game");
    complain(&ada, &passes[0], "They are rude").good();
    // It may be taken back, and is kept all the same.
    eve.game("POST", "/api/game/chat/unsay", &passes[1], Some(&json!({}))).good();

    let list = |of: &Member| of.get("/api/complaints");
    for refused in [list(&ada), ada.get("/api/complaints/1"), ada.get("/api/measures")] {
        refused.fails(403, "role");
    }
    act(&ada, "mute", "Eve", json!({})).fails(403, "role");
    assert_eq!(ada.account()["role"], Value::Null);
    appoint(data.path(), "mo", Role::Moderator);
    assert_eq!(mo.account()["role"], "moderator");
    let listed = list(&mo).good();
    let first = &listed["complaints"][0];
    assert_eq!((&first["kind"], &first["author"], &first["side"]), (&json!("talk"), &json!("Ada"), &json!(2)));
    assert_eq!((&first["subject"]["name"], &first["text"]), (&json!("Eve"), &json!("They are rude")));
    let shown = mo.get(&format!("/api/complaints/{}", first["number"])).good();
    assert_eq!(shown["talk"][0]["text"], "something rude");
    assert_eq!((&shown["game"]["spec"], &shown["game"]["names"]), (&json!(spec()), &json!(["Ada", "Eve"])));
    assert!(
        shown["game"]["record"].as_str().unwrap().contains("[Event") && shown["game"]["position"].is_string()
    );
    mo.get("/api/complaints/99").fails(404, "no-complaint");

    // It is closed, and the log says by whom.
    let close = json!({ "act": "close", "reason": "A warning", "complaint": first["number"] });
    mo.post("/api/measures", &close).good();
    mo.post("/api/measures", &close).fails(404, "no-complaint");
    assert_eq!(list(&mo).good()["complaints"], json!([]));
    assert_eq!(mo.get("/api/complaints?state=closed").good()["complaints"][0]["text"], "They are rude");
    let log = mo.get("/api/measures").good();
    let entry = &log["measures"][0];
    assert_eq!(
        (&entry["kind"], &entry["author"], &entry["complaint"]),
        (&json!("close"), &json!("Mo"), &first["number"])
    );
    assert_eq!(log["measures"][1]["kind"], "appoint");
    assert_eq!(log["measures"][1]["author"], Value::Null, "whoever runs the server has no name");
}

#[test]
fn complaints_are_bounded_and_name_somebody() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let [ada, _eve] = ["Ada", "Eve"].map(|name| Member::found(client, name).0);
    let of = |about: Value| {
        let mut body = json!({ "text": "See for yourselves" });
        body.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
        ada.post("/api/complaints", &body)
    };
    of(json!({ "about": "person", "person": "Nobody there" })).fails(404, "no-person");
    of(json!({ "about": "person", "person": "ada" })).fails(422, "oneself");
    for odd in
        [json!({ "about": "person" }), json!({ "about": "x" }), json!({ "about": "talk", "person": "Eve" })]
    {
        of(odd).fails(400, "malformed");
    }
    of(json!({ "about": "talk" })).fails(401, "no-key");
    of(json!({ "about": "definition", "definition": "@sha256-none" })).fails(404, "no-definition");
    let eve = || of(json!({ "about": "person", "person": "EVE" }));
    for _ in 0..2 {
        eve().good();
    }
    let refused = eve();
    refused.fails(429, "allowance");
    assert_eq!(refused.header("retry-after"), "1201");
    // An account that is not new may do more, though no more than so many stand open.
    time.pass(4 * DAY);
    for _ in 2..20 {
        eve().good();
    }
    time.pass(DAY);
    eve().fails(422, "complaints");
}

#[test]
fn who_is_muted_says_nothing_and_is_told_why() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let [ada, eve, mo] = ["Ada", "Eve", "Mo"].map(|name| Member::found(client, name).0);
    let (passes, key) = game(client, &ada, &eve);
    appoint(data.path(), "Mo", Role::Moderator);
    act(&mo, "mute", "Nobody there", json!({})).fails(404, "no-person");
    act(&mo, "mute", "Eve", json!({ "days": 0 })).fails(400, "malformed");
    act(&mo, "mute", "Eve", json!({ "days": 2 })).good();
    let told = say(&eve, &passes[1], "a", "hello").fails(403, "muted");
    assert!(told.contains("Rude") && told.contains("2027-01-17"), "{told}");
    let by_key = client.post("/api/game/chat", Some(&key), &json!({ "token": "a", "text": "hello" }));
    by_key.fails(403, "muted");
    assert_eq!(eve.account()["mute"]["reason"], "Rude");
    say(&ada, &passes[0], "a", "hello").good();
    // It runs out by itself, or is lifted.
    time.pass(2 * DAY);
    say(&eve, &passes[1], "a", "hello").good();
    assert_eq!(eve.account()["mute"], Value::Null);
    let mo = Member::sign_in(client, "Mo", PASSWORD);
    act(&mo, "mute", "Eve", json!({})).good();
    say(&eve, &passes[1], "b", "hello").fails(403, "muted");
    act(&mo, "unmute", "Eve", json!({})).good();
    act(&mo, "unmute", "Eve", json!({})).fails(409, "unrestrained");
    say(&eve, &passes[1], "b", "hello").good();
}

#[test]
fn a_new_account_says_less() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let [ada, eve] = ["Ada", "Eve"].map(|name| Member::found(client, name).0);
    let (passes, _) = game(client, &ada, &eve);
    for number in 0..60 {
        if number % 20 == 0 {
            time.pass(60_001);
        }
        say(&eve, &passes[1], &format!("a{number}"), "hello").good();
    }
    time.pass(60_001);
    for number in 0..4 {
        // What came back meanwhile.
        let answer = say(&eve, &passes[1], &format!("b{number}"), "hello");
        if answer.status != 200 {
            answer.fails(429, "allowance");
            return;
        }
    }
    panic!("it is limited");
}

#[test]
fn who_is_banned_is_signed_out_and_leaves_their_games() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, eve, mo] = ["Ada", "Eve", "Mo"].map(|name| Member::found(client, name).0);
    let (long, key) = game(client, &ada, &eve);
    let (short, _) = game(client, &eve, &ada);
    for (seq, (of, pass)) in [(&ada, &long[0]), (&eve, &long[1])].into_iter().enumerate() {
        let moves = of.game("GET", "/api/game", pass, None).good()["moves"].clone();
        let played: Vec<String> = moves
            .as_array()
            .map_or(vec![], |moves| moves.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect());
        let played: Vec<&str> = played.iter().map(String::as_str).collect();
        let mv = crate::common::follow::legal(&played)[0].clone();
        of.game("POST", "/api/game/moves", pass, Some(&json!({ "seq": seq, "move": mv }))).good();
    }
    appoint(data.path(), "Mo", Role::Moderator);
    act(&mo, "ban", "Eve", json!({})).good();
    assert_eq!(eve.account(), Value::Null);
    let shown = json!({ "name": "Eve", "password": PASSWORD });
    let told = sign_in(client, &shown).fails(403, "banned");
    assert!(told.contains("Rude"), "{told}");
    sign_in(client, &json!({ "name": "Eve", "password": "another thing" })).fails(403, "credentials");
    // What was under way is resigned, what had hardly begun is aborted; a link says nothing either.
    let status = |pass: &str| ada.game("GET", "/api/game", pass, None).good()["status"].clone();
    assert!(status(&long[0]).as_str().unwrap().contains("resignation"), "{}", status(&long[0]));
    assert_eq!(status(&short[1]), "aborted");
    client.post("/api/game/chat", Some(&key), &json!({ "token": "a", "text": "x" })).fails(403, "banned");
    act(&mo, "unban", "Eve", json!({})).good();
    sign_in(client, &shown).good();
}

#[test]
fn nobody_judges_their_equals_and_whoever_acts_has_proved_who_they_are() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_with(data.path(), Arc::clone(&time) as _, Config::default());
    let client = &server.client;
    let [ada, mo, max, root] = ["Ada", "Mo", "Max", "Rose"].map(|name| Member::found(client, name).0);
    appoint(data.path(), "Mo", Role::Moderator);
    appoint(data.path(), "Rose", Role::Administrator);
    act(&mo, "appoint", "Ada", json!({ "role": "moderator" })).fails(403, "role");
    act(&root, "appoint", "Max", json!({ "role": "king" })).fails(400, "malformed");
    act(&root, "appoint", "Max", json!({ "role": "moderator" })).good();
    assert_eq!(max.account()["role"], "moderator");
    for person in ["Max", "Rose", "Mo"] {
        act(&mo, "ban", person, json!({})).fails(403, "rank");
    }
    act(&root, "mute", "Rose", json!({})).fails(403, "rank");
    // Another name is another's no more.
    act(&mo, "rename", "Ada", json!({ "name": "Max" })).fails(409, "name-taken");
    act(&mo, "rename", "Ada", json!({ "name": "Admin" })).fails(422, "name");
    act(&mo, "rename", "Ada", json!({ "name": "Ida" })).good();
    assert_eq!(ada.account()["name"], "Ida");
    sign_in(client, &json!({ "name": "Ada", "password": PASSWORD })).fails(403, "credentials");
    sign_in(client, &json!({ "name": "ida", "password": PASSWORD })).good();
    time.pass(10 * 60_000);
    act(&mo, "mute", "Ida", json!({})).fails(403, "prove");
    assert_eq!(mo.get("/api/complaints").status, 200, "reading needs no proof");
    act(&root, "appoint", "Max", json!({})).fails(403, "prove");
    // Who keeps order no more sees nothing of it.
    administer(data.path(), "Mo", Administered::Appoint(None)).unwrap();
    mo.get("/api/complaints").fails(403, "role");
}

#[test]
fn what_is_done_from_the_command_line_holds_in_a_running_server() {
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &server.client;
    let [ada, eve] = ["Ada", "Eve"].map(|name| Member::found(client, name).0);
    let (passes, _) = game(client, &ada, &eve);
    let ban = Administered::Restrain(RestraintKind::Ban, None);
    assert_eq!(administer(data.path(), "Nobody there", ban.clone()), Err("Nobody has this name.".into()));
    administer(data.path(), "Eve", ban).unwrap();
    assert_eq!(eve.account(), Value::Null);
    // Whoever clears up looks again and again.
    let status = || ada.game("GET", "/api/game", &passes[0], None).good()["status"].clone();
    for _ in 0..100 {
        time.pass(10_001);
        if status() == "aborted" {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{}", status());
}

/// Signs in from a browser that keeps a mark, or is given one; returns that, too.
fn enter(client: &Client, name: &str, mark: &str) -> (Member, String) {
    let body = json!({ "name": name, "password": PASSWORD }).to_string().into_bytes();
    let answer = client
        .send("POST", "/api/session", &[("content-type", "application/json"), ("cookie", mark)], Some(body))
        .unwrap();
    answer.good();
    let marks =
        answer.headers.iter().filter(|(header, value)| header == "set-cookie" && value.contains("-browser="));
    let [(_, mark)] = &marks.collect::<Vec<_>>()[..] else { panic!("one mark: {answer:?}") };
    (Member::of(client, &answer), mark.split(';').next().unwrap().to_owned())
}

#[test]
fn a_rated_game_between_accounts_of_one_device_is_told_to_those_who_keep_order() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let mo = ["Ada", "Eve", "Mo"].map(|name| Member::found(client, name).0)[2].clone();
    appoint(data.path(), "mo", Role::Moderator);
    let (ada, mark) = enter(client, "Ada", "");
    // In the same browser somebody else signs in; the mark stays.
    let (eve, same) = enter(client, "Eve", &mark);
    assert_eq!(mark, same);
    let offer = json!({
        "spec": spec(), "players": persons(), "pace": "live spare=5m", "seats": { "host": 1, "open": true, "rated": true }
    });
    let game = ada.post("/api/games", &offer).good()["state"]["game"].as_str().unwrap().to_owned();
    let key = "b".repeat(25) + "a";
    eve.post("/api/invitations/take", &json!({ "game": game, "side": 2, "key": key })).good();
    assert_eq!(mo.get("/api/complaints").good()["complaints"], json!([]), "nothing is rated yet");
    let resign = json!({ "seq": 0, "side": 2 });
    eve.game("POST", "/api/game/resign", &format!("@{game}.2"), Some(&resign)).good();
    let found = mo.get("/api/complaints").good();
    let [complaint] = &found["complaints"].as_array().unwrap()[..] else { panic!("one: {found}") };
    assert_eq!((&complaint["kind"], &complaint["author"]), (&json!("oneself"), &Value::Null));
    assert_eq!(complaint["subject"]["name"], "Eve", "the younger account");
    let case = mo.get(&format!("/api/complaints/{}", complaint["number"])).good();
    assert_eq!(case["game"]["names"], json!(["Ada", "Eve"]));
    assert_eq!(case["talk"], Value::Null);
}
