//! The reference implementation of the rules (law), written for clarity: checks one move and returns every reason why it is illegal.

use entourage_kernel::{Board, Effect, Effects, Intent, Kind, Piece, Reason, Refusal, SharedStr, Side, Square};

use crate::geometry::{ARENA, FAR_RANK, launching_square};
use crate::metadata::chapter;
use crate::movement::{advances, captures_with, checks, enters_with, is_step, moves_with, straight_between};
use crate::notation::{Choice, mutates};
use crate::piece::{KING, is_foot, is_untouchable};
use crate::position::{Pieces, Position, is_down_to_three, king_of};
use crate::powers::Powers;

#[derive(Clone, Copy, Debug)]
enum Manoeuvre {
    Move { from: Square, to: Square, becomes: Option<Kind> },
    Capture { from: Square, to: Square, victim: Square, becomes: Option<Kind> },
    Mutate { square: Square, kind: Kind },
    Explode { own: Square, enemy: Square },
}

fn refuse_if(condition: bool, reason: impl FnOnce() -> Reason) -> Result<(), Reason> {
    if condition { Err(reason()) } else { Ok(()) }
}

pub(crate) fn judge(position: &Position, intent: Intent) -> Result<(), Refusal> {
    let pieces = &position.pieces;
    let side = position.side;
    let manoeuvre = manoeuvre(pieces, side, intent)?;
    let mut reasons = Vec::new();
    if Side::BOTH.into_iter().any(|side| is_down_to_three(pieces, side)) {
        reasons.push(Reason::new("game-over", "S10", []));
    }
    reasons.extend(exposed(position, &manoeuvre));
    if reasons.is_empty() { Ok(()) } else { Err(Refusal(reasons)) }
}

/// Returns the effects of an intent; none if no piece can make the move.
pub(crate) fn effects(position: &Position, intent: Intent) -> Effects {
    manoeuvre(&position.pieces, position.side, intent)
        .map(|manoeuvre| effects_of(&position.pieces, &manoeuvre))
        .unwrap_or_default()
}

fn manoeuvre(pieces: &Pieces, side: Side, intent: Intent) -> Result<Manoeuvre, Refusal> {
    let unknown = || Refusal::from(Reason::new("unknown-move", "S6", []));
    let squares: Vec<Square> = intent.squares().collect();
    let &[from, ..] = squares.as_slice() else { return Err(unknown()) };
    let choice = Choice::of(intent).ok_or_else(unknown)?;
    let piece = pieces.piece_at(from).ok_or_else(|| Reason::new("empty-square", "turn", [from]))?;
    refuse_if(piece.side() != side, || Reason::new("not-your-piece", "turn", [from]))?;
    match (choice, squares.as_slice()) {
        (Choice::Mutate(kind), &[square]) => mutation(pieces, piece, square, kind),
        (Choice::Explode, &[own, enemy]) => explosion(pieces, piece, own, enemy),
        (Choice::None, &[from, to]) => going(pieces, piece, from, to, None),
        (Choice::Promote(kind), &[from, to]) => going(pieces, piece, from, to, Some(kind)),
        (Choice::None, &[from, to, victim]) => advance(pieces, piece, [from, to, victim]),
        _ => Err(unknown()),
    }
}

fn mutation(pieces: &Pieces, piece: Piece, square: Square, kind: Kind) -> Result<Manoeuvre, Refusal> {
    if !is_foot(piece.kind()) {
        Err(Reason::new("mutates-not", "power-2", [square]).into())
    } else if !mutates(piece.kind(), kind) {
        Err(Reason::new("mutates-to-itself", "power-2", [square]).into())
    } else if Powers::of(pieces).mutator(square).is_none() {
        Err(Reason::new("mutates-beside-shs", "power-2", [square]).into())
    } else {
        Ok(Manoeuvre::Mutate { square, kind })
    }
}

fn explosion(pieces: &Pieces, piece: Piece, own: Square, enemy: Square) -> Result<Manoeuvre, Refusal> {
    let alike = Piece::new(piece.kind(), !piece.side());
    if !is_untouchable(piece.kind()) {
        Err(Reason::new("explodes-not", "power-5", [own]).into())
    } else if pieces.piece_at(enemy) != Some(alike) {
        Err(Reason::new("explodes-with-its-like", "power-5", [own, enemy]).into())
    } else if Powers::of(pieces).explosion_partner(own) != Some(enemy) {
        Err(Reason::new("explodes-vertically", "power-5", [own, enemy]).into())
    } else {
        Ok(Manoeuvre::Explode { own, enemy })
    }
}

/// Checks a move from one square to another, with or without a capture on the destination.
fn going(
    pieces: &Pieces,
    piece: Piece,
    from: Square,
    to: Square,
    becomes: Option<Kind>,
) -> Result<Manoeuvre, Refusal> {
    refuse_if(from == to, || Reason::new("same-square", "turn", [from]))?;
    if let Some(reason) = launching(piece, from, to) {
        return Err(reason.into());
    }
    let gait = Powers::of(pieces).gait(from);
    let manoeuvre = match pieces.piece_at(to) {
        Some(other) if other.side() == piece.side() => {
            return Err(Reason::new("own-piece", "turn", [from, to]).into());
        }
        None if moves_with(pieces, gait, from, to) => Manoeuvre::Move { from, to, becomes },
        Some(_) if is_untouchable(piece.kind()) => {
            return Err(Reason::new("never-captures", "power-4", [from, to]).into());
        }
        Some(victim) if is_untouchable(victim.kind()) => {
            return Err(Reason::new("untouchable", "power-4", [from, to]).into());
        }
        Some(_) if enters_with(pieces, gait, from, to) => Manoeuvre::Capture { from, to, victim: to, becomes },
        _ => return Err(why_not(pieces, from, to).into()),
    };
    let is_promoted = is_foot(piece.kind()) && FAR_RANK[piece.side().index()].contains(to);
    match becomes {
        None if is_promoted => Err(Reason::new("must-promote", "power-7", [from, to]).into()),
        Some(_) if !is_promoted => Err(Reason::new("promotes-not", "power-7", [from, to]).into()),
        _ => Ok(manoeuvre),
    }
}

fn launching(piece: Piece, from: Square, to: Square) -> Option<Reason> {
    if ARENA.contains(to) {
        None
    } else if !ARENA.contains(from) {
        Some(Reason::new("launches-to-arena", "S8", [from, to]))
    } else if !is_untouchable(piece.kind()) {
        Some(Reason::new("launch-closed", "power-6", [from, to]))
    } else if to != launching_square(piece.side()) {
        Some(Reason::new("launch-not-yours", "reducer", [from, to]))
    } else {
        None
    }
}

fn advance(pieces: &Pieces, piece: Piece, squares: [Square; 3]) -> Result<Manoeuvre, Refusal> {
    let [from, to, victim] = squares;
    let gait = Powers::of(pieces).gait(from);
    refuse_if(gait.is_none_or(|gait| !gait.advances), || Reason::new("advances-not", "advancer", [from]))?;
    refuse_if(to == from, || Reason::new("must-advance", "S5", [from, victim]))?;
    let target = pieces
        .piece_at(victim)
        .filter(|target| target.side() != piece.side())
        .ok_or_else(|| Reason::new("nothing-to-capture", "advancer", [from, victim]))?;
    // If the slide itself is impossible, the reason for that is returned.
    if let Manoeuvre::Capture { to, .. } = going(pieces, piece, from, to, None)? {
        return Err(Reason::new("advances-without-entering", "advancer", [from, to]).into());
    }
    refuse_if(is_untouchable(target.kind()), || Reason::new("untouchable", "power-4", [from, victim]))?;
    refuse_if(!advances(pieces, gait, from, to, victim), || {
        Reason::new("not-the-next-square", "advancer", [from, victim, to])
    })?;
    Ok(Manoeuvre::Capture { from, to, victim, becomes: None })
}

fn why_not(pieces: &Pieces, from: Square, to: Square) -> Reason {
    if !ARENA.contains(from) {
        return Reason::new("launches-to-empty", "S8", [from, to]);
    }
    let captures = pieces.piece_at(to).is_some();
    let cannot_reach = if captures { "cannot-reach-capture" } else { "cannot-reach" };
    let powers = Powers::of(pieces);
    let ways = pieces.piece_at(from).map_or_else(SharedStr::default, |piece| chapter(piece.kind()));
    let Some(gait) = powers.gait(from) else { return Reason::new(cannot_reach, ways, [from, to]) };
    if gait.advances && captures {
        if is_step(from, to, gait.slides) {
            return Reason::new("must-advance", "S5", [from, to]);
        }
        if captures_with(pieces, Some(gait), from, to) {
            return Reason::new("advances-without-entering", "advancer", [from, to]);
        }
    }
    let would_reach = |symmetrised, reduced| {
        let gait = powers.gait_if(from, symmetrised, reduced);
        if captures { captures_with(pieces, gait, from, to) } else { moves_with(pieces, gait, from, to) }
    };
    let (symmetriser, reducer) = (powers.symmetriser(from), powers.reducer(from));
    if let Some(reducer) = reducer
        && would_reach(symmetriser.is_some(), false)
    {
        return Reason::new("reduced", "power-3", [from, to, reducer]);
    }
    if let Some(shs) = symmetriser
        && would_reach(false, reducer.is_some())
    {
        return Reason::new("symmetrised", "power-1", [from, to, shs]);
    }
    let blockers = straight_between(from, to, gait.slides).unwrap_or_default() & pieces.occupied();
    if !blockers.is_empty() {
        return Reason::new("blocked", ways, [from, to].into_iter().chain(blockers));
    }
    Reason::new(cannot_reach, ways, [from, to])
}

fn exposed(position: &Position, manoeuvre: &Manoeuvre) -> Option<Reason> {
    let side = position.side;
    let mut after = *position;
    for effect in effects_of(&position.pieces, manoeuvre) {
        after.apply(effect);
    }
    if after.pieces.of(!side, KING).is_empty() {
        return None;
    }
    let checks = checks(&after.pieces, side);
    let king = king_of(&after.pieces, side);
    (!checks.is_empty()).then(|| Reason::new("exposed", "turn", [king].into_iter().chain(checks)))
}

fn effects_of(pieces: &Pieces, manoeuvre: &Manoeuvre) -> Effects {
    let mut effects = Effects::new();
    let remove = |square| pieces.piece_at(square).map(|piece| Effect::Remove { square, piece });
    match *manoeuvre {
        Manoeuvre::Move { from, to, becomes } => {
            effects.push(Effect::Move { from, to });
            effects.extend(transformation(pieces, from, to, becomes));
        }
        Manoeuvre::Capture { from, to, victim, becomes } => {
            // Order of effects: a piece that enters the victim's square captures first; an Advancer first moves, then
            // captures from its new square.
            if victim == to {
                effects.extend(remove(victim));
                effects.push(Effect::Move { from, to });
            } else {
                effects.push(Effect::Move { from, to });
                effects.extend(remove(victim));
            }
            effects.extend(transformation(pieces, from, to, becomes));
            effects.extend(recruit(pieces, from, victim));
        }
        Manoeuvre::Mutate { square, kind } => {
            effects.extend(transformation(pieces, square, square, Some(kind)));
        }
        Manoeuvre::Explode { own, enemy } => effects.extend([own, enemy].into_iter().filter_map(remove)),
    }
    effects
}

fn transformation(pieces: &Pieces, from: Square, to: Square, becomes: Option<Kind>) -> Option<Effect> {
    let (piece, kind) = (pieces.piece_at(from)?, becomes?);
    Some(Effect::Transform { square: to, from: piece, to: Piece::new(kind, piece.side()) })
}

/// Returns the effect of recruiting a captured Knight onto the captor's empty Launching Square (power 6).
fn recruit(pieces: &Pieces, captor: Square, victim: Square) -> Option<Effect> {
    let (captor, victim) = (pieces.piece_at(captor)?, pieces.piece_at(victim)?);
    let square = Powers::of(pieces).recruits(captor.side(), victim.kind())?;
    Some(Effect::Place { square, piece: Piece::new(victim.kind(), captor.side()) })
}
