use super::grammar::{Gender, that, whether};
use super::lexicon::label;
use super::noun::Form;
use super::phrase::{Phrase, both, phrase};
use super::words::{It, Joint, Words};
use crate::model::{Condition, Noun, Relation, Whose};

impl Words<'_> {
    pub(super) fn while_so(&self, condition: &Condition) -> Phrase {
        let words = self.condition(condition, true);
        phrase(format!("while {}", words.en), format!("tant {}", that(&words.fr)))
    }

    pub(super) fn if_so(&self, condition: &Condition) -> Phrase {
        match condition {
            Condition::Not(inner) => self.unless(inner),
            _ => {
                let words = self.after_if().condition(condition, true);
                phrase(format!("if {}", words.en), whether(&words.fr))
            }
        }
    }

    pub(super) fn unless(&self, condition: &Condition) -> Phrase {
        let words = self.after_if().condition(condition, true);
        phrase(format!("unless {}", words.en), format!("sauf {}", whether(&words.fr)))
    }

    pub(super) fn condition(&self, condition: &Condition, holds: bool) -> Phrase {
        let (il, le) = (self.its().pick("il", "elle"), self.its().pick("le", "la"));
        let is = |positive: bool| if positive { "is" } else { "is not" };
        match condition {
            Condition::All(parts) | Condition::Any(parts) => {
                let each = parts.iter().map(|part| self.condition(part, holds));
                let is_all = matches!(condition, Condition::All(_)) == holds;
                let (and, et) = match (is_all, parts.len()) {
                    (true, 2) => (" and ", "et"),
                    (true, _) => (", and ", "et"),
                    (false, _) => (" or ", "ou"),
                };
                self.joined(each, and, et)
            }
            Condition::Not(inner) => self.condition(inner, !holds),
            Condition::NoMove if holds => phrase("there is no legal move", "aucun coup n'est légal"),
            Condition::NoMove => phrase("there is a legal move", "un coup est légal"),
            Condition::Count { noun, least, most } => self.count(noun, *least, *most, holds),
            Condition::Stands { receiver, relation } => self.stands(*receiver, relation, holds),
            Condition::Called(call) => {
                let name = self.quoted(&self.model.calls, *call, |call| &call.name);
                let not = if holds { format!("{il} est ") } else { format!("{il} n'est pas ") };
                phrase(format!("it {} ", is(holds)), not).and(&name)
            }
            Condition::Under(power) => {
                let name = self.quoted(&self.model.powers, *power, |power| &power.name);
                let on = self.it();
                let (en, fr) = if holds { ("acts", "agit") } else { ("does not act", "n'agit pas") };
                phrase(
                    format!("the power {} {en} on it", name.en),
                    format!("le pouvoir {} {fr} sur {}", name.fr, on.fr),
                )
            }
            Condition::Threatened(noun) => {
                let who = self.noun(noun, Form::One);
                let menaced = self.noun_gender(noun).pick("menacé", "menacée");
                let fr = if holds { format!("est {menaced}") } else { format!("n'est pas {menaced}") };
                phrase(format!("{} {} threatened", who.en, is(holds)), format!("{} {fr}", who.fr))
            }
            Condition::AllThreatened(noun) => {
                let who = self.noun(noun, Form::Many);
                let menaced = self.noun_gender(noun).pick("menacés", "menacées");
                let (en, fr) = if holds { ("all", "tous") } else { ("not all", "pas tous") };
                let fr = match (fr, self.noun_gender(noun)) {
                    ("tous", Gender::Feminine) => "sont toutes",
                    ("tous", Gender::Masculine) => "sont tous",
                    (_, Gender::Feminine) => "ne sont pas toutes",
                    (_, Gender::Masculine) => "ne sont pas tous",
                };
                both!("{} are {en} threatened", "{} {fr} {menaced}", who)
            }
            Condition::Attack { who, whom } => {
                let attackers = self.noun(who, if holds { Form::One } else { Form::None });
                let words = Words { it: It::Piece(self.noun_gender(who)), ..*self };
                let victims = words.noun(whom, Form::One);
                let ne = if holds { "attaque" } else { "n'attaque" };
                both!("{} attacks {}", "{} {ne} {}", attackers, victims)
            }
            Condition::More { noun, than, by } => self.more(noun, than, *by, holds),
            Condition::InRow { noun, least } => {
                let who = self.counted(noun, *least);
                let (en, fr) =
                    if holds { ("stand", "se trouvent") } else { ("do not stand", "ne se trouvent pas") };
                both!(
                    "{least} {} {en} adjacent in a straight line",
                    "{least} {} {fr} côte à côte en ligne droite",
                    who
                )
            }
            Condition::EnemyHasNoMove if holds => {
                phrase("the enemy has no legal move", "l'adversaire n'a aucun coup légal")
            }
            Condition::EnemyHasNoMove => phrase("the enemy has a legal move", "l'adversaire a un coup légal"),
            Condition::Passes(number) => {
                let (en, fr) = match (*number, holds) {
                    (1, true) => ("the previous turn was a pass", "le tour précédent était une passe"),
                    (1, false) => {
                        ("the previous turn was not a pass", "le tour précédent n'était pas une passe")
                    }
                    (_, true) => ("both players have just passed", "les deux joueurs viennent de passer"),
                    (_, false) => (
                        "the players have not both just passed",
                        "les joueurs ne viennent pas tous deux de passer",
                    ),
                };
                phrase(en, fr)
            }
            Condition::ThreatenedBefore => {
                let menaced = self.its().pick("menacé", "menacée");
                let (en, fr) = if holds {
                    ("was", format!("{il} était {menaced}"))
                } else {
                    ("was not", format!("{il} n'était pas {menaced}"))
                };
                phrase(format!("it {en} threatened before the move"), format!("{fr} avant le coup"))
            }
            Condition::ThreatenIt { least } if holds => phrase(
                format!(
                    "{} {} it",
                    at_least(*least, "enemy piece", "enemy pieces"),
                    plural(*least, "threatens", "threaten")
                ),
                format!(
                    "au moins {least} {} {le} {}",
                    plural(*least, "pièce adverse", "pièces adverses"),
                    plural(*least, "menace", "menacent")
                ),
            ),
            Condition::ThreatenIt { least } => phrase(
                format!("fewer than {least} enemy pieces threaten it"),
                format!("moins de {least} pièces adverses {le} menacent"),
            ),
            Condition::MayThen { label: name } => {
                let name = self.label(*name);
                let (en, fr) = if holds { ("may", "peut") } else { ("may not", "ne peut pas") };
                both!("the enemy {en} then make a move {}", "l'adversaire {fr} alors faire un coup {}", name)
            }
            Condition::CountAtLeast { count, least } => {
                let name = self.quoted(&self.model.counts, *count, |count| &count.name);
                if holds {
                    both!("the count {} is {least} or more", "le compteur {} est d'au moins {least}", name)
                } else {
                    both!("the count {} is below {least}", "le compteur {} est en dessous de {least}", name)
                }
            }
        }
    }

    /// Joins conditions. In French, each one repeats the `si` or `que` of the first.
    fn joined(&self, parts: impl Iterator<Item = Phrase>, and: &str, et: &str) -> Phrase {
        let again = |fr: &str| match self.joint {
            Joint::If => whether(fr),
            Joint::That => that(fr),
        };
        let join = |all: Phrase, part: Phrase| {
            all.with(and, &format!(" {et} ")).and(&phrase(part.en, again(&part.fr)))
        };
        parts.reduce(join).unwrap_or_default()
    }

    pub(super) fn label(&self, index: usize) -> Phrase {
        self.model.labels.get(index).map(|name| label(self.model, name)).unwrap_or_default()
    }

    fn more(&self, noun: &Noun, than: &Noun, by: u32, holds: bool) -> Phrase {
        let [one, other] = [noun, than].map(|noun| self.noun(noun, Form::Many));
        let many = self.noun_gender(noun).pick("nombreux", "nombreuses");
        let (one_fr, other_fr) = (&one.fr, &other.fr);
        let fr = match (by, holds) {
            (0, true) => format!("{one_fr} sont au moins aussi {many} que {other_fr}"),
            (0, false) => format!("{one_fr} sont moins {many} que {other_fr}"),
            (1, true) => format!("{one_fr} sont plus {many} que {other_fr}"),
            (1, false) => format!("{one_fr} ne sont pas plus {many} que {other_fr}"),
            (_, true) => format!("{one_fr} sont plus {many} que {other_fr}, d'au moins {by}"),
            (_, false) => format!("{one_fr} ne sont pas plus {many} que {other_fr} d'au moins {by}"),
        };
        let aims = split_aim(noun).zip(split_aim(than));
        let en = match aims.map(|(one, other)| {
            [one, other].map(|(noun, aim)| (self.noun(&noun, Form::Many).en, self.aim(&aim, true, "").en))
        }) {
            Some([(one, does), (other, other_does)]) => {
                let (more, than) = match (by, holds) {
                    (0, true) => ("at least as many".to_owned(), "as"),
                    (0, false) => ("fewer".to_owned(), "than"),
                    (1, true) => ("more".to_owned(), "than"),
                    (1, false) => ("at most as many".to_owned(), "as"),
                    (_, true) => (format!("at least {by} more"), "than"),
                    (_, false) => (format!("fewer than {by} more"), "than"),
                };
                format!("{more} {one} {does} {than} {other} {other_does}")
            }
            None => {
                let (one, other) = (one.en, other.en);
                match (by, holds) {
                    (0, true) => format!("{one} are at least as many as {other}"),
                    (0, false) => format!("{one} are fewer than {other}"),
                    (1, true) => format!("{one} are more than {other}"),
                    (1, false) => format!("{one} are not more than {other}"),
                    (_, true) => format!("{one} are more than {other} by {by} or more"),
                    (_, false) => format!("{one} are not more than {other} by {by} or more"),
                }
            }
        };
        phrase(en, fr)
    }

    fn count(&self, noun: &Noun, least: u32, most: u32, holds: bool) -> Phrase {
        const NONE: (u32, u32) = (0, 0);
        const SOME: (u32, u32) = (1, u32::MAX);
        let asked = match ((least, most), holds) {
            (asked, true) => asked,
            (NONE, false) => SOME,
            (SOME, false) => NONE,
            ((0, most), false) => (most.saturating_add(1), u32::MAX),
            ((least, _), false) => (0, least.saturating_sub(1)),
        };
        let (least, most) = asked;
        if asked == NONE || asked == SOME {
            return self.presence(noun, asked == SOME);
        }
        let last = if most == u32::MAX { least } else { most };
        let number = match asked {
            (0, _) => phrase(format!("at most {most}"), format!("au plus {most}")),
            (_, u32::MAX) => phrase(format!("at least {least}"), format!("au moins {least}")),
            _ if least == most => phrase(format!("exactly {least}"), format!("exactement {least}")),
            _ => phrase(format!("{least} to {most}"), format!("de {least} à {most}")),
        };
        if let Some((noun, aim)) = split_aim(noun) {
            let (who, does) = (self.counted(&noun, last), self.aim(&aim, last != 1, ""));
            return number.with(" ", " ").and(&who).with(" ", " ").and(&does);
        }
        let has = match (self.it, noun.whose) {
            (It::Player, Whose::Own) => phrase("they have", "il a"),
            (It::Player, Whose::Enemy) => phrase("the enemy has", "l'adversaire a"),
            _ if last == 1 => phrase("there is", "il y a"),
            _ => phrase("there are", "il y a"),
        };
        // The verb already states whose pieces are meant.
        let whose = if self.it == It::Player { Whose::Any } else { noun.whose };
        let who = self.counted(&Noun { whose, ..noun.clone() }, last);
        let on = if noun.relations.is_empty() {
            phrase(" on the board", " sur le plateau")
        } else {
            Phrase::default()
        };
        has.with(" ", " ").and(&number).with(" ", " ").and(&who).and(&on)
    }

    fn presence(&self, noun: &Noun, is_there: bool) -> Phrase {
        let form = if is_there { Form::One } else { Form::None };
        let ne = if is_there { "" } else { "ne " };
        if let Some((noun, aim)) = split_aim(noun) {
            return self.noun(&noun, form).with(" ", " ").and(&self.aim(&aim, false, ne));
        }
        let Some((last, rest)) = noun.relations.split_last().filter(|(last, _)| is_place(last)) else {
            let who = self.noun(noun, form);
            let n_est = if is_there { "est" } else { "n'est" };
            return both!("{} is on the board", "{} {n_est} sur le plateau", who);
        };
        let who = self.noun(&Noun { relations: rest.to_vec(), ..noun.clone() }, form);
        let place = self.relation(last, self.noun_gender(noun), false);
        both!("{} stands {}", "{} {ne}se trouve {}", who, place)
    }

    pub(super) fn counted(&self, noun: &Noun, number: u32) -> Phrase {
        // After a number, the names of pieces have no article.
        let words = Words { it: It::Piece(self.its()), ..*self };
        words.noun(noun, if number == 1 { Form::One } else { Form::Many }).bare()
    }

    fn stands(&self, receiver: bool, relation: &Relation, holds: bool) -> Phrase {
        let receiver = receiver && self.of_many;
        let gender = if receiver { self.receivers } else { self.its() };
        let (il, est, n_est) = if receiver {
            (gender.pick("ils", "elles"), "sont", "ne sont pas")
        } else {
            (gender.pick("il", "elle"), "est", "n'est pas")
        };
        let (it, is, is_not) = if receiver { ("they", "are", "are not") } else { ("it", "is", "is not") };
        let which = self.relation(relation, gender, receiver);
        let is_piece = !is_place(relation);
        let piece = match (is_piece, receiver) {
            (false, _) => Phrase::default(),
            (true, false) => phrase("a piece ", "une pièce "),
            (true, true) => phrase("pieces ", "des pièces "),
        };
        let (en, fr) = if holds { (is, est) } else { (is_not, n_est) };
        phrase(format!("{it} {en} "), format!("{il} {fr} ")).and(&piece).and(&which)
    }
}

/// Splits a noun such as `own pieces that guard it` into the pieces and what they do.
fn split_aim(noun: &Noun) -> Option<(Noun, Relation)> {
    let (aim, rest) = noun.relations.split_last()?;
    let is_aim = matches!(aim, Relation::Attacking | Relation::Guarding) && noun.call.is_none();
    is_aim.then(|| (Noun { relations: rest.to_vec(), ..noun.clone() }, aim.clone()))
}

/// Returns whether a relation describes where a piece is rather than which piece it is.
fn is_place(relation: &Relation) -> bool {
    match relation {
        Relation::NextTo(_)
        | Relation::Before
        | Relation::Behind
        | Relation::BeforeOrBehind
        | Relation::Between(..)
        | Relation::Sight(_)
        | Relation::FileCrossesRow(_)
        | Relation::RowCrossesFile(_)
        | Relation::On(_)
        | Relation::Away(_)
        | Relation::OnMemory(_)
        | Relation::OnMarks(_) => true,
        Relation::SameKind
        | Relation::Attacked
        | Relation::Enclosed(_)
        | Relation::Guarded
        | Relation::Attacking
        | Relation::Guarding
        | Relation::Withdrawn
        | Relation::Approached
        | Relation::Jumped
        | Relation::Theirs
        | Relation::NotCalled(_) => false,
    }
}

fn plural<'w>(number: u32, one: &'w str, many: &'w str) -> &'w str {
    if number == 1 { one } else { many }
}

fn at_least(number: u32, one: &str, many: &str) -> String {
    if number == 1 { format!("an {one}") } else { format!("{number} or more {many}") }
}
