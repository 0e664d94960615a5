use std::io::{self, Write};

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Problem, Text};
use entourage_protocol::{Command, Declaration, Go, OptionKind, Reply, Start};
use entourage_registry::{AnyGame, AnyMatch, AnySearch, Level, Limits, Means, Registry, SearchSettings};

use super::thinking::{Lines, Task, Thinking};
use crate::failure::{Failure, shortened};
use crate::input;
use crate::memory;

/// The transposition table's size in mebibytes unless it is set, and the least and the greatest.
const TABLE_MB: u64 = 16;
const TABLE_RANGE: (u64, u64) = (1, 1 << 14);
/// The least and the greatest number of threads.
const THREAD_RANGE: (u64, u64) = (1, 256);
/// The least and the greatest number of lines.
const LINE_RANGE: (u64, u64) = (1, 256);

/// Holds what an engine knows between two commands.
pub struct Session<W> {
    registry: Registry,
    lines: Lines<W>,
    language: Language,
    game: Box<dyn AnyGame>,
    /// The game to think about; `None` after a position that was refused.
    at: Option<Box<dyn AnyMatch>>,
    settings: SearchSettings,
    /// The last search, which remembers what it met.
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<Thinking>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Begins a game at its start.
    ///
    /// # Errors
    /// The game's own start is refused.
    pub fn new(
        registry: Registry,
        game: Box<dyn AnyGame>,
        language: Language,
        out: W,
    ) -> Result<Self, Failure> {
        let at = input::begin(game.as_ref(), None)?;
        let settings = SearchSettings { table_mb: TABLE_MB as usize, ..SearchSettings::default() };
        Ok(Self {
            registry,
            lines: Lines::new(out),
            language,
            game,
            at: Some(at),
            settings,
            search: None,
            thinking: None,
        })
    }

    /// Writes a line.
    ///
    /// # Errors
    /// The output is closed.
    pub fn say(&self, reply: &Reply) -> io::Result<()> {
        self.lines.say(reply)
    }

    /// Has nothing to think about until a position is said that can be read.
    pub fn forget_position(&mut self) {
        self.at = None;
    }

    /// Lets a bounded search come to its end, and stops any other.
    pub fn finish(self) {
        if let Some(thinking) = self.thinking {
            thinking.finish();
        }
    }

    /// Does what a command says.
    ///
    /// # Errors
    /// Why that cannot be done, in which case nothing changes, except that after a position there is nothing to think about; or a closed
    /// output.
    pub fn follow(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.say(&Reply::ReadyOk)?,
            Command::Stop | Command::Quit => self.stop(),
            Command::NewGame => {
                self.rest()?;
                self.search = None;
            }
            Command::SetOption { name, value } => {
                self.rest()?;
                self.set(&name, &value)?;
            }
            Command::Position { start, moves } => {
                self.rest()?;
                // Whoever asks to think about this one must not be answered for another.
                self.at = None;
                let start = match &start {
                    Start::Default => None,
                    Start::Position(position) => Some(position.as_str()),
                };
                let at = self.game.begin(start);
                let mut at = at.map_err(|error| Failure::reading("position", &error))?;
                input::play(at.as_mut(), &moves)?;
                self.at = Some(at);
            }
            Command::Go(go) => {
                self.rest()?;
                self.go(go)?;
            }
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&Reply::Name(format!("Entourage {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Reply::Author("the Entourage authors".to_owned()))?;
        let number = |default, range| OptionKind::Number { default, range };
        for (name, kind) in [
            ("Game", OptionKind::Text { default: self.game.spec() }),
            ("Hash", number(TABLE_MB, TABLE_RANGE)),
            ("Threads", number(1, THREAD_RANGE)),
            ("MultiPV", number(1, LINE_RANGE)),
            ("Level", number(0, (0, Level::ALL.len() as u64))),
            ("Seed", number(0, (0, u64::MAX))),
        ] {
            self.say(&Reply::Option(Declaration { name, kind }))?;
        }
        self.say(&Reply::UciOk)
    }

    /// Makes sure that no search is under way, and takes back one that has answered.
    fn rest(&mut self) -> Result<(), Failure> {
        match &self.thinking {
            Some(thinking) if !thinking.has_answered() => Err(Failure::Wrong(Problem::from(Text::new(
                "the engine is thinking; only stop, isready, uci and quit are heard",
                "le moteur réfléchit\u{a0}; il n'entend que stop, isready, uci et quit",
            )))),
            _ => {
                self.stop();
                Ok(())
            }
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.search = thinking.stop();
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        match name {
            "Game" => {
                let game = self.registry.open(value);
                let game = game.map_err(|error| Failure::reading(name, &error.into()))?;
                self.at = Some(input::begin(game.as_ref(), None)?);
                self.game = game;
            }
            "Hash" => {
                let table_mb = number(name, value, TABLE_RANGE)? as usize;
                memory::require(table_mb).map_err(|problem| Failure::at(name, problem))?;
                self.settings.table_mb = table_mb;
            }
            "Level" => {
                let level = number(name, value, (0, Level::ALL.len() as u64))?;
                self.settings.level = u8::try_from(level).ok().and_then(Level::new);
            }
            "Threads" => self.settings.threads = number(name, value, THREAD_RANGE)? as usize,
            "MultiPV" => self.settings.lines = number(name, value, LINE_RANGE)? as usize,
            "Seed" => self.settings.seed = number(name, value, (0, u64::MAX))?,
            _ => {
                let problem = Text::new(
                    "there is no such option; uci lists them",
                    "cette option n'existe pas\u{a0}; uci en donne la liste",
                );
                return Err(Failure::at(&shortened(name), problem));
            }
        }
        self.search = None;
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), Failure> {
        let clock = Stopwatch::start();
        let Some(at) = self.at.as_deref() else {
            let problem = Text::new(
                "go: the last position was refused; say another",
                "go\u{a0}: la dernière position a été refusée\u{a0}; donnez-en une autre",
            );
            self.say(&Reply::Error(problem.get(self.language).to_owned()))?;
            return Ok(self.say(&Reply::BestMove(None))?);
        };
        let mover = at.side_to_move();
        if go.clocks != [None; 2] && go.clocks[mover.index()].is_none() {
            let word = Go::clock_word(mover);
            let en = format!("{word} is missing, the time left to the side to move");
            let fr = format!("il manque {word}, le temps qui reste au camp qui a le trait");
            return Err(Failure::at("go", Problem::new(en, fr)));
        }
        let kept = self.search.take().and_then(|mut search| search.restart(at).then_some(search));
        let search = kept.unwrap_or_else(|| at.search(self.settings));
        let level = self.settings.level.map_or(Limits::NONE, Level::limits);
        let limits = entourage_arena::limits(&go, mover);
        let limits = Limits {
            depth: limits.depth.into_iter().chain(level.depth).min(),
            nodes: limits.nodes.into_iter().chain(level.nodes).min(),
            ..limits
        };
        let SearchSettings { level, table_mb, threads, lines, .. } = self.settings;
        // A level has a table of its own, and thinks on one thread.
        let means =
            if level.is_some() { Means { table_mb: 1, threads: 1 } } else { Means { table_mb, threads } };
        let task = Task { bounded: go != Go::INFINITE, limits, lines, means, clock };
        let thinking = Thinking::begin(search, task, self.lines.clone()).map_err(|error| {
            let en = format!("the system gives no thread to think on ({error})");
            Failure::at(
                "go",
                Problem::new(en, format!("le système ne donne aucun fil pour réfléchir ({error})")),
            )
        })?;
        self.thinking = Some(thinking);
        Ok(())
    }
}

fn number(name: &str, value: &str, (least, most): (u64, u64)) -> Result<u64, Failure> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|number| digits && (least..=most).contains(number)).ok_or_else(|| {
        let value = shortened(value);
        let problem = Problem::new(
            format!("\"{value}\" is no whole number from {least} to {most}"),
            format!("«\u{a0}{value}\u{a0}» n'est pas un nombre entier de {least} à {most}"),
        );
        Failure::at(name, problem)
    })
}
