use entourage_kernel::Random;

use crate::menu::SHORT;

/// The most moves of a game before somebody ends it, and of one that may end by itself.
const MOVES: (usize, usize) = (12, 90);

/// How somebody means to end a game, if the other does not before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// They resign.
    Resign,
    /// They propose a draw, and resign where it is declined.
    Draw,
    /// They let their time run out.
    Sleep,
}

/// How somebody plays a game.
#[derive(Clone, Debug)]
pub struct Manner {
    /// How they end it.
    pub finish: Finish,
    /// After how many moves of both.
    pub after: usize,
    /// Whether they agree on a draw.
    pub agrees: bool,
    /// Whether they say their moves over the WebSocket; over requests otherwise.
    pub by_socket: bool,
    /// After how many moves they say something.
    pub speaks: Option<usize>,
    /// How long they think at most, in milliseconds.
    pub thought: usize,
}

impl Manner {
    /// Draws one for a pace.
    pub fn draw(pace: &str, random: &mut Random) -> Self {
        let finish = match random.below(10) {
            0..=3 if pace == SHORT => Finish::Sleep,
            0..=5 => Finish::Resign,
            _ => Finish::Draw,
        };
        // One in five lets a game come to its own end.
        let after = if random.one_in(5) { MOVES.1 } else { 3 + random.below(MOVES.0) };
        let speaks = random.one_in(4).then(|| random.below(5));
        let (agrees, by_socket) = (!random.one_in(3), random.one_in(2));
        Self { finish, after, agrees, by_socket, speaks, thought: 600 }
    }
}
