//! Finds which pieces affect which other pieces by which power, with graphics and texts for these relations.

use entourage_kernel::{
    Aura, HeldCard, Influence, Named, Random, Relation, RelationKind, SharedStr, Side, Square, Text, Trace,
};

use super::bond_words::BondWords;
use super::setup::scene;
use crate::execution::{Position, Reading};
use crate::law::Scene;
use crate::model::{Change, Clause, Condition, Model, Subject, Whose};

/// Returns the graphic that connects the piece with a power to an affected piece; `None` if the effect is not drawn.
fn aura(clause: &Clause) -> Option<Aura> {
    if !matches!(clause.subject, Subject::Noun(_)) {
        return None;
    }
    match clause.change {
        // `Aura::Frost` covers the whole board, but the pieces that cannot move are shown individually.
        Change::CannotMove => Some(Aura::Silence),
        Change::CannotCapture(_) | Change::CannotMake(_) => Some(Aura::Silence),
        Change::CannotBeCaptured(_) => Some(Aura::Shelter),
        Change::CapturedOnlyWhile(_) => Some(Aura::Siege),
        Change::WalkAs(_) | Change::AlsoWalkAs(..) | Change::Exchanged | Change::Wrapped => Some(Aura::Turn),
        Change::Through(_) => Some(Aura::Turn),
        Change::OneSquare | Change::StopOn(_) => Some(Aura::Press),
        Change::MayBecome(_) => Some(Aura::Chance),
        Change::Must { .. } => None,
    }
}

pub(crate) fn lamp(model: &Model, kind: usize) -> Option<Aura> {
    // A power of all kinds does not characterise any single kind.
    let own = |clause: &&Clause| {
        clause.card.is_none() && clause.givers >> kind & 1 != 0 && clause.givers.count_ones() <= 2
    };
    model.clauses.iter().filter(own).find_map(aura)
}

pub(crate) fn kinds(model: &Model) -> Vec<RelationKind> {
    let mut found: Vec<RelationKind> = threat(model).into_iter().collect();
    for (index, power) in model.powers.iter().enumerate() {
        let bonds = || model.clauses.iter().filter(|clause| clause.power == index && aura(clause).is_some());
        let Some((clause, aura)) = bonds().find_map(|clause| Some((clause, aura(clause)?))) else { continue };
        let harms = matches!(&clause.subject, Subject::Noun(noun) if noun.whose == Whose::Enemy);
        let name = &power.name;
        let BondWords { felt, exerted, begins, ends } = BondWords::of(name, bonds());
        found.push(RelationKind {
            code: name.clone().into(),
            felt,
            exerted,
            begins,
            ends,
            influence: if harms { Influence::Harms } else { Influence::Helps },
            aura,
            ruling: format!("power-{name}").into(),
        });
    }
    found
}

const THREAT: &str = "threatens";

fn is_peaceful(model: &Model) -> bool {
    let royals = model.royals();
    model.clauses.iter().any(|clause| {
        let Some((None, Condition::Not(duty))) = clause.duty() else { return false };
        let Condition::Threatened(noun) = &**duty else { return false };
        noun.whose == Whose::Enemy
            && noun.relations.is_empty()
            && noun.kinds & royals == royals
            && clause.givers == model.all_kinds()
            && clause.while_giver.is_none()
            && clause.condition.is_none()
    })
}

fn threat(model: &Model) -> Option<RelationKind> {
    model.royal.as_ref()?;
    if is_peaceful(model) || model.powers.iter().any(|power| power.name == THREAT) {
        return None;
    }
    Some(RelationKind {
        code: SharedStr::new(THREAT),
        felt: Text::new("Threatened by {}.", "Pièce menacée par\u{a0}: {}."),
        exerted: Text::new("Threatens {}.", "Menace {}."),
        begins: Text::new("Threatens {}", "Menace\u{a0}: {}"),
        ends: Text::new("Ends the threat to {}", "Menace levée\u{a0}: {}"),
        influence: Influence::Harms,
        aura: Aura::Threat,
        ruling: SharedStr::new("royal"),
    })
}

pub(crate) fn relations(scene: &Scene<'_>) -> Vec<Relation> {
    let mut found = bonds(scene);
    if threat(scene.model).is_some() && scene.terminal().is_none_or(|outcome| outcome.winner.is_some()) {
        for to in scene.royals(scene.side) {
            let by = scene.threatening(to, false).into_iter();
            found.extend(by.map(|from| Relation { kind: SharedStr::new(THREAT), from, to }));
        }
    }
    found
}

pub(crate) fn bonds(scene: &Scene<'_>) -> Vec<Relation> {
    let mut found: Vec<Relation> = Vec::new();
    for clause in scene.model.clauses.iter().filter(|clause| aura(clause).is_some()) {
        let kind = SharedStr::from(scene.model.powers[clause.power].name.clone());
        for (from, context) in scene.givers(clause) {
            for to in scene.reach(clause, from, context).without(from) {
                found.push(Relation { kind: kind.clone(), from, to });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

pub(crate) fn held_cards(position: &Position) -> Vec<HeldCard> {
    let memory = position.state();
    let held = |side: Side| {
        let hand = memory.hands[side.index()];
        hand.cards().map(move |(card, kind)| HeldCard {
            card,
            side,
            square: position.placement().of(side, kind).first(),
            spent: hand.is_spent(card),
        })
    };
    Side::BOTH.into_iter().flat_map(held).collect()
}

pub(crate) fn marks<'m>(model: &'m Model, position: &Position, square: Square) -> Vec<&'m str> {
    let (Some(cards), memory) = (&model.cards, position.state()) else { return Vec::new() };
    let held = held_cards(position).into_iter().filter(|held| held.square == Some(square) && !held.spent);
    let mut marks: Vec<&str> = held.filter_map(|held| Some(cards.list.get(held.card)?.name.as_str())).collect();
    if let Some(chain) = memory.chain {
        marks.extend((chain.at == square).then_some(MAY_GO_ON));
        marks.extend(chain.waiting.squares().any(|other| other == square).then_some(TO_COME));
    }
    marks
}

pub(crate) fn traces(model: &Model, position: &Position) -> Vec<Trace> {
    let left = model.marks.iter().zip(position.state().marks);
    left.map(|(name, squares)| {
        let french = model.in_french(name).unwrap_or(name);
        Trace { name: Text::made(name.replace('-', " "), french.replace('-', " ")), squares }
    })
    .collect()
}

pub(crate) fn mark_names(model: &Model) -> Vec<Named> {
    let Some(cards) = &model.cards else { return Vec::new() };
    let mut names: Vec<Named> = cards
        .list
        .iter()
        .map(|card| Named {
            code: card.name.clone().into(),
            text: Text::made(card.title.clone(), card.french().to_owned()),
        })
        .collect();
    names.push(Named { code: SharedStr::new(MAY_GO_ON), text: Text::new("Can continue", "Peut continuer") });
    names.push(Named {
        code: SharedStr::new(TO_COME),
        text: Text::new("Has an extra move left", "A encore un coup supplémentaire"),
    });
    names
}

pub(super) const MAY_GO_ON: &str = "may-go-on";
pub(super) const TO_COME: &str = "to-come";

/// Returns a position that shows an active power, found by random play; the starting position if none is found.
pub(crate) fn cover(
    model: &Model,
    begin: impl Fn(&mut Random) -> Position,
    write: impl Fn(&Position) -> String,
) -> (String, Vec<SharedStr>) {
    const PLIES: usize = 120;
    const GAME: usize = 40;
    let mut random = Random::new(7);
    let start = begin(&mut random);
    let mut position = start;
    let name = |square: Square| model.board.topology.squares[square.index()].name.clone();
    let has_bonds = model.clauses.iter().any(|clause| aura(clause).is_some());
    for ply in 0..if kinds(model).is_empty() { 0 } else { PLIES } {
        let scene = scene(model, &position);
        let shown = if has_bonds { bonds(&scene) } else { relations(&scene) };
        if let Some(relation) = shown.first() {
            let squares = [relation.from, relation.to].map(name).to_vec();
            return (write(&position), squares);
        }
        let actions = if scene.terminal().is_some() { Vec::new() } else { scene.legal_actions() };
        position = match random.pick(&actions) {
            Some(action) if ply % GAME != GAME - 1 => {
                let next = scene.after(&scene.perform(&action.deed));
                Position::new(next.pieces, next.side, next.memory)
            }
            _ => begin(&mut random),
        };
    }
    (write(&start), vec![name(Square::new(0))])
}
