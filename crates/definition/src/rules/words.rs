use entourage_kernel::Kind;

use super::grammar::{Gender, an, english_plural, french_plural, gender, the};
use super::lexicon::quoted;
use super::phrase::{Phrase, phrase};
use crate::model::{Kinds, Model};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum It {
    /// A piece, with the gender of its French name; `own` means the side of that piece.
    Piece(Gender),
    /// The player to whom the sentence applies.
    Player,
}

/// The French conjunction before a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    If,
    That,
}

#[derive(Clone, Copy)]
pub(super) struct Words<'m> {
    pub(super) model: &'m Model,
    pub(super) it: It,
    /// The French gender of the pieces that a power affects.
    pub(super) receivers: Gender,
    /// Whether the power affects several pieces rather than only the piece that has the power.
    pub(super) of_many: bool,
    pub(super) joint: Joint,
}

impl<'m> Words<'m> {
    pub(super) fn of_player(model: &'m Model) -> Self {
        Self { model, it: It::Player, receivers: Gender::Feminine, of_many: false, joint: Joint::That }
    }

    pub(super) fn of_kinds(model: &'m Model, kinds: Kinds) -> Self {
        let words = Self::of_player(model);
        Self { it: It::Piece(words.gender(kinds)), ..words }
    }

    pub(super) fn after_if(&self) -> Self {
        Self { joint: Joint::If, ..*self }
    }

    /// Returns the gender of the French pronoun for a piece of one of several kinds: feminine like `pièce`, unless a kind is masculine.
    pub(super) fn gender(&self, kinds: Kinds) -> Gender {
        if kinds == self.model.all_kinds() || kinds == 0 || self.is_most(kinds) {
            return Gender::Feminine;
        }
        let mut genders = self.kinds(kinds).map(|kind| gender(self.french(kind)));
        if genders.all(|gender| gender == Gender::Feminine) { Gender::Feminine } else { Gender::Masculine }
    }

    pub(super) fn kinds(&self, kinds: Kinds) -> impl Iterator<Item = Kind> + use<> {
        (0..self.model.kinds.len() as u8).filter(move |index| kinds >> index & 1 != 0).map(Kind)
    }

    /// Returns whether a set of kinds is described more briefly by the kinds that it excludes.
    pub(super) fn is_most(&self, kinds: Kinds) -> bool {
        let (all, left) = (self.model.all_kinds(), self.model.all_kinds() & !kinds);
        left != 0 && kinds.count_ones() >= 4 && left.count_ones() <= 2 && kinds != all
    }

    pub(super) fn english(&self, kind: Kind) -> &'m str {
        self.model.kinds.get(kind.index()).map_or("", |kind| kind.name.as_str())
    }

    pub(super) fn french(&self, kind: Kind) -> &'m str {
        let known = self.model.kinds.get(kind.index());
        known.map_or("", |kind| kind.french.as_deref().unwrap_or(&kind.name))
    }

    pub(super) fn name(&self, kind: Kind) -> Phrase {
        phrase(self.english(kind), self.french(kind)).escaped()
    }

    pub(super) fn names(&self, kinds: Kinds) -> impl Iterator<Item = Phrase> {
        self.kinds(kinds).map(|kind| self.name(kind))
    }

    /// Writes the name of a kind with a definite article: `the Knight`, `le Cavalier`.
    pub(super) fn the(&self, kind: Kind) -> Phrase {
        phrase(format!("the {}", self.english(kind)), the(self.french(kind))).escaped()
    }

    /// Writes the name of a kind, with an indefinite article in English only: `a Knight`.
    pub(super) fn a(&self, kind: Kind) -> Phrase {
        let Phrase { en, fr } = self.name(kind);
        phrase(an(&en), fr)
    }

    pub(super) fn plurals(&self, kinds: Kinds) -> impl Iterator<Item = Phrase> {
        self.kinds(kinds).map(|kind| phrase("", "les ").and(&self.plural(kind)))
    }

    pub(super) fn plural(&self, kind: Kind) -> Phrase {
        let [en, fr] = self.model.kinds.get(kind.index()).map(|kind| kind.plurals.clone()).unwrap_or_default();
        let en = en.unwrap_or_else(|| english_plural(self.english(kind)));
        phrase(en, fr.unwrap_or_else(|| french_plural(self.french(kind)))).escaped()
    }

    /// Quotes the name of the element of `list` at `index`.
    pub(super) fn quoted<T>(&self, list: &[T], index: usize, name: impl Fn(&T) -> &str) -> Phrase {
        list.get(index).map(|known| quoted(self.model, name(known))).unwrap_or_default()
    }

    pub(super) fn its(&self) -> Gender {
        match self.it {
            It::Piece(gender) => gender,
            It::Player => Gender::Masculine,
        }
    }

    pub(super) fn it(&self) -> Phrase {
        phrase("it", self.its().pick("lui", "elle"))
    }

    pub(super) fn it_does(&self) -> Phrase {
        phrase("it", self.its().pick("il", "elle"))
    }
}

/// Escapes Markdown and HTML characters in a name.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for sign in name.chars() {
        if "\\`*_{}[]<>#|~&$^".contains(sign) {
            text.push('\\');
        }
        text.push(sign);
    }
    text
}

pub(super) fn code(text: &str) -> String {
    if text.contains('`') { escaped(text) } else { format!("`{text}`") }
}
