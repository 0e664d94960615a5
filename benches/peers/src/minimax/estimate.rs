use std::cell::RefCell;
use std::cmp::Reverse;

use ::minimax::{Evaluation, Evaluator};
use entourage_kernel::{Evaluate, Intent};

use super::adapter::Adapter;
use super::ply::Ply;
use super::state::{Phase, State};

/// Maximum absolute value of evaluations, as documented by [`Evaluate::evaluate`].
const MOST: i32 = 20_000;

/// Evaluates positions for `minimax` with the evaluation and weights of Entourage's search.
pub struct Estimate<R> {
    rules: std::marker::PhantomData<R>,
    moves: RefCell<Vec<Intent>>,
}

impl<R> Estimate<R> {
    pub fn new() -> Self {
        Self { rules: std::marker::PhantomData, moves: RefCell::new(Vec::with_capacity(256)) }
    }
}

/// Evaluates a position for the side that `minimax` considers to be to move (see [`Phase`]). The game must not be over.
#[inline]
pub fn estimate<R: Evaluate>(state: &State<R>) -> Evaluation {
    let estimate = state.contest.rules.evaluate(&state.position).clamp(-MOST, MOST) as Evaluation;
    if state.phase == Phase::Turn { estimate } else { -estimate }
}

impl<R: Evaluate> Evaluator for Estimate<R> {
    type G = Adapter<R>;

    fn evaluate(&self, state: &State<R>) -> Evaluation {
        estimate(state)
    }

    /// Lists the plies that Entourage's quiescence search considers: in check (or the game's equivalent), all moves;
    /// otherwise captures and similar moves that lose no material, and a stand-pat ply, which `minimax` itself lacks.
    fn generate_noisy_moves(&self, state: &State<R>, plies: &mut Vec<Ply>) {
        let State { contest, position, phase, .. } = state;
        match phase {
            Phase::Held => return,
            Phase::Waiting => return plies.push(Ply::WAIT),
            Phase::Turn => {}
        }
        let rules = &contest.rules;
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        if rules.alert(position).is_some() {
            rules.legal_moves(position, &mut moves);
        } else {
            rules.noisy_moves(position, &mut moves);
            moves.retain(|&intent| {
                rules.gain(position, intent) >= rules.stake(position, intent)
                    || rules.static_exchange(position, intent) >= 0
            });
            if moves.is_empty() {
                return;
            }
            plies.push(Ply::HOLD);
        }
        moves.sort_unstable_by_key(|&intent| Reverse(rules.gain(position, intent)));
        plies.extend(moves.iter().copied().map(Ply::from));
    }
}
