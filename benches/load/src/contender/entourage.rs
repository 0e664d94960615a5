use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::{Heard, Pairing, post};
use crate::Outcome;
use crate::process::Process;

pub fn start(file: &Path, data: Option<&Path>) -> Outcome<Process> {
    let kept = data.is_none().then(tempfile::tempdir).transpose();
    let kept = kept.map_err(|error| format!("no temporary folder: {error}"))?;
    let folder = data.or(kept.as_ref().map(|kept| kept.path())).ok_or("no folder")?;
    let mut command = Command::new(file);
    command.args(["serve", "--no-open", "--port", "0", "--limits", "off", "--data"]).arg(folder);
    Ok(Process::start(&mut command)?.with(kept))
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
}

pub fn hear(text: &str) -> Heard {
    match serde_json::from_str(text) {
        Ok(News { kind: "events", from, events }) => Heard::Moves(from + events.len()),
        Ok(News { kind: "here" | "clock" | "chat", .. }) => Heard::Nothing,
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
        assert!(matches!(hear(r#"{"type":"error","error":{}}"#), Heard::Refused(_)));
        assert!(matches!(hear("x"), Heard::Refused(_)));
    }
}
