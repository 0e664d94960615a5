//! Finds a single move by its intent, plays it, and returns the next position.

use std::ops::ControlFlow;

use entourage_kernel::{Effects, Intent, Square, SquareSet};

use super::group::Item;
use super::turn::Turn;
use super::walk::Stride;
use super::way::{Deed, Way};
use crate::execution::{Performance, Position};
use crate::model::Choice;

impl Turn<'_, '_> {
    /// Visits a piece's actions, or only those with the intent `wanted`, ignoring the safety of royal pieces; stops when `visit` breaks.
    fn each_action(
        &self,
        from: Square,
        wanted: Option<Intent>,
        visit: &mut dyn FnMut(Intent, Deed<'_>) -> ControlFlow<()>,
    ) {
        let view = self.view;
        if !self.movers().contains(from) {
            return;
        }
        // If the intent contains the destination, lines that end elsewhere can be skipped.
        let end = wanted.filter(|_| view.plan.becomes_plainly).and_then(|intent| {
            let form = view.plan.forms.get(usize::from(intent.choice()))?;
            form.end_of(intent)
        });
        let barred = view.memory.chain.map_or(SquareSet::EMPTY, |chain| chain.barred);
        let flow = view.strides(from, false, |stride| {
            for item in view.items(&stride) {
                let mut offer = |way: &Way<'_>| {
                    if barred.contains(way.to) {
                        return ControlFlow::Continue(());
                    }
                    let flow = view.allow(way, false, |way| {
                        self.each_choice(way, &mut |intent, choice| visit(intent, Deed::Walk { way, choice }))
                    });
                    flow.unwrap_or(ControlFlow::Continue(()))
                };
                let mut follow = |index: usize| {
                    let line = &view.lines(&stride)[index];
                    if !self.goes_on_by(line.label) {
                        return ControlFlow::Continue(());
                    }
                    view.follow(from, line, &stride, false, &mut offer)
                };
                match item {
                    Item::Group(group) => {
                        let is_plain = group.choice.is_some() && stride.is_as_written();
                        match end.filter(|_| is_plain) {
                            Some(to) => {
                                if self.goes_on_by(group.label)
                                    && let Some(takes) = view.leads(group, &stride, from, to, view.side)
                                {
                                    offer(&view.way_of(group, &stride, from, to, takes, true))?;
                                }
                            }
                            None => {
                                let capture = group.capture.map(|(index, _)| index);
                                group.quiet.into_iter().chain(capture).try_for_each(&mut follow)?;
                            }
                        }
                    }
                    Item::Line(followed) => {
                        if view.may_follow(followed, from) {
                            follow(followed.index)?;
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if flow.is_continue() && view.memory.chain.is_none() {
            self.each_stay(from, visit);
        }
    }

    pub(super) fn has_action_from(&self, from: Square) -> bool {
        let mut found = false;
        self.each_action(from, None, &mut |_, _| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }

    fn find<T>(&self, intent: Intent, then: impl FnOnce(Deed<'_>) -> T) -> Option<T> {
        let (mut then, mut result) = (Some(then), None);
        if let Some(from) = intent.first() {
            self.each_action(from, Some(intent), &mut |found, deed| {
                if found != intent {
                    return ControlFlow::Continue(());
                }
                result = then.take().map(|then| then(deed));
                ControlFlow::Break(())
            });
            return result;
        }
        let form = Some(usize::from(intent.choice()));
        let deed = match () {
            () if form == self.view.model.pass_form => Deed::Pass,
            () if form == self.view.model.end_form => Deed::End,
            () => return None,
        };
        then.take().map(|then| then(deed))
    }

    pub(crate) fn effects(&self, intent: Intent) -> Effects {
        let perform = |deed: Deed<'_>| self.view.perform(deed, *self.view.pieces).effects;
        self.find(intent, perform).unwrap_or_default()
    }

    pub(crate) fn play(&self, intent: Intent, next: &mut Position) {
        if self.play_plainly(intent, next).is_none() {
            self.find(intent, |deed| {
                let done = self.view.perform(deed, &mut *next);
                self.finish(done);
            });
        }
    }

    /// Plays a move that certainly belongs to a compiled group and offers no choice; `None` if the move needs the general code.
    #[inline]
    fn play_plainly(&self, intent: Intent, next: &mut Position) -> Option<()> {
        let view = self.view;
        let plan = view.plan;
        let [from, to] = intent.ends()?;
        let mover = view.pieces.piece_at(from).filter(|mover| mover.side() == view.side)?;
        let kind = &plan.kinds[mover.kind().index()];
        let is_noted = !kind.notable.is_empty() && kind.notable_ends[view.side.index()].contains(to);
        if !plan.is_swift || view.memory.chain.is_some() || is_noted || intent.as_through().is_some() {
            return None;
        }
        let stride = Stride::plain(mover.kind());
        for item in &kind.items {
            match item {
                Item::Group(group) => {
                    let Some(takes) = view.leads(group, &stride, from, to, view.side) else { continue };
                    if takes && !plan.sparing.is_empty() && view.is_spared(from, to, group.label, false) {
                        continue;
                    }
                    if group.choice.map(|choice| Intent::from_to(from, to).with_choice(choice)) != Some(intent)
                    {
                        return None;
                    }
                    if !view.may_anything_happen(mover, group.label, to, takes) {
                        view.displace(mover, [from, to], group.label, takes, next);
                        return Some(());
                    }
                    let way = view.way_of(group, &stride, from, to, takes, false);
                    let done = view.perform_way(&way, Choice::default(), next);
                    self.finish(done);
                    return Some(());
                }
                Item::Line(followed) if view.may_follow(followed, from) => return None,
                Item::Line(_) => {}
            }
        }
        None
    }

    fn finish(&self, done: Performance<&mut Position>) {
        let (side, memory) = done.passed_on(self.view);
        done.table.set_turn(side, memory);
    }
}
