//! Whether the server can keep what it is told, and what it does where it cannot.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use entourage_server::{Config, MachineTime};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::common::{Running, persons, spec};

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
