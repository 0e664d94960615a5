//! Implements [`Notate`] for games with enforced rules, and reads and writes games in Game Courier's notation.

use entourage_courier::{
    CourierError, Diagram, GameContext, Preset, Read, Vocabulary, Word, export, import, read_board, read_entry,
    write_preset,
};
use entourage_kernel::{
    Evaluate, History, HistoryError, Intent, Language, Metadata, Presentation, Problem, SharedStr, TextError,
    Topology, Voice,
};

use crate::match_face::Match;
use crate::view::CourierView;
use crate::{AnyGame, AnyMatch, Notate};

/// A turn parsed from Game Courier's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourierTurn {
    /// Moves in canonical notation.
    Moves(Vec<String>),
    /// A keyword that ends the game outside the rules: the player resigns, or declares the game drawn or won.
    Word(Word),
}

entourage_kernel::words! {
    /// The piece labels and square coordinates that a user sees and types.
    #[derive(Default)]
    pub enum Notation: word {
        /// The game's own labels and coordinates, as in position strings.
        #[default]
        Ours = "ours",
        /// Game Courier's labels and coordinates.
        Courier = "courier",
    }
}

fn vocabulary<R: Evaluate>(history: &History<R>) -> Vocabulary {
    Vocabulary::new(history.rules().metadata(), history.rules().topology())
}

fn words_of<R: Evaluate>(history: &History<R>, notation: Notation) -> Vocabulary {
    match notation {
        Notation::Ours => Vocabulary::ours(history.rules().metadata(), history.rules().topology()),
        Notation::Courier => vocabulary(history),
    }
}

impl Notation {
    /// Converts the square names in a problem to this notation.
    pub fn of(self, problem: Problem) -> Problem {
        match self {
            Self::Ours => problem,
            Self::Courier => problem.for_courier(),
        }
    }

    /// Converts the square names in a text error to this notation.
    pub fn of_error(self, error: TextError) -> TextError {
        match self {
            Self::Ours => error,
            Self::Courier => error.for_courier(),
        }
    }

    pub(crate) fn voice(self, metadata: &Metadata, language: Language) -> Voice<'_> {
        match self {
            Self::Ours => language.into(),
            Self::Courier => Voice::of_courier(language, &metadata.courier),
        }
    }
}

/// Returns the vocabulary for writing moves in Game Courier's notation; `None` if `notation` is the game's own.
pub(crate) fn written_in<R: Evaluate>(history: &History<R>, notation: Notation) -> Option<Vocabulary> {
    (notation == Notation::Courier).then(|| vocabulary(history))
}

pub(crate) fn view(metadata: &Metadata, topology: &Topology) -> CourierView {
    let coordinates: Vec<String> =
        topology.all().map(|square| metadata.courier.coordinate(topology.name(square))).collect();
    let ours = topology.all().zip(&coordinates).all(|(square, name)| topology.name(square) == name);
    let upper: Vec<String> = metadata.courier.labels.iter().map(SharedStr::to_string).collect();
    let lower = upper.iter().map(|label| label.to_lowercase()).collect();
    CourierView {
        labels: [upper, lower],
        beside: (!ours).then(|| beside(topology, &coordinates)),
        coordinates: (!ours).then_some(coordinates),
    }
}

/// Translates the labels around a board, each of which names a square, row or column, to match `coordinates`.
fn beside(topology: &Topology, coordinates: &[String]) -> Vec<String> {
    let translate = |text: &str, x: f32, y: f32| {
        if let Some(square) = topology.find(text) {
            return coordinates[square.index()].clone();
        }
        let along = topology.squares.iter().zip(coordinates).find_map(|(square, coordinate)| {
            let (file, rank) = (square.name.strip_suffix(text), square.name.strip_prefix(text));
            match (file, rank) {
                (Some(file), _) if (square.y - y).abs() < 0.01 => coordinate.strip_prefix(file),
                (_, Some(rank)) if (square.x - x).abs() < 0.01 && !rank.is_empty() => {
                    let digits = coordinate.find(|letter: char| letter.is_ascii_digit());
                    digits.map(|end| &coordinate[..end])
                }
                _ => None,
            }
        });
        along.unwrap_or(text).to_owned()
    };
    topology.labels.iter().map(|label| translate(&label.text, label.x, label.y)).collect()
}

pub(crate) fn ground<'a>(game: &'a (dyn AnyGame + 'a)) -> GameContext<'a> {
    GameContext {
        metadata: game.metadata(),
        topology: game.topology(),
        start: game.begin(None).map(|begun| begun.position_text()).unwrap_or_default(),
        arrange: Box::new(|pieces, side| {
            let arranged = game.begin(None).ok()?.arranged(pieces, side);
            arranged.ok().map(|begun| begun.position_text())
        }),
        judge: Box::new(|position| game.begin(Some(position)).err()),
    }
}

impl dyn AnyGame + '_ {
    /// Parses a Game Courier settings file or log: the start position, legal or not, and the turns.
    ///
    /// # Errors
    /// If the input is neither a settings file nor a log, is for another game or board, or has an invalid position.
    pub fn read_preset(&self, text: &str) -> Result<Preset, TextError> {
        Preset::read(text, &ground(self))
    }
}

/// Writes a game for Game Courier: its turns, one per line, or a settings file if the game started from a custom position.
/// Importing the result with the same spec and rule enforcement gives the same game, except for state that manual moves do not record.
pub fn courier_text(played: &dyn AnyMatch) -> String {
    let turns = played.courier_turns();
    let start = played.start_text();
    let game = played.game();
    let ground = ground(game.as_ref());
    if start == ground.start {
        return turns.iter().map(|turn| format!("{turn}\n")).collect();
    }
    let squares = ground.topology.squares.len();
    let diagram = match (read_board(&start, squares, &ground.ours()), game.begin(Some(&start))) {
        (Some(Ok((diagram, _))), _) => diagram,
        (_, Ok(begun)) => Diagram::new(squares, begun.pieces()),
        (_, Err(_)) => Diagram::new(squares, []),
    };
    write_preset(&ground, &diagram, &start, &turns)
}

impl<R: Evaluate + Presentation> Notate for Match<R> {
    fn courier_turns(&self) -> Vec<String> {
        let history = &self.history;
        let words = vocabulary(history);
        let turns = export(history.rules(), history.start(), history.moves(), &words);
        turns.iter().map(|turn| turn.write(&words)).collect()
    }

    fn play_courier(&mut self, turn: &str, notation: Notation) -> Result<CourierTurn, CourierError> {
        let history = &mut self.history;
        let moves = match import(history, turn, &words_of(history, notation))? {
            Read::Moves(moves) => moves,
            Read::Word(word) => return Ok(CourierTurn::Word(word)),
        };
        let mut next = history.clone();
        for &intent in &moves {
            next.play(intent).map_err(|error| match error {
                HistoryError::Ended(outcome) => CourierError::Ended(outcome),
                HistoryError::Refused(refusal) => CourierError::Illegal(Some(refusal)),
            })?;
        }
        *history = next;
        Ok(CourierTurn::Moves(moves.into_iter().map(|intent| history.rules().write_move(intent)).collect()))
    }

    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError> {
        let history = &self.history;
        let rules = self.rules();
        let words = words_of(history, notation);
        let entry = entry.trim();
        let short = || {
            let found = rules.read_short(history.position(), entry)?;
            let is_over = history.status().outcome().is_some();
            let write = |intent: &Intent| rules.write_short(history.position(), *intent);
            match found.as_slice() {
                [intent] if !is_over => Some(Ok(vec![rules.write_move(*intent)])),
                [_, _, ..] if !is_over => {
                    Some(Err(CourierError::Ambiguous(found.iter().filter_map(write).collect())))
                }
                _ => None,
            }
        };
        // In Entourage's notation, the game's short notation takes precedence; in Game Courier's, turns written leg by leg do.
        let is_canonical = rules.read_move(entry).is_ok();
        if notation == Notation::Ours
            && !is_canonical
            && let Some(moves) = short()
        {
            return moves;
        }
        let read = read_entry(history, entry, &words);
        match read.is_err().then(short).flatten() {
            Some(moves) => moves,
            None => Ok(read?.into_iter().map(|intent| rules.write_move(intent)).collect()),
        }
    }

    fn write_short(&self, text: &str) -> Option<String> {
        let (rules, position) = (self.rules(), self.position());
        let intent = rules.read_move(text).ok()?;
        rules.allow(position, intent).ok()?;
        rules.write_short(position, intent)
    }

    fn read_short(&self, text: &str) -> Option<Vec<String>> {
        let rules = self.rules();
        let found = rules.read_short(self.position(), text)?;
        Some(found.into_iter().map(|intent| rules.write_move(intent)).collect())
    }

    fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    fn write_variation(&self, moves: &[String]) -> Vec<String> {
        let words = written_in(&self.history, self.notation);
        let mut history = self.history.clone();
        let mut written = Vec::with_capacity(moves.len());
        for text in moves {
            let Ok(intent) = self.rules().read_move(text) else { break };
            let before = history.position().clone();
            if history.play(intent).is_err() {
                break;
            }
            written.push(self.written(&before, intent, words.as_ref()).unwrap_or_else(|| text.clone()));
        }
        written
    }
}
