//! Where pieces go in Betza's letters, by which boards of other programs learn it.

use super::{GoalKind, Manner, Sheet, SheetPiece, Stride};

/// How leaps are called, by how far they go: the shorter part first.
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
/// Sentences that change nothing of where pieces go, by their first words.
const STILL: [&str; 6] = ["draw", "loss", "names", "needs", "position", "win"];

impl Sheet {
    /// Returns where each kind of piece goes in Betza's letters, by its letter; `None` where these do not say all of it.
    ///
    /// A board that is told so judges by it what a check and a mate is, too. So nothing is told of a game whose powers or other sentences
    /// change where pieces go, and of one in which checkmate does not lose, or stalemate does not draw.
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
        Some([said(&both, "")?, said(&moves, "m")?, said(&captures, "c")?].concat())
    }
}

fn said(strides: &[Stride], modality: &str) -> Option<String> {
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
        // Of an oblique leap there are four to either side, of others three along the board or two across it.
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

/// Reports where to a stride goes, to the left and to the right alike.
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

/// Writes strides in Betza's letters; `None` where a leap is longer than these name.
pub fn betza(strides: &[Stride]) -> Option<String> {
    said(strides, "")
}
