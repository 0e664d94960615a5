//! Describes how a piece moves, in one sentence for each move line of its definition.

use crate::check::{Stratum, clause_asks};

use super::grammar::of;
use super::noun::Form;
use super::phrase::{Phrase, both, phrase};
use super::words::Words;
use crate::model::{
    Act, ActEffect, Change, Condition, DirectionWords, Drive, How, KindModel, Leap, Leg, Length, Line, Noun,
    Onto, Relation, Shape, Step, Target, TargetLimit, Whose,
};

pub(super) struct Told {
    pub(super) what: Phrase,
    pub(super) how: Phrase,
}

impl Words<'_> {
    pub(super) fn walk(&self, kind: &KindModel) -> Vec<Told> {
        if kind.is_block {
            let il = self.its().pick("il", "elle");
            let pris = self.its().pick("pris", "prise");
            return vec![Told {
                what: phrase("Belongs", "N'appartient"),
                how: phrase(
                    "to neither side: it blocks the way, never moves and is never captured.",
                    format!(
                        "à aucun camp\u{a0}: {il} barre le chemin, ne bouge jamais et n'est jamais {pris}."
                    ),
                ),
            }];
        }
        let mut told = self.lines(&kind.lines);
        if kind.lines.is_empty() {
            let by_power = phrase("only by a power.", "seulement par un pouvoir.");
            let lends = |change: &Change| matches!(change, Change::WalkAs(_) | Change::AlsoWalkAs(..));
            let is_lent = self.model.clauses.iter().any(|clause| lends(&clause.change));
            let how = if is_lent { by_power } else { phrase("never.", "jamais.") };
            told.push(Told { what: phrase("Moves", "Se déplace"), how });
        }
        if !kind.lines.iter().any(Line::takes) {
            told.push(Told { what: phrase("Captures", "Capture"), how: phrase("nothing.", "rien.") });
        }
        told.extend(kind.acts.iter().map(|act| self.act(act)));
        told
    }

    pub(super) fn lines(&self, mut lines: &[Line]) -> Vec<Told> {
        let mut told = Vec::new();
        while let Some((line, rest)) = lines.split_first() {
            // A `moves and captures` sentence produces two lines with the same location.
            let both =
                rest.first().is_some_and(|next| next.span == line.span && next.captures != line.captures);
            lines = if both { &rest[1..] } else { rest };
            let what = match (both, line.captures) {
                (true, _) => phrase("Moves and captures", "Se déplace et capture"),
                (false, true) => phrase("Captures", "Capture"),
                (false, false) => phrase("Moves", "Se déplace"),
            };
            told.push(Told { what: self.labelled(what, line.label), how: self.line(line) });
        }
        told
    }

    fn labelled(&self, what: Phrase, label: Option<usize>) -> Phrase {
        let Some(label) = label else { return what };
        let name = self.label(label);
        what.with(" (", " (").and(&name).with(")", ")")
    }

    fn line(&self, line: &Line) -> Phrase {
        let ways = line.ways.iter().map(|way| self.way(way));
        let mut words = Phrase::join(ways, ", or ", ", ou ");
        if let Some((place, inside)) = &line.from {
            let place = self.place(place);
            let (en, fr) = if *inside { ("from", "depuis") } else { ("from outside", "de l'extérieur de") };
            words = words.with(&format!(", only {en} "), &format!(", seulement {fr} ")).and(&place);
        }
        if let Some(place) = &line.only_to {
            words = words.with(", only to ", ", seulement vers ").and(&self.place(place));
        }
        words = self.only_if(words, line.condition.as_ref());
        if !line.capturing.is_empty() {
            let taken = line.capturing.iter().map(|noun| self.taken(noun));
            let il = self.its().pick("il", "elle");
            words = words
                .with("; on arrival it captures ", &format!("\u{a0}; à l'arrivée, {il} capture "))
                .and(&Phrase::join(taken, ", and ", ", et "));
        }
        if let Some(noun) = &line.pulling {
            let (who, il) = (self.noun(noun, Form::One), self.it_does().fr);
            words = words
                .with(
                    "; it pulls to the square that it leaves, from directly behind: ",
                    &format!("\u{a0}; de juste derrière {il} tire sur la case quittée\u{a0}: "),
                )
                .and(&who);
        }
        let words = words.with(".", ".");
        if line.no_attack && self.asks_attacks() {
            return words.with(" This does not count as an attack.", " Ceci ne compte pas comme une attaque.");
        }
        words
    }

    fn only_if(&self, words: Phrase, condition: Option<&Condition>) -> Phrase {
        match condition {
            Some(condition) => words.with(", only ", ", seulement ").and(&self.if_so(condition)),
            None => words,
        }
    }

    /// Returns whether any power depends on attacks or guards.
    fn asks_attacks(&self) -> bool {
        self.model.clauses.iter().any(|clause| clause_asks(clause) == Stratum::Attacks)
    }

    /// Describes the pieces that a move captures in passing; uses the singular if there can be only one.
    fn taken(&self, noun: &Noun) -> Phrase {
        let is_one = noun.relations.iter().any(|relation| match relation {
            Relation::Withdrawn
            | Relation::Approached
            | Relation::Jumped
            | Relation::Behind
            | Relation::Before => self.model.board.shape != Shape::Rows,
            _ => false,
        });
        let jumped = noun
            .relations
            .iter()
            .any(|relation| matches!(relation, Relation::Withdrawn | Relation::Approached | Relation::Jumped));
        self.noun(noun, if is_one || jumped { Form::The } else { Form::Many })
    }

    fn way(&self, legs: &[Leg]) -> Phrase {
        Phrase::join(legs.iter().map(|leg| self.leg(leg)), ", then ", ", puis ")
    }

    fn leg(&self, leg: &Leg) -> Phrase {
        match leg {
            Leg::Step(Step { how, onto }) => self.how(how).and(&self.onto(onto)),
            Leg::Swap(noun) => phrase("by trading places with ", "en échangeant sa place avec ")
                .and(&self.noun(noun, Form::One)),
            Leg::Strike(directions) => {
                let line = self.directions(*directions);
                both!(
                    "it captures the enemy on the next square {} without moving there",
                    "capture sans y aller l'adversaire de la case suivante, {}",
                    line
                )
            }
            Leg::Push(directions, noun) => {
                let (line, who) = (self.directions(*directions), self.noun(noun, Form::One));
                both!(
                    "by pushing {} {} to the empty square right behind, and taking its place",
                    "en poussant {} {} sur la case vide juste derrière, et en prenant sa place",
                    who,
                    line
                )
            }
            Leg::Jump { directions, over } => {
                let line = self.directions(*directions);
                let squares = over.iter().map(|noun| match noun {
                    Some(noun) => self.noun(noun, Form::One),
                    None => phrase("any square", "une case quelconque"),
                });
                let over = Phrase::join(squares, " and ", " et ");
                both!(
                    "by jumping {} over {} to the empty square right behind",
                    "en sautant {} par-dessus {} jusqu'à la case vide juste derrière",
                    line,
                    over
                )
            }
        }
    }

    fn how(&self, how: &How) -> Phrase {
        match how {
            How::Step(directions) => phrase("one square ", "d'une case ").and(&self.directions(*directions)),
            How::Slide { directions, length, leaping, over, just } => {
                let line = self.directions(*directions);
                let far = match length {
                    Length::Exactly(1) => phrase("exactly one square ", "d'une case exactement, "),
                    Length::Exactly(number) => {
                        phrase(format!("exactly {number} squares "), format!("de {number} cases exactement, "))
                    }
                    Length::UpTo(number) => {
                        phrase(format!("up to {number} squares "), format!("de {number} cases au plus, "))
                    }
                    Length::Any => phrase("any distance ", "aussi loin qu'on veut, "),
                }
                .and(&line);
                if let Some(noun) = over {
                    let far = far
                        .with(", passing over exactly one piece", ", par-dessus une seule pièce, exactement");
                    let far = match just {
                        true => far.with(" to the square right behind it", " jusqu'à la case juste derrière"),
                        false => far,
                    };
                    let is_any = noun.whose == Whose::Any && noun.relations.is_empty() && noun.call.is_none();
                    if is_any && noun.kinds == self.model.all_kinds() {
                        return far;
                    }
                    let which = self.noun(noun, Form::One);
                    return far.with(&format!(": {}", which.en), &format!("\u{a0}: {}", which.fr));
                }
                match leaping {
                    None if length.most().is_some_and(|number| number > 1) => {
                        far.with(", over empty squares", ", par des cases vides")
                    }
                    None => far,
                    Some(noun) => {
                        let over = self.noun(noun, Form::Many);
                        far.with(
                            &format!(", passing over {}, each with an empty square right behind it", over.en),
                            &format!(", par-dessus {}, une case vide juste derrière chaque pièce", over.fr),
                        )
                    }
                }
            }
            How::Leap(by) => self.leap(*by, false),
            How::Ride(by) => self.leap(*by, true),
            How::To(target) => self.target(target),
        }
    }

    fn leap(&self, by: Leap, rides: bool) -> Phrase {
        let [a, b] = by.by;
        let far = leap(a.max(b), a.min(b), self.model.board.shape);
        let far = match by.towards {
            DirectionWords::NONE => far,
            words => {
                let line = self.directions(words);
                // The second number of a leap is the distance along the named direction; usually it is the greater one.
                let (en, fr) =
                    if a > b && b > 0 { ("the shorter part ", "la petite partie ") } else { ("", "") };
                far.with(&format!(", {en}{}", line.en), &format!(", {fr}{}", line.fr))
            }
        };
        if rides {
            return far.with(
                ", repeatedly in the same direction over empty squares",
                ", à répétition dans le même sens par des cases vides",
            );
        }
        far.with(", over anything", ", par-dessus tout")
    }

    fn target(&self, target: &Target) -> Phrase {
        match target {
            Target::Place(place) => {
                let place = self.place(place);
                both!(
                    "to {}, from anywhere and over anything",
                    "vers {}, d'où que ce soit et par-dessus tout",
                    place
                )
            }
            Target::Any(limits) => {
                let which = Phrase::join(limits.iter().map(|limit| self.limit(limit)), " ", " ");
                if limits.is_empty() {
                    return phrase(
                        "to any square of the board, over anything",
                        "vers n'importe quelle case du plateau, par-dessus tout",
                    );
                }
                both!(
                    "to any square {}, from anywhere and over anything",
                    "vers n'importe quelle case {}, d'où que ce soit et par-dessus tout",
                    which
                )
            }
        }
    }

    pub(super) fn any_empty(&self, limits: &[TargetLimit]) -> Phrase {
        let any = phrase("any empty square", "n'importe quelle case vide");
        limits.iter().fold(any, |said, limit| said.with(" ", " ").and(&self.limit(limit)))
    }

    pub(super) fn limit(&self, limit: &TargetLimit) -> Phrase {
        match limit {
            TargetLimit::Reached(how) => {
                let far = self.how(how);
                let il = self.it_does().fr;
                both!(
                    "that can be reached from where it stands, {}",
                    "qu'on atteint de là où {il} se trouve, {}",
                    far
                )
            }
            TargetLimit::OtherColour => phrase("of the other colour", "de l'autre couleur"),
            TargetLimit::NextTo(reference) => phrase("next to ", "à côté ").and(&self.beside(reference)),
            TargetLimit::NotNextTo(reference) => {
                phrase("not next to ", "qui n'est pas à côté ").and(&self.beside(reference))
            }
            TargetLimit::Away { least, most, directions } => {
                let line = self.directions(*directions);
                let (en, fr) = if least == most {
                    (least.to_string(), least.to_string())
                } else if *most == *least + 1 {
                    (format!("{least} or {most}"), format!("{least} ou {most}"))
                } else {
                    (format!("{least} to {most}"), format!("{least} à {most}"))
                };
                both!(
                    "{en} steps away, {}, by the shortest path",
                    "à {fr} pas de là, {}, par le plus court chemin",
                    line
                )
            }
            TargetLimit::Enclosing(noun) => {
                let words = self.noun(noun, Form::One);
                let il = self.it_does().fr;
                both!(
                    "where it encloses {} in a row between itself and a friendly piece",
                    "où {il} enferme {} en rang avec une pièce de son camp",
                    words
                )
            }
            TargetLimit::OnFile { noun, most: 0 } => {
                let words = self.noun(noun, Form::None);
                both!("on a column with {}", "d'une colonne où ne se trouve {}", words)
            }
            TargetLimit::OnFile { noun, most } => {
                let words = self.counted(noun, *most);
                both!("on a column with at most {most} {}", "d'une colonne où il y a au plus {most} {}", words)
            }
            TargetLimit::Of(place) => {
                let place = self.place(place);
                phrase(format!("of {}", place.en), super::grammar::of(&place.fr))
            }
        }
    }

    fn onto(&self, onto: &Onto) -> Phrase {
        match onto {
            Onto::Unsaid => Phrase::default(),
            Onto::Empty => phrase(" onto an empty square", " sur une case vide"),
            Onto::Noun(noun) => {
                // Without `own`, a capture is of an enemy.
                let whose = if noun.whose == Whose::Any { Whose::Enemy } else { noun.whose };
                let victim = Noun { whose, ..noun.clone() };
                phrase(" onto ", " sur ").and(&self.noun(&victim, Form::One))
            }
            Onto::Memory(memory) => {
                let name = self.memory(*memory);
                both!(" onto the remembered square {}", " sur la case retenue {}", name)
            }
        }
    }

    pub(super) fn memory(&self, index: usize) -> Phrase {
        self.quoted(&self.model.squares, index, |memory| &memory.name)
    }

    pub(super) fn driven(&self, noun: &Noun, form: Form, drive: Drive) -> Phrase {
        let (who, it) = (self.noun(noun, form), self.it());
        let is_one = form == Form::One;
        let goes = if is_one { "goes" } else { "go" };
        let (way, moves) = match (drive.towards, is_one) {
            (false, true) => ("away from", "s'éloigne"),
            (false, false) => ("away from", "s'éloignent"),
            (true, true) => ("towards", "se rapproche"),
            (true, false) => ("towards", "se rapprochent"),
        };
        let (en, fr) = match drive.far {
            true => ("as far as squares are empty", "aussi loin que les cases sont vides"),
            false => ("one square", "d'une case"),
        };
        phrase(
            format!("{} {goes} straight {way} {}, {en}", who.en, it.en),
            format!("{} {moves} en ligne droite {}, {fr}", who.fr, of(&it.fr)),
        )
    }

    fn act(&self, act: &Act) -> Told {
        let il = self.it_does().fr;
        let how = match &act.effect {
            ActEffect::Removed(None) => phrase("it leaves the board", format!("{il} quitte le plateau")),
            ActEffect::Removed(Some(noun)) => {
                let other = self.noun(noun, Form::One);
                both!("it leaves the board together with {}", "{il} quitte le plateau avec {}", other)
            }
            ActEffect::Turned(noun) => {
                let other = self.noun(noun, Form::One);
                both!("{} changes sides", "{} change de camp", other)
            }
            ActEffect::Driven(noun, drive) => self.driven(noun, Form::One, *drive),
            ActEffect::Becomes(kind) => {
                both!("it becomes {}", "{il} devient {}", self.a(*kind))
            }
        };
        let how = self.only_if(how, act.condition.as_ref());
        let what = phrase("Instead of moving", "Au lieu de se déplacer");
        Told { what: self.labelled(what, Some(act.label)), how: how.with(".", ".") }
    }
}

fn leap(far: usize, aside: usize, shape: Shape) -> Phrase {
    match (far, aside) {
        (far, aside @ 1..) if shape != Shape::Grid => phrase(
            format!("by a leap of {far} squares straight and {aside} in a direction beside it"),
            format!("d'un saut de {far} cases en ligne droite et {aside} dans une direction voisine"),
        ),
        (2, 1) => phrase(
            "by a knight's leap, two squares straight and one aside",
            "d'un saut de cavalier, deux cases en ligne droite et une de côté",
        ),
        (far, 0) => phrase(
            format!("by a leap of exactly {far} squares straight"),
            format!("d'un saut de {far} cases exactement, en ligne droite"),
        ),
        (far, aside) if far == aside => phrase(
            format!("by a leap of exactly {far} squares diagonally"),
            format!("d'un saut de {far} cases exactement, en diagonale"),
        ),
        (far, aside) => phrase(
            format!("by a leap of {far} squares straight and {aside} aside"),
            format!("d'un saut de {far} cases en ligne droite et {aside} de côté"),
        ),
    }
}
