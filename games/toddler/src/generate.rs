//! The fast generator: whole sets of targets a piece, safe by masks instead of by trying.
//!
//! It shares nothing with the law but geometry; the testkit holds it to the law on every intent.

use entourage_kernel::{Intent, MoveSink, Path, Side, Square, SquareSet};

use crate::Edition;
use crate::attack::{around, attackers, is_frozen, prey, threats, toddler_captures};
use crate::geometry::{
    BOARD, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS, adjacent, android, bishop,
    other_colour, queen, spread_diagonally,
};
use crate::notation::PASS;
use crate::piece::{ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER};
use crate::position::{Pieces, Position, is_major, parents, toddler_of, toddlers_touch};
use crate::shield::Shield;

/// Keeps only the moves that capture.
pub(crate) struct Captures<'a> {
    pub(crate) enemies: SquareSet,
    pub(crate) moves: &'a mut Vec<Intent>,
}

impl MoveSink for Captures<'_> {
    fn push(&mut self, _: Intent) {}
    fn fan(&mut self, path: Path, ends: SquareSet) {
        // A bent path is a Captain's capture followed by a step.
        self.moves.fan(path, if path.is_bent() { ends } else { ends & self.enemies });
    }
}

/// Hands all legal moves to a sink, each once; none if the game is over.
pub(crate) fn generate(position: &Position, edition: Edition, sink: &mut impl MoveSink) {
    let pieces = position.placement();
    if position.state().passes >= 2 || toddlers_touch(pieces) {
        return;
    }
    Generator::new(pieces, edition, position.side()).generate(sink);
}

/// What the generator knows of a position before it looks at single pieces.
struct Generator<'a> {
    pieces: &'a Pieces,
    edition: Edition,
    side: Side,
    toddler: Square,
    occupied: SquareSet,
    empty: SquareSet,
    /// Enemies that may be captured.
    prey: SquareSet,
    /// Where own pieces capture nothing, next to the enemy Genius.
    neutral: SquareSet,
    /// Where enemy pieces capture nothing, next to the own Genius.
    reach: SquareSet,
    frozen: bool,
    /// Nothing but moves of Toddler, Angel and Genius can endanger the Toddler.
    carefree: bool,
    in_threat: bool,
    shield: Shield,
}

impl<'a> Generator<'a> {
    fn new(pieces: &'a Pieces, edition: Edition, side: Side) -> Self {
        let toddler = toddler_of(pieces, side);
        let occupied = pieces.occupied();
        let frozen = is_frozen(pieces);
        let reach = around(pieces, side, GENIUS);
        let shield = Shield::new(pieces, side, toddler, pieces.of(side, GENIUS), reach);
        let carefree = frozen || around(pieces, side, ANGEL).contains(toddler);
        Self {
            pieces,
            edition,
            side,
            toddler,
            occupied,
            empty: BOARD - occupied,
            prey: if frozen { SquareSet::EMPTY } else { prey(pieces, edition, side) },
            neutral: around(pieces, !side, GENIUS),
            reach,
            frozen,
            carefree,
            in_threat: !carefree && shield.evade != BOARD,
            shield,
        }
    }

    fn generate(&self, sink: &mut impl MoveSink) {
        let of = |kind| self.pieces.of(self.side, kind);
        self.toddler_moves(sink);
        for from in of(EMPEROR) {
            self.slide(from, queen(from, self.occupied), sink);
        }
        for from in of(EMPRESS) {
            let beside = NEIGHBOURS[self.toddler.index()];
            let leaps = beside & if self.edition == Edition::Summary { BOARD } else { self.empty };
            self.slide(from, queen(from, self.occupied) | leaps, sink);
        }
        for from in of(ANGEL) {
            self.angel_moves(from, sink);
        }
        for from in of(GENIUS) {
            self.genius_moves(from, sink);
        }
        for from in of(PHOENIX) {
            let jumps = (other_colour(from) & self.empty) - NEIGHBOURS[from.index()];
            let kills = KNIGHT_LEAPS[from.index()] & self.prey_from(from);
            let kills = kills - self.pieces.of(!self.side, PHOENIX);
            sink.fan(Path::from(from), (jumps | kills) & self.safe(from));
        }
        for from in of(ANDROID) {
            self.slide(from, android(from, self.occupied), sink);
        }
        for from in of(NURSE) {
            self.slide(from, bishop(from, self.occupied), sink);
        }
        for from in of(SOLDIER) {
            let steps = ORTHOGONAL_NEIGHBOURS[from.index()] & self.empty;
            let kills = DIAGONAL_NEIGHBOURS[from.index()] & self.prey_from(from);
            sink.fan(Path::from(from), (steps | kills) & self.safe(from));
        }
        for from in of(CAPTAIN) {
            self.captain_moves(from, sink);
        }
        if !self.in_threat {
            sink.push(PASS);
        }
    }

    /// Returns where a piece may end without exposing its Toddler.
    #[inline]
    fn safe(&self, from: Square) -> SquareSet {
        if self.carefree { BOARD } else { self.shield.allowed(from) }
    }

    /// Returns the enemies that a piece standing on a square may capture (power 3).
    #[inline]
    fn prey_from(&self, from: Square) -> SquareSet {
        if self.neutral.contains(from) { SquareSet::EMPTY } else { self.prey }
    }

    #[inline]
    fn slide(&self, from: Square, reachable: SquareSet, sink: &mut impl MoveSink) {
        sink.fan(Path::from(from), reachable & (self.empty | self.prey_from(from)) & self.safe(from));
    }

    fn captain_moves(&self, from: Square, sink: &mut impl MoveSink) {
        let safe = self.safe(from);
        let steps = ORTHOGONAL_NEIGHBOURS[from.index()] & self.empty;
        let prey = self.prey_from(from);
        let kills = (DIAGONAL_NEIGHBOURS[from.index()] | spread_diagonally(steps)) & prey;
        sink.fan(Path::from(from), (steps | kills) & safe);
        for middle in DIAGONAL_NEIGHBOURS[from.index()] & prey {
            let ends = ORTHOGONAL_NEIGHBOURS[middle.index()] & self.empty;
            let ends = if self.carefree {
                ends
            } else {
                // Two squares are vacated at once: the masks do not cover that.
                ends.into_iter().filter(|&to| self.survives_two_step(from, middle, to)).collect()
            };
            sink.fan(Path::through(from, middle), ends);
        }
    }

    fn survives_two_step(&self, from: Square, middle: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from).without(middle).with(to);
        let gone = SquareSet::of(middle);
        attackers(self.pieces, self.edition, !self.side, self.toddler, occupied, gone, self.reach).is_empty()
    }

    fn angel_moves(&self, from: Square, sink: &mut impl MoveSink) {
        let targets = queen(from, self.occupied) & self.empty;
        // After the move the Toddler is safe beside the Angel, or under a freeze, or behind the shield alone.
        let frozen =
            if around(self.pieces, Side::First, GENIUS).intersects(self.pieces.of(Side::Second, GENIUS)) {
                BOARD
            } else {
                around(self.pieces, !self.side, ANGEL)
            };
        let beside = NEIGHBOURS[self.toddler.index()];
        sink.fan(Path::from(from), targets & (frozen | beside | self.shield.allowed(from)));
    }

    fn genius_moves(&self, from: Square, sink: &mut impl MoveSink) {
        let targets = queen(from, self.occupied) & self.empty;
        let guarded = around(self.pieces, self.side, ANGEL).contains(self.toddler);
        let angels_touch =
            around(self.pieces, Side::First, ANGEL).intersects(self.pieces.of(Side::Second, ANGEL));
        let safe = if guarded || angels_touch {
            BOARD
        } else {
            around(self.pieces, !self.side, GENIUS) | self.shield.genius
        };
        sink.fan(Path::from(from), targets & safe);
    }

    fn toddler_moves(&self, sink: &mut impl MoveSink) {
        let from = self.toddler;
        let beside = NEIGHBOURS[from.index()];
        let captures = toddler_captures(self.pieces, self.side, self.neutral);
        let steps = beside & (self.empty | if captures { self.prey } else { SquareSet::EMPTY });
        let swaps =
            if is_major(self.pieces, self.side) { SquareSet::EMPTY } else { self.pieces.of(self.side, NURSE) };
        let safe = |to| self.toddler_may_stand(to);
        sink.fan(Path::from(from), (steps | swaps).into_iter().filter(|&to| safe(to)).collect());
    }

    /// Tells whether the Toddler may go to a square, with the licence of the Toddler draw (T12).
    fn toddler_may_stand(&self, to: Square) -> bool {
        let enemy = toddler_of(self.pieces, !self.side);
        let contact = adjacent(to, enemy);
        if contact && !self.in_threat || self.frozen || around(self.pieces, self.side, ANGEL).contains(to) {
            return true;
        }
        let swaps = self.pieces.side(self.side).contains(to);
        let occupied = if swaps { self.occupied } else { self.occupied.without(self.toddler).with(to) };
        let gone = SquareSet::of(to) & self.pieces.side(!self.side);
        attackers(self.pieces, self.edition, !self.side, to, occupied, gone, self.reach).is_empty()
    }
}

/// Tells whether the side to move is in Threat.
pub(crate) fn in_threat(position: &Position, edition: Edition) -> bool {
    !threats(position.placement(), edition, position.side()).is_empty()
}

/// Returns the enemies a move captures on its way: at most one square.
pub(crate) fn captured(position: &Position, intent: Intent) -> SquareSet {
    let enemies = position.placement().side(!position.side());
    intent.squares().skip(1).collect::<SquareSet>() & enemies
}

/// Tells whether a move takes a side's last parent (power 1).
pub(crate) fn orphans(position: &Position, intent: Intent) -> bool {
    let parents = parents(position.placement(), !position.side());
    !parents.is_empty() && (parents - captured(position, intent)).is_empty()
}
