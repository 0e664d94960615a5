//! The Rules, one file each: card, reference implementation (law) and tests. `interplay.rs` states how Rules interact.

pub(crate) mod armor;
pub(crate) mod caboose;
pub(crate) mod catapult;
pub(crate) mod conversion;
pub(crate) mod hatter;
pub(crate) mod jolt;
pub(crate) mod pacifist;
pub(crate) mod pact;
pub(crate) mod reaper;
pub(crate) mod sacrifice;
pub(crate) mod teleport;
pub(crate) mod torus;

use std::borrow::Cow;

use entourage_kernel::{Card, Catalogue, Reason, shared_strs};

use crate::piece::{BLACK, BLUE, GREEN, RED, YELLOW};
use crate::rule::{COUNT, Rule};

/// The cards of the Rules, in the order of [`Rule`].
static CARDS: [Card; COUNT] = [
    torus::CARD,
    pact::CARD,
    armor::CARD,
    caboose::CARD,
    conversion::CARD,
    reaper::CARD,
    jolt::CARD,
    hatter::CARD,
    teleport::CARD,
    catapult::CARD,
    pacifist::CARD,
    sacrifice::CARD,
];

pub(crate) static CATALOGUE: Catalogue = Catalogue {
    cards: Cow::Borrowed(&CARDS),
    picks: 3,
    arranged: Cow::Borrowed(&[BLACK, BLUE, GREEN, RED, YELLOW]),
    places: [shared_strs!["a2", "b2", "a3", "b3", "c3"], shared_strs!["b12", "a12", "c11", "b11", "a11"]],
};

impl Rule {
    pub(crate) const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    pub(crate) fn code(self) -> &'static str {
        &self.card().code
    }

    pub(crate) fn is_bound(self) -> bool {
        self.card().bound.is_some()
    }

    pub(crate) fn is_once(self) -> bool {
        self.card().once
    }

    pub(crate) fn find(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }
}

pub(crate) fn refuse_if(condition: bool, reason: impl FnOnce() -> Reason) -> Result<(), Reason> {
    if condition { Err(reason()) } else { Ok(()) }
}

#[cfg(test)]
pub(crate) mod test {
    use entourage_kernel::Rules;

    use super::*;
    use crate::Struggle;

    pub(crate) fn after(position: &str, moves: &[impl AsRef<str>]) -> String {
        let rules = Struggle::default();
        let mut position = rules.read_position(position).unwrap();
        for text in moves.iter().map(AsRef::as_ref) {
            let intent = rules.read_move(text).unwrap();
            position = rules.play(&position, intent).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        }
        rules.write_position(&position)
    }

    pub(crate) fn legal(position: &str, text: &str) -> bool {
        let rules = Struggle::default();
        let position = rules.read_position(position).unwrap();
        let intent = rules.read_move(text).unwrap();
        let moves = rules.list_moves(&position);
        assert_eq!(moves.contains(&intent), rules.judge(&position, intent).is_ok(), "{text}");
        moves.contains(&intent)
    }

    #[test]
    fn cards_are_complete_and_their_examples_can_be_played() {
        for (rule, card) in Rule::ALL.into_iter().zip(&CARDS) {
            assert_eq!((Rule::find(&card.code), Rule::ALL[rule as usize]), (Some(rule), rule));
            assert!(!card.examples.is_empty(), "{}", card.code);
            for text in [&card.name, &card.summary, &card.text]
                .into_iter()
                .chain(card.examples.iter().map(|e| &e.caption))
            {
                assert!(!text.en.is_empty() && !text.fr.is_empty() && !text.en.contains("  "), "{}", card.code);
            }
            for example in card.examples.iter() {
                assert!(example.position.contains(&*card.code), "{}", example.position);
                after(&example.position, &example.moves);
            }
        }
    }
}
