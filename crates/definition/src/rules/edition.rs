//! Describes how an edition differs from another.

use super::page::{Block, Page, Section};
use super::phrase::{Phrase, phrase};

/// Lists the sentences of a page that the other page does not have, each with the heading of its section.
fn only_in(page: &Page, other: &Page) -> Vec<Phrase> {
    let there: Vec<&Phrase> = other.sections.iter().flat_map(sentences).collect();
    let lacks = |section: &Section| {
        let missing = sentences(section).filter(|said| !there.contains(said));
        missing.map(|told| section.title.clone().with(": ", "\u{a0}: ").and(told)).collect::<Vec<_>>()
    };
    page.sections.iter().flat_map(lacks).collect()
}

fn sentences(section: &Section) -> impl Iterator<Item = &Phrase> {
    section.blocks.iter().filter_map(|block| match block {
        Block::Prose(said) | Block::Item(said) => Some(said),
        Block::Table(_) | Block::Diagram(_) => None,
    })
}

pub(super) fn differences(here: &Page, there: &Page, section: &mut Section) {
    let (more, fewer) = (only_in(there, here), only_in(here, there));
    if more.is_empty() && fewer.is_empty() {
        section.prose(phrase("Its rules are the same.", "Ses règles sont les mêmes."));
    }
    if !more.is_empty() {
        section.prose(phrase("It has these rules:", "Elle a ces règles\u{a0}:"));
        more.into_iter().for_each(|told| {
            section.item(told);
        });
    }
    if !fewer.is_empty() {
        section.prose(phrase("These rules do not apply:", "Ces règles ne s'appliquent pas\u{a0}:"));
        fewer.into_iter().for_each(|told| {
            section.item(told);
        });
    }
}
