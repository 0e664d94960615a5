use std::io::{self, Write};

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Problem, Text};
use entourage_protocol::{Command, Go, Reply, Start};
use entourage_registry::{AnyGame, AnyMatch, AnySearch, Registry, SHUFFLED_OPTION};

use super::options::{Change, Options};
use super::position_setup::reopen;
use super::position_setup::set_up;
use super::thinking::{BackgroundSearch, MateTask, Output, Task, bounded, means, prepare, renew};
use crate::failure::{Failure, Outcome, shortened};
use crate::input;

/// Maximum size of the table that `go mate` allocates during its time, besides the transposition table.
const MAX_MATE_TABLE_MB: usize = 64;

pub struct Session<W> {
    registry: Registry,
    lines: Output<W>,
    language: Language,
    game: Box<dyn AnyGame>,
    /// The game at the current position; `None` after an invalid position.
    at: Option<Box<dyn AnyMatch>>,
    options: Options,
    /// The previous search, whose transposition table is reused.
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<BackgroundSearch>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub fn new(registry: Registry, game: Box<dyn AnyGame>, language: Language, out: W) -> Outcome<Self> {
        let at = input::begin(game.as_ref(), None)?;
        Ok(Self {
            registry,
            lines: Output::new(out),
            language,
            game,
            at: Some(at),
            options: Options::new(),
            search: None,
            thinking: None,
        })
    }

    pub fn send(&self, reply: &Reply) -> io::Result<()> {
        self.lines.send(reply)
    }

    fn report(&self, problem: &Problem) -> io::Result<()> {
        self.send(&Reply::Error(problem.get(self.language).to_owned()))
    }

    pub fn forget_position(&mut self) {
        self.at = None;
    }

    pub fn is_busy(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.has_answered())
    }

    /// Returns whether the running search will end without being stopped.
    pub fn will_answer(&self) -> bool {
        self.thinking.as_ref().is_some_and(BackgroundSearch::will_answer)
    }

    /// Waits for a bounded search to end, or stops an unbounded one; keeps the transposition table.
    pub fn settle(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.search = thinking.finish();
        }
    }

    pub fn finish(mut self) {
        self.settle();
    }

    pub fn execute(&mut self, command: Command) -> Outcome {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => {
                if self.search.is_none() && self.thinking.is_none() {
                    self.renew()?;
                }
                self.send(&Reply::ReadyOk)?;
            }
            Command::Stop | Command::Quit => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
            Command::NewGame => {
                self.finish_search()?;
                self.renew()?;
            }
            Command::SetOption { name, value } => {
                self.finish_search()?;
                self.set(&name, &value)?;
            }
            Command::Position { start, moves } => {
                self.finish_search()?;
                self.set_up(&start, &moves)?;
            }
            Command::Go(go) => {
                self.finish_search()?;
                self.go(&go)?;
            }
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.send(&Reply::Name(format!("Entourage {}", env!("CARGO_PKG_VERSION"))))?;
        self.send(&Reply::Author("the Entourage authors".to_owned()))?;
        for declaration in Options::declarations(&self.registry, self.game.as_ref()) {
            self.send(&Reply::Option(declaration))?;
        }
        self.send(&Reply::UciOk)
    }

    /// Ends a finished search and keeps the transposition table; fails if a search is still running.
    fn finish_search(&mut self) -> Outcome {
        match &self.thinking {
            Some(thinking) if !thinking.has_answered() => Err(Failure::message(
                "a search is running; only stop, ponderhit, isready, uci and quit are allowed",
                "une recherche est en cours\u{a0}; seuls stop, ponderhit, isready, uci et quit sont permis",
            )),
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

    fn ponder_hit(&self) -> Outcome {
        match &self.thinking {
            Some(thinking) if thinking.is_pondering() => {
                thinking.ponder_hit();
                Ok(())
            }
            _ => Err(Failure::message(
                "ponderhit: the engine is not pondering",
                "ponderhit\u{a0}: le moteur ne réfléchit pas sur le temps adverse",
            )),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Outcome {
        let held = self.search.as_ref().map_or(0, |search| search.means().table_mb);
        match self.options.set(&self.registry, name, value, held)? {
            Change::Game(game) => {
                let shuffled =
                    self.options.shuffled.then(|| reopen(&self.registry, game.as_ref(), true)).flatten();
                self.open(shuffled.unwrap_or(game))?;
            }
            Change::Shuffled(wanted) => {
                let Some(game) = reopen(&self.registry, self.game.as_ref(), wanted) else {
                    let en = "this game has no shuffled start positions";
                    let fr = "ce jeu n'a pas de positions initiales aléatoires";
                    return Err(Failure::about(SHUFFLED_OPTION, en, fr));
                };
                self.options.shuffled = wanted;
                self.open(game)?;
            }
            Change::Search => self.renew()?,
            Change::Nothing => {}
        }
        Ok(())
    }

    fn open(&mut self, game: Box<dyn AnyGame>) -> Outcome {
        self.at = Some(input::begin(game.as_ref(), None)?);
        self.game = game;
        self.renew()
    }

    /// Allocates or clears the transposition table, so that this does not take time of the next move.
    fn renew(&mut self) -> Outcome {
        let at =
            self.at.as_deref().map_or_else(|| input::begin(self.game.as_ref(), None), |at| Ok(at.copy()))?;
        self.search = Some(renew(self.search.take(), at.as_ref(), self.options.search));
        Ok(())
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) -> Outcome {
        // An invalid position clears the current one.
        self.at = None;
        let mut notes = Vec::new();
        let begun = set_up(self.game.as_ref(), start, moves, &mut notes);
        for note in &notes {
            self.report(note)?;
        }
        self.at = Some(begun?);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Outcome {
        let clock = Stopwatch::start();
        let Some(at) = self.at.as_deref() else {
            self.report(&Problem::from(Text::new(
                "go: there is no valid position",
                "go\u{a0}: aucune position valide",
            )))?;
            return Ok(self.send(&Reply::best_move(None))?);
        };
        let mover = at.side_to_move();
        if go.clocks != [None; 2] && go.clocks[mover.index()].is_none() {
            let word = Go::clock_word(mover);
            let en = format!("go: {word} is missing for the side to move; using the other side's time");
            let fr = format!(
                "go\u{a0}: il manque {word} pour le camp au trait\u{a0}; le temps de l'autre camp est utilisé"
            );
            self.report(&Problem::new(en, fr))?;
        }
        let roots = self.roots(at, &go.searchmoves)?;
        let settings = self.options.search;
        let mut search = prepare(self.search.take(), at, settings);
        if !roots.is_empty() {
            search.choose_from(&roots);
        }
        let limits = bounded(entourage_arena::limits(go, mover), settings);
        let table_mb = settings.table_mb.min(MAX_MATE_TABLE_MB);
        let mate = go.mate.map(|moves| MateTask { at: at.copy(), roots, moves, table_mb });
        let task = Task {
            infinite: go.infinite,
            ponder: go.ponder,
            limits,
            mate,
            lines: settings.lines,
            means: means(settings),
            clock,
            report_ponder: self.options.ponder,
            report_wdl: self.options.show_wdl,
        };
        let lines = self.lines.clone();
        // The session detects a closed output itself.
        let send = move |reply: &Reply| drop(lines.send(reply));
        let thinking = BackgroundSearch::begin(search, task, send).map_err(|error| {
            let en = format!("cannot start a search thread: {error}");
            Failure::about("go", en, format!("impossible de démarrer la recherche\u{a0}: {error}"))
        });
        match thinking {
            Ok(thinking) => self.thinking = Some(thinking),
            // Every `go` must be answered.
            Err(Failure::Message(problem)) => {
                self.report(&problem)?;
                self.send(&Reply::best_move(at.legal_moves().into_iter().next()))?;
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Returns the legal moves in `searchmoves`, and reports illegal ones. An empty list means all moves.
    fn roots(&self, at: &dyn AnyMatch, searchmoves: &[String]) -> Outcome<Vec<String>> {
        if searchmoves.is_empty() {
            return Ok(Vec::new());
        }
        let legal = at.legal_moves();
        let (roots, others): (Vec<&String>, Vec<&String>) =
            searchmoves.iter().partition(|text| legal.contains(text));
        if let Some(other) = others.first() {
            let (other, count) = (shortened(other), others.len());
            let (en, fr) = if roots.is_empty() {
                (
                    "no legal move remains; searching all moves",
                    "il ne reste aucun coup légal\u{a0}; tous les coups sont étudiés",
                )
            } else {
                ("searching the other moves", "les autres coups sont étudiés")
            };
            self.report(&Problem::new(
                format!("go searchmoves: \"{other}\" is illegal (ignored: {count}); {en}"),
                format!(
                    "go searchmoves\u{a0}: «\u{a0}{other}\u{a0}» est illégal (ignorés\u{a0}: {count})\u{a0}; {fr}"
                ),
            ))?;
        }
        Ok(roots.into_iter().cloned().collect())
    }
}
