//! Implements [`AnyMatch`] for games with enforced rules.

use std::sync::Arc;

use entourage_kernel::{
    Board, Evaluate, History, HistoryError, Piece, Presentation, Problem, Rules, Side, Square, Status,
};

use crate::game_face::{Game, spec_of};
use crate::hand_match::SIGN;
use crate::search_face::SearchFace;
use crate::{AnyGame, AnyMatch, AnySearch, HandError, Notation, PlayError, SearchSettings};

#[derive(Clone)]
pub(crate) struct Match<R: Rules> {
    pub(crate) history: History<R>,
    pub(crate) notation: Notation,
}

impl<R: Evaluate + Presentation> Match<R> {
    pub(crate) fn of(history: History<R>) -> Self {
        Self { history, notation: Notation::default() }
    }

    pub(crate) fn rules(&self) -> &R {
        self.history.rules()
    }

    pub(crate) fn position(&self) -> &R::Position {
        self.history.position()
    }

    /// See [`AnyMatch::uncounted`].
    pub(crate) fn continued(&self) -> Option<Self> {
        let outcome = self.history.status().outcome()?;
        let position = match (outcome.winner, outcome.cause.as_str()) {
            (None, "repetition" | "quiet-limit" | "dead-position") => self.position().clone(),
            (None, _) => self.rules().uncounted(self.position())?,
            (Some(_), _) => return None,
        };
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Some(Self { history, notation: self.notation })
    }
}

impl<R: Evaluate + Presentation> AnyMatch for Match<R> {
    fn spec(&self) -> String {
        spec_of(self.rules(), self.history.adjudication())
    }

    fn start_text(&self) -> String {
        self.rules().write_position(self.history.start())
    }

    fn position_text(&self) -> String {
        self.rules().write_position(self.position())
    }

    fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    fn status(&self) -> Status {
        self.history.status()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            self.history.legal_moves().into_iter().map(|intent| self.rules().write_move(intent)).collect();
        moves.sort_unstable();
        moves
    }

    fn moves(&self) -> Vec<String> {
        self.history.moves().iter().map(|&intent| self.rules().write_move(intent)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        if text.starts_with(SIGN) {
            return Err(PlayError::Hand(HandError::Enforcement(self.enforcement())));
        }
        let intent = self.rules().read_move(text).map_err(PlayError::Text)?;
        self.history.play(intent).map_err(|error| match error {
            HistoryError::Ended(outcome) => PlayError::Ended(outcome),
            HistoryError::Refused(refusal) => PlayError::Refused(refusal),
        })
    }

    fn arranged(&self, pieces: &[(Square, Piece)], side: Side) -> Result<Box<dyn AnyMatch>, Problem> {
        let position = self.rules().arrange(self.position(), pieces, side)?;
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Ok(Box::new(Self { history, notation: self.notation }))
    }

    fn turned(&self) -> Option<Box<dyn AnyMatch>> {
        let turned = self.rules().turned(self.position())?;
        // Parsing rejects positions in which the side that is not to move is in danger.
        let position = self.rules().read_position(&self.rules().write_position(&turned)).ok()?;
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Some(Box::new(Self { history, notation: self.notation }))
    }

    fn uncounted(&self) -> Option<Box<dyn AnyMatch>> {
        self.continued().map(|game| Box::new(game) as Box<dyn AnyMatch>)
    }

    fn undo(&mut self) -> bool {
        self.history.undo().is_some()
    }

    fn pieces(&self) -> Vec<(Square, Piece)> {
        let position = self.position();
        position
            .occupied()
            .into_iter()
            .filter_map(|square| Some((square, position.piece_at(square)?)))
            .collect()
    }

    fn marks(&self, square: Square) -> Vec<&str> {
        self.rules().marks(self.position(), square)
    }

    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch> {
        Box::new(SearchFace::new(&self.history, settings))
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::new(Game { rules: self.rules().clone(), adjudication: self.history.adjudication() })
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}
