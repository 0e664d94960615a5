use crate::{
    Adjudication, AnyMove, Board, Catalogue, Effect, Effects, Intent, Manner, Metadata, MoveCount, MoveSink,
    Outcome, Piece, Problem, Random, Reason, Refusal, Relation, Side, Square, SquareSet, Status, Symmetry,
    Tally, TextError, Topology, Voice, Weights,
};

/// States the whole law of one game under one set of options.
///
/// `judge` is the law, one intent at a time and plainly; `generate` may be as clever as it likes, and
/// the testkit holds it to the law. Methods that take an [`Intent`] of a move other than `judge` and
/// `write_move` expect a legal one.
pub trait Rules: Clone + Send + Sync + 'static {
    /// What is known at a moment of the game.
    type Position: Board;

    /// Makes the rules under options given as words, adjudication options excepted.
    ///
    /// # Errors
    /// An unknown, repeated or contradictory option; the offset counts from the first option.
    fn from_options(options: &[&str]) -> Result<Self, TextError>;
    /// Lists the words that make these rules again with [`from_options`](Self::from_options), defaults left out.
    fn options(&self) -> Vec<String>;
    /// Returns the game's description.
    fn metadata(&self) -> &'static Metadata;
    /// Returns the board.
    fn topology(&self) -> &'static Topology;

    /// Returns the start position.
    fn start(&self) -> Self::Position;
    /// Reads a canonical position string.
    ///
    /// # Errors
    /// A text that is not canonical, or a position the rules refuse.
    fn read_position(&self, text: &str) -> Result<Self::Position, TextError>;
    /// Writes the canonical position string.
    fn write_position(&self, position: &Self::Position) -> String;
    /// Reads the canonical text of a move, whether or not it is legal anywhere.
    ///
    /// # Errors
    /// A text that is no move's.
    fn read_move(&self, text: &str) -> Result<Intent, TextError>;
    /// Writes the canonical text of a move.
    fn write_move(&self, intent: Intent) -> String;

    /// Returns the end that can be told without looking for moves, if the game is over by one.
    fn terminal(&self, position: &Self::Position) -> Option<Outcome>;
    /// Returns the result for a position that is not [`terminal`](Self::terminal) and has no legal move.
    fn stranded(&self, position: &Self::Position) -> Outcome;
    /// Returns the word that warns the side to move, such as `check`, if it applies.
    fn alert(&self, position: &Self::Position) -> Option<&'static str>;
    /// Hands all legal moves to a sink in any order, each once; none if the game is over.
    fn generate(&self, position: &Self::Position, sink: &mut impl MoveSink);
    /// Appends all legal moves in any order, each once; none if the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Intent>) {
        self.generate(position, moves);
    }
    /// Counts the legal moves.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = MoveCount::default();
        self.generate(position, &mut count);
        count.0
    }
    /// Tells whether there is a legal move.
    fn has_moves(&self, position: &Self::Position) -> bool {
        let mut any = AnyMove::default();
        self.generate(position, &mut any);
        any.0
    }
    /// Judges one intent by the law.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal>;
    /// Returns what a legal move does to the pieces, in order and leg by leg.
    fn effects(&self, position: &Self::Position, intent: Intent) -> Effects;
    /// Returns the position in which pieces stand so, each on a square of its own, and a side is to move: what hands made of an
    /// earlier position, whatever the rules say of it. What else the game remembers is kept as far as it can still be true.
    ///
    /// # Errors
    /// Why the rules know no such position.
    fn arrange(
        &self,
        before: &Self::Position,
        pieces: &[(Square, Piece)],
        side: Side,
    ) -> Result<Self::Position, Problem>;
    /// Returns the position after a legal move.
    fn play_unchecked(&self, position: &Self::Position, intent: Intent) -> Self::Position;
    /// Writes the position after a legal move over another one, for loops in which copying counts.
    #[inline]
    fn play_into(&self, position: &Self::Position, intent: Intent, next: &mut Self::Position) {
        *next = self.play_unchecked(position, intent);
    }

    /// Returns what must recur for a position to count as repeated, or `None` where positions are not counted.
    fn repetition_key(&self, position: &Self::Position) -> Option<u64> {
        Some(position.hash())
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
    /// Returns the endings by a game's past that belong to these rules themselves; organisers may only add to them.
    fn adjudication(&self) -> Adjudication {
        Adjudication::NONE
    }
    /// Tells whether a legal move starts the count of quiet moves anew: by default, a removal.
    fn is_decisive(&self, position: &Self::Position, intent: Intent) -> bool {
        self.effects(position, intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
    }

    /// Lists the relations that powers make between pieces here.
    fn relations(&self, position: &Self::Position) -> Vec<Relation>;
    /// Lists the marks that the piece on a square carries, by code.
    fn marks(&self, _position: &Self::Position, _square: Square) -> Vec<&'static str> {
        Vec::new()
    }
    /// Returns the shape that shows a mark on a piece: an SVG path around the origin, 12 units in every direction;
    /// `None` leaves the shape to whoever draws.
    fn badge(&self, _mark: &str) -> Option<&'static str> {
        None
    }
    /// Tells how a legal move is shown and spoken of.
    fn manner(&self, position: &Self::Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }
    /// Says what a legal move does where its effects on the pieces cannot tell; `None` where they can.
    fn wording(&self, _position: &Self::Position, _intent: Intent, _voice: Voice) -> Option<String> {
        None
    }
    /// Returns what players choose from before a game begins, where the game has such a setup.
    fn catalogue(&self) -> Option<&'static Catalogue> {
        None
    }
    /// Lists the pairs of cards, by their places in the catalogue, that one player may not combine under these options.
    fn banned_cards(&self) -> Vec<[usize; 2]> {
        Vec::new()
    }
    /// Suggests a sensible choice of so many cards, written as [`Catalogue`] says; `None` where there is no such choice.
    fn suggest_setup(&self, _picks: usize, _random: &mut Random) -> Option<String> {
        None
    }
    /// Returns the pass, where the game has one, whether or not it is legal now.
    fn pass(&self) -> Option<Intent> {
        None
    }
    /// Returns the pieces that an alert warns of, such as a royal piece under attack.
    fn alerted(&self, _position: &Self::Position) -> SquareSet {
        SquareSet::EMPTY
    }
    /// Lists facts the rules want told before a legal move is completed.
    fn notices(&self, _position: &Self::Position, _intent: Intent) -> Vec<Reason> {
        Vec::new()
    }
    /// Lists facts about the whole position worth telling, such as a freeze.
    fn conditions(&self, _position: &Self::Position) -> Vec<Reason> {
        Vec::new()
    }
    /// Makes a sentence of a reason, a notice or a condition that belongs to this position.
    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice) -> String;

    /// Lists the game's symmetries, the identity left out.
    fn symmetries(&self) -> Vec<Symmetry>;
    /// Returns the image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, symmetry: &Symmetry) -> Self::Position;
    /// Returns the image of a move under a symmetry: by default, that of its squares.
    fn transform_intent(&self, intent: Intent, symmetry: &Symmetry) -> Intent {
        intent.map_squares(|square| symmetry.map(square))
    }
    /// Lists every intent worth judging here: all pairs of squares, every legal or nearly legal longer one, and all choices alone.
    fn candidates(&self, position: &Self::Position) -> Vec<Intent>;
    /// Throws pieces together sparsely so that powers meet often; `None` if this throw made no valid position.
    fn scatter(&self, random: &mut Random) -> Option<Self::Position>;

    /// Returns how the game ended, if it did, by the position alone.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.terminal(position)
            .or_else(|| if self.has_moves(position) { None } else { Some(self.stranded(position)) })
    }
    /// Returns where the game stands, by the position alone.
    fn status(&self, position: &Self::Position) -> Status {
        match (self.outcome(position), self.alert(position)) {
            (Some(outcome), _) => Status::Ended(outcome),
            (None, Some(alert)) => Status::Alert(alert),
            (None, None) => Status::Ongoing,
        }
    }
    /// Plays a move after judging it.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn play(&self, position: &Self::Position, intent: Intent) -> Result<Self::Position, Refusal> {
        self.judge(position, intent)?;
        Ok(self.play_unchecked(position, intent))
    }
}

/// Gives the computer player what it needs to know of a game, in hundredths of the smallest piece's worth.
pub trait Evaluate: Rules {
    /// Whether a search does well to try doing nothing first wherever [`skip`](Self::skip) allows it, as matches have shown.
    const SKIPS: bool = true;
    /// Whether a side mostly has so many quiet moves, about a hundred, that a search does well to rank them only where it comes to them, to
    /// leave late ones out even where the exact value is wanted, and not to test whether a remembered move is the only good one, as
    /// matches have shown.
    const MANY_MOVES: bool = false;
    /// Estimates a position that is not over, from the side to move's point of view, within ±20,000.
    fn evaluate(&self, position: &Self::Position) -> i32;
    /// Appends the legal moves that change the balance at once (captures, promotions), each once.
    fn noisy_moves(&self, position: &Self::Position, moves: &mut Vec<Intent>);
    /// Returns the worth of what a legal move wins at once, 0 for a quiet one.
    fn gain(&self, position: &Self::Position, intent: Intent) -> i32;
    /// Returns the worth of the piece that a legal move puts at risk, 0 if none.
    fn stake(&self, position: &Self::Position, intent: Intent) -> i32;
    /// Estimates what a legal move wins once the exchange that it begins on its last square is over, powers respected; by
    /// default what it wins at once.
    fn exchange(&self, position: &Self::Position, intent: Intent) -> i32 {
        self.gain(position, intent)
    }
    /// Returns the position in which the other side is to move though nothing was done, where moving is hardly ever worse
    /// than that; `None` within a turn, in alert, and where having to move may well be a burden, as it is by default.
    fn skip(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// Returns the weights of the terms of which an estimate is the sum, or `None` if it is no such sum.
    fn weights(&self) -> Option<Weights> {
        None
    }
    /// Hands the terms of a position that is not over to a tally; nothing if there are no [`weights`](Self::weights).
    fn terms(&self, _position: &Self::Position, _tally: &mut impl Tally) {}
}
