//! Sentences for people: why a ply is refused, what is under way, and what a ply does beside moving pieces.

mod english;
mod french;

use entourage_kernel::sentence::begin;
use entourage_kernel::{Board, Intent, Language, Reason, Side, Square, Voice};

use crate::action::Action;
use crate::geometry::TOPOLOGY;
use crate::interplay::{Fate, fate};
use crate::metadata::METADATA;
use crate::position::Position;
use crate::turn::{Stage, Turn};

pub(crate) const CODES: [&str; 48] = [
    "unknown-move",
    "game-over",
    "pass-after-free",
    "nothing-to-end",
    "pass-with-moves",
    "end-before-main",
    "pass-within-turn",
    "free-too-late",
    "another-piece-moves",
    "chain-only-jumps",
    "barred",
    "only-conventional",
    "empty-square",
    "not-your-piece",
    "same-square",
    "too-far",
    "never-back",
    "occupied",
    "jump-line",
    "nothing-to-jump",
    "landing-occupied",
    "pact-forbids",
    "no-pact",
    "pact-spent",
    "pact-pieces",
    "pact-exists",
    "no-hatter",
    "hatter-spent",
    "hatter-pieces",
    "hatter-order",
    "no-caboose",
    "caboose-direction",
    "caboose-run",
    "caboose-edge",
    "caboose-blocked",
    "no-teleport",
    "teleport-range",
    "no-catapult",
    "catapult-line",
    "is-pacifist",
    "wears-armor",
    "takes-nothing",
    "team-1",
    "team-2",
    "acting",
    "in-chain",
    "second-move",
    "extra-move",
];

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let scene = Scene { position, squares: &reason.squares, voice };
    let text = match voice.language {
        Language::English => english::sentence(&reason.code, &scene),
        Language::French => french::sentence(&reason.code, &scene),
    };
    Some(begin(text? + "."))
}

pub(crate) fn wording(position: &Position, intent: Intent, voice: Voice<'_>) -> Option<String> {
    let squares: Vec<Square> = intent.squares().collect();
    let scene = Scene { position, squares: &squares, voice };
    let code = match Action::of(intent)? {
        Action::End => end_code(position),
        Action::Pact { .. } => "pact",
        Action::Jump { from, over, .. } => jump_code(position, from, &[over])?,
        Action::Hurl { from, near, far, .. } => jump_code(position, from, &[near, far])?,
        _ => return None,
    };
    Some(match voice.language {
        Language::English => english::wording(code, &scene),
        Language::French => french::wording(code, &scene),
    })
}

/// Names what an `end` does: it closes the turn, or renounces what is offered.
fn end_code(position: &Position) -> &'static str {
    match position.state.turn {
        Turn::Moving(moving) if !moving.in_chain() => "renounces",
        Turn::Moving(_) => "stops",
        _ => "ends",
    }
}

/// Names what jumps do that no effect on the pieces shows: an Armor is spent.
fn jump_code(position: &Position, from: Square, jumped: &[Square]) -> Option<&'static str> {
    let state = &position.state;
    let stage = if let Turn::Moving(moving) = state.turn { moving.stage } else { Stage::Main };
    let jumper = position.piece_at(from)?;
    let mut pieces = jumped.iter().filter_map(|&square| position.piece_at(square));
    pieces.any(|piece| fate(state, jumper, piece, stage) == Fate::Unarmored).then_some("spends-armor")
}

/// Shows a sentence's squares, by their place in the reason, and who stands on them.
struct Scene<'a> {
    position: &'a Position,
    squares: &'a [Square],
    voice: Voice<'a>,
}

impl Scene<'_> {
    /// Names a square of the reason; a place it does not have is a question mark.
    fn square(&self, index: usize) -> String {
        let name = |&square| self.voice.square(&TOPOLOGY, square);
        self.squares.get(index).map_or_else(|| "?".to_owned(), name)
    }

    fn kind(&self, index: usize) -> Option<&'static str> {
        let piece = self.position.piece_at(*self.squares.get(index)?)?;
        Some(METADATA.kinds[piece.kind().index()].name.get(self.voice.language))
    }

    fn team_rules(&self, side: Side, spent: &str) -> Vec<String> {
        let team = self.position.state.team(side);
        let rules = team.rules().filter(|rule| !rule.is_bound());
        rules
            .map(|rule| {
                let name = rule.card().name.get(self.voice.language);
                if team.is_spent(rule) { format!("{name} ({spent})") } else { name.to_owned() }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{read_move, read_position};

    #[test]
    fn every_code_has_a_whole_sentence_in_both_languages() {
        let position =
            read_position("w/2/3/4/5/6/2r2/2B3/5/4/3/K1/W 1 - torus@B,pact,hatter! caboose - -").unwrap();
        let squares = ["c6", "c7", "d8"].map(|name| TOPOLOGY.find(name).unwrap());
        for language in [Language::English, Language::French] {
            for code in CODES {
                for count in 0..=3 {
                    let reason = Reason::new(code, "", squares[..count].to_vec());
                    let text = sentence(&position, &reason, language.into());
                    let text = text.unwrap_or_else(|| panic!("{code} has no sentence"));
                    assert!(text.ends_with('.') && !text.contains("  "), "{code}: {text}");
                    assert!(text.starts_with(char::is_uppercase), "{code}: {text}");
                    assert!(!text.contains(" de le ") && !text.contains(" à le "), "{code}: {text}");
                }
            }
        }
    }

    #[test]
    fn sentences_name_pieces_and_rules() {
        let position =
            read_position("w/2/3/4/5/6/2r2/2B3/5/4/3/K1/W 1 - torus@B,pact,hatter! armor@R - -").unwrap();
        let say = |code, names: &[&str], language| {
            let squares = names.iter().map(|name| TOPOLOGY.find(name).unwrap());
            sentence(&position, &Reason::new(code, "", squares), Voice::from(language)).unwrap()
        };
        assert_eq!(
            say("pact-forbids", &["c6", "c7"], Language::English),
            "Blue on c6 cannot jump Red on c7: they have a Pact."
        );
        assert_eq!(
            say("never-back", &["c6", "c5"], Language::French),
            "Le Bleu en c6 ne peut pas aller en c5\u{a0}: personne ne recule."
        );
        assert_eq!(
            say("team-1", &[], Language::English),
            "Player 1 holds Nonaggression Pact and Mad Hatter (spent)."
        );
        let jump = read_move("c6:c7:d8").unwrap();
        assert_eq!(
            wording(&position, jump, Language::English.into()).as_deref(),
            Some("the Armor of Red is spent")
        );
    }
}
