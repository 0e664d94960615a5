//! Reads and writes the fields of the position notation, and rejects invalid positions.

use entourage_kernel::{Board, Part, Piece, Problem, Reading, Side, Square, SquareSet, Text, TextError};

use super::{hands, phase};
use crate::execution::{Context, Memory, Pieces, Position, Reading as _};
use crate::law::Scene;
use crate::model::{Field, Model, Need, NeedKind, NeedUnless};
use crate::rules;

pub(crate) fn scene<'m>(model: &'m Model, position: &Position) -> Scene<'m> {
    Scene::new(model, *position.placement(), position.side_to_move(), position.state())
}

pub(crate) fn set_up(model: &Model, reading: &Reading<'_>) -> Result<Position, TextError> {
    let pieces: Pieces = reading.placed().collect();
    let astray = |(_, piece): &(Square, Piece)| {
        piece.side() == Side::Second && model.blocks >> piece.kind().index() & 1 != 0
    };
    if let Some((square, _)) = pieces.pieces().find(astray) {
        let problem = Text::new(
            "neutral pieces are written with a capital letter",
            "les pièces neutres s'écrivent avec une majuscule",
        );
        return Err(reading.rows.error(problem).about(SquareSet::of(square)));
    }
    let mut memory = Memory::new(model);
    let mut given = reading.words.iter();
    let mut squares: Vec<(usize, Square, Part<'_>)> = Vec::new();
    // Parsed last, since the turn in progress depends on the fields that follow.
    let mut under_way = None;
    for field in &model.fields {
        let mut word = || given.next().copied().ok_or_else(|| reading.text.missing("a field is missing"));
        match field {
            Field::Rows | Field::Beside | Field::Side => {}
            Field::Castling => memory.rights = read_rights(model, &pieces, word()?)?,
            Field::Passes => memory.passes = phase::read_passes(word()?)?,
            Field::Phase => under_way = Some(word()?),
            Field::Cards(side) => {
                memory.hands[*side] = hands::read(model, &pieces, Side::BOTH[*side], word()?)?;
            }
            Field::Square(index) => {
                let word = word()?;
                if let Some(square) = read_square(model, word)? {
                    memory.squares[*index] = Some(square);
                    squares.push((*index, square, word));
                }
            }
            Field::Marks(index) => memory.marks[*index] = read_squares(model, word()?)?,
            Field::Count(index) => {
                let known = &model.counts[*index];
                memory.set_count(known, *index, read_count(known.from, word()?)?);
            }
            Field::Dash => {
                let word = word()?;
                if word.text != "-" {
                    return Err(word.error(Text::new("expected \"-\"", "attendu\u{a0}: «\u{a0}-\u{a0}»")));
                }
            }
        }
    }
    if let Some(word) = under_way {
        phase::read(model, &pieces, reading.side, word, &mut memory)?;
    }
    check_hands(model, &pieces, reading)?;
    let scene = Scene::new(model, pieces, reading.side, memory);
    check_needs(&scene, reading)?;
    for (index, square, word) in squares {
        let known = if model.squares[index].next_turn {
            scene.could_remember(index, square)
        } else {
            // A square that is remembered only within a turn requires a turn in progress.
            memory.chain.is_some()
        };
        if !known {
            let problem = Text::new("no moves produce this value", "aucun coup ne produit cette valeur");
            return Err(word.error(problem));
        }
    }
    // A move that ended the game was not a pass and left no turn in progress.
    if scene.ends_at_once(!scene.side) && (memory.passes > 0 || memory.chain.is_some()) {
        return Err(reading.turn.error(Text::new("the game was already over", "la partie était déjà finie")));
    }
    let position = Position::new(pieces, reading.side, memory);
    for (word, canonical) in reading.words.iter().zip(words(model, &position)) {
        if word.text != canonical {
            let problem = Problem::new(
                format!("this field must be written as {canonical}"),
                format!("ce champ doit s'écrire {canonical}"),
            );
            return Err(word.error(problem));
        }
    }
    Ok(position)
}

pub(crate) fn words(model: &Model, position: &Position) -> Vec<String> {
    let memory = position.state();
    let name = |square: Square| model.board.topology.name(square).to_owned();
    let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let mut words = Vec::new();
    for field in &model.fields {
        words.push(match field {
            Field::Rows | Field::Beside | Field::Side => continue,
            Field::Castling => {
                let rights = model.castlings.iter().enumerate();
                let held = rights.filter(|(index, _)| memory.rights >> index & 1 != 0);
                dash(held.map(|(_, castling)| castling.letter).collect())
            }
            Field::Passes => phase::write_passes(memory.passes),
            Field::Phase => phase::write(model, &memory),
            Field::Cards(side) => hands::write(model, memory.hands[*side]),
            Field::Square(index) => memory.squares[*index].map_or_else(|| "-".to_owned(), name),
            Field::Marks(index) => {
                dash(memory.marks[*index].into_iter().map(name).collect::<Vec<String>>().join(","))
            }
            Field::Count(index) => memory.count(*index).to_string(),
            Field::Dash => "-".to_owned(),
        });
    }
    words
}

fn read_rights(model: &Model, pieces: &Pieces, word: Part<'_>) -> Result<u16, TextError> {
    if word.text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for (letter, part) in word.letters() {
        let found = model.castlings.iter().position(|castling| castling.letter == letter);
        let bit = found.map_or(0, |index| 1 << index);
        // Letters must be in ascending order, which also excludes duplicates.
        if bit <= rights {
            return Err(part.error(Text::new(
                "expected the letters of the remaining castling rights, each once and in order (such as KQkq), or -",
                "attendu\u{a0}: les lettres des droits au roque restants, chacune une fois et dans l'ordre (comme KQkq), ou -",
            )));
        }
        rights |= bit;
    }
    for (index, castling) in model.castlings.iter().enumerate().filter(|(index, _)| rights >> index & 1 != 0) {
        let side = Side::BOTH[castling.side];
        let at_home = pieces.of(side, castling.royal).contains(castling.royal_way[0])
            && pieces.of(side, castling.partner).contains(castling.partner_way[0]);
        if !at_home {
            let problem = Text::new(
                "castling rights require both pieces on their starting squares",
                "un droit au roque exige que les deux pièces soient sur leurs cases de départ",
            );
            let _ = index;
            return Err(word.error(problem).about([castling.royal_way[0], castling.partner_way[0]]));
        }
    }
    Ok(rights)
}

fn read_square(model: &Model, word: Part<'_>) -> Result<Option<Square>, TextError> {
    if word.text == "-" {
        return Ok(None);
    }
    let problem = || Text::new("expected a square, or -", "attendu\u{a0}: une case, ou -");
    model.board.topology.find(word.text).map(Some).ok_or_else(|| word.error(problem()))
}

/// Reads squares separated by commas, in any order; the caller rejects other orders by comparing the input with the formatted result.
fn read_squares(model: &Model, word: Part<'_>) -> Result<SquareSet, TextError> {
    if word.text == "-" {
        return Ok(SquareSet::EMPTY);
    }
    let problem = || {
        Text::new(
            "expected squares separated by commas, or -",
            "attendu\u{a0}: des cases séparées par des virgules, ou -",
        )
    };
    let find = |part: Part<'_>| model.board.topology.find(part.text).ok_or_else(|| part.error(problem()));
    word.split(',').map(find).collect()
}

fn read_count(least: u16, word: Part<'_>) -> Result<u16, TextError> {
    let digits = word.text;
    let canonical =
        digits == "0" || !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value: Option<u16> = digits.parse().ok();
    let value = value.filter(|value| canonical && *value <= 9_999 && (*value >= least || least > 9_999));
    value.ok_or_else(|| {
        word.error(Problem::new(
            format!("expected a number from {least} to 9999"),
            format!("attendu\u{a0}: un nombre de {least} à 9999"),
        ))
    })
}

fn check_hands(model: &Model, pieces: &Pieces, reading: &Reading<'_>) -> Result<(), TextError> {
    for (side, hand) in Side::BOTH.into_iter().zip(&model.hands) {
        let held = hand.iter().map(|square| (*square, pieces.piece_at(*square)));
        let stray = held.clone().find(|(_, piece)| piece.is_some_and(|piece| piece.side() != side));
        let rank = |(_, piece): &(Square, Option<entourage_kernel::Piece>)| {
            piece.map_or(usize::MAX, |piece| piece.kind().index())
        };
        let all: Vec<_> = held.collect();
        let fault =
            stray.or_else(|| all.windows(2).find(|pair| rank(&pair[0]) > rank(&pair[1])).map(|pair| pair[1]));
        if let Some((square, _)) = fault {
            let problem = Text::new(
                "a hand holds the side's own pieces, in the order in which the game defines them and without gaps",
                "une main contient les pièces du camp, dans l'ordre où le jeu les définit et sans trou",
            );
            return Err(reading.rows.error(problem).about(SquareSet::of(square)));
        }
    }
    Ok(())
}

fn check_needs(scene: &Scene<'_>, reading: &Reading<'_>) -> Result<(), TextError> {
    for need in &scene.model.needs {
        let excused = match &need.unless {
            None => false,
            Some(NeedUnless::GameIsWon) => {
                let won = |end: &crate::model::End| end.at_once;
                scene.model.ends.iter().any(won)
                    && scene.terminal().is_some_and(|outcome| outcome.winner.is_some())
            }
            Some(NeedUnless::Condition(condition)) => scene.holds(condition, subject_context(scene, need)),
        };
        if excused {
            continue;
        }
        if let Some(squares) = broken(scene, need) {
            let problem = Problem::new(
                format!("this position does not meet a requirement of the game: {}", need.sentence),
                format!(
                    "cette position ne satisfait pas à une exigence du jeu\u{a0}: {}",
                    rules::need_text(scene.model, need).fr
                ),
            );
            let place = if matches!(need.what, NeedKind::NotThreatened(_) | NeedKind::NotAllThreatened(_)) {
                reading.turn
            } else {
                reading.rows
            };
            return Err(place.error(problem).about(squares));
        }
    }
    Ok(())
}

/// Returns the context in which to evaluate the exception to a requirement: `it` is the piece that must not be threatened.
fn subject_context(scene: &Scene<'_>, need: &Need) -> Context<'static> {
    let context = Context::of_player(scene.side);
    match &need.what {
        NeedKind::NotThreatened(noun) => Context { it: scene.squares_of(noun, context).first(), ..context },
        _ => context,
    }
}

fn broken(scene: &Scene<'_>, need: &Need) -> Option<SquareSet> {
    let context = Context::of_player(scene.side);
    match &need.what {
        NeedKind::Number { noun, least, most, each_side } => {
            let found = scene.squares_of(noun, context);
            let counted = if *each_side {
                Side::BOTH.map(|side| found & scene.of_side(side)).to_vec()
            } else {
                vec![found]
            };
            counted.into_iter().find(|set| !(*least..=*most).contains(&(set.len() as u32)))
        }
        NeedKind::EachKind { most } => {
            let kinds = 0..scene.model.kinds.len() as u8;
            let sets = kinds.flat_map(|kind| Side::BOTH.map(|side| (kind, side)));
            sets.map(|(kind, side)| scene.pieces.of(side, entourage_kernel::Kind(kind)))
                .find(|set| set.len() as u32 > *most)
        }
        NeedKind::None { noun, each_side } => {
            let sides = if *each_side { vec![scene.side, !scene.side] } else { vec![scene.side] };
            sides.into_iter().find_map(|side| {
                let mut found = scene.squares_of(noun, Context::of_player(side));
                if *each_side {
                    found &= scene.of_side(side);
                }
                (!found.is_empty()).then_some(found)
            })
        }
        NeedKind::OnlyOn { place, nouns } => {
            let there = context.place(place) & scene.pieces.occupied();
            let allowed =
                nouns.iter().fold(SquareSet::EMPTY, |all, noun| all | scene.squares_of(noun, context));
            let strays = there - allowed;
            (!strays.is_empty()).then_some(strays)
        }
        NeedKind::NotAllThreatened(noun) => {
            let all = scene.squares_of(noun, context);
            let is_broken = !all.is_empty() && all.into_iter().all(|square| scene.is_threatened(square, false));
            is_broken.then_some(all)
        }
        NeedKind::NotThreatened(noun) => {
            let all = scene.squares_of(noun, context);
            let mut threatened = all.into_iter().filter(|square| scene.is_threatened(*square, false));
            let first = threatened.next()?;
            Some(scene.threatening(first, false).with(first))
        }
    }
}
