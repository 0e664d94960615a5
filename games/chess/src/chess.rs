use entourage_kernel::{
    Adjudication, AnyMove, Board, Effects, Evaluate, Intent, Manner, Metadata, MoveSink, Outcome, Peril, Piece,
    Presentation, Problem, Random, Reading, Reason, Refusal, Relation, Rules, SharedStr, Side, SmallSet,
    Specimens, Square, SquareSet, Symmetry, Text, TextError, Topology, Voice, fold,
};

use crate::exchange::exchange;
use crate::generate::{check_test, generate, has_en_passant, in_check};
use crate::geometry::{SIZE, SQUARES, TOPOLOGY, forward, step};
use crate::law::FIFTY_MOVES;
use crate::metadata::{METADATA, SHUFFLED};
use crate::piece::{KING, KNIGHT, PAWN, PROMOTIONS};
use crate::position::{Pieces, State, king_of};
use crate::shuffle::{self, WAYS};
use crate::{Position, dead, evaluation, law, notation, play, safety, scatter, sentences, short};

/// The rules of orthodox chess or of one Chess960 start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess {
    /// The number of the Chess960 start position; `None` for orthodox chess.
    shuffle: Option<u16>,
}

/// The rules of orthodox chess.
#[expect(non_upper_case_globals, reason = "used like the only value of a unit type")]
pub const Chess: Chess = Chess { shuffle: None };

impl Chess {
    /// Creates the rules of Chess960 with start position `number`, 0 to 959; `None` for other numbers.
    pub const fn shuffled(number: u16) -> Option<Self> {
        if number < WAYS { Some(Self { shuffle: Some(number) }) } else { None }
    }
}

/// Prefix of the option for a Chess960 start position.
const SHUFFLE: &str = "960=";

/// Returns the same as [`law::is_over`], but faster.
fn is_over(position: &Position) -> bool {
    position.state.quiet >= FIFTY_MOVES && {
        let mut any = AnyMove::default();
        generate(position, &mut any);
        any.0
    }
}

/// Creates a position; if the side not to move is in check, returns the checking pieces as the error.
pub(crate) fn validate(setup: &notation::Setup) -> Result<Position, SmallSet> {
    let waiting = !setup.side;
    let king = king_of(&setup.pieces, waiting);
    let checkers: SmallSet = law::checkers(&setup.pieces, waiting, king).collect();
    if checkers.is_empty() { Ok(Position::new(setup.pieces, setup.side, setup.state)) } else { Err(checkers) }
}

impl Rules for Chess {
    type Position = Position;

    fn with_options(&self, options: &[&str]) -> Result<Self, TextError> {
        let Some((&option, others)) = options.split_first() else { return Ok(*self) };
        let digits = option.strip_prefix(SHUFFLE);
        let number =
            digits.and_then(|digits| digits.parse().ok().filter(|number: &u16| number.to_string() == digits));
        let Some(rules) = number.and_then(Self::shuffled) else {
            let problem = Text::new(
                "unknown option; the options are 960=N (the number of a Chess960 start position, 0 to 959), repetition=N and quiet-limit=N",
                "option inconnue\u{a0}; les options sont 960=N (le numéro d'une position de départ des échecs 960, de 0 à 959), \
                 repetition=N et quiet-limit=N",
            );
            return Err(TextError::new(option, 0, problem));
        };
        match others.first() {
            None => Ok(rules),
            Some(&other) => {
                let problem = Text::new(
                    "no option can follow the start position",
                    "aucune option ne peut suivre la position de départ",
                );
                Err(TextError::new(other, option.len() + 1, problem))
            }
        }
    }

    fn options(&self) -> Vec<String> {
        self.shuffle.map(|number| format!("{SHUFFLE}{number}")).into_iter().collect()
    }

    fn metadata(&self) -> &Metadata {
        if self.shuffle.is_some() { &SHUFFLED } else { &METADATA }
    }

    fn topology(&self) -> &Topology {
        &TOPOLOGY
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication { repetition: Some(3), quiet_limit: None }
    }

    fn start(&self) -> Position {
        let text = self.shuffle.map_or_else(|| notation::START.to_owned(), shuffle::start);
        self.read_position(&text).expect("the start position is valid")
    }

    fn read_move(&self, text: &str) -> Result<Intent, TextError> {
        notation::read_move(text)
    }

    fn write_move(&self, intent: Intent) -> String {
        notation::write_move(intent)
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        is_over(position).then(|| Outcome::draw("fifty-moves"))
    }

    fn stranded(&self, position: &Position) -> Outcome {
        if in_check(position) { Outcome::win(!position.side, "checkmate") } else { Outcome::draw("stalemate") }
    }

    fn is_dead(&self, position: &Position) -> bool {
        dead::is_dead(position)
    }

    fn uncounted(&self, position: &Position) -> Option<Position> {
        is_over(position).then(|| {
            let mut next = *position;
            next.begin_turn(position.side, State { quiet: 0, ..position.state });
            next
        })
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let mut next = *position;
        next.begin_turn(!position.side, State { passed: None, ..position.state });
        Some(next)
    }

    fn alert(&self, position: &Position) -> Option<&str> {
        in_check(position).then_some("check")
    }

    fn generate(&self, position: &Position, sink: &mut impl MoveSink) {
        if position.state.quiet < FIFTY_MOVES {
            generate(position, sink);
        }
    }

    fn judge(&self, position: &Position, intent: Intent) -> Result<(), Refusal> {
        law::judge(position, intent)
    }

    fn effects(&self, position: &Position, intent: Intent) -> Effects {
        law::effects(position, intent)
    }

    fn arrange(&self, before: &Position, pieces: &[(Square, Piece)], side: Side) -> Result<Position, Problem> {
        let mut placement = Pieces::EMPTY;
        pieces.iter().for_each(|&(square, piece)| placement.put(square, piece));
        let position = Position::new(placement, side, notation::state_after(before, &placement, side));
        self.read_position(&self.write_position(&position)).map_err(|error| error.problem)
    }

    fn play_unchecked(&self, position: &Position, intent: Intent) -> Position {
        play::play(position, intent)
    }

    #[inline]
    fn play_into(&self, position: &Position, intent: Intent, next: &mut Position) {
        play::play_into(position, intent, next);
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        // Two positions are the same if they have the same legal moves: the en passant square counts only if a pawn can capture there.
        let state = position.state;
        let passed = state.passed.filter(|_| has_en_passant(position));
        Some(Position::new(position.pieces, position.side, State { passed, ..state }).hash())
    }

    fn candidates(&self, position: &Position) -> Vec<Intent> {
        let squares = || TOPOLOGY.all();
        let mut intents: Vec<Intent> =
            squares().flat_map(|from| squares().map(move |to| Intent::from_to(from, to))).collect();
        for side in Side::BOTH {
            for from in position.pieces.of(side, PAWN) {
                let ahead = step(from, forward(side)).into_iter();
                let around = ahead.flat_map(|to| [Some(to), step(to, (1, 0)), step(to, (-1, 0))]).flatten();
                for to in around {
                    intents.extend((1..16).map(|choice| Intent::from_to(from, to).with_choice(choice)));
                }
            }
        }
        intents.extend((0..16).map(Intent::choice_only));
        intents
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Position, TextError> {
        let setup = notation::set_up(reading, self.shuffle.is_some())?;
        validate(&setup).map_err(|checkers| {
            let names: Vec<&str> = checkers.into_iter().map(|square| TOPOLOGY.name(square)).collect();
            let names = names.join(", ");
            let king = king_of(&setup.pieces, !setup.side);
            let problem = Problem::new(
                format!("the side not to move is in check from {names}"),
                format!("le camp qui n'a pas le trait est en échec depuis {names}"),
            );
            reading.turn.error(problem).about([king].into_iter().chain(checkers))
        })
    }

    fn words(&self, position: &Position) -> Vec<String> {
        notation::words(position)
    }
}

impl Presentation for Chess {
    fn reason_codes(&self) -> Vec<&str> {
        entourage_kernel::sentence::codes(sentences::SENTENCES)
    }

    fn is_unnamed(&self) -> bool {
        self.shuffle.is_none()
    }

    fn adopt_position(&self, text: &str) -> Option<String> {
        notation::adopt(text, self.shuffle.is_some())
    }

    fn write_short(&self, position: &Position, intent: Intent) -> Option<String> {
        short::write(position, intent)
    }

    fn read_short(&self, position: &Position, text: &str) -> Option<Vec<Intent>> {
        let found = short::read(position, text)?;
        Some(if is_over(position) { Vec::new() } else { found })
    }

    fn relations(&self, position: &Position) -> Vec<Relation> {
        let pieces = &position.pieces;
        let king = king_of(pieces, position.side);
        let checkers = position.derived.checkers.into_iter();
        checkers.map(|from| Relation { kind: SharedStr::new("checks"), from, to: king }).collect()
    }

    fn manner(&self, position: &Position, intent: Intent) -> Manner {
        let knight = intent.first().and_then(|from| position.piece_at(from)).map(Piece::kind) == Some(KNIGHT);
        let manner = Manner::of(&self.effects(position, intent));
        if knight && manner == Manner::Move { Manner::Leap } else { manner }
    }

    fn alerted(&self, position: &Position) -> SquareSet {
        if in_check(position) {
            SquareSet::of(king_of(&position.pieces, position.side))
        } else {
            SquareSet::EMPTY
        }
    }

    fn attackers(&self, position: &Position, side: Side, square: Square) -> Option<SquareSet> {
        Some(safety::attackers(position, side, square))
    }

    fn peril(&self, reason: &Reason) -> Option<Peril> {
        safety::peril(reason)
    }

    fn sentence(&self, position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        sentences::sentence(position, reason, voice)
    }
}

impl Specimens for Chess {
    fn symmetries(&self) -> Vec<Symmetry> {
        let image =
            (0..SQUARES).map(|index| Square::new((SIZE - 1 - index / SIZE) * SIZE + index % SIZE)).collect();
        vec![Symmetry { name: "ranks mirrored with sides exchanged".to_owned(), image, swaps_sides: true }]
    }

    fn transform(&self, position: &Position, symmetry: &Symmetry) -> Position {
        let mut pieces = Pieces::EMPTY;
        for (square, piece) in position.pieces.pieces() {
            pieces.put(symmetry.map(square), Piece::new(piece.kind(), !piece.side()));
        }
        let state = position.state;
        let castling = state.castling >> 2 | state.castling << 2 & 0b1100;
        let passed = state.passed.map(|square| symmetry.map(square));
        let homes = state.homes.turned();
        Position::new(pieces, !position.side, State { castling, homes, passed, ..state })
    }

    fn scatter(&self, random: &mut Random) -> Option<Position> {
        validate(&scatter::scatter(random, self.shuffle.is_some())).ok()
    }
}

/// A move sink that keeps only captures and queen promotions.
struct Noisy<'a> {
    enemies: SmallSet,
    passed: SmallSet,
    pawns: SmallSet,
    moves: &'a mut Vec<Intent>,
}

impl MoveSink for Noisy<'_> {
    fn push(&mut self, intent: Intent) {
        let (Some(from), Some(to)) = (intent.square(0), intent.square(1)) else { return };
        let is_noisy = match intent.choice() {
            0 => self.enemies.contains(to) || self.passed.contains(to) && self.pawns.contains(from),
            // Underpromotions are not worth searching.
            choice => choice == PROMOTIONS[0].0,
        };
        if is_noisy {
            self.moves.push(intent);
        }
    }
}

impl Evaluate for Chess {
    const FAST_ALERT_TEST: bool = true;

    fn plies_to_quiet_end(&self, position: &Position) -> Option<u32> {
        Some(FIFTY_MOVES.saturating_sub(position.state.quiet).into())
    }

    fn equivalence_key(&self, position: &Position) -> u64 {
        // The hash does not include the number of quiet plies, but the fifty-move rule can turn a win into a draw.
        fold(position.hash(), position.state.quiet.into())
    }

    fn evaluate(&self, position: &Position) -> i32 {
        evaluation::evaluate(position)
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let pieces = &position.pieces;
        let side = position.side;
        if position.state.quiet < FIFTY_MOVES {
            let (enemies, pawns) = (pieces.side(!side), pieces.of(side, PAWN));
            let passed = position.state.passed.into_iter().collect();
            generate(position, &mut Noisy { enemies, passed, pawns, moves });
        }
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        evaluation::gain(position, intent)
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        piece.map_or(0, |piece| evaluation::worth(piece.kind()))
    }

    fn static_exchange(&self, position: &Position, intent: Intent) -> i32 {
        exchange(position, intent, evaluation::gain(position, intent))
    }

    fn alert_test<'a>(&'a self, position: &'a Position) -> impl Fn(Intent) -> bool + 'a {
        check_test(position)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        // Zugzwang is common if a side has only pawns left.
        let pieces = &position.pieces;
        let side = position.side;
        let officers = pieces.side(side) - pieces.of(side, PAWN) - pieces.of(side, KING);
        if officers.is_empty() || in_check(position) {
            return None;
        }
        self.turned(position)
    }
}
