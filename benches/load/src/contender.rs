//! The servers that are measured: how each is started, how games begin, and what is said on its sockets.

mod boardgame;
mod entourage;

use std::path::PathBuf;

use serde_json::Value;

use crate::Outcome;
use crate::running::Running;

/// A server to measure.
pub enum Contender {
    /// Entourage, as people run it, its games on disk.
    Entourage {
        /// The command.
        file: PathBuf,
        /// Where the games are kept.
        kept: Kept,
        /// Whether moves go by requests.
        requests: bool,
    },
    /// boardgame.io, its games in memory.
    Boardgame {
        /// Where the server and its packages are.
        folder: PathBuf,
    },
}

/// Says where Entourage keeps games, and how many processes share them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// In SQLite, which one process has for itself, in a folder; a temporary one if nothing is named.
    Alone(Option<PathBuf>),
    /// In PostgreSQL, with NATS beside it.
    Shared {
        /// Where PostgreSQL's programs are, if that is said.
        programs: Option<PathBuf>,
        /// How many processes there are.
        processes: usize,
        /// Whether the two players of a game are on different processes.
        apart: bool,
    },
}

/// Says how to speak to a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Entourage's own messages.
    Entourage,
    /// The same, but moves go by requests.
    Requests,
    /// socket.io's, with those of boardgame.io in them.
    Boardgame,
}

/// Names a game and the secrets of its two players.
pub struct Pairing {
    /// The name, where players must say it.
    pub id: String,
    /// What each player proves themselves with.
    pub keys: [String; 2],
}

/// Says what a message means for the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Nothing.
    Nothing,
    /// That something must be said, for the connection to last or to begin.
    Reply(String),
    /// That so many moves have been made.
    Moves(usize),
    /// That the server does not play along.
    Refused(String),
}

impl Contender {
    /// Returns the name for people.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Entourage { requests: true, .. } => "Entourage, moves by requests",
            Self::Entourage { kept: Kept::Alone(_), .. } => "Entourage, SQLite",
            Self::Entourage { kept: Kept::Shared { processes: 1, .. }, .. } => "Entourage, PostgreSQL and NATS",
            Self::Entourage { kept: Kept::Shared { apart: true, .. }, .. } => {
                "Entourage, two processes, players apart"
            }
            Self::Entourage { .. } => "Entourage, two processes, players together",
            Self::Boardgame { .. } => "boardgame.io",
        }
    }

    /// Returns how to speak to it.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Entourage { requests: false, .. } => Kind::Entourage,
            Self::Entourage { requests: true, .. } => Kind::Requests,
            Self::Boardgame { .. } => Kind::Boardgame,
        }
    }

    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started, or what it needs is missing.
    pub async fn start(&self) -> Outcome<Running> {
        match self {
            Self::Entourage { file, kept: Kept::Alone(data), .. } => {
                Ok(entourage::start(file, data.as_deref())?.into())
            }
            Self::Entourage { file, kept: Kept::Shared { programs, processes, .. }, .. } => {
                entourage::start_shared(file, programs.as_deref(), *processes).await
            }
            Self::Boardgame { folder } => Ok(boardgame::start(folder)?.into()),
        }
    }

    /// Returns on which of some processes the two players of a game are.
    pub fn seats(&self, game: usize, processes: usize) -> [usize; 2] {
        let apart = matches!(self, Self::Entourage { kept: Kept::Shared { apart: true, .. }, .. });
        [game % processes, (game + usize::from(apart)) % processes]
    }

    /// Begins games, as many on each process.
    ///
    /// # Errors
    /// The server refuses or is gone.
    pub fn lay(&self, ports: &[u16], game: &str, games: usize) -> Outcome<Vec<Pairing>> {
        let begin = |agent: &ureq::Agent, number: usize| match self {
            Self::Entourage { .. } => entourage::begin(agent, ports[number % ports.len()], game),
            Self::Boardgame { .. } => boardgame::begin(agent, ports[0]),
        };
        // Some at a time, since each waits for the disk.
        let threads = 8.min(games);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|thread| {
                    scope.spawn(move || {
                        let agent = ureq::Agent::new_with_defaults();
                        (thread..games)
                            .step_by(threads)
                            .map(|number| begin(&agent, number))
                            .collect::<Outcome<Vec<Pairing>>>()
                    })
                })
                .collect();
            let pairings =
                workers.into_iter().map(|worker| worker.join().map_err(|_| "a thread failed".to_owned())?);
            Ok(pairings.collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect())
        })
    }
}

/// Posts JSON, and returns the JSON that is answered.
fn post(agent: &ureq::Agent, address: &str, body: &Value) -> Outcome<Value> {
    let failed = |error: ureq::Error| format!("a game cannot begin: {error}");
    let request = agent.post(address).content_type("application/json");
    let text = request.send(body.to_string()).map_err(failed)?.body_mut().read_to_string().map_err(failed)?;
    serde_json::from_str(&text).map_err(|error| format!("a game cannot begin: {error}"))
}

impl Kind {
    /// Returns the address of the sockets.
    pub fn address(self, port: u16) -> String {
        match self {
            Self::Entourage | Self::Requests => format!("ws://127.0.0.1:{port}/api/live"),
            Self::Boardgame => format!("ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"),
        }
    }

    /// Returns what a player says first.
    pub fn greeting(self, pairing: &Pairing, side: usize) -> String {
        match self {
            Self::Entourage | Self::Requests => entourage::greeting(pairing, side),
            Self::Boardgame => boardgame::GREETING.into(),
        }
    }

    /// Tells whether a message shows that a player is seated.
    pub fn is_seated(self, text: &str) -> bool {
        match self {
            Self::Entourage | Self::Requests => text.contains("\"here\""),
            Self::Boardgame => text.contains("[\"sync\""),
        }
    }

    /// Says what a message means to a player.
    pub fn hear(self, text: &str, pairing: &Pairing, side: usize) -> Heard {
        match self {
            Self::Entourage | Self::Requests => entourage::hear(text),
            Self::Boardgame => boardgame::hear(text, pairing, side),
        }
    }

    /// Returns what a player says to make the move of a number.
    pub fn play(self, pairing: &Pairing, side: usize, number: usize, text: &str) -> String {
        match self {
            Self::Entourage | Self::Requests => entourage::play(number, text),
            Self::Boardgame => boardgame::play(pairing, side, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_a_game_are_on_one_process_or_on_two() {
        let shared = |processes, apart| Contender::Entourage {
            file: PathBuf::new(),
            kept: Kept::Shared { programs: None, processes, apart },
            requests: false,
        };
        let seats = |contender: Contender, processes| [0, 1].map(|game| contender.seats(game, processes));
        assert_eq!(seats(shared(2, true), 2), [[0, 1], [1, 0]]);
        assert_eq!(seats(shared(2, false), 2), [[0, 0], [1, 1]]);
        assert_eq!(seats(shared(1, false), 1), [[0, 0], [0, 0]]);
    }
}
