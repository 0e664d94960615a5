use entourage_kernel::{
    Board, Effects, Intent, Kind, Manner, Metadata, MoveSink, Outcome, Part, Peril, Piece, Presentation,
    Problem, Random, Reading, Reason, Refusal, Relation, Rules, Side, Specimens, Square, SquareSet, Symmetry,
    Text, TextError, Topology, Voice,
};

use crate::bare::{Pieces, State, is_major, toddler_of, toddlers_touch};
use crate::generate::{generate, in_threat};
use crate::geometry::{DIAGONAL, DIAGONAL_NEIGHBOURS, NEIGHBOURS, ORTHOGONAL, TOPOLOGY};
use crate::metadata::METADATA;
use crate::piece::{CAPTAIN, EMPRESS, PHOENIX, SOLDIER, TODDLER};
use crate::{
    Edition, Position, attack, generate, law, metadata, movement, notation, play, relations, safety, scatter,
    sentences, symmetries,
};

/// The rules of The Toddler in one edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Toddler {
    edition: Edition,
}

impl Toddler {
    /// Creates the rules in the specified edition.
    pub const fn new(edition: Edition) -> Self {
        Self { edition }
    }

    /// Returns the edition of the rules, which decides how the Empress leaps.
    pub const fn edition(self) -> Edition {
        self.edition
    }

    pub(crate) fn validate(self, setup: &notation::Setup) -> Result<Position, Box<Threatened>> {
        let position = Position::new(setup.pieces, setup.side, setup.state);
        let waiting = !setup.side;
        if !toddlers_touch(&setup.pieces) {
            let threats = attack::threats(&position, self.edition, waiting);
            if !threats.is_empty() {
                return Err(Box::new(Threatened { pieces: setup.pieces, waiting, threats }));
            }
        }
        Ok(position)
    }
}

#[derive(Debug)]
pub(crate) struct Threatened {
    pieces: Pieces,
    waiting: Side,
    threats: SquareSet,
}

impl Threatened {
    fn into_text_error(self, turn: Part<'_>) -> TextError {
        let toddler = toddler_of(&self.pieces, self.waiting);
        let squares = SquareSet::of(toddler) | self.threats;
        let problem = Problem::naming(&METADATA.courier, |voice| {
            let name = |square| voice.square(&TOPOLOGY, square);
            let attackers: Vec<String> = self.threats.into_iter().map(name).collect();
            let (toddler, attackers) = (name(toddler), attackers.join(", "));
            Problem::new(
                format!(
                    "the side not to move is in Threat: its Toddler on {toddler} is attacked from {attackers}"
                ),
                format!(
                    "le camp qui n'a pas le trait est en Menace\u{a0}: son Bambin en {toddler} est attaqué depuis {attackers}"
                ),
            )
        });
        turn.error(problem).about(squares)
    }
}

impl Rules for Toddler {
    type Position = Position;

    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        let mut at = 0;
        let mut edition = None;
        for &option in options {
            let chosen = match option {
                "rulebook" => Edition::Rulebook,
                "summary" => Edition::Summary,
                _ => {
                    let problem = Text::new(
                        "unknown option; the options are rulebook, summary, repetition=N and quiet-limit=N",
                        "option inconnue\u{a0}; les options sont rulebook, summary, repetition=N et quiet-limit=N",
                    );
                    return Err(TextError::new(option, at, problem));
                }
            };
            if edition.replace(chosen).is_some() {
                let problem = Text::new("the edition is specified twice", "l'édition est indiquée deux fois");
                return Err(TextError::new(option, at, problem));
            }
            at += option.len() + 1;
        }
        Ok(Self::new(edition.unwrap_or_default()))
    }

    fn options(&self) -> Vec<String> {
        match self.edition {
            Edition::Rulebook => Vec::new(),
            Edition::Summary => vec!["summary".to_owned()],
        }
    }

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
        if toddlers_touch(position.placement()) {
            Some(Outcome::draw("toddlers"))
        } else if position.state().passes >= 2 {
            Some(Outcome::draw("passes"))
        } else {
            None
        }
    }

    fn stranded(&self, position: &Position) -> Outcome {
        Outcome::win(!position.side(), "threat-and-capture")
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        // The skipped turn is not counted as a pass, because passes can end the game.
        let mut next = *position;
        next.bare.set_turn(!position.side(), State::default());
        Some(next)
    }

    fn alert(&self, position: &Position) -> Option<&str> {
        in_threat(position, self.edition).then_some("threat")
    }

    fn generate(&self, position: &Position, sink: &mut impl MoveSink) {
        generate(position, self.edition, sink);
    }

    fn has_moves(&self, position: &Position) -> bool {
        // Passing is always legal unless in Threat.
        self.terminal(position).is_none()
            // A specialised generator for moves in Threat, which is rare, would enlarge the WebAssembly module.
            && (!in_threat(position, self.edition) || !self.list_moves(position).is_empty())
    }

    fn judge(&self, position: &Position, intent: Intent) -> Result<(), Refusal> {
        law::judge(&position.bare, self.edition, intent)
    }

    fn effects(&self, position: &Position, intent: Intent) -> Effects {
        law::effects(&position.bare, self.edition, intent)
    }

    fn play_unchecked(&self, position: &Position, intent: Intent) -> Position {
        play::play(position, intent)
    }

    #[inline]
    fn play_into(&self, position: &Position, intent: Intent, next: &mut Position) {
        play::play_into(position, intent, next);
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        // T9: the pass field is ignored.
        Some(position.hash() ^ entourage_kernel::State::key(&position.state()))
    }

    fn is_decisive(&self, position: &Position, intent: Intent) -> bool {
        !generate::captured(position, intent).is_empty()
    }

    fn pass(&self) -> Option<Intent> {
        Some(notation::PASS)
    }

    fn candidates(&self, position: &Position) -> Vec<Intent> {
        let squares = || TOPOLOGY.all();
        let mut intents: Vec<Intent> =
            squares().flat_map(|from| squares().map(move |to| Intent::from_to(from, to))).collect();
        let pieces = position.placement();
        for from in pieces.kind(CAPTAIN) | pieces.kind(SOLDIER) {
            for middle in DIAGONAL_NEIGHBOURS[from] {
                intents.extend(NEIGHBOURS[middle].into_iter().map(|to| Intent::through(from, middle, to)));
            }
        }
        intents.extend((0..16).map(Intent::choice_only));
        intents
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Position, TextError> {
        let setup = notation::set_up(reading)?;
        self.validate(&setup).map_err(|threatened| threatened.into_text_error(reading.turn))
    }

    fn words(&self, position: &Position) -> Vec<String> {
        notation::words(&position.bare)
    }
}

impl Presentation for Toddler {
    fn reason_codes(&self) -> Vec<&str> {
        entourage_kernel::sentence::codes(sentences::SENTENCES)
    }

    fn relations(&self, position: &Position) -> Vec<Relation> {
        relations::relations(position, self.edition)
    }

    fn marks(&self, position: &Position, square: Square) -> Vec<&str> {
        match position.piece_at(square) {
            Some(piece) if piece.kind() == CAPTAIN => vec!["captain"],
            Some(piece) if piece.kind() == TODDLER && is_major(position.placement(), piece.side()) => {
                vec!["major"]
            }
            _ => Vec::new(),
        }
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        let effects = self.effects(position, intent);
        let (Some(from), Some(to)) = (intent.first(), intent.square(1)) else { return Manner::Pass };
        let pieces = position.placement();
        let leaps = match pieces.piece_at(from).map(Piece::kind) {
            Some(PHOENIX) => true,
            Some(EMPRESS) => !movement::sees(pieces, from, to, &[&ORTHOGONAL, &DIAGONAL]),
            Some(CAPTAIN) if effects.len() > 2 => return Manner::Stages,
            _ => false,
        };
        if leaps { Manner::Leap } else { Manner::of(&effects) }
    }

    fn alerted(&self, position: &Position) -> SquareSet {
        if in_threat(position, self.edition) {
            position.placement().of(position.side(), TODDLER)
        } else {
            SquareSet::EMPTY
        }
    }

    fn notices(&self, position: &Position, intent: Intent) -> Vec<Reason> {
        relations::notices(position, self.edition, intent)
    }

    fn conditions(&self, position: &Position) -> Vec<Reason> {
        relations::conditions(position, self.edition)
    }

    fn attackers(&self, position: &Position, side: Side, square: Square) -> Option<SquareSet> {
        Some(safety::attackers(position.placement(), self.edition, side, square))
    }

    fn falls_to(&self, kind: Kind) -> usize {
        safety::falls_to(kind)
    }

    fn shields(&self, position: &Position, square: Square) -> Vec<Reason> {
        safety::shields(position.placement(), self.edition, square)
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

impl Specimens for Toddler {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetries::symmetries()
    }

    fn scatter(&self, random: &mut Random) -> Option<Position> {
        self.validate(&scatter::scatter(random)).ok()
    }
}
