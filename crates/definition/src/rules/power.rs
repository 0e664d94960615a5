//! Describes powers: which pieces have them (givers), which they affect (receivers), and their effects.

use super::grammar::{self, Gender};
use super::noun::Form;
use super::phrase::{Phrase, both, phrase};
use super::words::{It, Words, escaped};
use crate::model::{Change, Clause, Condition, Labels, Model, Noun, Power, Subject, Walker, Whose};

pub(super) fn clause(model: &Model, clause: &Clause) -> Phrase {
    let told = clause_sentence(model, clause);
    if clause.main_action {
        // The sentence continues in lower case.
        return phrase("In the main action: ", "Dans l'action principale\u{a0}: ").and(&told.uncapital());
    }
    told
}

fn clause_sentence(model: &Model, clause: &Clause) -> Phrase {
    let words = Words::of_kinds(model, clause.givers);
    let given = clause.while_giver.as_ref().map(|so| words.while_so(so));
    let tail = clause.condition.as_ref().map(|so| words.if_so(so));
    match &clause.subject {
        Subject::Everybody => {
            let who = giver_of(&words, clause);
            let giver = match &clause.while_giver {
                Some(condition) => standing(&words, &who, condition),
                None => phrase(
                    format!("While {} is on the board", who.en),
                    format!("Tant {} est sur le plateau", grammar::that(&who.fr)),
                ),
            };
            let what = match &clause.change {
                Change::CannotCapture(None) => phrase("no piece can capture", "aucune pièce ne peut capturer"),
                change => {
                    let told = Told { is_many: true, gender: Gender::Feminine };
                    phrase("all pieces ", "toutes les pièces ").and(&words.change(change, &told))
                }
            };
            giver.with(", ", ", ").and(&what).more(", ", tail).with(".", ".")
        }
        Subject::It => {
            let noun = of_kinds(clause.givers);
            let told = Told { is_many: false, gender: words.its() };
            let who = if clause.card.is_some() { bearer() } else { words.noun(&noun, Form::One) }.capital();
            let what = words.change(&clause.change, &told);
            who.with(" ", " ").and(&what).more(", ", given).more(", ", tail).with(".", ".")
        }
        Subject::Noun(noun) => {
            let words = Words { receivers: words.noun_gender(noun), of_many: true, ..words };
            let given = clause.while_giver.as_ref().map(|so| words.while_so(so));
            let tail = clause.condition.as_ref().map(|so| words.if_so(so));
            let told = Told { is_many: true, gender: words.receivers };
            let who = giver_of(&words, clause);
            let whom = words.noun(noun, Form::Many);
            let what = words.change(&clause.change, &told);
            phrase(format!("Effect of {}", who.en), format!("Effet {}", grammar::of(&who.fr)))
                .more(", ", given)
                .with(": ", "\u{a0}: ")
                .and(&whom)
                .with(" ", " ")
                .and(&what)
                .more(", ", tail)
                .with(".", ".")
        }
    }
}

fn giver_of(words: &Words<'_>, clause: &Clause) -> Phrase {
    if clause.card.is_some() { bearer() } else { words.givers(clause.givers) }
}

pub(super) fn bearer() -> Phrase {
    phrase("its piece", "sa pièce")
}

pub(super) fn author_description(power: &Power) -> Option<Phrase> {
    let [en, fr] = power.description()?.map(|text| format!("**{}**", escaped(text)));
    Some(phrase(en, fr))
}

fn standing(words: &Words<'_>, who: &Phrase, condition: &Condition) -> Phrase {
    let so = words.condition(condition, true);
    let (en, fr) = (so.en.strip_prefix("it "), so.fr.strip_prefix("il ").or(so.fr.strip_prefix("elle ")));
    match (en, fr) {
        // Replace the pronoun with the piece that has the power.
        (Some(en), Some(fr)) if so.fr != "il y a" => {
            phrase(format!("While {} {en}", who.en), format!("Tant {} {fr}", grammar::that(&who.fr)))
        }
        _ => {
            phrase(format!("While, for {}, {}", who.en, so.en), format!("Tant que, pour {}, {}", who.fr, so.fr))
        }
    }
}

fn of_kinds(kinds: crate::model::Kinds) -> Noun {
    Noun { whose: Whose::Any, another: false, kinds, call: None, relations: Vec::new() }
}

struct Told {
    is_many: bool,
    gender: Gender,
}

impl Told {
    fn pick<'w>(&self, one: &'w str, many: &'w str) -> &'w str {
        if self.is_many { many } else { one }
    }

    fn captured(&self) -> &'static str {
        match (self.gender, self.is_many) {
            (Gender::Masculine, _) => "pris",
            (Gender::Feminine, false) => "prise",
            (Gender::Feminine, true) => "prises",
        }
    }
}

impl Words<'_> {
    fn change(&self, change: &Change, told: &Told) -> Phrase {
        let cannot = told.pick("ne peut pas", "ne peuvent pas");
        let walks = told.pick("walks", "walk");
        match change {
            Change::CannotMove => phrase("cannot move", format!("{cannot} bouger")),
            Change::CannotCapture(None) => phrase("cannot capture", format!("{cannot} capturer")),
            Change::CannotCapture(Some(noun)) => {
                let whom = self.noun(noun, Form::One);
                both!("cannot capture {}", "{cannot} capturer {}", whom)
            }
            Change::CannotBeCaptured(labels) => {
                let by = labels.map(|labels| self.by(labels)).unwrap_or_default();
                phrase("cannot be captured", format!("{cannot} être {}", told.captured())).and(&by)
            }
            Change::CannotMake(label) => {
                let name = self.label(*label);
                both!("cannot make a move {}", "{cannot} faire un coup {}", name)
            }
            Change::CapturedOnlyWhile(condition) => {
                let can = told.pick("ne peut être", "ne peuvent être");
                let words = Words { it: It::Piece(told.gender), ..self.after_if() };
                let so = words.condition(condition, true);
                phrase(
                    format!("can be captured only while {}", so.en),
                    format!("{can} {} que {}", told.captured(), grammar::whether(&so.fr)),
                )
            }
            Change::WalkAs(walker) => {
                let who = self.walker(*walker);
                let does = if matches!(walker, Walker::It) { " does" } else { "" };
                phrase(
                    format!("{walks} as {}{does}, not in {} own way", who.en, told.pick("its", "their")),
                    format!(
                        "{} comme {}, et non à {} façon",
                        told.pick("marche", "marchent"),
                        who.fr,
                        told.pick("sa", "leur")
                    ),
                )
            }
            Change::AlsoWalkAs(walker, place) => {
                let who = self.walker(*walker);
                let does = if matches!(walker, Walker::It) { " does" } else { "" };
                let words = phrase(
                    format!("also {walks} as {}{does}", who.en),
                    format!("{} aussi comme {}", told.pick("marche", "marchent"), who.fr),
                );
                match place {
                    Some(place) => words.with(", only to ", ", seulement vers ").and(&self.place(place)),
                    None => words,
                }
            }
            Change::Exchanged => phrase(
                format!("{walks} with straight and diagonal exchanged"),
                format!(
                    "{} en échangeant «\u{a0}en ligne droite\u{a0}» et «\u{a0}en diagonale\u{a0}»",
                    told.pick("marche", "marchent")
                ),
            ),
            Change::Wrapped => phrase(
                format!("{walks} along wrapped rows"),
                format!("{} le long de rangées enroulées", told.pick("marche", "marchent")),
            ),
            Change::OneSquare => phrase(
                format!(
                    "{} only one square where {} could move any distance",
                    told.pick("moves", "move"),
                    told.pick("it", "they")
                ),
                format!(
                    "{} que d'une case au lieu d'aller aussi loin qu'on veut",
                    told.pick("n'avance", "n'avancent")
                ),
            ),
            Change::Through(noun) => {
                let whom = self.noun(noun, Form::Many);
                phrase(
                    format!("{} over {} as over empty squares", told.pick("slides", "slide"), whom.en),
                    format!(
                        "{} par-dessus {} comme si les cases étaient vides",
                        told.pick("glisse", "glissent"),
                        whom.fr
                    ),
                )
            }
            Change::StopOn(place) => phrase(
                told.pick(
                    "stops on the first square that it reaches of ",
                    "stop on the first square that they reach of ",
                ),
                told.pick(
                    "s'arrête sur la première case atteinte de ",
                    "s'arrêtent sur la première case atteinte de ",
                ),
            )
            .and(&self.place(place)),
            Change::MayBecome(kind) => phrase(
                format!(
                    "may become {} where {}, as a move",
                    if told.is_many { self.plural(*kind) } else { self.a(*kind) }.en,
                    told.pick("it stands", "they stand")
                ),
                format!(
                    "{} devenir {} sur place, ce qui est un coup",
                    told.pick("peut", "peuvent"),
                    if told.is_many { self.plural(*kind) } else { self.name(*kind) }.fr
                ),
            ),
            Change::Must { label: None, condition: Condition::Stands { receiver: false, relation } } => {
                let which = self.relation(relation, told.gender, told.is_many);
                both!("must stand {} after its move", "doit se trouver, après son coup, {}", which)
            }
            Change::Must { label, condition } => {
                let by = Phrase::default().more(" ", label.map(|label| self.label(label)));
                let so = self.after_if().condition(condition, true);
                phrase(
                    format!("can make a move{} only if afterwards {}", by.en, so.en),
                    format!("ne peut faire un coup{} que {} ensuite", by.fr, grammar::whether(&so.fr)),
                )
            }
        }
    }

    pub(super) fn by(&self, labels: Labels) -> Phrase {
        let labels = (0..self.model.labels.len()).filter(|index| labels >> index & 1 != 0);
        phrase(" by a move ", " par un coup ").and(&Phrase::any(labels.map(|index| self.label(index))))
    }

    fn walker(&self, walker: Walker) -> Phrase {
        match walker {
            Walker::It => self.it(),
            Walker::Kind(kind) => phrase(self.a(kind).en, self.the(kind).fr),
        }
    }
}
