use std::fmt;
use std::str::FromStr;

use entourage_kernel::{Problem, Text, TextError};
use entourage_protocol::{ClockTime, Go};
use entourage_registry::Level;

use crate::TimeControl;

/// A player of a match.
///
/// Written as `captures`, `level:3`, `engine`, settings of the Entourage engine such as `time=100`, `depth=4,hash=64` or
/// `clock=60000+600` (one minute plus 0.6 s per move), or another program that supports the engine protocol, optionally
/// preceded by settings: `cmd:/path/to/program arguments`, `nodes=20000,cmd:…`.
/// The path and the arguments of a program are separated by spaces and cannot contain spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Plays a random capture if there is one, otherwise a random move.
    Captures,
    Level(Level),
    Engine(Engine),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Engine {
    /// The search limits; if all are `None`, the match's time per move applies.
    pub bounds: Bounds,
    /// Size of the transposition table in mebibytes; `None` for the engine's default.
    pub hash: Option<u64>,
    /// The program and its arguments; `None` for the Entourage engine.
    pub command: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Milliseconds per move.
    pub time: Option<u64>,
    pub clock: Option<TimeControl>,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
}

impl Player {
    pub fn time(&self) -> Option<u64> {
        match self {
            Self::Captures | Self::Level(_) => None,
            Self::Engine(engine) => engine.bounds.time,
        }
    }

    #[must_use]
    pub fn or_time(&self, time: u64) -> Self {
        match self {
            Self::Captures | Self::Level(_) => self.clone(),
            Self::Engine(engine) => {
                Self::Engine(Engine { bounds: engine.bounds.or_time(time), ..engine.clone() })
            }
        }
    }
}

impl Bounds {
    pub fn or_time(self, time: u64) -> Self {
        if self == Self::default() { Self { time: Some(time), ..self } } else { self }
    }

    pub fn go(self, clocks: [Option<ClockTime>; 2]) -> Go {
        let depth = self.depth.map(|depth| depth.try_into().unwrap_or(u32::MAX));
        let clocks = if self.clock.is_some() { clocks } else { [None; 2] };
        let go = Go { depth, nodes: self.nodes, movetime: self.time, clocks, ..Go::BOUNDED };
        Go { infinite: go == Go::BOUNDED, ..go }
    }
}

const LONGEST_TIME: u64 = 24 * 60 * 60 * 1000;
const LARGEST_HASH: u64 = 1 << 14;

impl FromStr for Player {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "captures" => return Ok(Self::Captures),
            "engine" => return Ok(Self::Engine(Engine::default())),
            _ => {}
        }
        if let Some(number) = text.strip_prefix("level:") {
            let level = number.parse().ok().and_then(Level::new);
            return level.map(Self::Level).ok_or_else(|| {
                let most = Level::ALL.len();
                let fr = format!("attendu\u{a0}: un niveau de 1 à {most}");
                let problem = Problem::new(format!("expected a level from 1 to {most}"), fr);
                TextError::new(number, "level:".len(), problem)
            });
        }
        Engine::read(text).map(Self::Engine)
    }
}

impl Engine {
    fn read(text: &str) -> Result<Self, TextError> {
        let mut engine = Self::default();
        let mut at = 0;
        while at <= text.len() {
            let rest = &text[at..];
            if let Some(command) = rest.strip_prefix("cmd:") {
                let words: Vec<String> = command.split_whitespace().map(ToOwned::to_owned).collect();
                if words.is_empty() {
                    let problem = Text::new("expected cmd:PROGRAM", "attendu\u{a0}: cmd:PROGRAMME");
                    return Err(TextError::new("", text.len(), problem));
                }
                engine.command = Some(words);
                return Ok(engine);
            }
            let setting = rest.split(',').next().unwrap_or_default();
            engine.set(setting).map_err(|error| error.shifted(at))?;
            at += setting.len() + 1;
        }
        Ok(engine)
    }

    fn set(&mut self, setting: &str) -> Result<(), TextError> {
        let unknown = || {
            let problem = Text::new(
                "expected captures, level:N, engine, time=MS, clock=MS+MS, depth=N, nodes=N, hash=MIB or cmd:PROGRAM",
                "attendu\u{a0}: captures, level:N, engine, time=MS, clock=MS+MS, depth=N, nodes=N, hash=MIO ou cmd:PROGRAMME",
            );
            TextError::new(setting, 0, problem)
        };
        let (name, value) = setting.split_once('=').ok_or_else(unknown)?;
        let read = match name {
            "time" => put(&mut self.bounds.time, number(value, LONGEST_TIME)),
            "clock" => put(&mut self.bounds.clock, time_control(value)),
            "depth" => put(&mut self.bounds.depth, number(value, 100)),
            "nodes" => put(&mut self.bounds.nodes, number(value, u64::MAX)),
            "hash" => put(&mut self.hash, number(value, LARGEST_HASH)),
            _ => return Err(unknown()),
        };
        if read.map_err(|error| error.shifted(name.len() + 1))? {
            let problem = Text::new("this setting is specified twice", "ce réglage est indiqué deux fois");
            return Err(TextError::new(setting, 0, problem));
        }
        Ok(())
    }
}

/// Sets a field; returns whether the field was already set.
fn put<T>(field: &mut Option<T>, read: Result<T, TextError>) -> Result<bool, TextError> {
    Ok(field.replace(read?).is_some())
}

fn number(text: &str, most: u64) -> Result<u64, TextError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|value| digits && (1..=most).contains(value)).ok_or_else(|| {
        let fr = format!("attendu\u{a0}: un nombre entier de 1 à {most}");
        let problem = Problem::new(format!("expected a whole number from 1 to {most}"), fr);
        TextError::new(text, 0, problem)
    })
}

/// Parses a time control in milliseconds: `60000+600`, or `60000` without an increment.
fn time_control(text: &str) -> Result<TimeControl, TextError> {
    let (base, increment) = text.split_once('+').map_or((text, None), |(base, more)| (base, Some(more)));
    let first = number(base, LONGEST_TIME)?;
    let increment = increment.map(|more| number(more, LONGEST_TIME)).transpose();
    let increment = increment.map_err(|error| error.shifted(base.len() + 1))?.unwrap_or(0);
    Ok(TimeControl { base: first, increment })
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = match self {
            Self::Captures => return f.write_str("captures"),
            Self::Level(level) => return write!(f, "level:{level}"),
            Self::Engine(engine) => engine,
        };
        let Engine { bounds: Bounds { time, clock, depth, nodes }, hash, command } = engine;
        let number = |value: &Option<u64>| value.map(|value| value.to_string());
        let settings = [
            ("time", number(time)),
            ("clock", clock.map(|clock| clock.to_string())),
            ("depth", number(depth)),
            ("nodes", number(nodes)),
            ("hash", number(hash)),
        ];
        let settings = settings.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        let command = command.iter().map(|words| format!("cmd:{}", words.join(" ")));
        let parts: Vec<String> = settings.chain(command).collect();
        f.write_str(if parts.is_empty() { "engine" } else { "" })?;
        f.write_str(&parts.join(","))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { base, increment: 0 } => base.fmt(f),
            Self { base, increment } => write!(f, "{base}+{increment}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_round_trip() {
        for text in [
            "captures",
            "level:3",
            "engine",
            "time=100",
            "clock=60000+600",
            "clock=60000,depth=4,cmd:program",
            "time=100,clock=1+86400000,depth=4,nodes=20000,hash=64",
            "cmd:/path/to/program engine --lang fr",
            "depth=4,cmd:program a=b,c",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        let loose: Player = "nodes=5,depth=2,cmd:  a   b ".parse().unwrap();
        assert_eq!(loose.to_string(), "depth=2,nodes=5,cmd:a b");
    }

    #[test]
    fn errors_name_the_token_and_its_offset() {
        for (text, token, at) in [
            ("", "", 0),
            ("level:0", "0", 6),
            ("level:x", "x", 6),
            ("levels", "levels", 0),
            ("time=0", "0", 5),
            ("time=05", "05", 5),
            ("depth=101", "101", 6),
            ("clock=0+5", "0", 6),
            ("clock=5+", "", 8),
            ("clock=5+0", "0", 8),
            ("hash=1,clock=60000+1+1", "1+1", 19),
            ("clock=86400001", "86400001", 6),
            ("clock=5,clock=5", "clock=5", 8),
            ("depth=2,", "", 8),
            ("depth=2,depth=3", "depth=3", 8),
            ("depth=2,colour=3", "colour=3", 8),
            ("cmd:", "", 4),
            ("hash=1,cmd:  ", "", 13),
        ] {
            let error = text.parse::<Player>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}: {error}");
        }
    }

    #[test]
    fn time_of_the_match_applies_to_players_without_limits() {
        let bounds = Bounds { depth: Some(3), ..Bounds::default() };
        assert_eq!(bounds.or_time(100), bounds);
        assert_eq!(Bounds::default().or_time(100).go([None; 2]).to_string(), "go movetime 100");
        let clock = Some(TimeControl { base: 900, increment: 5 });
        let bounds = Bounds { clock, ..Bounds::default() };
        assert_eq!(bounds.or_time(100), bounds);
        let clocks = [None, Some(ClockTime { left: 900, increment: 5 })];
        assert_eq!(bounds.go(clocks).to_string(), "go btime 900 binc 5");
        assert_eq!(Bounds::default().or_time(100).go(clocks).to_string(), "go movetime 100");
    }
}
