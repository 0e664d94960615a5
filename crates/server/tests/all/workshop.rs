//! Game definitions: submitted, shown, withdrawn, hidden, and played whatever becomes of them.

use entourage_server::{Act, Moderation};

use crate::common::*;

/// A small game that has no warnings.
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

/// Submits the small game under a name, and returns its identifier.
pub fn submitted(client: &Client, name: &str) -> String {
    submit(client, 'b', &text(name)).word("id")
}

/// Submits it as a later version of another, and returns its identifier.
pub fn later_than(client: &Client, earlier: &str, name: &str) -> String {
    let body = merge(submission(&text(name)), json!({ "earlier": earlier }));
    hand_in(client, 'b', body).word("id")
}

fn tell(client: &Client, id: &str) -> Answer {
    client.get(&format!("/api/definitions/{id}"))
}

/// Reads a definition with the key of a letter.
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
fn a_game_is_named_by_its_texts_and_told_to_whoever_knows_its_name() {
    let client = &Running::new();
    let answer = submit(client, 'b', &text("mine"));
    assert_eq!(answer.status, 201);
    let id = answer.word("id");
    assert!(id.starts_with("@sha256-") && id.len() == 72);
    let expected = json!({ "state": "private", "own": false, "author": "Ada", "game/texts": [text("mine")] });
    shows(tell(client, &id).good(), expected);
    assert_eq!(tell_to(client, &id, 'b').good()["own"], true);
    // A retry gets the same answer; from another author it is taken, and the answer names it.
    assert_eq!(submitted(client, "mine"), id);
    assert_eq!(submit(client, 'c', &text("mine")).error(409, "taken")["id"], *id);
    // Its author alone links versions, and clones name a public origin.
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
fn what_is_no_game_is_refused_with_its_faults() {
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
fn a_game_goes_on_after_a_restart_and_its_withdrawal() {
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
    let verified = wait(entourage_server::verify(server.data(), &registry, |_| ())).unwrap();
    assert_eq!((verified.games, verified.other_rules, verified.faults), (1, 0, Vec::new()));
}

#[test]
fn a_hidden_game_is_told_to_those_who_play_it_alone() {
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
fn everybody_is_shown_what_was_looked_at() {
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
fn an_address_hands_in_so_many_a_minute() {
    let limits = "definitions=2".parse().unwrap();
    let server = Running::with(Config { limits, proxies: "loopback".parse().unwrap(), ..Config::default() });
    let client = server.with("x-forwarded-for", "203.0.113.7");
    assert_eq!([(); 3].map(|()| hand_in(&client, 'b', json!({})).status), [400, 400, 429]);
}

#[test]
fn questions_are_answered_before_everybody_is_shown_a_game() {
    let client = &Running::new();
    // Without a rule about repetitions, both sides can move to and fro for ever.
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
    // It can be played all the same, and answered it is another text.
    begin(client, &id).good();
    let endless = word(&tell(client, &id).good()["game"]["texts"][0]);
    let answered = submit(client, 'b', &endless.replacen("\nends\n", "\nends  # meant: idle\n", 1)).word("id");
    assert_eq!(set(client, &answered, 'b', "public").good()["state"], "public");
}

#[test]
fn what_takes_too_long_is_not_shown_to_everybody() {
    let client = &Setting { trial: Some(Duration::ZERO), ..Setting::default() }.start();
    let id = submitted(client, "mine");
    set(client, &id, 'b', "public").fails(422, "too-slow");
    shows(tell(client, &id).good(), json!({ "state": "private", "trial": null }));
    assert!(gallery(client).is_empty());
}

#[test]
fn so_many_wait_for_a_trial_and_others_are_told_to_come_again() {
    let client = &Running::new();
    let ids: Vec<String> = (0..6).map(|index| submitted(client, &format!("mine-{index}"))).collect();
    let answers = together(ids.iter().map(|id| move || set(client, id, 'b', "public")));
    let (good, busy): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(good.len() >= 2 && !busy.is_empty(), "{answers:?}");
    busy.iter().for_each(|answer| assert!(answer.fails(503, "busy").contains("try again")));
    // Later they are accepted.
    for id in &ids {
        assert_eq!(set(client, id, 'b', "public").good()["state"], "public");
    }
}

#[test]
fn one_key_hands_in_so_many() {
    let client = &Running::with(Config { limits: "definitions=1000".parse().unwrap(), ..Config::default() });
    for index in 0..200 {
        submitted(client, &format!("mine-{index}"));
    }
    submit(client, 'b', &text("mine")).fails(422, "too-many");
    // A retry is answered, and other authors may submit.
    submitted(client, "mine-0");
    submit(client, 'c', &text("mine")).good();
}

/// Links to games by submitted rules show them as links to any other game do, also when the rules are hidden or withdrawn.
#[test]
fn a_link_to_a_game_of_ones_own_rules_shows_it_at_a_glance() {
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
        // Where the page is not built, it has no head.
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
