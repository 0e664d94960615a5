use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use entourage_protocol::ClockTime;
use entourage_registry::{AnyMatch, AnySearch, Level, Limits, SearchSettings};

use crate::process::Process;
use crate::{Bounds, MatchError, Player, Stopwatch, TimeControl, limits};

pub struct Seat(Sitter);

enum Sitter {
    Captures,
    Level(Level),
    Own { bounds: Bounds, settings: SearchSettings, search: Option<Box<dyn AnySearch>> },
    Process(Box<Process>),
}

const TABLE_MB: u64 = 16;

impl Seat {
    pub fn take(player: &Player, movetime: u64, spec: &str) -> Result<Self, MatchError> {
        let engine = match player {
            Player::Captures => return Ok(Self(Sitter::Captures)),
            Player::Level(level) => return Ok(Self(Sitter::Level(*level))),
            Player::Engine(engine) => engine,
        };
        let bounds = engine.bounds.or_time(movetime);
        match &engine.command {
            Some(command) => {
                let process = Process::start(command, bounds, engine.hash, spec.to_owned())?;
                Ok(Self(Sitter::Process(Box::new(process))))
            }
            None => {
                let table_mb = engine.hash.unwrap_or(TABLE_MB) as usize;
                let settings = SearchSettings { table_mb, ..SearchSettings::default() };
                Ok(Self(Sitter::Own { bounds, settings, search: None }))
            }
        }
    }

    pub fn begin(&mut self) -> Result<(), MatchError> {
        match &mut self.0 {
            Sitter::Captures | Sitter::Level(_) => Ok(()),
            Sitter::Own { search, .. } => {
                *search = None;
                Ok(())
            }
            Sitter::Process(process) => process.begin(),
        }
    }

    pub fn time_control(&self) -> Option<TimeControl> {
        match &self.0 {
            Sitter::Captures | Sitter::Level(_) => None,
            Sitter::Own { bounds, .. } => bounds.clock,
            Sitter::Process(process) => process.bounds().clock,
        }
    }

    /// Returns the player's move, which may be illegal. `seed` determines random choices.
    pub fn choose(
        &mut self,
        game: &(dyn AnyMatch + 'static),
        clocks: [Option<ClockTime>; 2],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, Fault> {
        let chosen = match &mut self.0 {
            Sitter::Captures => game.capture_or_move(seed),
            Sitter::Level(level) => {
                let settings = SearchSettings { level: Some(*level), seed, ..SearchSettings::default() };
                think(game.search(settings).as_mut(), level.limits(), stop)?
            }
            Sitter::Own { bounds, settings, search } => {
                let kept = search.take().and_then(|mut search| search.restart(game).then_some(search));
                let mut searching = kept.unwrap_or_else(|| game.search(*settings));
                let limits = limits(&bounds.go(clocks), game.side_to_move());
                let chosen = think(searching.as_mut(), limits, stop)?;
                *search = Some(searching);
                chosen
            }
            Sitter::Process(process) => process.choose(game, clocks)?,
        };
        chosen.ok_or_else(|| Fault::IllegalMove("(none)".to_owned()))
    }
}

fn think(search: &mut dyn AnySearch, limits: Limits, stop: &AtomicBool) -> Result<Option<String>, Fault> {
    let clock = Stopwatch::start();
    // A panic loses the game but does not end the match.
    let run = AssertUnwindSafe(|| search.run(limits, &clock, stop, &mut |_| {}));
    let thought = catch_unwind(run).map_err(|_| Fault::Crash("the engine panicked".to_owned()))?;
    Ok(thought.best)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    Crash(String),
    Time,
    IllegalMove(String),
}
