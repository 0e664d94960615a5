//! Tests searching public finished games by players, game, result and positions, exporting the results, and which
//! games are excluded.

use std::collections::HashSet;

use entourage_store::Store;

use crate::common::*;
use crate::postgres_server::on_postgres;
use crate::processes::{LONG, two};

fn finished(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/api/finished?{query}")).list("games")
}

fn names(games: &[Value]) -> Vec<&str> {
    games.iter().map(|one| one["game"].as_str().unwrap()).collect()
}

/// Waits until `games` games are indexed; returns the moves from the position in the query.
#[track_caller]
fn opening(client: &Client, query: &str, games: u64) -> Value {
    let told = || client.get(&format!("/api/finished/moves?{query}")).good();
    until(|| Some(told()).filter(|told| told["games"] == games))
}

fn random_key() -> String {
    let bytes: [u8; 25] = entourage_store::random().unwrap();
    let letters = bytes.iter().map(|byte| char::from(b'a' + byte % 26));
    letters.chain(['a']).collect()
}

/// Creates an open game that the other client joins; returns the keys to the sides, and the game's ID.
fn begin([host, guest]: [&Client; 2], seats: &Value, pace: &str) -> ([String; 2], String) {
    let created = host.create_with(json!({ "seats": seats, "pace": pace })).good();
    let keys = [word(&created["keys"]["sides"][0]), random_key()];
    let name = &created["state"]["game"];
    guest.take(name, 2, &keys[1]).good();
    (keys, word(name))
}

/// Plays the first legal move `count` times, then lets a side resign; returns the moves.
pub fn play(client: &Client, keys: &[String; 2], count: usize, loser: usize) -> Vec<String> {
    let moves = line(count);
    for (seq, text) in moves.iter().enumerate() {
        client.play(&keys[seq % 2], seq, text).good();
    }
    client.resign(&keys[loser - 1], count, loser).good();
    moves
}

fn shown() -> Value {
    json!({ "host": 1, "open": true, "watched": true })
}

fn rated() -> Value {
    json!({ "host": 1, "open": true, "rated": true })
}

#[test]
fn finished_games_are_found_and_exported() {
    let mut server = Running::new();
    let client: &Client = &server;
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let (keys, first) = begin([&ada, &bob], &rated(), "live spare=5m");
    assert_eq!(finished(client, ""), Vec::<Value>::new());
    let moves = play(client, &keys, 3, 2);
    let (keys, second) = begin([client, &ada], &shown(), "unlimited");
    play(client, &keys, 2, 2);
    let (keys, hidden) = begin([&ada, &bob], &json!({ "host": 1, "open": true }), "unlimited");
    play(client, &keys, 1, 1);
    let all = finished(client, "");
    assert_eq!(names(&all), [&second, &first]);
    shows(&all[1], json!({ "names": ["Ada", "Bob"], "ratings": [1500, 1500], "winner": 1, "moves": 3 }));
    let end = json!({ "cause": "resignation", "class": "blitz", "rated": true, "spec": spec() });
    shows(&all[1], end);
    // If games are sorted by rating, games without clocks come last, because they have no ratings.
    let (game, both, strongest) = (format!("game={}", spec()), [&second, &first], [&first, &second]);
    for (query, found) in [
        ("player=ada", &both[..]),
        ("player=Bob", &[&first]),
        ("player=Ada&opponent=Bob", &[&first]),
        ("player=Ada&result=won", &[&first]),
        ("player=Ada&result=lost", &[&second]),
        ("result=first", &both),
        ("result=draw", &[]),
        ("class=blitz", &[&first]),
        ("rated=false", &[&second]),
        (&game, &both),
        ("game=nothing", &[]),
        ("order=newest", &both),
        ("order=strongest", &strongest),
        ("order=strongest&player=Ada", &strongest),
        ("order=strongest&rated=false", &[&second]),
        (&format!("order=strongest&{game}"), &strongest),
    ] {
        assert_eq!(names(&finished(client, query)), found, "{query}");
    }
    let long = vec!["x"; 201].join("+");
    for (query, status, code) in [
        ("?order=x", 400, "malformed"),
        (&format!("?order=strongest&after=5.{first}"), 404, "no-game"),
        (&format!("?after=1500.5.{first}"), 404, "no-game"),
        ("?player=Nobody", 404, "no-person"),
        ("?after=x", 404, "no-game"),
        ("?result=x", 400, "malformed"),
        ("?class=x", 400, "malformed"),
        ("?position=x", 422, "text"),
        (&format!("/moves?{game}&line=x"), 422, "text"),
        (&format!("/moves?{game}&line={long}"), 422, "too-long"),
    ] {
        client.get(&format!("/api/finished{query}")).fails(status, code);
    }
    client.get(&format!("/api/finished?order=strongest&after=1500.5.{first}")).good();

    let told = opening(client, &game, 2);
    shows(&told, json!({ "moves/0/games": 2, "moves/0/won": [2, 0], "more": false }));
    assert_eq!(told["moves"][0]["rating"], 1500, "unrated players do not count");
    let line = format!("{game}&line={}", moves[0]);
    shows(&opening(client, &line, 2)["moves"][0], json!({ "move": moves[1], "games": 2 }));
    assert_eq!(names(&finished(client, &line)), [&second, &first]);
    let three = format!("{game}&line={}", moves.join("+"));
    assert_eq!(names(&finished(client, &three)), [&first]);
    assert_eq!(names(&finished(client, &format!("{three}&result=second"))), Vec::<&str>::new());
    let position = word(&finished(client, "player=Bob")[0]["last"]["position"]).replace(' ', "+");
    assert_eq!(names(&finished(client, &format!("{game}&position={position}"))), [&first]);

    let answer = client.get("/api/finished/records.pgn?rated=true");
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    for tag in
        ["White \"Ada\"", "Black \"Bob\"", "WhiteElo \"1500\"", "Result \"1-0\"", "Cause \"resignation\""]
    {
        assert!(answer.text.contains(&format!("[{tag}]")), "{tag}: {}", answer.text);
    }
    let games = entourage_scoresheet::pgn::Reader::new(answer.text.as_bytes()).map(|game| game.unwrap());
    assert_eq!(games.count(), 1);
    let answer = client.get("/api/finished/records.ndjson");
    let lines: Vec<Value> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(names(&lines), [&second, &first]);
    assert_eq!((&lines[1]["line"], answer.header("link")), (&json!(moves), ""));

    // A search does not find a game that a player has unpublished, and does not name deleted accounts.
    let nowhere = |name: &str| {
        for path in ["/api/finished", "/api/finished/records.pgn", "/api/finished/records.ndjson"] {
            for query in ["", "player=Ada", &line] {
                let text = client.get(&format!("{path}?{query}")).text;
                assert!(!text.contains(name), "{path} {query}: {text}");
            }
        }
    };
    nowhere(&hidden);
    client.publish(&keys[0], true).good();
    nowhere(&hidden);
    bob.delete("/api/account").good();
    assert_eq!(finished(client, "player=Ada&rated=true")[0]["names"], json!(["Ada", null]));
    client.get("/api/finished?player=Bob").fails(404, "no-person");
    ada.publish(&format!("@{second}.2"), false).good();
    nowhere(&second);
    assert_eq!(opening(client, &game, 1)["moves"][0]["games"], 1);
    // The index matches the games; mismatches are reported.
    server.end();
    assert_eq!(faults(server.data()), Vec::<String>::new());
    change(server.data(), "UPDATE positions SET next_move = 'x' WHERE ply = 0");
    let found = faults(server.data());
    assert_eq!(found[0], format!("{first}: indexed positions do not match the game"));
    assert!(
        found[1..].iter().all(|fault| fault.ends_with("number of games with a position is wrong")),
        "{found:?}"
    );
    change(server.data(), "UPDATE finished SET winner = 2");
    assert!(faults(server.data())[0].contains("index entry does not match the record"));
}

#[test]
fn pages_skip_no_games_that_end_meanwhile() {
    let client = &Running::new();
    let end = || {
        let (keys, name) = begin([client, client], &shown(), "unlimited");
        play(client, &keys, 1, 1);
        name
    };
    let known: HashSet<String> = (0..45).map(|_| end()).collect();
    let (mut met, mut after) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("/api/finished?{after}")).good();
        met.extend(list(&page["games"]).iter().map(|one| word(&one["game"])));
        end();
        let Some(next) = page["next"].as_str() else { break };
        after = format!("after={next}");
    }
    assert_eq!(met.len(), 45);
    assert_eq!(met.into_iter().collect::<HashSet<_>>(), known);
}

#[test]
fn games_from_before_the_index_are_listed() {
    let mut server = Running::new();
    let (keys, name) = begin([&server, &server], &shown(), "unlimited");
    play(&server, &keys, 2, 1);
    server.end();
    change(server.data(), "DELETE FROM positions; DELETE FROM finished");
    server.start();
    opening(&server, &format!("game={}", spec()), 1);
    assert_eq!(names(&finished(&server, "")), [&name]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_index_each_game_once() {
    on_postgres(async |address, _| {
        let servers = two(&address, None, LONG).await;
        for _ in 0..6 {
            for server in &servers {
                let (keys, _) = begin([server, server], &shown(), "unlimited");
                play(server, &keys, 2, 1);
            }
        }
        for server in &servers {
            let told = opening(server, &format!("game={}", spec()), 12);
            assert_eq!(told["moves"][0]["games"], 12);
        }
        drop(servers);
        let store = Store::connect(&address).await.unwrap();
        let found = store.find(&Default::default(), None, 99).await.unwrap();
        assert!(found.games.len() == 12 && found.games.iter().all(|one| one.last.is_some()));
        store.close().await;
    })
    .await;
}

#[test]
fn games_in_progress_are_listed_by_game_and_rating() {
    let client: &Client = &Running::new();
    let [ada, bob] = members(client, ["Ada", "Bob"]);
    let (keys, _) = begin([&ada, &bob], &rated(), "live spare=5m");
    play(client, &keys, 2, 2);
    let (keys, strong) = begin([&ada, &bob], &rated(), "live spare=5m");
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let (keys, late) = begin([client, &bob], &shown(), "unlimited");
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let listed = |query: &str| client.get(&format!("/api/watched?{query}")).list("games");
    assert_eq!(names(&listed("")), [&late, &strong]);
    let strongest = listed("order=rating");
    assert_eq!(names(&strongest), [&strong, &late]);
    shows(&strongest[0], json!({ "names": ["Ada", "Bob"], "ratings": [1662, 1338], "rated": true }));
    assert_eq!(strongest[1]["names"], json!([null, "Bob"]));
    assert_eq!(listed(&format!("game={}", spec().split(':').next().unwrap())).len(), 2);
    assert_eq!(listed("game=nothing"), Vec::<Value>::new());
    client.get("/api/watched?order=x").fails(400, "malformed");
}
