use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Heard, Pairing, post};
use crate::Outcome;
use crate::process::Process;

/// What begins with this is of socket.io and for this game's namespace.
const NAMESPACE: &str = "/turns,";
/// Asks to enter the namespace.
pub const GREETING: &str = "40/turns,";

pub fn start(folder: &Path) -> Outcome<Process> {
    if !folder.join("node_modules/boardgame.io").is_dir() {
        return Err(format!("boardgame.io is not installed: run `npm ci` in {}", folder.display()));
    }
    let mut command = Command::new("node");
    command.current_dir(folder).env("NODE_ENV", "production").arg("server.js");
    Process::start(&mut command)
}

pub fn begin(agent: &ureq::Agent, port: u16) -> Outcome<Pairing> {
    let post =
        |path: &str, body: Value| post(agent, &format!("http://127.0.0.1:{port}/games/turns/{path}"), &body);
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("a game began without keys");
    let id = text(&post("create", json!({ "numPlayers": 2 }))?["matchID"])?;
    let join = |side: usize| -> Outcome<String> {
        let body = json!({ "playerID": side.to_string(), "playerName": format!("player {side}") });
        Ok(text(&post(&format!("{id}/join"), body)?["playerCredentials"])?)
    };
    let keys = [join(0)?, join(1)?];
    Ok(Pairing { id, keys })
}

pub fn hear(text: &str, pairing: &Pairing, side: usize) -> Heard {
    let Some(message) = text.strip_prefix("42") else {
        return match text {
            // Asked whether they are there.
            "2" => Heard::Reply("3".into()),
            _ if text.starts_with("40") => {
                // Let in: it says which game it plays.
                let sync = json!(["sync", pairing.id, side.to_string(), pairing.keys[side], 2]);
                Heard::Reply(format!("42{NAMESPACE}{sync}"))
            }
            // The greeting of the lower layer.
            _ if text.starts_with('0') => Heard::Nothing,
            _ => Heard::Refused(text.chars().take(200).collect()),
        };
    };
    let message = message.strip_prefix(NAMESPACE).unwrap_or(message);
    if message.starts_with("[\"update\"") || message.starts_with("[\"sync\"") {
        match moves(message) {
            Some(count) => Heard::Moves(count),
            None => Heard::Refused(text.chars().take(200).collect()),
        }
    } else {
        Heard::Nothing
    }
}

/// Finds the number of moves made in a message, as its own client does, but without reading all the rest.
fn moves(message: &str) -> Option<usize> {
    const FIELD: &str = "\"_stateID\":";
    let from = message.find(FIELD)? + FIELD.len();
    let digits = message[from..].find(|c: char| !c.is_ascii_digit())?;
    message[from..from + digits].parse().ok()
}

pub fn play(pairing: &Pairing, side: usize, number: usize) -> String {
    let (player, credentials) = (side.to_string(), &pairing.keys[side]);
    let payload = json!({ "type": "go", "args": [], "playerID": player, "credentials": credentials });
    let action = json!({ "type": "MAKE_MOVE", "payload": payload });
    format!("42{NAMESPACE}{}", json!(["update", action, number, pairing.id, player]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_understood() {
        let pairing = Pairing { id: "game".into(), keys: ["a".into(), "b".into()] };
        let hear = |text: &str| super::hear(text, &pairing, 1);
        assert_eq!(hear("0{\"sid\":\"x\"}"), Heard::Nothing);
        assert_eq!(hear("2"), Heard::Reply("3".into()));
        assert_eq!(hear("40/turns,{}"), Heard::Reply("42/turns,[\"sync\",\"game\",\"1\",\"b\",2]".into()));
        let update = r#"42/turns,["update","game",{"G":{},"ctx":{"turn":7},"_stateID":12,"deltalog":[]}]"#;
        assert_eq!(hear(update), Heard::Moves(12));
        assert_eq!(hear("42/turns,[\"matchData\",\"game\",[]]"), Heard::Nothing);
        assert!(matches!(hear("44/turns,{}"), Heard::Refused(_)));
    }
}
