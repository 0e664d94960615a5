use std::io::{self, Write};

use entourage_arena::Stopwatch;
use entourage_kernel::{Language, Problem, Text};
use entourage_protocol::{Command, Go, Reply, Start};
use entourage_registry::{AnyGame, AnyMatch, AnySearch, Registry, SHUFFLED_OPTION};

use super::options::{Options, Set};
use super::setting_up::reopen;
use super::setting_up::set_up;
use super::thinking::{Lines, MateTask, Task, Thinking, bounded, means, prepare};
use crate::failure::{Failure, Outcome, shortened};
use crate::input;

pub struct Session<W> {
    registry: Registry,
    lines: Lines<W>,
    language: Language,
    game: Box<dyn AnyGame>,
    /// `None` after a refused position.
    at: Option<Box<dyn AnyMatch>>,
    options: Options,
    /// The last search, kept for its table.
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<Thinking>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub fn new(registry: Registry, game: Box<dyn AnyGame>, language: Language, out: W) -> Outcome<Self> {
        let at = input::begin(game.as_ref(), None)?;
        Ok(Self {
            registry,
            lines: Lines::new(out),
            language,
            game,
            at: Some(at),
            options: Options::new(),
            search: None,
            thinking: None,
        })
    }

    pub fn say(&self, reply: &Reply) -> io::Result<()> {
        self.lines.say(reply)
    }

    fn remark(&self, problem: &Problem) -> io::Result<()> {
        self.say(&Reply::Error(problem.get(self.language).to_owned()))
    }

    pub fn forget_position(&mut self) {
        self.at = None;
    }

    pub fn is_busy(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.has_answered())
    }

    /// Returns whether the search will answer without being stopped.
    pub fn will_answer(&self) -> bool {
        self.thinking.as_ref().is_some_and(Thinking::will_answer)
    }

    /// Completes a bounded search, stops any other, and keeps its table.
    pub fn settle(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.search = thinking.finish();
        }
    }

    pub fn finish(mut self) {
        self.settle();
    }

    pub fn follow(&mut self, command: Command) -> Outcome {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.say(&Reply::ReadyOk)?,
            Command::Stop | Command::Quit => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
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
                self.set_up(&start, &moves)?;
            }
            Command::Go(go) => {
                self.rest()?;
                self.go(&go)?;
            }
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&Reply::Name(format!("Entourage {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Reply::Author("the Entourage authors".to_owned()))?;
        for declaration in Options::declarations(&self.registry, self.game.as_ref()) {
            self.say(&Reply::Option(declaration))?;
        }
        self.say(&Reply::UciOk)
    }

    /// Fails during a search; takes back one that has answered.
    fn rest(&mut self) -> Outcome {
        match &self.thinking {
            Some(thinking) if !thinking.has_answered() => Err(Failure::wrong(
                "the engine is thinking; only stop, ponderhit, isready, uci and quit are heard",
                "le moteur réfléchit\u{a0}; il n'entend que stop, ponderhit, isready, uci et quit",
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
            _ => Err(Failure::wrong(
                "ponderhit: nothing is thought about on the opponent's time",
                "ponderhit\u{a0}: rien n'est à l'étude sur le temps de l'adversaire",
            )),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Outcome {
        match self.options.set(&self.registry, name, value)? {
            Set::Game(game) => {
                let shuffled =
                    self.options.shuffled.then(|| reopen(&self.registry, game.as_ref(), true)).flatten();
                self.open(shuffled.unwrap_or(game))?;
            }
            Set::Shuffled(wanted) => {
                let Some(game) = reopen(&self.registry, self.game.as_ref(), wanted) else {
                    let en = "this game does not begin on shuffled ranks";
                    let fr = "ce jeu ne commence pas sur des rangées mêlées";
                    return Err(Failure::about(SHUFFLED_OPTION, en, fr));
                };
                self.options.shuffled = wanted;
                self.open(game)?;
            }
            Set::Search => self.search = None,
            Set::Nothing => {}
        }
        Ok(())
    }

    fn open(&mut self, game: Box<dyn AnyGame>) -> Outcome {
        self.at = Some(input::begin(game.as_ref(), None)?);
        self.game = game;
        self.search = None;
        Ok(())
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) -> Outcome {
        // A refused position must not leave the old one in place.
        self.at = None;
        let mut notes = Vec::new();
        let begun = set_up(self.game.as_ref(), start, moves, &mut notes);
        for note in &notes {
            self.remark(note)?;
        }
        self.at = Some(begun?);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Outcome {
        let clock = Stopwatch::start();
        let Some(at) = self.at.as_deref() else {
            self.remark(&Problem::from(Text::new(
                "go: the last position was refused; say another",
                "go\u{a0}: la dernière position a été refusée\u{a0}; donnez-en une autre",
            )))?;
            return Ok(self.say(&Reply::best_move(None))?);
        };
        let mover = at.side_to_move();
        if go.clocks != [None; 2] && go.clocks[mover.index()].is_none() {
            let word = Go::clock_word(mover);
            let en =
                format!("go: {word} is missing, the time left to the side to move; the other side's counts");
            let fr = format!(
                "go\u{a0}: il manque {word}, le temps qui reste au camp qui a le trait\u{a0}; l'autre compte"
            );
            self.remark(&Problem::new(en, fr))?;
        }
        let roots = self.roots(at, &go.searchmoves)?;
        let settings = self.options.search;
        let mut search = prepare(self.search.take(), at, settings);
        if !roots.is_empty() {
            search.choose_from(&roots);
        }
        let limits = bounded(entourage_arena::limits(go, mover), settings);
        let mate = go.mate.map(|moves| MateTask { at: at.copy(), roots, moves, table_mb: settings.table_mb });
        let task = Task {
            infinite: go.infinite,
            ponder: go.ponder,
            limits,
            mate,
            lines: settings.lines,
            means: means(settings),
            clock,
            tells_ponder: self.options.ponder,
            tells_chances: self.options.chances,
        };
        let lines = self.lines.clone();
        // The session notices a closed output by itself.
        let say = move |reply: &Reply| drop(lines.say(reply));
        let thinking = Thinking::begin(search, task, say).map_err(|error| {
            let en = format!("the system gives no thread to think on ({error})");
            Failure::about("go", en, format!("le système ne donne aucun fil pour réfléchir ({error})"))
        });
        match thinking {
            Ok(thinking) => self.thinking = Some(thinking),
            // `go` is always answered.
            Err(Failure::Wrong(problem)) => {
                self.remark(&problem)?;
                self.say(&Reply::best_move(at.legal_moves().into_iter().next()))?;
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Returns the legal ones of the moves to choose from and reports the others; empty means all moves.
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
                    "none of the moves is legal; all legal moves count",
                    "aucun des coups n'est permis\u{a0}; tous les coups permis comptent",
                )
            } else {
                ("the others count", "les autres comptent")
            };
            self.remark(&Problem::new(
                format!("go searchmoves: \"{other}\" is no legal move (of {count} such); {en}"),
                format!("go searchmoves\u{a0}: «\u{a0}{other}\u{a0}» n'est pas un coup permis (sur {count})\u{a0}; {fr}"),
            ))?;
        }
        Ok(roots.into_iter().cloned().collect())
    }
}
