use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout};

use crate::run::{command, entourage, has, refused, test_server};

/// Starts a worker, and waits until it is ready.
fn worker(nats: &str, prefix: &str) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child =
        command(&["worker", "--nats", nats, "--nats-prefix", prefix, "--jobs", "1"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    assert!(said.starts_with("waiting for jobs on "), "{said}");
    (child, lines)
}

#[test]
fn lab_results_do_not_depend_on_workers_or_their_crashes() {
    let Some(nats) = test_server("ENTOURAGE_TEST_NATS") else { return };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    // A unique seed, because results of earlier runs are cached.
    let (prefix, seed) = ("test-command", (now as u64).to_string());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/madrasi.game");
    for game in ["chess", file] {
        let words = "--games 4 --level 1 --gap 0 --longest 30 --threads 2 --seed";
        let plan: Vec<&str> = ["lab", game].into_iter().chain(words.split(' ')).chain([&*seed]).collect();
        let here = entourage(&plan);
        let [mut killed, mut other] = [(); 2].map(|()| worker(&nats, prefix).0);
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
fn workers_review_games_with_the_same_result() {
    let Some(nats) = test_server("ENTOURAGE_TEST_NATS") else { return };
    let prefix = "test-command-review";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/madrasi.game");
    let ask = |language: &'static str, game: &'static str, position: &'static str| {
        // A stalemate misses a checkmate in one; no position needs a long search.
        let plan = ["--lang", language, "review", game, position, "g2g6"];
        (plan, [&plan[..3], &["--nats", &nats, "--nats-prefix", prefix], &plan[3..]].concat())
    };
    // Without workers, the review runs locally.
    let (plan, asked) = ask("en", "chess", "7k/5K2/8/8/8/8/6Q1/8 w - - 0 1");
    let here = entourage(&plan);
    has(&here, &["1\tturn\t", "could have won by force", "Better: "]);
    assert_eq!(entourage(&asked), here);
    let (plan, asked) = ask("fr", file, "7k/5K2/8/8/8/8/6Q1/8 w - -");
    let (mut worker, mut lines) = worker(&nats, prefix);
    assert_eq!(entourage(&asked), entourage(&plan));
    // The worker completes no job if the result was cached by an earlier run.
    std::process::Command::new("kill").arg(worker.id().to_string()).status().unwrap();
    let said = lines.next().unwrap().unwrap();
    assert!(["1 job completed", "0 jobs completed"].contains(&said.as_str()), "{said}");
    worker.wait().unwrap();
}

#[test]
fn worker_addresses_are_validated() {
    refused(&["worker"], &["--nats"]);
    refused(&["worker", "--nats", "http://broker.example"], &["--nats", "nats://HOST:PORT"]);
    refused(&["lab", "chess", "--nats-prefix", "other"], &["--nats"]);
}

#[test]
fn commands_in_the_compose_file_are_valid() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/compose.yaml");
    let text = std::fs::read_to_string(file).unwrap();
    let commands = text.lines().filter_map(|line| line.trim().strip_prefix("command: "));
    let commands: Vec<Vec<String>> =
        commands.map(|words| serde_json::from_str(words).expect("a list of words")).collect();
    let ours: Vec<&Vec<String>> = commands.iter().filter(|words| !words[0].starts_with("--")).collect();
    assert_eq!(ours.len(), 3, "server, worker and migration");
    for words in ours {
        // The arguments before `--help` are validated.
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.push("--no-such-option");
        refused(&words, &["--no-such-option"]);
        words.pop();
        words.push("--help");
        let _ = entourage(&words);
    }
}
