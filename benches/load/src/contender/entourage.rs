use std::path::Path;
use std::process::Command;

use load::backing::{Backing, database};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tempfile::TempDir;

use super::{Heard, Pairing, post};
use crate::Outcome;
use crate::process::Process;
use crate::running::Running;

pub fn start(file: &Path, data: Option<&Path>) -> Outcome<Process> {
    let kept = data.is_none().then(folder).transpose()?;
    let folder = data.or(kept.as_ref().map(|kept| kept.path())).ok_or("no folder")?;
    Ok(Process::start(serve(file).arg("--data").arg(folder))?.with(kept))
}

/// Starts processes that share a database and a broker of their own.
pub async fn start_shared(file: &Path, programs: Option<&Path>, processes: usize) -> Outcome<Running> {
    let below = folder()?;
    let mut backing = Backing::prepare(programs, below.path())?;
    backing.start(file).await?;
    let servers = (0..processes).map(|_| {
        let mut command = serve(file);
        command.args(["--database", &database(backing.postgres_port)]);
        Process::start(command.args(["--nats", &format!("nats://127.0.0.1:{}", backing.nats_port)]))
    });
    let servers = servers.collect::<Outcome<Vec<Process>>>()?;
    Ok(Running::sharing(servers, backing, below))
}

fn folder() -> Outcome<TempDir> {
    tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))
}

fn serve(file: &Path) -> Command {
    let mut command = Command::new(file);
    command.args(["serve", "--no-open", "--port", "0", "--limits", "off"]);
    command
}

pub fn begin(agent: &ureq::Agent, port: u16, spec: &str) -> Outcome<Pairing> {
    let human = json!({ "kind": "human" });
    let body = json!({ "spec": spec, "players": [human, human], "seats": { "host": 1 } });
    let created = post(agent, &format!("http://127.0.0.1:{port}/api/games"), &body)?;
    let key = |side: usize| created["keys"]["sides"][side].as_str().map(str::to_owned);
    let keys = key(0).zip(key(1)).ok_or("a game began without keys")?;
    Ok(Pairing { id: String::new(), keys: keys.into() })
}

pub fn greeting(pairing: &Pairing, side: usize) -> String {
    json!({ "key": pairing.keys[side], "after": 0 }).to_string()
}

pub fn play(number: usize, text: &str) -> String {
    json!({ "seq": number, "move": text }).to_string()
}

/// What is read of a message.
#[derive(Deserialize)]
struct News<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    from: usize,
    #[serde(default)]
    events: Vec<IgnoredAny>,
    state: Option<State>,
}

/// What is read of a game that is told whole.
#[derive(Deserialize)]
struct State {
    events: Vec<IgnoredAny>,
}

pub fn hear(text: &str) -> Heard {
    match serde_json::from_str(text) {
        Ok(News { kind: "events", from, events, .. }) => Heard::Moves(from + events.len()),
        Ok(News { kind: "state", state: Some(State { events }), .. }) => Heard::Moves(events.len()),
        Ok(News { kind: "here" | "clock" | "chat" | "names" | "wishes" | "beat", .. }) => Heard::Nothing,
        _ => Heard::Refused(text.chars().take(200).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_understood() {
        let events =
            r#"{"type":"events","from":3,"events":[{"type":"move","move":"e2e4"}],"status":"ongoing"}"#;
        assert_eq!(hear(events), Heard::Moves(4));
        assert_eq!(hear(r#"{"type":"here","sides":[true,true],"watchers":0}"#), Heard::Nothing);
        let whole = r#"{"type":"state","state":{"spec":"x","events":[{"type":"move","move":"e2e4"}]}}"#;
        assert_eq!(hear(whole), Heard::Moves(1));
        assert_eq!(hear(r#"{"type":"beat"}"#), Heard::Nothing);
        assert_eq!(hear(r#"{"type":"names","names":[null,null]}"#), Heard::Nothing);
        assert!(matches!(hear(r#"{"type":"error","error":{}}"#), Heard::Refused(_)));
        assert!(matches!(hear("x"), Heard::Refused(_)));
    }
}
