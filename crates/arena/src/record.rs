use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use entourage_kernel::{Outcome, Problem, Side, Text};
use entourage_protocol::read_line;
use entourage_registry::AnyGame;
use serde::{Deserialize, Serialize};

use crate::{Conditions, MatchError};

/// The games of a match in a JSON Lines file: the first line contains the conditions, each further line a game.
///
/// Each game is written when it ends, so that an interrupted match loses only games in progress.
pub struct Record {
    file: File,
    games: HashMap<(u32, Contestant), GameRecord>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contestant {
    A,
    B,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    A,
    B,
    Draw,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    pub pair: u32,
    pub first: Contestant,
    /// The moves of the opening, separated by spaces.
    pub opening: String,
    pub moves: String,
    pub result: Winner,
    /// Why the game ended: a cause from the rules, `length`, or `illegal-move`, `time` or `crash` followed by details.
    pub reason: String,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    record: u32,
    game: String,
    a: String,
    b: String,
    movetime: u64,
    seed: u64,
    plies: usize,
    balance: i32,
    longest: usize,
}

/// Maximum length of a line in bytes.
const LONGEST_LINE: usize = 1 << 20;
const VERSION: u32 = 1;

pub(crate) const LENGTH: &str = "length";
pub(crate) const ILLEGAL_MOVE: &str = "illegal-move";
pub(crate) const TIME: &str = "time";
pub(crate) const CRASH: &str = "crash";

impl Contestant {
    pub fn side(self, first: Self) -> Side {
        if self == first { Side::First } else { Side::Second }
    }

    fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl Winner {
    pub(crate) fn of(winner: Option<Side>, first: Contestant) -> Self {
        match winner {
            None => Self::Draw,
            Some(side) if Contestant::A.side(first) == side => Self::A,
            Some(_) => Self::B,
        }
    }

    pub(crate) fn halves(self) -> usize {
        match self {
            Self::A => 2,
            Self::Draw => 1,
            Self::B => 0,
        }
    }
}

impl GameRecord {
    pub fn is_fault(&self) -> bool {
        let word = self.reason.split(' ').next().unwrap_or_default();
        [ILLEGAL_MOVE, TIME, CRASH].contains(&word)
    }
}

impl Record {
    /// Opens or creates a record and locks it. An incomplete last line is removed.
    pub fn open(path: &Path, game: &dyn AnyGame, conditions: &Conditions) -> Result<Self, MatchError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::Error(error) => error,
            TryLockError::WouldBlock => io::Error::other("the record is in use by another match"),
        })?;
        let header = Header::of(game, conditions);
        let mut record = Self { file: file.try_clone()?, games: HashMap::new() };
        let mut input = BufReader::new(&mut file);
        let (mut line, mut number, mut whole) = (Vec::new(), 0, 0);
        while read_line(&mut input, LONGEST_LINE, &mut line)? && line.ends_with(b"\n") {
            number += 1;
            whole += line.len() as u64;
            let read = if number == 1 { header.check(&line) } else { record.take(&line, game, conditions) };
            read.map_err(|problem| MatchError::Record { line: number, problem })?;
        }
        if line.len() > LONGEST_LINE {
            let problem = Text::new("the line is too long (over 1 MiB)", "la ligne dépasse 1 Mio");
            return Err(MatchError::Record { line: number + 1, problem: problem.into() });
        }
        record.file.set_len(whole)?;
        record.file.seek(SeekFrom::End(0))?;
        if number == 0 {
            write(&mut record.file, &header)?;
        }
        Ok(record)
    }

    pub fn games(&self) -> impl Iterator<Item = &GameRecord> {
        self.games.values()
    }

    pub fn add(&mut self, game: GameRecord) -> io::Result<()> {
        write(&mut self.file, &game)?;
        self.games.insert((game.pair, game.first), game);
        Ok(())
    }

    fn take(&mut self, line: &[u8], game: &dyn AnyGame, conditions: &Conditions) -> Result<(), Problem> {
        let record: GameRecord = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        check(&record, game, conditions)?;
        let key = (record.pair, record.first);
        let twin = self.games.get(&(record.pair, record.first.other()));
        if twin.is_some_and(|twin| twin.opening != record.opening) {
            let fr = "l'ouverture diffère de celle de l'autre partie de la paire";
            let problem = Text::new("the opening differs from that of the other game in the pair", fr);
            return Err(problem.into());
        }
        if self.games.insert(key, record).is_some() {
            return Err(Text::new("this game is already recorded", "cette partie est déjà enregistrée").into());
        }
        Ok(())
    }
}

fn write(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

impl Header {
    fn of(game: &dyn AnyGame, conditions: &Conditions) -> Self {
        let [a, b] = conditions.players.each_ref().map(ToString::to_string);
        let &Conditions { movetime, seed, plies, balance, longest, .. } = conditions;
        Self { record: VERSION, game: game.spec(), a, b, movetime, seed, plies, balance, longest }
    }

    fn check(&self, line: &[u8]) -> Result<(), Problem> {
        let found: Self = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let [wanted, other] = [self, &found].map(|header| serde_json::to_value(header).unwrap_or_default());
        let Some((name, value)) =
            wanted.as_object().into_iter().flatten().find(|&(name, value)| other[name] != *value)
        else {
            return Ok(());
        };
        Err(Problem::new(
            format!("the record belongs to another match: {name} is {}, not {value}", other[name]),
            format!(
                "l'enregistrement est celui d'un autre match\u{a0}: {name} vaut {} au lieu de {value}",
                other[name]
            ),
        ))
    }
}

fn check(record: &GameRecord, game: &dyn AnyGame, conditions: &Conditions) -> Result<(), Problem> {
    let mut played = game.begin(None).map_err(|error| error.problem)?;
    let words =
        |text: &str| text.split(' ').filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect::<Vec<_>>();
    let (opening, moves) = (words(&record.opening), words(&record.moves));
    for text in opening.iter().chain(&moves) {
        if played.play(text).is_err() {
            let ply = played.moves().len() + 1;
            let fr = format!("le demi-coup {ply}, {text:?}, n'est pas un coup légal");
            return Err(Problem::new(format!("ply {ply}, {text:?}, is not a legal move"), fr));
        }
    }
    let (mover, fault) = (played.side_to_move(), record.is_fault());
    let outcome = match played.status().outcome() {
        Some(Outcome { winner, cause }) => (*cause == *record.reason).then_some(winner),
        None if record.reason == LENGTH && moves.len() >= conditions.longest => Some(None),
        None => fault.then_some(Some(!mover)),
    };
    if outcome.map(|winner| Winner::of(winner, record.first)) != Some(record.result) {
        let en = format!("the recorded result does not match the final position ({})", played.status());
        let fr = format!("le résultat enregistré ne correspond pas à la position finale ({})", played.status());
        return Err(Problem::new(en, fr));
    }
    Ok(())
}
