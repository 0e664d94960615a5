//! Ratings: agreed on before a game begins, told while it is played and once it has ended, and listed.

use entourage_server::Role;
use serde_json::{Value, json};

use crate::common::follow::{follow, hear_of, legal};
use crate::common::member::Member;
use crate::common::{Answer, Client, Running, persons, spec};
use crate::order::appoint;
use crate::workshop::{id_of, key, set, submit, text};

const PACE: &str = "live spare=5m extra=3s";

fn offer(seats: &Value) -> Value {
    json!({ "spec": spec(), "players": persons(), "seats": seats, "pace": PACE })
}

fn rated() -> Value {
    offer(&json!({ "host": 1, "open": true, "rated": true }))
}

/// Somebody offers a rated game.
fn offered(host: &Member) -> Value {
    host.post("/api/games", &rated()).good()["state"].clone()
}

fn take(client: &Member, game: &Value, letter: &str) -> Answer {
    let key = letter.repeat(25) + "a";
    client.post("/api/invitations/take", &json!({ "game": game["game"], "side": 2, "key": key }))
}

fn pass(game: &Value, side: usize) -> String {
    format!("@{}.{side}", game["game"].as_str().unwrap())
}

fn resign(member: &Member, game: &Value, seq: usize, side: usize) {
    let body = json!({ "seq": seq, "side": side });
    member.game("POST", "/api/game/resign", &pass(game, side), Some(&body)).good();
}

fn leaders(client: &Client) -> Value {
    let game = spec();
    client.get(&format!("/api/ratings/leaders?game={game}&class=blitz"), &[]).good()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_changes_ratings_once_it_ends() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, bob) = (Member::found(client, "Ada").0, Member::found(client, "Bob").0);
    assert_eq!(leaders(client), json!({ "leaders": [] }));
    let game = offered(&ada);
    assert_eq!(game["rated"], true);
    let listed = client.get("/api/invitations", &[]).good();
    assert_eq!(listed["invitations"][0]["rated"], true, "who comes is told");
    // Nobody comes without a name, or is their own opponent.
    let guest = json!({ "game": game["game"], "side": 2, "key": "b".repeat(25) + "a" });
    client.post("/api/invitations/take", None, &guest).fails(403, "guest");
    take(&ada, &game, "c").fails(403, "oneself");
    let taken = take(&bob, &game, "d").good();
    let new = json!({ "rating": 1500, "deviation": 350, "provisional": true });
    assert_eq!(taken["ratings"], json!([new, new]));
    // The seats stay whose they are.
    let renew =
        |seat: &str| ada.game("POST", "/api/game/keys", &pass(&game, 1), Some(&json!({ "seat": seat })));
    renew("2").fails(422, "rated");
    renew("watch").good();
    let mut socket = follow(client, &("d".repeat(25) + "a"), Some(0)).await;
    assert_eq!(hear_of(&mut socket, "ratings").await["ratings"], json!([new, new]));
    resign(&ada, &game, 0, 1);
    let told = hear_of(&mut socket, "ratings").await;
    let after = |side: usize| &told["ratings"][side];
    assert_eq!((&after(0)["change"], &after(1)["change"]), (&json!(-162), &json!(162)));
    assert_eq!((&after(1)["rating"], &after(1)["provisional"]), (&json!(1662), &json!(true)));
    let state = ada.game("GET", "/api/game", &pass(&game, 1), None).good();
    assert_eq!(state["ratings"], told["ratings"]);
    let leading = leaders(client);
    assert_eq!(leading["leaders"][0]["name"], "Bob");
    assert_eq!((&leading["leaders"][0]["rating"], &leading["leaders"][0]["games"]), (&json!(1662), &json!(1)));
    assert_eq!(leading["leaders"][1]["name"], "Ada");
    let pools = client.get("/api/ratings", &[]).good();
    assert_eq!(pools, json!({ "pools": [{ "game": spec(), "class": "blitz", "players": 2 }] }));
    // Whoever plays again plays for ratings again.
    for (member, side) in [(&ada, 1), (&bob, 2)] {
        let state = member.game("GET", "/api/game", &pass(&game, side), None).good();
        let body = json!({ "seq": state["seq"], "side": side, "offer": "rematch" });
        member.game("POST", "/api/game/offer", &pass(&game, side), Some(&body)).good();
    }
    let next = ada.game("POST", "/api/game/next", &pass(&game, 1), None).good();
    let state = ada.game("GET", "/api/game", next["key"].as_str().unwrap(), None).good();
    assert_eq!((&state["rated"], &state["ratings"][1]["rating"]), (&json!(true), &json!(1338)));
    // Who leaves leaves the list.
    bob.delete("/api/account").good();
    assert_eq!(leaders(client)["leaders"].as_array().unwrap().len(), 1);
}

#[test]
fn only_what_both_agree_on_before_is_rated() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let ada = Member::found(client, "Ada").0;
    client.post("/api/games", None, &rated()).fails(403, "guest");
    let with = |name: &str, value: Value| {
        let mut body = rated();
        body[name] = value;
        body
    };
    let start = offered(&ada)["start"].clone();
    ada.post("/api/games", &with("position", start)).good();
    for refused in [
        with("pace", json!("unlimited")),
        with("degree", json!("warned")),
        with("moves", json!([legal(&[])[0]])),
        offer(&json!({ "host": 1, "rated": true })),
    ] {
        ada.post("/api/games", &refused).fails(422, "rated");
    }
    // A start that is drawn is none that everybody knows.
    let registry = entourage_registry::Registry::built_in();
    let drawn = registry.games().iter().find_map(|game| {
        let info = registry.open(game).unwrap().info(entourage_kernel::Language::English);
        let choice =
            info.options.iter().flat_map(|option| &option.choices).find(|choice| choice.draws.is_some());
        choice.map(|choice| format!("{game}:{}=7", choice.code))
    });
    ada.post("/api/games", &with("spec", json!(drawn.expect("some game is begun by lot")))).fails(422, "rated");
    // What is not rated tells of no rating.
    let game = ada.post("/api/games", &offer(&json!({ "host": 1, "open": true }))).good()["state"].clone();
    assert_eq!((&game["rated"], &game["ratings"]), (&json!(false), &json!([null, null])));
    client.get("/api/ratings/leaders?game=x&class=bullet", &[]).fails(400, "malformed");
    client.get("/api/ratings/leaders?game=x", &[]).fails(400, "malformed");
    assert_eq!(
        client.get("/api/ratings/leaders?game=x&class=rapid&from=9", &[]).good(),
        json!({ "leaders": [] })
    );
}

#[test]
fn a_game_that_somebody_wrote_is_rated_while_it_is_listed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let [ada, bob, mo] = ["Ada", "Bob", "Mo"].map(|name| Member::found(client, name).0);
    let id = id_of(&submit(client, "b", &text("mine")));
    let mut later = json!({ "texts": [text("mine2")], "author": "Ada", "licence": "CC-BY-4.0" });
    later["earlier"] = json!(id);
    let later = id_of(&client.post("/api/definitions", Some(&key("b")), &later));
    set(client, &later, "b", "public").good();
    let game = |spec: &str| {
        let mut body = rated();
        body["spec"] = json!(spec);
        ada.post("/api/games", &body)
    };
    let seek = |of: &Member, letter: &str, spec: &str| {
        let body = json!({ "spec": spec, "key": key(letter), "pace": PACE, "rated": true });
        of.post("/api/seeks", &body)
    };
    let tournament = |spec: &str| {
        let body = json!({ "name": "Cup", "kind": "round-robin", "spec": spec, "pace": PACE, "rated": true, "terms": {} });
        ada.post("/api/tournaments", &body)
    };
    let refuses = |spec: &str| {
        game(spec).fails(422, "unlisted");
        seek(&ada, "s", spec).fails(422, "unlisted");
        tournament(spec).fails(422, "unlisted");
    };
    refuses(&id);
    let list = |of: &Member, act: &str, definition: &str| {
        of.post("/api/measures", &json!({ "act": act, "definition": definition, "reason": "Read" }))
    };
    // Those who keep order list it, once it is shown to everybody.
    list(&ada, "list", &id).fails(403, "role");
    appoint(data.path(), "Mo", Role::Moderator);
    list(&mo, "list", &id).fails(422, "not-shown");
    list(&mo, "list", "@sha256-none").fails(404, "no-definition");
    list(&mo, "unlist", &id).fails(409, "listed");
    for odd in [
        json!({ "act": "list", "reason": "x" }),
        json!({ "act": "list", "definition": id, "person": "Ada", "reason": "x" }),
        json!({ "act": "mute", "definition": id, "person": "Ada", "reason": "x" }),
    ] {
        mo.post("/api/measures", &odd).fails(400, "malformed");
    }
    list(&mo, "list", &id).fails(422, "not-shown");
    set(client, &id, "b", "public").good();
    list(&mo, "list", &id).good();
    list(&mo, "list", &id).fails(409, "listed");
    let shown = client.get("/api/gallery?sort=rated", &[]).good();
    assert_eq!((&shown["games"][0]["id"], &shown["games"][1]), (&json!(id), &Value::Null));
    assert_eq!(client.get(&format!("/api/definitions/{id}"), &[]).good()["listed"], true);
    let entry = mo.get("/api/measures").good()["measures"][0].clone();
    assert_eq!(
        (&entry["kind"], &entry["detail"], &entry["author"]),
        (&json!("list"), &json!(id), &json!("Mo"))
    );
    // Just that text is, and no version that follows it.
    refuses(&later);
    assert_eq!(seek(&ada, "s", &id).status, 201);
    let met = seek(&bob, "t", &id).good();
    let met = &met["state"];
    assert_eq!((&met["rated"], &met["spec"]), (&json!(true), &json!(id)));
    let (one, two) = match met["seat"].as_str().unwrap() {
        "2" => (&ada, &bob),
        _ => (&bob, &ada),
    };
    resign(one, met, 0, 1);
    let leading = client.get(&format!("/api/ratings/leaders?game={id}&class=blitz"), &[]).good();
    assert_eq!(leading["leaders"][0]["rating"], 1662);
    assert_eq!(client.get("/api/ratings", &[]).good()["pools"][0]["game"], json!(id));
    let cup = tournament(&id).good()["tournament"].clone();
    assert!(cup.is_string());

    // What was rated stays so once it is listed no more; nothing new is, not even by those who play again.
    list(&mo, "unlist", &id).good();
    refuses(&id);
    for (member, side) in [(one, 1), (two, 2)] {
        let state = member.game("GET", "/api/game", &pass(met, side), None).good();
        let body = json!({ "seq": state["seq"], "side": side, "offer": "rematch" });
        let answer = member.game("POST", "/api/game/offer", &pass(met, side), Some(&body));
        match side {
            1 => drop(answer.good()),
            _ => drop(answer.fails(422, "unlisted")),
        }
    }
    let stays = client.get(&format!("/api/ratings/leaders?game={id}&class=blitz"), &[]).good();
    assert_eq!(stays["leaders"][0]["rating"], 1662);
    assert_eq!(one.game("GET", "/api/game", &pass(met, 1), None).good()["rated"], true);
    // A text that its author shows to everybody no more is not rated either, though it is listed.
    list(&mo, "list", &id).good();
    set(client, &id, "b", "private").good();
    refuses(&id);
}
