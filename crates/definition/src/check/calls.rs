//! Checks `call` sentences. Each gives a name to a set of pieces, and can only refer to earlier calls.

use std::collections::BTreeSet;

use super::build::Draft;
use super::names::Names;
use super::powers::{Stratum, stratum_of, stratum_of_noun};
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Call, Condition, Noun, Relation};
use crate::syntax::tree;

impl Draft<'_> {
    /// Resolves a `call` sentence, which can depend only on the positions of pieces and on earlier calls.
    pub(super) fn call(
        &self,
        names: &Names,
        noun: &tree::Noun,
        condition: Option<&tree::Condition>,
        index: usize,
    ) -> Result<Call, Diagnostic> {
        let span = noun.span;
        let read = names.noun(noun, Where::Call)?;
        let condition = condition.map(|condition| names.condition(condition, Where::Call)).transpose()?;
        let asks = condition.as_ref().map_or(Stratum::Places, stratum_of).max(stratum_of_noun(&read));
        if asks > Stratum::Places {
            return Err(Code::Stratum.at(span).error("A `call` can only depend on where pieces are, not on attacks or threats.", "Un «\u{a0}call\u{a0}» ne peut dépendre que de la position des pièces, pas des attaques ni des menaces."));
        }
        let mut used = BTreeSet::new();
        calls_of_noun(&read, &mut used);
        condition.iter().for_each(|condition| calls_of_condition(condition, &mut used));
        if used.iter().any(|other| *other >= index) {
            return Err(Code::Stratum.at(span).error(
                "A `call` can only use calls defined before it.",
                "Un «\u{a0}call\u{a0}» ne peut utiliser que des mots définis avant lui.",
            ));
        }
        Ok(Call { name: names.calls[index].clone(), noun: read, condition })
    }
}

fn calls_of_noun(noun: &Noun, found: &mut BTreeSet<usize>) {
    found.extend(noun.call);
    found.extend(
        noun.relations.iter().filter_map(|relation| picked!(relation, Relation::NotCalled(call) => *call)),
    );
    noun.relations.iter().filter_map(Relation::noun).for_each(|noun| calls_of_noun(noun, found));
}

fn calls_of_condition(condition: &Condition, found: &mut BTreeSet<usize>) {
    condition.any(&mut |part| {
        found.extend(picked!(part, Condition::Called(call) => *call));
        found.extend(picked!(part, Condition::Stands { relation: Relation::NotCalled(call), .. } => *call));
        part.nouns().for_each(|noun| calls_of_noun(noun, found));
        false
    });
}
