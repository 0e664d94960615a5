use entourage_kernel::{Square, SquareSet};

use super::geometry::ROWS;
use super::turn::Turn;
use super::view::View;
use crate::execution::Context;
use crate::model::{Condition, Noun, Relation};

impl View<'_> {
    pub(super) fn holds(&self, condition: &Condition, context: Context<'_>) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.holds(part, context)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part, context)),
            Condition::Not(part) => !self.holds(part, context),
            Condition::NoMove => !Turn::of(self).has_moves(),
            Condition::Count { noun, least, most } => {
                // Up to the number that decides the condition.
                let enough = if *most == u32::MAX { *least } else { most.saturating_add(1) };
                (*least..=*most).contains(&self.count_of(noun, context, enough))
            }
            Condition::Stands { receiver, relation } => {
                let square = if *receiver { context.receiver.map(|(square, _)| square) } else { context.it };
                square.is_some_and(|square| {
                    self.related(relation, context, SquareSet::of(square)).contains(square)
                })
            }
            Condition::Called(call) => {
                context.it.is_some_and(|it| !self.called(*call, SquareSet::of(it)).is_empty())
            }
            Condition::Under(power) => context.it.is_some_and(|it| self.is_under(*power, it)),
            Condition::Threatened(noun) => {
                let all = self.all_of(noun, context);
                all.into_iter().any(|square| self.is_threatened(square, context.bare))
            }
            Condition::AllThreatened(noun) => {
                let all = self.all_of(noun, context);
                !all.is_empty() && all.into_iter().all(|square| self.is_threatened(square, context.bare))
            }
            Condition::Attack { who, whom } => self.all_of(who, context).into_iter().any(|square| {
                let Some(side) = self.side_at(square) else { return false };
                let victims = self.all_of(whom, Context::of_piece(square, side));
                !victims.is_empty() && !self.attacks(square, context.own_lines, victims).is_empty()
            }),
            Condition::More { noun, than, by } => {
                self.all_of(noun, context).len() >= self.all_of(than, context).len() + *by as usize
            }
            Condition::InRow { noun, least } => self.has_row(self.all_of(noun, context), *least),
            Condition::EnemyHasNoMove => {
                let mut turned = View::new(self.plan, self.model, self.pieces, !self.side, self.memory);
                turned.is_asked = true;
                !Turn::of(&turned).has_moves()
            }
            Condition::Passes(number) => self.memory.passes >= *number,
            Condition::ThreatenedBefore => context.threatened_before,
            Condition::ThreatenIt { least } => {
                context.it.is_some_and(|it| self.is_threatened_by(it, *least as usize, context.bare))
            }
            Condition::MayThen { label } => self.may_make(*label),
            Condition::CountAtLeast { count, least } => self.memory.count(*count) >= *least,
        }
    }

    /// Counts the pieces that a noun describes; can stop at `enough`.
    fn count_of(&self, noun: &Noun, context: Context<'_>, enough: u32) -> u32 {
        let (guards, rest) = match (noun.relations.split_last(), context.it, noun.call) {
            (Some((Relation::Attacking, rest)), Some(it), None) => ((it, false), rest),
            (Some((Relation::Guarding, rest)), Some(it), None) => ((it, true), rest),
            _ => return self.all_of(noun, context).len() as u32,
        };
        let (it, guards) = guards;
        let among = self.squares_by(noun, rest, context, self.plan.geometry.all);
        self.attackers(it, guards, context.own_lines, among).take(enough as usize).count() as u32
    }

    /// Returns whether at least `least` of the squares form an unbroken straight line.
    fn has_row(&self, squares: SquareSet, least: u32) -> bool {
        let geometry = &self.plan.geometry;
        least == 0
            || self.model.board.directions().any(|direction| {
                let goes_on = |left: SquareSet| -> SquareSet {
                    let next = |at: &Square| geometry.step(*at, direction).is_some_and(|to| left.contains(to));
                    squares.into_iter().filter(next).collect()
                };
                !(1..least.min(ROWS as u32)).fold(squares, |left, _| goes_on(left)).is_empty()
            })
    }

    fn is_under(&self, power: usize, square: entourage_kernel::Square) -> bool {
        let mut clauses = self.model.clauses.iter().enumerate();
        clauses.any(|(index, clause)| clause.power == power && self.acts_on(index, square))
    }
}
