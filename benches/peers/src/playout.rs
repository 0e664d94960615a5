use entourage_kernel::{MoveList, Random, Rules};

use crate::games::MOST_MOVES;

pub const LONGEST: usize = 300;

/// Plays a random game from a position (list, pick, play) to its end or [`LONGEST`] plies; returns the number of plies.
pub fn playout<R: Rules>(rules: &R, start: &R::Position, random: &mut Random) -> u64 {
    let mut moves = MoveList::<MOST_MOVES>::new();
    let (mut position, mut next) = (start.clone(), start.clone());
    for ply in 0..LONGEST {
        moves.clear();
        rules.generate(&position, &mut moves);
        let Some(&intent) = random.pick(moves.as_slice()) else { return ply as u64 };
        rules.play_into(&position, intent, &mut next);
        std::mem::swap(&mut position, &mut next);
    }
    LONGEST as u64
}
