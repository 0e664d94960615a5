//! Tests puzzles by players and puzzle ratings.

use entourage_server::{AdminAction, SanctionKind};

use crate::common::*;
use crate::processes::on_both_databases;
use crate::workshop::{set, submitted};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
const MATE: &str = "7k/R7/1R6/8/8/8/8/6K1 w - - 0 1";
const SOLUTION: [&str; 3] = ["a1a6", "b7a6", "b6b7"];

fn game() -> &'static str {
    Registry::built_in().unnamed().unwrap()
}

fn make(client: &Client, position: &str) -> Answer {
    client.post("/api/puzzles", json!({ "game": game(), "position": position }))
}

fn published(client: &Client, position: &str) -> String {
    word(&make(client, position).good()["puzzle"]["id"])
}

fn attempt(client: &Client, place: &str, moves: &[&str], hinted: bool) -> Answer {
    client.post(&format!("/api/puzzle-sets/{place}"), json!({ "moves": moves, "hinted": hinted }))
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_proved_published_and_deleted_by_their_author() {
    on_both_databases(Config::default(), async |client, _| {
        let [ada, bob] = members(client, ["Ada", "Bob"]);
        make(client, MORPHY).fails(401, "signed-out");
        let made = make(&ada, MORPHY).good();
        shows(
            &made,
            json!({ "puzzle/author": "Ada", "puzzle/own": true, "puzzle/tried": false, "refusal": null }),
        );
        let line: Value = serde_json::from_str(&word(&made["puzzle"]["line"])).unwrap();
        shows(
            &line,
            json!({ "position": MORPHY, "win_in": 2, "plies": 3, "licence": "CC0-1.0", "source": null }),
        );
        assert!(list(&line["themes"]).contains(&json!("zugzwang")));
        let id = word(&made["puzzle"]["id"]);
        let path = format!("/api/puzzles/{id}");
        shows(bob.get(&path).good(), json!({ "author": "Ada", "own": false }));
        assert_eq!(make(&ada, MORPHY).good()["puzzle"]["id"], json!(id), "idempotent");
        let known =
            json!({ "refusal/reason": "known", "refusal/puzzle": format!("players/{id}"), "puzzle": null });
        shows(make(&bob, MORPHY).good(), known);
        published(&bob, MATE);
        let all = client.get(&format!("/api/puzzles?game={}", game())).good();
        shows(&all, json!({ "puzzles/1/author": "Ada", "puzzles/2": null, "games/0/count": 2, "next": null }));
        let own = client.get("/api/puzzles?author=ada").good();
        assert_eq!((list(&own["puzzles"]).len(), &own["puzzles"][0]["id"]), (1, &json!(id)));
        assert!(client.get("/api/puzzles?game=other").list("puzzles").is_empty());
        client.get("/api/puzzles?after=x").fails(400, "malformed");
        client.get("/api/puzzles?author=nobody").fails(404, "no-person");
        client.get("/api/puzzles/nonesuch").fails(404, "no-puzzle");
        client.delete(&path).fails(401, "signed-out");
        bob.delete(&path).fails(404, "no-puzzle");
        ada.delete(&path).good();
        client.get(&path).fails(404, "no-puzzle");
        published(&ada, MORPHY);
        bob.delete("/api/account").good();
        assert_eq!(client.get("/api/puzzles").list("puzzles").len(), 1);
    })
    .await;
}

#[test]
fn refusals_say_why_a_position_is_not_a_puzzle() {
    let server = Running::new();
    let [ada] = members(&server, ["Ada"]);
    let refusal = |position: &str| make(&ada, position).good()["refusal"].clone();
    assert_eq!(refusal(TWO_ROOKS), json!({ "reason": "several", "line": [], "moves": ["a2a7", "b1b7"] }));
    let held = refusal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    shows(&held, json!({ "reason": "no-win", "plies": 7, "moves": [] }));
    assert_eq!(list(&held["line"]).len(), 2);
    assert_eq!(refusal("R6k/6pp/8/8/8/8/8/6K1 b - - 0 1")["reason"], "over");
    make(&ada, "nonsense").fails(400, "malformed");
    let of = |game: &str| ada.post("/api/puzzles", json!({ "game": game, "position": MORPHY }));
    of("no such game").fails(400, "malformed");
    of(&"x".repeat(300)).fails(413, "too-large");
    assert!(server.get("/api/puzzles").list("puzzles").is_empty());
}

#[test]
fn puzzles_of_user_written_games_require_a_public_game() {
    let server = Running::new();
    let [ada] = members(&server, ["Ada"]);
    let id = submitted(&server, "written");
    let position = word(&server.get(&format!("/api/definitions/{id}")).good()["game"]["cover"]);
    let of = || ada.post("/api/puzzles", json!({ "game": id, "position": position }));
    of().fails(422, "private-game");
    set(&server, &id, 'b', "public").good();
    let refusal = of().good();
    assert!(refusal["refusal"]["reason"].is_string(), "{refusal}");
    set(&server, &id, 'b', "withdrawn").good();
    of().fails(422, "withdrawn");
}

#[test]
fn muted_accounts_and_accounts_with_many_puzzles_cannot_publish() {
    let server = Running::by_hand();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    administer(server.data(), "Bob", AdminAction::Restrain(SanctionKind::Mute, None)).unwrap();
    make(&bob, MORPHY).fails(403, "muted");
    let attempts = (0..30).map(|number| make(&ada, &format!("no position {number}")));
    let refused = attempts.into_iter().find(|answer| answer.status != 400).unwrap();
    refused.fails(429, "allowance");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_try_counts_and_the_server_checks_the_moves() {
    on_both_databases(Config::default(), async |client, _| {
        let [ada, bob, eve] = members(client, ["Ada", "Bob", "Eve"]);
        let place = format!("players/{}", published(&ada, MORPHY));
        attempt(client, &place, &SOLUTION, false).fails(401, "signed-out");
        let own = attempt(&ada, &place, &SOLUTION, false).good();
        shows(&own, json!({ "solved": true, "rating/rating": 1500, "rating/change": null }));
        // A claim that breaks off or leaves the solution is a loss, as is a hint.
        let lost = attempt(&bob, &place, &SOLUTION[..2], false).good();
        assert!(lost["rating"]["change"].as_i64().unwrap() < 0 && lost["solved"] == false, "{lost}");
        let again = attempt(&bob, &place, &SOLUTION, false).good();
        shows(
            &again,
            json!({ "solved": true, "rating/rating": lost["rating"]["rating"], "rating/change": null }),
        );
        let won = attempt(&eve, &place, &SOLUTION, false).good();
        assert!(won["rating"]["change"].as_i64().unwrap() > 0, "{won}");
        let view = |client: &Client| client.get(&format!("/api/puzzles/{}", &place["players/".len()..])).good();
        assert!(view(&eve)["tried"] == true && view(client)["tried"] == false);
        let profile = client.get("/api/people/eve").good();
        shows(
            &profile,
            json!({ "puzzles/0/game": game(), "puzzles/0/tries": 1, "puzzles/0/rating/provisional": true }),
        );
        assert_eq!(profile["puzzles"][0]["rating"]["rating"], won["rating"]["rating"]);
        assert_eq!(profile["ratings"], json!([]), "apart from game ratings");
        assert_eq!(list(&eve.get("/api/puzzles").good()["ratings"]).len(), 1);
        let export = eve.get("/api/account/export").good();
        shows(
            &export,
            json!({ "puzzles/tries/0/set": "players", "puzzles/tries/0/solved": true, "puzzles/puzzles": [] }),
        );
        attempt(&eve, "players/nonesuch", &SOLUTION, false).fails(404, "no-puzzle");
        attempt(&eve, "nonesuch/nonesuch", &SOLUTION, false).fails(404, "no-puzzle");
    })
    .await;
}

#[test]
fn shipped_puzzles_are_rated_from_their_difficulty() {
    let server = Running::new();
    let [ada, bob] = members(&server, ["Ada", "Bob"]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let file = std::fs::read_dir(file).unwrap().next().unwrap().unwrap().path();
    let set = file.file_stem().unwrap().to_str().unwrap().to_owned();
    let path = format!("/api/puzzle-sets/{set}");
    let ratings = server.get(&path).good();
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(list(&ratings["puzzles"]).len(), lines.lines().count());
    assert_eq!(ratings["own"], Value::Null);
    server.get("/api/puzzle-sets/nonesuch").fails(404, "no-puzzle");
    let puzzle = entourage_puzzle::Puzzle::read(lines.lines().next().unwrap()).unwrap();
    let place = format!("{set}/{}", puzzle.id());
    let line = puzzle.solution.main_line();
    let hinted = attempt(&bob, &place, &line, true).good();
    assert!(hinted["solved"] == false && hinted["rating"]["change"].as_i64().unwrap() < 0);
    assert_eq!(attempt(&ada, &place, &line, false).good()["solved"], true);
    let after = ada.get(&path).good();
    let of = |ratings: &Value| {
        list(&ratings["puzzles"]).into_iter().find(|one| one["id"] == puzzle.id().as_str()).unwrap()
    };
    assert!(of(&after)["tried"] == true && of(&ratings)["tried"] == false);
    assert_ne!(of(&after)["rating"], of(&ratings)["rating"]);
    assert!(after["own"]["rating"].as_i64().unwrap() > 1500);
    shows(server.get("/api/people/ada").good(), json!({ "puzzles/0/tries": 1 }));
}
