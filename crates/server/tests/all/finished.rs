//! Finished games that everybody may find: by who played, what and how it ended, by positions, as records; and no others.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use entourage_store::Store;
use serde_json::{Value, json};

use crate::common::follow::legal;
use crate::common::member::Member;
use crate::common::{Client, Running, persons, spec};
use crate::postgres_server::on_postgres;
use crate::processes::{LONG, two};

/// How long whatever is to come may take.
const SOON: Duration = Duration::from_secs(30);

fn finished(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/api/finished?{query}"), &[]).good()["games"].as_array().unwrap().clone()
}

fn names(games: &[Value]) -> Vec<&str> {
    games.iter().map(|one| one["game"].as_str().unwrap()).collect()
}

/// Tells how games went on, once so many were looked through.
fn opening(client: &Client, query: &str, games: u64) -> Value {
    let begin = Instant::now();
    loop {
        let told = client.get(&format!("/api/finished/moves?{query}"), &[]).good();
        if told["games"] == games || begin.elapsed() > SOON {
            assert_eq!(told["games"], games, "{told}");
            return told;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn key() -> String {
    let bytes: [u8; 25] = entourage_store::random().unwrap();
    let letters = bytes.iter().map(|byte| char::from(b'a' + byte % 26));
    letters.chain(['a']).collect()
}

/// Has somebody offer a game that somebody else takes, with or without accounts; returns what opens its sides, and its name.
fn begin(client: &Client, players: [Option<&Member>; 2], seats: &Value, pace: &str) -> ([String; 2], String) {
    let body = json!({ "spec": spec(), "players": persons(), "seats": seats, "pace": pace });
    let created = match players[0] {
        Some(host) => host.post("/api/games", &body),
        None => client.post("/api/games", None, &body),
    };
    let created = created.good();
    let (host, guest) = (created["keys"]["sides"][0].as_str().unwrap().to_owned(), key());
    let name = created["state"]["game"].as_str().unwrap().to_owned();
    let body = json!({ "game": name, "side": 2, "key": guest });
    match players[1] {
        Some(other) => other.post("/api/invitations/take", &body),
        None => client.post("/api/invitations/take", None, &body),
    }
    .good();
    ([host, guest], name)
}

/// Plays the first legal move each time, and has a side resign; returns the moves.
fn play(client: &Client, [one, two]: &[String; 2], count: usize, loser: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for seq in 0..count {
        let before: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = legal(&before)[0].clone();
        client.play(if seq % 2 == 0 { one } else { two }, seq, &text).good();
        moves.push(text);
    }
    client.resign([one, two][loser - 1], count, loser).good();
    moves
}

fn shown() -> Value {
    json!({ "host": 1, "open": true, "watched": true })
}

#[test]
fn finished_games_are_found_and_handed_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, bob) = (Member::found(client, "Ada").0, Member::found(client, "Bob").0);
    let rated = json!({ "host": 1, "open": true, "rated": true });
    let (keys, first) = begin(client, [Some(&ada), Some(&bob)], &rated, "live spare=5m");
    assert_eq!(finished(client, ""), Vec::<Value>::new());
    let moves = play(client, &keys, 3, 2);
    let (keys, second) = begin(client, [None, Some(&ada)], &shown(), "unlimited");
    play(client, &keys, 1, 2);
    let (keys, hidden) =
        begin(client, [Some(&ada), Some(&bob)], &json!({ "host": 1, "open": true }), "unlimited");
    play(client, &keys, 1, 1);
    let all = finished(client, "");
    assert_eq!(names(&all), [&second, &first]);
    let told = &all[1];
    assert_eq!(
        (&told["names"], &told["ratings"], &told["winner"], &told["cause"], &told["moves"], &told["class"]),
        (
            &json!(["Ada", "Bob"]),
            &json!([1500, 1500]),
            &json!(1),
            &json!("resignation"),
            &json!(3),
            &json!("blitz")
        )
    );
    assert_eq!((&told["rated"], &told["spec"]), (&json!(true), &json!(spec())));
    for (query, found) in [
        ("player=ada", vec![&second, &first]),
        ("player=Bob", vec![&first]),
        ("player=Ada&opponent=Bob", vec![&first]),
        ("player=Ada&result=won", vec![&first]),
        ("player=Ada&result=lost", vec![&second]),
        ("result=first", vec![&second, &first]),
        ("result=draw", vec![]),
        ("class=blitz", vec![&first]),
        ("rated=false", vec![&second]),
        (&format!("game={}", spec()), vec![&second, &first]),
        ("game=nothing", vec![]),
    ] {
        assert_eq!(names(&finished(client, query)), found, "{query}");
    }
    // Those of the strongest first: of games without clocks nothing is known.
    for (query, found) in [
        ("order=newest", vec![&second, &first]),
        ("order=strongest", vec![&first, &second]),
        ("order=strongest&player=Ada", vec![&first, &second]),
        ("order=strongest&rated=false", vec![&second]),
        (&format!("order=strongest&game={}", spec()), vec![&first, &second]),
    ] {
        assert_eq!(names(&finished(client, query)), found, "{query}");
    }
    client.get("/api/finished?order=x", &[]).fails(400, "malformed");
    client.get(&format!("/api/finished?order=strongest&after=5.{first}"), &[]).fails(404, "no-game");
    client.get(&format!("/api/finished?after=1500.5.{first}"), &[]).fails(404, "no-game");
    client.get(&format!("/api/finished?order=strongest&after=1500.5.{first}"), &[]).good();
    client.get("/api/finished?player=Nobody", &[]).fails(404, "no-person");
    client.get("/api/finished?after=x", &[]).fails(404, "no-game");
    client.get("/api/finished?result=x", &[]).fails(400, "malformed");
    client.get("/api/finished?class=x", &[]).fails(400, "malformed");
    client.get("/api/finished?position=x", &[]).fails(422, "text");
    client.get(&format!("/api/finished/moves?game={}&line=x", spec()), &[]).fails(422, "text");
    let long = vec!["x"; 201].join("+");
    client.get(&format!("/api/finished/moves?game={}&line={long}", spec()), &[]).fails(422, "too-long");

    // The tree, from the start and along a line.
    let game = format!("game={}", spec());
    let told = opening(client, &game, 2);
    let one = json!({ "move": moves[0], "games": 2, "won": [2, 0], "rating": 1446 });
    let mean = &told["moves"][0]["rating"];
    assert_eq!(
        (&told["moves"][0]["games"], &told["moves"][0]["won"], told["more"].as_bool()),
        (&one["games"], &one["won"], Some(false))
    );
    assert_eq!(*mean, 1500, "who has played no such game for ratings has none");
    let line = format!("{game}&line={}", moves[0]);
    let told = opening(client, &line, 2);
    assert_eq!((&told["moves"][0]["move"], &told["moves"][0]["games"]), (&json!(moves[1]), &json!(1)));
    assert_eq!(names(&finished(client, &line)), [&second, &first]);
    let two = format!("{game}&line={}", moves[..2].join("+"));
    assert_eq!(names(&finished(client, &two)), [&first]);
    assert_eq!(names(&finished(client, &format!("{two}&result=second"))), Vec::<&str>::new());
    let last = finished(client, "player=Bob")[0]["last"].clone();
    let position = last["position"].as_str().unwrap().replace(' ', "+");
    assert_eq!(names(&finished(client, &format!("{game}&position={position}"))), [&first]);

    // Records, as programs read them.
    let answer = client.get("/api/finished/records.pgn?rated=true", &[]);
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
    for part in [
        "[White \"Ada\"]",
        "[Black \"Bob\"]",
        "[WhiteElo \"1500\"]",
        "[Result \"1-0\"]",
        "[Cause \"resignation\"]",
    ] {
        assert!(answer.text.contains(part), "{part}: {}", answer.text);
    }
    let games: Vec<_> =
        entourage_scoresheet::pgn::Reader::new(answer.text.as_bytes()).map(|game| game.unwrap()).collect();
    assert_eq!(games.len(), 1);
    let answer = client.get("/api/finished/records.ndjson", &[]);
    let lines: Vec<Value> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(names(&lines), [&second, &first]);
    assert_eq!((&lines[1]["line"], answer.header("link")), (&json!(moves), ""));

    // Whoever takes it back has it found by nobody in any way, and who leaves is named no more.
    let nowhere = |name: &str| {
        for path in ["/api/finished", "/api/finished/records.pgn", "/api/finished/records.ndjson"] {
            for query in ["", "player=Ada", &line] {
                let text = client.get(&format!("{path}?{query}"), &[]).text;
                assert!(!text.contains(name), "{path} {query}: {text}");
            }
        }
    };
    nowhere(&hidden);
    client.post("/api/game/publication", Some(&keys[0]), &json!({ "public": true })).good();
    nowhere(&hidden);
    bob.delete("/api/account").good();
    assert_eq!(finished(client, "player=Ada&rated=true")[0]["names"], json!(["Ada", null]));
    client.get("/api/finished?player=Bob", &[]).fails(404, "no-person");
    let pass = format!("@{second}.2");
    ada.game("POST", "/api/game/publication", &pass, Some(&json!({ "public": false }))).good();
    nowhere(&second);
    assert_eq!(opening(client, &game, 1)["moves"][0]["games"], 1);
    // What is kept agrees with the games, as whoever runs the server can see.
    drop(server);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let look =
        || runtime.block_on(entourage_server::verify(data.path(), &Registry::built_in(), |_| ())).unwrap();
    assert_eq!(look().faults, Vec::<String>::new());
    let change = |statement: &'static str| {
        let file = data.path().join("entourage.sqlite");
        runtime.block_on(async {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
            let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
            sqlx::query(statement).execute(&pool).await.unwrap();
            pool.close().await;
        });
    };
    change("UPDATE positions SET next_move = 'x' WHERE ply = 0");
    assert_eq!(look().faults, [format!("{first}: it is found by other positions than it came to")]);
    change("UPDATE finished SET winner = 2");
    assert!(look().faults[0].contains("it is found by something else than its record says"));
}

#[test]
fn pages_miss_nothing_while_games_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let end = || {
        let (keys, name) = begin(client, [None, None], &shown(), "unlimited");
        play(client, &keys, 1, 1);
        name
    };
    let known: HashSet<String> = (0..45).map(|_| end()).collect();
    let (mut met, mut after) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("/api/finished?{after}"), &[]).good();
        met.extend(names(page["games"].as_array().unwrap()).into_iter().map(str::to_owned));
        end();
        let Some(next) = page["next"].as_str() else { break };
        after = format!("after={next}");
    }
    assert_eq!(met.len(), 45);
    assert_eq!(met.into_iter().collect::<HashSet<_>>(), known);
}

#[test]
fn games_that_ended_before_there_was_a_list_are_listed() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let (keys, name) = begin(&server.client, [None, None], &shown(), "unlimited");
    play(&server.client, &keys, 1, 1);
    drop(server);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.path().join("entourage.sqlite"));
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        for statement in ["DELETE FROM positions", "DELETE FROM finished"] {
            sqlx::query(statement).execute(&pool).await.unwrap();
        }
        pool.close().await;
    });
    let server = Running::start(data.path());
    opening(&server.client, &format!("game={}", spec()), 1);
    assert_eq!(names(&finished(&server.client, "")), [&name]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_look_through_each_game_once() {
    on_postgres(async |address, _| {
        let [one, other] = two(&address, None, LONG).await;
        for _ in 0..6 {
            for server in [&one, &other] {
                let (keys, _) = begin(&server.client, [None, None], &shown(), "unlimited");
                play(&server.client, &keys, 2, 1);
            }
        }
        for server in [&one, &other] {
            let told = opening(&server.client, &format!("game={}", spec()), 12);
            assert_eq!(told["moves"][0]["games"], 12);
        }
        drop([one, other]);
        let store = Store::connect(&address).await.unwrap();
        let found = store.find(&Default::default(), None, 99).await.unwrap();
        assert!(found.games.len() == 12 && found.games.iter().all(|one| one.last.is_some()));
        store.close().await;
    })
    .await;
}

#[test]
fn games_under_way_are_listed_by_game_and_by_strength() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    let client = &server.client;
    let (ada, bob) = (Member::found(client, "Ada").0, Member::found(client, "Bob").0);
    let rated = json!({ "host": 1, "open": true, "rated": true });
    let (keys, _) = begin(client, [Some(&ada), Some(&bob)], &rated, "live spare=5m");
    play(client, &keys, 1, 2);
    let (keys, strong) = begin(client, [Some(&ada), Some(&bob)], &rated, "live spare=5m");
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let (keys, late) = begin(client, [None, Some(&bob)], &shown(), "unlimited");
    client.play(&keys[0], 0, &legal(&[])[0]).good();
    let listed = |query: &str| {
        client.get(&format!("/api/watched?{query}"), &[]).good()["games"].as_array().unwrap().clone()
    };
    let (latest, strongest) = (listed(""), listed("order=rating"));
    assert_eq!(
        (names(&latest), names(&strongest)),
        (vec![late.as_str(), &strong], vec![strong.as_str(), &late])
    );
    let told = &strongest[0];
    assert_eq!(
        (&told["names"], &told["ratings"], &told["rated"]),
        (&json!(["Ada", "Bob"]), &json!([1662, 1338]), &json!(true))
    );
    assert_eq!(strongest[1]["names"], json!([null, "Bob"]));
    let name = spec().split(':').next().unwrap();
    assert_eq!(names(&listed(&format!("game={name}"))).len(), 2);
    assert_eq!(listed("game=nothing"), Vec::<Value>::new());
    client.get("/api/watched?order=x", &[]).fails(400, "malformed");
}
