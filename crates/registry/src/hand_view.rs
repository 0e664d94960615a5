//! Implements [`Explain`] for games with manual moves.

use entourage_courier::{Action, CourierError, Diagram, Leg, Turn, write_board};
use entourage_kernel::{Enforcement, Language, Piece, Refusal, Side, Square, Text, TextError};

use crate::hand_match::{Adrift, HandMatch, HandTurn, SIGN, Standing};
use crate::narrate::Narrator;
use crate::view::*;
use crate::{AnyReview, Explain, Notation};

static EMPTIED: Text = Text::new("stays empty", "reste vide");
static CUT: Text = Text::new("the space {} is removed", "la case {} est retirée");
static BACK: Text = Text::new("the space {} is restored", "la case {} est rétablie");

pub(crate) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn not_theirs(why: &CourierError, language: Language) -> ReasonView {
    let sentence = sentence(why.problem().get(language));
    ReasonView { code: "adrift".to_owned(), squares: Vec::new(), ruling: String::new(), sentence }
}

pub(crate) fn unexplained(text: String, why: &CourierError, language: Language) -> Explanation {
    Explanation { text, reasons: vec![not_theirs(why, language)], ..Explanation::default() }
}

impl HandMatch {
    fn narrator(&self, language: Language) -> Narrator<'_> {
        let metadata = self.game.metadata();
        Narrator { metadata, topology: self.game.topology(), voice: self.notation.voice(metadata, language) }
    }

    fn name(&self, square: Square) -> String {
        self.game.topology().name(square).to_owned()
    }

    pub(crate) fn board_text(&self, adrift: &Adrift) -> String {
        write_board(&adrift.diagram, adrift.side, &self.ours())
    }

    pub(crate) fn write(&self, turn: &HandTurn, notation: Notation) -> String {
        if turn.legs.is_empty() {
            return turn.text.clone();
        }
        let turn = Turn { action: Action::Legs(turn.legs.clone()), comment: String::new() };
        turn.write(&self.words(notation))
    }

    fn describe_adrift(&self, adrift: &Adrift, language: Language) -> View {
        let PlacementView { pieces, removed } = self.placement_adrift(adrift);
        View {
            position: self.board_text(adrift),
            side: adrift.side.number(),
            status: "ongoing".to_owned(),
            status_text: self.narrator(language).turn_of(adrift.side, None),
            pieces,
            conditions: vec![not_theirs(&self.why(adrift), language)],
            adrift: true,
            removed,
            ..View::default()
        }
    }

    fn placement_adrift(&self, adrift: &Adrift) -> PlacementView {
        let piece = |(square, piece): (Square, Piece)| PieceView {
            square: self.name(square),
            side: piece.side().number(),
            kind: piece.kind().index(),
            marks: Vec::new(),
            powers: Vec::new(),
            about: None,
        };
        PlacementView {
            pieces: adrift.diagram.pieces().map(piece).collect(),
            removed: adrift.diagram.removed().map(|square| self.name(square)).collect(),
        }
    }

    fn retell(
        &self,
        turn: &HandTurn,
        mut board: Diagram,
        side: Side,
        position: String,
        language: Language,
    ) -> MoveRecord {
        let ours = self.ours();
        let mut told = Told {
            narrator: self.narrator(language),
            way: Vec::new(),
            effects: Vec::new(),
            clauses: Vec::new(),
        };
        let start = board.clone();
        for &leg in &turn.legs {
            told.tell(leg, &board);
            // Cannot fail, because the leg has already been played.
            let _ = board.apply(leg, &ours);
        }
        if turn.legs.is_empty() {
            told.effects.push(EffectView::Pass);
            told.clauses.push(told.narrator.passes().to_owned());
        }
        let way: Vec<String> = told.way.iter().map(|&square| self.name(square)).collect();
        let captures: Vec<String> = told
            .effects
            .iter()
            .filter_map(|effect| match effect {
                EffectView::Remove { square, .. } => Some(square.clone()),
                _ => None,
            })
            .collect();
        MoveRecord {
            kind: told.way.first().and_then(|&square| start.piece_at(square)).map(|piece| piece.kind().index()),
            side: side.number(),
            text: format!("{SIGN}{}", turn.text),
            written: Some(self.write(turn, self.notation)),
            sentence: told.clauses.join(", "),
            squares: way.clone(),
            legs: way,
            manner: match &told.effects[..] {
                [EffectView::Pass] => "pass",
                _ if !captures.is_empty() => "capture",
                [EffectView::Move { .. }, ..] => "move",
                _ => "change",
            },
            captures,
            effects: told.effects,
            position,
            by_hand: true,
            ..MoveRecord::default()
        }
    }
}

impl Explain for HandMatch {
    fn view(&self, language: Language) -> View {
        let mut view = match self.standing() {
            Standing::Ruled(game) => game.view(language),
            Standing::Adrift(adrift) => self.describe_adrift(adrift, language),
        };
        view.ply = self.plies();
        if self.enforcement == Enforcement::Free {
            let narrator = self.narrator(language);
            // With rule enforcement off, views omit everything that depends on the rules.
            (view.alert, view.ended) = (None, None);
            view.alert_squares.clear();
            view.moves.clear();
            view.conditions.clear();
            view.pass = PassView::default();
            view.status = "ongoing".to_owned();
            view.status_text = narrator.turn_of(self.side(), None);
        }
        view
    }

    fn placement(&self, language: Language) -> PlacementView {
        match self.standing() {
            Standing::Ruled(game) => game.placement(language),
            Standing::Adrift(adrift) => self.placement_adrift(adrift),
        }
    }

    fn ended(&self, language: Language) -> Option<EndView> {
        if self.enforcement == Enforcement::Free {
            return None;
        }
        self.ruled()?.ended(language)
    }

    fn record(&self, language: Language) -> Vec<MoveRecord> {
        let mut records = Vec::new();
        let mut before: Option<(Diagram, Side)> = None;
        for stretch in &self.stretches {
            let text = match &stretch.standing {
                Standing::Ruled(game) => game.start_text(),
                Standing::Adrift(adrift) => self.board_text(adrift),
            };
            if let (Some(turn), Some((diagram, side))) = (&stretch.turn, before.take()) {
                records.push(self.retell(turn, diagram, side, text, language));
            }
            if let Standing::Ruled(game) = &stretch.standing {
                records.extend(game.record(language));
            }
            let side = match &stretch.standing {
                Standing::Ruled(game) => game.side_to_move(),
                Standing::Adrift(adrift) => adrift.side,
            };
            before = Some((self.diagram_of(&stretch.standing), side));
        }
        for (record, ply) in records.iter_mut().zip(1..) {
            record.ply = ply;
        }
        records
    }

    fn explain(&self, text: &str, language: Language) -> Result<Explanation, TextError> {
        match self.standing() {
            Standing::Ruled(game) => game.explain(text, language),
            Standing::Adrift(adrift) => {
                self.game.check_move_text(text)?;
                Ok(unexplained(text.to_owned(), &self.why(adrift), language))
            }
        }
    }

    fn explain_squares(&self, squares: &[String], language: Language) -> Result<Explanation, TextError> {
        match self.standing() {
            Standing::Ruled(game) => game.explain_squares(squares, language),
            Standing::Adrift(adrift) => Ok(unexplained(squares.concat(), &self.why(adrift), language)),
        }
    }

    fn weigh(&self, text: &str, language: Language) -> Result<Option<WeighingView>, TextError> {
        match self.standing() {
            Standing::Ruled(game) if self.enforcement == Enforcement::Warned => game.weigh(text, language),
            _ => self.game.check_move_text(text).map(|()| None),
        }
    }

    fn reach(&self, side: Side, language: Language) -> Option<ReachView> {
        self.advised()?.reach(side, language)
    }

    fn closing(&self, language: Language) -> Option<ClosingView> {
        self.advised()?.closing(language)
    }

    fn prospect(&self, moves: &[String], language: Language) -> ProspectView {
        let ruled = self.advised();
        ruled.map_or_else(|| self.last_ruled().prospect(&[], language), |game| game.prospect(moves, language))
    }

    fn review(&self, _later: &[String], _language: Language) -> Option<Box<dyn AnyReview>> {
        None
    }

    fn refusal_sentences(&self, refusal: &Refusal, language: Language) -> Vec<ReasonView> {
        self.last_ruled().refusal_sentences(refusal, language)
    }
}

struct Told<'g> {
    narrator: Narrator<'g>,
    way: Vec<Square>,
    effects: Vec<EffectView>,
    clauses: Vec<String>,
}

impl Told<'_> {
    fn name(&self, square: Square) -> String {
        self.narrator.topology.name(square).to_owned()
    }

    fn named(&self, piece: Piece, square: Square) -> String {
        format!("{} {}", self.narrator.kind(piece), self.narrator.square(square))
    }

    fn remove(&mut self, square: Square, piece: Piece) {
        let (kind, side) = (piece.kind().index(), piece.side().number());
        self.effects.push(EffectView::Remove { square: self.name(square), kind, side });
    }

    fn tell(&mut self, leg: Leg, board: &Diagram) {
        let say = |text: &'static Text| text.get(self.narrator.voice.language);
        match leg {
            Leg::Move { from, to, .. } => {
                let taken = board.piece_at(to).filter(|_| from != to);
                if let Some(piece) = board.piece_at(from) {
                    let mut clause = format!("{} → {}", self.named(piece, from), self.narrator.square(to));
                    if let Some(taken) = taken {
                        clause += &format!(", {} {}", self.narrator.takes(), self.named(taken, to));
                    }
                    self.clauses.push(clause);
                }
                if let Some(taken) = taken {
                    self.remove(to, taken);
                }
                match self.way.last() {
                    None => self.way.extend([from, to]),
                    Some(&end) if end == from => self.way.push(to),
                    Some(_) => {}
                }
                self.effects.push(EffectView::Move { from: self.name(from), to: self.name(to) });
            }
            Leg::Put { piece, at } | Leg::Drop { piece, at } => {
                let (square, kind, side) = (self.name(at), piece.kind().index(), piece.side().number());
                match board.piece_at(at) {
                    Some(before) => {
                        self.clauses.push(self.narrator.becomes(before, at, piece));
                        self.effects.push(EffectView::Transform { square, kind, side });
                    }
                    None => {
                        self.clauses.push(self.narrator.enters(piece, at));
                        self.effects.push(EffectView::Place { square, kind, side });
                    }
                }
            }
            Leg::Clear(at) | Leg::Empty(at) => match board.piece_at(at) {
                Some(piece) => {
                    self.clauses.push(self.narrator.leaves(piece, at));
                    self.remove(at, piece);
                }
                None if board.removed().any(|square| square == at) => {
                    self.clauses.push(say(&BACK).replace("{}", &self.narrator.square(at)));
                }
                None => self.clauses.push(format!("{} {}", self.narrator.square(at), say(&EMPTIED))),
            },
            Leg::Cut(at) => {
                self.clauses.push(say(&CUT).replace("{}", &self.narrator.square(at)));
                if let Some(piece) = board.piece_at(at) {
                    self.remove(at, piece);
                }
            }
        }
    }
}
