//! Builds one model for each edition of a game.

use super::cards::too_late;
use super::cost;
use super::merge::{Merged, heading, in_edition};
use super::naming::too_many;
use super::notation::Written;
use super::powers::{Stratum, stratum_of};
use super::sections::AnyEnd;
use super::settling::freeze_hidden_counts;
use super::suggest;
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic, kept};
use crate::model::{Change, Clause, CreditLine, Model, Pass, Power, SideWords, SquareMemory};
use crate::source::Span;
use crate::syntax::tree::{self, Item, Memory, Name, What};

/// Maximum number of castlings of both sides in total, each of which needs one bit in `Memory::rights`.
const MAX_CASTLINGS: usize = 16;

/// Builds a model for each edition, the default one first, and adds errors to `faults`.
pub(crate) fn build(merged: &Merged, faults: &mut Vec<Diagnostic>) -> Vec<Model> {
    let items = &merged.items;
    let head = heading(items);
    let editions = |wanted: bool| {
        items.iter().filter_map(move |item| picked!(&item.what, What::Edition { name, usual } if *usual == wanted => name.text.clone()))
    };
    let names: Vec<String> = editions(true).chain(editions(false)).collect();
    check_editions(items, &names, faults);
    check_heading(items, head, faults);
    let count = names.len().max(1);
    let mut models = Vec::new();
    for edition in 0..count {
        let name = names.get(edition).map_or("", String::as_str);
        let mut found = Vec::new();
        in_edition(items, name, &mut found);
        let draft = Draft { items: found, edition: name, head, sources: &merged.sources };
        let before = faults.len();
        if let Some(mut model) = draft.model(faults) {
            (model.editions, model.edition) = (names.clone(), edition);
            faults.extend(cost::fault(&model));
            models.push(model);
        }
        if edition > 0 {
            add_edition_errors(name, faults.split_off(before), faults);
        }
    }
    // Check only French names in the definition itself, since it may omit parts of the base game that have French names.
    let unknown =
        |name: &&tree::Quoted| name.span.file == 0 && !models.iter().any(|model| model.has_name(&name.text));
    if !models.is_empty() {
        faults.extend(french(items).map(|(name, _)| name).filter(unknown).map(|name| {
            Code::Idle.at(name.span).warning(
                format!("Nothing in this definition is named {}.", name.text),
                format!("Rien ne s'appelle {} dans cette définition.", name.text),
            )
        }));
    }
    models
}

fn french<'i>(
    items: impl IntoIterator<Item = &'i Item>,
) -> impl Iterator<Item = &'i (tree::Quoted, tree::Quoted)> {
    let sections = items.into_iter().filter_map(|item| picked!(&item.what, What::French(names) => names));
    sections.flatten()
}

/// Adds the errors that only occur in this edition, with a help text that names the edition.
fn add_edition_errors(edition: &str, found: Vec<Diagnostic>, faults: &mut Vec<Diagnostic>) {
    for fault in found {
        let known = faults.iter().any(|other| (other.span, &other.problem) == (fault.span, &fault.problem));
        match fault.help {
            _ if known => {}
            Some(_) => faults.push(fault),
            None => faults.push(fault.with_help(
                format!("This applies to edition {edition}."),
                format!("Ceci concerne l'édition {edition}."),
            )),
        }
    }
}

fn check_heading(items: &[Item], head: Span, faults: &mut Vec<Diagnostic>) {
    let language = items.iter().find_map(|item| picked!(item.what, What::Language(number) => number));
    match language {
        Some(number) if number.value == 1 => {}
        Some(number) => faults.push(Code::Meaning.at(number.span).error(
            "Only language version 1 is supported. Write `language 1`.",
            "Seule la version 1 du langage est prise en charge. Écrivez «\u{a0}language 1\u{a0}».",
        )),
        None => faults.push(missing(head, "language 1")),
    }
    for item in items {
        if let What::Game { id, .. } = &item.what
            && !id.text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            faults.push(Code::Notation.at(id.span).error(
                "The identifier of a game can only contain lower-case letters, digits and hyphens.",
                "L'identifiant d'un jeu ne peut contenir que des minuscules, des chiffres et des traits d'union.",
            ));
        }
    }
}

pub(super) fn missing(head: Span, sentence: &str) -> Diagnostic {
    Code::Missing.at(head).error(
        format!("The sentence \"{sentence}\" is missing."),
        format!("Il manque la phrase «\u{a0}{sentence}\u{a0}»."),
    )
}

fn only_cards(span: Span) -> Diagnostic {
    Code::Meaning.at(span).error(
        "Only a card can give an extra move. Move this sentence below a `card`.",
        "Seule une carte peut donner un coup supplémentaire. Mettez cette phrase sous une «\u{a0}card\u{a0}».",
    )
}

fn check_editions(items: &[Item], editions: &[String], faults: &mut Vec<Diagnostic>) {
    let mut check = |name: &Option<Name>| {
        if let Some(name) = name.as_ref().filter(|name| !editions.contains(&name.text)) {
            let fault = Code::UnknownName.at(name.span).error(
                format!("There is no edition named {}.", name.text),
                format!("Il n'y a pas d'édition nommée {}.", name.text),
            );
            faults.push(suggest(fault, &name.text, editions.iter().map(String::as_str)));
        }
    };
    let mut open: Vec<&Item> = items.iter().collect();
    while let Some(item) = open.pop() {
        check(&item.edition);
        match &item.what {
            What::Piece(tree::Piece { lines, .. }) | What::Every { lines, .. } => {
                lines.iter().for_each(|line| check(&line.edition));
            }
            What::Ends(ends) => ends.iter().for_each(|end| check(&end.edition)),
            What::Feature { items, .. } => open.extend(items),
            _ => {}
        }
    }
}

pub(super) struct Draft<'i> {
    pub(super) items: Vec<&'i Item>,
    pub(super) edition: &'i str,
    pub(super) head: Span,
    sources: &'i [crate::source::Source],
}

impl<'i> Draft<'i> {
    pub(super) fn last<T>(&self, pick: impl Fn(&'i Item) -> Option<T>) -> Option<T> {
        self.items.iter().rev().find_map(|item| pick(item))
    }

    pub(super) fn must<T>(
        &self,
        sentence: &str,
        faults: &mut Vec<Diagnostic>,
        pick: impl Fn(&'i Item) -> Option<T>,
    ) -> Option<T> {
        let found = self.last(pick);
        if found.is_none() {
            faults.push(missing(self.head, sentence));
        }
        found
    }

    fn model(&self, faults: &mut Vec<Diagnostic>) -> Option<Model> {
        let before = faults.len();
        let names = self.names(faults)?;
        let mut kinds = self.kinds(&names, faults);
        let mut calls = Vec::new();
        let mut power_list: Vec<Power> =
            names.powers.iter().map(|name| Power { name: name.clone(), says: None, french: None }).collect();
        let mut clauses: Vec<Clause> = Vec::new();
        let (mut events, mut castlings, mut counts, mut needs) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut ends, mut royal, mut pass, mut repetitions) = (Vec::new(), None, Pass::Never, Vec::new());
        let has_royal = self.items.iter().any(|item| matches!(item.what, What::Royal { .. }));
        for item in &self.items {
            let read = match &item.what {
                What::Call { noun, condition, .. } => {
                    self.call(&names, noun, condition.as_ref(), calls.len()).map(|call| calls.push(call))
                }
                What::Power(power) => {
                    let index = names.power(&power.name).unwrap_or_default();
                    let words = &mut power_list[index];
                    words.says = power.says.clone().or(words.says.take());
                    words.french = power.french.clone().or(words.french.take());
                    names.clause(power, index).map(|clause| clauses.push(clause))
                }
                What::Card(card) => {
                    let words = &mut power_list[names.power(&card.name).unwrap_or_default()];
                    (words.says, words.french) = (card.says.clone(), card.french.clone());
                    Ok(())
                }
                What::After(event) => names.event(event, item.span).and_then(|read| {
                    let asks = read.condition.as_ref().map_or(Stratum::Places, stratum_of);
                    if asks > Stratum::Attacks {
                        return Err(too_late(item.span));
                    }
                    if matches!(read.effect, crate::model::Effect::Extra) {
                        return Err(only_cards(item.span));
                    }
                    events.push(read);
                    Ok(())
                }),
                What::Castling { royal, partner, ways } => {
                    names.castlings(royal, partner, ways).map(|found| castlings.extend(found))
                }
                What::Remember { name, memory: Memory::Count(count) } => {
                    names.counting(&name.text, count, item.span, has_royal).map(|count| counts.push(count))
                }
                What::Royal { kinds, warning, danger, exception } => {
                    names.royal(kinds, warning, *danger, exception.as_ref()).map(|found| royal = Some(found))
                }
                What::Pass(tree::Pass::WhenNoOtherMove) => {
                    pass = Pass::WhenNoOtherMove;
                    Ok(())
                }
                What::Pass(tree::Pass::Unless(condition)) => {
                    names.condition(condition, Where::Need).map(|condition| pass = Pass::Unless(condition))
                }
                What::Ends(lines) => {
                    for end in lines.iter().filter(|end| self.holds(end.edition.as_ref())) {
                        match names.end(end, has_royal) {
                            Ok(AnyEnd::Now(end)) => ends.push(end),
                            Ok(AnyEnd::Repetition(repetition)) => repetitions.push(repetition),
                            Err(fault) => faults.push(fault),
                        }
                    }
                    Ok(())
                }
                What::Needs(lines) => {
                    for line in lines {
                        needs.extend(kept(names.needs(line, self.sources), faults).into_iter().flatten());
                    }
                    Ok(())
                }
                _ => Ok(()),
            };
            faults.extend(read.err());
        }
        if castlings.len() > MAX_CASTLINGS {
            faults.push(too_many(self.head, MAX_CASTLINGS));
        }
        let dealt = self.deal(&names, faults)?;
        let armies = self.armies(&names, faults);
        let lot = self.shuffle(&names, faults);
        clauses.extend(dealt.clauses);
        events.extend(dealt.events);
        self.settle_strata(&power_list, &mut clauses, faults);
        self.check_asking(&events, faults);
        let position = self.must(
            "position \"{rows} {side}\"",
            faults,
            |item| picked!(&item.what, What::Position(quoted) => quoted),
        )?;
        let start =
            self.must("start \"…\"", faults, |item| picked!(&item.what, What::Start(quoted) => quoted))?;
        self.must("ends", faults, |item| matches!(item.what, What::Ends(_)).then_some(()))?;
        let (id, title, by) = self.must("game NAME \"…\"", faults, |item| picked!(&item.what, What::Game { id, title, by, .. } => (id.text.clone(), title.clone(), by.clone())))?;
        let fields = names.fields(position).map_err(|fault| faults.push(fault)).ok()?;
        self.check_fields(&fields, !castlings.is_empty(), &ends, &events, position.span, faults);
        if let Some(cards) = &dealt.cards {
            self.check_cards(cards, &kinds, &fields, &needs, position.span, faults);
        }
        let mutations = clauses
            .iter()
            .filter_map(|clause| picked!(clause.change, Change::MayBecome(kind) => (clause.power, kind)))
            .collect();
        let written = Written {
            templates: self.templates(),
            kinds: &kinds,
            events: &events,
            cards: dealt.cards.as_ref(),
            mutations,
            has_pass: !matches!(pass, Pass::Never),
            heading: self.head,
        };
        let forms = names.forms(&written).map_err(|fault| faults.push(fault)).ok()?;
        if faults[before..].iter().any(|fault| fault.severity == crate::diagnostic::Severity::Error) {
            return None;
        }
        self.warn(&names, &kinds, faults);
        kinds.iter_mut().for_each(|kind| kind.lines.shrink_to_fit());
        let squares = self.items.iter().filter_map(|item| picked!(&item.what, What::Remember { name, memory: Memory::Square { next_turn } } => SquareMemory { name: name.text.clone(), next_turn: *next_turn }));
        let squares = squares.collect();
        let counts = freeze_hidden_counts(counts, &fields, &ends, &names.felt.borrow(), position.span, faults)?;
        let sides = self.sides(faults)?;
        Some(Model {
            id,
            title,
            by,
            thanks: self.credits(),
            editions: Vec::new(),
            edition: 0,
            sides,
            blocks: names.blocks(),
            hands: names.hands,
            board: names.board,
            kinds,
            zones: names.zones,
            labels: names.labels,
            calls,
            powers: power_list,
            clauses,
            events,
            castlings,
            cards: dealt.cards,
            armies,
            lot,
            squares,
            marks: names.marks,
            counts,
            royal,
            pass,
            must_capture: self.items.iter().any(|item| item.what == What::MustCapture),
            ends,
            repetitions,
            fields,
            start: start.text.clone(),
            start_span: start.span,
            needs,
            forms: forms.forms,
            label_forms: forms.labels,
            becoming_forms: forms.becoming,
            putting_forms: forms.putting,
            mutation_forms: forms.mutations,
            pass_form: forms.pass,
            end_form: forms.end,
            french: french(self.items.iter().copied())
                .map(|(name, french)| (name.text.clone(), french.text.clone()))
                .collect(),
        })
    }

    fn holds(&self, edition: Option<&Name>) -> bool {
        edition.is_none_or(|name| name.text == self.edition)
    }

    fn credits(&self) -> Vec<CreditLine> {
        let mut found: Vec<CreditLine> = Vec::new();
        let sections = self.items.iter().filter_map(|item| picked!(&item.what, What::Credits(lines) => lines));
        for tree::CreditLine { role, french, who } in sections.flatten() {
            let role = [&role.text, &french.as_ref().unwrap_or(role).text].map(String::clone);
            let one = CreditLine { role, who: who.text.clone() };
            if !found.contains(&one) {
                found.push(one);
            }
        }
        found
    }

    fn templates(&self) -> Vec<&'i (tree::WrittenFor, tree::Quoted)> {
        let sections = self.items.iter().filter_map(|item| picked!(&item.what, What::Written(lines) => lines));
        sections.flatten().collect()
    }

    pub(super) fn sides(&self, faults: &mut Vec<Diagnostic>) -> Option<[SideWords; 2]> {
        let sides = self.must(
            "sides White w, Black b",
            faults,
            |item| picked!(&item.what, What::Sides(sides) => sides),
        )?;
        Some(
            sides
                .each_ref()
                .map(|side| SideWords { name: side.name.text.clone(), word: side.word.text.clone() }),
        )
    }
}
