use entourage_kernel::{
    Adjudication, Catalogue, Effects, HeldCard, Intent, Language, Manner, Metadata, MoveSink, Outcome, Piece,
    Presentation, Problem, Random, Reading, Reason, Refusal, Relation, Rules, Side, Specimens, Square,
    SquareSet, Symmetry, Text, TextError, Topology, Voice,
};

use crate::action::Action;
use crate::generate::generate;
use crate::geometry::TOPOLOGY;
use crate::metadata::METADATA;
use crate::position::{Position, outcome};
use crate::rules::CATALOGUE;
use crate::setup::Setups;
use crate::turn::Turn;
use crate::{arrange, law, notation, play, portrait, relations, safety, scatter, sentences, symmetries};

/// The rules of Struggle, with the players' choices of Rules and the order of their pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Struggle {
    pub(crate) setups: Setups,
}

impl Rules for Struggle {
    type Position = Position;

    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        Ok(Self { setups: Setups::read(options)? })
    }

    fn options(&self) -> Vec<String> {
        self.setups.options()
    }

    fn metadata(&self) -> &Metadata {
        &METADATA
    }

    fn topology(&self) -> &Topology {
        &TOPOLOGY
    }

    fn start(&self) -> Position {
        self.setups.position()
    }

    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        notation::read_move(text)
    }

    fn write_move(&self, intent: Intent) -> String {
        notation::write_move(intent)
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        outcome(position)
    }

    fn stranded(&self, _position: &Position) -> Outcome {
        // Unreachable, because a player without a main action can pass or end the turn.
        Outcome::draw("passes")
    }

    fn generate(&self, position: &Position, sink: &mut impl MoveSink) {
        generate(position, sink);
    }

    fn has_moves(&self, position: &Position) -> bool {
        outcome(position).is_none()
    }

    fn judge(&self, position: &Position, intent: Intent) -> Result<(), Refusal> {
        law::judge(position, intent)
    }

    fn effects(&self, position: &Position, intent: Intent) -> Effects {
        play::effects(position, intent)
    }

    fn arrange(&self, before: &Position, pieces: &[(Square, Piece)], side: Side) -> Result<Position, Problem> {
        arrange::arrange(before, pieces, side)
    }

    fn play_unchecked(&self, position: &Position, intent: Intent) -> Position {
        let mut next = *position;
        play::play_into(position, intent, &mut next);
        next
    }

    #[inline]
    fn play_into(&self, position: &Position, intent: Intent, next: &mut Position) {
        play::play_into(position, intent, next);
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        // G15: positions are compared at the start of a turn, whether or not the last turn was a pass.
        matches!(position.state.turn, Turn::Start { .. })
            .then(|| position.state.lasting_hash(&position.pieces, position.side))
    }

    fn adjudication(&self) -> Adjudication {
        // By ruling G4, the third occurrence of a position is a draw.
        Adjudication { repetition: Some(3), ..Adjudication::NONE }
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let mut next = *position;
        // Ends an unfinished turn first.
        while let (Turn::Moving(_), true) = (next.state.turn, next.side == position.side) {
            next = self.play_unchecked(&next, Action::End.intent());
        }
        if next.side == position.side {
            next.side = !position.side;
            next.state.turn = Turn::Start { passes: 0 };
        }
        // If ending the turn moved pieces, no position differs only in the side to move.
        (next.pieces == position.pieces).then_some(next)
    }

    fn pass(&self) -> Option<Intent> {
        Some(Action::Pass.intent())
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        Some(&CATALOGUE)
    }

    fn banned_cards(&self) -> Vec<[usize; 2]> {
        self.setups.bans().iter().map(|&(a, b)| [a as usize, b as usize]).collect()
    }

    fn candidates(&self, position: &Position) -> Vec<Intent> {
        scatter::candidates(position)
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Position, TextError> {
        notation::set_up(reading)
    }

    fn words(&self, position: &Position) -> Vec<String> {
        notation::words(position)
    }
}

impl Presentation for Struggle {
    fn reason_codes(&self) -> Vec<&str> {
        entourage_kernel::sentence::codes(sentences::SENTENCES)
    }

    fn relations(&self, position: &Position) -> Vec<Relation> {
        relations::relations(position)
    }

    fn marks(&self, position: &Position, square: Square) -> Vec<&str> {
        relations::marks(position, square)
    }

    fn held_cards(&self, position: &Position) -> Vec<HeldCard> {
        relations::held_cards(position)
    }

    fn badge(&self, mark: &str) -> Option<&str> {
        relations::badge(mark)
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        match Action::of(intent) {
            Some(Action::Jump { .. } | Action::Catapult { .. } | Action::Teleport { .. }) => Manner::Leap,
            Some(Action::Pact { .. }) => Manner::Change,
            Some(Action::End) => Manner::Pass,
            _ => Manner::of(&self.effects(position, intent)),
        }
    }

    fn conditions(&self, position: &Position) -> Vec<Reason> {
        relations::conditions(position)
    }

    fn attackers(&self, position: &Position, side: Side, square: Square) -> Option<SquareSet> {
        Some(safety::attackers(position, side, square))
    }

    fn shields(&self, position: &Position, square: Square) -> Vec<Reason> {
        safety::shields(position, square)
    }

    fn portrait(&self, position: &Position, square: Square, language: Language) -> Option<String> {
        portrait::portrait(position, square, language)
    }

    fn meaning(&self, mark: &str) -> Option<&Text> {
        portrait::meaning(mark)
    }

    fn sentence(&self, position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        sentences::sentence(position, reason, voice)
    }

    fn wording(&self, position: &Position, intent: Intent, voice: Voice<'_>) -> Option<String> {
        sentences::wording(position, intent, voice)
    }
}

impl Specimens for Struggle {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetries::symmetries()
    }

    fn transform(&self, position: &Position, symmetry: &Symmetry) -> Position {
        symmetries::transform(position, symmetry)
    }

    fn transform_intent(&self, intent: Intent, symmetry: &Symmetry) -> Intent {
        symmetries::transform_intent(intent, symmetry)
    }

    fn scatter(&self, random: &mut Random) -> Option<Position> {
        scatter::scatter(random)
    }
}
