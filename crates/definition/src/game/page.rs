//! Builds rules pages; passes functions of the game to the `rules` module as hooks.

use entourage_kernel::{Example, Metadata, Text};

use super::{form, metadata, notation, relations, setup};
use crate::law::Scene;
use crate::model::Model;
use crate::rules::{self, GameHooks};

const HOOKS: GameHooks = GameHooks {
    form: form::form,
    start,
    words: setup::words,
    is_position,
    write_move: notation::write_move,
    relations: relations::bonds,
};

pub(crate) fn plain(models: &[Model], edition: usize) -> Text {
    rules::plain_page(models, edition, &HOOKS)
}

pub(crate) fn whole(models: &[Model], edition: usize, metadata: &Metadata) -> Text {
    rules::page(models, edition, metadata, &HOOKS)
}

pub(crate) fn card_examples(model: &Model, metadata: &Metadata) -> Vec<Option<Example>> {
    rules::card_examples(model, metadata, &HOOKS)
}

pub(crate) fn start(model: &Model) -> Option<Scene<'_>> {
    let metadata = metadata::metadata(model, &model.id, None);
    let reading = metadata.form.parse(&model.start, &metadata).ok()?;
    let position = setup::set_up(model, &reading).ok()?;
    Some(setup::scene(model, &position))
}

fn is_position(model: &Model, metadata: &Metadata, text: &str) -> bool {
    let reading = metadata.form.parse(text, metadata);
    reading.is_ok_and(|reading| setup::set_up(model, &reading).is_ok())
}
