use std::cmp::Reverse;
use std::marker::PhantomData;

use ::minimax::{Game, MCTSOptions, RolloutPolicy, Winner};
use entourage_kernel::Evaluate;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::adapter::Adapter;
use super::estimate::estimate;
use super::ply::Ply;
use super::state::{Phase, State};

/// Number of plies in a rollout before the static evaluation.
const PLIES: u32 = 8;
/// Advantage that wins ten games out of eleven, in centipawns.
const LEAD: f64 = 400.0;

/// Plays a few random plies, preferring winning captures, and estimates the winning probability by the static evaluation.
///
/// Rollouts to the end are of little use, because random games rarely end.
pub struct Estimating<R>(pub PhantomData<R>);

impl<R: Evaluate> RolloutPolicy for Estimating<R> {
    type G = Adapter<R>;

    fn random_move(
        &self,
        state: &mut State<R>,
        plies: &mut Vec<Ply>,
        random: &mut SmallRng,
    ) -> Result<Ply, Winner> {
        if let Some(winner) = Adapter::generate_moves(state, plies) {
            return Err(winner);
        }
        if state.phase == Phase::Turn {
            let State { contest, position, .. } = &*state;
            let rules = &contest.rules;
            let gain = |ply: &Ply| rules.gain(position, ply.intent());
            let best = plies.iter().filter(|ply| gain(ply) > 0).min_by_key(|ply| Reverse(gain(ply)));
            if let Some(best) = best.filter(|ply| rules.static_exchange(position, ply.intent()) > 0) {
                return Ok(*best);
            }
        }
        plies.choose(random).copied().ok_or(Winner::Draw)
    }

    fn rollout(&self, _: &MCTSOptions, state: &State<R>) -> i32 {
        let mut random = SmallRng::from_rng(&mut rand::rng());
        let (mut state, mut plies) = (state.clone(), Vec::new());
        // The result is from the point of view of the side that moved last.
        let mut sign = 1;
        for ply in 0..PLIES {
            plies.clear();
            match self.random_move(&mut state, &mut plies, &mut random) {
                Ok(chosen) => state = state.after(chosen),
                Err(winner) => {
                    let result = if ply == 0 { i32::MAX } else { 1 };
                    return sign
                        * match winner {
                            Winner::PlayerJustMoved => result,
                            Winner::PlayerToMove => -result,
                            Winner::Draw => 0,
                        };
                }
            }
            sign = -sign;
        }
        let lead = -f64::from(estimate(&state));
        let likelihood = 1.0 / (1.0 + 10f64.powf(-lead / LEAD));
        if random.random_bool(likelihood) { sign } else { -sign }
    }
}
