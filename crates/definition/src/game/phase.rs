//! The state of a turn as a field of the position notation: `-`, `p`, `pp`, or `main=c6,off=a5+c6,jolt=d4`.

use entourage_kernel::{Part, Side, Square, SquareQueue, SquareSet, Text, TextError};

use crate::execution::{Chain, Context, Memory, Pieces};
use crate::law::Scene;
use crate::model::{Deed, Effect, Event, Model};

pub(super) fn read_passes(word: Part<'_>) -> Result<u8, TextError> {
    match word.text {
        "-" => Ok(0),
        "p" => Ok(1),
        "pp" => Ok(2),
        _ => Err(word.error(Text::new(
            "expected - (no passes), p (one pass) or pp (two passes)",
            "attendu\u{a0}: - (aucune passe), p (une passe) ou pp (deux passes)",
        ))),
    }
}

pub(super) fn write_passes(passes: u8) -> String {
    if passes == 0 { "-".to_owned() } else { "p".repeat(usize::from(passes)) }
}

pub(super) fn write(model: &Model, memory: &Memory) -> String {
    let Some(chain) = memory.chain else { return write_passes(memory.passes) };
    let name = |square: Square| model.board.topology.name(square).to_owned();
    let stage = if chain.is_extra { "extra" } else { "main" };
    let mut text = format!("{stage}={}", name(chain.at));
    let mut off: Vec<Square> = chain.barred.into_iter().collect();
    off.sort_unstable_by_key(|square| model.board.place(*square));
    for (word, squares) in [("off", off), ("jolt", chain.waiting.squares().collect())] {
        if !squares.is_empty() {
            let names: Vec<String> = squares.into_iter().map(name).collect();
            text.push_str(&format!(",{word}={}", names.join("+")));
        }
    }
    text
}

pub(super) fn read(
    model: &Model,
    pieces: &Pieces,
    side: Side,
    word: Part<'_>,
    memory: &mut Memory,
) -> Result<(), TextError> {
    let stages = [("main=", false), ("extra=", true)];
    let stage = stages.into_iter().find_map(|(name, is_extra)| Some((word.after(name)?, is_extra)));
    let Some((rest, is_extra)) = stage else {
        memory.passes = read_passes(word)?;
        return Ok(());
    };
    let wrong = || {
        word.error(Text::new(
            "expected the turn in progress, such as main=c6,off=a5+c6",
            "attendu\u{a0}: le tour en cours, comme main=c6,off=a5+c6",
        ))
    };
    let find = |name: &str| model.board.topology.find(name).ok_or_else(wrong);
    let list = |names: &str| names.split('+').map(find).collect::<Result<Vec<Square>, TextError>>();
    let mut items = rest.text.split(',').peekable();
    let at = find(items.next().unwrap_or_default())?;
    let mut named = |name: &str| {
        let found = items.peek().and_then(|item| item.strip_prefix(name)).map(list);
        if found.is_some() {
            items.next();
        }
        found.transpose()
    };
    let barred: Option<SquareSet> = named("off=")?.map(|squares| squares.into_iter().collect());
    let mut waiting = SquareQueue::default();
    let jolted = named("jolt=")?.unwrap_or_default();
    jolted.iter().for_each(|square| waiting.push(*square));
    if items.next().is_some() || waiting.squares().count() != jolted.len() {
        return Err(wrong());
    }
    let barred = barred.unwrap_or(SquareSet::EMPTY);
    let labels = match barred.is_empty() {
        true if is_extra => model.cards.as_ref().map_or(0, |cards| cards.extra),
        _ => again(model).ok_or_else(wrong)?,
    };
    memory.chain = Some(Chain { at, barred, labels, is_extra, waiting });
    let scene = Scene::new(model, *pieces, side, *memory);
    // If the piece has already moved this turn, its square is barred; otherwise it can only have an extra move.
    let in_chain = barred.contains(at) || barred.is_empty() && is_extra;
    if !pieces.side(side).contains(at) || !in_chain || !comes_from_cards(&scene) {
        return Err(wrong());
    }
    if scene.actions_from(at).is_empty() {
        let problem = Text::new(
            "this piece has no further move, so the turn is over",
            "cette pièce n'a plus de coup possible\u{a0}: le tour est fini",
        );
        return Err(word.error(problem));
    }
    Ok(())
}

fn again(model: &Model) -> Option<u32> {
    model.events.iter().find_map(|event| picked!(event.effect, Effect::Again { label, .. } => 1 << label))
}

/// Returns whether the cards of the side to move allow the extra moves of the current turn.
fn comes_from_cards(scene: &Scene<'_>) -> bool {
    let Some(chain) = scene.memory.chain else { return true };
    let gives = |event: &&Event| matches!(event.effect, Effect::Extra);
    let hand = scene.memory.hands[scene.side.index()];
    let moved = if chain.is_extra { None } else { scene.kind_at(chain.at) };
    let jumped = |square: Square| {
        scene.model.events.iter().filter(gives).any(|event| {
            let bearer = event.card.and_then(|card| hand.bearer(card));
            let is_borne = bearer.is_some() && (chain.is_extra || bearer == moved);
            let Deed::Makes { over: Some(noun), .. } = &event.deed else { return false };
            is_borne && scene.squares_of(noun, Context::of_player(scene.side)).contains(square)
        })
    };
    (!chain.is_extra || jumped(chain.at))
        && chain.waiting.squares().all(|square| square != chain.at && jumped(square))
}
