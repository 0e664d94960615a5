//! Describes position and move notation.

use super::GameHooks;
use super::lexicon;
use super::phrase::{Phrase, both, phrase};
use super::words::{Words, code};
use crate::model::{Field, KindModel, Model, MoveForm, Placeholder, Shape, Template};
use entourage_kernel::{FormField, Kind};

pub(super) fn fields(model: &Model, hooks: &GameHooks) -> Vec<Phrase> {
    let form = (hooks.form)(model);
    model.fields.iter().zip(&*form.fields).map(|(field, form)| field_description(model, *field, form)).collect()
}

fn field_description(model: &Model, field: Field, form: &FormField) -> Phrase {
    match field {
        Field::Rows if model.board.shape == Shape::Files => phrase(
            "the columns from the left, separated by `/`, each from the bottom: letters for pieces, and numbers for consecutive empty squares",
            "les colonnes, de gauche à droite, séparées par `/`, chacune à partir du bas\u{a0}: des lettres pour les pièces, et des nombres pour les cases vides consécutives",
        ),
        Field::Rows => phrase(
            "the rows from the top, separated by `/`: letters for pieces, and numbers for consecutive empty squares",
            "les rangées, de haut en bas, séparées par `/`\u{a0}: des lettres pour les pièces, et des nombres pour les cases vides consécutives",
        ),
        Field::Beside => {
            let names: Vec<&str> =
                model.board.beside.iter().map(|square| model.board.topology.name(*square)).collect();
            let names = code(&format!("[{}]", names.join("|")));
            phrase(
                format!("in brackets the squares beside the board, {names}, with `-` for an empty square"),
                format!("entre crochets les cases à côté du plateau, {names}, avec `-` pour une case vide"),
            )
        }
        Field::Side => {
            let [first, second] = [0, 1].map(|side| {
                let words = &model.sides[side];
                let name = lexicon::side(model, &words.name);
                let letter = code(&words.word);
                both!("{letter} for {}", "{letter} ({})", name)
            });
            both!("the side to move: {} or {}", "le camp au trait\u{a0}: {} ou {}", first, second)
        }
        Field::Castling
        | Field::Passes
        | Field::Phase
        | Field::Cards(_)
        | Field::Square(_)
        | Field::Marks(_)
        | Field::Count(_) => match form {
            FormField::Word(word) => both!("{}: {}", "{}\u{a0}: {}", word.noun, word.hint),
            FormField::Rows(_) | FormField::Beside(_) | FormField::Turn(_) => Phrase::default(),
        },
        Field::Dash => phrase("always `-`", "toujours `-`"),
    }
}

pub(super) fn labels(model: &Model) -> Phrase {
    let words = Words::of_player(model);
    let named = |(kind, known): (u8, &KindModel)| {
        let label = code(known.label.as_ref()?);
        Some(both!("{} is {label}", "{} est {label}", words.name(Kind(kind))))
    };
    let names = Phrase::all((0..).zip(&model.kinds).filter_map(named));
    if names.is_empty() {
        return Phrase::default();
    }
    both!("In Game Courier notation: {}.", "Dans la notation de Game Courier\u{a0}: {}.", names)
}

pub(super) fn moves(model: &Model, example: Option<&str>) -> Vec<Phrase> {
    let words = Words::of_player(model);
    let usual = form(model, Some(0)).unwrap_or_default();
    let shown = example.map(|text| phrase(", for example ", ", par exemple ").and(&Phrase::same(code(text))));
    let shown = shown.unwrap_or_default();
    let mut told = vec![both!("A move is written {}{}.", "Un coup s'écrit {}{}.", usual, shown)];
    for (index, form) in model.forms.iter().enumerate().skip(1).filter(|(_, form)| form.becomes.is_none()) {
        if let Some(who) = written_so(model, &words, index) {
            told.push(written(&who, &form.template));
        }
    }
    // Describe each notation only once, even if promotions to several kinds share it.
    let mut done: Vec<&Template> = Vec::new();
    let is_putting = |form: &MoveForm| form.template.squares().contains(&&Placeholder::Put);
    for form in model.forms.iter().filter(|form| form.becomes.is_some() && !is_putting(form)) {
        if done.contains(&&form.template) {
            continue;
        }
        done.push(&form.template);
        let alike = model.forms.iter().filter(|other| other.template == form.template);
        let kinds = Phrase::any(alike.filter_map(|form| form.becomes).map(|kind| words.a(kind)));
        let who = both!("a move in which the piece becomes {}", "un coup où la pièce devient {}", kinds);
        told.push(written(&who, &form.template));
    }
    if model.forms.iter().any(is_putting) {
        let mark = template(&Template::Parts(vec![Placeholder::Literal("/".to_owned()), Placeholder::Put]));
        told.push(both!(
            "- a move after which the player puts a piece on a square: the same followed by {}",
            "- un coup après lequel le joueur pose une pièce sur une case\u{a0}: le même, suivi de {}",
            mark
        ));
    }
    told
}

fn written(who: &Phrase, form: &Template) -> Phrase {
    let text = template(form);
    both!("- {}: {}", "- {}\u{a0}: {}", who, text)
}

/// Describes the moves that are written in a format without promotion.
fn written_so(model: &Model, words: &Words<'_>, index: usize) -> Option<Phrase> {
    if model.pass_form == Some(index) {
        return Some(phrase("a pass", "une passe"));
    }
    if model.end_form == Some(index) {
        return Some(phrase(
            "the end of a turn that could continue",
            "la fin d'un tour qui pourrait continuer",
        ));
    }
    let label = model.label_forms.iter().position(|form| *form == index)?;
    let name = words.label(label);
    Some(both!("a move {}", "un coup {}", name))
}

pub(super) fn form(model: &Model, form: Option<usize>) -> Option<Phrase> {
    Some(template(&model.forms.get(form?)?.template))
}

/// Writes a format of move notation, with a word in each language for every placeholder.
pub(super) fn template(template: &Template) -> Phrase {
    let parts = match template {
        Template::Word(word) => return Phrase::same(code(word)),
        Template::Parts(parts) => parts,
    };
    let each = parts.iter().map(|part| match part {
        Placeholder::Literal(text) => Phrase::same(text.clone()),
        Placeholder::From => phrase("{from}", "{de}"),
        Placeholder::To => phrase("{to}", "{à}"),
        Placeholder::Taken => phrase("{captured}", "{prise}"),
        Placeholder::Over(0) => phrase("{over}", "{sautée}"),
        Placeholder::Over(_) => phrase("{over, too}", "{sautée aussi}"),
        Placeholder::Target => phrase("{other}", "{autre}"),
        Placeholder::Put => phrase("{put}", "{posée}"),
        Placeholder::Becomes { small: false } => phrase("{letter}", "{lettre}"),
        Placeholder::Becomes { small: true } => phrase("{small letter}", "{lettre minuscule}"),
    });
    let text = Phrase::join(each, "", "");
    phrase(code(&text.en), code(&text.fr))
}
