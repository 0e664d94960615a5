use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use load::http::Client;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::cluster::{Condition, RECOVERY};
use crate::fault::Fault;
use crate::history::History;
use crate::trial::{Trial, answer};

/// How long a game may be out of reach once all is mended.
const LONGEST: Duration = Duration::from_secs(60);

/// What came of the faults.
#[derive(Default)]
pub struct Report {
    /// By kind of fault: how many, and how long it took to recover in all and at most.
    kinds: BTreeMap<&'static str, (u64, Duration, Duration)>,
    lasted: Duration,
    slow: u64,
    /// How often a server was asked that was parted from something, and how often it answered that it can keep moves, and that it cannot.
    parted: (u64, u64, u64),
    games: usize,
    acknowledged: usize,
    requests: usize,
    flags: usize,
    invented: usize,
    faults: Vec<String>,
}

impl Report {
    /// Notes a fault that began and was mended at some times, and how long everything took to be well again after it.
    pub fn note(&mut self, fault: Fault, begun: Instant, mended: Instant, well: Option<Duration>) {
        let (count, all, most) = self.kinds.entry(fault.kind()).or_default();
        let well = well.unwrap_or(LONGEST);
        *count += 1;
        *all += well;
        *most = (*most).max(well);
        self.lasted += mended - begun;
        if well > RECOVERY {
            self.slow += 1;
        }
    }

    /// Notes how a server was that is parted from something: its clients must reach it.
    pub fn note_parted(&mut self, condition: Option<Condition>) {
        self.parted.0 += 1;
        match condition {
            Some(Condition::Well) => self.parted.1 += 1,
            Some(Condition::Unwell) => self.parted.2 += 1,
            None => self.fault("nobody reaches a server that is parted from something else".into()),
        }
    }

    /// Notes what must never be.
    pub fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    /// Says in one line how it stands.
    pub fn line(&self, trial: &Trial) -> String {
        let (count, most) = self.recovery();
        format!(
            "{count} faults, {:.1} s to recover at most; {} moves, {} games shown",
            most.as_secs_f64(),
            trial.moves.get(),
            trial.shown.get()
        )
    }

    /// Holds what was answered to what both servers tell now.
    pub async fn judge(&mut self, histories: Vec<History>, invented: Vec<String>, trial: &Trial) {
        self.faults.extend(trial.faults());
        let mut clients: Vec<Client> = trial.ports().iter().map(|_| Client::new("10.0.0.2".into())).collect();
        self.games = histories.len();
        for history in &histories {
            self.acknowledged += history.acknowledged();
            self.requests += history.asked.len();
            let mut told = Vec::new();
            for (client, &port) in clients.iter_mut().zip(trial.ports()) {
                told.push(read(client, port, "/api/game", Some(&history.key)).await);
            }
            let events =
                |told: &Option<Value>| told.as_ref().and_then(|told| told["events"].as_array().cloned());
            let Some(kept) = told.first().and_then(events) else {
                self.fault("a game cannot be read any more".into());
                continue;
            };
            if told.iter().any(|one| events(one).as_ref() != Some(&kept)) {
                self.fault("two servers do not tell the same of a game".into());
            }
            self.flags += kept.iter().filter(|event| event["type"] == "flag").count();
            if let Err(fault) = history.check(&kept) {
                self.fault(fault);
            }
        }
        self.invented = invented.len();
        for id in invented {
            let told = read(&mut clients[0], trial.ports()[0], &format!("/api/definitions/{id}"), None).await;
            if told.is_none_or(|told| told["state"] != "public" || told["trial"].is_null()) {
                self.fault(format!("{id} was shown and is not"));
            }
        }
    }

    /// Lists why it has failed.
    pub fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        if let Some(first) = self.faults.first() {
            failures.push(format!("{} faults, the first of them: {first}", self.faults.len()));
        }
        if self.slow > 0 {
            failures.push(format!(
                "after {} faults it took more than {} s to recover",
                self.slow,
                RECOVERY.as_secs()
            ));
        }
        if self.acknowledged == 0 {
            failures.push("no move was acknowledged".into());
        }
        failures
    }

    fn recovery(&self) -> (u64, Duration) {
        let count = self.kinds.values().map(|(count, ..)| *count).sum();
        (count, self.kinds.values().map(|(.., most)| *most).max().unwrap_or_default())
    }
}

/// Reads something, however often it must be tried.
async fn read(client: &mut Client, port: u16, path: &str, key: Option<&str>) -> Option<Value> {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST {
        if let Some(told) = answer(client, port, path, key, None).await
            && told.status == 200
        {
            return Some(told.json());
        }
        sleep(Duration::from_millis(100)).await;
    }
    None
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| what fails | how often | recovered after, on average | at most |\n|---|---:|---:|---:|"
        )?;
        for (kind, (count, all, most)) in &self.kinds {
            let average = all.as_secs_f64() / *count as f64;
            writeln!(f, "| {kind} | {count} | {average:.2} s | {:.2} s |", most.as_secs_f64())?;
        }
        let (count, most) = self.recovery();
        writeln!(f, "| all | {count} | | {:.2} s |\n", most.as_secs_f64())?;
        let mut row = |what: &str, told: String| writeln!(f, "| {what} | {told} |");
        row("what", "how much".into())?;
        row("---", "---:".into())?;
        row("faults lasted, in all", format!("{:.0} s", self.lasted.as_secs_f64()))?;
        if let (asked @ 1.., well, unwell) = self.parted {
            row("parted servers that clients asked how they are", asked.to_string())?;
            row("… and that said they can keep moves, or cannot", format!("{well}, {unwell}"))?;
        }
        row("games", self.games.to_string())?;
        row("requests written down", self.requests.to_string())?;
        row("moves acknowledged", self.acknowledged.to_string())?;
        row("games whose time was up", self.flags.to_string())?;
        row("written games tried and shown", self.invented.to_string())?;
        row("lost, doubled, out of order, or told too late", self.faults.len().to_string())
    }
}
