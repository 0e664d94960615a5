use entourage_kernel::{Board, Effects, History, Intent, Piece, Refusal, Rules, Side, Square, TextError};

/// Shows a position under its rules, whichever they are, as far as turns are written and read by it: a copy of reading and
/// writing for each game would weigh on every first visit of the page.
pub(crate) trait AnyPosition<'a> {
    /// Returns the side to move.
    fn side(&self) -> Side;
    /// Returns the number of squares of the board.
    fn squares(&self) -> usize;
    /// Returns what stands on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Tells whether the rules have ended the game.
    fn is_over(&self) -> bool;
    /// Lists the legal moves in any order.
    fn legal_moves(&self) -> Vec<Intent>;
    /// Judges a move.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn judge(&self, intent: Intent) -> Result<(), Refusal>;
    /// Returns what a legal move does.
    fn effects(&self, intent: Intent) -> Effects;
    /// Returns the pass, where the game has one.
    fn pass(&self) -> Option<Intent>;
    /// Reads the canonical text of a move.
    ///
    /// # Errors
    /// A text that is no move's.
    fn read_move(&self, text: &str) -> Result<Intent, TextError>;
    /// Writes the canonical text of a move.
    fn write_move(&self, intent: Intent) -> String;
    /// Returns the position once more.
    fn copy(&self) -> Box<dyn AnyPosition<'a> + 'a>;
    /// Returns the position after a legal move.
    fn after(&self, intent: Intent) -> Box<dyn AnyPosition<'a> + 'a>;
}

/// A position of a game.
pub(crate) struct At<'a, R: Rules> {
    rules: &'a R,
    position: R::Position,
}

impl<'a, R: Rules> At<'a, R> {
    pub(crate) fn new(rules: &'a R, position: &R::Position) -> Self {
        Self { rules, position: position.clone() }
    }

    pub(crate) fn of(history: &'a History<R>) -> Self {
        Self::new(history.rules(), history.position())
    }
}

impl<'a, R: Rules> AnyPosition<'a> for At<'a, R> {
    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn squares(&self) -> usize {
        self.rules.topology().squares.len()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position.piece_at(square)
    }

    fn is_over(&self) -> bool {
        self.rules.outcome(&self.position).is_some()
    }

    fn legal_moves(&self) -> Vec<Intent> {
        let mut moves = Vec::new();
        self.rules.legal_moves(&self.position, &mut moves);
        moves
    }

    fn judge(&self, intent: Intent) -> Result<(), Refusal> {
        self.rules.allow(&self.position, intent)
    }

    fn effects(&self, intent: Intent) -> Effects {
        self.rules.effects(&self.position, intent)
    }

    fn pass(&self) -> Option<Intent> {
        self.rules.pass()
    }

    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        self.rules.read_move(text)
    }

    fn write_move(&self, intent: Intent) -> String {
        self.rules.write_move(intent)
    }

    fn copy(&self) -> Box<dyn AnyPosition<'a> + 'a> {
        Box::new(Self::new(self.rules, &self.position))
    }

    fn after(&self, intent: Intent) -> Box<dyn AnyPosition<'a> + 'a> {
        Box::new(Self { rules: self.rules, position: self.rules.play_unchecked(&self.position, intent) })
    }
}
