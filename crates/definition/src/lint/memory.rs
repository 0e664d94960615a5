//! Warns of remembered squares and marks that no event sets, and of events that remember a crossed square although the move crosses none.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Change, Deed, Effect, Event, How, Length, Line, Marking, Model, Remembered};
use crate::source::Span;
use crate::syntax::tree::{Item, Memory, What};

use super::leave_out;

pub(super) fn memories(models: &[Model], items: &[Item]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    unset_memory(models, items, &mut found);
    let mut spans: Vec<Span> = Vec::new();
    for (model, event) in models.iter().flat_map(|model| model.events.iter().map(move |event| (model, event))) {
        if asks_crossed(event) && !crosses(model, event) && !spans.contains(&event.span) {
            spans.push(event.span);
            let warning = Code::Idle.at(event.span).warning(
                "These pieces cross no square in this move: they step or leap.",
                "Ces pièces ne traversent pas de case dans ce coup\u{a0}: elles font un pas ou un saut.",
            );
            found.push(warning.with_help(
                "Only slides of two squares or more cross squares. For other moves, write `where it stood` or `where it stands`.",
                "Seule une glissade de deux cases ou plus traverse des cases. Pour d'autres coups, écrivez «\u{a0}where it stood\u{a0}» ou «\u{a0}where it stands\u{a0}».",
            ));
        }
    }
    found
}

fn unset_memory(models: &[Model], items: &[Item], found: &mut Vec<Diagnostic>) {
    for item in items {
        let (name, memory) = match &item.what {
            What::Feature { items, .. } => {
                unset_memory(models, items, found);
                continue;
            }
            What::Remember { name, memory } => (name, memory),
            _ => continue,
        };
        let is_made = match memory {
            Memory::Count(count) => count.more > 0 || count.gains.iter().any(|gain| gain.more > 0),
            _ => models.iter().any(|model| model.events.iter().any(|event| makes(model, event, &name.text))),
        };
        if !is_made {
            let name_text = &name.text;
            let (en, fr) = match memory {
                Memory::Count(_) => {
                    (format!("{name_text} never increases."), format!("{name_text} n'augmente jamais."))
                }
                Memory::Square { .. } => (
                    format!("No sentence sets the square {name_text}."),
                    format!("Aucune phrase ne définit la case {name_text}."),
                ),
                Memory::Squares => (
                    format!("No sentence marks a square with {name_text}."),
                    format!("Aucune phrase ne marque une case avec {name_text}."),
                ),
            };
            found.push(Code::Memory.at(name.span).warning(en, fr).with_answers([leave_out()]));
        }
    }
}

fn makes(model: &Model, event: &Event, name: &str) -> bool {
    match &event.effect {
        Effect::Remember { memory, .. } => model.squares[*memory].name == name,
        Effect::Mark { marks, what: Marking::Left(_) } => model.marks[*marks] == name,
        _ => false,
    }
}

fn asks_crossed(event: &Event) -> bool {
    matches!(
        event.effect,
        Effect::Remember { what: Remembered::Crossed, .. }
            | Effect::Mark {
                what: Marking::Left(Remembered::Crossed) | Marking::Wiped(Remembered::Crossed),
                ..
            }
    )
}

fn crosses(model: &Model, event: &Event) -> bool {
    let is_lent =
        |change: &Change| matches!(change, Change::WalkAs(_) | Change::AlsoWalkAs(..) | Change::MayBecome(_));
    let lends = model.clauses.iter().any(|clause| is_lent(&clause.change));
    let is_meant = |kind: usize| lends || event.noun.kinds >> kind & 1 != 0;
    let does = |line: &Line| match &event.deed {
        Deed::Makes { labels, .. } => line.label.is_some_and(|label| labels >> label & 1 != 0),
        _ => true,
    };
    let kinds = model.kinds.iter().enumerate().filter(|(kind, _)| is_meant(*kind));
    let lines = kinds.flat_map(|(_, kind)| &kind.lines);
    let dealt = model.cards.iter().flat_map(|cards| &cards.list).flat_map(|card| &card.lines);
    lines.chain(dealt).filter(|line| does(line)).flat_map(|line| line.ways.iter().flatten()).any(
        |leg| match leg.how() {
            Some(How::Slide { length: Length::Exactly(most) | Length::UpTo(most), .. }) => *most > 1,
            Some(How::Slide { length: Length::Any, .. } | How::Ride(_)) => true,
            _ => false,
        },
    )
}
