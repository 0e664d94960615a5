use crate::{
    Adjudication, AnyMove, Board, Catalogue, Draft, Effect, Effects, Intent, Metadata, Misfit, MoveCount,
    MoveSink, Outcome, Piece, Problem, Reading, Refusal, Repetition, Side, Square, Status, Text, TextError,
    Topology, plain,
};

/// States the whole law of one game under one set of options.
///
/// `judge` is the law, one intent at a time and plainly; `generate` may be as clever as it likes, and
/// the testkit holds it to the law. Methods that take an [`Intent`] of a move other than `judge` and
/// `write_move` expect a legal one. What has a default is slow and right; a game writes it anew to be fast, or where it is otherwise.
/// How a game is shown stands in [`Presentation`](crate::Presentation), what search asks in [`Evaluate`](crate::Evaluate), what
/// only tests ask in [`Specimens`](crate::Specimens).
pub trait Rules: Clone + Send + Sync + 'static {
    /// What is known at a moment of the game.
    type Position: Board;

    /// Returns the game's description.
    fn metadata(&self) -> &Metadata;
    /// Returns the board.
    fn topology(&self) -> &Topology;
    /// Makes the same game's rules under other options than these, given as words, adjudication options excepted: by default, there are none.
    ///
    /// # Errors
    /// An unknown, repeated or contradictory option; the offset counts from the first option.
    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        match options.first() {
            None => Ok(self.clone()),
            Some(&option) => {
                let problem = Text::new(
                    "no such option; there are repetition=N and quiet-limit=N",
                    "cette option n'existe pas\u{a0}; il y a repetition=N et quiet-limit=N",
                );
                Err(TextError::new(option, 0, problem))
            }
        }
    }
    /// Lists the words that make these rules again with [`with_options`](Self::with_options), defaults left out.
    fn options(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns what players choose from before a game begins, where the game has such a setup.
    fn catalogue(&self) -> Option<&Catalogue> {
        None
    }
    /// Lists the pairs of cards, by their places in the catalogue, that one player may not combine under these options.
    fn banned_cards(&self) -> Vec<[usize; 2]> {
        Vec::new()
    }

    /// Returns the start position.
    fn start(&self) -> Self::Position;
    /// Makes a position of what a text of the game's form says.
    fn set_up(&self, reading: &Reading<'_>) -> Result<Self::Position, TextError>;
    /// Lists what a position knows beside pieces and side to move, as the words of the game's form say it: by default, nothing.
    fn words(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }
    /// Reads a canonical position string.
    fn read_position(&self, text: &str) -> Result<Self::Position, TextError> {
        let metadata = self.metadata();
        self.set_up(&metadata.form.parse(text, metadata)?)
    }
    /// Writes the canonical position string.
    fn write_position(&self, position: &Self::Position) -> String {
        let metadata = self.metadata();
        metadata.form.write(&Draft::of(position, self.words(position)), metadata)
    }
    /// Reads the canonical text of a move, legal or not: by default, the names of its squares and its choice behind `=`, or `pass`.
    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        plain::read_move(self.topology(), self.pass(), text)
    }
    /// Writes the canonical text of a move.
    fn write_move(&self, intent: Intent) -> String {
        plain::write_move(self.topology(), self.pass(), intent)
    }

    /// Judges one intent by the law.
    fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal>;
    /// Judges one intent by the law, and whether what it does fits the board. It differs from [`judge`](Self::judge) in games only whose
    /// law is not as careful as those of the house; whatever is above the rules asks this.
    fn allow(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal> {
        let squares = self.topology().squares.len();
        if let Some(square) = intent.squares().find(|square| square.index() >= squares) {
            return Err(Misfit::OffBoard { index: square.index() }.into());
        }
        self.judge(position, intent)?;
        Ok(self.effects(position, intent).check(position, squares, self.metadata().kinds.len())?)
    }
    /// Returns what a legal move does to the pieces, in order and leg by leg.
    fn effects(&self, position: &Self::Position, intent: Intent) -> Effects;
    /// Returns the position after a legal move: by default, its effects happen and the other side is to move.
    fn play_unchecked(&self, position: &Self::Position, intent: Intent) -> Self::Position {
        let mut next = position.clone();
        self.effects(position, intent).into_iter().for_each(|effect| next.apply(effect));
        next.pass_turn();
        next
    }
    /// Writes the position after a legal move over another one, for loops in which copying counts.
    #[inline]
    fn play_into(&self, position: &Self::Position, intent: Intent, next: &mut Self::Position) {
        *next = self.play_unchecked(position, intent);
    }
    /// Returns the position in which hands put the pieces so, with a side to move, whatever the rules say of it. What else the game remembers
    /// is kept from `before` as far as it can still be true; by default nothing is.
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

    /// Returns the end that can be told without looking for moves, if the game is over by one: by default, there is none.
    fn terminal(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }
    /// Returns the result for a position that is not [`terminal`](Self::terminal) and has no legal move.
    fn stranded(&self, position: &Self::Position) -> Outcome;
    /// Returns the word that warns the side to move, such as `check`, if it applies: by default, nothing does.
    fn alert(&self, _position: &Self::Position) -> Option<&str> {
        None
    }
    /// Returns the pass, where the game has one, whether or not it is legal now.
    fn pass(&self) -> Option<Intent> {
        None
    }

    /// Returns whether neither side can win any more by any legal moves, so that the move that leads here draws; by default, never.
    fn is_dead(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the position with its count of moves reset where that count has just drawn the game, as if no one claimed it; else `None`.
    fn uncounted(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns the position with the other side to move though nothing was done, to see what it could do; `None` if the rules know none.
    fn turned(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Lists every intent worth judging here: all pairs of squares, every legal or nearly legal longer one, and all choices alone. By default
    /// all intents of one and of two squares without a choice, and all choices alone: at most 16,272, which is everything in a game
    /// whose moves need no more, and not in any other.
    fn candidates(&self, _position: &Self::Position) -> Vec<Intent> {
        plain::candidates(self.topology())
    }
    /// Sends all legal moves to a sink, each once, none if the game is over; by default the [`candidates`](Self::candidates) that
    /// [`allow`](Self::allow) accepts.
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

    /// Returns the endings by a game's past that belong to these rules themselves; organisers may only add to them.
    fn adjudication(&self) -> Adjudication {
        Adjudication::NONE
    }
    /// Lists what it comes to when a position recurs, where these rules say more than that it is drawn; of those that hold the first
    /// counts, and organisers add none: by default, there are none.
    fn repetitions(&self) -> &[Repetition] {
        &[]
    }
    /// Returns what must recur for a position to count as repeated, or `None` where positions are not counted.
    fn repetition_key(&self, position: &Self::Position) -> Option<u64> {
        Some(position.hash())
    }
    /// Returns whether a legal move starts the count of quiet moves anew: by default, a removal.
    fn is_decisive(&self, position: &Self::Position, intent: Intent) -> bool {
        self.effects(position, intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
    }

    /// Returns how the game ended, if it did, by the position alone.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.terminal(position)
            .or_else(|| if self.has_moves(position) { None } else { Some(self.stranded(position)) })
    }
    /// Returns where the game stands, by the position alone.
    fn status(&self, position: &Self::Position) -> Status {
        match (self.outcome(position), self.alert(position)) {
            (Some(outcome), _) => Status::Ended(outcome),
            (None, Some(alert)) => Status::Alert(alert.to_owned().into()),
            (None, None) => Status::Ongoing,
        }
    }
    /// Plays a move after judging it.
    fn play(&self, position: &Self::Position, intent: Intent) -> Result<Self::Position, Refusal> {
        self.allow(position, intent)?;
        Ok(self.play_unchecked(position, intent))
    }
}
