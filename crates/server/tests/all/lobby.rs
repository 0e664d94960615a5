//! The lobby: who looks for an opponent, who comes, and both at the board within a second.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::follow::{Socket, hear, hear_of};
use crate::common::member::Member;
use crate::common::{Client, Running, persons, spec};

const PACE: &str = "live spare=5m extra=3s";
const DAYS: &str = "correspondence grace=3d";

/// A key of one letter.
pub fn key(letter: char) -> String {
    letter.to_string().repeat(25) + "a"
}

pub fn wish(letter: char, more: &Value) -> Value {
    let mut wish = json!({ "spec": spec(), "key": key(letter), "pace": PACE });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wish
}

/// Enters the lobby, perhaps signed in, and holds some seeks.
pub async fn enter(client: &Client, member: Option<&Member>, held: &[String]) -> Socket {
    let mut request = client.url.replace("http://", "ws://").into_client_request().unwrap();
    let address = format!("{}/api/lobby", request.uri().to_string().trim_end_matches('/'));
    *request.uri_mut() = address.parse().unwrap();
    if let Some(member) = member {
        request.headers_mut().insert("cookie", member.cookie.parse().unwrap());
    }
    let (mut socket, _) = connect_async(request).await.unwrap();
    socket.send(Message::text(json!({ "hold": held }).to_string())).await.unwrap();
    socket
}

/// Hears of seeks until those of some keys are listed, by the letters of their sides and names.
pub async fn hear_seeks(socket: &mut Socket, count: usize) -> Vec<Value> {
    loop {
        let news = hear_of(socket, "seeks").await;
        let seeks = news["seeks"].as_array().unwrap();
        if seeks.len() == count {
            return seeks.clone();
        }
    }
}

fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/seeks", &[]).good()["seeks"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_hears_within_a_second_that_somebody_has_come() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let made = client.post("/api/seeks", None, &wish('b', &json!({ "side": 1 })));
    assert_eq!(made.status, 201, "nobody waits for that");
    let seek = made.good()["seek"].clone();
    let (mut maker, mut other) = (enter(client, None, &[key('b')]).await, enter(client, None, &[]).await);
    let one = &hear_seeks(&mut other, 1).await[0];
    assert_eq!((&one["seek"], &one["side"], &one["name"]), (&seek, &json!(2), &Value::Null));
    assert_eq!((&one["pace"], &one["rated"], &one["lasts"]), (&json!(PACE), &json!(false), &json!(false)));
    assert!(client.try_state(&key('b')).unwrap().status == 404, "there is no game yet");
    // Whoever comes back asks instead of trying.
    let met = |keys: &[String]| client.post("/api/seeks/met", None, &json!({ "keys": keys }));
    assert_eq!(met(&[key('b'), key('z')]).good(), json!({ "met": [false, false] }));
    // One's own is none to take.
    let take =
        |letter: char| client.post("/api/seeks/take", None, &json!({ "seek": seek, "key": key(letter) }));
    take('b').fails(403, "oneself");
    let state = take('c').good();
    assert_eq!((&state["game"], &state["seat"]), (&seek, &json!("2")));
    assert_eq!(met(&[key('z'), key('b')]).good(), json!({ "met": [false, true] }));
    met(&["x".to_owned()]).fails(400, "malformed");
    met(&vec![key('b'); 65]).fails(400, "malformed");
    assert_eq!(hear_of(&mut maker, "taken").await["seek"], seek);
    hear_seeks(&mut other, 0).await;
    assert_eq!(
        (&client.state(&key('b'))["seat"], &client.state(&key('b'))["pace"]),
        (&json!("1"), &json!(PACE))
    );
    // Asked again, it is theirs; whoever comes later is told.
    assert_eq!(take('c').good()["game"], seek);
    take('d').fails(409, "taken");
    // Who wishes the same as somebody who waits plays at once.
    client.post("/api/seeks", None, &wish('e', &json!({}))).good();
    let met = client.post("/api/seeks", None, &wish('f', &json!({ "side": 2 })));
    assert_eq!((met.status, &met.good()["state"]["seat"]), (200, &json!("2")));
    assert_eq!(client.state(&key('e'))["seat"], "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_goes_with_its_maker_unless_the_game_lasts_for_days() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    client.post("/api/seeks", None, &wish('b', &json!({}))).good();
    let lasting = client.post("/api/seeks", None, &wish('c', &json!({ "pace": DAYS }))).good()["seek"].clone();
    let maker = enter(client, None, &[key('b'), key('c')]).await;
    let mut other = enter(client, None, &[]).await;
    hear_seeks(&mut other, 2).await;
    drop(maker);
    let left = hear_seeks(&mut other, 1).await;
    assert_eq!((&left[0]["seek"], &left[0]["lasts"]), (&lasting, &json!(true)));
    // Its maker withdraws it, and nobody else.
    let withdraw =
        |body: &Value| client.post(&format!("/api/seeks/{}/withdrawal", lasting.as_str().unwrap()), None, body);
    withdraw(&json!({})).fails(404, "unknown");
    withdraw(&json!({ "key": key('d') })).fails(404, "unknown");
    withdraw(&json!({ "key": key('c') })).good();
    hear_seeks(&mut other, 0).await;
    // Nothing but keys is said here.
    other.send(Message::text("{}")).await.unwrap();
    while let Ok(news) = hear(&mut other).await {
        assert_eq!(news["type"], "beat");
    }
}

#[test]
fn a_seek_lists_whom_it_is_for() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, bob) = (Member::found(client, "Ada").0, Member::found(client, "Bob").0);
    client.post("/api/seeks", None, &wish('b', &json!({ "rated": true }))).fails(403, "guest");
    for bounds in [json!({ "rated": true, "lowest": 1600, "highest": 1500 }), json!({ "lowest": 1500 })] {
        ada.post("/api/seeks", &wish('b', &bounds)).fails(422, "range");
    }
    for refused in [json!({ "pace": "unlimited" }), json!({ "degree": "free" })] {
        let mut body = wish('b', &json!({ "rated": true }));
        body.as_object_mut().unwrap().extend(refused.as_object().unwrap().clone());
        ada.post("/api/seeks", &body).fails(422, "rated");
    }
    let bounds = json!({ "rated": true, "lowest": 1600 });
    let seek = ada.post("/api/seeks", &wish('b', &bounds)).good()["seek"].clone();
    let one = &listed(client)[0];
    assert_eq!((&one["name"], &one["lowest"], &one["highest"]), (&json!("Ada"), &json!(1600), &Value::Null));
    assert_eq!(one["rating"], json!({ "rating": 1500, "deviation": 350, "provisional": true }));
    let take = json!({ "seek": seek, "key": key('c') });
    client.post("/api/seeks/take", None, &take).fails(403, "guest");
    ada.post("/api/seeks/take", &take).fails(403, "oneself");
    bob.post("/api/seeks/take", &take).fails(403, "range");
    // Who is signed in withdraws what is theirs.
    let withdrawal = format!("/api/seeks/{}/withdrawal", seek.as_str().unwrap());
    bob.post(&withdrawal, &json!({})).fails(404, "unknown");
    ada.post(&withdrawal, &json!({})).good();
    assert_eq!(listed(client), Vec::<Value>::new());
    // Two who play for ratings meet, and are known by name.
    ada.post("/api/seeks", &wish('b', &json!({ "rated": true }))).good();
    let met = bob.post("/api/seeks", &wish('d', &json!({ "rated": true }))).good()["state"].clone();
    let mut names = [met["names"][0].as_str().unwrap(), met["names"][1].as_str().unwrap()];
    names.sort_unstable();
    assert_eq!((names, &met["rated"]), (["Ada", "Bob"], &json!(true)));
    // A key that opens something opens nothing else.
    ada.post("/api/seeks", &wish('b', &json!({}))).fails(409, "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_challenged_by_name() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, bob, eve] = ["Ada", "Bob", "Eve"].map(|name| Member::found(client, name).0);
    let mut called = enter(client, Some(&bob), &[]).await;
    assert_eq!(hear_of(&mut called, "challenges").await["challenges"], json!([]));
    let to = |name: &str| json!({ "opponent": name, "pace": DAYS });
    client.post("/api/seeks", None, &wish('b', &to("Bob"))).fails(403, "guest");
    ada.post("/api/seeks", &wish('b', &to("Ada"))).fails(403, "oneself");
    ada.post("/api/seeks", &wish('b', &to("Nobody"))).fails(422, "nobody");
    let seek = ada.post("/api/seeks", &wish('b', &to("bob"))).good()["seek"].clone();
    let heard = hear_of(&mut called, "challenges").await["challenges"].clone();
    assert_eq!(
        (&heard[0]["seek"], &heard[0]["name"], &heard[0]["opponent"]),
        (&seek, &json!("Ada"), &json!("Bob"))
    );
    assert_eq!(listed(client), Vec::<Value>::new(), "it is nobody else's business");
    assert_eq!(eve.get("/api/challenges").good()["seeks"], json!([]));
    client.get("/api/challenges", &[]).fails(401, "signed-out");
    let take = json!({ "seek": seek, "key": key('c') });
    eve.post("/api/seeks/take", &take).fails(403, "challenge");
    assert_eq!(bob.post("/api/seeks/take", &take).good()["game"], seek);
    // Another is declined.
    let seek = ada.post("/api/seeks", &wish('d', &to("Bob"))).good()["seek"].clone();
    let decline = format!("/api/seeks/{}/withdrawal", seek.as_str().unwrap());
    eve.post(&decline, &json!({})).fails(404, "unknown");
    bob.post(&decline, &json!({})).good();
    assert_eq!(ada.get("/api/challenges").good()["seeks"], json!([]));
}

#[test]
fn what_waits_is_bounded_for_an_address_and_an_account() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let ada = Member::found(client, "Ada").0;
    let letters = "bcdfghjklmnopqrst";
    let made: Vec<u16> = letters
        .chars()
        .take(12)
        .map(|letter| ada.post("/api/seeks", &wish(letter, &json!({ "side": 1 }))).status)
        .collect();
    assert!(made.iter().filter(|status| **status == 201).count() <= 10, "{made:?}");
    assert!(matches!(made.last(), Some(422 | 429)), "{made:?}");
    // Games that anybody may join count with them.
    let open = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1, "open": true } });
    assert!(matches!(client.post("/api/games", None, &open).status, 201 | 429));
}
