//! Tests game definitions: submitting, publishing, withdrawing, hiding and playing.

use entourage_server::{Act, Moderation};

use crate::common::*;
use crate::limits::limited;

/// A small game definition without warnings.
pub fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/dobutsu.game");
    std::fs::read_to_string(file).unwrap().replace("game dobutsu", &format!("game {name}"))
}

fn submission(text: &str) -> Value {
    json!({ "texts": [text], "author": "Ada", "licence": "CC-BY-4.0" })
}

fn hand_in(client: &Client, letter: char, body: Value) -> Answer {
    client.bearer(&key(letter)).post("/api/definitions", body)
}

pub fn submit(client: &Client, letter: char, text: &str) -> Answer {
    hand_in(client, letter, submission(text))
}

pub fn submitted(client: &Client, name: &str) -> String {
    submit(client, 'b', &text(name)).word("id")
}

pub fn later_than(client: &Client, earlier: &str, name: &str) -> String {
    let body = merge(submission(&text(name)), json!({ "earlier": earlier }));
    hand_in(client, 'b', body).word("id")
}

fn tell(client: &Client, id: &str) -> Answer {
    client.get(&format!("/api/definitions/{id}"))
}

fn tell_to(client: &Client, id: &str, letter: char) -> Answer {
    tell(&client.bearer(&key(letter)), id)
}

pub fn set(client: &Client, id: &str, letter: char, state: &str) -> Answer {
    client.bearer(&key(letter)).put(&format!("/api/definitions/{id}/state"), json!({ "state": state }))
}

fn begin(client: &Client, id: &str) -> Answer {
    client.create_with(json!({ "spec": id }))
}

fn gallery(client: &Client) -> Vec<Value> {
    client.get("/api/gallery").list("games")
}

fn moderate(data: &Path, id: &str, act: Act) {
    let address = DatabaseAddress::Sqlite(data.to_owned());
    wait(async { Moderation::open(&address).await.unwrap().act(id, act, "a test", 1).await.unwrap() });
}

#[test]
fn definitions_are_named_by_their_content() {
    let client = &Running::new();
    let answer = submit(client, 'b', &text("mine"));
    assert_eq!(answer.status, 201);
    let id = answer.word("id");
    assert!(id.starts_with("@sha256-") && id.len() == 72);
    let expected = json!({ "state": "private", "own": false, "author": "Ada", "game/texts": [text("mine")] });
    shows(tell(client, &id).good(), expected);
    assert_eq!(tell_to(client, &id, 'b').good()["own"], true);
    // A retry gets the same response; another author gets an error with the id of the existing definition.
    assert_eq!(submitted(client, "mine"), id);
    assert_eq!(submit(client, 'c', &text("mine")).error(409, "taken")["id"], *id);
    // Only the author can link versions, and the origin of a clone must be public.
    let other = |field: &str| hand_in(client, 'c', merge(submission(&text("other")), json!({ field: id })));
    other("earlier").fails(403, "not-author");
    other("clonedFrom").fails(422, "no-origin");
    let second = later_than(client, &id, "second");
    assert_eq!(tell(client, &second).good()["earlier"], *id);
    assert_eq!(tell(client, &id).good()["later"], json!([]));
    assert_eq!(tell_to(client, &id, 'b').good()["later"][0]["id"], *second);
    for id in ["x", "@sha256-", "%00", &format!("@sha256-{}", "0".repeat(64))] {
        tell(client, id).fails(404, "no-definition");
    }
}

#[test]
fn invalid_definitions_are_refused_with_their_faults() {
    let client = &Running::new();
    let faults = submit(client, 'b', "language 1\nnonsense\n").error(422, "faults");
    let fault = &faults["diagnostics"][0];
    assert!(
        fault["line"].is_number() && fault["problem"].is_string() && fault["isWarning"] == false,
        "{fault}"
    );
    let with = |changed: Value| hand_in(client, 'b', merge(submission(&text("mine")), changed));
    for (changed, status, code) in [
        (json!({ "texts": [] }), 400, "malformed"),
        (json!({ "texts": vec!["x"; 9] }), 400, "malformed"),
        (json!({ "texts": [text("mine"), "more"] }), 400, "malformed"),
        (json!({ "texts": ["x".repeat((64 << 10) + 1)] }), 413, "too-large"),
        (json!({ "texts": ["x".repeat(2 << 20)] }), 413, "too-large"),
        (json!({ "licence": "none" }), 422, "licence"),
        (json!({ "texts": [text("mine") + "# \u{202e}\n"] }), 422, "words"),
        (json!({ "more": 1 }), 400, "malformed"),
    ] {
        with(changed).fails(status, code);
    }
    for author in ["", " ", "a\u{202e}b", "a\nb", &"x".repeat(61)] {
        with(json!({ "author": author })).fails(422, "words");
    }
    client.post("/api/definitions", submission(&text("mine"))).fails(401, "no-key");
    let bad = client.bearer("x").with("content-type", "application/json");
    bad.try_send("POST", "/api/definitions", Some(b"{".to_vec())).unwrap().fails(401, "bad-key");
    client.with("origin", "https://evil.example").post("/api/definitions", json!({})).fails(403, "origin");
}

#[test]
fn games_continue_after_a_restart_and_withdrawal() {
    let mut server = Running::new();
    let id = submitted(&server, "mine");
    let game = begin(&server, &id).word("id");
    assert_eq!(server.state(&game)["spec"], *id);
    server.restart();
    let client = &server;
    let picture = client.get(&format!("/board.svg?game={id}"));
    assert!(picture.status == 200 && picture.text.starts_with("<svg"));
    assert_eq!(tell(client, &id).good()["played"], 1);
    set(client, &id, 'c', "withdrawn").fails(403, "not-author");
    set(client, &id, 'b', "gone").fails(400, "malformed");
    assert_eq!(set(client, &id, 'b', "withdrawn").good()["state"], "withdrawn");
    begin(client, &id).fails(422, "withdrawn");
    client.play(&game, 0, "nonsense").fails(422, "text");
    assert_eq!(client.resign(&game, 0, 1).good()["seq"], 1);
    server.end();
    let registry = Registry::built_in();
    let verified = wait(entourage_server::verify(server.data(), &registry, None, |_, _| ())).unwrap();
    assert_eq!((verified.games, verified.other_rules, verified.faults), (1, 0, Vec::new()));
}

#[test]
fn hidden_definitions_are_visible_only_to_their_players() {
    let client = &Running::new();
    let id = submitted(client, "mine");
    let game = begin(client, &id).word("id");
    moderate(client.data(), &id, Act::Hide);
    tell(client, &id).fails(404, "no-definition");
    tell_to(client, &id, 'c').fails(404, "no-definition");
    assert_eq!(tell_to(client, &id, 'b').good()["state"], "hidden");
    assert_eq!(tell(&client.bearer(&game), &id).good()["game"]["texts"], json!([text("mine")]));
    let name = client.publish(&game, true).word("public");
    assert_eq!(tell(client, &format!("{id}?game={name}")).good()["id"], *id);
    begin(client, &id).fails(422, "hidden");
    set(client, &id, 'b', "private").fails(422, "hidden");
    assert!(gallery(client).is_empty());
    moderate(client.data(), &id, Act::Show);
    begin(client, &id).good();
}

#[test]
fn definitions_are_published_after_a_test() {
    let client = &Running::new();
    let id = submitted(client, "mine");
    let shown = set(client, &id, 'b', "public").good();
    assert!(shown["trial"]["games"].as_u64().unwrap() >= 10, "{shown}");
    let played = client.get("/api/gallery?sort=played").list("games");
    shows(&played[0], json!({ "id": id, "author": "Ada" }));
    client.get("/api/gallery?sort=x").fails(400, "malformed");
    let body = merge(submission(&text("clone")), json!({ "clonedFrom": id }));
    assert_eq!(hand_in(client, 'c', body).good()["clonedFrom"]["author"], "Ada");
    set(client, &id, 'b', "private").good();
    assert!(gallery(client).is_empty());
}

#[test]
fn submissions_per_address_are_limited() {
    let server = limited("definitions=2".parse().unwrap());
    let client = server.with("x-forwarded-for", "203.0.113.7");
    assert_eq!([(); 3].map(|()| hand_in(&client, 'b', json!({})).status), [400, 400, 429]);
}

#[test]
fn warnings_must_be_resolved_before_publishing() {
    let client = &Running::new();
    // Without a repetition rule, both sides can shuffle forever.
    let text = text("mine");
    let repetition = text.lines().find(|line| line.contains("the same position")).unwrap();
    let id = submit(client, 'b', &text.replace(&format!("{repetition}\n"), "")).word("id");
    for language in ["en", "fr"] {
        let open = set(&client.with("accept-language", language), &id, 'b', "public").error(422, "unanswered");
        assert!(word(&open["message"]).contains("# meant: CODE"));
        let question = &open["diagnostics"][0];
        shows(question, json!({ "code": "idle", "isWarning": true }));
        assert_eq!(list(&question["answers"]).len(), 2, "{question}");
    }
    assert_eq!(tell(client, &id).good()["state"], "private");
    // The definition can be played anyway. To acknowledge the warning, the author submits a changed copy.
    begin(client, &id).good();
    let endless = word(&tell(client, &id).good()["game"]["texts"][0]);
    let answered = submit(client, 'b', &endless.replacen("\nends\n", "\nends  # meant: idle\n", 1)).word("id");
    assert_eq!(set(client, &answered, 'b', "public").good()["state"], "public");
}

#[test]
fn slow_definitions_are_not_published() {
    let client = &Setting { trial: Some(Duration::ZERO), ..Setting::default() }.start();
    let id = submitted(client, "mine");
    set(client, &id, 'b', "public").fails(422, "too-slow");
    shows(tell(client, &id).good(), json!({ "state": "private", "trial": null }));
    assert!(gallery(client).is_empty());
}

#[test]
fn tests_in_progress_are_limited() {
    let client = &Running::new();
    let ids: Vec<String> = (0..16).map(|index| submitted(client, &format!("mine-{index}"))).collect();
    let answers = together(ids.iter().map(|id| move || set(client, id, 'b', "public")));
    let (good, busy): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(good.len() >= 2 && !busy.is_empty(), "{answers:?}");
    busy.iter().for_each(|answer| assert!(answer.fails(503, "busy").contains("Try again")));
    for id in &ids {
        assert_eq!(set(client, id, 'b', "public").good()["state"], "public");
    }
}

#[test]
fn submissions_per_key_are_limited() {
    let client = &Running::with(Config { limits: "definitions=1000".parse().unwrap(), ..Config::default() });
    for index in 0..200 {
        submitted(client, &format!("mine-{index}"));
    }
    submit(client, 'b', &text("mine")).fails(422, "too-many");
    // A retry is accepted, and other authors can submit.
    submitted(client, "mine-0");
    submit(client, 'c', &text("mine")).good();
}

/// Games with user-written rules have link previews like other games, even if the rules are hidden or withdrawn.
#[test]
fn links_to_games_of_user_written_rules_have_previews() {
    let mut server = Running::new();
    let text = text("mine").replacen("\"Dobutsu Shogi\"", "\"<b>Mine & Yours</b>\"", 1);
    assert!(text.contains("<b>"), "{text}");
    let id = submit(&server, 'b', &text).word("id");
    let game = begin(&server, &id).word("id");
    let name = server.publish(&game, true).word("public");
    let is_drawn = || {
        let mut card = ureq::get(format!("{}/embed/{name}/card.png", server.url)).call().unwrap();
        assert_eq!(card.headers()["content-type"], "image/png");
        assert!(card.body_mut().read_to_vec().unwrap().starts_with(b"\x89PNG"));
        // Without the built web client, the page has no head.
        let page = server.get(&format!("/embed/{name}"));
        if page.status == 200 {
            let title = "og:title\" content=\"&lt;b>Mine &amp; Yours&lt;/b>\"";
            assert!(page.text.contains(title) && !page.text.contains("<b>Mine"), "{}", page.text);
        }
    };
    is_drawn();
    assert_eq!(set(&server, &id, 'b', "withdrawn").good()["state"], "withdrawn");
    is_drawn();
    moderate(server.data(), &id, Act::Hide);
    is_drawn();
    server.restart();
    let card = server.get(&format!("/board.svg?game={id}"));
    assert!(card.status == 200 && card.text.starts_with("<svg"));
}
