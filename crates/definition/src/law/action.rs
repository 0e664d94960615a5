//! Actions of the side to move, each with its intent.

use std::collections::HashSet;
use std::ops::ControlFlow;

use entourage_kernel::{Intent, Square, SquareSet};

use super::performance::{Performance, put_choices};
use super::{Context, Objection, Scene, Way};
use crate::model::{ActEffect, Danger, Drive, Pass, Placeholder};

#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) intent: Intent,
    pub(crate) deed: Deed,
}

pub(crate) type Deed = crate::execution::Deed<Way>;

impl Deed {
    pub(crate) fn captures(&self) -> bool {
        matches!(self, Self::Walk { way, .. } if !way.taken.is_empty())
    }
}

impl<'m> Scene<'m> {
    pub(crate) fn owes_capture(&self) -> bool {
        self.model.must_capture && self.legal_actions().iter().any(|action| action.deed.captures())
    }

    /// Lists the actions of the side to move, without passes and ignoring the safety of royal pieces.
    pub(crate) fn allowed_actions(&self) -> Vec<Action> {
        let mut actions: Vec<Action> =
            self.movers().into_iter().flat_map(|from| self.actions_from(from)).collect();
        if self.memory.chain.is_some() {
            self.add_word(self.model.end_form, Deed::End, &mut actions);
        }
        actions
    }

    fn movers(&self) -> SquareSet {
        let own = self.of_side(self.side);
        self.memory.chain.map_or(own, |chain| own & SquareSet::of(chain.at))
    }

    /// Lists the actions of the piece on a square, ignoring the safety of royal pieces. Lists only the first action with each intent.
    pub(crate) fn actions_from(&self, from: Square) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.movers().contains(from) {
            return actions;
        }
        self.add_ways(from, true, &mut actions);
        if self.memory.chain.is_none() {
            self.add_acts(from, &mut actions);
            for index in 0..self.model.castlings.len() {
                if self.model.castlings[index].royal_way[0] == from {
                    self.add_castling(index, &mut actions);
                }
            }
        }
        let mut known = HashSet::with_capacity(actions.len());
        actions.retain(|action| known.insert(action.intent));
        actions
    }

    pub(crate) fn find(&self, intent: Intent) -> Option<Action> {
        if let Some(from) = intent.first() {
            return self.actions_from(from).into_iter().find(|action| action.intent == intent);
        }
        let form = Some(usize::from(intent.choice()));
        let deed = match () {
            () if form == self.model.pass_form => Deed::Pass,
            () if form == self.model.end_form => Deed::End,
            () => return None,
        };
        Some(Action { intent, deed })
    }

    pub(crate) fn legal_actions(&self) -> Vec<Action> {
        let threatened = self.threatened_royals();
        let mut actions = self.allowed_actions();
        actions.retain(|action| self.is_legal(&action.deed, threatened));
        if self.model.must_capture && actions.iter().any(|action| action.deed.captures()) {
            actions.retain(|action| action.deed.captures());
        }
        if self.may_pass(|| actions.is_empty()) {
            self.add_word(self.model.pass_form, Deed::Pass, &mut actions);
        }
        actions
    }

    pub(crate) fn has_moves(&self) -> bool {
        self.has_actions() || self.may_pass(|| true)
    }

    fn has_actions(&self) -> bool {
        let threatened = self.threatened_royals();
        let is_legal = |action: &Action| self.is_legal(&action.deed, threatened);
        self.memory.chain.is_some()
            || self.movers().into_iter().any(|from| self.actions_from(from).iter().any(is_legal))
    }

    pub(crate) fn may_do(&self, deed: &Deed) -> bool {
        match deed {
            Deed::End => self.memory.chain.is_some() && !self.owes_capture(),
            _ => self.may_pass(|| !self.has_actions()),
        }
    }

    fn may_pass(&self, is_stranded: impl FnOnce() -> bool) -> bool {
        self.memory.chain.is_none()
            && match &self.model.pass {
                Pass::Never => false,
                Pass::Unless(condition) => !self.holds(condition, Context::of_player(self.side)),
                Pass::WhenNoOtherMove => is_stranded(),
            }
    }

    /// Returns whether the side's royal pieces are threatened before a move; always `false` if no exception in the rules depends on that.
    pub(crate) fn threatened_royals(&self) -> bool {
        let asks = self.model.royal.as_ref().is_some_and(|royal| royal.exception.is_some());
        asks && self.is_in_danger()
    }

    pub(crate) fn is_legal(&self, deed: &Deed, threatened_before: bool) -> bool {
        let done = self.perform(deed);
        done.is_possible()
            && self.endangered(&done, threatened_before).is_none()
            && self.forgotten(deed, &done).is_none()
    }

    /// Returns the square of a royal piece that a move loses or leaves threatened, with the pieces that threaten it.
    pub(crate) fn endangered(
        &self,
        done: &Performance,
        threatened_before: bool,
    ) -> Option<(Square, SquareSet)> {
        let royal = self.model.royal.as_ref()?;
        let before = self.royals(self.side);
        let after = Scene::new(self.model, done.table, self.side, done.memory);
        let royals = after.royals(self.side);
        if royal.danger == Danger::All && (royals.is_empty() || !after.is_in_danger()) {
            return before.first().filter(|_| royals.is_empty()).map(|square| (square, SquareSet::EMPTY));
        }
        let is_missing = match royal.danger {
            Danger::Any => royals.len() < before.len(),
            Danger::All => false,
            Danger::Last => before.into_iter().any(|square| {
                self.kind_at(square).is_some_and(|kind| (royals & after.pieces.kind(kind)).is_empty())
            }),
        };
        if is_missing {
            return before.first().map(|square| (square, SquareSet::EMPTY));
        }
        after.vital_royals(self.side).into_iter().find_map(|square| {
            if !after.is_threatened(square, false) {
                return None;
            }
            let context = Context { threatened_before, ..Context::of_piece(square, self.side) };
            let excused = royal.exception.as_ref().is_some_and(|exception| after.holds(exception, context));
            (!excused).then(|| (square, after.threatening(square, false)))
        })
    }

    pub(crate) fn add_ways(&self, from: Square, only_allowed: bool, actions: &mut Vec<Action>) {
        let chain = self.memory.chain;
        let _ = self.ways(
            from,
            |line| chain.is_none_or(|chain| line.label.is_some_and(|label| chain.labels >> label & 1 != 0)),
            |way| {
                if chain.is_some_and(|chain| chain.barred.contains(way.to)) {
                    return ControlFlow::Continue(());
                }
                let allowed = if only_allowed { self.allowed(way, false) } else { Some(way.clone()) };
                if let Some(way) = allowed {
                    self.add_choices(way, actions);
                }
                ControlFlow::Continue(())
            },
        );
    }

    pub(crate) fn own_actions(&self, from: Square) -> Vec<Action> {
        let mut actions = Vec::new();
        let _ = self.own_ways(from, |way| {
            self.add_choices(way.clone(), &mut actions);
            ControlFlow::Continue(())
        });
        actions
    }

    pub(crate) fn actions_without(&self, from: Square, power: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let _ = self.ways_without(from, power, |way| {
            self.add_choices(way.clone(), &mut actions);
            ControlFlow::Continue(())
        });
        actions
    }

    fn add_choices(&self, way: Way, actions: &mut Vec<Action>) {
        for choice in self.options(&way) {
            let becomes = |kind| self.model.becoming_forms.iter().find(|(other, _)| Some(*other) == kind);
            // A choice not to promote uses the ordinary format, unless the definition has a notation for that choice.
            let known = choice.becomes.and_then(|kind| becomes(Some(kind))).map(|(_, form)| *form);
            let form = known.or(way.label.map(|label| self.model.label_forms[label])).unwrap_or(0);
            let intent = self.intent(self.putting_form(form, choice.put), |place| match place {
                Placeholder::From => Some(way.from),
                Placeholder::Taken => way.taken.first().copied(),
                Placeholder::Over(index) => way.over.get(*index).copied(),
                Placeholder::Put => choice.put,
                _ => Some(way.to),
            });
            actions.push(Action { intent, deed: Deed::Walk { way: way.clone(), choice } });
        }
    }

    fn putting_form(&self, form: usize, put: Option<Square>) -> usize {
        let putting = || self.model.putting_forms.get(form).copied().flatten();
        put.and_then(|_| putting()).unwrap_or(form)
    }

    fn intent(&self, form: usize, square: impl Fn(&Placeholder) -> Option<Square>) -> Intent {
        let squares: Vec<Square> =
            self.model.forms[form].template.squares().into_iter().filter_map(square).take(4).collect();
        Intent::of(&squares).with_choice((form % 16) as u8)
    }

    fn add_word(&self, form: Option<usize>, deed: Deed, actions: &mut Vec<Action>) {
        if let Some(form) = form {
            actions.push(Action { intent: self.intent(form, |_| None), deed });
        }
    }

    /// Returns whether the square next to `target`, away from `from` or towards it, is empty.
    fn can_be_driven(&self, from: Square, target: Square, drive: Drive) -> bool {
        let board = &self.model.board;
        board.directions().any(|direction| {
            let line: Vec<Square> =
                std::iter::successors(Some(from), |at| board.step(*at, direction)).collect();
            let Some(place) = line.iter().position(|square| *square == target) else { return false };
            let next = if drive.towards { place.checked_sub(1) } else { Some(place + 1) };
            next.and_then(|next| line.get(next)).is_some_and(|next| self.pieces.piece_at(*next).is_none())
        })
    }

    pub(crate) fn add_acts(&self, at: Square, actions: &mut Vec<Action>) {
        let Some(kind) = self.kind_at(at) else { return };
        let context = Context::of_piece(at, self.side);
        for (index, act) in self.model.kinds[kind.index()].acts.iter().enumerate() {
            if act.condition.as_ref().is_some_and(|condition| !self.holds(condition, context)) {
                continue;
            }
            let targets: Vec<Option<Square>> = match act.chosen() {
                Some(noun) => {
                    let leads = |target: &Square| match &act.effect {
                        ActEffect::Driven(_, drive) => self.can_be_driven(at, *target, *drive),
                        _ => true,
                    };
                    self.squares_of(noun, context).into_iter().filter(leads).map(Some).collect()
                }
                None => vec![None],
            };
            for target in targets {
                let intent = self.intent(self.model.label_forms[act.label], |place| match place {
                    Placeholder::Target => target,
                    _ => Some(at),
                });
                actions.push(Action { intent, deed: Deed::Act { at, act: index, target } });
            }
        }
        for (power, kind) in self.mutations(at) {
            let forms = &self.model.mutation_forms;
            let found = forms.iter().find(|(other, becomes, _)| (*other, *becomes) == (power, kind));
            if let Some(&(_, _, form)) = found {
                let intent = self.intent(form, |_| Some(at));
                actions.push(Action { intent, deed: Deed::Mutate { at, kind } });
            }
        }
    }

    fn add_castling(&self, index: usize, actions: &mut Vec<Action>) {
        let castling = &self.model.castlings[index];
        if castling.side == self.side.index()
            && self.has_castling_right(index)
            && self.castling_blockers(index).is_empty()
            && self.castling_objections(index).is_empty()
            && self.castling_dangers(index).is_empty()
        {
            let [from, to] = castling.written();
            for put in put_choices(&self.perform(&Deed::Castle { castling: index, put: None })) {
                let intent = self.intent(self.putting_form(0, put), |place| match place {
                    Placeholder::From => Some(from),
                    Placeholder::Put => put,
                    _ => Some(to),
                });
                actions.push(Action { intent, deed: Deed::Castle { castling: index, put } });
            }
        }
    }

    pub(crate) fn has_castling_right(&self, index: usize) -> bool {
        self.memory.rights >> index & 1 != 0
    }

    /// Lists powers that forbid a castling because the royal piece cannot move. The partner does not count as moving.
    pub(crate) fn castling_objections(&self, index: usize) -> Vec<Objection> {
        self.movement_bans(self.model.castlings[index].royal_way[0])
    }

    pub(crate) fn castling_blockers(&self, index: usize) -> SquareSet {
        let between = self.model.castlings[index].between.iter();
        between.copied().filter(|square| self.pieces.piece_at(*square).is_some()).collect()
    }

    /// Returns the squares on which the royal piece of a castling would be threatened, including its start square.
    pub(crate) fn castling_dangers(&self, index: usize) -> SquareSet {
        let castling = &self.model.castlings[index];
        let (home, partner) = (castling.royal_way[0], castling.partner_way[0]);
        let Some(royal) = self.pieces.piece_at(home) else { return SquareSet::EMPTY };
        // A piece that is not royal can castle through attacked squares.
        if self.model.royals() >> castling.royal.index() & 1 == 0 {
            return SquareSet::EMPTY;
        }
        let on_the_way = std::iter::once(home).chain(castling.crossed.iter().copied());
        on_the_way
            .filter(|&square| {
                if square == home {
                    return self.is_threatened(home, false);
                }
                let mut pieces = self.pieces;
                pieces.take(home);
                if square == partner {
                    pieces.take(partner);
                }
                pieces.put(square, royal);
                Scene::new(self.model, pieces, self.side, self.memory).is_threatened(square, false)
            })
            .collect()
    }
}
