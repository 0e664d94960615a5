use entourage_kernel::{Board, Evaluate, Intent, Kind, MoveSink, Path, Piece, Side, Square, SquareSet};

use crate::action::Action;
use crate::generate::generate;
use crate::geometry::{GOAL, HOME, ROWS, ZAP_ROW, allowed, neighbour, row_of};
use crate::interplay::{Fate, fate, is_zapped};
use crate::piece::WHITE;
use crate::position::{Position, State, nonwhite, white_of};
use crate::rules::Rule;
use crate::struggle::Struggle;
use crate::turn::{Stage, Turn};

/// Worth of a nonwhite piece, in hundredths of itself.
pub(crate) const PIECE: i32 = 100;
/// Worth of what wins the game, for ordering.
const GAME: i32 = 3_000;
/// Worth of each Rule while it can still do something, in the order of the Rules.
pub(crate) const RULE_WORTH: [i32; 12] = [20, 10, 50, 10, 60, 25, 40, 15, 50, 40, 40, 60];
/// Worth of a White's progress, by its row from its own side.
const PROGRESS: [i32; ROWS] = [0, 4, 9, 15, 22, 30, 40, 52, 66, 82, 110, 150, 0];
/// Worth of an enemy piece that can still meet a White, lying ahead of it.
const GUARD: i32 = 22;
/// Worth of a way home on which no enemy is left, and of each step less on it.
const FREE_WAY: i32 = 250;
const FREE_STEP: i32 = 25;
/// Worth of a zap to come, per enemy piece still in its base.
const ZAPPABLE: i32 = 12;
/// Worth of an own piece ahead of a White or behind it; beside it, which is both, twice as much.
const COMPANY: i32 = 4;

fn worth(state: &State, piece: Piece) -> i32 {
    if piece.kind() == WHITE { GAME } else { PIECE + rule_worth(state, piece.side(), piece.kind()) }
}

fn rule_worth(state: &State, side: Side, kind: Kind) -> i32 {
    let team = state.team(side);
    team.rule_of(kind).map_or(0, |rule| if team.is_spent(rule) { 0 } else { RULE_WORTH[rule as usize] })
}

impl Evaluate for Struggle {
    fn evaluate(&self, position: &Position) -> i32 {
        let state = position.state();
        let score = side_score(position, &state, Side::First) - side_score(position, &state, Side::Second);
        if position.side() == Side::First { score } else { -score }
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        let state = position.state();
        generate(position, &mut Noisy { position, state: &state, moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        let state = position.state();
        Action::of(intent).map_or(0, |action| gain(position, &state, action))
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let state = position.state();
        let mover = intent.first().and_then(|from| position.piece_at(from));
        // A White is at risk everywhere: as a captor it is worth no more than others.
        mover.map_or(0, |piece| if piece.kind() == WHITE { PIECE } else { worth(&state, piece) })
    }
}

/// Keeps only the plies that change the balance at once.
struct Noisy<'a> {
    position: &'a Position,
    state: &'a State,
    moves: &'a mut Vec<Intent>,
}

impl MoveSink for Noisy<'_> {
    fn push(&mut self, intent: Intent) {
        if Action::of(intent).is_some_and(|action| gain(self.position, self.state, action) > 0) {
            self.moves.push(intent);
        }
    }

    fn fan(&mut self, path: Path, ends: SquareSet) {
        let side = self.position.side();
        // Of many plies at once, only a White's steps into a zap or home win anything.
        if self.position.placement().of(side, WHITE).contains(path.start()) {
            let prizes = ZAP_ROW[side.index()].with(GOAL[side.index()]);
            (ends & prizes).into_iter().for_each(|end| self.push(path.to(end)));
        }
    }
}

/// Returns the worth of what a ply wins at once.
fn gain(position: &Position, state: &State, action: Action) -> i32 {
    let stage = if let Turn::Moving(moving) = state.turn { moving.stage } else { Stage::Main };
    let prize = |from: Square, over: Square| {
        let (Some(jumper), Some(jumped)) = (position.piece_at(from), position.piece_at(over)) else { return 0 };
        match fate(state, jumper, jumped, stage) {
            Fate::Spared | Fate::Jolted => 0,
            Fate::Unarmored => RULE_WORTH[Rule::Armor as usize],
            Fate::Converted => 2 * PIECE,
            Fate::Captured => worth(state, jumped),
        }
    };
    match action {
        Action::Step { from, to } => landing_gain(position, state, from, to),
        Action::Jump { from, over, to } => prize(from, over) + landing_gain(position, state, from, to),
        Action::Hurl { from, near, far, .. } => prize(from, near) + prize(from, far),
        _ => 0,
    }
}

/// Returns what a landing wins: the goal, or what a zap captures.
fn landing_gain(position: &Position, state: &State, from: Square, to: Square) -> i32 {
    let side = position.side();
    if !position.placement().of(side, WHITE).contains(from) {
        return 0;
    }
    if to == GOAL[side.index()] {
        return GAME;
    }
    if !ZAP_ROW[side.index()].contains(to) {
        return 0;
    }
    let zapped = HOME[(!side).index()] & position.placement().side(!side);
    let pieces = zapped.into_iter().filter_map(|square| position.piece_at(square));
    pieces.filter(|&piece| is_zapped(state, piece)).map(|piece| worth(state, piece)).sum()
}

fn side_score(position: &Position, state: &State, side: Side) -> i32 {
    let pieces = position.placement();
    let team = state.team(side);
    let own = nonwhite(pieces, side);
    let mut score = PIECE * own.len() as i32;
    score +=
        team.rules().filter(|&rule| !team.is_spent(rule)).map(|rule| RULE_WORTH[rule as usize]).sum::<i32>();
    let Some(white) = white_of(pieces, side) else { return score };
    let row = row_of(side, white);
    score += PROGRESS[row];
    // Enemies that the White has passed cannot turn back; those ahead of it can still meet it.
    let enemies = pieces.side(!side);
    let ahead = enemies.into_iter().filter(|&enemy| row_of(side, enemy) >= row).count() as i32;
    score -= GUARD * ahead;
    if ahead == 0 {
        score += FREE_WAY - FREE_STEP * (ROWS - 1 - row) as i32;
    }
    if row < 9 {
        score += ZAPPABLE * (HOME[(!side).index()] & enemies).len() as i32;
    }
    let around = Side::BOTH.into_iter().flat_map(allowed).filter_map(|way| neighbour(white, way));
    score + COMPANY * around.filter(|&square| own.contains(square)).count() as i32
}
