use crate::{Draft, Intent, Piece, Random, Rules, Side, Square, Symmetry, Topology};

/// Maximum distance between a randomly placed piece and the piece it is placed next to, in square widths.
const NEAR: f32 = 1.9;

/// Test data for a game: positions that are rare in play, and symmetries.
pub trait Specimens: Rules {
    /// Returns the game's symmetries except the identity; by default none.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }
    /// Returns the image of a position under a symmetry; by default, the game-specific words stay the same.
    /// Panics if the rules refuse the image: the game lacks the symmetry or must override this method.
    fn transform(&self, position: &Self::Position, symmetry: &Symmetry) -> Self::Position {
        let owner = |side: Side| if symmetry.swaps_sides { !side } else { side };
        let mut draft = Draft::of(position, self.words(position));
        for (square, piece) in &mut draft.pieces {
            *square = symmetry.map(*square);
            *piece = Piece::new(piece.kind(), owner(piece.side()));
        }
        draft.side = owner(draft.side);
        let text = self.metadata().form.write(&draft, self.metadata());
        self.read_position(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", symmetry.name))
    }
    /// Returns the image of a move under a symmetry; by default maps its squares.
    fn transform_intent(&self, intent: Intent, symmetry: &Symmetry) -> Intent {
        intent.map_squares(|square| symmetry.map(square))
    }
    /// Returns a random sparse position in which powers often interact; `None` if the rules reject it. By default, it
    /// has most of the pieces that occur once in the start position and some others; two thirds are near another piece.
    fn scatter(&self, random: &mut Random) -> Option<Self::Position> {
        let start = Draft::of(&self.start(), Vec::new());
        let topology = self.topology();
        let keep = 1 + random.below(3);
        let mut pieces: Vec<(Square, Piece)> = Vec::with_capacity(start.pieces.len());
        for &(_, piece) in &start.pieces {
            let is_unique = start.pieces.iter().filter(|(_, other)| *other == piece).count() == 1;
            let stays = if is_unique { !random.one_in(8) } else { random.below(4) < keep };
            if !stays {
                continue;
            }
            let free = topology.all().filter(|&square| pieces.iter().all(|&(taken, _)| taken != square));
            let free: Vec<Square> = free.collect();
            let hub = if random.one_in(3) { None } else { random.pick(&pieces).map(|&(square, _)| square) };
            let near: Vec<Square> = match hub {
                Some(hub) => free.iter().copied().filter(|&at| distance(topology, hub, at) < NEAR).collect(),
                None => Vec::new(),
            };
            let choices = if near.is_empty() { &free } else { &near };
            pieces.extend(random.pick(choices).map(|&square| (square, piece)));
        }
        let draft = Draft { pieces, side: Side::BOTH[random.below(2)], words: Vec::new() };
        self.read_position(&self.metadata().form.write(&draft, self.metadata())).ok()
    }
}

fn distance(topology: &Topology, a: Square, b: Square) -> f32 {
    let [a, b] = [a, b].map(|square| &topology.squares[square.index()]);
    (a.x - b.x).hypot(a.y - b.y)
}
