use entourage_kernel::{Board, Effects, History, Intent, Piece, Refusal, Rules, Side, Square, TextError};

/// A position with its rules, used as a trait object because generic code for each game would enlarge the WebAssembly module.
pub(crate) trait AnyPosition<'a> {
    fn side(&self) -> Side;
    fn squares(&self) -> usize;
    fn piece_at(&self, square: Square) -> Option<Piece>;
    fn is_over(&self) -> bool;
    fn legal_moves(&self) -> Vec<Intent>;
    fn judge(&self, intent: Intent) -> Result<(), Refusal>;
    fn effects(&self, intent: Intent) -> Effects;
    fn pass(&self) -> Option<Intent>;
    fn read_move(&self, text: &str) -> Result<Intent, TextError>;
    fn write_move(&self, intent: Intent) -> String;
    fn copy(&self) -> Box<dyn AnyPosition<'a> + 'a>;
    fn after(&self, intent: Intent) -> Box<dyn AnyPosition<'a> + 'a>;
}

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
        self.rules.list_moves(&self.position)
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
