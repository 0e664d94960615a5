use crate::{Board, Effect, Intent, Kind, Random, Rules, Side, Tally, Weights};

/// What the search needs from a game, with defaults. Values are in centipawns: hundredths of the value of the least valuable piece.
pub trait Evaluate: Rules {
    /// Whether the search uses null-move pruning ([`null_move`](Self::null_move)). Chosen per game by test matches.
    const NULL_MOVE: bool = true;
    /// Whether a side typically has about a hundred quiet moves. The search then ranks quiet moves only when it reaches them,
    /// prunes late moves in PV nodes too, and skips singular extensions. Chosen for each game by test matches.
    const MANY_MOVES: bool = false;

    /// Whether [`alert_test`](Self::alert_test) is much cheaper than playing moves, so that the search uses it at every node and
    /// not only near the root.
    const FAST_ALERT_TEST: bool = false;

    /// Returns the value of a kind of piece; by default 100 for every kind.
    fn worth(&self, _kind: Kind) -> i32 {
        100
    }
    /// Returns the static evaluation of a position for the side to move, within ±20,000; by default the material balance.
    fn evaluate(&self, position: &Self::Position) -> i32 {
        let own = |side| side == position.side_to_move();
        let pieces = position.occupied().into_iter().filter_map(|square| position.piece_at(square));
        let worth = pieces.map(|piece| if own(piece.side()) { 1 } else { -1 } * self.worth(piece.kind()));
        worth.sum::<i32>().clamp(-20_000, 20_000)
    }
    /// Appends the legal moves that change material (captures, promotions); by default those with a positive [`gain`](Self::gain).
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
    /// Returns the value that a legal move wins immediately (the victim's value in MVV-LVA), or 0 for a quiet move.
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
    /// Returns the value of the piece that a legal move risks (the attacker in MVV-LVA), or 0 if it risks none.
    /// By default this is the moved piece.
    fn stake(&self, position: &Self::Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        let own = piece.filter(|piece| piece.side() == position.side_to_move());
        own.map_or(0, |piece| self.worth(piece.kind()))
    }
    /// Returns the static exchange evaluation of a legal move: its gain after all recaptures. By default the [`gain`](Self::gain).
    fn static_exchange(&self, position: &Self::Position, intent: Intent) -> i32 {
        self.gain(position, intent)
    }
    /// Returns a test of whether a legal move gives an alert ([`Rules::alert`]), so that the search does not prune it as a
    /// quiet or losing move. By default, the test plays the move.
    fn alert_test<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Intent) -> bool + 'a {
        move |intent| self.alert(&self.play_unchecked(position, intent)).is_some()
    }
    /// Returns the position after a null move; `None` (the default) in mid-turn, in check, or if zugzwang is likely.
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// Returns the weights of the evaluation's terms, or `None` if the evaluation is not a sum of terms.
    fn weights(&self) -> Option<Weights> {
        None
    }
    /// Adds the evaluation terms of a non-terminal position to the tally; adds none if [`weights`](Self::weights) is `None`.
    fn terms(&self, _position: &Self::Position, _tally: &mut impl Tally) {}

    /// Returns how many more quiet plies end the game; `None` if there is no limit or the hash includes their count.
    fn plies_to_quiet_end(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
    /// Returns a key that two positions share only if the same results can be forced from both; by default the hash. The moves
    /// from positions with equal keys must lead to positions with equal keys.
    fn equivalence_key(&self, position: &Self::Position) -> u64 {
        position.hash()
    }
    /// Returns a lower bound on the number of plies, counting both sides' moves, that `side` needs to force a win from
    /// a non-terminal position. A bound of 1 is always valid; `u16::MAX` means that the side cannot force a win.
    fn least_plies_to_win(&self, _position: &Self::Position, _side: Side) -> u16 {
        1
    }
    /// Suggests a setup with `picks` cards, in the format described at [`Catalogue`](crate::Catalogue); `None` if the game has no cards.
    fn suggest_setup(&self, _picks: usize, _random: &mut Random) -> Option<String> {
        None
    }
}
