//! Runs a server in a process that can be killed: this test binary, started with only the test `server_process`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use entourage_server::serve;

use super::{Client, Config, Path, Registry, wait};

const DATA: &str = "ENTOURAGE_KILL_TEST_DATA";
const METRICS: &str = "ENTOURAGE_KILL_TEST_METRICS";

/// Not a test: runs the server if this process was started as a server, and does nothing otherwise.
#[test]
fn server_process() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let metrics = std::env::var(METRICS).ok().map(|address| address.parse().unwrap());
    let config = Config { port: 0, data: Some(data.into()), metrics, ..Config::default() };
    wait(serve(config, Registry::built_in())).unwrap();
}

/// A server process, which is killed on drop, even if the test fails.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn start(data: &Path) -> (Process, Client) {
    start_counting(data, None)
}

pub fn start_counting(data: &Path, metrics: Option<SocketAddr>) -> (Process, Client) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["common::process::server_process", "--exact", "--nocapture", "--test-threads=1"])
        .env(DATA, data)
        .envs(metrics.map(|address| (METRICS, address.to_string())))
        .stdout(Stdio::piped());
    let mut process = Process(command.spawn().unwrap());
    let mut lines = BufReader::new(process.0.stdout.take().unwrap()).lines();
    let ready = lines.find_map(|line| line.unwrap().split_once("ready on ").map(|(_, rest)| rest.to_owned()));
    let ready = ready.expect("the server did not start");
    // Standard output is drained, because the process would block on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (process, Client::new(ready.split(' ').next().unwrap().to_owned()))
}
