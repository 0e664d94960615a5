//! Workers as processes of their own: they play games of a laboratory, and one that is killed is not missed.

use std::io::{BufRead, BufReader};
use std::process::Child;

use crate::run::{command, entourage, has, refused};

/// The NATS server for tests; where none is named the test is skipped and says so, or fails in CI.
fn nats() -> Option<String> {
    const ADDRESS: &str = "ENTOURAGE_TEST_NATS";
    let address = std::env::var(ADDRESS);
    if address.is_err() {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} names no server");
        eprintln!("skipped: {ADDRESS} names no server");
    }
    address.ok()
}

/// Starts a worker that says it is there.
fn worker(nats: &str, prefix: &str) -> Child {
    let mut child =
        command(&["worker", "--nats", nats, "--nats-prefix", prefix, "--jobs", "1"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    assert!(said.starts_with("waiting for jobs of "), "{said}");
    child
}

#[test]
fn games_of_a_laboratory_are_the_same_by_workers_one_of_whom_is_killed() {
    let Some(nats) = nats() else { return };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    // What came of jobs is known for a while: these are unlike those of earlier runs.
    let (prefix, seed) = ("test-command", (now as u64).to_string());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/madrasi.game");
    for game in ["chess", file] {
        let words = "--games 8 --level 1 --gap 0 --longest 30 --threads 2 --seed";
        let plan: Vec<&str> = ["lab", game].into_iter().chain(words.split(' ')).chain([&*seed]).collect();
        let here = entourage(&plan);
        let [mut killed, mut other] = [(); 2].map(|()| worker(&nats, prefix));
        let asked = [&plan[..], &["--nats", &nats, "--nats-prefix", prefix]].concat();
        let asking = command(&asked).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        killed.kill().unwrap();
        let answered = asking.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(answered.stdout).unwrap(), here, "{game}");
        for worker in [&mut killed, &mut other] {
            let _ = worker.kill();
            worker.wait().unwrap();
        }
    }
}

#[test]
fn a_game_is_looked_through_by_a_worker_as_it_is_here() {
    let Some(nats) = nats() else { return };
    let prefix = "test-command-review";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/madrasi.game");
    for language in ["en", "fr"] {
        for game in ["chess", file] {
            let plan = ["--lang", language, "review", game, "f2f3", "e7e5", "g2g4", "d8h4"];
            let here = entourage(&plan);
            has(&here, &["\t"]);
            let asked = [&plan[..3], &["--nats", &nats, "--nats-prefix", prefix], &plan[3..]].concat();
            // Where nobody is there to do it, it is done here.
            assert_eq!(entourage(&asked), here, "{game}");
            let words = ["worker", "--nats", &nats, "--nats-prefix", prefix, "--jobs", "1"];
            let mut worker = command(&words).spawn().unwrap();
            let mut lines = BufReader::new(worker.stdout.take().unwrap()).lines();
            assert!(lines.next().unwrap().unwrap().starts_with("waiting"));
            assert_eq!(entourage(&asked), here, "{game}");
            // It has done so, unless an earlier run of this test did the same a moment ago.
            std::process::Command::new("kill").arg(worker.id().to_string()).status().unwrap();
            let said = lines.next().unwrap().unwrap();
            assert!(["1 job done", "0 jobs done"].contains(&said.as_str()), "{said}");
            worker.wait().unwrap();
        }
    }
}

#[test]
fn a_worker_wants_an_address_that_makes_sense() {
    refused(&["worker"], &["--nats"]);
    refused(&["worker", "--nats", "http://broker.example"], &["--nats", "nats://HOST:PORT"]);
    refused(&["lab", "chess", "--nats-prefix", "other"], &["--nats"]);
}

/// What the services of the compose file say to the command is understood.
#[test]
fn the_compose_file_says_what_the_command_understands() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/compose.yaml");
    let text = std::fs::read_to_string(file).unwrap();
    let commands = text.lines().filter_map(|line| line.trim().strip_prefix("command: "));
    let commands: Vec<Vec<String>> =
        commands.map(|words| serde_json::from_str(words).expect("a list of words")).collect();
    let ours: Vec<&Vec<String>> = commands.iter().filter(|words| !words[0].starts_with("--")).collect();
    assert_eq!(ours.len(), 3, "a server, a worker and what makes the tables");
    for words in ours {
        // Whatever is asked for help is read before it.
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.push("--no-such-option");
        refused(&words, &["--no-such-option"]);
        words.pop();
        words.push("--help");
        let _ = entourage(&words);
    }
}
