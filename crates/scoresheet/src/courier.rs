use entourage_registry::{AnyMatch, Notation};

/// Gathers the moves of a player's turn, to write it as Game Courier's players do.
#[derive(Default)]
pub(crate) struct CourierTurn {
    /// The game as it stood when the turn began, by the moves gathered; `None` where something stands between them.
    played: Option<Box<dyn AnyMatch>>,
    moves: Vec<String>,
}

impl CourierTurn {
    /// Begins a turn where a game stands.
    pub(crate) fn begin(&mut self, game: &dyn AnyMatch) {
        self.moves.clear();
        self.played = game.game().begin(Some(&game.position_text())).ok();
    }

    /// Hears that something stands behind the last move, so that the turn is not written as one.
    pub(crate) fn interrupt(&mut self) {
        self.played = None;
    }

    /// Takes in a move.
    pub(crate) fn play(&mut self, text: &str) {
        self.played = self.played.take().and_then(|mut game| game.play(text).ok().map(|()| game));
        self.moves.push(text.to_owned());
    }

    /// Counts the moves of the turn.
    pub(crate) fn count(&self) -> usize {
        self.moves.len()
    }

    /// Writes the turn; `None` where it would not be read as the same moves, as a turn by hand.
    pub(crate) fn written(&self) -> Option<String> {
        let played = self.played.as_ref()?;
        let turn = played.courier_turns().pop()?;
        let begun = played.game().begin(Some(&played.start_text())).ok()?;
        let read = begun.typed_moves(&turn, Notation::Courier).ok()?;
        (read == self.moves && turn.contains([' ', '-'])).then_some(turn)
    }
}
