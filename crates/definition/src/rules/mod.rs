//! Generates the rules page of a game from its model, as Markdown in English and French.
//!
//! Every construct is handled by a `match` without wildcard, so that a new one does not compile until it has a description.

mod army;
mod board;
mod card;
mod chapters;
mod condition;
mod diagram;
mod edition;
mod ending;
mod event;
mod example;
mod glossary;
mod goal;
pub(crate) mod grammar;
mod lexicon;
mod line;
mod need;
mod noun;
mod page;
mod phrase;
mod place;
mod power;
mod shuffle;
mod words;
mod writing;

use entourage_kernel::{Example, Intent, Metadata, PositionForm, Relation, Text};

use crate::execution::Position;
use crate::law::Scene;
use crate::model::{Army, Condition, KindModel, Model, Need};

use chapters::chapters;
use diagram::DiagramFinder;
use lexicon::quoted;
use page::Page;
use phrase::{Phrase, both, phrase};
use words::{Words, escaped};

pub(crate) use goal::goal;
pub(crate) use phrase::capital;

/// The functions of a game that are required to generate its rules page.
pub(crate) struct GameHooks {
    pub(crate) form: fn(&Model) -> PositionForm,
    pub(crate) start: fn(&Model) -> Option<Scene<'_>>,
    pub(crate) words: fn(&Model, &Position) -> Vec<String>,
    pub(crate) is_position: fn(&Model, &Metadata, &str) -> bool,
    pub(crate) write_move: fn(&Model, Intent) -> String,
    pub(crate) relations: fn(&Scene<'_>) -> Vec<Relation>,
}

pub(crate) fn side_name(model: &Model, name: &str) -> Text {
    lexicon::side(model, name).text()
}

pub(crate) fn army_text(model: &Model, army: &Army) -> Text {
    self::army::pieces(model, army).plain()
}

pub(crate) fn need_text(model: &Model, need: &Need) -> Text {
    self::need::need(&Words::of_player(model), need).plain()
}

pub(crate) fn code_name(model: &Model, code: &str) -> Text {
    lexicon::code(model, code).text()
}

pub(crate) fn mentions_no_move(model: &Model) -> bool {
    model
        .ends
        .iter()
        .any(|end| matches!(end.when, Condition::NoMove) && end.side.is_none() || end.cause == "no-move")
}

/// Returns the anchor of the section on a kind's moves. Kinds that move alike share a section.
pub(crate) fn chapter(model: &Model, kind: usize) -> String {
    format!("piece-{}", model.kinds[first_alike(model, kind)].letter)
}

fn first_alike(model: &Model, kind: usize) -> usize {
    let spans =
        |kind: &KindModel| -> Vec<_> { kind.lines.iter().map(|line| (line.span, line.captures)).collect() };
    let acts = |kind: &KindModel| -> Vec<_> { kind.acts.iter().map(|act| act.label).collect() };
    let kinds = &model.kinds;
    let is_royal = |kind: usize| model.royals() >> kind & 1 != 0;
    let is_alike = |other: &usize| {
        is_royal(*other) == is_royal(kind)
            && spans(&kinds[*other]) == spans(&kinds[kind])
            && acts(&kinds[*other]) == acts(&kinds[kind])
    };
    (0..kind).find(is_alike).unwrap_or(kind)
}

pub(crate) fn description(model: &Model, kind: usize) -> Text {
    let words = Words::of_kinds(model, 1 << kind);
    let walk = words.walk(&model.kinds[kind]).into_iter();
    let walk = walk.map(|line| line.what.with(": ", "\u{a0}: ").and(&line.how));
    let powers = powers_of(model, kind).into_iter().map(|power| power_sentence(model, power));
    Phrase::join(walk.chain(powers), " ", " ").plain()
}

/// Lists the powers of a kind, except powers that all kinds have.
fn powers_of(model: &Model, kind: usize) -> Vec<usize> {
    let gives = |power: &usize| {
        let gives = |clause: &crate::model::Clause| clause.card.is_none() && clause.givers >> kind & 1 != 0;
        model.clauses.iter().any(|clause| clause.power == *power && gives(clause))
    };
    (0..model.powers.len()).filter(gives).collect()
}

fn power_sentence(model: &Model, power: usize) -> Phrase {
    let known = &model.powers[power];
    let ours = model.clauses.iter().filter(|clause| clause.power == power);
    let ours = Phrase::join(ours.map(|clause| self::power::clause(model, clause)), " ", " ");
    let own = |text: &Option<String>, ours: String| text.as_deref().map_or(ours, escaped);
    phrase(own(&known.says, ours.en), own(&known.french, ours.fr))
}

pub(crate) fn power_text(model: &Model, power: usize) -> Text {
    power_sentence(model, power).plain()
}

pub(crate) fn card_text(model: &Model, card: usize) -> Text {
    let told = model.cards.iter().flat_map(|cards| cards.list.get(card));
    let told = told.flat_map(|found| self::card::sentences(model, card, found));
    Phrase::join(told, " ", " ").plain()
}

pub(crate) fn card_examples(model: &Model, metadata: &Metadata, hooks: &GameHooks) -> Vec<Option<Example>> {
    let finder = DiagramFinder::new(model, metadata, hooks);
    let count = model.cards.as_ref().map_or(0, |cards| cards.list.len());
    let shown = |diagram: page::Diagram| Example {
        caption: diagram.caption.text(),
        position: diagram.position.into(),
        moves: diagram.moves.into_iter().map(Into::into).collect::<Vec<_>>().into(),
    };
    (0..count).map(|card| finder.of_card(card).map(shown)).collect()
}

pub(crate) fn plain_page(models: &[Model], edition: usize, hooks: &GameHooks) -> Text {
    whole(models, edition, hooks, None).text()
}

pub(crate) fn page(models: &[Model], edition: usize, metadata: &Metadata, hooks: &GameHooks) -> Text {
    let finder = DiagramFinder::new(&models[edition], metadata, hooks);
    whole(models, edition, hooks, Some(&finder)).text()
}

fn whole(models: &[Model], edition: usize, hooks: &GameHooks, finder: Option<&DiagramFinder<'_>>) -> Page {
    let model = &models[edition];
    let mut page = chapters(model, hooks, finder);
    if models.len() > 1 {
        editions(models, edition, hooks, &mut page);
    }
    let by = model
        .by
        .iter()
        .map(|by| phrase(format!("Invented by {}.", escaped(by)), format!("Inventé par {}.", escaped(by))));
    let thanks = model.thanks.iter().map(|thanks| {
        let [en, fr] =
            thanks.role.each_ref().map(|role| format!("{} {}.", escaped(role), escaped(&thanks.who)));
        phrase(en, fr)
    });
    let mut credits = by.chain(thanks).peekable();
    if credits.peek().is_some() {
        let section = page.begin(2, "Credits", phrase("Credits", "Remerciements"));
        credits.for_each(|told| {
            section.prose(told);
        });
    }
    page
}

fn editions(models: &[Model], edition: usize, hooks: &GameHooks, page: &mut Page) {
    let this = quoted(&models[edition], &models[edition].editions[edition]);
    let here = chapters(&models[edition], hooks, None);
    let section = page.begin(2, "Editions", phrase("Editions", "Éditions"));
    section.prose(both!("This page describes the edition {}.", "Cette page décrit l'édition {}.", this));
    for (index, model) in models.iter().enumerate().filter(|(index, _)| *index != edition) {
        let name = quoted(model, &model.editions[index]);
        let title = both!("The edition {}", "L'édition {}", name);
        let section = page.begin(3, &format!("Edition-{}", index + 1), title);
        edition::differences(&here, &chapters(model, hooks, None), section);
    }
}
