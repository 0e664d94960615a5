use super::grammar::{Gender, an, elides, gender, of, that, the};
use super::lexicon::quoted;
use super::phrase::{Phrase, phrase};
use super::words::{It, Words, escaped};
use crate::model::{DirectionWords, Kinds, Noun, Reference, Relation, Whose};

/// The grammatical form of a noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    One,
    The,
    Many,
    None,
}

impl Words<'_> {
    pub(super) fn noun(&self, noun: &Noun, form: Form) -> Phrase {
        let gender = self.noun_gender(noun);
        let mut words = self.head(noun, form);
        if let Some(call) = noun.call.and_then(|call| self.model.calls.get(call)) {
            let dite =
                if form == Form::Many { gender.pick("dits", "dites") } else { gender.pick("dit", "dite") };
            words = words.with(" called ", &format!(" {dite} ")).and(&quoted(self.model, &call.name));
        }
        for relation in &noun.relations {
            words = words.with(" ", " ").and(&self.relation(relation, gender, form == Form::Many));
        }
        words
    }

    pub(super) fn is_hand(&self, place: &crate::model::Place) -> bool {
        matches!(place.words, crate::model::PlaceWords::Zone(zone) if self.model.is_hand(zone))
    }

    pub(super) fn noun_gender(&self, noun: &Noun) -> Gender {
        self.gender(noun.kinds)
    }

    fn head(&self, noun: &Noun, form: Form) -> Phrase {
        let another = noun.another && form == Form::One;
        let (en, fr_side) = self.sides(noun.whose, form);
        let names = self.kind_names(noun.kinds, form, another);
        let en = match form {
            _ if another => format!("another {en}{}", names.en),
            // The determiner `their` replaces the article.
            Form::One | Form::The if en == "their " => format!("{en}{}", names.en),
            Form::One => an(&format!("{en}{}", names.en)),
            Form::The => format!("the {en}{}", names.en),
            Form::Many => format!("{en}{}", names.en),
            Form::None => format!("no {en}{}", names.en),
        };
        let is_theirs = noun.whose == Whose::Own && self.it == It::Player;
        let fr = match form {
            Form::One | Form::The if is_theirs && !another => self.possessive(noun.kinds),
            Form::Many if is_theirs => format!("ses {}", names.fr.trim_start_matches("les ")),
            // In French, the words for the side precede the exception, as in "toute pièce ennemie sauf le Roi".
            _ => match names.fr.split_once(" sauf ") {
                Some((head, left)) => format!("{head}{fr_side} sauf {left}"),
                None => format!("{}{fr_side}", names.fr),
            },
        };
        let en = if noun.whose == Whose::Their { format!("{en} of their own side") } else { en };
        phrase(en, fr)
    }

    /// Returns the words for a side, to put before an English noun and after a French one.
    fn sides(&self, whose: Whose, form: Form) -> (&'static str, &'static str) {
        match (whose, form) {
            (Whose::Own, Form::One | Form::The | Form::Many) if self.it == It::Player => {
                ("their ", " de son camp")
            }
            (Whose::Own, _) => ("friendly ", " de son camp"),
            (Whose::Enemy, Form::Many) => ("enemy ", " adverses"),
            (Whose::Enemy, _) => ("enemy ", " adverse"),
            (Whose::Their, _) => ("", " de leur camp"),
            (Whose::Its | Whose::Any, _) => ("", ""),
        }
    }

    fn possessive(&self, kinds: Kinds) -> String {
        if kinds == self.model.all_kinds() || self.is_most(kinds) {
            return "une de ses pièces".to_owned();
        }
        let his = |kind| {
            let name = self.french(kind);
            let is_his = gender(name) == Gender::Masculine || elides(name);
            Phrase::same(format!("{} {}", if is_his { "son" } else { "sa" }, escaped(name)))
        };
        Phrase::any(self.kinds(kinds).map(his)).fr
    }

    /// Writes the names of kinds, in French with articles.
    pub(super) fn kind_names(&self, kinds: Kinds, form: Form, another: bool) -> Phrase {
        let is_all = kinds == self.model.all_kinds();
        if is_all || self.is_most(kinds) {
            let (en, fr) = match form {
                Form::One if another => ("piece", "une autre pièce"),
                Form::One => ("piece", "une pièce"),
                Form::The => ("piece", "la pièce"),
                Form::Many => ("pieces", "les pièces"),
                Form::None => ("piece", "aucune pièce"),
            };
            let words = phrase(en, fr);
            if is_all {
                return words;
            }
            let others = self.model.all_kinds() & !kinds;
            return words.with(" other than ", " sauf ").and(&Phrase::all(self.plurals(others)));
        }
        let each = self.kinds(kinds).map(|kind| {
            let (en, fr) = (self.english(kind), self.french(kind));
            let of_gender = |masculine, feminine| gender(fr).pick(masculine, feminine);
            let french = match form {
                Form::One if another => format!("{} {fr}", of_gender("un autre", "une autre")),
                Form::One => format!("{} {fr}", of_gender("un", "une")),
                Form::The => the(fr),
                Form::Many => return self.plural(kind),
                Form::None => format!("{} {fr}", of_gender("aucun", "aucune")),
            };
            phrase(en, french).escaped()
        });
        match form {
            Form::Many => phrase("", "les ").and(&Phrase::all(each)),
            Form::None => Phrase::list(each, "or", "ni"),
            Form::One | Form::The => Phrase::any(each),
        }
    }

    /// Writes the names of kinds that have a power or act: `the Genius`, `any piece but the King`.
    pub(super) fn givers(&self, kinds: Kinds) -> Phrase {
        let left = self.model.all_kinds() & !kinds;
        let names = |kinds| self.kinds(kinds).map(|kind| self.the(kind));
        if left == 0 {
            return phrase("any piece", "n'importe quelle pièce");
        }
        if self.is_most(kinds) {
            return phrase("any piece but ", "n'importe quelle pièce sauf ").and(&Phrase::all(names(left)));
        }
        Phrase::any(names(kinds))
    }

    /// Describes pieces by where they are and what happens to them.
    pub(super) fn relation(&self, relation: &Relation, gender: Gender, is_many: bool) -> Phrase {
        let (it, does) = (self.it(), self.it_does());
        match relation {
            Relation::NextTo(reference) => phrase("next to ", "à côté ").and(&self.beside(reference)),
            Relation::Before => phrase("directly in front of it", format!("juste devant {}", it.fr)),
            Relation::Behind => phrase("directly behind it", format!("juste derrière {}", it.fr)),
            Relation::BeforeOrBehind => {
                phrase("directly in front of it or behind it", format!("juste devant ou derrière {}", it.fr))
            }
            Relation::Between(noun, directions) => {
                let other = self.noun(noun, Form::One);
                let line = self.directions(*directions);
                phrase(
                    format!("directly between it and {} ({})", other.en, line.en),
                    format!("juste entre {} et {} ({})", it.fr, other.fr, line.fr),
                )
            }
            Relation::Sight(through) => phrase("in its sight", "dans sa ligne de vue").and(
                &through.as_ref().map_or_else(Phrase::default, |noun| {
                    phrase(" through ", " à travers ").and(&self.noun(noun, Form::Many))
                }),
            ),
            Relation::SameKind => phrase("of its own kind", "de la même sorte"),
            Relation::Enclosed(directions) => {
                let line = match *directions {
                    DirectionWords::ANY => Phrase::default(),
                    words => phrase(" ", ", ").and(&self.directions(words)),
                };
                phrase(
                    "that it encloses in a row between itself and a friendly piece",
                    format!("{} enferme en rang avec une pièce de son camp", that(&does.fr)),
                )
                .and(&line)
            }
            Relation::Attacked => phrase("that it attacks", format!("{} attaque", that(&does.fr))),
            Relation::Guarded => phrase("that it guards", format!("{} garde", that(&does.fr))),
            Relation::Attacking | Relation::Guarding => {
                phrase("that ", "qui ").and(&self.aim(relation, is_many, ""))
            }
            Relation::Withdrawn => phrase("that it withdraws from", format!("dont {} s'éloigne", does.fr)),
            Relation::Approached => {
                phrase("straight ahead of where it arrives", "droit devant la case d'arrivée")
            }
            Relation::Jumped => phrase("that it jumps over", format!("{} saute", that(&does.fr))),
            Relation::FileCrossesRow(noun) => {
                let other = self.noun(noun, Form::The);
                phrase(
                    format!("where its column crosses the row of {}", other.en),
                    format!("là où sa colonne croise la rangée {}", of(&other.fr)),
                )
            }
            Relation::RowCrossesFile(noun) => {
                let other = self.noun(noun, Form::The);
                phrase(
                    format!("where its row crosses the column of {}", other.en),
                    format!("là où sa rangée croise la colonne {}", of(&other.fr)),
                )
            }
            Relation::Theirs => phrase("of their own side", "de leur camp"),
            Relation::Away(limit) => self.limit(limit),
            Relation::OnMarks(marks) => {
                let name = quoted(self.model, &self.model.marks[*marks]);
                phrase("on a square marked ", "sur une case marquée ").and(&name)
            }
            Relation::OnMemory(memory) => {
                let name = quoted(self.model, &self.model.squares[*memory].name);
                phrase("on the square ", "sur la case ").and(&name)
            }
            Relation::On(place) if self.is_hand(place) && place.whose == Whose::Enemy => {
                phrase("in the enemy's hand", "dans la main adverse")
            }
            Relation::On(place) if self.is_hand(place) => phrase("in hand", "en main"),
            Relation::On(place) => phrase("on ", "sur ").and(&self.place_of(place, is_many)),
            Relation::NotCalled(call) => {
                let name = self.quoted(&self.model.calls, *call, |call| &call.name);
                let (en, fr) = if is_many {
                    ("that are not ", format!("qui ne sont pas {} ", gender.pick("dits", "dites")))
                } else {
                    ("that is not ", format!("qui n'est pas {} ", gender.pick("dit", "dite")))
                };
                phrase(en, fr).and(&name)
            }
        }
    }

    /// Writes what a piece does that attacks or guards `it`; the French words begin with `ne`.
    pub(super) fn aim(&self, relation: &Relation, is_many: bool, ne: &str) -> Phrase {
        let [s, nt] = if is_many { ["", "nt"] } else { ["s", ""] };
        match relation {
            Relation::Attacking => phrase(format!("attack{s} it"), format!("{ne}l'attaque{nt}")),
            _ => phrase(format!("guard{s} it"), format!("{ne}{} garde{nt}", self.its().pick("le", "la"))),
        }
    }

    /// Describes the neighbour in "next to …"; the French words begin with `de`.
    pub(super) fn beside(&self, reference: &Reference) -> Phrase {
        match reference {
            Reference::It => phrase("it", of(&self.it().fr)),
            Reference::Noun(noun) => {
                let other = self.noun(noun, Form::One);
                phrase(other.en, of(&other.fr))
            }
        }
    }

    pub(super) fn directions(&self, words: DirectionWords) -> Phrase {
        let known = [
            (DirectionWords::ANY, "in any direction", "dans n'importe quelle direction"),
            (DirectionWords::STRAIGHT, "straight", "en ligne droite"),
            (DirectionWords::DIAGONALLY_FORWARD, "diagonally forward", "en diagonale vers l'avant"),
            (DirectionWords::DIAGONALLY_BACKWARD, "diagonally backward", "en diagonale vers l'arrière"),
            (DirectionWords::OBLIQUELY_FORWARD, "obliquely forward", "obliquement vers l'avant"),
            (DirectionWords::DIAGONAL, "diagonally", "en diagonale"),
            (DirectionWords::FORWARD, "forward", "vers l'avant"),
            (DirectionWords::BACKWARD, "backward", "vers l'arrière"),
            (DirectionWords::FORWARD_LEFT, "forward to the left", "vers l'avant à gauche"),
            (DirectionWords::FORWARD_RIGHT, "forward to the right", "vers l'avant à droite"),
            (DirectionWords::BACKWARD_LEFT, "backward to the left", "vers l'arrière à gauche"),
            (DirectionWords::BACKWARD_RIGHT, "backward to the right", "vers l'arrière à droite"),
            (DirectionWords::LEFT, "to the left", "à gauche"),
            (DirectionWords::RIGHT, "to the right", "à droite"),
            (DirectionWords::SIDEWAYS, "sideways", "de côté"),
            (DirectionWords::TURNING, "at a right angle", "à angle droit"),
            (DirectionWords::BENDING, "at 45 degrees", "en biais, à 45 degrés"),
            (DirectionWords::ONWARD, "onward in the same direction", "dans la même direction"),
        ];
        let is_any = words.has(DirectionWords::ANY);
        let part = DirectionWords::STRAIGHT.with(DirectionWords::DIAGONAL);
        let meant = known.iter().filter(|(word, ..)| {
            words.has(*word) && !(is_any && *word != DirectionWords::ANY && part.has(*word))
        });
        Phrase::any(meant.map(|(_, en, fr)| phrase(*en, *fr)))
    }
}
