//! Messages by e-mail, against a real mail server on loopback: one question, and nothing more until it is answered.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::common::follow::{Socket, follow, hear};
use crate::common::hand_time::HandTime;
use crate::common::mail_config::config;
use crate::common::mailbox::Mailbox;
use crate::common::{self, Apart, Client, Running, persons, spec};

const HOUR: i64 = 3_600_000;

/// Opens a mail server that puts off the first so many messages; `None` where Python or aiosmtpd is missing.
fn open(put_off: usize) -> Option<Mailbox> {
    Mailbox::open(&["--put-off", &put_off.to_string()])
}

fn start(data: &Path, time: &Arc<HandTime>, mailbox: &Mailbox) -> Running {
    Running::start_with(data, Arc::clone(time) as _, config(mailbox))
}

fn want(client: &Client, key: &str, address: &str) -> common::Answer {
    client.post("/api/game/mail", Some(key), &json!({ "address": address }))
}

fn state(client: &Client, key: &str) -> Value {
    client.get("/api/game/mail", &[("authorization", &format!("Bearer {key}"))]).good()
}

/// Waits until something is so.
#[track_caller]
fn eventually(holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < end, "it does not come to be so");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Finds the link of a message, and what it says.
fn token(letter: &Value) -> String {
    let text = letter["text"].as_str().unwrap();
    let (_, rest) = text.split_once("https://play.example.org/#mail=").expect("a link");
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn answer(client: &Client, what: &str, token: &str) -> common::Answer {
    client.post(&format!("/api/mail/{what}"), None, &json!({ "token": token }))
}

fn create(client: &Client, pace: &str) -> Apart {
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 }, "pace": pace });
    Apart::of(&client.post("/api/games", None, &body).good())
}

/// Plays some legal move, the event number `seq`, for the side to move.
fn play(client: &Client, keys: &Apart, seq: usize) {
    let told = client.get("/api/game", &[("authorization", &format!("Bearer {}", keys.watch))]).good();
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    for text in told["moves"].as_array().unwrap() {
        game.play(text.as_str().unwrap()).unwrap();
    }
    let key = &keys.sides[game.side_to_move().index()];
    client.play(key, seq, &game.legal_moves()[0]).good();
}

#[test]
fn a_player_is_asked_then_told_of_each_turn_once_and_of_the_end() {
    let Some(mailbox) = open(0) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = start(data.path(), &time, &mailbox);
    let client = &server.client;
    let keys = create(client, "correspondence spare=3d grace=2d");
    assert_eq!(state(client, &keys.sides[1]), json!({ "offered": true, "address": null, "confirmed": false }));
    client.state(&keys.sides[0]);
    client.state(&keys.sides[1]);
    want(client, &keys.sides[1], "Ada@Example.ORG").good();
    let question = mailbox.letter();
    assert_eq!(
        (&question["from"], &question["to"]),
        (&json!("games@example.org"), &json!(["Ada@example.org"]))
    );
    assert_eq!(
        (&question["kind"], &question["headers"]["to"]),
        (&json!("text/plain"), &json!("Ada@example.org"))
    );
    assert!(!question["text"].as_str().unwrap().contains(&keys.sides[1]), "no key stands in a message");
    // Until the question is answered, nothing else comes.
    play(client, &keys, 0);
    mailbox.is_quiet();
    assert_eq!(
        state(client, &keys.sides[1]),
        json!({ "offered": true, "address": "Ada@example.org", "confirmed": false })
    );
    let link = token(&question);
    assert_eq!(link.len(), 26);
    let header = |letter: &Value, name: &str| letter["headers"][name].as_str().unwrap_or("").to_owned();
    assert_eq!(header(&question, "list-unsubscribe"), format!("<https://play.example.org/#mail={link}>"));
    assert_eq!(header(&question, "auto-submitted"), "auto-generated");
    assert!(!header(&question, "date").is_empty());
    client.try_state(&link).unwrap().fails(404, "no-game");
    answer(client, "confirm", &link).good();
    answer(client, "confirm", &link).good();
    assert_eq!(state(client, &keys.sides[1])["confirmed"], true);
    // It is their turn just now.
    let turn = mailbox.letter();
    let text = turn["text"].as_str().unwrap();
    assert!(text.contains("Time left: 5 days 0 hours."), "{text}");
    assert!(turn["headers"]["subject"].as_str().unwrap().contains("your turn") && token(&turn) == link);
    // Every message has a name of its own.
    let names = [&question, &turn].map(|letter| header(letter, "message-id"));
    for name in &names {
        assert!(name.starts_with('<') && name.ends_with("@example.org>") && !name.contains(&link), "{name}");
    }
    assert_ne!(names[0], names[1]);
    // Not twice in a turn, whatever else happens.
    client
        .post("/api/game/offer", Some(&keys.sides[0]), &json!({ "seq": 1, "side": 1, "offer": "draw" }))
        .good();
    mailbox.is_quiet();
    play(client, &keys, 2);
    mailbox.is_quiet();
    play(client, &keys, 3);
    assert!(mailbox.letter()["headers"]["subject"].as_str().unwrap().contains("your turn"));
    client.resign(&keys.sides[0], 4, 1).good();
    let end = mailbox.letter();
    assert!(end["headers"]["subject"].as_str().unwrap().contains("over"), "{end}");
    assert!(end["text"].as_str().unwrap().contains("resigned"), "{end}");
    assert_eq!(header(&end, "list-unsubscribe"), "", "there is nothing left to stop");
    // That was the last one; the mail server has it a moment before ours hears so.
    eventually(|| state(client, &keys.sides[1])["address"] == Value::Null);
    answer(client, "confirm", &link).fails(404, "no-game");
}

#[test]
fn what_is_to_be_told_survives_a_restart_and_a_mail_server_that_puts_it_off() {
    let Some(mailbox) = open(2) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = start(data.path(), &time, &mailbox);
    let keys = create(&server.client, "unlimited");
    let headers = [
        ("content-type", "application/json"),
        ("accept-language", "fr"),
        ("authorization", &*format!("Bearer {}", keys.sides[1])),
    ];
    let body = json!({ "address": "ada@example.org" }).to_string().into_bytes();
    server.client.send("POST", "/api/game/mail", &headers, Some(body)).unwrap().good();
    mailbox.is_quiet();
    time.pass(60_000);
    mailbox.is_quiet();
    drop(server);
    let server = start(data.path(), &time, &mailbox);
    mailbox.is_quiet();
    time.pass(120_000);
    let question = mailbox.letter();
    assert!(question["text"].as_str().unwrap().contains("ouvrez ce lien et acceptez"), "{question}");
    answer(&server.client, "confirm", &token(&question)).good();
    // A move that was acknowledged is told after a restart, even by a server that was not open for mail meanwhile.
    drop(server);
    let plain = Running::start_at(data.path(), Arc::clone(&time) as _);
    assert_eq!(
        state(&plain.client, &keys.sides[1]),
        json!({ "offered": false, "address": "ada@example.org", "confirmed": true })
    );
    want(&plain.client, &keys.sides[1], "eve@example.org").fails(422, "no-mail");
    play(&plain.client, &keys, 0);
    drop(plain);
    let server = start(data.path(), &time, &mailbox);
    assert!(mailbox.letter()["text"].as_str().unwrap().contains("C'est à vous de jouer"));
    mailbox.is_quiet();
    drop(server);
}

#[test]
fn c17_nobody_is_told_of_their_turn_in_a_pause_but_when_it_has_ended() {
    let Some(mailbox) = open(0) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = start(data.path(), &time, &mailbox);
    let client = &server.client;
    let keys = create(client, "correspondence grace=2d");
    let [one, two] = &keys.sides;
    client.state(one);
    client.state(two);
    want(client, two, "ada@example.org").good();
    play(client, &keys, 0);
    let pause = json!({ "seq": 1, "side": 1, "offer": "pause" });
    client.post("/api/game/offer", Some(one), &pause).good();
    client.post("/api/game/pause", Some(two), &json!({ "seq": 2 })).good();
    answer(client, "confirm", &token(&mailbox.letter())).good();
    mailbox.is_quiet();
    // The first events of a game stand a moment after its creation.
    time.pass(14 * 24 * HOUR + 10);
    let turn = mailbox.letter();
    assert!(turn["text"].as_str().unwrap().contains("Time left: 1 day 23 hours."), "{turn}");
}

/// A player who wants messages, and whose page follows their game.
struct AtTheGame {
    mailbox: Mailbox,
    time: Arc<HandTime>,
    client: Client,
    keys: Apart,
    socket: Socket,
    _server: Running,
    _data: tempfile::TempDir,
}

impl AtTheGame {
    async fn come() -> Option<Self> {
        let mailbox = open(0)?;
        let data = tempfile::tempdir().unwrap();
        let time = Arc::new(HandTime::at(1_800_000_000_000));
        let server = start(data.path(), &time, &mailbox);
        let client = server.client.clone();
        let keys = create(&client, "unlimited");
        want(&client, &keys.sides[1], "ada@example.org").good();
        answer(&client, "confirm", &token(&mailbox.letter())).good();
        let mut socket = follow(&client, &keys.sides[1], None).await;
        hear(&mut socket).await.unwrap();
        Some(Self { mailbox, time, client, keys, socket, _server: server, _data: data })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_game_is_not_told() {
    let Some(at) = AtTheGame::come().await else { return };
    let AtTheGame { mailbox, client, keys, socket, _server, _data, .. } = at;
    play(&client, &keys, 0);
    mailbox.is_quiet();
    drop(socket);
    // They saw that turn begin; of the next one they are told.
    play(&client, &keys, 1);
    mailbox.is_quiet();
    play(&client, &keys, 2);
    mailbox.letter();
}

/// Whatever else happens in their turn, who is there is told no sooner.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_brings_no_letter_to_who_is_at_the_game() {
    let Some(at) = AtTheGame::come().await else { return };
    let AtTheGame { mailbox, time, client, keys, socket, _server, _data } = at;
    play(&client, &keys, 0);
    mailbox.is_quiet();
    let offer = json!({ "seq": 1, "side": 1, "offer": "draw" });
    client.post("/api/game/offer", Some(&keys.sides[0]), &offer).good();
    mailbox.is_quiet();
    time.pass(6 * 60_000);
    assert!(mailbox.letter()["text"].as_str().unwrap().contains("your turn"));
    drop(socket);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_a_page_open_is_told_after_a_while() {
    let Some(at) = AtTheGame::come().await else { return };
    let AtTheGame { mailbox, time, client, keys, socket, _server, _data } = at;
    // They move in time, and are told nothing.
    play(&client, &keys, 0);
    mailbox.is_quiet();
    play(&client, &keys, 1);
    time.pass(6 * 60_000);
    mailbox.is_quiet();
    // They do not, though their page is open: once.
    play(&client, &keys, 2);
    mailbox.is_quiet();
    time.pass(6 * 60_000);
    assert!(mailbox.letter()["text"].as_str().unwrap().contains("your turn"));
    time.pass(60 * 60_000);
    mailbox.is_quiet();
    drop(socket);
}

#[test]
fn nobody_is_flooded_and_nothing_is_injected() {
    let Some(mailbox) = open(0) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = start(data.path(), &time, &mailbox);
    let client = &server.client;
    let games: Vec<Apart> = (0..5).map(|_| create(client, "unlimited")).collect();
    for bad in [
        "ada",
        "ada@example.org\r\nBcc: eve@example.org",
        "ada@example.org, eve@example.org",
        "Ada <ada@example.org>",
    ] {
        want(client, &games[0].sides[0], bad).fails(422, "address");
    }
    want(client, &games[0].watch, "ada@example.org").fails(403, "watching");
    want(client, &client.create(&[]), "ada@example.org").fails(422, "alone");
    // An address is asked three times a day at most, and the same wish is one.
    for game in &games[..3] {
        want(client, &game.sides[0], "ada@example.org").good();
        want(client, &game.sides[0], "ada@example.org").good();
        mailbox.letter();
    }
    for game in &games[3..] {
        want(client, &game.sides[0], "ada@example.org").fails(429, "too-fast");
    }
    mailbox.is_quiet();
    time.pass(25 * HOUR);
    want(client, &games[3].sides[0], "ada@example.org").good();
    let link = token(&mailbox.letter());
    // Who has a new link to the side is not told on behalf of who had the old one.
    let renewed = &games[1];
    client.post("/api/game/keys", Some(&renewed.sides[0]), &json!({ "seat": "2" })).good();
    assert_eq!(state(client, &renewed.sides[0])["address"], "ada@example.org", "the other side's");
    // It stops by its link, by its player, and by itself.
    answer(client, "stop", &link).good();
    assert_eq!(state(client, &games[3].sides[0])["address"], Value::Null);
    want(client, &games[0].sides[0], "").good();
    assert_eq!(state(client, &games[0].sides[0])["address"], Value::Null);
    time.pass(8 * 24 * HOUR);
    want(client, &games[4].sides[0], "eve@example.org").good();
    mailbox.letter();
    // Not confirmed within a week.
    eventually(|| state(client, &games[1].sides[0])["address"] == Value::Null);
    for bad in ["", "x", &"a".repeat(26)] {
        answer(client, "confirm", bad).fails(404, "no-game");
    }
}

#[test]
fn a_player_sees_takes_away_and_deletes_an_address_where_no_mail_is_sent_any_more() {
    let Some(mailbox) = open(0) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let server = start(data.path(), &time, &mailbox);
    let games: Vec<Apart> = (0..2).map(|_| create(&server.client, "unlimited")).collect();
    let keys: Vec<_> = games.iter().map(|game| &game.sides[0]).collect();
    for key in &keys {
        want(&server.client, key, "ada@example.org").good();
    }
    mailbox.letter();
    drop(server);
    let plain = Running::start_at(data.path(), Arc::clone(&time) as _);
    let client = &plain.client;
    for key in &keys {
        assert_eq!(state(client, key)["address"], "ada@example.org");
        let export = client.get("/api/game/export", &[("authorization", &format!("Bearer {key}"))]).good();
        assert_eq!(export["mail"]["address"], "ada@example.org");
    }
    want(client, keys[0], "").good();
    assert_eq!(state(client, keys[0])["address"], Value::Null);
    // What has not been confirmed goes by itself.
    assert_eq!(state(client, keys[1])["address"], "ada@example.org");
    time.pass(8 * 24 * HOUR);
    eventually(|| state(client, keys[1])["address"] == Value::Null);
}

#[test]
fn which_addresses_were_asked_is_forgotten_after_a_day_by_itself() {
    let Some(mailbox) = open(0) else { return };
    let data = tempfile::tempdir().unwrap();
    let time = Arc::new(HandTime::at(1_800_000_000_000));
    let count = || {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let file = SqliteConnectOptions::new().filename(data.path().join("entourage.sqlite"));
            let pool = SqlitePool::connect_with(file).await.unwrap();
            let count: i64 =
                sqlx::query_scalar("SELECT COUNT(*) FROM mail_questions").fetch_one(&pool).await.unwrap();
            pool.close().await;
            count
        })
    };
    let server = start(data.path(), &time, &mailbox);
    let key = create(&server.client, "unlimited").sides[0].clone();
    want(&server.client, &key, "ada@example.org").good();
    mailbox.letter();
    want(&server.client, &key, "").good();
    assert_eq!(count(), 1);
    time.pass(25 * HOUR);
    eventually(|| count() == 0);
    // A server begins with it.
    want(&server.client, &key, "ada@example.org").good();
    mailbox.letter();
    drop(server);
    assert_eq!(count(), 1);
    age_questions(data.path());
    let _plain = Running::start_at(data.path(), Arc::clone(&time) as _);
    eventually(|| count() == 0);
}

/// Makes the questions a day older.
fn age_questions(data: &Path) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let file = SqliteConnectOptions::new().filename(data.join("entourage.sqlite"));
        let pool = SqlitePool::connect_with(file).await.unwrap();
        let older = "UPDATE mail_questions SET created_at = created_at - 86400000";
        sqlx::query(older).execute(&pool).await.unwrap();
        pool.close().await;
    });
}
