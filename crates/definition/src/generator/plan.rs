use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::attack_table::{AttackTable, attack_tables, strides};
use super::form::Form;
use super::geometry::{Geometry, Tables};
use super::group::{Choices, Item, items};
use super::shape::last_onto;
use super::shelter::{Shelter, shelters};
use super::way::MAX_LEGS;
use crate::model::{
    Castling, Change, Clause, Condition, Deed, Effect, Event, How, Kinds, Leap, Leg, Line, MAX_LABELS, Model,
    Noun, Onto, Reference, Relation, Spot, Step, TargetLimit, Whose,
};

/// Maximum number of clauses in a plan; larger definitions use the slower reference implementation (law).
pub(super) const MAX_CLAUSES: usize = 32;
/// Maximum number of compiled legs (parts of moves); a leg that several kinds can use counts once for each kind.
const MAX_COMPILED: usize = 2048;
/// Maximum number of events with a single effect that can follow a move by one kind, so that all fit in `Effects`.
const MAX_ADDITIONS: usize = 8;
/// Maximum number of captures in a plain move that leaves room for `MAX_ADDITIONS` effects.
pub(super) const MAX_PLAIN_CAPTURES: usize = 2;

pub(crate) struct Plan {
    pub(super) geometry: Geometry,
    pub(super) all_kinds: Kinds,
    pub(super) blocks: Kinds,
    pub(super) kinds_that_choose_squares: Kinds,
    pub(super) kinds: Vec<KindPlan>,
    pub(super) cards: Vec<Vec<Item>>,
    /// Indexes of the clauses (sentences of powers) that forbid moves.
    pub(super) holding: Vec<usize>,
    pub(super) sparing: Vec<usize>,
    pub(super) duties: Vec<usize>,
    /// Whether all duties depend only on the kinds and sides of neighbours.
    pub(super) has_plain_duties: bool,
    pub(super) mutations: Vec<usize>,
    pub(super) changes_walks: bool,
    /// Whether no power or other rule changes how pieces move or forbids quiet moves.
    pub(super) is_swift: bool,
    pub(super) makers: Vec<Maker>,
    pub(super) royals: Kinds,
    pub(super) only_royal: Option<Kind>,
    pub(super) attack_tables: [Vec<AttackTable>; 2],
    /// Whether attack tables alone determine which plain moves leave a royal piece safe.
    pub(super) is_exact: bool,
    pub(super) shelters: Vec<Shelter>,
    pub(super) events: Events,
    pub(super) homes: SquareSet,
    pub(super) between: Vec<SquareSet>,
    pub(super) rights: [u16; 2],
    pub(super) ends_at_once: bool,
    pub(super) scores_captures: bool,
    pub(super) counts_checks: bool,
    pub(super) forms: Vec<Form>,
    /// Whether start and destination are the only squares in the notation of every promotion.
    pub(super) becomes_plainly: bool,
}

pub(super) struct KindPlan {
    pub(super) items: Vec<Item>,
    /// Whether no two moves from the same square share an intent and no move stays in place, so that moves can be listed by line instead of
    /// by piece.
    pub(super) is_swift: bool,
    /// For each side, the destinations at which an event in `notable` could occur.
    pub(super) notable_ends: [SquareSet; 2],
    /// Indexes of the events after moves by this kind that offer a choice or can affect the safety of royal pieces.
    pub(super) notable: Vec<usize>,
}

pub(super) struct Maker {
    pub(super) kinds: Kinds,
    /// Index of the remembered square to which the moving piece must be adjacent, if any.
    pub(super) beside: Option<usize>,
}

pub(super) struct Events {
    kinds: Kinds,
    pub(super) losses: bool,
}

impl Events {
    pub(super) fn intersects(&self, kind: Kind) -> bool {
        self.kinds >> kind.index() & 1 != 0
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Plan").finish_non_exhaustive()
    }
}

impl Plan {
    /// Compiles a model; returns `None` if the model exceeds a limit, so that the reference implementation (law) has to be used.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        if !fits(model) {
            return None;
        }
        let geometry = Geometry::new(&model.board, &leaps(model, false), &leaps(model, true))?;
        let all_kinds = model.all_kinds();
        let tables = Tables {
            board: &model.board,
            geometry: &geometry,
            all_kinds,
            has_hands: !model.hands[0].is_empty(),
        };
        let royals = model.royals();
        let forms: Vec<Form> =
            model.forms.iter().enumerate().map(|(number, form)| Form::new(form, number)).collect();
        let labelled = model.label_forms.iter().map(|form| forms[*form].choice);
        let mut choices: Choices = [None; MAX_LABELS + 1];
        for (choice, told) in choices.iter_mut().zip(std::iter::once(forms[0].choice).chain(labelled)) {
            *choice = told;
        }
        let kind_plan = |kind: usize| {
            let is_notable = |(_, event): &(usize, &Event)| {
                event.noun.kinds >> kind & 1 != 0 && (offers(event) || is_wild(event, kind, royals))
            };
            let events = model.events.iter().enumerate().filter(is_notable);
            let items = items(&model.kinds[kind].lines, &choices, &tables);
            let castles = model.castlings.iter().filter(|castling| castling.royal.index() == kind);
            KindPlan {
                is_swift: model.kinds[kind].acts.is_empty()
                    && is_apart(&items, model, kind, castles.collect(), &tables),
                items,
                notable_ends: Side::BOTH.map(|side| {
                    let all = |ends, (_, event): (usize, &Event)| ends | ends_before(event, side, &geometry);
                    events.clone().fold(SquareSet::EMPTY, all)
                }),
                notable: events.map(|(index, _)| index).collect(),
            }
        };
        let kinds: Vec<KindPlan> = (0..model.kinds.len()).map(kind_plan).collect();
        let [(first, first_exact), (second, second_exact)] =
            Side::BOTH.map(|side| attack_tables(model, side, &tables));
        // A piece put on the board can block an attack on a royal piece, and powers can depend on marks.
        let is_calm = |event: &Event| {
            !matches!(event.effect, Effect::Put { .. } | Effect::Mark { .. })
                && (0..model.kinds.len()).all(|kind| !is_wild(event, kind, royals))
        };
        let list = |wanted: fn(&Change) -> bool| {
            let clauses = model.clauses.iter().enumerate().filter(|(_, clause)| wanted(&clause.change));
            clauses.map(|(index, _)| index).collect()
        };
        let homes =
            model.castlings.iter().flat_map(|castling| [castling.royal_way[0], castling.partner_way[0]]);
        let changes_walks = model.clauses.iter().any(Clause::changes_walks);
        let forbids = |change: &Change| {
            matches!(
                change,
                Change::CannotMove | Change::CannotMake(_) | Change::Must { .. } | Change::MayBecome(_)
            )
        };
        let dealt = model.cards.iter().flat_map(|cards| &cards.list);
        let cards: Vec<Vec<Item>> = dealt.clone().map(|card| items(&card.lines, &choices, &tables)).collect();
        let bearers = model.cards.as_ref().map_or(0, |cards| cards.bearers);
        let gains = model.counts.iter().flat_map(|count| &count.gains);
        let makers_of = |label: usize| {
            let own = kinds.iter().zip(&model.kinds).enumerate();
            let own = own.map(|(kind, (plan, kind_model))| (&plan.items, &kind_model.lines, 1 << kind));
            let given = cards.iter().zip(dealt.clone()).map(|(items, card)| (items, &card.lines, bearers));
            maker(own.chain(given), label, if changes_walks { all_kinds } else { 0 })
        };
        let makers = (0..MAX_LABELS).map(makers_of).collect();
        let plan = Self {
            all_kinds,
            kinds_that_choose_squares: model.kinds_that_choose_squares(),
            blocks: model.blocks,
            is_swift: model.hands[0].is_empty()
                && model.cards.is_none()
                && model.kinds_that_choose_squares() == 0
                && !model.must_capture
                && !changes_walks
                && !model.clauses.iter().any(|clause| forbids(&clause.change)),
            makers,
            kinds,
            cards,
            holding: list(|change| matches!(change, Change::CannotMove | Change::CannotMake(_))),
            sparing: list(|change| {
                matches!(
                    change,
                    Change::CannotCapture(_) | Change::CannotBeCaptured(_) | Change::CapturedOnlyWhile(_)
                )
            }),
            has_plain_duties: model.clauses.iter().all(has_plain_duty),
            duties: list(|change| matches!(change, Change::Must { .. })),
            mutations: list(|change| matches!(change, Change::MayBecome(_))),
            changes_walks,
            royals,
            only_royal: royals.is_power_of_two().then(|| Kind(royals.trailing_zeros() as u8)),
            is_exact: first_exact
                && second_exact
                && model.clauses.is_empty()
                && model.cards.is_none()
                && model.hands[0].is_empty()
                && model.royal.as_ref().is_some_and(|royal| royal.exception.is_none())
                && model.events.iter().all(is_calm),
            attack_tables: [first, second].map(|mut attack_tables| {
                attack_tables.retain(|attack_table| attack_table.zone.iter().any(|zone| !zone.is_empty()));
                attack_tables
            }),
            shelters: shelters(model),
            events: Events {
                // Hands are sorted after every move.
                kinds: match model.hands[0].is_empty() {
                    true => model.events.iter().fold(0, |kinds, event| kinds | event.noun.kinds),
                    false => u32::MAX,
                },
                losses: model.events.iter().any(|event| matches!(event.deed, Deed::IsCaptured { .. })),
            },
            homes: homes.collect(),
            between: model
                .castlings
                .iter()
                .map(|castling| castling.between.iter().copied().collect())
                .collect(),
            rights: [0, 1].map(|side| {
                let castlings =
                    model.castlings.iter().enumerate().filter(|(_, castling)| castling.side == side);
                castlings.fold(0, |rights, (index, _)| rights | 1 << index)
            }),
            scores_captures: gains.clone().any(|gain| gain.captured.is_some()),
            counts_checks: model.counts_checks(),
            ends_at_once: model.ends.iter().any(|end| end.at_once),
            becomes_plainly: model.becoming_forms.iter().all(|(_, form)| forms[*form].choice.is_some()),
            forms,
            geometry,
        };
        Some(plan)
    }
}

fn fits(model: &Model) -> bool {
    let adds = |event: &&Event| matches!(event.effect, Effect::Becomes { .. } | Effect::Put { .. });
    let additions = |kind: usize| {
        let all = model.events.iter().filter(adds);
        all.filter(|event| event.noun.kinds >> kind & 1 != 0).count()
    };
    let ways = |lender: usize| model.lines_of(lender).iter().flat_map(|line| &line.ways);
    let compiled =
        (0..model.kinds.len()).flat_map(|kind| strides(model, kind)).flat_map(|(lender, _)| ways(lender));
    let mut all = model.lines().flat_map(|line| &line.ways);
    model.clauses.len() <= MAX_CLAUSES
        && compiled.map(Vec::len).sum::<usize>() <= MAX_COMPILED
        && (0..model.kinds.len()).all(|kind| additions(kind) <= MAX_ADDITIONS)
        && all.all(|legs| legs.len() <= MAX_LEGS)
}

/// Returns the kinds that can make moves with `label`: those in `lenders` that have such a line, and always `besides`.
fn maker<'m>(
    lenders: impl Iterator<Item = (&'m Vec<Item>, &'m Vec<Line>, Kinds)>,
    label: usize,
    besides: Kinds,
) -> Maker {
    let mut maker = Maker { kinds: besides, beside: None };
    let mut asked: Option<Option<usize>> = None;
    for (items, lines, kinds) in lenders {
        for item in items {
            let (index, beside) = match item {
                Item::Group(group) => (group.quiet.or(group.capture.map(|(index, _)| index)), None),
                Item::Line(followed) => (Some(followed.index), followed.memory.filter(|_| followed.is_beside)),
            };
            if index.is_some_and(|index| lines[index].label == Some(label)) {
                maker.kinds |= kinds;
                asked = Some(if asked.is_none_or(|asked| asked == beside) { beside } else { None });
            }
        }
    }
    maker.beside = asked.flatten();
    maker
}

/// Returns whether a kind has at most one move, including castlings, from each square to each destination.
fn is_apart(
    items: &[Item],
    model: &Model,
    kind: usize,
    castlings: Vec<&Castling>,
    tables: &Tables<'_>,
) -> bool {
    Side::BOTH.into_iter().all(|side| {
        tables.board.squares().all(|from| {
            let homes = castlings.iter().map(|castling| castling.written());
            let castled = homes.filter(|[home, _]| *home == from).map(|[_, to]| to).collect();
            let (mut quiet, mut captures): (SquareSet, SquareSet) = (castled, castled);
            items.iter().all(|item| {
                let (some, others) = match item {
                    Item::Group(group) => {
                        let Some(most) = group.shape.most(tables.geometry, from, side) else { return false };
                        let some = |is_there: bool| if is_there { most } else { SquareSet::EMPTY };
                        (some(group.quiet.is_some()), some(group.capture.is_some()))
                    }
                    Item::Line(followed) => {
                        let line = &model.kinds[kind].lines[followed.index];
                        match ends_once(line, from, side, tables) {
                            Some(ends) if is_told_by_ends(model, line) => ends,
                            _ => return false,
                        }
                    }
                };
                let is_apart = !some.intersects(quiet) && !others.intersects(captures);
                quiet |= some;
                captures |= others;
                is_apart
            })
        })
    })
}

/// Returns the empty and the occupied destinations of a step or leap; `None` for all other lines.
fn ends_once(line: &Line, from: Square, side: Side, tables: &Tables<'_>) -> Option<(SquareSet, SquareSet)> {
    let [legs] = &line.ways[..] else { return None };
    let ends = match &legs[..] {
        [Leg::Step(Step { how: How::Step(words), .. })] => {
            Some(tables.geometry.towards(from, tables.board.meant(*words, side, None)))
        }
        [Leg::Step(Step { how: How::Leap(by), .. })] => Some(tables.geometry.leaps(from, *by, side)),
        _ => None,
    }?;
    let is_empty = !matches!(last_onto(legs), Some(Onto::Noun(_)));
    Some(if is_empty { (ends, SquareSet::EMPTY) } else { (SquareSet::EMPTY, ends) })
}

fn is_told_by_ends(model: &Model, line: &Line) -> bool {
    let form = line.label.map_or(0, |label| model.label_forms[label]);
    Form::new(&model.forms[form], form).choice.is_some()
}

/// Returns the pieces of which at least one must be next to the mover after a move; `None` for any other duty.
pub(super) fn plain_neighbour(clause: &Clause) -> Option<&Noun> {
    let (None, Condition::Stands { receiver: false, relation: Relation::NextTo(Reference::Noun(noun)) }) =
        clause.duty()?
    else {
        return None;
    };
    let is_plain = noun.relations.is_empty()
        && noun.call.is_none()
        && clause.card.is_none()
        && !clause.main_action
        && clause.while_giver.is_none()
        && clause.condition.is_none();
    is_plain.then_some(noun)
}

fn has_plain_duty(clause: &Clause) -> bool {
    clause.duty().is_none() || plain_neighbour(clause).is_some()
}

pub(super) fn offers(event: &Event) -> bool {
    event.effect.asks_square() || matches!(&event.effect, Effect::Becomes { kinds, .. } if kinds.len() > 1)
}

/// Returns whether an event after a move by a piece of `kind` can affect the safety of royal pieces.
pub(super) fn is_wild(event: &Event, kind: usize, royals: Kinds) -> bool {
    match &event.effect {
        Effect::Removed { .. }
        | Effect::Captured(_)
        | Effect::Turned(_)
        | Effect::Driven(..)
        | Effect::Transformed(..) => true,
        Effect::Becomes { kinds, .. } => {
            royals >> kind & 1 != 0 || kinds.iter().any(|kind| royals >> kind.index() & 1 != 0)
        }
        // A piece that is moved away may have been a blocker.
        Effect::Put { kind, .. } => {
            event.effect.asks_square() && royals != 0 || royals >> kind.index() & 1 != 0
        }
        Effect::Remember { .. } | Effect::Mark { .. } | Effect::Again { .. } | Effect::Extra => false,
    }
}

fn ends_before(event: &Event, side: Side, geometry: &Geometry) -> SquareSet {
    match &event.deed {
        Deed::Arrives(place) | Deed::Makes { onto: Some(place), .. } => match place.whose {
            Whose::Any => place.squares[0] | place.squares[1],
            Whose::Enemy => place.squares[(!side).index()],
            _ => place.squares[side.index()],
        },
        _ => geometry.all,
    }
}

fn leaps(model: &Model, rides: bool) -> Vec<Leap> {
    let legs = model.lines().flat_map(|line| &line.ways).flatten();
    let walked: Vec<&How> = legs.filter_map(Leg::how).collect();
    let put = model.events.iter().filter_map(
        |event| picked!(&event.effect, Effect::Put { spot: Spot::Chosen { limits, .. }, .. } => limits),
    );
    let limits = walked.iter().filter_map(|how| how.limits()).chain(put).flatten();
    let reached: Vec<&How> = limits.filter_map(TargetLimit::reached).collect();
    let leap = |how: &How| match how {
        How::Leap(by) if !rides => Some(*by),
        How::Ride(by) if rides => Some(*by),
        _ => None,
    };
    let mut found: Vec<Leap> = Vec::new();
    for leap in walked.into_iter().chain(reached).filter_map(leap) {
        if !found.contains(&leap) {
            found.push(leap);
        }
    }
    found
}
