use entourage_kernel::Side;

/// A game's rules together with its current position, reduced to the operations that game records need.
pub trait Rules: Sized {
    /// The reason why a move is illegal.
    type Refusal;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Returns whether the rules have ended the game.
    fn is_over(&self) -> bool;

    /// Returns the status of the current position by the rules as a code, such as `ongoing`.
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

    /// Returns the rules in the initial position that results from both sides' setup choices; `None` if the choices are rejected.
    fn set_up(&self, choices: [&str; 2]) -> Option<Self>;
}
