use entourage_kernel::{
    Board, Evaluate, FixedWeights, Intent, Kind, MoveSink, Piece, Random, Rules, Side, SmallPieces, Square,
    Tally, WeightedSum, Weights,
};

use crate::action::Action;
use crate::cells::{Cells, HOME, ZAP_ROW, rows_of};
use crate::generate::generate;
use crate::geometry::{GOAL, ROWS, allowed, row_of};
use crate::interplay::{Fate, fate, is_zapped};
use crate::piece::WHITE;
use crate::position::{Position, State};
use crate::rule::Rule;
use crate::struggle::Struggle;
use crate::terms::{
    CHAIN, COMPANY, FREE_STEP, FREE_WAY, GROUPS, GUARD, INTRUDER, PIECE, PROGRESS, RULE, STATION, TEMPO,
    ZAPPABLE,
};
use crate::turn::{Stage, Turn};
use crate::weights::WEIGHTS;
use crate::worth::{PIECE_WORTH, worth_of_rule};
use crate::{equivalence, nearest_win, suggest};

const GAME: i32 = 3_000;

fn worth(state: &State, piece: Piece) -> i32 {
    if piece.kind() == WHITE { GAME } else { PIECE_WORTH + rule_worth(state, piece.side(), piece.kind()) }
}

fn rule_worth(state: &State, side: Side, kind: Kind) -> i32 {
    let team = state.team(side);
    team.rule_of(kind).map_or(0, |rule| if team.is_spent(rule) { 0 } else { worth_of_rule(rule) })
}

struct Fitted;

impl FixedWeights for Fitted {
    const VALUES: &'static [i32] = &WEIGHTS;
}

impl Evaluate for Struggle {
    // Zugzwang is possible because pieces never move back; the engine scored better in matches without null moves.
    const NULL_MOVE: bool = false;
    const FAST_ALERT_TEST: bool = true;

    fn equivalence_key(&self, position: &Position) -> u64 {
        equivalence::key(position)
    }

    fn least_plies_to_win(&self, position: &Position, side: Side) -> u16 {
        nearest_win::least_plies(position, side)
    }

    fn suggest_setup(&self, picks: usize, random: &mut Random) -> Option<String> {
        suggest::suggest(picks, self.setups.bans(), random)
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = WeightedSum::<Fitted>::new(0);
        terms(position, &mut sum);
        let score = sum.hundredths().clamp(-20_000, 20_000);
        if position.side == Side::First { score } else { -score }
    }

    fn weights(&self) -> Option<Weights> {
        Some(Weights { groups: GROUPS.into(), values: (&WEIGHTS).into() })
    }

    fn terms(&self, position: &Position, tally: &mut impl Tally) {
        terms(position, tally);
    }

    fn alert_test<'a>(&'a self, _position: &'a Position) -> impl Fn(Intent) -> bool + 'a {
        |_| false
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        // A sideways step is nearly always available, so zugzwang is rare; a null move can only replace a whole turn.
        let Turn::Start { .. } = position.state.turn else { return None };
        self.turned(position)
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Intent>) {
        generate(position, &mut Noisy { position, white: position.pieces.white(position.side), moves });
    }

    fn gain(&self, position: &Position, intent: Intent) -> i32 {
        Action::of(intent).map_or(0, |action| gain(position, action))
    }

    fn stake(&self, position: &Position, intent: Intent) -> i32 {
        let mover = intent.first().and_then(|from| position.piece_at(from));
        // Capturing with the White counts as risking an ordinary piece, because the White is at risk anyway.
        mover.map_or(0, |piece| if piece.kind() == WHITE { PIECE_WORTH } else { worth(&position.state, piece) })
    }
}

/// A move sink that keeps only plies with an immediate gain.
struct Noisy<'a> {
    position: &'a Position,
    white: Option<Square>,
    moves: &'a mut Vec<Intent>,
}

impl MoveSink for Noisy<'_> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        // Only leaps and moves of the White can gain anything immediately.
        if intent.square(2).is_none() && intent.first() != self.white {
            return;
        }
        if Action::of(intent).is_some_and(|action| gain(self.position, action) > 0) {
            self.moves.push(intent);
        }
    }
}

fn gain(position: &Position, action: Action) -> i32 {
    let state = &position.state;
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
        Action::Step { from, to } => landing_gain(position, from, to),
        Action::Jump { from, over, to } => prize(from, over) + landing_gain(position, from, to),
        Action::Catapult { from, near, far, .. } => prize(from, near) + prize(from, far),
        _ => 0,
    }
}

/// Returns the gain of a White that lands on its goal or captures by a zap; 0 for other moves.
#[inline]
fn landing_gain(position: &Position, from: Square, to: Square) -> i32 {
    let (pieces, state, side) = (&position.pieces, &position.state, position.side);
    if pieces.white(side) != Some(from) {
        return 0;
    }
    if to == GOAL[side.index()] {
        return GAME;
    }
    if !ZAP_ROW[side.index()].contains(to) {
        return 0;
    }
    let zapped = HOME[(!side).index()] & pieces.side(!side);
    let zapped = zapped.spaces().filter_map(|square| pieces.piece_at(square));
    zapped.filter(|&piece| is_zapped(state, piece)).map(|piece| worth(state, piece)).sum()
}

static AHEAD: [[Cells; ROWS]; 2] = {
    let mut ahead = [[Cells::EMPTY; ROWS]; 2];
    let mut row = 0;
    while row < ROWS {
        ahead[0][row] = rows_of(Side::First, row, ROWS - 1);
        ahead[1][row] = rows_of(Side::Second, row, ROWS - 1);
        row += 1;
    }
    ahead
};

#[inline]
fn terms(position: &Position, tally: &mut impl Tally) {
    side_terms(position, Side::First, 1, tally);
    side_terms(position, Side::Second, -1, tally);
    tally.add(TEMPO, if position.side == Side::First { 1 } else { -1 });
}

#[inline]
fn side_terms(position: &Position, side: Side, sign: i32, tally: &mut impl Tally) {
    let pieces = &position.pieces;
    let team = position.state.team(side);
    let own = pieces.nonwhite(side);
    tally.add(PIECE, sign * own.len() as i32);
    for rule in team.rules().filter(|&rule| !team.is_spent(rule)) {
        tally.add(RULE + rule as usize, sign);
    }
    own.spaces().for_each(|square| tally.add(STATION + row_of(side, square), sign));
    let ways = &allowed(side);
    let chained: usize = ways.iter().map(|&way| (own.shifted(way) & own).len()).sum();
    tally.add(CHAIN, sign * chained as i32);
    let Some(white) = pieces.white(side) else { return };
    let row = row_of(side, white);
    tally.add(PROGRESS + row, sign);
    // Only enemies ahead of the White can still block or capture it, because pieces never move back.
    let enemies = pieces.side(!side);
    let ahead = (enemies & AHEAD[side.index()][row]).len() as i32;
    tally.add(GUARD, -sign * ahead);
    if ahead == 0 {
        tally.add(FREE_WAY, sign);
        tally.add(FREE_STEP, sign * (ROWS - 1 - row) as i32);
    }
    if row < 9 {
        tally.add(ZAPPABLE, sign * (HOME[(!side).index()] & enemies).len() as i32);
    }
    let white = Cells::of(white);
    // All neighbours of the White; sideways neighbours count twice.
    for direction in Side::BOTH.into_iter().flat_map(allowed) {
        let near = white.shifted(direction);
        tally.add(COMPANY, sign * (near & own).len() as i32);
        tally.add(INTRUDER, sign * (near & enemies).len() as i32);
    }
}
