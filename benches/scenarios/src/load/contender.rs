//! Implements the tested server configurations: startup, creation of games, and assignment of players to processes.

use std::process::Command;

use clap::ValueEnum;
use futures_util::future::try_join_all;
use tempfile::TempDir;

use super::meters::{Meters, Shared};
use crate::backing::Backing;
use crate::http::{clients, keys, new_game};
use crate::options::{LoadOptions, Name};
use crate::service::Service;
use crate::{Outcome, temporary};

#[derive(Clone, Copy)]
pub struct Contender<'a> {
    name: Name,
    pub options: &'a LoadOptions,
}

impl<'a> Contender<'a> {
    pub fn all(options: &'a LoadOptions) -> impl Iterator<Item = Self> {
        let is_selected = move |name: &Name| options.only.is_empty() || options.only.contains(name);
        let names = Name::value_variants().iter().copied().filter(is_selected);
        names.map(move |name| Self { name, options })
    }

    pub fn label(self) -> &'static str {
        match self.name {
            _ if self.options.requests => "Entourage, moves by HTTP requests",
            Name::Sqlite => "Entourage, SQLite",
            Name::Postgres => "Entourage, PostgreSQL and NATS",
            Name::Two => "Entourage, two processes, players on different ones",
            Name::Together => "Entourage, two processes, players on the same one",
        }
    }

    pub async fn start(self) -> Outcome<Running> {
        let (folder, LoadOptions { entourage, data, postgres, .. }) = (temporary()?, self.options);
        let (backing, words) = if self.name == Name::Sqlite {
            let data = data.as_deref().unwrap_or(folder.path()).display().to_string();
            (None, vec!["--data".into(), data])
        } else {
            let mut backing = Backing::prepare(postgres.as_deref(), folder.path())?;
            backing.start(entourage).await?;
            let words = vec!["--database".into(), backing.database(), "--nats".into(), backing.broker()];
            (Some(backing), words)
        };
        let processes = if matches!(self.name, Name::Two | Name::Together) { 2 } else { 1 };
        let serve = || {
            let mut command = Command::new(entourage);
            command.args(["serve", "--no-open", "--port", "0", "--limits", "off"]).args(&words);
            Service::server(None, command)
        };
        let mut servers: Vec<Service> = (0..processes).map(|_| serve()).collect();
        let ports = servers.iter_mut().map(Service::start_server).collect::<Outcome<_>>()?;
        Ok(Running { servers, ports, backing, _folder: folder })
    }

    /// Returns the indices of the processes to which the two players of a game connect.
    pub fn seats(self, game: usize, processes: usize) -> [usize; 2] {
        [game % processes, (game + usize::from(self.name == Name::Two)) % processes]
    }

    /// Creates games, evenly distributed over the processes, and several at a time, because each creation waits for the disk. Returns the
    /// keys of each game's players.
    pub async fn create_games(self, ports: &[u16], spec: &str) -> Outcome<Vec<[String; 2]>> {
        let games = self.options.games;
        let threads = 8.min(games);
        let create = |thread: usize| async move {
            let (mut clients, mut created) = (clients(ports, "127.0.0.1"), Vec::new());
            for number in (thread..games).step_by(threads) {
                let client = &mut clients[number % ports.len()];
                let answer = client.ask("/api/games", None, Some(&new_game(spec, None))).await;
                let game = answer.map_err(|error| format!("cannot create a game: {error}"))?.json();
                created.push(keys(&game).ok_or_else(|| format!("the new game has no keys: {game}"))?);
            }
            Ok::<_, String>(created)
        };
        Ok(try_join_all((0..threads).map(create)).await?.into_iter().flatten().collect())
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

    fn options(words: &[&str]) -> LoadOptions {
        match Options::parse_from([&["scenarios", "load", "--entourage", "e"], words].concat()).scenario {
            Scenario::Load(options) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_or_selected_configurations_are_measured() {
        let names = |words: &[&str]| {
            Contender::all(&options(words)).map(|contender| contender.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]).len(), 4);
        assert_eq!(names(&["--only", "two", "--only", "sqlite"]), [Name::Sqlite, Name::Two]);
    }

    #[test]
    fn players_are_assigned_to_processes() {
        let seats = |name, processes| {
            let contender = Contender { name, options: &options(&[]) };
            [0, 1].map(|game| contender.seats(game, processes))
        };
        assert_eq!(seats(Name::Two, 2), [[0, 1], [1, 0]]);
        assert_eq!(seats(Name::Together, 2), [[0, 0], [1, 1]]);
        assert_eq!(seats(Name::Postgres, 1), [[0, 0], [0, 0]]);
    }
}
