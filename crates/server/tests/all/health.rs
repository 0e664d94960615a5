//! Whether the server can keep what it is told, and what it does where it cannot.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use entourage_server::{Config, MachineTime};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::common::follow::legal;
use crate::common::process::start_counting;
use crate::common::{Apart, Running, persons, spec};

fn change(data: &Path, statement: &'static str) {
    let file = SqliteConnectOptions::new().filename(data.join("entourage.sqlite"));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let pool = SqlitePool::connect_with(file).await.unwrap();
        sqlx::query(statement).execute(&pool).await.unwrap();
        pool.close().await;
    });
}

/// Asks until the server says something else than a while ago; what it finds holds for a second.
fn until(server: &Running, status: u16) -> serde_json::Value {
    let began = Instant::now();
    loop {
        let answer = server.client.get("/healthz", &[]);
        if answer.status == status {
            return answer.json();
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{answer:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn health_says_that_and_since_when_nothing_can_be_kept() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path());
    assert_eq!(until(&server, 200), json!({ "status": "ok" }));
    for fault in ["ROLLBACK", "ABORT", "FAIL"] {
        let statement: &'static str = match fault {
            "ROLLBACK" => "CREATE TRIGGER broken BEFORE UPDATE ON runs BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
            "ABORT" => "CREATE TRIGGER broken BEFORE UPDATE ON runs BEGIN SELECT RAISE(ABORT, 'no'); END",
            _ => "CREATE TRIGGER broken BEFORE UPDATE ON runs BEGIN SELECT RAISE(FAIL, 'no'); END",
        };
        change(data.path(), statement);
        let failing = until(&server, 503);
        assert_eq!(failing["status"], "failing");
        let since = failing["since"].as_i64().unwrap();
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(until(&server, 503)["since"], since, "it is the same fault");
        assert_eq!(server.client.get("/readyz", &[]).status, 503);
        assert_eq!(server.client.get("/livez", &[]).good(), json!({ "status": "ok" }));
        change(data.path(), "DROP TRIGGER broken");
        assert_eq!(until(&server, 200), json!({ "status": "ok" }));
    }
    let body = json!({ "spec": spec(), "players": persons() });
    server.client.post("/api/games", None, &body).good();
}

#[test]
fn what_happens_is_counted_on_a_port_of_its_own() {
    let data = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let config = Config { metrics: Some(address), ..Config::default() };
    let server = Running::start_with(data.path(), Arc::new(MachineTime::default()), config);
    let id = server.client.create(&[]);
    server.client.resign(&id, 0, 1).good();
    server.client.get("/api/game", &[("authorization", "Bearer nonsense")]).fails(401, "bad-key");
    let told =
        ureq::get(format!("http://{address}/metrics")).call().unwrap().body_mut().read_to_string().unwrap();
    for line in [
        "entourage_requests_total{route=\"/api/games\",status=\"ok\"} ",
        "entourage_refusals_total{code=\"bad-key\"} ",
        "entourage_events_total ",
        "entourage_healthy 1",
        "entourage_request_seconds_bucket{le=\"0.2\"} ",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains(&id), "no key is told");
    assert_ne!(server.client.get("/metrics", &[]).status, 200, "it is told nowhere else");
}

/// What one process counts is counted for all of its servers: this one has a process of its own.
#[test]
fn every_event_is_counted_once_whoever_brings_it_about() {
    let data = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
    let (_process, client) = start_counting(data.path(), address);
    let counted = || -> u64 {
        let mut told = ureq::get(format!("http://{address}/metrics")).call().unwrap();
        let told = told.body_mut().read_to_string().unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix("entourage_events_total "));
        line.map_or(0, |count| count.parse().unwrap())
    };
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    assert_eq!(counted(), 0, "a game that begins is no event");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..4 {
        let known: Vec<&str> = moves.iter().map(String::as_str).collect();
        moves.push(legal(&known)[0].clone());
    }
    // Sent again, and out of turn, it is no other event.
    for _ in 0..2 {
        client.play(&one, 0, &moves[0]).good();
    }
    client.play(&one, 1, &moves[1]).fails(403, "turn");
    assert_eq!(counted(), 1);
    // What was ready is an event like any other.
    let ready = json!({ "seq": 1, "plan": format!("{} > {}", moves[1], moves[2]) });
    client.post("/api/game/plan", Some(&one), &ready).good();
    client.play(&two, 1, &moves[1]).good();
    assert_eq!((counted(), client.state(&one)["seq"].as_u64()), (3, Some(3)));
    client.post("/api/game/chat", Some(&one), &json!({ "token": "a", "text": "hello" })).good();
    client.resign(&two, 3, 2).good();
    assert_eq!(counted(), 4);
    // So is that time is up, which nobody sends.
    let body = json!({ "spec": spec(), "players": persons(), "seats": { "host": 1 }, "pace": "live spare=1s" });
    let Apart { sides: [one, two], .. } = Apart::of(&client.post("/api/games", None, &body).good());
    for key in [&one, &two] {
        client.state(key);
    }
    client.play(&one, 0, &moves[0]).good();
    client.play(&two, 1, &moves[1]).good();
    let ended = || client.state(&one)["seq"] == 3;
    let patience = Instant::now() + Duration::from_secs(60);
    while !ended() {
        assert!(Instant::now() < patience, "the flag falls");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(counted(), 7);
}

/// A small disk of the test's own, where the system lets it make one.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount(size: &str) -> Option<Self> {
        let place = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(place.path());
        let mounted = mount.stderr(std::process::Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then_some(Self(place))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_games_before_moves_and_nothing_once_there_is_room() {
    let Some(disk) = SmallDisk::mount("3m") else {
        // Only the superuser may.
        return;
    };
    let data = disk.0.path();
    let server = Running::start(data);
    let client = &server.client;
    let body = json!({ "spec": spec(), "players": persons() });
    let create = || client.post("/api/games", None, &body);
    let id = create().good()["id"].as_str().unwrap().to_owned();
    // Somebody else fills the disk, up to what is kept for moves.
    let filler = data.join("filler");
    let fill = |bytes: usize| std::fs::write(&filler, vec![1; bytes]);
    let room = || free(data);
    fill(usize::try_from(room()).unwrap() - (200 << 10)).unwrap();
    create().fails(503, "full");
    assert_eq!(until(&server, 200), json!({ "status": "full" }));
    let mut game = Registry::built_in().open(spec()).unwrap().begin(None).unwrap();
    let mut play = |seq: usize| {
        let text = game.legal_moves()[seq % 3].clone();
        let answer = client.play(&id, seq, &text);
        if answer.status == 200 {
            game.play(&text).unwrap();
        }
        answer
    };
    (0..4).for_each(|seq| drop(play(seq).good()));
    // Now to the last byte.
    let _ = fill(16 << 20);
    let refused = (4..100).find_map(|seq| Some((seq, play(seq))).filter(|(_, answer)| answer.status != 200));
    let (played, refused) = refused.expect("a full disk refuses moves");
    refused.fails(503, "unavailable");
    assert_eq!(until(&server, 503)["status"], "failing");
    std::fs::remove_file(&filler).unwrap();
    assert_eq!(until(&server, 200), json!({ "status": "ok" }));
    // Everything goes on, and what was acknowledged is there.
    let kept = client.state(&id)["moves"].as_array().unwrap().len();
    assert!(kept >= played, "{kept} of {played}");
    create().good();
    (kept..kept + 4).for_each(|seq| drop(play(seq).good()));
}

#[cfg(target_os = "linux")]
fn free(path: &Path) -> u64 {
    let output = std::process::Command::new("df").args(["--output=avail", "-B1"]).arg(path).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().trim().parse().unwrap()
}
