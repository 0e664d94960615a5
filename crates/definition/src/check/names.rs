//! Resolves the names of pieces, labels, zones and so on.

use entourage_kernel::{Kind, Side, Square};

use super::suggest;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Board, Kinds, Labels, Zone};
use crate::source::Span;
use crate::syntax::tree::Name;

pub(crate) struct Names {
    pub(crate) board: Board,
    pub(crate) sides: [String; 2],
    pub(crate) kinds: Vec<KindNames>,
    pub(crate) labels: Vec<String>,
    pub(crate) hands: [Vec<Square>; 2],
    pub(crate) zones: Vec<Zone>,
    pub(crate) calls: Vec<String>,
    pub(crate) powers: Vec<String>,
    pub(crate) squares: Vec<String>,
    pub(crate) marks: Vec<String>,
    /// Maximum value of each count.
    pub(crate) heights: Vec<u32>,
    pub(crate) counts: Vec<String>,
    pub(crate) cards: Vec<String>,
    /// Indexes of the counts that a condition other than an end condition depends on.
    pub(crate) felt: std::cell::RefCell<std::collections::BTreeSet<usize>>,
    pub(crate) used: std::cell::RefCell<std::collections::BTreeSet<String>>,
}

pub(crate) struct KindNames {
    pub(crate) name: String,
    pub(crate) short: Option<String>,
    pub(crate) plural: Option<String>,
    pub(crate) is_block: bool,
}

/// Lists the possible singulars of a word, starting with the word itself.
pub(crate) fn singulars(word: &str) -> Vec<String> {
    let mut found = vec![word.to_owned()];
    found.extend(word.strip_suffix("ies").map(|stem| format!("{stem}y")));
    found.extend(word.strip_suffix("es").map(str::to_owned));
    found.extend(word.strip_suffix('s').map(str::to_owned));
    found.extend(word.strip_suffix("men").map(|stem| format!("{stem}man")));
    if let Some(stem) = word.strip_suffix("ves") {
        found.extend([format!("{stem}f"), format!("{stem}fe")]);
    }
    found
}

impl Names {
    fn unknown<'w>(name: &Name, en: &str, fr: &str, known: impl IntoIterator<Item = &'w str>) -> Diagnostic {
        let text = &name.text;
        let fault = Code::UnknownName.at(name.span).error(format!("{en} {text}."), format!("{fr} {text}."));
        suggest(fault, text, known)
    }

    pub(crate) fn kind(&self, name: &Name) -> Result<Kind, Diagnostic> {
        let words = singulars(&name.text);
        let is_meant = |kind: &KindNames| {
            kind.plural.as_ref() == Some(&name.text)
                || words.iter().any(|word| *word == kind.name || kind.short.as_ref() == Some(word))
        };
        let all = || self.kinds.iter().map(|kind| kind.name.as_str());
        let found = self.kinds.iter().position(is_meant);
        let found = found.ok_or_else(|| {
            Self::unknown(name, "There is no piece named", "Il n'y a pas de pièce nommée", all())
        });
        Ok(Kind(found? as u8))
    }

    pub(crate) fn kinds(&self, names: &[Name]) -> Result<Kinds, Diagnostic> {
        names.iter().try_fold(0, |kinds, name| Ok(kinds | 1 << self.kind(name)?.index()))
    }

    pub(crate) fn all_kinds(&self) -> Kinds {
        let all = if self.kinds.len() >= 32 { u32::MAX } else { (1 << self.kinds.len()) - 1 };
        all & !self.blocks()
    }

    pub(crate) fn blocks(&self) -> Kinds {
        let blocks = self.kinds.iter().enumerate().filter(|(_, kind)| kind.is_block);
        blocks.fold(0, |kinds, (index, _)| kinds | 1 << index)
    }

    pub(crate) fn sided(&self, name: &Name) -> Result<Kind, Diagnostic> {
        let kind = self.kind(name)?;
        if self.kinds[kind.index()].is_block {
            return Err(Code::Meaning.at(name.span).error(
                format!("The {} is neutral: it only blocks other pieces.", name.text),
                format!("{} est neutre\u{a0}: cette pièce ne fait que barrer le chemin.", name.text),
            ));
        }
        Ok(kind)
    }

    pub(crate) fn all_sided(&self, names: &[Name]) -> Result<Kinds, Diagnostic> {
        names.iter().try_fold(0, |kinds, name| Ok(kinds | 1 << self.sided(name)?.index()))
    }

    pub(crate) fn label(&self, name: &Name) -> Result<usize, Diagnostic> {
        let found = self.labels.iter().position(|label| *label == name.text);
        found.ok_or_else(|| {
            let (text, known) = (&name.text, self.labels.iter().map(String::as_str));
            let fault = Code::UnknownName.at(name.span).error(
                format!("No line of this game has the label {text}."),
                format!("Aucune ligne de ce jeu n'a l'étiquette {text}."),
            );
            suggest(fault, text, known)
        })
    }

    pub(crate) fn labels(&self, names: &[Name]) -> Result<Labels, Diagnostic> {
        names.iter().try_fold(0, |labels, name| Ok(labels | 1 << self.label(name)?))
    }

    pub(crate) fn call(&self, name: &Name) -> Result<usize, Diagnostic> {
        let words = singulars(&name.text);
        let found = self.calls.iter().position(|call| words.contains(call));
        let known = self.calls.iter().map(String::as_str).chain(["piece", "enemies"]);
        let found = found.ok_or_else(|| {
            Self::unknown(name, "There is nothing named", "Il n'y a rien qui s'appelle", known)
        })?;
        self.used.borrow_mut().insert(self.calls[found].clone());
        Ok(found)
    }

    pub(crate) fn power(&self, name: &Name) -> Option<usize> {
        self.powers.iter().position(|power| *power == name.text)
    }

    pub(crate) fn square_memory(&self, name: &Name) -> Result<usize, Diagnostic> {
        let known = self.squares.iter().map(String::as_str);
        self.find_square_memory(name).ok_or_else(|| {
            Self::unknown(
                name,
                "There is no remembered square named",
                "Il n'y a pas de case retenue nommée",
                known,
            )
        })
    }

    pub(crate) fn marks(&self, name: &Name) -> Result<usize, Diagnostic> {
        let known = self.marks.iter().map(String::as_str);
        self.find_marks(name).ok_or_else(|| {
            Self::unknown(
                name,
                "There are no marked squares named",
                "Il n'y a pas de cases marquées nommées",
                known,
            )
        })
    }

    pub(crate) fn find_marks(&self, name: &Name) -> Option<usize> {
        self.marks.iter().position(|marks| *marks == name.text)
    }

    pub(crate) fn find_square_memory(&self, name: &Name) -> Option<usize> {
        self.squares.iter().position(|memory| *memory == name.text)
    }

    pub(crate) fn count(&self, name: &Name) -> Result<usize, Diagnostic> {
        let known = self.counts.iter().map(String::as_str);
        let found = self.counts.iter().position(|memory| *memory == name.text);
        found.ok_or_else(|| {
            Self::unknown(name, "There is no count named", "Il n'y a pas de compteur nommé", known)
        })
    }

    pub(crate) fn card(&self, name: &Name) -> Result<usize, Diagnostic> {
        let known = self.cards.iter().map(String::as_str);
        let found = self.cards.iter().position(|card| *card == name.text);
        found
            .ok_or_else(|| Self::unknown(name, "There is no card named", "Il n'y a pas de carte nommée", known))
    }

    pub(crate) fn zone(&self, name: &Name) -> Result<usize, Diagnostic> {
        let known = self.zones.iter().map(|zone| zone.name.as_str());
        let found = self.zones.iter().position(|zone| zone.name == name.text);
        let found = found.ok_or_else(|| {
            Self::unknown(name, "There is no zone named", "Il n'y a pas de zone nommée", known)
        })?;
        self.used.borrow_mut().insert(name.text.clone());
        Ok(found)
    }

    pub(crate) fn side(&self, name: &Name) -> Result<Side, Diagnostic> {
        let known = self.sides.iter().map(String::as_str);
        let found = self.sides.iter().position(|side| *side == name.text);
        let found = found.ok_or_else(|| {
            Self::unknown(name, "There is no side named", "Il n'y a pas de camp nommé", known)
        })?;
        Ok(Side::BOTH[found])
    }

    pub(crate) fn square(&self, name: &Name) -> Result<entourage_kernel::Square, Diagnostic> {
        self.board.topology.find(&name.text).ok_or_else(|| {
            let known: Vec<&str> =
                self.board.topology.squares.iter().map(|square| square.name.as_str()).collect();
            Self::unknown(name, "The board has no square", "Le plateau n'a pas de case", known)
        })
    }

    pub(crate) fn row(&self, number: u32, span: Span) -> Result<usize, Diagnostic> {
        let rows = self.board.deepest();
        if (1..=rows as u32).contains(&number) {
            return Ok(number as usize);
        }
        Err(Code::Size.at(span).error(
            format!("There is no row {number}: the board has {rows} rows."),
            format!("Il n'y a pas de rangée {number}\u{a0}: le plateau en a {rows}."),
        ))
    }
}
