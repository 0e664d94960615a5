use entourage_kernel::{Board, Intent, Kind, Piece, Random, Side, SmallPieces, Square, SquareSet};

use crate::action::Action;
use crate::generate::generate;
use crate::geometry::{BOARD, SQUARES, TOPOLOGY, allowed, neighbour, wrapped_neighbour};
use crate::notation;
use crate::pacts::Pacts;
use crate::piece::{BLACK, COLOURS, GREY, KINDS, WHITE};
use crate::pieces::Pieces;
use crate::play::play_into;
use crate::position::{Position, State};
use crate::rule::Rule;
use crate::team::Team;
use crate::turn::Turn;

/// Creates a random position in which Rules interact often; half of the positions are in the middle of a turn.
pub(crate) fn scatter(random: &mut Random) -> Option<Position> {
    let mut pieces = Pieces::EMPTY;
    let mut last = None;
    for side in Side::BOTH {
        for kind in (0..KINDS as u8).map(Kind) {
            let absent = match kind {
                WHITE => random.one_in(40),
                GREY => !random.one_in(4),
                _ => random.one_in(4),
            };
            if !absent {
                last = Some(place(Piece::new(kind, side), &mut pieces, last, random));
            }
        }
    }
    let teams = Side::BOTH.map(|side| team(&pieces, side, random));
    let side = Side::BOTH[random.below(2)];
    let passes = u8::from(random.one_in(6));
    let state = State { teams, pacts: pacts(&pieces, random), turn: Turn::Start { passes }, lost: None };
    let mut position = Position::new(pieces, side, state);
    // Parsing checks whether the position is valid.
    notation::read_position(&notation::write_position(&position)).ok()?;
    let further = if random.one_in(2) { random.below(4) } else { 0 };
    for _ in 0..further {
        let mut moves = Vec::new();
        generate(&position, &mut moves);
        let leaps: Vec<Intent> = moves.iter().copied().filter(|intent| intent.len() > 2).collect();
        let chosen = random.pick(if leaps.is_empty() { &moves } else { &leaps }).copied();
        let Some(intent) = chosen else { break };
        play_into(&{ position }, intent, &mut position);
    }
    Some(position)
}

/// Puts a piece on a random vacant space, which is near the previous piece about three times out of four.
fn place(piece: Piece, pieces: &mut Pieces, last: Option<Square>, random: &mut Random) -> Square {
    let square = loop {
        let square = match last {
            Some(last) if !random.one_in(4) => {
                let near = around(around(SquareSet::of(last)));
                let near: Vec<Square> = (near - pieces.occupied().squares()).into_iter().collect();
                random.pick(&near).copied().unwrap_or(Square::new(random.below(SQUARES)))
            }
            _ => Square::new(random.below(SQUARES)),
        };
        if pieces.piece_at(square).is_none() {
            break square;
        }
    };
    pieces.put(square, piece);
    square
}

fn around(set: SquareSet) -> SquareSet {
    let ways = || Side::BOTH.into_iter().flat_map(allowed);
    let next = set.into_iter().flat_map(|from| ways().filter_map(move |direction| neighbour(from, direction)));
    next.collect::<SquareSet>() | set
}

fn team(pieces: &Pieces, side: Side, random: &mut Random) -> Team {
    let mut team = Team::default();
    for _ in 0..random.below(4) {
        let rule = Rule::ALL[random.below(Rule::ALL.len())];
        let kind = COLOURS[random.below(COLOURS.len())];
        if team.has(rule) {
            continue;
        }
        if !rule.is_bound() {
            team.hold(rule);
        } else if team.rule_of(kind).is_none() && pieces.find(side, kind).is_some() {
            team.bind(rule, kind);
        } else {
            continue;
        }
        if rule.is_once() && random.one_in(3) {
            team.spend(rule);
        }
    }
    team
}

fn pacts(pieces: &Pieces, random: &mut Random) -> Pacts {
    let mut pacts = Pacts::default();
    if random.one_in(2) {
        for _ in 0..1 + random.below(2) {
            let [a, b] = Side::BOTH.map(|side| Piece::new(Kind(BLACK.0 + random.below(KINDS - 1) as u8), side));
            if [a, b].iter().all(|piece| pieces.find(piece.side(), piece.kind()).is_some()) {
                pacts.add(a, b);
            }
        }
    }
    pacts
}

/// Returns all intents worth checking: all pairs of spaces with every choice, jumps over neighbours to any space, Catapults
/// over neighbours, and all choices without spaces.
pub(crate) fn candidates(position: &Position) -> Vec<Intent> {
    let mut intents: Vec<Intent> = (0..16).map(Intent::choice_only).collect();
    for from in TOPOLOGY.all() {
        for to in TOPOLOGY.all() {
            intents.extend((0..8).map(|choice| Intent::from_to(from, to).with_choice(choice)));
        }
    }
    let next = |from: Square| -> SquareSet {
        let ways = Side::BOTH.into_iter().flat_map(allowed);
        ways.flat_map(|way| [neighbour(from, way), wrapped_neighbour(from, way)]).flatten().collect()
    };
    for from in position.occupied() {
        for over in next(from) {
            intents.extend(BOARD.into_iter().map(|to| Action::Jump { from, over, to }.intent()));
            for far in next(over) {
                intents.extend(
                    next(far).into_iter().map(|to| Action::Catapult { from, near: over, far, to }.intent()),
                );
            }
        }
    }
    intents
}
