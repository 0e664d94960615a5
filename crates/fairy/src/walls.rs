//! Walls: squares on which nothing ever stands, from the start or since a piece has left them.

use std::fmt::Write;

use crate::draft::Draft;
use crate::kinds::Kind;
use crate::refusal::Reason;
use crate::rules::Rules;
use crate::start::Start;

/// Tells whether every move leaves a wall behind.
fn leaves_walls(rules: &Rules) -> bool {
    rules.word("wallingRule") == "past"
}

/// Finds a letter for walls; `None` where there are none.
///
/// # Errors
/// All letters are taken.
pub(crate) fn letter(rules: &Rules, start: &Start, kinds: &[Kind]) -> Result<Option<char>, ()> {
    if start.walls.is_empty() && !leaves_walls(rules) {
        return Ok(None);
    }
    let is_free = |letter: &char| kinds.iter().all(|kind| kind.letter != *letter);
    ('A'..='Z').rev().find(is_free).map(Some).ok_or(())
}

impl Draft<'_> {
    /// Refuses what walls cannot be said with.
    pub(crate) fn refuse_walls(&mut self) {
        let rules = self.rules;
        if !leaves_walls(rules) {
            return;
        }
        let rights = [0, 1].iter().any(|side| !crate::castling::find(rules, &self.start, *side).is_empty());
        if rights {
            self.refuse("wallingRule", Reason::NoWordsWith("castling"));
        }
        if rules.is("blastOnCapture") {
            self.refuse("wallingRule", Reason::NoWordsWith("blastOnCapture"));
        }
        // Where no wall may stand, no piece may leave.
        if rules.walling_region.iter().any(|region| !(self.board() - *region).is_empty()) {
            self.refuse("wallingRule", Reason::NoWordsWith("wallingRegionWhite"));
        }
    }

    /// Writes the piece that walls are.
    pub(crate) fn write_wall(&self, text: &mut String) {
        if let Some(letter) = self.wall {
            let _ = writeln!(text, "piece {letter} \"Wall\" fr \"Mur\" of nobody");
        }
    }

    /// Writes that pieces leave walls behind.
    pub(crate) fn write_walling(&self, text: &mut String) {
        if leaves_walls(self.rules) {
            text.push_str("after a piece moves: a Wall is put where it stood\n");
        }
    }

    /// Tells whether no position ever comes again, nor any clock to its end: each move but a pass leaves a square less for good.
    pub(crate) fn never_recurs(&mut self) -> bool {
        let rules = self.rules;
        if leaves_walls(rules) {
            return self.board().len() <= 2 * rules.clock as usize;
        }
        let kinds = self.kinds.clone();
        rules.is("pieceDrops")
            && kinds.into_iter().all(|kind| self.walk(kind.one) == crate::betza::Walk::default())
    }
}
