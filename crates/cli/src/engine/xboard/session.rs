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
use crate::engine::options::{Change, Options};
use crate::engine::position_setup::set_up;
use crate::engine::thinking::{BackgroundSearch, Output, renew};
use crate::failure::{Failure, Outcome};
use crate::input;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Observing,
    Playing(Side),
    Analysing,
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
    /// The engine's move and the expected reply.
    answer: Option<(Option<String>, Option<String>)>,
}

/// Maximum score in centipawns at which the engine accepts a draw offer.
const DRAW_SCORE: i32 = -50;

pub struct Session<W> {
    registry: Registry,
    lines: Output<W>,
    wake: SyncSender<Event>,
    language: Language,
    /// Spec of the game specified at startup.
    started: String,
    game: Box<dyn AnyGame>,
    board: Board,
    start: Start,
    moves: Vec<String>,
    /// The game at the current position; `None` if the last position sent was invalid.
    at: Option<Box<dyn AnyMatch>>,
    options: Options,
    clocks: Clocks,
    role: Role,
    can_ponder: bool,
    show_thinking: Arc<AtomicBool>,
    search: Option<Box<dyn AnySearch>>,
    thinking: Option<(BackgroundSearch, Purpose)>,
    found: Arc<Mutex<Found>>,
    pending_pongs: Vec<String>,
    expected: Option<String>,
    /// The square of the piece that the user is dragging.
    lifted: Option<Square>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Starts the standard game, as XBoard expects, or the game specified at startup if there is no standard game.
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
            .ok_or_else(|| Failure::at("GAME", unknown_variant()))?;
        let at = input::begin(game.as_ref(), None)?;
        Ok(Self {
            registry,
            lines: Output::new(out),
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
            role: Role::Observing,
            can_ponder: false,
            show_thinking: Arc::default(),
            search: None,
            thinking: None,
            found: Arc::default(),
            pending_pongs: Vec::new(),
            expected: None,
            lifted: None,
        })
    }

    pub fn send(&self, answer: &Answer) -> io::Result<()> {
        self.lines.send(answer)
    }

    pub fn execute(&mut self, command: Command) -> Outcome {
        match command {
            Command::XBoard => {}
            Command::Protover => self.introduce()?,
            Command::New => self.new_game()?,
            Command::Variant(name) => self.choose(&name)?,
            Command::Force | Command::Exit | Command::Result => {
                self.end_search();
                self.role = Role::Observing;
            }
            Command::Go => self.play_side(|mover| mover)?,
            Command::PlayOther => self.play_side(|mover| !mover)?,
            Command::Level(control) => self.clocks.set(control),
            Command::Depth(depth) => self.clocks.depth = Some(depth),
            Command::Time(hundredths) => self.clocks.remaining_cs = Some(hundredths),
            Command::OpponentTime(_) => {}
            Command::Move { text, named } => self.user_move(&text, named)?,
            Command::MoveNow => {
                if let Some((thinking, Purpose::Move)) = &self.thinking {
                    thinking.request_stop();
                }
            }
            Command::Ping(word) if self.is_choosing() => self.pending_pongs.push(word),
            Command::Ping(word) => {
                if self.search.is_none() && self.thinking.is_none() {
                    self.renew();
                }
                self.send(&Answer::Pong(word))?;
            }
            Command::Draw => self.draw_offer()?,
            Command::SetBoard(position) => self.set_board(&position)?,
            Command::Hint => self.hint()?,
            Command::Book => {
                self.send(&Answer::Book(self.text("No opening book.", "Pas de bibliothèque d'ouvertures.")))?;
                self.send(&Answer::BookEnd)?;
            }
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Ponder(can_ponder) => {
                self.can_ponder = can_ponder;
                if !can_ponder && self.purpose() == Some(Purpose::Ponder) {
                    self.end_search();
                }
            }
            Command::Post(show_thinking) => self.show_thinking.store(show_thinking, SeqCst),
            Command::Analyze => {
                self.role = Role::Analysing;
                self.resume()?;
            }
            Command::HowFar => self.send_progress()?,
            Command::Memory(megabytes) => self.set("Hash", &megabytes.to_string())?,
            Command::Cores(cores) => self.set("Threads", &cores.to_string())?,
            Command::Option { name, value } => self.set_option(&name, &value)?,
            Command::Lift(square) => self.lift(&square)?,
            Command::Put(square) => self.put(&square)?,
            Command::Hover(square) => self.hover(&square)?,
            Command::Quit => self.end_search(),
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

    /// Waits for a search that chooses the engine's move; stops any other search.
    pub fn finish(mut self) -> Outcome {
        while self.is_choosing()
            && let Some((thinking, _)) = self.thinking.take()
        {
            self.search = thinking.finish();
            let answer = self.found().answer.take().unwrap_or_default();
            self.answer(answer)?;
        }
        self.end_search();
        Ok(())
    }

    fn answer(&mut self, (best, expected): (Option<String>, Option<String>)) -> Outcome {
        self.expected = expected;
        if let Some(text) = best {
            let board_move =
                self.at.as_deref().map(|at| wire::board_moves(at, &self.board)).unwrap_or_default();
            let legs = board_move
                .into_iter()
                .find(|board_move| board_move.text == text)
                .and_then(|board_move| board_move.legs);
            let legs = legs.unwrap_or_else(|| vec![wire::plain(self.game.as_ref(), &self.board, &text)]);
            self.play(&text)?;
            let count = legs.len();
            for (leg, index) in legs.into_iter().zip(1..) {
                self.send(&Answer::Move { leg, more: index < count })?;
            }
            self.send_result()?;
        }
        self.resume()
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
        matches!(self.role, Role::Playing(_))
    }

    fn new_game(&mut self) -> Outcome {
        self.end_search();
        if !self.game.is_unnamed()
            && let Some(game) = board::normal(&self.registry)
            && let Some(board) = Board::of(game.as_ref(), true)
        {
            (self.game, self.board) = (game, board);
        }
        self.begin(Start::Default)?;
        self.role = Role::Playing(!self.at.as_ref().map_or(Side::First, |at| at.side_to_move()));
        self.clocks.reset();
        Ok(())
    }

    fn choose(&mut self, name: &str) -> Outcome {
        let Some((game, board)) = board::open(&self.registry, name, &self.started) else {
            return Err(Failure::Message(Problem::from(unknown_variant())));
        };
        self.end_search();
        (self.game, self.board) = (game, board);
        self.begin(Start::Default)?;
        self.role = Role::Playing(!self.at.as_ref().map_or(Side::First, |at| at.side_to_move()));
        if !self.board.is_known
            && let Some(at) = &self.at
        {
            let letters = self.board.letters(self.game.as_ref());
            let position =
                self.board.write_position(self.game.as_ref(), &at.position_text(), at.side_to_move());
            let (files, ranks) = (self.board.files, self.board.ranks);
            self.send(&Answer::Setup { letters, files, ranks, position })?;
            let described = self.registry.sheet_of(&self.game.spec()).and_then(|sheet| sheet.betza());
            for (letter, betza) in described.unwrap_or_default() {
                self.send(&Answer::Piece { letter, betza })?;
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
        self.renew();
        self.expected = None;
        *self.found() = Found::default();
        Ok(())
    }

    /// Allocates or clears the transposition table, so that this does not take time of the next move.
    fn renew(&mut self) {
        let kept = self.search.take();
        self.search = self.at.as_deref().map(|at| renew(kept, at, self.options.search));
    }

    fn set_board(&mut self, position: &str) -> Outcome {
        self.end_search();
        let start = Start::Fen(self.board.read_position(self.game.as_ref(), position));
        if let Some(pass) = self.find_pass(&start) {
            self.play(&pass)?;
            self.send_result()?;
            return self.resume();
        }
        match self.begin(start) {
            Err(Failure::Message(problem)) => {
                let why = problem.get(self.language);
                let begin = self.text("Illegal position", "Position illégale");
                self.send(&Answer::UserError(format!("{begin}: {why}")))?;
                Ok(())
            }
            begun => {
                begun?;
                // The following commands determine which side the engine plays.
                if self.role == Role::Analysing { self.resume() } else { Ok(()) }
            }
        }
    }

    /// Returns the opponent's pass that leads to `start`, if any. After a pass, XBoard sends only the new position.
    fn find_pass(&self, start: &Start) -> Option<String> {
        let at = self.at.as_deref().filter(|at| self.role == Role::Playing(!at.side_to_move()))?;
        if self.moves.is_empty() {
            return None;
        }
        let target = set_up(self.game.as_ref(), start, &[], &mut Vec::new()).ok()?;
        let is_pass = |text: &String| self.game.move_squares(text).is_some_and(|squares| squares.is_empty());
        let pass = at.legal_moves().into_iter().find(is_pass)?;
        let mut next = at.copy();
        next.play(&pass).ok()?;
        let matches = next.pieces() == target.pieces() && next.side_to_move() == target.side_to_move();
        matches.then_some(pass)
    }

    fn play_side(&mut self, side: impl Fn(Side) -> Side) -> Outcome {
        self.end_search();
        let Some(at) = &self.at else { return Err(no_position()) };
        self.role = Role::Playing(side(at.side_to_move()));
        if at.uncounted().as_deref().unwrap_or(at.as_ref()).legal_moves().is_empty() {
            self.send_result()?;
        }
        self.resume()
    }

    fn user_move(&mut self, text: &str, named: bool) -> Outcome {
        let Some(at) = self.at.as_deref() else {
            let reason = self.text("there is no valid position", "aucune position valide");
            return Ok(self.send(&Answer::Illegal { reason, text: text.to_owned() })?);
        };
        let at = &*at.uncounted().unwrap_or_else(|| at.copy());
        let board_move = wire::board_moves(at, &self.board);
        let meant = board_move
            .iter()
            .find(|board_move| board_move.sent().as_deref() == Some(text))
            .map(|board_move| board_move.text.clone());
        let meant = meant.or_else(|| {
            // Also accepts coordinate and short notation.
            let short =
                at.read_short(text).filter(|found| found.len() == 1).and_then(|found| found.into_iter().next());
            short.or_else(|| at.legal_moves().contains(&text.to_owned()).then(|| text.to_owned()))
        });
        let Some(meant) = meant else {
            let squares = wire::squares(&self.board, text);
            let reads =
                squares.is_some() || self.game.check_move_text(text).is_ok() || at.read_short(text).is_some();
            if !named && !reads {
                return Err(Failure::message("unknown command", "commande inconnue"));
            }
            let reason = self.refusal_reason(at, text, squares);
            return Ok(self.send(&Answer::Illegal { reason, text: text.to_owned() })?);
        };
        if self.is_choosing() {
            return Err(Failure::message("it is the engine's move", "c'est au moteur de jouer"));
        }
        self.end_search();
        self.play(&meant)?;
        if self.is_playing() {
            self.send_result()?;
        }
        self.resume()
    }

    fn refusal_reason(&self, at: &dyn AnyMatch, text: &str, squares: Option<Vec<Square>>) -> String {
        let explained = match squares {
            _ if self.board.is_known => at.explain(text, self.language),
            Some(squares) => {
                at.explain_squares(&self.board.our_names(self.game.topology(), &squares), self.language)
            }
            None => at.explain(text, self.language),
        };
        match explained {
            Ok(explanation) if explanation.reasons.is_empty() => {
                self.text("XBoard cannot display this move", "XBoard ne peut pas afficher ce coup")
            }
            Ok(explanation) => input::reasons(&explanation.reasons),
            Err(error) => error.problem.get(self.language).to_owned(),
        }
    }

    /// Plays a legal move, and ignores unclaimed draws by repetition or move count.
    fn play(&mut self, text: &str) -> Outcome {
        let Some(at) = &mut self.at else { return Err(no_position()) };
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

    fn send_result(&mut self) -> io::Result<()> {
        let Some(end) = self.at.as_ref().and_then(|at| at.ended(self.language)) else { return Ok(()) };
        let winner = end.winner.map(|number| Side::BOTH[number.saturating_sub(1).min(1)]);
        self.send(&Answer::Result { winner, cause: end.cause_text })
    }

    fn take_back(&mut self, plies: usize) -> Outcome {
        if self.moves.len() < plies {
            return Err(Failure::message("there is no move to take back", "il n'y a pas de coup à reprendre"));
        }
        self.end_search();
        self.moves.truncate(self.moves.len() - plies);
        self.expected = None;
        self.at = Some(set_up(self.game.as_ref(), &self.start, &self.moves, &mut Vec::new())?);
        if self.role == Role::Analysing { self.resume() } else { Ok(()) }
    }

    /// Accepts the opponent's draw offer if the engine's score is at most `DRAW_SCORE`.
    fn draw_offer(&self) -> io::Result<()> {
        let score = self.found().last.as_ref().and_then(|info| info.score);
        let takes = match score {
            Some(Evaluation::Hundredths(score)) => score <= DRAW_SCORE,
            Some(Evaluation::Mate(moves)) => moves <= 0,
            None => false,
        };
        if takes && self.is_playing() { self.send(&Answer::OfferDraw) } else { Ok(()) }
    }

    /// Sets an option, and restarts a running search.
    fn set(&mut self, name: &str, value: &str) -> Outcome {
        let was = self.purpose();
        self.end_search();
        let held = self.search.as_ref().map_or(0, |search| search.means().table_mb);
        let set = self.options.set(&self.registry, name, value, held);
        if let Ok(Change::Search) = set {
            self.renew();
        }
        if was.is_some() {
            self.resume()?;
        }
        set.map(|_| ())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Outcome {
        if searching::HIDDEN_OPTIONS.iter().any(|unknown_variant| unknown_variant.eq_ignore_ascii_case(name)) {
            return Err(Failure::message("unknown option", "option inconnue"));
        }
        self.set(name, value)
    }

    fn lift(&mut self, name: &str) -> Outcome {
        self.lifted = None;
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let Some(at) = self.at.as_deref() else { return Ok(()) };
        let moves = wire::board_moves(at, &self.board);
        let marks = wire::target_marks(at, &self.board, &moves, square);
        self.lifted = Some(square);
        Ok(self.send(&Answer::Highlight(marks))?)
    }

    fn put(&mut self, name: &str) -> Outcome {
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let (Some(at), Some(from)) = (self.at.as_deref(), self.lifted) else { return Ok(()) };
        let letters = wire::choices(&wire::board_moves(at, &self.board), from, square);
        if letters.len() > 1 { Ok(self.send(&Answer::Choice(letters))?) } else { Ok(()) }
    }

    fn hover(&mut self, name: &str) -> Outcome {
        let Some((square, "")) = self.board.read(name) else { return Err(no_square()) };
        let (Some(at), Some(from)) = (self.at.as_deref(), self.lifted) else { return Ok(()) };
        let moves = wire::board_moves(at, &self.board);
        Ok(self.send(&Answer::Highlight(wire::capture_marks(at, &self.board, &moves, from, square)))?)
    }
}

const fn unknown_variant() -> Text {
    let fr = "jeu inconnu, ou plateau que XBoard ne gère pas";
    Text::new("unknown game, or a board that XBoard does not support", fr)
}

fn no_position() -> Failure {
    Failure::message("there is no valid position", "aucune position valide")
}

fn no_square() -> Failure {
    Failure::message("unknown square", "case inconnue")
}
