//! Tests e-mails about games with a real mail server on loopback: before the recipient confirms the address, only the
//! confirmation request is sent.

use entourage_server::Smtp;

use crate::account_mail::{link, says};
use crate::common::mailbox::Mailbox;
use crate::common::sockets::send;
use crate::common::*;

const ADA: &str = "ada@example.org";

/// Starts a mail server that defers the first messages, and a server at `play.example.org` that uses it;
/// returns `None` if Python or aiosmtpd is missing.
pub fn mailed(put_off: usize) -> Option<(Mailbox, Running)> {
    let (mailbox, config) = mailing(put_off)?;
    Some((mailbox, Running::by_hand_with(config)))
}

/// Starts a mail server, and returns the configuration of a server that uses it.
pub fn mailing(put_off: usize) -> Option<(Mailbox, Config)> {
    let mailbox = Mailbox::open(&["--put-off", &put_off.to_string()])?;
    let smtp = Smtp {
        server: format!("smtp://127.0.0.1:{}", mailbox.port).parse().unwrap(),
        password: None,
        from: "games@example.org".into(),
    };
    let address = Some("https://play.example.org".into());
    Some((mailbox, Config { mail: Some(smtp), address, ..Config::default() }))
}

fn want(client: &Client, key: &str, address: &str) -> Answer {
    client.act(key, "mail", json!({ "address": address }))
}

fn state(client: &Client, key: &str) -> Value {
    client.read(key, "mail").good()
}

fn answer(client: &Client, what: &str, token: &str) -> Answer {
    client.post(&format!("/api/mail/{what}"), json!({ "token": token }))
}

fn create(client: &Client, pace: &str) -> Apart {
    client.apart_with(json!({ "pace": pace }))
}

/// Plays a legal move, event number `seq`, for the side to move.
fn play(client: &Client, keys: &Apart, seq: usize) {
    let moves = list(&client.state(&keys.watch)["moves"]);
    client.play(&keys.sides[moves.len() % 2], seq, &line(moves.len() + 1)[moves.len()]).good();
}

fn header(letter: &Value, name: &str) -> String {
    letter["headers"][name].as_str().unwrap_or("").to_owned()
}

#[test]
fn players_confirm_then_are_notified_of_each_turn_once_and_of_the_end() {
    let Some((mailbox, server)) = mailed(0) else { return };
    let client = &server;
    let keys = create(client, "correspondence spare=3d grace=2d");
    let [one, two] = &keys.sides;
    assert_eq!(state(client, two), json!({ "offered": true, "address": null, "confirmed": false }));
    client.state(one);
    client.state(two);
    want(client, two, "Ada@Example.ORG").good();
    let question = mailbox.letter();
    let to = "Ada@example.org";
    shows(
        &question,
        json!({ "from": "games@example.org", "to": [to], "kind": "text/plain", "headers/to": to }),
    );
    assert!(!question["text"].as_str().unwrap().contains(two), "the e-mail contains a key");
    // Nothing else is sent before the address is confirmed.
    play(client, &keys, 0);
    mailbox.is_quiet();
    assert_eq!(state(client, two), json!({ "offered": true, "address": to, "confirmed": false }));
    let token = link(&question, "mail");
    assert_eq!(token.len(), 26);
    assert_eq!(header(&question, "list-unsubscribe"), format!("<https://play.example.org/#mail={token}>"));
    assert_eq!(header(&question, "auto-submitted"), "auto-generated");
    assert!(!header(&question, "date").is_empty());
    client.opens_nothing(&token);
    answer(client, "confirm", &token).good();
    answer(client, "confirm", &token).good();
    assert_eq!(state(client, two)["confirmed"], true);
    let turn = mailbox.letter();
    says(&turn, "Time left: 5 days 0 hours.");
    assert!(header(&turn, "subject").contains("your turn") && link(&turn, "mail") == token);
    let names = [&question, &turn].map(|letter| header(letter, "message-id"));
    for name in &names {
        assert!(name.starts_with('<') && name.ends_with("@example.org>") && !name.contains(&token), "{name}");
    }
    assert_ne!(names[0], names[1]);
    client.offer(one, 1, 1, "draw").good();
    mailbox.is_quiet();
    play(client, &keys, 2);
    mailbox.is_quiet();
    play(client, &keys, 3);
    assert!(header(&mailbox.letter(), "subject").contains("your turn"));
    client.resign(one, 4, 1).good();
    let end = mailbox.letter();
    assert!(header(&end, "subject").contains("over"), "{end}");
    says(&end, "resigned");
    assert_eq!(header(&end, "list-unsubscribe"), "", "nothing to unsubscribe from");
    // That was the last e-mail, so the address is deleted shortly after the mail server has accepted it.
    eventually(|| state(client, two)["address"] == Value::Null);
    answer(client, "confirm", &token).fails(404, "no-game");
}

#[test]
fn notifications_survive_restarts_and_deferrals() {
    let Some((mailbox, mut server)) = mailed(2) else { return };
    let keys = create(&server, "unlimited");
    let two = &keys.sides[1];
    want(&server.with("accept-language", "fr"), two, ADA).good();
    mailbox.is_quiet();
    server.time.pass(MINUTE);
    mailbox.is_quiet();
    server.restart();
    mailbox.is_quiet();
    server.time.pass(2 * MINUTE);
    let question = mailbox.letter();
    says(&question, "ouvrez ce lien pour confirmer");
    answer(&server, "confirm", &link(&question, "mail")).good();
    // The e-mail about an acknowledged move is sent after a restart, even if a server without e-mail accepted the move.
    let config = std::mem::take(&mut server.setting.config);
    server.restart();
    assert_eq!(state(&server, two), json!({ "offered": false, "address": ADA, "confirmed": true }));
    want(&server, two, "eve@example.org").fails(422, "no-mail");
    play(&server, &keys, 0);
    server.setting.config = config;
    server.restart();
    says(&mailbox.letter(), "C'est à vous de jouer");
    mailbox.is_quiet();
}

#[test]
fn c17_nobody_is_told_of_their_turn_in_a_pause_but_when_it_has_ended() {
    let Some((mailbox, client)) = mailed(0) else { return };
    let keys = create(&client, "correspondence grace=2d");
    let [one, two] = &keys.sides;
    client.state(one);
    client.state(two);
    want(&client, two, ADA).good();
    play(&client, &keys, 0);
    client.agreed("pause", 1, (one, 1), two);
    answer(&client, "confirm", &link(&mailbox.letter(), "mail")).good();
    mailbox.is_quiet();
    // The first events are stored a millisecond after the creation of the game.
    client.time.pass(14 * DAY + 10);
    says(&mailbox.letter(), "Time left: 1 day 23 hours.");
}

/// Creates a game whose second player wants e-mails, and follows the game as that player.
async fn at_the_game() -> Option<(Mailbox, Running, Apart, Socket)> {
    let (mailbox, server) = mailed(0)?;
    let keys = create(&server, "unlimited");
    want(&server, &keys.sides[1], ADA).good();
    answer(&server, "confirm", &link(&mailbox.letter(), "mail")).good();
    let mut socket = follow(&server, &keys.sides[1], None).await;
    hear(&mut socket).await.unwrap();
    Some((mailbox, server, keys, socket))
}

#[tokio::test(flavor = "multi_thread")]
async fn present_players_are_not_notified() {
    let Some((mailbox, client, keys, socket)) = at_the_game().await else { return };
    play(&client, &keys, 0);
    mailbox.is_quiet();
    drop(socket);
    // The player saw that turn begin, so only the next turn causes an e-mail.
    play(&client, &keys, 1);
    mailbox.is_quiet();
    play(&client, &keys, 2);
    mailbox.letter();
}

/// Waits for the e-mail to a player who has just left the game, for less than the time after which every player is notified.
pub fn letter_after_leaving(mailbox: &Mailbox, servers: &[&Running]) -> Value {
    for _ in 0..8 {
        servers.iter().for_each(|server| server.time.pass(20_000));
        if let Ok(letter) = mailbox.letters.recv_timeout(Duration::from_secs(1)) {
            return letter;
        }
    }
    panic!("no message in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_notified_as_soon_as_no_visible_page_shows_the_game() {
    let Some((mailbox, client, keys, mut socket)) = at_the_game().await else { return };
    play(&client, &keys, 0);
    mailbox.is_quiet();
    // Another tab is in front of the page.
    send(&mut socket, json!({ "shown": false })).await;
    says(&letter_after_leaving(&mailbox, &[&client]), "your turn");
    // The page is visible again, and is closed.
    play(&client, &keys, 1);
    send(&mut socket, json!({ "shown": true })).await;
    hear_of(&mut socket, "beat").await;
    play(&client, &keys, 2);
    mailbox.is_quiet();
    drop(socket);
    says(&letter_after_leaving(&mailbox, &[&client]), "your turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_not_notified_to_present_players() {
    let Some((mailbox, client, keys, _socket)) = at_the_game().await else { return };
    play(&client, &keys, 0);
    mailbox.is_quiet();
    client.offer(&keys.sides[0], 1, 1, "draw").good();
    mailbox.is_quiet();
    client.time.pass(6 * MINUTE);
    says(&mailbox.letter(), "your turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_minded_players_are_notified_after_a_while() {
    let Some((mailbox, client, keys, _socket)) = at_the_game().await else { return };
    // A player who moves in time is not notified.
    play(&client, &keys, 0);
    mailbox.is_quiet();
    play(&client, &keys, 1);
    client.time.pass(6 * MINUTE);
    mailbox.is_quiet();
    // A player who does not move although the page is open is notified once.
    play(&client, &keys, 2);
    mailbox.is_quiet();
    client.time.pass(6 * MINUTE);
    says(&mailbox.letter(), "your turn");
    client.time.pass(HOUR);
    mailbox.is_quiet();
}

#[test]
fn confirmation_requests_are_limited_and_headers_safe() {
    let Some((mailbox, server)) = mailed(0) else { return };
    let client = &server;
    let games: Vec<Apart> = (0..5).map(|_| create(client, "unlimited")).collect();
    let hosts: Vec<&String> = games.iter().map(|game| &game.sides[0]).collect();
    for bad in [
        "ada",
        &format!("{ADA}\r\nBcc: eve@example.org"),
        &format!("{ADA}, eve@example.org"),
        "Ada <ada@example.org>",
    ] {
        want(client, hosts[0], bad).fails(422, "address");
    }
    want(client, &games[0].watch, ADA).fails(403, "watching");
    want(client, &client.create(&[]), ADA).fails(422, "alone");
    // An address can receive three requests per day; repeating a request has no effect.
    for host in &hosts[..3] {
        want(client, host, ADA).good();
        want(client, host, ADA).good();
        mailbox.letter();
    }
    for host in &hosts[3..] {
        want(client, host, ADA).fails(429, "too-fast");
    }
    mailbox.is_quiet();
    client.time.pass(25 * HOUR);
    want(client, hosts[3], ADA).good();
    let token = link(&mailbox.letter(), "mail");
    // Replacing the key to a side ends only the e-mails to that side.
    client.renew(hosts[1], "2").good();
    assert_eq!(state(client, hosts[1])["address"], ADA, "the other side's subscription");
    // A subscription ends when the player uses the link in the e-mail or clears the address, or when it expires.
    answer(client, "stop", &token).good();
    assert_eq!(state(client, hosts[3])["address"], Value::Null);
    want(client, hosts[0], "").good();
    assert_eq!(state(client, hosts[0])["address"], Value::Null);
    client.time.pass(8 * DAY);
    want(client, hosts[4], "eve@example.org").good();
    mailbox.letter();
    // An address that is not confirmed within a week is deleted.
    eventually(|| state(client, hosts[1])["address"] == Value::Null);
    for bad in ["", "x", &"a".repeat(26)] {
        answer(client, "confirm", bad).fails(404, "no-game");
    }
}

#[test]
fn addresses_can_be_viewed_and_deleted_without_e_mail() {
    let Some((mailbox, mut server)) = mailed(0) else { return };
    let keys = [(); 2].map(|()| create(&server, "unlimited").sides[0].clone());
    for key in &keys {
        want(&server, key, ADA).good();
    }
    mailbox.letter();
    server.setting.config = Config::default();
    server.restart();
    let client = &server;
    for key in &keys {
        assert_eq!(state(client, key)["address"], ADA);
        assert_eq!(client.read(key, "export").good()["mail"]["address"], ADA);
    }
    want(client, &keys[0], "").good();
    assert_eq!(state(client, &keys[0])["address"], Value::Null);
    // An unconfirmed address expires.
    assert_eq!(state(client, &keys[1])["address"], ADA);
    client.time.pass(8 * DAY);
    eventually(|| state(client, &keys[1])["address"] == Value::Null);
}

#[test]
fn confirmation_requests_are_forgotten_after_a_day() {
    let Some((mailbox, mut server)) = mailed(0) else { return };
    let count = |server: &Running| stored::<i64>(server.data(), "SELECT COUNT(*) FROM mail_questions")[0];
    let key = create(&server, "unlimited").sides[0].clone();
    want(&server, &key, ADA).good();
    mailbox.letter();
    want(&server, &key, "").good();
    assert_eq!(count(&server), 1);
    server.time.pass(25 * HOUR);
    eventually(|| count(&server) == 0);
    // Servers also delete old confirmation requests when they start.
    want(&server, &key, ADA).good();
    mailbox.letter();
    server.end();
    assert_eq!(count(&server), 1);
    change(server.data(), "UPDATE mail_questions SET created_at = created_at - 86400000");
    server.setting.config = Config::default();
    server.start();
    eventually(|| count(&server) == 0);
}
