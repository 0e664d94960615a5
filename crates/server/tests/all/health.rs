//! Tests health checks and metrics, and a server that cannot write to the disk.

use std::net::{SocketAddr, TcpListener};

use crate::common::process::start_counting;
use crate::common::*;

/// Polls until the health check has this status; results are cached for a second.
#[track_caller]
fn until_status(server: &Running, status: u16) -> Value {
    let answer = || server.get("/healthz");
    until(|| Some(answer()).filter(|answer| answer.status == status)).json()
}

#[test]
fn health_reports_since_when_the_database_is_not_writable() {
    let server = Running::new();
    assert_eq!(until_status(&server, 200), json!({ "status": "ok" }));
    for fault in ["ROLLBACK", "ABORT", "FAIL"] {
        let raise = format!("BEGIN SELECT RAISE({fault}, 'no'); END");
        change(server.data(), &format!("CREATE TRIGGER broken BEFORE UPDATE ON runs {raise}"));
        let failing = until_status(&server, 503);
        assert_eq!(failing["status"], "failing");
        let since = failing["since"].as_i64().unwrap();
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(until_status(&server, 503)["since"], since, "the same fault");
        assert_eq!(server.get("/readyz").status, 503);
        assert_eq!(server.get("/livez").good(), json!({ "status": "ok" }));
        change(server.data(), "DROP TRIGGER broken");
        assert_eq!(until_status(&server, 200), json!({ "status": "ok" }));
    }
    server.create_with(json!({})).good();
}

#[test]
fn a_damaged_database_is_noticed_in_the_background() {
    let mut server = Running::new();
    server.end();
    let page = |sql: &str| stored::<i64>(server.data(), sql)[0] as usize;
    let root = page("SELECT rootpage FROM sqlite_master WHERE name = 'moderation'");
    let (size, file) = (page("PRAGMA page_size"), server.data().join("entourage.sqlite"));
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(root - 1) * size..root * size].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    server.start();
    assert_eq!(until_status(&server, 503)["status"], "failing");
    assert_eq!(server.get("/livez").good(), json!({ "status": "ok" }));
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn metrics(address: SocketAddr) -> String {
    ureq::get(format!("http://{address}/metrics")).call().unwrap().body_mut().read_to_string().unwrap()
}

#[test]
fn metrics_are_served_on_a_separate_port() {
    let address = free_address();
    let server = Running::with(Config { metrics: Some(address), ..Config::default() });
    let id = server.create(&[]);
    server.resign(&id, 0, 1).good();
    server.try_state("nonsense").unwrap().fails(401, "bad-key");
    let told = metrics(address);
    for line in [
        "requests_total{route=\"/api/games\",status=\"ok\"} ",
        "refusals_total{code=\"bad-key\"} ",
        "events_total ",
        "healthy 1",
        "request_seconds_bucket{le=\"0.2\"} ",
    ] {
        assert!(told.contains(&format!("entourage_{line}")), "{line}: {told}");
    }
    assert!(!told.contains(&id), "metrics contain a key");
    assert_ne!(server.get("/metrics").status, 200, "metrics are served on the public port");
}

/// Runs the server in a separate process, because all servers in a process share the counters.
#[test]
fn every_event_is_counted_once() {
    let (data, address) = (tempfile::tempdir().unwrap(), free_address());
    let (_process, client) = start_counting(data.path(), Some(address));
    let counted = || -> u64 {
        let told = metrics(address);
        let line = told.lines().find_map(|line| line.strip_prefix("entourage_events_total "));
        line.map_or(0, |count| count.parse().unwrap())
    };
    let Apart { sides: [one, two], .. } = client.create_apart(&[]);
    assert_eq!(counted(), 0, "creating a game is not an event");
    let moves = line(3);
    // Retries and moves out of turn do not count.
    for _ in 0..2 {
        client.play(&one, 0, &moves[0]).good();
    }
    client.play(&one, 1, &moves[1]).fails(403, "turn");
    assert_eq!(counted(), 1);
    // A conditional move counts like any other move.
    client.plan(&one, 1, &format!("{} > {}", moves[1], moves[2])).good();
    client.play(&two, 1, &moves[1]).good();
    assert_eq!((counted(), client.state(&one)["seq"].as_u64()), (3, Some(3)));
    client.chat(&one, "a", "hello").good();
    client.resign(&two, 3, 2).good();
    assert_eq!(counted(), 4);
    // A time-out also counts, although no client sends it.
    let Apart { sides: [one, two], .. } = client.apart_with(json!({ "pace": "live spare=1s" }));
    for key in [&one, &two] {
        client.state(key);
    }
    client.play(&one, 0, &moves[0]).good();
    client.play(&two, 1, &moves[1]).good();
    eventually(|| client.state(&one)["seq"] == 3);
    assert_eq!(counted(), 7);
}

#[cfg(target_os = "linux")]
mod full_disk {
    use std::process::{Command, Stdio};

    use super::*;

    /// A small mounted disk, if the system allows it.
    struct SmallDisk(tempfile::TempDir);

    impl SmallDisk {
        fn mount(size: &str) -> Option<Self> {
            let place = tempfile::tempdir().unwrap();
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(place.path());
            let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
            mounted.then_some(Self(place))
        }

        fn room(&self) -> usize {
            let output =
                Command::new("df").args(["--output=avail", "-B1"]).arg(self.0.path()).output().unwrap();
            String::from_utf8(output.stdout).unwrap().lines().nth(1).unwrap().trim().parse().unwrap()
        }
    }

    impl Drop for SmallDisk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
        }
    }

    #[test]
    fn full_disks_stop_new_games_before_moves() {
        // Only the superuser can mount a disk.
        let Some(disk) = SmallDisk::mount("3m") else { return };
        let data = disk.0.path();
        let server = Setting { data: Some(data.to_owned()), ..Setting::default() }.start();
        let create = || server.create_with(json!({}));
        let id = create().word("id");
        // Fill the disk up to the reserve for moves.
        let filler = data.join("filler");
        let fill = |bytes: usize| std::fs::write(&filler, vec![1; bytes]);
        fill(disk.room() - (200 << 10)).unwrap();
        create().fails(503, "full");
        assert_eq!(until_status(&server, 200), json!({ "status": "full" }));
        let mut game = new_game();
        let mut play = |seq: usize| {
            let text = game.legal_moves()[seq % 3].clone();
            let answer = server.play(&id, seq, &text);
            if answer.status == 200 {
                game.play(&text).unwrap();
            }
            answer
        };
        (0..4).for_each(|seq| drop(play(seq).good()));
        // Fill the disk to the last byte.
        let _ = fill(16 << 20);
        let refused =
            (4..100).find_map(|seq| Some((seq, play(seq))).filter(|(_, answer)| answer.status != 200));
        let (played, refused) = refused.expect("a full disk accepted moves");
        refused.fails(503, "unavailable");
        assert_eq!(until_status(&server, 503)["status"], "failing");
        std::fs::remove_file(&filler).unwrap();
        assert_eq!(until_status(&server, 200), json!({ "status": "ok" }));
        // After space is freed, play continues, and no acknowledged event is missing.
        let kept = list(&server.state(&id)["moves"]).len();
        assert!(kept >= played, "{kept} of {played}");
        create().good();
        (kept..kept + 4).for_each(|seq| drop(play(seq).good()));
    }
}
