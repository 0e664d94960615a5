//! What is refused is told whole: a word, a sentence in the reader's language, and what programs want to know.

use serde_json::{Value, json};

use crate::common::{Answer, Running, persons, spec};

/// Returns the body of a refusal, with its status.
fn told(answer: &Answer) -> (u16, Value) {
    (answer.status, answer.json())
}

#[test]
fn only_a_stale_event_is_answered_with_the_newest_state() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let body = json!({ "spec": spec(), "players": persons(), "moves": ["pass"] });
    let created = server.client.post("/api/games", None, &body).good();
    let key = created["id"].as_str().unwrap();
    let stale = json!({ "seq": 0, "move": "zz9" });
    let (status, conflict) = told(&server.client.post("/api/game/moves?lang=fr", Some(key), &stale));
    assert_eq!(status, 409);
    let message = "La partie a continué autrement entre-temps.";
    assert_eq!(conflict["error"], json!({ "code": "conflict", "message": message }));
    let auth = format!("Bearer {key}");
    let state = server.client.get("/api/game?lang=fr", &[("authorization", &auth)]).good();
    assert_eq!(conflict["state"], state);
    assert_eq!(conflict.as_object().unwrap().len(), 2);
    let next = json!({ "seq": 1, "move": "zz9" });
    let (status, unread) = told(&server.client.post("/api/game/moves", Some(key), &next));
    assert_eq!(status, 422);
    assert_eq!(unread.as_object().unwrap().len(), 1);
    let error = &unread["error"];
    assert_eq!(
        (&error["code"], &error["part"], &error["token"], &error["at"]),
        (&json!("text"), &json!("move"), &json!("zz9"), &json!(0))
    );
    assert!(error["message"].as_str().unwrap().starts_with("The move cannot be read: "), "{error}");
    assert!(error.get("index").is_none() && error.get("reasons").is_none(), "{error}");
}

#[test]
fn every_refusal_says_in_the_readers_language_what_is_wrong_and_where() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let [first, second] = server.client.create_apart(&[]).sides;
    let refused = |moves: Value| {
        let body = json!({ "spec": spec(), "players": persons(), "moves": moves });
        told(&server.client.post("/api/games?lang=fr", None, &body))
    };
    let (status, bad) = refused(json!(["pass", "zz9"]));
    assert_eq!((status, &bad["error"]["index"], &bad["error"]["part"]), (422, &json!(1), &json!("move")));
    assert!(bad["error"]["message"].as_str().unwrap().starts_with("Coup 2 : "), "{bad}");
    let other = json!({ "seq": 0, "side": 3 });
    let (status, none) = told(&server.client.post("/api/game/resign", Some(&first), &other));
    let message = "The request is malformed. side: 1 or 2";
    assert_eq!((status, none), (400, json!({ "error": { "code": "malformed", "message": message } })));
    let remark = json!({ "token": "No!", "text": "hello" });
    let (status, none) = told(&server.client.post("/api/game/chat?lang=fr", Some(&first), &remark));
    let message = "La requête est mal formée. Détail : token: 1 to 32 small letters and digits";
    assert_eq!((status, none), (400, json!({ "error": { "code": "malformed", "message": message } })));
    let plan = json!({ "seq": 0, "plan": "zz9 > pass" });
    let (status, fault) = told(&server.client.post("/api/game/plan", Some(&second), &plan));
    let error = &fault["error"];
    assert_eq!((status, &error["code"], &error["reason"]), (422, &json!("plan"), &json!("text")));
    assert_eq!((&error["line"], &error["token"], &error["at"]), (&json!([]), &json!("zz9"), &json!(0)));
    assert_eq!(error["message"], format!("\"zz9\": {}.", error["problem"].as_str().unwrap()));
    let resign = json!({ "seq": 0, "side": 1 });
    server.client.post("/api/game/resign", Some(&first), &resign).good();
    let late = json!({ "seq": 1, "move": "pass" });
    let (status, over) = told(&server.client.post("/api/game/moves?lang=fr", Some(&second), &late));
    assert_eq!((status, &over["error"]["code"]), (422, &json!("ended")));
    let said = over["error"]["message"].as_str().unwrap();
    assert!(said.starts_with("La partie est finie : abandon ("), "{said}");
    assert_eq!(over["error"].as_object().unwrap().len(), 2);
}
