use std::any::Any;
use std::sync::Arc;

use entourage_courier::CourierError;
use entourage_kernel::{
    Adjudication, Card, Degree, Language, Metadata, Outcome, Piece, Problem, Refusal, Side, Square, Status,
    TextError, Topology,
};
use entourage_search::{Level, Score};

use crate::native::{NativeGame, NativeMatch, NativeSearch};
use crate::view::{
    ClosingView, EndView, Explanation, GameInfo, MoveRecord, PlacementView, ProspectView, ReachView,
    ReasonView, ReviewView, View, WeighingView,
};
use crate::{CourierTurn, HandError, HandMatch, Notation};

/// Offers one game under one set of options.
pub trait AnyGame: NativeGame + Send + Sync {
    /// Returns the canonical spec.
    fn spec(&self) -> String;
    /// Returns the game's description.
    fn metadata(&self) -> &Metadata;
    /// Returns the board.
    fn topology(&self) -> &Topology;
    /// Returns the adjudication options.
    fn adjudication(&self) -> Adjudication;
    /// Returns whether records of games that do not name theirs are of this one.
    fn is_unnamed(&self) -> bool;
    /// Writes canonically a position that other programs write otherwise; `None` where there is nothing to mend.
    fn adopt_position(&self, text: &str) -> Option<String>;
    /// Returns whether the recurrence of a position draws, by the rules or by adjudication.
    fn draws_repetition(&self) -> bool;
    /// Returns the rules for players, in a language and in Markdown as [`Metadata::rules_page`] says.
    fn rules_page(&self, language: Language) -> String;
    /// Returns everything a page needs to know of the game, in a language.
    fn info(&self, language: Language) -> GameInfo;
    /// Begins a game from a position string, or from the start.
    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError>;
    /// Reads a move without asking whether it is legal.
    fn check_move_text(&self, text: &str) -> Result<(), TextError>;
    /// Returns the squares that the text of a move names, in order; `None` if it is no move's.
    fn move_squares(&self, text: &str) -> Option<Vec<Square>>;
    /// Returns the spec with each side's choice from the catalogue put in, or none.
    ///
    /// # Errors
    /// A choice that the rules do not allow; its offset counts from the choice.
    fn setup_spec(&self, choices: [Option<&str>; 2]) -> Result<String, TextError>;
    /// Checks a player's choice of exactly so many cards and returns its canonical text.
    ///
    /// # Errors
    /// A game without a catalogue, another number of cards, a banned pair, or a choice that the rules do not allow.
    fn check_setup(&self, picks: usize, choice: &str) -> Result<String, SetupError>;
    /// Suggests a sensible choice of so many cards, which the seed determines; `None` where there is no such choice.
    fn suggest_setup(&self, picks: usize, seed: u64) -> Option<String>;
}

/// Plays one game: moves, made by the rules or by hand. What else is asked of a match has traits of its own.
pub trait AnyMatch: Explain + Notate + NativeMatch + Any + Send {
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
    /// Returns a game of its own that begins as hands left the board: pieces so, and a side to move.
    fn arranged(&self, pieces: &[(Square, Piece)], side: Side) -> Result<Box<dyn AnyMatch>, Problem>;
    /// Returns a game of its own that begins as the board stands, with the other side to move; `None` where the rules know no such position.
    fn turned(&self) -> Option<Box<dyn AnyMatch>> {
        None
    }
    /// Returns a new match from the present board with its counts reset, if this one was drawn by counting or as dead; for programs that must
    /// claim such draws. `None` otherwise.
    fn uncounted(&self) -> Option<Box<dyn AnyMatch>> {
        None
    }
    /// Returns how much the rules help.
    fn degree(&self) -> Degree {
        Degree::Enforced
    }
    /// Returns what hands can do here, unless the rules are enforced.
    fn hands(&self) -> Option<&HandMatch> {
        None
    }
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Lists the pieces with their squares.
    fn pieces(&self) -> Vec<(Square, Piece)>;
    /// Lists the codes of the marks that the piece on a square carries.
    fn marks(&self, square: Square) -> Vec<&str>;
    /// Sets up a search for the best move.
    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch>;
    /// Returns the game that is played.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// Returns a copy that goes its own way.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// Describes a match to people.
pub trait Explain {
    /// Describes the present moment for people.
    fn view(&self, language: Language) -> View;
    /// Describes what stands on the board for people, which is a small part of [`view`](Self::view).
    fn placement(&self, language: Language) -> PlacementView;
    /// Returns how the game ended, for people; `None` if it goes on or the rules are silent.
    fn ended(&self, language: Language) -> Option<EndView>;
    /// Describes the moves played for people.
    fn record(&self, language: Language) -> Vec<MoveRecord>;
    /// Returns what a move would do, or every reason why it is refused.
    fn explain(&self, text: &str, language: Language) -> Result<Explanation, TextError>;
    /// Returns what the move of these squares would do, or every reason why it is refused.
    ///
    /// # Errors
    /// An unknown square, none, or more than four.
    fn explain_squares(&self, squares: &[String], language: Language) -> Result<Explanation, TextError>;
    /// Returns what a move would change: powers, whose pieces are safe, alerts; `None` where it is not legal or the rules are silent.
    fn weigh(&self, text: &str, language: Language) -> Result<Option<WeighingView>, TextError>;
    /// Returns which squares the enemies of a side attack, and which pieces can be captured; `None` where the rules do not tell.
    fn reach(&self, side: Side, language: Language) -> Option<ReachView>;
    /// Explains why the game is over by its rules; `None` while it goes on or the rules are silent.
    fn closing(&self, language: Language) -> Option<ClosingView>;
    /// Returns what a line of moves from here comes to; an illegal move ends the line, and where hands decide it is empty.
    fn prospect(&self, moves: &[String], language: Language) -> ProspectView;
    /// Begins to look back at the game for the moments in which most happened; `None` where hands decide.
    fn review(&self, language: Language) -> Option<Box<dyn AnyReview>>;
    /// Puts a refusal that `play` has just given into words.
    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView>;
}

/// Reads and writes the moves of a match as people do.
pub trait Notate {
    /// Writes the moves played in Game Courier's notation, a player's turn each.
    fn courier_turns(&self) -> Vec<String>;
    /// Plays a turn written leg by leg, with the labels and coordinates of a notation.
    ///
    /// # Errors
    /// A text that is no turn's, or a turn that the rules refuse or that could mean several; nothing changes then.
    fn play_courier(&mut self, turn: &str, notation: Notation) -> Result<CourierTurn, CourierError>;
    /// Finds the moves that a person's typing means: a canonical move, legal or not, a move in the game's short notation,
    /// a turn leg by leg, or an unambiguous short form.
    ///
    /// # Errors
    /// An entry that is nothing of this, that no legal move fits, or that could mean several moves.
    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError>;
    /// Writes a legal move in the short notation of the game's players; `None` where they have none, or the move is not legal.
    fn write_short(&self, text: &str) -> Option<String>;
    /// Finds the legal moves that a text in that notation may mean; `None` for a text that is not of it, and where there is none.
    fn read_short(&self, text: &str) -> Option<Vec<String>>;
    /// Chooses the notation of squares in sentences, and of what is told of how moves are written; ours until then.
    fn set_notation(&mut self, notation: Notation);
    /// Writes moves that follow the present position one after the other in the notation chosen; what is no legal move ends the list.
    fn write_variation(&self, moves: &[String]) -> Vec<String>;
}

impl Clone for Box<dyn AnyMatch> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// Why a match takes no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The text is no move's.
    Text(TextError),
    /// The game is over.
    Ended(Outcome),
    /// The rules refuse the move.
    Refused(Refusal),
    /// The turn is not made by hand, or not so.
    Hand(HandError),
}

/// Why a player may not begin with their choice from the catalogue.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum SetupError {
    /// The game has no catalogue, or the catalogue not so many cards to pick.
    NoChoice,
    /// The choice has another number of cards than was agreed.
    Count { picks: usize, found: usize },
    /// One player may not combine these two cards.
    Banned(Box<[Card; 2]>),
    /// The choice cannot be read, or the rules do not allow it.
    Text(TextError),
}

impl SetupError {
    /// Returns the code of the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoChoice => "no-choice",
            Self::Count { .. } => "count",
            Self::Banned(_) => "banned",
            Self::Text(_) => "text",
        }
    }

    /// Returns the codes of the cards concerned, if some are.
    pub fn cards(&self) -> Vec<&str> {
        match self {
            Self::Banned(cards) => cards.iter().map(|card| card.code.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// Explains for people what is wrong.
    pub fn sentence(&self, language: Language) -> String {
        let problem = match self {
            Self::NoChoice => {
                Problem::new("This game has no such setup.", "Ce jeu n'a pas de telle préparation.")
            }
            Self::Count { picks, found } => Problem::new(
                format!("The number of cards to choose is {picks}; here it is {found}."),
                format!("Le nombre de cartes à choisir est {picks} ; ici c'est {found}."),
            ),
            Self::Banned(cards) => {
                let [a, b] = cards.each_ref().map(|card| card.name.get(language));
                let codes = cards.each_ref().map(|card| card.code.as_str()).join("+");
                Problem::new(
                    format!("{a} and {b} are banned together in this game (ban={codes})."),
                    format!("{a} et {b} sont interdits ensemble dans cette partie (ban={codes})."),
                )
            }
            Self::Text(error) => {
                let message = error.message(language);
                Problem::new(
                    format!("This choice is not allowed: {message}."),
                    format!("Ce choix n'est pas permis : {message}."),
                )
            }
        };
        problem.get(language).to_owned()
    }
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
    /// The threads to think on at full strength, at least 1; with more than one, results differ from run to run.
    pub threads: usize,
    /// The number of best moves, at least 1, to score and follow at full strength; a level thinks of one.
    pub lines: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self { level: None, table_mb: 16, seed: 0, threads: 1, lines: 1 }
    }
}

/// How far a search has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Whether the search is over: by the level's bounds, or because nothing is left to find out.
    pub done: bool,
    /// The depth finished, in plies.
    pub depth: u32,
    /// The score for the side to move: `+0.35`, or `#5` for a win in five moves.
    pub score: String,
    /// The same score as a number; `None` only if the game is over.
    pub value: Option<Score>,
    /// The positions looked at.
    pub nodes: u64,
    /// The expected line.
    pub line: Vec<String>,
    /// The move to play if the search ended now; `None` only if the game is over.
    pub best: Option<String>,
    /// The next best moves, the best first, if several lines were asked for.
    pub others: Vec<Alternative>,
    /// How much of the transposition table the search has filled, in thousandths; an estimate.
    pub fullness: u32,
}

/// Holds a move that is not the best one, with its exact score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The depth at which it was scored, in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The expected line, this move first.
    pub line: Vec<String>,
}

/// Searches one position, a slice at a time or to the end.
pub trait AnySearch: NativeSearch + Send {
    /// Searches about this many positions more.
    fn advance(&mut self, nodes: u64) -> Thought;
}

/// Looks back at a game for the moments in which most happened.
pub trait AnyReview: Send {
    /// Looks at about this many positions more, and reports its progress. The same game has the same moments, however it is cut.
    fn advance(&mut self, nodes: u64) -> ReviewView;
}
