use std::any::Any;
use std::sync::Arc;

use entourage_courier::CourierError;
use entourage_kernel::{
    Adjudication, Card, Enforcement, Language, Metadata, Outcome, Piece, Problem, Refusal, Side, Square,
    Status, TextError, Topology,
};
use entourage_search::{Level, Score};

use crate::native::{NativeGame, NativeMatch, NativeSearch};
use crate::view::{
    ClosingView, EndView, Explanation, GameInfo, MoveRecord, PlacementView, ProspectView, ReachView,
    ReasonView, ReviewView, View, WeighingView,
};
use crate::{CourierTurn, HandError, HandMatch, Notation};

/// A game with its options, behind an object-safe interface.
pub trait AnyGame: NativeGame + Send + Sync {
    /// Returns the canonical spec: the game's name with its options, such as `game:option,repetition=3`.
    fn spec(&self) -> String;
    /// Returns the game's names, sides, kinds of pieces and other static data.
    fn metadata(&self) -> &Metadata;
    /// Returns the geometry of the board.
    fn topology(&self) -> &Topology;
    /// Returns the adjudication options.
    fn adjudication(&self) -> Adjudication;
    /// Returns whether records that do not name a game are assumed to be records of this game.
    fn is_unnamed(&self) -> bool;
    /// Converts a position from another program's notation to the canonical one; `None` if there is nothing to change.
    fn adopt_position(&self, text: &str) -> Option<String>;
    /// Returns whether repeating a position leads to a draw, by the rules or by adjudication.
    fn draws_repetition(&self) -> bool;
    /// Returns the rules for players as Markdown; see [`Metadata::rules_page`].
    fn rules_page(&self, language: Language) -> String;
    /// Returns what a client needs to display the game.
    fn info(&self, language: Language) -> GameInfo;
    /// Starts a game from a position string, or from the start position.
    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;
    /// Checks the syntax of a move, not whether it is legal.
    fn check_move_text(&self, text: &str) -> Result<(), TextError>;
    /// Returns the squares in a move's notation, in order; `None` if the notation cannot be parsed.
    fn move_squares(&self, text: &str) -> Option<Vec<Square>>;
    /// Returns the spec with each side's choice of cards from the game's catalogue.
    ///
    /// # Errors
    /// If the rules do not allow a choice; error offsets are relative to the start of that choice.
    fn setup_spec(&self, choices: [Option<&str>; 2]) -> Result<String, TextError>;
    /// Checks that a player's choice has exactly `picks` cards, and returns it in canonical notation.
    ///
    /// # Errors
    /// If the game has no catalogue, the number of cards differs, the choice has a banned pair, or the rules do not allow it.
    fn check_setup(&self, picks: usize, choice: &str) -> Result<String, SetupError>;
    /// Suggests a sensible choice of `picks` cards, determined by the seed; `None` if there is no such choice.
    fn suggest_setup(&self, picks: usize, seed: u64) -> Option<String>;
}

/// A game in progress, behind an object-safe interface. Views and notation are in [`Explain`] and [`Notate`].
pub trait AnyMatch: Explain + Notate + NativeMatch + Any + Send {
    /// Returns the canonical spec of the game.
    fn spec(&self) -> String;
    /// Returns the start position.
    fn start_text(&self) -> String;
    /// Returns the current position.
    fn position_text(&self) -> String;
    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns the status of the game, adjudication included.
    fn status(&self) -> Status;
    /// Lists the legal moves, sorted bytewise; none if the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Lists the moves played.
    fn moves(&self) -> Vec<String>;
    /// Plays a move.
    ///
    /// # Errors
    /// If the move cannot be parsed, the game is over, or the move is refused; the game is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;
    /// Starts a new game with these pieces and this side to move.
    fn arranged(&self, pieces: &[(Square, Piece)], side: Side) -> Result<Box<dyn AnyMatch>, Problem>;
    /// Starts a new game from the current position with the other side to move; `None` if the rules allow no such position.
    fn turned(&self) -> Option<Box<dyn AnyMatch>> {
        None
    }
    /// Starts a new game from the current position with all counters reset, for protocols in which draws must be claimed;
    /// `None` unless this game was drawn by repetition, by a move limit or as a dead position.
    fn uncounted(&self) -> Option<Box<dyn AnyMatch>> {
        None
    }
    /// Returns how strictly the rules are enforced.
    fn enforcement(&self) -> Enforcement {
        Enforcement::Enforced
    }
    /// Returns the game as a [`HandMatch`], which has manual moves; `None` if the rules are enforced.
    fn hands(&self) -> Option<&HandMatch> {
        None
    }
    /// Undoes the last move; returns `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Lists the pieces with their squares.
    fn pieces(&self) -> Vec<(Square, Piece)>;
    /// Lists the codes of the marks that the piece on a square carries.
    fn marks(&self, square: Square) -> Vec<&str>;
    /// Creates a search for the best move.
    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch>;
    /// Returns the game that is being played.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// Returns an independent copy.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// Describes a game in progress for users.
pub trait Explain {
    /// Describes the current position.
    fn view(&self, language: Language) -> View;
    /// Describes only the pieces on the board, a small part of [`view`](Self::view).
    fn placement(&self, language: Language) -> PlacementView;
    /// Returns how the game ended; `None` if the game continues or the rules are not applied.
    fn ended(&self, language: Language) -> Option<EndView>;
    /// Describes the moves played.
    fn record(&self, language: Language) -> Vec<MoveRecord>;
    /// Returns what a move does, or every reason why it is illegal.
    fn explain(&self, text: &str, language: Language) -> Result<Explanation, TextError>;
    /// Returns what the move with these squares does, or every reason why it is illegal.
    ///
    /// # Errors
    /// If a square is unknown, or if `squares` is empty or has more than four elements.
    fn explain_squares(&self, squares: &[String], language: Language) -> Result<Explanation, TextError>;
    /// Returns what a move changes, such as powers and checks; `None` if it is illegal or the rules are not applied.
    fn weigh(&self, text: &str, language: Language) -> Result<Option<WeighingView>, TextError>;
    /// Returns the squares that `side`'s opponent attacks and `side`'s safe pieces; `None` if the game has no attacks.
    fn reach(&self, side: Side, language: Language) -> Option<ReachView>;
    /// Explains why the game is over by its rules; `None` if the game continues or the rules are not applied.
    fn closing(&self, language: Language) -> Option<ClosingView>;
    /// Returns the outcome of a line of moves, cut off at the first illegal one; empty if the rules are not applied.
    fn prospect(&self, moves: &[String], language: Language) -> ProspectView;
    /// Starts a review that finds the key moments of the game, which goes on with the moves `later` after draws that no
    /// player claimed; `None` if these cannot be played, and for games with manual moves.
    fn review(&self, later: &[String], language: Language) -> Option<Box<dyn AnyReview>>;
    /// Explains a refusal that `play` has just returned.
    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView>;
}

/// Reads and writes moves in the notations that players use.
pub trait Notate {
    /// Writes the game's moves in Game Courier's notation, one string per turn.
    fn courier_turns(&self) -> Vec<String>;
    /// Plays a turn in Game Courier's notation, with the labels and coordinates of `notation`.
    ///
    /// # Errors
    /// If the turn cannot be parsed, is refused by the rules, or is ambiguous; the game is then unchanged.
    fn play_courier(&mut self, turn: &str, notation: Notation) -> Result<CourierTurn, CourierError>;
    /// Parses a typed move: a canonical move (legal or not), a move in the game's short notation, a turn in Game
    /// Courier's notation, or an unambiguous abbreviation.
    ///
    /// # Errors
    /// If the entry has another form, matches no legal move, or is ambiguous.
    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError>;
    /// Writes a legal move in the game's short notation; `None` if the game has none or the move is not legal.
    fn write_short(&self, text: &str) -> Option<String>;
    /// Returns the legal moves that match a move in short notation; `None` if it cannot be parsed or the game has no short notation.
    fn read_short(&self, text: &str) -> Option<Vec<String>>;
    /// Sets the notation of squares and moves in views; the default is [`Notation::Ours`].
    fn set_notation(&mut self, notation: Notation);
    /// Writes a line of moves from the current position in the chosen notation, up to the first illegal one.
    fn write_variation(&self, moves: &[String]) -> Vec<String>;
}

impl Clone for Box<dyn AnyMatch> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// Why a move was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The move cannot be parsed.
    Text(TextError),
    /// The game is over.
    Ended(Outcome),
    /// The rules refuse the move.
    Refused(Refusal),
    /// The manual move cannot be played.
    Hand(HandError),
}

/// Why a player's choice from the catalogue is invalid.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the field names are self-explanatory")]
pub enum SetupError {
    /// The game has no catalogue, or its catalogue does not allow this many cards.
    NoChoice,
    /// The number of cards (`found`) differs from the agreed number (`picks`).
    Count { picks: usize, found: usize },
    /// These two cards cannot be combined.
    Banned(Box<[Card; 2]>),
    /// The choice cannot be parsed, or the rules do not allow it.
    Text(TextError),
}

impl SetupError {
    /// Returns the error code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoChoice => "no-choice",
            Self::Count { .. } => "count",
            Self::Banned(_) => "banned",
            Self::Text(_) => "text",
        }
    }

    /// Returns the codes of two cards that cannot be combined; empty for other errors.
    pub fn cards(&self) -> Vec<&str> {
        match self {
            Self::Banned(cards) => cards.iter().map(|card| card.code.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the error message.
    pub fn sentence(&self, language: Language) -> String {
        let problem = match self {
            Self::NoChoice => {
                Problem::new("You cannot choose this many cards.", "Impossible de choisir autant de cartes.")
            }
            Self::Count { picks, found } => Problem::new(
                format!("Choose {picks} cards, not {found}."),
                format!("Choisissez {picks} cartes, et non {found}."),
            ),
            Self::Banned(cards) => {
                let [a, b] = cards.each_ref().map(|card| card.name.get(language));
                let codes = cards.each_ref().map(|card| card.code.as_str()).join("+");
                Problem::new(
                    format!("{a} and {b} cannot be combined in this game (ban={codes})."),
                    format!("{a} et {b} ne peuvent pas être combinés dans cette partie (ban={codes})."),
                )
            }
            Self::Text(error) => {
                let message = error.message(language);
                Problem::new(
                    format!("This choice is not allowed: {message}."),
                    format!("Ce choix n'est pas autorisé : {message}."),
                )
            }
        };
        problem.get(language).to_owned()
    }
}

/// Settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// The level to play at, or `None` for full strength.
    pub level: Option<Level>,
    /// The size of the transposition table in MiB at full strength; for levels the size is fixed.
    pub table_mb: usize,
    /// Seed for a level's random choice of a move.
    pub seed: u64,
    /// The number of threads at full strength, at least 1; with more than one, results differ from run to run.
    pub threads: usize,
    /// The number of lines to search at full strength (MultiPV), at least 1; levels search one.
    pub lines: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { level: None, table_mb: 16, seed: 0, threads: 1, lines: 1 }
    }
}

/// The progress and results of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Whether the search is over: it has reached the level's limits or searched the whole tree.
    pub done: bool,
    /// The completed depth, in plies.
    pub depth: u32,
    /// The score for the side to move: `+0.35`, or `#5` for a win in five moves.
    pub score: String,
    /// The score as a number; `None` only if the game is over.
    pub value: Option<Score>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The principal variation.
    pub line: Vec<String>,
    /// The best move so far; `None` only if the game is over.
    pub best: Option<String>,
    /// The next best moves, best first, if several lines are searched.
    pub others: Vec<Alternative>,
    /// Estimated use of the transposition table, per mille.
    pub fullness: u32,
}

/// A line other than the best one, with its exact score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The depth of the score, in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The principal variation, starting with this move.
    pub line: Vec<String>,
}

/// A search of one position, which can run in slices or in a single call.
pub trait AnySearch: NativeSearch + Send {
    /// Searches about `nodes` more positions.
    fn advance(&mut self, nodes: u64) -> Thought;
}

/// A review that finds the key moments of a finished game.
pub trait AnyReview: Send {
    /// Searches about `nodes` more positions and reports the progress. The result does not depend on how the work is sliced.
    fn advance(&mut self, nodes: u64) -> ReviewView;
}
