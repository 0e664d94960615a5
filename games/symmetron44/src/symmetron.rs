use entourage_kernel::{
    Adjudication, Board, Effects, Intent, Manner, Metadata, MoveSink, Outcome, Part, Peril, Piece,
    Presentation, Problem, Random, Reading, Reason, Refusal, Relation, Rules, Side, SmallSet, Specimens,
    Square, SquareSet, Symmetry, Text, TextError, Topology, Voice,
};

use crate::attack::checks;
use crate::generate::{generate, in_check};
use crate::geometry::{ARENA, FAR_RANK, TOPOLOGY};
use crate::metadata::METADATA;
use crate::notation::{Choice, Setup};
use crate::piece::{ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, KING, KNIGHT, PAWN, PROMOTIONS};
use crate::position::{Nothing, is_down_to_three, king_of};
use crate::{
    Position, generate, law, metadata, notation, play, relations, safety, scatter, sentences, symmetries,
};

/// The rules of Symmetron! 44.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Symmetron;

impl Symmetron {
    fn validate(setup: &Setup) -> Result<Position, SmallSet> {
        let attackers = checks(&setup.pieces, !setup.side);
        if attackers.is_empty() { Ok(Position::new(setup.pieces, setup.side, Nothing)) } else { Err(attackers) }
    }
}

fn in_check_error(setup: &Setup, attackers: SmallSet, turn: Part<'_>) -> TextError {
    let names: Vec<&str> = attackers.into_iter().map(|square| TOPOLOGY.name(square)).collect();
    let king = king_of(&setup.pieces, !setup.side);
    let squares = [king].into_iter().chain(attackers);
    let king = TOPOLOGY.name(king);
    let names = names.join(", ");
    let problem = Problem::new(
        format!("the side not to move is in check: its King on {king} is attacked from {names}"),
        format!(
            "le camp qui n'a pas le trait est en échec\u{a0}: son Roi en {king} est attaqué depuis {names}"
        ),
    );
    turn.error(problem).about(squares)
}

impl Rules for Symmetron {
    type Position = Position;

    fn metadata(&self) -> &Metadata {
        &METADATA
    }

    fn topology(&self) -> &Topology {
        &TOPOLOGY
    }

    fn start(&self) -> Position {
        self.read_position(notation::START).expect("the start position is valid")
    }

    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        notation::read_move(text)
    }

    fn write_move(&self, intent: Intent) -> String {
        notation::write_move(intent)
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        let [white, black] = Side::BOTH.map(|side| is_down_to_three(&position.pieces, side));
        match (white, black) {
            (false, false) => None,
            (true, true) => Some(Outcome::draw("three-left")),
            (true, false) => Some(Outcome::win(Side::Second, "three-left")),
            (false, true) => Some(Outcome::win(Side::First, "three-left")),
        }
    }

    fn stranded(&self, position: &Position) -> Outcome {
        match in_check(position) {
            true => Outcome::win(!position.side, "checkmate"),
            false => Outcome::draw("stalemate"),
        }
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let mut next = *position;
        next.side = !position.side;
        Some(next)
    }

    fn alert(&self, position: &Position) -> Option<&str> {
        in_check(position).then_some("check")
    }

    fn generate(&self, position: &Position, sink: &mut impl MoveSink) {
        generate(position, sink);
    }

    fn judge(&self, position: &Position, intent: Intent) -> Result<(), Refusal> {
        law::judge(position, intent)
    }

    fn effects(&self, position: &Position, intent: Intent) -> Effects {
        law::effects(position, intent)
    }

    fn play_unchecked(&self, position: &Position, intent: Intent) -> Position {
        play::play(position, intent)
    }

    #[inline]
    fn play_into(&self, position: &Position, intent: Intent, next: &mut Position) {
        play::play_into(position, intent, next);
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication { repetition: Some(3), ..Adjudication::NONE }
    }

    fn is_decisive(&self, position: &Position, intent: Intent) -> bool {
        !generate::removed(position, intent).is_empty()
    }

    fn candidates(&self, position: &Position) -> Vec<Intent> {
        let squares = || TOPOLOGY.all();
        let pieces = &position.pieces;
        let mut intents: Vec<Intent> =
            squares().flat_map(|from| squares().map(move |to| Intent::from_to(from, to))).collect();
        let choices = |intent: Intent| (1..16).map(move |choice| intent.with_choice(choice));
        for from in pieces.occupied() {
            intents.extend(choices(Intent::of(&[from])));
            intents.push(Intent::of(&[from]));
            for to in squares() {
                intents.push(Intent::from_to(from, to).with_choice(Choice::Explode.code()));
                if FAR_RANK.iter().any(|rank| rank.contains(to)) {
                    let promotions = PROMOTIONS.map(|kind| Choice::Promote(kind).code());
                    intents.extend(promotions.map(|code| Intent::from_to(from, to).with_choice(code)));
                }
            }
        }
        for from in pieces.kind(ADVANCER_ROOK) | pieces.kind(ADVANCER_BISHOP) {
            for victim in pieces.occupied() {
                intents.extend(ARENA.into_iter().map(|to| Intent::through(from, to, victim)));
            }
        }
        for from in pieces.kind(PAWN) | pieces.kind(BAWN) {
            intents.extend(ARENA.into_iter().flat_map(|to| choices(Intent::from_to(from, to))));
        }
        intents.extend((0..16).map(Intent::choice_only));
        intents.sort_unstable();
        intents.dedup();
        intents
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Position, TextError> {
        let setup = notation::set_up(reading)?;
        Self::validate(&setup).map_err(|attackers| in_check_error(&setup, attackers, reading.turn))
    }
}

impl Presentation for Symmetron {
    fn reason_codes(&self) -> Vec<&str> {
        entourage_kernel::sentence::codes(sentences::SENTENCES)
    }

    fn relations(&self, position: &Position) -> Vec<Relation> {
        relations::relations(position)
    }

    fn marks(&self, position: &Position, square: Square) -> Vec<&str> {
        relations::marks(position, square)
    }

    fn badge(&self, mark: &str) -> Option<&str> {
        match mark {
            // A turning arrow.
            "symmetrised" => Some("M-9 0A9 9 0 1 1 0 9L0 13-8 6.5 0 0V4.5A4.5 4.5 0 1 0-4.5 0Z"),
            // Two arrowheads pointing inwards.
            "reduced" => Some("M-13-7L-2 0-13 7ZM13-7L2 0 13 7Z"),
            _ => None,
        }
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        let effects = self.effects(position, intent);
        let leaps = intent.first().is_some_and(|from| {
            let is_knight = position.piece_at(from).map(Piece::kind) == Some(KNIGHT);
            is_knight || !ARENA.contains(from) || intent.last().is_some_and(|to| !ARENA.contains(to))
        });
        if leaps { Manner::Leap } else { Manner::of(&effects) }
    }

    fn alerted(&self, position: &Position) -> SquareSet {
        if in_check(position) { position.pieces.of(position.side, KING).wide() } else { SquareSet::EMPTY }
    }

    fn notices(&self, position: &Position, intent: Intent) -> Vec<Reason> {
        relations::notices(position, intent)
    }

    fn conditions(&self, position: &Position) -> Vec<Reason> {
        relations::conditions(position)
    }

    fn attackers(&self, position: &Position, side: Side, square: Square) -> Option<SquareSet> {
        Some(safety::attackers(&position.pieces, side, square))
    }

    fn shields(&self, position: &Position, square: Square) -> Vec<Reason> {
        safety::shields(&position.pieces, square)
    }

    fn peril(&self, reason: &Reason) -> Option<Peril> {
        safety::peril(reason)
    }

    fn meaning(&self, mark: &str) -> Option<&Text> {
        Metadata::named(&metadata::MEANINGS, mark).map(|named| &named.text)
    }

    fn sentence(&self, position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        sentences::sentence(position, reason, voice)
    }
}

impl Specimens for Symmetron {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetries::symmetries()
    }

    fn scatter(&self, random: &mut Random) -> Option<Position> {
        Self::validate(&scatter::scatter(random)).ok()
    }
}
