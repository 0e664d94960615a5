use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Side, Square};

use super::build::Draft;
use super::names::Names;
use super::naming::{too_many, twice};
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic, kept};
use crate::model::{Army, MAX_ARMIES, Place, Whose};
use crate::syntax::tree::{self, What};

impl Draft<'_> {
    pub(super) fn armies(&self, names: &Names, faults: &mut Vec<Diagnostic>) -> Vec<Army> {
        let mut found: Vec<Army> = Vec::new();
        let said =
            self.items.iter().filter_map(|item| picked!(&item.what, What::Army(army) => (army, item.span)));
        for (army, span) in said {
            if found.len() == MAX_ARMIES {
                faults.push(too_many(span, MAX_ARMIES));
                break;
            }
            if self.items.iter().any(|item| matches!(item.what, What::Card(_))) {
                faults.push(Code::Unsupported.at(span).error(
                    "A game with cards cannot also have armies.",
                    "Un jeu à cartes ne peut pas avoir aussi des armées.",
                ));
                break;
            }
            if found.iter().any(|other| other.name == army.name.text) {
                faults.push(twice(&army.name));
            }
            found.extend(kept(names.army(army), faults));
        }
        found
    }
}

impl Names {
    /// Lists each side's squares in a place (a zone or a range of rows), row by row from that side's point of view.
    pub(super) fn in_order(&self, place: &Place) -> [Vec<Square>; 2] {
        Side::BOTH.map(|side| {
            let mut squares: Vec<Square> = place.squares[side.index()].into_iter().collect();
            squares.sort_by_key(|square| (self.board.row_for(*square, side), self.board.place(*square)));
            squares
        })
    }

    fn army(&self, army: &tree::Army) -> Result<Army, Diagnostic> {
        let place = self.place(&army.place, Where::Player)?;
        let squares = self.in_order(&place);
        if place.whose != Whose::Own || squares[0].len() != squares[1].len() {
            return Err(Code::Meaning.at(army.place.span).error(
                "An army needs a place with `own` and the same number of squares for both sides, such as `own rank 1`.",
                "Une armée nécessite un lieu avec «\u{a0}own\u{a0}» et le même nombre de cases pour chaque camp, comme «\u{a0}own rank 1\u{a0}».",
            ));
        }
        if squares[0].len() != army.kinds.len() {
            let (kinds, number) = (army.kinds.len() as u64, squares[0].len() as u64);
            return Err(Code::Size.at(army.name.span).error(
                format!(
                    "This army has {} for {}; the numbers must match.",
                    counted(Language::English, kinds, "piece", "pieces"),
                    counted(Language::English, number, "square", "squares")
                ),
                format!(
                    "Cette armée a {} pour {}\u{a0}; les nombres doivent être égaux.",
                    counted(Language::French, kinds, "pièce", "pièces"),
                    counted(Language::French, number, "case", "cases")
                ),
            ));
        }
        Ok(Army {
            name: army.name.text.clone(),
            title: army.title.clone(),
            french: army.title_french.clone(),
            kinds: army.kinds.iter().map(|name| self.kind(name)).collect::<Result<_, _>>()?,
            squares,
        })
    }
}
