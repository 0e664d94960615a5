use entourage_kernel::{Board, Kind, Piece, Problem, Side, SmallPieces, Square};

use crate::notation;
use crate::piece::{COLOURS, GREY, KINDS};
use crate::pieces::Pieces;
use crate::position::{Position, State};
use crate::problems::COLOUR_TWICE;
use crate::rule::Rule;
use crate::turn::Turn;

/// Returns the position at the start of a turn after a manual rearrangement of pieces: missing pieces have lost their Rules
/// and Pacts (G9), and a grey piece means that Conversion is spent.
pub(crate) fn arrange(before: &Position, placed: &[(Square, Piece)], side: Side) -> Result<Position, Problem> {
    let mut pieces = Pieces::EMPTY;
    for &(square, piece) in placed {
        if pieces.find(piece.side(), piece.kind()).is_some() {
            return Err(COLOUR_TWICE.into());
        }
        pieces.put(square, piece);
    }
    let mut state = State { turn: Turn::Start { passes: 0 }, lost: None, ..before.state };
    for owner in Side::BOTH {
        let team = &mut state.teams[owner.index()];
        for kind in (0..KINDS as u8).map(Kind).filter(|&kind| pieces.find(owner, kind).is_none()) {
            if COLOURS.contains(&kind) {
                team.lose(kind);
            }
            state.pacts.dissolve(Piece::new(kind, owner));
        }
        if pieces.find(owner, GREY).is_some() && team.may_use(Rule::Conversion) {
            team.spend(Rule::Conversion);
        }
    }
    let position = Position::new(pieces, side, state);
    debug_assert!(position.is_in_step());
    notation::read_position(&notation::write_position(&position)).map_err(|error| error.problem)
}
