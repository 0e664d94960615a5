use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::contender::{Heard, Pairing};
use crate::Outcome;
use crate::http::Client;
use crate::service::Service;

/// Prefix of socket.io messages in the namespace of the game.
const NAMESPACE: &str = "/turns,";
/// Message that joins the namespace.
pub const GREETING: &str = "40/turns,";

pub fn server(folder: &Path) -> Outcome<Service> {
    if !folder.join("node_modules/boardgame.io").is_dir() {
        return Err(format!("boardgame.io is not installed: run `npm ci` in {}", folder.display()));
    }
    let mut command = Command::new("node");
    command.current_dir(folder).env("NODE_ENV", "production").arg("server.js");
    Ok(Service::server(None, command))
}

pub async fn create(client: &mut Client) -> Outcome<Pairing> {
    let mut post = async |path: &str, body: Value, field: &str| -> Outcome<String> {
        let answer = client.ask(&format!("/games/turns/{path}"), None, Some(&body.to_string())).await;
        let created = answer.map_err(|error| format!("cannot create a game: {error}"))?.json();
        created[field]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| format!("the new game has no {field}: {created}"))
    };
    let id = post("create", json!({ "numPlayers": 2 }), "matchID").await?;
    let mut keys = [const { String::new() }; 2];
    for (side, key) in keys.iter_mut().enumerate() {
        let body = json!({ "playerID": side.to_string(), "playerName": format!("player {side}") });
        *key = post(&format!("{id}/join"), body, "playerCredentials").await?;
    }
    Ok(Pairing { id, keys })
}

pub fn hear(text: &str, pairing: &Pairing, side: usize) -> Heard {
    let Some(message) = text.strip_prefix("42") else {
        return match text {
            // A heartbeat, which must be answered.
            "2" => Heard::Reply("3".into()),
            _ if text.starts_with("40") => {
                // The namespace is joined; request the game.
                let sync = json!(["sync", pairing.id, side.to_string(), pairing.keys[side], 2]);
                Heard::Reply(format!("42{NAMESPACE}{sync}"))
            }
            // The engine.io handshake.
            _ if text.starts_with('0') => Heard::Nothing,
            _ => Heard::refused(text),
        };
    };
    let message = message.strip_prefix(NAMESPACE).unwrap_or(message);
    if message.starts_with("[\"update\"") || message.starts_with("[\"sync\"") {
        moves(message).map_or_else(|| Heard::refused(text), Heard::Moves)
    } else {
        Heard::Nothing
    }
}

/// Extracts the number of moves from a message, without parsing the rest of the message.
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
    fn messages_are_parsed() {
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
