//! Warns of likely mistakes, based on the starting position and the squares that pieces can reach.

mod description;
mod ending;
mod memory;
mod phrases;
mod reachable;
mod start;
mod threat;

use entourage_kernel::Intent;

use crate::diagnostic::{Answer, Code, Diagnostic, Edit};
use crate::law::{Scene, standing};
use crate::model::{Change, Clause, Deed, Effect, Event, Kinds, Model, Subject, Walker};
use crate::source::Span;
use crate::syntax::tree::{Item, What};

use reachable::Reachable;

pub(crate) fn lint(
    models: &[Model],
    scene: &Scene<'_>,
    items: &[Item],
    write: impl Fn(Intent) -> String,
) -> Vec<Diagnostic> {
    let Some(model) = models.first() else { return Vec::new() };
    let stands = standing(model, scene);
    let mut found = start::start(model, scene);
    absent_kinds(model, items, stands, &mut found);
    idle_powers(model, items, stands, &mut found);
    // A game need not use every piece and power that it inherits.
    found.retain(|warning| warning.code != Code::Idle || warning.span.file == 0);
    let reachable = Reachable::of(model, scene, stands);
    unreachable_promotions(model, stands, &reachable, &mut found);
    if let Some((kind, intent)) = reachable.double {
        found.extend(double(model, items, kind, &write(intent)));
    }
    found.extend(memory::memories(models, items));
    found.extend(threat::questions(model, items, stands));
    found.extend(description::contradictions(model, items));
    found.extend(ending::missing_no_move_end(model, items));
    if reachable.comes_back() {
        found.extend(ending::shuffling(model, items));
    }
    found
}

/// Warns of kinds that never appear on the board, unless another kind or a power uses their movement.
fn absent_kinds(model: &Model, items: &[Item], stands: Kinds, found: &mut Vec<Diagnostic>) {
    let is_lent = |kind: usize| {
        model.clauses.iter().any(|clause| match &clause.change {
            Change::WalkAs(Walker::Kind(lent)) | Change::AlsoWalkAs(Walker::Kind(lent), _) => {
                lent.index() == kind
            }
            _ => false,
        })
    };
    for (kind, known) in model.kinds.iter().enumerate().filter(|(kind, _)| stands >> kind & 1 == 0) {
        let is_like = |item: &Item| picked!(&item.what, What::Piece(piece) if piece.like.as_ref().is_some_and(|like| like.text == known.name) => ());
        let span = each(
            items,
            &mut |item| picked!(&item.what, What::Piece(piece) if !piece.also && piece.name.text == known.name => piece.name.span),
        );
        if let Some(span) = span.filter(|_| !is_lent(kind) && each(items, &mut |item| is_like(item)).is_none())
        {
            let name = &known.name;
            found.push(
                Code::Idle.at(span).warning(format!("There is never a {name} on the board: there is none at the start, and no piece becomes one."), format!("{name} n'est jamais sur le plateau\u{a0}: il n'y en a pas au départ, et aucune pièce ne le devient."))
                .with_answers([leave_out()]),
            );
        }
    }
}

fn idle_powers(model: &Model, items: &[Item], stands: Kinds, found: &mut Vec<Diagnostic>) {
    // For a power, warn of each sentence without effect; for a card, warn only if none of its sentences has an effect.
    let is_one = |one: &Clause, other: &Clause| {
        one.power == other.power && (one.card.is_some() || one.span == other.span)
    };
    for clauses in model.clauses.chunk_by(is_one) {
        let Clause { power, span, card, .. } = &clauses[0];
        let name = &model.powers[*power].name;
        let span = if card.is_some() { card_span(items, name).unwrap_or(*span) } else { *span };
        if clauses.iter().all(|clause| clause.givers & stands == 0) {
            found.push(Code::Idle.at(span).warning(format!("No piece can give {name}: those that could are neither on the board at the start nor appear later."), format!("Aucune pièce ne peut donner {name}\u{a0}: celles qui le pourraient ne sont pas sur le plateau au départ et n'apparaissent jamais.")).with_answers([leave_out()]));
        } else if clauses
            .iter()
            .all(|clause| matches!(&clause.subject, Subject::Noun(noun) if noun.kinds & stands == 0))
        {
            found.push(Code::Idle.at(span).warning(format!("{name} affects no piece: those that it could affect are neither on the board at the start nor appear later."), format!("{name} n'agit sur aucune pièce\u{a0}: celles qu'il pourrait affecter ne sont pas sur le plateau au départ et n'apparaissent jamais.")).with_answers([leave_out()]));
        }
    }
}

fn leave_out() -> Answer {
    Answer::new(Edit::Without, "Remove it", "Supprimer")
}

fn card_span(items: &[Item], name: &str) -> Option<Span> {
    each(items, &mut |item| picked!(&item.what, What::Card(card) if card.name.text == name => card.name.span))
}

fn each<T>(items: &[Item], pick: &mut impl FnMut(&Item) -> Option<T>) -> Option<T> {
    items.iter().find_map(|item| match &item.what {
        What::Feature { items, .. } => each(items, pick),
        _ => pick(item),
    })
}

fn unreachable_promotions(model: &Model, stands: Kinds, reachable: &Reachable, found: &mut Vec<Diagnostic>) {
    let arrives =
        |event: &&Event| matches!((&event.deed, &event.effect), (Deed::Arrives(_), Effect::Becomes { .. }));
    for event in model.events.iter().filter(arrives) {
        let Deed::Arrives(place) = &event.deed else { continue };
        let squares = match place.whose {
            crate::model::Whose::Enemy => place.squares[1],
            crate::model::Whose::Any => place.squares[0] | place.squares[1],
            _ => place.squares[0],
        };
        let reached = (0..model.kinds.len())
            .filter(|kind| event.noun.kinds >> kind & 1 != 0)
            .any(|kind| reachable.reached(kind).intersects(squares));
        let span = event.span;
        let is_unused = span.file > 0 && event.noun.kinds & stands == 0;
        if !reached && !is_unused {
            found.push(
                Code::Idle
                    .at(span)
                    .warning(
                        "These pieces never arrive on those squares, so the sentence has no effect.",
                        "Ces pièces n'arrivent jamais sur ces cases\u{a0}: la phrase n'a pas d'effet.",
                    )
                    .with_answers([leave_out()]),
            );
        }
    }
}

/// Warns of two moves with the same notation, of which only the first can be played.
fn double(model: &Model, items: &[Item], kind: entourage_kernel::Kind, text: &str) -> Option<Diagnostic> {
    let name = &model.kinds[kind.index()].name;
    let span = each(
        items,
        &mut |item| picked!(&item.what, What::Piece(piece) if piece.name.text == *name => piece.name.span),
    )?;
    let warning = Code::Notation.at(span).warning(
        format!(
            "Two moves of the {name} can have the same notation, such as {text}. Only the first line is used."
        ),
        format!(
            "Deux coups de {name} peuvent avoir la même notation, comme {text}. Seule la première ligne est prise en compte."
        ),
    );
    Some(warning.with_help(
        "Give the moves with one of the labels a separate notation below `moves written`.",
        "Donnez aux coups de l'une des étiquettes leur propre notation sous «\u{a0}moves written\u{a0}».",
    ))
}
