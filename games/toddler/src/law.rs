//! The reference implementation of the rules (law), written for clarity: checks one move and returns every reason why it is illegal.

use entourage_kernel::{Board, Effect, Effects, Intent, Piece, Reason, Refusal, Side, Square, sorted_indices};

use crate::Edition;
use crate::bare::{Bare, Pieces, is_major, toddler_of, toddlers_touch};
use crate::geometry::{DIAGONAL, ORTHOGONAL, adjacent, step};
use crate::metadata::chapter;
use crate::movement::{Way, corners, quiet_ways, straight_between};
use crate::notation::PASS;
use crate::piece::{
    ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER, promotes_soldier,
};
use crate::powers::Powers;

#[derive(Clone, Debug)]
enum Manoeuvre {
    Pass,
    Quiet(Way),
    Swap(Square, Square),
    Capture(Way),
    CaptureThenStep(Way),
}

fn refuse_if(condition: bool, reason: impl FnOnce() -> Reason) -> Result<(), Reason> {
    if condition { Err(reason()) } else { Ok(()) }
}

pub(crate) fn judge(position: &Bare, edition: Edition, intent: Intent) -> Result<(), Refusal> {
    let pieces = position.placement();
    let side = position.side();
    let manoeuvre = manoeuvre(pieces, edition, side, intent)?;
    refuse_if(toddlers_touch(pieces) || position.state().passes >= 2, || Reason::new("game-over", "end", []))?;
    let mut reasons = Vec::new();
    let powers = Powers::of(pieces, edition);
    let threats = powers.threats(side);
    let toddler = toddler_of(pieces, side);
    match &manoeuvre {
        Manoeuvre::Pass => {
            if !threats.is_empty() {
                reasons.push(Reason::new("pass-in-threat", "T13", [toddler].into_iter().chain(threats)));
            }
        }
        Manoeuvre::Quiet(_) => {}
        Manoeuvre::Swap(..) => {
            if is_major(pieces, side) {
                reasons.push(Reason::new("swap-major", "power-2", intent.squares()));
            }
        }
        Manoeuvre::Capture(way) => capture_reasons(powers, side, way[0], way[way.len() - 1], &mut reasons),
        Manoeuvre::CaptureThenStep(way) => capture_reasons(powers, side, way[0], way[1], &mut reasons),
    }
    if !matches!(manoeuvre, Manoeuvre::Pass) {
        royal_reasons(position, edition, &manoeuvre, !threats.is_empty(), &mut reasons);
    }
    if reasons.is_empty() { Ok(()) } else { Err(Refusal(reasons)) }
}

/// Returns the effects of an intent leg by leg; none if no piece can make the move.
pub(crate) fn effects(position: &Bare, edition: Edition, intent: Intent) -> Effects {
    manoeuvre(position.placement(), edition, position.side(), intent)
        .map(|manoeuvre| effects_of(position.placement(), &manoeuvre))
        .unwrap_or_default()
}

fn manoeuvre(pieces: &Pieces, edition: Edition, side: Side, intent: Intent) -> Result<Manoeuvre, Refusal> {
    if intent == PASS {
        return Ok(Manoeuvre::Pass);
    }
    let squares: Vec<Square> = intent.squares().collect();
    refuse_if(intent.choice() != 0 || !(2..=3).contains(&squares.len()), || {
        Reason::new("unknown-move", "writing", [])
    })?;
    let from = squares[0];
    let piece = pieces.piece_at(from).ok_or_else(|| Reason::new("empty-square", "turn", [from]))?;
    refuse_if(piece.side() != side, || Reason::new("not-your-piece", "turn", [from]))?;
    if squares.len() == 3 {
        return two_step(pieces, side, piece, &squares);
    }
    let to = squares[1];
    refuse_if(from == to, || Reason::new("same-square", "turn", [from]))?;
    match pieces.piece_at(to) {
        None => first_way(quiet_ways(pieces, piece.kind(), side, from, to))
            .map(Manoeuvre::Quiet)
            .ok_or_else(|| why_no_way(pieces, edition, piece, from, to).into()),
        Some(other) if other.side() != side => first_way(Powers::of(pieces, edition).ways(from, to))
            .map(Manoeuvre::Capture)
            .ok_or_else(|| why_no_way(pieces, edition, piece, from, to).into()),
        Some(other) if piece.kind() == TODDLER && other.kind() == NURSE => Ok(Manoeuvre::Swap(from, to)),
        Some(_) if piece.kind() == TODDLER && !adjacent(from, to) => {
            Err(Reason::new("swap-not-nurse", "power-2", [from, to]).into())
        }
        Some(_) => Err(Reason::new("own-piece", "turn", [from, to]).into()),
    }
}

fn first_way(ways: Vec<Way>) -> Option<Way> {
    ways.into_iter().next()
}

fn two_step(pieces: &Pieces, side: Side, piece: Piece, squares: &[Square]) -> Result<Manoeuvre, Refusal> {
    let &[from, middle, to] = squares else {
        return Err(Reason::new("unknown-move", "writing", []).into());
    };
    refuse_if(piece.kind() != CAPTAIN, || Reason::new("not-a-captain", "captain", [from]))?;
    refuse_if(from == to, || Reason::new("same-square", "captain", [from]))?;
    let is_step = |steps: &[(i8, i8); 4], from, to| steps.iter().any(|&by| step(from, by) == Some(to));
    refuse_if(!is_step(&DIAGONAL, from, middle), || {
        Reason::new("cannot-reach-capture", "captain", [from, middle])
    })?;
    refuse_if(!is_step(&ORTHOGONAL, middle, to), || Reason::new("cannot-reach", "captain", [from, to]))?;
    refuse_if(pieces.piece_at(middle).is_none_or(|victim| victim.side() == side), || {
        Reason::new("nothing-to-capture", "T4", [from, middle])
    })?;
    refuse_if(pieces.piece_at(to).is_some(), || Reason::new("step-occupied", "captain", [from, to]))?;
    Ok(Manoeuvre::CaptureThenStep([from, middle, to].into_iter().collect()))
}

fn why_no_way(pieces: &Pieces, edition: Edition, piece: Piece, from: Square, to: Square) -> Reason {
    let kind = piece.kind();
    let captures = pieces.piece_at(to).is_some();
    if captures && Powers::of(pieces, edition).never_captures(from) {
        return Reason::new("never-captures", chapter(kind), [from, to]);
    }
    let directions: &[&[(i8, i8); 4]] = match kind {
        EMPEROR | EMPRESS | ANGEL | GENIUS => &[&ORTHOGONAL, &DIAGONAL],
        NURSE => &[&DIAGONAL],
        ANDROID => &[&ORTHOGONAL],
        _ => &[],
    };
    if let Some(between) = straight_between(from, to, directions) {
        let blockers = between & pieces.occupied();
        return Reason::new("blocked", chapter(kind), [from, to].into_iter().chain(blockers));
    }
    if kind == ANDROID {
        // The first blocker on each of the two paths.
        let blockers = corners(from, to).into_iter().filter_map(|corner| {
            let legs = [(from, corner), (corner, to)].map(|(a, b)| squares_after(a, b));
            legs.into_iter().flatten().find(|&at| at != to && pieces.piece_at(at).is_some())
        });
        return Reason::new("blocked", chapter(kind), [from, to].into_iter().chain(blockers));
    }
    if kind == CAPTAIN && captures {
        // The middle squares of two-step captures, all of which are occupied.
        let middles = ORTHOGONAL.iter().filter_map(|&by| step(from, by));
        let mut middles =
            middles.filter(|&middle| DIAGONAL.iter().any(|&by| step(middle, by) == Some(to))).peekable();
        if middles.peek().is_some() {
            return Reason::new("blocked", "captain", [from, to].into_iter().chain(middles));
        }
    }
    let diagonal = DIAGONAL.iter().any(|&by| step(from, by) == Some(to));
    match kind {
        EMPRESS if captures && crate::movement::leaps(pieces, piece.side(), from, to) => {
            Reason::new("leap-occupied", "T1", [from, to])
        }
        SOLDIER | CAPTAIN if !captures && diagonal => Reason::new("must-capture", chapter(kind), [from, to]),
        SOLDIER | PHOENIX if captures && !quiet_ways(pieces, kind, piece.side(), from, to).is_empty() => {
            Reason::new("cannot-reach-capture", chapter(kind), [from, to])
        }
        _ => Reason::new("cannot-reach", chapter(kind), [from, to]),
    }
}

fn squares_after(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let between = straight_between(from, to, &[&ORTHOGONAL]).unwrap_or_default();
    let squares: Vec<Square> = between.into_iter().chain((from != to).then_some(to)).collect();
    let distance = |index: usize| squares[index].index().abs_diff(from.index());
    let order = sorted_indices(squares.len(), &mut |a, b| distance(a).cmp(&distance(b)));
    order.into_iter().map(move |index| squares[index])
}

fn capture_reasons(powers: Powers<'_>, side: Side, from: Square, victim: Square, reasons: &mut Vec<Reason>) {
    reasons.extend(powers.captor_reasons(from, victim));
    let safety = powers.safety_reasons(!side, victim);
    // Attackers are counted only if captures are possible at all.
    if safety.is_empty() && powers.freeze().is_none() {
        reasons.extend(powers.invulnerability(!side, victim));
    }
    reasons.extend(safety);
}

/// Makes the move on a copy of the board, and adds a reason if the mover's Toddler is then attacked. If the
/// Toddlers are then adjacent, adds a reason only if the mover was in Threat (T12).
fn royal_reasons(
    position: &Bare,
    edition: Edition,
    manoeuvre: &Manoeuvre,
    in_threat: bool,
    reasons: &mut Vec<Reason>,
) {
    let side = position.side();
    let mut after = *position;
    for effect in effects_of(position.placement(), manoeuvre) {
        after.apply(effect);
    }
    let pieces = after.placement();
    if pieces.of(!side, TODDLER).is_empty() {
        return;
    }
    let contact = toddlers_touch(pieces);
    if contact && !in_threat {
        return;
    }
    let threats = Powers::of(pieces, edition).threats(side);
    if threats.is_empty() {
        return;
    }
    let toddler = toddler_of(pieces, side);
    reasons.push(if contact {
        Reason::new("toddler-contact", "T12", [toddler, toddler_of(pieces, !side)].into_iter().chain(threats))
    } else {
        Reason::new("threatened", "turn", [toddler].into_iter().chain(threats))
    });
}

fn effects_of(pieces: &Pieces, manoeuvre: &Manoeuvre) -> Effects {
    let mut effects = Effects::new();
    let remove = |square| pieces.piece_at(square).map(|piece| Effect::Remove { square, piece });
    match manoeuvre {
        Manoeuvre::Pass => effects.push(Effect::Pass),
        &Manoeuvre::Swap(a, b) => effects.push(Effect::Swap { a, b }),
        Manoeuvre::Quiet(way) => {
            effects.extend(way.windows(2).map(|leg| Effect::Move { from: leg[0], to: leg[1] }));
        }
        Manoeuvre::Capture(way) => {
            for (i, leg) in way.windows(2).enumerate() {
                if i + 2 == way.len() {
                    effects.extend(remove(leg[1]));
                }
                effects.push(Effect::Move { from: leg[0], to: leg[1] });
            }
            effects.extend(mutation(pieces, way[0], way[way.len() - 1]));
        }
        Manoeuvre::CaptureThenStep(way) => {
            effects.extend(remove(way[1]));
            effects.push(Effect::Move { from: way[0], to: way[1] });
            effects.push(Effect::Move { from: way[1], to: way[2] });
        }
    }
    effects
}

/// Returns the promotion of a Soldier that captures a piece other than a Soldier or Captain (power 9); `None` otherwise.
fn mutation(pieces: &Pieces, from: Square, to: Square) -> Option<Effect> {
    let (soldier, victim) = (pieces.piece_at(from)?, pieces.piece_at(to)?);
    (soldier.kind() == SOLDIER && promotes_soldier(victim.kind())).then(|| Effect::Transform {
        square: to,
        from: soldier,
        to: Piece::new(CAPTAIN, soldier.side()),
    })
}
