mod english;
mod french;

use entourage_kernel::{Board, Language, Reason, Square, Voice};

use crate::geometry::TOPOLOGY;

pub(crate) const CODES: [&str; 31] = [
    "game-over",
    "empty-square",
    "not-your-piece",
    "own-piece",
    "same-square",
    "cannot-reach",
    "cannot-reach-capture",
    "must-capture",
    "blocked",
    "never-captures",
    "solidarity",
    "neutralised",
    "protected",
    "invulnerable",
    "falls-to-two",
    "sheltered",
    "frozen",
    "leap-occupied",
    "swap-major",
    "swap-not-nurse",
    "step-occupied",
    "not-a-captain",
    "nothing-to-capture",
    "pass-in-threat",
    "threatened",
    "toddler-contact",
    "unknown-move",
    "attacked-together",
    "frozen-by-angels",
    "frozen-by-geniuses",
    "contact",
];

pub(crate) fn sentence(position: &impl Board, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let scene = Scene { position, squares: &reason.squares, voice };
    match voice.language {
        Language::English => english::sentence(&reason.code, &scene),
        Language::French => french::sentence(&reason.code, &scene),
    }
}

struct Scene<'a, B> {
    position: &'a B,
    squares: &'a [Square],
    voice: Voice<'a>,
}

impl<B: Board> Scene<'_, B> {
    fn kind(&self, index: usize) -> Option<usize> {
        Some(self.position.piece_at(*self.squares.get(index)?)?.kind().index())
    }

    /// Names a square of the reason; a place it does not have is a question mark.
    fn square(&self, index: usize) -> String {
        let name = |&square| self.voice.square(&TOPOLOGY, square);
        self.squares.get(index).map_or_else(|| "?".to_owned(), name)
    }

    fn indices(&self, first: usize) -> std::ops::Range<usize> {
        first..self.squares.len().max(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::METADATA;
    use entourage_kernel::{Kind, Piece, Placement, Position, Side, State};

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Stateless;

    impl State for Stateless {
        fn key(&self) -> u64 {
            0
        }
    }

    /// Puts the ten kinds in a row on a1 to j1, Soldiers of the other side below them on a2 to j2.
    fn board() -> Position<Stateless, 10> {
        let mut position = Position::new(Placement::default(), Side::First, Stateless);
        for kind in 0..10 {
            position.put(Square::new(kind), Piece::new(Kind(kind as u8), Side::First));
            position.put(Square::new(11 + kind), Piece::new(Kind(8), Side::Second));
        }
        position
    }

    fn say(code: &'static str, squares: &[usize], language: Language) -> String {
        let said = sentence(
            &board(),
            &Reason::new(code, "", squares.iter().map(|&index| Square::new(index))),
            language.into(),
        );
        said.unwrap_or_else(|| panic!("{code} has no sentence"))
    }

    #[test]
    fn every_code_has_a_whole_sentence_for_every_kind_in_both_languages() {
        for language in [Language::English, Language::French] {
            for code in CODES {
                for kind in 0..METADATA.kinds.len() {
                    for squares in [&[kind, 11 + kind, 14, 15][..], &[kind, 50], &[kind], &[]] {
                        let text = say(code, squares, language);
                        assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{code}: {text}");
                        assert!(!text.contains("  "), "{code}: {text}");
                        assert!(!text.contains("de le ") && !text.contains("à le "), "{code}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn sentences_name_the_pieces() {
        for (code, squares, english, french) in [
            (
                "blocked",
                &[7, 9, 8][..],
                "The Nurse on h1 cannot reach j1: the Soldier on i1 stands in the way.",
                "La Nurse en h1 ne peut pas atteindre j1\u{a0}: le Soldat en i1 barre le chemin.",
            ),
            (
                "protected",
                &[2, 3],
                "The Empress on c1 cannot be captured: the Guardian Angel on d1 beside it protects it.",
                "L'Impératrice en c1 ne peut pas être capturée\u{a0}: l'Ange gardien en d1, à côté, la protège.",
            ),
            (
                "attacked-together",
                &[4, 7, 6],
                "The Genius on e1 is attacked together by the Nurse on h1 and the Android on g1, so it may be captured.",
                "Le Génie en e1 est attaqué à la fois par la Nurse en h1 et par l'Androïde en g1\u{a0}: la capture est permise.",
            ),
            (
                "threatened",
                &[50, 11, 1],
                "This would leave your Toddler in Threat: on g5 it is attacked by the Soldier on a2 and the Emperor on b1.",
                "Ce coup laisserait votre Bambin en Menace\u{a0}: en g5, il est attaqué par le Soldat en a2 et par l'Empereur en b1.",
            ),
            (
                "step-occupied",
                &[9, 1],
                "The Captain on j1 makes its plain step to an empty square only, not to that of the Emperor on b1.",
                "Le Capitaine en j1 ne fait son pas simple que vers une case vide, et non vers celle de l'Empereur en b1.",
            ),
        ] {
            assert_eq!(say(code, squares, Language::English), english);
            assert_eq!(say(code, squares, Language::French), french);
        }
    }
}
