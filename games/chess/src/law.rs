//! The reference implementation of the rules (law), written for clarity: checks one move (intent) and returns every reason
//! why it is illegal (FIDE Laws of Chess, article 3).

use entourage_kernel::{Board, Effect, Effects, Intent, Kind, Piece, Reason, Refusal, Side, Square, Step};

use crate::castling::{Castling, wing};
use crate::geometry::{DIAGONAL, LEAPS, ORTHOGONAL, PAWN_ATTACKS, SIZE, SQUARES, forward, rank_of, step};
use crate::metadata::chapter;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK};
use crate::position::{Pieces, Position, castling_bit, king_of};

/// The number of plies without a capture or pawn move after which the game is drawn.
pub(crate) const FIFTY_MOVES: u16 = 100;

pub(crate) fn judge(position: &Position, intent: Intent) -> Result<(), Refusal> {
    judge_in(position, intent, || is_over(position))
}

/// Returns whether the fifty-move rule has ended the game; checkmate and stalemate take precedence.
pub(crate) fn is_over(position: &Position) -> bool {
    position.state.quiet >= FIFTY_MOVES && has_move(position)
}

/// Returns whether the side to move has a legal move, ignoring the fifty-move rule.
fn has_move(position: &Position) -> bool {
    let own = position.pieces.side(position.side);
    own.into_iter().any(|from| {
        // The piece chosen for a promotion does not affect the king's safety.
        let possible = |to| [Intent::from_to(from, to), Intent::from_to(from, to).with_choice(QUEEN.0)];
        (0..SQUARES)
            .map(Square::new)
            .flat_map(possible)
            .any(|intent| judge_in(position, intent, || false).is_ok())
    })
}

fn judge_in(position: &Position, intent: Intent, is_over: impl Fn() -> bool) -> Result<(), Refusal> {
    let (from, to) = movable(position, intent)?;
    let pieces = &position.pieces;
    let side = position.side;
    let mut reasons = Vec::new();
    if is_over() {
        reasons.push(Reason::new("game-over", "end", []));
    }
    if let Some(queenside) = wing(pieces, &position.state, from, to) {
        castling_reasons(position, queenside, to, &mut reasons);
        if !reasons.is_empty() {
            return Err(Refusal(reasons));
        }
    } else if let Some(reason) = why_no_way(position, from, to) {
        return Err(reason.into());
    }
    let kind = pieces.piece_at(from).map(Piece::kind);
    let promotes = kind == Some(PAWN) && rank_of(side, to) == SIZE - 1;
    let choice = intent.choice();
    if promotes && !PROMOTIONS.contains(&Kind(choice)) {
        return Err(Reason::new("promotion-missing", "promotion", [from, to]).into());
    }
    if !promotes && choice != 0 {
        return Err(Reason::new("promotion-wrong", "promotion", [from, to]).into());
    }
    let mut after = *position;
    for effect in effects(position, intent) {
        after.apply(effect);
    }
    let king = king_of(&after.pieces, side);
    let checkers: Vec<Square> = checkers(&after.pieces, side, king).collect();
    if !checkers.is_empty() {
        reasons.push(Reason::new("in-check", "check", [king].into_iter().chain(checkers)));
    }
    if reasons.is_empty() { Ok(()) } else { Err(Refusal(reasons)) }
}

fn movable(position: &Position, intent: Intent) -> Result<(Square, Square), Refusal> {
    let (Some(from), Some(to), None) = (intent.square(0), intent.square(1), intent.square(2)) else {
        return Err(Reason::new("unknown-move", "moves", []).into());
    };
    match position.piece_at(from) {
        None => Err(Reason::new("empty-square", "moves", [from]).into()),
        Some(piece) if piece.side() != position.side => {
            Err(Reason::new("not-your-piece", "moves", [from]).into())
        }
        Some(_) if from == to => Err(Reason::new("same-square", "moves", [from]).into()),
        Some(_) if wing(&position.pieces, &position.state, from, to).is_some() => Ok((from, to)),
        Some(piece) if position.piece_at(to).is_some_and(|other| other.side() == piece.side()) => {
            Err(Reason::new("own-piece", "moves", [from, to]).into())
        }
        Some(_) => Ok((from, to)),
    }
}

pub(crate) fn checkers(pieces: &Pieces, side: Side, target: Square) -> impl Iterator<Item = Square> {
    pieces.side(!side).into_iter().filter(move |&from| attacks(pieces, from, target))
}

fn attacks(pieces: &Pieces, from: Square, to: Square) -> bool {
    let Some(piece) = pieces.piece_at(from) else { return false };
    match piece.kind() {
        PAWN => PAWN_ATTACKS[piece.side().index()][from.index()].contains(to),
        KNIGHT => LEAPS.iter().any(|&by| step(from, by) == Some(to)),
        kind => way(from, to, directions(kind), reach(kind))
            .is_some_and(|way| way.iter().all(|&at| pieces.piece_at(at).is_none())),
    }
}

fn directions(kind: Kind) -> &'static [&'static [Step; 4]] {
    match kind {
        KING | QUEEN => &[&ORTHOGONAL, &DIAGONAL],
        ROOK => &[&ORTHOGONAL],
        BISHOP => &[&DIAGONAL],
        _ => &[],
    }
}

fn reach(kind: Kind) -> usize {
    if kind == KING { 1 } else { SIZE }
}

/// Returns the squares between two squares; `None` if they are not in line or are more than `reach` steps apart.
fn way(from: Square, to: Square, directions: &[&[Step; 4]], reach: usize) -> Option<Vec<Square>> {
    directions.iter().flat_map(|steps| steps.iter()).find_map(|&by| {
        let walk = || std::iter::successors(step(from, by), |&at| step(at, by)).take(reach);
        walk().any(|at| at == to).then(|| walk().take_while(|&at| at != to).collect())
    })
}

/// Returns why a piece cannot move to a square that has no friendly piece; `None` if it can. Does not consider castling.
fn why_no_way(position: &Position, from: Square, to: Square) -> Option<Reason> {
    let pieces = &position.pieces;
    let piece = pieces.piece_at(from)?;
    if piece.kind() == PAWN {
        return why_no_pawn_way(position, from, to);
    }
    if attacks(pieces, from, to) {
        return None;
    }
    let between = way(from, to, directions(piece.kind()), reach(piece.kind()));
    Some(match between {
        Some(between) => {
            let blockers = between.into_iter().filter(|&at| pieces.piece_at(at).is_some());
            Reason::new("blocked", chapter(piece.kind()), [from, to].into_iter().chain(blockers))
        }
        None => Reason::new("cannot-reach", chapter(piece.kind()), [from, to]),
    })
}

fn why_no_pawn_way(position: &Position, from: Square, to: Square) -> Option<Reason> {
    let side = position.side;
    let one = step(from, forward(side));
    let two = one.and_then(|one| step(one, forward(side))).filter(|_| rank_of(side, from) == 1);
    if PAWN_ATTACKS[side.index()][from.index()].contains(to) {
        let captures = position.piece_at(to).is_some() || position.state.passed == Some(to);
        return (!captures).then(|| Reason::new("must-capture", "pawn", [from, to]));
    }
    if Some(to) == one || Some(to) == two {
        let blocker = [one, two].into_iter().flatten().find(|&at| position.piece_at(at).is_some());
        // A piece on the second square does not block a single step.
        let blocker = blocker.filter(|&at| Some(to) == two || Some(at) == one);
        return blocker.map(|blocker| Reason::new("pawn-blocked", "pawn", [from, to, blocker]));
    }
    Some(Reason::new("cannot-reach", "pawn", [from, to]))
}

fn castling_reasons(position: &Position, queenside: bool, to: Square, reasons: &mut Vec<Reason>) {
    let pieces = &position.pieces;
    let side = position.side;
    let castling = Castling::of(pieces, &position.state, side, queenside);
    let Castling { king: from, rook, .. } = castling;
    let is_shuffled = position.state.homes.is_shuffled();
    if position.state.castling & castling_bit(side, queenside) == 0 || is_shuffled && to != rook {
        let rook = if is_shuffled { to } else { rook };
        reasons.push(Reason::new("castling-lost", "castling", [from, rook]));
        return;
    }
    let crossed = castling.crossed().into_iter();
    let blockers: Vec<Square> = crossed.filter(|&at| pieces.piece_at(at).is_some()).collect();
    if !blockers.is_empty() {
        reasons.push(Reason::new("castling-blocked", "castling", [from, rook].into_iter().chain(blockers)));
    }
    for at in castling.walked() {
        let checkers: Vec<Square> = checkers(pieces, side, at).collect();
        if !checkers.is_empty() {
            let code = if at == from { "castling-in-check" } else { "castling-through-check" };
            reasons.push(Reason::new(code, "castling", [from, at].into_iter().chain(checkers)));
        }
    }
}

pub(crate) fn effects(position: &Position, intent: Intent) -> Effects {
    let mut effects = Effects::new();
    let (Some(from), Some(to)) = (intent.square(0), intent.square(1)) else { return effects };
    let pieces = &position.pieces;
    let Some(piece) = pieces.piece_at(from) else { return effects };
    if let Some(queenside) = wing(pieces, &position.state, from, to) {
        effects.extend(castling_effects(Castling::of(pieces, &position.state, piece.side(), queenside)));
        return effects;
    }
    let en_passant = piece.kind() == PAWN
        && position.state.passed == Some(to)
        && PAWN_ATTACKS[piece.side().index()][from.index()].contains(to);
    let victim = if en_passant { step(to, forward(!piece.side())) } else { Some(to) };
    effects.extend(victim.and_then(|square| Some(Effect::Remove { square, piece: pieces.piece_at(square)? })));
    effects.push(Effect::Move { from, to });
    if intent.choice() != 0 {
        effects.push(Effect::Transform {
            square: to,
            from: piece,
            to: Piece::new(Kind(intent.choice()), piece.side()),
        });
    }
    effects
}

fn castling_effects(Castling { king, rook, king_to, rook_to }: Castling) -> Vec<Effect> {
    if king_to == rook && rook_to == king {
        return vec![Effect::Swap { a: king, b: rook }];
    }
    let mut moves = [(king, king_to), (rook, rook_to)];
    if king_to == rook {
        moves.reverse();
    }
    moves.into_iter().filter(|(from, to)| from != to).map(|(from, to)| Effect::Move { from, to }).collect()
}

#[cfg(test)]
mod tests {
    use entourage_kernel::testkit::{played, scattered};
    use entourage_kernel::{Random, Rules};

    use super::*;
    use crate::Chess;

    #[test]
    fn the_law_agrees_with_the_generator_on_checks_and_endings() {
        let mut random = Random::new(5);
        let mut positions = played(&Chess, &mut random, 300);
        positions.extend(scattered(&Chess, &mut random, 700));
        let (mut checks, mut ends) = (0, 0);
        for position in positions {
            let king = king_of(&position.pieces, position.side);
            let in_check = checkers(&position.pieces, position.side, king).next().is_some();
            assert_eq!(Chess.alert(&position).is_some(), in_check, "{}", Chess.write_position(&position));
            assert_eq!(
                Chess.terminal(&position).is_some(),
                is_over(&position),
                "{}",
                Chess.write_position(&position)
            );
            checks += usize::from(in_check);
            ends += usize::from(is_over(&position));
        }
        assert!(checks > 50 && ends > 50, "{checks} checks, {ends} ends");
    }
}
