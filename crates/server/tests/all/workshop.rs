//! Games that people write: handed in, told, shown, withdrawn, hidden, and played whatever becomes of them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use entourage_server::{Act, Config, DatabaseAddress, Limits, MachineTime, Moderation};
use serde_json::{Value, json};

use crate::common::{Answer, Client, Running, persons};

/// A small game that has no warnings.
pub fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/dobutsu.game");
    fs::read_to_string(file).unwrap().replace("game dobutsu", &format!("game {name}"))
}

pub fn key(letter: &str) -> String {
    letter.repeat(25) + "a"
}

fn submission(text: &str) -> Value {
    json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" })
}

pub fn submit(client: &Client, letter: &str, text: &str) -> Answer {
    client.post("/api/definitions", Some(&key(letter)), &submission(text))
}

fn tell(client: &Client, id: &str, letter: Option<&str>) -> Answer {
    let bearer = letter.map(|letter| format!("Bearer {}", key(letter)));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
    client.get(&format!("/api/definitions/{id}"), &headers)
}

pub fn set(client: &Client, id: &str, letter: &str, state: &str) -> Answer {
    let bearer = format!("Bearer {}", key(letter));
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = json!({ "state": state }).to_string().into_bytes();
    client.send("PUT", &format!("/api/definitions/{id}/state"), &headers, Some(body)).unwrap()
}

fn begin(client: &Client, id: &str) -> Answer {
    client.post("/api/games", None, &json!({ "spec": id, "players": persons() }))
}

pub fn id_of(answer: &Answer) -> String {
    answer.good()["id"].as_str().unwrap().to_owned()
}

fn moderate(data: &Path, id: &str, act: Act) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        Moderation::open(&DatabaseAddress::Sqlite(data.to_owned()))
            .await
            .unwrap()
            .act(id, act, "a test", 1)
            .await
            .unwrap();
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
    let server = Running::start_with(data.path(), Arc::new(MachineTime::default()), config);
    let bearer = format!("Bearer {}", key("b"));
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("x-forwarded-for", "203.0.113.7"),
    ];
    let send = || server.client.send("POST", "/api/definitions", &headers, Some(b"{}".to_vec())).unwrap();
    assert_eq!([send().status, send().status, send().status], [400, 400, 429]);
}

#[test]
fn questions_are_answered_before_everybody_is_shown_a_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    // Nothing counts repetitions, so that both can go to and fro for ever.
    let text = text("mine");
    let repetition = text.lines().find(|line| line.contains("the same position")).unwrap();
    let endless = text.replace(&format!("{repetition}\n"), "");
    let id = id_of(&submit(client, "b", &endless));
    for language in ["en", "fr"] {
        let headers = [
            ("content-type", "application/json"),
            ("authorization", &format!("Bearer {}", key("b"))),
            ("accept-language", language),
        ];
        let body = json!({ "state": "public" }).to_string().into_bytes();
        let open = client.send("PUT", &format!("/api/definitions/{id}/state"), &headers, Some(body)).unwrap();
        assert!(open.fails(422, "unanswered").contains("# meant: CODE"));
        let question = &open.json()["error"]["diagnostics"][0];
        assert_eq!((&question["code"], &question["isWarning"]), (&json!("idle"), &json!(true)));
        assert!(question["answers"].as_array().is_some_and(|answers| answers.len() == 2), "{question}");
    }
    assert_eq!(tell(client, &id, None).good()["state"], "private");
    // It can be played all the same, and answered it is another text.
    begin(client, &id).good();
    let line = tell(client, &id, None).good()["game"]["texts"][0].as_str().unwrap().to_owned();
    let place = line.lines().position(|line| line == "ends").unwrap();
    let mut lines: Vec<String> = line.lines().map(str::to_owned).collect();
    lines[place] += "  # meant: idle";
    let answered = id_of(&submit(client, "b", &(lines.join("\n") + "\n")));
    assert_eq!(set(client, &answered, "b", "public").good()["state"], "public");
}

#[test]
fn what_takes_too_long_is_not_shown_to_everybody() {
    let data = tempfile::tempdir().unwrap();
    let server =
        Running::start_as(data.path(), Arc::new(MachineTime::default()), Config::default(), |server| {
            server.with_trial(Duration::ZERO)
        });
    let client = &server.client;
    let id = id_of(&submit(client, "b", &text("mine")));
    set(client, &id, "b", "public").fails(422, "too-slow");
    let told = tell(client, &id, None).good();
    assert_eq!((&told["state"], &told["trial"]), (&json!("private"), &Value::Null));
    assert!(client.get("/api/gallery", &[]).good()["games"].as_array().unwrap().is_empty());
}

#[test]
fn so_many_wait_for_a_trial_and_others_are_told_to_come_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let ids: Vec<String> =
        (0..6).map(|index| id_of(&submit(client, "b", &text(&format!("mine-{index}"))))).collect();
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let asked: Vec<_> = ids.iter().map(|id| scope.spawn(|| set(client, id, "b", "public"))).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let (good, busy): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(good.len() >= 2 && !busy.is_empty(), "{answers:?}");
    busy.iter().for_each(|answer| assert!(answer.fails(503, "busy").contains("try again")));
    // Whoever comes again is let in.
    for id in &ids {
        assert_eq!(set(client, id, "b", "public").good()["state"], "public");
    }
}

#[test]
fn one_key_hands_in_so_many() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { limits: "definitions=1000".parse().unwrap(), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(MachineTime::default()), config);
    let client = &server.client;
    for index in 0..200 {
        id_of(&submit(client, "b", &text(&format!("mine-{index}"))));
    }
    submit(client, "b", &text("mine")).fails(422, "too-many");
    // What is there already is answered again, and others hand in theirs.
    id_of(&submit(client, "b", &text("mine-0")));
    id_of(&submit(client, "c", &text("mine")));
}

/// Links to games of one's own rules show them as links to any other game do, also when the rules are hidden or withdrawn.
#[test]
fn a_link_to_a_game_of_ones_own_rules_shows_it_at_a_glance() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let text = text("mine").replacen("\"Dobutsu Shogi\"", "\"<b>Mine & Yours</b>\"", 1);
    assert!(text.contains("<b>"), "{text}");
    let id = id_of(&submit(client, "b", &text));
    let game = begin(client, &id).good()["id"].as_str().unwrap().to_owned();
    let name = client.post("/api/game/publication", Some(&game), &json!({ "public": true })).good();
    let name = name["public"].as_str().unwrap();
    let is_drawn = || {
        let mut card = ureq::get(&format!("{}/embed/{name}/card.png", client.url)).call().unwrap();
        assert_eq!(card.headers()["content-type"], "image/png");
        assert!(card.body_mut().read_to_vec().unwrap().starts_with(b"\x89PNG"));
        // Where the page is no part of the build, there is no head to read.
        let page = client.get(&format!("/embed/{name}"), &[]);
        if page.status == 200 {
            assert!(
                page.text.contains("og:title\" content=\"&lt;b>Mine &amp; Yours&lt;/b>\""),
                "{}",
                page.text
            );
            assert!(!page.text.contains("<b>Mine"));
        }
    };
    is_drawn();
    assert_eq!(set(client, &id, "b", "withdrawn").good()["state"], "withdrawn");
    is_drawn();
    moderate(data.path(), &id, Act::Hide);
    is_drawn();
    drop(server);
    let server = Running::start(data.path());
    let card = server.client.get(&format!("/board.svg?game={id}"), &[]);
    assert!(card.status == 200 && card.text.starts_with("<svg"));
}
