use std::marker::PhantomData;

use ::minimax::{Game, Winner};
use entourage_kernel::Evaluate;

use super::ply::{Plies, Ply};
use super::state::{Phase, State};

/// Implements the game trait of `minimax` with Entourage's rules.
pub struct Adapter<R>(PhantomData<R>);

impl<R: Evaluate> Game for Adapter<R> {
    type S = State<R>;
    type M = Ply;

    fn generate_moves(state: &State<R>, plies: &mut Vec<Ply>) -> Option<Winner> {
        let State { contest, position, .. } = state;
        if let Some(outcome) = contest.rules.terminal(position) {
            return Some(state.winner(outcome));
        }
        if state.phase == Phase::Waiting {
            plies.push(Ply::WAIT);
            return None;
        }
        contest.rules.generate(position, &mut Plies(plies));
        match plies[..] {
            [] => return Some(state.winner(contest.rules.stranded(position))),
            // `minimax` would extend every position with a single ply, possibly endlessly, so the ply is listed twice.
            [lone] => plies.push(lone),
            _ => {}
        }
        state.drawn.then_some(Winner::Draw)
    }

    fn apply(state: &mut State<R>, ply: Ply) -> Option<State<R>> {
        Some(state.after(ply))
    }

    /// Looks for legal moves only when in check (or the game's equivalent), as Entourage's search does at leaf nodes.
    fn get_winner(state: &State<R>) -> Option<Winner> {
        let State { contest, position, .. } = state;
        if let Some(outcome) = contest.rules.terminal(position) {
            return Some(state.winner(outcome));
        }
        if state.phase == Phase::Turn
            && contest.rules.alert(position).is_some()
            && !contest.rules.has_moves(position)
        {
            return Some(state.winner(contest.rules.stranded(position)));
        }
        state.drawn.then_some(Winner::Draw)
    }

    fn zobrist_hash(state: &State<R>) -> u64 {
        state.hash()
    }

    fn null_move(state: &State<R>) -> Option<Ply> {
        let is_fair = state.phase == Phase::Turn && state.contest.rules.null_move(&state.position).is_some();
        is_fair.then_some(Ply::SKIP)
    }

    fn notation(state: &State<R>, ply: Ply) -> Option<String> {
        (state.phase == Phase::Turn && ply != Ply::SKIP).then(|| state.contest.rules.write_move(ply.intent()))
    }

    fn table_index(ply: Ply) -> u16 {
        ply.index()
    }

    fn max_table_index() -> u16 {
        Ply::PLACES - 1
    }
}
