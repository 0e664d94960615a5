use std::collections::HashSet;

use entourage_store::{LastLook, Looked, Passed};

use super::GameInUse;

/// The number of the way in which finished games are looked through. It is raised where positions get other keys than before: then all games
/// are looked through again.
pub(crate) const READING: u32 = 1;
/// The number of moves of a game whose positions are found.
const MOST_PLIES: usize = 200;

/// Returns what comes of a game that cannot be played again.
pub(crate) fn unreadable() -> Looked {
    Looked { reading: READING, last: None, passed: Vec::new() }
}

impl GameInUse {
    /// Looks a finished game through: how it stood last, and which positions it came to, each once, with the moves that followed.
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
