//! The object-safe face over a game under way.

use std::sync::Arc;

#[cfg(not(target_family = "wasm"))]
use entourage_kernel::{Adjudication, divide, perft};
use entourage_kernel::{
    Board, Evaluate, History, HistoryError, Intent, Language, Piece, Presentation, Problem, Refusal, Rules,
    Side, Square, Status, Text, TextError,
};
#[cfg(not(target_family = "wasm"))]
use entourage_search::ladder::capture_or_move;
#[cfg(not(target_family = "wasm"))]
use entourage_solver::{Settings, Solver};
#[cfg(not(target_family = "wasm"))]
use entourage_vector::{Actions, Crowded, Planes};
#[cfg(not(target_family = "wasm"))]
use sha2::{Digest, Sha256};

#[cfg(not(target_family = "wasm"))]
use crate::AnySolver;
use crate::game_face::{Game, spec_of};
use crate::hand_match::SIGN;
use crate::review::Review;
use crate::search_face::SearchFace;
#[cfg(not(target_family = "wasm"))]
use crate::solver_face::SolverFace;
use crate::view::*;
use crate::{
    AnyGame, AnyMatch, AnyReview, AnySearch, CourierError, CourierTurn, HandError, Notation, PlayError,
    SearchSettings, courier,
};

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
}

impl<R: Evaluate + Presentation> Match<R> {
    fn trace_views(&self, language: Language) -> Vec<TraceView> {
        let traces = self.rules().traces(self.position()).into_iter();
        let lying = traces.filter(|trace| !trace.squares.is_empty());
        lying
            .map(|trace| TraceView {
                name: trace.name.get(language).to_owned(),
                squares: self.names(trace.squares),
            })
            .collect()
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

    #[cfg(not(target_family = "wasm"))]
    fn position_key(&self) -> Option<i64> {
        let position = self.position();
        // What does not count as repeated, as within a turn, is the same only where all of it is.
        let key = self.rules().repetition_key(position).unwrap_or_else(|| !position.hash());
        let mut digest = Sha256::new();
        digest.update(spec_of(self.rules(), Adjudication::NONE));
        digest.update([0]);
        digest.update(key.to_le_bytes());
        digest.finalize().first_chunk().map(|bytes| i64::from_le_bytes(*bytes))
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
            return Err(PlayError::Hand(HandError::Degree(self.degree())));
        }
        let intent = self.rules().read_move(text).map_err(PlayError::Text)?;
        self.history.play(intent).map_err(|error| match error {
            HistoryError::Ended(outcome) => PlayError::Ended(outcome),
            HistoryError::Refused(refusal) => PlayError::Refused(refusal),
        })
    }

    fn courier_turns(&self) -> Vec<String> {
        courier::turns(&self.history)
    }

    fn play_courier(&mut self, turn: &str, notation: Notation) -> Result<CourierTurn, CourierError> {
        courier::play(&mut self.history, turn, notation)
    }

    fn arranged(&self, pieces: &[(Square, Piece)], side: Side) -> Result<Box<dyn AnyMatch>, Problem> {
        let position = self.rules().arrange(self.position(), pieces, side)?;
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Ok(Box::new(Self { history, notation: self.notation }))
    }

    fn turned(&self) -> Option<Box<dyn AnyMatch>> {
        let turned = self.rules().turned(self.position())?;
        // Where whoever waits could not be left in danger, no game goes on: such a position cannot be read.
        let position = self.rules().read_position(&self.rules().write_position(&turned)).ok()?;
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Some(Box::new(Self { history, notation: self.notation }))
    }

    fn uncounted(&self) -> Option<Box<dyn AnyMatch>> {
        let outcome = self.history.status().outcome()?;
        let position = match (outcome.winner, outcome.cause.as_str()) {
            (None, "repetition" | "quiet-limit" | "dead-position") => self.position().clone(),
            (None, _) => self.rules().uncounted(self.position())?,
            (Some(_), _) => return None,
        };
        let history = History::new(self.rules().clone(), self.history.adjudication(), position);
        Some(Box::new(Self { history, notation: self.notation }))
    }

    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError> {
        courier::typed(&self.history, entry, notation)
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
        let words = courier::written_in(&self.history, self.notation);
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

    fn undo(&mut self) -> bool {
        self.history.undo().is_some()
    }

    fn placement(&self, language: Language) -> PlacementView {
        let piece = |(square, piece): (Square, Piece)| PieceView {
            square: self.name(square),
            side: piece.side().number(),
            kind: piece.kind().index(),
            marks: self.marks(square).into_iter().map(str::to_owned).collect(),
            powers: self.relation_sentences(square, language),
            about: self.rules().portrait(self.position(), square, language),
        };
        PlacementView { pieces: self.pieces().into_iter().map(piece).collect(), removed: Vec::new() }
    }

    fn ended(&self, language: Language) -> Option<EndView> {
        let outcome = self.history.status().outcome()?;
        Some(self.narrator(language).ending(&outcome))
    }

    fn view(&self, language: Language) -> View {
        let (rules, position) = (self.rules(), self.position());
        let narrator = self.narrator(language);
        let words = courier::written_in(&self.history, self.notation);
        let status = self.history.status();
        let (ended, alert) = match &status {
            Status::Ended(outcome) => (Some(outcome), None),
            Status::Alert(alert) => (None, Some(alert.to_string())),
            Status::Ongoing => (None, None),
        };
        let mut moves: Vec<MoveView> = self
            .history
            .legal_moves()
            .into_iter()
            .map(|intent| self.move_view(position, intent, language, words.as_ref()))
            .collect();
        moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        let PlacementView { pieces, removed } = self.placement(language);
        View {
            position: self.position_text(),
            side: position.side_to_move().number(),
            ply: self.history.moves().len(),
            status: status.to_string(),
            status_text: match ended {
                Some(outcome) => narrator.outcome(outcome),
                None => narrator.turn_of(position.side_to_move(), alert.as_deref()),
            },
            alert_squares: if alert.is_some() || ended.is_some() {
                self.names(rules.alerted(position))
            } else {
                Vec::new()
            },
            alert,
            ended: ended.map(|outcome| narrator.ending(outcome)),
            pieces,
            moves,
            relations: self.relation_views(rules.relations(position)),
            conditions: self.reason_views(&rules.conditions(position), language),
            cards: self.card_views(rules.held_cards(position)),
            traces: self.trace_views(language),
            pass: self.pass_view(ended.is_some(), language),
            quiet_plies: self.history.quiet_plies(),
            adrift: false,
            removed,
        }
    }

    fn record(&self, language: Language) -> Vec<MoveRecord> {
        self.record_view(language)
    }

    fn explain(&self, text: &str, language: Language) -> Result<Explanation, TextError> {
        Ok(self.explanation(self.rules().read_move(text)?, language))
    }

    fn explain_squares(&self, squares: &[String], language: Language) -> Result<Explanation, TextError> {
        let mut found = Vec::with_capacity(4);
        for name in squares {
            let Some(square) = self.rules().topology().find(name) else {
                let problem = Text::new("the board has no such square", "le plateau n'a pas cette case");
                return Err(TextError::new(name, 0, problem));
            };
            found.push(square);
        }
        if found.is_empty() || found.len() > 4 {
            let problem = Text::new("a move has one to four squares", "un coup a de une à quatre cases");
            return Err(TextError::new("", 0, problem));
        }
        let intent = Intent::of(&found);
        let legal = (0..16)
            .map(|choice| intent.with_choice(choice))
            .find(|&intent| self.rules().allow(self.position(), intent).is_ok());
        Ok(self.explanation(legal.unwrap_or(intent), language))
    }

    fn weigh(&self, text: &str, language: Language) -> Result<Option<WeighingView>, TextError> {
        Ok(self.weighing(self.rules().read_move(text)?, language))
    }

    fn reach(&self, side: Side, language: Language) -> Option<ReachView> {
        self.reach_view(side, language)
    }

    fn closing(&self, language: Language) -> Option<ClosingView> {
        self.closing_view(language)
    }

    fn prospect(&self, moves: &[String], language: Language) -> ProspectView {
        self.prospect_view(moves, language)
    }

    fn review(&self, language: Language) -> Option<Box<dyn AnyReview>> {
        Some(Box::new(Review::new(self.clone(), language)))
    }

    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView> {
        self.reason_views(&refusal.0, language)
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

    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, depth: u32) -> u64 {
        perft(self.rules(), self.position(), depth)
    }

    #[cfg(not(target_family = "wasm"))]
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let mut rows: Vec<(String, u64)> = divide(self.rules(), self.position(), depth)
            .into_iter()
            .map(|(intent, count)| (self.rules().write_move(intent), count))
            .collect();
        rows.sort_unstable();
        rows
    }

    #[cfg(not(target_family = "wasm"))]
    fn capture_or_move(&self, seed: u64) -> Option<String> {
        capture_or_move(&self.history, seed).map(|intent| self.rules().write_move(intent))
    }

    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch> {
        Box::new(SearchFace::new(&self.history, settings))
    }

    #[cfg(not(target_family = "wasm"))]
    fn solver(&self, settings: Settings) -> Box<dyn AnySolver> {
        let solver = Solver::new(self.rules().clone(), self.position().clone(), settings);
        Box::new(SolverFace { solver, spec: AnyMatch::spec(self) })
    }

    #[cfg(not(target_family = "wasm"))]
    fn numbered_moves(&self, actions: Actions) -> Result<Vec<(usize, String)>, Crowded> {
        let legal = self.history.legal_moves();
        actions.check(&legal)?;
        let numbered =
            |&intent: &Intent| Some((actions.number(&legal, intent)?, self.rules().write_move(intent)));
        let mut moves: Vec<_> = legal.iter().filter_map(numbered).collect();
        moves.sort_unstable();
        Ok(moves)
    }

    #[cfg(not(target_family = "wasm"))]
    fn observe(&self, out: &mut [u8]) {
        let history = &self.history;
        let legal = if history.status().outcome().is_some() { Vec::new() } else { history.legal_moves() };
        Planes::of(self.rules()).write(self.position(), history.past(), &legal, out);
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::new(Game { rules: self.rules().clone(), adjudication: self.history.adjudication() })
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}
