//! Writes moves in Betza notation, for graphical interfaces that support no other description of variants.

use super::{GoalKind, Manner, Sheet, SheetPiece, Stride};

/// Betza's letters for leaps, by the leap's two distances, the shorter one first.
const LEAPERS: [([u8; 2], char); 9] = [
    ([0, 1], 'W'),
    ([1, 1], 'F'),
    ([0, 2], 'D'),
    ([1, 2], 'N'),
    ([2, 2], 'A'),
    ([0, 3], 'H'),
    ([1, 3], 'C'),
    ([2, 3], 'Z'),
    ([3, 3], 'G'),
];
/// First words of sentences that do not affect how pieces move.
const STILL: [&str; 6] = ["draw", "loss", "names", "needs", "position", "win"];

impl Sheet {
    /// Returns each kind's moves in Betza notation, by its letter; `None` if the notation cannot express the game.
    ///
    /// Graphical interfaces also apply the usual rules for checkmate and stalemate. This method returns `None` if powers or other
    /// sentences affect moves, if checkmate is not a loss, or if stalemate is not a draw.
    pub fn betza(&self) -> Option<Vec<(char, String)>> {
        let is_still = |text: &str| text.split([' ', ',']).next().is_some_and(|word| STILL.contains(&word));
        let ends = |kind: GoalKind| self.goals.iter().any(|goal| goal.kind == kind);
        if !self.by_hand.iter().all(|one| is_still(&one.text))
            || !ends(GoalKind::Checkmate)
            || !ends(GoalKind::StuckDraws)
        {
            return None;
        }
        self.pieces.iter().map(|piece| Some((piece.letter, piece.betza()?))).collect()
    }
}

impl SheetPiece {
    fn betza(&self) -> Option<String> {
        if !self.by_hand.is_empty() {
            return None;
        }
        let (both, moves): (Vec<Stride>, Vec<Stride>) =
            self.moves.iter().partition(|stride| self.captures.contains(stride));
        let captures: Vec<Stride> =
            self.captures.iter().copied().filter(|stride| !both.contains(stride)).collect();
        Some([letters(&both, "")?, letters(&moves, "m")?, letters(&captures, "c")?].concat())
    }
}

fn letters(strides: &[Stride], modality: &str) -> Option<String> {
    let mut left = strides.to_vec();
    let mut text = String::new();
    while let Some(first) = left.first().copied() {
        let far = size(first);
        let (alike, others): (Vec<Stride>, Vec<Stride>) =
            left.iter().partition(|one| one.manner == first.manner && size(**one) == far);
        left = others;
        let atom = match (first.manner, far) {
            (Manner::Slide, [0, _]) => 'R',
            (Manner::Slide, _) => 'B',
            _ => LEAPERS.iter().find(|(size, _)| *size == far)?.1,
        };
        // Left and right share a stride: an oblique leap has four strides in all, a straight leap three, a diagonal leap two.
        let is_oblique = far[0] != far[1] && far[0] > 0;
        let ways = if is_oblique { 4 } else { 3 - usize::from(far[0] == far[1]) };
        if alike.len() == ways {
            text.push_str(modality);
            text.push(atom);
            continue;
        }
        for stride in alike {
            text.push_str(modality);
            text.push_str(towards(stride, is_oblique));
            text.push(atom);
        }
    }
    Some(text)
}

fn size(stride: Stride) -> [u8; 2] {
    let (files, rows) = (stride.files, stride.rows.unsigned_abs());
    [files.min(rows), files.max(rows)]
}

/// Returns the letters for a stride's direction, which do not distinguish left and right.
fn towards(stride: Stride, is_oblique: bool) -> &'static str {
    let is_wide = stride.files > stride.rows.unsigned_abs();
    match (is_oblique, is_wide, stride.rows) {
        (false, _, 0) => "s",
        (true, true, 1..) => "fs",
        (true, true, _) => "bs",
        (true, false, 1..) => "ff",
        (true, false, _) => "bb",
        (false, _, 1..) => "f",
        (false, ..) => "b",
    }
}

/// Writes strides in Betza notation; `None` if a leap has no letter.
pub fn betza(strides: &[Stride]) -> Option<String> {
    letters(strides, "")
}
