use entourage_kernel::{Board, Intent, Past, Rules, Side, Square};

/// One plane of an observation: a byte for every square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plane {
    /// 1 where the side to move has a piece of the kind with this index.
    Own(usize),
    /// 1 where the opponent has a piece of the kind with this index.
    Enemy(usize),
    /// 1 where a legal move starts.
    From,
    /// 1 where a legal move ends. Together, `From` and `To` show most of the state that the piece planes do not show.
    To,
    /// 1 everywhere if the first side is to move.
    First,
    /// The number of occurrences of the position (255 at most), on every square.
    Recurrence,
    /// The number of plies since the last decisive move (255 at most), on every square.
    Quiet,
}

/// The format of observations: planes of one byte per square, from the side to move's point of view. The board is not rotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    kinds: usize,
    squares: usize,
}

const OTHERS: [Plane; 5] = [Plane::From, Plane::To, Plane::First, Plane::Recurrence, Plane::Quiet];

impl Planes {
    /// Creates the format for a game's number of squares and kinds of piece.
    pub fn of<R: Rules>(rules: &R) -> Self {
        Self { kinds: rules.metadata().kinds.len(), squares: rules.topology().squares.len() }
    }

    /// Returns the number of planes in an observation.
    pub const fn count(self) -> usize {
        2 * self.kinds + OTHERS.len()
    }

    /// Returns the number of squares, which is the size of a plane in bytes.
    pub const fn squares(self) -> usize {
        self.squares
    }

    /// Returns the size of an observation in bytes.
    pub const fn size(self) -> usize {
        self.count() * self.squares
    }

    /// Returns the planes in order.
    pub fn list(self) -> impl Iterator<Item = Plane> {
        let own = (0..self.kinds).map(Plane::Own);
        own.chain((0..self.kinds).map(Plane::Enemy)).chain(OTHERS)
    }

    /// Writes the observation of a position with its legal moves and its history. Panics if `out` is not
    /// [`size`](Self::size) bytes long.
    pub fn write<B: Board>(self, position: &B, past: &Past, legal: &[Intent], out: &mut [u8]) {
        assert_eq!(out.len(), self.size(), "a byte for every square of every plane");
        out.fill(0);
        let side = position.side_to_move();
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let of = if piece.side() == side { 0 } else { self.kinds };
            self.set(out, of + piece.kind().index(), square);
        }
        let first = 2 * self.kinds;
        for intent in legal {
            intent.first().into_iter().for_each(|square| self.set(out, first, square));
            intent.last().into_iter().for_each(|square| self.set(out, first + 1, square));
        }
        let everywhere = [
            u8::from(side == Side::First),
            u8::try_from(past.recurrence()).unwrap_or(u8::MAX),
            u8::try_from(past.quiet_plies()).unwrap_or(u8::MAX),
        ];
        let planes = out[(first + 2) * self.squares..].chunks_exact_mut(self.squares);
        planes.zip(everywhere).for_each(|(plane, value)| plane.fill(value));
    }

    fn set(self, out: &mut [u8], plane: usize, square: Square) {
        if let Some(byte) = out.get_mut(plane * self.squares + square.index()) {
            *byte = 1;
        }
    }
}
