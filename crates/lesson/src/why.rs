//! Explains why a move misses the goal of a step, with reasons from the rules where possible.

use entourage_registry::kernel::{Language, RelationKind, Text, Weight};
use entourage_registry::view::{ReasonView, View};
use entourage_registry::{AnyGame, Notation};

use crate::deed::Deed;
use crate::scene::{Scene, set_french};
use crate::{Condition, Target};

const MAX_REASONS: usize = 3;

pub(crate) struct Why<'a> {
    pub game: &'a dyn AnyGame,
    pub deed: &'a Deed,
    pub before: Scene<'a>,
    pub after: Scene<'a>,
    pub notation: Notation,
    pub language: Language,
}

impl Why<'_> {
    /// Returns the reasons why conditions are not met, then the move's drawbacks.
    pub(crate) fn reasons(&self, goal: &[(usize, Condition)], accepted: &[String]) -> Vec<ReasonView> {
        let mut reasons: Vec<ReasonView> = Vec::new();
        // Ending the game without winning is the most important reason.
        let after = &self.deed.after;
        if after.ended.as_ref().is_some_and(|end| end.winner != Some(self.deed.mover)) {
            reasons.push(reason("lesson-end", Vec::new(), format!("{}.", after.status_text)));
        }
        let missed = goal.iter().filter(|(_, condition)| !condition.holds(self.deed, accepted));
        for (_, condition) in missed {
            self.explain(condition, &mut reasons);
        }
        // Drawbacks are listed if there are no other reasons; exposed pieces are also listed if the goal includes `careful`.
        let careful = goal.iter().any(|(_, condition)| *condition == Condition::Careful)
            && !Condition::Careful.holds(self.deed, accepted);
        let silent = reasons.is_empty();
        let costs = self.deed.weighing.iter().flat_map(|weighing| &weighing.changes);
        for change in costs.filter(|change| change.sign == "cost") {
            if silent || careful && change.sort == "exposed" {
                reasons.push(reason("lesson-cost", change.squares.clone(), format!("{}.", change.sentence)));
            }
        }
        if reasons.is_empty() {
            let sentence = self.say("This does not reach the goal.", "Ce coup n'atteint pas le but.");
            reasons.push(reason("lesson-goal", Vec::new(), sentence));
        }
        let mut told = Vec::new();
        reasons.retain(|one| {
            let new = !told.contains(&one.sentence);
            told.push(one.sentence.clone());
            new
        });
        reasons.truncate(MAX_REASONS);
        reasons
    }

    fn say(&self, english: impl Into<String>, french: impl Into<String>) -> String {
        match self.language {
            Language::English => english.into(),
            Language::French => french.into(),
        }
    }

    fn add(
        &self,
        reasons: &mut Vec<ReasonView>,
        squares: Vec<String>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) {
        reasons.push(reason("lesson-goal", squares, self.say(en, fr)));
    }

    fn explain(&self, condition: &Condition, reasons: &mut Vec<ReasonView>) {
        match condition {
            Condition::Win => match self.answer() {
                Some((squares, answer)) => {
                    let en = format!("The game continues: there is an answer, {answer}.");
                    let fr = format!("La partie continue : il y a une réponse, {answer}.");
                    self.add(reasons, squares, en, fr);
                }
                None => self.add(reasons, vec![], "This does not win.", "Ce coup ne gagne pas."),
            },
            Condition::Draw => self.add(reasons, vec![], "This does not draw.", "Ce coup ne donne pas nulle."),
            Condition::Alert => {
                let alerts = self.game.metadata().alerts.iter();
                let alert = alerts.map(|alert| alert.text.get(self.language)).next().unwrap_or_default();
                let alert = alert.trim_end_matches(['!', ' ', '\u{a0}', '\u{202f}']);
                self.add(reasons, vec![], format!("The goal: {alert}!"), format!("Le but : {alert} !"));
                if let Some(heart) = self.heart() {
                    self.refused(&heart, reasons);
                }
            }
            Condition::Quiet => {
                let squares: Vec<String> =
                    self.deed.captured.iter().map(|(square, ..)| square.clone()).collect();
                let names = self.names(&self.before, &squares);
                let en = format!("This move should not capture: {names}.");
                self.add(reasons, squares, en, format!("Ce coup ne devrait pas capturer : {names}."));
            }
            Condition::Careful => {
                let end = self.deed.played.legs.last();
                let takers = end.map_or_else(Vec::new, |end| self.deed.takers(&self.deed.after, end));
                if let (Some(end), false) = (end, takers.is_empty()) {
                    self.taken(end, takers, reasons);
                }
            }
            Condition::Again => {
                self.add(reasons, vec![], "This ends your turn.", "Ce coup met fin à votre tour.");
            }
            Condition::Best => self.add(reasons, vec![], "There is a better move.", "Il y a un meilleur coup."),
            Condition::Capture(None) => {
                self.add(reasons, vec![], "This captures nothing.", "Ce coup ne capture rien.");
            }
            Condition::Capture(Some(target)) => {
                let squares = self.targets(target);
                let names = self.names(&self.after, &squares);
                let en = format!("Still on the board: {names}.");
                self.add(reasons, squares.clone(), en, format!("Toujours sur le plateau : {names}."));
                squares.iter().for_each(|square| self.refused(square, reasons));
            }
            Condition::With(target) => {
                let squares = match target {
                    Target::Square(square) => vec![square.clone()],
                    Target::Letter(letter) => self.standing(&self.deed.before, *letter),
                };
                let names = self.names(&self.before, &squares);
                let en = format!("Move another piece: {names}.");
                self.add(reasons, squares, en, format!("Jouez une autre pièce : {names}."));
            }
            Condition::To(squares) => {
                let names: Vec<String> = squares.iter().map(|square| self.after.square(square)).collect();
                let names = names.join(", ");
                let en = format!("The move should end on {names}.");
                self.add(reasons, squares.clone(), en, format!("Le coup doit finir en {names}."));
            }
            Condition::Stands(letter, square) => {
                let piece = self.game.metadata().piece_of(*letter);
                let name = piece.map(|piece| self.after.kind(piece)).unwrap_or_default();
                let at = self.after.square(square);
                let en = format!("Not yet on {at}: {name}.");
                self.add(reasons, vec![square.clone()], en, format!("Pas encore en {at} : {name}."));
            }
            Condition::Begin(power, on) => {
                self.not_yet(self.power(power).map(|kind| &kind.begins), on.as_ref(), reasons);
            }
            Condition::End(power, on) => {
                self.not_yet(self.power(power).map(|kind| &kind.ends), on.as_ref(), reasons);
            }
            Condition::Safe(square) => {
                // If the square is empty, the condition applies to the moved piece.
                let empty = self.after.piece_at(square).is_none();
                let end = self.deed.played.legs.last().filter(|_| empty).unwrap_or(square);
                let takers = self.deed.takers(&self.deed.after, end);
                if takers.is_empty() {
                    let name = self.after.piece(square);
                    let en = format!("To protect: {name}.");
                    self.add(reasons, vec![square.clone()], en, format!("À protéger : {name}."));
                } else {
                    self.taken(end, takers, reasons);
                }
            }
            Condition::Attack(square) => {
                let name = self.after.piece(square);
                let begun = reasons.len();
                self.refused(square, reasons);
                if reasons.len() == begun {
                    let en = format!("Out of reach: {name}.");
                    self.add(reasons, vec![square.clone()], en, format!("Hors de portée : {name}."));
                }
            }
            Condition::Becomes(letter) => {
                let piece = self.game.metadata().piece_of(*letter);
                let name = piece.map(|piece| self.after.kind(piece)).unwrap_or_default();
                let en = format!("No piece becomes: {name}.");
                self.add(reasons, vec![], en, format!("Aucune pièce ne devient : {name}."));
            }
            Condition::Manner(_) | Condition::Mark(..) => {
                self.add(reasons, vec![], "Another kind of move is needed.", "Il faut un autre type de coup.");
            }
        }
    }

    fn taken(&self, square: &str, takers: Vec<String>, reasons: &mut Vec<ReasonView>) {
        let (name, by) = (self.after.piece(square), self.names(&self.after, &takers));
        let squares = [vec![square.to_owned()], takers].concat();
        let en = format!("{name} can be captured by: {by}.");
        self.add(reasons, squares, en, format!("{name} peut être pris par : {by}."));
    }

    fn not_yet(&self, words: Option<&Text>, on: Option<&String>, reasons: &mut Vec<ReasonView>) {
        let words = words.map(|words| words.get(self.language)).unwrap_or_default();
        let name = on.map_or_else(|| "…".to_owned(), |square| self.after.piece(square));
        let words = words.replace("{}", &name);
        let (squares, en) = (on.cloned().into_iter().collect(), format!("Not yet: “{words}”."));
        self.add(reasons, squares, en, format!("Pas encore : « {words} »."));
    }

    fn power(&self, code: &str) -> Option<&RelationKind> {
        self.game.metadata().relations.iter().find(|kind| kind.code == code)
    }

    fn names(&self, scene: &Scene<'_>, squares: &[String]) -> String {
        squares.iter().map(|square| scene.piece(square)).collect::<Vec<_>>().join(", ")
    }

    fn standing(&self, view: &View, letter: char) -> Vec<String> {
        let standing = view.pieces.iter().filter(|piece| self.deed.letter(piece.kind, piece.side) == letter);
        standing.map(|piece| piece.square.clone()).collect()
    }

    fn targets(&self, target: &Target) -> Vec<String> {
        match target {
            Target::Square(square) => vec![square.clone()],
            Target::Letter(letter) => self.standing(&self.deed.after, *letter),
        }
    }

    fn heart(&self) -> Option<String> {
        let kinds = &self.game.metadata().kinds;
        let mut enemies = self.deed.after.pieces.iter().filter(|piece| piece.side != self.deed.mover);
        enemies.find(|piece| kinds[piece.kind].weight == Weight::Heart).map(|piece| piece.square.clone())
    }

    /// Adds the reasons why the moved piece could not capture on a square if it were to move again.
    ///
    /// Does nothing if captures do not end on the captured piece's square, since a refused move there explains nothing.
    fn refused(&self, square: &str, reasons: &mut Vec<ReasonView>) {
        if self.deed.captures_in_passing() {
            return;
        }
        let Some(end) = self.deed.played.legs.last() else { return };
        let turned = match self.deed.after.side == self.deed.mover {
            true => Some(self.deed.game.copy()),
            false => self.deed.game.turned(),
        };
        let Some(mut turned) = turned else { return };
        turned.set_notation(self.notation);
        let squares = [end.clone(), square.to_owned()];
        if let Ok(explained) = turned.explain_squares(&squares, self.language) {
            reasons.extend(explained.reasons);
        }
    }

    fn answer(&self) -> Option<(Vec<String>, String)> {
        let after = &self.deed.after;
        let answer = after.moves.iter().find(|one| !one.effects.is_empty() && !one.legs.is_empty())?;
        (after.side != self.deed.mover).then(|| (answer.squares.clone(), answer.sentence.clone()))
    }
}

pub(crate) fn reason(code: &str, squares: Vec<String>, sentence: String) -> ReasonView {
    // Does not change English sentences, which have no space before `:`, `;`, `!` or `?`.
    let sentence = set_french(&sentence).replace("..", ".");
    ReasonView { code: code.to_owned(), squares, ruling: String::new(), sentence }
}
