//! The object-safe face over the rules of any one game.

use entourage_courier::{Vocabulary, write_ply};
use entourage_kernel::{
    Adjudication, Board, Effect, Evaluate, GameSpec, History, HistoryError, Intent, Language, Metadata, Piece,
    Random, Reason, Refusal, Rules, Side, Square, Status, Text, TextError, Topology, Voice, Weights, divide,
    perft,
};
#[cfg(not(target_family = "wasm"))]
use entourage_search::ladder::{Conditions, Player, Tally, play_match};
use entourage_search::ladder::{capture_or_move, opening};
#[cfg(not(target_family = "wasm"))]
use entourage_search::tune::{TunePlan, Tuned, tune};
#[cfg(not(target_family = "wasm"))]
use entourage_solver::{Flaw, Proof, Settings, Solver};

#[cfg(not(target_family = "wasm"))]
use crate::AnySolver;
use crate::narrate::Narrator;
use crate::search_face::SearchFace;
#[cfg(not(target_family = "wasm"))]
use crate::solver_face::SolverFace;
use crate::view::*;
use crate::{
    AnyGame, AnyMatch, AnySearch, CourierError, CourierTurn, Notation, PlayError, Preset, SearchSettings,
    SetupError, courier, info, setup,
};

/// One game under one set of options.
pub(crate) struct Game<R> {
    pub(crate) rules: R,
    pub(crate) adjudication: Adjudication,
}

pub(crate) fn spec_of<R: Rules>(rules: &R, adjudication: Adjudication) -> String {
    let id = rules.metadata().id.to_owned();
    GameSpec::new(id, rules.options(), adjudication).to_string()
}

impl<R: Evaluate> AnyGame for Game<R> {
    fn spec(&self) -> String {
        spec_of(&self.rules, self.adjudication)
    }

    fn metadata(&self) -> &'static Metadata {
        self.rules.metadata()
    }

    fn topology(&self) -> &'static Topology {
        self.rules.topology()
    }

    fn adjudication(&self) -> Adjudication {
        self.adjudication
    }

    fn info(&self, language: Language) -> GameInfo {
        info::of(&self.rules, self.spec(), language)
    }

    fn begin(&self, position: Option<&str>) -> Result<Box<dyn AnyMatch>, TextError> {
        let start = match position {
            Some(text) => self.rules.read_position(text)?,
            None => self.rules.start(),
        };
        Ok(Box::new(Match::of(History::new(self.rules.clone(), self.adjudication, start))))
    }

    fn read_preset(&self, text: &str) -> Result<Preset, TextError> {
        courier::preset(&self.rules, text)
    }

    fn check_move_text(&self, text: &str) -> Result<(), TextError> {
        self.rules.read_move(text).map(|_| ())
    }

    fn setup_spec(&self, choices: [Option<&str>; 2]) -> Result<String, TextError> {
        setup::spec(self, choices)
    }

    fn check_setup(&self, picks: usize, choice: &str) -> Result<String, SetupError> {
        setup::check(self, picks, choice)
    }

    fn suggest_setup(&self, picks: usize, seed: u64) -> Option<String> {
        let picks = self.rules.catalogue().map(|catalogue| picks.min(catalogue.picks))?;
        self.rules.suggest_setup(picks, &mut Random::new(seed))
    }

    fn opening(&self, plies: usize, seed: u64) -> Box<dyn AnyMatch> {
        let history = opening(&self.rules, self.adjudication, plies, &mut Random::new(seed));
        Box::new(Match::of(history))
    }

    #[cfg(not(target_family = "wasm"))]
    fn verify(&self, proof: &Proof) -> Result<(), Flaw> {
        proof.verify(&self.rules, self.adjudication)
    }

    #[cfg(not(target_family = "wasm"))]
    fn ladder(&self, players: [Player; 2], conditions: Conditions, report: &(dyn Fn(&Tally) + Sync)) -> Tally {
        play_match(&self.rules, players, conditions, report)
    }

    fn weights(&self) -> Option<Weights> {
        self.rules.weights()
    }

    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, plan: TunePlan, report: &(dyn Fn(u32) + Sync)) -> Option<Tuned> {
        tune(&self.rules, plan, report)
    }
}

/// One game under way.
#[derive(Clone)]
pub(crate) struct Match<R: Rules> {
    pub(crate) history: History<R>,
    notation: Notation,
}

impl<R: Evaluate> Match<R> {
    fn of(history: History<R>) -> Self {
        Self { history, notation: Notation::default() }
    }

    fn rules(&self) -> &R {
        self.history.rules()
    }

    fn position(&self) -> &R::Position {
        self.history.position()
    }

    fn name(&self, square: Square) -> &'static str {
        self.rules().topology().name(square)
    }

    fn names(&self, squares: impl IntoIterator<Item = Square>) -> Vec<&'static str> {
        squares.into_iter().map(|square| self.name(square)).collect()
    }

    /// Tells how to speak to the person who reads.
    fn voice(&self, language: Language) -> Voice {
        self.notation.voice(self.rules().metadata(), language)
    }

    fn narrator(&self, language: Language) -> Narrator {
        Narrator {
            metadata: self.rules().metadata(),
            topology: self.rules().topology(),
            voice: self.voice(language),
        }
    }

    fn reason_views(&self, reasons: &[Reason], language: Language) -> Vec<ReasonView> {
        let view = |reason: &Reason| ReasonView {
            code: reason.code,
            squares: self.names(reason.squares.iter().copied()),
            ruling: reason.ruling,
            sentence: self.rules().sentence(self.position(), reason, self.voice(language)),
        };
        reasons.iter().map(view).collect()
    }

    fn effect_view(&self, effect: Effect) -> EffectView {
        let name = |square| self.name(square);
        let parts = |piece: Piece| (piece.kind().index(), piece.side().number());
        match effect {
            Effect::Move { from, to } => EffectView::Move { from: name(from), to: name(to) },
            Effect::Remove { square, piece } => {
                let (kind, side) = parts(piece);
                EffectView::Remove { square: name(square), kind, side }
            }
            Effect::Place { square, piece } => {
                let (kind, side) = parts(piece);
                EffectView::Place { square: name(square), kind, side }
            }
            Effect::Transform { square, to, .. } => {
                let (kind, side) = parts(to);
                EffectView::Transform { square: name(square), kind, side }
            }
            Effect::Swap { a, b } => EffectView::Swap { a: name(a), b: name(b) },
            Effect::Pass => EffectView::Pass,
        }
    }

    /// Describes a move that is legal in a position of this game.
    fn move_view(
        &self,
        position: &R::Position,
        intent: Intent,
        language: Language,
        words: Option<&Vocabulary>,
    ) -> MoveView {
        let effects = self.rules().effects(position, intent);
        let legs = effects.iter().filter_map(|effect| match effect {
            Effect::Move { from, to } => Some((*from, *to)),
            _ => None,
        });
        // The way of the first piece that moves; what others do is told by the effects.
        let mut way: Vec<Square> = Vec::new();
        for (from, to) in legs {
            match way.last() {
                None => way.push(from),
                Some(&end) if end != from => continue,
                Some(_) => {}
            }
            way.push(to);
        }
        if way.is_empty() {
            way.extend(intent.squares());
        }
        let captures = effects.iter().filter_map(|effect| match effect {
            Effect::Remove { square, .. } => Some(*square),
            _ => None,
        });
        let becomes = effects.iter().find_map(|effect| match effect {
            Effect::Transform { square, to, .. } if way.last() == Some(square) => Some(*to),
            _ => None,
        });
        let narrator = self.narrator(language);
        MoveView {
            text: self.rules().write_move(intent),
            squares: self.names(intent.squares()),
            choice: (intent.choice() != 0).then(|| match becomes {
                Some(piece) => narrator.kind(piece).to_owned(),
                None => self.rules().write_move(intent),
            }),
            manner: self.rules().manner(position, intent).code(),
            captures: self.names(captures),
            legs: self.names(way),
            becomes: becomes.map(|piece| piece.kind().index()),
            written: words.map(|words| write_ply(self.rules(), position, intent, words)),
            sentence: match self.rules().wording(position, intent, self.voice(language)) {
                Some(words) if effects.iter().all(|effect| *effect == Effect::Pass) => words,
                Some(words) => format!("{}, {words}", narrator.effects(position, &effects)),
                None => narrator.effects(position, &effects),
            },
            effects: effects.iter().map(|&effect| self.effect_view(effect)).collect(),
            notices: self.reason_views(&self.rules().notices(position, intent), language),
        }
    }

    fn explanation(&self, intent: Intent, language: Language) -> Explanation {
        let text = self.rules().write_move(intent);
        if let Some(outcome) = self.history.status().outcome() {
            let over = self.narrator(language).outcome(outcome);
            let reason = ReasonView {
                code: "game-over",
                squares: Vec::new(),
                ruling: outcome.cause,
                sentence: format!("{over}."),
            };
            return Explanation {
                legal: false,
                text,
                sentence: String::new(),
                reasons: vec![reason],
                notices: Vec::new(),
            };
        }
        match self.rules().judge(self.position(), intent) {
            Ok(()) => {
                let view = self.move_view(self.position(), intent, language, None);
                Explanation {
                    legal: true,
                    text,
                    sentence: view.sentence,
                    reasons: Vec::new(),
                    notices: view.notices,
                }
            }
            Err(Refusal(reasons)) => Explanation {
                legal: false,
                text,
                sentence: String::new(),
                reasons: self.reason_views(&reasons, language),
                notices: Vec::new(),
            },
        }
    }

    fn relation_sentences(&self, square: Square, language: Language) -> Vec<String> {
        let rules = self.rules();
        let narrator = self.narrator(language);
        let mut sentences = Vec::new();
        for relation in rules.relations(self.position()) {
            let Some(kind) = rules.metadata().relations.iter().find(|kind| kind.code == relation.kind) else {
                continue;
            };
            if relation.to == square {
                sentences.push(fill(kind.felt.get(language), &narrator.piece(self.position(), relation.from)));
            } else if relation.from == square {
                sentences.push(fill(kind.exerted.get(language), &narrator.piece(self.position(), relation.to)));
            }
        }
        sentences
    }
}

fn fill(template: &str, with: &str) -> String {
    template.replace("{}", with)
}

impl<R: Evaluate> AnyMatch for Match<R> {
    fn spec(&self) -> String {
        spec_of(self.rules(), self.history.adjudication())
    }

    fn start_text(&self) -> String {
        self.rules().write_position(&self.history.positions()[0])
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
        let intent = self.rules().read_move(text).map_err(PlayError::Text)?;
        self.history.play(intent).map_err(|error| match error {
            HistoryError::Ended(outcome) => PlayError::Ended(outcome),
            HistoryError::Refused(refusal) => PlayError::Refused(refusal),
        })
    }

    fn courier_turns(&self) -> Vec<String> {
        courier::turns(&self.history)
    }

    fn play_courier(&mut self, turn: &str) -> Result<CourierTurn, CourierError> {
        courier::play(&mut self.history, turn)
    }

    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError> {
        courier::typed(&self.history, entry, notation)
    }

    fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    fn write_line(&self, moves: &[String]) -> Vec<String> {
        let words = courier::written_in(&self.history, self.notation);
        let mut history = self.history.clone();
        let mut written = Vec::with_capacity(moves.len());
        for text in moves {
            let Ok(intent) = self.rules().read_move(text) else { break };
            let before = history.position().clone();
            if history.play(intent).is_err() {
                break;
            }
            written.push(match &words {
                Some(words) => write_ply(self.rules(), &before, intent, words),
                None => text.clone(),
            });
        }
        written
    }

    fn undo(&mut self) -> bool {
        self.history.undo().is_some()
    }

    fn view(&self, language: Language) -> View {
        let (rules, position) = (self.rules(), self.position());
        let narrator = self.narrator(language);
        let words = courier::written_in(&self.history, self.notation);
        let status = self.history.status();
        let ended = status.outcome();
        let alert = match status {
            Status::Alert(alert) => Some(alert),
            _ => None,
        };
        let mut moves: Vec<MoveView> = self
            .history
            .legal_moves()
            .into_iter()
            .map(|intent| self.move_view(position, intent, language, words.as_ref()))
            .collect();
        moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        View {
            position: self.position_text(),
            side: position.side_to_move().number(),
            ply: self.history.moves().len(),
            status: status.to_string(),
            status_text: match ended {
                Some(outcome) => narrator.outcome(outcome),
                None => narrator.turn(position, alert),
            },
            alert,
            alert_squares: if alert.is_some() || ended.is_some() {
                self.names(rules.alerted(position))
            } else {
                Vec::new()
            },
            ended: ended.map(|outcome| EndView {
                winner: outcome.winner.map(Side::number),
                cause: outcome.cause,
                text: narrator.outcome(outcome),
            }),
            pieces: self
                .pieces()
                .into_iter()
                .map(|(square, piece)| PieceView {
                    square: self.name(square),
                    side: piece.side().number(),
                    kind: piece.kind().index(),
                    marks: rules.marks(position, square),
                    powers: self.relation_sentences(square, language),
                })
                .collect(),
            moves,
            relations: rules
                .relations(position)
                .into_iter()
                .filter_map(|relation| {
                    let kind = rules.metadata().relations.iter().find(|kind| kind.code == relation.kind)?;
                    Some(RelationView {
                        kind: relation.kind,
                        from: self.name(relation.from),
                        to: self.name(relation.to),
                        influence: kind.influence.code(),
                    })
                })
                .collect(),
            conditions: self.reason_views(&rules.conditions(position), language),
            pass: self.pass_view(ended.is_some(), language),
            quiet_plies: self.history.quiet_plies(),
        }
    }

    fn record(&self, language: Language) -> Vec<MoveRecord> {
        let positions = self.history.positions();
        let words = courier::written_in(&self.history, self.notation);
        let records = self.history.moves().iter().zip(positions).zip(&positions[1..]);
        records
            .enumerate()
            .map(|(index, ((&intent, before), after))| {
                let view = self.move_view(before, intent, language, words.as_ref());
                MoveRecord {
                    ply: index + 1,
                    side: before.side_to_move().number(),
                    text: view.text,
                    written: view.written,
                    sentence: view.sentence,
                    squares: view.squares,
                    choice: view.choice,
                    becomes: view.becomes,
                    legs: view.legs,
                    manner: view.manner,
                    captures: view.captures,
                    effects: view.effects,
                    position: self.rules().write_position(after),
                    alert: self.rules().alert(after),
                }
            })
            .collect()
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
            .find(|&intent| self.rules().judge(self.position(), intent).is_ok());
        Ok(self.explanation(legal.unwrap_or(intent), language))
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

    fn marks(&self, square: Square) -> Vec<&'static str> {
        self.rules().marks(self.position(), square)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.rules(), self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let mut rows: Vec<(String, u64)> = divide(self.rules(), self.position(), depth)
            .into_iter()
            .map(|(intent, count)| (self.rules().write_move(intent), count))
            .collect();
        rows.sort_unstable();
        rows
    }

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

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}

impl<R: Evaluate> Match<R> {
    fn pass_view(&self, ended: bool, language: Language) -> PassView {
        let Some(pass) = self.rules().pass() else {
            return PassView { known: false, text: None, reason: None };
        };
        let refusal = self.rules().judge(self.position(), pass).err();
        let text = (refusal.is_none() && !ended).then(|| self.rules().write_move(pass));
        let reason = refusal.map(|Refusal(reasons)| {
            let sentences = self.reason_views(&reasons, language).into_iter().map(|reason| reason.sentence);
            sentences.collect::<Vec<_>>().join(" ")
        });
        PassView { known: true, text, reason }
    }
}
