use entourage_kernel::{
    Board, Evaluate, Intent, Kind, MoveSink, Path, Piece, Side, Square, SquareSet, Tally, WEIGHT_UNIT,
    WeightedSum, Weights,
};

use crate::action::Action;
use crate::generate::generate;
use crate::geometry::{GOAL, HOME, ROWS, ZAP_ROW, allowed, neighbour, row_of};
use crate::interplay::{Fate, fate, is_zapped};
use crate::piece::WHITE;
use crate::position::{Position, State, nonwhite, white_of};
use crate::rules::Rule;
use crate::struggle::Struggle;
use crate::terms::{
    CHAIN, COMPANY, FREE_STEP, FREE_WAY, GROUPS, GUARD, INTRUDER, PIECE, PROGRESS, RULE, STATION, TEMPO,
    ZAPPABLE,
};
use crate::turn::{Stage, Turn};
use crate::weights::WEIGHTS;

/// Worth of a nonwhite piece, in hundredths.
pub(crate) const PIECE_WORTH: i32 = WEIGHTS[PIECE] / WEIGHT_UNIT;
/// Worth of what wins the game, for ordering.
const GAME: i32 = 3_000;

/// Returns the worth of a Rule while it can still do something.
pub(crate) const fn worth_of_rule(rule: Rule) -> i32 {
    WEIGHTS[RULE + rule as usize] / WEIGHT_UNIT
}

fn worth(state: &State, piece: Piece) -> i32 {
    if piece.kind() == WHITE { GAME } else { PIECE_WORTH + rule_worth(state, piece.side(), piece.kind()) }
}

fn rule_worth(state: &State, side: Side, kind: Kind) -> i32 {
    let team = state.team(side);
    team.rule_of(kind).map_or(0, |rule| if team.is_spent(rule) { 0 } else { worth_of_rule(rule) })
}

impl Evaluate for Struggle {
    fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = WeightedSum::new(&WEIGHTS);
        terms(position, &mut sum);
        let score = sum.hundredths().clamp(-20_000, 20_000);
        if position.side() == Side::First { score } else { -score }
    }

    fn weights(&self) -> Option<Weights> {
        Some(Weights { groups: GROUPS, values: &WEIGHTS })
    }

    fn terms(&self, position: &Position, tally: &mut impl Tally) {
        terms(position, tally);
    }

    fn skip(&self, position: &Position) -> Option<Position> {
        // A step aside is nearly always at hand, so that having to move is no burden; within a turn nothing is skipped.
        let state = position.state();
        let Turn::Start { .. } = state.turn else { return None };
        let mut next = *position;
        next.set_turn(!position.side(), State { turn: Turn::Start { passes: 0 }, ..state });
        Some(next)
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
        mover.map_or(0, |piece| if piece.kind() == WHITE { PIECE_WORTH } else { worth(&state, piece) })
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
            Fate::Unarmored => worth_of_rule(Rule::Armor),
            Fate::Converted => 2 * PIECE_WORTH,
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

#[inline]
fn terms(position: &Position, tally: &mut impl Tally) {
    let state = position.state();
    side_terms(position, &state, Side::First, 1, tally);
    side_terms(position, &state, Side::Second, -1, tally);
    tally.add(TEMPO, if position.side() == Side::First { 1 } else { -1 });
}

#[inline]
fn side_terms(position: &Position, state: &State, side: Side, sign: i32, tally: &mut impl Tally) {
    let pieces = position.placement();
    let team = state.team(side);
    let own = nonwhite(pieces, side);
    tally.add(PIECE, sign * own.len() as i32);
    for rule in team.rules().filter(|&rule| !team.is_spent(rule)) {
        tally.add(RULE + rule as usize, sign);
    }
    let mut chained = 0;
    for square in own {
        tally.add(STATION + row_of(side, square), sign);
        let next = allowed(side).into_iter().filter_map(|way| neighbour(square, way));
        chained += next.filter(|&square| own.contains(square)).count() as i32;
    }
    tally.add(CHAIN, sign * chained);
    let Some(white) = white_of(pieces, side) else { return };
    let row = row_of(side, white);
    tally.add(PROGRESS + row, sign);
    // Enemies that the White has passed cannot turn back; those ahead of it can still meet it.
    let enemies = pieces.side(!side);
    let ahead = enemies.into_iter().filter(|&enemy| row_of(side, enemy) >= row).count() as i32;
    tally.add(GUARD, -sign * ahead);
    if ahead == 0 {
        tally.add(FREE_WAY, sign);
        tally.add(FREE_STEP, sign * (ROWS - 1 - row) as i32);
    }
    if row < 9 {
        tally.add(ZAPPABLE, sign * (HOME[(!side).index()] & enemies).len() as i32);
    }
    let around = Side::BOTH.into_iter().flat_map(allowed).filter_map(|way| neighbour(white, way));
    for square in around {
        tally.add(COMPANY, sign * i32::from(own.contains(square)));
        tally.add(INTRUDER, sign * i32::from(enemies.contains(square)));
    }
}
