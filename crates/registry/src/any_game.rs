use std::sync::atomic::AtomicBool;

use entourage_kernel::{
    Adjudication, Language, Metadata, Outcome, Piece, Refusal, Side, Square, Status, TextError, Topology,
};
use entourage_search::ladder::{Conditions, Player, Tally};
use entourage_search::{Clock, Level, Limits};

use crate::view::{Explanation, GameInfo, MoveRecord, ReasonView, View};

/// Offers one game under one set of options.
pub trait AnyGame: Send + Sync {
    /// Returns the canonical spec.
    fn spec(&self) -> String;
    /// Returns the game's description.
    fn metadata(&self) -> &'static Metadata;
    /// Returns the board.
    fn topology(&self) -> &'static Topology;
    /// Returns the adjudication options.
    fn adjudication(&self) -> Adjudication;
    /// Returns everything a page needs to know of the game, in a language.
    fn info(&self, language: Language) -> GameInfo;
    /// Begins a game from a position string, or from the start.
    ///
    /// # Errors
    /// A position that is not canonical or that the rules refuse.
    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;
    /// Reads a move without asking whether it is legal.
    ///
    /// # Errors
    /// A text that is no move's.
    fn check_move_text(&self, text: &str) -> Result<(), TextError>;
    /// Plays a match between two computer players, reporting after every pair of games.
    fn ladder(&self, players: [Player; 2], conditions: Conditions, report: &(dyn Fn(&Tally) + Sync)) -> Tally;
}

/// Holds one game under way.
pub trait AnyMatch: Send {
    /// Returns the canonical spec of the game.
    fn spec(&self) -> String;
    /// Returns the position in which it began.
    fn start_text(&self) -> String;
    /// Returns the position now.
    fn position_text(&self) -> String;
    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns where the game stands, adjudication included.
    fn status(&self) -> Status;
    /// Lists the legal moves, sorted bytewise; none if the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Lists the moves played.
    fn moves(&self) -> Vec<String>;
    /// Plays a move.
    ///
    /// # Errors
    /// A text that is no move's, a game that is over, or a move that is refused; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), PlayError>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Describes the present moment for people.
    fn view(&self, language: Language) -> View;
    /// Describes the moves played for people.
    fn record(&self, language: Language) -> Vec<MoveRecord>;
    /// Says what a move would do, or every reason why it is refused.
    ///
    /// # Errors
    /// A text that is no move's.
    fn explain(&self, text: &str, language: Language) -> Result<Explanation, TextError>;
    /// Says what the move of these squares would do, or every reason why it is refused.
    ///
    /// # Errors
    /// An unknown square, none, or more than four.
    fn explain_squares(&self, squares: &[String], language: Language) -> Result<Explanation, TextError>;
    /// Puts a refusal given by [`play`](Self::play) just now into words.
    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView>;
    /// Lists the pieces with their squares.
    fn pieces(&self) -> Vec<(Square, Piece)>;
    /// Lists the codes of the marks that the piece on a square carries.
    fn marks(&self, square: Square) -> Vec<&'static str>;
    /// Counts the leaves of the tree of legal moves.
    fn perft(&self, depth: u32) -> u64;
    /// Counts the leaves below each legal move, sorted by its text.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Sets up a search for the best move.
    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch>;
    /// Returns a copy that goes its own way.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// Says why a match takes no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The text is no move's.
    Text(TextError),
    /// The game is over.
    Ended(Outcome),
    /// The rules refuse the move.
    Refused(Refusal),
}

/// Sets up a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// The strength to play at, or `None` for the best move there is.
    pub level: Option<Level>,
    /// The size of the transposition table in mebibytes for full strength; a level has its own.
    pub table_mb: usize,
    /// Determines what a level chooses among moves that please it alike.
    pub seed: u64,
}

/// Says how far a search has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Whether the search is over: by the level's bounds, or because nothing is left to find out.
    pub done: bool,
    /// The depth finished, in plies.
    pub depth: u32,
    /// The score for the side to move: `+0.35`, or `#5` for a win in five moves.
    pub score: String,
    /// The positions looked at.
    pub nodes: u64,
    /// The expected line.
    pub line: Vec<String>,
    /// The move to play if the search ended now; `None` only if the game is over.
    pub best: Option<String>,
}

/// Searches one position, a slice at a time or to the end.
pub trait AnySearch: Send {
    /// Searches about this many positions more.
    fn advance(&mut self, nodes: u64) -> Thought;
    /// Searches within limits, reporting after every finished depth.
    fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought;
}
