//! Asks authors to confirm rules about threats: whether pieces that cannot capture give check, and whether pinned pieces threaten.

use crate::diagnostic::{Answer, Code, Diagnostic, Edit};
use crate::model::{Change, Clause, Condition, Danger, Kinds, Model, Noun, Subject, Whose};
use crate::source::Span;
use crate::syntax::tree::{ConditionKind, EndWhen, Item, What};

use super::each;

pub(super) fn questions(model: &Model, items: &[Item], stands: Kinds) -> Vec<Diagnostic> {
    let is_plain = |royal: &crate::model::Royal| royal.danger == Danger::Any && royal.exception.is_none();
    if !model.royal.as_ref().is_some_and(is_plain) {
        return Vec::new();
    }
    if model.clauses.iter().any(|clause| spares(model, clause)) {
        return unmated(model, items).into_iter().collect();
    }
    powerless(model, stands).into_iter().chain(pinned(model)).collect()
}

fn royals(model: &Model) -> String {
    let names: Vec<&str> = model
        .kinds
        .iter()
        .enumerate()
        .filter(|(kind, _)| model.royals() >> kind & 1 != 0)
        .map(|(_, kind)| kind.name.as_str())
        .collect();
    names.join(" or ")
}

/// Writes a power that forbids leaving a royal piece attacked, even by a piece that cannot capture.
fn spare(model: &Model, span: Span, word: &str) -> Edit {
    let is_taken = |name: &str| model.powers.iter().any(|power| power.name == name);
    let numbered = (2..).map(|number| format!("{word}-{number}"));
    let name = std::iter::once(word.to_owned()).chain(numbered).find(|name| !is_taken(name));
    let (name, royals) = (name.unwrap_or_default(), royals(model));
    let text = format!("power {name} of any piece: after its move no enemy may attack an enemy {royals}");
    Edit::Below { line: span.line, text }
}

fn spares(model: &Model, clause: &Clause) -> bool {
    let Change::Must { condition: Condition::Not(duty), .. } = &clause.change else { return false };
    attacks_royal(model, duty)
}

fn attacks_royal(model: &Model, condition: &Condition) -> bool {
    let Condition::Attack { who, whom } = condition else { return false };
    // `own` and `enemy` are relative to the attacker.
    who.whose == Whose::Enemy && whom.whose == Whose::Enemy && whom.kinds & model.royals() != 0
}

fn powerless(model: &Model, stands: Kinds) -> Option<Diagnostic> {
    let takes = |kind: &usize, label: Option<usize>| {
        let lines = &model.kinds[*kind].lines;
        lines.iter().any(|line| line.takes() && (label.is_none() || line.label == label))
    };
    let any = |kinds: Kinds, label: Option<usize>| {
        let kinds = kinds & stands & !model.royals();
        (0..model.kinds.len()).any(|kind| kinds >> kind & 1 != 0 && takes(&kind, label))
    };
    let asks = |clause: &&Clause| {
        let whom = match &clause.subject {
            Subject::It => clause.givers,
            Subject::Everybody => model.all_kinds(),
            Subject::Noun(noun) => noun.kinds,
        };
        clause.card.is_none()
            && match &clause.change {
                Change::CannotMove | Change::CannotCapture(None) => any(whom, None),
                Change::CannotCapture(Some(noun)) => noun.kinds & model.royals() != 0 && any(whom, None),
                Change::CannotMake(label) => any(whom, Some(*label)),
                _ => false,
            }
    };
    let clause = model.clauses.iter().find(asks)?;
    let name = &model.powers[clause.power].name;
    let span = clause.span;
    let warning = Code::Check.at(span).warning(
        format!("Can a piece that {name} keeps from capturing give check? As written, it cannot."),
        format!("Une pièce que {name} empêche de capturer peut-elle mettre en échec\u{a0}? En l'état, non."),
    );
    let answers = [
        Answer::new(Edit::Meant, "No, it cannot give check", "Non, elle ne met pas en échec"),
        Answer::new(
            spare(model, span, "exposed"),
            "Yes: a royal piece must not be left under its attack",
            "Oui\u{a0}: une pièce royale ne doit pas rester sous son attaque",
        ),
    ];
    Some(warning.without_meant().with_answers(answers))
}

/// Asks whether pinned pieces threaten others.
fn pinned(model: &Model) -> Option<Diagnostic> {
    let asks =
        |condition: Option<&Condition>| condition.is_some_and(|condition| asks_threats(model, condition));
    let clause = model.clauses.iter().filter(|clause| clause.card.is_none()).find(|clause| {
        let changed = picked!(&clause.change, Change::CapturedOnlyWhile(condition) | Change::Must { condition, .. } => condition);
        asks(changed) || asks(clause.while_giver.as_ref()) || asks(clause.condition.as_ref())
    })?;
    let name = &model.powers[clause.power].name;
    let span = clause.span;
    let warning = Code::Pinned.at(span).warning(format!(
            "For {name}, does a pinned piece, whose move would endanger its own royal piece, count as threatening? As written, it does."
        ), format!(
            "Pour {name}, une pièce clouée, dont le départ mettrait en danger sa propre pièce royale, menace-t-elle\u{a0}? En l'état, oui."
        ));
    let answers = [
        Answer::new(Edit::Meant, "Yes, it still threatens", "Oui, elle menace quand même"),
        Answer::new(spare(model, span, "pinned"), "No, it does not count", "Non, elle ne compte pas"),
    ];
    Some(warning.without_meant().with_answers(answers))
}

fn asks_threats(model: &Model, condition: &Condition) -> bool {
    let is_common = |noun: &Noun| noun.kinds & !model.royals() != 0;
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| asks_threats(model, part)),
        Condition::Not(part) => asks_threats(model, part),
        Condition::Threatened(noun) | Condition::AllThreatened(noun) => is_common(noun),
        Condition::ThreatenIt { .. } => true,
        _ => false,
    }
}

/// Asks whether attacks by pieces that cannot capture can mate, in a game in which they count as check.
fn unmated(model: &Model, items: &[Item]) -> Option<Diagnostic> {
    let has = |condition: &Condition, wanted: &dyn Fn(&Condition) -> bool| match condition {
        Condition::All(parts) => parts.iter().any(wanted),
        other => wanted(other),
    };
    if model.ends.iter().any(|end| has(&end.when, &|part| attacks_royal(model, part))) {
        return None;
    }
    let mates = |condition: &crate::syntax::tree::Condition| match &condition.what {
        ConditionKind::All(parts) => {
            parts.iter().any(|part| matches!(part.what, ConditionKind::NoMove))
                && parts.iter().any(|part| {
                    matches!(
                        part.what,
                        ConditionKind::Threatened { positive: true, .. }
                            | ConditionKind::AllThreatened { positive: true, .. }
                    )
                })
        }
        _ => false,
    };
    let (span, cause) = each(items, &mut |item| match &item.what {
        What::Ends(ends) if item.span.file == 0 => ends
            .iter()
            .find(|end| matches!(&end.when, EndWhen::Condition(condition) if mates(condition)))
            .map(|end| (end.span, end.cause.text.clone())),
        _ => None,
    })?;
    let royals = royals(model);
    let text = format!("  loss \"{cause}\": an enemy piece attacks an enemy {royals}, and no move");
    let warning = Code::Check.at(span).warning(
        format!("Is a {royals} mated if its attacker cannot capture it? As written, it is not."),
        format!("Est-ce mat si la pièce qui attaque {royals} ne peut pas capturer\u{a0}? En l'état, non."),
    );
    let answers = [
        Answer::new(Edit::Meant, "It is not mated", "Ce n'est pas mat"),
        Answer::new(Edit::Below { line: span.line, text }, "It is mated", "C'est mat"),
    ];
    Some(warning.without_meant().with_answers(answers))
}
