use std::collections::HashSet;

use entourage_store::{LastLook, Looked, Passed};

use super::GameInUse;

/// The version of how finished games are indexed, raised when positions get other keys: then all games are indexed again.
pub(crate) const READING: u32 = 1;
/// How many moves of a game are indexed.
const MOST_PLIES: usize = 200;

/// Returns the index entry of a game that cannot be replayed.
pub(crate) fn unreadable() -> Looked {
    Looked { reading: READING, last: None, passed: Vec::new() }
}

impl GameInUse {
    /// Indexes a finished game: its last position, and all positions that occurred, each once, with the move that followed.
    pub fn looked(&self) -> Looked {
        let Some(board) = self.state.rules() else { return unreadable() };
        let live = board.live();
        let last = LastLook { spec: board.spec().to_owned(), position: live.position_text() };
        let mut looked = Looked { last: Some(last), ..unreadable() };
        let Ok(mut told) = live.game().begin(Some(&live.start_text())) else { return unreadable() };
        // Where hands decide, positions have no key.
        if live.position_key().is_none() {
            return looked;
        }
        let (moves, mut known) = (live.moves(), HashSet::new());
        for (ply, next) in moves.iter().map(Some).chain([None]).take(MOST_PLIES).enumerate() {
            if let Some(key) = told.position_key().filter(|key| known.insert(*key)) {
                looked.passed.push(Passed { key, ply: ply as u32, next: next.cloned() });
            }
            if next.is_some_and(|next| told.play(next).is_err()) {
                return unreadable();
            }
        }
        looked
    }
}
