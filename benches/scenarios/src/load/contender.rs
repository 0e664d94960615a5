//! Implements the tested server configurations: startup, creation of games, and socket messages.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;
use futures_util::future::try_join_all;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tempfile::TempDir;

use super::boardgame;
use super::meters::{Meters, Shared};
use crate::backing::Backing;
use crate::http::{Client, clients, keys, new_game};
use crate::options::{LoadOptions, Name};
use crate::service::Service;
use crate::{Outcome, temporary};

pub struct Contender {
    pub name: Name,
    /// Path of the `entourage` binary, or the folder of boardgame.io.
    path: PathBuf,
    /// Data directory for SQLite.
    data: Option<PathBuf>,
    postgres: Option<PathBuf>,
    /// Whether moves are sent by HTTP requests.
    pub requests: bool,
}

/// A game and the keys of its two players.
pub struct Pairing {
    /// The game's id; empty for Entourage, whose messages do not need it.
    pub id: String,
    pub keys: [String; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    Nothing,
    Reply(String),
    Moves(usize),
    Refused(String),
}

impl Heard {
    pub fn refused(text: &str) -> Self {
        Self::Refused(text.chars().take(200).collect())
    }
}

impl Contender {
    pub fn all(options: &LoadOptions) -> Outcome<Vec<Self>> {
        let is_selected = |name: &Name| options.only.is_empty() || options.only.contains(name);
        let contender = |name: Name| {
            let path = if name == Name::Boardgame { &options.boardgame } else { &options.entourage };
            let (path, data, postgres) = (path.clone()?, options.data.clone(), options.postgres.clone());
            Some(Self { name, path, data, postgres, requests: options.requests && name != Name::Boardgame })
        };
        let all: Vec<Self> =
            Name::value_variants().iter().copied().filter(is_selected).filter_map(contender).collect();
        match all.is_empty() {
            true => Err("nothing to measure; use --entourage FILE or --boardgame DIR".into()),
            false => Ok(all),
        }
    }

    pub fn label(&self) -> &'static str {
        match self.name {
            _ if self.requests => "Entourage, moves by HTTP requests",
            Name::Sqlite => "Entourage, SQLite",
            Name::Postgres => "Entourage, PostgreSQL and NATS",
            Name::Two => "Entourage, two processes, players on different ones",
            Name::Together => "Entourage, two processes, players on the same one",
            Name::Boardgame => "boardgame.io",
        }
    }

    pub async fn start(&self) -> Outcome<Running> {
        let folder = temporary()?;
        if self.name == Name::Boardgame {
            return Running::new(vec![boardgame::server(&self.path)?], None, folder);
        }
        let serve = |words: &[String]| {
            let mut command = Command::new(&self.path);
            command.args(["serve", "--no-open", "--port", "0", "--limits", "off"]).args(words);
            Service::server(None, command)
        };
        if self.name == Name::Sqlite {
            let data = self.data.as_deref().unwrap_or(folder.path()).display().to_string();
            return Running::new(vec![serve(&["--data".into(), data])], None, folder);
        }
        let mut backing = Backing::prepare(self.postgres.as_deref(), folder.path())?;
        backing.start(&self.path).await?;
        let words = ["--database".into(), backing.database(), "--nats".into(), backing.broker()];
        let processes = if self.name == Name::Postgres { 1 } else { 2 };
        Running::new((0..processes).map(|_| serve(&words)).collect(), Some(backing), folder)
    }

    /// Returns the indices of the processes to which the two players of a game connect.
    pub fn seats(&self, game: usize, processes: usize) -> [usize; 2] {
        [game % processes, (game + usize::from(self.name == Name::Two)) % processes]
    }

    /// Creates games, evenly distributed over the processes, and several at a time, because each creation waits for the disk.
    pub async fn create_games(&self, ports: &[u16], spec: &str, games: usize) -> Outcome<Vec<Pairing>> {
        let threads = 8.min(games);
        let create = |thread: usize| async move {
            let (mut clients, mut pairings) = (clients(ports, "127.0.0.1"), Vec::new());
            for number in (thread..games).step_by(threads) {
                let client = &mut clients[number % ports.len()];
                pairings.push(match self.name {
                    Name::Boardgame => boardgame::create(client).await?,
                    _ => create(client, spec).await?,
                });
            }
            Ok::<_, String>(pairings)
        };
        Ok(try_join_all((0..threads).map(create)).await?.into_iter().flatten().collect())
    }

    pub fn path(&self) -> &'static str {
        match self.name {
            Name::Boardgame => "/socket.io/?EIO=4&transport=websocket",
            _ => "/api/live",
        }
    }

    pub fn greeting(&self, pairing: &Pairing, side: usize) -> String {
        match self.name {
            Name::Boardgame => boardgame::GREETING.into(),
            _ => json!({ "key": pairing.keys[side], "after": 0 }).to_string(),
        }
    }

    /// Returns whether a message confirms that a player is connected.
    pub fn is_seated(&self, text: &str) -> bool {
        text.contains(if self.name == Name::Boardgame { "[\"sync\"" } else { "\"here\"" })
    }

    pub fn hear(&self, text: &str, pairing: &Pairing, side: usize) -> Heard {
        match self.name {
            Name::Boardgame => boardgame::hear(text, pairing, side),
            _ => hear(text),
        }
    }

    pub fn play(&self, pairing: &Pairing, side: usize, number: usize, text: &str) -> String {
        match self.name {
            Name::Boardgame => boardgame::play(pairing, side, number),
            _ => crate::http::new_move(number, text),
        }
    }
}

async fn create(client: &mut Client, spec: &str) -> Outcome<Pairing> {
    let answer = client.ask("/api/games", None, Some(&new_game(spec, None))).await;
    let created = answer.map_err(|error| format!("cannot create a game: {error}"))?.json();
    let keys = keys(&created).ok_or_else(|| format!("the new game has no keys: {created}"))?;
    Ok(Pairing { id: String::new(), keys })
}

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

#[derive(Deserialize)]
struct State {
    events: Vec<IgnoredAny>,
}

fn hear(text: &str) -> Heard {
    match serde_json::from_str(text) {
        Ok(News { kind: "events", from, events, .. }) => Heard::Moves(from + events.len()),
        Ok(News { kind: "state", state: Some(State { events }), .. }) => Heard::Moves(events.len()),
        Ok(News { kind: "here" | "clock" | "chat" | "names" | "wishes" | "beat", .. }) => Heard::Nothing,
        _ => Heard::refused(text),
    }
}

pub struct Running {
    servers: Vec<Service>,
    pub ports: Vec<u16>,
    backing: Option<Backing>,
    /// Temporary folder for data; removed on drop, after all processes have ended.
    _folder: TempDir,
}

impl Running {
    fn new(mut servers: Vec<Service>, backing: Option<Backing>, folder: TempDir) -> Outcome<Self> {
        let ports = servers.iter_mut().map(Service::start_server).collect::<Outcome<_>>()?;
        Ok(Self { servers, ports, backing, _folder: folder })
    }

    pub fn meters(&self) -> Meters {
        let shared = self.backing.as_ref().and_then(|backing| {
            let (postgres, nats) = (backing.postgres.id()?, backing.nats.id()?);
            Some(Shared { postgres, nats, database: backing.database(), monitor_port: backing.monitor_port })
        });
        Meters { servers: self.servers.iter().filter_map(Service::id).collect(), shared }
    }

    /// Shuts down the servers gracefully, before PostgreSQL and NATS.
    pub fn end(&mut self) {
        self.servers.iter_mut().for_each(Service::end);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Options, Scenario};

    fn contenders(words: &[&str]) -> Outcome<Vec<Contender>> {
        match Options::parse_from([&["scenarios", "load"], words].concat()).scenario {
            Scenario::Load(options) => Contender::all(&options),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_or_selected_configurations_are_measured() {
        let names = |words: &[&str]| {
            let all = contenders(&[&["--entourage", "e", "--boardgame", "b"], words].concat()).unwrap();
            all.iter().map(|contender| contender.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]).len(), 5);
        assert_eq!(names(&["--only", "boardgame", "--only", "sqlite"]), [Name::Sqlite, Name::Boardgame]);
        assert_eq!(contenders(&["--boardgame", "x"]).unwrap().len(), 1);
        assert!(contenders(&[]).is_err());
    }

    #[test]
    fn players_are_assigned_to_processes() {
        let seats = |only: &str, processes| {
            let contender = &contenders(&["--entourage", "e", "--only", only]).unwrap()[0];
            [0, 1].map(|game| contender.seats(game, processes))
        };
        assert_eq!(seats("two", 2), [[0, 1], [1, 0]]);
        assert_eq!(seats("together", 2), [[0, 0], [1, 1]]);
        assert_eq!(seats("postgres", 1), [[0, 0], [0, 0]]);
    }

    #[test]
    fn messages_are_parsed() {
        let events =
            r#"{"type":"events","from":3,"events":[{"type":"move","move":"e2e4"}],"status":"ongoing"}"#;
        assert_eq!(hear(events), Heard::Moves(4));
        let whole = r#"{"type":"state","state":{"spec":"x","events":[{"type":"move","move":"e2e4"}]}}"#;
        assert_eq!(hear(whole), Heard::Moves(1));
        for other in [r#"{"type":"here","sides":[true,true],"watchers":0}"#, r#"{"type":"beat"}"#] {
            assert_eq!(hear(other), Heard::Nothing);
        }
        assert_eq!(hear(r#"{"type":"names","names":[null,null]}"#), Heard::Nothing);
        assert!(matches!(hear(r#"{"type":"error","error":{}}"#), Heard::Refused(_)));
        assert!(matches!(hear("x"), Heard::Refused(_)));
    }
}
