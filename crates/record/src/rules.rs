use entourage_kernel::Side;

/// A game's rules and its current position, as far as records depend on them.
pub trait Rules: Sized {
    /// The reason why a move is illegal.
    type Refusal;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Returns whether the rules have ended the game.
    fn is_over(&self) -> bool;

    /// Returns the status code according to the rules.
    fn status(&self) -> String;

    /// Returns the position as text, for comparing the effects of manual moves.
    fn position(&self) -> String;

    /// Plays a move, or a manual move with its [prefix](crate::Event::TURN_SIGN).
    ///
    /// # Errors
    /// The move is illegal; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), Self::Refusal>;

    /// Takes back the last move, if there is one.
    fn undo(&mut self);

    /// Returns the start of the game with both sides' setup choices; `None` if the rules reject them.
    fn set_up(&self, choices: [&str; 2]) -> Option<Self>;
}
