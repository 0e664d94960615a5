use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Board, Shape};
use crate::syntax::tree::{Item, What};

pub(super) fn wrap(mut board: Board, items: &[&Item], faults: &mut Vec<Diagnostic>) -> Board {
    for item in items {
        let What::Wrap(wrap) = item.what else { continue };
        if board.shape == Shape::Files {
            faults.push(Code::Meaning.at(item.span).error(
                "On hexagons in files, rows cannot be wrapped.",
                "Sur des hexagones en colonnes, les rangées ne peuvent pas être enroulées.",
            ));
        } else if !wrap.sideways && !wrap.forward {
            faults.push(Code::Missing.at(item.span).error("Add a line below that defines how rows continue: \"sideways: on to the other end of the row\".", "Ajoutez en dessous une ligne qui définit comment les rangées continuent\u{a0}: «\u{a0}sideways: on to the other end of the row\u{a0}»."));
        } else {
            board.wrap(wrap.sideways, wrap.forward);
        }
    }
    board
}
