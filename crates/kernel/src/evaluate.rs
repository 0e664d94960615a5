use crate::{Board, Effect, Intent, Kind, Random, Rules, Side, Tally, Weights};

/// What the computer player asks of a game, in hundredths of the smallest piece's worth. The defaults are right for every game.
pub trait Evaluate: Rules {
    /// Whether a search does well to try the [null move](Self::null_move) first wherever it may, as matches have shown.
    const NULL_MOVE: bool = true;
    /// Whether a side mostly has so many quiet moves, about a hundred, that a search does well to rank them only where it comes to them, to
    /// leave late ones out even where the exact value is wanted, and not to test whether a remembered move is the only good one, as
    /// matches have shown.
    const MANY_MOVES: bool = false;

    /// Returns what a piece of a kind is worth: by default, all alike.
    fn worth(&self, _kind: Kind) -> i32 {
        100
    }
    /// Estimates a position that is not over, from the side to move's point of view, within ±20,000: by default, by what stands on the board.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let own = |side| side == position.side_to_move();
        let pieces = position.occupied().into_iter().filter_map(|square| position.piece_at(square));
        let worth = pieces.map(|piece| if own(piece.side()) { 1 } else { -1 } * self.worth(piece.kind()));
        worth.sum::<i32>().clamp(-20_000, 20_000)
    }
    /// Appends the legal moves that change the balance at once (captures, promotions); by default, those with a [`gain`](Self::gain).
    fn noisy_moves(&self, position: &Self::Position, moves: &mut Vec<Intent>) {
        let first = moves.len();
        self.legal_moves(position, moves);
        let mut kept = first;
        for index in first..moves.len() {
            if self.gain(position, moves[index]) > 0 {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
    /// Returns the worth of what a legal move wins at once (the victim's in the field's MVV-LVA), 0 for a quiet one.
    fn gain(&self, position: &Self::Position, intent: Intent) -> i32 {
        let mover = position.side_to_move();
        let signed = |side| if side == mover { 1 } else { -1 };
        let gains = self.effects(position, intent).into_iter().map(|effect| match effect {
            Effect::Remove { piece, .. } => -signed(piece.side()) * self.worth(piece.kind()),
            Effect::Place { piece, .. } => signed(piece.side()) * self.worth(piece.kind()),
            Effect::Transform { from, to, .. } => {
                signed(to.side()) * self.worth(to.kind()) - signed(from.side()) * self.worth(from.kind())
            }
            _ => 0,
        });
        gains.sum::<i32>().max(0)
    }
    /// Returns the worth of the piece that a legal move puts at risk (the attacker in MVV-LVA), 0 if none; by default, the piece on its first square.
    fn stake(&self, position: &Self::Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        let own = piece.filter(|piece| piece.side() == position.side_to_move());
        own.map_or(0, |piece| self.worth(piece.kind()))
    }
    /// Returns the static exchange evaluation of a legal move: what it wins once the exchange that it begins on its last square is
    /// over, powers respected; by default what it wins at once.
    fn static_exchange(&self, position: &Self::Position, intent: Intent) -> i32 {
        self.gain(position, intent)
    }
    /// Makes the null move: returns the position in which the other side is to move though nothing was done, where moving is hardly
    /// ever worse than that; `None` within a turn, in alert, and in zugzwang's reach, where having to move may well be a burden, as it
    /// is by default.
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// Returns the weights of the terms of which an estimate is the sum, or `None` if it is no such sum.
    fn weights(&self) -> Option<Weights> {
        None
    }
    /// Sends the terms of a position that is not over to a tally; nothing if there are no [`weights`](Self::weights).
    fn terms(&self, _position: &Self::Position, _tally: &mut impl Tally) {}

    /// Returns the plies after which these rules end the game unless something decisive happens; `None` if they do not, or the hash counts them.
    fn plies_to_quiet_end(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
    /// Returns a key that two positions share only if the same can be forced from both, however they differ: by default, the hash.
    /// Whatever a side can do in the one must lead to positions of the same keys as in the other.
    fn equivalence_key(&self, position: &Self::Position) -> u64 {
        position.hash()
    }
    /// Returns a number of plies, whoever's they are, within fewer of which a side cannot force a win from a position where the game
    /// is not over: at least 1, which says nothing; `u16::MAX` if it cannot force one at all.
    fn least_plies_to_win(&self, _position: &Self::Position, _side: Side) -> u16 {
        1
    }
    /// Suggests a sensible choice of so many cards, written as [`Catalogue`](crate::Catalogue) says; `None` where there is no such choice.
    fn suggest_setup(&self, _picks: usize, _random: &mut Random) -> Option<String> {
        None
    }
}
