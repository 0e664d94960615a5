use std::io::{self, Read, Write};

use entourage_kernel::{Evaluate, Problem, Text, mix};

use crate::table::{Entry, INFINITE};
use crate::{Distance, Solver};

/// Why a saved table cannot be loaded.
#[derive(Debug)]
pub enum CheckpointError {
    /// The input cannot be read.
    File(io::Error),
    /// The input is not a saved table, or is damaged.
    Damaged,
    /// The table belongs to another task (game, attacker and position), described here.
    OtherTask(String),
}

/// The header of a saved table; its number is incremented when the meaning of the keys changes.
const MAGIC: &[u8] = b"entourage solver 3\n";
const MAX_TASK_BYTES: u32 = 1 << 16;
const ENTRY_BYTES: usize = 26;

impl CheckpointError {
    /// Returns the error message, as one clause.
    pub fn problem(&self) -> Problem {
        match self {
            Self::File(error) => error.to_string().into(),
            Self::Damaged => Text::new(
                "this file is damaged or not a saved solver table",
                "ce fichier est endommagé ou n'est pas une table du solveur",
            )
            .into(),
            Self::OtherTask(task) => Problem::new(
                format!("this saved table belongs to another task: {task}"),
                format!("cette table enregistrée appartient à une autre tâche\u{a0}: {task}"),
            ),
        }
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::File(error),
        }
    }
}

impl<R: Evaluate> Solver<R> {
    fn task(&self, spec: &str) -> String {
        format!("{spec} {} {}", self.attacker().number(), self.rules.write_position(&self.root))
    }

    /// Saves the table, so that the search can be resumed later; `spec` identifies the game.
    pub fn save(&self, spec: &str, out: &mut dyn Write) -> io::Result<()> {
        let task = self.task(spec);
        out.write_all(MAGIC)?;
        out.write_all(&(task.len() as u32).to_le_bytes())?;
        out.write_all(task.as_bytes())?;
        let count = self.table.slots().count() as u64;
        let mut sum = Sum::default();
        for number in [self.nodes, count] {
            out.write_all(&sum.take(number).to_le_bytes())?;
        }
        for slot in self.table.slots() {
            let bytes = pack(slot.key, &slot.entry);
            sum.take_bytes(&bytes);
            out.write_all(&bytes)?;
        }
        out.write_all(&sum.0.to_le_bytes())
    }

    /// Loads a table saved for the same task; the two tables may differ in size. Fails if the input cannot be read, is damaged, or
    /// belongs to another task; the solver is then reset.
    pub fn load(&mut self, spec: &str, input: &mut dyn Read) -> Result<(), CheckpointError> {
        let loaded = self.read(spec, input);
        if loaded.is_err() {
            self.table.clear();
            self.nodes = 0;
        }
        loaded
    }

    fn read(&mut self, spec: &str, input: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        let length = u32::from_le_bytes(array(input)?);
        if magic != MAGIC || length > MAX_TASK_BYTES {
            return Err(CheckpointError::Damaged);
        }
        let mut task = vec![0; length as usize];
        input.read_exact(&mut task)?;
        let task = String::from_utf8(task).map_err(|_| CheckpointError::Damaged)?;
        if task != self.task(spec) {
            return Err(CheckpointError::OtherTask(task));
        }
        let mut sum = Sum::default();
        self.nodes = sum.take(u64::from_le_bytes(array(input)?));
        let count = sum.take(u64::from_le_bytes(array(input)?));
        for _ in 0..count {
            let bytes: [u8; ENTRY_BYTES] = array(input)?;
            sum.take_bytes(&bytes);
            let (key, entry) = unpack(&bytes).ok_or(CheckpointError::Damaged)?;
            self.table.store(key, entry);
        }
        if u64::from_le_bytes(array(input)?) != sum.0 || input.read(&mut [0])? != 0 {
            return Err(CheckpointError::Damaged);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn take(&mut self, number: u64) -> u64 {
        self.0 = mix(self.0.rotate_left(5) ^ number);
        number
    }

    fn take_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.take(u64::from_le_bytes(eight));
        }
    }
}

fn array<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn pack(key: u64, entry: &Entry) -> [u8; ENTRY_BYTES] {
    let mut bytes = [0; ENTRY_BYTES];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    for (at, number) in [(8, entry.distance.least), (10, entry.distance.most), (12, entry.plies)] {
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    for (at, number) in [(14, entry.proof), (18, entry.disproof), (22, entry.work)] {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// Decodes an entry; `None` if it is inconsistent.
fn unpack(bytes: &[u8; ENTRY_BYTES]) -> Option<(u64, Entry)> {
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let long = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let key = bytes[..8].iter().rev().fold(0, |key, &byte| key << 8 | u64::from(byte));
    let distance = Distance { least: short(8), most: short(10) };
    let entry = Entry { distance, plies: short(12), proof: long(14), disproof: long(18), work: long(22) };
    let sound = distance.least <= distance.most && entry.proof <= INFINITE && entry.disproof <= INFINITE;
    (sound && entry.work > 0).then_some((key, entry))
}
