use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::fault::Fault;
use super::pair::History;
use super::{Trial, answer};
use crate::cluster::RECOVERY_TIMEOUT;
use crate::http::{Client, clients, list};
use crate::record::Fate;
use crate::report::Table;

const MAX_RECOVERY: Duration = Duration::from_secs(10);

pub struct Report {
    trial: Rc<Trial>,
    /// For each kind of fault: count, total recovery time and maximum recovery time.
    kinds: BTreeMap<String, (u32, Duration, Duration)>,
    lasted: Duration,
    slow: usize,
    /// How many health checks of partitioned servers succeeded, and how many failed.
    partitioned: (usize, usize),
    games: usize,
    acknowledged: usize,
    requests: usize,
    flags: usize,
    published: usize,
}

impl Report {
    pub fn new(trial: Rc<Trial>) -> Self {
        let (kinds, lasted, partitioned) = (BTreeMap::new(), Duration::ZERO, (0, 0));
        let (slow, games, acknowledged, requests, flags, published) = (0, 0, 0, 0, 0, 0);
        Self { trial, kinds, lasted, slow, partitioned, games, acknowledged, requests, flags, published }
    }

    pub fn note(&mut self, fault: Fault, lasted: Duration, recovered: Option<Duration>) {
        let (count, all, most) = self.kinds.entry(fault.to_string()).or_default();
        let recovered = recovered.unwrap_or(RECOVERY_TIMEOUT);
        *count += 1;
        *all += recovered;
        *most = (*most).max(recovered);
        self.lasted += lasted;
        self.slow += usize::from(recovered > MAX_RECOVERY);
    }

    pub fn note_partition(&mut self, is_healthy: Option<bool>) {
        match is_healthy {
            Some(true) => self.partitioned.0 += 1,
            Some(false) => self.partitioned.1 += 1,
            None => self
                .trial
                .faults
                .add("clients cannot reach a server that is partitioned only from PostgreSQL and NATS"),
        }
    }

    pub fn line(&self) -> String {
        let ((count, most), Trial { moves, shown, .. }) = (self.recovery(), &*self.trial);
        let (most, moves, shown) = (most.as_secs_f64(), moves.get(), shown.get());
        format!("{count} faults, recovery in at most {most:.1} s; {moves} moves, {shown} games published")
    }

    /// Compares the recorded responses with the current state on both servers.
    pub async fn check(&mut self, histories: Vec<History>, published: Vec<String>) {
        let trial = Rc::clone(&self.trial);
        let mut clients = clients(&trial.ports, "10.0.0.2");
        self.games = histories.len();
        for history in &histories {
            self.acknowledged += history.record.count(Fate::Acknowledged);
            self.requests += history.requests();
            let mut shown = Vec::new();
            for client in &mut clients {
                shown.push(read(client, "/api/game", Some(&history.key)).await);
            }
            let Some(stored) = shown.first().and_then(|one| one.as_ref()?["events"].as_array()) else {
                trial.faults.add("a game is inaccessible");
                continue;
            };
            if shown.iter().any(|one| one.as_ref().is_none_or(|one| list(&one["events"]) != stored)) {
                trial.faults.add("the servers return different states of a game");
            }
            self.flags += stored.iter().filter(|event| event["type"] == "flag").count();
            if let Err(fault) = history.check(stored) {
                trial.faults.add(fault);
            }
        }
        self.published = published.len();
        for id in published {
            let shown = read(&mut clients[0], &format!("/api/definitions/{id}"), None).await;
            if shown.is_none_or(|shown| shown["state"] != "public" || shown["trial"].is_null()) {
                trial.faults.add(format!("{id} was published but is not public"));
            }
        }
    }

    pub fn failures(&self) -> Vec<String> {
        let mut failures: Vec<String> = self.trial.faults.failure().into_iter().collect();
        if self.slow > 0 {
            let seconds = MAX_RECOVERY.as_secs();
            failures.push(format!("recovery took more than {seconds} s after {} faults", self.slow));
        }
        if self.acknowledged == 0 {
            failures.push("no move was acknowledged".into());
        }
        failures
    }

    fn recovery(&self) -> (u32, Duration) {
        let count = self.kinds.values().map(|(count, ..)| *count).sum();
        (count, self.kinds.values().map(|(.., most)| *most).max().unwrap_or_default())
    }
}

async fn read(client: &mut Client, path: &str, key: Option<&str>) -> Option<Value> {
    let begun = Instant::now();
    while begun.elapsed() < RECOVERY_TIMEOUT {
        if let Some(answer) = answer(client, path, key, None).await
            && answer.status == 200
        {
            return Some(answer.json());
        }
        sleep(Duration::from_millis(100)).await;
    }
    None
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds = Table::new(&["fault", "count", "mean recovery", "max recovery"]);
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        for (kind, (count, all, most)) in &self.kinds {
            kinds.row(kind, format!("{count} | {} | {}", seconds(*all / *count), seconds(*most)));
        }
        let (count, most) = self.recovery();
        kinds.row("all", format!("{count} | | {}", seconds(most)));
        let mut table = Table::new(&["metric", "value"]);
        table.row("total duration of faults", format!("{:.0} s", self.lasted.as_secs_f64()));
        let (healthy, unhealthy) = self.partitioned;
        if healthy + unhealthy > 0 {
            table.row("health checks of partitioned servers", healthy + unhealthy);
            table.row("… healthy, unhealthy", format!("{healthy}, {unhealthy}"));
        }
        table.row("games", self.games);
        table.row("requests recorded", self.requests);
        table.row("moves acknowledged", self.acknowledged);
        table.row("games lost on time", self.flags);
        table.row("games published", self.published);
        table.row("faults: lost, duplicated, out of order or stale", self.trial.faults.count());
        write!(f, "{kinds}\n{table}")
    }
}
