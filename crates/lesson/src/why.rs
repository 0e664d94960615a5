//! Why a try misses a goal, in sentences: what the rules themselves say of it wherever they say something.

use entourage_registry::kernel::{Language, RelationKind, Weight};
use entourage_registry::view::{ReasonView, View};
use entourage_registry::{AnyGame, Notation};

use crate::deed::Deed;
use crate::scene::{Scene, set_french};
use crate::{Condition, Target};

/// The most sentences that are told of one try.
const MOST: usize = 3;

/// Tells why a move misses its goal.
pub(crate) struct Why<'a> {
    pub game: &'a dyn AnyGame,
    pub deed: &'a Deed,
    pub before: Scene<'a>,
    pub after: Scene<'a>,
    pub notation: Notation,
    pub language: Language,
}

impl Why<'_> {
    /// Lists the reasons, those of the conditions that are missed first, then what the move costs.
    pub(crate) fn reasons(&self, goal: &[(usize, Condition)], accepted: &[String]) -> Vec<ReasonView> {
        let mut reasons: Vec<ReasonView> = Vec::new();
        // What ends the game too soon says more than what was missed.
        let after = &self.deed.after;
        if after.ended.as_ref().is_some_and(|end| end.winner != Some(self.deed.mover)) {
            reasons.push(reason("lesson-end", Vec::new(), format!("{}.", after.status_text)));
        }
        let missed = goal.iter().filter(|(_, condition)| !condition.holds(self.deed, accepted));
        for (_, condition) in missed {
            self.explain(condition, &mut reasons);
        }
        // What it costs is told where nothing else is; where it should be careful, what it lays open.
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
        reasons.truncate(MOST);
        reasons
    }

    fn say(&self, english: impl Into<String>, french: impl Into<String>) -> String {
        match self.language {
            Language::English => english.into(),
            Language::French => french.into(),
        }
    }

    fn explain(&self, condition: &Condition, reasons: &mut Vec<ReasonView>) {
        let mut add = |squares: Vec<String>, sentence: String| {
            reasons.push(reason("lesson-goal", squares, sentence));
        };
        match condition {
            Condition::Win => match self.answer() {
                Some((squares, answer)) => add(
                    squares,
                    self.say(
                        format!("The game goes on: there is an answer, {answer}."),
                        format!("La partie continue : il y a une réponse, {answer}."),
                    ),
                ),
                None => add(vec![], self.say("This does not win.", "Ce coup ne gagne pas.")),
            },
            Condition::Draw => add(vec![], self.say("This is no draw.", "Ce coup ne fait pas nulle.")),
            Condition::Alert => {
                let alerts = self.game.metadata().alerts.iter();
                let alert = alerts.map(|alert| alert.text.get(self.language)).next().unwrap_or_default();
                let alert = alert.trim_end_matches(['!', ' ', '\u{a0}', '\u{202f}']);
                add(vec![], self.say(format!("The goal: {alert}!"), format!("Le but : {alert} !")));
                if let Some(heart) = self.heart() {
                    self.refused(&heart, reasons);
                }
            }
            Condition::Quiet => {
                let squares: Vec<String> =
                    self.deed.captured.iter().map(|(square, ..)| square.clone()).collect();
                let names = self.names(&self.before, &squares);
                let sentence = self.say(
                    format!("This captures, and should not: {names}."),
                    format!("Ce coup capture, et ne devrait pas : {names}."),
                );
                add(squares, sentence);
            }
            Condition::Careful => {
                let end = self.deed.played.legs.last();
                let takers = end.map_or_else(Vec::new, |end| self.deed.takers(&self.deed.after, end));
                if let (Some(end), false) = (end, takers.is_empty()) {
                    self.taken(end, takers, &mut add);
                }
            }
            Condition::Again => {
                add(vec![], self.say("This ends your turn.", "Ce coup met fin à votre tour."));
            }
            Condition::Best => add(vec![], self.say("There is better.", "Il y a mieux.")),
            Condition::Capture(None) => {
                add(vec![], self.say("This captures nothing.", "Ce coup ne capture rien."));
            }
            Condition::Capture(Some(target)) => {
                let squares = self.targets(target);
                let names = self.names(&self.after, &squares);
                add(
                    squares.clone(),
                    self.say(
                        format!("Still on the board: {names}."),
                        format!("Toujours sur le plateau : {names}."),
                    ),
                );
                squares.iter().for_each(|square| self.refused(square, reasons));
            }
            Condition::With(target) => {
                let squares = match target {
                    Target::Square(square) => vec![square.clone()],
                    Target::Letter(letter) => self.standing(&self.deed.before, *letter),
                };
                let names = self.names(&self.before, &squares);
                add(
                    squares,
                    self.say(
                        format!("Another piece is to move: {names}."),
                        format!("C'est à une autre pièce : {names}."),
                    ),
                );
            }
            Condition::To(squares) => {
                let names: Vec<String> = squares.iter().map(|square| self.after.square(square)).collect();
                let names = names.join(", ");
                add(
                    squares.clone(),
                    self.say(format!("The way leads to {names}."), format!("Le chemin mène en {names}.")),
                );
            }
            Condition::Stands(letter, square) => {
                let piece = self.game.metadata().piece_of(*letter);
                let name = piece.map(|piece| self.after.kind(piece)).unwrap_or_default();
                let at = self.after.square(square);
                add(
                    vec![square.clone()],
                    self.say(format!("Not yet on {at}: {name}."), format!("Pas encore en {at} : {name}.")),
                );
            }
            Condition::Begin(power, on) => {
                let kind = self.power(power);
                let words = kind.map(|kind| kind.begins.get(self.language)).unwrap_or_default();
                self.not_yet(words, on.as_ref(), &mut add);
            }
            Condition::End(power, on) => {
                let kind = self.power(power);
                let words = kind.map(|kind| kind.ends.get(self.language)).unwrap_or_default();
                self.not_yet(words, on.as_ref(), &mut add);
            }
            Condition::Safe(square) => {
                // Where nobody has come to the square, the piece that has moved is meant.
                let empty = self.after.piece_at(square).is_none();
                let end = self.deed.played.legs.last().filter(|_| empty).unwrap_or(square);
                let takers = self.deed.takers(&self.deed.after, end);
                if takers.is_empty() {
                    let name = self.after.piece(square);
                    add(
                        vec![square.clone()],
                        self.say(format!("Look at {name}."), format!("Regardez : {name}.")),
                    );
                } else {
                    self.taken(end, takers, &mut add);
                }
            }
            Condition::Attack(square) => {
                let name = self.after.piece(square);
                let begun = reasons.len();
                self.refused(square, reasons);
                if reasons.len() == begun {
                    let sentence = self
                        .say(format!("Out of your reach: {name}."), format!("Hors de votre portée : {name}."));
                    reasons.push(reason("lesson-goal", vec![square.clone()], sentence));
                }
            }
            Condition::Becomes(letter) => {
                let name = self
                    .game
                    .metadata()
                    .piece_of(*letter)
                    .map(|piece| self.after.kind(piece))
                    .unwrap_or_default();
                add(
                    vec![],
                    self.say(
                        format!("No piece becomes: {name}."),
                        format!("Aucune pièce ne devient : {name}."),
                    ),
                );
            }
            Condition::Manner(_) | Condition::Mark(..) => {
                add(vec![], self.say("This is another kind of move.", "C'est un autre genre de coup."));
            }
        }
    }

    /// Says who can take the piece on a square.
    fn taken(&self, square: &str, takers: Vec<String>, add: &mut impl FnMut(Vec<String>, String)) {
        let (name, by) = (self.after.piece(square), self.names(&self.after, &takers));
        let sentence =
            self.say(format!("{name} can be taken by: {by}."), format!("{name} : à la merci de : {by}."));
        add([vec![square.to_owned()], takers].concat(), sentence);
    }

    /// Says that what a power's words tell has not happened.
    fn not_yet(&self, words: &str, on: Option<&String>, add: &mut impl FnMut(Vec<String>, String)) {
        let name = on.map_or_else(|| "…".to_owned(), |square| self.after.piece(square));
        let words = words.replace("{}", &name);
        add(
            on.cloned().into_iter().collect(),
            self.say(format!("Not so yet: “{words}”."), format!("Pas encore : « {words} ».")),
        );
    }

    fn power(&self, code: &str) -> Option<&RelationKind> {
        self.game.metadata().relations.iter().find(|kind| kind.code == code)
    }

    fn names(&self, scene: &Scene<'_>, squares: &[String]) -> String {
        squares.iter().map(|square| scene.piece(square)).collect::<Vec<_>>().join(", ")
    }

    /// Lists the squares on which pieces of a letter stand.
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

    /// Returns the square of the enemy's piece that the game is about.
    fn heart(&self) -> Option<String> {
        let kinds = &self.game.metadata().kinds;
        let mut enemies = self.deed.after.pieces.iter().filter(|piece| piece.side != self.deed.mover);
        enemies.find(|piece| kinds[piece.kind].weight == Weight::Heart).map(|piece| piece.square.clone())
    }

    /// Adds what the rules say against a capture on a square by the piece that has moved, as if it went on at once.
    ///
    /// Where pieces are captured in passing, going to their squares is no way to capture them, and refusing it says nothing.
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

    /// Returns an answer that the other side has, with its squares.
    fn answer(&self) -> Option<(Vec<String>, String)> {
        let after = &self.deed.after;
        let answer = after.moves.iter().find(|one| !one.effects.is_empty() && !one.legs.is_empty())?;
        (after.side != self.deed.mover).then(|| (answer.squares.clone(), answer.sentence.clone()))
    }
}

/// Makes a reason of a sentence.
pub(crate) fn reason(code: &str, squares: Vec<String>, sentence: String) -> ReasonView {
    // Only French has a space before such signs.
    let sentence = set_french(&sentence).replace("..", ".");
    ReasonView { code: code.to_owned(), squares, ruling: String::new(), sentence }
}
