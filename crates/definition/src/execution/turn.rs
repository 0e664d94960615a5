use entourage_kernel::{Side, SquareSet};

use super::{Chain, Memory, Performance, Reading, Table};

impl<T: Table> Performance<T> {
    /// Ends or continues the turn; returns the side to move next and the memory of the new position.
    pub(crate) fn passed_on(&self, board: &impl Reading) -> (Side, Memory) {
        let (model, pieces, side) = (board.model(), self.table.pieces(), board.side());
        let mut memory = self.memory;
        if !self.has_ended
            && let Some(chain) = self.going_on(board)
        {
            return (side, Memory { chain: Some(chain), ..memory });
        }
        for (square, known) in memory.squares.iter_mut().zip(&model.squares) {
            if !known.next_turn {
                *square = None;
            }
        }
        if board.may_count_checks() && board.turned(pieces, &memory).is_in_danger() {
            memory.gain(model, side, None);
        }
        if self.doubts.iter().any(|labels| *labels != 0) {
            let asked = memory;
            let after = board.turned(pieces, &asked);
            for (square, labels) in memory.squares.iter_mut().zip(self.doubts) {
                let mut labels = (0..model.labels.len()).filter(|label| labels >> label & 1 != 0);
                if labels.any(|label| !after.may_make(label)) {
                    *square = None;
                }
            }
        }
        (!side, memory)
    }

    /// Returns how the same side continues the turn: with the piece that moved, or with the next piece that has an extra move.
    fn going_on(&self, board: &impl Reading) -> Option<Chain> {
        let mut waiting = self.waiting;
        let mut next = self.goes_on.map(|chain| Chain { waiting, ..chain });
        loop {
            let chain = match next.take() {
                Some(chain) => chain,
                None => {
                    let (at, labels) = (waiting.pop()?, board.model().cards.as_ref()?.extra);
                    Chain { at, barred: SquareSet::EMPTY, labels, is_extra: true, waiting }
                }
            };
            let memory = Memory { chain: Some(chain), ..self.memory };
            if board.other(self.table.pieces(), &memory).can_act(chain.at) {
                return Some(chain);
            }
        }
    }
}
