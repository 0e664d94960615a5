//! What people are told of a game under way: its moves, powers and reasons as views.

use entourage_courier::{Diagram, Vocabulary, write_ply};
use entourage_kernel::{
    Board, Effect, Evaluate, HeldCard, Intent, Language, Metadata, Piece, Presentation, Reason, Refusal,
    Square, Voice,
};

use crate::courier;
use crate::match_face::Match;
use crate::narrate::Narrator;
use crate::view::*;

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

    /// Writes a legal move for people, in the words of a notation or in the game's own short one; `None` where they write as programs do.
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

    pub(crate) fn record_view(&self, language: Language) -> Vec<MoveRecord> {
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

    pub(crate) fn explanation(&self, intent: Intent, language: Language) -> Explanation {
        let text = self.rules().write_move(intent);
        if let Some(outcome) = self.history.status().outcome() {
            let over = self.narrator(language).outcome(&outcome);
            // What the game itself says of an ending stands in its rules page under the cause's code.
            let known = Metadata::named(&self.rules().metadata().causes, &outcome.cause).is_some();
            let reason = ReasonView {
                code: "game-over".to_owned(),
                squares: Vec::new(),
                ruling: if known { outcome.cause.to_string() } else { String::new() },
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
        match self.rules().allow(self.position(), intent) {
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
            return PassView { known: false, text: None, reason: None };
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

fn fill(template: &str, with: &str) -> String {
    template.replace("{}", with)
}
