mod searching;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

use entourage_kernel::{Language, Problem, Side, Square, Text};
use entourage_protocol::xboard::{Answer, Command};
use entourage_protocol::{Evaluation, Info, Start};
use entourage_registry::{AnyGame, AnyMatch, AnySearch, PlayError, Registry};

use super::board::{self, Board};
use super::clocks::Clocks;
use super::wire;
use crate::engine::Event;
use crate::engine::options::{Options, Set};
use crate::engine::setting_up::set_up;
use crate::engine::thinking::{Lines, Thinking};
use crate::failure::{Failure, Outcome};
use crate::input;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Watches,
    Plays(Side),
    /// It analyses every position.
    Analyses,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Move,
    Ponder,
    Analysis,
}

#[derive(Default)]
struct Found {
    last: Option<Info>,
    /// Its move, and the expected reply.
    answer: Option<(Option<String>, Option<String>)>,
}

/// The score in hundredths above which the engine refuses draws.
const CONTENT: i32 = -50;
pub struct Session<W> {
    registry: Registry,
    lines: Lines<W>,
    wake: SyncSender<Event>,
    language: Language,
    /// The game that the engine was started with.
    started: String,
    game: Box<dyn AnyGame>,
    board: Board,
    start: Start,
    moves: Vec<String>,
    /// `None` after a refused position.
    at: Option<Box<dyn AnyMatch>>,
    options: Options,
    clocks: Clocks,
    role: Role,
    ponders: bool,
    posts: Arc<AtomicBool>,
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<(Thinking, Purpose)>,
    found: Arc<Mutex<Found>>,
    owed: Vec<String>,
    expected: Option<String>,
    /// The square of the piece that the user holds.
    lifted: Option<Square>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Starts the game that XBoard starts with: the one it knows best, or the engine's own if that is not available.
    pub fn new(
        registry: Registry,
        started: Box<dyn AnyGame>,
        language: Language,
        wake: SyncSender<Event>,
        out: W,
    ) -> Outcome<Self> {
        let spec = started.spec();
        let game =
            if started.is_unnamed() { Some(started) } else { board::normal(&registry).or(Some(started)) };
        let (game, board) = game
            .and_then(|game| {
                let is_known = board::is_known(&registry, game.as_ref());
                Board::of(game.as_ref(), is_known).map(|board| (game, board))
            })
            .ok_or_else(|| Failure::at("GAME", unsaid()))?;
        let at = input::begin(game.as_ref(), None)?;
        Ok(Self {
            registry,
            lines: Lines::new(out),
            wake,
            language,
            started: spec,
            game,
            board,
            start: Start::Default,
            moves: Vec::new(),
            at: Some(at),
            options: Options::new(),
            clocks: Clocks::new(),
            role: Role::Watches,
            ponders: false,
            posts: Arc::default(),
            search: None,
            thinking: None,
            found: Arc::default(),
            owed: Vec::new(),
            expected: None,
            lifted: None,
        })
    }

    pub fn say(&self, answer: &Answer) -> io::Result<()> {
        self.lines.say(answer)
    }

    pub fn follow(&mut self, command: Command) -> Outcome {
        match command {
            Command::XBoard => {}
            Command::Protover => self.introduce()?,
            Command::New => self.new_game()?,
            Command::Variant(name) => self.choose(&name)?,
            Command::Force | Command::Exit | Command::Result => {
                self.rest();
                self.role = Role::Watches;
            }
            Command::Go => self.take_side(|mover| mover)?,
            Command::PlayOther => self.take_side(|mover| !mover)?,
            Command::Level(control) => self.clocks.set(control),
            Command::Depth(depth) => self.clocks.depth = Some(depth),
            Command::Time(hundredths) => self.clocks.told = Some(hundredths),
            // The opponent's clock is ignored.
            Command::OpponentTime(_) => {}
            Command::Move { text, named } => self.hear_move(&text, named)?,
            Command::MoveNow => {
                if let Some((thinking, Purpose::Move)) = &self.thinking {
                    thinking.hurry();
                }
            }
            Command::Ping(word) if self.is_choosing() => self.owed.push(word),
            Command::Ping(word) => self.say(&Answer::Pong(word))?,
            Command::Draw => self.hear_offer()?,
            Command::SetBoard(position) => self.set_board(&position)?,
            Command::Hint => self.hint()?,
            Command::Book => {
                self.say(&Answer::Book(self.text("This engine has no book.", "Ce moteur n'a pas de livre.")))?;
                self.say(&Answer::BookEnd)?;
            }
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Ponder(ponders) => {
                self.ponders = ponders;
                if !ponders && self.purpose() == Some(Purpose::Ponder) {
                    self.rest();
                }
            }
            Command::Post(posts) => self.posts.store(posts, SeqCst),
            Command::Analyze => {
                self.role = Role::Analyses;
                self.go_on()?;
            }
            Command::HowFar => self.tell_progress()?,
            Command::Memory(megabytes) => self.set("Hash", &megabytes.to_string())?,
            Command::Cores(cores) => self.set("Threads", &cores.to_string())?,
            Command::Option { name, value } => self.set_option(&name, &value)?,
            Command::Lift(square) => self.lift(&square)?,
            Command::Put(square) => self.put(&square)?,
            Command::Hover(square) => self.hover(&square)?,
            Command::Quit => self.rest(),
        }
        Ok(())
    }

    pub fn settle(&mut self) -> Outcome {
        let answer = self.found().answer.take();
        match answer {
            Some(answer) if self.is_choosing() => {
                self.stop();
                self.answer(answer)
            }
            _ => Ok(()),
        }
    }

    /// Completes a search for the engine's own move, and stops any other.
    pub fn finish(mut self) -> Outcome {
        while self.is_choosing()
            && let Some((thinking, _)) = self.thinking.take()
        {
            self.search = thinking.finish();
            let answer = self.found().answer.take().unwrap_or_default();
            self.answer(answer)?;
        }
        self.rest();
        Ok(())
    }

    fn answer(&mut self, (best, expected): (Option<String>, Option<String>)) -> Outcome {
        self.expected = expected;
        if let Some(text) = best {
            let wired = self.at.as_deref().map(|at| wire::wire(at, &self.board)).unwrap_or_default();
            let legs = wired.into_iter().find(|wired| wired.text == text).and_then(|wired| wired.legs);
            let legs = legs.unwrap_or_else(|| vec![wire::plainly(self.game.as_ref(), &self.board, &text)]);
            self.play(&text)?;
            let count = legs.len();
            for (leg, index) in legs.into_iter().zip(1..) {
                self.say(&Answer::Move { leg, more: index < count })?;
            }
            self.tell_end()?;
        }
        self.go_on()
    }

    fn text(&self, en: &'static str, fr: &'static str) -> String {
        Text::new(en, fr).get(self.language).to_owned()
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|(_, purpose)| *purpose)
    }

    fn is_choosing(&self) -> bool {
        self.purpose() == Some(Purpose::Move)
    }

    fn is_playing(&self) -> bool {
        matches!(self.role, Role::Plays(_))
    }

    fn new_game(&mut self) -> Outcome {
        self.rest();
        if !self.game.is_unnamed()
            && let Some(game) = board::normal(&self.registry)
            && let Some(board) = Board::of(game.as_ref(), true)
        {
            (self.game, self.board) = (game, board);
        }
        self.begin(Start::Default)?;
        self.role = Role::Plays(!self.at.as_ref().map_or(Side::First, |at| at.side_to_move()));
        self.clocks.begin();
        Ok(())
    }

    fn choose(&mut self, name: &str) -> Outcome {
        let Some((game, board)) = board::open(&self.registry, name, &self.started) else {
            return Err(Failure::Wrong(Problem::from(unsaid())));
        };
        self.rest();
        (self.game, self.board) = (game, board);
        self.begin(Start::Default)?;
        self.role = Role::Plays(!self.at.as_ref().map_or(Side::First, |at| at.side_to_move()));
        if !self.board.is_known
            && let Some(at) = &self.at
        {
            let letters = self.board.letters(self.game.as_ref());
            let position =
                self.board.write_position(self.game.as_ref(), &at.position_text(), at.side_to_move());
            let (files, ranks) = (self.board.files, self.board.ranks);
            self.say(&Answer::Setup { letters, files, ranks, position })?;
            let described = self.registry.sheet_of(&self.game.spec()).and_then(|sheet| sheet.betza());
            for (letter, betza) in described.unwrap_or_default() {
                self.say(&Answer::Piece { letter, betza })?;
            }
        }
        Ok(())
    }

    fn begin(&mut self, start: Start) -> Outcome {
        self.at = None;
        let at = set_up(self.game.as_ref(), &start, &[], &mut Vec::new())?;
        self.at = Some(at);
        self.start = start;
        self.moves.clear();
        self.search = None;
        self.expected = None;
        *self.found() = Found::default();
        Ok(())
    }

    fn set_board(&mut self, position: &str) -> Outcome {
        self.rest();
        let start = Start::Fen(self.board.read_position(self.game.as_ref(), position));
        if let Some(pass) = self.passed(&start) {
            self.play(&pass)?;
            self.tell_end()?;
            return self.go_on();
        }
        match self.begin(start) {
            Err(Failure::Wrong(problem)) => {
                let why = problem.get(self.language);
                let begin = self.text("Illegal position", "Position illégale");
                self.say(&Answer::UserError(format!("{begin}: {why}")))?;
                Ok(())
            }
            begun => {
                begun?;
                // The side to move is only known from the commands that follow.
                if self.role == Role::Analyses { self.go_on() } else { Ok(()) }
            }
        }
    }

    /// Finds the pass that leads to a position: XBoard sends the board after the opponent's pass and waits for the
    /// engine's move.
    fn passed(&self, start: &Start) -> Option<String> {
        let at = self.at.as_deref().filter(|at| self.role == Role::Plays(!at.side_to_move()))?;
        if self.moves.is_empty() {
            return None;
        }
        let told = set_up(self.game.as_ref(), start, &[], &mut Vec::new()).ok()?;
        let is_pass = |text: &String| self.game.move_squares(text).is_some_and(|squares| squares.is_empty());
        let pass = at.legal_moves().into_iter().find(is_pass)?;
        let mut next = at.copy();
        next.play(&pass).ok()?;
        let is_told = next.pieces() == told.pieces() && next.side_to_move() == told.side_to_move();
        is_told.then_some(pass)
    }

    fn take_side(&mut self, side: impl Fn(Side) -> Side) -> Outcome {
        self.rest();
        let Some(at) = &self.at else { return Err(nothing()) };
        self.role = Role::Plays(side(at.side_to_move()));
        self.go_on()
    }

    fn hear_move(&mut self, text: &str, named: bool) -> Outcome {
        let Some(at) = self.at.as_deref() else {
            let reason = self.text("there is no position", "il n'y a pas de position");
            return Ok(self.say(&Answer::Illegal { reason, text: text.to_owned() })?);
        };
        let at = &*at.uncounted().unwrap_or_else(|| at.copy());
        let wired = wire::wire(at, &self.board);
        let meant =
            wired.iter().find(|wired| wired.sent().as_deref() == Some(text)).map(|wired| wired.text.clone());
        let meant = meant.or_else(|| {
            // Plain and short notation are accepted too.
            let short =
                at.read_short(text).filter(|found| found.len() == 1).and_then(|found| found.into_iter().next());
            short.or_else(|| at.legal_moves().contains(&text.to_owned()).then(|| text.to_owned()))
        });
        let Some(meant) = meant else {
            let squares = wire::squares(&self.board, text);
            let reads =
                squares.is_some() || self.game.check_move_text(text).is_ok() || at.read_short(text).is_some();
            if !named && !reads {
                return Err(Failure::wrong("unknown command", "commande inconnue"));
            }
            let reason = self.why_not(at, text, squares);
            return Ok(self.say(&Answer::Illegal { reason, text: text.to_owned() })?);
        };
        if self.is_choosing() {
            return Err(Failure::wrong("it is the engine's move", "c'est au moteur de jouer"));
        }
        self.rest();
        self.play(&meant)?;
        if self.is_playing() {
            self.tell_end()?;
        }
        self.go_on()
    }

    fn why_not(&self, at: &dyn AnyMatch, text: &str, squares: Option<Vec<Square>>) -> String {
        let explained = match squares {
            _ if self.board.is_known => at.explain(text, self.language),
            Some(squares) => {
                at.explain_squares(&self.board.ours(self.game.topology(), &squares), self.language)
            }
            None => at.explain(text, self.language),
        };
        match explained {
            Ok(explanation) if explanation.reasons.is_empty() => {
                self.text("this board cannot show the move", "cet échiquier ne sait pas montrer ce coup")
            }
            Ok(explanation) => input::reasons(&explanation.reasons),
            Err(error) => error.problem.get(self.language).to_owned(),
        }
    }

    /// Plays a legal move, ignoring unclaimed draws by counting.
    fn play(&mut self, text: &str) -> Outcome {
        let Some(at) = &mut self.at else { return Err(nothing()) };
        let mut played = at.play(text);
        if let Err(PlayError::Ended(_)) = played
            && let Some(uncounted) = at.uncounted()
        {
            *at = uncounted;
            played = at.play(text);
        }
        played.map_err(|error| input::refused(at.as_ref(), self.moves.len(), text, error))?;
        self.moves.push(text.to_owned());
        self.lifted = None;
        Ok(())
    }

    fn tell_end(&mut self) -> io::Result<()> {
        let Some(end) = self.at.as_ref().and_then(|at| at.ended(self.language)) else { return Ok(()) };
        let winner = end.winner.map(|number| Side::BOTH[number.saturating_sub(1).min(1)]);
        self.say(&Answer::Result { winner, cause: end.cause_text })
    }

    fn take_back(&mut self, plies: usize) -> Outcome {
        if self.moves.len() < plies {
            return Err(Failure::wrong("there is no move to take back", "il n'y a pas de coup à reprendre"));
        }
        self.rest();
        self.moves.truncate(self.moves.len() - plies);
        self.expected = None;
        self.at = Some(set_up(self.game.as_ref(), &self.start, &self.moves, &mut Vec::new())?);
        if self.role == Role::Analyses { self.go_on() } else { Ok(()) }
    }

    /// Accepts a draw offer if the engine stands worse.
    fn hear_offer(&self) -> io::Result<()> {
        let score = self.found().last.as_ref().and_then(|info| info.score);
        let takes = match score {
            Some(Evaluation::Hundredths(score)) => score <= CONTENT,
            Some(Evaluation::Mate(moves)) => moves <= 0,
            None => false,
        };
        if takes && self.is_playing() { self.say(&Answer::OfferDraw) } else { Ok(()) }
    }

    /// Sets an option and restarts the search, if any.
    fn set(&mut self, name: &str, value: &str) -> Outcome {
        let was = self.purpose();
        self.rest();
        let set = self.options.set(&self.registry, name, value);
        if let Ok(Set::Search) = set {
            self.search = None;
        }
        if was.is_some() {
            self.go_on()?;
        }
        set.map(|_| ())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Outcome {
        if searching::UNSAID.iter().any(|unsaid| unsaid.eq_ignore_ascii_case(name)) {
            return Err(Failure::wrong("there is no such option", "cette option n'existe pas"));
        }
        self.set(name, value)
    }

    fn lift(&mut self, name: &str) -> Outcome {
        self.lifted = None;
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let Some(at) = self.at.as_deref() else { return Ok(()) };
        let moves = wire::wire(at, &self.board);
        let marks = wire::ways(at, &self.board, &moves, square);
        self.lifted = Some(square);
        Ok(self.say(&Answer::Highlight(marks))?)
    }

    fn put(&mut self, name: &str) -> Outcome {
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let (Some(at), Some(from)) = (self.at.as_deref(), self.lifted) else { return Ok(()) };
        let letters = wire::choices(&wire::wire(at, &self.board), from, square);
        if letters.len() > 1 { Ok(self.say(&Answer::Choice(letters))?) } else { Ok(()) }
    }

    fn hover(&mut self, name: &str) -> Outcome {
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let (Some(at), Some(from)) = (self.at.as_deref(), self.lifted) else { return Ok(()) };
        let moves = wire::wire(at, &self.board);
        Ok(self.say(&Answer::Highlight(wire::taken(at, &self.board, &moves, from, square)))?)
    }
}

const fn unsaid() -> Text {
    let fr = "il n'y a pas de tel jeu sur un échiquier de XBoard";
    Text::new("there is no such game on a board of XBoard's", fr)
}

fn nothing() -> Failure {
    Failure::wrong("there is no position", "il n'y a pas de position")
}

fn no_square() -> Failure {
    Failure::wrong("there is no such square", "cette case n'existe pas")
}
