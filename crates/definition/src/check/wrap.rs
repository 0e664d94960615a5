use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Board, Shape};
use crate::syntax::tree::{Item, What};

pub(super) fn wrap(mut board: Board, items: &[&Item], faults: &mut Vec<Diagnostic>) -> Board {
    for item in items {
        let What::Wrap(wrap) = item.what else { continue };
        if board.shape == Shape::Files {
            faults.push(Code::Meaning.at(item.span).error(
                "Where hexagons stand in files, no row goes on beyond its end.",
                "Là où les hexagones sont en colonnes, aucune rangée ne continue au-delà de son bout.",
            ));
        } else if !wrap.sideways && !wrap.forward {
            faults.push(Code::Missing.at(item.span).error("Say below how rows go on: \"sideways: on to the other end of the row\".", "Dites en dessous comment les rangées continuent\u{a0}: «\u{a0}sideways: on to the other end of the row\u{a0}»."));
        } else {
            board.wrap(wrap.sideways, wrap.forward);
        }
    }
    board
}
