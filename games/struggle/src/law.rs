//! The reference implementation of the rules (law), written for clarity: checks one ply and returns the reasons why it is illegal.

use entourage_kernel::{Board, Intent, Reason, Refusal, Square};

use crate::action::Action;
use crate::geometry::{BOARD, allowed, row_of};
use crate::leap::leap_reasons;
use crate::position::{Position, outcome};
use crate::rules::{caboose, catapult, hatter, pact, refuse_if, teleport, torus};
use crate::turn::{Moving, Stage, Turn};

pub(crate) fn judge(position: &Position, intent: Intent) -> Result<(), Refusal> {
    let action = Action::of(intent).ok_or_else(|| Reason::new("unknown-move", "turn", []))?;
    refuse_if(outcome(position).is_some(), || Reason::new("game-over", "G14", []))?;
    match position.state.turn {
        Turn::Start { .. } | Turn::Acting => judge_opening(position, action),
        Turn::Moving(moving) => judge_continuation(position, &moving, action),
    }
}

fn judge_opening(position: &Position, action: Action) -> Result<(), Refusal> {
    let acting = position.state.turn == Turn::Acting;
    match action {
        Action::Pass if acting => Err(Reason::new("pass-after-free", "G8", []).into()),
        Action::End if !acting => Err(Reason::new("nothing-to-end", "G8", []).into()),
        Action::Pass | Action::End => match main_actions(position).next() {
            None => Ok(()),
            Some(possible) => {
                let code = if acting { "end-before-main" } else { "pass-with-moves" };
                Err(Reason::new(code, "passes", possible.intent().squares()).into())
            }
        },
        Action::Trade { a, b } => Ok(hatter::judge(position, a, b)?),
        Action::Pact { own, enemy } => Ok(pact::judge(position, own, enemy)?),
        _ => judge_main(position, action),
    }
}

fn judge_main(position: &Position, action: Action) -> Result<(), Refusal> {
    if let Some(from) = action.intent().first() {
        check_owner(position, from)?;
    }
    match action {
        Action::Step { from, to } => Ok(judge_step(position, Stage::Main, from, to)?),
        Action::Jump { from, over, to } => refuse_for(judge_jump(position, Stage::Main, from, over, to)?),
        Action::Catapult { from, near, far, to } => refuse_for(catapult::judge(position, from, near, far, to)?),
        Action::Teleport { from, to } => Ok(teleport::judge(position, from, to)?),
        Action::Caboose { rear, next } => Ok(caboose::judge(position, rear, next)?),
        Action::Pass | Action::End | Action::Trade { .. } | Action::Pact { .. } => {
            Err(Reason::new("unknown-move", "turn", []).into())
        }
    }
}

/// Checks a ply within a turn, while one piece can continue to move (G8).
fn judge_continuation(position: &Position, moving: &Moving, action: Action) -> Result<(), Refusal> {
    match action {
        Action::End => Ok(()),
        Action::Pass => Err(Reason::new("pass-within-turn", "G8", [moving.at]).into()),
        _ if action.is_free() => Err(Reason::new("free-too-late", "turn", [moving.at]).into()),
        Action::Step { from, .. } | Action::Jump { from, .. } if from != moving.at => {
            check_owner(position, from)?;
            Err(Reason::new("another-piece-moves", "G8", [moving.at, from]).into())
        }
        Action::Step { .. } if moving.in_chain() => {
            Err(Reason::new("chain-only-jumps", "jump", [moving.at]).into())
        }
        Action::Step { from, to } => Ok(judge_step(position, moving.stage, from, to)?),
        Action::Jump { from, over, to } => {
            let mut reasons = judge_jump(position, moving.stage, from, over, to)?;
            if moving.barred.contains(to) {
                reasons.push(Reason::new("barred", "G2", [from, to]));
            }
            refuse_for(reasons)
        }
        _ => Err(Reason::new("only-conventional", "G8", [moving.at]).into()),
    }
}

fn refuse_for(reasons: Vec<Reason>) -> Result<(), Refusal> {
    if reasons.is_empty() { Ok(()) } else { Err(Refusal(reasons)) }
}

fn check_owner(position: &Position, from: Square) -> Result<(), Reason> {
    match position.piece_at(from) {
        None => Err(Reason::new("empty-square", "turn", [from])),
        Some(piece) if piece.side() != position.side => Err(Reason::new("not-your-piece", "turn", [from])),
        Some(_) => Ok(()),
    }
}

fn ways(position: &Position, stage: Stage, from: Square) -> impl Iterator<Item = (Square, Option<Square>)> {
    let side = position.side;
    let wraps = position
        .piece_at(from)
        .is_some_and(|piece| torus::wraps(position.state.team(side), piece.kind(), stage));
    allowed(side).into_iter().filter_map(move |direction| {
        let next = torus::next(wraps, from, direction)?;
        Some((next, torus::next(wraps, next, direction)))
    })
}

pub(crate) fn judge_step(position: &Position, stage: Stage, from: Square, to: Square) -> Result<(), Reason> {
    refuse_if(from == to, || Reason::new("same-square", "turn", [from]))?;
    refuse_if(!ways(position, stage, from).any(|(next, _)| next == to), || out_of_reach(position, from, to))?;
    refuse_if(position.piece_at(to).is_some(), || Reason::new("occupied", "step", [from, to]))?;
    Ok(())
}

/// Checks a jump by a friendly piece, ignoring the chain before it; returns the reasons why the jump is illegal.
pub(crate) fn judge_jump(
    position: &Position,
    stage: Stage,
    from: Square,
    over: Square,
    to: Square,
) -> Result<Vec<Reason>, Reason> {
    refuse_if(from == to || from == over || over == to, || Reason::new("same-square", "turn", [from]))?;
    if !ways(position, stage, from).any(|(next, behind)| next == over && behind == Some(to)) {
        return Err(match out_of_reach(position, from, to) {
            reason if reason.code == "never-back" => reason,
            _ => Reason::new("jump-line", "jump", [from, over, to]),
        });
    }
    Ok(leap_reasons(position, from, &[over], to))
}

/// Returns why a piece cannot step to a space: the space is behind the piece or not adjacent to it.
fn out_of_reach(position: &Position, from: Square, to: Square) -> Reason {
    let side = position.side;
    if row_of(side, to) < row_of(side, from) {
        Reason::new("never-back", "step", [from, to])
    } else {
        Reason::new("too-far", "step", [from, to])
    }
}

/// Returns the legal main actions of the side to move, by checking all candidates.
fn main_actions(position: &Position) -> impl Iterator<Item = Action> {
    let own = position.pieces.side(position.side).squares();
    own.into_iter().flat_map(move |from| {
        let conventional = ways(position, Stage::Main, from).flat_map(move |(next, behind)| {
            let step = Action::Step { from, to: next };
            let caboose = Action::Caboose { rear: from, next };
            let jump = behind.map(|to| Action::Jump { from, over: next, to });
            [step, caboose].into_iter().chain(jump)
        });
        let catapults = ways(position, Stage::Main, from)
            .filter_map(move |(near, far)| Some((near, far?)))
            .flat_map(move |(near, far)| {
                ways(position, Stage::Main, far).map(move |(to, _)| Action::Catapult { from, near, far, to })
            });
        let teleports = BOARD.into_iter().map(move |to| Action::Teleport { from, to });
        let actions = conventional.chain(catapults).chain(teleports);
        actions.filter(move |&action| judge_main(position, action).is_ok())
    })
}

/// Returns whether the piece that can continue has a move; if not, the turn continues without that piece (G8).
pub(crate) fn has_move(position: &Position, moving: &Moving) -> bool {
    BOARD.into_iter().any(|to| {
        let from = moving.at;
        judge_continuation(position, moving, Action::Step { from, to }).is_ok()
            || BOARD
                .into_iter()
                .any(|over| judge_continuation(position, moving, Action::Jump { from, over, to }).is_ok())
    })
}
