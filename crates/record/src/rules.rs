use entourage_kernel::Side;

/// What a game's rules say of the moves played so far. The record asks for no more than this, and knows no game.
pub trait Rules: Sized {
    /// Why a move is not played, in the rules' own terms.
    type Refusal;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Returns whether the rules have ended the game.
    fn is_over(&self) -> bool;

    /// Returns where the game stands, in the rules' words.
    fn status(&self) -> String;

    /// Returns the position, so that turns by hand can be compared by what they did.
    fn position(&self) -> String;

    /// Plays a move, or a turn by hand after its [sign](crate::Event::TURN_SIGN).
    ///
    /// # Errors
    /// Why it is not played; nothing changes then.
    fn play(&mut self, text: &str) -> Result<(), Self::Refusal>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self);

    /// Begins the game with what both sides have chosen; `None` if the rules do not begin so.
    fn set_up(&self, choices: [&str; 2]) -> Option<Self>;
}
