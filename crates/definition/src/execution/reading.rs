use entourage_kernel::{Kind, Outcome, Side, Square, SquareSet};

use super::{Memory, Pieces};
use crate::model::{Choice, Clause, Condition, End, Model, Noun, Place, Remembered, TargetLimit, Whose};

/// What execution needs to know of the way of a piece.
#[derive(Clone, Copy)]
pub(crate) struct Route<'w> {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) label: Option<usize>,
    /// Where its legs end; the last one is where it arrives.
    pub(crate) stops: &'w [Square],
    /// What it captures, in the order of the path.
    pub(crate) taken: &'w [Square],
    pub(crate) taken_set: SquareSet,
    /// What it would capture, but stays by a card.
    pub(crate) stays: SquareSet,
    /// What it jumps over, in the order of the path.
    pub(crate) over: &'w [Square],
    /// The first empty square that it passes.
    pub(crate) crossed: Option<Square>,
    /// The last direction, if it has one.
    pub(crate) direction: Option<usize>,
    /// What else goes, from where to where: what is swapped with, pushed or pulled.
    pub(crate) displaced: Option<[Square; 2]>,
}

impl Route<'_> {
    /// Returns the square of the way that a sentence remembers or marks.
    pub(crate) fn remembered(&self, what: Remembered) -> Option<Square> {
        match what {
            Remembered::Left => Some(self.from),
            Remembered::Crossed => self.crossed,
            Remembered::Arrived => Some(self.to),
        }
    }
}

/// A way of a piece, as the law or the generator holds it.
pub(crate) trait Journey {
    fn route(&self) -> Route<'_>;
}

/// What the side to move does: castlings and acts by their index, what is put on a square afterwards, the piece that an act concerns.
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
    /// Returns where the piece that acts is afterwards, and the label of what it does; `None` where no piece acts.
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

/// What the words of a sentence mean.
#[derive(Clone, Copy)]
pub(crate) struct Context<'w> {
    /// The piece that is called `it`, by its square.
    pub(crate) it: Option<Square>,
    /// Whose side is called own.
    pub(crate) side: Side,
    /// The piece on which a power acts, and its side.
    pub(crate) receiver: Option<(Square, Side)>,
    /// The move in progress.
    pub(crate) way: Option<&'w Route<'w>>,
    /// Whether attacks go by the lines of kinds alone, as in powers that change walks.
    pub(crate) own_lines: bool,
    /// Whether powers that ask who threatens are ignored.
    pub(crate) bare: bool,
    /// Whether the royal piece was threatened before the move.
    pub(crate) threatened_before: bool,
}

impl<'w> Context<'w> {
    /// Creates the context of a player.
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

    /// Creates the context of a piece.
    pub(crate) fn of_piece(it: Square, side: Side) -> Self {
        Self { it: Some(it), ..Self::of_player(side) }
    }

    /// Creates the context of a piece that gives a power.
    pub(crate) fn of_giver(clause: &Clause, giver: Square, side: Side) -> Self {
        let (own_lines, bare) = (clause.changes_walks(), clause.asks_threats);
        Self { own_lines, bare, ..Self::of_piece(giver, side) }
    }

    /// Creates the context of a piece that moves: before the move with `it` where it starts, after it where it ends.
    pub(crate) fn of_move(it: Square, side: Side, way: &'w Route<'w>) -> Self {
        Self { way: Some(way), ..Self::of_piece(it, side) }
    }

    /// Returns the side that is called their own.
    pub(crate) fn theirs(&self) -> Side {
        self.receiver.map_or(self.side, |(_, side)| side)
    }

    /// Returns the squares of a place.
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

/// What execution asks of a board; the law and the generator each answer in their own way.
pub(crate) trait Reading {
    type Other<'b>: Reading
    where
        Self: 'b;

    fn model(&self) -> &Model;
    fn pieces(&self) -> &Pieces;
    fn memory(&self) -> &Memory;
    /// Returns the side to move.
    fn side(&self) -> Side;
    /// Returns the reading of another board with the same side to move.
    fn other<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b>;
    /// Returns the reading of a board on which the other side is to move.
    fn turned<'b>(&'b self, pieces: &'b Pieces, memory: &'b Memory) -> Self::Other<'b>;
    fn holds(&self, condition: &Condition, context: Context<'_>) -> bool;
    /// Returns the pieces that a noun means, among some.
    fn meant(&self, noun: &Noun, context: Context<'_>, among: SquareSet) -> SquareSet;
    /// Returns the squares that a sentence speaks of.
    fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet;
    /// Returns where a piece goes that another drives straight away: one square, or as far as squares are empty.
    fn driven(&self, from: Square, target: Square, far: bool) -> Option<Square>;
    /// Returns whether no power forbids a piece to capture another by an event.
    fn may_be_captured(&self, from: Square, victim: Square) -> bool;
    /// Returns whether the royal pieces of the side to move are in danger.
    fn is_warned(&self) -> bool;
    /// Returns whether the side to move has an allowed way of a label, whatever becomes of its royal pieces.
    fn may_make(&self, label: usize) -> bool;
    /// Returns whether a piece can do anything, whatever becomes of its royal pieces.
    fn can_act(&self, from: Square) -> bool;

    /// Returns whether an event may follow a move of a kind. This and the next answers let a reading skip what cannot happen.
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
    /// Returns where touching a piece may lose a castling right.
    #[inline]
    fn homes(&self) -> SquareSet {
        !SquareSet::EMPTY
    }

    /// Returns the end of the game that holds here, as far as it can be found without looking for moves.
    ///
    /// An end that asks for moves is looked at only where one below it would end the game otherwise.
    fn terminal(&self) -> Option<Outcome> {
        let first = self.first_end()?;
        let ends = &self.model().ends;
        let before = ends[..first].iter().find(|end| end.asks_moves && self.ends_by(end));
        let end = before.unwrap_or(&ends[first]);
        Some(end.outcome(end.speaks_of(self.side())))
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

    /// Returns how a game ends in which the player to move has no move.
    fn stranded(&self) -> Outcome {
        let found = self.model().ends.iter().find(|end| self.ends_by(end));
        found.map_or_else(|| Outcome::draw("no-move"), |end| end.outcome(end.speaks_of(self.side())))
    }

    /// Returns whether a move of a side has reached an end at once.
    fn ends_at_once(&self, mover: Side) -> bool {
        let ends = &self.model().ends;
        ends.iter().any(|end| end.at_once && self.holds_for(end, end.side.unwrap_or(mover)))
    }

    /// Returns whether an end holds for the player to move; what ends at once is seen by the one who moved.
    fn ends_by(&self, end: &End) -> bool {
        let side = end.speaks_of(self.side());
        // Whether there is a move is asked of the player to move.
        !(end.asks_moves && side != self.side()) && self.holds_for(end, side)
    }

    fn holds_for(&self, end: &End, side: Side) -> bool {
        self.holds(&end.when, Context::of_player(side))
    }

    /// Returns the pieces that bear a card which is not spent.
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

    /// Returns whether what works only in the main action works for a side: not in an extra move of its own.
    fn in_main_action(&self, side: Side) -> bool {
        side != self.side() || self.memory().chain.is_none_or(|chain| !chain.is_extra)
    }

    /// Returns the card by which a piece stays instead of being captured by a way of a label.
    fn staying(&self, label: Option<usize>, victim: Square) -> Option<usize> {
        let (cards, label) = (self.model().cards.as_ref()?, label?);
        let stays = |labels: u32| labels >> label & 1 != 0;
        (0..cards.list.len())
            .find(|&card| cards.list[card].stays.is_some_and(stays) && self.bears(victim, card))
    }
}
