use entourage_kernel::{Square, SquareSet};

use super::{Context, Scene};
use crate::model::Condition;

impl Scene<'_> {
    pub(crate) fn holds(&self, condition: &Condition, context: Context<'_>) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds(part, context)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part, context)),
            Condition::Not(part) => !self.holds(part, context),
            Condition::NoMove => !self.has_moves(),
            Condition::Count { noun, least, most } => {
                let found = self.squares_of(noun, context).len() as u32;
                (*least..=*most).contains(&found)
            }
            Condition::Stands { receiver, relation } => {
                let square = if *receiver { context.receiver.map(|(square, _)| square) } else { context.it };
                square.is_some_and(|square| self.related(relation, context).contains(square))
            }
            Condition::Called(call) => {
                context.it.is_some_and(|it| !self.called(*call, SquareSet::of(it)).is_empty())
            }
            Condition::Under(power) => context.it.is_some_and(|it| self.is_under(*power, it)),
            Condition::Threatened(noun) => self
                .squares_of(noun, context)
                .into_iter()
                .any(|square| self.is_threatened(square, context.bare)),
            Condition::AllThreatened(noun) => {
                let all = self.squares_of(noun, context);
                !all.is_empty() && all.into_iter().all(|square| self.is_threatened(square, context.bare))
            }
            Condition::Attack { who, whom } => self.squares_of(who, context).into_iter().any(|square| {
                let Some(side) = self.side_at(square) else { return false };
                let attacked = self.attacks(square, context.own_lines);
                attacked.intersects(self.squares_of(whom, Context::of_piece(square, side)))
            }),
            Condition::More { noun, than, by } => {
                self.squares_of(noun, context).len() >= self.squares_of(than, context).len() + *by as usize
            }
            Condition::InRow { noun, least } => self.has_row(self.squares_of(noun, context), *least),
            Condition::EnemyHasNoMove => !self.enemy_has_moves(),
            Condition::Passes(number) => self.memory.passes >= *number,
            Condition::ThreatenedBefore => context.threatened_before,
            Condition::ThreatenIt { least } => {
                context.it.is_some_and(|it| self.threatening(it, context.bare).len() >= *least as usize)
            }
            Condition::MayThen { label } => self.may_make(*label),
            Condition::CountAtLeast { count, least } => self.memory.count(*count) >= *least,
        }
    }

    fn has_row(&self, squares: SquareSet, least: u32) -> bool {
        let board = &self.model.board;
        let long = |from: Square, direction: usize| {
            (1..least).try_fold(from, |at, _| board.step(at, direction).filter(|next| squares.contains(*next)))
        };
        least == 0
            || squares
                .into_iter()
                .any(|from| board.directions().any(|direction| long(from, direction).is_some()))
    }

    /// Returns whether the opponent could move if it were their turn, ignoring duties that depend on moves existing.
    fn enemy_has_moves(&self) -> bool {
        let mut turned = Scene::new(self.model, self.pieces, !self.side, self.memory);
        turned.is_asked = true;
        turned.has_moves()
    }

    pub(crate) fn is_under(&self, power: usize, square: Square) -> bool {
        let clauses = self.model.clauses.iter().enumerate().filter(|(_, clause)| clause.power == power);
        clauses.into_iter().any(|(index, _)| self.receivers(index).contains(square))
    }
}
