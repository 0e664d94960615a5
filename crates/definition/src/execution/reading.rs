use entourage_kernel::{Kind, Outcome, Side, Square, SquareSet};

use super::{Memory, Pieces};
use crate::model::{Choice, Clause, Condition, End, Model, Noun, Place, Remembered, TargetLimit, Whose};

/// A way (the path of a move), with everything that `execution` needs to carry out the move.
#[derive(Clone, Copy)]
pub(crate) struct Route<'w> {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) label: Option<usize>,
    /// The squares where the legs end; the last one is the destination.
    pub(crate) stops: &'w [Square],
    /// Squares of captured pieces, in path order.
    pub(crate) taken: &'w [Square],
    pub(crate) taken_set: SquareSet,
    /// Squares of pieces that a card protects from this capture.
    pub(crate) stays: SquareSet,
    /// Squares of jumped pieces, in path order.
    pub(crate) over: &'w [Square],
    /// The first empty square that the piece crosses.
    pub(crate) crossed: Option<Square>,
    /// The direction of the last leg, if any.
    pub(crate) direction: Option<usize>,
    /// Start and destination of another piece that is swapped, pushed or pulled.
    pub(crate) displaced: Option<[Square; 2]>,
    pub(crate) is_castling: bool,
}

impl Route<'_> {
    /// Returns the square of the path to remember or mark: the start, the crossed square, or the destination.
    pub(crate) fn remembered(&self, what: Remembered) -> Option<Square> {
        match what {
            Remembered::Left => Some(self.from),
            Remembered::Crossed => self.crossed,
            Remembered::Arrived => Some(self.to),
        }
    }
}

/// A way (the path of a move), as represented by the reference implementation (`law`) or by the generator.
pub(crate) trait Journey {
    fn route(&self) -> Route<'_>;
}

/// An action of the side to move. Castlings and acts (actions without a path) are identified by index. `put` is the
/// square chosen for a new piece; `target` is the square of the other piece that an act affects, if any.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed<W> {
    Walk { way: W, choice: Choice },
    Castle { castling: usize, put: Option<Square> },
    Act { at: Square, act: usize, target: Option<Square> },
    Mutate { at: Square, kind: Kind },
    Pass,
    End,
}

impl<W: Journey> Deed<W> {
    /// Returns the square of the acting piece after the action, and the action's label; `None` if no piece acts.
    pub(crate) fn arrival(&self, model: &Model, pieces: &Pieces) -> Option<(Square, Option<usize>)> {
        match self {
            Self::Walk { way, .. } => {
                let route = way.route();
                Some((route.to, route.label))
            }
            Self::Castle { castling, .. } => Some((model.castlings[*castling].royal_way[1], None)),
            Self::Act { at, act, .. } => {
                let kind = pieces.piece_at(*at)?.kind();
                Some((*at, Some(model.kinds[kind.index()].acts[*act].label)))
            }
            Self::Mutate { at, .. } => Some((*at, None)),
            Self::Pass | Self::End => None,
        }
    }
}

/// The referents of words such as `it` and `own` in a sentence.
#[derive(Clone, Copy)]
pub(crate) struct Context<'w> {
    /// The square of the piece called `it`.
    pub(crate) it: Option<Square>,
    /// The side called `own`.
    pub(crate) side: Side,
    /// The piece that a power affects (the receiver), with its side.
    pub(crate) receiver: Option<(Square, Side)>,
    pub(crate) way: Option<&'w Route<'w>>,
    /// Whether attacks are computed only from the kinds' own lines, ignoring powers that change how pieces move.
    pub(crate) own_lines: bool,
    /// Whether powers that depend on threats are ignored.
    pub(crate) bare: bool,
    pub(crate) threatened_before: bool,
}

impl<'w> Context<'w> {
    pub(crate) fn of_player(side: Side) -> Self {
        Self {
            it: None,
            side,
            receiver: None,
            way: None,
            own_lines: false,
            bare: false,
            threatened_before: false,
        }
    }

    pub(crate) fn of_piece(it: Square, side: Side) -> Self {
        Self { it: Some(it), ..Self::of_player(side) }
    }

    /// Creates the context in which a clause of a power is evaluated for a piece that has the power (a giver).
    pub(crate) fn of_giver(clause: &Clause, giver: Square, side: Side) -> Self {
        let (own_lines, bare) = (clause.changes_walks(), clause.asks_threats);
        Self { own_lines, bare, ..Self::of_piece(giver, side) }
    }

    /// Creates the context of a moving piece: `it` is the start square before the move and the destination after it.
    pub(crate) fn of_move(it: Square, side: Side, way: &'w Route<'w>) -> Self {
        Self { way: Some(way), ..Self::of_piece(it, side) }
    }

    /// Returns the side called `their own`.
    pub(crate) fn theirs(&self) -> Side {
        self.receiver.map_or(self.side, |(_, side)| side)
    }

    pub(crate) fn place(&self, place: &Place) -> SquareSet {
        let side = match place.whose {
            Whose::Own | Whose::Its => self.side,
            Whose::Enemy => !self.side,
            Whose::Their => self.theirs(),
            Whose::Any => return place.squares[0] | place.squares[1],
        };
        place.squares[side.index()]
    }
}

/// The interface through which `execution` queries a board; the reference implementation (`law`) and the generator implement it separately.
pub(crate) trait Reading {
    type Other<'b>: Reading
    where
        Self: 'b;

    fn model(&self) -> &Model;
    fn pieces(&self) -> &Pieces;
    fn memory(&self) -> &Memory;
    fn side(&self) -> Side;
    /// Returns a board with the specified pieces and memory, and the same side to move.
    fn other<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b>;
    /// Returns a board with the specified pieces and memory, and the other side to move.
    fn turned<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b>;
    fn holds(&self, condition: &Condition, context: Context<'_>) -> bool;
    /// Returns the squares in `among` whose pieces match a noun (a phrase for a set of pieces).
    fn meant(&self, noun: &Noun, context: Context<'_>, among: SquareSet) -> SquareSet;
    /// Returns the target squares that satisfy the limits.
    fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet;
    /// Returns whether powers let an event capture the piece on `victim` after a move by the piece now on `from`.
    fn may_be_captured(&self, from: Square, victim: Square) -> bool;
    /// Returns whether the royal pieces of the side to move are in danger.
    fn is_in_danger(&self) -> bool;
    /// Returns whether powers allow at least one move with this label, ignoring the safety of royal pieces.
    fn may_make(&self, label: usize) -> bool;
    /// Returns whether a piece can act at all, ignoring the safety of royal pieces.
    fn can_act(&self, from: Square) -> bool;

    /// Returns whether a move by `mover` can trigger events. Overriding the methods down to `homes` only saves time.
    #[inline]
    fn may_follow(&self, _mover: Kind) -> bool {
        true
    }
    #[inline]
    fn may_remember_losses(&self) -> bool {
        true
    }
    #[inline]
    fn may_score_captures(&self) -> bool {
        true
    }
    #[inline]
    fn may_end_at_once(&self) -> bool {
        self.model().ends.iter().any(|end| end.at_once)
    }
    #[inline]
    fn may_count_checks(&self) -> bool {
        self.model().counts_checks()
    }
    /// Returns the squares on which a castling right can be lost: a piece leaves the square or is captured there.
    #[inline]
    fn homes(&self) -> SquareSet {
        !SquareSet::EMPTY
    }

    /// Returns the result if an end condition applies that can be tested without generating moves.
    ///
    /// In that case, also tests the earlier conditions that do depend on legal moves, because they take precedence.
    fn terminal(&self) -> Option<Outcome> {
        let first = self.first_end()?;
        let ends = &self.model().ends;
        let before = ends[..first].iter().find(|end| end.asks_moves && self.ends_by(end));
        let end = before.unwrap_or(&ends[first]);
        Some(end.outcome(end.side_concerned(self.side())))
    }

    fn is_over(&self) -> bool {
        self.first_end().is_some()
    }

    fn first_end(&self) -> Option<usize> {
        if self.memory().chain.is_some() {
            return None;
        }
        self.model().ends.iter().position(|end| !end.asks_moves && self.ends_by(end))
    }

    /// Returns the result of a game in which the player to move has no legal move.
    fn stranded(&self) -> Outcome {
        let found = self.model().ends.iter().find(|end| self.ends_by(end));
        found.map_or_else(|| Outcome::draw("no-move"), |end| end.outcome(end.side_concerned(self.side())))
    }

    /// Returns whether the last move, which was by `mover`, met an end condition that applies `at once`.
    fn ends_at_once(&self, mover: Side) -> bool {
        let ends = &self.model().ends;
        ends.iter().any(|end| end.at_once && self.holds_for(end, end.side.unwrap_or(mover)))
    }

    /// Returns whether an end condition applies to the player to move or, if it applies `at once`, to the player who moved.
    fn ends_by(&self, end: &End) -> bool {
        let side = end.side_concerned(self.side());
        // A condition on legal moves can only hold for the player to move.
        !(end.asks_moves && side != self.side()) && self.holds_for(end, side)
    }

    fn holds_for(&self, end: &End, side: Side) -> bool {
        self.holds(&end.when, Context::of_player(side))
    }

    /// Returns the pieces that bear a card, unless it is spent.
    fn bearers(&self, card: usize) -> SquareSet {
        let of = |side: Side| {
            let hand = self.memory().hands[side.index()];
            let bearer = hand.bearer(card).filter(|_| !hand.is_spent(card));
            bearer.map_or(SquareSet::EMPTY, |kind| self.pieces().of(side, kind))
        };
        of(Side::First) | of(Side::Second)
    }

    fn bears(&self, square: Square, card: usize) -> bool {
        self.bearers(card).contains(square)
    }

    /// Returns whether effects that are limited to the main action apply to `side`; during its extra moves they do not.
    fn in_main_action(&self, side: Side) -> bool {
        side != self.side() || self.memory().chain.is_none_or(|chain| !chain.is_extra)
    }

    /// Returns a card that protects the piece on `victim` from capture by a move with this label.
    fn staying(&self, label: Option<usize>, victim: Square) -> Option<usize> {
        let (cards, label) = (self.model().cards.as_ref()?, label?);
        let stays = |labels: u32| labels >> label & 1 != 0;
        (0..cards.list.len())
            .find(|&card| cards.list[card].stays.is_some_and(stays) && self.bears(victim, card))
    }
}
