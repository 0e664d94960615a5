//! Follows moves in several legs (parts) towards a royal piece.

use entourage_kernel::{Side, Square, SquareSet};

use super::attack_table::Bent;
use super::geometry::bits;
use super::view::View;
use crate::model::{DirectionWords, How, Leg, Step};

pub(super) struct Trace {
    pub(super) target: Square,
    pub(super) occupied: SquareSet,
    /// The pieces that may be pinned, excluding the target.
    pub(super) own: SquareSet,
    pub(super) hits: bool,
    /// The pieces found to block an attack on the target.
    pub(super) loose: SquareSet,
}

impl Trace {
    fn found(&mut self, through: Option<Square>) {
        match through {
            Some(square) => self.loose.insert(square),
            None => self.hits = true,
        }
    }
}

impl View<'_> {
    /// Follows an enemy's move in several legs towards a target, passing over at most one possible blocker.
    pub(super) fn trace(&self, bent: &Bent, from: Square, side: Side, trace: &mut Trace) {
        let legs = &self.model.lines_of(bent.lender)[bent.line].ways[bent.way];
        self.trace_legs(bent, legs, from, None, side, None, trace);
    }

    #[expect(clippy::too_many_arguments, reason = "they are the state of a partly followed way")]
    fn trace_legs(
        &self,
        bent: &Bent,
        legs: &[Leg],
        at: Square,
        last: Option<usize>,
        side: Side,
        through: Option<Square>,
        trace: &mut Trace,
    ) {
        let geometry = &self.plan.geometry;
        let Some((leg, rest)) = legs.split_first() else { return };
        let meant = |words: DirectionWords| {
            let words = if bent.exchanged { words.exchanged() } else { words };
            geometry.meant(words, side, last)
        };
        // The leg before the last matters only if it ends on a square from which the last leg could reach the target.
        let useful = match rest {
            [] => SquareSet::of(trace.target),
            [_] => bent.last[trace.target.index()],
            _ => geometry.all,
        };
        let go_on = |stop: Square, direction: Option<usize>, through: Option<Square>, trace: &mut Trace| {
            if rest.is_empty() {
                trace.found(through);
                return;
            }
            let through = if trace.occupied.contains(stop) && through != Some(stop) {
                if through.is_some() || !trace.own.contains(stop) {
                    return;
                }
                Some(stop)
            } else {
                through
            };
            self.trace_legs(bent, rest, stop, direction, side, through, trace);
        };
        match leg {
            Leg::Strike(words) | Leg::Step(Step { how: How::Step(words), .. }) => {
                for direction in bits(meant(*words)) {
                    let stop = geometry.step(at, direction).filter(|stop| useful.contains(*stop));
                    stop.into_iter().for_each(|stop| go_on(stop, Some(direction), through, trace));
                }
            }
            Leg::Step(Step { how: How::Slide { directions, length, .. }, .. }) => {
                for direction in bits(meant(*directions)) {
                    for stop in geometry.reach(at, direction, *length) & useful {
                        let between = geometry.between(at, direction, stop) & trace.occupied;
                        let between = through.map_or(between, |through| between.without(through));
                        match between.single() {
                            None if between.is_empty() => go_on(stop, Some(direction), through, trace),
                            Some(only) if through.is_none() && trace.own.contains(only) => {
                                go_on(stop, Some(direction), Some(only), trace);
                            }
                            _ => {}
                        }
                    }
                }
            }
            Leg::Step(Step { how: How::Leap(by), .. }) => {
                let stops = geometry.leaps(at, *by, side) & useful;
                stops.into_iter().for_each(|stop| go_on(stop, None, through, trace));
            }
            // The destinations of these legs depend on more than blockers.
            Leg::Step(Step { how: How::To(_) | How::Ride(_), .. })
            | Leg::Swap(_)
            | Leg::Push(..)
            | Leg::Jump { .. } => {
                trace.hits = true;
            }
        }
    }
}
