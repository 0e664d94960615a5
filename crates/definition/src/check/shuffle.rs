use super::build::Draft;
use super::names::Names;
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Shape, Shuffle, ShuffleLimit, Whose};
use crate::source::Span;
use crate::syntax::tree::{self, ShuffleLineKind, What};

impl Draft<'_> {
    pub(super) fn shuffle(&self, names: &Names, faults: &mut Vec<Diagnostic>) -> Option<Shuffle> {
        let (lot, span) = self.last(|item| picked!(&item.what, What::Shuffle(lot) => (lot, item.span)))?;
        if self.items.iter().any(|item| matches!(item.what, What::Card(_) | What::Army(_))) {
            faults.push(Code::Unsupported.at(span).error(
                "A game with cards or armies cannot also have shuffled pieces.",
                "Un jeu à cartes ou à armées ne peut pas avoir aussi des pièces mélangées.",
            ));
            return None;
        }
        names.shuffle(lot, span).map_err(|fault| faults.push(fault)).ok()
    }
}

impl Names {
    fn shuffle(&self, lot: &tree::Shuffle, span: Span) -> Result<Shuffle, Diagnostic> {
        let place = self.place(&lot.place, Where::Player)?;
        let squares = self.in_order(&place);
        if place.whose != Whose::Own {
            return Err(Code::Meaning.at(lot.place.span).error(
                "Shuffled pieces need a place with `own`, such as `own rank 1`.",
                "Les pièces mélangées nécessitent un lieu avec «\u{a0}own\u{a0}», comme «\u{a0}own rank 1\u{a0}».",
            ));
        }
        let mut but = 0;
        for name in &lot.but {
            but |= 1 << self.kind(name)?.index();
        }
        let (mut limits, mut is_apart) = (Vec::new(), false);
        for line in &lot.lines {
            match &line.what {
                ShuffleLineKind::Apart => is_apart = true,
                ShuffleLineKind::OppositeColours(kind) => {
                    self.has_colours(line.span)?;
                    limits.push(ShuffleLimit::OppositeColours(self.kind(kind)?));
                }
                ShuffleLineKind::Between(kind, others) => {
                    limits.push(ShuffleLimit::Between(self.kind(kind)?, self.kind(others)?));
                }
            }
        }
        Ok(Shuffle { span, squares, but, limits, is_apart, starts: 0, number: None })
    }

    fn has_colours(&self, span: Span) -> Result<(), Diagnostic> {
        if self.board.shape == Shape::Grid {
            return Ok(());
        }
        Err(Code::Meaning.at(span).error(
            "Hexagons have three colours, so there are no opposite colours.",
            "Les hexagones ont trois couleurs\u{a0}: il n'y a pas de couleurs opposées.",
        ))
    }
}
