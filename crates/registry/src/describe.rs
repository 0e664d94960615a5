//! Builds the views of a game in progress: moves, powers and reasons.

use entourage_courier::{Diagram, Vocabulary, write_ply};
use entourage_kernel::{
    Board, Effect, Evaluate, HeldCard, Intent, Language, Metadata, Piece, Presentation, Reason, Refusal, Side,
    Square, Status, Text, TextError, Voice, sorted_indices,
};

use crate::match_face::Match;
use crate::narrate::Narrator;
use crate::review::Review;
use crate::view::*;
use crate::{AnyMatch, AnyReview, Explain, courier};

impl<R: Evaluate + Presentation> Match<R> {
    pub(crate) fn name(&self, square: Square) -> String {
        self.rules().topology().name(square).to_owned()
    }

    pub(crate) fn names(&self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        squares.into_iter().map(|square| self.name(square)).collect()
    }

    pub(crate) fn voice(&self, language: Language) -> Voice<'_> {
        self.notation.voice(self.rules().metadata(), language)
    }

    pub(crate) fn narrator(&self, language: Language) -> Narrator<'_> {
        Narrator {
            metadata: self.rules().metadata(),
            topology: self.rules().topology(),
            voice: self.voice(language),
        }
    }

    pub(crate) fn reason_views(&self, reasons: &[Reason], language: Language) -> Vec<ReasonView> {
        let view = |reason: &Reason| ReasonView {
            code: reason.code.to_string(),
            squares: self.names(reason.squares.iter().copied()),
            ruling: reason.ruling.to_string(),
            sentence: self.rules().say(self.position(), reason, self.voice(language)),
        };
        reasons.iter().map(view).collect()
    }

    pub(crate) fn card_views(&self, cards: Vec<HeldCard>) -> Vec<HeldCardView> {
        let view = |HeldCard { card, side, square, spent }: HeldCard| HeldCardView {
            card,
            side: side.number(),
            square: square.map(|square| self.name(square)),
            spent,
        };
        cards.into_iter().map(view).collect()
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

    /// Writes a legal move with the vocabulary `words`; without one, in the game's short notation, if there is any.
    pub(crate) fn written(
        &self,
        position: &R::Position,
        intent: Intent,
        words: Option<&Vocabulary>,
    ) -> Option<String> {
        match words {
            Some(words) => Some(write_ply(self.rules(), position, intent, words)),
            None => self.rules().write_short(position, intent),
        }
    }

    pub(crate) fn move_view(
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
        // The path of the first piece that moves; `effects` covers the others.
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
        let told = || {
            let squares = self.rules().topology().squares.len();
            narrator.effects(Diagram::filled(squares, &|square| position.piece_at(square)), &effects)
        };
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
            written: self.written(position, intent, words),
            sentence: match self.rules().wording(position, intent, self.voice(language)) {
                Some(words) if effects.iter().all(|effect| *effect == Effect::Pass) => words,
                Some(words) => format!("{}, {words}", told()),
                None => told(),
            },
            effects: effects.iter().map(|&effect| self.effect_view(effect)).collect(),
            notices: self.reason_views(&self.rules().notices(position, intent), language),
        }
    }

    pub(crate) fn explanation(&self, intent: Intent, language: Language) -> Explanation {
        let text = self.rules().write_move(intent);
        if let Some(outcome) = self.history.status().outcome() {
            let over = self.narrator(language).outcome(&outcome);
            // Endings that the game defines are explained on the rules page, at an anchor named by the cause's code.
            let known = Metadata::named(&self.rules().metadata().causes, &outcome.cause).is_some();
            let reason = ReasonView {
                code: "game-over".to_owned(),
                squares: Vec::new(),
                ruling: if known { outcome.cause.to_string() } else { String::new() },
                sentence: format!("{over}."),
            };
            return Explanation { text, reasons: vec![reason], ..Explanation::default() };
        }
        match self.rules().allow(self.position(), intent) {
            Ok(()) => {
                let view = self.move_view(self.position(), intent, language, None);
                let (sentence, notices) = (view.sentence, view.notices);
                Explanation { legal: true, text, sentence, notices, ..Explanation::default() }
            }
            Err(Refusal(reasons)) => {
                Explanation { text, reasons: self.reason_views(&reasons, language), ..Explanation::default() }
            }
        }
    }

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

    pub(crate) fn relation_sentences(&self, square: Square, language: Language) -> Vec<String> {
        let rules = self.rules();
        let narrator = self.narrator(language);
        let named = |square| narrator.piece(self.position().piece_at(square), square);
        let mut sentences = Vec::new();
        for relation in rules.relations(self.position()) {
            let Some(kind) = rules.metadata().relations.iter().find(|kind| kind.code == relation.kind) else {
                continue;
            };
            if relation.to == square {
                sentences.push(fill(kind.felt.get(language), &named(relation.from)));
            } else if relation.from == square {
                sentences.push(fill(kind.exerted.get(language), &named(relation.to)));
            }
        }
        sentences
    }

    pub(crate) fn pass_view(&self, ended: bool, language: Language) -> PassView {
        let Some(pass) = self.rules().pass() else {
            return PassView::default();
        };
        let refusal = self.rules().allow(self.position(), pass).err();
        let text = (refusal.is_none() && !ended).then(|| self.rules().write_move(pass));
        let reason = refusal.map(|Refusal(reasons)| {
            let sentences = self.reason_views(&reasons, language).into_iter().map(|reason| reason.sentence);
            sentences.collect::<Vec<_>>().join(" ")
        });
        PassView { known: true, text, reason }
    }
}

impl<R: Evaluate + Presentation> Explain for Match<R> {
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
        let moves: Vec<(String, Intent)> = self
            .history
            .legal_moves()
            .into_iter()
            .map(|intent| (self.rules().write_move(intent), intent))
            .collect();
        let moves = sorted_indices(moves.len(), &mut |a, b| moves[a].0.cmp(&moves[b].0))
            .into_iter()
            .map(|index| self.move_view(position, moves[index].1, language, words.as_ref()))
            .collect();
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

    fn record(&self, language: Language) -> Vec<MoveRecord> {
        let words = courier::written_in(&self.history, self.notation);
        let mut before = self.history.start().clone();
        let records = self.history.moves().iter().zip(self.history.replayed());
        records
            .enumerate()
            .map(|(index, (&intent, after))| {
                let view = self.move_view(&before, intent, language, words.as_ref());
                let record = MoveRecord {
                    ply: index + 1,
                    kind: intent
                        .first()
                        .and_then(|square| before.piece_at(square))
                        .map(|piece| piece.kind().index()),
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
                    position: self.rules().write_position(&after),
                    alert: self.rules().alert(&after).map(str::to_owned),
                    by_hand: false,
                };
                before = after;
                record
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
            let problem = Text::new("a move has one to four squares", "un coup comporte une à quatre cases");
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

    fn review(&self, later: &[String], language: Language) -> Option<Box<dyn AnyReview>> {
        Some(Box::new(Review::new(self.clone(), later, language)?))
    }

    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView> {
        self.reason_views(&refusal.0, language)
    }
}

fn fill(template: &str, with: &str) -> String {
    template.replace("{}", with)
}
