mod english;
mod french;

use entourage_kernel::{Board, Language, Piece, Reason, Square};

use crate::Position;
use crate::geometry::{PALACE, TOPOLOGY};
use crate::piece::KING;

/// Makes a sentence of a reason, a notice or a condition told of a position.
pub(crate) fn sentence(position: &Position, reason: &Reason, language: Language) -> String {
    let scene = Scene { position, squares: &reason.squares };
    match language {
        Language::English => english::sentence(reason.code, &scene),
        Language::French => french::sentence(reason.code, &scene),
    }
}

/// Shows a sentence's squares, by their place in the reason, and who stands on them.
struct Scene<'a> {
    position: &'a Position,
    squares: &'a [Square],
}

impl Scene<'_> {
    /// Returns the piece that stands on a square of the reason, if any does.
    fn piece(&self, place: usize) -> Option<Piece> {
        self.position.piece_at(*self.squares.get(place)?)
    }

    /// Names a square of the reason; a place it does not have is a question mark.
    fn square(&self, place: usize) -> &str {
        self.squares.get(place).map_or("?", |&square| TOPOLOGY.name(square))
    }

    /// Tells whether the King on a square of the reason stands in his own Palace.
    fn is_king_at_home(&self, place: usize) -> bool {
        self.squares.get(place).zip(self.piece(place)).is_some_and(|(&square, piece)| {
            piece.kind() == KING && PALACE[piece.side().index()].contains(square)
        })
    }

    /// Returns the places from one on to the last.
    fn places(&self, first: usize) -> std::ops::Range<usize> {
        first..self.squares.len().max(first)
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Rules;

    use super::*;
    use crate::Symmetron;
    use crate::geometry::SQUARES;

    const CODES: [&str; 38] = [
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

    #[test]
    fn every_code_has_a_whole_sentence_in_both_languages() {
        let position = Symmetron.start();
        for language in [Language::English, Language::French] {
            let say = |code, squares: &[usize]| {
                let squares = squares.iter().map(|&index| Square::new(index));
                sentence(&position, &Reason::new(code, "", squares), language)
            };
            let unknown = say("no such code", &[]);
            for code in CODES {
                for square in 0..SQUARES {
                    for squares in [&[square, 36, 9, 2][..], &[square, 20], &[square], &[]] {
                        let text = say(code, squares);
                        assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{code}: {text}");
                        assert!(!text.contains("  "), "{code}: {text}");
                        assert!(!text.contains("de le ") && !text.contains(" à le "), "{code}: {text}");
                        assert!(!text.contains(" :") && !text.contains(" le Avanceur"), "{code}: {text}");
                        assert!(text != unknown || code == "unknown-move", "{code} has no sentence");
                    }
                }
            }
        }
    }

    #[test]
    fn refusals_give_codes_that_have_sentences() {
        let mut random = entourage_kernel::Random::new(5);
        for _ in 0..60 {
            let Some(position) = Symmetron.scatter(&mut random) else { continue };
            for intent in Symmetron.candidates(&position) {
                for reason in Symmetron.judge(&position, intent).err().map_or(Vec::new(), |refusal| refusal.0) {
                    assert!(CODES.contains(&reason.code), "{}", reason.code);
                }
            }
        }
    }
}
