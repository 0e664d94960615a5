//! Target squares that are defined by conditions rather than by a path: for moves such as `to any square`, and for new pieces.

use entourage_kernel::{Side, Square, SquareSet};

use super::{Context, Scene};
use crate::model::{DirectionWords, How, Length, Target, TargetLimit};

impl Scene<'_> {
    pub(super) fn targets(&self, target: &Target, from: Square, side: Side) -> SquareSet {
        match target {
            Target::Place(place) => Context::of_piece(from, side).place(place),
            Target::Any(limits) => self.meant_by(limits, from, side),
        }
    }

    pub(super) fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet {
        let board = &self.model.board;
        let context = Context::of_piece(from, side);
        let evenness = |square: Square| board.place(square).map(|(row, file)| (row + file) % 2);
        let mut squares = SquareSet::first_squares(board.len());
        board.beside.iter().for_each(|square| squares.remove(*square));
        for limit in limits {
            squares &= match limit {
                TargetLimit::OtherColour => {
                    let own = evenness(from);
                    let other = |square: &Square| {
                        own.is_some() && evenness(*square).is_some_and(|even| Some(even) != own)
                    };
                    squares.into_iter().filter(other).collect()
                }
                TargetLimit::NextTo(reference) => self.next_to(reference, context),
                TargetLimit::NotNextTo(reference) => squares - self.next_to(reference, context),
                TargetLimit::Of(place) => context.place(place),
                TargetLimit::Enclosing(noun) => {
                    let meant = self.squares_of(noun, context).without(from);
                    let encloses =
                        |square: &Square| self.enclosed(*square, DirectionWords::ANY, side).intersects(meant);
                    squares.into_iter().filter(encloses).collect()
                }
                TargetLimit::OnFile { noun, most } => {
                    let meant = self.squares_of(noun, context).without(from);
                    let file = |square: Square| board.place(square).map(|(_, file)| file);
                    let is_open = |square: &Square| {
                        let there = meant.into_iter().filter(|other| file(*other) == file(*square));
                        there.count() <= *most as usize
                    };
                    squares.into_iter().filter(is_open).collect()
                }
                TargetLimit::Reached(how) => self.reached(how, from, side),
                TargetLimit::Away { least, most, directions } => {
                    board.away(from, board.meant(*directions, side, None), *least, *most)
                }
            };
        }
        squares
    }

    /// Returns the squares that a leg reaches over empty squares, including the square of the first piece in each direction.
    fn reached(&self, how: &How, from: Square, side: Side) -> SquareSet {
        let board = &self.model.board;
        let mut ends = SquareSet::EMPTY;
        let mut follow = |squares: &mut dyn Iterator<Item = Square>, length: Length| {
            for (number, square) in (1..).zip(squares) {
                if length.most().is_some_and(|most| number > most) {
                    break;
                }
                if length.fits(number) {
                    ends.insert(square);
                }
                if self.pieces.piece_at(square).is_some() {
                    break;
                }
            }
        };
        let (words, length) = match how {
            How::Step(words) => (*words, Length::Exactly(1)),
            How::Slide { directions, length, .. } => (*directions, *length),
            How::Leap(leap) => return board.leaps(from, *leap, side).into_iter().collect(),
            How::Ride(leap) => {
                for squares in board.rides(from, *leap, side) {
                    follow(&mut squares.into_iter(), Length::Any);
                }
                return ends;
            }
            How::To(target) => return self.targets(target, from, side),
        };
        let mask = board.meant(words, side, None);
        for direction in board.directions().filter(|direction| mask >> direction & 1 != 0) {
            let next = |at: &Square| board.step(*at, direction).filter(|square| *square != from);
            follow(&mut std::iter::successors(next(&from), next), length);
        }
        ends
    }
}
