mod english;
mod french;

use entourage_kernel::{Board, Language, Piece, Reason, Square, Voice};

use crate::Position;
use crate::geometry::{PALACE, TOPOLOGY};
use crate::piece::KING;

pub(crate) const CODES: [&str; 38] = [
    "game-over",
    "unknown-move",
    "empty-square",
    "not-your-piece",
    "own-piece",
    "same-square",
    "cannot-reach",
    "cannot-reach-capture",
    "blocked",
    "never-captures",
    "untouchable",
    "must-promote",
    "promotes-not",
    "mutates-not",
    "mutates-to-itself",
    "mutates-beside-shs",
    "explodes-not",
    "explodes-with-its-like",
    "explodes-vertically",
    "advances-not",
    "must-advance",
    "nothing-to-capture",
    "advances-without-entering",
    "not-the-next-square",
    "launches-to-empty",
    "launches-to-arena",
    "launch-closed",
    "launch-not-yours",
    "reduced",
    "symmetrised",
    "exposed",
    "leaves-three",
    "recruits",
    "recruits-not",
    "three-left-1",
    "three-left-2",
    "four-left-1",
    "four-left-2",
];

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let scene = Scene { position, squares: &reason.squares, voice };
    match voice.language {
        Language::English => english::sentence(&reason.code, &scene),
        Language::French => french::sentence(&reason.code, &scene),
    }
}

struct Scene<'a> {
    position: &'a Position,
    squares: &'a [Square],
    voice: Voice<'a>,
}

impl Scene<'_> {
    fn piece(&self, index: usize) -> Option<Piece> {
        self.position.piece_at(*self.squares.get(index)?)
    }

    /// Names a square of the reason; a place it does not have is a question mark.
    fn square(&self, index: usize) -> String {
        let name = |&square| self.voice.square(&TOPOLOGY, square);
        self.squares.get(index).map_or_else(|| "?".to_owned(), name)
    }

    fn is_king_at_home(&self, index: usize) -> bool {
        self.squares.get(index).zip(self.piece(index)).is_some_and(|(&square, piece)| {
            piece.kind() == KING && PALACE[piece.side().index()].contains(square)
        })
    }

    fn indices(&self, first: usize) -> std::ops::Range<usize> {
        first..self.squares.len().max(first)
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Rules;

    use super::*;
    use crate::Symmetron;
    use crate::geometry::SQUARES;

    #[test]
    fn every_code_has_a_whole_sentence_in_both_languages() {
        let position = Symmetron.start();
        for language in [Language::English, Language::French] {
            let say = |code, squares: &[usize]| {
                let squares = squares.iter().map(|&index| Square::new(index));
                let said = sentence(&position, &Reason::new(code, "", squares), language.into());
                said.unwrap_or_else(|| panic!("{code} has no sentence"))
            };
            for code in CODES {
                for square in 0..SQUARES {
                    for squares in [&[square, 36, 9, 2][..], &[square, 20], &[square], &[]] {
                        let text = say(code, squares);
                        assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{code}: {text}");
                        assert!(!text.contains("  "), "{code}: {text}");
                        assert!(!text.contains("de le ") && !text.contains(" à le "), "{code}: {text}");
                        assert!(!text.contains(" :") && !text.contains(" le Avanceur"), "{code}: {text}");
                    }
                }
            }
        }
    }
}
