use crate::{
    Adjudication, AnyMove, Board, Catalogue, Draft, Effect, Effects, Intent, Metadata, Misfit, MoveCount,
    MoveSink, Outcome, Piece, Problem, Reading, Refusal, Repetition, Side, Square, Status, Text, TextError,
    Topology, defaults,
};

/// The complete rules of a game under one set of options.
///
/// `judge` is the reference implementation: it checks one intent at a time, in simple code. `generate` can be optimised
/// in any way; the testkit compares the two. Methods that take the [`Intent`] of a move expect a legal one, except `judge`, `allow`
/// and `write_move`. The default implementations are slow but correct; games override them for speed, or if their rules differ.
/// [`Presentation`](crate::Presentation) covers the user interface, [`Evaluate`](crate::Evaluate) the search, and
/// [`Specimens`](crate::Specimens) tests.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A position of the game.
    type Position: Board;

    /// Returns the game's description.
    fn metadata(&self) -> &Metadata;
    /// Returns the board.
    fn topology(&self) -> &Topology;
    /// Creates the same rules with other options, except adjudication options; by default a game has no options. Fails on an unknown,
    /// repeated or contradictory option; error offsets are relative to the start of the first option.
    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        match options.first() {
            None => Ok(self.clone()),
            Some(&option) => {
                let problem = Text::new(
                    "unknown option; the options are repetition=N and quiet-limit=N",
                    "option inconnue\u{a0}; les options sont repetition=N et quiet-limit=N",
                );
                Err(TextError::new(option, 0, problem))
            }
        }
    }
    /// Returns the options that recreate these rules with [`with_options`](Self::with_options); defaults are left out.
    fn options(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the cards from which players choose before the game; `None` if the game has no such setup.
    fn catalogue(&self) -> Option<&Catalogue> {
        None
    }
    /// Returns the pairs of cards, by index in the catalogue, that a player must not combine under these options.
    fn banned_cards(&self) -> Vec<[usize; 2]> {
        Vec::new()
    }

    /// Returns the start position.
    fn start(&self) -> Self::Position;
    /// Creates a position from a parsed position string. Fails if the rules do not allow the position.
    fn set_up(&self, reading: &Reading<'_>) -> Result<Self::Position, TextError>;
    /// Returns the game-specific words of a position, in the order in which the position string contains them; by default none.
    fn words(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
    /// Parses a canonical position string. Fails if it is malformed or the rules do not allow the position.
    fn read_position(&self, text: &str) -> Result<Self::Position, TextError> {
        let metadata = self.metadata();
        self.set_up(&metadata.form.parse(text, metadata)?)
    }
    /// Returns the canonical position string of a position.
    fn write_position(&self, position: &Self::Position) -> String {
        let metadata = self.metadata();
        metadata.form.write(&Draft::of(position, self.words(position)), metadata)
    }
    /// Parses a move, legal or not; by default square names with an optional choice after `=`, or `pass`.
    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        defaults::read_move(self.topology(), self.pass(), text)
    }
    /// Returns a move in canonical notation.
    fn write_move(&self, intent: Intent) -> String {
        defaults::write_move(self.topology(), self.pass(), intent)
    }

    /// Checks whether a move is legal; if not, returns the reasons against it.
    fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal>;
    /// Checks a move like [`judge`](Self::judge), and also refuses impossible effects, which moves of user-defined games can have.
    fn allow(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal> {
        let squares = self.topology().squares.len();
        if let Some(square) = intent.squares().find(|square| square.index() >= squares) {
            return Err(Misfit::OffBoard { index: square.index() }.into());
        }
        self.judge(position, intent)?;
        Ok(self.effects(position, intent).check(position, squares, self.metadata().kinds.len())?)
    }
    /// Returns the effects of a legal move on the pieces, in order; for a move in several legs, leg by leg.
    fn effects(&self, position: &Self::Position, intent: Intent) -> Effects;
    /// Returns the position after a legal move; by default applies the effects and switches the side to move.
    fn play_unchecked(&self, position: &Self::Position, intent: Intent) -> Self::Position {
        let mut next = position.clone();
        self.effects(position, intent).into_iter().for_each(|effect| next.apply(effect));
        next.pass_turn();
        next
    }
    /// Writes the position after a legal move into `next`, for loops in which copying matters.
    #[inline]
    fn play_into(&self, position: &Self::Position, intent: Intent, next: &mut Self::Position) {
        *next = self.play_unchecked(position, intent);
    }
    /// Creates a position from pieces and a side to move, if legal. Games can copy game-specific state from `before`.
    fn arrange(
        &self,
        _before: &Self::Position,
        pieces: &[(Square, Piece)],
        side: Side,
    ) -> Result<Self::Position, Problem> {
        let draft = Draft { pieces: pieces.to_vec(), side, words: Vec::new() };
        let metadata = self.metadata();
        self.read_position(&metadata.form.write(&draft, metadata)).map_err(|error| error.problem)
    }

    /// Returns the outcome if it can be determined without generating moves. The default always returns `None`.
    fn terminal(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }
    /// Returns the outcome of a position that is not [`terminal`](Self::terminal) and has no legal move.
    fn stranded(&self, position: &Self::Position) -> Outcome;
    /// Returns the alert for the side to move, if any: `check`, or the game's equivalent. By default none.
    fn alert(&self, _position: &Self::Position) -> Option<&str> {
        None
    }
    /// Returns the pass move if the game has one, whether or not passing is legal now.
    fn pass(&self) -> Option<Intent> {
        None
    }

    /// Returns whether the game is drawn because no sequence of legal moves lets either side win; by default `false`.
    fn is_dead(&self, _position: &Self::Position) -> bool {
        false
    }

    /// If the game has just been drawn by its move counter, returns the position with the counter reset, to play on.
    fn uncounted(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns the position with the other side to move, to show that side's moves; `None` if that is impossible.
    fn turned(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns every intent worth checking: all pairs of squares, all choices without squares, and every legal or nearly legal
    /// longer intent. The default, at most 16,272 intents of up to two squares, is complete only for games without longer ones.
    fn candidates(&self, _position: &Self::Position) -> Vec<Intent> {
        defaults::candidates(self.topology())
    }
    /// Sends all legal moves to a sink, each once; by default the [`candidates`](Self::candidates) accepted by [`allow`](Self::allow).
    fn generate(&self, position: &Self::Position, sink: &mut impl MoveSink) {
        if self.terminal(position).is_some() {
            return;
        }
        let mut intents = self.candidates(position);
        intents.sort_unstable();
        intents.dedup();
        intents.retain(|&intent| self.allow(position, intent).is_ok());
        intents.into_iter().for_each(|intent| sink.push(intent));
    }
    /// Appends all legal moves in any order, each once; none if the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Intent>) {
        self.generate(position, moves);
    }
    /// Returns all legal moves in any order, each once; none if the game is over.
    fn list_moves(&self, position: &Self::Position) -> Vec<Intent> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves
    }
    /// Counts the legal moves.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = MoveCount::default();
        self.generate(position, &mut count);
        count.0
    }
    /// Returns whether there is a legal move.
    fn has_moves(&self, position: &Self::Position) -> bool {
        let mut any = AnyMove::default();
        self.generate(position, &mut any);
        any.0
    }

    /// Returns the adjudication that is part of these rules; adjudication options can only lower its limits.
    fn adjudication(&self) -> Adjudication {
        Adjudication::NONE
    }
    /// Returns the repetition rules that are more specific than a draw, in order of precedence; by default none.
    fn repetitions(&self) -> &[Repetition] {
        &[]
    }
    /// Returns a key that is equal for positions that repeat each other; `None` if repetitions of this position do not count.
    fn repetition_key(&self, position: &Self::Position) -> Option<u64> {
        Some(position.hash())
    }
    /// Returns whether a legal move resets the count of quiet moves. By default, a move does so if it removes a piece.
    fn is_decisive(&self, position: &Self::Position, intent: Intent) -> bool {
        self.effects(position, intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
    }

    /// Returns the outcome if the position ends the game, regardless of its history.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.terminal(position)
            .or_else(|| if self.has_moves(position) { None } else { Some(self.stranded(position)) })
    }
    /// Returns the status of the game in this position, regardless of its history.
    fn status(&self, position: &Self::Position) -> Status {
        match (self.outcome(position), self.alert(position)) {
            (Some(outcome), _) => Status::Ended(outcome),
            (None, Some(alert)) => Status::Alert(alert.to_owned().into()),
            (None, None) => Status::Ongoing,
        }
    }
    /// Plays a move and returns the position after it. Fails if the move is not legal.
    fn play(&self, position: &Self::Position, intent: Intent) -> Result<Self::Position, Refusal> {
        self.allow(position, intent)?;
        Ok(self.play_unchecked(position, intent))
    }
}
