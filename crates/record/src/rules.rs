use entourage_kernel::Side;

/// The rules of a game and its current position: all that the record needs to know about a game.
pub trait Rules: Sized {
    /// Why a move is illegal.
    type Refusal;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Returns whether the rules have ended the game.
    fn is_over(&self) -> bool;

    /// Returns the status code.
    fn status(&self) -> String;

    /// Returns the position, to compare the effects of manual turns.
    fn position(&self) -> String;

    /// Plays a move, or a manual turn with its [prefix](crate::Event::TURN_SIGN).
    ///
    /// # Errors
    /// The move is illegal; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), Self::Refusal>;

    /// Takes back the last move, if there is one.
    fn undo(&mut self);

    /// Starts the game with both sides' setup choices; `None` if the rules reject them.
    fn set_up(&self, choices: [&str; 2]) -> Option<Self>;
}
