//! Warns of missing end conditions.

use crate::diagnostic::{Answer, Code, Diagnostic, Edit};
use crate::model::{Condition, Deed, Effect, End, Event, Model, Pass, Repetition, Spot};
use crate::source::Span;
use crate::syntax::tree::{Item, What};

use super::each;

pub(super) fn missing_no_move_end(model: &Model, items: &[Item]) -> Option<Diagnostic> {
    let says = |end: &End| matches!(&end.when, Condition::NoMove) && end.side.is_none();
    if !matches!(model.pass, Pass::Never) || model.ends.iter().any(says) {
        return None;
    }
    let (span, last) = own_ends(items)?;
    let warning = Code::Missing.at(span).warning(
        "What happens if the player to move has no move? The definition does not say; by default it is a draw.",
        "Que se passe-t-il si le joueur au trait n'a aucun coup\u{a0}? La définition ne le dit pas\u{a0}; par défaut, la partie est nulle.",
    );
    let answers = [
        (r#"  loss "no-move": no move"#, "The player loses", "Le joueur perd"),
        (r#"  draw "stalemate": no move"#, "It is a draw", "La partie est nulle"),
    ];
    Some(warning.without_meant().with_answers(answers.map(|(text, en, fr)| below(last, text, en, fr))))
}

pub(super) fn shuffling(model: &Model, items: &[Item]) -> Option<Diagnostic> {
    if counts_anything(model) || fills(model) {
        return None;
    }
    let (span, last) = own_ends(items)?;
    let warning = Code::Idle.at(span).warning("Both sides can shuffle pieces forever: no end condition counts moves or repetitions.", "Les deux camps peuvent faire des allers-retours sans fin\u{a0}: aucune condition de fin ne compte les coups ni les répétitions.");
    let warning = warning.with_help(
        "Add `draw \"repetition\": the same position a third time`.",
        "Ajoutez «\u{a0}draw \"repetition\": the same position a third time\u{a0}».",
    );
    let repetition = r#"  draw "repetition": the same position a third time"#;
    Some(warning.with_answers([below(
        last,
        repetition,
        "Threefold repetition is a draw",
        "Nulle par triple répétition",
    )]))
}

/// Returns the location of the definition's own `ends` section and its last line; `None` if the section is inherited.
fn own_ends(items: &[Item]) -> Option<(Span, u32)> {
    each(
        items,
        &mut |item| picked!(&item.what, What::Ends(ends) if item.span.file == 0 => (item.span, ends.iter().map(|end| end.span.line).max().unwrap_or(item.span.line))),
    )
}

fn below(line: u32, text: &str, en: &str, fr: &str) -> Answer {
    Answer::new(Edit::Below { line, text: text.to_owned() }, en, fr)
}

/// Returns whether every move adds a neutral piece that never moves, so that the game must end.
fn fills(model: &Model) -> bool {
    let stays = |event: &Event| match &event.effect {
        Effect::Put { kind, spot } => {
            matches!(spot, Spot::Left | Spot::Chosen { goes: false, .. })
                && model.blocks >> kind.index() & 1 != 0
        }
        _ => false,
    };
    let always = |event: &Event| matches!(event.deed, Deed::Moves) && event.condition.is_none();
    let all = model.events.iter().filter(|event| always(event) && stays(event));
    let movers = all.filter(|event| event.noun.relations.is_empty() && event.noun.call.is_none());
    let takes_off = |event: &Event| matches!(event.effect, Effect::Removed { .. });
    movers.fold(0, |kinds, event| kinds | event.noun.kinds) == model.all_kinds()
        && matches!(model.pass, Pass::Never)
        && model.kinds.iter().all(|kind| kind.acts.is_empty())
        && !model.events.iter().any(takes_off)
}

fn counts_anything(model: &Model) -> bool {
    // Ignore counts of checks or captures, because they need not increase during a game.
    let runs = |count: &usize| model.counts[*count].more > 0 && model.counts[*count].back.is_none();
    let asks = |end: &End| (0..model.counts.len()).filter(runs).any(|count| end.when.asks_count(count));
    let always = |repetition: &Repetition| repetition.warners == [false; 2];
    model.repetitions.iter().any(always) || model.ends.iter().any(asks)
}
