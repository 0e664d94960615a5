use entourage_kernel::{Kind, SquareSet};

use super::form::Form;
use super::geometry::Geometry;
use super::group::{Item, items};
use super::peril::{Peril, perils};
use super::way::MOST_LEGS;
use crate::model::{Board, Change, Clause, Condition, Deed, Effect, Event, How, Kinds, Leg, Model, Step};

/// Bounds the clauses of a plan; a definition with more is left to the law.
pub(super) const MOST_CLAUSES: usize = 32;
/// Bounds the events of a move whose memory depends on what may then be made.
pub(super) const MOST_DOUBTS: usize = 8;
/// Bounds the events that add one effect each, so that a plain way with all of them is no more than a move can do.
const MOST_ADDITIONS: usize = 6;
/// The pieces that a way may take besides so that this still holds.
pub(super) const FEW_TAKEN: usize = 2;

/// Holds what a model compiles to.
pub(crate) struct Plan {
    pub(super) geometry: Geometry,
    pub(super) all_kinds: Kinds,
    /// The lines of each kind.
    pub(super) kinds: Vec<KindPlan>,
    /// The clauses that forbid to move, those that forbid to take, those that ask something after the move, and those that let a piece
    /// become something, by their places.
    pub(super) holding: Vec<usize>,
    pub(super) sparing: Vec<usize>,
    pub(super) duties: Vec<usize>,
    pub(super) mutations: Vec<usize>,
    pub(super) changes_walks: bool,
    pub(super) royal: Option<Kind>,
    /// What the pieces of each side could take.
    pub(super) perils: [Vec<Peril>; 2],
    /// Whether masks alone decide which plain moves leave a royal piece safe.
    pub(super) is_exact: bool,
    pub(super) events: Events,
    /// Where the two pieces of each castling stand at home.
    pub(super) homes: Vec<SquareSet>,
    pub(super) ends_at_once: bool,
    pub(super) forms: Vec<Form>,
    /// Whether every move in which a piece becomes something is written by the squares where it begins and ends.
    pub(super) becomes_plainly: bool,
}

/// Holds what is compiled of a kind.
pub(super) struct KindPlan {
    pub(super) items: Vec<Item>,
    /// The events after its moves that offer a choice, or may touch what keeps a royal piece safe, by their places.
    pub(super) notable: Vec<usize>,
}

/// Tells what may happen in moves.
pub(super) struct Events {
    /// The kinds after whose moves anything may happen.
    kinds: Kinds,
    /// Whether it is remembered where pieces were taken.
    pub(super) losses: bool,
}

impl Events {
    /// Tells whether anything may happen after a move of a kind.
    pub(super) fn intersects(&self, kind: Kind) -> bool {
        self.kinds >> kind.index() & 1 != 0
    }
}

/// Holds what lines are compiled with.
pub(super) struct Tables<'m> {
    pub(super) board: &'m Board,
    pub(super) geometry: &'m Geometry,
    pub(super) all_kinds: Kinds,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Plan").finish_non_exhaustive()
    }
}

impl Plan {
    /// Compiles a model; `None` if it is larger than plans are made for, so that the law must do.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        if !fits(model) {
            return None;
        }
        let geometry = Geometry::new(&model.board, &leaps(model))?;
        let all_kinds = model.all_kinds();
        let tables = Tables { board: &model.board, geometry: &geometry, all_kinds };
        let royal = model.royal.as_ref().map(|royal| royal.kind);
        let kind_plan = |kind: usize| {
            let is_notable = |(_, event): &(usize, &Event)| {
                event.noun.kinds >> kind & 1 != 0 && (offers(event) || is_wild(event, kind, royal))
            };
            let events = model.events.iter().enumerate().filter(is_notable);
            KindPlan {
                items: items(&model.kinds[kind].lines, &tables),
                notable: events.map(|(index, _)| index).collect(),
            }
        };
        let kinds = (0..model.kinds.len()).map(kind_plan).collect();
        let [(first, first_exact), (second, second_exact)] =
            entourage_kernel::Side::BOTH.map(|side| perils(model, side, &tables));
        let is_calm = |event: &Event| (0..model.kinds.len()).all(|kind| !is_wild(event, kind, royal));
        let forms: Vec<Form> =
            model.forms.iter().enumerate().map(|(number, form)| Form::new(form, number)).collect();
        let list = |wanted: fn(&Change) -> bool| {
            let clauses = model.clauses.iter().enumerate().filter(|(_, clause)| wanted(&clause.change));
            clauses.map(|(index, _)| index).collect()
        };
        let plan = Self {
            all_kinds,
            kinds,
            holding: list(|change| matches!(change, Change::CannotMove | Change::CannotMake(_))),
            sparing: list(|change| {
                matches!(
                    change,
                    Change::CannotCapture(_) | Change::CannotBeCaptured(_) | Change::CapturedOnlyWhile(_)
                )
            }),
            duties: list(|change| matches!(change, Change::MustBeNextTo(_))),
            mutations: list(|change| matches!(change, Change::MayBecome(_))),
            changes_walks: model.clauses.iter().any(Clause::changes_walks),
            royal,
            is_exact: first_exact
                && second_exact
                && model.clauses.is_empty()
                && model.hands[0].is_empty()
                && model.royal.as_ref().is_some_and(|royal| royal.exception.is_none())
                && model.events.iter().all(is_calm),
            perils: [first, second].map(|mut perils| {
                perils.retain(|peril| peril.zone.iter().any(|zone| !zone.is_empty()));
                perils
            }),
            events: Events {
                // Hands are put in order after every move.
                kinds: match model.hands[0].is_empty() {
                    true => model.events.iter().fold(0, |kinds, event| kinds | event.noun.kinds),
                    false => u32::MAX,
                },
                losses: model.events.iter().any(|event| matches!(event.deed, Deed::IsCaptured { .. })),
            },
            homes: model
                .castlings
                .iter()
                .map(|castling| SquareSet::of(castling.royal_way[0]).with(castling.partner_way[0]))
                .collect(),
            ends_at_once: model.ends.iter().any(|end| end.at_once),
            becomes_plainly: model.becoming_forms.iter().all(|(_, form)| forms[*form].choice.is_some()),
            forms,
            geometry,
        };
        Some(plan)
    }
}

/// Tells whether a model is of a size that plans are made for.
fn fits(model: &Model) -> bool {
    let adds = |event: &&Event| matches!(event.effect, Effect::Becomes(_) | Effect::Put { .. });
    let doubts = |event: &&Event| matches!(event.condition, Some(Condition::MayThen { .. }));
    let mut ways = model.kinds.iter().flat_map(|kind| &kind.lines).flat_map(|line| &line.ways);
    model.clauses.len() <= MOST_CLAUSES
        && model.events.iter().filter(adds).count() <= MOST_ADDITIONS
        && model.events.iter().filter(doubts).count() <= MOST_DOUBTS
        && ways.all(|legs| legs.len() <= MOST_LEGS)
}

/// Tells whether an event offers a choice.
pub(super) fn offers(event: &Event) -> bool {
    matches!(&event.effect, Effect::Becomes(kinds) if kinds.len() > 1)
}

/// Tells whether an event after a move of a kind may do more to royal pieces' safety than the move itself: it takes pieces off, or
/// has royal pieces come or go.
pub(super) fn is_wild(event: &Event, kind: usize, royal: Option<Kind>) -> bool {
    match &event.effect {
        Effect::Removed { .. } | Effect::Captured(_) => true,
        Effect::Becomes(kinds) => royal.is_some_and(|royal| royal.index() == kind || kinds.contains(&royal)),
        Effect::Put { kind, .. } => royal == Some(*kind),
        Effect::Remember { .. } | Effect::Again { .. } => false,
    }
}

/// Lists the leaps of which lines speak.
fn leaps(model: &Model) -> Vec<[usize; 2]> {
    let legs = model.kinds.iter().flat_map(|kind| &kind.lines).flat_map(|line| &line.ways).flatten();
    let leap = |leg: &Leg| match leg {
        Leg::Step(Step { how: How::Leap(by), .. }) => Some(*by),
        _ => None,
    };
    let mut found: Vec<[usize; 2]> = legs.filter_map(leap).collect();
    found.sort_unstable();
    found.dedup();
    found
}
