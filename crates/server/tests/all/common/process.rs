//! A server in a process of its own, to be killed. The test binary plays it, by the test `server_process`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use entourage_server::{Config, serve};

use super::Client;

/// Names the data directory to the process that is to be killed.
const DATA: &str = "ENTOURAGE_KILL_TEST_DATA";

/// Is no test by itself: the process that is killed. It serves until then, if it was started for that.
#[test]
fn server_process() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let config = Config { port: 0, data: Some(data.into()), ..Config::default() };
    tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(serve(config, entourage_registry::Registry::built_in()))
        .unwrap();
}

/// A server process; it is killed when dropped, so that none outlives a test that fails.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server process and waits until it is ready.
pub fn start(data: &Path) -> (Process, Client) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["common::process::server_process", "--exact", "--nocapture", "--test-threads=1"])
        .env(DATA, data)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut process = Process(child);
    let mut lines = BufReader::new(process.0.stdout.take().unwrap()).lines();
    let ready = lines.find_map(|line| line.unwrap().split_once("ready on ").map(|(_, rest)| rest.to_owned()));
    let ready = ready.expect("the server starts");
    // Whatever else it prints must find a reader.
    std::thread::spawn(move || lines.for_each(drop));
    (process, Client::new(ready.split(' ').next().unwrap().to_owned()))
}
