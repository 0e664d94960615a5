use std::path::Path;

use entourage_kernel::{GameSpec, Language, Problem};
use entourage_pgn::{Game, SyntaxError};
use entourage_registry::{ContentHash, Registry};
use entourage_scoresheet::{positions, spec, use_shipped};

use crate::commands::record::{Games, Place, report};
use crate::definition;
use crate::failure::{Failure, Outcome, number_of, pick};

/// The records in a file that are of one game.
pub struct StoredGames<'c> {
    registry: &'c Registry,
    language: Language,
    games: Games,
    spec: GameSpec,
    /// The identifiers of the game in records: its own, that of a submitted definition, and the file of the definition.
    names: Vec<String>,
    others: u64,
    invalid: u64,
}

impl<'c> StoredGames<'c> {
    /// Opens a file of records of the game with a spec; `argument` is the game as written on the command line.
    pub fn open(
        registry: &'c Registry,
        language: Language,
        spec: &str,
        argument: &str,
        path: &Path,
    ) -> Outcome<Self> {
        let games = Games::open("--from", path)?;
        let id = spec.split(':').next().unwrap_or(spec);
        let definition = registry.definition_of(id);
        let hash = definition.map(|definition| ContentHash::of(definition.content()).to_string());
        let file = definition::file(argument).and_then(|(path, _)| Path::new(path).file_name());
        let file = file.map(|name| name.to_string_lossy().into_owned());
        let names = [id.to_owned()].into_iter().chain(hash).chain(file).collect();
        let spec = GameSpec::read(spec).map_err(|error| Failure::invalid("GAME", &error))?;
        Ok(Self { registry, language, games, spec, names, others: 0, invalid: 0 })
    }

    /// Returns how much of the file has been read; `None` if its size is unknown.
    pub fn percent(&self) -> Option<u64> {
        self.games.percent()
    }

    /// Returns the number and the positions of the next record of the game, from the record with the number `first` on. Invalid
    /// records are reported and skipped.
    pub fn next(&mut self, first: u64) -> Outcome<Option<(u64, Vec<String>)>> {
        while let Some(read) = self.games.read()? {
            let number = self.games.number();
            if number < first {
                continue;
            }
            match self.positions(read, number) {
                Ok(Some(positions)) => return Ok(Some((number, positions))),
                Ok(None) => self.others += 1,
                Err((place, problem)) => {
                    self.invalid += 1;
                    report(place, &problem, self.language);
                }
            }
        }
        Ok(None)
    }

    /// Returns the positions of a record; `None` if the record is of another game or has other options.
    fn positions(
        &self,
        read: Result<Game, SyntaxError>,
        number: u64,
    ) -> Result<Option<Vec<String>>, (Place, Problem)> {
        let at = |place| Place { game: number, place };
        let mut game = read.map_err(|error| (at(error.place), error.fault.problem()))?;
        use_shipped(self.registry, &mut game);
        let Some(mut found) = spec(self.registry, &game).ok().and_then(|spec| GameSpec::read(&spec).ok())
        else {
            return Ok(None);
        };
        if !self.names.contains(&found.id) || found.options != self.spec.options {
            return Ok(None);
        }
        // Opens the game by the name under which it is registered.
        found.id.clone_from(&self.spec.id);
        game.set_tag("Game", found.to_string());
        positions(self.registry, &game).map(Some).map_err(|fault| (at(fault.place), fault.problem))
    }

    /// Describes how many records were read, and how many of them were skipped.
    pub fn summary(&self) -> String {
        let count = |number, labels| number_of(self.language, number, labels);
        let games = count(self.games.number(), READ);
        let (others, invalid) = (self.others, count(self.invalid, INVALID));
        let fr = format!("{games}, dont {others} d'un autre jeu ou avec d'autres options, {invalid}");
        pick(self.language, format!("{games}, {others} of another game or with other options, {invalid}"), fr)
    }
}

const READ: [&str; 4] = ["game read", "games read", "partie lue", "parties lues"];
const INVALID: [&str; 4] = ["invalid", "invalid", "non valide", "non valides"];
