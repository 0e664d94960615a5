//! Games that people write: handed in, told, shown, withdrawn, hidden, and played whatever becomes of them.

use std::fs;
use std::path::Path;

use entourage_server::{Act, Config, Limits, Moderation};
use serde_json::{Value, json};

use crate::common::{Answer, Client, Running, persons};

/// A small game that has no warnings.
fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/dobutsu.game");
    fs::read_to_string(file).unwrap().replace("game dobutsu", &format!("game {name}"))
}

fn key(letter: &str) -> String {
    letter.repeat(25) + "a"
}

fn submission(text: &str) -> Value {
    json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" })
}

fn submit(client: &Client, letter: &str, text: &str) -> Answer {
    client.post("/api/definitions", Some(&key(letter)), &submission(text))
}

fn tell(client: &Client, id: &str, letter: Option<&str>) -> Answer {
    let bearer = letter.map(|letter| format!("Bearer {}", key(letter)));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
    client.get(&format!("/api/definitions/{id}"), &headers)
}

fn set(client: &Client, id: &str, letter: &str, state: &str) -> Answer {
    let bearer = format!("Bearer {}", key(letter));
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = json!({ "state": state }).to_string().into_bytes();
    client.send("PUT", &format!("/api/definitions/{id}/state"), &headers, Some(body)).unwrap()
}

fn begin(client: &Client, id: &str) -> Answer {
    client.post("/api/games", None, &json!({ "spec": id, "players": persons() }))
}

fn id_of(answer: &Answer) -> String {
    answer.good()["id"].as_str().unwrap().to_owned()
}

fn moderate(data: &Path, id: &str, act: Act) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        Moderation::open(data).await.unwrap().act(id, act, "a test", 1).await.unwrap();
    });
}

#[test]
fn a_game_is_named_by_its_texts_and_told_to_whoever_knows_its_name() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let answer = submit(client, "b", &text("mine"));
    let id = id_of(&answer);
    assert_eq!(answer.status, 201);
    assert!(id.starts_with("@sha256-") && id.len() == 72);
    let told = tell(client, &id, None).good();
    assert_eq!(
        (&told["state"], &told["own"], &told["author"]),
        (&json!("private"), &json!(false), &json!("Ada"))
    );
    assert_eq!(told["game"]["texts"], json!([text("mine")]));
    assert_eq!(tell(client, &id, Some("b")).good()["own"], true);
    // The same again is answered again; from somebody else it is taken, with its name.
    assert_eq!(id_of(&submit(client, "b", &text("mine"))), id);
    let taken = submit(client, "c", &text("mine"));
    taken.fails(409, "taken");
    assert_eq!(taken.json()["error"]["id"], json!(id));
    // Versions are linked by their author alone, and clones with what is public.
    let with = |letter: &str, name: &str, field: &str| {
        let mut body = submission(&text(name));
        body[field] = json!(id);
        client.post("/api/definitions", Some(&key(letter)), &body)
    };
    with("c", "other", "earlier").fails(403, "not-author");
    with("c", "other", "clonedFrom").fails(422, "no-origin");
    let second = id_of(&with("b", "second", "earlier"));
    assert_eq!(tell(client, &second, None).good()["earlier"], json!(id));
    assert_eq!(tell(client, &id, None).good()["later"], json!([]));
    assert_eq!(tell(client, &id, Some("b")).good()["later"][0]["id"], json!(second));
    let unknown = format!("@sha256-{}", "0".repeat(64));
    for id in ["x", "@sha256-", "%00", unknown.as_str()] {
        tell(client, id, None).fails(404, "no-definition");
    }
}

#[test]
fn what_is_no_game_is_refused_with_its_faults() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let faults = submit(client, "b", "language 1\nnonsense\n");
    faults.fails(422, "faults");
    let fault = faults.json()["error"]["diagnostics"][0].clone();
    assert!(
        fault["line"].is_number() && fault["problem"].is_string() && fault["isWarning"] == false,
        "{fault}"
    );
    let with = |change: &dyn Fn(&mut Value)| {
        let mut body = submission(&text("mine"));
        change(&mut body);
        client.post("/api/definitions", Some(&key("b")), &body)
    };
    with(&|body| body["texts"] = json!([])).fails(400, "malformed");
    with(&|body| body["texts"] = json!(vec!["x"; 9])).fails(400, "malformed");
    with(&|body| body["texts"] = json!([text("mine"), "more"])).fails(400, "malformed");
    with(&|body| body["texts"] = json!(vec!["x".repeat((64 << 10) + 1)])).fails(413, "too-large");
    with(&|body| body["texts"] = json!(vec!["x".repeat(2 << 20)])).fails(413, "too-large");
    with(&|body| body["licence"] = json!("none")).fails(422, "licence");
    for author in ["", " ", "a\u{202e}b", "a\nb", &"x".repeat(61)] {
        with(&|body| body["author"] = json!(author)).fails(422, "words");
    }
    with(&|body| body["texts"] = json!([text("mine") + "# \u{202e}\n"])).fails(422, "words");
    with(&|body| body["more"] = json!(1)).fails(400, "malformed");
    client.post("/api/definitions", None, &submission(&text("mine"))).fails(401, "no-key");
    let headers = [("content-type", "application/json"), ("authorization", "Bearer x")];
    client.send("POST", "/api/definitions", &headers, Some(b"{".to_vec())).unwrap().fails(401, "bad-key");
    let other = [("origin", "https://evil.example"), ("content-type", "application/json")];
    client.send("POST", "/api/definitions", &other, Some(b"{}".to_vec())).unwrap().fails(403, "origin");
}

#[test]
fn a_game_goes_on_after_a_restart_and_its_withdrawal() {
    let data = tempfile::tempdir().unwrap();
    let (id, game) = {
        let server = Running::start(data.path());
        let client = &server.client;
        let id = id_of(&submit(client, "b", &text("mine")));
        let game = begin(client, &id).good()["id"].as_str().unwrap().to_owned();
        assert_eq!(client.state(&game)["spec"], json!(id));
        (id, game)
    };
    let server = Running::start(data.path());
    let client = &server.client;
    let picture = client.get(&format!("/board.svg?game={id}"), &[]);
    assert!(picture.status == 200 && picture.text.starts_with("<svg"));
    assert_eq!(tell(client, &id, None).good()["played"], 1);
    set(client, &id, "c", "withdrawn").fails(403, "not-author");
    set(client, &id, "b", "gone").fails(400, "malformed");
    assert_eq!(set(client, &id, "b", "withdrawn").good()["state"], "withdrawn");
    begin(client, &id).fails(422, "withdrawn");
    client.play(&game, 0, "nonsense").fails(422, "text");
    assert_eq!(client.resign(&game, 0, 1).good()["seq"], 1);
    drop(server);
    let registry = entourage_registry::Registry::built_in();
    let verified = tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(entourage_server::verify(data.path(), &registry, |_| ()))
        .unwrap();
    assert_eq!((verified.games, verified.other_rules, verified.faults), (1, 0, Vec::new()));
}

#[test]
fn a_hidden_game_is_told_to_those_who_play_it_alone() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let id = id_of(&submit(client, "b", &text("mine")));
    let game = begin(client, &id).good()["id"].as_str().unwrap().to_owned();
    moderate(data.path(), &id, Act::Hide);
    tell(client, &id, None).fails(404, "no-definition");
    tell(client, &id, Some("c")).fails(404, "no-definition");
    assert_eq!(tell(client, &id, Some("b")).good()["state"], "hidden");
    let held = client.get(&format!("/api/definitions/{id}"), &[("authorization", &format!("Bearer {game}"))]);
    assert_eq!(held.good()["game"]["texts"], json!([text("mine")]));
    let name = client.post("/api/game/publication", Some(&game), &json!({ "public": true })).good();
    let name = name["public"].as_str().unwrap();
    assert_eq!(client.get(&format!("/api/definitions/{id}?game={name}"), &[]).good()["id"], json!(id));
    begin(client, &id).fails(422, "hidden");
    set(client, &id, "b", "private").fails(422, "hidden");
    assert!(client.get("/api/gallery", &[]).good()["games"].as_array().unwrap().is_empty());
    moderate(data.path(), &id, Act::Show);
    begin(client, &id).good();
}

#[test]
fn everybody_is_shown_what_was_looked_at() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let id = id_of(&submit(client, "b", &text("mine")));
    let shown = set(client, &id, "b", "public").good();
    assert!(shown["trial"]["games"].as_u64().unwrap() >= 10, "{shown}");
    let list = client.get("/api/gallery?sort=played", &[]).good();
    assert_eq!((&list["games"][0]["id"], &list["games"][0]["author"]), (&json!(id), &json!("Ada")));
    client.get("/api/gallery?sort=x", &[]).fails(400, "malformed");
    let mut body = submission(&text("clone"));
    body["clonedFrom"] = json!(id);
    let clone = client.post("/api/definitions", Some(&key("c")), &body).good();
    assert_eq!(clone["clonedFrom"]["author"], "Ada");
    set(client, &id, "b", "private").good();
    assert!(client.get("/api/gallery", &[]).good()["games"].as_array().unwrap().is_empty());
}

#[test]
fn an_address_hands_in_so_many_a_minute() {
    let limits: Limits = "definitions=2".parse().unwrap();
    let data = tempfile::tempdir().unwrap();
    let config = Config { limits, proxies: "loopback".parse().unwrap(), ..Config::default() };
    let server =
        Running::start_with(data.path(), std::sync::Arc::new(entourage_server::MachineTime::default()), config);
    let bearer = format!("Bearer {}", key("b"));
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("x-forwarded-for", "203.0.113.7"),
    ];
    let send = || server.client.send("POST", "/api/definitions", &headers, Some(b"{}".to_vec())).unwrap();
    assert_eq!([send().status, send().status, send().status], [400, 400, 429]);
}
